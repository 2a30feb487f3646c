// page.mjs SINEW SOURCE FOLDER: pages in Chromium, through real input. Expected values come from the program: from `sinew render`, whose
// command the page itself copies, and from `sinew keys`.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openPage } from './browser.mjs';
import { test, finish } from './checks.mjs';
import { makeComparison } from './pictures.mjs';

const [sinew, source, folder] = process.argv.slice(2);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const run = (...words) => execFileSync(sinew, words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const sample = name => join(source, 'samples', name);
const makePage = (name, ...words) => {
  run('page', ...words, '-o', name);
  return join(folder, name);
};

const drawn = 'document.body.dataset.drawn > 0';
const files = { 'character.fbx': sample('character.fbx'), 'walk.fbx': sample('walk.fbx') };
const { settle, saveImage, errorOf, assertImage, assertAlone } = makeComparison(run, folder, files);

const character = sample('character.fbx');
const both = makePage('both.html', character, sample('walk.fbx'), '--clip', 'walk', '--at', '7f');
const page = await openPage(both);
await page.until(drawn);

await test('a page of walk.fbx has at most 800 KB', () => {
  const size = statSync(makePage('walk.html', sample('walk.fbx'))).size;
  assert.ok(size <= 800_000, `${size} bytes`);
});

await test('it opens at the clip and time of the options', async () => {
  assert.deepEqual(await page.evaluate('[clipOf().name, frameText(state.time), state.playing]'), ['Armature|walk', '7', false]);
});

for (const [name, keys] of [['material', ''], ['skeleton and axes', 'ax'], ['edges', 'axe'], ['from the side', 'e3'], ['clay', 'ccc'],
                            ['onion skin', 'cO'], ['parallel from the front', 'O51'], ['without ground', 'g']]) {
  await test(`the picture is that of sinew render: ${name}`, async () => {
    for (const key of keys) await page.key(key);
    await assertImage(page, character, name.replace(/ /g, '-'));
  });
}

await test('frames and keys are stepped exactly', async () => {
  await page.key('Home');
  await page.key('.');
  await page.key('.');
  assert.equal(await page.evaluate('frameText(state.time)'), String(2 + Math.round(await page.evaluate('clipOf().start * rate()'))));
  await page.key('PageUp');
  const keys = JSON.parse(run('keys', character, '--clip', 'walk', '--json'));
  assert.equal(await page.evaluate('keys.length'), keys.keys.length);
});

/** A joint by its name. */
const choose = (page, name) => page.evaluate(`chooseJoint(facts.joints.find(one => one.name === ${JSON.stringify(name)}).joint)`);

await test('keys, values and curves of a joint are those of the program', async () => {
  const walk = await openPage(makePage('joint.html', sample('walk.fbx'), '--at', '12f'));
  await walk.until(drawn);
  await choose(walk, 'hand.L');
  const own = JSON.parse(run('keys', sample('walk.fbx'), '--joints', 'hand.L', '--json'));
  assert.deepEqual((await walk.evaluate('keys')).map(time => time.toFixed(6)), own.keys.map(key => key.at_s.toFixed(6)));
  await walk.key('v');
  await settle(walk);
  const posed = JSON.parse(run('pose', sample('walk.fbx'), '--at', '12f', '--joints', 'hand.L', '--json'));
  // A clip is baked to 1e-4 of the character's size, here 0.01 cm: in the turn of a hand a few hundredths of a degree.
  const shown = (await walk.evaluate('[...document.querySelectorAll("#values td")].map(cell => cell.textContent)')).map(Number), { local, global } = posed.joints[0];
  [...local.t.map((value, i) => [shown[i], value]), ...global.slice(12, 15).map((value, i) => [shown[9 + i], value])]
    .forEach(([found, expected]) => assert.ok(Math.abs(found - expected) < 0.02, `${found} instead of ${expected}`));
  const curves = JSON.parse(run('keys', sample('walk.fbx'), '--joints', 'hand.L', '--values', '--json')).curves;
  assert.deepEqual(await walk.evaluate('found.map(curve => `${KINDS[curve.kind]} ${"xyz"[curve.component]}`)'), curves.map(curve => `${curve.property} ${curve.component}`));
  for (const [i, curve] of curves.entries())
    for (const key of curve.keys) {
      const value = await walk.evaluate(`module.page_curve_value(${i}, ${key.at_s})`);
      assert.ok(Math.abs(value - key.value) < 0.05, `${curve.component} at ${key.at_s}: ${value} instead of ${key.value}`);
    }
  const area = await walk.evaluate('(b => [b.left, b.top, b.width, b.height])(curvesCanvas.getBoundingClientRect())');
  await walk.click(area[0] + 10 + (area[2] - 20) / 4, area[1] + area[3] / 2);
  assert.ok(Math.abs(await walk.evaluate('state.time / clipOf().duration') - 0.25) < 0.01);
  await walk.close();
});

await test('the mouse scrubs', async () => {
  const box = await page.evaluate('(b => [b.left, b.top, b.width])(timeline.getBoundingClientRect())');
  const middle = box[0] + 10 + (box[2] - 20) / 2;
  await page.drag(box[0] + 10, box[1] + 30, middle, box[1] + 30);
  const share = await page.evaluate('state.time / clipOf().duration');
  assert.ok(Math.abs(share - 0.5) < 0.01, `at ${share}`);
  await settle(page);
  const mark = await page.evaluate('(b => (b.left + b.right) / 2)(document.getElementById("playhead").getBoundingClientRect())');
  assert.ok(Math.abs(mark - (box[0] + 10 + (box[2] - 20) * share)) < 1, `the mark of the time is at ${mark}`);
});

await test('a click on a joint selects it', async () => {
  await page.key('Enter');
  await page.key('a');
  await settle(page);
  const [x, y, joint] = await page.evaluate(`(() => {
    const head = facts.joints.find(one => one.name === 'head').joint, at = projectJoints(), box = canvas.getBoundingClientRect();
    return [box.left + at[2 * head], box.top + at[2 * head + 1], head];
  })()`);
  await page.click(x, y);
  assert.equal(await page.evaluate('state.joint'), joint);
  await page.key('Enter'); // the joint is in the middle of the image
  await settle(page);
  const middle = await page.evaluate(`(at => [at[${2 * joint}] / canvas.clientWidth, at[${2 * joint + 1}] / canvas.clientHeight])(projectJoints())`);
  assert.ok(middle.every(share => Math.abs(share - 0.5) < 1e-4), `at ${middle}`);
  await page.key('Escape');
  assert.equal(await page.evaluate('state.joint'), -1);
});

await test('a drag orbits, a pinch zooms', async () => {
  const distance = `(([a, b, c, x, y, z]) => Math.hypot(a - x, b - y, c - z))(cameraText().split(/[,:]/).map(Number))`;
  await page.evaluate('state.looks &= ~LOOKS.skeleton'); // of whose thin lines more differ when they are nearer
  await page.drag(600, 200, 700, 220);
  assert.match(await page.evaluate('state.view'), /^free$/);
  await assertImage(page, character, 'orbited');
  const before = await page.evaluate(distance);
  await page.touch('touchStart', [[550, 200], [650, 200]]);
  await page.touch('touchMove', [[500, 200], [700, 200]]);
  await page.touch('touchEnd', []);
  const zoom = before / await page.evaluate(distance);
  assert.ok(Math.abs(zoom - 2) < 0.05, `zoomed ${zoom} times`);
  await assertImage(page, character, 'zoomed');
});

await test('the address shows exactly what it names, and follows', async () => {
  await page.evaluate('location.hash = "#clip=wave&at=12f&joint=hand.R&view=front"');
  await page.until('clipOf().name === "Armature|wave"');
  await settle(page);
  const joint = await page.evaluate('facts.joints.find(one => one.joint === state.joint).name');
  assert.deepEqual([await page.evaluate('frameText(state.time)'), joint, await page.evaluate('state.view')], ['12', 'hand.R', 'front']);
  await page.key('.');
  await page.until('location.hash.includes("at=13f")');
});

await test('an address that comes while a file opens is followed', async () => {
  await page.evaluate(`void openFile(0), void (location.hash = '#clip=wave&at=3f')`);
  await page.until(`state.ready && clipOf().name === 'Armature|wave' && frameText(state.time) === '3'`, 20);
});

await test('what is not there is one sentence, until something else is asked for', async () => {
  for (const [address, sentence] of [['clip=fly', "There is no clip 'fly' in character.fbx."], ['joint=wing', "There is no joint 'wing' in character.fbx."],
    ['at=noon', "'noon' is no time."], ['camera=Shot', "There is no camera 'Shot' in character.fbx."], ['over=fly.fbx', "There is no file 'fly.fbx' in this page."]]) {
    await page.evaluate(`location.hash = "#${address}"`);
    await page.until('!document.getElementById("note").hidden');
    assert.equal(await page.evaluate('document.getElementById("sentence").textContent'), sentence);
    await page.key('.');
    await page.until('document.getElementById("note").hidden');
  }
});

await test('names of joints are shown without their prefix, as in the player', async () => {
  writeFileSync(join(folder, 'prefix.gltf'), JSON.stringify({ asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }],
    nodes: [{ name: 'mixamorig:Hips', children: [1] }, { name: 'mixamorig:Spine', translation: [0, 1, 0] }] }));
  const opened = await openPage(makePage('prefix.html', 'prefix.gltf'), { hash: '#joint=Spine&at=0' });
  await opened.until(`${drawn} && state.ready && state.joint !== NONE`);
  await opened.key('n');
  await settle(opened);
  const texts = selector => opened.evaluate(`[...document.querySelectorAll('${selector}')].map(one => one.textContent)`);
  assert.deepEqual((await texts('#joints button')).slice(0, 2), ['Hips', 'Spine']);
  assert.ok((await texts('#labels span')).every(name => !name.includes('mixamorig')), await texts('#labels span'));
  assert.deepEqual(await texts('#values caption'), ['Spine']);
  assert.equal(await opened.evaluate('document.querySelector("#joints button").title'), 'mixamorig:Hips');
  assert.match(await opened.evaluate('decodeURIComponent(location.hash) + command()'), /joint=mixamorig:Spine.*--joint mixamorig:Spine/);
  assert.deepEqual(opened.errors, []);
  await opened.close();
});

