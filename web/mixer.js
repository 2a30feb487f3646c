// What plays on characters: mixers, and what they play with: masks, blend spaces, root motion. See sinew.d.ts.
import { NONE, Owned, allocate, finite, numberOf, readText, succeeded, wasm, withBytes, withNumbers, withText } from './memory.js';

const LAYERS = 4, MOST_POINTS = 3; // of a mixer; with a weight, of a blend space
const LOOPS = ['repeat', 'once', 'pingpong'], MODES = ['over', 'additive'];
const PARTS = ['ground', 'height', 'yaw']; // of a motion: bit by bit

/**
 * @typedef {{translation: number[], rotation: number[]}} Motion
 * @typedef {Owned & {joints: {name: string}[], events: any[], findClip(clip?: string | number): number}} Model
 * @typedef {Owned & {model: Model, _hasGlobals: boolean}} Pose
 */

/** @param {Model} model @param {number} joint */
function checkJoint(model, joint) {
  if (!model.joints[joint]) throw new RangeError(`there is no joint ${joint}`);
  return joint;
}

/** @param {number} layer */
function checkLayer(layer) {
  if (!Number.isInteger(layer) || layer < 0 || layer >= LAYERS) throw new RangeError(`there is no layer ${layer}, only 0 to ${LAYERS - 1}`);
  return layer;
}

// ---- masks --------------------------------------------------------------------------------------------------------

export class Mask extends Owned {
  /** @param {Model} model @param {number} weight */
  constructor(model, weight) {
    super(succeeded(wasm.web_mask(model._at, weight)), mask => wasm.sinew_joint_mask_destroy(mask), model._parts);
    this.model = model;
  }

  /** @param {number} result */
  _succeeded(result) {
    if (result) throw new Error(readText(wasm.web_error()));
    return this;
  }

  /** @param {number} joint @param {number} weight */
  setSubtree(joint, weight) {
    return this._succeeded(wasm.sinew_joint_mask_set_subtree(this._at, joint, weight, wasm.web_error_place()));
  }

  /** @param {string} pattern @param {number} weight */
  setMatching(pattern, weight) {
    return withText(pattern, at => this._succeeded(wasm.sinew_joint_mask_set_matching(this._at, at, weight, wasm.web_error_place())));
  }

  /** @param {number} first @param {number} last @param {number} weight */
  setFade(first, last, weight) {
    return this._succeeded(wasm.sinew_joint_mask_set_fade(this._at, first, last, weight, wasm.web_error_place()));
  }

  /** @param {number} weight */
  setMorphs(weight) {
    return this._succeeded(wasm.sinew_joint_mask_set_morphs(this._at, weight, wasm.web_error_place()));
  }

  /** @param {number} joint */
  weight(joint) {
    return wasm.sinew_joint_mask_weight(this._at, checkJoint(this.model, joint));
  }
}

// ---- root motion --------------------------------------------------------------------------------------------------

const MOTION = 7; // numbers: translation and quaternion

/** @param {number} at @returns {Motion} */
function readMotion(at) {
  const [x, y, z, ...rotation] = new Float64Array(wasm.memory.buffer, at, MOTION);
  return { translation: [x, y, z], rotation };
}

export class Motions extends Owned {
  /** @param {Model} model @param {{joint?: number, parts?: string[]}} [options] */
  constructor(model, { joint, parts = ['ground', 'yaw'] } = {}) {
    const own = joint === undefined ? wasm.sinew_model_find_motion_joint(model._at) : checkJoint(model, joint);
    const bits = parts.reduce((sum, part) => sum | 1 << numberOf('part of a motion', PARTS, part), 0);
    super(succeeded(wasm.web_motions(model._at, own, bits)), motions => wasm.sinew_clip_motions_destroy(motions), model._parts);
    this.model = model;
  }

  /** @param {string | number} clip @param {number} from @param {number} to */
  between(clip, from, to) {
    const found = this.model.findClip(clip);
    if (found === NONE) return { translation: [0, 0, 0], rotation: [0, 0, 0, 1] };
    return withBytes(new Uint8Array(MOTION * 8), at => {
      wasm.web_motion_between(this._at, found, finite('the time', from), finite('the time', to), at);
      return readMotion(at);
    });
  }
}

// ---- blend spaces -------------------------------------------------------------------------------------------------

export class BlendSpace extends Owned {
  /**
   * @param {Model} model @param {{clip: string | number, x: number, y?: number, speed?: number, markers?: number[]}[]} points
   * @param {{dimensions?: number, markerTrack?: string}} [options]
   */
  constructor(model, points, { dimensions = 1, markerTrack = '' } = {}) {
    const numbers = points.flatMap(({ clip, x, y = 0, speed = 1, markers = [] }) => [model.findClip(clip), x, y, speed, markers.length]);
    const markers = points.flatMap(point => point.markers ?? []);
    const at = withNumbers(numbers, own => withNumbers(markers, all => withText(markerTrack, track =>
      succeeded(wasm.web_space(model._at, own, points.length, all, dimensions, markerTrack ? track : 0)))));
    super(at, space => wasm.sinew_blend_space_destroy(space), model._parts);
    this.model = model;
  }

  /** @param {number} x @param {number} [y] */
  weights(x, y = 0) {
    return withBytes(new Uint8Array(MOST_POINTS * 16), weights => {
      const points = weights + MOST_POINTS * 8, count = wasm.sinew_blend_space_weights(this._at, x, y, points, weights);
      const memory = new DataView(wasm.memory.buffer);
      return Array.from({ length: count }, (_, i) => ({
        point: memory.getInt32(points + 4 * i, true), weight: memory.getFloat64(weights + 8 * i, true),
      }));
    });
  }
}

