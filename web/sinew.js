// sinew in JavaScript: `.sinew` files are loaded, posed and mixed by the library as WebAssembly. See sinew.d.ts.
//
import { BlendSpace, Mask, Mixer, Motions, Pose } from './mixer.js';
import { NONE, Owned, bytesOf, counted, failed, indexOf, readText, startModule, succeeded, textOf, wasm, withBytes, withText } from './memory.js';

export { SinewError } from './module.js';

const NOT_FOUND = -2; // of a clip
const AFFINE = 12; // numbers of a 3 × 4 matrix

// ---- models -------------------------------------------------------------------------------------------------------

/** @param {ArrayBuffer | Uint8Array} bytes */
export async function load(bytes) {
  const file = bytesOf(bytes);
  await startModule();
  await new Promise(done => setTimeout(done)); // in which models that were forgotten are freed
  return new Model(withBytes(file, at => succeeded(wasm.web_load(at, file.length))), file.length);
}

class Model extends Owned {
  /** @param {number} at @param {number} size of its file */
  constructor(at, size) {
    super(at, model => wasm.sinew_model_destroy(model));
    this._weight = new ArrayBuffer(size); // tells the collector what is freed with the model; nothing touches its memory
    /** @param {number} count @param {(i: number) => any} of */
    const list = (count, of) => Object.freeze(Array.from({ length: count }, (_, i) => Object.freeze(of(i))));
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
    if (typeof clip === 'number') return clip === NONE ? NONE : indexOf('clip', clip, this.clips.length);
    const found = withText(textOf('the clip', clip), at => wasm.web_find_clip(this._at, at));
    if (found === NOT_FOUND) throw failed();
    return found;
  }

  /** @param {string | number} clip @param {number} [joint] */
  keyTimes(clip, joint = NONE) {
    const found = this.findClip(clip), model = this._at;
    if (joint !== NONE) indexOf('joint', joint, this.joints.length);
    if (found === NONE) return new Float64Array(0);
    const count = wasm.sinew_clip_key_times(model, found, joint, 0, 0);
    return withBytes(new Uint8Array(count * 8), at => {
      wasm.sinew_clip_key_times(model, found, joint, at, count);
      return new Float64Array(wasm.memory.buffer, at, count).slice();
    });
  }

  /** @param {number} mesh */
  meshArrays(mesh) {
    const facts = this.meshes[indexOf('mesh', mesh, this.meshes.length)], model = this._at;
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
    return new Pose(this);
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
