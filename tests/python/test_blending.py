"""Goals, blend spaces and clips of files of their own."""
import gc
import subprocess

import numpy as np
import pytest
import sinew
from conftest import SOURCE, load


@pytest.fixture
def own():
    """A model of one test, which may bind clips."""
    return load('character.fbx')


def test_limbs_reach_targets(character):
    walk, hand = character.clips['walk'], character.joints['hand.R'].index
    times = np.linspace(0, 1, 4)
    at = character.mix([sinew.Layer(walk, times)]).positions
    target = at[:, hand] + [[0, 0, 0], [0.02, 0, 0], [0, 0.02, 0], [0, 100, 0]]
    reach = sinew.Reach('upper_arm.R', 'forearm.R', 'hand.R', target=target)
    moved = character.mix([sinew.Layer(walk, times)], goals=[reach])
    np.testing.assert_allclose(moved.positions[:3, hand], target[:3], atol=1e-4 * character.size)
    assert moved.goal_errors.shape == (4, 1) and (moved.goal_errors[:3] < 1e-4 * character.size).all()
    # 100 units away, the arm is straight: what remains is the distance to the shoulder less the length of both bones.
    upper, middle = (character.joints[name].index for name in ('upper_arm.R', 'forearm.R'))
    length = np.linalg.norm(at[3, middle] - at[3, upper]) + np.linalg.norm(at[3, hand] - at[3, middle])
    assert moved.goal_errors[3, 0] == pytest.approx(np.linalg.norm(target[3] - at[3, upper]) - length, rel=1e-4)
    foot = character.joints['foot.L'].index
    np.testing.assert_allclose(moved.positions[:, foot], at[:, foot], atol=1e-4 * character.size)
    half = character.mix([sinew.Layer(walk, times)], goals=[sinew.Reach('upper_arm.R', 'forearm.R', 'hand.R', target=target, weight=0)])
    np.testing.assert_allclose(half.positions, at, atol=1e-4 * character.size)
    assert character.mix([sinew.Layer(walk, times)]).goal_errors.shape == (4, 0)


def test_goals_in_other_units(character):
    other = character.to(unit='cm', up='Z', front='-Y')
    scale = 100 * character.unit
    target = character.clips['walk'].sample([0.2]).positions[0, character.joints['hand.R'].index] + [0.01, 0.02, 0.03]
    x, y, z = target * scale
    arguments = ('upper_arm.R', 'forearm.R', 'hand.R')
    ours = character.mix([sinew.Layer(character.clips['walk'], [0.2])], goals=[sinew.Reach(*arguments, target=target, pole=[0, 0, 1])])
    theirs = other.mix([sinew.Layer(other.clips['walk'], [0.2])], goals=[sinew.Reach(*arguments, target=[x, -z, y], pole=[0, -1, 0])])
    x, y, z = np.moveaxis(ours.positions, -1, 0) * scale
    np.testing.assert_allclose(theirs.positions, np.stack([x, -z, y], axis=-1), atol=1e-3 * scale * character.size)
    far = other.mix([sinew.Layer(other.clips['walk'], [0.2])], goals=[sinew.Reach(*arguments, target=[0, 0, 1000 * scale])])
    near = character.mix([sinew.Layer(character.clips['walk'], [0.2])], goals=[sinew.Reach(*arguments, target=[0, 1000, 0])])
    assert far.goal_errors[0, 0] == pytest.approx(scale * near.goal_errors[0, 0], rel=1e-6)


def test_a_head_faces_a_target(character):
    walk, head = character.clips['walk'], character.joints['head'].index
    layer = sinew.Layer(walk, [0.0, 0.5])
    world = character.mix([layer]).world[:, head]
    target = world[:, :3, 3] + np.array([0.3, 0.2, 1]) * character.size
    moved = character.mix([layer], goals=[sinew.Aim({'neck': 0.3, 'head': 1}, target=target, forward=[0, 0, 1])]).world[:, head]
    axis = moved[:, :3, 2] / np.linalg.norm(moved[:, :3, 2], axis=-1, keepdims=True)
    direction = target - moved[:, :3, 3]
    direction /= np.linalg.norm(direction, axis=-1, keepdims=True)
    np.testing.assert_allclose((axis * direction).sum(-1), 1, atol=1e-4)
    limited = character.mix([layer], goals=[sinew.Aim({'head': (1, 1)}, target=target, forward=[0, 0, 1])])
    assert (limited.goal_errors > 1).all()


