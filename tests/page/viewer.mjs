// viewer.mjs SINEW SOURCE FOLDER: files dropped on the page of `sinew page --viewer` in Chromium, through real input. Expected values come from
// the program, which reads the same files by itself.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { openPage } from './browser.mjs';
import { test, finish } from './checks.mjs';
import { makeComparison } from './pictures.mjs';

const [sinew, source, folder] = process.argv.slice(2);
rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, 'art', 'textures'), { recursive: true });
const run = (...words) => execFileSync(sinew, words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const { settle, assertImage } = makeComparison(run, folder);
const own = name => join(folder, name), sample = name => join(source, 'samples', name);
const walk = sample('walk.fbx'), character = sample('character.fbx'), skin = sample('textures/character.png'), arm = join(source, 'tests/data/arm.sinew');
run('page', '--viewer', '-o', 'viewer.html');

/** An open viewer that waits for files. `drop` and `choose` return when they have been taken. */
async function openViewer({ url = own('viewer.html'), ...more } = {}) {
  const page = await openPage(url, more), says = () => page.evaluate('[...find("sentences").children].map(item => item.textContent)');
  await page.until('document.getElementById("note").hidden');
  await page.evaluate('var taken = 0, take = takeFiles; takeFiles = files => take(files).finally(() => { taken += 1; }); 0');
  const taking = async give => {
    const before = await page.evaluate('taken');
    await give();
    await page.until(`taken > ${before}`);
  };
  return { ...page, says,
    giveOnly: (...files) => page.choose('#chooser', ...files),
    drop: (...files) => taking(() => page.drop(400, 200, ...files)),
    choose: (...files) => taking(() => page.choose('#chooser', ...files)) };
}
const names = page => page.evaluate('data.files.map(file => file.name)');
const warnings = page => page.evaluate('[...document.querySelectorAll("#warnings li")].map(item => item.textContent)');
/** Pauses at a frame, for the same picture each time. */
const pauseAt = (page, frame) => page.evaluate(`seek(${frame} / rate() - clipOf().start)`);

/** A .glb as a .gltf with its buffer and its image in files of their own. */
function splitGlb(file, to) {
  const bytes = readFileSync(file), size = bytes.readUInt32LE(12), document = JSON.parse(bytes.subarray(20, 20 + size));
  const buffer = bytes.subarray(28 + size), view = document.bufferViews[document.images[0].bufferView], from = view.byteOffset ?? 0;
  mkdirSync(own(to));
  writeFileSync(own(`${to}/the mesh.bin`), buffer);
  writeFileSync(own(`${to}/the skin.png`), buffer.subarray(from, from + view.byteLength));
  document.buffers = [{ byteLength: buffer.length, uri: 'the%20mesh.bin' }];
  document.images = [{ uri: 'the%20skin.png' }];
  writeFileSync(own(`${to}/character.gltf`), JSON.stringify(document));
}
splitGlb(sample('character.glb'), 'split');
const draco = JSON.parse(readFileSync(join(source, 'tests/gltf/files/interleaved.gltf')));
draco.meshes[0].primitives[0].extensions = { KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: 0 } } };
writeFileSync(own('draco.gltf'), JSON.stringify(draco));
writeFileSync(own('required.gltf'), JSON.stringify({ asset: { version: '2.0' }, extensionsRequired: ['EXT_none'] }));

await test('the viewer has at most 450 KB', () => {
  const { size } = statSync(own('viewer.html'));
  assert.ok(size <= 450_000, `${size} bytes`);
});

await test('it asks for files, and shows nothing else', async () => {
  const page = await openViewer();
  const seen = await page.evaluate(`['drop', 'choose', 'side', 'bar', 'view', 'progress', 'messages'].filter(id => find(id).checkVisibility())`);
  assert.deepEqual(seen, ['drop', 'choose']);
  for (const key of [' ', '.', 'a', 'b', '>', 's', 'Escape']) await page.key(key);
  assert.equal(await page.evaluate('location.hash'), '');
  assert.deepEqual(page.errors, []);
  await page.close();
});

await test('a .sinew file that was chosen is that of sinew render', async () => {
  const page = await openViewer();
  await page.choose(arm);
  assert.deepEqual([await names(page), await page.says(), await page.evaluate('facts.clips.map(clip => clip.name)')], [['arm.sinew'], [], ['bend', 'lift']]);
  await pauseAt(page, 5);
  await assertImage(page, arm, 'sinew');
  assert.deepEqual(page.errors, []);
  await page.close();
});

