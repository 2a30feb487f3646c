"""What models, joints, meshes, clips and curves say: against the program's JSON."""
import os
import subprocess

import numpy as np
import pytest
import sinew
from conftest import load, run_program


def test_facts_of_the_file(character, samples):
    facts = run_program('info', str(samples / 'character.fbx'))
    assert (character.format, character.version, character.generator) == tuple(facts['format'][key] for key in ('name', 'version', 'generator'))
    assert (character.up, character.front) == (facts['axes']['up'], facts['axes']['front'])
    assert character.unit == facts['axes']['unit_cm'] / 100 and character.fps == facts['axes']['scene_fps']
    assert (len(character.joints), len(character.clips)) == (facts['counts']['joints'], facts['counts']['clips'])
    assert sum(mesh.vertex_count for mesh in character.meshes) == facts['counts']['vertices']
    for clip, row in zip(character.clips, facts['clips']):
        assert clip.name == row['name'] and clip.is_default == row['default']
        assert (clip.start, clip.duration, clip.last_key) == pytest.approx((row['start_s'], row['duration_s'], row['last_key_s']))
        assert clip.animated_joints == row['animated_joints'] and len(clip.times()) == row['frames'] + 1
        assert len(clip.key_times()) == row['keys']
    assert [clip for clip in character.clips if clip.is_default] == [character.clip]


def test_joints(character, samples):
    rows = run_program('pose', str(samples / 'character.fbx'), '--at', '0s')['joints']
    parents = {row['name']: row['parent'] for row in rows}
    assert {joint.name: joint.parent.name if joint.parent else None for joint in character.joints} == parents
    hand = character.joints['hand.L']
    assert hand.path.endswith('/forearm.L/hand.L') and hand.kind == 'bone' and hand.deforms
    assert hand in hand.parent.children and hand.depth == hand.parent.depth + 1
    assert character.parents[hand.index] == hand.parent.index and (character.parents < np.arange(len(character.joints))).all()
    assert character.joints[-1] == character.joints[len(character.joints) - 1]
    assert [joint.name for joint in character.joints[1:3]] == character.joints.names[1:3]
    assert 'hand.L' in character.joints and 'wing' not in character.joints and hand in character.joints
    assert hand.rest.shape == (4, 4) and hand.bind.shape == (4, 4)
    np.testing.assert_allclose(character.rest().world[0, 0], character.joints[0].rest, atol=1e-9)


def test_names_are_found_as_by_the_program(character):
    assert character.clips['walk'] == character.clips['Armature|walk'] == character.clips['*walk']
    with pytest.raises(sinew.MissingError, match='hand.L') as caught:
        character.joints['hand.l.']
    assert caught.value.code == 'no-joint' and isinstance(caught.value, LookupError)
    with pytest.raises(sinew.MissingError) as caught:
        character.clips['swim']
    assert caught.value.code == 'no-clip' and 'walk' in caught.value.hint
    with pytest.raises(sinew.MissingError):
        character.meshes['tail']
    with pytest.raises(IndexError):
        character.joints[len(character.joints)]


def test_tree(character):
    lines = character.tree().splitlines()
    assert len(lines) == len(character.joints)
    assert any(line.strip() == 'hand.L *' for line in lines) and not lines[0].startswith(' ')


def test_meshes(character):
    mesh = character.meshes[0]
    assert mesh.positions.shape == mesh.normals.shape == (mesh.vertex_count, 3) and mesh.texcoords.shape == (mesh.vertex_count, 2)
    assert mesh.triangles.shape[1] == 3 and mesh.triangles.max() < mesh.vertex_count
    vertices, joints, weights = mesh.weights
    np.testing.assert_allclose(np.bincount(vertices, weights, mesh.vertex_count), 1, atol=1e-5)
    assert {character.joints[int(joint)].deforms for joint in np.unique(joints[weights > 0])} == {True}
    assert mesh.joint.kind == 'mesh'


