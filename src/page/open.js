// Opens files of the page and chooses what of them is shown.

/** Decodes an image file as the browser does, without its colour management. @param {Uint8Array | Blob} file */
async function decodeImage(file) {
  const bitmap = await createImageBitmap(new Blob([/** @type {BlobPart} */ (file)]), { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
  const drawn = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (drawn.getContext('2d', { willReadFrequently: true }));
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height);
}

/** The file of an image: in the page, in the model, or dropped. @param {PageFile | DroppedFile} file @param {number} texture @param {string} path */
function imageFile(file, texture, path) {
  const id = 'textures' in file ? file.textures[String(texture)] : undefined;
  if (id) {
    try {
      return bytesOf(id);
    } catch {
      return new Uint8Array(0); // damaged, which no browser decodes
    }
  }
  const size = module.page_embedded_size(texture);
  if (size) return new Uint8Array(module.memory.buffer, module.page_embedded_image(texture), size).slice();
  return 'bytes' in file ? droppedImage(path) : null;
}

/**
 * Decodes an image into the module's memory, by the browser or else by the module of a viewer, which knows TGA and DDS. Returns why it
 * cannot, as a text.
 * @param {Uint8Array | Blob} file @param {string} path
 */
async function readImage(file, path) {
  const image = await decodeImage(file).catch(() => null);
  if (image) return { width: image.width, height: image.height, pixels: copyIn(image.data) };
  const undecoded = 'this browser cannot decode the image';
  if (!module.page_decode) return undecoded;
  const bytes = file instanceof Blob ? await file.arrayBuffer().then(read => new Uint8Array(read), () => null) : file;
  if (!bytes) return 'the image has changed or is gone; drop it again';
  const at = copyIn(bytes), name = copyTextIn(path), pixels = module.page_decode(at, bytes.length, name);
  for (const used of [at, name]) module.page_free(used);
  return pixels ? { width: module.page_decoded_width(), height: module.page_decoded_height(), pixels } : undecoded;
}

/**
 * Hands the images of a model to the module. Returns the sentences about those that cannot be shown.
 * @param {number} actor @param {PageFile | DroppedFile} file @param {string[]} paths
 */
async function loadImages(actor, file, paths) {
  module.page_select(actor);
  const files = paths.map((path, i) => imageFile(file, i, path));
  const images = await Promise.all(files.map((one, i) => one && readImage(one, paths[i])));
  module.page_select(actor);
  return paths.flatMap((path, i) => {
    const image = images[i];
    if (image === null) return 'bytes' in file ? [`${path}: the image is missing`] : []; // else a warning of the model says so
    if (typeof image === 'string') return [`${path}: ${image}`];
    module.page_set_image(i, image.width, image.height, image.pixels);
    return [];
  });
}

/** The bytes of a model. @param {PageFile | DroppedFile} file */
async function modelBytes(file) {
  if ('bytes' in file) return file.bytes;
  return joinPlanes(await unpack(file.block, file.name));
}

/** @param {unknown} done */
function check(done) {
  if (!done) throw new Error(readText(module.page_error()));
}

/** Opens a file for what is shown, 0, or what it is compared with, 1. @param {number} actor @param {number} index */
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
  module.page_set_in_place(+data.inPlace);
  return { found, failed };
}

/** @type {Promise<unknown>} */ let opening = Promise.resolve();

/** Does what opens models when all before it is done: they share the module. @template T @param {() => Promise<T>} task */
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
  keySets = 'keys' in file ? JSON.parse(new TextDecoder().decode(await unpack(file.keys, file.name))) : null;
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

/** Shows images that came after their models. */
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

/** Compares with a clip of a file of the page, or no more. @param {number} pairing @param {number} file @param {number} clip */
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

/** The clip that is compared unless another is chosen: the next one of the page. */
function nextClip() {
  if (state.otherFile !== NONE) return [state.otherFile, state.otherClip];
  if (state.clip + 1 < facts.clips.length) return [state.file, state.clip + 1];
  const file = (state.file + 1) % data.files.length;
  return [file, data.files[file].clips.length ? 0 : NONE];
}

/** Fades from the clip that plays, in seconds. @param {number} index @param {number} [fade] */
function chooseClip(index, fade = state.playing ? data.fade : 0) {
  if (!module.page_choose_clip(index, fade, state.time, state.speed)) return say(readText(module.page_error()));
  Object.assign(state, { clip: index, time: 0, loopFrom: NaN, loopTo: NaN, dirty: true });
  Object.assign(view, { from: 0, to: 1 });
  if (!state.choseTracking) state.looks = module.page_needs_tracking() ? state.looks | LOOKS.tracking : state.looks & ~LOOKS.tracking;
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

/** The joint after the selected one in the list, or before it. @param {number} direction */
function stepJoint(direction) {
  const list = facts.joints, now = list.findIndex(one => one.joint === state.joint);
  const next = now < 0 ? (direction > 0 ? 0 : list.length - 1) : now + direction;
  if (list[next]) chooseJoint(list[next].joint);
}

/** The times of the keys of a joint, or of the clip. @param {number} joint */
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

/** Looks through a camera of the file by its name, or from a place at another: X,Y,Z:X,Y,Z. Returns whether it is there. @param {string} text */
function chooseCamera(text) {
  const index = facts.cameras.indexOf(text), numbers = text.split(/[,:]/).map(Number);
  if (index >= 0) module.page_look_through(index);
  else if (numbers.length === 6 && numbers.every(Number.isFinite)) module.page_place(placeNumbers(numbers));
  else return false;
  Object.assign(state, { view: 'free', camera: index, dirty: true });
  press('cameras', index);
  return true;
}

/** The camera as an option and an address name it; null for a view. */
function cameraText() {
  if (state.view !== 'free') return null;
  if (state.camera !== NONE) return facts.cameras[state.camera];
  const at = placeNumbers([0, 0, 0, 0, 0, 0]);
  module.page_camera(at);
  const six = [...new Float64Array(module.memory.buffer, at, 6)].map(number => String(+number.toPrecision(9)));
  return `${six.slice(0, 3)}:${six.slice(3)}`;
}
