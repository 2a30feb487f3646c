// FBX files in JavaScript: sinew's own reader as WebAssembly makes `.sinew` files of them, which sinew.js loads. See import.d.ts.
import { compile, instantiate, readText } from './module.js';
import { load } from './sinew.js';

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiling;

/**
 * @param {ArrayBuffer | Uint8Array} bytes
 * @param {{name?: string, memoryLimit?: number}} [options]
 */
export async function bakeFbx(bytes, { name = 'model.fbx', memoryLimit = 0 } = {}) {
  const code = await (compiling ??= compile(new URL('./sinew-import.wasm', import.meta.url))); // as bundlers find it
  const module = await instantiate(code); // whose memory goes with it
  const file = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
  const put = (/** @type {Uint8Array} */ from) => {
    const at = module.sinew_allocate(Math.max(from.length, 1));
    if (!at) throw new Error(`${name}: the file is larger than the memory`);
    new Uint8Array(module.memory.buffer).set(from, at);
    return at;
  };
  const baked = module.web_import(put(new TextEncoder().encode(`${name}\0`)), put(file), file.length, memoryLimit);
  if (baked) return new Uint8Array(module.memory.buffer, baked, module.web_import_size()).slice();
  const [line, hint, short] = [module.web_import_error(), module.web_import_hint(), module.web_import_code()].map(at => readText(module, at));
  throw Object.assign(new Error(`${name}: ${line}`), { code: short, hint });
}

/**
 * @param {ArrayBuffer | Uint8Array} bytes
 * @param {{name?: string, memoryLimit?: number}} [options]
 */
export async function importFbx(bytes, options) {
  return load(await bakeFbx(bytes, options));
}
