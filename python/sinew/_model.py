"""Models: loading, conversion to other units, combination with other models, export."""
from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from . import _abi
from ._library import FOLDER, NONE, Error, Handle, MissingError, Notes, View, call, dtype_of, encode, encode_path, field_types, lib, text, warn
from ._parts import FileWarning, Items, Joint, Mesh, Texture, find_name, matrix
from ._pose import ENGINES, Pose, Space, address, as_times
from ._tables import convert_csv, convert_jsonl, convert_obj

if TYPE_CHECKING:
    from ._clip import Clip
    from ._clip_file import BoundClip, ClipFile
    from ._edit import Edit, Layer
    from ._ik import Goal
    from ._space import BlendPoint, BlendSpace

_TEXTURES = {'authored': _abi.SINEW_TEXTURES_AS_AUTHORED, 'embedded': _abi.SINEW_TEXTURES_EMBEDDED, 'linked': _abi.SINEW_TEXTURES_LINKED}
_TEXT_FORMATS = {'csv': convert_csv, 'jsonl': convert_jsonl, 'obj': convert_obj}
_UNITS = {'mm': 0.001, 'cm': 0.01, 'm': 1.0, 'km': 1000.0, 'in': 0.0254, 'ft': 0.3048}


class Model:
    """A loaded file. It never changes, and any number of threads may use it.

    ``with sinew.load(path) as model:`` closes it at the end of the block. Without that it is closed when nothing refers to it any more.

    Attributes
    ----------
    joints : Items of Joint
        By index or name; parents before children.
    clips : Items of Clip
        By index, name, or a pattern of the command line such as ``*walk``.
    meshes : Items of Mesh
    textures : Items of Texture
    morphs : list of str
        Names of the morph targets, in the order of ``Pose.morphs``.
    warnings : list of FileWarning
    format, version, generator : str
        ``FBX``, ``7.4``, and the program that wrote the file.
    up, front : str
        Axes, such as ``+Y`` and ``+Z``.
    unit : float
        Metres per unit of length.
    fps : float
        Frames per second of the file; 0 if it does not have a frame rate.
    size : float
        Diagonal of the character in its rest pose.
    """

    def __init__(self, pointer: int, path: str | None = None, space: Space | None = None, up: str = '', front: str = '', unit: float = 0) -> None:
        self._source: str | None = path  # images are found beside it
        self._folder: str | None = None  # and in this folder
        self._set_up(Handle(pointer), path, space, up, front, unit)

    def _set_up(self, handle: Handle, path: str | None, space: Space | None, up: str, front: str, unit: float) -> None:
        self._handle, self.path, self._space = handle, path, space
        with handle as pointer:
            fields = _abi.sinew_model.from_address(pointer)
            info = _abi.sinew_model_info.from_address(fields.info)
            self._fields = {name: getattr(fields, name) for name in field_types(_abi.sinew_model) if name not in ('release', 'text')}
            self._joint_rows = self._rows('joints', 'joint_count', _abi.sinew_joint).copy()
            self._parents: NDArray[np.int32] = self._joint_rows['parent'].astype(np.int32)
            self._morph_count, self._skin_joint_count = int(fields.morph_count), int(fields.skin_joint_count)
            self.format, self.version, self.generator = (self._text(ref) for ref in (info.format, info.version, info.generator))
            self.up, self.front = up or self._text(info.up), front or self._text(info.front)
            self.unit = unit or info.unit_cm / 100
            self.fps = float(info.fps)
            self.size = float(info.size) * (space.scale if space else 1)
            self._default_engine = 'fast' if info.is_stripped else 'exact'  # a stripped model has no curves
            self._ticks_per_second = int(info.ticks_per_second)
            self._root = matrix(np.array([list(row) for row in info.root.row]))
            self.warnings = [FileWarning(self._text(row['code']), self._text(row['object']), self._text(row['text']),
                                         ('info', 'warning', 'error')[min(int(row['severity']), 2)])
                             for row in self._rows('warnings', 'warning_count', _abi.sinew_warning)]
            self.morphs = [self._text(row['name']) for row in self._rows('morphs', 'morph_count', _abi.sinew_morph)]
            self._clip_rows = self._rows('clips', 'clip_count', _abi.sinew_clip).copy()
            joint_names = [self._text(ref) for ref in self._joint_rows['name']]
            clip_names = [self._text(ref) for ref in self._clip_rows['name']]
            mesh_names = [self._text(row['name']) for row in self._rows('meshes', 'mesh_count', _abi.sinew_mesh)]
            texture_paths = [self._text(row['path']) for row in self._rows('textures', 'texture_count', _abi.sinew_texture)]
        self.joints: Items[Joint] = Items(joint_names, lambda i: Joint(self, i), self._find_joint)
        self.meshes: Items[Mesh] = Items(mesh_names, lambda i: Mesh(self, i), lambda name: find_name(mesh_names, 'mesh', name))
        self.textures: Items[Texture] = Items(texture_paths, lambda i: Texture(self, i), lambda name: find_name(texture_paths, 'texture', name))
        from ._clip import Clip
        self.clips: Items[Clip] = Items(clip_names, lambda i: Clip(self, i), self._find_clip)

    # ---- memory --------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Frees the memory of the model. Raises BufferError while arrays still use it. Closing twice is allowed."""
        self._handle.close()

    def __enter__(self) -> Model:
        with self._handle:
            return self

    def __exit__(self, raised: object, *unused: object) -> None:
        try:
            self.close()
        except BufferError:  # an error of the block is the one to report; the model is freed with its last view
            if raised is None:
                raise

    def __reduce__(self) -> NoReturn:
        raise TypeError('a Model cannot be pickled: pickle the path of its file, and load that in the other process')

    def __repr__(self) -> str:
        name = os.path.basename(self.path) if self.path else self.format
        return (f'<sinew.Model {name!r}: {len(self.joints)} joints, {len(self.clips)} clips, {len(self.meshes)} meshes, {len(self.morphs)} morphs>')

    def _view(self, field: str, dtype: np.dtype[Any], first: int, count: int) -> NDArray[Any]:
        """Returns items of an array of the model as a read-only view of its memory."""
        with self._handle:
            if count <= 0:
                empty = np.empty(0, dtype)
                empty.flags.writeable = False
                return empty
            view = View(self._handle, self._fields[field] + first * dtype.itemsize, count * dtype.itemsize)
            return np.asarray(view).view(dtype)

    def _rows(self, field: str, count: str, struct: Any) -> NDArray[Any]:
        return self._view(field, dtype_of(struct), 0, int(self._fields[count]))

    def _text(self, ref: int) -> str:
        with self._handle as pointer:
            return text(lib.sinew_text(pointer, int(ref)))

    # ---- names ---------------------------------------------------------------------------------------------------

    def _find_joint(self, name: str) -> int:
        out = ctypes.c_int32()
        with self._handle as pointer:
            call('sinew_model_find_joint', pointer, encode(name), ctypes.byref(out))
        return out.value

    def _find_clip(self, pattern: str) -> int:
        out = ctypes.c_int32()
        with self._handle as pointer:
            call('sinew_model_find_clip', pointer, encode(pattern), ctypes.byref(out))
        if out.value < 0:
            raise MissingError('no-clip', f'{pattern!r} is the rest pose', 'use Model.rest')
        return out.value

    def _clip_start(self, clip: int) -> float:
        if 0 <= clip < len(self._clip_rows):
            return float(self._clip_rows[clip]['start'])
        with self._handle as pointer:  # a bound clip, or the rest pose
            return float(lib.sinew_model_clip_start(pointer, clip))

    @property
    def clip(self) -> Clip | None:
        """The default clip: the file's current one if it animates anything, else the first that does; None without clips."""
        out = ctypes.c_int32()
        with self._handle as pointer:
            call('sinew_model_find_clip', pointer, None, ctypes.byref(out))
        return self.clips[out.value] if out.value >= 0 else None

    @property
    def parents(self) -> NDArray[np.int32]:
        """Index of each joint's parent, (J,); −1 for a root."""
        return self._parents.copy()

    def tree(self) -> str:
        """Returns the joint hierarchy as indented text in the authored order; ``*`` marks joints that deform a mesh.

        Joints below level 100 are indented as level 100 is.
        """
        order = self._view('authored_order', np.dtype(np.int32), 0, len(self.joints))
        rows, names = self._joint_rows, self.joints.names
        return '\n'.join('  ' * min(int(rows[i]['depth']), 100) + names[i] + (' *' if rows[i]['flags'] & _abi.SINEW_JOINT_DEFORMS else '')
                         for i in order if not rows[i]['flags'] & _abi.SINEW_JOINT_HELPER)

    # ---- poses ---------------------------------------------------------------------------------------------------

    def rest(self, *, dtype: DTypeLike = np.float64) -> Pose:
        """Returns the rest pose, T = 1."""
        return Pose(self, np.zeros(1), dtype, 1, engine=self._default_engine).compute(('world', 'morphs'))

    def pose(self, local_rotations: ArrayLike, *, local_positions: ArrayLike | None = None, local_scales: ArrayLike | None = None,
             morphs: ArrayLike | None = None, times: ArrayLike | None = None, dtype: DTypeLike = np.float64, threads: int | None = None) -> Pose:
        """Poses the model by transforms that were computed elsewhere: forward kinematics.

        Parameters
        ----------
        local_rotations : array_like, shape (T, J, 4)
            Quaternions w, x, y, z relative to the parent joint, of any length but 0.
        local_positions, local_scales : array_like, shape (T, J, 3), optional
            Relative to the parent joint; by default as in the rest pose.
        morphs : array_like, shape (T, M), optional
            Morph weights; by default as in the rest pose.
        times : array_like, shape (T,), optional
            Seconds, as ``Pose.times`` and for geometry caches; by default 0.
        dtype : float64 or float32
            Type of the arrays.
        threads : int, optional
            Number of threads; by default, one for each processor if there is enough work.

        Returns
        -------
        Pose
        """
        joints = len(self.joints)
        rotations = np.asarray(local_rotations, dtype=np.float64)
        if rotations.ndim == 2:
            rotations = rotations[np.newaxis]
        if rotations.ndim != 3 or rotations.shape[1:] != (joints, 4):
            raise ValueError(f'local_rotations must have the shape (T, {joints}, 4), not {np.shape(local_rotations)}')
        frames = len(rotations)
        rest = self.rest()
        values = np.empty((frames, joints, 10))
        values[..., :3] = rest.local_positions if local_positions is None else np.asarray(local_positions, dtype=np.float64)
        values[..., 3:7] = rotations
        values[..., 7:] = rest.local_scales if local_scales is None else np.asarray(local_scales, dtype=np.float64)
        if self._space:
            self._space.locals(values, self._parents < 0, inverse=True)
        weights = np.empty((frames, self._morph_count), np.float32)
        weights[...] = rest.morphs if morphs is None else np.asarray(morphs, dtype=np.float32)
        at = np.zeros(frames) if times is None else as_times(times)
        if len(at) != frames:
            raise ValueError(f'times has {len(at)} items for {frames} frames')
        return Pose(self, at, dtype, threads, locals=values, morphs=weights).compute(('world', 'morphs'))

    def mix(self, layers: Sequence[Layer], *, goals: Sequence[Goal] = (), dtype: DTypeLike = np.float64) -> Pose:
        """Blends clips, and moves limbs to goals.

        Parameters
        ----------
        layers : sequence of Layer
        goals : sequence of Reach, Aim or Chain
            Inverse kinematics, solved in this order after blending. Poses are computed in single precision.
        dtype : float64 or float32
            Type of the arrays.

        Returns
        -------
        Pose
            With the times of the first layer. ``goal_errors`` says by how much goals are missed.
        """
        from ._edit import mix
        return mix(self, layers, goals, dtype)

    def blend_space(self, points: Sequence[BlendPoint], *, marker_track: str = '') -> BlendSpace:
        """Makes a blend space: clips at points of a line or of a plane.

        Parameters
        ----------
        points : sequence of BlendPoint
            Positions with one coordinate or two. In two dimensions, at least three points that are not on one line.
        marker_track : str
            Events of this track are the markers of clips that have any, such as ``step``.
        """
        from ._space import BlendSpace
        return BlendSpace(self, points, marker_track)

    # ---- clip files ----------------------------------------------------------------------------------------------

    def reserve_clip_slots(self, count: int) -> None:
        """Reserves room for clips of files of their own: once, and before other threads use the model."""
        with self._handle.alone() as pointer:
            call('sinew_model_reserve_clip_slots', pointer, count)

    def bind(self, clip: ClipFile) -> BoundClip:
        """Binds a clip of a file of its own, so that it plays as the clips of the model do.

        Nothing is baked or retargeted. Joints that the clip lacks rest, joints that the model lacks are left out. `reserve_clip_slots` comes
        first.

        Raises
        ------
        Error
            ``limit``: no slot is free. ``no-match``: the clip was baked for another skeleton; the message names the first joint that
            differs. ``unsupported``: the model is not baked.
        """
        from ._clip_file import bind
        return bind(self, clip)

    def with_clip_files(self, clips: Sequence[ClipFile]) -> Model:
        """Returns a model without curves that has the clips of files of their own behind this model's clips; they play as bound ones."""
        from ._clip_file import create_with_clip_files
        return create_with_clip_files(self, clips)

    def to(self, *, unit: str | float | None = None, up: str | None = None, front: str | None = None) -> Model:
        """Returns the same model with arrays in another unit and other axes.

        Positions, matrices, vertices, meshes and root motion are converted, as are exported files: see `export`. The values of curves and
        tracks and the skinning matrices stay as authored. The model shares the memory of the original, and closing one closes both.

        As in a file that was converted, only joints without a parent rotate. Meshes, whose space is their joint's, change their length.

        Parameters
        ----------
        unit : str or float, optional
            ``mm``, ``cm``, ``m``, ``km``, ``in``, ``ft``, or metres per unit. By default the unit stays.
        up, front : str, optional
            An axis: ``Y``, ``+Z``, ``-X``. `front` is the direction the character looks. By default they stay; of two that were given, `front`
            must be at a right angle to `up`.

        Returns
        -------
        Model
        """
        metres = self.unit if unit is None else _UNITS.get(unit, 0.0) if isinstance(unit, str) else float(unit)
        if not 0 < metres < float('inf'):
            raise ValueError(f'{unit!r} is not a unit: use {", ".join(_UNITS)} or metres')
        if up is None and front is None:
            new_up, new_front = _axis(self.up), _axis(self.front)
        else:
            new_up, new_front = _axis(self.up if up is None else up), _axis(self.front if front is None else front)
            if new_up @ new_front != 0 and front is None:  # the old up becomes the front, or its opposite
                new_front = -_axis(self.up) if (_axis(self.front) @ new_up) > 0 else _axis(self.up)
        if new_up @ new_front != 0:
            raise ValueError('up and front must be different axes')
        old = np.stack([np.cross(_axis(self.up), _axis(self.front)), _axis(self.up), _axis(self.front)], axis=1)
        new = np.stack([np.cross(new_up, new_front), new_up, new_front], axis=1)
        rotation, scale = new @ old.T, self.unit / metres
        if self._space:
            rotation, scale = rotation @ self._space.rotation, scale * self._space.scale
        same = np.array_equal(rotation, np.eye(3)) and scale == 1
        model = Model.__new__(Model)
        model._source, model._folder = self._source, self._folder
        model._set_up(self._handle, self.path, None if same else Space(scale, rotation), _axis_name(new_up), _axis_name(new_front), metres)
        return model

    # ---- other models --------------------------------------------------------------------------------------------

    def _adopt(self, pointer: int) -> Model:
        """Returns a model that was made of this one, in its space, with its images and without a file."""
        model = Model(pointer, None, self._space, self.up if self._space else '', self.front if self._space else '',
                      self.unit if self._space else 0)
        model._source, model._folder = self._source, self._folder
        return model

    @property
    def edit(self) -> Edit:
        """Edits of clips and joints: each returns another model."""
        from ._edit import Edit
        return Edit(self)

    def bake(self, *, error: float = 0, rate: float = 0) -> Model:
        """Returns a model whose clips are baked for the engine ``fast``: edited models have none.

        Parameters
        ----------
        error : float
            Largest displacement as a fraction of ``size``; 0: 1e-4.
        rate : float
            Frames per second at which the error holds; 0: at all times.
        """
        options = _abi.sinew_bake_options(error=error, rate=rate)
        out = ctypes.c_void_p()
        with self._handle as pointer:
            call('sinew_model_bake', pointer, ctypes.byref(options), ctypes.byref(out))
        assert out.value
        return self._adopt(out.value)

    def to_bytes(self) -> bytes:
        """Returns the model as a ``.sinew`` file, which `load` and the program read."""
        return self._take_bytes('sinew_model_save')

    def _take_bytes(self, function: str, *arguments: Any) -> bytes:
        out, size = ctypes.c_void_p(), ctypes.c_size_t()
        with self._handle as pointer:
            call(function, pointer, *arguments, ctypes.byref(out), ctypes.byref(size))
        try:
            return ctypes.string_at(out, size.value)
        finally:
            lib.sinew_free(out)

    def export(self, path: str | os.PathLike[str] | None = None, *, format: str | None = None, clip: str | int | None = None,
               clips: Sequence[str | int] | None = None, times: ArrayLike | None = None, fps: float = 0, meshes: bool = True,
               portable: bool = False, unit: float = 0, up: str = '', engine: str | None = None, max_error: float = 0,
               textures: str = 'authored') -> bytes:
        """Writes the model in another format. See the page "Export" for what each format holds.

        After `Model.to`, fbx, csv, jsonl and obj are in the unit and axes of the model. A glb is always in metres with Y up, a bvh in
        centimetres with Y up.

        Parameters
        ----------
        path : path, optional
            File to write. Without it nothing is written; the bytes are returned in any case.
        format : str, optional
            ``fbx``, ``fbx-ascii``, ``glb``, ``bvh``, ``csv``, ``jsonl`` or ``obj``; by default the extension of `path`.
        clip : str or int, optional
            The clip of a bvh, csv, jsonl or obj; by default ``Model.clip``.
        clips : sequence, optional
            The clips of an fbx or glb; by default all with keys.
        times : array_like, optional
            Seconds from the clip's start, for a bvh, csv, jsonl or obj; by default every frame, and 0 for an obj.
        fps : float
            Rate of the keys of a glb; 0: as few keys as keep `max_error`.
        meshes : bool
            False leaves meshes out of an fbx.
        portable : bool
            True gives an fbx one linear key per frame.
        unit : float
            Metres per unit of an fbx; 0: ``Model.unit``.
        up : str
            ``Y`` or ``Z``, the up axis of an fbx; by default as ``Model.up``.
        engine : str, optional
            ``exact`` or ``fast``, as for ``Clip.sample``.
        max_error : float
            Of fitted keys, as a fraction of ``size``; 0: 1e-4.
        textures : str
            Images of an fbx or glb: ``embedded``, ``linked``, or ``authored``: inside a glb, and inside an fbx if they are inside the
            source. Images that are not inside the source are read as `load` finds side files.

        Returns
        -------
        bytes
        """
        if textures not in _TEXTURES:
            raise ValueError(f'textures must be one of {", ".join(_TEXTURES)}, not {textures!r}')
        if format is None:
            if path is None:
                raise ValueError('export needs a path or a format')
            format = os.path.splitext(os.fsdecode(path))[1][1:].lower()
        chosen = self.clip if clip is None else self.clips[clip]
        if times is not None:
            at = as_times(times)
        elif chosen is None or format == 'obj':
            at = np.zeros(1)
        else:
            at = chosen.times()
        if format.startswith('fbx') and self._space:
            unit, up = unit or self.unit, up or self._fbx_axis()
        notes = Notes(field_types(_abi.sinew_export_options)['note'])
        images = self._export_images(path, format == 'fbx' and not portable) if format in ('glb', 'fbx', 'fbx-ascii') else None
        indices = [self.clips[c].index for c in clips] if clips is not None else []
        array = (ctypes.c_int32 * max(len(indices), 1))(*indices)
        options = _abi.sinew_export_options(
            clip=chosen.index if chosen else NONE, times=address(at), time_count=len(at),
            engine=ENGINES[engine or self._default_engine], clips=ctypes.addressof(array) if clips is not None else None, clip_count=len(indices), fps=fps,
            max_error=max_error, only_motion=not meshes, curves=int(portable), unit_cm=unit * 100, up=up.encode('ascii')[:1] or b'\0',
            images=ctypes.addressof(images.rows) if images else None, textures=_TEXTURES[textures], note=notes.callback)
        written = self._take_bytes('sinew_export', encode(format), ctypes.byref(options))
        if self._space and format in _TEXT_FORMATS:
            written = _TEXT_FORMATS[format](written, self._space, self.unit, self.up)
        if path is not None:
            with open(path, 'wb') as file:
                file.write(written)
        notes.give()
        return written

    def _fbx_axis(self) -> str:
        """Returns the up axis that gives an fbx the axes of this model, or '' if those of the file do."""
        with self._handle as pointer:
            info = _abi.sinew_model_info.from_address(_abi.sinew_model.from_address(pointer).info)
        authored = self._text(info.up), self._text(info.front)
        if (self.up, self.front) == authored:
            return ''
        if (self.up, self.front) not in (('+Y', '+Z'), ('+Z', '-Y')) or self.up == authored[0]:
            raise Error('unsupported', f'an fbx cannot have {self.up} up and {self.front} front if the file has {authored[0]} up and {authored[1]} front',
                        "convert to up='Y', front='Z' or to up='Z', front='-Y'")
        return self.up[1]

    def _export_images(self, output: str | os.PathLike[str] | None, keeps_document: bool) -> _Images | None:
        """Reads the images that are not inside the model, 1 GB at most; None if the model has no file.

        They get paths from the output to them, unless the author's document is written again into its folder: its own links stay.
        """
        if self._source is None or not self.textures:
            return None
        images = _Images(len(self.textures))
        folder = os.path.realpath(os.path.dirname(os.path.abspath(os.fsdecode(output)))) if output is not None else None
        if keeps_document and self._fields['document_size'] > 0 and folder == os.path.realpath(os.path.dirname(os.path.abspath(self._source))):
            folder = None
        left = 1 << 30
        for texture in self.textures:
            if texture.data is not None:
                continue
            found = texture._read(left)
            if found is None:
                continue
            data, path = found
            left -= len(data)
            images.keep(texture.index, data, os.path.relpath(os.path.realpath(path), folder) if folder is not None and path else None)
        return images

    def retarget(self, animation: Model, *, body: Mapping[str, str] | None = None, animation_body: Mapping[str, str] | None = None,
                 error: float = 0) -> Model:
        """Returns this character with the clips of another body added, retargeted to its joints.

        Parameters
        ----------
        animation : Model
            A body with clips. Its joints may have other names, lengths and rest poses.
        body, animation_body : mapping, optional
            Joints by part of the body, such as ``{'left_hand': 'hand.L'}``, of this model and of `animation`: added to those that are found
            by name.
        error : float
            Largest displacement between two keys as a fraction of the leg length; 0: 1e-3.
        """
        maps = [_body_map(model, parts) for model, parts in ((self, body), (animation, animation_body))]
        options = _abi.sinew_retarget_options(error=error, character_map=ctypes.addressof(maps[0]) if maps[0] else None,
                                              animation_map=ctypes.addressof(maps[1]) if maps[1] else None)
        return self._add(animation, retarget=ctypes.addressof(options))

    def add_clips(self, animation: Model) -> Model:
        """Returns this character with the clips of another file of the same skeleton added; joints are matched by name."""
        return self._add(animation)

    def _add(self, animation: Model, **members: Any) -> Model:
        """Adds clips, which play from their curves; `members` are those of sinew_with_clips_options."""
        out = ctypes.c_void_p()
        options = _abi.sinew_with_clips_options(only_curves=True, **members)
        with self._handle as pointer, animation._handle as other:
            call('sinew_model_create_with_clips', pointer, ctypes.byref(ctypes.c_void_p(other)), 1, ctypes.byref(options), ctypes.byref(out))
        assert out.value
        model = self._adopt(out.value)
        for warning in model.warnings:
            if warning not in self.warnings and warning.severity != 'info':
                warn(f'{warning.code}: {warning.text}')
        return model

    # ---- the program ---------------------------------------------------------------------------------------------

    def render(self, *options: str, clip: str | None = None, at: str | float | None = None, width: int | None = None,
               height: int | None = None) -> Image:
        """Draws an image with the program (see `program`). Takes the options of ``sinew render``, such as ``'--view', 'front'``."""
        from . import program
        return program.render(self, *options, clip=clip, at=at, width=width, height=height)

    def page(self, *options: str) -> Page:
        """Makes a page that plays the model, with the program. Takes the options of ``sinew page``."""
        from . import program
        return program.page(self, *options)


