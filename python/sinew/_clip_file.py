"""Clips as files of their own, and the clips that they become when a model binds them."""
from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from . import _abi
from ._clip import Clip, Curves, Event, Track
from ._library import Error, call, lib, text
from ._pose import Pose

if TYPE_CHECKING:
    from ._model import Model


class ClipFile:
    """A baked clip in a file of its own: written by ``Clip.to_bytes`` or ``sinew bake --clips-only``, played after ``Model.bind``.

    Parameters
    ----------
    source : path or bytes
        The file, or its contents, which are copied.

    Attributes
    ----------
    name : str
    duration : float
        Seconds.
    joint_count, morph_count, event_count : int
        Of the skeleton that it was baked for.
    has_motion : bool
        Whether it has root motion.
    size : int
        Bytes of memory.
    error : float
        Of baking, as a fraction of ``Model.size``.
    """

    _destroy = staticmethod(lib.sinew_clip_file_destroy)

    def __init__(self, source: str | os.PathLike[str] | bytes) -> None:
        self._pointer: int | None = None
        if isinstance(source, (bytes, bytearray, memoryview)):
            data, path = bytes(source), ''
        else:
            path = os.fsdecode(source)
            with open(source, 'rb') as file:
                data = file.read()
        out = ctypes.c_void_p()
        try:
            call('sinew_clip_open', ctypes.create_string_buffer(data, len(data) + 1), len(data), ctypes.byref(out))
        except Error as error:
            if path:
                error.message = f'{path}: {error.message}'
            raise
        self._pointer = out.value
        info = lib.sinew_clip_describe(out)
        self.name, self.duration = text(info.name), float(info.duration)
        self.joint_count, self.morph_count, self.event_count = int(info.joint_count), int(info.morph_count), int(info.event_count)
        self.has_motion, self.size, self.error = bool(info.has_motion), int(info.byte_count), float(info.error)

    def __del__(self) -> None:
        if self._pointer is not None:  # the clips that are bound keep the memory
            self._destroy(self._pointer)

    def __reduce__(self) -> NoReturn:
        raise TypeError('a ClipFile cannot be pickled: pickle the path of its file')

    def __repr__(self) -> str:
        return f'<sinew.ClipFile {self.name!r}: {self.duration:.3g} s, {self.joint_count} joints>'


class BoundClip(Clip):
    """A clip of a file of its own that plays on a model: see ``Model.bind``.

    It takes part in everything that needs poses: sampling, mixing, blend spaces, contacts, root motion. It has no curves, keys by joint or layers.
    ``with model.bind(file) as clip:`` unbinds it at the end of the block.
    """

    def __init__(self, model: Model, slot: int, file: ClipFile, is_laid_out: bool) -> None:
        super().__init__(model, slot)
        self._file = file
        #: Whether the keys had to be laid out for another order of joints.
        self.is_laid_out = is_laid_out

    @property
    def name(self) -> str:
        return self._file.name

    @property
    def _row(self) -> Any:
        raise Error('no-curves', f'the clip {self.name!r} is from a file of its own, which has no curves')

    @property
    def start(self) -> float:
        with self.model._handle as pointer:
            return float(lib.sinew_model_clip_start(pointer, self.index))

    @property
    def duration(self) -> float:
        return self._file.duration

    @property
    def last_key(self) -> float:
        return float(self.key_times().max(initial=0))

    @property
    def is_default(self) -> bool:
        return False

    @property
    def layers(self) -> list[str]:
        return []

    @property
    def curves(self) -> Curves:
        return self._row  # type: ignore[no-any-return]

    @property
    def tracks(self) -> list[Track]:
        return []

    @property
    def events(self) -> list[Event]:
        with self.model._handle as pointer:
            def word(ref: int) -> str:
                return text(lib.sinew_clip_text(pointer, self.index, ref))

            rows = [lib.sinew_clip_event(pointer, self.index, i) for i in range(self._file.event_count)]
            events = [_abi.sinew_event.from_address(row) for row in rows if row]
            return [Event(word(event.track), word(event.text), float(event.time), float(event.value)) for event in events]

    def sample(self, times: ArrayLike | None = None, *, engine: str | None = None, dtype: DTypeLike = np.float64,
               arrays: Sequence[str] = ('world', 'morphs'), threads: int | None = None) -> Pose:
        """Samples the clip as `Clip.sample` does, by default with the engine ``fast``: the clip is baked and has no curves."""
        return super().sample(times, engine=engine or 'fast', dtype=dtype, arrays=arrays, threads=threads)

    def unbind(self) -> None:
        """Frees the slot. Raises Error ``unsupported`` while a blend space has the clip, and BufferError while a call of another thread runs."""
        with self.model._handle.alone() as pointer:
            call('sinew_clip_unbind', pointer, self.index)

    def __enter__(self) -> BoundClip:
        return self

    def __exit__(self, *unused: object) -> None:
        self.unbind()


def bind(model: Model, file: ClipFile) -> BoundClip:
    slot, binding = ctypes.c_int32(), ctypes.c_int()
    with model._handle as pointer:
        call('sinew_clip_bind', pointer, file._pointer, ctypes.byref(slot), ctypes.byref(binding))
    return BoundClip(model, slot.value, file, binding.value == _abi.SINEW_CLIP_LAID_OUT)


def create_with_clip_files(model: Model, files: Sequence[ClipFile]) -> Model:
    pointers = (ctypes.c_void_p * max(len(files), 1))(*(file._pointer for file in files))
    out = ctypes.c_void_p()
    with model._handle as pointer:
        call('sinew_model_create_with_clip_files', pointer, pointers, len(files), ctypes.byref(out))
    assert out.value
    return model._adopt(out.value)


def clip_bytes(clip: Clip, motion: bool) -> bytes:
    tables, model = ctypes.c_void_p(), clip.model
    with model._handle as pointer:
        try:
            if motion:
                call('sinew_root_motion_tables_create', pointer, None, ctypes.byref(tables))
            return model._take_bytes('sinew_clip_save', clip.index, tables)
        finally:
            lib.sinew_root_motion_tables_destroy(tables)
