"""Edits of clips and joints, and mixing."""
from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from . import _abi
from ._clip import Clip
from ._ik import Goal, Solver
from ._library import Notes, call, encode, field_types, lib
from ._pose import Pose, address, as_times

if TYPE_CHECKING:
    from ._model import Model

_MODES = {'average': _abi.SINEW_BLEND_AVERAGE, 'override': _abi.SINEW_BLEND_OVERRIDE, 'additive': _abi.SINEW_BLEND_ADDITIVE}
Which = str | int | Sequence[str | int] | None  #: clips to edit; None: all


class Edit:
    """Edits of a model: each method returns another model, and the edited one stays as it is.

    The author's keys stay keys. If an edit has to sample motion, a warning says so, and no joint is farther from the motion than `error`,
    a fraction of ``Model.size`` (0: 1e-4). `clips` are the clips to edit, by name or index; by default all. Clips of the new model are not
    baked: see ``Model.bake``.
    """

    def __init__(self, model: Model) -> None:
        self._model = model

    def _run(self, kind: int, clips: Which = None, **members: Any) -> Model:
        """Does one step; `members` are those of sinew_edit_step."""
        notes = Notes(field_types(_abi.sinew_edit_options)['note'])
        options, out = _abi.sinew_edit_options(note=notes.callback), ctypes.c_void_p()
        step = _abi.sinew_edit_step(kind=kind, **members)
        if clips is not None:
            chosen = [self._model.clips[clip].index for clip in ([clips] if isinstance(clips, (str, int)) else clips)]
            step.clips_kept = (ctypes.c_int32 * max(len(chosen), 1))(*chosen)  # lives as long as the step
            step.clips, step.clip_count = ctypes.addressof(step.clips_kept), len(chosen)
        with self._model._handle as pointer:
            call('sinew_model_edit', pointer, ctypes.byref(step), 1, ctypes.byref(options), ctypes.byref(out))
        assert out.value
        model = self._model._adopt(out.value)
        notes.give()
        return model

    def keep_clips(self, clips: Which) -> Model:
        """Drops the other clips."""
        return self._run(_abi.SINEW_EDIT_KEEP, clips)

    def rename_clip(self, clip: str | int, name: str) -> Model:
        """Renames a clip."""
        return self._run(_abi.SINEW_EDIT_RENAME, clip, name=encode(name))

    def split_clip(self, clip: str | int, times: ArrayLike, names: Sequence[str] | None = None) -> Model:
        """Splits a clip at increasing times; `names` are the names of the parts, one more than times."""
        at = as_times(times)
        if names is not None and len(names) != len(at) + 1:
            raise ValueError(f'{len(at)} times make {len(at) + 1} parts, but there are {len(names)} names')
        array = (ctypes.c_char_p * (len(at) + 1))(*map(encode, names)) if names is not None else None
        return self._run(_abi.SINEW_EDIT_SPLIT, clip, times=address(at), time_count=len(at), names=ctypes.addressof(array) if array else None)

    def join_clips(self, clips: Which, name: str | None = None) -> Model:
        """Joins clips to one, in the order given."""
        return self._run(_abi.SINEW_EDIT_JOIN, clips, name=encode(name) if name is not None else None)

    def trim(self, start: float, end: float, clips: Which = None) -> Model:
        """Cuts clips to a range of seconds, which keeps its position on the timeline."""
        return self._run(_abi.SINEW_EDIT_TRIM, clips, **{'from': start, 'to': end})

    def start(self, timeline: float, clips: Which = None) -> Model:
        """Moves clips along the file's timeline, so that they begin at `timeline` seconds."""
        return self._run(_abi.SINEW_EDIT_START, clips, **{'from': timeline})

    def speed(self, factor: float, clips: Which = None) -> Model:
        """Plays clips `factor` times as fast."""
        return self._run(_abi.SINEW_EDIT_SPEED, clips, factor=factor)

    def reverse(self, clips: Which = None) -> Model:
        """Plays clips backwards."""
        return self._run(_abi.SINEW_EDIT_REVERSE, clips)

    def set_rate(self, fps: float, clips: Which = None) -> Model:
        """Sets the frame rate; keys stay at their seconds."""
        return self._run(_abi.SINEW_EDIT_RATE, clips, fps=fps)

    def mirror(self, clips: Which = None, *, error: float = 0) -> Model:
        """Exchanges left and right."""
        return self._run(_abi.SINEW_EDIT_MIRROR, clips, error=error)

    def in_place(self, clips: Which = None, *, error: float = 0) -> Model:
        """Removes the motion along the ground and about the up axis."""
        return self._run(_abi.SINEW_EDIT_IN_PLACE, clips, error=error)

    def close_loop(self, frames: float, clips: Which = None, *, error: float = 0) -> Model:
        """Lets the last `frames` lead to the pose of the first."""
        return self._run(_abi.SINEW_EDIT_CLOSE, clips, frames=frames, error=error)

    def reduce_keys(self, clips: Which = None, *, error: float = 0) -> Model:
        """Replaces keys by fewer ones."""
        return self._run(_abi.SINEW_EDIT_REDUCE, clips, error=error)

    def add_still(self, clip: str | int, time: float, name: str) -> Model:
        """Adds a clip of one frame, the pose of a clip at a time."""
        return self._run(_abi.SINEW_EDIT_STILL, clip, name=encode(name), **{'from': time})

    def rename_joints(self, names: Mapping[str, str]) -> Model:
        """Renames joints: new names by the present ones."""
        array = (ctypes.c_char_p * max(len(self._model.joints), 1))()
        for old, new in names.items():
            array[self._model.joints[old].index] = encode(new)
        return self._run(_abi.SINEW_EDIT_RENAME_JOINTS, names=ctypes.addressof(array))

    def drop_joints(self, joints: Sequence[str | int], *, error: float = 0) -> Model:
        """Drops joints with everything below them; their vertices follow the nearest joint that stays."""
        drops = np.zeros(max(len(self._model.joints), 1), np.uint8)
        drops[[self._model.joints[joint].index for joint in joints]] = 1
        return self._run(_abi.SINEW_EDIT_DROP_JOINTS, drops=address(drops), error=error)

    def scale(self, factor: float) -> Model:
        """Multiplies all lengths."""
        return self._run(_abi.SINEW_EDIT_SCALE, factor=factor)


