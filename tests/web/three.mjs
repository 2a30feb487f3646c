// three.mjs SINEW SOURCE PACKAGE FOLDER: characters that `sinew/three` makes, in Chromium. Beside them three's GLTFLoader shows the glb that
// the program exports, under the same lights, and the program draws the same silhouettes.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, normalize } from 'node:path';
import { openPage } from '../page/browser.mjs';
import { test, finish } from '../page/checks.mjs';

const [sinew, source, packed, folder] = process.argv.slice(2), three = join(process.env.SINEW_NODE_MODULES ?? folder, 'node_modules/three');
if (!existsSync(three)) {
  console.log('skipped: no three (npm) in $SINEW_NODE_MODULES');
  process.exit();
}
if (spawnSync(process.env.CHROMIUM ?? 'chromium', ['--version']).error) {
  console.log('skipped: no chromium');
  process.exit();
}
mkdirSync(folder, { recursive: true });
const run = (...words) => {
  const { status, stdout, stderr } = spawnSync(sinew, words, { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout;
};

const page = `<!doctype html><script type="importmap">{ "imports": { "three": "/three/build/three.module.js" } }</script><script type="module">
import * as THREE from 'three';
import { GLTFLoader } from '/three/examples/jsm/loaders/GLTFLoader.js';
import { load } from '/sinew/sinew.js';
import { importModel } from '/sinew/import.js';
import { createObject } from '/sinew/three.js';
const SIZE = 256, renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
renderer.setSize(SIZE, SIZE, false);
const camera = new THREE.PerspectiveCamera(32, 1, 0.01, 1000); // the program's angle
const lights = [new THREE.HemisphereLight(0xffffff, 0x808080, 1.5), new THREE.DirectionalLight(0xffffff, 1.5)];
lights[1].position.set(1, 2, 3);
const bytesOf = async name => (await fetch('/files/' + name)).arrayBuffer();

function draw(object, from = camera) {
  const scene = new THREE.Scene();
  scene.add(...lights, object);
  renderer.setClearColor(0x000000, 0);
  renderer.render(scene, from);
  const gl = renderer.getContext(), pixels = new Uint8Array(4 * SIZE * SIZE);
  gl.readPixels(0, 0, SIZE, SIZE, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return pixels;
}

async function decode(name) { // bottom row first, as readPixels has it
  const bitmap = await createImageBitmap(new Blob([await bytesOf(name)]), { imageOrientation: 'flipY', premultiplyAlpha: 'none' });
  const context = new OffscreenCanvas(SIZE, SIZE).getContext('2d');
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, SIZE, SIZE).data;
}

const covers = (pixels, i) => pixels[4 * i + 3] > 127;

/** Common pixels of two silhouettes, by the pixels of either. */
function overlap(a, b) {
  let both = 0, either = 0;
  for (let i = 0; i < SIZE * SIZE; ++i) {
    both += covers(a, i) && covers(b, i);
    either += covers(a, i) || covers(b, i);
  }
  return both / either;
}

/** Mean SSIM of the luma in the box of the first silhouette, in windows of 8 x 8 pixels. */
function similarity(a, b) {
  let left = SIZE, right = 0, bottom = SIZE, top = 0;
  for (let i = 0; i < SIZE * SIZE; ++i) {
    if (!covers(a, i)) continue;
    [left, right] = [Math.min(left, i % SIZE), Math.max(right, i % SIZE)];
    [bottom, top] = [Math.min(bottom, Math.floor(i / SIZE)), Math.max(top, Math.floor(i / SIZE))];
  }
  const luma = (p, i) => 0.2126 * p[4 * i] + 0.7152 * p[4 * i + 1] + 0.0722 * p[4 * i + 2];
  let sum = 0, windows = 0;
  for (let y = bottom; y + 8 <= top + 1; y += 4) {
    for (let x = left; x + 8 <= right + 1; x += 4) {
      let sa = 0, sb = 0, aa = 0, bb = 0, ab = 0;
      for (let k = 0; k < 64; ++k) {
        const i = (y + (k >> 3)) * SIZE + x + (k & 7), va = luma(a, i), vb = luma(b, i);
        sa += va; sb += vb; aa += va * va; bb += vb * vb; ab += va * vb;
      }
      const ma = sa / 64, mb = sb / 64, c1 = 6.5025, c2 = 58.5225; // (0.01 x 255)^2 and (0.03 x 255)^2
      sum += (2 * ma * mb + c1) * (2 * (ab / 64 - ma * mb) + c2) / ((ma * ma + mb * mb + c1) * (aa / 64 - ma * ma + bb / 64 - mb * mb + c2));
      ++windows;
    }
  }
  return sum / windows;
}

const resolveImage = async name => { const found = await fetch('/images/' + name); return found.ok ? found.blob() : null; };

window.open = async (name, glb, clip, unit) => {
  const bytes = await bytesOf(name), model = await (name.endsWith('.sinew') ? load(bytes) : importModel(bytes, { name })), shown = createObject(THREE, model, { resolveImage });
  const missing = await shown.ready, scaled = new THREE.Group();
  scaled.scale.setScalar(unit);
  scaled.add(shown.object);
  const gltf = await new Promise((done, fail) => new GLTFLoader().load('/files/' + glb, done, undefined, fail));
  const mixer = new THREE.AnimationMixer(gltf.scene);
  if (gltf.animations.length) Object.assign(mixer.clipAction(gltf.animations[0]), { loop: THREE.LoopOnce, clampWhenFinished: true }).play();
  const own = [];
  shown.object.traverse(one => { if (one.isMesh) own.push(...one.material); });
  gltf.scene.traverse(one => {
    one.frustumCulled = false;
    const same = one.isMesh && own.find(({ name }) => name === one.material.name);
    if (same && name !== glb) Object.assign(one.material, { roughness: same.roughness, metalness: same.metalness }); // which the program does not export
  });
  const box = new THREE.Box3().setFromObject(gltf.scene, true), center = box.getCenter(new THREE.Vector3()), size = box.getSize(new THREE.Vector3()).length();
  camera.position.copy(center).addScaledVector(new THREE.Vector3(0.5, 0.3, 1).normalize(), 2 * size);
  camera.lookAt(center);
  camera.near = size / 100;
  camera.far = 10 * size;
  camera.updateProjectionMatrix();
  window.shown = { model, pose: model.createPose(), shown, scaled, gltf, mixer, clip };
  return { missing, camera: [camera.position, center].map(({ x, y, z }) => [x, y, z].map(value => value / unit)) };
};

window.compare = async (time, drawn) => {
  const { pose, shown, scaled, gltf, mixer, clip } = window.shown;
  shown.update(pose.evaluate(clip, time));
  mixer.setTime(time);
  const own = draw(scaled), loader = draw(gltf.scene), program = drawn ? await decode(drawn) : own;
  return { similarity: similarity(own, loader), loader: overlap(own, loader), program: overlap(own, program), covered: own.filter((value, i) => i % 4 === 3 && value > 127).length };
};
/** The image of a camera of the file, compared with the program's and with the loader's camera. */
window.seen = async (name, drawn) => {
  const { shown, pose, scaled, gltf } = window.shown, own = shown.cameras.find(one => one.name === name), other = gltf.cameras.find(one => one.name === name);
  own.aspect = 1;
  shown.update(pose.evaluate(-1, 0));
  const mine = draw(scaled, own), program = await decode(drawn);
  if (other.isPerspectiveCamera) { // the loader keeps the vertical angle; the image shows more
    Object.assign(other, { aspect: 1, fov: own.fov });
    other.updateProjectionMatrix();
  }
  gltf.scene.updateMatrixWorld(true);
  return { own: overlap(mine, program), loader: overlap(mine, draw(gltf.scene, other)), covered: mine.filter((value, i) => i % 4 === 3 && value > 127).length };
};
window.memory = () => renderer.info.memory;
window.end = () => {
  const { shown, model, gltf } = window.shown;
  shown.dispose();
  model.dispose();
  gltf.scene.traverse(one => { if (one.isMesh) for (const part of [one.geometry, ...Object.values(one.material).filter(value => value?.isTexture), one.material, one.skeleton]) part?.dispose(); });
};
window.isReady = true;
</script>`;

/** @type {string[]} */
let images = [];
const types = { '.js': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html' };
const server = createServer((request, response) => {
  const path = normalize(decodeURIComponent(request.url.split('?')[0])), [, root, ...rest] = path.split('/');
  const roots = { three: [three], sinew: [packed], files: [folder], images };
  const file = (roots[root] ?? []).map(one => join(one, ...rest)).find(one => existsSync(one));
  if (path === '/') return response.setHeader('content-type', 'text/html').end(page);
  if (!file) return response.writeHead(path === '/favicon.ico' ? 204 : 404).end();
  response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream').end(readFileSync(file));
});
await new Promise(done => server.listen(0, '127.0.0.1', done));
const tab = await openPage(`http://127.0.0.1:${server.address().port}/`, { width: 300, height: 300 });
await tab.until('window.isReady');

// With the last value, a glb has all that is seen: not all maps, and no hidden meshes.
const characters = [
  ['samples/character.fbx', 'walk', [0, 0.3, 0.7], true], ['samples/face.fbx', 'expressions', [0.5, 1.5, 3], true], ['samples/elbow.glb', '', [0, 0.4, 0.9], true],
  ['tests/data/arm.fbx', 'bend', [0, 0.5, 1], true], ['samples/walk.fbx', '', [0, 0.3, 0.7], true], ['tests/data/surfaces/hair.fbx', '', [0], true],
  ['tests/data/surfaces/maps.fbx', '', [0], false], ['tests/data/surfaces/culling.fbx', '', [0], true],
];
for (const [path, pattern, times, isWhole] of characters) {
  await test(`${path} is drawn as three's loader and the program draw it`, async () => {
    const file = join(source, path), name = basename(path).replace(/\..*/, '');
    images = [dirname(file), join(dirname(file), 'textures'), file.replace(/\.\w+$/, '.fbm')];
    const { axes, clips } = JSON.parse(run('info', file, '--json')), words = pattern ? ['--clip', pattern] : [];
    run('bake', file, '-o', `${name}.sinew`);
    run('export', file, ...words, '--textures', 'embed', '-o', `${name}.glb`, '-q');
    const { missing, camera } = await tab.evaluate(`open('${name}.sinew', '${name}.glb', '${clips.length ? pattern : 'none'}', ${axes.unit_cm / 100})`);
    assert.deepEqual(missing, []);
    for (const time of times) {
      run('render', file, ...words, ...(clips.length ? ['--at', String(time)] : []), '--transparent', '--no-skeleton', '--camera', camera.map(point => point.join(',')).join(':'), '--size', '256x256', '--samples', '4', '-o', 'drawn.png', '-q');
      const found = await tab.evaluate(`compare(${time}, 'drawn.png?${Math.random()}')`);
      assert.ok(found.covered > 3000 && found.program >= 0.99, `silhouettes of the program at ${time}: ${found.program}`);
      if (isWhole) assert.ok(found.similarity >= 0.99 && found.loader >= 0.99, `beside the loader at ${time}: SSIM ${found.similarity}, silhouettes ${found.loader}`);
      console.log(`        ${time} s: SSIM ${found.similarity.toFixed(4)}, silhouettes ${found.loader.toFixed(4)} and ${found.program.toFixed(4)}, ${found.covered} pixels`);
    }
    await tab.evaluate('end()');
  });
}

/** A glTF with four spheres beside each other: all maps, on two sets of texture coordinates with transforms; alpha that is cut, on both sides; alpha that is blended; mirrored, with colours of its vertices. */
function writeSurfaces() {
  const rings = 24, sectors = 48, positions = [], texcoords = [], second = [], colors = [], indices = [];
  for (let i = 0; i <= rings; ++i) {
    for (let k = 0; k <= sectors; ++k) {
      const up = Math.PI * i / rings, around = 2 * Math.PI * k / sectors;
      positions.push(Math.sin(up) * Math.sin(around), Math.cos(up), Math.sin(up) * Math.cos(around));
      texcoords.push(2 * k / sectors, 2 * i / rings);
      second.push(3 - 3 * k / sectors, 1.5 * i / rings + 0.1);
      colors.push(i / rings, k / sectors, 0.5, 1);
      const at = i * (sectors + 1) + k;
      if (i < rings && k < sectors) indices.push(at, at + sectors + 1, at + 1, at + 1, at + sectors + 1, at + sectors + 2);
    }
  }
  const arrays = [Float32Array.from(positions), Float32Array.from(texcoords), Float32Array.from(colors), Uint16Array.from(indices), Float32Array.from(second)];
  const parts = arrays.map(array => Buffer.from(array.buffer)), count = positions.length / 3;
  const accessor = (bufferView, componentType, size, type, more = {}) => ({ bufferView, componentType, count: size, type, ...more });
  const uris = ['rings.png', 'bumps.png', 'lamps.png', 'hair.png', 'creases.png'], texture = (index, more = {}) => ({ index, ...more });
  // GLTFLoader scales after it rotates, unlike the extension: the two agree if a rotated texture is scaled alike along u and v.
  const placed = (index, texCoord, transform, more = {}) => texture(index, { ...more, texCoord, extensions: { KHR_texture_transform: transform } });
  for (const uri of uris) copyFileSync(join(source, 'tests/data/surfaces', uri), join(folder, uri));
  const materials = [
    { name: 'maps', pbrMetallicRoughness: { baseColorTexture: placed(0, 0, { offset: [0.1, 0.2], scale: [0.5, 0.75] }), metallicRoughnessTexture: texture(1, { texCoord: 1 }), baseColorFactor: [1, 0.9, 0.8, 1], roughnessFactor: 0.8, metallicFactor: 0.5 },
      normalTexture: placed(1, 1, { scale: [0.5, 0.5] }, { scale: 0.5 }), occlusionTexture: texture(4, { strength: 0.7 }),
      emissiveTexture: placed(2, 1, { offset: [0.3, 0], rotation: 0.4, scale: [0.5, 0.5] }), emissiveFactor: [0.5, 0.25, 1] },
    { name: 'cut', pbrMetallicRoughness: { baseColorTexture: texture(3), metallicFactor: 0 }, alphaMode: 'MASK', alphaCutoff: 0.5, doubleSided: true },
    { name: 'blended', pbrMetallicRoughness: { baseColorFactor: [0.9, 0.2, 0.1, 0.7], metallicFactor: 0, roughnessFactor: 0.3 }, alphaMode: 'BLEND' },
    { name: 'coloured', pbrMetallicRoughness: { metallicFactor: 0 } }];
  writeFileSync(join(folder, 'surfaces.gltf'), JSON.stringify({
    asset: { version: '2.0' }, extensionsUsed: ['KHR_texture_transform'], scene: 0, scenes: [{ nodes: [0, 1, 2, 3] }], materials,
    nodes: materials.map((_, i) => ({ mesh: i, name: `node${i}`, translation: [2.2 * (i % 2), 2.2 * (i >> 1), 0], scale: [i === 3 ? -1 : 1, 1, 1] })),
    meshes: materials.map(({ name }, i) => ({ name, primitives: [{ attributes: { POSITION: 0, NORMAL: 0, TEXCOORD_0: 1, TEXCOORD_1: 4, ...(i === 3 ? { COLOR_0: 2 } : {}) }, indices: 3, material: i }] })),
    accessors: [accessor(0, 5126, count, 'VEC3', { min: [-1, -1, -1], max: [1, 1, 1] }), accessor(1, 5126, count, 'VEC2'), accessor(2, 5126, count, 'VEC4'), accessor(3, 5123, indices.length, 'SCALAR'), accessor(4, 5126, count, 'VEC2')],
    bufferViews: parts.map((part, i) => ({ buffer: 0, byteOffset: parts.slice(0, i).reduce((sum, { length }) => sum + length, 0), byteLength: part.length })),
    buffers: [{ byteLength: Buffer.concat(parts).length, uri: `data:application/octet-stream;base64,${Buffer.concat(parts).toString('base64')}` }],
    textures: uris.map((_, i) => ({ source: i, sampler: i === 0 ? 1 : 0 })), images: uris.map(uri => ({ uri })), samplers: [{}, { wrapS: 33648, wrapT: 33648 }],
  }));
}

await test('maps, alpha modes, colours and a mirrored node of a glTF are drawn as three.js draws them', async () => {
  writeSurfaces();
  images = [folder];
  const { missing } = await tab.evaluate("open('surfaces.gltf', 'surfaces.gltf', 'none', 1)");
  assert.deepEqual(missing, []);
  const found = await tab.evaluate('compare(0)');
  assert.ok(found.covered > 3000 && found.similarity >= 0.99 && found.loader >= 0.99, JSON.stringify(found));
  console.log(`        SSIM ${found.similarity.toFixed(4)}, silhouettes ${found.loader.toFixed(4)}, ${found.covered} pixels`);
  await tab.evaluate('end()');
});

await test('cameras of a file see what the program sees through them', async () => {
  const file = 'seen.gltf', document = JSON.parse(readFileSync(join(folder, 'surfaces.gltf'))), lens = { yfov: 0.5, aspectRatio: 1.5, znear: 0.1 };
  document.cameras = [{ type: 'perspective', perspective: lens }, { type: 'orthographic', orthographic: { xmag: 3, ymag: 2, znear: 0.1, zfar: 50 } }];
  // 8 in front of the spheres, the first from the right, turned by 30 degrees; a parent moves both.
  document.nodes.push({ name: 'Shot', camera: 0, translation: [5, 1.1, 6.5], rotation: [0, Math.sin(Math.PI / 12), 0, Math.cos(Math.PI / 12)] },
    { name: 'Plan', camera: 1, translation: [1.1, 0.8, 8] }, { name: 'Stage', children: [4, 5], translation: [0, 0.3, 0] });
  document.scenes[0].nodes.push(6);
  writeFileSync(join(folder, file), JSON.stringify(document));
  await tab.evaluate(`open('${file}', '${file}', 'none', 1)`);
  assert.deepEqual(await tab.evaluate('shown.shown.cameras.map(({ name, isOrthographicCamera }) => [name, !!isOrthographicCamera])'), [['Shot', false], ['Plan', true]]);
  for (const name of ['Shot', 'Plan']) {
    run('render', join(folder, file), '--camera', name, '--clip', 'none', '--transparent', '--size', '256x256', '--samples', '4', '--no-skeleton', '-o', 'drawn.png', '-q');
    const { own, loader, covered } = await tab.evaluate(`seen('${name}', 'drawn.png?${name}')`);
    assert.ok(covered > 3000 && own >= 0.99, `${name}: silhouettes of the program ${own}, ${covered} pixels`);
    if (name === 'Shot') assert.ok(loader >= 0.99, `${name}: silhouettes of the loader's camera ${loader}`);
    console.log(`        ${name}: silhouettes ${own.toFixed(4)} and, of the loader, ${loader.toFixed(4)}, ${covered} pixels`);
  }
  await tab.evaluate('end()');
});

await test('what is disposed of leaves nothing to the renderer, and nothing complains', async () => {
  const { geometries, textures } = await tab.evaluate('memory()');
  assert.equal(geometries, 0);
  assert.ok(textures <= 1, `${textures} textures`); // a table of three.js
  assert.deepEqual(tab.errors.filter(line => !line.startsWith('request')), []);
});
await tab.close();
server.close();
finish();
