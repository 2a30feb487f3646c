/**
 * Plays `.sinew` files, which `sinew bake` writes, with the library compiled to WebAssembly.
 *
 * Matrices are three rows of four numbers; vectors are columns. Times are seconds from a clip's start. A clip is named as
 * on the command line (`walk` finds `Armature|walk`), or by its index; `'none'` or -1 is the rest pose.
 *
  * Errors are thrown as `Error` with a one-line message: for an object of another class or model, an array of another type, a number out of
  * range. Models and objects made from them take memory of the module. `dispose()` frees it, with a model also all objects made from it;
  * objects that you do not dispose are freed by the garbage collector. A mixer keeps the spaces, masks and motions that it plays with: they
  * may be disposed of or forgotten before it, and their memory is freed when it plays with others.
 */

export interface Joint {
  readonly name: string;
  /** Index of the joint above it, smaller than its own; -1: none. */
  readonly parent: number;
}

export interface Clip {
  readonly name: string;
  /** Seconds on the file's timeline at the clip's start. */
  readonly start: number;
  readonly duration: number;
}

/** An event at a time of a clip, such as a footstep or a sound. */
export interface ClipEvent {
  /** Index of its clip. */
  readonly clip: number;
  readonly track: string;
  /** Seconds from the clip's start. */
    /** The clip's time in seconds, from its start. */
  /** The author's number, or 0. */
  readonly value: number;
  /** The author's text, or "". */
  readonly text: string;
}

export interface Mesh {
  readonly name: string;
  readonly vertexCount: number;
  /** The joint that the mesh is attached to. The mesh is drawn when the pose shows this joint. */
  readonly joint: number;
  /** The mesh's first entry of the palette. */
  readonly firstSkinJoint: number;
  readonly skinJointCount: number;
  /** The mesh's first morph in the model's morphs. */
  readonly firstMorph: number;
  readonly morphCount: number;
  readonly hasTexcoords: boolean;
  /** A second set of texture coordinates. */
  readonly hasTexcoords2: boolean;
  readonly hasColors: boolean;
  /** The author has hidden the mesh: do not draw it. */
  readonly isHidden: boolean;
  /** Drawn from both sides, whatever its materials say. */
  readonly isTwoSided: boolean;
  readonly submeshes: readonly Submesh[];
}

/** Triangles of a mesh with one material. */
export interface Submesh {
  /** Index of the material; -1: none. */
  readonly material: number;
  /** Offset in the indices of the mesh. */
  readonly firstIndex: number;
  readonly indexCount: number;
}

export interface Morph {
  readonly name: string;
}

