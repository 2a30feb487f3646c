// The clock of a page and its timeline: frames of the file, diamonds for keys, and a range that loops.

const clipOf = () => state.clip === NONE ? { name: 'rest pose', start: 0, duration: 0 } : facts.clips[state.clip];
const rate = () => facts.fps || 30;

/** Returns the frame number on the file's timeline at a time of the clip. @param {number} time */
const frameAt = time => (clipOf().start + time) * rate();
/** Returns the time of the clip at a frame of the file's timeline. @param {number} frame */
const timeOfFrame = frame => frame / rate() - clipOf().start;

/** @param {number} time */
const frameText = time => {
  const frame = frameAt(time);
  return Math.abs(frame - Math.round(frame)) < 1e-4 ? String(Math.round(frame)) : frame.toFixed(2);
};

/** Returns the name of the playing clip, and of the clip that is blended with it. */
const clipText = () => state.blended === NONE ? clipOf().name : `${clipOf().name} ${Math.round(100 * (1 - state.share))} %, ${facts.clips[state.blended].name} ${Math.round(100 * state.share)} %`;

const statusText = () => `${clipText()}  ${state.time.toFixed(3)} s  frame ${frameText(state.time)}${state.speed === 1 ? '' : `  ${+state.speed.toFixed(2)}×`}`;

/** @param {number} seconds */
function advance(seconds) {
  const from = state.loopTo > state.loopFrom ? state.loopFrom : 0, to = state.loopTo > state.loopFrom ? state.loopTo : clipOf().duration;
  const span = to - from, other = state.blended === NONE ? 0 : facts.clips[state.blended].duration;
  if (state.blended !== NONE) seconds *= 1 - state.share + (other > 0 ? state.share * clipOf().duration / other : 0); // the mean of both rates, the same as in a blend space
  state.time = from + (((state.time + seconds - from) % span) + span) % span;
  state.dirty = true;
}

/** Sets the speed, limited so that it can multiply a time in seconds. @param {number} speed */
function setSpeed(speed) {
  state.speed = Math.min(Math.max(speed, 1e-6), 1e6);
}

// ---- steps ----------------------------------------------------------------------------------------------------------

/** @param {number} time */
function seek(time) {
  Object.assign(state, { time: Math.min(Math.max(time, 0), clipOf().duration), playing: false, dirty: true });
  module.page_end_fade();
}

/** @param {number} frames */
function step(frames) {
  const now = frameAt(state.time), near = Math.round(now);
  const frame = Math.abs(now - near) < 1e-4 ? near : frames > 0 ? Math.floor(now) : Math.ceil(now);
  seek(timeOfFrame(frame + frames));
}

/** Returns the index of the first key at or after a time, by binary search. @param {number} time */
function firstKeyFrom(time) {
  let first = 0;
  for (let end = keys.length; first < end; ) {
    const middle = (first + end) >> 1;
    if (keys[middle] < time) first = middle + 1;
    else end = middle;
  }
  return first;
}

/** @param {number} direction */
function stepKey(direction) {
  const next = keys[direction > 0 ? firstKeyFrom(state.time + 1e-6) : firstKeyFrom(state.time - 1e-6) - 1];
  if (next !== undefined) seek(next);
}

/** Sets the start of the loop, then its end, then removes it, with one call each. */
function loopRange() {
  if (Number.isNaN(state.loopFrom)) state.loopFrom = state.time;
  else if (Number.isNaN(state.loopTo) && state.time > state.loopFrom) state.loopTo = state.time;
  else state.loopFrom = state.loopTo = NaN;
  state.dirty = true;
}

// ---- drawing ----------------------------------------------------------------------------------------------------------

const view = { from: 0, to: 1 }; // visible part of the clip, 0 … 1

/** @param {number} time */
const xOf = time => {
  const duration = clipOf().duration || 1;
  return 10 + (timeline.clientWidth - 20) * (time / duration - view.from) / (view.to - view.from);
};
/** @param {number} x */
const timeAt = x => (view.from + (x - 10) / Math.max(timeline.clientWidth - 20, 1) * (view.to - view.from)) * clipOf().duration;

/**
 * Resizes a canvas to the screen's pixels, and clears it. Returns its context, width and height.
 * @param {HTMLCanvasElement} of @returns {[CanvasRenderingContext2D, number, number]}
 */
