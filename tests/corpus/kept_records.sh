#!/bin/sh
# kept_records.sh SINEW COMPARE FORMAT DIFFERING FOLDER…: exports each FBX 7 of the folders without an edit and with its
# first clip renamed as FORMAT, and compares the records. DIFFERING is the number of files that may differ. FOLDER may be
# missing.
sinew=$1 compare=$2 format=$3 allowed=$4
shift 4
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
for folder; do [ -d "$folder" ] && find "$folder" -iname '*.fbx'; done | sort > "$work/files"
if [ ! -s "$work/files" ]; then
    echo "skipped: there is no corpus beside the project"
    exit 77
fi
files=0 older=0 differing=0 renamed=0
while read -r path; do
    status=0
    cp "$path" "$work/source.fbx" && chmod u+w "$work/source.fbx" # beside it, links of images stay
    file=$work/source.fbx
    if ! "$sinew" export "$file" -q --format "$format" -o "$work/out.fbx" < /dev/null 2> "$work/error"; then
        cat "$work/error"
        differing=$((differing + 1))
        continue
    fi
    "$compare" "$file" "$work/out.fbx" > "$work/report" || status=$?
    if [ $status = 77 ]; then
        older=$((older + 1))
        continue
    fi
    files=$((files + 1))
    name=$("$sinew" info --json "$file" 2> /dev/null < /dev/null | python3 -c '
import json, sys
clips = json.load(sys.stdin).get("clips", [])
print(clips[0]["name"] if clips else "")')
    if [ $status = 0 ] && [ -n "$name" ]; then
        renamed=$((renamed + 1))
        "$sinew" edit "$file" -q --format "$format" --rename "$name=Another name" -o "$work/out.fbx" < /dev/null 2> "$work/error" || cat "$work/error"
        "$compare" "$file" "$work/out.fbx" "$name" "Another name" > "$work/report" || status=$?
    fi
    if [ $status != 0 ]; then
        echo "$path"
        cat "$work/report"
        differing=$((differing + 1))
    fi
done < "$work/files"
echo "$files files of FBX 7 ($renamed with a renamed clip), $differing differ; $older older files"
[ "$differing" -le "$allowed" ]
