# Codes are documented: every one of `sinew check` begins a paragraph of docs/12-check.md, in bold. Needs in the environment: SINEW, SOURCE.
failures=0
"$SINEW" help check | sed -n 's/^  \([A-Z][0-9][0-9]\) .*/\1/p' >codes
[ "$(wc -l <codes)" -gt 20 ] || { echo "the help lists no codes"; failures=1; }
while IFS= read -r code; do
    grep -q "\*\*[^*]*$code" "$SOURCE/docs/12-check.md" || { echo "no paragraph about $code"; failures=1; }
done <codes

# The codes that an edit fixes are in the table on the page, with that edit.
"$SINEW" help check | sed -n 's/^  \([A-Z][0-9][0-9]\)  [a-z]*  *\([a-z-]*\)  .*/\1 \2/p' | grep ' [a-z]' >mended
sed -n '/^## Fixes/,/^## /s/^| \([A-Z0-9, ]*\) | `\([a-z-]*\)` .*/\1 \2/p' "$SOURCE/docs/12-check.md" | tr -d ',' |
    awk '{ for (i = 1; i < NF; ++i) print $i, $NF }' | sort >listed
sort mended | cmp -s - listed || { echo "codes with an edit:"; sort mended | diff - listed; failures=1; }
# The warnings of an import are in the table in fidelity.md, with their texts.
sed -n 's/.*X(\([A-Z_]*, \)*"\(I[0-9]*\)", \([A-Z]*\), "\([^"]*\)").*/| \2 | \3 | \4 |/p' \
    "$SOURCE/src/import/import_pass.h" "$SOURCE/src/runtime/model/build/builder.h" | sed 's/WARNING/warning/; s/INFO/note/' | sort >warnings
[ "$(wc -l <warnings)" -gt 30 ] || { echo "the headers list no warnings"; failures=1; }
sed -n '/^## Every warning of an import/,/^## /p' "$SOURCE/docs/internals/fidelity.md" | grep '^| I' | sort >listed
cmp -s warnings listed || { echo "warnings of an import:"; diff warnings listed; failures=1; }

# Some test expects each of them.
for code in $(cat codes) $(cut -d' ' -f2 warnings); do
    grep -rqw "$code" "$SOURCE/tests/unit" "$SOURCE/tests/cli" || { echo "no test expects $code"; failures=1; }
done
exit $failures