def test_textures(walk):
    glb = load('character.glb')
    image = glb.textures[0]
    assert image.format == 'png' and bytes(image.data[:8]) == b'\x89PNG\r\n\x1a\n' and not image.data.flags.writeable
    assert walk.textures[0].name == 'character.png' and walk.textures[0].data is None  # a file beside the model


def test_keys_and_curves(character, samples):
    clip = character.clips['wave']
    rows = run_program('keys', str(samples / 'character.fbx'), '--clip', 'wave')['keys']
    np.testing.assert_allclose(clip.key_times(), [row['at_s'] for row in rows], atol=1e-9)
    curves = clip.curves
    assert 'hand.L' in curves and len(curves) == len(list(curves)) == len(set(curves))
    curve = curves['hand.L'].rotation.x
    assert len(curve) == len(curve.times) == len(curve.values) == len(curve.interpolations) == len(curve.incoming) == len(curve.outgoing)
    assert set(curve.interpolations) <= {'step', 'step-next', 'linear', 'cubic'} and curve.before == 'hold'
    assert not curve.values.flags.writeable and curves['hand.L'].channels[0].layer in clip.layers
    np.testing.assert_allclose(curve.sample(curve.times), curve.values, atol=1e-9)
    linear = curve.interpolations.index('linear')
    assert curve.sample(curve.times[linear:linear + 2].mean()) == pytest.approx(curve.values[linear:linear + 2].mean())
    np.testing.assert_allclose(np.intersect1d(curve.times.round(6), clip.key_times('hand.L').round(6)), curve.times.round(6))
    with pytest.raises(AttributeError, match='there are curves of'):
        curves['hand.L'].visibility
    with pytest.raises(sinew.MissingError):
        curves['Armature.nothing']


def test_curves_of_morphs(face):
    morph = next(iter(face.clips[0].curves.morphs))
    curve = face.clips[0].curves.morphs[morph].weight.x
    column = face.clips[0].sample(curve.times, arrays=['morphs']).morphs[:, face.morphs.index(morph)]
    np.testing.assert_allclose(column, curve.values, atol=1e-6)


def test_tracks():
    glb = load('run.glb')
    track = next(track for track in glb.clips[0].tracks if track.path == 'rotation')
    assert track.values.shape == (len(track.times), 4) and track.interpolation in ('step', 'linear', 'cubic')
    pose = glb.clips[0].sample(track.times)
    np.testing.assert_allclose(np.abs(np.sum(pose.local_rotations[:, glb.joints[track.target].index] * track.values, -1)), 1, atol=1e-6)


def test_events_and_times(character):
    events = {clip.name: clip.events for clip in character.clips}
    assert [event.track for event in events['Armature|walk']] == ['step'] * len(events['Armature|walk'])
    clip = character.clips['wave']
    assert clip.time('50%') == pytest.approx(clip.duration / 2) and clip.time('12f') == pytest.approx(12 / 30)
    assert clip.time('#3') == pytest.approx(clip.key_times()[2])
    with pytest.raises(sinew.Error) as caught:
        clip.time('12x')
    assert caught.value.code == 'bad-time'


def test_stripped_models(walk, samples, tmp_path):
    file = tmp_path / 'walk.sinew'
    subprocess.run([os.environ['SINEW_PROGRAM'], 'bake', str(samples / 'walk.fbx'), '--strip', '-o', str(file)], check=True, capture_output=True)
    model = sinew.load(file)
    np.testing.assert_array_equal(model.clips[0].sample([0.3]).world, walk.clips[0].sample([0.3], engine='fast').world)
    np.testing.assert_allclose(model.rest().world, walk.rest().world, atol=1e-4 * walk.size)
    assert model.pose(model.rest().local_rotations).world.shape == (1, len(walk.joints), 4, 4) and not list(model.clips[0].curves)
    for call in (lambda: model.clips[0].sample([0.3], engine='exact'), lambda: model.edit.reverse(), lambda: model.export(format='fbx')):
        with pytest.raises(sinew.Error) as caught:
            call()
        assert caught.value.code == 'no-curves'
