// The curves of the selected joint above the timeline, over the same range of time: one lane each for translation, rotation and scale.

const AXES = ['#e86862', '#86c460', '#6294ee', '#be96dc']; // x, y, z, w
const KINDS = ['translation', 'rotation', 'scale', 'other'];
const curvesCanvas = /** @type {HTMLCanvasElement} */ (find('curves'));
const LANE_TEXT = 16; // pixels

/**
 * @typedef {{kind: number, component: number, values: Float64Array, ranges: Float64Array}} Curve
 * @typedef {{kind: number, top: number, bottom: number, least: number, most: number, from: number, to: number}} Lane
 * @type {Curve[]}
 */
let found = [];
let foundFor = '';

/** Gets the curves of the visible range from the module, unless they were found already. @param {number} width */
function findCurves(width) {
  const duration = clipOf().duration, points = Math.max(2, Math.min(4096, Math.round(width)));
  const wanted = [state.file, state.clip, state.joint, view.from, view.to, points].join();
  if (wanted === foundFor) return;
  foundFor = wanted;
  const count = module.page_find_curves(state.joint, view.from * duration, view.to * duration, points), size = 2 + points + 2 * (points - 1);
  const at = module.page_allocate(8 * size);
  found = Array.from({ length: count }, (_, i) => {
    module.page_curve(i, at);
    const all = new Float64Array(module.memory.buffer, at, size).slice();
    return { kind: all[0], component: all[1], values: all.subarray(2, 2 + points), ranges: all.subarray(2 + points) };
  });
  module.page_free(at);
}

/**
 * Divides the panel into lanes, one per kind of curve. A nearly constant curve is drawn as a straight line, without magnifying its
 * rounding.
 * @param {number} height @returns {Lane[]}
 */
function divideLanes(height) {
  const kinds = [...new Set(found.map(curve => curve.kind))], each = (height - 4) / Math.max(kinds.length, 1);
  return kinds.map((kind, i) => {
    let least = Infinity, most = -Infinity;
    for (const { ranges } of found.filter(curve => curve.kind === kind))
      for (const value of ranges) [least, most] = [Math.min(least, value), Math.max(most, value)];
    const middle = (least + most) / 2, half = 1.15 * Math.max((most - least) / 2, 1e-3 * Math.max(Math.abs(middle), 1));
    return { kind, top: 4 + i * each + LANE_TEXT, bottom: 4 + (i + 1) * each - 4, least, most, from: middle - half, to: middle + half };
  });
}

/** @param {CanvasRenderingContext2D} context @param {Lane} lane @param {number} width */
function drawLane(context, lane, width) {
  /** @param {number} value */
  const yOf = value => lane.bottom - (value - lane.from) / (lane.to - lane.from) * (lane.bottom - lane.top);
  context.fillStyle = '#262a31';
  context.fillRect(10, lane.top, width - 20, lane.bottom - lane.top);
  context.fillStyle = '#444b55';
  if (lane.from < 0 && lane.to > 0) context.fillRect(10, Math.floor(yOf(0)), width - 20, 1);
  const own = found.map((curve, index) => ({ ...curve, index })).filter(curve => curve.kind === lane.kind);
  for (const { component, values, ranges } of own) {
    context.strokeStyle = context.fillStyle = AXES[component];
    const step = (width - 20) / (values.length - 1);
    context.beginPath();
    values.forEach((value, i) => context.lineTo(10 + i * step, yOf(value)));
    context.stroke();
    for (let i = 0; i < values.length - 1; ++i) { // the smallest and largest values between two points, if the line does not show them
      const top = yOf(ranges[2 * i + 1]), bottom = yOf(ranges[2 * i]);
      if (bottom - top > 3) context.fillRect(10 + i * step, top, step, bottom - top);
    }
  }
  drawLaneText(context, lane, width, own.map(curve => curve.index));
  const first = firstKeyFrom(timeAt(10)), end = firstKeyFrom(timeAt(width - 10) + 1e-9);
  if (end - first > (width - 20) / 6) return; // closer keys would hide the curve
  for (const { component, values } of own) {
    context.fillStyle = AXES[component];
    for (const time of keys.slice(first, end)) {
      const x = xOf(time), at = (x - 10) / (width - 20) * (values.length - 1), i = Math.floor(at);
      if (!(at >= 0 && at <= values.length - 1)) continue;
      const value = values[i] + (at - i) * ((values[i + 1] ?? values[i]) - values[i]);
      context.beginPath();
      context.arc(x, yOf(value), 2.6, 0, 7);
      context.fill();
    }
  }
}

/**
 * Draws the name of a lane, the current values of its curves, and their range.
 * @param {CanvasRenderingContext2D} context @param {Lane} lane @param {number} width @param {number[]} own
 */
function drawLaneText(context, lane, width, own) {
  const y = lane.top - 4, column = width < 500 ? 72 : 92;
  context.textAlign = 'left';
  context.fillStyle = '#a3aebb';
  context.fillText(KINDS[lane.kind], 10, y);
  const range = `${+lane.least.toPrecision(4)} to ${+lane.most.toPrecision(4)}`, right = width - 10 - context.measureText(range).width;
  own.forEach((index, i) => {
    const x = 10 + column * (i + 1);
    if (x + column > right) return;
    context.fillStyle = AXES[found[index].component];
    context.fillText(`${'xyzw'[found[index].component]} ${module.page_curve_value(index, state.time).toFixed(3)}`, x, y);
  });
  context.fillStyle = '#a3aebb';
  if (right > 10 + column) context.fillText(range, right, y);
}

function drawCurves() {
  if (curvesCanvas.hidden) return;
  const [context, width, height] = beginCanvas(curvesCanvas);
  if (state.joint !== NONE && state.clip !== NONE) findCurves(width - 20);
  const why = state.clip === NONE ? 'The rest pose has no curves.' : state.joint === NONE ? 'Select a joint to see its curves.'
    : found.length === 0 ? 'This clip does not animate the joint.' : '';
  curvesCanvas.setAttribute('aria-label', why || `Curves of ${labelOfJoint()}: ${[...new Set(found.map(curve => KINDS[curve.kind]))].join(', ')}`);
  if (why) {
    context.textAlign = 'center';
    context.fillStyle = '#a3aebb';
    context.fillText(why, width / 2, height / 2);
    return;
  }
  context.lineWidth = 1.4;
  for (const lane of divideLanes(height)) drawLane(context, lane, width);
  context.fillStyle = '#ff8a3d';
  const x = xOf(state.time);
  if (x >= 9 && x <= width - 9) context.fillRect(x - 1, 0, 2, height);
}

function toggleCurves() {
  curvesCanvas.hidden = !curvesCanvas.hidden;
  state.dirty = true;
}
