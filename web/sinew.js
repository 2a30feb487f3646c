// sinew in JavaScript: `.sinew` files are loaded, posed and mixed by the library as WebAssembly. See sinew.d.ts.
//
// Arrays of poses are views of the module's memory. Memory that grows, when something is created or loaded, makes earlier
// views empty: read `pose.palette` again each time instead of keeping it.

import { compile, instantiate, readText as readTextOf } from './module.js';

/** @typedef {import('./module.js').Module} Module */

const NONE = -1, NOT_FOUND = -2;
const AFFINE = 12; // numbers of a 3 × 4 matrix
const LOOPS = ['repeat', 'once', 'pingpong'];

/** @type {Promise<Module> | undefined} */
let starting;
/** @type {Module} */
let wasm;

async function startModule() {
  wasm = await instantiate(await compile(new URL('./sinew.wasm', import.meta.url))); // as bundlers find it
  return wasm;
}

// ---- memory -------------------------------------------------------------------------------------------------------

/** @param {number} size */
function allocate(size) {
  const at = wasm.sinew_allocate(Math.max(size, 1));
  if (!at) throw new Error('out of memory');
  return at;
}

/** @param {number} at */
const readText = at => readTextOf(wasm, at);

/** @template T @param {Uint8Array} bytes @param {(at: number) => T} use */
function withBytes(bytes, use) {
  const at = allocate(bytes.length);
  try {
    new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
    return use(at);
  } finally {
    wasm.sinew_free(at);
  }
}

/** An array that a function returns with its number of items through a pointer. @param {(out: number) => number} call */
function counted(call) {
  return withBytes(new Uint8Array(4), out => {
    const at = call(out);
    return { at, count: new DataView(wasm.memory.buffer).getInt32(out, true) };
  });
}

/** @param {number} value @returns {number} */
function succeeded(value) {
  if (!value) throw new Error(readText(wasm.web_error()));
  return value;
}

/** @param {string} what @param {number} value */
function finite(what, value) {
  if (!Number.isFinite(value)) throw new RangeError(`${what} is ${value}`);
  return value;
}

/** Frees what nobody has disposed of. @type {FinalizationRegistry<() => void>} */
const forgotten = new FinalizationRegistry(free => free());

/** Something in the module's memory, which is freed once: by dispose, with its owner, or when it is forgotten. */
class Owned {
  /** @param {number} at @param {(at: number) => void} free @param {Set<() => void>} [siblings] of the same owner */
  constructor(at, free, siblings) {
    const own = { at };
    /** @type {Set<() => void>} */
    const parts = new Set();
    const release = () => {
      for (const part of parts) part();
      if (own.at) free(own.at);
      own.at = 0;
      siblings?.delete(release);
    };
    siblings?.add(release);
    forgotten.register(this, release, this);
    this._own = own;
    this._parts = parts;
    this._release = release;
  }

  get _at() {
    if (!this._own.at) throw new Error('it is disposed of');
    return this._own.at;
  }

  dispose() {
    forgotten.unregister(this);
    this._release();
  }
}

// ---- models -------------------------------------------------------------------------------------------------------

/** @param {ArrayBuffer | Uint8Array} bytes */
export async function load(bytes) {
  await (starting ??= startModule());
  const file = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  return new Model(withBytes(file, at => succeeded(wasm.web_load(at, file.length))));
}

class Model extends Owned {
  /** @param {number} at */
  constructor(at) {
    super(at, model => wasm.sinew_model_destroy(model));
    /** @param {number} count @param {(i: number) => any} of */
    const list = (count, of) => Array.from({ length: count }, (_, i) => of(i));
    this.frameRate = wasm.sinew_model_frame_rate(at);
    this.root = new Float64Array(wasm.memory.buffer, wasm.web_root(at), AFFINE).slice();
    this.joints = list(wasm.sinew_model_joint_count(at), i => ({
      name: readText(wasm.sinew_model_joint_name(at, i)), parent: wasm.sinew_model_joint_parent(at, i),
    }));
    this.clips = list(wasm.sinew_model_clip_count(at), i => ({
      name: readText(wasm.sinew_model_clip_name(at, i)), start: wasm.sinew_model_clip_start(at, i),
      duration: wasm.sinew_model_clip_duration(at, i),
    }));
    this.meshes = list(wasm.sinew_model_mesh_count(at), i => ({
      name: readText(wasm.sinew_model_mesh_name(at, i)), vertexCount: wasm.sinew_model_mesh_vertex_count(at, i),
      firstEntry: wasm.web_mesh_first_entry(at, i), entryCount: wasm.web_mesh_entry_count(at, i),
    }));
    this.warnings = list(wasm.sinew_model_warning_count(at), i => ({
      code: readText(wasm.sinew_model_warning_code(at, i)), text: readText(wasm.sinew_model_warning_text(at, i)),
    }));
  }

