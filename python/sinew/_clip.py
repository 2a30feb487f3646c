"""Clips: facts, keys, curves, contacts and root motion."""
from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from . import _abi
from ._library import NONE, Error, MissingError, call, dtype_of, encode, lib
from ._parts import Part
from ._pose import ENGINES, Pose, address, as_times

_PROPERTIES = ('translation', 'rotation', 'scaling', 'rotation_offset', 'rotation_pivot', 'pre_rotation', 'post_rotation', 'scaling_offset',
               'scaling_pivot', 'visibility', 'weight', 'other')
_EXTRAPOLATIONS = ('hold', 'repeat', 'mirror', 'slope', 'repeat-relative')
_INTERPOLATIONS = ('step', 'step-next', 'linear', 'cubic')
_PATHS = ('translation', 'rotation', 'scale', 'weight')
_MOST_FRAMES = 10_000_000
_PARTS = {'ground': _abi.SINEW_MOTION_GROUND, 'height': _abi.SINEW_MOTION_HEIGHT, 'yaw': _abi.SINEW_MOTION_YAW}


class Curve:
    """An authored curve of one component.

    Attributes
    ----------
    times : ndarray, shape (K,)
        Seconds from the clip's start.
    values : ndarray, shape (K,)
        As authored: degrees, or the file's units of length. A view of the model's memory, read-only.
    interpolations : list of str
        ``step``, ``step-next``, ``linear`` or ``cubic``: the segment from each key to the next.
    incoming, outgoing : ndarray, shape (K, 2)
        Bézier handles of cubic segments as offsets from the key: seconds and value.
    before, after : str
        Extrapolation: ``hold``, ``repeat``, ``mirror``, ``slope`` or ``repeat-relative``.
    """

    def __init__(self, clip: Clip, index: int) -> None:
        model = clip.model
        row = model._rows('curves', 'curve_count', _abi.sinew_curve)[index]
        keys = model._view('curve_keys', dtype_of(_abi.sinew_curve_key), int(row['first_key']), int(row['key_count']))
        self.times: NDArray[np.float64] = keys['ticks'] / model._ticks_per_second - clip.start
        self.values: NDArray[np.float64] = keys['value']
        self.interpolations = [_INTERPOLATIONS[min(int(i), 3)] for i in keys['interpolation']]
        self.incoming: NDArray[np.float32] = np.stack([keys['in_time'], keys['in_value']], axis=-1)
        self.outgoing: NDArray[np.float32] = np.stack([keys['out_time'], keys['out_value']], axis=-1)
        self._clip, self._index = clip, index
        self.before, self.after = (_EXTRAPOLATIONS[min(int(row[side]), 4)] for side in ('before', 'after'))

    def sample(self, times: ArrayLike) -> NDArray[np.float64]:
        """Evaluates the curve, with its tangents and extrapolation, but without the weight and mode of its layer.

        Parameters
        ----------
        times : array_like, shape (T,)
            Seconds from the clip's start, in any order.

        Returns
        -------
        ndarray, shape (T,)
            In the unit of ``values``.
        """
        at = as_times(times)
        values = np.empty_like(at)
        with self._clip.model._handle as pointer:
            call('sinew_clip_fill_curve', pointer, self._clip.index, self._index, address(at), len(at), address(values))
        return values

    def __len__(self) -> int:
        return len(self.times)

    def __reduce__(self) -> NoReturn:
        raise TypeError('a Curve cannot be pickled: pickle its times and values')

    def __repr__(self) -> str:
        return f'<sinew.Curve: {len(self)} keys>'


class Channel:
    """An animated property: up to three curves.

    Attributes
    ----------
    property : str
        ``translation``, ``rotation`` (Euler degrees in the joint's rotation order), ``scaling``, ``visibility``, …
    layer : str
        Name of its layer.
    value : ndarray, shape (3,)
        Values of components without a curve.
    x, y, z : Curve or None
    """

    def __init__(self, clip: Clip, row: Any) -> None:
        self.property = _PROPERTIES[min(int(row['property']), len(_PROPERTIES) - 1)]
        layers = clip.model._rows('layers', 'layer_count', _abi.sinew_fbx_layer)
        self.layer = clip.model._text(layers[int(row['layer'])]['name']) if row['layer'] >= 0 else ''
        self.value: NDArray[np.float64] = row['value'].copy()
        self.x, self.y, self.z = (Curve(clip, int(i)) if i >= 0 else None for i in row['curve'])

    def __repr__(self) -> str:
        return f'<sinew.Channel {self.property}: {", ".join(c for c in "xyz" if getattr(self, c))}>'


