// import.mjs VERDICT SOURCE MODULE: the importer of a page in node. Its verdict on a file equals the verdict of the same code as a program of
// this machine (import_verdict.c): code and message, or counts, names and warnings.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, finish } from './checks.mjs';

const [verdict, source, wasm] = process.argv.slice(2);
const COPIES = 500;
const code = await WebAssembly.compile(readFileSync(wasm));

/** A module as a worker has it: OpenGL does nothing, the system is not there. */
async function start() {
  const imports = { env: {}, wasi_snapshot_preview1: {} };
  for (const { module: from, name } of WebAssembly.Module.imports(code)) imports[from][name] = from === 'env' ? () => 0 : () => 52;
  const module = (await WebAssembly.instantiate(code, imports)).exports;
  module._initialize();
  return module;
}

const module = await start();
const readText = at => {
  const all = new Uint8Array(module.memory.buffer);
  return new TextDecoder().decode(all.subarray(at, all.indexOf(0, at)));
};
const withBytes = (bytes, use) => {
  const at = module.page_allocate(bytes.length);
  assert.ok(at, 'memory');
  new Uint8Array(module.memory.buffer).set(bytes, at);
  const result = use(at);
  module.page_free(at);
  return result;
};
const withText = (text, use) => withBytes(new TextEncoder().encode(`${text}\0`), use);

/** Returns the verdict of the module, in the form of import_verdict.c. */
function judge({ name, bytes }) {
  const done = withText(name, title => withBytes(bytes, at => module.page_import(title, at, bytes.length, 0)));
  if (!done) return { code: module.page_error_code(), error: readText(module.page_error()) };
  assert.ok(module.page_open(module.page_imported(), module.page_imported_size()), readText(module.page_error()));
  module.page_import_free();
  const { joints, meshes, vertices, triangles, materials, clips, textures, warnings } = JSON.parse(readText(module.page_facts()));
  return {
    code: 0, joints: joints.length, meshes, vertices, triangles, materials,
    clips: clips.flatMap(({ name, keys }) => [name, keys]), textures,
    warnings: warnings.flatMap(({ code, object, text }) => [code, object, text]),
  };
}

/** Returns the native program's verdicts on files. */
function judgeNatively(files) {
  const input = Buffer.concat(files.flatMap(({ name, bytes }) => [Buffer.from(`${bytes.length} ${name}\n`), bytes]));
  const { status, signal, stdout, stderr } = spawnSync(verdict, { input, maxBuffer: 1 << 28 });
  assert.equal(status, 0, `${signal} ${stderr}`);
  return stdout.toString().trim().split('\n').map(line => JSON.parse(line));
}

function compare(files) {
  const expected = judgeNatively(files);
  expected.forEach(one => delete one.sum);
  files.forEach((file, i) => assert.deepEqual(judge(file), expected[i], file.name));
  return expected;
}

const read = path => ({ name: path.split('/').pop(), bytes: readFileSync(path) });
const filesOf = (folder, kind = /\.fbx$/) => readdirSync(folder).filter(name => kind.test(name)).sort().map(name => read(join(folder, name)));

// ---- damaged copies -----------------------------------------------------------------------------------------------

let state = 46;
/** A whole number below `limit`, the same ones in every run (xorshift32). */
function random(limit) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % limit;
}

const part = bytes => {
  const from = random(bytes.length);
  return [from, Math.min(bytes.length, from + 1 + random(random(4) ? 64 : 4096))];
};
/** Numbers that counts, offsets, indices and values are replaced by. */
const values = ['00000000', 'ffffffff', 'ffffff7f', '00000080', '01000000', '0000c07f', '000000000000f07f', '000000000000f0ff', 'ffffffffffffff7f'];
const words = ['0', '-1', '2147483647', '1e308', 'nan', '99999999999999999999', '"', '{', '}', '*', 'a:'];
const damages = {
  flip: bytes => { for (let n = random(4); n >= 0; --n) bytes[random(bytes.length)] ^= 1 << random(8); return bytes; },
  cut: bytes => bytes.subarray(0, random(bytes.length)),
  remove: bytes => { const [from, to] = part(bytes); return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]); },
  repeat: bytes => { const [from, to] = part(bytes); return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]); },
  move: bytes => { const [from, to] = part(bytes); bytes.copy(bytes, random(bytes.length), from, to); return bytes; },
  number: bytes => { Buffer.from(values[random(values.length)], 'hex').copy(bytes, random(bytes.length)); return bytes; },
  digit: bytes => { // of text: other objects, counts, indices and values
    for (let n = 1 + random(8), at = random(bytes.length), left = 999; n > 0 && left > 0; --left, at = (at + 1) % bytes.length)
      if (bytes[at] >= 0x30 && bytes[at] <= 0x39 && random(3)) (bytes[at] = 0x30 + random(10)), (at = random(bytes.length)), --n;
    return bytes;
  },
  word: bytes => { bytes.write(words[random(words.length)], random(bytes.length)); return bytes; },
};

