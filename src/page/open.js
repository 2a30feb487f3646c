// Opens a file of the page and chooses what of it is shown.

/** Decodes an image file as the browser does, without its colour management. @param {Uint8Array} bytes */
async function decodeImage(bytes) {
  const bitmap = await createImageBitmap(new Blob([/** @type {any} */ (bytes)]), { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
  const drawn = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (drawn.getContext('2d', { willReadFrequently: true }));
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height);
}

/** Hands the images of the open model to the module. Returns the names of those that the browser cannot decode. @param {PageFile} file */
async function loadImages(file) {
  /** @type {string[]} */
  const failed = [];
  await Promise.all(facts.textures.map(async (path, i) => {
    const size = module.page_embedded_size(i);
    const id = file.textures[String(i)];
    if (!size && !id) return;
    try {
      const bytes = size ? new Uint8Array(module.memory.buffer, module.page_embedded_image(i), size).slice()
                         : Uint8Array.from(atob((find(id).textContent ?? '').trim()), c => c.charCodeAt(0));
      const image = await decodeImage(bytes);
      module.page_set_image(i, image.width, image.height, copyIn(image.data));
    } catch {
      failed.push(path);
    }
  }));
  return failed;
}

/** @param {number} index */
async function openFile(index) {
  const file = data.files[index];
  state.ready = false;
  const block = await unpack(file.block);
  const at = copyIn(block);
  const opened = module.page_open(at, block.length);
  module.page_free(at);
  if (!opened) return say(`${file.name}: ${readText(module.page_error())}`);
  for (const purpose of places.values()) module.page_free(purpose);
  places.clear();
  facts = JSON.parse(readText(module.page_facts()));
  Object.assign(state, { file: index, clip: NONE, joint: NONE, time: 0, loopFrom: NaN, loopTo: NaN });
  const failed = await loadImages(file);
  if (!module.page_prepare(0)) return say(`${file.name}: ${readText(module.page_error())}`);
  document.title = `${file.name} – sinew`;
  fillLists(failed);
  module.page_set_front(file.front);
  chooseClip(facts.clips.length ? 0 : NONE);
  chooseView('default');
  find('note').hidden = true;
  state.ready = true;
}

/** @param {number} index */
function chooseClip(index) {
  if (!module.page_choose_clip(index)) return say(readText(module.page_error()));
  Object.assign(state, { clip: index, time: 0, loopFrom: NaN, loopTo: NaN, dirty: true });
  press('clips', index);
  readKeys();
}

/** @param {number} joint */
function chooseJoint(joint) {
  state.joint = joint;
  state.dirty = true;
  press('joints', joint);
  find('joints').querySelector('[aria-pressed=true]')?.scrollIntoView({ block: 'nearest' });
  readKeys();
}

function readKeys() {
  const at = place('keys', 8 * MAX_KEYS);
  const count = Math.min(module.page_key_times(state.joint, at, MAX_KEYS), MAX_KEYS);
  keys = [...new Float64Array(module.memory.buffer, at, count)];
}

/** @param {string} view */
function chooseView(view) {
  const at = place('view', 16);
  if (data.views[view] === undefined) return;
  module.page_view_angles(data.views[view], at);
  const [azimuth, elevation] = new Float64Array(module.memory.buffer, at, 2);
  Object.assign(state, { view, azimuth, elevation, zoom: 1, panX: 0, panY: 0, dirty: true });
}
