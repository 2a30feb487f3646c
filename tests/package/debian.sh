# The Debian packages of each part contain its files and depend on the packages that it needs. A game builds with only the package of the
# runtime, and the program runs from the files of its packages. Static libraries here; shared.sh has the shared ones.
# Needs in the environment: BUILD, SOURCE, CMAKE, CC. Runs in an empty folder.
fail() {
    echo "$*" >&2
    exit 1
}
for tool in dpkg-deb dpkg-shlibdeps; do
    command -v $tool >/dev/null || { echo "skipped: no $tool, which makes or reads Debian packages"; exit 0; }
done
. "$SOURCE/tests/package/debian_packages.sh"

"$(dirname "$CMAKE")/cpack" --config "$BUILD/CPackConfig.cmake" -B "$PWD" >log 2>&1 || { cat log; fail 'cpack failed'; }
[ "$(ls ./*.deb | wc -l)" = 5 ] || fail "packages: $(ls ./*.deb)"
contains sinew bin/sinew share/man/man1/sinew.1 share/zsh/vendor-completions/_sinew
contains sinew-worker libexec/sinew/sinew-worker libexec/sinew/sinew-image-worker
contains libsinew-dev include/sinew/sinew.h 'lib/.*cmake/sinew/sinewConfig.cmake' 'lib/.*pkgconfig/sinew.pc' 'lib/.*libsinew.a'
contains libsinew-import-dev include/sinew/import.h 'lib/.*cmake/sinew/sinew_importTargets.cmake' 'lib/.*pkgconfig/sinew_import.pc'
contains libsinew-render-dev 'lib/.*cmake/sinew/sinew_renderTargets.cmake' 'lib/.*pkgconfig/sinew_render.pc' 'lib/.*libsinew_render.a'
check_all_packages

version=$(dpkg-deb --field sinew_*.deb Version)
depends sinew "sinew-worker (= $version)"
depends_on_library sinew libchafa
lacks sinew libassimp # only the worker runs importers
depends_on_library sinew-worker 'libassimp5\|libassimp6'
depends libsinew-import-dev "libsinew-dev (= $version)"
depends libsinew-import-dev libassimp-dev
depends libsinew-render-dev "libsinew-dev (= $version)"
[ -z "$(dpkg-deb --field libsinew-dev_*.deb Depends)" ] || fail 'the runtime needs packages'

dpkg-deb -x libsinew-dev_*.deb game
build_game game
for package in sinew sinew-worker; do dpkg-deb -x ${package}_*.deb root; done
root/usr/bin/sinew pose "$SOURCE/samples/walk.fbx" --at 0% >first && root/usr/bin/sinew pose "$SOURCE/samples/walk.fbx" --at 25% >second ||
    fail 'the unpacked program does not pose'
! cmp -s first second || fail 'the unpacked program plays nothing'
root/usr/bin/sinew render "$SOURCE/samples/walk.fbx" -o walk.png --size 64x48 || fail 'the unpacked program does not draw'