class JointCurves:
    """The authored curves of one joint or morph.

    ``translation``, ``rotation``, ``scaling``, … are the channel of that property in the lowest layer that has one. AttributeError says which
    properties are animated. ``channels`` has the channels of all layers.
    """

    def __init__(self, channels: list[Channel]) -> None:
        self.channels = channels

    def __getattr__(self, name: str) -> Channel:
        channels: list[Channel] = self.__dict__.get('channels', [])
        for channel in channels:
            if channel.property == name:
                return channel
        raise AttributeError(f'no curve of {name!r}; there are curves of {", ".join(sorted({c.property for c in channels})) or "nothing"}')

    def __repr__(self) -> str:
        return f'<sinew.JointCurves: {", ".join(c.property for c in self.channels)}>'


class Curves(Mapping[str, JointCurves]):
    """The authored curves of a clip by the name of their joint; `morphs` has the curves of morph weights."""

    def __init__(self, clip: Clip, morphs: bool = False) -> None:
        self._clip, self._is_morphs = clip, morphs
        row = clip._row
        first, count = int(row['first_channel']), int(row['channel_count'])
        self._channels: NDArray[Any] = clip.model._rows('channels', 'channel_count', _abi.sinew_channel)[first:first + count].copy()
        self._owners: NDArray[np.int32] = self._channels['morph' if morphs else 'joint']

    @property
    def morphs(self) -> Curves:
        """The curves of morph weights, by the name of the morph."""
        return Curves(self._clip, True)

    def _names(self) -> list[str]:
        return self._clip.model.morphs if self._is_morphs else self._clip.model.joints.names

    def __getitem__(self, name: str) -> JointCurves:
        names = self._names()
        if self._is_morphs:
            if name not in names:
                raise MissingError('not-found', f'no morph is named {name!r}')
            owner = names.index(name)
        else:
            owner = self._clip.model.joints[name].index
        found = self._channels[self._owners == owner]
        if not len(found):
            raise MissingError('no-key', f'{name!r} has no curves in the clip {self._clip.name!r}',
                               'its motion may be in tracks: see Clip.tracks' if self._clip.tracks else '')
        return JointCurves([Channel(self._clip, row) for row in found])

    def __iter__(self) -> Iterator[str]:
        names = self._names()
        return (names[i] for i in dict.fromkeys(int(owner) for owner in self._owners if owner >= 0))

    def __len__(self) -> int:
        return len({int(owner) for owner in self._owners if owner >= 0})


@dataclass(frozen=True)
class Track:
    """Keys of vectors or quaternions, of formats other than FBX.

    Attributes
    ----------
    target : str
        Name of the joint or morph.
    path : str
        ``translation``, ``rotation`` (w, x, y, z), ``scale`` or ``weight``.
    interpolation : str
        ``step``, ``linear`` or ``cubic``.
    times : ndarray, shape (K,)
        Seconds from the clip's start.
    values : ndarray, shape (K, 3), (K, 4) or (K, 1)
    """

    target: str
    path: str
    interpolation: str
    times: NDArray[np.float64]
    values: NDArray[np.float64]


@dataclass(frozen=True)
class Event:
    """An event at a time of a clip, in seconds from its start: a footstep, a sound, a value that changes."""

    track: str
    text: str
    time: float
    value: float


@dataclass(frozen=True)
class Contact:
    """One foot on the ground: `joint` is its ankle or toe, or None for the foot as a whole; from `start` to `end` seconds."""

    foot: str
    joint: str | None
    start: float
    end: float


