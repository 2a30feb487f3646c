// Imports FBX and glTF files in JavaScript: sinew's own readers, as WebAssembly, convert them to `.sinew` files, which sinew.js loads. See
// import.d.ts.
import { SinewError, compile, instantiate, readText } from './module.js';
import { bytesOf, textOf } from './memory.js';
import { load } from './sinew.js';

export { SinewError } from './module.js';

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiling;

/**
 * @param {ArrayBuffer | Uint8Array} bytes
 * @param {{name?: string, memoryLimit?: number, findFile?: (name: string) => ArrayBuffer | Uint8Array | null | undefined}} [options]
 */
export async function bakeModel(bytes, { name = 'model', memoryLimit = 0, findFile = () => null } = {}) {
  textOf('the name', name);
  if (typeof memoryLimit !== 'number' || !(memoryLimit >= 0)) throw new RangeError('the memory limit is not a number of bytes');
  if (typeof findFile !== 'function') throw new TypeError('findFile is not a function');
  const given = bytesOf(bytes), code = await (compiling ??= compile(new URL('./sinew-import.wasm', import.meta.url))); // bundlers find the file by this form
  /** @type {any} */ let failure = null;
  /** @param {Uint8Array} from */
  const put = from => {
    const at = module.sinew_allocate(Math.max(from.length, 1));
    if (at) new Uint8Array(module.memory.buffer).set(from, at);
    return { at, size: from.length };
  };
  /** Returns the side file that the module requests during an import, or null. @param {number} nameAt @param {number} sizeAt */
  const find = (nameAt, sizeAt) => {
    try {
      const found = failure ? null : findFile(readText(module, nameAt));
      const { at, size } = found ? put(bytesOf(found)) : { at: 0, size: 0 };
      new DataView(module.memory.buffer).setUint32(sizeAt, size, true);
      return at;
    } catch (error) { // an error of the caller's function, which the module cannot pass on
      failure = { error };
      return 0;
    }
  };
  const module = await instantiate(code, { find_file: find }); // a new module for each import: its memory is freed with it
  const title = put(new TextEncoder().encode(`${name}\0`)), file = put(given);
  if (!title.at || !file.at) throw new SinewError(`${name}: the file is larger than the memory`, 'no-memory');
  const baked = module.web_import(title.at, file.at, file.size, memoryLimit);
  if (failure) throw failure.error;
  if (baked) return new Uint8Array(module.memory.buffer, baked, module.web_import_size()).slice();
  const [line, hint, short] = [module.web_import_error(), module.web_import_hint(), module.web_import_code()].map(at => readText(module, at));
  throw new SinewError(`${name}: ${line}`, short, hint);
}

/**
 * @param {ArrayBuffer | Uint8Array} bytes
 * @param {{name?: string, memoryLimit?: number, findFile?: (name: string) => ArrayBuffer | Uint8Array | null | undefined}} [options]
 */
export async function importModel(bytes, options) {
  return load(await bakeModel(bytes, options));
}
