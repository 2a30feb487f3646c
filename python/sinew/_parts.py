"""The parts of a model: joints, meshes, textures, warnings."""
from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from . import _abi
from ._library import Error, MissingError, call, lib
from ._pose import Pose, address, allocate, split_frames

if TYPE_CHECKING:
    from ._model import Model

T = TypeVar('T')
_KINDS = ('null', 'bone', 'mesh', 'camera', 'light')


class Items(Sequence[T], Generic[T]):
    """The joints, clips, meshes, … of a model, by index or by name. Iterating gives the items, `.names` their names."""

    def __init__(self, names: list[str], make: Callable[[int], T], find: Callable[[str], int]) -> None:
        self.names, self._make, self._find = names, make, find

    def __len__(self) -> int:
        return len(self.names)

    @overload
    def __getitem__(self, key: int | str) -> T: ...
    @overload
    def __getitem__(self, key: slice) -> list[T]: ...

    def __getitem__(self, key: int | str | slice) -> T | list[T]:
        if isinstance(key, slice):
            return [self._make(i) for i in range(len(self))[key]]
        if isinstance(key, str):
            return self._make(self._find(key))
        return self._make(range(len(self))[key])

    def __iter__(self) -> Iterator[T]:
        return (self._make(i) for i in range(len(self)))

    def __contains__(self, item: object) -> bool:
        return item in self.names if isinstance(item, str) else any(item == other for other in self)

    def __repr__(self) -> str:
        return f'<{len(self)} items: {", ".join(self.names[:8])}{", …" if len(self) > 8 else ""}>'


def find_name(names: list[str], kind: str, name: str) -> int:
    if name not in names:
        hint = f'there are {", ".join(names[:8])}' if names else ''
        raise MissingError('no-mesh' if kind == 'mesh' else 'not-found', f'no {kind} is named {name!r}', hint)
    return names.index(name)


