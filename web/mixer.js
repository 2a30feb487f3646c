// Poses, mixers, and the objects that mixers use: masks, blend spaces, root motion. See sinew.d.ts.
import {
  NONE, Owned, Part, allocate, counted, failed, finite, indexOf, itemsOf, numberOf, numbersOf, partOf, succeeded, textOf, wasm, withBytes, withNumbers,
  withText,
} from './memory.js';

const AFFINE = 12; // numbers of a 3 × 4 matrix
const LAYERS = 4, MOST_POINTS = 3; // layers of a mixer; points of a blend space that have a weight at one position
const MOST_MARKERS = 4096, MOST_SPACE_POINTS = 65536; // limits of markers per clip, and of points per blend space (the library has lower ones)
const LOOPS = ['repeat', 'once', 'pingpong'], MODES = ['override', 'additive'];
const PARTS = ['ground', 'height', 'yaw']; // parts of a motion, from the lowest bit

/**
 * @typedef {{translation: number[], rotation: number[]}} Motion
 * @typedef {Owned & {joints: readonly {name: string}[], events: readonly any[], findClip(clip?: string | number): number}} Model
 */

/** @param {Model} model @param {number} joint */
const checkJoint = (model, joint) => indexOf('joint', joint, model.joints.length);

/** @param {number} layer */
const checkLayer = layer => indexOf('layer', layer, LAYERS);

/** @param {ArrayLike<number>} markers */
const checkMarkers = markers => numbersOf('the markers', markers, 0, MOST_MARKERS);

// ---- poses --------------------------------------------------------------------------------------------------------

export class Pose extends Part {
  /** @param {Model} model */
  constructor(model) {
    super(model, succeeded(wasm.web_pose(model._at)), pose => wasm.sinew_pose_destroy(pose));
    this._hasGlobals = true;
  }

  /** @param {string | number} clip @param {number} seconds */
  evaluate(clip, seconds) {
    const found = this.model.findClip(clip), time = finite('the time', seconds);
    wasm.web_evaluate(this.model._at, this._at, found, time);
    this._hasGlobals = true;
    return this;
  }

  /** Views of the module's memory, which become empty when the memory grows. */
  get globalsView() {
    if (!this._hasGlobals) throw new Error('a mixer gives palettes, and globals where evaluate asks for them');
    return new Float64Array(wasm.memory.buffer, wasm.sinew_pose_globals(this._at), this.model.joints.length * AFFINE);
  }

  get paletteView() {
    const { at, count } = counted(out => wasm.sinew_pose_palette(this.model._at, this._at, out));
    return new Float32Array(wasm.memory.buffer, at, count * AFFINE);
  }

  get morphWeightsView() {
    const { at, count } = counted(out => wasm.sinew_pose_morph_weights(this.model._at, this._at, out));
    return new Float32Array(wasm.memory.buffer, at, count);
  }

  get globals() {
    return this.globalsView.slice();
  }

  get palette() {
    return this.paletteView.slice();
  }

  get morphWeights() {
    return this.morphWeightsView.slice();
  }

  get visible() {
    return new Uint8Array(wasm.memory.buffer, wasm.web_pose_visible(this._at), this.model.joints.length).slice();
  }
}

// ---- masks --------------------------------------------------------------------------------------------------------

export class Mask extends Part {
  /** @param {Model} model @param {number} weight */
  constructor(model, weight) {
    finite('the weight', weight);
    super(model, succeeded(wasm.web_mask(model._at, weight)), mask => wasm.sinew_joint_mask_destroy(mask));
  }

  /** @param {number} result */
  _succeeded(result) {
    if (result) throw failed();
    return this;
  }

  /** @param {number} joint @param {number} weight */
  setSubtree(joint, weight) {
    checkJoint(this.model, joint);
    finite('the weight', weight);
    return this._succeeded(wasm.sinew_joint_mask_set_subtree(this._at, joint, weight, wasm.web_error_place()));
  }

  /** @param {string} pattern @param {number} weight */
  setMatching(pattern, weight) {
    finite('the weight', weight);
    return withText(textOf('the pattern', pattern), at => this._succeeded(wasm.sinew_joint_mask_set_matching(this._at, at, weight, wasm.web_error_place())));
  }

  /** @param {number} first @param {number} last @param {number} weight */
  setGradient(first, last, weight) {
    for (const joint of [first, last]) checkJoint(this.model, joint);
    finite('the weight', weight);
    return this._succeeded(wasm.sinew_joint_mask_set_gradient(this._at, first, last, weight, wasm.web_error_place()));
  }

  /** @param {number} weight */
  setMorphs(weight) {
    finite('the weight', weight);
    return this._succeeded(wasm.sinew_joint_mask_set_morphs(this._at, weight, wasm.web_error_place()));
  }

  /** @param {number} joint */
  weight(joint) {
    return wasm.sinew_joint_mask_weight(this._at, checkJoint(this.model, joint));
  }
}

// ---- root motion --------------------------------------------------------------------------------------------------

const MOTION = 7; // numbers of a motion: translation and quaternion

