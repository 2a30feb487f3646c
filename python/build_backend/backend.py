"""Builds the wheel: CMake compiles the library and the worker, and this module puts them and the package into a zip file.

It is a build backend of PEP 517 in Python's standard library. `--config-settings assimp=off` leaves out Assimp: FBX and glTF remain.
`--config-settings build-dir=FOLDER` takes a build folder that exists, as it is configured, instead of `build-python` in the sources.

Besides sinew's own files, the wheel has the libraries of the system that the worker needs, unless PEP 600 expects them on every Linux. The worker and libsinew look for them in their own folder ($ORIGIN), by DT_RPATH, which holds for libraries of libraries too.
"""
from __future__ import annotations

import base64
import hashlib
import os
import platform
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from elf import Elf

PYTHON_FOLDER = Path(__file__).resolve().parent.parent
SOURCES = PYTHON_FOLDER.parent
OLDEST_GLIBC = (2, 36)  # Debian 12's; the tag never promises an older one
# Libraries that every Linux has (PEP 600) and that the worker may need.
EVERYWHERE = re.compile(r'(libc|libm|libdl|librt|libpthread|libgcc_s|libstdc\+\+|ld-linux-x86-64|ld-linux-aarch64)\.so\.\d+$')


def get_requires_for_build_wheel(config_settings: dict[str, str] | None = None) -> list[str]:
    return []


def build_sdist(sdist_directory: str, config_settings: dict[str, str] | None = None) -> str:
    raise NotImplementedError('sinew has no sdist: the package is built in the sources, which are larger than the folder python')


def build_wheel(wheel_directory: str, config_settings: dict[str, str] | None = None, metadata_directory: str | None = None) -> str:
    settings = config_settings or {}
    build = Path(settings.get('build-dir', SOURCES / 'build-python'))
    if 'build-dir' not in settings:
        configure(build, settings.get('assimp', 'on').lower() not in ('off', 'no', 'false', '0'))
    run('cmake', '--build', str(build), '--target', 'sinew_python_package', '--parallel', str(len(os.sched_getaffinity(0))))
    with tempfile.TemporaryDirectory(prefix='sinew-wheel-') as folder:
        stage = Path(folder)
        collect_package(build, stage)
        return write_wheel(stage, Path(wheel_directory))


def configure(build: Path, assimp: bool) -> None:
    """Configures a build of only the package: the library, the worker and the modules."""
    generator = ['-GNinja'] if shutil.which('ninja') and not (build / 'CMakeCache.txt').exists() else []
    run('cmake', '-S', str(SOURCES), '-B', str(build), *generator, '-DCMAKE_BUILD_TYPE=Release', '-DSINEW_PYTHON=ON',
        f'-DSINEW_PYTHON3={sys.executable}', f'-DSINEW_IMPORT_ASSIMP={"ON" if assimp else "OFF"}', '-DSINEW_RENDER=OFF', '-DSINEW_TESTS=OFF',
        '-DSINEW_SAMPLES=OFF', '-DSINEW_INSTALL=OFF')


def run(*command: str) -> None:
    try:
        subprocess.run(command, check=True)
    except FileNotFoundError:
        raise SystemExit(f'sinew: {command[0]} is not installed; docs/07-install.md lists the packages that a build needs') from None
    except subprocess.CalledProcessError as error:
        raise SystemExit(f'sinew: {command[0]} failed with exit code {error.returncode}; its output is above') from None


def collect_package(build: Path, stage: Path) -> None:
    """Copies the package from the build folder, stripped, with the libraries that it needs."""
    package = stage / 'sinew'
    shutil.copytree(build / 'python' / 'sinew', package, ignore=shutil.ignore_patterns('__pycache__'))
    library = package / 'lib'
    for path in (library / 'libsinew.so', library / 'sinew-worker'):
        subprocess.run(['strip', '--strip-unneeded', str(path)], check=True)
    copied = {'libsinew.so', 'sinew-worker'}
    for name, source in linked_libraries(library / 'sinew-worker').items():
        if EVERYWHERE.match(name) or name in copied:
            continue
        shutil.copyfile(source, library / name)
        os.chmod(library / name, 0o644)
        copied.add(name)
        licence = Path('/usr/share/doc') / package_of(source) / 'copyright'
        if licence.is_file():
            target = stage / 'licenses' / f'{package_of(source)}.txt'
            target.parent.mkdir(exist_ok=True)
            shutil.copyfile(licence, target)


