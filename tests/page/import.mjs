// import.mjs VERDICT SOURCE MODULE: the importer of a page in node. What it says of a file is what the same code says as a program of
// this machine (import_verdict.c): code and message, or counts, names and warnings.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, finish } from './checks.mjs';

const [verdict, source, wasm] = process.argv.slice(2);
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

/** What the module says, in the form of import_verdict.c. */
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

/** What the native program says of files. */
function judgeNatively(files) {
  const input = Buffer.concat(files.flatMap(({ name, bytes }) => [Buffer.from(`${bytes.length} ${name}\n`), bytes]));
  const { status, signal, stdout, stderr } = spawnSync(verdict, { input, maxBuffer: 1 << 28 });
  assert.equal(status, 0, `${signal} ${stderr}`);
  return stdout.toString().trim().split('\n').map(line => JSON.parse(line));
}

function compare(files) {
  const expected = judgeNatively(files);
  files.forEach((file, i) => assert.deepEqual(judge(file), expected[i], file.name));
  return expected;
}

const read = path => ({ name: path.split('/').pop(), bytes: readFileSync(path) });
const filesOf = folder => readdirSync(folder).filter(name => name.endsWith('.fbx')).sort().map(name => read(join(folder, name)));

await test('the module needs OpenGL and nothing that is missing', () => {
  const needed = WebAssembly.Module.imports(code).filter(one => one.module === 'env').map(one => one.name);
  assert.deepEqual(needed.filter(name => !/^gl[A-Z]/.test(name)), []);
});

await test('the samples are read as natively', () => {
  const found = compare(filesOf(join(source, 'samples')));
  assert.ok(found.length >= 5 && found.every(one => one.code === 0 && one.joints > 0));
});

await test('a .sinew file is validated and handed on; other formats are named', () => {
  const baked = read(join(source, 'tests/data/arm.sinew'));
  assert.equal(compare([baked])[0].joints, 4);
  const damaged = { name: 'arm.sinew', bytes: Buffer.from(baked.bytes) };
  damaged.bytes[baked.bytes.length >> 1] ^= 1;
  const others = [damaged, { name: 'empty.fbx', bytes: Buffer.alloc(0) }, read(join(source, 'samples/character.glb'))];
  assert.deepEqual(compare(others).map(one => one.code), [-9, -6, -10]);
});

finish();
