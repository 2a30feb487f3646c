// report.mjs SINEW SOURCE FOLDER: the page of `sinew check --format html` in Chromium. The expected findings come from `sinew check --json`.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPage } from './browser.mjs';
import { test, finish } from './checks.mjs';

const [sinew, source, folder] = process.argv.slice(2);
rmSync(folder, { recursive: true, force: true });
for (const part of ['a', 'b']) mkdirSync(join(folder, 'clips', part), { recursive: true });
const run = (...words) => spawnSync(sinew, words, { cwd: folder, encoding: 'utf8' });
copyFileSync(join(source, 'samples/walk.fbx'), join(folder, 'clips/a/walk.fbx'));
copyFileSync(join(source, 'samples/character.fbx'), join(folder, 'clips/b/walk.fbx')); // another file of the same name
writeFileSync(join(folder, 'clips', `<img src=x onerror=document.title='owned'>.fbx`), 'no model');
const evil = `</script><svg/onload=document.title='owned'>`;
writeFileSync(join(folder, 'clips/evil.bvh'), `HIERARCHY\nROOT ${evil}\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 10 0\n}\n}\n` +
  'MOTION\nFrames: 3\nFrame Time: 0.1\n0 0 0\n0 90 0\n0 0 0\n');
const html = run('check', 'clips', '--format', 'html', '-o', 'report.html');
const found = JSON.parse(run('check', 'clips', '--json').stdout);
const page = await openPage(join(folder, 'report.html'));
await page.until('document.body.dataset.drawn > 0');
/** Clicks the finding of a file with this text, and waits until it is shown. The list may move while the page shows the finding that was clicked before: a
 * click that met something else, so that the finding has no focus, is tried again. */
const click = async (file, text) => {
  const button = `[...[...document.querySelectorAll('#report h3')].find(one => one.textContent.startsWith(${JSON.stringify(file)} + ':'))
    .nextElementSibling.querySelectorAll('button')].find(one => one.textContent.endsWith(${JSON.stringify(text)}))`;
  for (let tries = 0; tries < 20; ++tries) {
    const [x, y] = await page.evaluate(`(() => {
      const button = ${button};
      button.scrollIntoView({ block: 'nearest' });
      const box = button.getBoundingClientRect();
      return [box.left + 20, box.top + 6];
    })()`);
    await page.click(x, y);
    if (await page.evaluate(`document.activeElement === ${button}`)) break;
  }
  await page.until(`state.ready && data.files[state.file].name === ${JSON.stringify(file)} && !state.playing`);
};

await test('the exit code is that of the other formats', () => assert.equal(html.status, 1));

await test('all findings of all files are listed', async () => {
  const listed = await page.evaluate(`data.report.map(file => [file.name, file.findings.map(one => [one.code, one.text])])`);
  assert.deepEqual(listed, found.files.map(file => [file.file, file.findings.map(one => [one.code, one.text])]));
  const count = found.files.reduce((sum, file) => sum + file.findings.length, 0);
  assert.equal(await page.evaluate('document.querySelectorAll("#report li").length'), count);
});

await test('a finding shows its file, clip, moment, joint', async () => {
  for (const file of ['clips/b/walk.fbx', 'clips/a/walk.fbx']) {
    const wanted = found.files.find(one => one.file === file).findings.find(one => one.clip && one.node);
    await click(file, `${wanted.clip}', ${wanted.node}: ${wanted.text}`);
    await page.until(`state.joint !== NONE && nameOfJoint() === ${JSON.stringify(wanted.node)}`);
  }
  const [clip, time] = await page.evaluate('[clipOf().name, state.time]');
  const finding = await page.evaluate(`data.report.find(file => file.name === 'clips/a/walk.fbx').findings.find(one => one.clip && one.node)`);
  assert.equal(clip, finding.clip);
  assert.ok(Math.abs(time - (finding.time ?? 0)) < 1e-6, `at ${time}`);
});

await test('what cannot be read is text, and no name is markup', async () => {
  assert.equal(await page.evaluate(`document.querySelectorAll('#report button, #report li').length > 0 && document.querySelectorAll('#side img, svg').length`), 0);
  const unread = await page.evaluate(`[...document.querySelectorAll('#report h3')].find(one => one.textContent.includes('<img')).nextElementSibling.querySelectorAll('button').length`);
  assert.equal(unread, 0);
  assert.ok(!(await page.evaluate('document.title')).includes('owned'));
});
await page.screenshot(join(folder, 'report.png'));

await test('nothing was requested and nothing was complained about', () => assert.deepEqual(page.errors, []));
await page.close();

await test('models that do not fit are text', async () => {
  run('check', 'clips', '--format', 'html', '--embed-bytes', '1000', '-o', 'small.html');
  assert.ok(statSync(join(folder, 'small.html')).size < 400_000);
  const small = await openPage(join(folder, 'small.html'));
  await small.until('document.querySelectorAll("#report li").length > 0');
  assert.equal(await small.evaluate('document.querySelectorAll("#report button").length'), 0);
  assert.match(await small.evaluate('document.getElementById("sentence").textContent'), /no model to show/);
  for (const key of [' ', '.', 'a', '/']) await small.key(key);
  assert.deepEqual(small.errors, []);
  await small.close();
});

finish();
