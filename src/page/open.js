// Opens files of the page, and chooses the shown file, clip and camera.

// ---- images ---------------------------------------------------------------------------------------------------------
//
// A file of a few kilobytes can contain gigabytes of pixels. So the size of each image is checked before it is decoded, images are decoded
// one after the other, and images that need too large a share of the memory are halved, by the program's rules.

const IMAGE_HEAD = 2 ** 22; // first bytes of a file, where its width and height are searched
const BAND = 2 ** 20; // pixels that are read from the browser at once
const MOST_HALVINGS = 8; // even the largest image is a thumbnail then
const IMAGE_SECONDS = 60, BYTES_OF_IMAGE_SECONDS = 2 ** 25; // seconds of real time for the images of a model, and again for each 32 MB of their files

/** @param {number} side @param {number} halvings */
const halved = (side, halvings) => Math.max(1, side >> halvings);
/** @param {number} bytes */
const megabytes = bytes => `${Math.ceil(bytes / 2 ** 20)} MB`;

/**
 * @typedef {{bytes: Uint8Array | Blob, size: number, path: string, textures: number[]}} ImageSource a file, and the textures that use it
 */
/** @typedef {{width: number, height: number, pixels: number}} Decoded an image in the module's memory, at the address `pixels` */

/**
 * Returns the files of a model's images, small ones first: blocks of the page, embedded in the model, or dropped.
 * @param {PageFile | DroppedFile} file @param {string[]} paths
 */
function imageSources(file, paths) {
  /** @type {Map<any, ImageSource>} */
  const sources = new Map();
  paths.forEach((path, texture) => {
    const id = 'textures' in file ? file.textures[String(texture)] : undefined, size = module.page_embedded_size(texture);
    const dropped = !id && !size && 'bytes' in file ? droppedImage(path) : null, key = id ?? (size ? `${module.page_embedded_image(texture)} ${size}` : dropped);
    const known = key && sources.get(key);
    if (!key) return;
    if (known) return known.textures.push(texture);
    const bytes = dropped ?? (id ? blockOf(id) : new Uint8Array(module.memory.buffer, module.page_embedded_image(texture), size).slice());
    sources.set(key, { bytes, size: dropped ? dropped.size : /** @type {Uint8Array} */ (bytes).length, path, textures: [texture] });
  });
  return [...sources.values()].sort((a, b) => a.size - b.size);
}

/** Returns the bytes of an image block; none if the page is damaged. @param {string} id */
function blockOf(id) {
  try {
    return bytesOf(id);
  } catch {
    return new Uint8Array(0);
  }
}

/** Returns the size of an image, read from its first bytes. @param {Uint8Array} bytes @param {string} path */
function judgeImage(bytes, path) {
  const start = bytes.subarray(0, IMAGE_HEAD), at = copyIn(start), name = copyTextIn(path);
  const isImage = module.page_judge_image(at, start.length, bytes.length, name);
  for (const used of [at, name]) module.page_free(used);
  if (!isImage) throw new Error(readText(module.page_error()));
  return { width: module.page_judged_width() >>> 0, height: module.page_judged_height() >>> 0 };
}

/**
 * Halves an image in the module's memory. Returns its new address.
 * @param {number} pixels @param {number} width @param {number} height @param {number} halvings @returns {number}
 */
function halve(pixels, width, height, halvings) {
  const at = halvings ? module.page_halve(pixels, width, height, halvings) : pixels;
  if (!at) throw new Error('halving it needs more memory than this browser gives');
  return at;
}

/**
 * Decodes an image by the browser, without colour management, into the module's memory, one band of rows after the other. Returns null if
 * the browser cannot decode it.
 * @param {Uint8Array} bytes @param {number} [halvings] @returns {Promise<Decoded | null>}
 */
