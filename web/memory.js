// The module that plays: its memory, and the objects that own parts of it.
import { SinewError, compile, instantiate, readText as readTextOf } from './module.js';

/** @typedef {import('./module.js').Module} Module */

export const NONE = -1;

/** @type {Promise<void> | undefined} */
let starting;
/** The module's functions; set when it has started. @type {Module} */
export let wasm;

async function start() {
  wasm = await instantiate(await compile(new URL('./sinew.wasm', import.meta.url))); // bundlers find the file by this form
}

/** Starts the module on the first call, when the first model is loaded. */
export const startModule = () => (starting ??= start());

// ---- memory -------------------------------------------------------------------------------------------------------

/** @param {number} size */
export function allocate(size) {
  const at = wasm.sinew_allocate(Math.max(size, 1));
  if (!at) throw new SinewError('out of memory', 'no-memory');
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

/**
 * Calls a function that returns an array and stores its number of items at a pointer. Returns both.
 * @param {(out: number) => number} call
 */
export function counted(call) {
  return withBytes(new Uint8Array(4), out => {
    const at = call(out);
    return { at, count: new DataView(wasm.memory.buffer).getInt32(out, true) };
  });
}

/** Returns the error of the call that failed last. */
export const failed = () => new SinewError(readText(wasm.web_error()), readText(wasm.web_error_code()), readText(wasm.web_error_hint()));

/** @param {number} value @returns {number} */
export function succeeded(value) {
  if (!value) throw failed();
  return value;
}

// ---- arguments ----------------------------------------------------------------------------------------------------
//
// All arguments are checked and arrays are copied before an address is used, because converting an object to a number runs the caller's
// code, which could free the memory at that address.

/** @param {string} what @param {number} value */
export function finite(what, value) {
  if (typeof value !== 'number') throw new TypeError(`${what} is not a number`);
  if (!Number.isFinite(value)) throw new RangeError(`${what} is not finite: ${value}`);
  return value;
}

/** Checks an index below `count`. @param {string} what @param {number} value @param {number} count */
export function indexOf(what, value, count) {
  if (typeof value !== 'number') throw new TypeError(`the number of a ${what} is not a number`);
  if (!Number.isInteger(value) || value < 0 || value >= count) throw new RangeError(`there is no ${what} ${value}, only 0 to ${count - 1}`);
  return value;
}

/** @param {string} what @param {string} value */
export function textOf(what, value) {
  if (typeof value !== 'string') throw new TypeError(`${what} is not a text`);
  return value;
}

/**
 * Returns a copy of an array's items; throws if there are more than `most`.
 * @template T @param {string} what @param {ArrayLike<T>} array @param {number} most @returns {T[]}
 */
export function itemsOf(what, array, most) {
  if (!Array.isArray(array) && (!ArrayBuffer.isView(array) || array instanceof DataView)) throw new TypeError(`${what} are not an array`);
  if (array.length > most) throw new RangeError(`${what} are ${array.length}, the limit is ${most}`);
  return Array.from({ length: array.length }, (_, i) => array[i]);
}

/**
 * Returns a copy of an array of `least` to `most` finite numbers.
 * @param {string} what @param {ArrayLike<number>} array @param {number} least @param {number} most
 */
export function numbersOf(what, array, least, most) {
  const numbers = itemsOf(what, array, most).map((value, i) => finite(`${what}: number ${i + 1}`, value));
  if (numbers.length < least) throw new RangeError(`${what} are ${numbers.length} numbers, not ${least}`);
  return numbers;
}

/** Returns a view of the caller's bytes, without copying them. @param {unknown} bytes */
export function bytesOf(bytes) {
  if (ArrayBuffer.isView(bytes)) return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (/^\[object (Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(bytes))) return new Uint8Array(/** @type {ArrayBuffer} */ (bytes)); // also of other windows
  throw new TypeError('the bytes are neither an ArrayBuffer nor a view of one');
}

/** Returns the index of a word in a list of words. @param {string} what @param {string[]} words @param {string} word */
export function numberOf(what, words, word) {
  const number = words.indexOf(textOf(what, word));
  if (number < 0) throw new RangeError(`there is no ${what} '${word}', only ${words.join(', ')}`);
  return number;
}

// ---- ownership ----------------------------------------------------------------------------------------------------

/** Frees objects that were garbage-collected without dispose(). @type {FinalizationRegistry<() => void>} */
const forgotten = new FinalizationRegistry(end => end());

/**
 * An object in the module's memory. It ends once: by dispose(), together with its owner, or when it is garbage-collected. Its memory is
 * freed when it has ended and no other object keeps it.
 */
export class Owned {
  /**
   * @param {number} at @param {(at: number) => void} free @param {Set<() => void>} [siblings] functions that end the owner's other objects
   */
  constructor(at, free, siblings) {
    const own = { at, users: 1, hasEnded: false };
    /** @type {Set<() => void>} */
    const parts = new Set();
    /** @type {Map<() => void, number>} */
    const kept = new Map(); // functions that release objects that this one keeps, with their addresses
    const leave = () => {
      if ((own.users -= 1) > 0) return;
      free(own.at);
      for (const leaveKept of kept.keys()) leaveKept();
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

  /** Keeps the memory of another object as long as this object's. @param {Owned} other */
  _keep(other) {
    if (this._kept.has(other._leave)) return;
    this._kept.set(other._leave, other._own.at);
    other._own.users += 1;
  }

  /** Releases kept objects that are no longer used. @param {(at: number) => number} isUsed */
  _release(isUsed) {
    for (const [leave, at] of this._kept) {
      if (isUsed(at)) continue;
      this._kept.delete(leave);
      leave();
    }
  }

  dispose() {
    forgotten.unregister(this);
    this._end();
  }
}

/** An object that a model made. */
export class Part extends Owned {
  /** @type {any} */ #model;

  /** @param {any} model @param {number} at @param {(at: number) => void} free */
  constructor(model, at, free) {
    super(at, free, model._parts);
    this.#model = model;
  }

  get model() {
    return this.#model;
  }
}

/**
 * Returns `value` if it is an object of a class that the model made; throws otherwise. @template {Part} T
 * @param {string} what @param {new (...all: any[]) => T} kind @param {any} model @param {T} value
 */
export function partOf(what, kind, model, value) {
  if (!(value instanceof kind)) throw new TypeError(`what was given is not a ${what}`);
  if (value.model !== model) throw new Error(`the ${what} is of another model`);
  return value;
}
