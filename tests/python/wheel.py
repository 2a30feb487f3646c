"""wheel.py SOURCE BUILD FOLDER: makes a wheel from the package in the build folder, and installs it as users do, offline.

The ELF files of the wheel must hold what its tag promises (PEP 600): no newer glibc, no library that is neither in the wheel nor everywhere, and no
search path but their own folder. As root, the wheel is also used in a chroot that has Python, numpy and nothing of sinew's libraries.
"""
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

source, build, folder = map(Path, sys.argv[1:4])
sys.path.insert(0, str(source / 'python' / 'build_backend'))
from elf import Elf  # noqa: E402

missing = [name for name in ('numpy', 'pip', 'venv', 'ensurepip') if not importlib.util.find_spec(name)]
if missing:
    print(f'skipped: {", ".join(missing)} missing')
    sys.exit(77)
shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)
environment = {**os.environ, 'PIP_NO_INDEX': '1', 'PIP_DISABLE_PIP_VERSION_CHECK': '1', 'PIP_CONFIG_FILE': os.devnull}


def run(*command, **options):
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, env=environment, **options)
    if done.returncode:
        sys.exit(f'{" ".join(map(str, command))} failed:\n{done.stdout}{done.stderr}')
    return done.stdout


run(sys.executable, '-m', 'pip', 'wheel', '--no-deps', '--no-build-isolation', '--config-settings', f'build-dir={build}', '-w', folder / 'wheels',
    source / 'python')
(wheel,) = (folder / 'wheels').iterdir()
match = re.fullmatch(r'sinew-[\d.]+-py3-none-manylinux_2_(\d+)_(x86_64|aarch64)\.whl', wheel.name)
assert match, wheel.name
assert wheel.stat().st_size <= 7_500_000, f'the wheel has {wheel.stat().st_size} bytes'
with zipfile.ZipFile(wheel) as archive:
    modes = {item.filename: item.external_attr >> 16 & 0o777 for item in archive.infolist()}
    archive.extractall(folder / 'contents')
assert modes['sinew/lib/sinew-worker'] == 0o755 and modes['sinew/__init__.py'] == 0o644, modes
assert not any('image-worker' in name for name in modes), modes

# The tag.
library = folder / 'contents' / 'sinew' / 'lib'
everywhere = {'libc.so.6', 'libm.so.6', 'libdl.so.2', 'librt.so.1', 'libpthread.so.0', 'libgcc_s.so.1', 'libstdc++.so.6', 'ld-linux-x86-64.so.2',
              'ld-linux-aarch64.so.1'}
for path in library.iterdir():
    elf = Elf(str(path))
    assert elf.glibc() <= (2, int(match.group(1))), f'{path.name} needs glibc {elf.glibc()}'
    assert elf.runpath is None, f'{path.name} has a RUNPATH: its libraries would not be looked for in the folder of the worker'
    assert elf.rpath == ('$ORIGIN' if path.name in ('sinew-worker', 'libsinew.so') else None), f'{path.name} has the RPATH {elf.rpath!r}'
    for needed in elf.needed:
        assert needed in everywhere or (library / needed).is_file(), f'{path.name} needs {needed}'
# readelf is another reader of ELF files.
if shutil.which('readelf'):
    shown = run('readelf', '-dW', library / 'sinew-worker')
    assert sorted(re.findall(r'\(NEEDED\).*\[(.*)\]', shown)) == sorted(Elf(str(library / 'sinew-worker')).needed)
    assert re.findall(r'\(RPATH\).*\[(.*)\]', shown) == ['$ORIGIN']

# Installed as users do; the sources are not in the way, and no variable names the package.
venv = folder / 'venv'
environment.pop('PYTHONPATH', None)
run(sys.executable, '-m', 'venv', '--system-site-packages', venv)
run(venv / 'bin' / 'pip', 'install', '--no-build-isolation', '--config-settings', f'build-dir={build}', source / 'python')
program = ("import sinew, sys; model = sinew.load(sys.argv[1]); v = model.meshes[0].skin(model.clips[0].sample([0, 0.5])); "
           "print(sinew.__file__, v.shape, sinew.load(sys.argv[2]).clips[0].duration)")
