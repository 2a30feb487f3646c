// The image: drawn by the module, shown on the canvas with the names of joints as HTML, and saved as PNG.

/** Returns a function that shows an image from the module's memory on the canvas; its rows are from top to bottom. */
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
  ivec2 at = ivec2(gl_FragCoord.xy);
  color = texelFetch(image, ivec2(at.x, textureSize(image, 0).y - 1 - at.y), 0);
}`));
  gl.linkProgram(program);
  const array = gl.createVertexArray(), image = gl.getUniformLocation(program, 'image');
  /** @param {Uint8Array} pixels @param {number} width @param {number} height */
  return (pixels, width, height) => {
    const texture = gl.createTexture();
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, width, height);
    gl.useProgram(program);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.uniform1i(image, 0);
    gl.bindVertexArray(array);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.deleteTexture(texture);
  };
}

/** Returns the number of images next to each other on the canvas. */
const columns = () => (state.pairing === BESIDE ? 2 : 1);

function drawImage() {
  const ratio = Math.min(devicePixelRatio, 2);
  const width = Math.max(1, Math.round(canvas.clientWidth * ratio / columns())), height = Math.max(1, Math.round(canvas.clientHeight * ratio));
  if (canvas.width !== columns() * width || canvas.height !== height) Object.assign(canvas, { width: columns() * width, height });
  const joints = comparedJoints();
  const drawn = module.page_draw(state.time, width, height, ratio, state.looks, joints[0], joints[1], state.colors, state.skin, state.samples, state.pairing);
  if (!drawn) return say(readText(module.page_error()));
  if (state.pairing === OVER) present(new Uint8Array(module.memory.buffer, module.page_over(), 4 * width * height), width, height);
}

/** Returns the selected joint in both models; none in either if the other model has no joint of its name. */
function comparedJoints() {
  if (state.pairing === ALONE || state.joint === NONE) return [state.joint, NONE];
  const name = nameOfJoint(), other = otherFacts.joints.find(one => one.name === name);
  return other ? [state.joint, other.joint] : [NONE, NONE];
}

/** Returns the positions of the joints in the image in pixels of the page: x, y, x, y … */
function projectJoints() {
  const count = 1 + facts.joints.reduce((most, joint) => Math.max(most, joint.joint), 0);
  const at = place('projected', 8 * 65536);
  module.page_project(at);
  const out = new Float32Array(module.memory.buffer, at, 2 * count).slice();
  return out.map((value, i) => value * (i % 2 ? canvas.clientHeight : canvas.clientWidth / columns()));
}

function drawLabels() {
  const spans = captions();
  if (!state.names) return find('labels').replaceChildren(...spans);
  const at = projectJoints(), most = spans.length + MAX_LABELS;
  /** @type {Map<string, [number, number]>} */
  const taken = new Map(); // positions of labels by cell of 70 × 14 pixels, at most one label per cell
  /** @param {number} x @param {number} y */
  const isTaken = (x, y) => [-1, 0, 1].some(right => [-1, 0, 1].some(down => {
    const [tx, ty] = taken.get(`${Math.floor(x / 70) + right} ${Math.floor(y / 14) + down}`) ?? [NaN, NaN];
    return Math.abs(tx - x) < 70 && Math.abs(ty - y) < 14;
  }));
  for (const joint of facts.joints) {
    const x = at[2 * joint.joint], y = at[2 * joint.joint + 1];
    if (!joint.skeletal || !(x >= 0 && x <= canvas.clientWidth / columns() && y >= 0 && y <= canvas.clientHeight)) continue;
    if (spans.length >= most) break;
    if (isTaken(x, y)) continue;
    taken.set(`${Math.floor(x / 70)} ${Math.floor(y / 14)}`, [x, y]);
    spans.push(makeLabel(joint.label, x, y));
  }
  find('labels').replaceChildren(...spans);
}

/** @param {string} text @param {number} x @param {number} y */
function makeLabel(text, x, y) {
  const span = document.createElement('span');
  span.textContent = text;
  span.style.left = `${x}px`;
  span.style.top = `${y}px`;
  return span;
}

/** @param {number} value 0 … 1 */
const rampColor = value => `#${module.page_ramp_color(value).toString(16).padStart(6, '0')}`;

/** Draws the legend of the surface colours. */
function drawLegend() {
  const kind = facts.colors[state.colors], joint = state.joint === NONE ? '' : labelOfJoint(), legend = find('legend');
  const isWeights = kind === 'weights' && joint !== '';
  legend.hidden = !isWeights && kind !== 'influences';
  if (legend.hidden) return;
  const most = module.page_max_influences();
  const steps = isWeights ? 16 : Math.min(most, 8) || 1;
  const colors = Array.from({ length: steps }, (_, i) => rampColor(steps > 1 ? i / (steps - 1) : 0));
  const stops = isWeights ? colors : colors.flatMap((color, i) => [`${color} ${100 * i / steps}%`, `${color} ${100 * (i + 1) / steps}%`]);
  find('legend-title').textContent = isWeights ? `weight of ${joint}` : 'influences';
  find('ramp').style.background = `linear-gradient(to right, ${stops.join(', ')})`;
  const labels = isWeights ? ['0', '0.5', '1'] : colors.map((_, i) => String(1 + Math.round(steps > 1 ? i / (steps - 1) * (most - 1) : 0)));
  find('ramp-labels').replaceChildren(...labels.map(text => {
    const label = document.createElement('span');
    label.textContent = text;
    return label;
  }));
  find('ramp-labels').className = isWeights ? 'ends' : '';
}

/** Returns the captions of the compared clips: one below each image, or both below the common image. */
function captions() {
  if (state.pairing === ALONE) return [];
  const names = [`${data.files[state.file].name}  ${clipText()}`, `${data.files[state.otherFile].name}  ${otherClipName()}`];
  const step = canvas.clientWidth / 2, y = canvas.clientHeight - 16;
  return names.map((name, i) => {
    const span = makeLabel(name, i * step, y);
    span.className = `caption ${PAIRINGS[state.pairing]}${i}`;
    return span;
  });
}

/** @param {Blob} blob @param {string} name */
function saveBlob(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Saves the canvas as a PNG. */
function saveImage() {
  drawImage();
  canvas.toBlob(blob => {
    if (blob) saveBlob(blob, `${data.files[state.file].name.replace(/\.[^.]*$/, '')}-${frameText(state.time)}.png`);
  });
}
