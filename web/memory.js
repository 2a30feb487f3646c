// The module that plays: its memory, and who frees what in it.
import { compile, instantiate, readText as readTextOf } from './module.js';

/** @typedef {import('./module.js').Module} Module */

export const NONE = -1;

/** @type {Promise<void> | undefined} */
let starting;
/** Its functions, once it has started. @type {Module} */
export let wasm;

async function start() {
  wasm = await instantiate(await compile(new URL('./sinew.wasm', import.meta.url))); // as bundlers find it
}

/** Once, when the first model is loaded. */
export const startModule = () => (starting ??= start());

// ---- memory -------------------------------------------------------------------------------------------------------

/** @param {number} size */
export function allocate(size) {
  const at = wasm.sinew_allocate(Math.max(size, 1));
  if (!at) throw new Error('out of memory');
  return at;
}

/** @param {number} at */
export const readText = at => readTextOf(wasm, at);

/** @template T @param {Uint8Array} bytes @param {(at: number) => T} use */
export function withBytes(bytes, use) {
  const at = allocate(bytes.length);
  try {
    new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
    return use(at);
  } finally {
    wasm.sinew_free(at);
  }
}

/** @template T @param {ArrayLike<number>} numbers doubles of the module @param {(at: number) => T} use */
export const withNumbers = (numbers, use) => withBytes(new Uint8Array(Float64Array.from(numbers).buffer), use);

/** @template T @param {string} text @param {(at: number) => T} use */
export const withText = (text, use) => withBytes(new TextEncoder().encode(`${text}\0`), use);

/** An array that a function returns with its number of items through a pointer. @param {(out: number) => number} call */
export function counted(call) {
  return withBytes(new Uint8Array(4), out => {
    const at = call(out);
    return { at, count: new DataView(wasm.memory.buffer).getInt32(out, true) };
  });
}

/** @param {number} value @returns {number} */
export function succeeded(value) {
  if (!value) throw new Error(readText(wasm.web_error()));
  return value;
}

/** @param {string} what @param {number} value */
export function finite(what, value) {
  if (!Number.isFinite(value)) throw new RangeError(`${what} is ${value}`);
  return value;
}

/** The number of a word. @param {string} what @param {string[]} words @param {string} word */
export function numberOf(what, words, word) {
  const number = words.indexOf(word);
  if (number < 0) throw new RangeError(`there is no ${what} '${word}', only ${words.join(', ')}`);
  return number;
}

// ---- ownership ----------------------------------------------------------------------------------------------------

/** Ends what nobody has disposed of. @type {FinalizationRegistry<() => void>} */
const forgotten = new FinalizationRegistry(end => end());

/**
 * Something in the module's memory. It ends once: by dispose, with its owner, or when it is forgotten. Its memory is
 * freed then, or when the last one that keeps it has ended.
 */
export class Owned {
  /** @param {number} at @param {(at: number) => void} free @param {Set<() => void>} [siblings] of the same owner */
  constructor(at, free, siblings) {
    const own = { at, users: 1, hasEnded: false };
    /** @type {Set<() => void>} */
    const parts = new Set();
    /** @type {Set<() => void>} */
    const kept = new Set();
    const leave = () => {
      if ((own.users -= 1) > 0) return;
      free(own.at);
      for (const leaveKept of kept) leaveKept();
    };
    const end = () => {
      if (own.hasEnded) return;
      own.hasEnded = true;
      siblings?.delete(end);
      for (const endPart of parts) endPart();
      leave();
    };
    siblings?.add(end);
    forgotten.register(this, end, this);
    this._own = own;
    this._parts = parts;
    this._kept = kept;
    this._leave = leave;
    this._end = end;
  }

  get _at() {
    if (this._own.hasEnded) throw new Error('it is disposed of');
    return this._own.at;
  }

  /** The memory of another one stays as long as this one's. @param {Owned} other */
  _keep(other) {
    if (this._kept.has(other._leave)) return;
    this._kept.add(other._leave);
    other._own.users += 1;
  }

  dispose() {
    forgotten.unregister(this);
    this._end();
  }
}