await test('an FBX that was dropped with its image is that of sinew render, with clips, joints and keys', async () => {
  const page = await openViewer();
  await page.drop(skin, walk);
  assert.deepEqual([await page.says(), await warnings(page), await page.evaluate('document.title')], [[], [], 'walk.fbx – sinew']);
  assert.equal(await page.evaluate('state.playing'), true);
  await pauseAt(page, 12);
  await assertImage(page, walk, 'fbx');
  await page.evaluate('chooseJoint(facts.joints.find(one => one.name === "hand.L").joint)');
  const keys = JSON.parse(run('keys', walk, '--joints', 'hand.L', '--json')).keys;
  assert.deepEqual((await page.evaluate('keys')).map(time => time.toFixed(6)), keys.map(key => key.at_s.toFixed(6)));
  await page.evaluate('chooseJoint(NONE)');
  assert.equal(await page.evaluate('keys.length'), JSON.parse(run('keys', walk, '--json')).keys.length);
  await page.key('PageUp'); // keys, names, curves and the address, as in every page
  await page.until('location.hash.includes("at=13f")');
  for (const key of ['v', 'a', '3']) await page.key(key);
  await assertImage(page, walk, 'fbx-side');
  assert.deepEqual(page.errors, []);
  await page.close();
});

await test('animations that are dropped become clips of the character, whichever comes first', async () => {
  const body = sample('character_mesh.fbx'), motion = sample('character_anim.fbx'), page = await openViewer();
  await page.drop(motion, skin, body);
  const listed = JSON.parse(run('info', body, '--anim', motion, '--json')).clips.map(clip => clip.name);
  assert.deepEqual([await names(page), await page.evaluate('facts.clips.map(clip => clip.name)'), await page.says()], [['character_mesh.fbx'], listed, []]);
  await page.evaluate(`chooseClip(facts.clips.findIndex(one => one.name.endsWith('wave')), 0)`);
  await pauseAt(page, 12);
  await assertImage(page, body, 'added', ['--anim', motion]);
  // Again, as a new export: the same clips, and the shown clip stays.
  await page.drop(motion);
  assert.deepEqual([await names(page), await page.evaluate('facts.clips.map(clip => clip.name)'), await page.says()], [['character_mesh.fbx'], listed, []]);
  assert.match(await page.evaluate('location.hash'), /clip=[^&]*wave&at=12f/);
  // The character again: it keeps them.
  await page.drop(body);
  assert.deepEqual(await page.evaluate('facts.clips.map(clip => clip.name)'), listed);
  await assertImage(page, body, 'added-again', ['--anim', motion]);
  assert.deepEqual(page.errors, []);
  await page.close();
});

/** A motion capture of a body with the names of MotionBuilder, with one joint that turns by 90 degrees. */
function writeCapture(file) {
  const channels = 'Zrotation Xrotation Yrotation', count = { value: 0 };
  const joint = (name, offset, ...inside) => `${count.value++ ? 'JOINT' : 'ROOT'} ${name} { OFFSET ${offset} CHANNELS ${count.value === 1 ? `6 Xposition Yposition Zposition ${channels}` : `3 ${channels}`}
    ${inside.length ? inside.map(one => one()).join('') : 'End Site { OFFSET 0 -5 5 }'} }\n`;
  const limb = (side, x) => [() => joint(`${side}UpLeg`, `${x} 0 0`, () => joint(`${side}Leg`, '0 -45 0', () => joint(`${side}Foot`, '0 -45 0')))];
  const arm = (side, x) => () => joint(`${side}Shoulder`, `${x / 4} 20 0`, () => joint(`${side}Arm`, `${x} 0 0`, () => joint(`${side}ForeArm`, `${2 * x} 0 0`, () => joint(`${side}Hand`, `${2 * x} 0 0`))));
  const tree = joint('Hips', '0 100 0', ...limb('Left', 10), ...limb('Right', -10),
    () => joint('Spine', '0 15 0', () => joint('Spine1', '0 15 0', () => joint('Neck', '0 25 0', () => joint('Head', '0 10 0')), arm('Left', 12), arm('Right', -12))));
  const rows = [0, 45, 90].map(angle => `0 100 0 ${Array.from({ length: count.value }, (_, i) => `0 ${i === 13 ? angle : 0} 0`).join(' ')}`);
  writeFileSync(own(file), `HIERARCHY\n${tree}MOTION\nFrames: 3\nFrame Time: 0.0333333\n${rows.join('\n')}\n`);
}

