// The lists at the side: files, clips, joints, values of the joint, facts and warnings.

/** Marks the button of a list that is chosen. @param {string} list @param {number} value */
function press(list, value) {
  for (const button of find(list).querySelectorAll('button'))
    button.setAttribute('aria-pressed', String(button.dataset.value === String(value)));
}

/** @param {string} text @param {number} value @param {() => void} run */
function makeItem(text, value, run) {
  const item = document.createElement('li'), button = document.createElement('button');
  button.textContent = text;
  button.dataset.value = String(value);
  button.setAttribute('aria-pressed', 'false');
  button.onclick = run;
  item.append(button);
  return item;
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

/** Sets a text that seldom changes. @param {HTMLElement} element @param {string} text */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** The name of the selected joint. */
const nameOfJoint = () => facts.joints.find(one => one.joint === state.joint)?.name ?? '';

const otherClipName = () => state.otherClip === NONE ? 'rest pose' : data.files[state.otherFile].clips[state.otherClip];

/** @param {string} list @param {string} chosen @param {[string, string][]} choices value and text */
function fillChoices(list, chosen, choices) {
  const select = /** @type {HTMLSelectElement} */ (find(list));
  select.replaceChildren(...choices.map(([value, text]) => new Option(text, value, false, value === chosen)));
}

/** What is compared: every clip of every file, and how. */
function fillComparison() {
  /** @type {[string, string][]} */
  const clips = data.files.flatMap((file, f) => (file.clips.length ? file.clips : ['rest pose']).map((name, c) =>
    /** @type {[string, string]} */ ([`${f} ${file.clips.length ? c : NONE}`, data.files.length > 1 ? `${file.name}: ${name}` : name])));
  fillChoices('pairing', PAIRINGS[state.pairing], PAIRINGS.map(name => [name, name === 'alone' ? 'not compared' : `${name} this one`]));
  fillChoices('other', `${state.otherFile} ${state.otherClip}`, clips);
  find('other').hidden = state.pairing === ALONE;
  find('comparison').hidden = clips.length < 2;
}

/** The files, and what can be compared with. */
function fillFiles() {
  find('files').replaceChildren(...data.files.map((file, i) => makeItem(file.name, i, () => { openFile(i).catch(fail); })));
  press('files', state.file);
  find('files-part').hidden = data.files.length < 2;
  fillComparison();
}

function fillLists() {
  fillFiles();
  find('cameras').replaceChildren(...facts.cameras.map((name, i) => makeItem(name, i, () => { chooseCamera(name); })));
  find('cameras-part').hidden = facts.cameras.length === 0;
  find('clips').replaceChildren(...facts.clips.map((clip, i) =>
    makeItem(`${clip.name || `#${i + 1}`}  ${clip.duration.toFixed(2)} s`, i, () => chooseClip(i))));
  /** @type {Map<number, number>} */
  const depth = new Map();
  find('joints').replaceChildren(...facts.joints.map(joint => {
    depth.set(joint.joint, (depth.get(joint.parent) ?? -1) + 1);
    const item = makeItem(joint.name, joint.joint, () => chooseJoint(state.joint === joint.joint ? NONE : joint.joint));
    const button = /** @type {HTMLElement} */ (item.firstChild);
    button.style.paddingLeft = `${10 + 11 * Math.min(depth.get(joint.joint) ?? 0, 12)}px`;
    button.classList.toggle('skeletal', joint.skeletal);
    return item;
  }));
  fillPairs('facts', [
    ['file', data.files[state.file].name], ['format', `${facts.format} ${facts.version}`.trim()], ['by', facts.generator || 'unknown'],
    ['axes', `${facts.up} up, ${facts.front} front`], ['unit', `${facts.unit_cm} cm`], ['rate', facts.fps ? `${facts.fps} fps` : 'none'],
    ['joints', String(facts.joints.length)], ['meshes', `${facts.meshes}, ${facts.vertices} vertices, ${facts.triangles} triangles`],
  ]);
}

/** @param {string[]} more */
function fillWarnings(more) {
  const warnings = [...facts.warnings.map(w => `${w.code} ${w.object ? w.object + ': ' : ''}${w.text}`), ...more];
  find('warnings').replaceChildren(...warnings.map(text => {
    const item = document.createElement('li');
    item.textContent = text;
    return item;
  }));
  find('warnings-part').hidden = warnings.length === 0;
}

/** @param {string} text */
function search(text) {
  const wanted = text.toLowerCase();
  for (const item of find('joints').children)
    /** @type {HTMLElement} */ (item).hidden = !(item.textContent ?? '').toLowerCase().includes(wanted);
}

/** Four characters of the whole number leave three decimals. @param {number} number */
const shortNumber = number => (Math.abs(number) < 5e-4 ? 0 : number).toFixed(Math.abs(number) < 1000 ? 3 : 1);

/** Translation, rotation in degrees and scale of the selected joint, local and global, as `sinew pose` prints them. */
function drawValues() {
  find('values-part').hidden = state.joint === NONE;
  if (state.joint === NONE) return;
  const at = place('values', 8 * 18), table = /** @type {HTMLTableElement} */ (find('values'));
  module.page_joint_values(state.joint, at);
  const values = new Float64Array(module.memory.buffer, at, 18);
  /** @type {HTMLElement} */ (table.caption).textContent = nameOfJoint();
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
