# The first hour of a stranger: `./dev install`, then the program of README.md with the command that it shows, in a folder outside the
# prefix. The worker is searched for beside the program first, and in the configured prefix last.
# Needs in the environment: SOURCE, CC. Runs in an empty folder.
fail() {
    echo "$*" >&2
    exit 1
}
# Without apt, ./dev installs no packages.
mkdir tools tree home elsewhere
ln -s /usr/bin/* tools
rm -f tools/apt-get
for entry in "$SOURCE"/*; do
    case ${entry##*/} in build*) ;; *) ln -s "$entry" tree ;; esac
done
rm tree/dev
cp "$SOURCE/dev" tree # it changes to its own folder
HOME=$PWD/home
export HOME
prefix=$HOME/.local
PATH=$PWD/tools:/usr/local/bin CC=$CC CMAKE_BUILD_PARALLEL_LEVEL=2 tree/dev install >log 2>&1 || { tail -n 40 log; fail './dev install fails'; }

cd elsewhere || exit 1
ln -s "$SOURCE/samples" .
awk '$0 == "```" { inside = 0 } inside { print } $0 == "```c" { inside = 1 }' "$SOURCE/README.md" >first.c
command=$(sed -n 's/^    cc \(.*first\.c.*\)/\1/p' "$SOURCE/README.md")
[ -n "$command" ] || fail 'README.md does not compile its program'
sh -c "$CC $command" >said 2>&1 || { cat said; fail 'the program of README.md fails outside the prefix'; }
entries=$("$prefix/bin/sinew" pose samples/walk.fbx --at 0.5 --what palette --json | grep -o '"matrix":\[' | wc -l)
[ "$entries" -gt 10 ] || fail "the installed program prints $entries palette entries"
[ "$(grep -c '^[ 0-9]*: moved by' said)" = "$entries" ] || fail "the program of README.md does not print $entries lines: $(cat said)"

# The programs of docs/06-embed.md, with the commands that the page shows.
block() { awk -v fence='```' -v kind="$1" 'inside && $0 == fence { exit } inside { print } $0 == fence kind { inside = 1 }' "$SOURCE/docs/06-embed.md"; }
mkdir embed && cd embed || exit 1
block c >main.c
block cmake >CMakeLists.txt
block cpp >main.cpp
block sh >compile.sh
cp "$SOURCE/samples/walk.fbx" .
sed -n '/^Configure with/s/`[^`]*$//p' "$SOURCE/docs/06-embed.md" | tr '`' '\n' | sed -n 'n;p' >commands.sh
[ "$(wc -l <commands.sh)" = 3 ] || fail "docs/06-embed.md shows these commands: $(cat commands.sh)"
sh -ex commands.sh >said 2>&1 || { cat said; fail 'the program of docs/06-embed.md fails outside the prefix'; }
grep -q '^1.0 s: ' said || fail "the program of docs/06-embed.md prints: $(cat said)"
PKG_CONFIG_PATH=$prefix/lib/pkgconfig sh -e compile.sh >said 2>&1 || { cat said; fail 'the program in C++ does not compile'; }
./bend walk.fbx head | grep -q '^head: x axis is ' || fail 'the program in C++ fails outside the prefix'
cd .. || exit 1

printf '#!/bin/sh\n: >"%s/ran"\n' "$PWD" >sinew-worker
chmod 755 sinew-worker
./first >said 2>&1 && fail 'a program that is not a worker reads files'
[ -e ran ] || fail "the worker beside the program is not run: $(cat said)"
rm sinew-worker

mv "$prefix" "$HOME/moved"
./first >said 2>&1 && fail 'a worker is found after its prefix was moved'
expected="the program sinew-worker, which reads model files, is missing; searched $PWD, $prefix/libexec/sinew"
[ "$(cat said)" = "$expected" ] || fail "the error is '$(cat said)', not '$expected'"