class Contacts:
    """When the feet of a character stand on the ground, in one clip.

    Attributes
    ----------
    feet : list of str
        Names of the ankle joints.
    items : list of Contact
        Sorted by foot, joint and time. The end of a contact is beyond the duration if it continues at the start of the next loop.
    ground : float
        Height of the ground along the up axis, in the unit of the model.
    """

    def __init__(self, clip: Clip, min_seconds: float = 0, max_height: float = 0) -> None:
        model, names = clip.model, clip.model.joints.names
        self._duration = clip.duration
        self._feet = (_abi.sinew_foot * _abi.SINEW_FEET_MAX)()
        found = _abi.sinew_contacts()
        options = _abi.sinew_contact_options(min_seconds=min_seconds, max_height=max_height)
        with model._handle as pointer:
            pose = ctypes.c_void_p()
            call('sinew_pose_create', pointer, ctypes.byref(pose))
            try:
                self._count = int(lib.sinew_model_find_feet(pointer, pose, self._feet))
            finally:
                lib.sinew_pose_destroy(pose)
            call('sinew_contacts_find', pointer, clip.index, self._feet, self._count, ctypes.byref(options), ctypes.byref(found))
        try:
            rows = (_abi.sinew_contact * found.count).from_address(found.items) if found.count else []
            self._items = (_abi.sinew_contact * max(found.count, 1))(*rows)
            self._found = _abi.sinew_contacts(items=ctypes.addressof(self._items), count=found.count, loops=found.loops, ground=found.ground)
        finally:
            lib.sinew_contacts_free(ctypes.byref(found))
        self.ground = float(self._found.ground) * (model._space.scale if model._space else 1)
        self.feet = [names[self._feet[i].ankle] for i in range(self._count)]
        self.items = [Contact(self.feet[row.foot], names[row.joint] if row.joint >= 0 else None, getattr(row, 'from'), row.to)
                      for row in self._items[:self._found.count]]

    def planted(self, times: ArrayLike) -> NDArray[np.bool_]:
        """Returns whether heel and toe of each foot are on the ground: bool, (T, F, 2). A foot without a toe joint has only a heel."""
        at = as_times(times)
        plants = np.zeros((len(at), self._count, 2), np.float32)
        for i, time in enumerate(at):
            lib.sinew_contacts_planted(ctypes.byref(self._found), self._feet, self._count, self._duration, time, address(plants, i))
        return plants > 0.5

    def steps(self, foot: str | None = None) -> NDArray[np.float64]:
        """Returns the times at which a foot touches down, or any of them, in increasing order."""
        if foot is not None and foot not in self.feet:
            raise MissingError('no-joint', f'{foot!r} is not a foot', f'the feet are {", ".join(self.feet)}')
        index = NONE if foot is None else self.feet.index(foot)
        times = np.empty(lib.sinew_contacts_steps(ctypes.byref(self._found), index, self._duration, None, 0))
        lib.sinew_contacts_steps(ctypes.byref(self._found), index, self._duration, address(times), len(times))
        return times

    def __repr__(self) -> str:
        return f'<sinew.Contacts: {len(self.items)} contacts of {", ".join(self.feet)}>'


