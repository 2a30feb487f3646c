// The address of a page, which names the shown state, and the command that draws the same image.

/** Returns a word of a command, quoted as the program does it: unprintable characters become $'\\033'. @param {string} text */
function quote(text) {
  const at = copyTextIn(text), word = readText(module.page_shell_word(at));
  module.page_free(at);
  return word;
}

/** Returns a file's name, quoted and not to be mistaken for an option. @param {string} name */
const quoteFile = name => quote(name.startsWith('-') ? `./${name}` : name);

/** Returns the command that draws the shown image. */
function command() {
  const words = ['sinew', 'render', quoteFile(data.files[state.file].name)];
  words.push('--clip', state.clip === NONE ? 'none' : quote(`#${state.clip + 1}`), '--at', String(+state.time.toFixed(6)));
  if (state.pairing !== ALONE) words.push(`--${PAIRINGS[state.pairing]}`, quoteFile(data.files[state.otherFile].name));
  if (state.pairing !== ALONE) words.push('--other-clip', state.otherClip === NONE ? 'none' : quote(`#${state.otherClip + 1}`));
  const camera = cameraText();
  if (camera !== null) words.push('--camera', quote(camera));
  else if (state.view !== 'default') words.push('--view', state.view);
  if (data.takesFileFront) words.push('--front', 'file');
  if (state.inPlace) words.push('--in-place');
  if (comparedJoints()[0] !== NONE) words.push('--joint', quote(nameOfJoint()));
  if (comparedJoints()[0] !== NONE && state.looks & LOOKS.trail) words.push('--trail', quote(nameOfJoint()));
  if (state.colors && (facts.colors[state.colors] !== 'weights' || state.joint !== NONE)) words.push('--colors', facts.colors[state.colors]);
  if (state.skin) words.push('--skin', facts.skins[state.skin]);
  if (state.names) words.push('--names');
  /** @type {[number, string][]} */
  const switches = [[LOOKS.skeleton, facts.shows_skeleton ? '--no-skeleton' : '--skeleton'], [LOOKS.hideGround, '--no-grid'],
                    [LOOKS.axes, '--axes'], [LOOKS.onion, '--onion 3'], [LOOKS.parallel, '--ortho']];
  const hides = state.looks & LOOKS.hideMesh, edges = state.looks & LOOKS.edges;
  if (hides || edges) words.push(hides && edges ? '--wireframe' : edges ? '--edges' : '--no-mesh');
  for (const [look, option] of switches) if (state.looks & look) words.push(option);
  words.push(state.looks & LOOKS.tracking && state.camera === NONE ? '--follow' : '--no-follow');
  words.push('--size', `${canvas.width / columns()}x${canvas.height}`, '-o', 'image.png');
  return words.join(' ');
}

/** Returns the index of a clip, by its name or the part of its name after Blender's `|`. @param {number} file @param {string} name */
function findClip(file, name) {
  const clips = data.files[file].clips, exact = clips.indexOf(name);
  const index = exact >= 0 ? exact : clips.findIndex(one => one.split('|').pop() === name);
  if (index < 0) throw new Error(`There is no clip '${name}' in ${data.files[file].name}.`);
  return index;
}

/** Returns the index of a joint, by its name or its label in lists. @param {string} name "": no joint */
function findJoint(name) {
  const joint = facts.joints.find(one => one.name === name) ?? facts.joints.find(one => one.label === name);
  if (name && !joint) throw new Error(`There is no joint '${name}' in ${data.files[state.file].name}.`);
  return joint?.joint ?? NONE;
}

/** @param {string} name */
function findFile(name) {
  const index = data.files.findIndex(file => file.name === name);
  if (index < 0) throw new Error(`There is no file '${name}' in this page.`);
  return index;
}

/**
 * Opens the file to compare with: the one in the address, else the one that the page was made to compare.
 * @param {URLSearchParams} wanted
 */
