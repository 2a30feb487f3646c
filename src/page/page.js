// The player of a page: clock, timeline, lists, keys, pointer and address. Poses and images come from the module.
// Names of a file are only ever set as text, never as markup.

/**
 * @typedef {{joint: number, name: string, parent: number, skeletal: boolean}} Joint
 * @typedef {{name: string, start: number, duration: number, animated_joints: number, keys: number}} Clip
 * @typedef {{code: string, object: string, text: string}} Warning
 * @typedef {{format: string, version: string, generator: string, up: string, front: string, unit_cm: number, fps: number,
 *   size: number, meshes: number, vertices: number, triangles: number, materials: number, joints: Joint[],
 *   clips: Clip[], textures: string[], warnings: Warning[], colors: string[]}} Facts
 * @typedef {{name: string, block: string, front: number, textures: Record<string, string>}} PageFile
 * @typedef {{files: PageFile[], clip: string | null, at: number | null, view: string | null, takesFileFront: boolean,
 *   views: Record<string, number>}} PageData
 */

/** What is drawn; the numbers are those of module.c. */
const LOOKS = {
  skeleton: 1, hideMesh: 2, edges: 4, hideGround: 8, axes: 16, trail: 32, onion: 64, parallel: 128, tracking: 256,
};
const NONE = -1; // no joint, no clip
const MAX_KEYS = 65536; // that the timeline shows
const MAX_LABELS = 200;

/** @param {string} id */
const find = id => /** @type {HTMLElement} */ (document.getElementById(id));
const canvas = /** @type {HTMLCanvasElement} */ (find('view'));
const timeline = /** @type {HTMLCanvasElement} */ (find('timeline'));
/** @type {PageData} */
const data = JSON.parse(find('data').textContent ?? '');

const state = {
  file: 0, clip: NONE, time: 0, speed: 1, playing: true, loopFrom: NaN, loopTo: NaN,
  looks: 0, colors: 0, joint: NONE, names: false,
  view: 'default', azimuth: 0, elevation: 0, zoom: 1, panX: 0, panY: 0,
  samples: 4, dirty: true, ready: false,
};
/** @type {any} */ let module;
/** @type {WebGL2RenderingContext} */ let gl;
/** @type {Graphics} */ let graphics;
/** @type {() => void} */ let present;
/** @type {Facts} */ let facts;
/** @type {number[]} */ let keys = [];
/** @type {Map<string, number>} */ const places = new Map(); // memory of the module that is kept, by purpose

// ---- the module's memory -------------------------------------------------------------------------------------------

/** @param {number} at */
function readText(at) {
  const all = new Uint8Array(module.memory.buffer);
  return new TextDecoder().decode(all.subarray(at, all.indexOf(0, at)));
}

/** Copies bytes into the module. @param {Uint8Array | Uint8ClampedArray} bytes */
function copyIn(bytes) {
  const at = module.page_allocate(bytes.length);
  if (!at) throw new Error('The model needs more memory than this browser gives.');
  new Uint8Array(module.memory.buffer).set(bytes, at);
  return at;
}

/** Memory for a purpose, allocated once. @param {string} purpose @param {number} size */
function place(purpose, size) {
  let at = places.get(purpose);
  if (at === undefined) places.set(purpose, (at = /** @type {number} */ (module.page_allocate(size))));
  return at;
}

