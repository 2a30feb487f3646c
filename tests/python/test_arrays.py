"""Poses and vertices as arrays: against the numbers that the program prints and exports, and against arithmetic."""
import json
import os
import struct
import subprocess

import numpy as np
import pytest
import sinew
from conftest import load, run_program

ENGINES = ('exact', 'fast', 'reference')


def quaternion_matrices(q):
    """wxyz → 3×3, by the textbook formula"""
    w, x, y, z = np.moveaxis(q, -1, 0)
    rows = [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


def test_three_lines(samples):
    model = sinew.load(samples / 'walk.fbx')
    pose = model.clips['walk'].sample(np.arange(0, 1, 1 / 30))
    vertices = model.meshes[0].skin(pose)
    joints, vertex_count = len(model.joints), model.meshes[0].vertex_count
    assert pose.world.shape == (30, joints, 4, 4) and pose.world.dtype == np.float64
    assert pose.positions.shape == (30, joints, 3)
    assert pose.rotations.shape == (30, joints, 4)
    assert pose.morphs.shape == (30, 0)
    assert vertices.shape == (30, vertex_count, 3) and vertices.dtype == np.float32


@pytest.mark.parametrize('engine', ENGINES)
def test_world_matrices_are_those_of_the_program(character, samples, engine):
    times = [0.0, 1.9, 0.37, -0.5]
    pose = character.clips['wave'].sample(times, engine=engine)
    for i, time in enumerate(times[:3]):
        answer = run_program('pose', str(samples / 'character.fbx'), '--clip', 'wave', '--at', f'{time}s', '--what', 'global', '--engine', engine)
        for joint in answer['joints']:
            expected = np.array(joint['global']).reshape(4, 4).T
            np.testing.assert_allclose(pose.world[i, character.joints[joint['name']].index], expected, rtol=0, atol=1e-6)


def test_parts_of_a_pose_agree(character):
    pose = character.clips['walk'].sample([0.1, 0.7, 0.2])
    np.testing.assert_array_equal(pose.positions, pose.world[..., :3, 3])
    linear = pose.world[..., :3, :3]
    scale = np.linalg.norm(linear, axis=-2)
    regular = np.ptp(scale, axis=-1) < 1e-6 * scale.max(-1)  # without shear, rotation = linear part / scale
    assert regular.mean() > 0.8
    np.testing.assert_allclose(quaternion_matrices(pose.rotations)[regular], (linear / scale[..., None, :])[regular], atol=1e-6)
    np.testing.assert_allclose(np.linalg.norm(pose.rotations, axis=-1), 1, atol=1e-12)
    # A joint that inherits plainly: world = parent's world · T · R · S.
    joint = character.joints['forearm.L']
    local = np.tile(np.eye(4), (3, 1, 1))
    local[:, :3, :3] = quaternion_matrices(pose.local_rotations[:, joint.index]) * pose.local_scales[:, joint.index, None, :]
    local[:, :3, 3] = pose.local_positions[:, joint.index]
    np.testing.assert_allclose(pose.world[:, joint.parent.index] @ local, pose.world[:, joint.index], atol=1e-9)


def test_positions_alone_are_those_of_the_matrices(walk):
    clip = walk.clips[0]
    np.testing.assert_array_equal(clip.sample([0.3], arrays=['positions']).positions, clip.sample([0.3]).positions)


@pytest.mark.parametrize('engine', ENGINES)
def test_threads_and_types_give_the_same_numbers(walk, engine):
    times = np.linspace(-0.2, 1.3, 41)
    names = ('world', 'rotations', 'local_positions', 'local_rotations', 'local_scales', 'morphs')
    one = walk.clips[0].sample(times, engine=engine, threads=1, arrays=names)
    several = walk.clips[0].sample(times, engine=engine, threads=3, arrays=names)
    rounded = walk.clips[0].sample(times, engine=engine, dtype=np.float32, threads=2, arrays=names)
    for name in names:
        np.testing.assert_array_equal(getattr(one, name), getattr(several, name))
        np.testing.assert_array_equal(getattr(one, name).astype(np.float32), getattr(rounded, name))
        assert getattr(rounded, name).dtype == np.float32


def test_vertices_are_those_of_an_exported_obj(character, samples, tmp_path):
    obj = tmp_path / 'wave.obj'
    subprocess.run([os.environ['SINEW_PROGRAM'], 'export', str(samples / 'character.fbx'), '--clip', 'wave', '--at', '0.8s', '-o', str(obj)],
                   check=True, capture_output=True)
    expected = np.array([[float(x) for x in line.split()[1:4]] for line in obj.read_text().splitlines() if line.startswith('v ')])
    mesh = character.meshes[0]
    vertices = mesh.skin(character.clips['wave'].sample([0.1, 0.8]))[1]
    # An obj has each authored vertex once: compare the sets by their bounds and the nearest vertices.
    np.testing.assert_allclose(vertices.min(0), expected.min(0), atol=1e-3)
    np.testing.assert_allclose(vertices.max(0), expected.max(0), atol=1e-3)
    distances = np.linalg.norm(expected[::37, None] - vertices[None], axis=-1).min(1)
    assert distances.max() < 1e-3


def test_normals_are_of_unit_length(character):
    positions, normals = character.meshes[0].skin_with_normals(character.clips[0].sample([0, 1]), threads=2)
    assert positions.shape == normals.shape
    np.testing.assert_allclose(np.linalg.norm(normals, axis=-1), 1, atol=1e-5)


def test_morphs(face, samples):
    clip = face.clips[0]
    pose = clip.sample([0.5, 1.5])
    assert pose.morphs.shape == (2, len(face.morphs)) and len(face.morphs) > 0
    answer = run_program('pose', str(samples / 'face.fbx'), '--at', '1.5s')
    for morph in answer['morphs']:
        assert pose.morphs[1, face.morphs.index(morph['name'])] == pytest.approx(morph['weight'], abs=1e-6)
    moved = face.meshes[0].skin(pose)
    assert np.abs(moved[0] - moved[1]).max() > 0


def test_forward_kinematics_returns_to_the_clip(character):
    pose = character.clips['walk'].sample(np.linspace(0, 1, 7))
    again = character.pose(pose.local_rotations * 3, local_positions=pose.local_positions, local_scales=pose.local_scales)
    np.testing.assert_allclose(again.world, pose.world, atol=1e-9)
    mesh = character.meshes[0]
    np.testing.assert_allclose(mesh.skin(again), mesh.skin(pose), atol=1e-3)
    at_rest = character.pose(character.rest().local_rotations)
    np.testing.assert_allclose(at_rest.world, character.rest().world, atol=1e-9)
    with pytest.raises(ValueError, match='local_rotations must have the shape'):
        character.pose(np.zeros((2, 3, 4)))
    with pytest.raises(sinew.Error, match='not finite'):
        character.pose(np.full((1, len(character.joints), 4), np.nan))


@pytest.mark.parametrize('unit, up, front, matrix', [
    ('m', 'Y', 'Z', np.eye(3) / 100),
    (None, 'Z', None, [[1, 0, 0], [0, 0, -1], [0, 1, 0]]),  # up +Y becomes +Z, front +Z becomes −Y
    ('mm', 'Z', 'X', np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]]) * 10)])