files = [source / 'samples' / 'walk.fbx', source / 'tests' / 'data' / 'turn.bvh']
said = run(venv / 'bin' / 'python', '-c', program, *files, cwd='/')
assert said.startswith(str(venv)), said

# A system that has only Python and numpy.
if os.geteuid() != 0 or not shutil.which('dpkg-query') or not shutil.which('chroot'):
    print('the chroot is skipped: it needs root and Debian')
    sys.exit(0)


def packages_below(names):
    """The names of Debian packages and of all that they depend on, as installed here."""
    known, todo = set(), list(names)
    while todo:
        name = todo.pop()
        if name in known:
            continue
        found = subprocess.run(['dpkg-query', '-W', '-f', '${Pre-Depends}, ${Depends}', name], capture_output=True, text=True, check=False)
        if found.returncode == 0:
            known.add(name)
            todo += [re.split('[ (:|]', item.strip())[0] for item in found.stdout.split(',') if item.strip()]
    return known


root = folder / 'root'
version = f'python{sys.version_info.major}.{sys.version_info.minor}'
paths = set()
for package in packages_below([f'{version}-minimal', version, 'python3-numpy', 'libstdc++6']) - {'python3', 'python3-minimal'}:
    paths |= set(run('dpkg-query', '-L', package).splitlines())
root.mkdir()
for name in ('bin', 'lib', 'lib64'):
    (root / 'usr' / name).mkdir(parents=True)
    (root / name).symlink_to(f'usr/{name}')
wanted = re.compile(r'(/usr)?/(bin|lib|lib64)/(?!python3/dist-packages/(?!numpy)|.*/(test|tests|locale)/|.*\.pyc$)')
for path in sorted(paths):
    if wanted.match(path) and os.path.lexists(path) and (os.path.islink(path) or not os.path.isdir(path)):
        target = root / (path if path.startswith('/usr') else '/usr' + path).lstrip('/')
        if os.path.islink(path) and os.path.isdir(path) or os.path.lexists(target):
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, target, follow_symlinks=False)
for link in Path('/usr/lib').glob('*/lib*.so*'):  # libblas.so.3 is one of several, which /etc/alternatives names
    if link.is_symlink() and os.readlink(link).startswith('/etc/alternatives/'):
        real = root / os.path.realpath(link).lstrip('/')
        if real.exists():
            shutil.copyfile(real, root / str(link).lstrip('/'))
absent = [name for name in ('libassimp.so.5', 'libdraco.so.7', 'libseccomp.so.2') if list(root.rglob(name))]
assert not absent, f'the chroot has {absent}'
site = root / 'usr' / 'lib' / 'python3' / 'dist-packages'
shutil.copytree(folder / 'contents' / 'sinew', site / 'sinew')
os.chmod(site / 'sinew' / 'lib' / 'sinew-worker', 0o755)
for name in ('proc', 'dev', 'tmp'):
    (root / name).mkdir()
for path in files:
    shutil.copyfile(path, root / 'tmp' / path.name)
# $ORIGIN needs /proc. The mounts vanish with their namespace.
mounts = 'mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev" || exit 99; exec chroot "$0" "$@"'
done = subprocess.run(['unshare', '-m', 'sh', '-c', mounts, root, f'/usr/bin/{version}', '-c', program, *(f'/tmp/{path.name}' for path in files)],
                      capture_output=True, text=True, check=False)
if done.returncode == 99 or done.stderr.startswith('unshare: '):
    print('the chroot is skipped: it may not mount /proc')
    sys.exit(0)
said_there = done.stdout
assert done.returncode == 0, done.stderr
assert said_there.split(' ', 1)[1] == said.split(' ', 1)[1], said_there
shutil.rmtree(root)
print(f'{wheel.name}: {wheel.stat().st_size} bytes; {said_there.strip()}')