await test('the second file opens', async () => {
  await page.evaluate('document.querySelectorAll("#files button")[1].click()');
  await page.until('state.ready && data.files[state.file].name === "walk.fbx" && document.getElementById("note").hidden');
  await page.key('.'); // also pauses
  await assertImage(page, sample('walk.fbx'), 'second');
});

await test('of two files that are asked for at once the last is shown', async () => {
  // The first takes longer to unpack, so that it would open into the second.
  await page.evaluate(`(async () => {
    const unpackNow = unpack;
    unpack = async id => { const bytes = await unpackNow(id); if (id === 'model-0') await new Promise(done => setTimeout(done, 500)); return bytes; };
    await Promise.all([openFile(0), openFile(1)]);
    unpack = unpackNow;
  })()`);
  const [file, clips, opened] = await page.evaluate('[data.files[state.file].name, data.files[state.file].clips, JSON.parse(readText(module.page_facts())).clips]');
  assert.deepEqual([file, opened.map(clip => clip.name)], ['walk.fbx', clips]);
  await page.key('.');
  await assertImage(page, sample('walk.fbx'), 'at-once');
});

await test('a lost context comes back', async () => {
  await page.evaluate('(window.losing = gl.getExtension("WEBGL_lose_context")).loseContext()');
  await page.until('gl.isContextLost()');
  await page.evaluate('losing.restoreContext()');
  await page.until('!gl.isContextLost() && state.ready');
  await assertImage(page, sample('walk.fbx'), 'restored');
});

