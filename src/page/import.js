// Imports a dropped file in a worker, which has nothing but the module and the file: it ends with the import, or when that takes too long.

const MOST_SECONDS = 60;

/**
 * What a worker answers: a model and the names of its clips, or why it could not be imported, with the number of a sinew_result.
 * @typedef {{bytes: Uint8Array<ArrayBuffer>, front: number, clips: string[]}} Imported
 * @typedef {{code: number, sentence: string}} Refused
 */

/** Imports in the worker, to the bytes of a `.sinew` file. @param {WebAssembly.Module} code @param {File} file @returns {Promise<Imported | Refused>} */
async function importFile(code, file) {
  const read = await file.arrayBuffer().catch(() => null);
  if (!read) return { code: 0, sentence: 'the browser cannot read it' };
  module = await startModule(code, () => () => 0); // OpenGL, which importing does not call
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
function answerImport({ data: { code, file } }) {
  importFile(code, file)
    .catch(error => ({ code: 0, sentence: error.constructor === Error ? error.message : 'the importer failed' })) // a trap is another error
    .then(answer => postMessage(answer, { transfer: 'bytes' in answer ? [answer.bytes.buffer] : [] }));
}

/** The script of the worker: of the functions of the page those that importing needs. */
const workerScript = () => `let module;\n${[startModule, readText, copyIn, copyTextIn, importFile, answerImport].join('\n')}\nonmessage = answerImport;`;

/** Ends the import that runs. */
let cancelImport = () => {};

/** Imports a file in a worker of its own. @param {WebAssembly.Module} code @param {File} file @returns {Promise<Imported | Refused>} */
async function importInWorker(code, file) {
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
      worker.postMessage({ code, file });
    });
  } catch { // where a browser's administrator forbids them
    return { code: 0, sentence: 'this browser starts no worker for the import' };
  } finally {
    clearTimeout(timer);
    worker?.terminate();
    URL.revokeObjectURL(url);
  }
}
