import type { Model } from './sinew.js';

export { SinewError } from './sinew.js';

export interface ImportOptions {
  /** The file's name, for messages, and for the side file of its events. */
  name?: string;
  /** The bytes of a file beside it by its name, without folders: buffers of a .gltf, events. Called while the file is imported. */
  findFile?: (name: string) => ArrayBuffer | Uint8Array | null | undefined;
  /** Returns the bytes of a side file by its name, without folders: buffers of a .gltf, events. Called while the file is imported. */
  memoryLimit?: number;
}

/**
 * Imports an FBX or a glTF, whichever its bytes are: its skeleton, meshes and clips, which are baked. Geometry caches of an FBX and
 * meshes of a glTF that Draco compressed are not read. Takes about as long as the program does; a page that must not wait calls bakeModel
 * in a worker, and load with its bytes.
 */
export function importModel(bytes: ArrayBuffer | Uint8Array, options?: ImportOptions): Promise<Model>;

/** Makes the bytes of a `.sinew` file of an FBX or a glTF, as `sinew bake` writes it. */
export function bakeModel(bytes: ArrayBuffer | Uint8Array, options?: ImportOptions): Promise<Uint8Array>;
