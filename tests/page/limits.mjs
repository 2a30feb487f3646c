// limits.mjs SINEW SOURCE FOLDER: small files that ask a page for much, dropped on a viewer in Chromium. Expected values are arithmetic.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { openPage } from './browser.mjs';
import { test, finish } from './checks.mjs';
import { makeComparison } from './pictures.mjs';

const [sinew, , folder] = process.argv.slice(2);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const run = (...words) => execFileSync(sinew, words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const own = name => join(folder, name);
const { settle } = makeComparison(run, folder);
run('page', '--viewer', '-o', 'viewer.html');

const page = await openPage(own('viewer.html'));
await page.until('document.getElementById("note").hidden');
await page.evaluate('var taken = 0, take = takeFiles; takeFiles = files => take(files).finally(() => { taken += 1; }); 0');
const drop = async (...files) => {
  const before = await page.evaluate('taken');
  await page.drop(400, 200, ...files.map(own));
  await page.until(`taken > ${before}`);
  await page.evaluate('state.playing = false, 0');
  await settle(page);
};
const warnings = () => page.evaluate('[...document.querySelectorAll("#warnings li")].map(item => item.textContent)');

// ---- files ------------------------------------------------------------------------------------------------------------

const buffer = (...arrays) => {
  const bytes = Buffer.concat(arrays.map(array => Buffer.from(array.buffer)));
  return [{ byteLength: bytes.length, uri: `data:application/octet-stream;base64,${bytes.toString('base64')}` }];
};
const write = (name, document) => writeFileSync(own(name), JSON.stringify({ asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], ...document }));

/** Clips of two keys, from one time to another. */
const clips = (names, from, to) => ({
  nodes: [{ name: 'a', children: [1] }, { name: 'b', translation: [0, 1, 0] }],
  animations: names.map(name => ({ name, channels: [{ sampler: 0, target: { node: 1, path: 'translation' } }], samplers: [{ input: 0, output: 1 }] })),
  accessors: [{ bufferView: 0, componentType: 5126, count: 2, type: 'SCALAR', min: [from], max: [to] }, { bufferView: 1, componentType: 5126, count: 2, type: 'VEC3' }],
  bufferViews: [{ buffer: 0, byteLength: 8 }, { buffer: 0, byteOffset: 8, byteLength: 24 }],
  buffers: buffer(new Float32Array([from, to]), new Float32Array([0, 1, 0, 1, 1, 0])),
});

/** A square for each image, beside each other. */
const squares = images => ({
  nodes: [{ name: 'Squares', mesh: 0 }],
  meshes: [{ primitives: images.map((_, i) => ({ attributes: { POSITION: 2 + i, TEXCOORD_0: 1 }, indices: 0, material: i })) }],
  materials: images.map((_, i) => ({ name: `${i}`, doubleSided: true, pbrMetallicRoughness: { baseColorTexture: { index: i }, metallicFactor: 0 } })),
  textures: images.map((_, source) => ({ source })), images: images.map(uri => ({ uri })),
  accessors: [{ bufferView: 0, componentType: 5123, count: 6, type: 'SCALAR' }, { bufferView: 1, componentType: 5126, count: 4, type: 'VEC2' },
    ...images.map((_, i) => ({ bufferView: 2, byteOffset: 48 * i, componentType: 5126, count: 4, type: 'VEC3', min: [i, 0, 0], max: [i + 1, 1, 0] }))],
  bufferViews: [{ buffer: 0, byteLength: 12 }, { buffer: 0, byteOffset: 12, byteLength: 32 }, { buffer: 0, byteOffset: 44, byteLength: 48 * images.length }],
  buffers: buffer(new Uint16Array([0, 1, 2, 2, 1, 3]), new Float32Array([0, 1, 1, 1, 0, 0, 1, 0]),
    new Float32Array(images.flatMap((_, i) => [i, 0, 0, i + 1, 0, 0, i, 1, 0, i + 1, 1, 0]))),
});