@dataclass
class Layer:
    """A layer of ``Model.mix``.

    Attributes
    ----------
    clip : Clip
        A clip of the model.
    times : array_like, shape (T,), optional
        Seconds from the clip's start; by default ``clip.times()``. All layers of a mix have the same T.
    weight : float or array_like of shape (T,)
        At least 0.
    mode : str
        ``average`` (part of the weighted average), ``override`` (interpolates from the layers before it) or ``additive`` (adds the difference
        to the clip's first pose).
    mask : mapping or array_like of shape (J,), optional
        Weights in [0, 1] by joint, or by the name of a joint, whose descendants get the weight too; the others get 0. By default 1 for all.
    """

    clip: Clip
    times: ArrayLike | None = None
    weight: ArrayLike = 1.0
    mode: str = 'average'
    mask: Mapping[str, float] | ArrayLike | None = field(default=None)


def mix(model: Model, layers: Sequence[Layer], goals: Sequence[Goal], dtype: DTypeLike) -> Pose:
    """Blends layers at every time, and solves goals."""
    if not layers:
        raise ValueError('mix needs a layer')
    times = [layer.clip.times() if layer.times is None else as_times(layer.times) for layer in layers]
    frames, joints = len(times[0]), len(model.joints)
    if any(len(at) != frames for at in times):
        raise ValueError('the layers have different numbers of times')
    weights = [np.broadcast_to(np.asarray(layer.weight, dtype=np.float32), (frames,)) for layer in layers]
    for layer in layers:
        if layer.mode not in _MODES:
            raise ValueError(f'mode must be one of {", ".join(_MODES)}, not {layer.mode!r}')
        if layer.clip.model._handle is not model._handle:
            raise ValueError('a layer has a clip of another model')
    created: list[tuple[str, int]] = []

    def create(kind: str, *arguments: Any) -> int:
        out = ctypes.c_void_p()
        call(f'sinew_{kind}_create', pointer, *arguments, ctypes.byref(out))
        assert out.value
        created.append((kind, out.value))
        return out.value

    with model._handle as pointer:
        try:
            blender = create('blender')
            rows = (_abi.sinew_blend_input * len(layers))()
            for row, layer in zip(rows, layers):
                row.mode = _MODES[layer.mode]
                row.source.kind, row.source.clip = _abi.SINEW_BLEND_CLIP, layer.clip.index
                row.reference.kind = _abi.SINEW_BLEND_NONE
                if layer.mask is not None:
                    row.mask = create('joint_mask', 0.0)
                    _set_mask(model, row.mask, layer.mask)

            def blend(frame: int, local_pose: int) -> None:
                for row, at, weight in zip(rows, times, weights):
                    row.source.time, row.weight = at[frame], weight[frame]
                call('sinew_blend_check', pointer, rows, len(layers))
                lib.sinew_blend(blender, rows, len(layers), local_pose)

            return evaluate(model, pointer, blender, blend, times[0], goals, dtype)
        finally:
            for kind, item in reversed(created):
                getattr(lib, f'sinew_{kind}_destroy')(item)