async function decodeInBrowser(bytes, halvings = 0) {
  const bitmap = await createImageBitmap(new Blob([/** @type {BlobPart} */ (bytes)]), { premultiplyAlpha: 'none', colorSpaceConversion: 'none' }).catch(() => null);
  if (!bitmap) return null;
  const { width, height } = bitmap, square = 2 ** halvings, step = Math.max(square, square * Math.floor(BAND / width / square));
  const drawn = new OffscreenCanvas(width, Math.min(height, step + square));
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (drawn.getContext('2d', { willReadFrequently: true }));
  const image = { width: halved(width, halvings), height: halved(height, halvings) }, pixels = allocateIn(4 * image.width * image.height);
  try {
    for (let y = 0, to = pixels, count; y < height; y += count) { // the last band has the rows that do not fill a square
      count = height - y < step + square ? height - y : step;
      context.clearRect(0, 0, width, count);
      context.drawImage(bitmap, 0, -y);
      const band = halve(copyIn(context.getImageData(0, 0, width, count).data), width, count, halvings), size = 4 * image.width * halved(count, halvings);
      new Uint8Array(module.memory.buffer).copyWithin(to, band, band + size);
      module.page_free(band);
      to += size;
    }
    return { ...image, pixels };
  } catch (error) {
    module.page_free(pixels);
    throw error;
  } finally {
    bitmap.close();
  }
}

/**
 * Decodes a TGA or DDS image by the module of the viewer page; null if it cannot.
 * @param {Uint8Array} bytes @param {string} path @param {number} halvings @returns {Decoded | null}
 */
function decodeInModule(bytes, path, halvings) {
  if (!module.page_decode) return null;
  const at = copyIn(bytes), name = copyTextIn(path), pixels = module.page_decode(at, bytes.length, name);
  for (const used of [at, name]) module.page_free(used);
  if (!pixels) return null;
  const width = module.page_decoded_width(), height = module.page_decoded_height();
  return { width: halved(width, halvings), height: halved(height, halvings), pixels: halve(pixels, width, height, halvings) };
}

/**
 * Decodes an image that may need at most `most` bytes, and halves it until it fits in `share` bytes.
 * @param {ImageSource} source @param {number} most @param {number} share
 */
async function readImage({ bytes: file, size, path }, most, share) {
  if (size > MAX_BLOCK) throw new Error(`the file has ${megabytes(size)}; the limit is ${megabytes(MAX_BLOCK)}`);
  const bytes = file instanceof Blob ? await file.arrayBuffer().then(read => new Uint8Array(read), () => null) : file;
  if (!bytes) throw new Error('the image has changed or is gone; drop it again');
  const { width, height } = judgeImage(bytes, path);
  if (4 * width * height > most) throw new Error(`${width} × ${height} pixels take ${megabytes(4 * width * height)}; the limit is ${megabytes(most)}`);
  let halvings = 0;
  while (halvings < MOST_HALVINGS && 4 * halved(width, halvings) * halved(height, halvings) > share) ++halvings;
  const image = await decodeInBrowser(bytes, halvings) ?? decodeInModule(bytes, path, halvings);
  if (!image) throw new Error('this browser cannot decode the image');
  return { image, sentence: halvings ? `the image is drawn at ${image.width} × ${image.height} pixels instead of ${width} × ${height}: the images of a model may take ${megabytes(most)}` : '' };
}

/**
 * Passes the images of a model to the module. Returns messages about images that are missing, were reduced, or cannot be shown.
 * @param {number} actor @param {PageFile | DroppedFile} file @param {string[]} paths
 */
async function loadImages(actor, file, paths) {
  module.page_select(actor);
  module.page_clear_images();
  const sources = imageSources(file, paths), bytes = sources.reduce((sum, { size }) => sum + size, 0), limit = module.page_image_limit(bytes);
  const end = performance.now() + 1000 * IMAGE_SECONDS * (1 + bytes / BYTES_OF_IMAGE_SECONDS), found = new Set(sources.flatMap(({ textures }) => textures));
  const sentences = 'bytes' in file ? paths.filter((_, i) => !found.has(i)).map(path => `${path}: the image is missing`) : []; // for other files, a warning of the model reports it
  let left = module.page_image_pixels(limit);
  for (const [i, source] of sources.entries()) {
    try {
      if (performance.now() > end) throw new Error('decoding the images of the model takes too long');
      const { image, sentence } = await readImage(source, limit, left / (sources.length - i)), [first, ...others] = source.textures;
      left -= 4 * image.width * image.height;
      module.page_select(actor);
      module.page_set_image(first, image.width, image.height, image.pixels);
      for (const texture of others) module.page_share_image(texture, first);
      if (sentence) sentences.push(`${source.path}: ${sentence}`);
    } catch (error) {
      sentences.push(`${source.path}: ${error instanceof Error ? error.message : error}`);
    }
  }
  module.page_select(actor);
  return sentences;
}

// ---- files ----------------------------------------------------------------------------------------------------------

