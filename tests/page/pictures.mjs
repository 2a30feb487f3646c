// Pictures of a page beside those that the program draws.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Compares pictures: `run` runs the program with words in `folder`; `files` has the paths of the program's pictures.
 * @param {(...words: string[]) => string} run @param {string} folder @param {Record<string, string>} files
 */
export function makeComparison(run, folder, files = {}) {
  /** Waits until the requested state is drawn. */
  const settle = page => page.evaluate(`new Promise(done => { const wait = () => state.dirty ? requestAnimationFrame(wait) : done(); wait(); })`);

  /**
   * Draws the page's state, and saves columns of the image as NAME.png: all, or those from `left` on of a `width`. What colours mean is HTML in a page:
   * its corner of the image is taken from the image `legend`.
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

  /** Saves the image without its background: if two models are drawn over each other, saves an image of each one. */
  async function saveAlone(page, name) {
    await page.evaluate('compareWith(OVER, state.file, state.clip)');
    await settle(page);
    const [width, height, pixels] = await page.evaluate(`(() => {
      drawImage();
      const size = 4 * canvas.width * canvas.height, bytes = new Uint8Array(module.memory.buffer, module.page_over() + size, size);
      return [canvas.width, canvas.height, btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))];
    })()`);
    const head = Buffer.from([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, width & 255, width >> 8, height & 255, height >> 8, 32, 40]); // TGA, top row first
    const bytes = Buffer.from(pixels, 'base64');
    for (let i = 0; i < bytes.length; i += 4) bytes.subarray(i, i + 3).reverse(); // blue, green, red, alpha
    writeFileSync(join(folder, `${name}.tga`), Buffer.concat([head, bytes]));
    await page.evaluate('compareWith(ALONE, 0, NONE)');
  }

  /** Returns the error of NAME.png against a command's image. */
  const errorOf = (words, name, kind = 'png') => parseFloat(run(...words, '-o', `${name}-program.png`, '--reference', `${name}.${kind}`, '--tol-image', '1').match(/error ([\d.e-]+)/)[1]);

  /** The words of the page's own command, for another path of the file. */
  async function commandOf(page, file) {
    const words = (await page.evaluate('command()')).split(' ').map(word => word.replace(/^'(.*)'$/, '$1'));
    assert.deepEqual(words.slice(0, 2), ['sinew', 'render']);
    words[2] = file;
    words.splice(words.indexOf('-o'), 2);
    return words;
  }

  /** The page's image is the one that its own command draws, with `more` words. */
  async function assertImage(page, file, name, more = []) {
    await settle(page);
    const words = [...await commandOf(page, file), ...more];
    if (words.includes('--over')) words[words.indexOf('--over') + 1] = files[words[words.indexOf('--over') + 1]];
    const legend = await page.evaluate('!find("legend").hidden');
    if (legend) run(...words.slice(1), '-o', `${name}-legend.png`);
    await saveImage(page, name, 0, 0, legend ? readFileSync(join(folder, `${name}-legend.png`), 'base64') : null);
    const error = errorOf(words.slice(1), name);
    assert.ok(error <= 0.003, `${name}: error ${error}`);
  }

  /** Also without a background. */
  async function assertAlone(page, file, name) {
    await settle(page);
    const words = await commandOf(page, file);
    await saveAlone(page, name);
    const error = errorOf([...words.slice(1), '--transparent'], name, 'tga');
    assert.ok(error <= 0.003, `${name}: error ${error}`);
  }

  return { settle, saveImage, errorOf, assertImage, assertAlone };
}
