/**
 * Plays `.sinew` files, which `sinew bake` writes, with the library as WebAssembly.
 *
 * Matrices are three rows of four numbers; vectors are columns. Times are seconds from a clip's start. A clip is named as
 * on the command line (`walk` finds `Armature|walk`), or by its index; `'none'` or -1 is the rest pose.
 *
 * What is wrong gives an Error with one line: an object of another class or model, an array of another type, a number out of range. Models and what they make take memory of the module: `dispose()` frees it,
 * that of a model with all that it made; what is forgotten is freed with the garbage. A mixer keeps the spaces, masks and
 * motions that it plays with: they may be disposed of or forgotten before it, and their memory is freed when it plays with others.
 */

export interface Joint {
  readonly name: string;
  /** Index of the joint above it, smaller than its own; -1: none. */
  readonly parent: number;
}

export interface Clip {
  readonly name: string;
  /** Seconds on the file's timeline, where the clip begins. */
  readonly start: number;
  readonly duration: number;
}

/** What happens at a time of a clip: a footstep, a sound. */
export interface ClipEvent {
  /** Index of its clip. */
  readonly clip: number;
  readonly track: string;
  /** Seconds from the clip's start. */
  readonly time: number;
  /** As authored, or 0. */
  readonly value: number;
  /** As authored, or "". */
  readonly text: string;
}

export interface Mesh {
  readonly name: string;
  readonly vertexCount: number;
  /** The joint that it is attached to. It is drawn when the pose shows this joint. */
  readonly joint: number;
  /** Its part of the palette. */
  readonly firstSkinJoint: number;
  readonly skinJointCount: number;
  /** Its part of the morphs. */
  readonly firstMorph: number;
  readonly morphCount: number;
  readonly hasTexcoords: boolean;
  /** A second set of texture coordinates. */
  readonly hasTexcoords2: boolean;
  readonly hasColors: boolean;
  /** Hidden by the author: it is not drawn. */
  readonly isHidden: boolean;
  /** Drawn from both sides, whatever its materials say. */
  readonly isTwoSided: boolean;
  readonly submeshes: readonly Submesh[];
}

/** Triangles of a mesh with one material. */
export interface Submesh {
  /** Index of the material; -1: none. */
  readonly material: number;
  /** In the indices of the mesh. */
  readonly firstIndex: number;
  readonly indexCount: number;
}

export interface Morph {
  readonly name: string;
}

/** What a shape adds to some vertices of a mesh. Between the shapes of a morph, weights are interpolated. */
export interface MorphShape {
  /** The weight of the morph at which this shape shows alone; 1 without in-betweens. */
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
  /** Red, green, blue and alpha: a factor of the image. */
  readonly baseColor: readonly number[];
  /** The colour without the image. */
  readonly bareColor: readonly number[];
  readonly emissive: readonly number[];
  readonly alphaMode: 'opaque' | 'test' | 'blend';
  /** For `test`. */
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
  /** As the author wrote it. */
  readonly path: string;
}

/** A camera of the file: its lens, which does not change with time, and the joints that place it. It has the name of its joint. */
export interface Camera {
  /** The joint whose global transform places the camera. */
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
  /** Degrees by which `up` rotates towards the right of the image. */
  readonly roll: number;
  /** Of a perspective, horizontal and vertical, degrees; one of them may be 0: unknown. */
  readonly fieldOfView: readonly number[];
  /** Of a parallel projection, width and height; one of them may be 0: unknown. */
  readonly extent: readonly number[];
  /** Distances of the planes as authored, or 0. */
  readonly near: number;
  readonly far: number;
}

/** Copies of a mesh's arrays, undeformed, in mesh space. */
export interface MeshArrays {
  /** 3 numbers a vertex. */
  readonly positions: Float32Array;
  /** 3 numbers a vertex, unit length. */
  readonly normals: Float32Array;
  /** 2 numbers a vertex, v upwards. */
  readonly texcoords: Float32Array;
  /** The second set, or null. */
  readonly texcoords2: Float32Array | null;
  /** 4 linear numbers a vertex, or null. */
  readonly colors: Float32Array | null;
  /** 3 vertices a triangle. */
  readonly indices: Uint32Array;
  /** 4 a vertex: palette entries, counted from the mesh's first. */
  readonly entries: Uint16Array;
  /** 4 a vertex, which sum to 65535. */
  readonly weights: Uint16Array;
}