await test('nothing was requested and nothing was complained about', () => assert.deepEqual(page.errors, []));
await page.close();

/** A box that moves, and a camera beside it: position, yaw of 90 degrees and view angle are of this text. */
const box = { asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0, 1] }],
  nodes: [{ name: 'Box', mesh: 0 }, { name: 'Shot', camera: 0, translation: [4, 0.5, 0.3], rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] }],
  cameras: [{ type: 'perspective', perspective: { yfov: 0.7, znear: 0.1 } }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 4, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] }, { bufferView: 1, componentType: 5123, count: 12, type: 'SCALAR' }],
  bufferViews: [{ buffer: 0, byteLength: 48 }, { buffer: 0, byteOffset: 48, byteLength: 24 }],
  buffers: [{ byteLength: 72, uri: 'data:application/octet-stream;base64,' + Buffer.concat([Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]).buffer),
    Buffer.from(new Uint16Array([0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3]).buffer)]).toString('base64') }] };
writeFileSync(join(folder, 'box.gltf'), JSON.stringify(box));

for (const [name, file, options, words] of [
  ['a camera of the file', join(folder, 'box.gltf'), ['--camera', 'Shot'], /--camera Shot/],
  ['a camera at a place', character, ['--clip', 'walk', '--at', '7f', '--camera', '120,90,260:0,60,0'], /--camera 120,90,260:0,60,0/],
  ['a clip in place', sample('walk.fbx'), ['--at', '12f', '--in-place', '--view', 'side'], /--view side --in-place/]]) {
  await test(`options of render show the same: ${name}`, async () => {
    const opened = await openPage(makePage('options.html', file, ...options));
    await opened.until(drawn);
    await opened.evaluate('state.playing = false');
    assert.match(await opened.evaluate('command()'), words);
    await assertImage(opened, file, name.replace(/ /g, '-'));
    await opened.close();
  });
}

