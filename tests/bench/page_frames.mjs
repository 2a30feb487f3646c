// page_frames.mjs SAMPLES PAGE…: how fast pages play in Chromium without a GPU, at 640×480: pictures a second, processor time of a picture over
// all processes of the browser, and when the first one is drawn. The pages take turns, so that they share what else the machine does.
import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPage } from '../page/browser.mjs';

const [samples, ...pages] = process.argv.slice(2), ROUNDS = 4, SECONDS = 3;
const results = pages.map(() => ({ first: [], rate: [], cpu: [] }));
const wait = seconds => new Promise(done => setTimeout(done, seconds * 1000));

/** Milliseconds of all processes below this one: ticks are hundredths. */
function spent() {
  const parents = new Map(), times = new Map();
  for (const process of readdirSync('/proc').filter(name => /^\d+$/.test(name)))
    try {
      const text = readFileSync(`/proc/${process}/stat`, 'utf8'), words = text.slice(text.lastIndexOf(')') + 2).split(' ');
      parents.set(+process, +words[1]);
      times.set(+process, 10 * (+words[11] + +words[12]));
    } catch {} // it has ended
  let sum = 0;
  for (const [one, time] of times) {
    let above = one;
    while (above && above !== process.pid) above = parents.get(above);
    if (above && one !== process.pid) sum += time;
  }
  return sum;
}

/** Notes when the first picture is drawn. */
const note = `new MutationObserver((changes, own) => {
  if (!document.body?.dataset.drawn) return;
  own.disconnect();
  window.firstDrawn = performance.now();
}).observe(document, { subtree: true, childList: true, attributeFilter: ['data-drawn'] })`;

async function measure(file, out) {
  const page = await openPage(fileURLToPath(import.meta.url)); // anything that is not the page
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: note });
  await page.send('Page.navigate', { url: `file://${resolve(file)}` });
  await page.until('window.firstDrawn');
  out.first.push(await page.evaluate('firstDrawn'));
  await page.evaluate(`canvas.style.cssText = 'position: fixed; inset: 0; width: 640px; height: 480px'; Object.assign(state, { samples: ${+samples}, playing: true }); 0`);
  await wait(0.5);
  const count = () => page.evaluate('+document.body.dataset.drawn');
  const begin = [await count(), spent(), performance.now()];
  await wait(SECONDS);
  const end = [await count(), spent(), performance.now()], frames = Math.max(end[0] - begin[0], 1);
  out.rate.push(1000 * frames / (end[2] - begin[2]));
  out.cpu.push((end[1] - begin[1]) / frames);
  await page.close();
}

for (let round = 0; round < ROUNDS; ++round) for (const [i, file] of pages.entries()) await measure(file, results[i]);
const middle = numbers => numbers.sort((a, b) => a - b)[numbers.length >> 1].toFixed(1);
results.forEach(({ first, rate, cpu }, i) =>
  console.log(`${pages[i]}: ${middle(rate)} pictures/s, at best ${Math.max(...rate).toFixed(1)}; ${middle(cpu)} ms of processor each; first after ${Math.min(...first).toFixed(0)} ms`));
