"""Types of the package and of the programs in python/examples, by mypy --strict. Not a test of pytest: mypy takes ten seconds."""
import importlib.util
import subprocess
import sys
from pathlib import Path

source, build = map(Path, sys.argv[1:3])
if missing := [name for name in ('numpy', 'mypy') if not importlib.util.find_spec(name)]:
    print(f'skipped: {", ".join(missing)} missing')
    sys.exit(77)
files = [build / 'python' / 'sinew', *sorted((source / 'python' / 'examples').glob('*.py'))]
done = subprocess.run([sys.executable, '-m', 'mypy', '--strict', '--cache-dir', str(build / 'python' / 'mypy'), *map(str, files)],
                      env={'MYPYPATH': str(build / 'python'), 'PATH': '/usr/bin:/bin'}, check=False)
sys.exit(done.returncode)