await test('a mesh that shows less than half of the joints that move has its skeleton, which a key hides', async () => {
  // The box and two nodes without a mesh go up by 1 in one second: 1 of 3 is seen.
  const bytes = Buffer.from(new Float32Array([0, 1, 0, 0, 0, 0, 1, 0]).buffer), nodes = [0, 1, 2], file = join(folder, 'moves.gltf');
  writeFileSync(file, JSON.stringify({ ...box, cameras: undefined, scenes: [{ nodes }], nodes: [box.nodes[0], ...nodes.slice(1).map(i => ({ name: `Node${i}`, translation: [2 * i, 0, 0] }))],
    animations: [{ samplers: [{ input: 2, output: 3 }], channels: nodes.map(node => ({ sampler: 0, target: { node, path: 'translation' } })) }],
    accessors: [...box.accessors, { bufferView: 2, componentType: 5126, count: 2, type: 'SCALAR', min: [0], max: [1] }, { bufferView: 3, componentType: 5126, count: 2, type: 'VEC3' }],
    bufferViews: [...box.bufferViews, { buffer: 1, byteLength: 8 }, { buffer: 1, byteOffset: 8, byteLength: 24 }],
    buffers: [...box.buffers, { byteLength: 32, uri: `data:application/octet-stream;base64,${bytes.toString('base64')}` }] }));
  const opened = await openPage(makePage('moves.html', file, '--at', '0.5'));
  await opened.until(drawn);
  await opened.evaluate('state.playing = false');
  assert.ok(!/skeleton/.test(await opened.evaluate('command()')) && await opened.evaluate('toggles.a()'));
  await assertImage(opened, file, 'with-skeleton');
  await opened.key('a');
  assert.ok(/ --no-skeleton/.test(await opened.evaluate('command()')) && !await opened.evaluate('toggles.a()'));
  await assertImage(opened, file, 'without-skeleton');
  assert.notDeepEqual(readFileSync(join(folder, 'with-skeleton.png')), readFileSync(join(folder, 'without-skeleton.png')));
  await opened.close();
});

await test('a fade begins at the clip before and ends at the next', async () => {
  const fading = await openPage(makePage('fade.html', character, '--clip', 'walk', '--at', '7f'));
  await fading.until(drawn);
  const [start, middle, after, end] = await fading.evaluate(`(() => {
    const hand = facts.joints.find(one => one.name === 'hand.L').joint, wave = facts.clips.findIndex(one => one.name.endsWith('wave'));
    const where = () => { drawImage(); const at = place('values', 144); module.page_joint_values(hand, at); return [...new Float64Array(module.memory.buffer, at + 72, 3)]; };
    const places = [where()];
    chooseClip(wave, 0.2);
    for (let i = 0; i < 2; ++i) { module.page_advance(0.1); places.push(where()); }
    module.page_end_fade();
    return [...places, where()];
  })()`);
  const apart = (a, b) => Math.hypot(...a.map((x, i) => x - b[i])), whole = apart(start, end);
  assert.ok(whole > 1, `the clips differ by ${whole}`);
  assert.ok(apart(start, middle) > 0.2 * whole && apart(middle, end) > 0.2 * whole, `halfway ${middle} of ${start} to ${end}`);
  assert.ok(apart(after, end) < 1e-3 * whole, `ends ${apart(after, end)} away`);
  await fading.close();
});

