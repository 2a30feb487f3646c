"""Errors and warnings; files that are damaged or hostile."""
import os
import time
import warnings

import pytest
import sinew
from conftest import SOURCE

HOSTILE = SOURCE.parent / 'shared' / 'corpus' / 'hostile'


def test_files_that_are_not_models(tmp_path):
    (tmp_path / 'empty.fbx').write_bytes(b'')
    (tmp_path / 'words.fbx').write_text('what a day')
    for name, code in (('nothing.fbx', 'not-found'), ('empty.fbx', 'empty'), ('words.fbx', 'not-a-model'), ('.', 'not-a-file')):
        with pytest.raises(sinew.Error) as caught:
            sinew.load(tmp_path / name)
        assert caught.value.code == code and str(tmp_path) in caught.value.message
    with pytest.raises(sinew.Error):
        sinew.load(b'what a day')
    with pytest.raises(ValueError, match='null'):
        sinew.load('a\0b.fbx')
    with pytest.raises(TypeError):
        sinew.load(3)


def test_bytes(samples):
    model = sinew.load((samples / 'run.glb').read_bytes(), name='run.glb')
    assert model.path is None and len(model.clips) == 1


def test_limits(samples):
    with pytest.raises(sinew.Error) as caught:
        sinew.load(samples / 'character.fbx', memory_limit=1 << 20)
    assert caught.value.code == 'memory-limit'
    for options in ({'sandbox': 'none'}, {'up': 'X'}):
        with pytest.raises(ValueError):
            sinew.load(samples / 'walk.fbx', **options)


def test_a_load_is_cancelled(samples):
    with pytest.raises(sinew.Error) as caught:
        sinew.load(samples / 'character.fbx', progress=lambda seconds: True)
    assert caught.value.code == 'cancelled'

    def interrupt(seconds):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sinew.load(samples / 'character.fbx', progress=interrupt)


def test_warnings_are_those_of_the_file(tmp_path, samples):
    (tmp_path / 'run.glb').write_bytes((samples / 'run.glb').read_bytes())
    (tmp_path / 'run.events.json').write_text('{"events": [{"clip": "nowhere", "track": "step", "time": 0}]}')
    with pytest.warns(sinew.ModelWarning, match='^[WI][0-9]+: ') as caught:
        model = sinew.load(tmp_path / 'run.glb')
    assert caught[0].filename == __file__
    assert [f'{warning.code}: {warning.text}' for warning in model.warnings if warning.severity != 'info'] == [str(w.message) for w in caught]
    with warnings.catch_warnings():
        warnings.simplefilter('error')
        with pytest.raises(sinew.ModelWarning):
            sinew.load(tmp_path / 'run.glb')


def test_cache(tmp_path, samples):
    for _ in range(2):
        assert len(sinew.load(samples / 'run.glb', cache=tmp_path).clips) == 1
    assert any(tmp_path.iterdir())


@pytest.mark.skipif(not HOSTILE.is_dir(), reason='the corpus of hostile files is not here')
def test_hostile_files(tmp_path):
    deadline = time.monotonic() + 3
    tried = 0
    for name in sorted(os.listdir(HOSTILE)):
        if time.monotonic() > deadline:
            break
        tried += 1
        with warnings.catch_warnings():
            warnings.simplefilter('ignore')
            try:
                model = sinew.load(HOSTILE / name, timeout=2)
            except sinew.Error as error:
                assert error.code and error.message
                continue
            for clip in model.clips[:2]:
                pose = clip.sample([0, clip.duration], dtype='float32')
                for mesh in model.meshes[:2]:
                    mesh.skin(pose)
                list(clip.curves.values()), clip.key_times(), clip.tracks, clip.events
    assert tried > 0


def test_damaged_bytes(samples):
    """Every kilobyte of a file inverted in turn: an error, or a model that can be used."""
    data = bytearray((samples / 'run.glb').read_bytes())
    for at in range(0, len(data), 1024):
        damaged = data[:at] + bytes(255 - byte for byte in data[at:at + 16]) + data[at + 16:]
        with warnings.catch_warnings():
            warnings.simplefilter('ignore')
            try:
                model = sinew.load(bytes(damaged), name='run.glb')
            except sinew.Error as error:
                assert error.code
            else:
                for clip in model.clips:
                    clip.sample([0.0, 0.5]), clip.tracks
