"""Edits, mixing, retargeting, contacts, root motion and files that are written."""
import csv
import io
import json
import shutil

import numpy as np
import pytest
import sinew
from conftest import SOURCE, load, run_program


def world(model, clip, times):
    return model.clips[clip].sample(times, arrays=['world']).world


def test_edits_of_time(character):
    times = np.linspace(0, 1, 5)
    walk = world(character, 'walk', times)
    np.testing.assert_allclose(world(character.edit.reverse('walk'), 'walk', 1 - times), walk, atol=1e-6)
    np.testing.assert_allclose(world(character.edit.speed(2, ['walk']), 'walk', times / 2), walk, atol=1e-6)
    trimmed = character.edit.trim(0.2, 0.8, 'walk')
    assert trimmed.clips['walk'].duration == pytest.approx(0.6) and character.clips['walk'].duration == pytest.approx(1)
    np.testing.assert_allclose(world(trimmed, 'walk', times * 0.6), world(character, 'walk', 0.2 + times * 0.6), atol=1e-6)
    assert character.edit.start(2, 'walk').clips['walk'].start == pytest.approx(2)
    assert character.edit.set_rate(60).fps == 60
    with pytest.raises(sinew.Error) as caught:
        character.edit.trim(5, 6)
    assert caught.value.code == 'no-time'


def test_edits_of_clips(character):
    kept = character.edit.keep_clips(['walk', 'wave'])
    assert kept.clips.names == ['Armature|walk', 'Armature|wave'] and len(character.clips) == 3
    assert kept.edit.rename_clip('walk', 'stroll').clips.names[0] == 'stroll'
    split = kept.edit.split_clip('walk', [0.5], ['first', 'second'])
    assert split.clips.names == ['first', 'second', 'Armature|wave'] and split.clips['second'].duration == pytest.approx(0.5)
    joined = split.edit.join_clips(['first', 'second'], 'walk')
    np.testing.assert_allclose(world(joined, 'walk', [0.2, 0.7]), world(character, 'walk', [0.2, 0.7]), atol=1e-6)
    still = kept.edit.add_still('wave', 0.8, 'hello')
    np.testing.assert_allclose(world(still, 'hello', [0]), world(character, 'wave', [0.8]), atol=1e-6)
    with pytest.raises(ValueError, match='2 parts'):
        kept.edit.split_clip('walk', [0.5], ['one'])


def test_edits_of_joints(character):
    renamed = character.edit.rename_joints({'hand.L': 'LeftHand'})
    assert renamed.joints['LeftHand'].index == character.joints['hand.L'].index
    dropped = character.edit.drop_joints(['hand.L'])
    assert 'hand.L' not in dropped.joints and len(dropped.joints) < len(character.joints)
    assert character.edit.scale(2).size == pytest.approx(2 * character.size, rel=1e-5)


def test_edits_of_motion(character):
    mirrored = character.edit.mirror('walk')
    left, right = (character.joints[name].index for name in ('foot.L', 'foot.R'))
    flip = np.array([-1, 1, 1])  # the plane of symmetry of the body has the normal x
    np.testing.assert_allclose(world(mirrored, 'walk', [0.3])[0, left, :3, 3], world(character, 'walk', [0.3])[0, right, :3, 3] * flip, atol=0.02)
    reduced = character.edit.reduce_keys('walk', error=0.01)
    count = {model: sum(len(curve) for curves in model.clips['walk'].curves.values() for channel in curves.channels
                        for curve in (channel.x, channel.y, channel.z) if curve) for model in (character, reduced)}
    assert count[reduced] < 0.8 * count[character]
    assert np.abs(world(reduced, 'walk', [0.3]) - world(character, 'walk', [0.3]))[..., :3, 3].max() < 0.01 * character.size


def test_baking(character):
    edited = character.edit.reverse('walk')
    times = np.linspace(0, 1, 9)
    baked = edited.bake().clips['walk'].sample(times, engine='fast').positions
    exact = edited.clips['walk'].sample(times).positions
    assert 0 < np.abs(baked - exact).max() < 1e-3 * character.size


