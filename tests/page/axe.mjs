// axe.mjs SINEW SOURCE FOLDER: what axe-core says about a page for those who cannot see it, in each of its states. Exit code 77: there is no
// axe-core. The npm package is found from the folder $SINEW_NODE_MODULES.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { openPage } from './browser.mjs';

let axe;
try {
  axe = readFileSync(createRequire((process.env.SINEW_NODE_MODULES || process.cwd()) + '/').resolve('axe-core/axe.min.js'), 'utf8');
} catch {
  console.log('skipped: the npm package axe-core is not in $SINEW_NODE_MODULES');
  process.exit(77);
}
const [sinew, source, folder] = process.argv.slice(2), sample = name => join(source, 'samples', name), file = join(folder, 'axe.html');
mkdirSync(folder, { recursive: true });
execFileSync(sinew, ['page', sample('character.fbx'), sample('walk.fbx'), '--clip', 'walk', '--at', '7f', '-o', file], { stdio: 'inherit' });
const viewer = join(folder, 'viewer.html');
execFileSync(sinew, ['page', '--viewer', '-o', viewer], { stdio: 'inherit' });

let failures = 0;
/** @param {string} state @param {any} page */
async function judge(state, page) {
  await page.evaluate(axe + '; 0');
  const { violations } = await page.evaluate('axe.run(document)');
  for (const { id, help, nodes } of violations) console.log(`${state}: ${id}: ${help}\n  ${nodes.map(node => node.html.slice(0, 150)).join('\n  ')}`);
  failures += violations.length;
  console.log(`${violations.length ? 'FAILED ' : 'passed '} ${state}`);
}

for (const [width, height] of [[1000, 640], [390, 844]]) {
  const page = await openPage(file, { width, height });
  await page.until('document.body.dataset.drawn > 0');
  await judge(`opened, ${width} wide`, page);
  await page.evaluate('chooseJoint(facts.joints.find(one => one.name === "hand.L").joint)');
  for (const key of ['v', 'n', 'c', 'b', 'B']) await page.key(key);
  await page.until('state.ready && !state.dirty && state.pairing === BESIDE');
  if (width < 700) await page.key('t');
  await judge(`joint, curves, names, weights and another clip, ${width} wide`, page);
  await page.key('?');
  await judge(`help, ${width} wide`, page);
  await page.close();
}
for (const [width, height] of [[1000, 640], [390, 844]]) {
  const page = await openPage(viewer, { width, height });
  await page.until('find("note").hidden');
  await judge(`viewer, ${width} wide`, page);
  await page.evaluate('var answering = answerImport; answerImport = function answerImport() {}; 0');
  await page.choose('#chooser', sample('walk.fbx'), sample('README.md'));
  await page.until('isImporting');
  await judge(`viewer that imports, ${width} wide`, page);
  await page.key('Escape');
  await page.until('sentences.length === 1');
  await page.evaluate('answerImport = answering, 0');
  await judge(`viewer that says why not, ${width} wide`, page);
  await page.choose('#chooser', sample('README.md'), sample('walk.fbx'), sample('character.fbx'));
  await page.until('sentences.length === 2 && !isImporting');
  await judge(`viewer with models and messages, ${width} wide`, page);
  await page.close();
}
const plain = await openPage(file, { arguments: ['--disable-gpu', '--disable-3d-apis'] });
await plain.until('document.getElementById("sentence").textContent !== "Opening…"');
await judge('without WebGL 2', plain);
await plain.close();
process.exit(failures ? 1 : 0);