// ---- mixers -------------------------------------------------------------------------------------------------------

export class Mixer extends Owned {
  /** @param {Model} model */
  constructor(model) {
    /** @type {Map<string, number>} */
    const markers = new Map(); // of clips that play, in the module's memory
    super(succeeded(wasm.web_mixer_create(model._at)), mixer => {
      wasm.web_mixer_destroy(mixer);
      for (const at of markers.values()) wasm.sinew_free(at);
    }, model._parts);
    this.model = model;
    this._markers = markers;
  }

  get _mixer() {
    return wasm.web_mixer_inner(this._at);
  }

  /** @param {ArrayLike<number>} markers */
  _placeMarkers(markers) {
    const numbers = Float64Array.from(markers), text = numbers.join();
    let at = this._markers.get(text);
    if (at === undefined) {
      at = allocate(numbers.byteLength);
      new Float64Array(wasm.memory.buffer, at, numbers.length).set(numbers);
      this._markers.set(text, at);
    }
    return at;
  }

  // What plays.

  /** @param {string | number | BlendSpace} clip @param {Record<string, any>} [how] */
  play(clip, how = {}) {
    const { layer = 0, fade = 0, inertial = false, start = 0, speed = 1, loop = 'repeat', fadeOut = 0, sync = 0, markers = [] } = how;
    const { x = 0, y = 0, halfLife = 0, weighted = false } = how; // of a space, and beside other clips
    const space = clip instanceof BlendSpace ? clip : null, found = clip instanceof BlendSpace ? NONE : this.model.findClip(clip);
    const mode = numberOf('loop', LOOPS, loop), kept = markers.length ? this._placeMarkers(markers) : 0;
    withNumbers([fade, start, speed, fadeOut, x, y, halfLife], numbers => succeeded(wasm.web_mixer_play(this._at, checkLayer(layer), found,
      space ? space._at : 0, numbers, mode, sync, +weighted, +inertial, kept, markers.length)));
    if (space) this._keep(space);
    return this;
  }

  /** @param {BlendSpace} space @param {number} x @param {number} [y] @param {number} [layer] */
  setPosition(space, x, y = 0, layer = 0) {
    wasm.sinew_mixer_set_position(this._mixer, checkLayer(layer), space._at, finite('the position', x), finite('the position', y));
    return this;
  }

  /** @param {string | number} clip @param {number} weight @param {number} [layer] */
  setWeight(clip, weight, layer = 0) {
    const found = this.model.findClip(clip);
    if (!wasm.sinew_mixer_set_weight(this._mixer, checkLayer(layer), found, finite('the weight', weight)))
      throw new Error(`no weighted clip '${clip}' plays on layer ${layer}`);
    return this;
  }

  /** @param {{layer?: number, fade?: number}} [how] */
  stop({ layer = 0, fade = 0 } = {}) {
    wasm.sinew_mixer_stop(this._mixer, checkLayer(layer), finite('the fade', fade));
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
  setLayer(layer, { mode = 'over', weight = 1, mask = null, reference = null }) {
    const clip = reference ? this.model.findClip(reference.clip) : NONE;
    succeeded(wasm.web_mixer_set_layer(this._at, checkLayer(layer), numberOf('mode', MODES, mode), weight, mask ? mask._at : 0,
      +!!reference, clip, reference?.time ?? 0));
    if (mask) this._keep(mask);
    return this;
  }

  /** @param {Motions | null} motions */
  setMotions(motions) {
    succeeded(wasm.web_mixer_set_motions(this._at, motions ? motions._at : 0));
    if (motions) this._keep(motions);
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
    const place = character ? [0, 1, 2].map(i => character.translation[i]).concat([0, 1, 2, 3].map(i => character.rotation[i])) : [];
    return withNumbers(place, at => {
      const out = wasm.web_mixer_step(this._at, finite('the step', seconds), character ? at : 0);
      if (character) {
        const moved = readMotion(at);
        moved.translation.forEach((value, i) => { character.translation[i] = value; });
        moved.rotation.forEach((value, i) => { character.rotation[i] = value; });
      }
      const [count, leftOut] = new Float64Array(wasm.memory.buffer, out, 2), motion = readMotion(out + 16);
      const events = Array.from({ length: count }, (_, i) => {
        const [event, layer, time, weight, leads] = new Float64Array(wasm.memory.buffer, out + 8 * (2 + MOTION + 5 * i), 5);
        return { event: this.model.events[event], layer, time, weight, leads: leads !== 0 };
      });
      return { events, leftOut, motion };
    });
  }

  // Results.

  /** @param {Pose} pose @param {boolean} [withGlobals] */
  evaluate(pose, withGlobals = false) {
    if (pose.model !== this.model) throw new Error('the pose is of another model');
    wasm.web_mixer_evaluate(this._at, this.model._at, pose._at, +withGlobals);
    pose._hasGlobals = withGlobals;
    return pose;
  }

  /** @param {number} [layer] */
  current(layer = 0) {
    return withBytes(new Uint8Array(16), at => {
      const clip = wasm.sinew_mixer_current(this._mixer, checkLayer(layer), at, at + 8);
      const [time, weight] = new Float64Array(wasm.memory.buffer, at, 2);
      return { clip, time, weight };
    });
  }

  /** @param {number} [layer] */
  hasFinished(layer = 0) {
    return wasm.sinew_mixer_finished(this._mixer, checkLayer(layer)) !== 0;
  }
}
