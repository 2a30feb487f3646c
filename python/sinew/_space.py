"""Blend spaces: clips at points of a line or of a plane."""
from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from . import _abi
from ._clip import Clip
from ._library import call, encode, lib
from ._pose import Pose, address, as_times

if TYPE_CHECKING:
    from ._ik import Goal
    from ._model import Model


@dataclass
class BlendPoint:
    """A clip of a blend space.

    Attributes
    ----------
    clip : Clip
    position : float or (float, float)
        In any unit, the same for all points: a speed, or a speed and a direction.
    speed : float
        Of the clip; negative plays backwards.
    markers : array_like, shape (K,), optional
        Seconds from the clip's start, rising: footsteps, at which the clips of a space meet. All points with markers have as many.
    """

    clip: Clip
    position: float | tuple[float, float]
    speed: float = 1.0
    markers: ArrayLike | None = None


class BlendSpace:
    """Clips at points of a line or of a plane: see ``Model.blend_space``. A position between the points plays those around it, at one phase."""

    def __init__(self, model: Model, points: Sequence[BlendPoint], marker_track: str = '') -> None:
        self._pointer: int | None = None
        self._handle, self._model, self.points = model._handle, model, list(points)
        positions = [np.atleast_1d(np.asarray(point.position, dtype=np.float64)) for point in points]
        self.dimensions = len(positions[0]) if positions else 1
        if any(position.shape != (self.dimensions,) for position in positions) or self.dimensions > 2:
            raise ValueError('each position must have one coordinate, or each two')
        rows = (_abi.sinew_blend_point * max(len(points), 1))()
        kept: list[NDArray[np.float64]] = []
        for row, point, position in zip(rows, points, positions):
            if point.clip.model._handle is not model._handle:
                raise ValueError('a point has a clip of another model')
            if point.speed == 0:
                raise ValueError('the speed of a point must not be 0')
            row.clip, row.speed, row.x = point.clip.index, point.speed, position[0]
            row.y = position[1] if self.dimensions == 2 else 0
            if point.markers is not None:
                markers = as_times(point.markers)
                kept.append(markers)
                row.markers, row.marker_count = address(markers), len(markers)
        options = _abi.sinew_blend_space_options(dimensions=self.dimensions, marker_track=encode(marker_track) if marker_track else None)
        out = ctypes.c_void_p()
        with model._handle as pointer:
            call('sinew_blend_space_create', pointer, rows, len(points), ctypes.byref(options), ctypes.byref(out))
        self._pointer = out.value
        self._handle.views.add(self)  # the model cannot be closed before it

    _destroy = staticmethod(lib.sinew_blend_space_destroy)

    def __del__(self) -> None:
        if self._pointer is not None and self._handle.pointer is not None:
            self._destroy(self._pointer)

    def __reduce__(self) -> NoReturn:
        raise TypeError('a BlendSpace cannot be pickled: pickle the path of its file and the positions of its points')

    def __repr__(self) -> str:
        return f'<sinew.BlendSpace: {len(self.points)} points, {self.dimensions}D>'

    def weights(self, position: float | tuple[float, float]) -> list[tuple[BlendPoint, float]]:
        """Returns the points with a weight at a position, at most three, the heaviest first. The weights sum to 1."""
        x, y = self._coordinates(np.asarray(position, dtype=np.float64).reshape(1, -1))[0]
        indices = (ctypes.c_int32 * _abi.SINEW_BLEND_SPACE_ACTIVE_MAX)()
        weights = (ctypes.c_float * _abi.SINEW_BLEND_SPACE_ACTIVE_MAX)()
        with self._handle:
            count = lib.sinew_blend_space_weights(self._pointer, x, y, indices, weights)
        return [(self.points[indices[i]], weights[i]) for i in range(count)]

    def play(self, positions: ArrayLike, *, fps: float = 30.0, half_life: float = 0.0, goals: Sequence[Goal] = (),
             dtype: DTypeLike = np.float64) -> Pose:
        """Plays the space from phase 0 on, while its position changes.

        Parameters
        ----------
        positions : array_like, shape (T,) or (T, 2)
            The position at each frame, which holds since the frame before.
        fps : float
            Frames per second.
        half_life : float
            Seconds in which the position covers half of the way to a new one; 0: at once.
        goals : sequence of Reach, Aim or Chain
            As of ``Model.mix``.
        dtype : float64 or float32
            Type of the arrays. Poses are computed in single precision.

        Returns
        -------
        Pose
            At the times 0, 1 / fps, 2 / fps, …
        """
        from ._edit import evaluate
        if not 0 < fps <= 1e6:
            raise ValueError('fps must be positive')
        array = np.asarray(positions, dtype=np.float64)
        rows = self._coordinates(array.reshape(-1, 1) if array.ndim == 1 else array)
        model, mixer, blender = self._model, ctypes.c_void_p(), ctypes.c_void_p()
        with model._handle as pointer:
            try:
                call('sinew_mixer_create', pointer, ctypes.byref(mixer))
                call('sinew_blender_create', pointer, ctypes.byref(blender))
                assert blender.value

                def blend(frame: int, local_pose: int) -> None:
                    x, y = rows[frame]
                    if frame == 0:
                        clip = _abi.sinew_mixer_clip(space=self._pointer, x=x, y=y, half_life=half_life)
                        call('sinew_mixer_play', mixer, 0, ctypes.byref(clip))
                    else:
                        lib.sinew_mixer_set_position(mixer, 0, self._pointer, x, y)
                        lib.sinew_mixer_advance(mixer, 1 / fps)
                    lib.sinew_mixer_evaluate(mixer, blender, local_pose)

                return evaluate(model, pointer, blender.value, blend, np.arange(len(rows)) / fps, goals, dtype)
            finally:
                lib.sinew_mixer_destroy(mixer)
                lib.sinew_blender_destroy(blender)

    def _coordinates(self, positions: NDArray[np.float64]) -> NDArray[Any]:
        """Returns positions (T, dimensions) as (T, 2)."""
        if positions.ndim != 2 or positions.shape[1] != self.dimensions:
            raise ValueError(f'a position of this space has {self.dimensions} coordinates')
        if not np.isfinite(positions).all():
            raise ValueError('a position must be finite')
        return np.hstack([positions, np.zeros((len(positions), 2 - self.dimensions))])
