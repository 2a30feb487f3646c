"""run.py SOURCE BUILD ARGUMENT…: runs pytest for the package in the build folder. Exit code 77 and one line: something is not installed."""
import importlib.util
import os
import subprocess
import sys

source, build = sys.argv[1:3]
missing = [name for name in ('numpy', 'pytest') if not importlib.util.find_spec(name)]
if sys.version_info < (3, 11):
    missing.append('Python 3.11')
if missing:
    print(f'skipped: {", ".join(missing)} missing')
    sys.exit(77)
environment = dict(os.environ, SOURCE=source, PYTHONPATH=os.path.join(build, 'python'), PYTHONDONTWRITEBYTECODE='1')
environment.setdefault('SINEW_PROGRAM', os.path.join(build, 'sinew'))
sys.exit(subprocess.run([sys.executable, '-m', 'pytest', '-q', '-p', 'no:cacheprovider', *sys.argv[3:]], env=environment, check=False).returncode)
