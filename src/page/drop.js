// Files that the user drops on a viewer page or chooses. Models are imported one after the other; images, buffers of glTF and events are
// kept for models that name them.

const MOST_FOLDER_FILES = 4096;
const MOST_SENTENCES = 6;
const UNSUPPORTED = -10, NOT_A_MODEL = -7; // values of sinew_result

/** @typedef {{hasShown: boolean}} Drop files dropped together; whether the first of their models was shown */
/** @type {{file: File, drop: Drop}[]} */ let waiting = []; // files to import
let isImporting = false;
/** @type {{file: File, drop: Drop, imported: Imported}[]} */ let animations = []; // clips without meshes, which wait until all files of the drop are imported
/** @type {Map<string, File>} */ const besides = new Map(); // side files, by their names in lower case
/** @type {Map<string, File>} */ const incomplete = new Map(); // .gltf files that were not imported, maybe because their buffers are missing
/** @type {string[]} */ let sentences = []; // shown messages

/** @type {(code: WebAssembly.Module) => void} */ let startViewer;
/** Resolves when files can be imported. @type {Promise<WebAssembly.Module>} */
const viewerStarted = new Promise(resolve => {
  startViewer = code => {
    find('note').hidden = true;
    resolve(code);
  };
});

// ---- messages ---------------------------------------------------------------------------------------------------

/** @param {string[]} said */
function tell(...said) {
  sentences.push(...said);
  const most = sentences.length > MOST_SENTENCES ? MOST_SENTENCES - 1 : MOST_SENTENCES;
  const shown = sentences.slice(0, most);
  if (sentences.length > most) shown.push(`${sentences.length - most} more like these.`);
  find('sentences').replaceChildren(...shown.map(text => {
    const item = document.createElement('p');
    item.textContent = text;
    return item;
  }));
  find('messages').hidden = sentences.length === 0;
}

function dismiss() {
  sentences = [];
  tell();
}

/** @param {string[]} names */
const listed = names => names.length > 4 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');

// ---- images and other parts ---------------------------------------------------------------------------------------------------------

/** Returns the file name in a path, which may have backslashes. @param {string} path */
const fileName = path => path.split(/[\\/]/).pop() ?? '';

/** Returns whether a file can be a side file of an import: a buffer of a glTF, or events. @param {File} file */
const isPart = file => /\.(bin|events\.json)$/i.test(file.name);

/** @param {File} file */
const isImage = file => file.type.startsWith('image/') || /\.(tga|dds)$/i.test(file.name);

/** Returns the dropped image file for a path in a model. @param {string} path */
function droppedImage(path) {
  return fileBeside(besides, fileName(path));
}

/** Shows a message with the images that the shown model names and that were not dropped. */
function tellMissing() {
  const missing = facts.textures.filter((path, i) => !module.page_embedded_size(i) && !droppedImage(path)).map(fileName);
  if (missing.length) tell(`${data.files[state.file].name} uses ${listed([...new Set(missing)])}: drop ${missing.length > 1 ? 'these images' : 'this image'} as well.`);
}

/** @param {File[]} added */
async function addBesides(added) {
  for (const file of added) besides.set(file.name.toLowerCase(), file);
  await opening; // models that open meanwhile may have looked for them before
  const isUsed = data.files.length > 0 && [facts, otherFacts].some(one => one?.textures.some(path => added.includes(/** @type {any} */ (droppedImage(path)))));
  if (isUsed) await reloadImages();
  if (waiting.length > 0 || isImporting || added.length === 0) return;
  const names = listed(added.map(file => file.name));
  if (data.files.length === 0) tell(`${names}: now drop the model.`);
  else if (!isUsed) tell(`${data.files[state.file].name} does not use ${names}.`);
  else tellMissing();
}

// ---- models ---------------------------------------------------------------------------------------------------------

