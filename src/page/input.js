// Input of the user: keys, buttons and pointers.

/** @param {number} look */
function toggle(look) {
  state.looks ^= look;
  state.dirty = true;
}

/** @param {number} direction */
function stepClip(direction) {
  const count = facts.clips.length;
  if (count > 0) chooseClip((Math.max(state.clip, 0) + direction + count) % count);
}

/** @param {number} direction */
function stepFile(direction) {
  openFile((state.file + direction + data.files.length) % data.files.length).catch(fail);
}

/** @type {Record<string, [string, () => void]>} */
const actions = {
  ' ': ['pause or play', () => { state.playing = !state.playing; }],
  '.': ['step one frame forward', () => step(1)],
  ',': ['step one frame back', () => step(-1)],
  ArrowRight: ['skip 10 frames forward', () => step(10)],
  ArrowLeft: ['skip 10 frames back', () => step(-10)],
  'Shift+ArrowRight': ['skip a second forward', () => seek(state.time + 1)],
  'Shift+ArrowLeft': ['skip a second back', () => seek(state.time - 1)],
  PageUp: ['go to the next key of joint or clip', () => stepKey(1)],
  PageDown: ['go to the previous key', () => stepKey(-1)],
  Home: ['go to the start', () => seek(0)],
  End: ['go to the end', () => seek(clipOf().duration)],
  '[': ['play slower', () => { setSpeed(state.speed / 1.1); }],
  ']': ['play faster', () => { setSpeed(state.speed * 1.1); }],
  '{': ['play at half the speed', () => { setSpeed(state.speed / 2); }],
  '}': ['play at double speed', () => { setSpeed(state.speed * 2); }],
  Backspace: ['play at normal speed', () => { state.speed = 1; }],
  l: ['loop a range: set start, set end, clear', loopRange],
  w: ['fade to the next clip', () => stepClip(1)],
  W: ['fade to the previous clip', () => stepClip(-1)],
  '>': ['play the next file', () => stepFile(1)],
  '<': ['play the previous file', () => stepFile(-1)],
  B: ['blend with the next clip, or not', () => {
    if (facts.clips.length < 2 || state.clip === NONE) return;
    if (state.blended !== NONE) blendWith(NONE, 0);
    else blendWith((state.clip + 1) % facts.clips.length, 0.5);
  }],
  I: ['root motion or in place', () => setInPlace(!state.inPlace)],
  b: ['compare with another clip: beside, over, not', () => {
    const [file, clip] = nextClip();
    compareWith((state.pairing + 1) % PAIRINGS.length, file, clip).catch(fail);
  }],
  '+': ['zoom the timeline in', () => zoomTimeline(1.5, state.time)],
  '-': ['zoom the timeline out', () => zoomTimeline(1 / 1.5, state.time)],
  Enter: ['fit the joint; with Shift everything', () => {
    if (state.joint === NONE) return chooseView('default');
    module.page_fit_joint(state.joint, state.time);
    leaveView();
  }],
  'Shift+Enter': ['', () => chooseView('default')],
  1: ['view from the front', () => chooseView('front')],
  3: ['view from the side', () => chooseView('side')],
  7: ['view from the top', () => chooseView('top')],
  9: ['view from above at an angle', () => chooseView('iso')],
  5: ['toggle the parallel projection', () => toggle(LOOKS.parallel)],
  a: ['toggle the skeleton', () => toggle(LOOKS.skeleton)],
  x: ["toggle the joints' axes", () => toggle(LOOKS.axes)],
  n: ['label the joints', () => { state.names = !state.names; }],
  T: ["show the selected joint's motion trail", () => toggle(LOOKS.trail)],
  O: ['toggle onion skin', () => toggle(LOOKS.onion)],
  F: ['track the character with the camera', () => { state.choseTracking = true; toggle(LOOKS.tracking); }],
  m: ['toggle the mesh', () => toggle(LOOKS.hideMesh)],
  e: ['toggle edges; without mesh a wireframe', () => toggle(LOOKS.edges)],
  g: ['toggle ground and grid', () => toggle(LOOKS.hideGround)],
  c: ['colour by material, weights, influences, clay', () => { state.colors = (state.colors + 1) % facts.colors.length; }],
  k: ['skin as authored, linear, by dual quaternions', () => { state.skin = (state.skin + 1) % facts.skins.length; }],
  ArrowUp: ['select the previous joint of the list', () => stepJoint(-1)],
  ArrowDown: ['select the next joint of the list', () => stepJoint(1)],
  v: ["show the joint's curves", toggleCurves],
  t: ['toggle the lists', () => { document.body.classList.toggle(innerWidth > 700 ? 'plain' : 'lists'); }],
  '/': ['find a joint by name', () => find('search').focus()],
  s: ['save an image', saveImage],
  y: ['copy the command that draws this image', () => {
    if (state.blended !== NONE) return complain('No command draws a blend: sinew render shows one clip.');
    (navigator.clipboard?.writeText(command()) ?? Promise.reject()).catch(() => complain(command()));
  }],
  Escape: ['close help; deselect the joint', () => { if (find('help').hidden) chooseJoint(NONE); else find('help').hidden = true; }],
  '?': ['show these keys', () => { find('help').hidden = !find('help').hidden; }],
};