async function readComparison(wanted) {
  const pairing = PAIRINGS.findIndex(name => wanted.has(name));
  if (pairing < 0 && data.pairing) return compareWith(PAIRINGS.indexOf(data.pairing), data.otherFile, data.otherClip);
  if (pairing <= ALONE) return state.pairing === ALONE ? undefined : compareWith(ALONE, NONE, NONE);
  const file = findFile(wanted.get(PAIRINGS[pairing]) ?? ''), clip = wanted.get('other-clip');
  await compareWith(pairing, file, clip !== null ? findClip(file, clip) : data.files[file].clips.length ? 0 : NONE);
}

/** Blends with the clip that the address names, or ends a blend if it names none. @param {URLSearchParams} wanted */
function readBlend(wanted) {
  const clip = wanted.get('blend'), share = Number(wanted.get('share') ?? 0.5);
  if (!(share >= 0 && share <= 1)) throw new Error(`'${wanted.get('share')}' is no share from 0 to 1.`);
  if (clip === null && state.blended === NONE) return;
  blendWith(clip === null ? NONE : findClip(state.file, clip), share);
}

let seen = location.hash; // the address that was read or written last; while the page is busy, another one waits

/** Shows the state of an address that changed while the page was busy. */
function followAddress() {
  if (state.ready && location.hash !== seen) readAddress().catch(complain);
}

/** Shows the state that the address names, such as `#clip=walk&at=12f&joint=foot.L&view=front`; the rest gets its default. */
async function readAddress() {
  seen = location.hash;
  find('note').hidden = true;
  await showAddressed(new URLSearchParams(seen.slice(1)));
}

/** @param {URLSearchParams} wanted */
async function showAddressed(wanted) {
  const file = wanted.get('file'), clip = wanted.get('clip'), at = wanted.get('at'), joint = wanted.get('joint');
  const chosen = wanted.get('view'), camera = wanted.get('camera');
  if (file !== null && findFile(file) !== state.file) await openFile(findFile(file));
  if (clip !== null && findClip(state.file, clip) !== state.clip) chooseClip(findClip(state.file, clip), 0);
  if ((wanted.get('in-place') ?? String(data.inPlace)) !== String(state.inPlace)) setInPlace(!state.inPlace);
  await readComparison(wanted);
  readBlend(wanted);
  if (joint !== null) chooseJoint(findJoint(joint));
  if (chosen !== null) chooseView(chosen);
  if (camera !== null && !chooseCamera(camera)) throw new Error(`There is no camera '${camera}' in ${data.files[state.file].name}.`);
  if (at !== null) {
    const number = parseFloat(at);
    if (!Number.isFinite(number)) throw new Error(`'${at}' is no time.`);
    seek(/f$/.test(at) ? timeOfFrame(number) : number);
  }
}

/** Returns the words of an address that names the shown state. */
function addressWords() {
  const words = new URLSearchParams();
  if (state.file !== 0) words.set('file', data.files[state.file].name);
  if (state.clip !== NONE) words.set('clip', clipOf().name);
  if (state.blended !== NONE) words.set('blend', facts.clips[state.blended].name);
  if (state.blended !== NONE) words.set('share', String(state.share));
  if (state.inPlace !== data.inPlace) words.set('in-place', String(state.inPlace));
  const frame = frameText(state.time);
  words.set('at', frame.includes('.') ? String(+state.time.toFixed(6)) : `${frame}f`);
  if (state.joint !== NONE) words.set('joint', nameOfJoint());
  const camera = cameraText();
  if (camera !== null) words.set('camera', camera);
  else if (state.view !== 'default') words.set('view', state.view);
  if (state.pairing === ALONE && data.pairing) words.set(PAIRINGS[ALONE], '');
  if (state.pairing !== ALONE) words.set(PAIRINGS[state.pairing], data.files[state.otherFile].name);
  if (state.pairing !== ALONE && state.otherClip !== NONE) words.set('other-clip', otherClipName());
  return words;
}

let written = '';
function writeAddress() {
  if (location.hash !== seen) return;
  const words = addressWords().toString();
  if (words === written) return;
  written = words;
  history.replaceState(null, '', '#' + written);
  seen = location.hash;
}