  /** @param {string | number} [clip] */
  findClip(clip = '') {
    if (typeof clip === 'number') {
      if (clip === NONE || this.clips[clip]) return clip;
      throw new RangeError(`there is no clip ${clip}`);
    }
    const found = withBytes(new TextEncoder().encode(`${clip}\0`), at => wasm.web_find_clip(this._at, at));
    if (found === NOT_FOUND) throw new Error(readText(wasm.web_error()));
    return found;
  }

  /** @param {string | number} clip @param {number} [joint] */
  keyTimes(clip, joint = NONE) {
    const model = this._at, found = this.findClip(clip);
    if (joint !== NONE && !this.joints[joint]) throw new RangeError(`there is no joint ${joint}`);
    if (found === NONE) return new Float64Array(0);
    const count = wasm.sinew_clip_key_times(model, found, joint, 0, 0);
    return withBytes(new Uint8Array(count * 8), at => {
      wasm.sinew_clip_key_times(model, found, joint, at, count);
      return new Float64Array(wasm.memory.buffer, at, count).slice();
    });
  }

  /** @param {number} mesh */
  meshArrays(mesh) {
    const model = this._at, facts = this.meshes[mesh];
    if (!facts) throw new RangeError(`there is no mesh ${mesh}`);
    const four = facts.vertexCount * 4;
    return withBytes(new Uint8Array(four * 4), packed => {
      succeeded(wasm.web_mesh_pack(model, mesh, packed, packed + four * 2));
      const indices = counted(out => wasm.sinew_model_mesh_indices(model, mesh, out)), memory = wasm.memory.buffer;
      /** @param {number} at @param {number} each */
      const floats = (at, each) => new Float32Array(memory, at, facts.vertexCount * each).slice();
      return {
        positions: floats(wasm.sinew_model_mesh_positions(model, mesh), 3),
        normals: floats(wasm.web_mesh_normals(model, mesh), 3),
        texcoords: floats(wasm.web_mesh_texcoords(model, mesh), 2),
        indices: new Uint32Array(memory, indices.at, indices.count).slice(),
        entries: new Uint16Array(memory, packed, four).slice(),
        weights: new Uint16Array(memory, packed + four * 2, four).slice(),
      };
    });
  }

  createPose() {
    return new Pose(this, succeeded(wasm.web_pose(this._at)));
  }

  createMixer() {
    return new Mixer(this, succeeded(wasm.web_mixer_create(this._at)));
  }
}

// ---- poses and mixers ---------------------------------------------------------------------------------------------

class Pose extends Owned {
  /** @param {Model} model @param {number} at */
  constructor(model, at) {
    super(at, pose => wasm.sinew_pose_destroy(pose), model._parts);
    this.model = model;
    this._hasGlobals = true;
  }

  /** @param {string | number} clip @param {number} seconds */
  evaluate(clip, seconds) {
    wasm.web_evaluate(this.model._at, this._at, this.model.findClip(clip), finite('the time', seconds));
    this._hasGlobals = true;
    return this;
  }

  get globals() {
    if (!this._hasGlobals) throw new Error('a mixer gives palettes, not globals');
    return new Float64Array(wasm.memory.buffer, wasm.sinew_pose_globals(this._at), this.model.joints.length * AFFINE);
  }

  get palette() {
    const { at, count } = counted(out => wasm.sinew_pose_palette(this.model._at, this._at, out));
    return new Float32Array(wasm.memory.buffer, at, count * AFFINE);
  }

  get morphWeights() {
    const { at, count } = counted(out => wasm.sinew_pose_morph_weights(this.model._at, this._at, out));
    return new Float32Array(wasm.memory.buffer, at, count);
  }
}

class Mixer extends Owned {
  /** @param {Model} model @param {number} at */
  constructor(model, at) {
    super(at, mixer => wasm.web_mixer_destroy(mixer), model._parts);
    this.model = model;
  }

  /** @param {string | number} clip @param {{fade?: number, start?: number, speed?: number, loop?: string}} [how] */
  play(clip, { fade = 0, start = 0, speed = 1, loop = 'repeat' } = {}) {
    const number = LOOPS.indexOf(loop);
    if (number < 0) throw new RangeError(`there is no loop '${loop}', only ${LOOPS.join(', ')}`);
    const found = this.model.findClip(clip);
    succeeded(wasm.web_mixer_play(this._at, found, fade, start, speed, number));
    return this;
  }

  /** @param {number} seconds */
  advance(seconds) {
    wasm.web_mixer_advance(this._at, finite('the step', seconds));
    return this;
  }

  /** @param {Pose} pose */
  evaluate(pose) {
    if (pose.model !== this.model) throw new Error('the pose is of another model');
    wasm.web_mixer_evaluate(this._at, pose._at);
    pose._hasGlobals = false;
    return pose;
  }
}
