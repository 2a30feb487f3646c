/**
 * Plays `.sinew` files, which `sinew bake` writes, with the library as WebAssembly.
 *
 * Matrices are three rows of four numbers; vectors are columns. Times are seconds from a clip's start. A clip is named as
 * on the command line (`walk` finds `Armature|walk`), or by its index; `'none'` or -1 is the rest pose.
 *
 * What is wrong gives an Error with one line. Models, poses and mixers take memory of the module: `dispose()` frees them,
 * a model with all that it made; what is forgotten is freed with the garbage.
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

export interface Mesh {
  readonly name: string;
  readonly vertexCount: number;
  /** Its part of the palette. */
  readonly firstEntry: number;
  readonly entryCount: number;
}

/** Copies of a mesh's arrays, undeformed, in mesh space. */
export interface MeshArrays {
  /** 3 numbers a vertex. */
  readonly positions: Float32Array;
  /** 3 numbers a vertex, unit length. */
  readonly normals: Float32Array;
  /** 2 numbers a vertex, v upwards. */
  readonly texcoords: Float32Array;
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
  readonly meshes: readonly Mesh[];
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
  createPose(): Pose;
  createMixer(): Mixer;
  dispose(): void;
}

/**
 * The pose of one character. Its arrays are views of the module's memory: read them again after anything was created or
 * loaded, which may make them empty.
 */
export interface Pose {
  readonly model: Model;
  evaluate(clip: string | number, seconds: number): this;
  /** 3 × 4 of each joint, in the world. Not after a mixer. */
  readonly globals: Float64Array;
  /** 3 × 4 of each palette entry: what moves the vertices. */
  readonly palette: Float32Array;
  readonly morphWeights: Float32Array;
  dispose(): void;
}

/** Plays clips one after the other, with fades. */
export interface Mixer {
  readonly model: Model;
  /** Starts a clip, and fades to it from what plays. */
  play(clip: string | number, how?: {
    /** Seconds; 0: a cut. */
    fade?: number;
    /** Seconds from the clip's start. */
    start?: number;
    speed?: number;
    loop?: 'repeat' | 'once' | 'pingpong';
  }): this;
  advance(seconds: number): this;
  /** Fills palette and morph weights of a pose with what plays now. */
  evaluate(pose: Pose): Pose;
  dispose(): void;
}

/** Loads the bytes of a `.sinew` file. */
export function load(bytes: ArrayBuffer | Uint8Array): Promise<Model>;