def test_mixing(character):
    clips, times = character.clips, np.linspace(0, 1, 4)
    alone = character.mix([sinew.Layer(clips['walk'], times)])
    # Local poses are float: 24 bits of mantissa, over a dozen joints of a few hundred units with scales of 100.
    np.testing.assert_allclose(alone.positions, clips['walk'].sample(times).positions, atol=1e-4 * character.size)
    faded = character.mix([sinew.Layer(clips['walk'], times, weight=[1, 1, 0, 0]), sinew.Layer(clips['idle'], times, weight=[0, 0, 1, 1])])
    np.testing.assert_allclose(faded.positions[:2], clips['walk'].sample(times[:2]).positions, atol=1e-4 * character.size)
    np.testing.assert_allclose(faded.positions[2:], clips['idle'].sample(times[2:]).positions, atol=1e-4 * character.size)
    arm = character.mix([sinew.Layer(clips['walk'], times), sinew.Layer(clips['wave'], times, mode='override', mask={'upper_arm.R': 1})])
    foot, hand = character.joints['foot.L'].index, character.joints['hand.R'].index
    np.testing.assert_allclose(arm.positions[:, foot], alone.positions[:, foot], atol=1e-4 * character.size)
    np.testing.assert_allclose(arm.local_rotations[:, hand] * np.sign(arm.local_rotations[:, hand, :1]),
                               (r := clips['wave'].sample(times).local_rotations[:, hand]) * np.sign(r[:, :1]), atol=1e-4)
    assert character.meshes[0].skin(arm).shape[0] == 4
    for layers, message in (([], 'needs a layer'), ([sinew.Layer(clips['walk'], [0]), sinew.Layer(clips['walk'], [0, 1])], 'different numbers'),
                            ([sinew.Layer(load('walk.fbx').clips[0])], 'another model'), ([sinew.Layer(clips['walk'], [0], mode='replace')], 'mode')):
        with pytest.raises(ValueError, match=message):
            character.mix(layers)
    with pytest.raises(sinew.Error):
        character.mix([sinew.Layer(clips['walk'], [0], weight=-1)])


def test_mixing_in_other_units(character):
    layer = sinew.Layer(character.clips['walk'], [0.4])
    other = character.to(unit='m', up='Z', front='-Y')
    x, y, z = np.moveaxis(character.mix([layer]).positions, -1, 0) / 100
    np.testing.assert_allclose(other.mix([layer]).positions, np.stack([x, -z, y], axis=-1), atol=1e-6)


def test_clips_of_other_files(walk):
    mesh = load('character_mesh.fbx')
    animation = load('character_anim.fbx')
    both = mesh.add_clips(animation)
    assert set(both.clips.names) >= set(animation.clips.names)
    retargeted = walk.retarget(animation, body={'head': 'head'})
    assert len(retargeted.clips) == 1 + len(animation.clips)
    # Equal skeletons: a joint copies the local transform.
    clip = animation.clips['wave']
    hand = walk.joints['hand.L'].index
    np.testing.assert_allclose(retargeted.clips['*wave'].sample([0.5]).positions[0, hand], clip.sample([0.5]).positions[0, animation.joints['hand.L'].index],
                               atol=0.01 * walk.size)
    with pytest.raises(sinew.Error) as caught:
        walk.retarget(animation, body={'wing': 'head'})
    assert caught.value.code == 'invalid-argument'
    with pytest.raises(sinew.Error):
        walk.retarget(load('face.fbx'))


def test_contacts(character, samples):
    clip = character.clips['walk']
    contacts = clip.contacts()
    facts = run_program('info', str(samples / 'character.fbx'), '--contacts')
    rows = next(row['contacts'] for row in facts['clips'] if row['name'] == clip.name)
    assert [(c.foot, c.joint) for c in contacts.items if c.joint is None] and len(contacts.feet) == 2 and rows
    planted = contacts.planted(clip.times())
    assert planted.shape == (31, 2, 2) and planted.dtype == bool
    for i, foot in enumerate(contacts.feet):
        for c in contacts.items:
            if c.foot == foot and c.joint is None:
                assert planted[:, i].any(-1)[int(np.ceil(c.start * 30 - 1e-6)) % 30]
    np.testing.assert_allclose(np.sort(np.concatenate([contacts.steps(foot) for foot in contacts.feet])), contacts.steps())
    assert character.to(unit='m').clips['walk'].contacts().ground == pytest.approx(contacts.ground / 100)
    with pytest.raises(sinew.MissingError):
        contacts.steps('hand.L')