/** @param {string} id */
async function unpack(id) {
  const packed = Uint8Array.from(atob((find(id).textContent ?? '').trim()), c => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Says in one sentence why nothing is drawn. @param {string} sentence */
function say(sentence) {
  const note = find('note');
  find('sentence').textContent = sentence;
  note.hidden = false;
  state.ready = false;
}

// ---- opening -------------------------------------------------------------------------------------------------------

/** Decodes an image file as the browser does, without its colour management. @param {Uint8Array} bytes */
async function decodeImage(bytes) {
  const bitmap = await createImageBitmap(new Blob([/** @type {any} */ (bytes)]), { premultiplyAlpha: 'none', colorSpaceConversion: 'none' });
  const drawn = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (drawn.getContext('2d', { willReadFrequently: true }));
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height);
}

/** Hands the images of the open model to the module. Returns the names of those that the browser cannot decode. @param {PageFile} file */
async function loadImages(file) {
  /** @type {string[]} */
  const failed = [];
  await Promise.all(facts.textures.map(async (path, i) => {
    const size = module.page_embedded_size(i);
    const id = file.textures[String(i)];
    if (!size && !id) return;
    try {
      const bytes = size ? new Uint8Array(module.memory.buffer, module.page_embedded_image(i), size).slice()
                         : Uint8Array.from(atob((find(id).textContent ?? '').trim()), c => c.charCodeAt(0));
      const image = await decodeImage(bytes);
      module.page_set_image(i, image.width, image.height, copyIn(image.data));
    } catch {
      failed.push(path);
    }
  }));
  return failed;
}

/** @param {number} index */
async function openFile(index) {
  const file = data.files[index];
  state.ready = false;
  const block = await unpack(file.block);
  const at = copyIn(block);
  const opened = module.page_open(at, block.length);
  module.page_free(at);
  if (!opened) return say(`${file.name}: ${readText(module.page_error())}`);
  for (const purpose of places.values()) module.page_free(purpose);
  places.clear();
  facts = JSON.parse(readText(module.page_facts()));
  Object.assign(state, { file: index, clip: NONE, joint: NONE, time: 0, loopFrom: NaN, loopTo: NaN });
  const failed = await loadImages(file);
  if (!module.page_prepare(0)) return say(`${file.name}: ${readText(module.page_error())}`);
  document.title = `${file.name} – sinew`;
  fillLists(failed);
  module.page_set_front(file.front);
  chooseClip(facts.clips.length ? 0 : NONE);
  chooseView('default');
  find('note').hidden = true;
  state.ready = true;
}

/** @param {number} index */
function chooseClip(index) {
  if (!module.page_choose_clip(index)) return say(readText(module.page_error()));
  Object.assign(state, { clip: index, time: 0, loopFrom: NaN, loopTo: NaN, dirty: true });
  press('clips', index);
  readKeys();
}

/** @param {number} joint */
function chooseJoint(joint) {
  state.joint = joint;
  state.dirty = true;
  press('joints', joint);
  find('joints').querySelector('[aria-pressed=true]')?.scrollIntoView({ block: 'nearest' });
  readKeys();
}

function readKeys() {
  const at = place('keys', 8 * MAX_KEYS);
  const count = Math.min(module.page_key_times(state.joint, at, MAX_KEYS), MAX_KEYS);
  keys = [...new Float64Array(module.memory.buffer, at, count)];
}

/** @param {string} view */
function chooseView(view) {
  const at = place('view', 16);
  if (data.views[view] === undefined) return;
  module.page_view_angles(data.views[view], at);
  const [azimuth, elevation] = new Float64Array(module.memory.buffer, at, 2);
  Object.assign(state, { view, azimuth, elevation, zoom: 1, panX: 0, panY: 0, dirty: true });
}

// ---- lists ---------------------------------------------------------------------------------------------------------

const clipOf = () => state.clip === NONE ? { name: 'rest pose', start: 0, duration: 0 } : facts.clips[state.clip];
const rate = () => facts.fps || 30;

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

/** @param {string[]} failed textures */
function fillLists(failed) {
  find('files').replaceChildren(...data.files.map((file, i) => makeItem(file.name, i, () => { openFile(i).catch(fail); })));
  press('files', state.file);
  find('files-part').hidden = data.files.length < 2;
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
  const warnings = [...facts.warnings.map(w => `${w.code} ${w.object ? w.object + ': ' : ''}${w.text}`),
                    ...failed.map(path => `${path}: this browser cannot decode the image`)];
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

// ---- timeline ------------------------------------------------------------------------------------------------------

const view = { from: 0, to: 1 }; // the visible part of the clip

/** @param {number} time */
const xOf = time => {
  const duration = clipOf().duration || 1;
  return 10 + (timeline.clientWidth - 20) * (time / duration - view.from) / (view.to - view.from);
};
/** @param {number} x */
const timeAt = x => (view.from + (x - 10) / Math.max(timeline.clientWidth - 20, 1) * (view.to - view.from)) * clipOf().duration;

function drawTimeline() {
  const ratio = devicePixelRatio, width = timeline.clientWidth, height = timeline.clientHeight;
  if (timeline.width !== Math.round(width * ratio)) timeline.width = Math.round(width * ratio);
  if (timeline.height !== Math.round(height * ratio)) timeline.height = Math.round(height * ratio);
  const context = /** @type {CanvasRenderingContext2D} */ (timeline.getContext('2d'));
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const clip = clipOf(), first = Math.round(clip.start * rate()), count = Math.round(clip.duration * rate());
  if (state.loopTo > state.loopFrom) {
    context.fillStyle = '#2b4f7f80';
    context.fillRect(xOf(state.loopFrom), 0, xOf(state.loopTo) - xOf(state.loopFrom), height);
  }
  const pixels = (width - 20) / Math.max(count * (view.to - view.from), 1);
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000].find(s => pixels * s >= 36) ?? 20000;
  context.font = '11px system-ui, sans-serif';
  context.textAlign = 'center';
  const small = pixels >= 4 ? 1 : step;
  for (let frame = Math.floor(timeAt(10) * rate() / small) * small; frame <= Math.min(count, timeAt(width - 10) * rate()); frame += small) {
    if (frame < 0) continue;
    const isMajor = frame % step === 0;
    context.fillStyle = isMajor ? '#a3aebb' : '#535e6c';
    context.fillRect(xOf(frame / rate()), 17, 1, isMajor ? 9 : 5);
    if (isMajor) context.fillText(String(first + frame), xOf(frame / rate()), 12);
  }
  context.fillStyle = state.joint === NONE ? '#7ba7e0' : '#f0b429';
  for (const time of keys) {
    const x = xOf(time);
    if (x < 0 || x > width) continue;
    context.beginPath();
    context.moveTo(x, 29);
    context.lineTo(x + 3.5, 33.5);
    context.lineTo(x, 38);
    context.lineTo(x - 3.5, 33.5);
    context.fill();
  }
  context.fillStyle = '#ff8a3d';
  context.fillRect(xOf(state.time) - 1, 14, 2, height - 16);
  timeline.setAttribute('aria-valuenow', state.time.toFixed(3));
  timeline.setAttribute('aria-valuemax', clip.duration.toFixed(3));
  timeline.setAttribute('aria-valuetext', statusText());
}

/** Zooms the timeline around a time. @param {number} factor @param {number} time */
function zoomTimeline(factor, time) {
  const middle = clipOf().duration ? time / clipOf().duration : 0.5, least = 4 / Math.max(clipOf().duration * rate(), 4);
  const span = Math.min(1, Math.max(least, (view.to - view.from) / factor));
  const share = (middle - view.from) / (view.to - view.from);
  moveTimeline(middle - share * span, span);
}

/** @param {number} from @param {number} span */
function moveTimeline(from, span) {
  view.from = Math.min(Math.max(from, 0), 1 - span);
  view.to = view.from + span;
  state.dirty = true;
}

// ---- drawing -------------------------------------------------------------------------------------------------------

/** WebGL's canvas does not encode sRGB: a last pass does, with the renderer's image as its texture. */
function makePresent() {
  /** @param {number} kind @param {string} source */
  const compile = (kind, source) => {
    const shader = /** @type {WebGLShader} */ (gl.createShader(kind));
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    return shader;
  };
  const program = /** @type {WebGLProgram} */ (gl.createProgram());
  gl.attachShader(program, compile(gl.VERTEX_SHADER, `#version 300 es
void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }`));
  gl.attachShader(program, compile(gl.FRAGMENT_SHADER, `#version 300 es
precision highp float;
uniform highp sampler2D image;
out vec4 color;
void main() {
  vec3 linear = texelFetch(image, ivec2(gl_FragCoord.xy), 0).rgb;
  color = vec4(mix(linear * 12.92, 1.055 * pow(linear, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, linear)), 1.0);
}`));
  gl.linkProgram(program);
  const array = gl.createVertexArray(), image = gl.getUniformLocation(program, 'image');
  return () => {
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.useProgram(program);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, graphics.objects[module.page_image()]);
    gl.uniform1i(image, 0);
    gl.bindVertexArray(array);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  };
}

