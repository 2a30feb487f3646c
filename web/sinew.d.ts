/**
 * Plays `.sinew` files, which `sinew bake` writes, with the library compiled to WebAssembly.
 *
 * Matrices are three rows of four numbers; vectors are columns. Times are seconds from a clip's start. A clip is given by its name, with
 * the rules of the command line (`walk` finds `Armature|walk`), or by its index; `'none'` or -1 is the rest pose.
 *
 * Arguments of a wrong class, model or type, or out of range, throw an `Error` with a one-line message. Models and the objects made from
 * them take memory of the module. `dispose()` frees it; for a model it also frees all objects made from it. The garbage collector frees
 * objects that you do not dispose. A mixer keeps the blend spaces, masks and motions that it uses: you may dispose of or drop them earlier,
 * and their memory is freed when the mixer uses others.
 */

export interface Joint {
  readonly name: string;
  /** Index of the parent joint, smaller than the joint's own; -1: none. */
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
  readonly time: number;
  /** The author's number, or 0. */
  readonly value: number;
  /** The author's text, or "". */
  readonly text: string;
}

export interface Mesh {
  readonly name: string;
  readonly vertexCount: number;
  /** The joint that the mesh is attached to. Draw the mesh if the pose shows this joint. */
  readonly joint: number;
  /** Index of the mesh's first entry in the palette. */
  readonly firstSkinJoint: number;
  readonly skinJointCount: number;
  /** Index of the mesh's first morph in the model's morphs. */
  readonly firstMorph: number;
  readonly morphCount: number;
  readonly hasTexcoords: boolean;
  /** Whether there is a second set of texture coordinates. */
  readonly hasTexcoords2: boolean;
  readonly hasColors: boolean;
  /** The author hid the mesh: do not draw it. */
  readonly isHidden: boolean;
  /** Draw the mesh from both sides, whatever its materials say. */
  readonly isTwoSided: boolean;
  readonly submeshes: readonly Submesh[];
}

/** The triangles of a mesh that have one material. */
export interface Submesh {
  /** Index of the material; -1: none. */
  readonly material: number;
  /** First of its indices in the mesh's indices. */
  readonly firstIndex: number;
  readonly indexCount: number;
}

export interface Morph {
  readonly name: string;
}

/** Offsets that a shape adds to some vertices of a mesh. Weights between the shapes of a morph are interpolated. */
export interface MorphShape {
  /** Weight of the morph that adds only this shape; 1 without in-betweens. */
  readonly fullWeight: number;
  readonly vertices: Uint32Array;
  /** 3 numbers for each of `vertices`, the same for `normals`. */
  readonly positions: Float32Array;
  readonly normals: Float32Array;
}

export type TextureWrap = 'repeat' | 'clamp' | 'mirror';

/** Mapping of an image to surfaces. The image is read at offset + R · scale · (u, v), v upwards; R rotates counter-clockwise. */
export interface TextureMapping {
  /** 0: `texcoords`, 1: `texcoords2`; a mesh without the latter uses `texcoords`. */
  readonly set: number;
  readonly wrap: readonly TextureWrap[];
  readonly offset: readonly number[];
  readonly scale: readonly number[];
  /** Radians. */
  readonly rotation: number;
}