/** Offsets that a shape adds to some vertices of a mesh. Between the shapes of a morph, weights are interpolated. */
export interface MorphShape {
  /** If the morph has this weight, only this shape shows; 1 without in-betweens. */
  readonly fullWeight: number;
  readonly vertices: Uint32Array;
  /** 3 numbers for each of these vertices. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
}

export type TextureWrap = 'repeat' | 'clamp' | 'mirror';

/** How an image is mapped to surfaces. It is read at offset + R · scale · (u, v), v upwards; R rotates counter-clockwise. */
export interface TextureMapping {
  /** 0: `texcoords`, 1: `texcoords2`; meshes without these use `texcoords`. */
  readonly set: number;
  readonly wrap: readonly TextureWrap[];
  readonly offset: readonly number[];
  readonly scale: readonly number[];
  /** In radians. */
  readonly rotation: number;
}

/** Colours are linear, indices of images -1 without one. */
export interface Material {
  readonly name: string;
  /** Image of the base colour, in sRGB. */
  readonly image: number;
  /**
   * Other images. Roughness is in the green channel, metalness in the blue one, occlusion in the red one. Half grey of the specular map
   * gives the highlights of plastic. Specular and emissive map are in sRGB.
   */
  readonly maps: {
    readonly normal: number; readonly roughness: number; readonly metalness: number;
    readonly specular: number; readonly emissive: number; readonly occlusion: number;
  };
  /** Red, green, blue and alpha: multiplied with the image. */
  readonly baseColor: readonly number[];
  /** The colour to use if the image is missing. */
  readonly bareColor: readonly number[];
  readonly emissive: readonly number[];
  readonly alphaMode: 'opaque' | 'test' | 'blend';
  /** Fragments with less alpha are discarded; used by `test`. */
  readonly alphaCutoff: number;
  readonly isTwoSided: boolean;
  /** Along u and v, of images without a texture mapping. */
  readonly wrap: readonly TextureWrap[];
  /** Null for an image that uses `texcoords` unchanged and the wrap modes of the material. */
  readonly mappings: {
    readonly color: TextureMapping | null; readonly normal: TextureMapping | null; readonly roughness: TextureMapping | null;
    readonly metalness: TextureMapping | null; readonly specular: TextureMapping | null; readonly emissive: TextureMapping | null;
    readonly occlusion: TextureMapping | null;
  };
  readonly roughness: number;
  readonly metalness: number;
  readonly normalScale: number;
  readonly occlusionStrength: number;
  /** The roughness map holds one minus the roughness. */
  readonly isGlossiness: boolean;
}

export interface Image {
  /** The path as the author wrote it. */
  readonly path: string;
}

/** A camera of the file: its lens, which does not change with time, and the joints that give its transform. It has the name of its joint. */
export interface Camera {
  /** The joint whose global transform is the camera's. */
  readonly joint: number;
  /** The joint that the camera looks at; -1 without one. */
  readonly target: number;
  /** The joint in whose direction the image is up; -1 without one. */
  readonly upTarget: number;
  /** A parallel projection. */
  readonly isParallel: boolean;
  /** In the space of the joint. */
  readonly position: readonly number[];
  /** The view direction in the space of the joint; ignored with a target. */
  readonly forward: readonly number[];
  /** In the space of the joint; with a target, in world space. */
  readonly up: readonly number[];
  /** Rotation of `up` towards the right of the image, degrees. */
  readonly roll: number;
  /** Horizontal and vertical angle of a perspective, degrees; one of them may be 0: unknown. */
  readonly fieldOfView: readonly number[];
  /** Width and height of a parallel projection; one of them may be 0: unknown. */
  readonly extent: readonly number[];
  /** Distance of the near plane as authored, or 0. */
  readonly near: number;
  readonly far: number;
}

/** Copies of a mesh's arrays, undeformed, in mesh space. */
export interface MeshArrays {
  /** 3 numbers per vertex. */
  readonly positions: Float32Array;
  /** 3 numbers per vertex, unit length. */
  readonly normals: Float32Array;
  /** 2 numbers per vertex, v upwards. */
  readonly texcoords: Float32Array;
  /** The second set, or null. */
  readonly texcoords2: Float32Array | null;
  /** 4 linear numbers a vertex, or null. */
  readonly colors: Float32Array | null;
  /** 3 vertices per triangle. */
  readonly indices: Uint32Array;
  /** 4 palette entries per vertex, counted from the mesh's first. */
  readonly entries: Uint16Array;
  /** 4 weights per vertex, which sum to 65535. */
  readonly weights: Uint16Array;
}

export interface Model {
  readonly joints: readonly Joint[];
  readonly clips: readonly Clip[];
  /** The events of all clips, sorted by clip and time. */
  readonly events: readonly ClipEvent[];
  readonly meshes: readonly Mesh[];
  /** The morphs of all meshes, by mesh. A morph's index is the index of its weight in a pose. */
  readonly morphs: readonly Morph[];
  readonly materials: readonly Material[];
  readonly images: readonly Image[];
  readonly cameras: readonly Camera[];
  readonly warnings: readonly { readonly code: string; readonly text: string }[];
  /** Frames per second of the file; 0 if the file has no frame rate. */
  readonly frameRate: number;
  /** Transform from the space of palettes to the world, 3 × 4, which converts the importer's axes. Globals include it. */
  readonly root: Float64Array;
  /** Returns the index of a clip, by default of the file's default clip. */
  findClip(clip?: string | number): number;
  /** Returns the times of the author's keyframes of a joint, or of all joints, rising. */
  keyTimes(clip: string | number, joint?: number): Float64Array;
  /** Returns copies of the mesh's arrays. Fails for a mesh with additive weights. */
  meshArrays(mesh: number): MeshArrays;
  /** Returns copies of the shapes of a morph, by rising full weight. */
  morphShapes(morph: number): MorphShape[];
  /** Returns a copy of an embedded image's file; null if the image is a side file or missing. */
  imageBytes(image: number): Uint8Array<ArrayBuffer> | null;
  createPose(): Pose;
  createMixer(): Mixer;
  /** Makes a mask with one weight, 0 … 1, for all joints and morphs. Default: 0. */
  createMask(weight?: number): Mask;
  /** Makes tables of the motion of all clips, once for all characters: milliseconds for a second of a clip. */
  createMotions(options?: {
    /** Default: the joint of the hips. */
    joint?: number;
    /** The parts of the joint's motion that move the character. Default: along the ground, with yaw. */
    parts?: readonly ('ground' | 'height' | 'yaw')[];
  }): Motions;
  /** Makes a space of 1 to 64 points, 3 in two dimensions, once for all characters. */
  createBlendSpace(points: readonly BlendPoint[], options?: {
    dimensions?: 1 | 2;
    /** Events of this track are the markers of clips that have any. */
    markerTrack?: string;
  }): BlendSpace;
  dispose(): void;
}

/**
 * The pose of one character. Arrays are copies, made each time that they are read. Those whose names end with `View` are views of the
 * module's memory, which become empty when it grows: read them again after anything else was called.
 */
export interface Pose {
  readonly model: Model;
  evaluate(clip: string | number, seconds: number): this;
  /** The global transform of each joint, 3 × 4, in the world. After a mixer only if `withGlobals` was set. */
  readonly globals: Float64Array;
  /** The palette, 3 × 4 per entry: the skinning matrices of the vertices. */
  readonly palette: Float32Array;
  readonly morphWeights: Float32Array;
  /** 1 for each joint that is shown. A mixer leaves the values of the last `evaluate` with a clip, or of the rest pose. */
  readonly visible: Uint8Array;
  readonly globalsView: Float64Array;
  readonly paletteView: Float32Array;
  readonly morphWeightsView: Float32Array;
  dispose(): void;
}

// ---- objects that mixers play with ----------------------------------------------------------------------------------------

/** The weight of a layer for each joint and one for morphs, 0 … 1. */
export interface Mask {
  readonly model: Model;
  /** Sets the weight of a joint and all below it. */
  setSubtree(joint: number, weight: number): this;
  /** Sets the weight of joints whose name matches a glob: `*.L`, with or without its namespace. */
  setMatching(pattern: string, weight: number): this;
  /** Sets weights that rise along a chain, from the weight above `first` to `weight` at `last` and below. */
  setGradient(first: number, last: number, weight: number): this;
  setMorphs(weight: number): this;
  weight(joint: number): number;
  dispose(): void;
}

/** A rotation about the up axis, as x, y, z, w, then a translation; in the space of globals. */
export interface Motion {
  readonly translation: number[];
  readonly rotation: number[];
}

/** The root motion of the clips of a model. In a clip that walks in place, the planted feet give the motion. */
export interface Motions {
  readonly model: Model;
  /** Returns the motion from one time to another, relative to the character at the first time. Times outside the clip continue it. */
  between(clip: string | number, from: number, to: number): Motion;
  dispose(): void;
}

export interface BlendPoint {
  clip: string | number;
  x: number;
  /** Second coordinate, in two dimensions. */
  y?: number;
  /** Playback speed, not 0. Default: 1. */
  speed?: number;
  /** Rising times such as footsteps, seconds from the clip's start; every point has the same number. Phases count from one marker to the next. */
  markers?: readonly number[];
}

/** Clips at points of a line or a plane, played at one phase. The clips around a position are blended. */
export interface BlendSpace {
  readonly model: Model;
  /** Returns the points with a weight, the heaviest first. */
  weights(x: number, y?: number): { readonly point: number; readonly weight: number }[];
  dispose(): void;
}

// ---- mixers -------------------------------------------------------------------------------------------------------

export interface PlayOptions {
  /** 0, the base, to 3. */
  layer?: number;
  /** Seconds of the fade from the clips that play on the layer; 0: a cut. */
  fade?: number;
  /** The fade plays only the new clip and lets the difference to the last shown pose vanish. One at a time for all layers. */
  inertial?: boolean;
  /** Weights change slowly at both ends of the fade, and of `fadeOut`. Without effect beside `inertial`. */
  smooth?: boolean;
  /** Seconds from the clip's start. */
  start?: number;
  /** Negative plays backwards; 0 counts as 1. */
  speed?: number;
  loop?: 'repeat' | 'once' | 'pingpong';
  /** Seconds of the fade at the end of a clip that plays once above the base. */
  fadeOut?: number;
  /** Clips with the same number above 0 keep a common phase and pace; they repeat. */
  sync?: number;
  /** Times between which the phases of `sync` count, seconds from the clip's start. A space has its own markers. */
  markers?: readonly number[];
  /** Position in a space. */
  x?: number;
  y?: number;
  /** Half-life of the position, seconds: the time to cover half of the distance to a new position. */
  halfLife?: number;
  /** Plays together with other clips of the layer, with the weight that setWeight gives it; at first 0. */
  weighted?: boolean;
}

/** An event that a mixer passed. */
export interface PassedEvent {
  readonly event: ClipEvent;
  readonly layer: number;
  /** Seconds since the start of the step. */
  readonly time: number;
  /** Weight of the clip at that time, 0 … 1. */
  readonly weight: number;
  /** True for the heaviest clip of its layer; use it to avoid duplicate footsteps. */
  readonly isDominant: boolean;
}

/** Plays clips and blend spaces on one character, in four layers of up to four. */
export interface Mixer {
  readonly model: Model;
  /** Starts a clip or a space, and fades to it from the clips that play on its layer. */
  play(clip: string | number | BlendSpace, options?: PlayOptions): this;
  setPosition(space: BlendSpace, x: number, y?: number, layer?: number): this;
  /** Sets the weight of a clip that plays `weighted`. */
  setWeight(clip: string | number, weight: number, layer?: number): this;
  /** Fades a layer out: the base to the rest pose. */
  stop(options?: { layer?: number; fade?: number }): this;
  /** Freezes the base, to fade from it. */
  hold(): this;
  /** Sets how a layer from 1 to 3 is blended. Default: `override`, at weight 1, on all joints. */
  setLayer(layer: number, settings: {
    mode?: 'override' | 'additive';
    weight?: number;
    mask?: Mask | null;
    /** The pose that an additive layer is relative to. Default: the start of each clip that plays on it. */
    reference?: { clip: string | number; time?: number } | null;
  }): this;
  /** From now on poses are in place and steps return the motion; null: poses contain the motion again. */
  setMotions(motions: Motions | null): this;
  advance(seconds: number): this;
  /**
   * Advances, and returns the events and the motion of the step, however time is divided into steps. `character` is multiplied by the
   * motion, in place.
   */
  step(seconds: number, character?: Motion): {
    /** Sorted by time, 256 at most. */
    readonly events: readonly PassedEvent[];
    /** Number of events beyond these. */
    readonly leftOut: number;
    /** Motion of the base. */
    readonly motion: Motion;
  };
  /** Fills palette and morph weights of a pose from the clips that play now, and with `withGlobals` its globals. */
  evaluate(pose: Pose, withGlobals?: boolean): Pose;
  /** The newest clip of a layer, -1 if it plays none or the rest pose. */
  current(layer?: number): { readonly clip: number; readonly time: number; readonly weight: number };
  /** Returns whether the newest clip of a layer plays once and has ended, or the layer is empty. */
  finished(layer?: number): boolean;
  dispose(): void;
}

/** An error of the library, such as a damaged file. */
export class SinewError extends Error {
  /** The code that `sinew info --json` prints: `damaged`, `no-clip`, `no-memory`, … */
  readonly code: string;
  /** Advice for the user, or "". */
  readonly hint: string;
  constructor(message: string, code: string, hint?: string);
}

/** Loads the bytes of a `.sinew` file. */
export function load(bytes: ArrayBuffer | Uint8Array): Promise<Model>;