def test_other_units_and_axes(walk, unit, up, front, matrix):
    assert (walk.unit, walk.up, walk.front) == (0.01, '+Y', '+Z')
    matrix = np.array(matrix, dtype=float)
    other = walk.to(unit=unit, up=up, front=front)
    times = [0, 0.4]
    one, two = (model.clips[0].sample(times) for model in (walk, other))
    np.testing.assert_allclose(two.positions, one.positions @ matrix.T, atol=1e-9)
    np.testing.assert_allclose(two.world[..., :3, :3], (matrix / np.linalg.norm(matrix[0])) @ one.world[..., :3, :3], atol=1e-9)
    np.testing.assert_allclose(other.meshes[0].skin(two), walk.meshes[0].skin(one) @ matrix.T, rtol=1e-4, atol=1e-4 * other.size)
    again = other.pose(two.local_rotations, local_positions=two.local_positions, local_scales=two.local_scales)
    np.testing.assert_allclose(again.world, two.world, atol=1e-9 * max(1, np.abs(two.world).max()))
    rotated = quaternion_matrices(two.rotations)
    np.testing.assert_allclose(rotated, (matrix / np.linalg.norm(matrix[0])) @ quaternion_matrices(one.rotations), atol=1e-9)
    assert other.unit == {'m': 1, 'mm': 0.001, None: 0.01}[unit]
    back = other.to(unit='cm', up='Y', front='Z').clips[0].sample(times)
    np.testing.assert_allclose(back.positions, one.positions, atol=1e-9)