/** Returns the reason why a file is not imported at all, or ''. @param {File} file */
function refusal({ name, size }) {
  const { files, bytes, otherFormats } = /** @type {NonNullable<PageData['viewer']>} */ (data.viewer);
  const extension = name.split('.').pop()?.toLowerCase() ?? '', megabytes = bytes / 2 ** 20;
  if (otherFormats.includes(extension)) return `${name}: this page opens FBX, glTF and .sinew files; sinew page ${quoteFile(name)} -o page.html makes a page of this one.`;
  if (size > bytes) return `${name}: the file has ${Math.ceil(size / 2 ** 20)} MB; this page opens files of up to ${megabytes}.`;
  if (data.files.length >= files && !data.files.some(one => one.name === name)) return `${name}: this page holds ${files} files; open it again for more.`;
  return '';
}

/** @param {string} name */
const isGltf = name => /\.(gltf|glb)$/i.test(name);

/** @param {File} file @param {Refused} refused */
function explain({ name }, { code, sentence }) {
  const isForeign = code === NOT_A_MODEL || code === UNSUPPORTED, lacksBuffer = / buffer '.*' was not found$/.test(sentence);
  const isOfGltf = isGltf(name) && code === UNSUPPORTED; // an extension; the program reads one extension more than the page
  const advice = isOfGltf ? / Draco /.test(sentence) ? `; sinew page ${quoteFile(name)} -o page.html makes a page of it` : ''
    : isForeign ? '; drop FBX, glTF or .sinew files, and their images' : lacksBuffer ? '; drop it as well' : '';
  return `${name}: ${sentence}${advice}.`;
}

/** Returns the bytes of memory that a file of the page takes. @param {PageFile | DroppedFile} file */
const heldBytes = file => !('bytes' in file) ? 0 : file.animations.reduce((sum, one) => sum + one.bytes.length, file.bytes.length + (file.imported === file.bytes ? 0 : file.imported.length));

/** Adds a file to the page, or replaces the file with its name. Returns its index. @param {DroppedFile} file */
function putFile(file) {
  const { name } = file, most = data.viewer?.bytes ?? 0, index = data.files.findIndex(one => one.name === name);
  const held = data.files.reduce((sum, one) => sum + (one.name === name ? 0 : heldBytes(one)), heldBytes(file));
  if (held > most) throw new Error(`${name}: with this file the page would hold more than ${most / 2 ** 20} MB; open it again for more.`);
  if (index < 0) return data.files.push(file) - 1;
  data.files[index] = file;
  return index;
}

/** Shows a file that was dropped. If it replaces a shown file, clip, view and the rest are kept. @param {number} index */
async function showFile(index) {
  const isFirst = !find('drop').hidden, words = !isFirst && (index === state.file || index === state.otherFile) ? addressWords() : null;
  if (state.playing) words?.delete('at');
  if (index === state.otherFile) Object.assign(state, { pairing: ALONE, otherFile: NONE });
  if (!words || index === state.file) await openFile(index);
  find('drop').hidden = true;
  if (words) return showAddressed(words).catch(complain);
  if (data.view) chooseView(data.view);
  if (isFirst && location.hash) await readAddress().catch(complain);
}

/**
 * Imports a file and adds it to the page. A file with clips but without meshes waits for the other files of its drop.
 * @param {WebAssembly.Module} code @param {File} file @param {Drop} drop
 */
async function addModel(code, file, drop) {
  const why = refusal(file);
  if (why) return tell(why);
  const imported = await importInWorker({ code, file, besides });
  incomplete.delete(file.name);
  if ('sentence' in imported) {
    if (/\.gltf$/i.test(file.name)) incomplete.set(file.name, file);
    return tell(explain(file, imported));
  }
  const old = data.files.find(one => one.name === file.name), isAnimation = imported.meshes === 0 && imported.clips.length > 0;
  if (isAnimation && !old) return void animations.push({ file, drop, imported });
  await addFile(file, imported, drop);
  if (old && 'bytes' in old && old.animations.length > 0) await addClips(code, data.files.findIndex(one => one.name === file.name), old.animations);
}

