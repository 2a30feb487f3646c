# What compiler and linker promise about the programs, read off their files.
# Needs in the environment: HARDENED, the programs and shared libraries; FORTIFIED and CONTROL_FLOW: 1 if the build requests them.
failures=0
fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}
command -v readelf >/dev/null 2>&1 || { echo 'skipped: no readelf'; exit 0; }

for file in $HARDENED; do
    readelf -hldW "$file" >.elf
    readelf -W --syms "$file" >.symbols
    grep -q 'Type: *DYN' .elf || fail "$file is not position-independent"
    grep -q 'GNU_RELRO' .elf || fail "$file: relocations stay writable"
    grep -Eq 'BIND_NOW|FLAGS_1.*NOW' .elf || fail "$file: symbols are bound lazily, so that their table stays writable"
    grep -q 'GNU_STACK.*RW ' .elf || fail "$file: the stack is executable"
    grep -q '__stack_chk_fail' .symbols || fail "$file: no stack protector"
    if [ "$FORTIFIED" = 1 ]; then
        grep -Eq '__(snprintf|vsnprintf|read|memcpy|fprintf)_chk' .symbols || fail "$file: no checked library calls"
    fi
    if [ "$CONTROL_FLOW" = 1 ] && command -v objdump >/dev/null 2>&1; then
        objdump -d --no-show-raw-insn "$file" | awk '/^[0-9a-f]+ <main>:/ { getline; print; exit }' >.main
        if [ -s .main ]; then grep -q endbr64 .main || fail "$file: main is not a target of indirect jumps"; fi
    fi
    # Libraries that few commands need are loaded by these commands: linked, they made every command start 10 % slower.
    case $FORTIFIED$file in 1*/sinew) ! grep -E 'NEEDED.*lib(stdc|meshoptimizer|cairo|fontconfig)' .elf || fail "$file: a library is loaded at start" ;; esac
    rm -f .elf .symbols .main
done
[ "$failures" = 0 ]