function drawImage() {
  const ratio = Math.min(devicePixelRatio, 2);
  const width = Math.max(1, Math.round(canvas.clientWidth * ratio)), height = Math.max(1, Math.round(canvas.clientHeight * ratio));
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const at = place('camera', 40);
  new Float64Array(module.memory.buffer, at, 5).set([state.azimuth, state.elevation, state.zoom, state.panX, state.panY]);
  module.page_pose(state.time);
  const drawn = module.page_draw(state.time, width, height, ratio, state.looks, state.joint, state.colors, state.samples, at);
  if (!drawn) return say(readText(module.page_error()));
  present();
}

/** Where the joints are in the image, in pixels of the page: x and y by turns. */
function projectJoints() {
  const count = 1 + facts.joints.reduce((most, joint) => Math.max(most, joint.joint), 0);
  const at = place('projected', 8 * 65536);
  module.page_project(at);
  const out = new Float32Array(module.memory.buffer, at, 2 * count).slice();
  return out.map((value, i) => value * (i % 2 ? canvas.clientHeight : canvas.clientWidth));
}

function drawLabels() {
  const labels = find('labels');
  if (!state.names) return labels.replaceChildren();
  const at = projectJoints();
  /** @type {[number, number][]} */
  const taken = [];
  const spans = [];
  for (const joint of facts.joints) {
    const x = at[2 * joint.joint], y = at[2 * joint.joint + 1];
    if (!joint.skeletal || !(x >= 0 && x <= canvas.clientWidth && y >= 0 && y <= canvas.clientHeight)) continue;
    if (spans.length >= MAX_LABELS || taken.some(([tx, ty]) => Math.abs(tx - x) < 70 && Math.abs(ty - y) < 14)) continue;
    taken.push([x, y]);
    const span = document.createElement('span');
    span.textContent = joint.name;
    span.style.left = `${x}px`;
    span.style.top = `${y}px`;
    spans.push(span);
  }
  labels.replaceChildren(...spans);
}