def test_a_chain_reaches_a_target(character):
    arm = ['upper_arm.L', 'forearm.L', 'hand.L']
    layer = sinew.Layer(character.clips['idle'], [0.5])
    at = character.mix([layer]).positions[0]
    target = at[character.joints['hand.L'].index] * [0.95, 1, 1]
    moved = character.mix([layer], goals=[sinew.Chain(arm, target=target, tolerance=1e-6 * character.size, iterations=500)])
    np.testing.assert_allclose(moved.positions[0, character.joints['hand.L'].index], target, atol=1e-4 * character.size)


def test_wrong_goals(character):
    layer = [sinew.Layer(character.clips['walk'], [0, 0.5])]
    for goal in (sinew.Reach('hand.R', 'forearm.R', 'upper_arm.R', target=[0, 0, 0]), sinew.Aim({}, target=[0, 0, 0], forward=[0, 0, 1]),
                 sinew.Aim({'head': 1}, target=[0, 0, 0], forward=[0, 0, 0]), sinew.Chain(['hand.R'], target=[0, 0, 0]),
                 sinew.Reach('upper_arm.R', 'forearm.R', 'hand.R', target=[np.nan, 0, 0]),
                 sinew.Reach('upper_arm.R', 'forearm.R', 'hand.R', target=[0, 0, 0], weight=2)):
        with pytest.raises(sinew.Error) as caught:
            character.mix(layer, goals=[goal])
        assert caught.value.code == 'invalid-argument'
    with pytest.raises(sinew.MissingError):
        character.mix(layer, goals=[sinew.Reach('upper_arm.R', 'wing', 'hand.R', target=[0, 0, 0])])
    with pytest.raises(ValueError, match='target must have the shape'):
        character.mix(layer, goals=[sinew.Chain(['upper_arm.R', 'hand.R'], target=np.zeros((3, 3)))])


def test_spaces_blend_between_their_points(character):
    clips = character.clips
    line = character.blend_space([sinew.BlendPoint(clips['walk'], 1.0), sinew.BlendPoint(clips['idle'], 0.0)])
    assert [(point.clip.name, weight) for point, weight in line.weights(0.25)] == [(clips['idle'].name, 0.75), (clips['walk'].name, 0.25)]
    assert [(point.clip, weight) for point, weight in line.weights(7)] == [(clips['walk'], 1)]  # outside, the nearest point
    times = np.arange(20) / 30
    np.testing.assert_allclose(line.play(np.ones(20)).positions, clips['walk'].sample(times).positions, atol=1e-3 * character.size)
    pose = line.play(np.linspace(0, 1, 20), fps=60, half_life=0.1)
    assert pose.world.shape == (20, len(character.joints), 4, 4) and pose.times[-1] == pytest.approx(19 / 60)
    assert character.meshes[0].skin(pose).shape[0] == 20
    # The unit square: in its middle, the two corners of the diagonal have a half each or all three of a triangle share.
    plane = character.blend_space([sinew.BlendPoint(clips[i % 3], corner) for i, corner in enumerate([(0, 0), (1, 0), (0, 1), (1, 1)])])
    found = plane.weights((0.25, 0.125))
    assert sum(weight for _, weight in found) == pytest.approx(1)
    np.testing.assert_allclose(sum(np.array(point.position) * weight for point, weight in found), [0.25, 0.125], atol=1e-12)
    assert plane.play(np.zeros((3, 2))).world.shape[0] == 3


def test_wrong_spaces(character):
    walk = character.clips['walk']
    point = sinew.BlendPoint(walk, 1.0)
    for points in ([], [point, point], [sinew.BlendPoint(walk, (0, 0)), sinew.BlendPoint(walk, (1, 1)), sinew.BlendPoint(walk, (2, 2))],
                   [sinew.BlendPoint(walk, np.inf)], [sinew.BlendPoint(walk, 0, markers=[0.5, 0.2])]):
        with pytest.raises(sinew.Error):
            character.blend_space(points)
    for points, message in (([point, sinew.BlendPoint(walk, (0, 1))], 'coordinate'), ([sinew.BlendPoint(walk, 0, speed=0)], 'speed'),
                            ([sinew.BlendPoint(load('walk.fbx').clips[0], 0)], 'another model')):
        with pytest.raises(ValueError, match=message):
            character.blend_space(points)
    space = character.blend_space([point])
    for positions in (np.zeros((3, 2)), [np.nan]):
        with pytest.raises(ValueError):
            space.play(positions)