/** Returns whether the option that a key toggles is on, for the state of its button. @type {Record<string, () => boolean>} */
const toggles = {
  l: () => state.loopTo > state.loopFrom,
  a: () => !!(state.looks & LOOKS.skeleton) !== !!facts?.shows_skeleton,
  n: () => state.names,
  m: () => !(state.looks & LOOKS.hideMesh),
  e: () => !!(state.looks & LOOKS.edges),
  T: () => !!(state.looks & LOOKS.trail),
  O: () => !!(state.looks & LOOKS.onion),
  F: () => !!(state.looks & LOOKS.tracking),
  v: () => !curvesCanvas.hidden,
  I: () => state.inPlace,
  t: () => find('side').clientWidth > 0,
};

function pressControls() {
  for (const button of find('controls').querySelectorAll('button')) {
    const key = button.dataset.key ?? '';
    if (!toggles[key]) continue;
    const isOn = String(toggles[key]());
    if (button.getAttribute('aria-pressed') !== isOn) button.setAttribute('aria-pressed', isOn);
  }
}

/** Second keys of actions, the same as in the player. @type {Record<string, string>} */
const aliases = { p: ' ', h: '?', '=': '+' };

/** @param {string} pressed */
function act(pressed) {
  const key = aliases[pressed] ?? pressed;
  if (!state.ready || !actions[key]) return false;
  find('note').hidden = true;
  actions[key][1]();
  state.dirty = true;
  return true;
}

/** Selects the joint nearest to a point of the page, within 24 pixels. @param {number} x @param {number} y */
function pick(x, y) {
  const at = projectJoints();
  let best = NONE, least = 24;
  for (const joint of facts.joints) {
    const distance = Math.hypot(at[2 * joint.joint] - x, at[2 * joint.joint + 1] - y);
    if (joint.skeletal && distance < least) [best, least] = [joint.joint, distance];
  }
  chooseJoint(best);
}

function listenToCanvas() {
  /** @type {Map<number, {x: number, y: number}>} */
  const pointers = new Map();
  let moved = 0;
  canvas.onpointerdown = event => {
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    canvas.setPointerCapture(event.pointerId);
    moved = pointers.size > 1 ? 100 : 0;
  };
  canvas.onpointermove = event => {
    const pointer = pointers.get(event.pointerId);
    if (!pointer) return;
    const dx = event.clientX - pointer.x, dy = event.clientY - pointer.y;
    const others = [...pointers].filter(([id]) => id !== event.pointerId);
    moved += Math.abs(dx) + Math.abs(dy);
    if (others.length > 0) {
      const other = others[0][1];
      const old = Math.hypot(pointer.x - other.x, pointer.y - other.y), now = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      if (old > 0 && now > 0) zoomView(old / now, (event.clientX + other.x) / 2, (event.clientY + other.y) / 2);
      panView(dx / 2, dy / 2);
    } else if (event.shiftKey || event.buttons & 4) {
      panView(dx, dy);
    } else if (moved >= 4) {
      module.page_rotate(-3.6 * dx / canvas.clientHeight, 3.6 * dy / canvas.clientHeight); // the height of the canvas is about half a turn
      leaveView();
    }
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    state.dirty = true;
  };
  canvas.onpointerup = event => {
    const box = canvas.getBoundingClientRect();
    if (state.ready && pointers.size === 1 && moved < 4) pick(event.clientX - box.left, event.clientY - box.top);
    pointers.delete(event.pointerId);
  };
  canvas.onpointercancel = event => pointers.delete(event.pointerId);
  canvas.onwheel = event => {
    zoomView(Math.exp(event.deltaY * 0.001), event.clientX, event.clientY);
    event.preventDefault();
  };
}