/** A material. Colours are linear. The index of an image is -1 if there is none. */
export interface Material {
  readonly name: string;
  /** Image of the base colour, in sRGB. */
  readonly image: number;
  /**
   * Indices of other images. The green channel has the roughness, the blue one the metalness, the red one the occlusion. Half grey in the
   * specular map gives the highlights of plastic. Specular and emissive map are in sRGB.
   */
  readonly maps: {
    readonly normal: number; readonly roughness: number; readonly metalness: number;
    readonly specular: number; readonly emissive: number; readonly occlusion: number;
  };
  /** Red, green, blue and alpha, which multiply the image. */
  readonly baseColor: readonly number[];
  /** The colour to use if the image is missing. */
  readonly bareColor: readonly number[];
  readonly emissive: readonly number[];
  readonly alphaMode: 'opaque' | 'test' | 'blend';
  /** With `test`, fragments with less alpha are discarded. */
  readonly alphaCutoff: number;
  readonly isTwoSided: boolean;
  /** Wrap modes along u and v, for images without a texture mapping. */
  readonly wrap: readonly TextureWrap[];
  /** Null: the image uses `texcoords` unchanged, and the material's wrap modes. */
  readonly mappings: {
    readonly color: TextureMapping | null; readonly normal: TextureMapping | null; readonly roughness: TextureMapping | null;
    readonly metalness: TextureMapping | null; readonly specular: TextureMapping | null; readonly emissive: TextureMapping | null;
    readonly occlusion: TextureMapping | null;
  };
  readonly roughness: number;
  readonly metalness: number;
  readonly normalScale: number;
  readonly occlusionStrength: number;
  /** The roughness map holds 1 − roughness. */
  readonly isGlossiness: boolean;
}

export interface Image {
  /** Path of the image file as the author wrote it. */
  readonly path: string;
}

/** A camera of the file: a lens that does not change with time, and joints that give its transform. Its name is its joint's name. */
export interface Camera {
  /** The joint whose global transform is the camera's. */
  readonly joint: number;
  /** The joint that the camera looks at; -1: none. */
  readonly target: number;
  /** The joint towards which the image's up direction points; -1: none. */
  readonly upTarget: number;
  /** Whether the projection is parallel. */
  readonly isParallel: boolean;
  /** Position in the joint's space. */
  readonly position: readonly number[];
  /** View direction in the joint's space; ignored with a target. */
  readonly forward: readonly number[];
  /** Up direction in the joint's space; with a target, in world space. */
  readonly up: readonly number[];
  /** Rotation of `up` towards the right of the image, in degrees. */
  readonly roll: number;
  /** Horizontal and vertical angle of a perspective projection, in degrees; one of them may be 0: unknown. */
  readonly fieldOfView: readonly number[];
  /** Width and height of a parallel projection, in units; one of them may be 0: unknown. */
  readonly extent: readonly number[];
  /** Distances of the near and far plane as authored; 0: unknown. */
  readonly near: number;
  readonly far: number;
}

/** Copies of a mesh's arrays before deformation, in mesh space. */
export interface MeshArrays {
  /** 3 numbers per vertex. */
  readonly positions: Float32Array;
  /** 3 numbers per vertex, unit length. */
  readonly normals: Float32Array;
  /** 2 numbers per vertex, v upwards. */
  readonly texcoords: Float32Array;
  /** Second texture coordinates, 2 numbers per vertex; or null. */
  readonly texcoords2: Float32Array | null;
  /** 4 linear numbers per vertex, or null. */
  readonly colors: Float32Array | null;
  /** 3 vertex indices per triangle. */
  readonly indices: Uint32Array;
  /** 4 palette entries per vertex, counted from the mesh's first entry. */
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
  /** The morphs of all meshes, mesh by mesh. A morph's index is also the index of its weight in a pose. */
  readonly morphs: readonly Morph[];
  readonly materials: readonly Material[];
  readonly images: readonly Image[];
  readonly cameras: readonly Camera[];
  readonly warnings: readonly { readonly code: string; readonly text: string }[];
  /** Frames per second of the file; 0 if the file has no frame rate. */
  readonly frameRate: number;
  /** Transform from the space of palettes to the world, 3 × 4, which converts the file's axes. Globals include it. */
  readonly root: Float64Array;
  /** Returns the index of a clip; without an argument, of the file's default clip. */
  findClip(clip?: string | number): number;
  /** Returns the times of the author's keyframes of a joint, or of all joints, in ascending order. */
  keyTimes(clip: string | number, joint?: number): Float64Array;
  /** Returns copies of the mesh's arrays. Fails for a mesh with additive weights. */
  meshArrays(mesh: number): MeshArrays;
  /** Returns copies of a morph's shapes, by ascending full weight. */
  morphShapes(morph: number): MorphShape[];
  /** Returns a copy of an embedded image's file; null if the image is a side file or missing. */
  imageBytes(image: number): Uint8Array<ArrayBuffer> | null;
  createPose(): Pose;
  createMixer(): Mixer;
  /** Creates a mask with one weight, 0 … 1, for all joints and morphs. Default: 0. */
  createMask(weight?: number): Mask;
  /** Creates tables of the root motion of all clips, once for all characters. It takes milliseconds per second of a clip. */
  createMotions(options?: {
    /** The joint that moves the character. Default: the hips. */
    joint?: number;
    /** The parts of that joint's motion that move the character. Default: ground and yaw. */
    parts?: readonly ('ground' | 'height' | 'yaw')[];
  }): Motions;
  /** Creates a blend space of 1 to 64 points, at least 3 in two dimensions, once for all characters. */
  createBlendSpace(points: readonly BlendPoint[], options?: {
    dimensions?: 1 | 2;
    /** Events of this track are markers, for clips that have any. */
    markerTrack?: string;
  }): BlendSpace;
  dispose(): void;
}