await test('a slider blends two clips', async () => {
  const blended = await openPage(makePage('blend.html', character, '--clip', 'walk', '--at', '7f', '--view', 'side'));
  await blended.until(drawn);
  const where = name => blended.evaluate(`(() => { drawImage(); const at = place('values', 144);
    module.page_joint_values(facts.joints.find(one => one.name === '${name}').joint, at); return [...new Float64Array(module.memory.buffer, at + 72, 3)]; })()`);
  const apart = (a, b) => Math.hypot(...a.map((x, i) => x - b[i])), walk = await where('hand.L');
  await blended.evaluate(`(select => { select.value = String(facts.clips.findIndex(one => one.name.endsWith('wave'))); select.onchange(); })(find('blended'))`);
  assert.equal(await blended.evaluate('state.share'), 0.5);
  const middle = await where('hand.L');
  // The slider to its end by mouse, and a step back by key, which then moves no time.
  const box = await blended.evaluate(`(share => { share.scrollIntoView(); const b = share.getBoundingClientRect(); return [b.left, b.width, b.top + b.height / 2]; })(find('share'))`);
  await blended.drag(box[0] + box[1] / 2, box[2], box[0] + box[1] - 1, box[2]);
  assert.equal(await blended.evaluate('state.share'), 1);
  const wave = await where('hand.L'), whole = apart(walk, wave);
  assert.ok(whole > 1 && apart(walk, middle) > 0.2 * whole && apart(middle, wave) > 0.2 * whole, `${walk}, ${middle}, ${wave}`);
  const [time, durations] = await blended.evaluate(`[state.time, [state.clip, state.blended].map(clip => facts.clips[clip].duration)]`);
  const posed = JSON.parse(run('pose', character, '--clip', 'wave', '--at', String(time / durations[0] * durations[1]), '--joints', 'hand.L', '--json'));
  assert.ok(apart(wave, posed.joints[0].global.slice(12, 15)) < 0.02, `${wave}, not ${posed.joints[0].global.slice(12, 15)}`);
  await blended.key('ArrowLeft');
  assert.deepEqual(await blended.evaluate('[state.share, state.time]'), [0.99, time]);
  await blended.until('/walk 1 %, .*wave 99 %/.test(find("status").textContent)');
  // The rate of a blend is the mean of its clips' rates, and an address names it.
  await blended.evaluate(`location.hash = '#clip=walk&at=0&blend=wave&share=0.5'`);
  await blended.until('state.share === 0.5 && state.time === 0');
  const seconds = 1 / (0.5 / durations[0] + 0.5 / durations[1]);
  assert.ok(Math.abs(await blended.evaluate(`(advance(${0.25 * seconds}), state.time / clipOf().duration)`) - 0.25) < 1e-9);
  await blended.until('/blend=[^&]*wave&share=0.5/.test(location.hash)');
  await blended.screenshot(join(folder, 'blend.png'));
  await blended.key('B');
  assert.ok(apart(await blended.evaluate(`(seek(${time}), 0)`).then(() => where('hand.L')), walk) < 1e-6);
  assert.equal(await blended.evaluate('find("share").hidden'), true);
  assert.deepEqual(blended.errors, []);
  await blended.close();
});

await test('root motion goes off and on', async () => {
  const moving = await openPage(makePage('moving.html', sample('walk.fbx'), '--at', '12f', '--view', 'side'));
  await moving.until(drawn);
  for (const words of [/ --in-place/, /^(?!.*--in-place)/]) {
    await moving.key('I');
    await settle(moving);
    assert.match(await moving.evaluate('command()'), words);
    assert.equal(await moving.evaluate('frameText(state.time)'), '12');
    await assertImage(moving, sample('walk.fbx'), 'moving');
  }
  await moving.evaluate(`location.hash = '#at=12f&view=side&in-place=true'`);
  await moving.until('state.inPlace');
  await moving.until('location.hash.includes("in-place=true")');
  assert.deepEqual(moving.errors, []);
  await moving.close();
});

await test('images are at most as large as --texture-size', async () => {
  const file = makePage('small.html', sample('walk.fbx'), '--texture-size', '200');
  assert.ok(statSync(file).size < 600_000, `${statSync(file).size} bytes`);
  const small = await openPage(file);
  await small.until(drawn);
  assert.deepEqual(await small.evaluate(`decodeInBrowser(bytesOf('image-0-0')).then(image => [image.width, image.height])`), [128, 128]);
  assert.deepEqual(small.errors, []);
  await small.close();
});

await test('images that browsers do not decode become PNG', async () => {
  // Eight by eight pixels, blue 30, green 60, red 200, not compressed.
  writeFileSync(join(folder, 'hair.tga'), Buffer.from([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 8, 0, 32, 40, ...Array(64).fill([30, 60, 200, 255]).flat()]));
  writeFileSync(join(folder, 'tga.fbx'), readFileSync(join(source, 'tests', 'data', 'surfaces', 'hair.fbx'), 'latin1').replaceAll('hair.png', 'hair.tga'), 'latin1');
  const page = await openPage(makePage('tga.html', 'tga.fbx'));
  await page.until(drawn);
  assert.deepEqual(await page.evaluate(`decodeInBrowser(bytesOf(Object.values(data.files[0].textures)[0])).then(image => [image.width, ...new Uint8Array(module.memory.buffer, image.pixels, 4)])`), [8, 200, 60, 30, 255]);
  assert.deepEqual(page.errors, []);
  await page.close();
});

