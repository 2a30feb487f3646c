"""The programs in python/examples, as users run them."""
import re
import subprocess
import sys

import numpy as np
from conftest import SOURCE

EXAMPLES = SOURCE / 'python' / 'examples'


def run(name, *arguments, code=0):
    done = subprocess.run([sys.executable, str(EXAMPLES / name), *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    return done.stdout


def test_folder_to_npz(tmp_path, samples):
    folder = tmp_path / 'clips'
    folder.mkdir()
    for name in ('walk.fbx', 'character.fbx', 'face.fbx'):
        (folder / name).write_bytes((samples / name).read_bytes())
    assert '4 clips' in run('folder_to_npz.py', folder, tmp_path / 'all.npz', 15)
    data = np.load(tmp_path / 'all.npz')
    frames = int(data['starts'][-1])
    assert data['positions'].shape == (frames, len(data['joints']), 3) and data['planted'].shape == (frames, 2)
    assert list(data['names'])[-1] == 'walk.fbx:Armature|walk' and set(data['splits']) <= {'train', 'val', 'test'}
    heights = data['positions'][..., 1]
    assert 0.5 < heights.max() - heights.min() < 2  # metres of a fox: `sinew info` says 0.80 for the body
    assert 0.2 < data['planted'].mean() < 1


def test_plot_curve(tmp_path, samples):
    run('plot_curve.py', samples / 'walk.fbx', 'walk', 'hand.L', tmp_path / 'hand.svg')
    picture = (tmp_path / 'hand.svg').read_text()
    assert picture.count('<path') == 3 and len(re.findall('[CLHV] ', picture)) >= 3 and 'keys' in picture


def test_nearest_clips(samples):
    lines = run('nearest_clips.py', f'{samples / "walk.fbx"}:walk', samples / 'character.fbx', samples / 'walk.fbx').splitlines()
    # The walk of the character has the motion of walk.fbx; both come from one script.
    assert [line.split(':')[-1] for line in lines[:2]] == ['Armature|walk'] * 2 and lines[0].startswith('0.000')


def test_check_before_export(samples):
    # make_character.py keys the scale of the belly, which breathes; the face has morphs only.
    assert run('check_before_export.py', samples / 'walk.fbx', code=1) == f'{samples / "walk.fbx"}: Armature|walk: keys of the scale of belly\n'
    assert run('check_before_export.py', samples / 'face.fbx') == ''