function damage({ name, bytes }, i) {
  const kinds = Object.keys(damages), kind = kinds[i % kinds.length];
  let damaged = Buffer.from(bytes);
  for (let n = random(2); n >= 0 && damaged.length > 0; --n) damaged = damages[kind](damaged);
  return { name: `${i}_${kind}_${name}`, bytes: damaged };
}

// ---- tests --------------------------------------------------------------------------------------------------------

await test('the module needs OpenGL and the files beside a model, and nothing that is missing', () => {
  const needed = WebAssembly.Module.imports(code).filter(one => one.module === 'env').map(one => one.name);
  assert.deepEqual(needed.filter(name => !/^gl[A-Z]/.test(name)), ['find_file']);
});

const GLTF = /\.(gltf|glb)$/, gltfs = [...filesOf(join(source, 'samples'), GLTF), ...filesOf(join(source, 'tests/gltf/files'), GLTF)];
const samples = filesOf(join(source, 'samples'));
await test('the samples are read as natively', () => {
  const found = compare(samples);
  assert.ok(found.length >= 5 && found.every(one => one.code === 0 && one.joints > 0));
});

await test('a .sinew file is validated and handed on; other formats are named', () => {
  const baked = read(join(source, 'tests/data/arm.sinew'));
  assert.equal(compare([baked])[0].joints, 4);
  const damaged = { name: 'arm.sinew', bytes: Buffer.from(baked.bytes) };
  damaged.bytes[baked.bytes.length >> 1] ^= 1;
  const others = [damaged, { name: 'empty.fbx', bytes: Buffer.alloc(0) }, { name: 'walk.bvh', bytes: Buffer.from('HIERARCHY\nROOT hip\n') }];
  assert.deepEqual(compare(others).map(one => one.code), [-9, -6, -10]);
});

await test('glTF files are read as natively', () => {
  const found = compare(gltfs), models = found.filter(one => one.code === 0);
  assert.ok(models.length >= 12 && models.some(one => one.meshes > 0 && one.clips.length > 0) && found.some(one => one.code === -9));
  const draco = JSON.parse(gltfs.find(one => one.name === 'interleaved.gltf').bytes);
  draco.meshes[0].primitives[0].extensions = { KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: 0 } } };
  assert.match(compare([{ name: 'draco.gltf', bytes: Buffer.from(JSON.stringify(draco)) }])[0].error, /^unsupported: mesh 0: .*Draco/);
});

await test('the corpora are read as natively', () => {
  const corpus = join(source, '../shared/corpus');
  if (!existsSync(corpus)) return console.log('skipped: no FBX files in ../shared/corpus');
  const found = ['truth', 'sampled', 'sdk', 'hostile'].flatMap(folder => compare(filesOf(join(corpus, folder))));
  console.log(`        ${found.length} files, ${found.filter(one => one.code === 0).length} of them models`);
});

await test('damaged copies get the native verdict', () => {
  const own = filesOf(join(source, 'tests/data')), sorts = [own, own, filesOf(join(source, 'tests/fuzz/corpus/import')), samples];
  for (const [kind, seedsOf] of [['FBX', sorts], ['glTF', [gltfs]]]) {
    const found = compare(Array.from({ length: COPIES }, (_, i) => {
      const seeds = seedsOf[random(seedsOf.length)];
      return damage(seeds[random(seeds.length)], i);
    }));
    const models = found.filter(one => one.code === 0).length, codes = new Set(found.map(one => one.code));
    console.log(`        ${COPIES} copies of ${kind}, ${models} of them models, codes ${[...codes].sort((a, b) => b - a)}`);
    assert.ok(models > COPIES / 10 && models < COPIES * 0.9 && codes.size > 3); // neither all refused nor none hurt
    assert.ok(found.every(one => one.code === 0 || (one.error && !one.error.includes('\n'))));
  }
});

await test('damaged .sinew files whose sums fit get the native verdict', () => {
  const SUM_AT = 40, HEADER = 64, PACKED = HEADER + 32; // of the file's header; the packed block's header has four sizes
  const sizes = [0n, 1n, 1n << 31n, (1n << 32n) + 64n, 1n << 40n, (1n << 64n) - 1n];
  const seed = read(join(source, 'tests/data/arm.sinew'));
  const files = Array.from({ length: COPIES }, (_, i) => {
    let bytes = Buffer.from(seed.bytes);
    for (let n = random(3); n >= 0; --n) {
      const at = i % 2 ? HEADER + random(bytes.length - HEADER) : HEADER + 8 * random(20); // sizes and runs, or anything
      if (random(2)) bytes[at] ^= 1 << random(8);
      else if (at + 8 <= bytes.length) bytes.writeBigUInt64LE(sizes[random(sizes.length)], at);
    }
    return { name: `${i}.sinew`, bytes };
  });
  judgeNatively(files).forEach(({ sum }, i) => files[i].bytes.writeBigUInt64LE(BigInt(sum), SUM_AT));
  const found = compare(files);
  console.log(`        ${found.filter(one => one.code === 0).length} of them models, ${new Set(found.map(one => one.error)).size} errors`);
});

