"""The shared library, its errors and warnings."""
from __future__ import annotations

import ctypes
import functools
import os
import sys
import threading
import warnings
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from . import _abi

FOLDER = Path(__file__).resolve().parent / 'lib'  #: contains libsinew.so, the worker, and the libraries of both

NONE = -1  #: SINEW_NONE: the rest pose, no parent, no curve, …


class Error(Exception):
    """A failure that sinew reports.

    Attributes
    ----------
    code : str
        Short name of the error, such as ``not-found`` or ``no-clip``: the ``code`` of the program's JSON errors. It never changes.
    message : str
        The problem, in one line.
    hint : str
        A suggested action, or ``''``.
    """

    def __init__(self, code: str, message: str, hint: str = '') -> None:
        super().__init__(code, message, hint)
        self.code, self.message, self.hint = code, message, hint

    def __str__(self) -> str:
        return f'{self.message} ({self.hint})' if self.hint else self.message


class MissingError(Error, LookupError):
    """A clip, joint, mesh, key or camera of that name does not exist."""


class ModelWarning(UserWarning):
    """Category of the warnings about files: things that an import, an edit or an export has dropped or approximated."""


def _open() -> ctypes.CDLL:
    path = FOLDER / 'libsinew.so'
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        raise ImportError(f'{error}. The package is incomplete: install the folder python of the sources with pip') from None
    for name, (result, parameters) in _abi.FUNCTIONS.items():
        function = getattr(library, name, None)  # libsinew_import and libsinew_render are other libraries
        if function is not None:
            function.restype, function.argtypes = result, parameters
    return library


lib: Any = _open()


def text(value: bytes | None) -> str:
    """Decodes a text of the library, which is valid UTF-8."""
    return (value or b'').decode('utf-8', 'replace')


def encode(value: str) -> bytes:
    """Encodes a name for the library, which cannot hold NUL."""
    if '\0' in value:
        raise ValueError('embedded null character')
    return value.encode('utf-8', 'surrogateescape')


def encode_path(path: str | os.PathLike[str]) -> bytes:
    encoded = os.fsencode(path)
    if b'\0' in encoded:
        raise ValueError('embedded null byte')
    return encoded


_MISSING = (_abi.SINEW_ERROR_NO_CLIP, _abi.SINEW_ERROR_MANY_CLIPS, _abi.SINEW_ERROR_NO_JOINT, _abi.SINEW_ERROR_NO_KEY,
            _abi.SINEW_ERROR_NO_MESH, _abi.SINEW_ERROR_NO_CAMERA)


def call(name: str, *arguments: Any) -> None:
    """Calls a function that returns a result and whose last parameter is the error; raises Error unless it succeeds."""
    error = _abi.sinew_error()
    result = getattr(lib, name)(*arguments, ctypes.byref(error))
    if result != _abi.SINEW_OK:
        kind = MissingError if result in _MISSING else Error
        raise kind(text(lib.sinew_result_code(result)), text(error.message) or text(lib.sinew_result_text(result)), text(error.hint))


def warn(message: str) -> None:
    """Warns at the line that called the package."""
    package = os.path.dirname(__file__)
    level, frame = 2, sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(package):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, ModelWarning, stacklevel=level)


def field_types(struct: Any) -> dict[str, Any]:
    """Returns the types of a struct's fields by name. The type of a callback is needed to make one."""
    return {field[0]: field[1] for field in struct._fields_}


@functools.cache
def dtype_of(struct: Any) -> np.dtype[Any]:
    """Returns the type of an array of structs. numpy takes a tenth of a millisecond to make one."""
    return np.dtype(struct)


class Notes:
    """Collects the lines of a callback `note` or `warn`, to warn when the call has returned: a filter may make a warning an exception."""

    def __init__(self, kind: Any) -> None:
        self.lines: list[str] = []
        self.callback = kind(lambda user, line: self.lines.append(text(line)))

    def give(self) -> None:
        for line in self.lines:
            warn(line)


class Handle:
    """A C model: destroyed when it is closed, or when nothing refers to it any more. Knows the calls and the arrays that use it."""

    _destroy = staticmethod(lib.sinew_model_destroy)  # modules are gone when the last models are destroyed at exit

    def __init__(self, pointer: int) -> None:
        self.pointer: int | None = pointer
        self.calls = 0
        self.views: weakref.WeakSet[Any] = weakref.WeakSet()  # arrays, and other C objects that use the model
        self.lock = threading.Lock()
        _handles.add(self)

    def __enter__(self) -> int:
        with self.lock:
            if self.pointer is None:
                raise ValueError('the model is closed')
            self.calls += 1
            return self.pointer

    def __exit__(self, *unused: object) -> None:
        with self.lock:
            self.calls -= 1

    @contextmanager
    def alone(self) -> Iterator[int]:
        """Keeps the calls of other threads out; raises BufferError if one is in progress."""
        with self.lock:
            if self.pointer is None:
                raise ValueError('the model is closed')
            if self.calls > 0:
                raise BufferError('a call of another thread uses the model')
            yield self.pointer

    def close(self) -> None:
        with self.lock:
            if self.calls > 0:
                raise BufferError('a call of another thread uses the model')
            if len(self.views) > 0:
                raise BufferError('arrays still use the memory of the model, or a blend space does: copy arrays, and delete the originals first')
            pointer, self.pointer = self.pointer, None
        if pointer is not None:
            self._destroy(pointer)

    def __del__(self) -> None:
        if self.pointer is not None:
            pointer, self.pointer = self.pointer, None
            self._destroy(pointer)


_handles: weakref.WeakSet[Handle] = weakref.WeakSet()


def _forget_threads() -> None:
    """After a fork, the calls of other threads never end in the child, nor do they release a lock."""
    for handle in _handles:
        handle.calls, handle.lock = 0, threading.Lock()


os.register_at_fork(after_in_child=_forget_threads)


class View:
    """Read-only bytes of a model as the base of an array: the array keeps the view, and the view keeps the model."""

    def __init__(self, handle: Handle, address: int, size: int) -> None:
        self.handle = handle
        self.__array_interface__ = {'version': 3, 'data': (address, True), 'typestr': '|u1', 'shape': (size,)}
        handle.views.add(self)
