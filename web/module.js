// Reads, compiles and starts the WebAssembly files of the package.

/** @typedef {WebAssembly.Exports & Record<string, (...values: number[]) => number> & {memory: WebAssembly.Memory}} Module */

/** An error of the library: its message, its code as `sinew info --json` prints it, and a hint or "". */
export class SinewError extends Error {
  /** @param {string} message @param {string} code @param {string} [hint] */
  constructor(message, code, hint = '') {
    super(message);
    this.name = 'SinewError';
    this.code = code;
    this.hint = hint;
  }
}

/** @param {URL} address URL of a file of the package */
async function readFile(address) {
  if (address.protocol !== 'file:') return (await fetch(address)).arrayBuffer();
  const files = 'node:fs/promises'; // a variable, so that bundlers for browsers do not include the module
  return (await import(/* @vite-ignore */ files)).readFile(address);
}

/** @param {URL} address */
export async function compile(address) {
  return WebAssembly.compile(/** @type {BufferSource} */ (await readFile(address)));
}

/** @param {WebAssembly.Module} code @param {WebAssembly.ModuleImports} [own] functions that the module imports from its script @returns {Promise<Module>} */
export async function instantiate(code, own = {}) {
  const unsupported = () => 52; // ENOSYS: the library's only output is the message of a failed assertion
  /** @type {Record<string, WebAssembly.ModuleImports>} */
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(code)) (imports[from] ??= {})[name] = own[name] ?? unsupported;
  const module = /** @type {Module} */ ((await WebAssembly.instantiate(code, imports)).exports);
  module._initialize?.();
  return module;
}

/** Returns the text at an address. @param {Module} module @param {number} at */
export function readText(module, at) {
  const bytes = new Uint8Array(module.memory.buffer);
  return new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)));
}