/** Records inside each other in a binary file: each has its end, no values, and a name of one letter. */
function nested(depth) {
  const head = 27, each = 14, bytes = Buffer.alloc(head + depth * (each + 13));
  bytes.write('Kaydara FBX Binary  \0\x1a\0', 'latin1');
  bytes.writeUInt32LE(7400, 23);
  for (let i = 0; i < depth; ++i) {
    bytes.writeUInt32LE(bytes.length - 13 * (i + 1), head + each * i);
    bytes.write('\x01a', head + each * i + 12, 'latin1');
  }
  return bytes;
}

/** A skeleton of one chain. */
function chain(count) {
  const each = line => Array.from({ length: count }, (_, i) => line(i + 1)).join('');
  return Buffer.from(`; FBX 7.4.0 project file\nFBXHeaderExtension: {\n FBXVersion: 7400\n}\nObjects: {\n` +
    each(i => ` Model: ${i}, "Model::j${i}", "LimbNode" {\n }\n`) + '}\nConnections: {\n' + each(i => ` C: "OO",${i},${i - 1}\n`) + '}\n');
}

/** A glTF of nodes, each above the next one as often as `times` says. */
function nodes(count, times) {
  const below = i => i + 1 < count ? { children: Array(times).fill(i + 1) } : {};
  return Buffer.from(JSON.stringify({ asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes: Array.from({ length: count }, (_, i) => below(i)) }));
}

await test('depth takes no stack', () => {
  const skins = gltfs.find(one => one.name === 'skins.gltf').bytes.toString(); // whose first mesh is copied for a second skin
  const files = [
    { name: 'nested.fbx', bytes: nested(200000) }, { name: 'unclosed.fbx', bytes: nested(200000).subarray(0, 27 + 14 * 200000) },
    { name: 'text.fbx', bytes: Buffer.from('; FBX 7.4.0 project file\n' + 'a: {\n'.repeat(200000) + '}\n'.repeat(200000)) },
    { name: 'chain.fbx', bytes: chain(20000) }, { name: 'long.fbx', bytes: chain(70000) },
    { name: 'chain.gltf', bytes: nodes(20000, 1) }, { name: 'twice.gltf', bytes: nodes(60, 2) },
    { name: 'nested.gltf', bytes: Buffer.from('{"asset":' + '['.repeat(200000)) },
    { name: 'copied.gltf', bytes: Buffer.from(skins.replace('"primitives":', `"extras":${'['.repeat(900)}${']'.repeat(900)},"primitives":`)) },
  ];
  const found = compare(files);
  console.log(`        ${found.map(one => one.error ?? `${one.joints} joints`).join('; ')}`);
  assert.equal(found[3].joints, 20000);
  assert.equal(found[4].code, -23); // more joints than a model has
  assert.equal(found[5].joints, 20000);
  assert.equal(found[6].code, -22); // 2^60 nodes
  assert.equal(found[8].code, 0);
});

// ---- images -------------------------------------------------------------------------------------------------------

/** @param {number} type @param {number} depth bits of a pixel, or of a colour of the palette @param {number} origin of the first pixel: bit 5 the top */
function tga(type, depth, origin, width, height) {
  const header = Buffer.alloc(18), indexed = (type & 7) === 1, each = indexed ? 1 : (depth + 7) >> 3, colors = 5;
  header[2] = type;
  if (indexed) header[1] = 1, header.writeUInt16LE(colors, 5), (header[7] = depth);
  header.writeUInt16LE(width, 12);
  header.writeUInt16LE(height, 14);
  header[16] = indexed ? 8 : depth;
  header[17] = origin;
  const noise = count => Array.from({ length: count }, () => random(256));
  const pixel = () => indexed ? [random(colors)] : noise(each), data = indexed ? noise(colors * ((depth + 7) >> 3)) : [];
  for (let left = width * height, count; left > 0; left -= count) {
    count = type & 8 ? Math.min(left, 1 + random(9)) : 1;
    const repeats = type & 8 && random(2);
    if (type & 8) data.push(count - 1 | (repeats ? 128 : 0));
    for (let i = repeats ? 1 : count; i > 0; --i) data.push(...pixel());
  }
  return Buffer.concat([header, Buffer.from(data)]);
}

