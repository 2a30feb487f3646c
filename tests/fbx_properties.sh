# The table of FBX properties says of each whether it is read only: fbx_properties.sh SOURCE fails if no exporter writes a property that is not
# marked so, or if an exporter writes one that is. Vectors of joints go through a list (joint_frame.h); of d|X, d|Y and d|Z the first one is named.
set -eu
cd "$1"
listed=$(mktemp)
trap 'rm -f "$listed"' EXIT
sed -n '/^#define FBX_PROPERTIES/,/^typedef/p' src/fbx/fbx_format.h |
    awk '/\/\* of /{kind = /read only/ ? "read" : "written"} match($0, /X\([A-Z0-9_]+,/) {print kind, substr($0, RSTART + 2, RLENGTH - 3)}' >"$listed"
[ "$(wc -l <"$listed")" -gt 100 ] || { echo "the table lists only $(wc -l <"$listed") properties"; exit 1; }
failures=0
while read -r kind name; do
    is=read
    if grep -rqw "FBX_PROPERTY_$name" src/author/export || grep -q "VECTOR($name," src/runtime/model/joint_frame.h; then is=written; fi
    case $name in D_Y | D_Z) is=written ;; esac
    [ "$is" = "$kind" ] || { echo "$name is only $is, and the table has it among those that are $kind"; failures=1; }
done <"$listed"
exit $failures
