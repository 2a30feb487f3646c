// The state of a page, and access to the module's memory. Names from a file are only set as text, never as markup.

/**
 * @typedef {{joint: number, name: string, label: string, parent: number, skeletal: boolean}} Joint `label` is the name without the common
 *   prefix of all joints
 * @typedef {{name: string, start: number, duration: number, animated_joints: number, keys: number}} Clip
 * @typedef {{code: string, object: string, text: string}} Warning
 * @typedef {{format: string, version: string, generator: string, up: string, front: string, unit_cm: number, fps: number, size: number,
 *   meshes: number, all_hidden: boolean, shows_skeleton: boolean, vertices: number, triangles: number, materials: number, joints: Joint[],
 *   clips: Clip[], textures: string[], warnings: Warning[], cameras: string[], colors: string[], skins: string[]}} Facts
 * @typedef {{name: string, front: number, clips: string[], block: string, keys?: string, textures: Record<string, string>}} PageFile
 *   `block`, `keys` and `textures` are ids of blocks
 * @typedef {{name: string, front: number, clips: string[], bytes: Uint8Array, meshes: number, imported: Uint8Array, animations: {name:
 *   string, bytes: Uint8Array<ArrayBuffer>}[]}} DroppedFile `imported` is the model without the clips of `animations`, `bytes` with them
 * @typedef {{of: number[], sets: number[][]}} KeySets the keys in a clip: `of` is the index in `sets` for each joint, a set has indices of
 *   the clip's keys
 * @typedef {{files: (PageFile | DroppedFile)[], clip: string | null, at: number | null, view: string | null, camera: string | null,
 *   inPlace: boolean, takesFileFront: boolean, fade: number, pairing: string | null, otherFile: number, otherClip: number, views:
 *   Record<string, number>, report?: CheckedFile[], shown?: string, look?: {looks: number, colors: number, skin: number, names: boolean},
 *   viewer?: {files: number, bytes: number, otherFormats: string[]}}} PageData
 */

/** Words for the ways of showing two models; the indices equal the numbers in page_picture.c. */
const PAIRINGS = ['alone', 'beside', 'over'];
const ALONE = 0, BESIDE = 1, OVER = 2;
/** Bits of the drawn parts; they equal those in page_picture.c. */
const LOOKS = {
  skeleton: 1, hideMesh: 2, edges: 4, hideGround: 8, axes: 16, trail: 32, onion: 64, parallel: 128, tracking: 256,
};
const NONE = -1; // no joint, no clip
const MAX_BLOCK = 2 ** 28; // bytes of a block, and of the whole page; the program's limit
const MAX_KEYS = 65536; // keys that the timeline shows
const MAX_LABELS = 200;

/** @param {string} id */
const find = id => /** @type {HTMLElement} */ (document.getElementById(id));
const canvas = /** @type {HTMLCanvasElement} */ (find('view'));
const timeline = /** @type {HTMLCanvasElement} */ (find('timeline'));
/** @type {PageData} */
const data = JSON.parse(find('data').textContent ?? '');

const state = {
  file: 0, clip: NONE, time: 0, speed: 1, playing: true, loopFrom: NaN, loopTo: NaN,
  looks: 0, colors: 0, skin: 0, joint: NONE, names: false,
  view: 'default', camera: NONE, // the name of a view, or 'free'; the index of a camera of the file
  choseTracking: false,
  pairing: ALONE, otherFile: NONE, otherClip: NONE,
  blended: NONE, share: 0, // the clip that is blended with the playing clip, and its weight, 0 … 1
  inPlace: false,
  samples: 4, dirty: true, ready: false,
};
/** @type {any} */ let module;
/** @type {WebGL2RenderingContext} */ let gl;
/** @type {(pixels: Uint8Array, width: number, height: number) => void} */ let present;
/** @type {Facts} */ let facts;
/** @type {Facts} */ let otherFacts; // facts of the model that is compared
/** @type {number[]} */ let keys = []; // times of the keys of the selected joint; if none is selected, of the clip
/** @type {KeySets[] | null} */ let keySets = null; // null: the model itself has the keys of its joints
/** @type {Map<string, number>} */ const places = new Map(); // addresses of memory that is kept for one purpose

