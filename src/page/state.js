// What a page shows, and the memory of the module. Names of a file are only ever set as text, never as markup.

/**
 * @typedef {{joint: number, name: string, parent: number, skeletal: boolean}} Joint
 * @typedef {{name: string, start: number, duration: number, animated_joints: number, keys: number}} Clip
 * @typedef {{code: string, object: string, text: string}} Warning
 * @typedef {{format: string, version: string, generator: string, up: string, front: string, unit_cm: number, fps: number,
 *   size: number, meshes: number, vertices: number, triangles: number, materials: number, joints: Joint[],
 *   clips: Clip[], textures: string[], warnings: Warning[], colors: string[]}} Facts
 * @typedef {{name: string, block: string, front: number, textures: Record<string, string>}} PageFile
 * @typedef {{files: PageFile[], clip: string | null, at: number | null, view: string | null, takesFileFront: boolean,
 *   views: Record<string, number>}} PageData
 */

/** What is drawn; the numbers are those of module.c. */
const LOOKS = {
  skeleton: 1, hideMesh: 2, edges: 4, hideGround: 8, axes: 16, trail: 32, onion: 64, parallel: 128, tracking: 256,
};
const NONE = -1; // no joint, no clip
const MAX_KEYS = 65536; // that the timeline shows
const MAX_LABELS = 200;

/** @param {string} id */
const find = id => /** @type {HTMLElement} */ (document.getElementById(id));
const canvas = /** @type {HTMLCanvasElement} */ (find('view'));
const timeline = /** @type {HTMLCanvasElement} */ (find('timeline'));
/** @type {PageData} */
const data = JSON.parse(find('data').textContent ?? '');

const state = {
  file: 0, clip: NONE, time: 0, speed: 1, playing: true, loopFrom: NaN, loopTo: NaN,
  looks: 0, colors: 0, joint: NONE, names: false,
  view: 'default', azimuth: 0, elevation: 0, zoom: 1, panX: 0, panY: 0,
  samples: 4, dirty: true, ready: false,
};
/** @type {any} */ let module;
/** @type {WebGL2RenderingContext} */ let gl;
/** @type {Graphics} */ let graphics;
/** @type {() => void} */ let present;
/** @type {Facts} */ let facts;
/** @type {number[]} */ let keys = [];
/** @type {Map<string, number>} */ const places = new Map(); // memory of the module that is kept, by purpose

// ---- the module's memory -------------------------------------------------------------------------------------------

/** @param {number} at */
function readText(at) {
  const all = new Uint8Array(module.memory.buffer);
  return new TextDecoder().decode(all.subarray(at, all.indexOf(0, at)));
}

/** Copies bytes into the module. @param {Uint8Array | Uint8ClampedArray} bytes */
function copyIn(bytes) {
  const at = module.page_allocate(bytes.length);
  if (!at) throw new Error('The model needs more memory than this browser gives.');
  new Uint8Array(module.memory.buffer).set(bytes, at);
  return at;
}

/** Memory for a purpose, allocated once. @param {string} purpose @param {number} size */
function place(purpose, size) {
  let at = places.get(purpose);
  if (at === undefined) places.set(purpose, (at = /** @type {number} */ (module.page_allocate(size))));
  return at;
}

/** @param {string} id */
async function unpack(id) {
  const packed = Uint8Array.from(atob((find(id).textContent ?? '').trim()), c => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Says in one sentence why nothing is drawn. @param {string} sentence */
function say(sentence) {
  const note = find('note');
  find('sentence').textContent = sentence;
  note.hidden = false;
  state.ready = false;
}