def test_root_motion():
    moving = load('run.glb')
    clip = moving.clips[0]
    translations, rotations = clip.root_motion([0, clip.duration])
    assert translations.shape == (2, 3) and rotations.shape == (2, 4)
    np.testing.assert_allclose(translations[0], 0, atol=1e-9)
    np.testing.assert_allclose(rotations[0], [1, 0, 0, 0], atol=1e-9)
    metres, _ = moving.to(unit='cm').clips[0].root_motion([clip.duration])
    np.testing.assert_allclose(metres[0], translations[1] * moving.unit * 100, atol=1e-9)
    with pytest.raises(ValueError, match='part of a motion'):
        clip.root_motion([0], parts=['sideways'])


@pytest.mark.parametrize('format', ['fbx', 'fbx-ascii', 'glb', 'bvh'])
def test_exported_files_are_loaded_again(character, tmp_path, format):
    path = tmp_path / f'character.{format.split("-")[0]}'
    written = character.export(path, format=format, clip='walk', clips=['walk'])
    assert path.read_bytes() == written
    again = sinew.load(path).to(unit='m', up='Y', front='Z')
    joint = 'hand.L'
    ours = character.to(unit='m').clips['walk'].sample([0.4]).positions[0, character.joints[joint].index]
    theirs = again.clips[0].sample([0.4]).positions[0, again.joints[joint].index]
    np.testing.assert_allclose(theirs, ours, atol=1e-3 * character.size / 100)
    assert len(again.clips) == 1


def test_tables(character, tmp_path):
    rows = list(csv.DictReader(io.StringIO(character.export(format='csv', clip='walk', times=[0.5]).decode())))
    row = next(row for row in rows if row['joint'] == 'hand.L')
    expected = character.clips['walk'].sample([0.5]).positions[0, character.joints['hand.L'].index]
    np.testing.assert_allclose([float(row[f'position_{axis}']) for axis in 'xyz'], expected, rtol=1e-5)
    for arguments, error in (({}, ValueError), ({'format': 'doc'}, sinew.Error), ({'path': tmp_path / 'a.xyz'}, sinew.Error)):
        with pytest.raises(error):
            character.export(**arguments)
    assert sinew.load(character.to_bytes(), name='a.sinew').clips.names == character.clips.names


def test_tables_in_other_units(character):
    other = character.to(unit='cm', up='Z', front='-Y')
    scale = 100 * character.unit
    ours, theirs = (list(csv.DictReader(io.StringIO(model.export(format='csv', clip='walk', times=[0.5]).decode()))) for model in (character, other))
    assert [row['joint'] for row in ours] == [row['joint'] for row in theirs] and list(ours[0]) == list(theirs[0])
    pose = other.clips['walk'].sample([0.5])
    for a, b in zip(ours, theirs):
        x, y, z = (scale * float(a[f'position_{axis}']) for axis in 'xyz')
        np.testing.assert_allclose([float(b[f'position_{axis}']) for axis in 'xyz'], [x, -z, y], atol=1e-4)
        joint = character.joints[b['joint']]
        np.testing.assert_allclose([float(b[f'rotation_{axis}']) for axis in 'wxyz'], pose.local_rotations[0, joint.index], atol=1e-6)
        np.testing.assert_allclose([float(b[f'translation_{axis}']) for axis in 'xyz'], pose.local_positions[0, joint.index], atol=1e-4)
    lines = other.export(format='jsonl', clip='walk', times=[0.5]).splitlines()
    for line, row in zip(lines, theirs):
        found = json.loads(line)
        assert found['joint'] == row['joint'] and found['position_z'] == pytest.approx(float(row['position_z']), abs=1e-4)


def test_an_obj_in_other_units(character):
    other = character.to(unit='cm', up='Z', front='-Y')
    ours, theirs = (model.export(format='obj', clip='walk', times=[0.5]).decode().splitlines() for model in (character, other))
    assert theirs[2] == '# 1 unit = 1 cm, +Z up' and len(ours) == len(theirs)
    for kind, scale in (('v', 100 * character.unit), ('vn', 1)):
        a, b = (np.array([line.split()[1:] for line in lines if line.startswith(kind + ' ')], dtype=float) for lines in (ours, theirs))
        x, y, z = a.T * scale
        np.testing.assert_allclose(b, np.stack([x, -z, y], axis=-1), atol=1e-4)