// ---- the module's memory -------------------------------------------------------------------------------------------

/**
 * Starts the module. Its functions of WASI, for files and clocks, all return ENOSYS (52).
 * @param {WebAssembly.Module} code @param {(name: string) => GraphicsFunction} graphicsOf
 */
async function startModule(code, graphicsOf) {
  /** @type {WebAssembly.Imports} */
  const given = { env: {}, wasi_snapshot_preview1: {} };
  for (const { module: from, name } of WebAssembly.Module.imports(code)) given[from][name] = from === 'env' ? graphicsOf(name) : () => 52;
  /** @type {any} */
  const started = (await WebAssembly.instantiate(code, given)).exports;
  started._initialize();
  return started;
}

/** @param {number} at */
function readText(at) {
  const all = new Uint8Array(module.memory.buffer);
  return new TextDecoder().decode(all.subarray(at, all.indexOf(0, at)));
}

/** Returns the address of new memory in the module. @param {number} size @returns {number} */
function allocateIn(size) {
  const at = module.page_allocate(size);
  if (!at) throw new Error('it needs more memory than this browser gives');
  return at;
}

/** Copies bytes into the module. @param {Uint8Array | Uint8ClampedArray} bytes */
function copyIn(bytes) {
  const at = allocateIn(bytes.length);
  new Uint8Array(module.memory.buffer).set(bytes, at);
  return at;
}

/** Copies a text into the module. @param {string} text */
function copyTextIn(text) {
  return copyIn(new TextEncoder().encode(`${text}\0`));
}

/** Returns the address of memory for a purpose, which is allocated on the first call. @param {string} purpose @param {number} size */
function place(purpose, size) {
  let at = places.get(purpose);
  if (at === undefined) places.set(purpose, (at = /** @type {number} */ (module.page_allocate(size))));
  return at;
}

/** Returns the bytes of a block. @param {string} id */
function bytesOf(id) {
  const text = atob((find(id).textContent ?? '').trim()), bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = text.charCodeAt(i); // three times as fast as Uint8Array.from
  return bytes;
}

/** Returns the bytes of a compressed block. @param {string} id @param {string} name of its file, for messages */
async function unpack(id, name) {
  /** @type {Uint8Array[]} */
  const parts = [];
  let size = 0;
  try {
    const stream = new Blob([bytesOf(id)]).stream().pipeThrough(new DecompressionStream('gzip')), reader = stream.getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      parts.push(read.value);
      if ((size += read.value.length) > MAX_BLOCK) throw new RangeError('too large');
    }
    const bytes = new Uint8Array(size);
    parts.reduce((at, part) => (bytes.set(part, at), at + part.length), 0);
    return bytes;
  } catch {
    throw new Error(`${name} is damaged in this page.`);
  }
}

/** Restores numbers of four bytes from four planes: the first bytes of all numbers, then the second bytes … @param {Uint8Array} planes */
function joinPlanes(planes) {
  const count = planes.length >> 2, bytes = planes.slice();
  for (let plane = 0; plane < 4; ++plane)
    for (let i = 0; i < count; ++i) bytes[4 * i + plane] = planes[plane * count + i];
  return bytes;
}

/** Writes up to 8 numbers to the module's memory, and returns their address. @param {number[]} numbers */
function placeNumbers(numbers) {
  const at = place('numbers', 64);
  new Float64Array(module.memory.buffer, at, numbers.length).set(numbers);
  return at;
}

/** Shows a message with the reason why nothing is drawn. @param {string} sentence */
function say(sentence) {
  const note = find('note');
  find('sentence').textContent = sentence;
  note.hidden = false;
  state.ready = false;
}

/** Shows an error of the user's request, until the next request. @param {unknown} error */
function complain(error) {
  const isReady = state.ready;
  say(error instanceof Error ? error.message : String(error));
  state.ready = isReady;
}
