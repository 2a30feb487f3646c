# Every code of `sinew check` begins a paragraph of docs/12-check.md, in bold. Needs in the environment: SINEW, SOURCE.
failures=0
"$SINEW" help check | sed -n 's/^  \([A-Z][0-9][0-9]\) .*/\1/p' >codes
[ "$(wc -l <codes)" -gt 20 ] || { echo "the help lists no codes"; failures=1; }
while IFS= read -r code; do
    grep -q "\*\*[^*]*$code" "$SOURCE/docs/12-check.md" || { echo "no paragraph about $code"; failures=1; }
done <codes
exit $failures