def evaluate(model: Model, pointer: int, blender: int, blend: Callable[[int, int], None], times: NDArray[np.float64], goals: Sequence[Goal],
             dtype: DTypeLike) -> Pose:
    """Returns the poses that blend(frame, local pose) makes, after the goals are solved; `blender` is scratch memory."""
    frames, joints, solver = len(times), len(model.joints), Solver(model, goals, len(times))
    world, values = np.empty((frames, joints, 4, 4)), np.empty((frames, joints, 10))
    world[..., 3, :] = 0, 0, 0, 1
    morphs = np.empty((frames, model._morph_count), np.float32)
    local_pose, pose = ctypes.c_void_p(), ctypes.c_void_p()
    try:
        call('sinew_local_pose_create', pointer, ctypes.byref(local_pose))
        call('sinew_pose_create', pointer, ctypes.byref(pose))
        assert local_pose.value and pose.value
        fields = _abi.sinew_pose.from_address(pose.value)
        for i in range(frames):
            blend(i, local_pose.value)
            solver.solve(pointer, blender, local_pose.value, i)
            lib.sinew_local_pose_evaluate(pointer, local_pose, pose)
            if joints:
                ctypes.memmove(address(values, i), fields.local, joints * 80)
                rows_of_globals = (ctypes.c_double * (joints * 12)).from_address(getattr(fields, 'global'))
                world[i, :, :3] = np.ctypeslib.as_array(rows_of_globals).reshape(joints, 3, 4)
            if model._morph_count:
                ctypes.memmove(address(morphs, i), fields.morph_weights, model._morph_count * 4)
    finally:
        lib.sinew_pose_destroy(pose)
        lib.sinew_local_pose_destroy(local_pose)
    values[..., 3:7] = values[..., [6, 3, 4, 5]]
    pose_of_locals = Pose(model, times, dtype, None, locals=values, morphs=morphs)
    if model._space:
        model._space.world(world)
    pose_of_locals._arrays['globals'] = world.astype(pose_of_locals.dtype, copy=False)
    pose_of_locals.goal_errors = solver.errors
    return pose_of_locals.compute(('morphs',))


def _set_mask(model: Model, mask: int, wanted: Mapping[str, float] | ArrayLike) -> None:
    joints = len(model.joints)
    weights: NDArray[np.float32] = np.zeros(joints, np.float32)
    if isinstance(wanted, Mapping):
        for name, weight in wanted.items():
            below = np.zeros(joints, bool)
            below[model.joints[name].index] = True
            for i, parent in enumerate(model._parents):
                below[i] |= parent >= 0 and below[parent]
            weights[below] = weight
    else:
        weights[:] = np.asarray(wanted, dtype=np.float32)
    call('sinew_joint_mask_set_all', mask, address(weights), joints)
    call('sinew_joint_mask_set_morphs', mask, float(weights.max(initial=0)))