function decode({ name, bytes }) {
  const at = withText(name, title => withBytes(bytes, from => module.page_decode(from, bytes.length, title)));
  if (!at) return { code: module.page_error_code() };
  const width = module.page_decoded_width(), size = 4 * width * module.page_decoded_height();
  const pixels = Buffer.from(module.memory.buffer, at, size).toString('hex');
  module.page_free(at);
  return { code: 0, width, pixels };
}

/** A DDS of blocks with any bytes: BC1, BC3 or BC5. */
function dds(code, width, height) {
  const header = Buffer.alloc(128), blocks = Math.ceil(width / 4) * Math.ceil(height / 4);
  header.write('DDS ');
  header.writeUInt32LE(124, 4);
  header.writeUInt32LE(height, 12);
  header.writeUInt32LE(width, 16);
  header.writeUInt32LE(32, 76);
  header.writeUInt32LE(4, 80); // four characters name the format of the pixels
  header.write(code, 84);
  return Buffer.concat([header, Buffer.from(Array.from({ length: blocks * (code === 'DXT1' ? 8 : 16) }, () => random(256)))]);
}

const channels = one => Buffer.from(one.pixels, 'hex');

await test('TGA and DDS are decoded as natively', () => {
  const files = [{ name: 'wide.tga', bytes: tga(2, 24, 0, 20000, 1) }, { name: 'none.tga', bytes: Buffer.alloc(0) }, { name: 'text.tga', bytes: Buffer.from('no picture at all, but text') }];
  for (const type of [2, 3, 1, 10, 11, 9])
    for (const depth of (type & 7) === 3 ? [8] : [15, 16, 24, 32])
      for (const origin of [0, 0x20, 0x08, 0x28]) {
        const whole = { name: `${type}_${depth}_${origin}.tga`, bytes: tga(type, depth, origin, 7, 5) };
        files.push(whole, { name: `cut_${whole.name}`, bytes: whole.bytes.subarray(0, random(whole.bytes.length)) });
      }
  for (const code of ['DXT1', 'DXT5', 'ATI2', 'none'])
    for (const [width, height] of [[8, 8], [7, 5], [1, 1], [0, 4]]) files.push({ name: `${code}_${width}.dds`, bytes: dds(code, width, height) });
  const natively = judgeNatively(files), codes = natively.map(one => one.code);
  natively.forEach((expected, i) => {
    const { name, bytes } = files[i], found = decode(files[i]), depth = bytes[7], isTga = name.endsWith('.tga');
    if (found.code !== 0 || expected.code !== 0 || !isTga) return assert.deepEqual(found, expected, name);
    const paletteEnd = 18 + (bytes[1] ? bytes.readUInt16LE(5) * ((depth + 7) >> 3) : 0);
    // Missing pixels and colours are black, or like the last ones.
    if (name.startsWith('cut') && (bytes[2] & 8 || bytes.length < paletteEnd)) found.pixels = expected.pixels;
    else if (bytes[1] && depth !== 24) {
      // Of colours of a palette, the native decoder takes 5 bits for the upper ones of 8, and an alpha that is not 0 for 255.
      channels(found).forEach((value, k) => assert.ok(depth === 32 ? k % 4 === 3 || value === channels(expected)[k] : Math.abs(value - channels(expected)[k]) < 8, name));
      found.pixels = expected.pixels;
    }
    assert.deepEqual(found, expected, name);
  });
  assert.ok(codes.filter(one => one === 0).length > 60 && codes.includes(-9) && codes.includes(-23) && codes.includes(-10));
});

await test('memory has limits', async () => {
  const { name, bytes } = samples[0];
  const importWith = limit => withText(name, title => withBytes(bytes, at => module.page_import(title, at, bytes.length, limit)));
  assert.equal(importWith(100e3), 0);
  assert.equal(module.page_error_code(), -22);
  assert.match(readText(module.page_error()), /^reading the file takes more than 0 MB of memory$/);
  assert.equal(importWith(1e15), 1); // as much as there is
  // Of a module that is full: whatever is left, a code and no trap.
  const full = await start(), codes = new Set();
  const taken = [];
  for (let size = 1 << 30; size >= 1 << 16; size >>= 1)
    for (let at; (at = full.page_allocate(size)) !== 0;) taken.push(at);
  const title = full.page_allocate(32), file = full.page_allocate(8192);
  assert.ok(title && file);
  const small = readFileSync(join(source, 'tests/data/arm.fbx'));
  for (const at of taken.reverse()) {
    new Uint8Array(full.memory.buffer).set(new TextEncoder().encode('arm.fbx\0'), title);
    new Uint8Array(full.memory.buffer).set(small, file);
    codes.add(full.page_import(title, file, small.length, 0) ? 0 : full.page_error_code());
    if (codes.has(0)) break;
    full.page_free(at);
  }
  assert.deepEqual([...codes], [-22, 0]);
  assert.equal(full.memory.buffer.byteLength, 2 ** 31);
});

finish();
