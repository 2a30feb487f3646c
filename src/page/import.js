// Imports a dropped file in a worker, which has nothing but the module, the file and those that were dropped beside it: it ends with the
// import, or when that takes too long.

const MOST_SECONDS = 60;

/**
 * What a worker answers: a model and the names of its clips, or why it could not be imported, with the number of a sinew_result.
 * @typedef {{bytes: Uint8Array<ArrayBuffer>, front: number, clips: string[]}} Imported
 * @typedef {{code: number, sentence: string}} Refused
 */

/** The file that a model names, perhaps by a URI. @param {Map<string, File>} besides by names in small letters @param {string} name */
function fileBeside(besides, name) {
  const small = name.toLowerCase();
  const plain = small.replace(/(%[0-9a-f]{2})+/g, part => {
    try {
      return decodeURIComponent(part).toLowerCase();
    } catch { // no UTF-8
      return part;
    }
  });
  return besides.get(small) ?? besides.get(plain) ?? null;
}

/**
 * Gives the module the bytes of a file that was dropped: where they are and, in what `sizeAt` points to, how many; 0 without one.
 * @param {Map<string, File>} besides @param {number} nameAt @param {number} sizeAt
 */
function giveFile(besides, nameAt, sizeAt) {
  const file = fileBeside(besides, readText(nameAt));
  if (!file) return 0;
  // @ts-ignore of workers alone
  const bytes = new Uint8Array(new FileReaderSync().readAsArrayBuffer(file)), at = copyIn(bytes);
  new DataView(module.memory.buffer).setUint32(sizeAt, bytes.length, true);
  return at;
}

/**
 * Imports in the worker, to the bytes of a `.sinew` file.
 * @param {WebAssembly.Module} code @param {File} file @param {Map<string, File>} besides @returns {Promise<Imported | Refused>}
 */
async function importFile(code, file, besides) {
  const read = await file.arrayBuffer().catch(() => null);
  if (!read) return { code: 0, sentence: 'the browser cannot read it' };
  // Importing does not call OpenGL.
  module = await startModule(code, name => name === 'find_file' ? (nameAt, sizeAt) => giveFile(besides, nameAt, sizeAt) : () => 0);
  const refuse = () => {
    const hint = readText(module.page_error_hint());
    return { code: module.page_error_code(), sentence: readText(module.page_error()) + (hint && `; ${hint}`) };
  };
  const at = copyIn(new Uint8Array(read));
  if (!module.page_import(copyTextIn(file.name), at, read.byteLength, 0)) return refuse();
  module.page_free(at);
  const first = module.page_imported(), bytes = new Uint8Array(module.memory.buffer, first, module.page_imported_size()).slice();
  if (!module.page_open(first, bytes.length)) return refuse();
  /** @type {Facts} */
  const found = JSON.parse(readText(module.page_facts()));
  return { bytes, front: module.page_imported_front(), clips: found.clips.map(clip => clip.name) };
}

/** Runs in the worker: answers with what importing gave, or with what ended it. @param {MessageEvent} event */
function answerImport({ data: { code, file, besides } }) {
  importFile(code, file, besides)
    .catch(error => ({ code: 0, sentence: error.constructor === Error ? error.message : 'the importer failed' })) // a trap is another error
    .then(answer => postMessage(answer, { transfer: 'bytes' in answer ? [answer.bytes.buffer] : [] }));
}

/** The script of the worker: of the functions of the page those that importing needs. */
const workerScript = () => `let module;\n${[startModule, readText, allocateIn, copyIn, copyTextIn, fileBeside, giveFile, importFile, answerImport].join('\n')}\nonmessage = answerImport;`;

/** Ends the import that runs. */
let cancelImport = () => {};

/**
 * Imports a file in a worker of its own. `besides` are files by their names in small letters.
 * @param {WebAssembly.Module} code @param {File} file @param {Map<string, File>} besides @returns {Promise<Imported | Refused>}
 */
async function importInWorker(code, file, besides) {
  const url = URL.createObjectURL(new Blob([workerScript()], { type: 'text/javascript' }));
  /** @type {Worker | undefined} */ let worker;
  let timer = 0;
  try {
    return await new Promise(resolve => {
      /** @param {string} sentence */
      const refuse = sentence => resolve({ code: 0, sentence });
      timer = setTimeout(() => refuse(`importing took longer than ${MOST_SECONDS} seconds`), 1000 * MOST_SECONDS);
      worker = new Worker(url);
      cancelImport = () => refuse('importing was cancelled');
      worker.onmessage = event => resolve(event.data);
      worker.onerror = event => {
        event.preventDefault(); // no message on the console
        refuse('the importer failed');
      };
      worker.postMessage({ code, file, besides });
    });
  } catch { // where a browser's administrator forbids them
    return { code: 0, sentence: 'this browser starts no worker for the import' };
  } finally {
    clearTimeout(timer);
    worker?.terminate();
    URL.revokeObjectURL(url);
  }
}
