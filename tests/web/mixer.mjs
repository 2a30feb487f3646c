// mixer.mjs SINEW SOURCE PACKAGE FOLDER: playback of the npm package's mixers. The motion of two clips in BVH is known on paper; the sample's clips are compared
// with their poses, which package.mjs compares with the program's.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { test, finish } from '../page/checks.mjs';

const [sinew, source, packed, folder] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const run = (...words) => {
  const { status, stdout, stderr } = spawnSync(sinew, words, { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout;
};
const near = (a, b, tolerance, what) => assert.ok(Math.abs(a - b) <= tolerance, `${what}: ${a}, expected ${b}`);
const allNear = (a, b, tolerance, what) => {
  assert.equal(a.length, b.length);
  a.forEach((value, i) => near(value, b[i], tolerance, `${what} ${i}`));
};

/** Hips that go so far along z, twenty frames a second. */
function writeWalk(name, frames, distance, steps) {
  const rows = Array.from({ length: frames }, (_, i) => `0 100 ${distance * i / (frames - 1)} 0 0 0 0 0 0\n`).join('');
  writeFileSync(join(folder, `${name}.bvh`), `HIERARCHY
ROOT Hips { OFFSET 0 100 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Hand { OFFSET 10 0 0 CHANNELS 3 Zrotation Xrotation Yrotation End Site { OFFSET 5 0 0 } } }
MOTION
Frames: ${frames}
Frame Time: 0.05
${rows}`);
  writeFileSync(join(folder, `${name}.events.json`), JSON.stringify({ events: steps.map(([time, text]) => ({ track: 'step', time, text, value: 1 })) }));
}
writeWalk('walk', 21, 60, [[0.25, 'left'], [0.75, 'right']]); // 60 in 1 s
writeWalk('run', 13, 90, [[0.1, 'left'], [0.4, 'right']]); // 90 in 0.6 s
run('bake', 'walk.bvh', '--anim', 'run.bvh', '-o', 'gaits.sinew');
run('bake', join(source, 'samples/character.fbx'), '-o', 'character.sinew');

const { load } = await import(pathToFileURL(join(packed, 'sinew.js')).href);
const gaits = await load(readFileSync(join(folder, 'gaits.sinew'))), WALK = 0, RUN = 1, HIPS = 0;
const motions = gaits.createMotions({ joint: HIPS });
const character = await load(readFileSync(join(folder, 'character.sinew')));
const start = () => ({ translation: [0, 0, 0], rotation: [0, 0, 0, 1] });
const globals = (of, clip, time) => of.createPose().evaluate(clip, time).globals.slice();
const shown = (mixer, of) => mixer.evaluate(of.createPose(), true).globals.slice();
const jointOf = name => character.joints.findIndex(joint => joint.name === name);
/** 1e-6 of the character's size. */
const EPSILON = 2e-4;

await test('a model has its events', () => {
  const told = JSON.parse(run('info', 'gaits.sinew', '--json')).clips.flatMap(clip => clip.events);
  assert.deepEqual(gaits.events.map(({ track, time, value, text }) => ({ track, time, value, text })),
    told.map(({ track, time_s: time, value, text }) => ({ track, time, value, text })));
  assert.deepEqual(gaits.events.map(event => [event.clip, event.time]), [[WALK, 0.25], [WALK, 0.75], [RUN, 0.1], [RUN, 0.4]]);
});

await test('a step gives events and motion, however time is divided', () => {
  const expected = [[0.25, 'left'], [0.75, 'right'], [1.25, 'left']];
  for (const steps of [1, 15, 180]) {
    const mixer = gaits.createMixer().setMotions(motions).play(WALK), mover = start();
    const passed = [];
    let walked = 0;
    for (let i = 0; i < steps; ++i) {
      const { events, motion, leftOut } = mixer.step(1.5 / steps, mover);
      assert.equal(leftOut, 0);
      walked += motion.translation[2];
      for (const { event, time, layer, weight, isDominant } of events) {
        assert.deepEqual([event.track, layer, weight, isDominant], ['step', 0, 1, true]);
        passed.push([time + i * 1.5 / steps, event.text]);
      }
    }
    assert.deepEqual(passed.map(one => one[1]), expected.map(one => one[1]));
    allNear(passed.map(one => one[0]), expected.map(one => one[0]), 1e-6, 'time of event');
    allNear(mover.translation, [0, 0, 90], 1e-4, 'place');
    near(walked, 90, 1e-4, 'way');
    near(shown(mixer, gaits)[11], 0, 1e-4, 'z of the hips in place');
    near(mixer.current().time, 0.5, 1e-6, 'time of the clip');
  }
  near(shown(gaits.createMixer().play(WALK).advance(0.5), gaits)[11], 30, 1e-3, 'z of the hips as the clip has it');
  allNear(motions.between(WALK, 0.5, 2.5).translation, [0, 0, 120], 1e-4, 'two loops');
  allNear(gaits.createMotions({ joint: HIPS, parts: ['yaw'] }).between(WALK, 0, 0.5).translation, [0, 0, 0], 1e-4, 'yaw alone');
});

await test('more events than fit are counted', () => {
  const { events, leftOut } = gaits.createMixer().play(WALK, { speed: 20 }).step(9);
  assert.deepEqual([events.length, leftOut], [256, 2 * 180 - 256]);
});

await test('at speed 0 a clip stands', () => {
  near(gaits.createMixer().play(WALK, { speed: 0, start: 0.5 }).advance(3).current().time, 0.5, 0, 'time of the clip');
});

await test('a character is moved as it faces', () => {
  const turned = { translation: [5, 0, 0], rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] }; // by 90 degrees: z becomes x
  gaits.createMixer().setMotions(motions).play(WALK).step(0.5, turned);
  allNear(turned.translation, [35, 0, 0], 1e-4, 'place');
});

await test('a blend space plays what is around a position, in step', () => {
  const space = gaits.createBlendSpace([{ clip: WALK, x: 60 }, { clip: RUN, x: 150 }], { markerTrack: 'step' });
  assert.deepEqual(space.weights(60), [{ point: 0, weight: 1 }]);
  assert.deepEqual(space.weights(1000), [{ point: 1, weight: 1 }]);
  allNear(space.weights(90).map(one => one.weight), [2 / 3, 1 / 3], 1e-7, 'weight');
  const mixer = gaits.createMixer().setMotions(motions).play(space, { x: 90 }), { events, motion } = mixer.step(0.5);
  // Half a phase before the first step; two steps in 1 s weigh twice as much as two in 0.6 s.
  const pace = 2 / 3 * 2 + 1 / 3 * (2 / 0.6), first = 0.5 / pace;
  assert.deepEqual(events.map(({ event, isDominant }) => [event.clip, event.text, isDominant]), [[WALK, 'left', true], [RUN, 'left', false]]);
  for (const { time } of events) near(time, first, 1e-6, 'step');
  near(motion.translation[2], (2 / 3 * 60 + 1 / 3 * 90) * pace / 2 * 0.5, 1e-3, 'way');
  // After a half-life the position is 105, so both weigh the same.
  const followed = gaits.createMixer().setMotions(motions).play(space, { x: 60, halfLife: 0.25 }).setPosition(space, 150).advance(0.25);
  near(followed.step(1e-4).motion.translation[2] / 1e-4, (60 + 90) / 2 * (2 + 2 / 0.6) / 2 / 2, 1, 'speed');
  const plane = gaits.createBlendSpace([{ clip: WALK, x: 0, y: 0 }, { clip: RUN, x: 1, y: 0 }, { clip: 'none', x: 0, y: 1 }], { dimensions: 2 });
  const weights = Object.fromEntries(plane.weights(0.25, 0.25).map(({ point, weight }) => [point, weight]));
  allNear([weights[0], weights[1], weights[2]], [0.5, 0.25, 0.25], 1e-9, 'barycentric weight');
  const own = gaits.createBlendSpace([{ clip: WALK, x: 0, markers: [0, 0.5] }, { clip: RUN, x: 1, markers: [0, 0.3], speed: 2 }]);
  near(gaits.createMixer().setMotions(motions).play(own, { x: 1 }).step(0.3).motion.translation[2], 90, 1e-3, 'way at double speed');
});

await test('clips of a sync group keep a common phase', () => {
  const mixer = gaits.createMixer().setMotions(motions), markers = [[0.25, 0.75], [0.1, 0.4]];
  mixer.play(WALK, { sync: 1, markers: markers[0], start: 0.75 }).play(RUN, { sync: 1, markers: markers[1], fade: 0.1 });
  near(mixer.current().time, 0.4, 1e-6, 'time of the run');
  mixer.step(0.1);
  near(mixer.step(0.3).motion.translation[2], 45, 1e-3, 'way of the run');
});

await test('a layer over the base acts within its mask', () => {
  const arm = jointOf('upper_arm.R'), hand = jointOf('hand.R'), mask = character.createMask().setSubtree(arm, 1);
  const mixer = character.createMixer().play('walk').setLayer(1, { mask }).play('wave', { layer: 1 }).advance(0.4);
  const now = shown(mixer, character), walk = globals(character, 'walk', 0.4), wave = globals(character, 'wave', 0.4);
  assert.ok(Math.hypot(...walk.map((value, i) => value - wave[i])) > 10);
  character.joints.forEach(({ name }, joint) => {
    let above = joint;
    while (above > 0 && above !== arm) above = character.joints[above].parent;
    if (above !== arm) allNear(now.slice(joint * 12, joint * 12 + 12), walk.slice(joint * 12, joint * 12 + 12), EPSILON * 20, name);
  });
  // From the shoulder to the hand it waves.
  const between = of => [3, 7, 11].map(k => of[hand * 12 + k] - of[arm * 12 + k]);
  near(Math.hypot(...between(now)), Math.hypot(...between(wave)), 0.01, 'length from shoulder to hand');
  assert.deepEqual([mask.weight(hand), mask.weight(0)], [1, 0]);
  // With no weight it is not there, with all joints it is all.
  allNear(shown(mixer.setLayer(1, { mask, weight: 0 }), character), walk, EPSILON * 20, 'walk');
  allNear(shown(mixer.setLayer(1, {}), character), wave, EPSILON * 20, 'wave');
  mixer.setLayer(1, {}).stop({ layer: 1 });
  allNear(shown(mixer, character), walk, EPSILON * 20, 'walk alone');
});

await test('masks are set by names and along chains', () => {
  const mask = character.createMask(1).setMatching('*.R', 0.25).setMorphs(0), arm = jointOf('upper_arm.R');
  character.joints.forEach(({ name }, joint) => near(mask.weight(joint), name.endsWith('.R') ? 0.25 : 1, 1e-6, name));
  const chain = character.createMask().setGradient(arm, jointOf('hand.R'), 1);
  allNear([mask.weight(arm), chain.weight(arm), chain.weight(jointOf('hand.R'))], [0.25, 1 / 3, 1], 1e-6, 'weight');
});

await test('an additive layer adds the difference to its reference', () => {
  const wave = globals(character, 'wave', 0.4);
  const mixer = character.createMixer().play('wave').hold().setLayer(1, { mode: 'additive' }).play('wave', { layer: 1 }).advance(0.4);
  allNear(shown(mixer, character), wave, 0.01, 'from its own start');
  const rest = character.createMixer().setLayer(1, { mode: 'additive', reference: { clip: 'none' } }).play('wave', { layer: 1 }).advance(0.4);
  allNear(shown(rest, character), wave, 0.01, 'from the rest pose');
  const later = character.createMixer().play('wave', { start: 0.2 }).hold()
    .setLayer(1, { mode: 'additive', reference: { clip: 'wave', time: 0.2 } }).play('wave', { layer: 1 }).advance(0.4);
  allNear(shown(later, character), wave, 0.01, 'from a time');
});

await test('a clip that plays once on a layer fades out', () => {
  const { duration } = character.clips[character.findClip('wave')];
  const mixer = character.createMixer().play('walk').play('wave', { layer: 1, loop: 'once', fade: 0.1, fadeOut: 0.2 });
  assert.ok(!mixer.advance(duration / 2).finished(1));
  near(mixer.current(1).weight, 1, 1e-9, 'weight within');
  near(mixer.advance(duration / 2 - 0.1).current(1).weight, 0.5, 1e-6, 'weight as it fades');
  assert.ok(mixer.advance(0.2).finished(1));
  allNear(shown(mixer, character), globals(character, 'walk', (duration + 0.1) % character.clips[1].duration), EPSILON * 20, 'walk');
});

await test('a smooth fade has changed weights by 3 t² − 2 t³', () => {
  const mixer = character.createMixer().play('idle').play('walk', { fade: 0.8, smooth: true });
  near(mixer.advance(0.2).current().weight, 5 / 32, 1e-6, 'weight after a quarter');
  mixer.dispose();
});

await test('an inertial fade goes on where the pose was, and ends at the clip', () => {
  const mixer = character.createMixer().play('walk').advance(0.4), before = shown(mixer, character);
  const distance = (a, b) => Math.hypot(...a.map((value, i) => value - b[i]));
  const cut = distance(before, globals(character, 'wave', 0.1));
  mixer.play('wave', { start: 0.1, fade: 0.3, inertial: true });
  assert.ok(distance(shown(mixer, character), before) < 0.01 * cut);
  assert.equal(mixer.current().weight, 1); // only the new clip plays
  mixer.advance(0.15);
  const half = distance(shown(mixer, character), globals(character, 'wave', 0.25));
  assert.ok(half > 0.1 * cut && half < 0.9 * cut, `${half} of ${cut}`);
  allNear(shown(mixer.advance(0.15), character), globals(character, 'wave', 0.4), EPSILON * 20, 'wave');
});

await test('weights of clips may be set', () => {
  const mixer = character.createMixer().play('idle', { weighted: true }).play('walk', { weighted: true });
  mixer.setWeight('idle', 3).setWeight('walk', 1).advance(0.2);
  const faded = character.createMixer().play('idle').play('walk', { fade: 0.8 }).advance(0.2);
  allNear(shown(mixer, character), shown(faded, character), EPSILON * 20, 'a quarter of the walk');
  assert.throws(() => mixer.setWeight('wave', 1), /wave/);
});

await test('what a mixer plays with outlives its disposal', () => {
  const space = gaits.createBlendSpace([{ clip: WALK, x: 0 }, { clip: RUN, x: 1 }]), own = gaits.createMotions({ joint: HIPS });
  const mixer = gaits.createMixer().setMotions(own).play(space, { x: 0.5 }), other = gaits.createMixer().setMotions(own).play(space, { x: 0.5 });
  const masked = character.createMask().setSubtree(jointOf('upper_arm.R'), 1);
  const waver = character.createMixer().play('walk').setLayer(1, { mask: masked }).play('wave', { layer: 1 }).advance(0.3);
  const posed = shown(waver, character);
  for (const one of [space, own, masked]) one.dispose();
  // New objects would take their memory.
  const others = Array.from({ length: 50 }, (_, i) => [gaits.createBlendSpace([{ clip: RUN, x: i }]), character.createMask(0.5)]);
  const moved = mixer.step(0.5), same = other.step(0.5);
  assert.deepEqual(moved, same);
  assert.ok(moved.motion.translation[2] > 30);
  assert.deepEqual(shown(waver, character), posed);
  assert.throws(() => space.weights(0), /disposed/);
  assert.throws(() => mixer.setPosition(space, 0), /disposed/);
  assert.throws(() => waver.setLayer(2, { mask: masked }), /disposed/);
  for (const one of [mixer, other, waver, ...others.flat()]) one.dispose();
});

/** Mixers that play with everything, which take 17 MB. */
function makeMany(use) {
  for (let i = 0; i < 100; ++i) {
    const mask = character.createMask(1), space = character.createBlendSpace([{ clip: 'idle', x: 0 }, { clip: 'walk', x: 1 }]);
    const mixer = character.createMixer().play(space, { x: 0.5 }).setLayer(1, { mask }).play('wave', { layer: 1, sync: 1, markers: [0, 0.1 + i / 1e4] });
    use(mask, space, mixer);
  }
}
const memory = () => character.createPose().paletteView.buffer.byteLength;

await test('objects are taken by class and model, arrays by type and length, numbers as numbers', () => {
  const mixer = character.createMixer().play('walk'), mask = character.createMask(1), moves = character.createMotions({ joint: 0 });
  const space = character.createBlendSpace([{ clip: 'idle', x: 0 }, { clip: 'walk', x: 1 }]), pose = character.createPose(), before = shown(mixer, character);
  const all = { pose, mask, moves, space, mixer, character };
  for (const [name, one] of Object.entries(all)) {
    if (one !== pose) assert.throws(() => mixer.evaluate(one), TypeError, `evaluate(${name})`);
    if (one !== mask) assert.throws(() => mixer.setLayer(1, { mask: one }), TypeError, `setLayer({ mask: ${name} })`);
    if (one !== moves) assert.throws(() => mixer.setMotions(one), TypeError, `setMotions(${name})`);
    if (one !== space) assert.throws(() => mixer.setPosition(one, 0), TypeError, `setPosition(${name})`);
    if (one !== space) assert.throws(() => mixer.play(one), TypeError, `play(${name})`);
  }
  for (const one of [{ model: character }, Object.create(mask), 1, 'mask']) assert.throws(() => mixer.setLayer(1, { mask: one }));
  assert.throws(() => mixer.evaluate(gaits.createPose()), /another model/);
  for (const markers of [{ length: 1e9 }, '0', new DataView(new ArrayBuffer(8)), new Array(1e6), [NaN], ['0'], [[0]], new BigInt64Array(1)])
    assert.throws(() => mixer.play('walk', { sync: 1, markers }), undefined, `markers ${Object.prototype.toString.call(markers)}`);
  mixer.play('walk', { sync: 1, markers: new Float32Array([0, 0.5]) }).play('walk');
  for (const points of [{ length: 2 }, 'ab', null]) assert.throws(() => character.createBlendSpace(points), TypeError);
  for (const place of [{}, { translation: [0, 0], rotation: [0, 0, 0, 1] }, { translation: '000', rotation: [0, 0, 0, 1] }]) assert.throws(() => mixer.step(0, place));
  // A number that is an object runs the caller's code when it is converted: the mask would be gone by then.
  const evil = { valueOf() { mask.dispose(); return 0; } };
  for (const call of [() => mask.setSubtree(evil, 1), () => mask.setSubtree(0, evil), () => mask.setMatching('*', evil), () => mask.setGradient(0, evil, 1), () => mask.setMorphs(evil),
    () => mixer.setLayer(evil, { mask }), () => mixer.setLayer(1, { mask, weight: evil }), () => mixer.play('walk', { fade: evil }), () => mixer.play('walk', { sync: evil }),
    () => mixer.advance(evil), () => mixer.stop({ fade: evil }), () => pose.evaluate('walk', evil), () => moves.between('walk', 0, evil), () => space.weights(evil)])
    assert.throws(call, TypeError, String(call));
  assert.equal(mask.weight(0), 1);
  for (const joint of ['length', '0', -1, 0.5, character.joints.length]) assert.throws(() => mask.weight(joint));
  assert.throws(() => character.joints.push({}), TypeError);
  assert.throws(() => { pose.model = gaits; }, TypeError);
  allNear(shown(mixer.play('walk'), character), globals(character, 'walk', 0), EPSILON * 20, 'the walk');
  assert.equal(before.length, pose.globals.length);
});

await test('a mixer keeps what it plays with, and no more', () => {
  const mixer = character.createMixer(), begun = memory();
  for (let i = 0; i < 20000; ++i) mixer.play('walk', { sync: 1, markers: Array.from({ length: 64 }, (_, k) => k / 100 + i / 1e7) }); // of half a kilobyte each
  for (let i = 0; i < 3000; ++i) {
    const own = [character.createBlendSpace([{ clip: 'walk', x: 0 }, { clip: 'idle', x: i }].slice(0, i ? 2 : 1)), character.createMask(1), character.createMotions({ joint: 0, parts: [] })];
    mixer.play(own[0], { x: 0.5 }).setLayer(1, { mask: own[1] }).setMotions(own[2]);
    for (const one of own) one.dispose();
  }
  assert.ok(memory() - begun < 2e6, `${begun} → ${memory()} bytes`);
  mixer.setMotions(null).setLayer(1, {}).dispose();
});

await test('disposed, forgotten or with their model, all are freed', async () => {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc'), begun = memory();
  for (let i = 0; i < 20; ++i) {
    makeMany((...all) => { for (const one of all) one.dispose(); });
    makeMany((...all) => { for (const one of all.reverse()) one.dispose(); });
  }
  assert.ok(memory() - begun < 16e6, `${begun} → ${memory()} bytes after disposal`);
  for (let i = 0; i < 20; ++i) {
    makeMany(() => {});
    for (let k = 0; k < 3; ++k) {
      collect();
      await new Promise(done => setImmediate(done)); // a turn of the event loop, which finalizes collected objects
    }
  }
  assert.ok(memory() - begun < 64e6, `${begun} → ${memory()} bytes after collection`);
  const bytes = readFileSync(join(folder, 'character.sinew')), after = memory();
  for (let i = 0; i < 60; ++i) { // 180 MB, were they not collected
    await load(bytes);
    if (i % 10 === 0) collect();
  }
  assert.ok(memory() - after < 64e6, `${after} → ${memory()} bytes after forgotten models`);
  for (let i = 0; i < 100; ++i) {
    const model = await load(bytes), mixers = Array.from({ length: 20 }, () => model.createMixer().setMotions(model.createMotions({ joint: 0 })));
    model.dispose();
    assert.throws(() => mixers[0].play('walk'), /disposed/);
  }
  assert.ok(memory() - after < 32e6, `${after} → ${memory()} bytes after models`);
});

await test('the example of the docs runs', () => {
  const blocks = readFileSync(join(source, 'web/README.md'), 'utf8').match(/```js\n[^]*?```/g);
  const code = blocks.find(block => block.includes('createBlendSpace')).slice(6, -3), lines = [];
  const mixer = character.createMixer().play('idle').advance(0.2), pose = character.createPose();
  const where = new Function('model', 'mixer', 'pose', 'console', `${code}\nreturn where;`)(character, mixer, pose, { log: (...words) => lines.push(words) });
  assert.ok(where.translation.every(Number.isFinite) && pose.globals.length === character.joints.length * 12);
  mixer.step(2, where).events.forEach(({ event }) => assert.equal(event.track, 'step'));
  assert.ok(Math.hypot(...where.translation) > 0);
});

await test('bad input gives an error with a line', () => {
  const mixer = character.createMixer().play('walk'), now = shown(mixer, character), mask = character.createMask();
  for (const layer of [-1, 4, 0.5, NaN]) assert.throws(() => mixer.play('walk', { layer }), RangeError);
  for (const layer of [0, 4]) assert.throws(() => mixer.setLayer(layer, {}), /layer/);
  assert.throws(() => mixer.setLayer(1, { weight: 2 }), /weight 2 is out of range/);
  assert.throws(() => mixer.setLayer(1, { mode: 'beside' }), /beside/);
  assert.throws(() => mixer.setLayer(1, { mask: gaits.createMask() }), /mask/);
  assert.throws(() => mixer.setMotions(motions), /another model/);
  assert.throws(() => mixer.play(gaits.createBlendSpace([{ clip: WALK, x: 0 }])), /another model/);
  assert.throws(() => mixer.play('walk', { sync: 1, markers: [0.5, 0.1] }), /marker 2/);
  assert.throws(() => mixer.play('walk', { fade: NaN }), /fade/);
  assert.throws(() => mixer.play('walk', { speed: Infinity }), /speed/);
  for (const call of ['advance', 'step']) assert.throws(() => mixer[call](NaN), RangeError);
  assert.deepEqual(shown(mixer, character), now);
  assert.throws(() => mask.setSubtree(1000, 1), /joint/);
  assert.throws(() => mask.setSubtree(0, 2), /out of range/);
  assert.throws(() => mask.setMatching('*.nothing', 1), /nothing/);
  assert.throws(() => mask.weight(-1), RangeError);
  assert.throws(() => character.createMask(NaN), /weight/);
  assert.throws(() => character.createMotions({ joint: 1000 }), RangeError);
  assert.throws(() => character.createMotions({ parts: ['feet'] }), /feet/);
  assert.throws(() => motions.between(WALK, 0, NaN), RangeError);
  assert.throws(() => gaits.createBlendSpace([]), /points/);
  assert.throws(() => gaits.createBlendSpace(Array.from({ length: 65 }, (_, x) => ({ clip: WALK, x }))), /65 points/);
  assert.throws(() => gaits.createBlendSpace([{ clip: WALK, x: 0 }, { clip: RUN, x: 0 }]), /points 1 and 2/);
  assert.throws(() => gaits.createBlendSpace([{ clip: WALK, x: 0, markers: Array(65).fill(0) }]), /point 1: 65 markers/);
  assert.throws(() => gaits.createBlendSpace([{ clip: WALK, x: 0 }, { clip: RUN, x: 1 }], { dimensions: 2 }), /points/);
  assert.throws(() => gaits.createBlendSpace([{ clip: WALK, x: NaN }]), /not finite/);
});

finish();
