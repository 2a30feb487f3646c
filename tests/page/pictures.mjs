// Pictures of a page beside those that the program draws.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What compares them: `run` runs the program with words in `folder`; `files` has the paths of those with which a page compares its own.
 * @param {(...words: string[]) => string} run @param {string} folder @param {Record<string, string>} files
 */
export function makeComparison(run, folder, files = {}) {
  /** Waits until what was asked for is drawn. */
  const settle = page => page.evaluate(`new Promise(done => { const wait = () => state.dirty ? requestAnimationFrame(wait) : done(); wait(); })`);

  /**
   * Draws what is shown, and saves columns of it as NAME.png: all, or those from `left` on of a `width`. What colours mean is HTML in a page:
   * its corner of the image is that of the image `legend`.
   */
  async function saveImage(page, name, left = 0, width = 0, legend = null) {
    await settle(page);
    const url = await page.evaluate(`(async () => {
      drawImage();
      const part = new OffscreenCanvas(${width} || canvas.width, canvas.height), context = part.getContext('2d');
      context.drawImage(canvas, -${left}, 0);
      if (${legend !== null}) {
        const image = new Image();
        image.src = 'data:image/png;base64,${legend}';
        await image.decode();
        context.drawImage(image, part.width - 250, 0, 250, 90, part.width - 250, 0, 250, 90);
      }
      return part.convertToBlob().then(blob => new Promise(done => {
        const reader = new FileReader();
        reader.onload = () => done(reader.result);
        reader.readAsDataURL(blob);
      }));
    })()`);
    writeFileSync(join(folder, `${name}.png`), Buffer.from(url.split(',')[1], 'base64'));
  }

  /** Error of NAME.png beside what a command draws. */
  const errorOf = (words, name) => parseFloat(run(...words, '-o', `${name}-program.png`, '--reference', `${name}.png`, '--threshold', '1').match(/error ([\d.e-]+)/)[1]);

  /** The page's image is the one that its own command draws. */
  async function assertImage(page, file, name) {
    await settle(page);
    const words = (await page.evaluate('command()')).split(' ').map(word => word.replace(/^'(.*)'$/, '$1'));
    assert.deepEqual(words.slice(0, 2), ['sinew', 'render']);
    words[2] = file;
    words.splice(words.indexOf('-o'), 2);
    if (words.includes('--over')) words[words.indexOf('--over') + 1] = files[words[words.indexOf('--over') + 1]];
    const legend = await page.evaluate('!find("legend").hidden');
    if (legend) run(...words.slice(1), '-o', `${name}-legend.png`);
    await saveImage(page, name, 0, 0, legend ? readFileSync(join(folder, `${name}-legend.png`), 'base64') : null);
    const error = errorOf(words.slice(1), name);
    assert.ok(error <= 0.003, `${name}: error ${error}`);
  }

  return { settle, saveImage, errorOf, assertImage };
}
