#!/bin/sh
# fidelity.sh SINEW MIN_TRUTH MIN_SAMPLED: scores `sinew export` against the corpus beside the project.
tool=../shared/tools/fidelity/fidelity.py
if [ ! -f "$tool" ]; then
    echo "skipped: there is no corpus beside the project"
    exit 77
fi
exec python3 "$tool" --min-truth "$2" --min-sampled "$3" "$1"