/** Adds the imported model to the files, and shows it if it is the first of its drop. @param {File} file @param {Imported} imported @param {Drop} drop */
async function addFile({ name }, { bytes, front, clips, meshes }, drop) {
  const before = [...data.files];
  try {
    const index = putFile({ name, bytes, imported: bytes, clips, meshes, animations: [], front: data.takesFileFront ? 0 : front });
    if (!drop.hasShown || index === state.file || index === state.otherFile) await showFile(index);
    drop.hasShown = true;
    fillFiles();
  } catch (error) {
    data.files = before;
    tell(error instanceof Error ? error.message : String(error));
    if (before.length > 0) await openFile(state.file).catch(fail);
  }
}

/**
 * Returns a message about the way the clips of a file were added to a character; '' if every joint was found by its name.
 * @param {string} name @param {string} character @param {Addition} addition
 */
function describeAddition(name, character, { unmatched, parts }) {
  const pairs = parts.map(([part, joint, other]) => `${part.replaceAll('_', ' ')}: ${joint} from ${other}`);
  if (pairs.length > 0) return `${name}: its clips are retargeted to ${character} by ${pairs.length} parts of the body (${listed(pairs)}).`;
  return unmatched > 0 ? `${name}: ${character} lacks ${unmatched} of its animated joints; the others move it.` : '';
}

/**
 * Adds clips to a file of the page, replacing clips of earlier files with the same name, and shows the first new one. Returns the
 * animations that could not be added.
 * @param {WebAssembly.Module} code @param {number} index @param {AnimationFile[]} added
 */
async function addClips(code, index, added) {
  const file = /** @type {DroppedFile} */ (data.files[index]), names = added.map(one => one.name);
  const kept = file.animations.filter(one => !names.includes(one.name)), isNew = kept.length === file.animations.length;
  const all = [...kept, ...added];
  const answer = await importInWorker({ code, character: file.imported, animations: all });
  if ('sentence' in answer) {
    tell(`${listed(names)}: ${answer.sentence}.`);
    return [];
  }
  const refused = all.filter((_, i) => answer.additions[i].sentence);
  all.forEach(({ name }, i) => {
    const { sentence } = answer.additions[i], text = sentence ? `${name}: its clips are not added to ${file.name}: ${sentence}.` : describeAddition(name, file.name, answer.additions[i]);
    if (names.includes(name) && text) tell(text);
  });
  if (refused.length === all.length) return refused;
  putFile({ ...file, bytes: answer.bytes, clips: answer.clips, animations: all.filter(one => !refused.includes(one)) });
  if (index !== state.file && index !== state.otherFile) return refused;
  await showFile(index);
  if (isNew && index === state.file) chooseClip(file.clips.length, 0);
  return refused;
}

/**
 * Adds clips without meshes to the character that is shown. Without a character they become files of the page.
 * @param {WebAssembly.Module} code
 */
async function placeAnimations(code) {
  const placed = animations, shown = find('drop').hidden ? data.files[state.file] : null;
  animations = [];
  /** @type {AnimationFile[] | null} */ let refused = null;
  try {
    if (shown && 'bytes' in shown && shown.meshes > 0 && placed.length > 0)
      refused = await addClips(code, state.file, placed.map(({ file, imported }) => ({ name: file.name, bytes: imported.bytes })));
  } catch (error) {
    refused = [];
    tell(error instanceof Error ? error.message : String(error));
  }
  for (const { file, imported, drop } of placed) {
    if (shown && refused?.every(one => one.name !== file.name)) continue;
    const why = refusal(file);
    if (why) tell(why);
    else await addFile(file, imported, drop);
  }
}

/** @param {WebAssembly.Module} code */
async function importWaiting(code) {
  isImporting = true;
  find('progress').hidden = false;
  for (let next; (next = waiting.shift()); ) {
    const more = waiting.length > 0 ? `, then ${waiting.length} more` : '';
    find('importing').textContent = `Importing ${next.file.name}${more}…`;
    await addModel(code, next.file, next.drop);
    if (waiting.length === 0) await placeAnimations(code);
  }
  find('progress').hidden = true;
  isImporting = false;
  if (data.files.length > 0) tellMissing();
}

function cancel() {
  waiting = [];
  animations = [];
  cancelImport();
}

// ---- dropping and choosing ------------------------------------------------------------------------------------------

