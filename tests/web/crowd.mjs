// crowd.mjs SINEW SOURCE PACKAGE FOLDER: the sample page of the package in Chromium: both crowds pose, and the picture of either is the same.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openPage } from '../page/browser.mjs';
import { test, finish } from '../page/checks.mjs';

const [sinew, source, packed, folder] = process.argv.slice(2), three = join(process.env.SINEW_NODE_MODULES ?? folder, 'node_modules/three');
if (!existsSync(three) || spawnSync(process.env.CHROMIUM ?? 'chromium', ['--version']).error) {
  console.log('skipped: no three (npm) in $SINEW_NODE_MODULES, or no chromium');
  process.exit();
}
mkdirSync(folder, { recursive: true });
const server = spawn(process.execPath, [join(source, 'web/sample/serve.mjs'), packed, sinew, join(source, 'samples/character.fbx'), '0'],
  { env: { ...process.env, SINEW_NODE_MODULES: join(three, '../..') }, stdio: ['ignore', 'pipe', 'inherit'] });
process.on('exit', () => server.kill());
const address = await new Promise(done => server.stdout.once('data', text => done(String(text).trim())));

await test('200 characters are posed by sinew in less time than by AnimationMixer', async () => {
  const page = await openPage(`${address}?count=200`, { width: 640, height: 400 });
  await page.until('document.body.dataset.frames > 3', 300);
  const [own, other] = await page.evaluate('["sinew", "mixer"].map(id => Number(document.getElementById(id).textContent))');
  assert.ok(own > 0 && other > own, `${own} ms, AnimationMixer ${other} ms`);
  console.log(`        AnimationMixer takes ${(other / own).toFixed(1)} times as long`);
  await page.screenshot(join(folder, 'crowd.png'));
  assert.deepEqual(page.errors.filter(line => !line.startsWith('request')), []);
  await page.close();
});

await test('both crowds are the same picture', async () => {
  const page = await openPage(`${address}?count=6`, { width: 640, height: 400 });
  await page.until('document.body.dataset.frames > 3', 120);
  await page.evaluate('(at => { performance.now = () => at; })(performance.now())'); // the clock stands still
  const picture = name => page.evaluate(`new Promise(done => {
    document.querySelector('[value=${name}]').click();
    const from = Number(document.body.dataset.frames);
    const wait = () => {
      if (Number(document.body.dataset.frames) < from + 3) return requestAnimationFrame(wait);
      const copy = new OffscreenCanvas(160, 100), context = copy.getContext('2d');
      context.drawImage(document.getElementById('view'), 0, 0, 160, 100);
      done([...context.getImageData(0, 0, 160, 100).data]);
    };
    requestAnimationFrame(wait);
  })`);
  const own = await picture('sinew'), other = await picture('mixer');
  const differing = own.filter((value, i) => i % 4 !== 3 && Math.abs(value - other[i]) > 24).length / (3 * 160 * 100);
  const shown = own.filter((value, i) => i % 4 === 0 && Math.abs(value - own[0]) > 24).length;
  await page.screenshot(join(folder, 'mixer.png'));
  assert.ok(shown > 1000 && differing < 0.01, `${shown} pixels are shown, ${100 * differing} % differ`);
  await page.close();
});

finish();
