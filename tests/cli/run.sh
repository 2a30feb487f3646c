# run.sh FOLDER SCRIPT: runs a script in an empty folder and with an empty cache. Both are removed when all went well.
chmod -R u+w "$1" 2>/dev/null
rm -rf "$1" "$SINEW_CACHE_DIR"
mkdir -p "$1" && cd "$1" || exit 1
sh "$2" || exit 1
cd / && chmod -R u+w "$1" && rm -rf "$1" "$SINEW_CACHE_DIR"