function beginCanvas(of) {
  const ratio = devicePixelRatio, width = of.clientWidth, height = of.clientHeight;
  if (of.width !== Math.round(width * ratio)) of.width = Math.round(width * ratio);
  if (of.height !== Math.round(height * ratio)) of.height = Math.round(height * ratio);
  const context = /** @type {CanvasRenderingContext2D} */ (of.getContext('2d'));
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = '11px system-ui, sans-serif';
  return [context, width, height];
}

/** The state that the timeline shows, except for the time. @type {any[]} */
let shownTimeline = [];

/** Draws the timeline if it has changed. If only the time has changed, only the mark on top of it moves, which takes 10 % of the time. */
function drawTimeline() {
  const now = [facts, state.clip, keys, state.joint === NONE, view.from, view.to, state.loopFrom, state.loopTo,
               timeline.clientWidth, timeline.clientHeight, devicePixelRatio];
  if (now.some((value, i) => !Object.is(value, shownTimeline[i]))) drawFrames();
  shownTimeline = now;
  find('playhead').style.transform = `translateX(${xOf(state.time)}px)`;
  timeline.setAttribute('aria-valuenow', state.time.toFixed(3));
  timeline.setAttribute('aria-valuemax', clipOf().duration.toFixed(3));
  timeline.setAttribute('aria-valuetext', statusText());
}

/**
 * Returns the number of frames between two marks at least `least` pixels apart: 1, 2, 5, 10, 20, …
 * @param {number} pixels per frame @param {number} least
 */
function framesBetween(pixels, least) {
  const frames = least / pixels, power = 10 ** Math.floor(Math.log10(frames));
  return Math.max(1, power * ([1, 2, 5].find(one => one * power >= frames * (1 - 1e-9)) ?? 10));
}

const LEAST_TICK = 4, LEAST_LABEL = 36; // smallest distances in pixels of two ticks, and of two ticks with numbers

/**
 * Draws the frames of the file. Their number depends on the pixels, not on the file.
 * @param {CanvasRenderingContext2D} context @param {number} width
 */
function drawTicks(context, width) {
  const from = frameAt(view.from * clipOf().duration), to = frameAt(view.to * clipOf().duration), pixels = (width - 20) / Math.max(to - from, 1);
  const labels = [from, to].map(frame => context.measureText(`${Math.round(frame)}  `).width);
  const step = framesBetween(pixels, Math.max(LEAST_LABEL, ...labels));
  const small = pixels >= LEAST_TICK ? 1 : step, first = Math.ceil(from / small - 1e-6);
  const count = Math.min(Math.floor(to / small + 1e-6) - first + 1, width / LEAST_TICK);
  context.textAlign = 'center';
  for (let i = 0; i < count; ++i) {
    const x = xOf(timeOfFrame((first + i) * small)), isMajor = (first + i) % (step / small) === 0;
    context.fillStyle = isMajor ? '#a3aebb' : '#535e6c';
    context.fillRect(x, 17, 1, isMajor ? 9 : 5);
    if (!isMajor) continue;
    const label = String((first + i) * small), half = context.measureText(label).width / 2;
    context.fillText(label, Math.min(Math.max(x, half), width - half), 12);
  }
}

/** Draws frames, keys and the range that loops. */
function drawFrames() {
  const [context, width, height] = beginCanvas(timeline);
  if (state.loopTo > state.loopFrom) {
    context.fillStyle = '#2b4f7f80';
    context.fillRect(xOf(state.loopFrom), 0, xOf(state.loopTo) - xOf(state.loopFrom), height);
  }
  drawTicks(context, width);
  context.fillStyle = state.joint === NONE ? '#7ba7e0' : '#f0b429';
  for (let i = firstKeyFrom(timeAt(0)), x; i < keys.length && (x = xOf(keys[i])) <= width; i = Math.max(i + 1, firstKeyFrom(timeAt(x + 1)))) {
    context.beginPath();
    context.moveTo(x, 29);
    context.lineTo(x + 3.5, 33.5);
    context.lineTo(x, 38);
    context.lineTo(x - 3.5, 33.5);
    context.fill();
  }
}

const LEAST_SPAN = 1e-10; // smallest visible part of the clip: in a smaller one, neighbouring times would be equal numbers

/** Zooms the timeline around a time. @param {number} factor @param {number} time */
function zoomTimeline(factor, time) {
  const middle = clipOf().duration ? time / clipOf().duration : 0.5, least = Math.max(4 / Math.max(clipOf().duration * rate(), 4), LEAST_SPAN);
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

/** Handles pointers on a canvas along the timeline: scrubs, pans and zooms. @param {HTMLCanvasElement} timeline */
function listenToTime(timeline) {
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