/** @param {number} at @returns {Motion} */
function readMotion(at) {
  const [x, y, z, ...rotation] = new Float64Array(wasm.memory.buffer, at, MOTION);
  return { translation: [x, y, z], rotation };
}

export class Motions extends Part {
  /** @param {Model} model @param {{joint?: number, parts?: string[]}} [options] */
  constructor(model, { joint, parts = ['ground', 'yaw'] } = {}) {
    const own = joint === undefined ? wasm.sinew_model_find_motion_joint(model._at) : checkJoint(model, joint);
    const bits = itemsOf('the parts of a motion', parts, MOST_SPACE_POINTS).reduce((sum, part) => sum | 1 << numberOf('part of a motion', PARTS, part), 0);
    super(model, succeeded(wasm.web_motions(model._at, own, bits)), motions => wasm.sinew_root_motion_tables_destroy(motions));
  }

  /** @param {string | number} clip @param {number} from @param {number} to */
  between(clip, from, to) {
    const found = this.model.findClip(clip);
    for (const time of [from, to]) finite('the time', time);
    if (found === NONE) return { translation: [0, 0, 0], rotation: [0, 0, 0, 1] };
    return withBytes(new Uint8Array(MOTION * 8), at => {
      wasm.web_motion_between(this._at, found, from, to, at);
      return readMotion(at);
    });
  }
}

// ---- blend spaces -------------------------------------------------------------------------------------------------

export class BlendSpace extends Part {
  /**
   * @param {Model} model @param {{clip: string | number, x: number, y?: number, speed?: number, markers?: number[]}[]} points
   * @param {{dimensions?: number, markerTrack?: string}} [options]
   */
  constructor(model, points, { dimensions = 1, markerTrack = '' } = {}) {
    const own = itemsOf('the points', points, MOST_SPACE_POINTS).map(({ clip, x, y = 0, speed = 1, markers = [] }, i) => ({
      numbers: [model.findClip(clip), ...[x, y, speed].map(number => finite(`point ${i + 1}: what it says`, number))], markers: checkMarkers(markers),
    }));
    const numbers = own.flatMap(({ numbers, markers }) => [...numbers, markers.length]), markers = own.flatMap(point => point.markers);
    finite('the dimensions', dimensions);
    const at = withNumbers(numbers, first => withNumbers(markers, all => withText(textOf('the track of markers', markerTrack), track =>
      succeeded(wasm.web_space(model._at, first, own.length, all, dimensions, markerTrack ? track : 0)))));
    super(model, at, space => wasm.sinew_blend_space_destroy(space));
  }

  /** @param {number} x @param {number} [y] */
  weights(x, y = 0) {
    for (const coordinate of [x, y]) finite('the position', coordinate);
    return withBytes(new Uint8Array(MOST_POINTS * 8), weights => {
      const points = weights + MOST_POINTS * 4, count = wasm.sinew_blend_space_weights(this._at, x, y, points, weights);
      const memory = new DataView(wasm.memory.buffer);
      return Array.from({ length: count }, (_, i) => ({
        point: memory.getInt32(points + 4 * i, true), weight: memory.getFloat32(weights + 4 * i, true),
      }));
    });
  }
}

// ---- mixers -------------------------------------------------------------------------------------------------------

export class Mixer extends Part {
  /** @param {Model} model */
  constructor(model) {
    super(model, succeeded(wasm.web_mixer_create(model._at)), mixer => wasm.web_mixer_destroy(mixer));
  }

  get _mixer() {
    return wasm.web_mixer_inner(this._at);
  }

  /** Releases objects that the mixer no longer uses. */
  _releaseUnused() {
    const mixer = this._at;
    this._release(at => wasm.web_mixer_uses(mixer, at));
  }

  // The state of playback.

  /** @param {string | number | BlendSpace} clip @param {Record<string, any>} [how] */
  play(clip, how = {}) {
    const {
      layer = 0,
      fade = 0,
      inertial = false,
      smooth = false,
      start = 0,
      speed = 1,
      loop = 'repeat',
      fadeOut = 0,
      sync = 0,
      markers = []
    } = how;
    const {x = 0, y = 0, halfLife = 0, weighted = false} = how; // x, y and halfLife: of a blend space; weighted: plays together with other clips
    const numbers = Object.entries({fade, start, speed, fadeOut, x, y, halfLife})
                        .map(([ name, number ]) => finite(`the ${name}`, number));
    const space = clip instanceof BlendSpace ? partOf('blend space', BlendSpace, this.model, clip) : null,
          own = checkMarkers(markers);
    const found = clip instanceof BlendSpace ? NONE : this.model.findClip(clip), mode = numberOf('loop', LOOPS, loop);
    checkLayer(layer);
    indexOf('sync group', sync, 2 ** 31);
    const mixer = this._at, spaceAt = space ? space._at : 0, kept = own.length ? allocate(own.length * 8) : 0;
    if (kept) {
      new Float64Array(wasm.memory.buffer, kept, own.length).set(own);
      this._kept.set(() => wasm.sinew_free(kept), kept);
    }
    if (space) this._keep(space);
    try {
      withNumbers(numbers,
                  at => succeeded(wasm.web_mixer_play(mixer, layer, found, spaceAt, at, mode, sync, weighted ? 1 : 0,
                                                      inertial ? 1
                                                      : smooth ? 2
                                                               : 0,
                                                      kept, own.length)));
    } finally {
      this._releaseUnused();
    }
    return this;
  }

