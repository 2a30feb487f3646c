#!/bin/sh
# sdk_curves.sh SINEW MIN_SDK: scores curves against those that Autodesk's FBX SDK makes of the corpus beside the project.
tool=../shared/tools/fidelity/sdk_curves.py
if [ ! -f "$tool" ]; then
    echo "skipped: there is no corpus beside the project"
    exit 77
fi
exec python3 "$tool" --min "$2" "$1"