const crcs = Array.from({ length: 256 }, (_, n) => { for (let k = 0; k < 8; ++k) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1; return n >>> 0; });
function chunk(type, data) {
  const out = Buffer.alloc(12 + data.length);
  out.writeUInt32BE(data.length);
  out.write(type, 4, 'latin1');
  data.copy(out, 8);
  let crc = 0xffffffff;
  for (const byte of out.subarray(4, 8 + data.length)) crc = crcs[(crc ^ byte) & 255] ^ (crc >>> 8);
  out.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 8 + data.length);
  return out;
}
/** A PNG of black and white pixels by turns, a bit each. */
function writePng(name, width, height) {
  const head = Buffer.alloc(13), row = Buffer.alloc(1 + Math.ceil(width / 8), 0x55), odd = Buffer.alloc(row.length, 0xaa);
  row[0] = odd[0] = 0; // no filter
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const rows = Buffer.concat(Array.from({ length: height }, (_, y) => y & 1 ? odd : row));
  writeFileSync(own(name), Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]));
}

// ---- time -------------------------------------------------------------------------------------------------------------

/** Returns the numbers of the timeline's drawing and the positions of its ticks. */
const ticks = () => page.evaluate(`(() => {
  const context = timeline.getContext('2d'), { fillText, fillRect } = context, found = { numbers: [], ticks: [] };
  context.fillText = (text, x) => { found.numbers.push([text, x]); };
  context.fillRect = (x, y, width, height) => { if (width === 1) found.ticks.push(x); };
  drawFrames();
  Object.assign(context, { fillText, fillRect });
  return { ...found, width: timeline.clientWidth };
})()`);

write('long.gltf', clips(['long'], 0, 1e9));
await test('a clip of a billion seconds has as many ticks as fit', async () => {
  await drop('long.gltf');
  const isDrawn = async what => {
    const { numbers, ticks: all, width } = await ticks();
    assert.ok(all.length > 0 && all.length <= width / 4 && numbers.length <= width / 36, `${what}: ${all.length} ticks, ${numbers.length} numbers in ${width} pixels`);
    return numbers;
  };
  assert.ok(Math.abs(await page.evaluate('clipOf().duration') - 1e9) < 10); // as ticks hold it
  const labels = (await isDrawn('whole')).map(([text]) => Number(text));
  const steps = new Set(labels.slice(1).map((label, i) => label - labels[i]));
  assert.equal(steps.size, 1);
  assert.ok(/^[125]0*$/.test(String([...steps][0])), `a step of ${[...steps]} frames`);
  await page.evaluate('(() => { for (let i = 0; i < 200; ++i) zoomTimeline(1.5, clipOf().duration / 3); })()');
  await isDrawn('zoomed');
  assert.ok(await page.evaluate('view.to > view.from && [0, 1, 2].every(i => Number.isFinite(xOf(i)))'));
});

await test('nothing else that a file says about time makes a page draw more', async () => {
  for (const [start, duration, fps] of [[0, 1e300, 30], [1e300, 1, 30], [-1e9, 2e9, 1e9], [0, 1e9, 1e-9], [0, 1e308, 1e308], [1e18, 1e-9, 60], [0, 0, 30]]) {
    await page.evaluate(`(() => {
      window.was ??= { clip: facts.clips[0], fps: facts.fps };
      facts.clips[0] = { ...was.clip, start: ${start}, duration: ${duration} };
      facts.fps = ${fps};
      Object.assign(view, { from: 0, to: 1 });
      keys = Array.from({ length: 65536 }, (_, i) => ${duration} * i / 65536);
    })()`);
    const { ticks: all, width } = await ticks();
    assert.ok(all.length <= width / 4, `${[start, duration, fps]}: ${all.length} ticks`);
    const diamonds = await page.evaluate(`(() => {
      const context = timeline.getContext('2d'), { fill } = context;
      let count = 0;
      context.fill = () => { count += 1; };
      drawFrames();
      context.fill = fill;
      return count;
    })()`);
    assert.ok(diamonds <= width + 2 || duration === 0, `${[start, duration, fps]}: ${diamonds} diamonds`);
  }
  await page.evaluate('(facts.clips[0] = was.clip, facts.fps = was.fps, chooseClip(0, 0))');
});

