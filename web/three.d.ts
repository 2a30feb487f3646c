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
  /** A material of three.js that replaces the model's own materials. */
  material?: unknown;
  /** Returns the file of an image that is not embedded, by its name without folders; null if there is none. */
  resolveImage?: (name: string) => Blob | null | Promise<Blob | null>;
}

/** A character in a scene of three.js. */
export interface CharacterObject<T extends ThreeModule> {
  /** The group to add to a scene. */
  readonly object: InstanceType<T['Group']>;
  /** One object per joint, to attach other objects to. */
  readonly joints: readonly InstanceType<T['Object3D']>[];
  /**
   * The file's cameras, in the order of `model.cameras`, named after their joints. Set `aspect`, also for parallel cameras, to width /
   * height of the image; an image wider or taller than the camera's own shows more. `update` with joints sets their transforms.
   */
  readonly cameras: readonly (InstanceType<T['PerspectiveCamera']> | InstanceType<T['OrthographicCamera']>)[];
  /** Resolves when all images are shown, with the paths of missing images. Until then the character is drawn without images. */
  readonly ready: Promise<string[]>;
  /** Shows a pose: its palette, morph weights and visibility. Unless `withJoints` is false, the globals move `joints` and `cameras`. */
  update(pose: Pose, withJoints?: boolean): void;
  /** Makes another character that shares geometries, materials and textures with this one, which still owns them. */
  clone(): CharacterObject<T>;
  /** Removes the object, and frees its geometries, materials and textures. Dispose of its clones first. */
  dispose(): void;
}

/**
 * Makes a character for three.js. Skinning is linear, also for meshes with dual quaternions; geometry caches do not move; a mesh with
 * additive weights is an error.
 */
export function createObject<T extends ThreeModule>(THREE: T, model: Model, options?: ObjectOptions): CharacterObject<T>;