await test('animations of a body with other names are retargeted, and the page says how; others are files of their own', async () => {
  writeCapture('capture.bvh');
  run('export', 'capture.bvh', '-o', 'capture.glb', '--format', 'glb');
  run('export', join(source, 'tests/data/turn.bvh'), '-o', 'turn.glb');
  const page = await openViewer();
  await page.drop(character, skin, own('capture.glb'), own('turn.glb'));
  const said = await page.says();
  assert.match(said[0], /^capture\.glb: its clips are retargeted to character\.fbx by \d+ parts of the body \(hips: hips from Hips, /);
  assert.match(said[1], /^turn\.glb: its clips are not added to character\.fbx: /);
  assert.equal(said.length, 2);
  assert.deepEqual(await names(page), ['character.fbx', 'turn.glb']);
  assert.equal(await page.evaluate('state.file'), 0);
  await page.evaluate('chooseClip(facts.clips.length - 1, 0)');
  await pauseAt(page, 1);
  await assertImage(page, character, 'retargeted', ['--anim', own('capture.glb'), '--retarget']);
  assert.deepEqual(page.errors, []);
  await page.close();
});

await test('what is shown is saved as a page of its own', async () => {
  const page = await openViewer();
  await page.downloadTo(folder);
  await page.drop(skin, walk, character);
  await pauseAt(page, 12);
  await page.evaluate('chooseJoint(facts.joints.find(one => one.name === "hand.L").joint)');
  for (const key of ['3', 'e']) await page.key(key);
  const seen = ['clipOf().name', 'state.time', 'nameOfJoint()', 'state.view', 'state.looks', 'PAIRINGS[state.pairing]', 'keys.length'], shows = page => page.evaluate(`[${seen}]`);
  const save = async name => {
    rmSync(own(name), { force: true });
    await page.evaluate(`[...find('controls').children].find(one => one.textContent === 'save as page').click()`);
    for (const end = Date.now() + 60_000; Date.now() < end && !existsSync(own(name)); ) await new Promise(done => setTimeout(done, 50));
    const saved = await openPage(own(name));
    await saved.until('document.body.dataset.drawn > 0 && state.ready && !state.playing');
    return saved;
  };
  const alone = await save('walk.html');
  assert.deepEqual(await shows(alone), await shows(page));
  assert.deepEqual(await alone.evaluate('[data.files.map(file => file.name), data.viewer, find("viewer"), warnings(), document.title]'.replace('warnings()', '[...document.querySelectorAll("#warnings li")].length')), [['walk.fbx'], null, null, 0, 'walk.fbx – sinew']);
  assert.ok(!/worker-src/.test(await alone.evaluate('document.querySelector("meta[http-equiv]").content')));
  await assertImage(alone, walk, 'saved');
  assert.deepEqual(alone.errors, []);
  await alone.close();
  // Two files over each other, with a name that would end a script.
  await page.evaluate('compareWith(OVER, 1, 0)');
  const pair = await save('walk.html');
  assert.deepEqual(await shows(pair), await shows(page));
  assert.deepEqual(await pair.evaluate('data.files.map(file => file.name)'), ['walk.fbx', 'character.fbx']);
  await pair.evaluate('location.hash = "#at=3f"'); // it keeps the comparison that it was made for
  await pair.until('frameText(state.time) === "3"');
  assert.equal(await pair.evaluate('PAIRINGS[state.pairing]'), 'over');
  await pair.screenshot(own('saved.png'));
  assert.deepEqual([page.errors, pair.errors], [[], []]);
  await pair.close();
  await page.close();
});

// Eight by eight pixels, blue 30, green 60, red 200, not compressed.
writeFileSync(own('HAIR.TGA'), Buffer.from([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 8, 0, 32, 40, ...Array(64).fill([30, 60, 200, 255]).flat()]));
copyFileSync(own('HAIR.TGA'), own('hair.tga'));
writeFileSync(own('tga.fbx'), readFileSync(join(source, 'tests/data/surfaces/hair.fbx'), 'latin1').replaceAll('hair.png', 'hair.tga'), 'latin1');

await test('an image that comes later is shown; until then its model is grey and says what is missing', async () => {
  const page = await openViewer();
  await page.drop(own('tga.fbx'));
  await pauseAt(page, 0);
  assert.match((await warnings(page)).join(), /hair\.tga: the image is missing/);
  assert.deepEqual(await page.says(), ['tga.fbx uses hair.tga: drop this image as well.']);
  mkdirSync(own('grey'), { recursive: true });
  copyFileSync(own('tga.fbx'), own('grey/tga.fbx'));
  await assertImage(page, own('grey/tga.fbx'), 'grey');
  await page.drop(skin);
  assert.deepEqual(await page.says(), ['tga.fbx does not use character.png.']);
  await page.drop(own('HAIR.TGA')); // its name in the case of another system
  assert.deepEqual([await page.says(), (await warnings(page)).filter(text => text.includes('hair'))], [[], []]);
  await assertImage(page, own('tga.fbx'), 'tga');
  writeFileSync(own('HAIR.TGA'), readFileSync(own('HAIR.TGA')).subarray(0, 10));
  await page.drop(own('HAIR.TGA'));
  assert.match((await warnings(page)).join(), /hair\.tga: not a picture that sinew reads/);
  rmSync(own('HAIR.TGA'));
  await page.evaluate('openFile(0)');
  assert.match((await warnings(page)).join(), /hair\.tga: the image has changed or is gone; drop it again/);
  assert.deepEqual(page.errors, []);
  await page.close();
});

for (const [kind, file, frame] of [['PNG', walk, 7], ['TGA', 'tga.fbx', 0]]) {
  await test(`a ${kind} in the model needs no file beside it`, async () => {
    run('export', file, '--textures', 'embed', '-o', `art/${kind}.fbx`);
    const page = await openViewer();
    await page.drop(own(`art/${kind}.fbx`));
    assert.deepEqual([await page.says(), (await warnings(page)).filter(text => text.includes('image'))], [[], []]);
    await pauseAt(page, frame);
    await assertImage(page, own(`art/${kind}.fbx`), `embedded-${kind}`);
    await page.close();
  });
}

await test('a glTF that was dropped is that of sinew render', async () => {
  const page = await openViewer();
  await page.drop(sample('character.glb'));
  assert.deepEqual([await names(page), await page.says(), await page.evaluate('[facts.joints.length, facts.clips.length]')], [['character.glb'], [], [56, 3]]);
  await pauseAt(page, 9);
  await assertImage(page, sample('character.glb'), 'glb');
  await page.drop(own('draco.gltf'));
  assert.match((await page.says()).join(), /^draco\.gltf: unsupported: .*Draco.*; sinew page draco\.gltf -o page\.html makes a page of it\.$/);
  await page.drop(own('required.gltf'));
  assert.deepEqual(await page.says(), ['required.gltf: unsupported: the file requires the glTF extension EXT_none.']);
  assert.deepEqual(page.errors, []);
  await page.close();
});

await test('the buffers and images of a .gltf are found among the files, in any order', async () => {
  const page = await openViewer();
  await page.drop(own('split/character.gltf'));
  assert.deepEqual([await names(page), await page.says()], [[], ["character.gltf: damaged: mesh 'Fox': POSITION: its buffer 'the%20mesh.bin' was not found; drop it as well."]]);
  await page.drop(own('split/the mesh.bin'));
  assert.deepEqual([await names(page), await page.says()], [['character.gltf'], ['character.gltf uses the%20skin.png: drop this image as well.']]);
  await page.drop(own('split/the skin.png'));
  assert.deepEqual(await page.says(), []);
  await pauseAt(page, 9);
  await assertImage(page, own('split/character.gltf'), 'gltf');
  const again = await openViewer();
  await again.drop(own('split')); // as a folder
  assert.deepEqual([await names(again), await again.says()], [['character.gltf'], []]);
  assert.deepEqual([page.errors, again.errors], [[], []]);
  await again.close();
  await page.close();
});

await test('several files are a list; more are added to it', async () => {
  const page = await openViewer();
  await page.drop(walk, skin, character);
  assert.deepEqual([await names(page), await page.evaluate('data.files[state.file].name')], [['walk.fbx', 'character.fbx'], 'walk.fbx']);
  await page.evaluate('document.querySelectorAll("#files button")[1].click()');
  await page.until('state.ready && data.files[state.file].name === "character.fbx"');
  await page.evaluate('location.hash = "#file=character.fbx&clip=walk&at=7f&joint=hand.L&view=side"');
  await page.until('state.ready && state.view === "side"');
  await assertImage(page, character, 'second');
  await page.evaluate('location.hash = "#file=walk.fbx&at=3f&over=character.fbx&other-clip=walk"');
  await page.until('state.ready && state.pairing === OVER && data.files[state.file].name === "walk.fbx"');
  await page.drop(arm); // the new file is shown, without the comparison from before
  assert.deepEqual([await names(page), await page.evaluate('data.files[state.file].name')], [['walk.fbx', 'character.fbx', 'arm.sinew'], 'arm.sinew']);
  await page.key('<');
  await page.until('state.ready && data.files[state.file].name === "character.fbx"');
  assert.deepEqual(page.errors, []);
  await page.close();
});

for (const [file, name] of [[walk, 'walk.fbx'], [skin, 'textures/character.png'], [join(source, 'README.md'), 'textures/README.md']]) copyFileSync(file, own(`art/${name}`));
const testFolder = process.env.SINEW_BROWSER === 'firefox' ? name => console.log(`skipped ${name}: WebDriver cannot drop a folder`) : test;
await testFolder('a folder is its models and images', async () => {
  const page = await openViewer();
  await page.drop(own('art'));
  assert.deepEqual([await names(page), await page.says()], [['PNG.fbx', 'TGA.fbx', 'walk.fbx'], []]);
  await page.key('<');
  await page.until('state.ready && data.files[state.file].name === "walk.fbx"');
  await pauseAt(page, 12);
  await assertImage(page, walk, 'folder');
  assert.deepEqual(page.errors, []);
  await page.close();
});

await test('a file of the same name replaces the one before, which stays as it was shown', async () => {
  const page = await openViewer();
  copyFileSync(character, own('art/one.fbx'));
  await page.drop(own('art/one.fbx'), skin);
  await page.evaluate('location.hash = "#clip=wave&at=12f&joint=hand.R&view=front"');
  await page.until('state.view === "front"');
  copyFileSync(walk, own('art/one.fbx'));
  await page.evaluate('location.hash = "#clip=walk&at=12f&joint=hand.R&view=front"');
  await page.until('clipOf().name === "Armature|walk"');
  await page.drop(own('art/one.fbx'));
  assert.deepEqual(await page.evaluate('[facts.clips.length, frameText(state.time), nameOfJoint(), state.view, state.playing]'), [1, '12', 'hand.R', 'front', false]);
  await assertImage(page, own('art/one.fbx').replace('one', 'walk'), 'replaced');
  assert.deepEqual([await names(page), page.errors], [['one.fbx'], []]);
  await page.close();
});

await test('the address of the page is followed by the first file, and empty is nothing', async () => {
  const page = await openViewer({ hash: '#clip=wave&at=12f&view=side' });
  await page.drop(character, skin);
  await page.until('clipOf().name === "Armature|wave"');
  assert.deepEqual(await page.evaluate('[frameText(state.time), state.view, state.playing]'), ['12', 'side', false]);
  await page.evaluate('location.hash = ""');
  await page.until('state.ready && location.hash === ""');
  await page.drop(arm);
  assert.deepEqual([await page.evaluate('clipOf().name'), await page.evaluate('document.getElementById("note").hidden')], ['bend', true]);
  await page.close();
  const other = await openViewer({ hash: '#clip=fly' });
  await other.drop(walk);
  await other.until('!document.getElementById("note").hidden');
  assert.equal(await other.evaluate('document.getElementById("sentence").textContent'), "There is no clip 'fly' in walk.fbx.");
  await other.key('.');
  await other.until('document.getElementById("note").hidden && document.body.dataset.drawn > 0');
  await other.close();
});

// A file that cannot be shown gives an error message, and the shown file plays on.
writeFileSync(own('cut.fbx'), readFileSync(walk).subarray(0, 100_000));
writeFileSync(own('cut.sinew'), readFileSync(arm).subarray(0, 5000));
writeFileSync(own('empty.fbx'), '');
writeFileSync(own('a box.dae'), '');
writeFileSync(own('notes.txt'), 'A walk.\n');
writeFileSync(own('walk.zip'), 'PK\x03\x04');
writeFileSync(own('a box.glb'), 'glTF');
writeFileSync(own('huge.fbx'), '');
truncateSync(own('huge.fbx'), 500 * 2 ** 20);
const badFiles = [
  ['cut.fbx', /^cut\.fbx: the file ends early, at byte 100000 of \d+/], ['cut.sinew', /^cut\.sinew: the file ends early, at byte 5000/],
  ['empty.fbx', /^empty\.fbx: the file is empty/], ['notes.txt', /^notes\.txt: not a model file .*drop FBX, glTF or \.sinew files/],
  ['walk.zip', /^walk\.zip: .*ZIP archive.*unpack it/], ['a box.dae', /^a box\.dae: this page opens FBX, glTF and \.sinew files; sinew page 'a box\.dae' -o page\.html makes/],
  ['huge.fbx', /^huge\.fbx: the file has 500 MB; this page opens files of up to 256\.$/],
];
await test('what cannot be shown is one sentence', async () => {
  const page = await openViewer();
  for (const [file, sentence] of badFiles) {
    await page.drop(own(file));
    const said = await page.says();
    assert.equal(said.length, 1, `${file}: ${said}`);
    assert.match(said[0], sentence);
    assert.ok(await page.evaluate('find("drop").checkVisibility()'));
  }
  await page.drop(walk, skin);
  await page.drop(...badFiles.map(([file]) => own(file)));
  assert.equal((await page.says()).length, 6);
  assert.match((await page.says())[5], /^2 more like these\.$/);
  const drawn = await page.evaluate('document.body.dataset.drawn');
  await page.until(`document.body.dataset.drawn > ${drawn} && state.ready && state.playing`);
  await page.key('Escape');
  assert.deepEqual(await page.says(), []);
  await page.evaluate('data.viewer.files = 1');
  await page.drop(arm);
  assert.deepEqual(await page.says(), ['arm.sinew: this page holds 1 files; open it again for more.']);
  await page.evaluate('Object.assign(data.viewer, { files: 32, bytes: 2 ** 20 })');
  await page.drop(character);
  assert.deepEqual(await page.says(), ['character.fbx: with this file the page would hold more than 1 MB; open it again for more.']);
  assert.deepEqual([await names(page), page.errors], [['walk.fbx'], []]);
  await page.close();
});

await test('an import that does not end is cancelled, and ends with its time', async () => {
  const page = await openViewer();
  await page.evaluate('var answering = answerImport; answerImport = function answerImport() { for (;;); }; 0');
  for (const stop of [() => page.key('Escape'), () => page.evaluate('find("cancel").click()')]) {
    await page.giveOnly(walk, character);
    await page.until('find("importing").textContent === "Importing walk.fbx, then 1 more…" && find("progress").checkVisibility()');
    await stop();
    await page.until('sentences.length > 0 && !isImporting');
    assert.deepEqual([await page.says(), await names(page)], [['walk.fbx: importing was cancelled.'], []]);
  }
  await page.evaluate('var later = setTimeout; setTimeout = (run, time) => later(run, time / 6000); 0');
  await page.drop(walk);
  assert.deepEqual(await page.says(), ['walk.fbx: importing took longer than 60 seconds.']);
  await page.evaluate('setTimeout = later, answerImport = answering, 0');
  await page.drop(walk);
  assert.deepEqual([await names(page), page.errors], [['walk.fbx'], []]);
  await page.close();
});

await test('an importer that traps, or does not start, is one sentence', async () => {
  const page = await openViewer();
  // (module (func unreachable) (export "_initialize" (func 0))), and a worker whose script throws.
  const said = await page.evaluate(`(async () => {
    const code = await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 15, 1, 11,
      ...new TextEncoder().encode('_initialize'), 0, 0, 10, 5, 1, 3, 0, 0, 11]));
    const trapped = await importInWorker(code, new File(['x'], 'x.fbx'), new Map());
    answerImport = function answerImport() { throw new Error('x'); };
    const thrown = await importInWorker(code, new File(['x'], 'x.fbx'), new Map());
    Worker = function () { throw new Error('forbidden'); };
    return [trapped.sentence, thrown.sentence, (await importInWorker(code, new File(['x'], 'x.fbx'), new Map())).sentence];
  })()`);
  assert.deepEqual([said, page.errors], [['the importer failed', 'the importer failed', 'this browser starts no worker for the import'], []]);
  await page.close();
});

// Every way out of HTML that a name could try: of a model, of a joint, of an image, of a file that is not a model.
await test('no name of a file is markup', async () => {
  const evil = `<svg onload=document.title='owned'>`, name = `a</script><img src=x onerror="document.title='owned'">&quot;'`.replace(/\//g, '\u2215');
  writeFileSync(own('evil.bvh'), `HIERARCHY\nROOT </script>${evil.replace(/ /g, '/')}\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 10 0\n}\n}\n` +
    'MOTION\nFrames: 2\nFrame Time: 0.1\n0 0 0\n0 90 0\n');
  run('export', 'evil.bvh', '-o', `${name}.fbx`);
  copyFileSync(own('tga.fbx'), own('evil.fbx'));
  writeFileSync(own('evil.fbx'), readFileSync(own('tga.fbx'), 'latin1').replaceAll('hair.tga', evil.slice(0, 30)), 'latin1');
  writeFileSync(own(`${evil}.txt`), evil);
  writeFileSync(own(`${evil}.png`), evil);
  const page = await openViewer();
  await page.drop(...[`${name}.fbx`, 'evil.fbx', `${evil}.txt`, `${evil}.png`].map(own));
  await page.key('n');
  await settle(page);
  assert.deepEqual(await names(page), ['evil.fbx', `${name}.fbx`]); // clips without a mesh come last
  await page.key('>');
  await page.until('state.ready && state.file === 1');
  assert.match(await page.evaluate('document.title'), /^a</);
  assert.ok(await page.evaluate(`facts.joints.some(one => one.name.includes('<svg'))`));
  await page.key('>');
  await page.until('state.ready && state.file === 0');
  await page.drop(own(`${evil}.png`));
  assert.ok((await page.says()).join().includes('<svg') && (await warnings(page)).join().includes('<svg'));
  assert.equal(await page.evaluate('document.querySelectorAll("img:not(#still), svg").length'), 0);
  assert.ok(!(await page.evaluate('document.title')).includes('owned'));
  assert.deepEqual(page.errors, []);
  await page.close();
});

await test('from a server it is the same, and asks for nothing but itself', async () => {
  const asked = [], server = createServer((request, response) => {
    asked.push(request.url);
    response.setHeader('Content-Type', 'text/html').end(readFileSync(own('viewer.html')));
  });
  await new Promise(done => server.listen(0, '127.0.0.1', done));
  const page = await openViewer({ url: `http://127.0.0.1:${server.address().port}/viewer.html` });
  await page.drop(own('art'), arm);
  assert.deepEqual([await names(page), asked, page.errors.length], [['PNG.fbx', 'TGA.fbx', 'one.fbx', 'walk.fbx', 'arm.sinew'], ['/viewer.html'], 1]);
  assert.match(page.errors[0], /^request: .*\/viewer\.html$/);
  await page.close();
  server.close();
});

await test('without WebGL 2 there is one sentence', async () => {
  const page = await openPage(own('viewer.html'), { arguments: ['--disable-gpu', '--disable-3d-apis'] });
  await page.until('document.getElementById("sentence").textContent !== "Opening…"');
  assert.match(await page.evaluate('document.getElementById("sentence").textContent'), /WebGL 2/);
  assert.ok(!(await page.evaluate('document.getElementById("drop").checkVisibility()')));
  await page.close();
});

await test('a model whose meshes its author hid says so, until another one is shown', async () => {
  const models = /Model: [0-9]*, "Model::[^"]*", "Mesh" \{/g, show = '\nProperties70: {\nP: "Show", "bool", "", "",0\n}';
  writeFileSync(own('hidden.fbx'), readFileSync(join(source, 'tests/data/arm.fbx'), 'latin1').replace(models, model => model + show), 'latin1');
  const page = await openViewer();
  await page.drop(own('hidden.fbx'));
  assert.equal(await page.evaluate('find("sentence").textContent'), 'All meshes are hidden by the author: only the skeleton is drawn.');
  assert.ok(await page.evaluate('find("note").checkVisibility() && state.ready'));
  await page.drop(walk, skin);
  assert.ok(!(await page.evaluate('find("note").checkVisibility()')));
  await page.close();
});

await test('views and fronts are those of the options', async () => {
  run('page', '--viewer', '--view', 'side', '--front', 'file', '--in-place', '-o', 'side.html');
  const page = await openViewer({ url: own('side.html') });
  await page.drop(walk, skin);
  await pauseAt(page, 12);
  assert.match(await page.evaluate('command()'), /--view side --front file --in-place/);
  await assertImage(page, walk, 'side');
  await page.close();
});

finish();
