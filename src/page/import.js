// Imports a dropped file in a worker, which has nothing but the module, the file and those that were dropped beside it: it ends with the
// import, or when that takes too long.

const MOST_SECONDS = 60;

/**
 * The reply of a worker: a model, the names of its clips and its number of meshes, or the error of the import, with the number of a
 * sinew_result. An addition says how clips of a file were added to a character, or why they were not.
 * @typedef {{bytes: Uint8Array<ArrayBuffer>, front: number, clips: string[], meshes: number, additions: Addition[]}} Imported
 * @typedef {{sentence: string, unmatched: number, parts: [string, string, string][]}} Addition with the parts of a retargeting: [part, joint,
 *   joint of the file]
 * @typedef {{name: string, bytes: Uint8Array<ArrayBuffer>}} AnimationFile
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
 * Gives the module the bytes of a file that was dropped: returns their address and, through `sizeAt`, their number; 0 without one.
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

/** The model that the module has imported, opened once for its names. @param {number} front @param {Addition[]} additions @returns {Imported | Refused} */
function readImported(front, additions) {
  const first = module.page_imported(), bytes = new Uint8Array(module.memory.buffer, first, module.page_imported_size()).slice();
  if (!module.page_open(first, bytes.length)) return refuseImport();
  /** @type {Facts} */
  const found = JSON.parse(readText(module.page_facts()));
  return { bytes, front, clips: found.clips.map(clip => clip.name), meshes: found.meshes, additions };
}

/** Why the module failed. @returns {Refused} */
function refuseImport() {
  const hint = readText(module.page_error_hint());
  return { code: module.page_error_code(), sentence: readText(module.page_error()) + (hint && `; ${hint}`) };
}

/**
 * Adds the clips of animations to a character in the worker. One that cannot be added is left out.
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
 * Imports in the worker, to the bytes of a `.sinew` file.
 * @param {WebAssembly.Module} code @param {File} file @param {Map<string, File>} besides @returns {Promise<Imported | Refused>}
 */
async function importFile(code, file, besides) {
  const read = await file.arrayBuffer().catch(() => null);
  if (!read) return { code: 0, sentence: 'the browser cannot read it' };
  // Importing does not call OpenGL.
  module = await startModule(code, name => name === 'find_file' ? (nameAt, sizeAt) => giveFile(besides, nameAt, sizeAt) : () => 0);
  const at = copyIn(new Uint8Array(read));
  if (!module.page_import(copyTextIn(file.name), at, read.byteLength, 0)) return refuseImport();
  module.page_free(at);
  return readImported(module.page_imported_front(), []);
}

/** Runs in the worker: answers with what importing gave, or with what ended it. @param {MessageEvent} event */
function answerImport({ data: { code, file, besides, character, animations } }) {
  (character ? addAnimations(code, character, animations) : importFile(code, file, besides))
    .catch(error => ({ code: 0, sentence: error.constructor === Error ? error.message : 'the importer failed' })) // a trap is another error
    .then(answer => postMessage(answer, { transfer: 'bytes' in answer ? [answer.bytes.buffer] : [] }));
}

/** The script of the worker: of the functions of the page those that importing needs. */
const workerScript = () => `let module;\n${[startModule, readText, allocateIn, copyIn, copyTextIn, fileBeside, giveFile, readImported, refuseImport, addAnimations, importFile, answerImport].join('\n')}\nonmessage = answerImport;`;

/** Ends the import that runs. */
let cancelImport = () => {};

/**
 * Imports a file in a worker of its own, or adds the clips of animations to a character. `besides` are files by their names in small letters.
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
        event.preventDefault(); // no message on the console
        refuse('the importer failed');
      };
      worker.postMessage(task);
    });
  } catch { // if a browser's administrator forbids them
    return { code: 0, sentence: 'this browser starts no worker for the import' };
  } finally {
    clearTimeout(timer);
    worker?.terminate();
    URL.revokeObjectURL(url);
  }
}
