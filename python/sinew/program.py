"""Commands of the program ``sinew``, by its JSON output: check, info, diff, library, render, page.

The program is the file that the environment variable ``SINEW_PROGRAM`` names, or ``sinew`` on ``PATH``. Without it every function raises
`ProgramMissing`.
"""
from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from ._library import Error
from ._model import Image, Model, Page

__all__ = ['ProgramMissing', 'check', 'diff', 'find', 'info', 'library', 'page', 'render', 'run']


class ProgramMissing(Error):
    """The program is not installed."""


def find() -> str:
    """Returns the path of the program.

    Raises
    ------
    ProgramMissing
        The program is not installed; the message says how to install it.
    """
    chosen = os.environ.get('SINEW_PROGRAM')
    found = shutil.which(chosen or 'sinew')
    if found is None:
        where = f'SINEW_PROGRAM is {chosen!r}, which is not a program' if chosen else 'the program sinew is not on PATH'
        raise ProgramMissing('no-program', where, 'run ./dev install in the sources of sinew, or set SINEW_PROGRAM to build/sinew')
    return found


def run(*arguments: str, expected: tuple[int, ...] = (0,)) -> bytes:
    """Runs the program and returns its standard output.

    Parameters
    ----------
    *arguments : str
        Such as ``'info', 'walk.fbx', '--json'``.
    expected : tuple of int
        Exit codes that are not errors.

    Raises
    ------
    Error
        With the first line that the program wrote to its standard error.
    """
    done = subprocess.run([find(), *arguments], capture_output=True, stdin=subprocess.DEVNULL, check=False)
    if done.returncode not in expected:
        _fail(done)
    return done.stdout


def _fail(done: subprocess.CompletedProcess[bytes]) -> NoReturn:
    """Raises the error that the program reported: as JSON, if that was its format, else as text."""
    lines = done.stderr.decode('utf-8', 'replace').strip().splitlines() or [f'the program ended with exit code {done.returncode}']
    with contextlib.suppress(ValueError, KeyError, TypeError):
        error = json.loads(lines[-1])
        where = f'{error["file"]}: ' if error.get('file') else ''
        raise Error(error['code'], where + error['message'], error.get('hint') or '')
    raise Error('program', lines[0].removeprefix('sinew: '), '\n'.join(lines[1:]))


def _json(*arguments: str, expected: tuple[int, ...] = (0,)) -> Any:
    return json.loads(run(*arguments, '--json', expected=expected))


@contextlib.contextmanager
def _file(source: Model | str | os.PathLike[str]) -> Iterator[str]:
    """The path of a model: of its file, or of a temporary one for a model that was edited."""
    if not isinstance(source, Model):
        yield _argument(os.fsdecode(source))
    elif source.path is not None:
        yield _argument(source.path)
    else:
        with tempfile.TemporaryDirectory(prefix='sinew-') as folder:
            path = Path(folder) / 'model.sinew'
            path.write_bytes(source.to_bytes())
            yield str(path)


def _argument(path: str) -> str:
    return './' + path if path.startswith('-') else path


def check(source: Model | str | os.PathLike[str], *options: str) -> Any:
    """Checks a file: loops that jump, feet that slide, weights that are wrong.

    Returns the JSON output of ``sinew check`` as dicts and lists; ``files[0]['findings']`` are the findings. Takes the options of the command.
    """
    with _file(source) as path:
        return _json('check', path, *options, expected=(0, 1))


def info(source: Model | str | os.PathLike[str], *options: str) -> Any:
    """Measures a file: speed, loop, root motion and contacts of each clip. Returns the JSON output of ``sinew info``."""
    with _file(source) as path:
        return _json('info', path, *options)


def diff(first: Model | str | os.PathLike[str], second: Model | str | os.PathLike[str], *options: str) -> Any:
    """Compares two files or models. Returns the JSON output of ``sinew diff``."""
    with _file(first) as one, _file(second) as other:
        return _json('diff', one, other, *options, expected=(0, 1))


def library(command: str, *arguments: str) -> Any:
    """Runs ``sinew library COMMAND …``, such as ``library('find', 'walk', …)``. Returns its JSON output."""
    return _json('library', command, *arguments, expected=(0, 1))


def render(source: Model | str | os.PathLike[str], *options: str, clip: str | None = None, at: str | float | None = None,
           width: int | None = None, height: int | None = None) -> Image:
    """Draws an image.

    Parameters
    ----------
    source : Model or path
    *options : str
        Options of ``sinew render``, such as ``'--view', 'front'``.
    clip : str, optional
    at : str or float, optional
        A time of the command line, or seconds.
    width, height : int, optional
        Pixels.

    Returns
    -------
    Image
        The bytes of a PNG, which notebooks show.
    """
    arguments = list(options)
    if clip is not None:
        arguments += ['--clip', clip]
    if at is not None:
        arguments += ['--at', at if isinstance(at, str) else f'{at!r}s']
    if width is not None or height is not None:
        arguments += ['--size', f'{width or 640}x{height or 480}']
    with _file(source) as path, tempfile.TemporaryDirectory(prefix='sinew-') as folder:
        image = Path(folder) / 'image.png'
        run('render', path, *arguments, '-o', str(image))
        return Image(image.read_bytes())


def page(source: Model | str | os.PathLike[str], *options: str) -> Page:
    """Makes a page that plays the model in a browser. Returns its HTML; notebooks show it after ``Page.show()``."""
    with _file(source) as path, tempfile.TemporaryDirectory(prefix='sinew-') as folder:
        html = Path(folder) / 'page.html'
        run('page', path, *options, '-o', str(html))
        return Page(html.read_text(encoding='utf-8'))
