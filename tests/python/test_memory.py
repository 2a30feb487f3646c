"""Arrays that are views keep the model; a model with views is not closed."""
import copy
import gc
import os
import pickle

import numpy as np
import pytest
import sinew
from conftest import load
from sinew._pose import allocate


def views(model):
    yield model.meshes[0].positions
    yield model.meshes[0].triangles[::2]
    yield model.clips[0].curves['hand.L'].rotation.x.values


def test_a_view_keeps_the_model():
    model = load('walk.fbx')
    expected = model.meshes[0].positions.copy()
    array = model.meshes[0].positions[10:]
    del model
    gc.collect()
    np.testing.assert_array_equal(array, expected[10:])
    with pytest.raises(ValueError, match='read-only'):
        array[0] = 0


@pytest.mark.parametrize('number', range(3))
def test_a_model_with_views_is_not_closed(number):
    model = load('walk.fbx')
    array = list(views(model))[number]
    with pytest.raises(BufferError, match='arrays still use'):
        model.close()
    assert np.isfinite(array).all()
    del array
    model.close()
    model.close()
    for use in (lambda: model.clips[0].sample([0]), lambda: model.meshes[0].positions, lambda: model.joints['hips'], model.tree, model.to_bytes,
                lambda: model.__enter__(), lambda: model.edit.reverse(), lambda: model.clips[0].contacts()):
        with pytest.raises(ValueError, match='closed'):
            use()


def test_copies_remain_after_closing():
    with load('walk.fbx') as model:
        pose = model.clips[0].sample([0, 1])
        vertices = model.meshes[0].skin(pose)
    assert np.isfinite(pose.world).all() and np.isfinite(pose.positions).all() and np.isfinite(vertices).all()
    pose.world[0] = 0  # it is the caller's
    with pytest.raises(ValueError, match='closed'):
        pose.rotations
    assert model.joints.names and model.warnings is not None


def test_an_error_of_the_block_is_reported_and_not_that_of_closing():
    with pytest.raises(ZeroDivisionError):
        with load('walk.fbx') as model:
            array = model.meshes[0].positions
            1 / 0
    assert np.isfinite(array).all()
    with pytest.raises(BufferError):
        with load('walk.fbx') as model:
            array = model.meshes[0].positions


@pytest.mark.skipif('asan' in os.environ.get('LD_PRELOAD', ''), reason='the sanitizer keeps memory that was freed')
def test_models_are_freed(walk):
    def resident():
        with open('/proc/self/status') as status:
            return next(int(line.split()[1]) for line in status if line.startswith('VmRSS:')) << 10

    size = len(walk.to_bytes())
    before = 0
    for i in range(60):
        walk.edit.reverse()
        if i == 20:
            before = resident()
    assert resident() - before < 10 * size, f'40 models of more than {size} bytes each remain'


def test_sizes_that_would_end_the_process_are_refused(walk):
    slow = walk.edit.speed(0.001).clips[0]  # 1000 s
    with pytest.raises(sinew.Error) as caught:
        slow.times(1e5)
    assert caught.value.code == 'limit' and len(slow.times()) == 30_001
    with pytest.raises(MemoryError, match='sample fewer times'):
        allocate((10 ** 10, 56, 4, 4), np.dtype(np.float64))


def test_models_share_memory_in_other_units():
    model = load('walk.fbx')
    other = model.to(unit='m')
    del model
    gc.collect()
    assert np.isfinite(other.clips[0].sample([0]).world).all()


def test_pickling_is_refused(walk):
    clip = walk.clips[0]
    for thing in (walk, clip, walk.joints[0], walk.meshes[0], clip.sample([0])):
        with pytest.raises(TypeError, match='cannot be pickled: pickle'):
            pickle.dumps(thing)
        with pytest.raises(TypeError, match='cannot be pickled'):
            copy.deepcopy(thing)


def test_errors_can_be_pickled():
    error = pickle.loads(pickle.dumps(sinew.Error('no-clip', 'no such clip', 'there is walk')))
    assert (error.code, error.message, error.hint, str(error)) == ('no-clip', 'no such clip', 'there is walk', 'no such clip (there is walk)')
