// Imports a dropped file in a worker. The worker has only the module, the file and the side files that were dropped. It is ended after the
// import, or if that takes too long.

const MOST_SECONDS = 60;

/**
 * The reply of a worker: an imported model, or the error of the import, whose code is a sinew_result. An Addition tells how the clips of a
 * file were added to a character, or why they were not.
 * @typedef {{bytes: Uint8Array<ArrayBuffer>, front: number, clips: string[], meshes: number, additions: Addition[]}} Imported
 * @typedef {{sentence: string, unmatched: number, parts: [string, string, string][]}} Addition `parts` of a retargeting: [part, joint,
 *   joint of the file]
 * @typedef {{name: string, bytes: Uint8Array<ArrayBuffer>}} AnimationFile
 * @typedef {{code: number, sentence: string}} Refused
 */

/**
 * Returns the side file that a model names, maybe by a URI.
 * @param {Map<string, File>} besides by names in lower case @param {string} name
 */
function fileBeside(besides, name) {
  const small = name.toLowerCase();
  const plain = small.replace(/(%[0-9a-f]{2})+/g, part => {
    try {
      return decodeURIComponent(part).toLowerCase();
    } catch { // not UTF-8
      return part;
    }
  });
  return besides.get(small) ?? besides.get(plain) ?? null;
}

/**
 * Copies a dropped side file into the module. Returns its address, 0 if none exists, and stores its size at `sizeAt`.
 * @param {Map<string, File>} besides @param {number} nameAt @param {number} sizeAt
 */
function giveFile(besides, nameAt, sizeAt) {
  const file = fileBeside(besides, readText(nameAt));
  if (!file) return 0;
  // @ts-ignore only in workers
  const bytes = new Uint8Array(new FileReaderSync().readAsArrayBuffer(file)), at = copyIn(bytes);
  new DataView(module.memory.buffer).setUint32(sizeAt, bytes.length, true);
  return at;
}

/**
 * Returns the model that the module imported. It is opened once to get the names of its clips.
 * @param {number} front @param {Addition[]} additions @returns {Imported | Refused}
 */
function readImported(front, additions) {
  const first = module.page_imported(), bytes = new Uint8Array(module.memory.buffer, first, module.page_imported_size()).slice();
  if (!module.page_open(first, bytes.length)) return refuseImport();
  /** @type {Facts} */
  const found = JSON.parse(readText(module.page_facts()));
  return { bytes, front, clips: found.clips.map(clip => clip.name), meshes: found.meshes, additions };
}

/** Returns the error of the module's last call. @returns {Refused} */
function refuseImport() {
  const hint = readText(module.page_error_hint());
  return { code: module.page_error_code(), sentence: readText(module.page_error()) + (hint && `; ${hint}`) };
}

/**
 * Adds the clips of animations to a character in the worker. An animation that cannot be added is left out.
 * @param {WebAssembly.Module} code @param {Uint8Array} character @param {AnimationFile[]} animations @returns {Promise<Imported | Refused>}
 */
async function addAnimations(code, character, animations) {
  module = await startModule(code, () => () => 0);
  const at = copyIn(character);
  if (!module.page_begin_clips(at, character.length)) return refuseImport();
  module.page_free(at);
  const additions = animations.map(({ bytes }) => {
    const from = copyIn(bytes), added = module.page_add_clips(from, bytes.length);
    module.page_free(from);
    return { sentence: added ? '' : refuseImport().sentence, unmatched: module.page_unmatched_joints(), parts: added === 2 ? JSON.parse(readText(module.page_parts())) : [] };
  });
  return module.page_end_clips() ? readImported(0, additions) : refuseImport();
}

/**
 * Imports a file in the worker, as the bytes of a `.sinew` file.
 * @param {WebAssembly.Module} code @param {File} file @param {Map<string, File>} besides @returns {Promise<Imported | Refused>}
 */
async function importFile(code, file, besides) {
  const read = await file.arrayBuffer().catch(() => null);
  if (!read) return { code: 0, sentence: 'the browser cannot read it' };
  // Importing calls no function of OpenGL.
  module = await startModule(code, name => name === 'find_file' ? (nameAt, sizeAt) => giveFile(besides, nameAt, sizeAt) : () => 0);
  const at = copyIn(new Uint8Array(read));
  if (!module.page_import(copyTextIn(file.name), at, read.byteLength, 0)) return refuseImport();
  module.page_free(at);
  return readImported(module.page_imported_front(), []);
}

/** Handles a message in the worker: replies with the imported model or the error. @param {MessageEvent} event */
function answerImport({ data: { code, file, besides, character, animations } }) {
  (character ? addAnimations(code, character, animations) : importFile(code, file, besides))
    .catch(error => ({ code: 0, sentence: error.constructor === Error ? error.message : 'the importer failed' })) // a trap of the module has another class
    .then(answer => postMessage(answer, { transfer: 'bytes' in answer ? [answer.bytes.buffer] : [] }));
}

/** Returns the script of the worker: the functions of the page that importing needs. */
const workerScript = () => `let module;\n${[startModule, readText, allocateIn, copyIn, copyTextIn, fileBeside, giveFile, readImported, refuseImport, addAnimations, importFile, answerImport].join('\n')}\nonmessage = answerImport;`;

/** Cancels the import that is running. */
let cancelImport = () => {};

/**
 * Imports a file in a worker of its own, or adds the clips of animations to a character. `besides` are side files by their names in lower
 * case.
 * @param {{code: WebAssembly.Module, file?: File, besides?: Map<string, File>, character?: Uint8Array, animations?: AnimationFile[]}} task
 * @returns {Promise<Imported | Refused>}
 */
async function importInWorker(task) {
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
        event.preventDefault(); // the console gets no message
        refuse('the importer failed');
      };
      worker.postMessage(task);
    });
  } catch { // an administrator of the browser may forbid workers
    return { code: 0, sentence: 'this browser starts no worker for the import' };
  } finally {
    clearTimeout(timer);
    worker?.terminate();
    URL.revokeObjectURL(url);
  }
}
