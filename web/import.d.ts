import type { Model } from './sinew.js';

export interface ImportOptions {
  /** The file's name, for messages. */
  name?: string;
  /** Bytes that reading may take; 0: 256 MiB + 64 × the file's size. 1 GiB at most. */
  memoryLimit?: number;
}

/** Why a file is not imported. */
export interface ImportError extends Error {
  /** The code that `sinew info --json` gives: `damaged`, `truncated`, `unsupported`, `memory-limit`, … */
  readonly code: string;
  /** What can be done about it, or "". */
  readonly hint: string;
}

/**
 * Imports an FBX: its skeleton, meshes and clips, which are baked. Nothing beside the file is read, no geometry cache of it. Takes
 * about as long as the program does; a page that must not wait calls bakeFbx in a worker, and load with what it gives.
 */
export function importFbx(bytes: ArrayBuffer | Uint8Array, options?: ImportOptions): Promise<Model>;

/** Makes the bytes of a `.sinew` file of an FBX, as `sinew bake` writes it. */
export function bakeFbx(bytes: ArrayBuffer | Uint8Array, options?: ImportOptions): Promise<Uint8Array>;
