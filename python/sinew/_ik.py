"""Inverse kinematics: goals that limbs, heads and chains reach after blending."""
from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _abi
from ._library import call, field_types, lib

if TYPE_CHECKING:
    from ._model import Model


@dataclass
class Reach:
    """A limb of two bones whose end reaches a target: thigh, shin and foot.

    Attributes
    ----------
    upper, middle, end : str or int
        Joints, each below the one before. Joints between them stay straight.
    target : array_like, shape (3,) or (T, 3)
        In model space and the unit of the model.
    pole : array_like, shape (3,) or (T, 3)
        Direction in model space in which the middle joint bends; 0 0 0: it keeps its plane.
    weight : float or array_like of shape (T,)
        0 … 1: the part of the rotations that is applied.
    softening : float
        0 … 1: the last part of the full length, which is approached gradually.
    twist : float
        Degrees; rotates the plane of the limb about the line to the target.
    """

    upper: str | int
    middle: str | int
    end: str | int
    target: ArrayLike
    pole: ArrayLike = (0.0, 0.0, 0.0)
    weight: ArrayLike = 1.0
    softening: float = 0.0
    twist: float = 0.0


@dataclass
class Aim:
    """A chain whose last joint faces a target: spine, neck, head.

    Attributes
    ----------
    joints : mapping
        The part 0 … 1 of the remaining rotation that each joint takes, by joint, the last one usually 1; or a part and a limit in degrees.
        Each joint is below the one before.
    target : array_like, shape (3,) or (T, 3)
        In model space and the unit of the model.
    forward : array_like, shape (3,)
        The direction that faces the target, in the space of the last joint.
    up : array_like, shape (3,)
        In the space of the last joint; 0 0 0: the joint does not roll.
    pole : array_like, shape (3,) or (T, 3)
        Direction in model space that `up` turns towards.
    weight : float or array_like of shape (T,)
        0 … 1: the part of the rotations that is applied.
    """

    joints: Mapping[str, float | tuple[float, float]]
    target: ArrayLike
    forward: ArrayLike
    up: ArrayLike = (0.0, 0.0, 0.0)
    pole: ArrayLike = (0.0, 0.0, 0.0)
    weight: ArrayLike = 1.0


@dataclass
class Chain:
    """A chain of any number of bones whose end reaches a target: a tail, a tentacle, a spine.

    Attributes
    ----------
    joints : sequence of str or int
        Each below the one before; the last is the end, which does not rotate.
    target : array_like, shape (3,) or (T, 3)
        In model space and the unit of the model.
    weight : float or array_like of shape (T,)
        0 … 1: the part of the rotations that is applied.
    tolerance : float
        Distance in the unit of the model at which iterations end; 0: 1e-4 of the length of the chain.
    iterations : int
        At most; 0: 32.
    """

    joints: Sequence[str | int]
    target: ArrayLike
    weight: ArrayLike = 1.0
    tolerance: float = 0.0
    iterations: int = 0


Goal = Reach | Aim | Chain


class Solver:
    """Solves goals frame by frame, between the globals of a blender and the evaluation of its local pose."""

    def __init__(self, model: Model, goals: Sequence[Goal], frames: int) -> None:
        self._steps: list[tuple[str, Any, Callable[[int], None]]] = []
        self._kept: list[Any] = []
        self.errors: NDArray[np.float64] = np.empty((frames, len(goals)))
        space = model._space
        self._scales = [space.scale if space and not isinstance(goal, Aim) else 1.0 for goal in goals]  # an angle remains as it is
        for goal in goals:
            self._add(model, goal, frames)

    def _add(self, model: Model, goal: Goal, frames: int) -> None:
        space = model._space
        # To the unit and axes of the file.
        scale, rotation = (space.scale, space.rotation) if space else (1.0, np.eye(3))
        vectors = {'target': _vectors(goal.target, frames, 'target') @ rotation / scale}
        if not isinstance(goal, Chain):
            vectors['pole'] = _vectors(goal.pole, frames, 'pole') @ rotation
        weights = np.broadcast_to(np.asarray(goal.weight, dtype=np.float64), (frames,))
        if isinstance(goal, Reach):
            row: Any = _abi.sinew_ik_two_bone(softening=goal.softening, twist=goal.twist)
            row.upper, row.middle, row.end = (model.joints[joint].index for joint in (goal.upper, goal.middle, goal.end))
            kind = 'two_bone'
        elif isinstance(goal, Aim):
            joints = (_abi.sinew_ik_aim_joint * max(len(goal.joints), 1))()
            for item, (joint, share) in zip(joints, goal.joints.items()):
                item.joint = model.joints[joint].index
                item.share, item.max_degrees = share if isinstance(share, tuple) else (share, 0.0)
            self._kept.append(joints)
            row = _abi.sinew_ik_aim(joints=ctypes.addressof(joints), joint_count=len(goal.joints))
            _set(row.forward, _vectors(goal.forward, 1, 'forward')[0])
            _set(row.up, _vectors(goal.up, 1, 'up')[0])
            kind = 'aim'
        else:
            indices = [model.joints[joint].index for joint in goal.joints]
            chain = (ctypes.c_int32 * max(len(indices), 1))(*indices)
            self._kept.append(chain)
            row = _abi.sinew_ik_chain(joints=ctypes.addressof(chain), joint_count=len(indices), tolerance=goal.tolerance / scale,
                                      iterations=goal.iterations)
            kind = 'chain'

        def set_frame(frame: int) -> None:
            for name, rows in vectors.items():
                _set(getattr(row, name), rows[frame])
            row.weight = weights[frame]

        self._steps.append((kind, row, set_frame))

    def solve(self, model: int, blender: int, local_pose: int, frame: int) -> None:
        """Changes a local pose, whose globals the blender computes."""
        if not self._steps:
            return
        lib.sinew_blend_globals(blender, local_pose)
        for i, (kind, row, set_frame) in enumerate(self._steps):
            set_frame(frame)
            call(f'sinew_ik_{kind}_check', model, ctypes.byref(row))
            self.errors[frame, i] = getattr(lib, f'sinew_ik_solve_{kind}')(blender, local_pose, ctypes.byref(row)) * self._scales[i]


def _vectors(value: ArrayLike, frames: int, name: str) -> NDArray[np.float64]:
    array = np.asarray(value, dtype=np.float64)
    if array.shape not in ((3,), (frames, 3)):
        raise ValueError(f'{name} must have the shape (3,) or ({frames}, 3), not {array.shape}')
    return np.broadcast_to(array, (frames, 3))


def _set(vector: Any, values: NDArray[np.float64]) -> None:
    for name, value in zip(field_types(type(vector)), values):
        setattr(vector, name, float(value))