class _Images:
    """The array sinew_export_options.images, and what it points to."""

    def __init__(self, count: int) -> None:
        self.rows = (_abi.sinew_export_image * count)()
        self.kept: list[Any] = []

    def keep(self, index: int, data: bytes, path: str | None) -> None:
        buffer, name = ctypes.create_string_buffer(data, len(data) + 1), os.fsencode(path) if path else None
        self.kept += [buffer, name]
        self.rows[index].bytes, self.rows[index].size, self.rows[index].path = ctypes.addressof(buffer), len(data), name


class Image(bytes):
    """The bytes of a PNG file, which notebooks show."""

    def _repr_png_(self) -> bytes:
        return bytes(self)


class Page(str):
    """An HTML page. Notebooks show it after `show`."""

    shown = False

    def show(self) -> Page:
        """Returns the page as one that notebooks show, in a frame: it runs the scripts of the page."""
        page = Page(self)
        page.shown = True
        return page

    def _repr_html_(self) -> str | None:
        if not self.shown:
            return None
        escaped = self.replace('&', '&amp;').replace('"', '&quot;')
        return f'<iframe srcdoc="{escaped}" sandbox="allow-scripts" style="width:100%;height:480px;border:0"></iframe>'


def _axis(name: str) -> NDArray[np.float64]:
    """'+Y', 'y', '-Z' → a unit vector"""
    letter = name[-1:].upper()
    if letter not in ('X', 'Y', 'Z') or name[:-1] not in ('', '+', '-'):
        raise ValueError(f'{name!r} is not an axis: use X, Y, Z, or one with a sign')
    vector = np.zeros(3)
    vector['XYZ'.index(letter)] = -1.0 if name[0] == '-' else 1.0
    return vector


