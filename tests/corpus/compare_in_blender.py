"""blender -b --factory-startup --python compare_in_blender.py -- PAIRS OUT: imports pairs of FBX files and compares the scenes.

PAIRS is a JSON list of [source, export]. OUT gets one JSON line per pair: [index, null, differences], or [index, reason, []] if Blender does not
import the source.
"""
import json
import sys
from collections import Counter

import addon_utils
import bpy

try:
    import numpy as np
except ImportError:
    sys.exit(77)

FRAMES = 5
PIXELS = 160  # of the longer side of a silhouette
LEAST_OVERLAP = 0.99
NEAR = 1e-4  # of the size of the scene


def read_scene(path):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    addon_utils.enable('io_scene_fbx')
    if bpy.ops.import_scene.fbx(filepath=path) != {'FINISHED'}:
        raise RuntimeError('not imported')
    data = bpy.data
    names = {
        'objects': [(item.name, item.type, item.parent.name if item.parent else '', item.parent_bone) for item in data.objects],
        'bones': [(item.name, bone.name, bone.parent.name if bone.parent else '') for item in data.objects if item.type == 'ARMATURE'
                  for bone in item.data.bones],
        'actions': [item.name for item in data.actions],
        'assigned actions': [(item.name, item.animation_data.action.name) for item in data.objects
                             if item.animation_data and item.animation_data.action],
        'key counts': [(item.name, curve.data_path, curve.array_index, len(curve.keyframe_points)) for item in data.actions
                       for curve in item.fcurves],
        'images': [item.name for item in data.images],
        'materials': [item.name for item in data.materials],
        'material slots': [(item.name, slot.name) for item in data.objects for slot in item.material_slots],
        'shape keys': [(keys.name, key.name) for keys in data.shape_keys for key in keys.key_blocks],
        'vertex groups': [(item.name, group.name) for item in data.objects for group in item.vertex_groups],
        'meshes': [(item.name, len(item.vertices), len(item.polygons)) for item in data.meshes],
    }
    names = {kind: Counter(values) for kind, values in names.items()}
    ranges = [item.frame_range for item in data.actions]
    first, last = (min(r[0] for r in ranges), max(r[1] for r in ranges)) if ranges else (0, 0)
    rest = {(item.name, bone.name): np.array(bone.matrix_local) for item in data.objects if item.type == 'ARMATURE' for bone in item.data.bones}
    poses, triangles = [], []
    for frame in np.linspace(first, last, FRAMES if ranges else 1):
        bpy.context.scene.frame_set(int(frame), subframe=float(frame) % 1)
        graph = bpy.context.evaluated_depsgraph_get()
        pose = {item.name: np.array(item.evaluated_get(graph).matrix_world) for item in data.objects}
        for item in data.objects:
            if item.type == 'ARMATURE':
                world = np.array(item.matrix_world)
                pose.update({(item.name, bone.name): world @ np.array(bone.matrix) for bone in item.evaluated_get(graph).pose.bones})
        poses.append(pose)
        triangles.append(evaluated_triangles(graph))
    return names, (float(first), float(last)), rest, poses, triangles


def evaluated_triangles(graph):
    """Returns the triangles (N, 3, 3) of all meshes, deformed, in world space."""
    found = [np.empty((0, 3, 3))]
    for item in bpy.data.objects:
        if item.type != 'MESH' or not item.data.polygons or item.hide_get():
            continue
        shown = item.evaluated_get(graph)
        mesh = shown.to_mesh()
        mesh.calc_loop_triangles()
        points = np.empty(len(mesh.vertices) * 3)
        mesh.vertices.foreach_get('co', points)
        indices = np.empty(len(mesh.loop_triangles) * 3, np.int32)
        mesh.loop_triangles.foreach_get('vertices', indices)
        world = np.array(shown.matrix_world)
        points = points.reshape(-1, 3) @ world[:3, :3].T + world[:3, 3]
        found.append(points[indices].reshape(-1, 3, 3))
        shown.to_mesh_clear()
    return np.concatenate(found)