/** Returns the bytes of a model. @param {PageFile | DroppedFile} file */
async function modelBytes(file) {
  if ('bytes' in file) return file.bytes;
  return joinPlanes(await unpack(file.block, file.name));
}

/** @param {unknown} done */
function check(done) {
  if (!done) throw new Error(readText(module.page_error()));
}

/** Opens a file as the shown one (actor 0), or as the one that it is compared with (1). @param {number} actor @param {number} index */
async function openModel(actor, index) {
  const file = data.files[index], bytes = await modelBytes(file);
  return openBytes(actor, file, bytes).catch(error => { throw new Error(`${file.name}: ${error.message}`); });
}

/** @param {number} actor @param {PageFile | DroppedFile} file @param {Uint8Array} bytes */
async function openBytes(actor, file, bytes) {
  const at = copyIn(bytes);
  module.page_select(actor);
  const opened = module.page_open(at, bytes.length);
  module.page_free(at);
  check(opened);
  /** @type {Facts} */
  const found = JSON.parse(readText(module.page_facts()));
  const failed = await loadImages(actor, file, found.textures);
  check(module.page_prepare(0));
  module.page_set_front(file.front);
  module.page_set_in_place(+state.inPlace);
  return { found, failed };
}

/** @type {Promise<unknown>} */ let opening = Promise.resolve();

/**
 * Runs a task that opens models after all earlier tasks have ended, because they share the module.
 * @template T @param {() => Promise<T>} task
 */
function inTurn(task) {
  const done = opening.then(task);
  opening = done.catch(() => {});
  return done;
}

const allHidden = 'All meshes are hidden by the author: only the skeleton is drawn.';

/** @param {number} index */
const openFile = index => inTurn(async () => {
  state.ready = false;
  const file = data.files[index], { found, failed } = await openModel(0, index);
  module.page_select(0);
  for (const purpose of places.values()) module.page_free(purpose);
  places.clear();
  facts = found;
  keySets = 'keys' in file && file.keys ? JSON.parse(new TextDecoder().decode(await unpack(file.keys, file.name))) : null;
  Object.assign(state, { file: index, clip: NONE, joint: NONE, time: 0, loopFrom: NaN, loopTo: NaN });
  document.title = `${file.name} – sinew`;
  find('name').textContent = file.name;
  fillLists();
  fillWarnings(failed);
  chooseClip(facts.clips.length ? 0 : NONE, 0);
  chooseView('default');
  find('note').hidden = true;
  if (facts.all_hidden) complain(allHidden);
  state.ready = true;
});

/** Shows images that were dropped after their models. */
const reloadImages = () => inTurn(async () => {
  if (!state.ready) return;
  state.ready = false;
  for (const actor of state.otherFile === NONE ? [0] : [1, 0]) {
    const file = data.files[actor ? state.otherFile : state.file];
    const failed = await loadImages(actor, file, (actor ? otherFacts : facts).textures);
    check(module.page_prepare(0));
    if (actor === 0) fillWarnings(failed);
  }
  Object.assign(state, { ready: true, dirty: true });
});

/**
 * Compares with a clip of a file of the page; with ALONE, ends the comparison.
 * @param {number} pairing @param {number} file @param {number} clip
 */
const compareWith = (pairing, file, clip) => inTurn(async () => {
  if (pairing !== ALONE) {
    const isReady = state.ready;
    state.ready = false;
    if (file !== state.otherFile) otherFacts = (await openModel(1, file)).found;
    module.page_select(1);
    const chosen = module.page_choose_clip(clip, 0, 0, 1);
    module.page_select(0);
    if (!chosen) return say(readText(module.page_error()));
    Object.assign(state, { otherFile: file, otherClip: clip });
    state.ready = isReady;
  }
  Object.assign(state, { pairing, dirty: true });
  fillComparison();
});

/** Returns the file and clip to compare with unless the user chooses another: the next clip of the page. */
function nextClip() {
  if (state.otherFile !== NONE) return [state.otherFile, state.otherClip];
  if (state.clip + 1 < facts.clips.length) return [state.file, state.clip + 1];
  const file = (state.file + 1) % data.files.length;
  return [file, data.files[file].clips.length ? 0 : NONE];
}