def _axis_name(vector: NDArray[np.float64]) -> str:
    axis = int(np.argmax(np.abs(vector)))
    return ('-' if vector[axis] < 0 else '+') + 'XYZ'[axis]


def _body_map(model: Model, parts: Mapping[str, str] | None) -> Any:
    if not parts:
        return None
    body = _abi.sinew_body_map()
    with model._handle as pointer:
        lib.sinew_body_map_find(pointer, ctypes.byref(body), None)
        for part, joint in parts.items():
            call('sinew_body_map_set', pointer, ctypes.byref(body), encode(part), encode(joint))
    return body


def load(source: str | os.PathLike[str] | bytes, *, name: str = 'model', timeout: float = 0, memory_limit: int = 0,
         texture_path: str | os.PathLike[str] | None = None, cache: str | os.PathLike[str] | None = None, bake: bool = True, up: str = '',
         keep_document: bool = False, sandbox: str = 'preferred', progress: Callable[[float], object] | None = None) -> Model:
    """Loads a model file: FBX, glTF, BVH, Collada and others.

    A separate program in a sandbox reads the file, so that a damaged or hostile one raises Error and does nothing else. Ctrl-C ends it.
    Problems of the file are warnings of the category ModelWarning, and ``Model.warnings``.

    Parameters
    ----------
    source : path or bytes
        The file, or its contents. Contents have no side files.
    name : str
        Name of the file whose contents were passed; its extension may decide the format.
    timeout : float
        Seconds of processor time; 0: 6.
    memory_limit : int
        Bytes that the worker may use; 0: 256 MiB + 64 × the size of the file, 2 GiB at most.
    texture_path : path, optional
        Folder that is searched for side files too.
    cache : path, optional
        Folder that keeps imported models, so that the next load of the same file is faster.
    bake : bool
        Bake the clips, for the engine ``fast``. False loads faster.
    up : str
        ``Y`` or ``Z``, the up axis of a BVH; by default as its rest pose shows it.
    keep_document : bool
        Keep the records of an FBX 7, so that ``Model.export`` and edits change only what they have to in the author's file. The cache is
        not used.
    sandbox : str
        ``preferred`` loads with the protections that the system has, and warns; ``required`` raises Error instead if one is missing.
    progress : callable, optional
        Called about 50 times per second with the seconds since the start; True ends the load.

    Returns
    -------
    Model
    """
    if sandbox not in ('preferred', 'required'):
        raise ValueError("sandbox must be 'preferred' or 'required'")
    if up.upper() not in ('', 'Y', 'Z'):
        raise ValueError("up must be 'Y' or 'Z'")
    kinds = field_types(_abi.sinew_load_options)
    raised: list[BaseException] = []

    def report(user: object, seconds: float) -> int:
        try:
            return bool(progress and progress(seconds))
        except BaseException as error:  # KeyboardInterrupt too: C cannot pass it on
            raised.append(error)
            return 1

    notes = Notes(kinds['warn'])
    options = _abi.sinew_load_options(
        timeout=timeout, memory_limit=memory_limit, texture_path=encode_path(texture_path) if texture_path is not None else None, only_curves=not bake,
        up=up.upper().encode() or b'\0', keep_document=keep_document, sandbox=_abi.SINEW_SANDBOX_REQUIRED if sandbox == 'required' else _abi.SINEW_SANDBOX_PREFERRED,
        worker_folder=os.fsencode(FOLDER), cache_folder=encode_path(cache) if cache is not None else None, progress=kinds['progress'](report),
        warn=notes.callback)
    out, path = ctypes.c_void_p(), None
    try:
        if isinstance(source, (bytes, bytearray, memoryview)):
            contents = bytes(source)
            data = ctypes.create_string_buffer(contents, len(contents) + 1)  # NULL would mean a file on disk
            options.bytes, options.size = ctypes.addressof(data), len(contents)
            call('sinew_model_load', encode(name), ctypes.byref(options), ctypes.byref(out))
        else:
            path = os.fsdecode(source)
            call('sinew_model_load', encode_path(source), ctypes.byref(options), ctypes.byref(out))
    except Error as error:
        if raised:
            raise raised[0] from None
        if path is not None:
            error.message = f'{path}: {error.message}'
        raise
    assert out.value
    model = Model(out.value, path)
    model._folder = os.fsdecode(texture_path) if texture_path is not None else None
    notes.give()
    for warning in model.warnings:
        if warning.severity != 'info':
            warn(f'{warning.code}: {warning.text}')
    return model
