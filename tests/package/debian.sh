# The Debian packages hold what they should, and the program runs from what they unpack.
# Needs in the environment: BUILD, SOURCE, CMAKE. Runs in an empty folder.
fail() {
    echo "$*" >&2
    exit 1
}
command -v dpkg-shlibdeps >/dev/null || { echo 'skipped: Debian packages are made where dpkg-shlibdeps is'; exit 0; }

"$(dirname "$CMAKE")/cpack" --config "$BUILD/CPackConfig.cmake" -B "$PWD" >log 2>&1 || { cat log; fail 'cpack failed'; }
dpkg-deb --field sinew_*.deb Depends | grep -q 'libassimp5\|libassimp6' || fail 'sinew depends on no Assimp'
dpkg-deb --field sinew_*.deb Depends | grep -q 'libchafa' || fail 'sinew depends on no libchafa'
dpkg-deb --field libsinew-dev_*.deb Depends | grep -q 'sinew (= ' || fail 'libsinew-dev depends on no sinew'
for package in *.deb; do dpkg-deb -x "$package" root; done
for path in bin/sinew libexec/sinew/sinew-worker libexec/sinew/sinew-image-worker share/man/man1/sinew.1 \
    share/zsh/vendor-completions/_sinew include/sinew/sinew.h lib/cmake/sinew/sinewConfig.cmake lib/pkgconfig/sinew.pc; do
    [ -f "root/usr/$path" ] || fail "no $path in the packages"
done
root/usr/bin/sinew render "$SOURCE/samples/walk.fbx" -o walk.png --size 64x48 || fail 'the unpacked program does not draw'