/**
 * The pose of one character. Arrays are copies, made each time they are read. Arrays with names ending in `View` are views of the module's
 * memory, which become empty when the memory grows: read them again after any other call.
 */
export interface Pose {
  readonly model: Model;
  evaluate(clip: string | number, seconds: number): this;
  /** The global transform of each joint in the world, 3 × 4. After a mixer they are valid only if `withGlobals` was set. */
  readonly globals: Float64Array;
  /** The palette, 3 × 4 per entry: the skinning matrices of the vertices. */
  readonly palette: Float32Array;
  readonly morphWeights: Float32Array;
  /** 1 for each joint that is shown. A mixer does not change it: it is from the last `evaluate` with a clip, or from the rest pose. */
  readonly visible: Uint8Array;
  readonly globalsView: Float64Array;
  readonly paletteView: Float32Array;
  readonly morphWeightsView: Float32Array;
  dispose(): void;
}

// ---- objects that mixers play with ----------------------------------------------------------------------------------------

/** The weight of a layer for each joint, and one weight for morphs, 0 … 1. */
export interface Mask {
  readonly model: Model;
  /** Sets the weight of a joint and of all joints below it. */
  setSubtree(joint: number, weight: number): this;
  /** Sets the weight of joints whose names match a glob such as `*.L`, with or without their namespace. */
  setMatching(pattern: string, weight: number): this;
  /** Sets weights that rise along a chain, from the weight above `first` to `weight` at and below `last`. */
  setGradient(first: number, last: number, weight: number): this;
  setMorphs(weight: number): this;
  weight(joint: number): number;
  dispose(): void;
}

/** A rotation about the up axis, as quaternion x, y, z, w, followed by a translation, in the space of globals. */
export interface Motion {
  readonly translation: number[];
  readonly rotation: number[];
}

/** The root motion of the clips of a model. In a clip that walks in place, the planted feet determine it. */
export interface Motions {
  readonly model: Model;
  /** Returns the motion from one time to another, relative to the character at the first time. Outside the clip the motion continues. */
  between(clip: string | number, from: number, to: number): Motion;
  dispose(): void;
}

export interface BlendPoint {
  clip: string | number;
  x: number;
  /** Second coordinate, for two dimensions. */
  y?: number;
  /** Playback speed, except 0. Default: 1. */
  speed?: number;
  /**
   * Ascending times such as footsteps, in seconds from the clip's start; all points must have the same number. Phases count from marker to
   * marker.
   */
  markers?: readonly number[];
}

/** Clips at points of a line or a plane, played with one phase. The clips around a position are blended. */
export interface BlendSpace {
  readonly model: Model;
  /** Returns the points with a weight at a position, the largest weight first. */
  weights(x: number, y?: number): { readonly point: number; readonly weight: number }[];
  dispose(): void;
}

// ---- mixers -------------------------------------------------------------------------------------------------------

