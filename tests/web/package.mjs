// package.mjs SINEW SOURCE PACKAGE FOLDER: the npm package in node. Poses are compared with `sinew pose`, another build of the
// same formulas; a mixer with poses while only one clip plays.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { test, finish } from '../page/checks.mjs';

const [sinew, source, packed, folder] = process.argv.slice(2);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const run = (...words) => {
  const { status, stdout, stderr } = spawnSync(sinew, words, { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout;
};
const near = (a, b, tolerance, what) => assert.ok(Math.abs(a - b) <= tolerance, `${what}: ${a}, expected ${b}`);

const file = join(source, 'samples/character.fbx'), baked = join(folder, 'character.sinew');
run('bake', file, '-o', baked);
const { load, SinewError } = await import(pathToFileURL(join(packed, 'sinew.js')).href);
const bytes = readFileSync(baked), model = await load(bytes);
const told = JSON.parse(run('pose', baked, '--clip', 'walk', '--at', '0.4', '--engine', 'fast', '--json'));

await test('a model has its joints, clips and keyframes', () => {
  for (const { name, parent } of told.joints)
    if (parent !== null) assert.ok(model.joints.some(joint => joint.name === name), name);
  assert.deepEqual(model.clips.map(clip => clip.name), ['Armature|idle', 'Armature|walk', 'Armature|wave']);
  assert.equal(model.frameRate, 30);
  const walk = model.keyTimes('walk');
  assert.equal(walk.length, 31); // frames 0 to 30
  near(walk[12], 0.4, 1e-9, 'key 12');
});

await test('a pose is that of the program', () => {
  const globals = model.createPose().evaluate('walk', 0.4).globals;
  for (const { name, global } of told.joints) { // by columns
    const joint = model.joints.findIndex(one => one.name === name);
    for (let i = 0; i < 12; ++i) near(globals[joint * 12 + i], global[i % 4 * 4 + (i >> 2)], 1e-4, `${name} ${i}`);
  }
});

await test('a mixer plays, and fades from one clip to the other', () => {
  const mixer = model.createMixer(), mixed = model.createPose(), idle = model.createPose(), walk = model.createPose();
  mixer.play('idle').advance(0.5);
  const palette = pose => Float32Array.from(pose.palette);
  assert.deepEqual(palette(mixer.evaluate(mixed)), palette(idle.evaluate('idle', 0.5)));
  mixer.play('walk', { fade: 0.2 }).advance(0.1);
  const [from, to, now] = [idle.evaluate('idle', 0.6), walk.evaluate('walk', 0.1), mixer.evaluate(mixed)].map(palette);
  const distance = (a, b) => Math.hypot(...a.map((value, i) => value - b[i]));
  assert.ok(distance(now, from) < distance(to, from) && distance(now, to) < distance(to, from));
  mixer.advance(0.2);
  assert.deepEqual(palette(mixer.evaluate(mixed)), palette(walk.evaluate('walk', 0.3)));
  assert.throws(() => mixed.globals, /a mixer gives palettes/);
  // With globals, which equal the playing clip's.
  const expected = walk.evaluate('walk', 0.3).globals;
  mixer.evaluate(mixed, true).globals.forEach((value, i) => near(value, expected[i], 1e-2, `global ${i}`));
});

/** The corners of a model's first mesh, morphed and skinned by its arrays. */
function boxOf(of, pose) {
  const { positions, entries, weights } = of.meshArrays(0), { palette, morphWeights } = pose, { root } = of;
  const { firstSkinJoint, vertexCount, firstMorph, morphCount } = of.meshes[0], low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (let morph = firstMorph; morph < firstMorph + morphCount; ++morph) {
    const [shape, ...more] = of.morphShapes(morph);
    assert.deepEqual([shape.fullWeight, more.length], [1, 0]);
    shape.vertices.forEach((vertex, i) => { for (let k = 0; k < 3; ++k) positions[vertex * 3 + k] += morphWeights[morph] * shape.positions[i * 3 + k]; });
  }
  for (let v = 0; v < vertexCount; ++v) {
    const own = [0, 0, 0];
    for (let k = 0; k < 4; ++k) {
      const at = (firstSkinJoint + entries[v * 4 + k]) * 12, weight = weights[v * 4 + k] / 65535;
      for (let r = 0; r < 3; ++r)
        own[r] += weight * (palette[at + r * 4] * positions[v * 3] + palette[at + r * 4 + 1] * positions[v * 3 + 1] +
          palette[at + r * 4 + 2] * positions[v * 3 + 2] + palette[at + r * 4 + 3]);
    }
    for (let r = 0; r < 3; ++r) {
      const value = root[r * 4] * own[0] + root[r * 4 + 1] * own[1] + root[r * 4 + 2] * own[2] + root[r * 4 + 3];
      low[r] = Math.min(low[r], value);
      high[r] = Math.max(high[r], value);
    }
  }
  return [...low, ...high];
}

/** The corners of the program's export. */
function exportedBox(name, clip, time) {
  run('export', name, '--clip', clip, '--at', String(time), '--engine', 'fast', '-o', 'posed.obj');
  const points = readFileSync(join(folder, 'posed.obj'), 'utf8').split('\n').filter(line => line.startsWith('v ')).map(line => line.split(' ').slice(1, 4).map(Number));
  return [Math.min, Math.max].flatMap(most => [0, 1, 2].map(r => points.reduce((value, point) => most(value, point[r]), points[0][r])));
}

await test('skinned and morphed by its arrays, a mesh is where the program has it', async () => {
  const expected = exportedBox(baked, 'walk', 0.4);
  boxOf(model, model.createPose().evaluate('walk', 0.4)).forEach((value, i) => near(value, expected[i], 0.02, `corner ${i}`));
  run('bake', join(source, 'samples/face.fbx'), '-o', 'face.sinew');
  const face = await load(readFileSync(join(folder, 'face.sinew')));
  assert.equal(face.morphs.length, 10); // sinew info
  const size = Math.max(...boxOf(face, face.createPose().evaluate('none', 0)).map(Math.abs));
  for (const time of [0.5, 1.5, 3]) {
    const pose = face.createPose().evaluate('expressions', time), corners = exportedBox('face.sinew', 'expressions', time);
    boxOf(face, pose).forEach((value, i) => near(value, corners[i], 2e-4 * size, `corner ${i} at ${time}`));
  }
  face.dispose();
});

await test('materials, colours and images are those of the file', async () => {
  const { importModel } = await import(pathToFileURL(join(packed, 'import.js')).href), file = readFileSync(join(source, 'tests/gltf/files/materials_glb.glb'));
  const found = await importModel(file), document = JSON.parse(file.subarray(20, 20 + file.readUInt32LE(12)).toString());
  const [base, , , plain, coat] = document.materials.map(({ name = '' }) => found.materials.find(one => one.name === name));
  const pathOf = image => found.images[image]?.path;
  const { roughness, metalness, occlusion, normal, emissive } = base.maps, path = document.images[1].uri;
  assert.deepEqual([...[roughness, metalness, occlusion, normal].map(pathOf), emissive], [path, path, path, document.images[2].uri, base.image]);
  assert.deepEqual([base.alphaMode, base.isTwoSided, base.wrap, base.emissive], ['blend', true, ['clamp', 'mirror'], [1, 0.5, 0]]);
  // Offset (0.25, 0.5), scale (2, 0.5) and rotation 0.3 with v downwards, on the second texture coordinates; upwards only the offset differs.
  const { color, ...others } = base.mappings, repeated = { wrap: ['repeat', 'repeat'], offset: [0, 0], scale: [1, 1], rotation: 0 };
  assert.deepEqual([color.set, color.wrap, color.scale], [1, ['clamp', 'mirror'], [2, 0.5]]);
  [[color.rotation, 0.3], [color.offset[0], 0.5 * Math.sin(0.3) + 0.25], [color.offset[1], 0.5 - 0.5 * Math.cos(0.3)]].forEach(
    ([value, expected], i) => near(value, expected, 1e-6, `mapping ${i}`));
  const second = { set: 1, ...repeated };
  assert.deepEqual(others, { normal: { set: 0, ...repeated }, roughness: second, metalness: second, specular: null, emissive: null, occlusion: second });
  const sets = found.meshes.flatMap(({ hasTexcoords2 }, i) => hasTexcoords2 ? [found.meshArrays(i)] : []);
  const binary = 28 + file.readUInt32LE(12), numbers = Array.from({ length: 10 }, (_, i) => file.readFloatLE(binary + document.bufferViews[3].byteOffset + 4 * i));
  assert.equal(sets.length, 1);
  assert.deepEqual([...sets[0].texcoords2].sort(), numbers.map((value, i) => i % 2 ? Math.fround(1 - value) : value).sort());
  assert.deepEqual([base.roughness, base.metalness, base.normalScale, base.occlusionStrength, base.baseColor], [0.5, 1, 0.5, 0.25, [1, 1, 1, 1]]);
  const mask = found.materials.find(one => one.name === 'sg');
  assert.deepEqual([mask.alphaMode, mask.alphaCutoff, mask.isTwoSided, mask.wrap], ['test', 0.75, false, ['repeat', 'repeat']]);
  assert.deepEqual([plain.alphaMode, plain.image, plain.baseColor, plain.metalness], ['opaque', -1, [1, 0.5, 0.25, 0.5], 0]);
  const embedded = Buffer.from(document.images[0].uri.split(',')[1], 'base64');
  assert.deepEqual(Buffer.from(found.imageBytes(base.image)), embedded);
  assert.equal(found.imageBytes(mask.image).length, document.bufferViews[6].byteLength);
  assert.deepEqual(Buffer.from(found.imageBytes(coat.maps.normal)), embedded);
  assert.equal(found.imageBytes(roughness), null);
  assert.deepEqual([...new Set(found.meshes.map(mesh => mesh.hasColors))].sort(), [false, true]);
  found.meshes.forEach(({ hasColors, vertexCount, submeshes }, i) => {
    const { colors, indices } = found.meshArrays(i);
    assert.equal(colors?.length, hasColors ? vertexCount * 4 : undefined);
    assert.equal(submeshes.reduce((sum, { indexCount }) => sum + indexCount, 0), indices.length);
  });
  assert.throws(() => found.imageBytes(99), RangeError);
  assert.throws(() => found.morphShapes(0), RangeError);
  found.dispose();
});

await test('errors have the codes of the library, arrays are copies', async () => {
  const pose = model.createPose().evaluate('walk', 0.4), { palette, paletteView } = pose;
  assert.deepEqual(palette, paletteView);
  pose.evaluate('wave', 0.2);
  assert.notDeepEqual(palette, paletteView);
  assert.deepEqual([...pose.visible], model.joints.map(() => 1));
  assert.throws(() => model.findClip('fly'), error => error instanceof SinewError && error.code === 'no-clip' && error.name === 'SinewError');
  const damaged = Uint8Array.from(bytes);
  damaged[damaged.length >> 1] ^= 1;
  await assert.rejects(load(damaged), error => error instanceof SinewError && error.code === 'damaged');
});

await test('bad input gives an error with a line', async () => {
  const damaged = Uint8Array.from(bytes);
  damaged[damaged.length >> 1] ^= 1;
  await assert.rejects(load(damaged), /damaged/);
  await assert.rejects(load(new Uint8Array(0)), /./);
  await assert.rejects(load(bytes.subarray(0, 1000)), /./);
  assert.throws(() => model.findClip('fly'), /fly/);
  assert.throws(() => model.findClip(3), RangeError);
  assert.throws(() => model.keyTimes('walk', 1000), RangeError);
  assert.throws(() => model.meshArrays(7), RangeError);
  const pose = model.createPose(), mixer = model.createMixer();
  for (const time of [NaN, Infinity]) assert.throws(() => pose.evaluate('walk', time), RangeError);
  assert.throws(() => mixer.advance(NaN), RangeError);
  assert.throws(() => mixer.play('walk', { fade: -1 }), /./);
  assert.throws(() => mixer.play('walk', { loop: 'often' }), /often/);
});

await test('what is disposed of is gone, with all that it made', async () => {
  const other = await load(bytes), pose = other.createPose(), mixer = other.createMixer();
  assert.throws(() => mixer.evaluate(model.createPose()), /another model/);
  pose.dispose();
  pose.dispose();
  assert.throws(() => pose.evaluate('walk', 0), /disposed/);
  other.dispose();
  assert.throws(() => mixer.advance(0), /disposed/);
  assert.throws(() => other.createPose(), /disposed/);
});

await test('an FBX is imported as the program bakes it', async () => {
  const { importModel, bakeModel } = await import(pathToFileURL(join(packed, 'import.js')).href);
  const imported = await importModel(readFileSync(file), { name: 'character.fbx' });
  for (const what of ['joints', 'clips', 'meshes', 'warnings', 'frameRate']) assert.deepEqual(imported[what], model[what], what);
  for (const joint of [-1, 3]) assert.deepEqual(imported.keyTimes('walk', joint), model.keyTimes('walk', joint));
  const [now, expected] = [imported, model].map(one => one.createPose().evaluate('walk', 0.4).globals);
  now.forEach((value, i) => near(value, expected[i], 1e-3, `global ${i}`));
  const [arrays, others] = [imported, model].map(one => one.meshArrays(0));
  for (const name of Object.keys(others)) assert.equal(arrays[name]?.length, others[name]?.length, name);
  imported.dispose();
  const baked = await bakeModel(readFileSync(file)), again = await load(baked);
  assert.equal(again.clips.length, 3);
  const bytes = readFileSync(file);
  const fails = (from, code, line, options) => assert.rejects(bakeModel(from, options), error => error.code === code && line.test(error.message));
  await fails(bytes.subarray(0, 5000), 'truncated', /^it.fbx: the file ends early, at byte /, { name: 'it.fbx' });
  await fails(bytes, 'memory-limit', /more than 1 MB of memory/, { memoryLimit: 1e6 });
  await fails(new ArrayBuffer(0), 'empty', /^model: /);
});

await test('a glTF is imported with the files beside it', async () => {
  const { importModel, bakeModel } = await import(pathToFileURL(join(packed, 'import.js')).href);
  const found = await importModel(readFileSync(join(source, 'samples/character.glb')));
  assert.equal(found.joints.length, 56); // sinew info
  assert.equal(found.clips.length, 3);
  found.dispose();
  const document = JSON.parse(readFileSync(join(source, 'tests/gltf/files/skins.gltf'), 'utf8'));
  const buffer = Buffer.from(document.buffers[0].uri.split(',')[1], 'base64'), asked = [];
  document.buffers[0].uri = 'folder/skins.bin';
  const bytes = new TextEncoder().encode(JSON.stringify(document)), name = 'skins.gltf';
  const model = await importModel(bytes, { name, findFile: one => { asked.push(one); return one === 'skins.bin' ? buffer : null; } });
  assert.ok(asked.includes('skins.bin') && model.clips.some(clip => clip.name === 'x'));
  model.dispose();
  await assert.rejects(bakeModel(bytes, { name }), { code: 'damaged', message: /^skins.gltf: damaged: .*'folder.skins.bin' was not found/ });
  await assert.rejects(bakeModel(bytes, { name, findFile: () => { throw new RangeError('mine'); } }), RangeError);
});

await test('what is no file and no option is refused before it is read', async () => {
  const { bakeModel } = await import(pathToFileURL(join(packed, 'import.js')).href), walk = readFileSync(join(source, 'samples/walk.fbx'));
  for (const one of [5, 1e10, 'text', null, [1, 2], {}]) {
    await assert.rejects(load(one), TypeError);
    await assert.rejects(bakeModel(one), TypeError);
  }
  const { buffer, byteOffset, byteLength } = Uint8Array.from(bytes); // any view is its bytes
  assert.equal((await load(new DataView(buffer, byteOffset, byteLength))).joints.length, model.joints.length);
  for (const options of [{ name: 5 }, { memoryLimit: NaN }, { memoryLimit: -1 }, { memoryLimit: '1e9' }, { findFile: {} }]) await assert.rejects(bakeModel(walk, options), /name|limit|findFile/);
  await assert.rejects(bakeModel(walk, { name: 'walk.fbx', findFile: async () => null }), /neither an ArrayBuffer/);
});

await test('a worker that is terminated takes nothing with it', async () => {
  const script = `
    const { parentPort, workerData } = require('node:worker_threads');
    (async () => {
      const { bakeModel } = await import(workerData.script);
      for (;;) { parentPort.postMessage('importing'); await bakeModel(workerData.bytes, { name: 'character.fbx' }); }
    })();`;
  const before = process.memoryUsage().rss, bytes = readFileSync(file);
  for (let i = 0; i < 5; ++i) {
    const worker = new Worker(script, { eval: true, workerData: { script: pathToFileURL(join(packed, 'import.js')).href, bytes } });
    await new Promise((done, fail) => worker.on('message', done).on('error', fail));
    assert.equal(await worker.terminate(), 1);
  }
  assert.ok(process.memoryUsage().rss - before < 300e6, `${before} → ${process.memoryUsage().rss} bytes`);
  assert.equal((await load(readFileSync(baked))).createPose().evaluate('walk', 0.4).globals.length, 12 * model.joints.length);
});

await test('the modules are small', () => {
  /** A file, a script without the lines that are comments: bundlers leave them out. */
  const contentOf = name => name.endsWith('.js') ? Buffer.from(readFileSync(join(packed, name), 'utf8').replace(/^ *(\/\/|\/?\*).*\n/gm, '')) : readFileSync(join(packed, name));
  const sizeOf = (...names) => gzipSync(Buffer.concat(names.map(contentOf)), { level: 9 }).length;
  const scripts = ['sinew.js', 'mixer.js', 'memory.js', 'module.js']; // in one, as bundlers make of them
  const playing = sizeOf('sinew.wasm') + sizeOf(...scripts);
  const importing = sizeOf('sinew.wasm') + sizeOf('sinew-import.wasm') + sizeOf(...scripts, 'import.js');
  console.log(`        ${playing} bytes, with the importer ${importing}`);
  assert.ok(playing <= 96e3 && importing <= 300e3);
});

await test('npm packs what is needed', () => {
  const { status, stdout, error } = spawnSync('npm', ['pack', '--dry-run', '--json', '--offline'], { cwd: packed, encoding: 'utf8' });
  if (error) return console.log('skipped: no npm');
  assert.equal(status, 0);
  const files = JSON.parse(stdout)[0].files.map(one => one.path).sort();
  assert.deepEqual(files, ['LICENSE', 'README.md', 'import.d.ts', 'import.js', 'memory.js', 'mixer.js', 'module.js', 'package.json', 'sinew-import.wasm',
    'sinew.d.ts', 'sinew.js', 'sinew.wasm', 'three.d.ts', 'three.js']);
});

await test('the package is imported by its names, which its README uses', () => {
  const { name, private: isPrivate, exports, peerDependenciesMeta } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8'));
  assert.match(name, /^@[\w-]+\/[\w-]+$/);
  assert.deepEqual([isPrivate, peerDependenciesMeta.three.optional], [true, true]);
  const modules = join(folder, 'node_modules', name);
  mkdirSync(join(modules, '..'), { recursive: true });
  symlinkSync(packed, modules);
  const scripts = Object.entries(exports).filter(([, file]) => file.default).map(([path]) => name + path.slice(1));
  assert.deepEqual(scripts, [name, `${name}/import`, `${name}/three`]);
  for (const file of Object.values(exports).flatMap(one => one.default ? Object.values(one) : [one])) assert.ok(existsSync(join(packed, file)), file);
  writeFileSync(join(folder, 'names.mjs'), `${scripts.map(one => `await import('${one}');`).join('\n')}
    const { load, SinewError } = await import('${name}'), again = await import('${name}/import');
    if (again.SinewError !== SinewError) throw new Error('two classes of errors');
    const { readFileSync } = await import('node:fs'), { createRequire } = await import('node:module');
    if (createRequire(import.meta.url)('${name}/package.json').name !== '${name}') throw new Error('no package.json');
    if ((await load(readFileSync('character.sinew'))).clips.length !== 3) throw new Error('no clips');`);
  const { status, stderr } = spawnSync(process.execPath, ['names.mjs'], { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const used = [...readFileSync(join(packed, 'README.md'), 'utf8').matchAll(/from '([^']+)'/g)].map(([, from]) => from).filter(from => from !== 'three');
  assert.ok(used.length >= 3 && used.every(from => scripts.includes(from)), `the README imports ${used}`);
});

// The blocks of the README run unchanged. The first one runs before each of the others. Names that they do not define are defined here.
await test('the examples of the README run', () => {
  const modules = process.env.SINEW_NODE_MODULES, three = join(modules ?? folder, 'node_modules/three/build/three.module.js'), hasThree = existsSync(three);
  const blocks = [...readFileSync(join(packed, 'README.md'), 'utf8').matchAll(/^```js\n([^]*?)^```$/gm)].map(([, text]) => text);
  const imports = new Set(blocks.flatMap(text => text.match(/^import .*$/gm) ?? [])), [first, ...others] = blocks.map(text => text.replace(/^import .*$/gm, ''));
  assert.ok(blocks.length >= 4, `${blocks.length} blocks`);
  const shown = others.filter(text => hasThree || !/THREE/.test(text));
  if (!hasThree) console.log('skipped: no three (npm) in $SINEW_NODE_MODULES');
  writeFileSync(join(folder, 'examples.mjs'), `import { readFileSync, existsSync } from 'node:fs';
    ${[...imports].filter(line => !line.includes("'three'")).join('\n')}
    globalThis.fetch = async name => existsSync(name) ? new Response(readFileSync(name)) : new Response(null, { status: 404 });
    const THREE = ${hasThree ? `await import(${JSON.stringify(pathToFileURL(three).href)})` : 'null'}, scene = THREE && new THREE.Scene();
    const file = { name: 'arm.fbx', arrayBuffer: async () => readFileSync(${JSON.stringify(join(source, 'tests/data/arm.fbx'))}) };
    ${first}
    ${shown.map(text => `{ ${text} }`).join('\n')}
    console.log(palette.length, scene?.children.length);`);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['examples.mjs'], { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.equal(stdout.trim().split('\n').pop(), `${model.createPose().evaluate('walk', 0).palette.length} ${hasThree ? 1 : undefined}`);
});

await test('three.js draws the palette', async () => {
  const modules = process.env.SINEW_NODE_MODULES;
  const address = join(modules ?? folder, 'node_modules/three/build/three.module.js');
  if (!existsSync(address)) return console.log('skipped: no three (npm) in $SINEW_NODE_MODULES');
  const THREE = await import(pathToFileURL(address).href), { createObject } = await import(pathToFileURL(join(packed, 'three.js')).href);
  const shown = createObject(THREE, model), pose = model.createPose().evaluate('walk', 0.4);
  shown.update(pose);
  shown.object.updateMatrixWorld(true);
  let mesh;
  shown.object.traverse(one => { if (one.isSkinnedMesh) mesh ??= one; });
  const point = new THREE.Vector3();
  let lowest = Infinity;
  for (let v = 0; v < model.meshes[0].vertexCount; ++v) {
    point.fromBufferAttribute(mesh.geometry.attributes.position, v);
    mesh.applyBoneTransform(v, point);
    lowest = Math.min(lowest, point.applyMatrix4(mesh.matrixWorld).y);
  }
  near(lowest, exportedBox(baked, 'walk', 0.4)[1], 0.02, 'lowest');
  const hand = model.joints.findIndex(joint => joint.name === 'hand.R');
  near(new THREE.Vector3().setFromMatrixPosition(shown.joints[hand].matrixWorld).x, pose.globals[hand * 12 + 3], 1e-4, 'hand');
});

finish();
