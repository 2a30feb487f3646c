// The clock of a page, and its start.

let before = 0;
/** @param {number} now */
function tick(now) {
  requestAnimationFrame(tick);
  const passed = Math.min((now - before) / 1000, 0.25);
  before = now;
  if (!state.ready || gl.isContextLost()) return;
  followAddress();
  if (state.playing && clipOf().duration > 0) advance(passed * state.speed);
  if (state.playing && module.page_advance(passed)) state.dirty = true;
  if (!state.dirty) return;
  state.dirty = false;
  try {
    drawImage();
    drawLabels();
    drawLegend();
    drawTimeline();
    drawCurves();
    drawValues();
  } catch (error) {
    fail(error);
  }
  find('status').textContent = statusText();
  pressControls();
  setText(find('play'), state.playing ? 'pause' : 'play');
  if (!state.playing) writeAddress();
  document.body.dataset.drawn = String(+(document.body.dataset.drawn ?? 0) + 1);
}

/** @param {unknown} error */
function fail(error) {
  say(error instanceof Error ? error.message : String(error));
}

function startGraphics() {
  Object.assign(imports, makeGraphics(gl, () => module.memory));
  gl.getExtension('EXT_color_buffer_float'); // translucent surfaces are summed in half floats
  present = makePresent();
}

/**
 * Functions that the module calls. After a lost context they are replaced by functions for the new one.
 * @type {Record<string, GraphicsFunction>}
 */
const imports = {};

/** Shows the page's image that was drawn when the page was written, and a message why nothing can be drawn. @param {string} sentence */
function showStill(sentence) {
  const still = /** @type {HTMLImageElement} */ (find('still'));
  still.hidden = still.src.endsWith(',');
  find('side').hidden = find('bar').hidden = true;
  say(sentence);
}

async function start() {
  state.inPlace = data.inPlace;
  if (data.viewer) listenToFiles();
  // The module is compiled on another thread, while this one waits for the graphics driver.
  const compiling = WebAssembly.compile(/** @type {BufferSource} */ (/** @type {unknown} */ (await unpack('module', 'The player'))));
  const context = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false });
  if (!context) return showStill('This page needs WebGL 2, which this browser does not have.');
  gl = context;
  startGraphics();
  const code = await compiling;
  module = await startModule(code, name => (...numbers) => imports[name](...numbers));
  listen();
  fillReport();
  if (data.files.length === 0 && !data.viewer) return say('This report has no model to show.');
  requestAnimationFrame(tick);
  if (data.viewer) return startViewer(code);
  await openFile(0);
  await showFirst();
  if (location.hash) await readAddress().catch(complain);
}

/** Shows the state that the program's options chose. */
async function showFirst() {
  const clip = facts.clips.findIndex(one => one.name === data.clip);
  if (clip !== state.clip) chooseClip(clip, 0);
  if (data.pairing) await compareWith(PAIRINGS.indexOf(data.pairing), data.otherFile, data.otherClip);
  if (data.view) chooseView(data.view);
  if (data.camera) chooseCamera(data.camera);
  if (data.at !== null) seek(data.at);
  Object.assign(state, data.look); // set in a page that the viewer page saved
  if (data.shown) await showAddressed(new URLSearchParams(data.shown));
}

start().catch(fail);
