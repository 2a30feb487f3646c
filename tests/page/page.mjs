// page.mjs SINEW SOURCE FOLDER: pages in Chromium, through real input. Expected values come from the program: from `sinew render`, whose
// command the page itself copies, and from `sinew keys`.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPage } from './browser.mjs';

const [sinew, source, folder] = process.argv.slice(2);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const run = (...words) => execFileSync(sinew, words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const sample = name => join(source, 'samples', name);
const makePage = (name, ...words) => {
  run('page', ...words, '-o', name);
  return join(folder, name);
};

let failures = 0;
async function test(name, body) {
  try {
    await body();
    console.log(`passed  ${name}`);
  } catch (error) {
    failures += 1;
    console.log(`FAILED  ${name}: ${error.message}`);
  }
}

const drawn = 'document.body.dataset.drawn > 0';
/** Waits until what was asked for is drawn. */
const settle = page => page.evaluate(`new Promise(done => { const wait = () => state.dirty ? requestAnimationFrame(wait) : done(); wait(); })`);

/** Error of the page's image beside the one that its own command draws. */
async function imageError(page, file, name) {
  await settle(page);
  const url = await page.evaluate('drawImage() ?? canvas.toDataURL("image/png")');
  writeFileSync(join(folder, `${name}.png`), Buffer.from(url.split(',')[1], 'base64'));
  const words = (await page.evaluate('command()')).split(' ').map(word => word.replace(/^'(.*)'$/, '$1'));
  assert.deepEqual(words.slice(0, 2), ['sinew', 'render']);
  words[2] = file;
  words[words.indexOf('-o') + 1] = `${name}-program.png`;
  return parseFloat(run(...words.slice(1), '--reference', `${name}.png`).match(/error ([\d.e-]+)/)[1]);
}

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
    const error = await imageError(page, character, name.replace(/ /g, '-'));
    assert.ok(error <= 0.003, `error ${error}`);
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

await test('the mouse scrubs', async () => {
  const box = await page.evaluate('(b => [b.left, b.top, b.width])(timeline.getBoundingClientRect())');
  const middle = box[0] + 10 + (box[2] - 20) / 2;
  await page.drag(box[0] + 10, box[1] + 30, middle, box[1] + 30);
  const share = await page.evaluate('state.time / clipOf().duration');
  assert.ok(Math.abs(share - 0.5) < 0.01, `at ${share}`);
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
  await page.key('Escape');
  assert.equal(await page.evaluate('state.joint'), -1);
});

await test('a drag orbits, a pinch zooms', async () => {
  const before = await page.evaluate('[state.azimuth, state.zoom]');
  await page.drag(600, 200, 700, 220);
  assert.notEqual(await page.evaluate('state.azimuth'), before[0]);
  await page.touch('touchStart', [[550, 200], [650, 200]]);
  await page.touch('touchMove', [[500, 200], [700, 200]]);
  await page.touch('touchEnd', []);
  const zoom = await page.evaluate('state.zoom');
  assert.ok(Math.abs(zoom / before[1] - 2) < 0.05, `zoomed ${zoom / before[1]} times`);
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

await test('a clip that is not there is one sentence', async () => {
  await page.evaluate('location.hash = "#clip=fly"');
  await page.until('!document.getElementById("note").hidden');
  assert.match(await page.evaluate('document.getElementById("sentence").textContent'), /^There is no clip 'fly' in character\.fbx\.$/);
});

await test('the second file opens', async () => {
  await page.evaluate('document.querySelectorAll("#files button")[1].click()');
  await page.until('state.ready && data.files[state.file].name === "walk.fbx" && document.getElementById("note").hidden');
  await page.key('.'); // also pauses
  const error = await imageError(page, sample('walk.fbx'), 'second');
  assert.ok(error <= 0.003, `error ${error}`);
});

await test('a lost context comes back', async () => {
  await page.evaluate('(window.losing = gl.getExtension("WEBGL_lose_context")).loseContext()');
  await page.until('gl.isContextLost()');
  await page.evaluate('losing.restoreContext()');
  await page.until('!gl.isContextLost() && state.ready');
  const error = await imageError(page, sample('walk.fbx'), 'restored');
  assert.ok(error <= 0.003, `error ${error}`);
});

await test('nothing was requested and nothing was complained about', () => assert.deepEqual(page.errors, []));
await page.close();

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
  assert.equal(await hostile.evaluate('document.querySelectorAll("img, svg").length'), 0);
  assert.deepEqual(hostile.errors, []);
  await hostile.close();
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
    const error = await imageError(aside, join(folder, 'aside.bvh'), `aside-${front}`);
    assert.ok(error <= 0.003, `error ${error}`);
    await aside.close();
  });
}

await test('without WebGL 2 there is one sentence', async () => {
  const plain = await openPage(both, { arguments: ['--disable-gpu', '--disable-3d-apis'] });
  await plain.until('document.getElementById("sentence").textContent !== "Opening…"');
  assert.match(await plain.evaluate('document.getElementById("sentence").textContent'), /WebGL 2/);
  await plain.close();
});

process.exit(failures ? 1 : 0);