/** @param {number} time */
const frameText = time => {
  const frame = (clipOf().start + time) * rate();
  return Math.abs(frame - Math.round(frame)) < 1e-4 ? String(Math.round(frame)) : frame.toFixed(2);
};

const statusText = () => `${clipOf().name}  ${state.time.toFixed(3)} s  frame ${frameText(state.time)}${state.speed === 1 ? '' : `  ${+state.speed.toFixed(2)}×`}`;

function drawValues() {
  find('values-part').hidden = state.joint === NONE;
  if (state.joint === NONE) return;
  const at = place('values', 8 * 13);
  module.page_joint_values(state.joint, at);
  const v = new Float64Array(module.memory.buffer, at, 13);
  /** @param {number} from @param {number} to */
  const list = (from, to) => [...v.slice(from, to)].map(n => n.toFixed(3)).join(' ');
  fillPairs('values', [['joint', facts.joints.find(joint => joint.joint === state.joint)?.name ?? ''], ['position', list(0, 3)],
                       ['translation', list(3, 6)], ['rotation', list(6, 10)], ['scale', list(10, 13)]]);
}

let before = 0;
/** @param {number} now */
function tick(now) {
  requestAnimationFrame(tick);
  const passed = Math.min((now - before) / 1000, 0.25);
  before = now;
  if (!state.ready || gl.isContextLost()) return;
  if (state.playing && clipOf().duration > 0) advance(passed * state.speed);
  if (!state.dirty) return;
  state.dirty = false;
  try {
    drawImage();
    drawLabels();
    drawTimeline();
    drawValues();
  } catch (error) {
    fail(error);
  }
  find('status').textContent = statusText();
  find('play').textContent = state.playing ? 'pause' : 'play';
  if (!state.playing) writeAddress();
  document.body.dataset.drawn = String(+(document.body.dataset.drawn ?? 0) + 1);
}

/** @param {number} seconds */
function advance(seconds) {
  const from = state.loopTo > state.loopFrom ? state.loopFrom : 0, to = state.loopTo > state.loopFrom ? state.loopTo : clipOf().duration;
  const span = to - from;
  state.time = from + (((state.time + seconds - from) % span) + span) % span;
  state.dirty = true;
}

