import type { Model, Pose } from './sinew.js';

/** The module of three.js, `import * as THREE from 'three'`; any version from 0.152. */
export interface ThreeModule {
  Group: new () => unknown;
  Object3D: new () => unknown;
  SkinnedMesh: new (...all: any[]) => unknown;
  PerspectiveCamera: new (...all: any[]) => unknown;
  OrthographicCamera: new (...all: any[]) => unknown;
}

export interface ObjectOptions {
  /** A material of three.js in place of the model's own. */
  material?: unknown;
  /** The file of an image that is not in the model, by its name without folders; null: there is none. */
  resolveImage?: (name: string) => Blob | null | Promise<Blob | null>;
}

/** A character in a scene of three.js. */
export interface CharacterObject<T extends ThreeModule> {
  /** Add it to a scene. */
  readonly object: InstanceType<T['Group']>;
  /** One for each joint, to attach things to. */
  readonly joints: readonly InstanceType<T['Object3D']>[];
  /**
   * The file's cameras, in the order of `model.cameras`, with the names of their joints. Set `aspect`, also of a parallel one, to width / height
   * of the image; `update` with joints sets their transforms, and an image of another aspect than the camera's shows more.
   */
  readonly cameras: readonly (InstanceType<T['PerspectiveCamera']> | InstanceType<T['OrthographicCamera']>)[];
  /** Resolves when all images are shown, with the paths of those that are missing. The character is drawn without them before. */
  readonly ready: Promise<string[]>;
  /** Shows a pose: its palette, morph weights and visibility, and with `withJoints`, true if not given, its globals at the joints. */
  update(pose: Pose, withJoints?: boolean): void;
  /** Makes another character with the same geometries, materials and textures, which this one still owns. */
  clone(): CharacterObject<T>;
  /** Removes the object and frees its geometries, materials and textures. Dispose of clones before. */
  dispose(): void;
}

/**
 * Makes a character of three.js. Bones are linear: meshes of dual quaternions are skinned linearly, geometry caches stand still, and a mesh
 * with additive weights is refused.
 */
export function createObject<T extends ThreeModule>(THREE: T, model: Model, options?: ObjectOptions): CharacterObject<T>;
