# The commands in README.md and in the pages work, and each numbered page has one or a program in C: runs every line that begins with "    sinew ", with the samples; one that several
# pages show once. The player draws off-screen and quits after a short time.
# Needs in the environment: SINEW, SOURCE. Runs in an empty folder.
ln -s "$SOURCE/samples" samples
sed -n 's/^    \(mkdir .*\|cp .*\)/\1/p' "$SOURCE/docs/14-library.md" | sh -e || exit 1
mkdir bin
cat >bin/sinew <<'END'
#!/bin/sh
case $1 in
play | *.fbx | *.glb) exec "$SINEW" "$@" --quit-after 0.1 --size 64x48 ;;
*) exec "$SINEW" "$@" ;;
esac
END
chmod +x bin/sinew
PATH=$PWD/bin:$PATH
SDL_VIDEODRIVER=offscreen
export SDL_VIDEODRIVER

failures=0
: >done
for page in "$SOURCE/README.md" "$SOURCE"/docs/*.md "$SOURCE"/docs/blend/*.md "$SOURCE"/docs/internals/*.md; do
    sed -n 's/^    \(sinew .*\)/\1/p' "$page" >lines
    case ${page##*/} in [0-9]*) [ -s lines ] || grep -q '^```c$' "$page" || { echo "$page: shows neither a command nor a program"; failures=1; } ;; esac
    while IFS= read -r line; do
        grep -qxF -e "$line" done && continue
        printf '%s\n' "$line" >>done
        sh -c "$line" </dev/null >said 2>&1 && continue
        grep -q 'the module of pages is not part of this build' said && continue
        echo "${page##*/}: $line"
        sed 's/^/    /' said
        failures=1
    done <lines
done

# The examples of each command's help. A comparison or a check that finds something exits with 1.
cp -r samples/. .
for command in $("$SINEW" help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    "$SINEW" help "$command" | sed -n '/^Examples:$/,$s/^  \(sinew .*\)/\1/p' >lines
    while IFS= read -r line; do
        sh -c "$line" </dev/null >said 2>&1 && continue
        [ $? = 1 ] && case $command in check | diff) continue ;; esac
        grep -q 'the module of pages is not part of this build' said && continue
        echo "help of $command: $line"
        sed 's/^/    /' said
        failures=1
    done <lines
done
exit $failures
