// The lists at the side: files, clips, joints, values of the selected joint, facts and warnings.

/**
 * Marks the chosen button of a list, and scrolls to it; if it is not among the listed rows, lists the rows around it.
 * @param {string} list @param {number} value
 */
function press(list, value) {
  let isShown = value === NONE;
  for (const button of find(list).querySelectorAll('button')) {
    const isChosen = value !== NONE && button.dataset.value === String(value);
    button.setAttribute('aria-pressed', String(isChosen));
    isShown ||= isChosen;
  }
  if (!isShown) lists[list]?.(list === 'joints' ? listedJoints.findIndex(one => one.joint === value) : value);
}

/**
 * @param {string} text @param {number} value @param {() => void} run @param {number} [chosen] value of the chosen row @param {string} [tag]
 */
function makeItem(text, value, run, chosen = NONE, tag = 'li') {
  const item = document.createElement(tag), button = document.createElement('button');
  button.textContent = text;
  button.dataset.value = String(value);
  button.setAttribute('aria-pressed', String(value !== NONE && value === chosen));
  button.onclick = run;
  item.append(button);
  return item;
}

const MOST_ROWS = 500; // rows of a list that are shown

/**
 * Fills an element with at most `most` of `count` rows, the ones around the row `around`, because a file can have a million. A button
 * before them and one after them show more.
 * @param {HTMLElement} element @param {number} count @param {number} around
 * @param {(row: number) => HTMLElement} makeRow @param {number} [most]
 */
function fillRows(element, count, around, makeRow, most = MOST_ROWS) {
  const first = Math.max(0, Math.min(around - (most >> 1), count - most)), end = Math.min(count, first + most);
  const rows = Array.from({ length: end - first }, (_, i) => makeRow(first + i));
  /** @param {number} left @param {string} where @param {number} row */
  const makeMore = (left, where, row) => {
    const more = makeItem(`${left} more ${where}`, NONE, () => {
      fillRows(element, count, row, makeRow, most);
      (row < first ? element.lastElementChild : element.firstElementChild)?.scrollIntoView({ block: 'nearest' });
    }, NONE, element instanceof HTMLUListElement ? 'li' : 'div');
    more.className = 'more';
    return more;
  };
  if (first > 0) rows.unshift(makeMore(first, 'before', first - (most >> 1)));
  if (end < count) rows.push(makeMore(count - end, 'after', end + (most >> 1)));
  element.replaceChildren(...rows);
}

/** @param {string} list @param {[string, string][]} pairs */
function fillPairs(list, pairs) {
  find(list).replaceChildren(...pairs.flatMap(([name, value]) => {
    const term = document.createElement('dt'), definition = document.createElement('dd');
    term.textContent = name;
    definition.textContent = value;
    return [term, definition];
  }));
}

/** Sets the text of an element if it has changed. @param {HTMLElement} element @param {string} text */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Return the selected joint's name in the file, and its label in lists and images; '' if no joint is selected. */
const nameOfJoint = () => facts.joints.find(one => one.joint === state.joint)?.name ?? '';
const labelOfJoint = () => facts.joints.find(one => one.joint === state.joint)?.label ?? '';

const otherClipName = () => state.otherClip === NONE ? 'rest pose' : data.files[state.otherFile].clips[state.otherClip];

/** @param {string} list @param {string} chosen @param {[string, string][]} choices [value, text] */
function fillChoices(list, chosen, choices) {
  const select = /** @type {HTMLSelectElement} */ (find(list));
  select.replaceChildren(...choices.map(([value, text]) => new Option(text, value, false, value === chosen)));
}

/** Fills the lists of the comparison: the clips of all files, and the ways of showing two. */
function fillComparison() {
  const clipsOf = data.files.map(file => Math.max(file.clips.length, 1)), count = clipsOf.reduce((sum, clips) => sum + clips, 0);
  const own = `${state.otherFile} ${state.otherClip}`;
  /** @type {[string, string][]} */
  const clips = [];
  /** @param {number} f @param {number} c */
  const add = (f, c) => {
    const { name, clips: names } = data.files[f], clip = names[c] ?? 'rest pose';
    clips.push([`${f} ${names.length ? c : NONE}`, data.files.length > 1 ? `${name}: ${clip}` : clip]);
  };
  for (let f = 0; f < data.files.length; ++f)
    for (let c = 0; c < clipsOf[f] && clips.length < MOST_ROWS; ++c) add(f, c);
  if (state.otherFile !== NONE && !clips.some(([value]) => value === own)) add(state.otherFile, Math.max(state.otherClip, 0));
  fillChoices('pairing', PAIRINGS[state.pairing], PAIRINGS.map(name => [name, name === 'alone' ? 'not compared' : `${name} this one`]));
  fillChoices('other', own, clips);
  find('other').title = count > clips.length ? `${count - clips.length} more: see the address` : '';
  find('other').hidden = state.pairing === ALONE;
  find('comparison').hidden = count < 2;
}

