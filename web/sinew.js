// Loads, poses and mixes `.sinew` files in JavaScript, by the library as WebAssembly. See sinew.d.ts.
import { BlendSpace, Mask, Mixer, Motions, Pose } from './mixer.js';
import { NONE, Owned, bytesOf, counted, failed, indexOf, readText, startModule, succeeded, textOf, wasm, withBytes, withText } from './memory.js';

export { SinewError } from './module.js';

// A clip's number if it is not found; the numbers of a 3 × 4 matrix.
const NOT_FOUND = -2, AFFINE = 12;
// Bits of sinew_mesh_flags.
const TEXCOORDS = 4, COLORS = 8, HIDDEN = 32, TWO_SIDED = 64, TEXCOORDS2 = 128;
// Words for sinew_alpha_mode and sinew_texture_wrap.
const ALPHA = ['opaque', 'test', 'blend'], WRAP = ['repeat', 'clamp', 'mirror'];

/** @param {number} at address of doubles @param {number} count */
const doublesAt = (at, count) => [...new Float64Array(wasm.memory.buffer, at, count)];

/** @param {number} model @param {number} i */
function readMesh(model, i) {
  const [joint, flags, firstSkinJoint, skinJointCount, firstIndex, firstSubmesh, submeshCount, firstMorph, morphCount] = doublesAt(wasm.web_mesh_of(model, i), 9);
  const numbers = new Int32Array(wasm.memory.buffer, wasm.web_submeshes(model) + 12 * firstSubmesh, 3 * submeshCount);
  return {
    name: readText(wasm.sinew_model_mesh_name(model, i)), vertexCount: wasm.sinew_model_mesh_vertex_count(model, i),
    joint, firstSkinJoint, skinJointCount, firstMorph, morphCount,
    hasTexcoords: !!(flags & TEXCOORDS), hasTexcoords2: !!(flags & TEXCOORDS2), hasColors: !!(flags & COLORS), isHidden: !!(flags & HIDDEN), isTwoSided: !!(flags & TWO_SIDED),
    submeshes: Object.freeze(Array.from({ length: submeshCount }, (_, k) => Object.freeze(
      { material: numbers[3 * k], firstIndex: numbers[3 * k + 1] - firstIndex, indexCount: numbers[3 * k + 2] }))),
  };
}

/** @param {number} model @param {number} material @param {number} map a sinew_map, or the number of maps for the base colour */
function readMapping(model, material, map) {
  const at = wasm.sinew_material_texture_mapping(model, material, map);
  // The first two numbers, material and map, are skipped.
  const [set, wrapU, wrapV] = new Int32Array(wasm.memory.buffer, at + 8, 3), rest = [...new Float32Array(wasm.memory.buffer, at + 20, 5)];
  const [offset, scale] = [0, 2].map(first => Object.freeze(rest.slice(first, first + 2)));
  return at ? Object.freeze({ set, wrap: Object.freeze([WRAP[wrapU], WRAP[wrapV]]), offset, scale, rotation: rest[4] }) : null;
}

/** @param {number} model @param {number} i */
function readMaterial(model, i) {
  const [image, normal, roughnessMap, metalnessMap, specular, emissiveMap, occlusion, ...rest] = doublesAt(wasm.web_material_of(model, i), 27);
  const [alphaMode, alphaCutoff, isTwoSided, wrapU, wrapV, roughness, metalness, normalScale, occlusionStrength, isGlossiness] = rest.slice(11);
  const maps = { normal, roughness: roughnessMap, metalness: metalnessMap, specular, emissive: emissiveMap, occlusion };
  return {
    name: readText(wasm.web_material_name(model, i)), image, maps: Object.freeze(maps), baseColor: Object.freeze(rest.slice(0, 4)),
    bareColor: Object.freeze(rest.slice(4, 8)), emissive: Object.freeze(rest.slice(8, 11)), alphaMode: ALPHA[alphaMode], alphaCutoff,
    isTwoSided: !!isTwoSided, wrap: Object.freeze([WRAP[wrapU], WRAP[wrapV]]), roughness, metalness, normalScale, occlusionStrength,
    isGlossiness: !!isGlossiness,
    mappings: Object.freeze(Object.fromEntries([...Object.keys(maps), 'color'].map((word, map) => [word, readMapping(model, i, map)]))),
  };
}