def test_a_space_keeps_its_model(own):
    space = own.blend_space([sinew.BlendPoint(own.clips['walk'], 1.0)])
    with pytest.raises(BufferError):
        own.close()
    assert space.weights(1.0)[0][1] == 1
    own.space = space  # a cycle: the order in which both are freed is not defined
    del own, space
    gc.collect()


def test_clips_of_files_play_as_those_of_the_model(own, tmp_path):
    walk = own.clips['walk']
    (tmp_path / 'walk.sinew').write_bytes(walk.to_bytes())
    file = sinew.ClipFile(tmp_path / 'walk.sinew')
    assert (file.name, file.duration, file.joint_count, file.has_motion) == (walk.name, walk.duration, len(own.joints), True)
    assert not sinew.ClipFile(walk.to_bytes(motion=False)).has_motion
    own.reserve_clip_slots(2)
    times = np.linspace(0, 1, 7)
    with own.bind(file) as bound:
        assert not bound.is_laid_out and bound.name == walk.name and bound.duration == walk.duration
        np.testing.assert_array_equal(bound.sample(times).world, walk.sample(times, engine='fast').world)
        assert bound.events == walk.events and walk.events
        np.testing.assert_allclose(bound.key_times(), walk.key_times(), atol=1e-9)
        np.testing.assert_allclose(own.mix([sinew.Layer(bound, times)]).world, own.mix([sinew.Layer(walk, times)]).world, atol=1e-6)
        assert bound.contacts().items == walk.contacts().items
        for refused in (lambda: bound.sample(times, engine='exact'), lambda: bound.curves):
            with pytest.raises(sinew.Error) as caught:
                refused()
            assert caught.value.code == 'no-curves'
        space = own.blend_space([sinew.BlendPoint(bound, 0.0)])
        with pytest.raises(sinew.Error):
            bound.unbind()
        del space
        late = bound.sample(times)
    with pytest.raises(sinew.Error):  # its slot is free: it has no pose any more
        late.rotations
    with pytest.raises(sinew.Error):
        bound.sample()
    assert own.clips.names == load('character.fbx').clips.names


def test_a_model_with_clips_of_files(own):
    file = sinew.ClipFile(own.clips['wave'].to_bytes())
    both = own.edit.keep_clips('idle').with_clip_files([file])
    assert len(both.clips) == 2
    assert both.clips.names[-1] == own.clips['wave'].name
    np.testing.assert_array_equal(both.clips[-1].sample([0.4]).positions, own.clips['wave'].sample([0.4], engine='fast').positions)


def test_files_of_the_program_are_bound(own, tmp_path):
    import os
    subprocess.run([os.environ['SINEW_PROGRAM'], 'bake', str(SOURCE / 'samples' / 'character_anim.fbx'), '--for', str(SOURCE / 'samples' / 'character.fbx'),
                    '--clips-only', '-o', str(tmp_path)], check=True, capture_output=True)
    files = [sinew.ClipFile(path) for path in sorted(tmp_path.glob('*.sinew'))]
    assert files
    own.reserve_clip_slots(len(files))
    for file in files:
        assert np.isfinite(own.bind(file).sample().world).all()


def test_wrong_clip_files(own, tmp_path):
    contents = own.clips['walk'].to_bytes()
    own.reserve_clip_slots(1)
    with pytest.raises(sinew.Error):
        own.reserve_clip_slots(1)
    for damaged in (b'', b'sinew', contents[:-1], contents[:200] + b'\xff' * 64 + contents[264:]):
        with pytest.raises(sinew.Error):
            sinew.ClipFile(damaged)
    (tmp_path / 'a.sinew').write_bytes(b'no clip')
    with pytest.raises(sinew.Error, match='a.sinew'):
        sinew.ClipFile(tmp_path / 'a.sinew')
    with pytest.raises(FileNotFoundError):
        sinew.ClipFile(tmp_path / 'b.sinew')
    file = sinew.ClipFile(contents)
    own.bind(file)
    with pytest.raises(sinew.Error) as caught:
        own.bind(file)
    assert caught.value.code == 'limit'
    face = load('face.fbx')
    face.reserve_clip_slots(1)
    with pytest.raises(sinew.Error) as caught:
        face.bind(file)
    assert caught.value.code == 'no-match'
    with pytest.raises(sinew.Error) as caught:
        own.edit.reverse('walk').clips['walk'].to_bytes()
    assert caught.value.code == 'unsupported'
