"""Models that several tests read. SOURCE and SINEW_PROGRAM are set by run.py."""
import json
import os
import subprocess
import warnings
from pathlib import Path

import pytest
import sinew

SOURCE = Path(os.environ['SOURCE'])


def load(name, **options):
    with warnings.catch_warnings():
        warnings.simplefilter('ignore', sinew.ModelWarning)
        return sinew.load(SOURCE / 'samples' / name, **options)


def run_program(*arguments):
    """Returns the JSON output of the program, which reads files by itself."""
    return json.loads(subprocess.run([os.environ['SINEW_PROGRAM'], *arguments, '--json'], capture_output=True, check=True).stdout)


@pytest.fixture
def samples():
    return SOURCE / 'samples'


@pytest.fixture(scope='session')
def walk():
    return load('walk.fbx')


@pytest.fixture(scope='session')
def character():
    return load('character.fbx')


@pytest.fixture(scope='session')
def face():
    return load('face.fbx')
