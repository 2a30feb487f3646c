// Opens files of the page and chooses what of them is shown.

/** Decodes an image file as the browser does, without its colour management. @param {Uint8Array} bytes */
async function decodeImage(bytes) {
  const bitmap = await createImageBitmap(new Blob([/** @type {any} */ (bytes)]), { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
  const drawn = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (drawn.getContext('2d', { willReadFrequently: true }));
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height);
}

/** The file of an image: of the page, or in the model. @param {PageFile} file @param {number} texture */
function imageBytes(file, texture) {
  const id = file.textures[String(texture)];
  if (id) return bytesOf(id);
  const size = module.page_embedded_size(texture);
  return size ? new Uint8Array(module.memory.buffer, module.page_embedded_image(texture), size).slice() : null;
}

/**
 * Hands the images of a model to the module. Returns the names of those that the browser cannot decode.
 * @param {number} actor @param {PageFile} file @param {string[]} paths
 */
async function loadImages(actor, file, paths) {
  /** @type {string[]} */
  const failed = [];
  const files = paths.map((_, i) => imageBytes(file, i));
  const images = await Promise.all(files.map(bytes => bytes ? decodeImage(bytes).catch(() => null) : null));
  module.page_select(actor);
  images.forEach((image, i) => {
    if (image) module.page_set_image(i, image.width, image.height, copyIn(image.data));
    else if (files[i]) failed.push(paths[i]);
  });
  return failed;
}

/** Opens a file for what is shown, 0, or what it is compared with, 1. @param {number} actor @param {number} index */
async function openModel(actor, index) {
  const file = data.files[index], damaged = () => { throw new Error(`${file.name} is damaged in this page.`); };
  const block = joinPlanes(await unpack(file.block).catch(damaged)), at = copyIn(block);
  const check = (/** @type {number} */ done) => {
    if (!done) throw new Error(`${file.name}: ${readText(module.page_error())}`);
  };
  module.page_select(actor);
  const opened = module.page_open(at, block.length);
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

/** @param {number} index */
async function openFile(index) {
  state.ready = false;
  const { found, failed } = await openModel(0, index);
  module.page_select(0);
  for (const purpose of places.values()) module.page_free(purpose);
  places.clear();
  facts = found;
  keySets = JSON.parse(new TextDecoder().decode(await unpack(data.files[index].keys)));
  Object.assign(state, { file: index, clip: NONE, joint: NONE, time: 0, loopFrom: NaN, loopTo: NaN });
  document.title = `${data.files[index].name} – sinew`;
  find('name').textContent = data.files[index].name;
  fillLists(failed);
  chooseClip(facts.clips.length ? 0 : NONE, 0);
  chooseView('default');
  find('note').hidden = true;
  state.ready = true;
}

/** Compares with a clip of a file of the page, or no more. @param {number} pairing @param {number} file @param {number} clip */
async function compareWith(pairing, file, clip) {
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
}

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

function readKeys() {
  const at = place('keys', 8 * MAX_KEYS);
  const count = Math.min(module.page_key_times(NONE, at, MAX_KEYS), MAX_KEYS);
  keys = [...new Float64Array(module.memory.buffer, at, count)];
  if (state.joint === NONE || state.clip === NONE) return;
  const { of, sets } = keySets[state.clip];
  keys = (sets[of[state.joint]] ?? []).filter(number => number < count).map(number => keys[number]);
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