export interface Model {
  readonly joints: readonly Joint[];
  readonly clips: readonly Clip[];
  /** Those of all clips, by clip and time. */
  readonly events: readonly ClipEvent[];
  readonly meshes: readonly Mesh[];
  /** By mesh. Their indices are those of a pose's morph weights. */
  readonly morphs: readonly Morph[];
  readonly materials: readonly Material[];
  readonly images: readonly Image[];
  readonly cameras: readonly Camera[];
  readonly warnings: readonly { readonly code: string; readonly text: string }[];
  /** Frames a second of the file; 0: it names none. */
  readonly frameRate: number;
  /** From the space of palettes to the world, 3 × 4: the importer's axes. Globals include it. */
  readonly root: Float64Array;
  /** Returns the index of a clip. Without a name, that of the file's default. */
  findClip(clip?: string | number): number;
  /** The author's keyframes of a joint, or of all of them, rising. */
  keyTimes(clip: string | number, joint?: number): Float64Array;
  /** Fails for a mesh with additive weights. */
  meshArrays(mesh: number): MeshArrays;
  /** Copies of the shapes of a morph, by rising full weight. */
  morphShapes(morph: number): MorphShape[];
  /** A copy of the file of an image; null: it is beside the model, or nowhere. */
  imageBytes(image: number): Uint8Array<ArrayBuffer> | null;
  createPose(): Pose;
  createMixer(): Mixer;
  /** Makes a mask with one weight, 0 … 1, for all joints and morphs; without one 0. */
  createMask(weight?: number): Mask;
  /** Makes tables of the motion of all clips, once for all characters: milliseconds for a second of a clip. */
  createMotions(options?: {
    /** Without one, that of the hips. */
    joint?: number;
    /** Of the joint's motion, what moves the character. Without any, along the ground, with yaw. */
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
  /** 3 × 4 of each joint, in the world. After a mixer only if they were asked for. */
  readonly globals: Float64Array;
  /** 3 × 4 of each palette entry: what moves the vertices. */
  readonly palette: Float32Array;
  readonly morphWeights: Float32Array;
  /** 1 for each joint that is shown. After a mixer, as evaluate had it before, or at rest. */
  readonly visible: Uint8Array;
  readonly globalsView: Float64Array;
  readonly paletteView: Float32Array;
  readonly morphWeightsView: Float32Array;
  dispose(): void;
}

// ---- what mixers play with ----------------------------------------------------------------------------------------

/** A weight for each joint and one for morphs, 0 … 1, of what a layer changes. */
export interface Mask {
  readonly model: Model;
  /** Of a joint and all below it. */
  setSubtree(joint: number, weight: number): this;
  /** Of joints whose name matches a glob: `*.L`, with or without its namespace. */
  setMatching(pattern: string, weight: number): this;
  /** Rising along a chain, from the weight above `first` to `weight` at `last` and below. */
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

/** What the clips of a model do to a character as a whole. A clip that walks in place moves it as its planted feet say. */
export interface Motions {
  readonly model: Model;
  /** From one time to another, relative to the character at the first. Times outside the clip continue it. */
  between(clip: string | number, from: number, to: number): Motion;
  dispose(): void;
}

export interface BlendPoint {
  clip: string | number;
  x: number;
  /** In two dimensions. */
  y?: number;
  /** Not 0; without one 1. */
  speed?: number;
  /** Seconds from the clip's start, rising, such as footsteps; as many for each point. Phases count from one to the next. */
  markers?: readonly number[];
}

/** Clips at points of a line or a plane, which play at one phase: those around a position, with weights. */
export interface BlendSpace {
  readonly model: Model;
  /** The points with a weight, the heaviest first. */
  weights(x: number, y?: number): { readonly point: number; readonly weight: number }[];
  dispose(): void;
}

// ---- mixers -------------------------------------------------------------------------------------------------------

export interface PlayOptions {
  /** 0, the base, to 3. */
  layer?: number;
  /** Seconds to fade from what plays on the layer; 0: a cut. */
  fade?: number;
  /** The fade plays the new clip alone, and the difference to what was shown vanishes. One for all layers at a time. */
  inertial?: boolean;
  /** Seconds from the clip's start. */
  start?: number;
  /** Negative plays backwards; 0 counts as 1. */
  speed?: number;
  loop?: 'repeat' | 'once' | 'pingpong';
  /** Seconds in which a clip that plays once above the base ends. */
  fadeOut?: number;
  /** Clips with the same number above 0 keep a common phase and pace; they repeat. */
  sync?: number;
  /** From which to which the phases of `sync` count: seconds from the clip's start. Those of a space are its own. */
  markers?: readonly number[];
  /** Position in a space. */
  x?: number;
  y?: number;
  /** Seconds in which the position covers half of the way to a new one. */
  halfLife?: number;
  /** Plays beside other clips of the layer, with the weight that setWeight gives it; at first 0. */
  weighted?: boolean;
}

/** An event that a mixer passed. */
export interface PassedEvent {
  readonly event: ClipEvent;
  readonly layer: number;
  /** Seconds since the start of the step. */
  readonly time: number;
  /** Of the clip at that time, 0 … 1. */
  readonly weight: number;
  /** No clip of the layer weighs more: of footsteps that several clips have at one time, one. */
  readonly isDominant: boolean;
}

/** Plays clips and blend spaces on one character, in four layers of up to four. */
export interface Mixer {
  readonly model: Model;
  /** Starts a clip or a space, and fades to it from what plays on its layer. */
  play(clip: string | number | BlendSpace, options?: PlayOptions): this;
  setPosition(space: BlendSpace, x: number, y?: number, layer?: number): this;
  /** Of a clip that plays `weighted`. */
  setWeight(clip: string | number, weight: number, layer?: number): this;
  /** Fades a layer out: the base to the rest pose. */
  stop(options?: { layer?: number; fade?: number }): this;
  /** What plays on the base stands still, to fade from. */
  hold(): this;
  /** How a layer from 1 to 3 is blended: `over` those below it if nothing is said, at weight 1, on all joints. */
  setLayer(layer: number, settings: {
    mode?: 'override' | 'additive';
    weight?: number;
    mask?: Mask | null;
    /** What an additive layer is the difference to. Without one, the start of each clip that plays on it. */
    reference?: { clip: string | number; time?: number } | null;
  }): this;
  /** Poses are in place from now on, and steps give the motion; null: as the clips are. */
  setMotions(motions: Motions | null): this;
  advance(seconds: number): this;
  /**
   * Advances, and says what happened, however time is divided into steps. A character is multiplied by the motion, in
   * its arrays.
   */
  step(seconds: number, character?: Motion): {
    /** In the order in which they happened, 256 at most. */
    readonly events: readonly PassedEvent[];
    /** How many there were beyond them. */
    readonly leftOut: number;
    /** Of the base. */
    readonly motion: Motion;
  };
  /** Fills palette and morph weights of a pose with what plays now, and with `withGlobals` its globals. */
  evaluate(pose: Pose, withGlobals?: boolean): Pose;
  /** The newest clip of a layer, -1 for none or the rest pose. */
  current(layer?: number): { readonly clip: number; readonly time: number; readonly weight: number };
  /** Whether the newest clip of a layer plays once and has ended, or the layer is empty. */
  finished(layer?: number): boolean;
  dispose(): void;
}

/** An error of the library, such as a damaged file. */
export class SinewError extends Error {
  /** As `sinew info --json` prints it: `damaged`, `no-clip`, `no-memory`, … */
  readonly code: string;
  /** What can be done about it, or "". */
  readonly hint: string;
  constructor(message: string, code: string, hint?: string);
}

/** Loads the bytes of a `.sinew` file. */
export function load(bytes: ArrayBuffer | Uint8Array): Promise<Model>;
