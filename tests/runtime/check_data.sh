#!/bin/sh
# check_data.sh SINEW: tests/data/arm.sinew, which a build without importers is tested with, is what this build bakes.
cd "$(dirname "$0")/.." || exit 2
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
"$1" bake data/arm.fbx -o "$folder/arm.sinew" || exit 1
cmp "$folder/arm.sinew" data/arm.sinew || {
    echo "tests/data/arm.sinew is out of date: sinew bake tests/data/arm.fbx -o tests/data/arm.sinew" >&2
    exit 1
}
