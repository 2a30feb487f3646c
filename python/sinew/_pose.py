"""Poses at many times, as arrays."""
from __future__ import annotations

import ctypes
import math
import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from . import _abi
from ._library import NONE, call

if TYPE_CHECKING:
    from ._model import Model

ENGINES = {'exact': _abi.SINEW_ENGINE_EXACT, 'fast': _abi.SINEW_ENGINE_FAST, 'reference': _abi.SINEW_ENGINE_REFERENCE}
_JOINTS_PER_THREAD = 100_000  # joints times frames that take some milliseconds; less is not worth a thread


def split_frames(frames: int, joints: int, threads: int | None, fill: Callable[[int, int], None]) -> None:
    """Calls fill(first, end) for ranges of the frames, each in its own thread if there are several."""
    if threads is None:
        threads = min(len(os.sched_getaffinity(0)), frames * joints // _JOINTS_PER_THREAD)
    elif threads < 1:
        raise ValueError('threads must be at least 1')
    threads = min(threads, frames)
    if threads <= 1:
        fill(0, frames)
        return
    ends = [frames * i // threads for i in range(threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(fill, ends[:-1], ends[1:]))


def address(array: NDArray[Any], frame: int = 0) -> int:
    """Returns the address of a frame of an array that is one block."""
    return int(array.ctypes.data) + frame * (array.strides[0] if array.ndim else 0)


def allocate(shape: tuple[int, ...], dtype: np.dtype[Any]) -> NDArray[Any]:
    """Returns an array whose contents are unspecified. Linux would end a process that fills more memory than there is."""
    size = math.prod(shape) * dtype.itemsize
    if size > os.sysconf('SC_PHYS_PAGES') * os.sysconf('SC_PAGE_SIZE'):
        raise MemoryError(f'an array of the shape {shape} would have {size} bytes: sample fewer times at once')
    return np.empty(shape, dtype)


class Space:
    """A change of unit and axes: p → scale · rotation · p."""

    def __init__(self, scale: float, rotation: NDArray[np.float64]) -> None:
        self.scale, self.rotation = scale, rotation

    def world(self, matrices: NDArray[Any]) -> None:
        matrices[..., :3, :] = self.rotation @ matrices[..., :3, :]
        matrices[..., :3, 3] *= self.scale

    def points(self, points: NDArray[Any]) -> None:
        points[...] = points @ (self.rotation.T * self.scale)

    def directions(self, directions: NDArray[Any]) -> None:
        directions[...] = directions @ self.rotation.T

    def quaternion(self) -> NDArray[np.float64]:
        """Returns the rotation as w x y z."""
        r = self.rotation
        # The largest component first, from the diagonal: Shepperd, "Quaternion from rotation matrix", 1978.
        squares = np.array([1 + r[0, 0] + r[1, 1] + r[2, 2], 1 + r[0, 0] - r[1, 1] - r[2, 2], 1 - r[0, 0] + r[1, 1] - r[2, 2],
                            1 - r[0, 0] - r[1, 1] + r[2, 2]])
        k = int(np.argmax(squares))
        rows = np.array([[squares[0], r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]],
                         [r[2, 1] - r[1, 2], squares[1], r[1, 0] + r[0, 1], r[0, 2] + r[2, 0]],
                         [r[0, 2] - r[2, 0], r[1, 0] + r[0, 1], squares[2], r[2, 1] + r[1, 2]],
                         [r[1, 0] - r[0, 1], r[0, 2] + r[2, 0], r[2, 1] + r[1, 2], squares[3]]])
        return np.asarray(rows[k] / np.linalg.norm(rows[k]), dtype=np.float64)

    def rotations(self, rotations: NDArray[Any]) -> None:
        rotations[...] = multiply_quaternions(self.quaternion(), rotations)

    def locals(self, values: NDArray[Any], roots: NDArray[np.bool_], inverse: bool = False) -> None:
        """Converts locals, [..., joint, 10]: lengths of all, and the rotation of joints without a parent."""
        rotation, turn, scale = self.rotation, self.quaternion(), self.scale
        if inverse:
            rotation, turn, scale = rotation.T, turn * (1, -1, -1, -1), 1 / scale
        values[..., :3] *= scale
        values[..., roots, :3] = values[..., roots, :3] @ rotation.T
        values[..., roots, 3:7] = multiply_quaternions(turn, values[..., roots, 3:7])


def multiply_quaternions(a: NDArray[Any], b: NDArray[Any]) -> NDArray[Any]:
    """Returns a · b, which applies b first; w x y z."""
    aw, ax, ay, az = np.moveaxis(a, -1, 0)
    bw, bx, by, bz = np.moveaxis(b, -1, 0)
    return np.stack([aw * bw - ax * bx - ay * by - az * bz, aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
                     aw * bz + ax * by - ay * bx + az * bw], axis=-1)


class Pose:
    """The poses of a model at T times, as arrays.

    An attribute is computed when it is first read, and then kept: the arrays are copies that may be changed, and they remain when the model
    is closed. One that was not computed before needs the open model. Spaces are right-handed; lengths and axes are the file's (``model.unit``,
    ``model.up``, ``model.front``), or as chosen by ``Model.to``. Matrices transform column vectors: ``world[t, j] @ [x, y, z, 1]`` maps a point of
    joint j to model space, and ``world[t, j, :3, 3]`` is its position. Quaternions are w, x, y, z and of unit length; q and −q are the same
    rotation. Joints are in the order of ``model.joints``, parents before children.

    Attributes
    ----------
    times : ndarray, shape (T,)
        Seconds from the clip's start.
    world : ndarray, shape (T, J, 4, 4)
        Joint to model space; the last row is 0 0 0 1.
    positions : ndarray, shape (T, J, 3)
        Positions of the joints in model space: a view of ``world`` if that was computed before.
    rotations : ndarray, shape (T, J, 4)
        Rotations of the joints in model space, w x y z, without scale and shear.
    local_positions, local_rotations, local_scales : ndarray, shapes (T, J, 3), (T, J, 4) and (T, J, 3)
        Translation, rotation (w x y z) and scale relative to the parent joint: T · R · S.
    morphs : ndarray, shape (T, M)
        Morph weights in the order of ``model.morphs``; 1 is the full shape.
    palettes : ndarray of float32, shape (T, S, 3, 4)
        Skinning matrices in the order of the library's skin joints, in the file's own units and axes.
    goal_errors : ndarray, shape (T, G)
        Of ``Model.mix`` with goals: the distance from each target that remains at weight 1, in the unit of the model, or the angle of an Aim
        in degrees; inf and 180 if the target cannot be computed. G is 0 for other poses.
    """

    def __init__(self, model: Model, times: NDArray[np.float64], dtype: DTypeLike, threads: int | None,
                 clip: int = NONE, engine: str = 'exact', locals: NDArray[np.float64] | None = None,
                 morphs: NDArray[np.float32] | None = None) -> None:
        self._model, self._clip, self._engine, self._threads = model, clip, engine, threads
        self._locals_in, self._morphs_in = locals, morphs
        self.times = times
        self.goal_errors: NDArray[np.float64] = np.empty((len(times), 0))
        self.dtype: np.dtype[Any] = np.dtype(dtype)
        self._arrays: dict[str, NDArray[Any]] = {}
        if self.dtype not in (np.dtype(np.float64), np.dtype(np.float32)):
            raise ValueError(f'dtype must be float64 or float32, not {self.dtype}')

    def __len__(self) -> int:
        return len(self.times)

    def __repr__(self) -> str:
        return f'<sinew.Pose: {len(self.times)} times, {len(self._model._parents)} joints>'

    def __reduce__(self) -> NoReturn:
        raise TypeError('a Pose cannot be pickled: pickle its arrays, such as pose.world')

    def compute(self, names: Iterable[str]) -> Pose:
        """Computes several of the arrays in one pass over the times.

        Parameters
        ----------
        names : iterable of str
            Names of attributes: ``world``, ``positions``, ``rotations``, ``local_positions``, ``local_rotations``, ``local_scales``,
            ``morphs``, ``palettes``.

        Returns
        -------
        Pose
            The pose itself.
        """
        wanted: list[str] = []
        for name in names:
            if name not in _ARRAYS:
                raise ValueError(f'{name!r} is not an array of a pose; there are {", ".join(_ARRAYS)}')
            stored = _ARRAYS[name]
            if name == 'positions' and ('globals' in self._arrays or 'globals' in wanted):
                continue
            if stored not in self._arrays and stored not in wanted:
                wanted.append(stored)
        if 'palettes' in wanted:
            wanted.remove('palettes')
            self._fill(['palettes'], np.dtype(np.float32))
        if wanted:
            self._fill(wanted, self.dtype)
        return self

    def _fill(self, names: list[str], dtype: np.dtype[Any]) -> None:
        """Fills arrays, each under its name in sinew_frames, and converts them to the space of the model."""
        model, frames = self._model, len(self.times)
        joints = len(model._parents)
        shapes = {'globals': (joints, 4, 4), 'positions': (joints, 3), 'rotations': (joints, 4), 'locals': (joints, 10),
                  'morph_weights': (model._morph_count,), 'palettes': (model._skin_joint_count, 3, 4)}
        filled = {name: allocate((frames, *shapes[name]), dtype) for name in names}
        locals_in, morphs_in = self._locals_in, self._morphs_in

        with model._handle as pointer:
            def fill(first: int, end: int) -> None:
                out = _abi.sinew_frames(is_float=dtype == np.float32)
                for name, array in filled.items():
                    setattr(out, name, address(array, first))
                if locals_in is None:
                    call('sinew_clip_fill_frames', pointer, self._clip, ENGINES[self._engine], address(self.times, first), end - first,
                         ctypes.byref(out))
                else:
                    call('sinew_locals_fill_frames', pointer, address(locals_in, first),
                         None if morphs_in is None else address(morphs_in, first), end - first, ctypes.byref(out))

            split_frames(frames, joints, self._threads, fill)
        if model._space:
            if 'globals' in filled:
                model._space.world(filled['globals'])
            if 'positions' in filled:
                model._space.points(filled['positions'])
            if 'rotations' in filled:
                model._space.rotations(filled['rotations'])
            if 'locals' in filled:
                model._space.locals(filled['locals'], model._parents < 0)
        self._arrays.update(filled)

    def _get(self, name: str) -> NDArray[Any]:
        stored = _ARRAYS[name]
        if stored not in self._arrays:
            self.compute([name])
        return self._arrays[stored]

    @property
    def world(self) -> NDArray[Any]:
        """Joint to model space, (T, J, 4, 4)."""
        return self._get('world')

    @property
    def positions(self) -> NDArray[Any]:
        """Positions in model space, (T, J, 3)."""
        if 'globals' in self._arrays and 'positions' not in self._arrays:
            return self._arrays['globals'][..., :3, 3]
        return self._get('positions')

    @property
    def rotations(self) -> NDArray[Any]:
        """Rotations in model space, w x y z, (T, J, 4)."""
        return self._get('rotations')

    @property
    def local_positions(self) -> NDArray[Any]:
        """Translations relative to the parent joint, (T, J, 3)."""
        return self._get('local_positions')[..., :3]

    @property
    def local_rotations(self) -> NDArray[Any]:
        """Rotations relative to the parent joint, w x y z, (T, J, 4)."""
        return self._get('local_rotations')[..., 3:7]

    @property
    def local_scales(self) -> NDArray[Any]:
        """Scales relative to the parent joint, (T, J, 3)."""
        return self._get('local_scales')[..., 7:]

    @property
    def morphs(self) -> NDArray[Any]:
        """Morph weights, (T, M)."""
        return self._get('morphs')

    @property
    def palettes(self) -> NDArray[np.float32]:
        """Skinning matrices, float32, (T, S, 3, 4)."""
        return self._get('palettes')

    def _timelines(self) -> NDArray[np.float64]:
        """Returns the times on the file's timeline, for geometry caches."""
        return np.ascontiguousarray(self.times + self._model._clip_start(self._clip))


#: The array of sinew_frames that has each attribute.
_ARRAYS = {'world': 'globals', 'positions': 'positions', 'rotations': 'rotations', 'local_positions': 'locals', 'local_rotations': 'locals',
           'local_scales': 'locals', 'morphs': 'morph_weights', 'palettes': 'palettes'}


def as_times(times: ArrayLike) -> NDArray[np.float64]:
    """Returns times as an array of one dimension."""
    array = np.ascontiguousarray(np.atleast_1d(np.asarray(times, dtype=np.float64)))
    if array.ndim != 1:
        raise ValueError('times must be a number or have one dimension')
    return array
