// The picture: drawn by the module, brought to the canvas, with the names of joints as HTML; saved as PNG.

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
uniform ivec2 corner;
uniform int flipped;
out vec4 color;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy) - corner;
  if (flipped > 0) at.y = flipped - 1 - at.y;
  vec3 linear = texelFetch(image, at, 0).rgb;
  color = vec4(mix(linear * 12.92, 1.055 * pow(linear, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, linear)), 1.0);
}`));
  gl.linkProgram(program);
  const array = gl.createVertexArray(), image = gl.getUniformLocation(program, 'image');
  const corner = gl.getUniformLocation(program, 'corner'), flipped = gl.getUniformLocation(program, 'flipped');
  /** @param {WebGLTexture} texture @param {number} left @param {number} width @param {boolean} isFlipped */
  return (texture, left, width, isFlipped) => {
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(left, 0, width, canvas.height);
    gl.useProgram(program);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.uniform1i(image, 0);
    gl.uniform2i(corner, left, 0);
    gl.uniform1i(flipped, isFlipped ? canvas.height : 0);
    gl.bindVertexArray(array);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  };
}

/** The image of the module's memory as a texture. @param {number} width @param {number} height */
function uploadOver(width, height) {
  const texture = gl.createTexture(), pixels = new Uint8Array(module.memory.buffer, module.page_over(), 4 * width * height);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.SRGB8_ALPHA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  return texture;
}

/** Images lie beside each other in the canvas. */
const columns = () => (state.pairing === BESIDE ? 2 : 1);

/** @param {number} actor */
function imageOf(actor) {
  module.page_select(actor);
  const texture = graphics.objects[module.page_image()];
  module.page_select(0);
  return texture;
}

function drawImage() {
  const ratio = Math.min(devicePixelRatio, 2);
  const width = Math.max(1, Math.round(canvas.clientWidth * ratio / columns())), height = Math.max(1, Math.round(canvas.clientHeight * ratio));
  if (canvas.width !== columns() * width || canvas.height !== height) Object.assign(canvas, { width: columns() * width, height });
  const joints = comparedJoints();
  const drawn = module.page_draw(state.time, width, height, ratio, state.looks, joints[0], joints[1], state.colors, state.skin, state.samples, state.pairing);
  if (!drawn) return say(readText(module.page_error()));
  if (state.pairing === OVER) {
    const texture = uploadOver(width, height);
    present(texture, 0, width, true);
    gl.deleteTexture(texture);
  } else {
    for (let actor = 0; actor < columns(); ++actor) present(imageOf(actor), actor * width, width, false);
  }
}

/** The selected joint of both models: none where the other has no joint of its name. */
function comparedJoints() {
  if (state.pairing === ALONE || state.joint === NONE) return [state.joint, NONE];
  const name = nameOfJoint(), other = otherFacts.joints.find(one => one.name === name);
  return other ? [state.joint, other.joint] : [NONE, NONE];
}

/** Where the joints are in the image, in pixels of the page: x and y by turns. */
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
  /** @type {[number, number][]} */
  const taken = [];
  for (const joint of facts.joints) {
    const x = at[2 * joint.joint], y = at[2 * joint.joint + 1];
    if (!joint.skeletal || !(x >= 0 && x <= canvas.clientWidth / columns() && y >= 0 && y <= canvas.clientHeight)) continue;
    if (spans.length >= most || taken.some(([tx, ty]) => Math.abs(tx - x) < 70 && Math.abs(ty - y) < 14)) continue;
    taken.push([x, y]);
    spans.push(makeLabel(joint.name, x, y));
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

/** @param {number} value from 0 to 1 */
const rampColor = value => `#${module.page_ramp_color(value).toString(16).padStart(6, '0')}`;

/** What the colours of the surface mean. */
function drawLegend() {
  const kind = facts.colors[state.colors], joint = state.joint === NONE ? '' : nameOfJoint(), legend = find('legend');
  const isWeights = kind === 'weights' && joint !== '', most = module.page_max_influences();
  legend.hidden = !isWeights && kind !== 'influences';
  if (legend.hidden) return;
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

/** What is compared with what: below each image, or below the one of both. */
function captions() {
  if (state.pairing === ALONE) return [];
  const names = [`${data.files[state.file].name}  ${clipOf().name}`, `${data.files[state.otherFile].name}  ${otherClipName()}`];
  const step = canvas.clientWidth / 2, y = canvas.clientHeight - 16;
  return names.map((name, i) => {
    const span = makeLabel(name, i * step, y);
    span.className = `caption ${PAIRINGS[state.pairing]}${i}`;
    return span;
  });
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