class Part:
    """A part of a model, which refers to the model and equals another reference to the same part."""

    def __init__(self, model: Model, index: int) -> None:
        self.model, self.index = model, index

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, Part) and other.model is self.model and other.index == self.index

    def __hash__(self) -> int:
        return hash((type(self), id(self.model), self.index))

    def __reduce__(self) -> NoReturn:
        raise TypeError(f'a {type(self).__name__} cannot be pickled: pickle the path of its file, and load that in the other process')

    @property
    def name(self) -> str:
        """The name as authored."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f'<sinew.{type(self).__name__} {self.index}: {self.name!r}>'


class Joint(Part):
    """A joint: any node of the authored hierarchy."""

    @property
    def name(self) -> str:
        return self.model.joints.names[self.index]

    @property
    def parent(self) -> Joint | None:
        """The joint above, or None for a root."""
        parent = int(self.model._parents[self.index])
        return Joint(self.model, parent) if parent >= 0 else None

    @property
    def children(self) -> list[Joint]:
        """The joints directly below."""
        return [Joint(self.model, int(i)) for i in np.flatnonzero(self.model._parents == self.index)]

    @property
    def path(self) -> str:
        """The names from the root to this joint, joined by ``/``."""
        names, joint = [], self.index
        while joint >= 0:
            names.append(self.model.joints.names[joint])
            joint = int(self.model._parents[joint])
        return '/'.join(reversed(names))

    @property
    def depth(self) -> int:
        """0 for a root."""
        return int(self.model._joint_rows[self.index]['depth'])

    @property
    def kind(self) -> str:
        """``null`` (a group or locator), ``bone``, ``mesh``, ``camera`` or ``light``."""
        return _KINDS[int(self.model._joint_rows[self.index]['kind'])]

    @property
    def deforms(self) -> bool:
        """Whether a mesh has weights for the joint."""
        return bool(self.model._joint_rows[self.index]['flags'] & _abi.SINEW_JOINT_DEFORMS)

    @property
    def rest(self) -> NDArray[np.float64]:
        """Local matrix (4, 4) without animation."""
        rest, space = matrix(self.model._joint_rows[self.index]['rest_matrix']['row']), self.model._space
        if space:
            if self.model._parents[self.index] < 0:
                space.world(rest)
            else:
                rest[:3, 3] *= space.scale
        return rest

    @property
    def bind(self) -> NDArray[np.float64] | None:
        """Matrix (4, 4) to model space when the meshes were bound; None if it is not known."""
        row = self.model._joint_rows[self.index]
        if not row['flags'] & _abi.SINEW_JOINT_HAS_BIND:
            return None
        bind = matrix(row['bind_global']['row'])
        if self.model._space:
            self.model._space.world(bind)
        return bind


def matrix(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.vstack([rows, [0, 0, 0, 1]])


class Texture(Part):
    """An image of a material, not decoded."""

    @property
    def _row(self) -> Any:
        return self.model._rows('textures', 'texture_count', _abi.sinew_texture)[self.index]

    @property
    def name(self) -> str:
        return os.path.basename(self.path.replace('\\', '/'))

    @property
    def path(self) -> str:
        """The path as authored: a hint, not a path to open as it is."""
        return self.model._text(self._row['path'])

    @property
    def format(self) -> str:
        """``png``, ``jpg``, … or ``''``."""
        return self.model._text(self._row['format'])

    @property
    def data(self) -> NDArray[np.uint8] | None:
        """The bytes of the image file, if it is inside the model: read-only, a view of the model's memory. None for a side file."""
        first, count = int(self._row['first_byte']), int(self._row['byte_count'])
        return self.model._view('image_bytes', np.dtype(np.uint8), first, count) if count else None

    def read(self) -> bytes:
        """Returns the bytes of the image file: those inside the model, or a side file's, found as `load` finds side files.

        Raises
        ------
        Error
            ``not-found``: the model has no file, or the image is not beside it. ``memory-limit``: it has more than 1 GB.
        """
        if self.data is None and self.model._source is None:
            raise Error('not-found', f'the image {self.name!r} is not inside the model, which was not loaded from a file')
        found = self._read(1 << 30, must=True)
        assert found is not None
        return found[0]

    def _read(self, limit: int, must: bool = False) -> tuple[bytes, str] | None:
        """Returns the bytes of the image file and the path of a side file; None if it is missing or larger than `limit`."""
        data, size, path = ctypes.c_void_p(), ctypes.c_size_t(), ctypes.c_void_p()
        model = self.model
        options = _abi.sinew_load_options(memory_limit=max(limit, 1), texture_path=os.fsencode(model._folder) if model._folder else None)
        with model._handle as pointer:
            try:
                call('sinew_model_read_texture', pointer, self.index, os.fsencode(model._source or ''), ctypes.byref(options), ctypes.byref(data),
                     ctypes.byref(size), ctypes.byref(path))
            except Error as error:
                if must or error.code not in ('not-found', 'memory-limit', 'system'):
                    raise
                return None
        try:
            return ctypes.string_at(data, size.value), os.fsdecode(ctypes.string_at(path)) if path else ''
        finally:
            lib.sinew_free(data)
            lib.sinew_free(path)


