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