/** @param {number} at */
function readCamera(at) {
  const [joint, target, upTarget, isParallel] = new Int32Array(wasm.memory.buffer, at, 4), numbers = doublesAt(at + 16, 16);
  const [position, forward, up] = [0, 3, 6].map(first => numbers.slice(first, first + 3));
  return { joint, target, upTarget, isParallel: !!isParallel, position, forward, up, roll: numbers[9],
    fieldOfView: numbers.slice(10, 12), extent: numbers.slice(12, 14), near: numbers[14], far: numbers[15] };
}

// ---- models -------------------------------------------------------------------------------------------------------

/** @param {ArrayBuffer | Uint8Array} bytes */
export async function load(bytes) {
  const file = bytesOf(bytes);
  await startModule();
  // Lets the browser free models that were garbage-collected.
  await new Promise(done => setTimeout(done));
  return new Model(withBytes(file, at => succeeded(wasm.web_load(at, file.length))), file.length);
}

class Model extends Owned {
  /** @param {number} at @param {number} size bytes of its file */
  constructor(at, size) {
    super(at, model => wasm.sinew_model_destroy(model));
    // An unused buffer as large as the model, so that the garbage collector knows how much it frees.
    this._weight = new ArrayBuffer(size);
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
    this.meshes = list(wasm.sinew_model_mesh_count(at), i => readMesh(at, i));
    this.morphs = list(this.meshes.reduce((sum, { morphCount }) => sum + morphCount, 0), i => ({ name: readText(wasm.web_morph_name(at, i)) }));
    this.materials = list(wasm.web_material_count(at), i => readMaterial(at, i));
    this.images = list(wasm.web_image_count(at), i => ({ path: readText(wasm.web_image_path(at, i)) }));
    this.cameras = list(wasm.web_camera_count(at), i => readCamera(wasm.web_cameras(at) + 144 * i));
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
        texcoords: floats(wasm.web_mesh_texcoords(model, mesh, 0), 2),
        texcoords2: facts.hasTexcoords2 ? floats(wasm.web_mesh_texcoords(model, mesh, 1), 2) : null,
        colors: facts.hasColors ? floats(wasm.web_mesh_colors(model, mesh), 4) : null,
        indices: new Uint32Array(memory, indices.at, indices.count).slice(),
        entries: new Uint16Array(memory, packed, four).slice(),
        weights: new Uint16Array(memory, packed + four * 2, four).slice(),
      };
    });
  }

  /** @param {number} morph */
  morphShapes(morph) {
    indexOf('morph', morph, this.morphs.length);
    const { at, count } = counted(out => wasm.web_morph_shapes(this._at, morph, out)), deltas = wasm.web_deltas(this._at), { buffer } = wasm.memory;
    return Array.from({ length: count }, (_, i) => {
      const [first, size] = new Int32Array(buffer, at + 12 * i + 4, 2), vertices = new Uint32Array(size);
      const positions = new Float32Array(3 * size), normals = new Float32Array(3 * size);
      for (let k = 0; k < size; ++k) {
        const delta = deltas + 28 * (first + k);
        vertices[k] = new Uint32Array(buffer, delta, 1)[0];
        positions.set(new Float32Array(buffer, delta + 4, 3), 3 * k);
        normals.set(new Float32Array(buffer, delta + 16, 3), 3 * k);
      }
      return { fullWeight: new Float32Array(buffer, at + 12 * i, 1)[0], vertices, positions, normals };
    });
  }

  /** @param {number} image */
  imageBytes(image) {
    indexOf('image', image, this.images.length);
    const { at, count } = counted(out => wasm.web_image_file(this._at, image, out));
    return count ? new Uint8Array(wasm.memory.buffer, at, count).slice() : null;
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