write('between.gltf', clips(['between'], 0, 1));
await test('the playhead of a frame is at its tick, also where a clip begins between frames', async () => {
  await drop('between.gltf');
  await page.evaluate('facts.clips[0].start = 0.21, 0'); // frame 6.3 of 30 a second, as a take of an FBX can begin
  const rate = await page.evaluate('rate()'), first = Math.ceil(0.21 * rate);
  for (const frame of [first, first + 1, first + 10]) {
    await page.evaluate(`location.hash = '#at=${frame}f'`);
    await page.until(`frameText(state.time) === '${frame}'`);
    await settle(page);
    const { ticks: all, width } = await ticks(), playhead = await page.evaluate('new DOMMatrix(getComputedStyle(find("playhead")).transform).m41');
    const expected = 10 + (width - 20) * (frame / rate - 0.21);
    assert.ok(Math.abs(playhead - expected) < 0.01, `the playhead is at ${playhead}, not ${expected}`);
    assert.ok(all.some(x => Math.abs(x - expected) < 0.01), `no tick at ${expected}: ${all.slice(0, 12)}`);
  }
});

await test('a speed stays a number', async () => {
  await page.evaluate(`(() => { for (let i = 0; i < 2000; ++i) act('}'); advance(0.01); })()`);
  assert.ok(await page.evaluate('Number.isFinite(state.time)'));
  await page.key('Backspace');
});

// ---- lists ------------------------------------------------------------------------------------------------------------

write('many.gltf', { ...clips(Array.from({ length: 3000 }, (_, i) => `clip ${i}`), 0, 1),
  nodes: [{ name: 'a', children: Array.from({ length: 2999 }, (_, i) => i + 1) }, ...Array.from({ length: 2999 }, (_, i) => ({ name: `joint ${i + 1}` }))] });
await test('a list has the rows around what is chosen, and shows the others', async () => {
  await drop('many.gltf');
  const rows = list => page.evaluate(`[...find('${list}').querySelectorAll('button')].map(button => button.textContent.replace(/  .*/, ''))`);
  assert.deepEqual(await page.evaluate('[facts.clips.length, facts.joints.length]'), [3000, 3000]);
  assert.deepEqual((await rows('clips')).slice(-2), ['clip 499', '2500 more after']);
  await page.evaluate('location.hash = "#clip=clip 2000&joint=joint 2500"');
  await page.until('nameOfJoint() === "joint 2500"');
  for (const [list, first, name, last] of [['clips', '1750 more before', 'clip 2000', '750 more after'], ['joints', '2250 more before', 'joint 2500', '250 more after']]) {
    const shown = await rows(list);
    assert.deepEqual([shown.length, shown[0], shown.at(-1)], [502, first, last]);
    assert.equal((await page.evaluate(`find('${list}').querySelector('[aria-pressed=true]').textContent`)).replace(/  .*/, ''), name);
  }
  await page.evaluate('find("clips").lastElementChild.firstElementChild.click()');
  assert.deepEqual((await rows('clips')).slice(0, 2), ['2250 more before', 'clip 2250']);
  await page.evaluate('(find("search").value = "JOINT 29", find("search").oninput({ target: find("search") }))');
  assert.deepEqual((await rows('joints')).slice(0, 3), ['joint 29', 'joint 290', 'joint 291']);
  await page.evaluate('compareWith(BESIDE, 0, 0)');
  assert.ok(await page.evaluate('find("other").options.length') <= 501);
  await page.evaluate('compareWith(ALONE, 0, 0)');
  await page.key('n');
  await settle(page);
  assert.ok(await page.evaluate('find("labels").children.length') <= 200);
  await page.key('n');
});

// ---- names ------------------------------------------------------------------------------------------------------------

const hostile = 'a\x1b]0;x\x07\u202e\u2028b\'$(touch X)', plain = "it's #1";
write('names.gltf', { nodes: [{ name: hostile, children: [1] }, { name: plain }] });
await test('the copied command has no character that a terminal obeys, and bash reads the name', async () => {
  await drop('names.gltf');
  for (const name of [hostile, plain]) {
    await page.evaluate(`chooseJoint(facts.joints.find(one => one.name === ${JSON.stringify(name)}).joint)`);
    const command = await page.evaluate('command()');
    assert.ok(/^[ -~]*$/.test(command), JSON.stringify(command));
    const words = execFileSync('bash', ['-c', `sinew() { printf '%s\\0' "$@"; }; ${command}`], { encoding: 'utf8', cwd: folder }).split('\0');
    assert.equal(words[words.indexOf('--joint') + 1], name);
    assert.ok(words.includes('#1') || words.includes('none'));
  }
  assert.equal(await page.evaluate('quoteFile("-o.fbx")'), './-o.fbx');
});