// Every scene of tests/visual that a page can show: not crowds.
await test('scenes of tests/visual are those of sinew render', async () => {
  const scenes = [...readFileSync(join(source, 'tests', 'render.cmake'), 'utf8').matchAll(/^ *sinew_visual_test\((\w+) DATA (\S+)(?: ARGS (.*))?\)$/gm)];
  const shown = scenes.filter(([, , , words = '']) => !/--crowd/.test(words));
  const paths = [...new Set(shown.map(([, , path]) => join(source, path)))], name = path => path.split('/').pop();
  const keysOf = { '--wireframe': 'me', '--edges': 'e', '--skeleton': 'a', '--axes': 'x', '--trail': 'T', '--onion': 'O', '--ortho': '5' };
  const all = await openPage(makePage('scenes.html', ...paths));
  await all.until(drawn);
  await all.key('.');
  for (const [, scene, path, words = ''] of shown) {
    const value = option => words.match(new RegExp(`${option} (\\S+)`))?.[1];
    await all.evaluate(`Object.assign(state, { looks: 0, colors: 0, names: false, choseTracking: false })`);
    const at = value('--at') === 'start' ? '0' : value('--at') ?? '0', joint = value('--joint') ?? value('--trail') ?? '';
    const address = new URLSearchParams({ file: name(path), view: value('--view') ?? 'default', at, joint });
    if (value('--clip')) address.set('clip', value('--clip'));
    await all.evaluate(`location.hash = ${JSON.stringify('#' + address)}`);
    await all.until(`state.ready && data.files[state.file].name === ${JSON.stringify(name(path))} && location.hash.includes('file=') === ${paths.indexOf(join(source, path)) > 0}`);
    const looks = words.split(' ').map(word => keysOf[word] ?? '').join('');
    for (const key of looks) await all.key(key);
    if (value('--colors')) await all.evaluate(`state.colors = facts.colors.indexOf(${JSON.stringify(value('--colors'))}), state.dirty = true`);
    await (words.includes('--transparent') ? assertAlone : assertImage)(all, join(source, path), `scene-${scene}`);
  }
  assert.deepEqual(all.errors, []);
  await all.close();
});

/** Over each other as their command draws them; beside each other as each from the camera of both, because names are text in the program's image. */
async function assertPair(page, pairing, name, other) {
  if (pairing === 'over') return assertImage(page, character, name);
  await settle(page);
  const [width, height, time, clips, joint] = await page.evaluate('[canvas.width / 2, canvas.height, state.time, [state.clip, state.otherClip], comparedJoints()[0]]');
  const camera = await page.evaluate('state.view = "free", cameraText()');
  for (const i of [0, 1]) {
    await saveImage(page, `${name}-${i}`, i * width, width);
    const words = ['render', files[['character.fbx', other][i]], '--clip', `#${clips[i] + 1}`, '--at', String(time), '--camera', camera, '--size', `${width}x${height}`];
    const error = errorOf([...words, ...(joint < 0 ? [] : ['--joint', 'hand.L'])], `${name}-${i}`);
    assert.ok(error <= 0.003, `${name}-${i}: error ${error}`);
  }
}

for (const pairing of ['over', 'beside']) {
  await test(`two clips ${pairing} each other are those of sinew render`, async () => {
    const compared = await openPage(makePage(`${pairing}.html`, character, '--clip', 'walk', '--at', '7f', `--${pairing}`, sample('walk.fbx')));
    await compared.until(`${drawn} && state.ready && state.pairing === ${pairing === 'beside' ? 'BESIDE' : 'OVER'}`);
    await assertPair(compared, pairing, pairing, 'walk.fbx');
    // Orbited, with a joint that both have.
    await compared.drag(350, 200, 420, 240);
    await compared.evaluate('chooseJoint(facts.joints.find(one => one.name === "hand.L").joint)');
    await assertPair(compared, pairing, `${pairing}-orbited`, 'walk.fbx');
    // After a lost context, with both models again.
    await compared.evaluate('(window.losing = gl.getExtension("WEBGL_lose_context")).loseContext()');
    await compared.until('gl.isContextLost()');
    await compared.evaluate('losing.restoreContext()');
    await compared.until('!gl.isContextLost() && state.ready');
    await assertPair(compared, pairing, `${pairing}-restored`, 'walk.fbx');
    // Another clip of the first file, by hand.
    await compared.evaluate(`location.hash = "#clip=walk&at=7f&${pairing}=character.fbx&other-clip=wave"`);
    await compared.until('otherClipName() === "Armature|wave"');
    await assertPair(compared, pairing, `${pairing}-wave`, 'character.fbx');
    // An address without a word about it shows the comparison of the options; one of a single model names that.
    const compares = page => page.evaluate('[PAIRINGS[state.pairing], state.pairing === ALONE ? "" : data.files[state.otherFile].name, frameText(state.time)]');
    const moment = await openPage(join(folder, `${pairing}.html`), { hash: '#at=12f' });
    for (const page of [compared, moment]) {
      await page.evaluate('location.hash = "#at=12f"');
      await page.until(`${drawn} && state.ready && frameText(state.time) === "12" && PAIRINGS[state.pairing] === "${pairing}"`);
      assert.deepEqual(await compares(page), [pairing, 'walk.fbx', '12']);
    }
    await compared.evaluate('compareWith(ALONE, NONE, NONE)');
    await compared.until('state.pairing === ALONE && location.hash.includes("alone=")');
    await moment.evaluate(`location.hash = ${JSON.stringify(await compared.evaluate('location.hash'))}`);
    await moment.until('state.pairing === ALONE');
    assert.deepEqual(moment.errors, []);
    await moment.close();
    assert.deepEqual(compared.errors, []);
    await compared.close();
  });
}

