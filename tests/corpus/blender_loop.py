"""blender_loop.py SINEW MOST COMMAND FILE_OR_FOLDER…: what an animator's loop through sinew changes in Blender, headless.

Each binary FBX of version 7.1 or later is imported by Blender, written by sinew, and imported by Blender again. Names of objects, bones, actions, images
and materials, key counts, rest, poses at five frames and silhouettes must agree. At most MOST files may differ. COMMAND is a command of sinew with its
options: `export`; key counts of `--curves portable` are not compared, which has a key per frame. Exit code 77 and one line if Blender is not
installed.
"""
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

program, most, command, *folders = sys.argv[1:]
here = Path(__file__).resolve().parent
blender = shutil.which('blender')
if not blender:
    print('skipped: blender is not installed')
    sys.exit(77)
# Blender takes the Python library of the first python3 on PATH.
environment = {**os.environ, 'PATH': f'{os.path.dirname(blender)}:{os.environ["PATH"]}', 'PYTHONDONTWRITEBYTECODE': '1'}
folders = [Path(folder) for folder in folders]
if not all(folder.exists() for folder in folders):
    print(f'skipped: {next(folder for folder in folders if not folder.exists())} does not exist')
    sys.exit(77)


def is_read_by_blender(path):
    with open(path, 'rb') as file:
        head = file.read(27)
    return head.startswith(b'Kaydara FBX Binary  ') and len(head) == 27 and struct.unpack_from('<I', head, 23)[0] >= 7100


sources = sorted(path for folder in folders for path in ([folder] if folder.is_file() else folder.rglob('*.fbx')) if is_read_by_blender(path))
with tempfile.TemporaryDirectory(prefix='sinew-blender-') as folder:
    pairs, differing = [], 0
    for i, source in enumerate(sources):
        # Beside the source, so that links to images stay: a folder with the source's side files.
        place = Path(folder) / str(i)
        place.mkdir()
        for item in source.parent.iterdir():
            if item.name != source.name and (item.is_dir() or item.suffix != '.fbx'):
                (place / item.name).symlink_to(item.resolve())
        shutil.copyfile(source, place / source.name)
        export = place / 'exported.fbx'
        done = subprocess.run([program, *command.split(), place / source.name, '--no-cache', '-o', export], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            pairs.append((source, place / source.name, export))
        else:
            print(f'{source}: not exported: {done.stderr.strip()}')
    listing, out = Path(folder) / 'pairs.json', Path(folder) / 'differences'
    rows, begin = {}, 0
    while begin < len(pairs):  # Blender may crash in a file: the next process continues behind it
        listing.write_text(json.dumps([[str(source), str(export)] for _, source, export in pairs[begin:]]))
        out.write_text('')
        done = subprocess.run([blender, '-b', '--factory-startup', '--python-exit-code', '1', '--python', here / 'compare_in_blender.py', '--', listing, out],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment, check=False)
        if done.returncode == 77:
            print('skipped: the Python of blender lacks numpy')
            sys.exit(77)
        found = [json.loads(line) for line in out.read_text().splitlines()]
        rows.update({begin + index: (reason, differences) for index, reason, differences in found})
        begin += len(found)
        if begin < len(pairs):
            rows[begin] = ('Blender crashed', [])
            begin += 1
    refused = 0
    for i, (source, *_) in enumerate(pairs):
        reason, differences = rows[i]
        if 'portable' in command:
            differences = [line for line in differences if not line.startswith('key counts:')]
        if reason:
            refused += 1
            print(f'{source}: not compared: {reason}')
        elif differences:
            differing += 1
            print(f'{source}:')
            for line in differences[:12]:
                print(f'    {line}')
print(f'{len(pairs)} files, {refused} not compared, {differing} differ')
if len(pairs) == refused:
    print('no file was compared')
    sys.exit(1)
if differing > int(most):
    print(f'more than {most} files differ')
sys.exit(differing > int(most))