/** Fills the list of clips that can be blended with the playing clip. */
function fillBlend() {
  const share = /** @type {HTMLInputElement} */ (find('share')), most = facts.clips.slice(0, MOST_ROWS);
  const clips = most.map((clip, i) => /** @type {[string, string]} */ ([String(i), clip.name || `#${i + 1}`])).filter((_, i) => i !== state.clip);
  fillChoices('blended', String(state.blended), [[String(NONE), 'not blended'], ...clips]);
  share.hidden = state.blended === NONE;
  share.value = String(state.share);
  share.setAttribute('aria-valuetext', clipText());
  find('blend').hidden = facts.clips.length < 2 || state.clip === NONE;
}

/** Fills the list of files and the lists of the comparison. */
function fillFiles() {
  find('files').replaceChildren(...data.files.map((file, i) => makeItem(file.name, i, () => { openFile(i).catch(fail); }, state.file)));
  find('files-part').hidden = data.files.length < 2;
  fillComparison();
}

/** @type {Joint[]} */ let listedJoints = []; // joints that the search finds
/** @type {Map<number, number>} */ const depths = new Map(); // depth of each listed joint

/** @param {number} row */
function makeJointItem(row) {
  const { joint, name, label, skeletal } = listedJoints[row];
  const item = makeItem(label, joint, () => chooseJoint(state.joint === joint ? NONE : joint), state.joint);
  const button = /** @type {HTMLElement} */ (item.firstChild);
  button.style.paddingLeft = `${10 + 11 * Math.min(depths.get(joint) ?? 0, 12)}px`;
  button.classList.toggle('skeletal', skeletal);
  if (label !== name) button.title = name;
  return item;
}

/** Functions that fill a list with the rows around a row. @type {Record<string, (row: number) => void>} */
const lists = {
  cameras: row => fillRows(find('cameras'), facts.cameras.length, row, i => makeItem(facts.cameras[i], i, () => { chooseCamera(facts.cameras[i]); }, state.camera)),
  clips: row => fillRows(find('clips'), facts.clips.length, row, i => makeItem(
    `${facts.clips[i].name || `#${i + 1}`}  ${facts.clips[i].duration.toFixed(2)} s`, i, () => chooseClip(i), state.clip)),
  joints: row => fillRows(find('joints'), listedJoints.length, row, makeJointItem),
};

function fillLists() {
  fillFiles();
  depths.clear();
  for (const { joint, parent } of facts.joints) depths.set(joint, (depths.get(parent) ?? -1) + 1);
  /** @type {HTMLInputElement} */ (find('search')).value = '';
  listedJoints = facts.joints;
  for (const fill of Object.values(lists)) fill(0);
  find('cameras-part').hidden = facts.cameras.length === 0;
  fillPairs('facts', [
    ['file', data.files[state.file].name], ['format', `${facts.format} ${facts.version}`.trim()], ['by', facts.generator || 'unknown'],
    ['axes', `${facts.up} up, ${facts.front} front`], ['unit', `${facts.unit_cm} cm`], ['rate', facts.fps ? `${facts.fps} fps` : 'none'],
    ['joints', String(facts.joints.length)], ['meshes', `${facts.meshes}, ${facts.vertices} vertices, ${facts.triangles} triangles`],
  ]);
}

/** @param {string[]} more */
function fillWarnings(more) {
  const warnings = [...facts.warnings.map(w => `${w.code} ${w.object ? w.object + ': ' : ''}${w.text}`), ...more];
  fillRows(find('warnings'), warnings.length, 0, row => {
    const item = document.createElement('li');
    item.textContent = warnings[row];
    return item;
  });
  find('warnings-part').hidden = warnings.length === 0;
}

/** @param {string} text */
function search(text) {
  const wanted = text.toLowerCase();
  listedJoints = facts.joints.filter(({ name }) => name.toLowerCase().includes(wanted));
  lists.joints(listedJoints.findIndex(one => one.joint === state.joint));
}

/** Returns a number as a short text: with three decimals, or one if it is 1000 or more. @param {number} number */
const shortNumber = number => (Math.abs(number) < 5e-4 ? 0 : number).toFixed(Math.abs(number) < 1000 ? 3 : 1);

/** Shows translation, rotation in degrees and scale of the selected joint, local and global, as `sinew pose` prints them. */
function drawValues() {
  find('values-part').hidden = state.joint === NONE;
  if (state.joint === NONE) return;
  const at = place('values', 8 * 18), table = /** @type {HTMLTableElement} */ (find('values'));
  module.page_joint_values(state.joint, at);
  const values = new Float64Array(module.memory.buffer, at, 18);
  /** @type {HTMLElement} */ (table.caption).textContent = labelOfJoint();
  const body = table.tBodies[0];
  if (body.rows.length === 0) makeValueRows(body);
  [...body.rows].forEach((row, r) => {
    for (let i = 0; i < 3; ++i) row.cells[i + 1].textContent = shortNumber(values[3 * r + i]);
  });
}

/** @param {HTMLTableSectionElement} body */
function makeValueRows(body) {
  for (const space of ['local', 'global'])
    for (const name of ['translation', 'rotation', 'scale']) {
      const row = body.insertRow(), head = document.createElement('th');
      head.scope = 'row';
      head.textContent = name[0];
      head.setAttribute('aria-label', `${space} ${name}`);
      head.title = `${space} ${name}`;
      row.className = name === 'translation' ? space : '';
      row.append(head);
      for (let k = 0; k < 3; ++k) row.insertCell();
    }
}
