// sinew in JavaScript: `.sinew` files are loaded, posed and mixed by the library as WebAssembly. See sinew.d.ts.
//
// Arrays of poses are views of the module's memory. Memory that grows, when something is created or loaded, makes earlier
// views empty: read `pose.palette` again each time instead of keeping it.

import { BlendSpace, Mask, Mixer, Motions } from './mixer.js';
import { NONE, Owned, counted, finite, readText, startModule, succeeded, wasm, withBytes, withText } from './memory.js';

const NOT_FOUND = -2; // of a clip
const AFFINE = 12; // numbers of a 3 × 4 matrix

// ---- models -------------------------------------------------------------------------------------------------------

/** @param {ArrayBuffer | Uint8Array} bytes */
export async function load(bytes) {
  await startModule();
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
    this.events = list(wasm.web_event_count(at), i => ({
      clip: wasm.web_event_clip(at, i), track: readText(wasm.web_event_track(at, i)), time: wasm.web_event_time(at, i),
      value: wasm.web_event_value(at, i), text: readText(wasm.web_event_text(at, i)),
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
    const found = withText(clip, at => wasm.web_find_clip(this._at, at));
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
    return new Mixer(this);
  }

  /** @param {number} [weight] */
  createMask(weight = 0) {
    return new Mask(this, weight);
  }

  /** @param {{joint?: number, parts?: string[]}} [options] */
  createMotions(options) {
    return new Motions(this, options);
  }

  /**
   * @param {{clip: string | number, x: number, y?: number, speed?: number, markers?: number[]}[]} points
   * @param {{dimensions?: number, markerTrack?: string}} [options]
   */
  createBlendSpace(points, options) {
    return new BlendSpace(this, points, options);
  }
}

// ---- poses ---------------------------------------------------------------------------------------------

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
    if (!this._hasGlobals) throw new Error('a mixer gives palettes, and globals where evaluate asks for them');
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