export interface PlayOptions {
  /** Layer 0, the base, to 3. */
  layer?: number;
  /** Seconds of the fade from the clips that play on the layer; 0: a cut. */
  fade?: number;
  /**
   * The fade plays only the new clip, and reduces its difference from the last pose smoothly to zero. There is one such fade at a time for
   * all layers.
   */
  inertial?: boolean;
  /** Weights change slowly at both ends of the fade and of the fade-out. `smooth` has no effect if `inertial` is set. */
  smooth?: boolean;
  /** Seconds from the clip's start. */
  start?: number;
  /** A negative speed plays backwards; 0 counts as 1. */
  speed?: number;
  loop?: 'repeat' | 'once' | 'pingpong';
  /** Seconds of the fade-out at the end of a clip that plays once, on layers above the base. */
  fadeOut?: number;
  /** Clips with the same number above 0 keep a common phase and pace, and repeat. */
  sync?: number;
  /** Times between which the phases of `sync` count, in seconds from the clip's start. A blend space has its own markers. */
  markers?: readonly number[];
  /** Position in a blend space. */
  x?: number;
  y?: number;
  /** Seconds until the position has covered half of its distance to a new position. */
  halfLife?: number;
  /** The clip plays together with others of its layer, with the weight of setWeight, which is 0 at first. */
  weighted?: boolean;
}

/** An event that a mixer has passed. */
export interface PassedEvent {
  readonly event: ClipEvent;
  readonly layer: number;
  /** Seconds since the start of the step. */
  readonly time: number;
  /** Weight of its clip at that time, 0 … 1. */
  readonly weight: number;
  /** Whether its clip has the largest weight of its layer; use it to avoid duplicate footsteps. */
  readonly isDominant: boolean;
}

/** Plays clips and blend spaces on one character, in four layers of up to four clips. */
export interface Mixer {
  readonly model: Model;
  /** Starts a clip or a blend space, with a fade from the clips that play on its layer. */
  play(clip: string | number | BlendSpace, options?: PlayOptions): this;
  setPosition(space: BlendSpace, x: number, y?: number, layer?: number): this;
  /** Sets the weight of a clip that plays with `weighted`. */
  setWeight(clip: string | number, weight: number, layer?: number): this;
  /** Fades a layer out; the base fades to the rest pose. */
  stop(options?: { layer?: number; fade?: number }): this;
  /** Freezes the pose of the base, to fade from it. */
  hold(): this;
  /** Sets how a layer, 1 to 3, is blended. Default: `override`, with weight 1, on all joints. */
  setLayer(layer: number, settings: {
    mode?: 'override' | 'additive';
    weight?: number;
    mask?: Mask | null;
    /** The pose that an additive layer is relative to. Default: the start of each of its clips. */
    reference?: { clip: string | number; time?: number } | null;
  }): this;
  /** With motions, poses are in place, and steps return the motion. With null, poses contain the motion again. */
  setMotions(motions: Motions | null): this;
  advance(seconds: number): this;
  /**
   * Advances, and returns the events and the motion of the step; their sum does not depend on how time is divided into steps. `character`
   * is multiplied by the motion in place.
   */
  step(seconds: number, character?: Motion): {
    /** Sorted by time, at most 256. */
    readonly events: readonly PassedEvent[];
    /** Number of further events. */
    readonly leftOut: number;
    /** Motion of the base. */
    readonly motion: Motion;
  };
  /** Computes palette and morph weights of a pose from the playing clips; with `withGlobals`, also its globals. */
  evaluate(pose: Pose, withGlobals?: boolean): Pose;
  /** Returns the newest clip of a layer; -1: none, or the rest pose. */
  current(layer?: number): { readonly clip: number; readonly time: number; readonly weight: number };
  /** Returns whether the newest clip of a layer plays once and has ended, or the layer is empty. */
  finished(layer?: number): boolean;
  dispose(): void;
}

/** An error of the library, for example about a damaged file. */
export class SinewError extends Error {
  /** The code that `sinew info --json` prints: `damaged`, `no-clip`, `no-memory`, … */
  readonly code: string;
  /** Advice for the user, or "". */
  readonly hint: string;
  constructor(message: string, code: string, hint?: string);
}

/** Loads the bytes of a `.sinew` file. */
export function load(bytes: ArrayBuffer | Uint8Array): Promise<Model>;