def test_wrong_arguments(walk):
    clip = walk.clips[0]
    for call, message in ((lambda: clip.sample([[0]]), 'one dimension'), (lambda: clip.sample([0], engine='gpu'), 'engine must be'),
                          (lambda: clip.sample([0], dtype=np.int32), 'dtype must be'), (lambda: clip.sample([0], arrays=['words']), 'not an array'),
                          (lambda: clip.sample([0], threads=0), 'threads'), (lambda: walk.to(unit='parsec'), 'not a unit'),
                          (lambda: walk.to(up='Q'), 'not an axis'), (lambda: walk.to(up='Y', front='-Y'), 'different axes'),
                          (lambda: walk.meshes[0].skin(load('face.fbx').rest()), 'another model')):
        with pytest.raises(ValueError, match=message):
            call()
    with pytest.raises(sinew.Error, match='not finite'):
        clip.sample([0, np.inf])
    assert clip.sample([]).world.shape == (0, len(walk.joints), 4, 4)
    assert walk.meshes[0].skin(clip.sample([])).shape == (0, walk.meshes[0].vertex_count, 3)



def test_vertices_are_in_the_space_of_the_joints():
    """A glTF whose root is rotated by 90° about X, twice as large and moved: a rigid mesh below it follows the matrix of its joint."""
    points = np.array([[0, 0, 0], [1, 0, 0], [0, 2, 0]], np.float32)
    nodes = [{'name': 'root', 'rotation': [0.5 ** 0.5, 0, 0, 0.5 ** 0.5], 'scale': [2, 2, 2], 'translation': [5, 6, 7], 'children': [1]},
             {'name': 'tip', 'mesh': 0, 'translation': [1, 0, 0]}]
    document = {'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0]}], 'nodes': nodes,
                'meshes': [{'primitives': [{'attributes': {'POSITION': 0}}]}], 'buffers': [{'byteLength': 36}],
                'bufferViews': [{'buffer': 0, 'byteLength': 36}],
                'accessors': [{'bufferView': 0, 'componentType': 5126, 'count': 3, 'type': 'VEC3', 'min': [0, 0, 0], 'max': [1, 2, 0]}]}
    text = json.dumps(document).encode()
    text += b' ' * (-len(text) % 4)
    glb = (struct.pack('<III', 0x46546C67, 2, 12 + 8 + len(text) + 8 + 36) + struct.pack('<II', len(text), 0x4E4F534A) + text
           + struct.pack('<II', 36, 0x004E4942) + points.tobytes())
    model = sinew.load(glb, name='tip.glb')
    vertices, normals = model.meshes[0].skin_with_normals(model.rest())
    # (x, y, 0) + (1, 0, 0), rotated to (x + 1, 0, y), doubled, moved.
    np.testing.assert_allclose(vertices[0], [[7, 6, 7], [9, 6, 7], [7, 6, 11]], atol=1e-5)
    np.testing.assert_allclose(normals[0], [[0, -1, 0]] * 3, atol=1e-5)
    world = model.rest().world[0, model.joints['tip'].index]
    np.testing.assert_allclose(world[:3, 3], [7, 6, 7], atol=1e-9)


def test_meshes_in_other_units(character):
    """In mesh space only lengths change, and joints without a parent rotate: at rest, world · bind⁻¹ places vertices as skin does."""
    other = character.to(unit='cm', up='Z', front='-Y')
    scale = 100 * character.unit
    mesh, converted = character.meshes[0], other.meshes[0]
    np.testing.assert_allclose(converted.positions, mesh.positions * scale, rtol=1e-6)
    np.testing.assert_array_equal(converted.normals, mesh.normals)
    assert not mesh.positions.flags.writeable
    world = other.rest().world[0]
    for joint in other.joints:
        parent = np.eye(4) if joint.parent is None else world[joint.parent.index]
        if joint.name in ('root', 'Armature', 'hand.L'):
            np.testing.assert_allclose(parent @ joint.rest, world[joint.index], atol=1e-4)
    vertex, joint, weight = mesh.weights
    heavy = np.flatnonzero(weight > 0.999)[:50]
    binds = {int(j): other.joints[int(j)].bind for j in set(joint[heavy])}
    pose = other.clips['walk'].sample([0.3])
    skinned = converted.skin(pose)[0]
    placed = world[converted.joint.index]  # mesh space to model space when the mesh was bound
    for i in heavy:
        point = placed @ [*converted.positions[vertex[i]], 1]
        moved = pose.world[0, joint[i]] @ np.linalg.inv(binds[int(joint[i])]) @ point
        np.testing.assert_allclose(skinned[vertex[i]], moved[:3], atol=1e-2 * scale)