/** Deselects the view and the file's camera, because the user has moved the camera. */
function leaveView() {
  Object.assign(state, { view: 'free', camera: NONE, dirty: true });
  press('cameras', NONE);
}

/**
 * Multiplies the camera's distance by a factor; the point of the model below (x, y) stays there.
 * @param {number} factor @param {number} x @param {number} y
 */
function zoomView(factor, x, y) {
  const box = canvas.getBoundingClientRect(), width = box.width / columns();
  module.page_zoom(factor, ((x - box.left) % width - width / 2) / box.height, (box.height / 2 - (y - box.top)) / box.height);
  leaveView();
}

/** @param {number} dx @param {number} dy */
function panView(dx, dy) {
  module.page_pan(-dx / canvas.clientHeight, dy / canvas.clientHeight);
  leaveView();
}

function listen() {
  const share = /** @type {HTMLInputElement} */ (find('share')), blended = /** @type {HTMLSelectElement} */ (find('blended'));
  addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isSliding = event.target === share && /^(Arrow|Home|End|Page)/.test(event.key);
    const isTyping = isSliding || event.target === find('search') || event.target instanceof HTMLSelectElement;
    if (isTyping && event.key !== 'Escape' && event.key !== 'Enter') return;
    if (isTyping) /** @type {HTMLElement} */ (event.target).blur();
    const isButton = event.target instanceof HTMLButtonElement && (event.key === ' ' || event.key === 'Enter');
    const key = (event.shiftKey && /^(Arrow|Enter)/.test(event.key) ? 'Shift+' : '') + event.key;
    if (!isButton && !isTyping && act(key)) event.preventDefault();
  });
  addEventListener('resize', () => { state.dirty = true; });
  addEventListener('hashchange', followAddress);
  find('search').oninput = event => search(/** @type {HTMLInputElement} */ (event.target).value);
  share.oninput = () => blendWith(state.blended, +share.value);
  blended.onchange = () => blendWith(+blended.value, state.blended === NONE ? 0.5 : state.share);
  for (const id of ['pairing', 'other'])
    find(id).onchange = () => {
      const value = (/** @type {string} */ list) => /** @type {HTMLSelectElement} */ (find(list)).value;
      const [file, clip] = state.pairing === ALONE ? nextClip() : value('other').split(' ').map(Number);
      compareWith(PAIRINGS.indexOf(value('pairing')), file, clip).catch(fail);
    };
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (find('controls').querySelectorAll('[data-key]'))) button.onclick = () => act(button.dataset.key ?? '');
  /** @type {Record<string, string>} */
  const names = { ' ': 'Space', PageUp: 'PgUp', PageDown: 'PgDn', ArrowRight: 'Right', ArrowLeft: 'Left', ArrowUp: 'Up', ArrowDown: 'Down', 'Shift+ArrowRight': 'Shift+Right', 'Shift+ArrowLeft': 'Shift+Left' };
  const listed = Object.entries(actions).filter(([, [meaning]]) => meaning).sort(([a], [b]) => +/^\d$/.test(a) - +/^\d$/.test(b)); // objects list digits first
  fillPairs('keys', listed.map(([key, [meaning]]) => [names[key] ?? key, meaning]));
  listenToCanvas();
  listenToTime(timeline);
  listenToTime(curvesCanvas);
  canvas.addEventListener('webglcontextlost', event => event.preventDefault());
  canvas.addEventListener('webglcontextrestored', () => {
    startGraphics();
    for (const actor of state.otherFile === NONE ? [0] : [1, 0]) {
      module.page_select(actor);
      if (!module.page_prepare(1)) say(readText(module.page_error()));
    }
    state.dirty = true;
  });
}
