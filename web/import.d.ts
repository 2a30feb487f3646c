import type { Model } from './sinew.js';

export { SinewError } from './sinew.js';

export interface ImportOptions {
  /** The file's name, for messages, and for the side file of its events. */
  name?: string;
  /** Returns the bytes of a side file by its name, without folders: a buffer of a .gltf, or events. Called while the file is imported. */
  findFile?: (name: string) => ArrayBuffer | Uint8Array | null | undefined;
  /** Bytes that reading may take, at most 1 GiB; 0: 256 MiB + 64 × the file's size. */
  memoryLimit?: number;
}

/**
 * Imports an FBX or a glTF, recognized by its bytes: its skeleton, meshes and clips, which are baked. Geometry caches of an FBX and
 * Draco-compressed meshes of a glTF are not read. It takes about as long as the program does. A page that must not wait calls bakeModel in
 * a worker, and then load with the bytes.
 */
export function importModel(bytes: ArrayBuffer | Uint8Array, options?: ImportOptions): Promise<Model>;

/** Converts an FBX or a glTF to the bytes of a `.sinew` file, the same as `sinew bake` writes. */
export function bakeModel(bytes: ArrayBuffer | Uint8Array, options?: ImportOptions): Promise<Uint8Array>;