// ---- images -----------------------------------------------------------------------------------------------------------

/** Records the images that the page decodes from now on, and the pixels that it gives to textures. */
const watchImages = () => page.evaluate(`(() => {
  window.create ??= createImageBitmap;
  window.watched = { bitmaps: [], most: 0, textures: [], shared: 0 };
  let open = 0;
  createImageBitmap = async (...all) => {
    watched.most = Math.max(watched.most, ++open);
    const bitmap = await create(...all).catch(error => { --open; throw error; }), close = bitmap.close.bind(bitmap);
    watched.bitmaps.push([bitmap.width, bitmap.height]);
    bitmap.close = () => { --open; close(); };
    return bitmap;
  };
  window.whole ??= module;
  module = { ...whole,
    page_set_image: (texture, width, height, pixels) => {
      watched.textures[texture] = [width, height, ...new Uint8Array(whole.memory.buffer, pixels, 4)];
      whole.page_set_image(texture, width, height, pixels);
    },
    page_share_image: (texture, other) => { watched.shared += 1; whole.page_share_image(texture, other); } };
})()`);

writePng('huge.png', 12000, 12000);
writePng('huger.png', 16385, 1);
write('huge.gltf', squares(['huge.png', 'huger.png']));
await test('an image of a few kilobytes that would take half a gigabyte is not decoded', async () => {
  await watchImages();
  await drop('huge.gltf', 'huge.png', 'huger.png');
  assert.deepEqual(await page.evaluate('watched.bitmaps'), []);
  const said = (await warnings()).filter(text => /huge/.test(text));
  const files = ['huge.png', 'huger.png'].reduce((sum, name) => sum + statSync(own(name)).size, 0), limit = Math.ceil((2 ** 28 + 64 * files) / 2 ** 20);
  assert.ok(said.includes(`huge.png: 12000 × 12000 pixels take 550 MB; the limit is ${limit} MB`), said.join()); // 4 · 12000² bytes
  assert.match(said.join(), /huger\.png: .*16385 × 1 pixels, the limit is 16384/);
});

writePng('one.png', 4000, 4000);
writePng('two.png', 4100, 4000); // the larger file, which is decoded after the other
write('large.gltf', squares(['one.png', 'two.png', 'ONE.png']));
await test('images share a budget: one after the other, halved in linear light, one of a file', async () => {
  await watchImages();
  await drop('large.gltf', 'one.png', 'two.png');
  const { bitmaps, most, textures, shared } = await page.evaluate('watched');
  // 3/7 of 257 MiB are 115 MB; half of it is less than the 64 MB of the first, and with its quarter gone the second fits.
  assert.deepEqual([bitmaps, most, shared], [[[4000, 4000], [4100, 4000]], 1, 1]);
  assert.deepEqual(textures.map(one => one && one.slice(0, 2)), [[2000, 2000], [4100, 4000]]);
  assert.ok(textures[0].slice(2, 5).every(value => Math.abs(value - 188) <= 1), `half black, half white is ${textures[0].slice(2)}`); // sRGB of 0.5 is 187.5
  assert.match((await warnings()).join(), /one\.png: the image is drawn at 2000 × 2000 pixels instead of 4000 × 4000/);
  await page.evaluate('module = whole, createImageBitmap = create, 0');
});

await test('decoding ends with its time', async () => {
  await page.evaluate('(() => { const now = performance.now.bind(performance); let calls = 0; performance.now = () => now() + 1e6 * calls++; })()');
  await page.evaluate('openFile(state.file)');
  assert.match((await warnings()).join(), /one\.png: decoding the images of the model takes too long/);
  await page.evaluate('delete performance.now');
});

await test('nothing was requested and nothing was complained about', () => assert.deepEqual(page.errors, []));
await page.close();
finish();