  /** @param {BlendSpace} space @param {number} x @param {number} [y] @param {number} [layer] */
  setPosition(space, x, y = 0, layer = 0) {
    partOf('blend space', BlendSpace, this.model, space);
    for (const coordinate of [x, y]) finite('the position', coordinate);
    wasm.sinew_mixer_set_position(this._mixer, checkLayer(layer), space._at, x, y);
    return this;
  }

  /** @param {string | number} clip @param {number} weight @param {number} [layer] */
  setWeight(clip, weight, layer = 0) {
    const found = this.model.findClip(clip);
    finite('the weight', weight);
    if (!wasm.sinew_mixer_set_weight(this._mixer, checkLayer(layer), found, weight))
      throw new Error(`no weighted clip '${clip}' plays on layer ${layer}`);
    return this;
  }

  /** @param {{layer?: number, fade?: number}} [how] */
  stop({ layer = 0, fade = 0 } = {}) {
    finite('the fade', fade);
    wasm.sinew_mixer_stop(this._mixer, checkLayer(layer), fade);
    return this;
  }

  hold() {
    wasm.web_mixer_hold(this._at);
    return this;
  }

  /**
   * @param {number} layer @param {{mode?: string, weight?: number, mask?: Mask | null,
   *   reference?: {clip: string | number, time?: number} | null}} settings
   */
  setLayer(layer, { mode = 'override', weight = 1, mask = null, reference = null }) {
    const { clip: wanted = NONE, time = 0 } = reference ?? {}, clip = reference ? this.model.findClip(wanted) : NONE, additive = numberOf('mode', MODES, mode);
    checkLayer(layer);
    finite('the weight', weight);
    finite('the time', time);
    const maskAt = mask ? partOf('mask', Mask, this.model, mask)._at : 0;
    succeeded(wasm.web_mixer_set_layer(this._at, layer, additive, weight, maskAt, reference ? 1 : 0, clip, time));
    if (mask) this._keep(mask);
    this._releaseUnused();
    return this;
  }

  /** @param {Motions | null} motions */
  setMotions(motions) {
    const motionsAt = motions ? partOf('motions', Motions, this.model, motions)._at : 0;
    succeeded(wasm.web_mixer_set_motions(this._at, motionsAt));
    if (motions) this._keep(motions);
    this._releaseUnused();
    return this;
  }

  // Time.

  /** @param {number} seconds */
  advance(seconds) {
    wasm.sinew_mixer_advance(this._mixer, finite('the step', seconds));
    return this;
  }

  /** @param {number} seconds @param {Motion} [character] */
  step(seconds, character) {
    finite('the step', seconds);
    const arrays = character ? [character.translation, character.rotation] : [];
    const place = arrays.flatMap((array, i) => numbersOf(i ? 'the rotation' : 'the translation', array, 3 + i, 3 + i));
    const { moved, ...happened } = withNumbers(place, at => {
      const out = wasm.web_mixer_step(this._at, seconds, place.length ? at : 0), [count, leftOut] = new Float64Array(wasm.memory.buffer, out, 2);
      const events = Array.from({ length: count }, (_, i) => {
        const [event, layer, time, weight, isDominant] = new Float64Array(wasm.memory.buffer, out + 8 * (2 + MOTION + 5 * i), 5);
        return { event: this.model.events[event], layer, time, weight, isDominant: isDominant !== 0 };
      });
      return { events, leftOut, motion: readMotion(out + 16), moved: place.length ? readMotion(at) : null };
    });
    if (moved) [moved.translation, moved.rotation].forEach((values, i) => values.forEach((value, k) => { arrays[i][k] = value; }));
    return happened;
  }

  // Results.

  /** @param {Pose} pose @param {boolean} [withGlobals] */
  evaluate(pose, withGlobals = false) {
    partOf('pose', Pose, this.model, pose);
    wasm.web_mixer_evaluate(this._at, this.model._at, pose._at, withGlobals ? 1 : 0);
    pose._hasGlobals = !!withGlobals;
    return pose;
  }

  /** @param {number} [layer] */
  current(layer = 0) {
    checkLayer(layer);
    return withBytes(new Uint8Array(16), at => {
      const clip = wasm.sinew_mixer_current(this._mixer, layer, at, at + 8);
      const memory = new DataView(wasm.memory.buffer);
      return { clip, time: memory.getFloat64(at, true), weight: memory.getFloat32(at + 8, true) };
    });
  }

  /** @param {number} [layer] */
  finished(layer = 0) {
    return wasm.sinew_mixer_finished(this._mixer, checkLayer(layer)) !== 0;
  }
}