class Clip(Part):
    """An animation of a model: an FBX take or stack, a glTF animation. Times are seconds from its start."""

    @property
    def name(self) -> str:
        return self.model.clips.names[self.index]

    @property
    def _row(self) -> Any:
        return self.model._clip_rows[self.index]

    @property
    def start(self) -> float:
        """Seconds on the file's timeline at which the clip begins: ``start * model.fps`` is the animator's first frame."""
        return float(self._row['start'])

    @property
    def duration(self) -> float:
        """Seconds."""
        return float(self._row['duration'])

    @property
    def last_key(self) -> float:
        """Seconds from the start to the last authored key."""
        return float(self._row['last_key'])

    @property
    def is_default(self) -> bool:
        """Whether it is ``Model.clip``."""
        return self == self.model.clip

    @property
    def animated_joints(self) -> int:
        """The number of joints that have keys."""
        return int(self._row['animated_joints'])

    @property
    def layers(self) -> list[str]:
        """Names of the animation layers, the lowest first."""
        first, count = int(self._row['first_layer']), int(self._row['layer_count'])
        rows = self.model._rows('layers', 'layer_count', _abi.sinew_fbx_layer)[first:first + count]
        return [self.model._text(ref) for ref in rows['name']]

    def times(self, fps: float | None = None) -> NDArray[np.float64]:
        """Returns the time of each frame, from 0 to the end of the clip.

        Parameters
        ----------
        fps : float, optional
            Frames per second; by default the file's, or 30 if it does not have a rate.

        Raises
        ------
        Error
            ``limit``: the clip has more than ten million frames, which a damaged file may say. Sample times of your own.
        """
        rate = fps if fps is not None else self.model.fps or 30.0
        if not 0 < rate <= 1e6:
            raise ValueError('fps must be positive')
        if self.duration * rate > _MOST_FRAMES:
            raise Error('limit', f'the clip {self.name!r} has {self.duration * rate:.3g} frames', 'sample times of your own')
        return np.arange(int(self.duration * rate + 1e-6) + 1) / rate

    def time(self, text: str) -> float:
        """Converts a time of the command line, ``'37f'``, ``'50%'``, ``'#7'``, ``'end'``, to seconds from the start."""
        parsed, seconds = _abi.sinew_time(), ctypes.c_double()
        call('sinew_time_parse', encode(text), ctypes.byref(parsed))
        with self.model._handle as pointer:
            context = _abi.sinew_time_context(model=pointer, clip=self.index)
            call('sinew_time_resolve', ctypes.byref(parsed), ctypes.byref(context), ctypes.byref(seconds))
        return seconds.value

    def sample(self, times: ArrayLike | None = None, *, engine: str | None = None, dtype: DTypeLike = np.float64,
               arrays: Sequence[str] = ('world', 'morphs'), threads: int | None = None) -> Pose:
        """Samples the clip.

        Parameters
        ----------
        times : array_like, shape (T,), optional
            Seconds from the clip's start, in any order; by default ``Clip.times()``. Outside the clip, curves are extrapolated.
        engine : str, optional
            ``exact`` evaluates the authored curves in double precision: the default. ``fast`` plays the baked clip, several times as fast and
            within the error of baking: the default of a ``.sinew`` file that was stripped of its curves. A clip that is not baked is sampled
            exactly. ``reference`` is ``exact`` by plain loops.
        dtype : float64 or float32
            Type of the arrays.
        arrays : sequence of str
            Attributes of the pose to compute at once; the others are computed when they are read, which samples again.
        threads : int, optional
            Number of threads; by default, one for each processor if there is enough work.

        Returns
        -------
        Pose
        """
        engine = self.model._default_engine if engine is None else engine
        if engine not in ENGINES:
            raise ValueError(f'engine must be one of {", ".join(ENGINES)}, not {engine!r}')
        at = self.times() if times is None else as_times(times)
        return Pose(self.model, at, dtype, threads, self.index, engine).compute(arrays)

    def key_times(self, joint: str | int | None = None) -> NDArray[np.float64]:
        """Returns the distinct times of the author's keys, of one joint or of everything, in increasing order."""
        index = NONE if joint is None else self.model.joints[joint].index
        with self.model._handle as pointer:
            times = np.empty(lib.sinew_clip_key_times(pointer, self.index, index, None, 0))
            lib.sinew_clip_key_times(pointer, self.index, index, address(times), len(times))
        return times

    @property
    def curves(self) -> Curves:
        """Authored curves: ``clip.curves['hand.L'].rotation.x.values``."""
        return Curves(self)

    @property
    def tracks(self) -> list[Track]:
        """Keys of vectors and quaternions, which formats other than FBX have."""
        model, row = self.model, self._row
        first, count = int(row['first_track']), int(row['track_count'])
        rows = model._rows('tracks', 'track_count', _abi.sinew_track)[first:first + count].copy()
        keys = model._rows('track_keys', 'track_key_count', _abi.sinew_track_key)
        tracks = []
        for track in rows:
            own = keys[int(track['first_key']):int(track['first_key']) + int(track['key_count'])]
            path = _PATHS[min(int(track['path']), 3)]
            columns = {'rotation': [3, 0, 1, 2], 'weight': [0]}.get(path, [0, 1, 2])
            if track['joint'] >= 0 or track['morph'] >= 0:
                name = model.joints.names[int(track['joint'])] if track['joint'] >= 0 else model.morphs[int(track['morph'])]
                tracks.append(Track(name, path, _INTERPOLATIONS[min(int(track['interpolation']), 3)], own['time'].copy(), own['value'][:, columns]))
        return tracks

    @property
    def events(self) -> list[Event]:
        """Events in order of time."""
        first = ctypes.c_int32()
        model = self.model
        with model._handle as pointer:
            count = lib.sinew_clip_events(pointer, self.index, ctypes.byref(first))
        rows = model._rows('events', 'event_count', _abi.sinew_event)[first.value:first.value + count]
        return [Event(model._text(row['track']), model._text(row['text']), float(row['time']), float(row['value'])) for row in rows]

    def contacts(self, *, min_seconds: float = 0, max_height: float = 0) -> Contacts:
        """Finds when the feet stand on the ground.

        Parameters
        ----------
        min_seconds : float
            Shorter contacts are dropped; 0: 0.05.
        max_height : float
            Of a planted joint above its lowest position in the clip, in leg lengths; 0: 0.05.
        """
        return Contacts(self, min_seconds, max_height)

    def root_motion(self, times: ArrayLike | None = None, *, joint: str | int | None = None,
                    parts: Sequence[str] = ('ground', 'yaw')) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Computes how the clip moves the character as a whole, since its start.

        Parameters
        ----------
        times : array_like, shape (T,), optional
            Seconds from the clip's start; by default ``Clip.times()``.
        joint : str or int, optional
            The joint whose motion counts; by default the hips or the root, as found.
        parts : sequence of str
            ``ground`` (translation along the ground), ``height``, ``yaw`` (rotation about the up axis).

        Returns
        -------
        translations : ndarray, shape (T, 3)
        rotations : ndarray, shape (T, 4)
            Quaternions w, x, y, z.
        """
        at = self.times() if times is None else as_times(times)
        flags = 0
        for part in parts:
            if part not in _PARTS:
                raise ValueError(f'{part!r} is not a part of a motion: use {", ".join(_PARTS)}')
            flags |= _PARTS[part]
        model = self.model
        values = np.empty((len(at), 7))
        with model._handle as pointer:
            index = lib.sinew_model_find_motion_joint(pointer) if joint is None else model.joints[joint].index
            if index < 0:
                raise Error('no-joint', 'no joint moves the character')
            root, pose = _abi.sinew_root_motion(clip=self.index, joint=index, parts=flags), ctypes.c_void_p()
            call('sinew_pose_create', pointer, ctypes.byref(pose))
            try:
                for i, time in enumerate(at):
                    motion = lib.sinew_root_motion_between(pointer, ctypes.byref(root), 0.0, time, pose)
                    t, r = motion.translation, motion.rotation
                    values[i] = t.x, t.y, t.z, r.w, r.x, r.y, r.z
            finally:
                lib.sinew_pose_destroy(pose)
        translations, rotations = values[:, :3].copy(), values[:, 3:].copy()
        if model._space:
            model._space.points(translations)
            turn = model._space.rotation
            rotations[:, 1:] = rotations[:, 1:] @ turn.T  # the axis of each rotation
        return translations, rotations

    def to_bytes(self, *, motion: bool = True) -> bytes:
        """Returns the baked clip as a ``.sinew`` file of its own, which `ClipFile` and ``sinew play --anim`` read.

        Parameters
        ----------
        motion : bool
            With root motion.

        Raises
        ------
        Error
            ``unsupported``: the clip is not baked; see ``Model.bake``.
        """
        from ._clip_file import clip_bytes
        return clip_bytes(self, motion)

    def save_npz(self, path: str | os.PathLike[str], times: ArrayLike | None = None, *, fps: float | None = None, dtype: DTypeLike = np.float32,
                 contacts: bool = True) -> None:
        """Samples the clip and writes arrays with ``numpy.savez_compressed``.

        The file has ``times``, ``positions`` (T, J, 3), ``rotations`` (T, J, 4), ``local_positions``, ``local_rotations``, ``local_scales``,
        ``morphs``, ``parents``, ``joints``, ``morph_names``, ``clip``, ``unit`` (metres), ``up``, ``front``, and with `contacts` ``feet`` and
        ``planted`` (T, F, 2). Names are arrays of text, so that ``allow_pickle`` is not needed.

        Parameters
        ----------
        path : path
        times : array_like, shape (T,), optional
            By default ``Clip.times(fps)``.
        fps : float, optional
        dtype : float64 or float32
        contacts : bool
        """
        at = self.times(fps) if times is None else as_times(times)
        pose = self.sample(at, dtype=dtype, arrays=('world', 'rotations', 'local_rotations', 'morphs'))
        model = self.model
        arrays: dict[str, Any] = {
            'times': pose.times, 'positions': pose.positions, 'rotations': pose.rotations, 'local_positions': pose.local_positions,
            'local_rotations': pose.local_rotations, 'local_scales': pose.local_scales, 'morphs': pose.morphs, 'parents': model.parents,
            'joints': np.array(model.joints.names, dtype=np.str_), 'morph_names': np.array(model.morphs, dtype=np.str_), 'clip': np.str_(self.name),
            'unit': model.unit, 'up': np.str_(model.up), 'front': np.str_(model.front)}
        if contacts:
            found = self.contacts()
            arrays['feet'] = np.array(found.feet, dtype=np.str_)
            arrays['planted'] = found.planted(at)
        np.savez_compressed(path, **arrays)