// Every way out of HTML that a name could try.
await test('no name of a file is markup', async () => {
  const name = `a</script><img src=x onerror="document.title='owned'">&quot;'`.replace(/\//g, '\u2215');
  const evil = `</script><svg/onload=document.title='owned'>`;
  const bvh = `HIERARCHY\nROOT ${evil}\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 10 0\n}\n}\n` +
              'MOTION\nFrames: 2\nFrame Time: 0.1\n0 0 0\n0 90 0\n';
  writeFileSync(join(folder, `${name}.bvh`), bvh);
  const hostile = await openPage(makePage('hostile.html', `${name}.bvh`));
  await hostile.until(drawn);
  await hostile.key('n');
  await settle(hostile);
  assert.match(await hostile.evaluate('document.title'), /^a</);
  assert.ok(await hostile.evaluate(`facts.joints.some(one => one.name.includes('<svg'))`));
  assert.equal(await hostile.evaluate('document.querySelectorAll("img:not(#still), svg").length'), 0);
  assert.deepEqual(hostile.errors, []);
  await hostile.close();
});

await test('a damaged page is one sentence', async () => {
  const whole = readFileSync(join(folder, 'walk.html'), 'latin1'), within = (id, offset) => whole.indexOf(`id="${id}">`) + offset;
  const model = 'walk.fbx is damaged in this page.', player = 'The player is damaged in this page.';
  const page = 'This page is damaged, or the browser is older than 2023.';
  const replaced = (at, text) => whole.slice(0, at) + text + whole.slice(at + text.length);
  // A block of half a megabyte that is 300 MB when it is unpacked.
  const begin = within('model-0', 13 + 1), end = whole.indexOf('<', begin), many = gzipSync(Buffer.alloc(300e6)).toString('base64');
  for (const [what, text, sentence] of [
    ['model', replaced(within('model-0', 4000), 'AAAAAAAA'), model], ['model-cut', whole.slice(0, within('model-0', 4000)), model],
    ['model-no-base64', replaced(within('model-0', 4000), '****'), model], ['model-huge', whole.slice(0, begin - 1) + many + whole.slice(end), model],
    ['keys', replaced(within('keys-0', 30), 'AAAAAAAA'), model], ['keys-cut', whole.slice(0, within('keys-0', 30)), model],
    ['module', replaced(within('module', 4000), 'AAAAAAAA'), player], ['module-cut', whole.slice(0, within('module', 4000)), page],
    ['data', replaced(within('data', 20), '{{'), page], ['script', replaced(within('script', 4000), 'AAAAAAAA'), page],
    ['script-cut', whole.slice(0, within('script', 4000)), page]]) {
    writeFileSync(join(folder, `${what}.html`), text, 'latin1');
    const damaged = await openPage(join(folder, `${what}.html`));
    await damaged.until(`document.getElementById('sentence').textContent === ${JSON.stringify(sentence)}`, 20).catch(async () =>
      assert.fail(`${what}: ${await damaged.evaluate('document.getElementById("sentence").textContent')}`));
    assert.deepEqual(damaged.errors, [], what);
    await damaged.close();
  }
});

await test('what is not an image is grey and named', async () => {
  const hair = readFileSync(join(source, 'tests/data/surfaces/hair.fbx'));
  writeFileSync(join(folder, 'torn.fbx'), hair);
  writeFileSync(join(folder, 'hair.png'), 'no image');
  const named = '#warnings li', page = await openPage(makePage('torn.html', 'torn.fbx'));
  const warnings = page => page.evaluate(`[...document.querySelectorAll('${named}')].map(item => item.textContent)`);
  await page.until(drawn);
  assert.ok((await warnings(page)).some(text => /hair\.png: not a picture that sinew reads/.test(text)), await warnings(page));
  await assertImage(page, join(folder, 'torn.fbx'), 'torn'); // the program cannot decode it either
  assert.deepEqual(page.errors, []);
  await page.close();
  // Nor one whose block is damaged.
  const whole = readFileSync(join(folder, 'walk.html'), 'latin1'), at = whole.search(/id="image-0-\d+">/) + 200;
  writeFileSync(join(folder, 'image.html'), whole.slice(0, at) + '****' + whole.slice(at + 4), 'latin1');
  const damaged = await openPage(join(folder, 'image.html'));
  await damaged.until(drawn);
  assert.ok((await warnings(damaged)).some(text => /character\.png: the picture is empty/.test(text)), await warnings(damaged));
  assert.deepEqual(damaged.errors, []);
  await damaged.close();
});

await test('what is too large for a page is one line and an exit code', () => {
  const refused = (...words) => {
    const { status, stdout, stderr } = spawnSync(sinew, ['page', ...words, '-o', 'large.html', '--no-cache'], { cwd: folder, encoding: 'utf8' });
    assert.equal(stdout, '');
    assert.deepEqual(readdirSync(folder).filter(name => name.includes('large.html')), [], 'nothing is left of the page');
    return [status, stderr.split('\n').filter(line => !/warning/.test(line))];
  };
  for (const [name, size] of [['large.fbx', 500e6], ['hair.png', 300e6]]) { // of zeros that take no space
    writeFileSync(join(folder, name), '');
    truncateSync(join(folder, name), size);
  }
  assert.deepEqual(refused('large.fbx'), [3, ['sinew: large.fbx: not a model file (starts with "")', '']]);
  assert.deepEqual(refused('torn.fbx'), [70, ['sinew: torn.fbx: a page with it has more than 256 MB, which browsers do not open',
    '  hint: --texture-size makes images smaller', '']]);
  for (const name of ['large.fbx', 'hair.png']) rmSync(join(folder, name));
});

/** A body in BVH whose left is at -Z, so that it faces +X, while the front of a BVH is +Z. */
const legs = ['Left -10', 'Right 10'].map(leg => leg.split(' ')).map(([side, z]) => `
  JOINT ${side}UpLeg { OFFSET 0 0 ${z} CHANNELS 3 Zrotation Xrotation Yrotation
    JOINT ${side}Leg { OFFSET 0 -50 0 CHANNELS 3 Zrotation Xrotation Yrotation
      JOINT ${side}Foot { OFFSET 0 -45 0 CHANNELS 3 Zrotation Xrotation Yrotation End Site { OFFSET 25 -5 0 } } } }`).join('');
const channels = 6 + 6 * 3;
writeFileSync(join(folder, 'aside.bvh'), `HIERARCHY
ROOT Hips { OFFSET 0 100 0 CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation${legs} }
MOTION
Frames: 2
Frame Time: 0.0333333
${`0 100${' 0'.repeat(channels - 2)}\n`.repeat(2)}`);

for (const [front, towards] of [['body', 90], ['file', 0]]) {
  await test(`views are from the front of the ${front}`, async () => {
    const aside = await openPage(makePage(`${front}.html`, 'aside.bvh', '--front', front));
    await aside.until(drawn);
    assert.equal(await aside.evaluate('data.files[0].front'), towards);
    for (const key of ['.', '1', 'g']) await aside.key(key);
    await assertImage(aside, join(folder, 'aside.bvh'), `aside-${front}`);
    await aside.close();
  });
}

await test('without WebGL 2 there are a picture and one sentence', async () => {
  const plain = await openPage(both, { arguments: ['--disable-gpu', '--disable-3d-apis'] });
  await plain.until('document.getElementById("sentence").textContent !== "Opening…"');
  assert.match(await plain.evaluate('document.getElementById("sentence").textContent'), /WebGL 2/);
  assert.deepEqual(await plain.evaluate('(s => [s.hidden, s.naturalWidth, s.naturalHeight])(document.getElementById("still"))'), [false, 480, 360]);
  await plain.close();
});

finish();