def test_an_fbx_in_other_units(character, tmp_path):
    other = character.to(unit='cm', up='Z', front='-Y')
    other.export(tmp_path / 'z.fbx', clips=['walk'])
    again = load(tmp_path / 'z.fbx')
    assert (again.unit, again.up, again.front) == (0.01, '+Z', '-Y')
    for joint in ('hand.L', 'root'):
        np.testing.assert_allclose(again.clips[0].sample([0.4]).positions[0, again.joints[joint].index],
                                   other.clips['walk'].sample([0.4]).positions[0, other.joints[joint].index], atol=1e-3)
    with pytest.raises(sinew.Error) as caught:
        character.to(up='X', front='Y').export(format='fbx')
    assert caught.value.code == 'unsupported'
    # A glb has a unit and axes of its own.
    assert character.to(up='X', front='Y').export(format='glb') == character.export(format='glb')


def test_images_beside_the_model(tmp_path, samples):
    shutil.copyfile(samples / 'character_mesh.fbx', tmp_path / 'character.fbx')
    shutil.copytree(samples / 'textures', tmp_path / 'textures')
    image = (samples / 'textures' / 'character.png').read_bytes()
    model = load(tmp_path / 'character.fbx')
    assert model.textures[0].data is None and model.textures[0].read() == image
    for glb in (model, model.edit.scale(2), model.to(unit='cm')):
        glb.export(tmp_path / 'a.glb')
        assert bytes(load(tmp_path / 'a.glb').textures[0].data) == image
    assert load(tmp_path / 'a.glb').textures[0].read() == image
    model.export(tmp_path / 'a.fbx', textures='embedded')
    assert bytes(load(tmp_path / 'a.fbx').textures[0].data) == image
    (tmp_path / 'below').mkdir()
    for written in (model, load(tmp_path / 'character.fbx', keep_document=True)):
        written.export(tmp_path / 'below' / 'a.fbx', textures='linked' if written is model else 'authored')
        assert load(tmp_path / 'below' / 'a.fbx').textures[0].path == '../textures/character.png'
    assert model.textures[0]._read(len(image) - 1) is None and model.textures[0]._read(len(image)) is not None
    (tmp_path / 'textures').rename(tmp_path / 'elsewhere')
    with pytest.raises(sinew.Error) as caught:
        model.textures[0].read()
    assert caught.value.code == 'not-found'
    assert load(tmp_path / 'character.fbx', texture_path=tmp_path / 'elsewhere').textures[0].read() == image
    with pytest.warns(sinew.ModelWarning):
        model.export(tmp_path / 'b.fbx', textures='embedded')
    with pytest.raises(sinew.Error):
        sinew.load((tmp_path / 'character.fbx').read_bytes(), name='character.fbx').textures[0].read()
    with pytest.raises(ValueError, match='textures must be'):
        model.export(tmp_path / 'b.fbx', textures='copied')


def test_the_document_of_an_fbx_is_kept(tmp_path):
    """A constraint is something that sinew does not read."""
    text = (SOURCE / 'tests' / 'data' / 'arm.fbx').read_text(encoding='utf-8')
    constraint = '\tConstraint: 904, "Constraint::HandAim", "Aim" {\n\t}\n'
    source = text.replace('Objects:  {\n', 'Objects:  {\n' + constraint, 1)
    assert source != text
    (tmp_path / 'arm.fbx').write_text(source, encoding='utf-8')
    kept = sinew.load(tmp_path / 'arm.fbx', keep_document=True)
    assert b'HandAim' in kept.export(format='fbx') and b'HandAim' in kept.edit.rename_clip('bend', 'bow').export(format='fbx')
    assert b'HandAim' not in sinew.load(tmp_path / 'arm.fbx').export(format='fbx')


def test_npz(character, tmp_path):
    character.to(unit='m').clips['walk'].save_npz(tmp_path / 'walk.npz', fps=10)
    data = np.load(tmp_path / 'walk.npz')
    assert data['positions'].shape == (11, len(character.joints), 3) and data['positions'].dtype == np.float32
    np.testing.assert_allclose(data['positions'], character.clips['walk'].sample(np.arange(11) / 10).positions / 100, atol=1e-6)
    assert list(data['joints']) == character.joints.names and data['planted'].shape == (11, len(data['feet']), 2)
    assert (str(data['clip']), float(data['unit']), str(data['up'])) == ('Armature|walk', 1.0, '+Y')
