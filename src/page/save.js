// Saves the state of a viewer page as a page that works on its own: one HTML file with the same player, but without the code that takes
// dropped files.

/** A copy of the page from before anything was shown. */
const template = /** @type {HTMLElement} */ (document.documentElement.cloneNode(true));
template.querySelector('body > script:last-child')?.remove(); // this script

/** @param {Blob} blob @returns {Promise<string>} */
const base64Of = blob => new Promise((resolve, reject) => {
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
  reader.onerror = () => reject(new Error('a file that was dropped has changed or is gone; drop it again'));
  reader.readAsDataURL(blob);
});

/** Returns the bytes of a model compressed, in the order that joinPlanes reads. @param {Uint8Array} bytes */
function packModel(bytes) {
  const count = bytes.length >> 2, planes = bytes.slice();
  for (let plane = 0; plane < 4; ++plane)
    for (let i = 0; i < count; ++i) planes[plane * count + i] = bytes[4 * i + plane];
  return new Response(new Blob([planes]).stream().pipeThrough(new CompressionStream('gzip'))).blob();
}

/** Returns the canvas as a small JPEG, for browsers that cannot draw. */
function drawStill() {
  const still = document.createElement('canvas'), [width, height] = [480, 360], scale = Math.max(width / canvas.width, height / canvas.height);
  Object.assign(still, { width, height });
  drawImage();
  still.getContext('2d')?.drawImage(canvas, (width - scale * canvas.width) / 2, (height - scale * canvas.height) / 2, scale * canvas.width, scale * canvas.height);
  return still.toDataURL('image/jpeg', 0.9);
}

/**
 * Saves a file of the page and its blocks.
 * @param {number} actor @param {number} from its index in this page @param {number} to its index in the saved page
 * @param {(id: string, blob: Blob) => Promise<void>} put
 */
async function saveFile(actor, from, to, put) {
  const file = data.files[from], { name, front, clips } = file;
  module.page_select(actor);
  const sources = imageSources(file, (actor ? otherFacts : facts).textures);
  module.page_select(0);
  /** @type {Record<string, string>} */
  const textures = {};
  for (const { bytes, textures: used } of sources.filter(one => one.bytes instanceof Blob)) { // other images are embedded in the model
    for (const texture of used) textures[texture] = `image-${to}-${used[0]}`;
    await put(`image-${to}-${used[0]}`, /** @type {Blob} */ (bytes));
  }
  await put(`model-${to}`, await packModel(await modelBytes(file)));
  return { name, front, clips, block: `model-${to}`, textures };
}

/** Returns a page with the shown state as HTML. */
async function makePage() {
  const page = /** @type {HTMLElement} */ (template.cloneNode(true)), isPair = state.pairing !== ALONE;
  const body = /** @type {HTMLElement} */ (page.querySelector('body')), words = addressWords();
  let size = page.outerHTML.length;
  /** @param {string} id @param {Blob} blob */
  const put = async (id, blob) => {
    if ((size += blob.size * 4 / 3) > MAX_BLOCK) throw new Error(`The page would have more than ${megabytes(MAX_BLOCK)}, which browsers do not open.`);
    const block = document.createElement('script');
    Object.assign(block, { type: 'application/octet-stream', id, textContent: await base64Of(blob) });
    body.append(block, '\n');
  };
  const files = [await saveFile(0, state.file, 0, put)];
  if (isPair && state.otherFile !== state.file) files.push(await saveFile(1, state.otherFile, 1, put));
  if (state.playing) words.delete('at');
  words.delete('file');
  const { looks, colors, skin, names } = state;
  /** @type {PageData} */
  const saved = { ...data, files, inPlace: state.inPlace, clip: clipOf().name, at: state.playing ? null : state.time,
    pairing: isPair ? PAIRINGS[state.pairing] : null, otherFile: files.length - 1, otherClip: state.otherClip,
    shown: words.toString(), look: { looks, colors, skin, names } };
  delete saved.viewer;
  page.querySelector('#viewer')?.remove();
  const policy = /** @type {HTMLMetaElement} */ (page.querySelector('meta[http-equiv]'));
  policy.content = policy.content.replace(/; worker-src.*/, '');
  /** @type {HTMLElement} */ (page.querySelector('#data')).textContent = JSON.stringify(saved).replaceAll('<', '\\u003c'); // no name in it can end the script
  page.querySelector('#still')?.setAttribute('src', drawStill());
  return `<!doctype html>\n${page.outerHTML}\n`;
}

/** Saves the page under the name of the shown file. */
const savePage = () => inTurn(async () => {
  if (state.ready) saveBlob(new Blob([await makePage()], { type: 'text/html' }), `${data.files[state.file].name.replace(/\.[^.]*$/, '')}.html`);
});