// ---- what the user does --------------------------------------------------------------------------------------------

/** @param {number} time */
function seek(time) {
  Object.assign(state, { time: Math.min(Math.max(time, 0), clipOf().duration), playing: false, dirty: true });
}

/** @param {number} frames */
function step(frames) {
  const now = (clipOf().start + state.time) * rate(), near = Math.round(now);
  const frame = Math.abs(now - near) < 1e-4 ? near : frames > 0 ? Math.floor(now) : Math.ceil(now);
  seek((frame + frames) / rate() - clipOf().start);
}

/** @param {number} direction */
function stepKey(direction) {
  const next = direction > 0 ? keys.find(time => time > state.time + 1e-6) : [...keys].reverse().find(time => time < state.time - 1e-6);
  if (next !== undefined) seek(next);
}

/** @param {number} look */
function toggle(look) {
  state.looks ^= look;
  state.dirty = true;
}

/** Start of a loop, its end, none: one press each. */
function loopRange() {
  if (Number.isNaN(state.loopFrom)) state.loopFrom = state.time;
  else if (Number.isNaN(state.loopTo) && state.time > state.loopFrom) state.loopTo = state.time;
  else state.loopFrom = state.loopTo = NaN;
  state.dirty = true;
}

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

/** Saves what the canvas shows, as PNG. */
function saveImage() {
  drawImage();
  canvas.toBlob(blob => {
    if (!blob) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(blob);
    link.download = `${data.files[state.file].name.replace(/\.[^.]*$/, '')}-${frameText(state.time)}.png`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
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

function listenToTimeline() {
  /** @param {PointerEvent} event */
  const scrub = event => seek(timeAt(event.clientX - timeline.getBoundingClientRect().left));
  timeline.onpointerdown = event => {
    timeline.setPointerCapture(event.pointerId);
    if (event.buttons === 1) scrub(event);
  };
  timeline.onpointermove = event => {
    if (event.buttons === 1) scrub(event);
    if (event.buttons === 4) moveTimeline(view.from - event.movementX / timeline.clientWidth * (view.to - view.from), view.to - view.from);
  };
  timeline.onwheel = event => {
    zoomTimeline(Math.exp(-event.deltaY * 0.002), timeAt(event.clientX - timeline.getBoundingClientRect().left));
    event.preventDefault();
  };
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

// ---- the address ---------------------------------------------------------------------------------------------------

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

// ---- start ---------------------------------------------------------------------------------------------------------

/** @param {unknown} error */
function fail(error) {
  say(error instanceof Error ? error.message : String(error));
}

function startGraphics() {
  graphics = makeGraphics(gl, () => module.memory);
  Object.assign(imports, graphics.env);
  gl.getExtension('EXT_color_buffer_float'); // translucent surfaces are summed in half floats
  present = makePresent();
}

/** The module calls through these, so that a new context replaces what is behind them. @type {Record<string, GraphicsFunction>} */
const imports = {};

async function start() {
  const context = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false });
  if (!context) return say('This page needs WebGL 2, which this browser does not have.');
  gl = context;
  const code = await WebAssembly.compile(/** @type {BufferSource} */ (/** @type {unknown} */ (await unpack('module'))));
  startGraphics();
  /** @type {WebAssembly.Imports} */
  const given = { env: {}, wasi_snapshot_preview1: {} };
  for (const { module: from, name } of WebAssembly.Module.imports(code))
    given[from][name] = from === 'env' ? (/** @type {any[]} */ ...args) => imports[name](...args) : () => 52; // ENOSYS: a page has no files
  module = (await WebAssembly.instantiate(code, given)).exports;
  module._initialize();
  listen();
  requestAnimationFrame(tick);
  await openFile(0);
  showFirst();
  readAddress();
}

/** What the options of the program chose. */
function showFirst() {
  if (!state.ready) return;
  const clip = facts.clips.findIndex(one => one.name === data.clip);
  if (clip !== state.clip) chooseClip(clip);
  if (data.view) chooseView(data.view);
  if (data.at !== null) seek(data.at);
}

start().catch(fail);
