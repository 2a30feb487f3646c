// touch.mjs SINEW SOURCE FOLDER: a page 390 pixels wide, used with fingers.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openPage } from './browser.mjs';
import { test, finish } from './checks.mjs';

const [sinew, source, folder] = process.argv.slice(2);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
execFileSync(sinew, ['page', join(source, 'samples/character.fbx'), '--clip', 'walk', '--at', '7f', '-o', join(folder, 'page.html')], { stdio: 'ignore' });
const page = await openPage(join(folder, 'page.html'), { width: 390, height: 844, touch: true });
await page.until('document.body.dataset.drawn > 0');

/** Moves fingers, each from its first point to its last one. */
async function swipe(...fingers) {
  await page.touch('touchStart', fingers.map(([from]) => from));
  for (let i = 1; i <= 8; ++i) await page.touch('touchMove', fingers.map(([from, to]) => from.map((x, k) => x + (to[k] - x) * i / 8)));
  await page.touch('touchEnd', []);
}
/** The middle of an element. */
const middle = selector => page.evaluate(`(b => [(b.left + b.right) / 2, (b.top + b.bottom) / 2])(document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`);
async function tap(selector) {
  await page.touch('touchStart', [await middle(selector)]);
  await page.touch('touchEnd', []);
}

await test('nothing is wider than the screen, and the picture has most of it', async () => {
  const [width, buttons, share] = await page.evaluate(`[document.documentElement.scrollWidth, [...document.querySelectorAll('#controls button')].map(one => {
    const box = one.getBoundingClientRect();
    return box.left >= 0 && box.right <= 390 && box.bottom <= 844;
  }), canvas.clientWidth * canvas.clientHeight / (390 * 844)]`);
  assert.equal(width, 390);
  assert.ok(buttons.every(Boolean), 'a button lies outside');
  assert.ok(share > 0.5, `the picture has ${share} of the screen`);
});

await test('a tap on a button does what it says', async () => {
  for (const isOn of [true, false]) {
    await tap('[data-key="a"]');
    await page.until(`!!(state.looks & LOOKS.skeleton) === ${isOn}`, 20);
  }
});

await test('one finger orbits, and the page does not scroll', async () => {
  const before = await page.evaluate('cameraText() ?? state.view');
  await swipe([[200, 300], [280, 320]]);
  assert.equal(await page.evaluate('state.view'), 'free');
  assert.notEqual(await page.evaluate('cameraText()'), before);
  assert.deepEqual(await page.evaluate('[scrollX, scrollY]'), [0, 0]);
});

await test('two fingers zoom by the ratio of their distances', async () => {
  const distance = `(([a, b, c, x, y, z]) => Math.hypot(a - x, b - y, c - z))(cameraText().split(/[,:]/).map(Number))`;
  const before = await page.evaluate(distance);
  await swipe([[170, 300], [140, 300]], [[230, 300], [260, 300]]); // 60 pixels apart, then 120
  const zoom = before / await page.evaluate(distance);
  assert.ok(Math.abs(zoom - 2) < 0.05, `zoomed ${zoom} times`);
});

await test('a finger scrubs the timeline', async () => {
  const [left, width, y] = await page.evaluate('(b => [b.left, b.width, b.top + 30])(timeline.getBoundingClientRect())');
  await swipe([[left + 10, y], [left + 10 + (width - 20) / 4, y]]);
  const share = await page.evaluate('state.time / clipOf().duration');
  assert.ok(Math.abs(share - 0.25) < 0.02, `at ${share}`);
});

await test('the lists open, and a tap chooses a clip', async () => {
  await tap('[data-key="t"]');
  await page.until('find("side").clientWidth > 0', 20);
  await page.screenshot(join(folder, 'lists.png'));
  await tap('#clips li:last-child button');
  await page.until('state.clip === facts.clips.length - 1', 20);
  await tap('[data-key="t"]');
  await page.until('find("side").clientWidth === 0', 20);
});

await test('nothing was complained about', () => assert.deepEqual(page.errors, []));
finish();