/** @param {File[]} files */
async function takeFiles(files) {
  const code = await viewerStarted, drop = { hasShown: false };
  if (!isImporting) dismiss();
  const models = files.filter(file => !isImage(file) && !isPart(file));
  if (files.some(isPart)) models.push(...[...incomplete.values()].filter(one => !models.some(file => file.name === one.name)));
  waiting.push(...models.map(file => ({ file, drop })));
  await addBesides(files.filter(file => isImage(file) || isPart(file)));
  if (waiting.length > 0 && !isImporting) await importWaiting(code);
}

/**
 * Returns the entries of a folder: a handle of Chromium, which a page opened from disk may also read, or an entry of another browser.
 * @param {any} folder
 */
async function childrenOf(folder) {
  /** @type {any[]} */
  const children = [];
  if (!folder.createReader) {
    for await (const child of folder.values()) children.push(child);
    return children;
  }
  for (const reader = folder.createReader(); ; ) {
    /** @type {any[]} */
    const next = await new Promise((done, fail) => reader.readEntries(done, fail));
    if (next.length === 0) return children;
    children.push(...next);
  }
}

/** Returns the files in a folder and in the folders below it that are models, images or side files, by their names. @param {any} folder */
async function filesInside(folder) {
  /** @type {File[]} */
  const files = [];
  for (let folders = [folder], left = MOST_FOLDER_FILES; folders.length > 0 && left > 0; ) {
    for (const child of (await childrenOf(folders.pop())).slice(0, left)) {
      left -= 1;
      if (isFolder(child)) folders.push(child);
      else files.push(await (child.getFile ? child.getFile() : new Promise((done, fail) => child.file(done, fail))));
    }
  }
  return files.filter(file => isImage(file) || isPart(file) || isGltf(file.name) || /\.(fbx|sinew)$/i.test(file.name)).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** @param {any} one */
const isFolder = one => one && (one.isDirectory || one.kind === 'directory');

/** @param {DataTransfer} transfer */
async function takeDropped(transfer) {
  /** @type {any[]} */
  const items = [...transfer.items];
  const dropped = items.map(item => [item.getAsFileSystemHandle?.().catch(() => null) ?? item.webkitGetAsEntry(), item.getAsFile()]); // the items exist only until the first await
  const files = [], unread = [];
  for (const [promise, file] of dropped) {
    const entry = await promise, inside = isFolder(entry) ? await filesInside(entry).catch(() => null) : file ? [file] : [];
    if (inside) files.push(...inside);
    else unread.push(`${entry.name}: this browser cannot read the folder; drop the files in it.`);
  }
  await takeFiles(files);
  tell(...unread);
}

/** Handles dropped and chosen files, from the start on: otherwise the browser would leave the page to show a dropped file. */
function listenToFiles() {
  const chooser = /** @type {HTMLInputElement} */ (find('chooser')), more = document.createElement('button');
  for (const kind of ['dragenter', 'dragover', 'dragleave', 'drop'])
    addEventListener(kind, event => {
      const { dataTransfer, relatedTarget } = /** @type {DragEvent} */ (event);
      if (!dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      document.body.classList.toggle('dragging', kind === 'dragenter' || kind === 'dragover' || (kind === 'dragleave' && !!relatedTarget));
      if (kind === 'drop') takeDropped(dataTransfer).catch(complain);
    });
  chooser.onchange = () => {
    takeFiles([...(chooser.files ?? [])]).catch(complain);
    chooser.value = ''; // so that the same file can be chosen again
  };
  const save = document.createElement('button');
  more.textContent = 'open…';
  save.textContent = 'save as page';
  save.onclick = () => { savePage().catch(complain); };
  find('controls').prepend(more, save);
  more.onclick = find('choose').onclick = () => chooser.click();
  find('cancel').onclick = cancel;
  find('dismiss').onclick = dismiss;
  addEventListener('keydown', event => {
    if (event.key !== 'Escape' || (!isImporting && sentences.length === 0)) return;
    event.stopImmediatePropagation();
    if (isImporting) cancel();
    else dismiss();
  }, true);
}
