"""The Python of README.md and docs/22-python.md works."""
import inspect
import re
import shutil
import warnings

import pytest
import sinew
from conftest import SOURCE


def blocks(path):
    return re.findall(r'^```python\n(.*?)^```', (SOURCE / path).read_text(encoding='utf-8'), re.MULTILINE | re.DOTALL)


def test_page(tmp_path, monkeypatch):
    (tmp_path / 'samples').symlink_to(SOURCE / 'samples')
    monkeypatch.chdir(tmp_path)
    names = {}
    for block in blocks('docs/22-python.md'):
        exec(compile(block, 'docs/22-python.md', 'exec'), names)
    assert names['vertices'].shape[::2] == (30, 3) and names['image'].startswith(b'\x89PNG')
    assert (tmp_path / 'edited.glb').stat().st_size > 0 and names['edited'].clips.names == ['short', 'Armature|wave']
    assert names['report']['files'][0]['verdict'] == 'warnings'


@pytest.mark.parametrize('page', ['README.md', 'python/README.md'])
def test_three_lines(page, tmp_path, monkeypatch):
    shutil.copyfile(SOURCE / 'samples' / 'walk.fbx', tmp_path / 'walk.fbx')
    monkeypatch.chdir(tmp_path)
    names = {}
    (block,) = blocks(page)
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        exec(compile(block, page, 'exec'), names)
    assert names['vertices'].shape[::2] == (30, 3)


def test_what_the_package_shows_is_documented():
    page = (SOURCE / 'docs' / '22-python.md').read_text(encoding='utf-8')
    for name in sinew.__all__:
        thing = getattr(sinew, name)
        assert thing.__doc__, f'{name} has no docstring'
        for member, value in vars(thing).items() if isinstance(thing, type) else ():
            if not member.startswith('_') and (callable(value) or isinstance(value, property)):
                assert inspect.getdoc(getattr(thing, member)), f'{name}.{member} has no docstring'
    for method in (name for name in vars(sinew.Edit) if not name.startswith('_')):
        assert f'`{method}`' in page, f'docs/22-python.md does not name the edit {method}'
    for attribute in (name for name, value in vars(sinew.Pose).items() if isinstance(value, property)):
        assert f'`{attribute}`' in page and attribute in sinew.Pose.__doc__
