// The address of a page, which names what is shown, and the command that draws the same image.

/** @param {string} text */
const quote = text => /^[\w./:#-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`;

/** The command that draws this image. */
function command() {
  const words = ['sinew', 'render', quote(data.files[state.file].name)];
  words.push('--clip', state.clip === NONE ? 'none' : quote(`#${state.clip + 1}`), '--at', String(+state.time.toFixed(6)));
  if (state.view !== 'free' && state.view !== 'default') words.push('--view', state.view);
  if (state.view === 'free') words.push('--azimuth', state.azimuth.toFixed(2), '--elevation', state.elevation.toFixed(2));
  if (data.takesFileFront) words.push('--front', 'file');
  if (state.zoom !== 1) words.push('--zoom', state.zoom.toFixed(3));
  const joint = facts.joints.find(one => one.joint === state.joint);
  if (joint) words.push('--joint', quote(joint.name));
  if (joint && state.looks & LOOKS.trail) words.push('--trail', quote(joint.name));
  if (state.colors) words.push('--colors', facts.colors[state.colors]);
  if (state.names) words.push('--names');
  /** @type {[number, string][]} */
  const switches = [[LOOKS.skeleton, '--skeleton'], [LOOKS.hideMesh, '--no-mesh'], [LOOKS.edges, '--edges'], [LOOKS.hideGround, '--no-grid'],
                    [LOOKS.axes, '--axes'], [LOOKS.onion, '--onion 3'], [LOOKS.parallel, '--parallel']];
  for (const [look, option] of switches) if (state.looks & look) words.push(option);
  words.push(state.looks & LOOKS.tracking ? '--follow' : '--no-follow', '--size', `${canvas.width}x${canvas.height}`, '-o', 'image.png');
  return words.join(' ');
}

/** By its name, or by what follows the `|` that Blender puts before it. @param {string} name */
function findClip(name) {
  const exact = facts.clips.findIndex(one => one.name === name);
  return exact >= 0 ? exact : facts.clips.findIndex(one => one.name.split('|').pop() === name);
}

/** `#clip=walk&at=12f&joint=foot.L&view=front` shows exactly that. */
function readAddress() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  if (!state.ready || location.hash.slice(1) === written) return;
  const clip = wanted.get('clip'), at = wanted.get('at'), joint = wanted.get('joint'), chosen = wanted.get('view');
  if (clip !== null) {
    const index = findClip(clip);
    if (index < 0) return say(`There is no clip '${clip}' in ${data.files[state.file].name}.`);
    if (index !== state.clip) chooseClip(index);
  }
  if (joint !== null) chooseJoint(facts.joints.find(one => one.name === joint)?.joint ?? NONE);
  if (chosen !== null) chooseView(chosen);
  if (at !== null) {
    const number = parseFloat(at);
    if (!Number.isFinite(number)) return say(`'${at}' is no time.`);
    seek(/f$/.test(at) ? number / rate() - clipOf().start : number);
  }
}

let written = '';
function writeAddress() {
  const words = new URLSearchParams();
  if (state.clip !== NONE) words.set('clip', clipOf().name);
  const frame = frameText(state.time);
  words.set('at', frame.includes('.') ? String(+state.time.toFixed(6)) : `${frame}f`);
  const joint = facts.joints.find(one => one.joint === state.joint);
  if (joint) words.set('joint', joint.name);
  if (state.view !== 'free' && state.view !== 'default') words.set('view', state.view);
  if (words.toString() === written) return;
  written = words.toString();
  history.replaceState(null, '', '#' + written);
}