class Mesh(Part):
    """A mesh. Its arrays are views of the model's memory, read-only, and in mesh space: the space of `joint`.

    The positions of a model that `Model.to` made in another unit are a copy.
    """

    @property
    def name(self) -> str:
        return self.model.meshes.names[self.index]

    @property
    def _row(self) -> Any:
        return self.model._rows('meshes', 'mesh_count', _abi.sinew_mesh)[self.index]

    def _vertices(self, field: str, size: int, flag: int = 0) -> NDArray[np.float32] | None:
        row = self._row
        if flag and not row['flags'] & flag:
            return None
        first, count = int(row['first_vertex']), int(row['vertex_count'])
        return self.model._view(field, np.dtype(np.float32), first * size, count * size).reshape(-1, size)

    @property
    def joint(self) -> Joint:
        """The joint that the mesh is attached to."""
        return Joint(self.model, int(self._row['joint']))

    @property
    def vertex_count(self) -> int:
        """V, the number of vertices, after equal ones were welded."""
        return int(self._row['vertex_count'])

    @property
    def positions(self) -> NDArray[np.float32]:
        """Undeformed positions, (V, 3)."""
        positions, space = self._vertices('positions', 3), self.model._space
        assert positions is not None
        return positions if space is None or space.scale == 1 else (positions * space.scale).astype(np.float32)

    @property
    def normals(self) -> NDArray[np.float32] | None:
        """Undeformed normals of unit length, (V, 3), or None."""
        return self._vertices('normals', 3, _abi.SINEW_MESH_NORMALS)

    @property
    def texcoords(self) -> NDArray[np.float32] | None:
        """Texture coordinates, (V, 2), v upwards, or None."""
        return self._vertices('texcoords', 2, _abi.SINEW_MESH_TEXCOORDS)

    @property
    def texcoords2(self) -> NDArray[np.float32] | None:
        """The second set of texture coordinates, (V, 2), v upwards, or None."""
        return self._vertices('texcoords2', 2, _abi.SINEW_MESH_TEXCOORDS2)

    @property
    def colors(self) -> NDArray[np.float32] | None:
        """Linear vertex colours, (V, 4), or None."""
        return self._vertices('colors', 4, _abi.SINEW_MESH_COLORS)

    @property
    def triangles(self) -> NDArray[np.uint32]:
        """Vertices of each triangle, (F, 3), counter-clockwise from outside."""
        row = self._row
        return self.model._view('indices', np.dtype(np.uint32), int(row['first_index']), int(row['index_count'])).reshape(-1, 3)

    @property
    def weights(self) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float32]]:
        """The skin weights as three arrays of N influences: vertex, joint, weight. The weights of a vertex sum to 1."""
        row, model = self._row, self.model
        first, count = int(row['first_vertex']), int(row['vertex_count'])
        starts = model._view('influence_start', np.dtype(np.uint32), first, count + 1).astype(np.int64)
        influences = model._rows('influences', 'influence_count', _abi.sinew_influence)[starts[0]:starts[-1]]
        skin_joints = model._rows('skin_joints', 'skin_joint_count', _abi.sinew_skin_joint)['joint']
        vertices = np.repeat(np.arange(count, dtype=np.int32), np.diff(starts))
        return vertices, skin_joints[influences['skin_joint']], influences['weight'].copy()

    def skin(self, pose: Pose, *, threads: int | None = None) -> NDArray[np.float32]:
        """Deforms the mesh by poses: geometry caches, morphs, then the skinning method of the file.

        Parameters
        ----------
        pose : Pose
            Poses of the same model at T times.
        threads : int, optional
            Number of threads; by default, one for each processor if there is enough work.

        Returns
        -------
        ndarray of float32, shape (T, V, 3)
            Vertices in model space, as ``pose.positions``.
        """
        return self._skin(pose, threads, False)[0]

    def skin_with_normals(self, pose: Pose, *, threads: int | None = None) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Deforms the mesh as `skin` does and returns vertices and normals of unit length, both (T, V, 3)."""
        positions, normals = self._skin(pose, threads, True)
        assert normals is not None
        return positions, normals

    def _skin(self, pose: Pose, threads: int | None, with_normals: bool) -> tuple[NDArray[np.float32], NDArray[np.float32] | None]:
        model = self.model
        if pose._model._handle is not model._handle:
            raise ValueError('the pose is of another model')
        frames, vertices = len(pose), self.vertex_count
        palettes, timelines = pose.palettes, pose._timelines()
        weights = np.ascontiguousarray(pose.morphs, dtype=np.float32)
        positions = allocate((frames, vertices, 3), np.dtype(np.float32))
        normals = allocate((frames, vertices, 3), np.dtype(np.float32)) if with_normals else None
        with model._handle as pointer:
            def fill(first: int, end: int) -> None:
                call('sinew_skin_frames', pointer, self.index, address(palettes, first), address(weights, first), address(timelines, first),
                     end - first, address(positions, first), None if normals is None else address(normals, first))

            split_frames(frames, vertices, threads, fill)
        # Skinned vertices lack the importer's root transform, which the globals of joints include.
        root = model._root
        if not np.array_equal(root, np.eye(4)):
            positions[...] = positions @ root[:3, :3].T + root[:3, 3]
            if normals is not None:
                normals[...] = normals @ np.linalg.inv(root[:3, :3])
                normals /= np.maximum(np.linalg.norm(normals, axis=-1, keepdims=True), 1e-30)
        if model._space:
            model._space.points(positions)
            if normals is not None:
                model._space.directions(normals)
        return positions, normals


@dataclass(frozen=True)
class FileWarning:
    """Something that an import has dropped or approximated, or that is probably wrong in the file.

    Attributes
    ----------
    code : str
        ``W10``, ``I03``; never reused. The page "Check files" lists them.
    object : str
        The node, mesh or material, or ``''``.
    text : str
        One line.
    severity : str
        ``info``, ``warning`` or ``error``.
    """

    code: str
    object: str
    text: str
    severity: str
