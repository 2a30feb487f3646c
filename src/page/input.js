// What the user does: keys, buttons, pointer.

/** @param {number} look */
function toggle(look) {
  state.looks ^= look;
  state.dirty = true;
}

/** @type {Record<string, [string, () => void]>} */
const actions = {
  ' ': ['pause or play', () => { state.playing = !state.playing; }],
  '.': ['step one frame forward', () => step(1)],
  ',': ['step one frame back', () => step(-1)],
  ArrowRight: ['skip 10 frames forward', () => step(10)],
  ArrowLeft: ['skip 10 frames back', () => step(-10)],
  PageUp: ['go to the next key of joint or clip', () => stepKey(1)],
  PageDown: ['go to the previous key', () => stepKey(-1)],
  Home: ['go to the start', () => seek(0)],
  End: ['go to the end', () => seek(clipOf().duration)],
  '[': ['play slower', () => { state.speed /= 1.1; }],
  ']': ['play faster', () => { state.speed *= 1.1; }],
  Backspace: ['play at normal speed', () => { state.speed = 1; }],
  l: ['loop a range: set start, set end, clear', loopRange],
  w: ['play the next clip', () => chooseClip((state.clip + 1) % Math.max(facts.clips.length, 1))],
  '>': ['play the next file', () => { openFile((state.file + 1) % data.files.length).catch(fail); }],
  '+': ['zoom the timeline in', () => zoomTimeline(1.5, state.time)],
  '-': ['zoom the timeline out', () => zoomTimeline(1 / 1.5, state.time)],
  Enter: ['fit the camera', () => chooseView('default')],
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
  F: ['track the character with the camera', () => toggle(LOOKS.tracking)],
  m: ['toggle the mesh', () => toggle(LOOKS.hideMesh)],
  e: ['toggle edges; without mesh a wireframe', () => toggle(LOOKS.edges)],
  g: ['toggle ground and grid', () => toggle(LOOKS.hideGround)],
  c: ['colour by material, weights, influences, clay', () => { state.colors = (state.colors + 1) % facts.colors.length; }],
  t: ['toggle the lists', () => { document.body.classList.toggle(innerWidth > 700 ? 'plain' : 'lists'); }],
  '/': ['find a joint by name', () => find('search').focus()],
  s: ['save an image', saveImage],
  y: ['copy the command that draws this image', () => { navigator.clipboard?.writeText(command()).catch(() => say(command())); }],
  Escape: ['close help; deselect the joint', () => { if (find('help').hidden) chooseJoint(NONE); else find('help').hidden = true; }],
  '?': ['show these keys', () => { find('help').hidden = !find('help').hidden; }],
};

/** @param {string} key */
function act(key) {
  if (!state.ready || !actions[key]) return false;
  actions[key][1]();
  state.dirty = true;
  return true;
}

/** Selects the joint nearest to a point of the page, if one is near. @param {number} x @param {number} y */
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
      if (old > 0) zoomView(now / old);
      panView(dx / 2, dy / 2);
    } else if (event.shiftKey || event.buttons & 4) {
      panView(dx, dy);
    } else if (moved >= 4) {
      Object.assign(state, { view: 'free', azimuth: state.azimuth - dx * 0.4, elevation: Math.max(-89, Math.min(89, state.elevation + dy * 0.4)) });
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
    zoomView(Math.exp(-event.deltaY * 0.001));
    event.preventDefault();
  };
}

/** @param {number} factor */
function zoomView(factor) {
  state.zoom = Math.max(0.1, Math.min(40, state.zoom * factor));
  state.dirty = true;
}

/** @param {number} dx @param {number} dy */
function panView(dx, dy) {
  state.panX -= 2 * dx / canvas.clientHeight / state.zoom;
  state.panY += 2 * dy / canvas.clientHeight / state.zoom;
}

function listen() {
  addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = event.target === find('search');
    if (isTyping && event.key !== 'Escape' && event.key !== 'Enter') return;
    if (isTyping) find('search').blur();
    const isButton = event.target instanceof HTMLButtonElement && (event.key === ' ' || event.key === 'Enter');
    if (!isButton && !isTyping && act(event.key)) event.preventDefault();
  });
  addEventListener('resize', () => { state.dirty = true; });
  addEventListener('hashchange', readAddress);
  find('search').oninput = event => search(/** @type {HTMLInputElement} */ (event.target).value);
  for (const button of find('controls').querySelectorAll('button')) button.onclick = () => act(button.dataset.key ?? '');
  fillPairs('help', Object.entries(actions).map(([key, [meaning]]) => [key === ' ' ? 'Space' : key, meaning]));
  listenToCanvas();
  listenToTimeline();
  canvas.addEventListener('webglcontextlost', event => event.preventDefault());
  canvas.addEventListener('webglcontextrestored', () => {
    startGraphics();
    if (!module.page_prepare(1)) say(readText(module.page_error()));
    state.dirty = true;
  });
}