def draw_silhouette(triangles, axes, low, scale):
    """Returns an image of the pixels that points of the triangles are in: points less than half a pixel apart."""
    image = np.zeros((PIXELS + 2, PIXELS + 2), bool)
    flat = (triangles[np.isfinite(triangles).all(axis=(1, 2))][..., axes] - low[axes]) * scale
    flat = np.clip(flat, -PIXELS, 2 * PIXELS)  # beyond the bounds of the source
    longest = np.abs(flat - np.roll(flat, 1, axis=1)).max(axis=(1, 2))
    steps = 2 ** np.ceil(np.log2(np.maximum(2 * longest, 1))).astype(int)
    for count in np.unique(steps):
        i, j = np.meshgrid(np.arange(count + 1), np.arange(count + 1))
        inside = i + j <= count
        weights = np.stack([i[inside], j[inside], count - i[inside] - j[inside]], axis=1) / count
        chosen = flat[steps == count]
        batch = max(1, 4_000_000 // len(weights))
        for first in range(0, len(chosen), batch):
            points = np.einsum('wk,nkc->nwc', weights, chosen[first:first + batch]).reshape(-1, 2)
            cells = np.floor(points).astype(int) + 1
            cells = cells[((cells >= 0) & (cells < PIXELS + 2)).all(axis=1)]
            image[cells[:, 0], cells[:, 1]] = True
    return image


def compare_matrices(kind, ours, theirs, size, differences):
    for name, matrix in theirs.items():
        if name not in ours:
            continue  # its name differs
        other = ours[name]
        apart = np.abs(other[:3, 3] - matrix[:3, 3]).max() / size
        lengths = np.maximum(np.linalg.norm(matrix[:3, :3], axis=0), 1e-9)
        turned = (np.abs(other[:3, :3] - matrix[:3, :3]) / lengths).max()
        if not (apart <= NEAR and turned <= 10 * NEAR):
            differences.append(f'{kind}: {name}: {apart:.2g} of the size apart, axes {turned:.2g}')
            return


def compare(theirs, ours):
    differences = []
    for kind, values in theirs[0].items():
        missing, added = values - ours[0][kind], ours[0][kind] - values
        if missing or added:
            differences.append(f'{kind}: {sum(missing.values())} missing, {sum(added.values())} added: '
                               f'{list(missing)[:3]} {list(added)[:3]}')
    if not np.allclose(ours[1], theirs[1], atol=1e-3):
        differences.append(f'frames: {ours[1]} instead of {theirs[1]}')
    places = np.array([matrix[:3, 3] for pose in theirs[3] for matrix in pose.values()] or [[0, 0, 0]])
    corners = np.concatenate([places] + [t.reshape(-1, 3) for t in theirs[4]])
    corners = corners[np.isfinite(corners).all(axis=1)]
    low, high = (corners.min(axis=0), corners.max(axis=0)) if len(corners) else (np.zeros(3), np.ones(3))
    size = max(float((high - low).max()), 1e-6)
    compare_matrices('rest', ours[2], theirs[2], size, differences)
    for frame, (mine, other) in enumerate(zip(ours[3], theirs[3])):
        compare_matrices(f'pose {frame}', mine, other, size, differences)
    for frame, (mine, other) in enumerate(zip(ours[4], theirs[4])):
        if not len(other):
            continue
        points = other.reshape(-1, 3)
        points = points[np.isfinite(points).all(axis=1)] if np.isfinite(points).any() else np.zeros((1, 3))
        low = points.min(axis=0)
        scale = PIXELS / max(float((points.max(axis=0) - low).max()), 1e-9)
        for view, axes in (('front', [0, 2]), ('side', [1, 2])):
            a, b = draw_silhouette(mine, axes, low, scale), draw_silhouette(other, axes, low, scale)
            overlap = (a & b).sum() / max((a | b).sum(), 1)
            if overlap < LEAST_OVERLAP:
                differences.append(f'silhouette {frame}, {view}: {overlap:.4f}')
    return differences


pairs, out = sys.argv[sys.argv.index('--') + 1:]
with open(pairs, encoding='utf-8') as file:
    pairs = json.load(file)
with open(out, 'w', encoding='utf-8') as file:
    for index, (source, export) in enumerate(pairs):
        try:
            theirs = read_scene(source)
        except Exception as error:
            file.write(json.dumps([index, f'{type(error).__name__}: {str(error).strip().splitlines()[-1:]}', []]) + '\n')
            file.flush()
            continue
        try:
            differences = compare(theirs, read_scene(export))
        except Exception as error:
            differences = [f'{type(error).__name__}: {str(error).strip().splitlines()[-1:]}']
        file.write(json.dumps([index, None, differences]) + '\n')
        file.flush()
