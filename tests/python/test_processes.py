"""Threads, forks and new processes."""
import multiprocessing
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from conftest import SOURCE, load


def sample_file(name):
    import sinew
    model = sinew.load(SOURCE / 'samples' / name)
    return model.clips[0].sample([0.25], threads=2).positions


def sample_inherited(model):
    return model.clips[0].sample(np.linspace(0, 1, 50), threads=2).positions[-1]


def test_threads_load_and_sample(walk):
    expected = walk.clips[0].sample([0.25]).positions
    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(sample_file, ['walk.fbx'] * 6):
            np.testing.assert_array_equal(found, expected)
        for found in pool.map(lambda _: walk.clips[0].sample([0.25]).positions, range(20)):
            np.testing.assert_array_equal(found, expected)


def test_a_model_is_not_closed_while_a_thread_samples():
    model = load('walk.fbx')
    thread = threading.Thread(target=lambda: model.clips[0].sample(np.zeros(20_000), arrays=['positions'], threads=1))
    thread.start()
    while model._handle.calls == 0 and thread.is_alive():
        time.sleep(0)
    assert thread.is_alive()
    with pytest.raises(BufferError, match='a call of another thread'):
        model.close()
    thread.join()
    model.close()


@pytest.mark.parametrize('method', ['fork', 'spawn'])
def test_other_processes_load(walk, method):
    with multiprocessing.get_context(method).Pool(2) as pool:
        for found in pool.map(sample_file, ['walk.fbx'] * 2):
            np.testing.assert_array_equal(found, walk.clips[0].sample([0.25]).positions)


def test_a_fork_uses_the_models_of_its_parent(walk):
    context = multiprocessing.get_context('fork')
    queue = context.Queue()
    child = context.Process(target=lambda: queue.put(sample_inherited(walk)))
    child.start()
    found = queue.get(timeout=30)
    child.join()
    assert child.exitcode == 0
    np.testing.assert_array_equal(found, sample_inherited(walk))


def test_a_fork_forgets_the_calls_of_other_threads():
    model = load('walk.fbx')
    thread = threading.Thread(target=lambda: model.clips[0].sample(np.zeros(20_000), arrays=['positions'], threads=1))
    thread.start()
    while model._handle.calls == 0 and thread.is_alive():
        time.sleep(0)
    assert thread.is_alive()
    child = multiprocessing.get_context('fork').Process(target=model.close)
    child.start()
    child.join(30)
    thread.join()
    assert child.exitcode == 0