def linked_libraries(program: Path) -> dict[str, str]:
    """Returns the path of each library that a program loads, by name, as the dynamic linker finds them."""
    out = subprocess.run(['ldd', str(program)], check=True, capture_output=True, text=True, env={**os.environ, 'LC_ALL': 'C'}).stdout
    if missing := re.findall(r'^\s*(\S+) => not found', out, re.MULTILINE):
        raise SystemExit(f'sinew: libraries of the worker are not found: {", ".join(missing)}')
    return {name: path for name, path in re.findall(r'^\s*(\S+) => (/\S+)', out, re.MULTILINE)}


def package_of(path: str) -> str:
    """Returns the Debian package of a file, or '' on other systems."""
    if not shutil.which('dpkg-query'):
        return ''
    for name in (path, path.removeprefix('/usr') if path.startswith('/usr/') else '/usr' + path, os.path.realpath(path)):
        found = subprocess.run(['dpkg-query', '-S', name], capture_output=True, text=True, check=False)
        if found.returncode == 0:
            return found.stdout.split(':')[0]
    return ''


def version() -> str:
    header = (SOURCES / 'include' / 'sinew' / 'version.h').read_text(encoding='utf-8')
    match = re.search(r'define SINEW_VERSION "([^"]+)"', header)
    assert match
    return match.group(1)


def wheel_tag(package: Path) -> str:
    """The tag of PEP 600: the newest version of glibc that a file of the package needs."""
    newest = OLDEST_GLIBC
    for path in sorted((package / 'lib').iterdir()):
        newest = max(newest, Elf(str(path)).glibc())
    return f'py3-none-manylinux_{newest[0]}_{newest[1]}_{platform.machine()}'


def metadata() -> str:
    text = (PYTHON_FOLDER / 'README.md').read_text(encoding='utf-8')
    return (f'Metadata-Version: 2.1\nName: sinew\nVersion: {version()}\nSummary: FBX motion as numpy arrays\nLicense: MIT\n'
            f'Requires-Python: >=3.11\nRequires-Dist: numpy>=1.24\nDescription-Content-Type: text/markdown\n\n{text}')


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: dict[str, str] | None = None) -> str:
    name = f'sinew-{version()}.dist-info'
    folder = Path(metadata_directory) / name
    folder.mkdir()
    (folder / 'METADATA').write_text(metadata(), encoding='utf-8')
    (folder / 'WHEEL').write_text('Wheel-Version: 1.0\nGenerator: sinew\nRoot-Is-Purelib: false\nTag: py3-none-any\n', encoding='utf-8')
    return name


def write_wheel(stage: Path, out: Path) -> str:
    """Writes the staged package as a wheel and returns its name. The same files give the same bytes."""
    tag = wheel_tag(stage / 'sinew')
    info = f'sinew-{version()}.dist-info'
    paths = [path for path in sorted((stage / 'sinew').rglob('*')) if path.is_file()]
    files = {str(path.relative_to(stage)): (path.read_bytes(), path.stat().st_mode) for path in paths}
    licences = {f'{info}/licenses/sinew.txt': SOURCES / 'LICENSE'}
    if (stage / 'licenses').is_dir():
        licences.update({f'{info}/licenses/{path.name}': path for path in sorted((stage / 'licenses').iterdir())})
    for name, path in licences.items():
        files[name] = (path.read_bytes(), 0o644)
    files[f'{info}/METADATA'] = (metadata().encode(), 0o644)
    files[f'{info}/WHEEL'] = (f'Wheel-Version: 1.0\nGenerator: sinew\nRoot-Is-Purelib: false\nTag: {tag}\n'.encode(), 0o644)
    rows = []
    for name, (data, _) in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()
        rows.append(f'{name},sha256={digest},{len(data)}\n')
    files[f'{info}/RECORD'] = (''.join(rows + [f'{info}/RECORD,,\n']).encode(), 0o644)

    wheel = f'sinew-{version()}-{tag}.whl'
    with zipfile.ZipFile(out / wheel, 'w', zipfile.ZIP_DEFLATED) as archive:
        for name, (data, mode) in files.items():
            item = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            item.compress_type = zipfile.ZIP_DEFLATED
            item.external_attr = (stat.S_IFREG | (0o755 if mode & 0o100 else 0o644)) << 16
            archive.writestr(item, data)
    return wheel