/** Shows a clip, with a fade of some seconds from the clip that plays. @param {number} index @param {number} [fade] */
function chooseClip(index, fade = state.playing ? data.fade : 0) {
  if (!module.page_choose_clip(index, fade, state.time, state.speed)) return say(readText(module.page_error()));
  Object.assign(state, { clip: index, time: 0, loopFrom: NaN, loopTo: NaN, blended: NONE, share: 0, dirty: true });
  Object.assign(view, { from: 0, to: 1 });
  fillBlend();
  if (!state.choseTracking) state.looks = module.page_needs_tracking() ? state.looks | LOOKS.tracking : state.looks & ~LOOKS.tracking;
  press('clips', index);
  readKeys();
}

/**
 * Blends the playing clip with another clip of its file; NONE: ends the blend.
 * @param {number} clip @param {number} share weight of the other clip, 0 … 1
 */
function blendWith(clip, share) {
  if (!module.page_blend(clip, share)) return say(readText(module.page_error()));
  Object.assign(state, { blended: clip, share: clip === NONE ? 0 : share, dirty: true });
  fillBlend();
}

/** Plays with the character's motion over the ground, or in place. @param {boolean} inPlace */
function setInPlace(inPlace) {
  const { clip, time, loopFrom, loopTo, blended, share } = state, { from, to } = view;
  state.inPlace = inPlace;
  if (state.otherFile !== NONE) {
    module.page_select(1);
    module.page_set_in_place(+inPlace);
    module.page_choose_clip(state.otherClip, 0, 0, 1);
    module.page_select(0);
  }
  module.page_set_in_place(+inPlace);
  chooseClip(clip, 0);
  if (blended !== NONE) blendWith(blended, share);
  Object.assign(state, { time, loopFrom, loopTo });
  Object.assign(view, { from, to });
}

/** @param {number} joint */
function chooseJoint(joint) {
  state.joint = joint;
  state.dirty = true;
  press('joints', joint);
  find('joints').querySelector('[aria-pressed=true]')?.scrollIntoView({ block: 'nearest' });
  readKeys();
}

/** Selects the next joint of the list (1), or the previous one (-1). @param {number} direction */
function stepJoint(direction) {
  const list = facts.joints, now = list.findIndex(one => one.joint === state.joint);
  const next = now < 0 ? (direction > 0 ? 0 : list.length - 1) : now + direction;
  if (list[next]) chooseJoint(list[next].joint);
}

/** Returns the times of the keys of a joint; NONE: of the clip. @param {number} joint */
function keyTimes(joint) {
  const at = place('keys', 8 * MAX_KEYS), count = Math.min(module.page_key_times(joint, at, MAX_KEYS), MAX_KEYS);
  return [...new Float64Array(module.memory.buffer, at, count)];
}

function readKeys() {
  const hasOwn = state.joint !== NONE && state.clip !== NONE;
  keys = keyTimes(hasOwn && !keySets ? state.joint : NONE);
  if (!hasOwn || !keySets) return;
  const { of, sets } = keySets[state.clip], all = keys;
  keys = (sets[of[state.joint]] ?? []).filter(number => number < all.length).map(number => all[number]);
}

/** @param {string} name */
function chooseView(name) {
  if (data.views[name] === undefined) return;
  module.page_fit(data.views[name]);
  Object.assign(state, { view: name, camera: NONE, dirty: true });
  press('cameras', NONE);
}

/**
 * Uses a camera of the file, by its name, or a camera at a position that looks at another one: X,Y,Z:X,Y,Z. Returns whether the text is one
 * of these.
 * @param {string} text
 */
function chooseCamera(text) {
  const index = facts.cameras.indexOf(text), numbers = text.split(/[,:]/).map(Number);
  if (index >= 0) module.page_look_through(index);
  else if (numbers.length === 6 && numbers.every(Number.isFinite)) module.page_place(placeNumbers(numbers));
  else return false;
  Object.assign(state, { view: 'free', camera: index, dirty: true });
  press('cameras', index);
  return true;
}

/** Returns the camera as text for the option --camera and for addresses; null if a view is shown. */
function cameraText() {
  if (state.view !== 'free') return null;
  if (state.camera !== NONE) return facts.cameras[state.camera];
  const at = placeNumbers([0, 0, 0, 0, 0, 0]);
  module.page_camera(at);
  const six = [...new Float64Array(module.memory.buffer, at, 6)].map(number => String(+number.toPrecision(9)));
  return `${six.slice(0, 3)}:${six.slice(3)}`;
}
