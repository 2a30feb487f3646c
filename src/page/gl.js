// OpenGL ES 3.0 for the module by WebGL 2: exactly the functions that src/draw/render calls.
//
// OpenGL objects are numbers in the module and objects here. Pointers are offsets into the module's memory. Its buffer is replaced whenever
// the memory grows, so views of it are made for each use.

/**
 * @typedef {(...numbers: number[]) => any} GraphicsFunction
 * @param {WebGL2RenderingContext} gl
 * @param {() => WebAssembly.Memory} memory
 * @returns {Record<string, GraphicsFunction>}
 */
function makeGraphics(gl, memory) {
  /** @type {any[]} */
  const objects = [null];
  /** @type {number[]} */
  const unused = [];
  /** @type {(WebGLUniformLocation | null)[]} */
  const locations = [];
  /** @type {Map<any, Map<string, number>>} */
  const known = new Map();

  /** @param {number} at @param {number} size */
  const bytes = (at, size) => new Uint8Array(memory().buffer, at, size);
  /** @param {number} at @param {number} count */
  const words = (at, count) => new Uint32Array(memory().buffer, at, count);
  /** @param {number} at @param {number} count */
  const floats = (at, count) => new Float32Array(memory().buffer, at, count);
  /** @param {number} at */
  const text = at => {
    const all = new Uint8Array(memory().buffer);
    return new TextDecoder().decode(all.subarray(at, all.indexOf(0, at)));
  };
  /** @param {any} object */
  const add = object => {
    const name = unused.pop() ?? objects.length;
    objects[name] = object;
    return name;
  };
  /** @param {() => any} create @returns {(count: number, out: number) => void} */
  const generate = create => (count, out) => {
    for (let i = 0; i < count; ++i) words(out, count)[i] = add(create());
  };
  /** @param {(object: any) => void} destroy @returns {(count: number, names: number) => void} */
  const remove = destroy => (count, names) => {
    for (const name of words(names, count)) {
      if (!name) continue;
      destroy(objects[name]);
      objects[name] = null;
      unused.push(name);
    }
  };
  /** @param {string | null} log @param {number} capacity @param {number} out */
  const putLog = (log, capacity, out) => {
    const buffer = bytes(out, capacity);
    const { written } = new TextEncoder().encodeInto(log ?? '', buffer.subarray(0, capacity - 1));
    buffer[written ?? 0] = 0;
  };
  /** Returns a view of the module's memory for pixels of a type. @param {number} type @param {number} at @param {number} count */
  const pixels = (type, at, count) => {
    if (!at) return null;
    if (type === gl.UNSIGNED_INT) return words(at, count);
    return type === gl.FLOAT ? floats(at, count) : bytes(at, count);
  };
  /** @param {number} format */
  const channels = format => (format === gl.RED ? 1 : format === gl.RG_INTEGER ? 2 : 4);
  /** @param {number} location @returns {WebGLUniformLocation | null} */
  const uniform = location => (location < 0 ? null : locations[location]);

  /** @type {Record<string, GraphicsFunction>} */
  const env = {
    glGenBuffers: generate(() => gl.createBuffer()),
    glGenTextures: generate(() => gl.createTexture()),
    glGenVertexArrays: generate(() => gl.createVertexArray()),
    glGenFramebuffers: generate(() => gl.createFramebuffer()),
    glGenRenderbuffers: generate(() => gl.createRenderbuffer()),
    glDeleteBuffers: remove(buffer => gl.deleteBuffer(buffer)),
    glDeleteTextures: remove(texture => gl.deleteTexture(texture)),
    glDeleteVertexArrays: remove(array => gl.deleteVertexArray(array)),
    glDeleteFramebuffers: remove(framebuffer => gl.deleteFramebuffer(framebuffer)),
    glDeleteRenderbuffers: remove(storage => gl.deleteRenderbuffer(storage)),

    glBindBuffer: (target, name) => gl.bindBuffer(target, objects[name]),
    glBindBufferBase: (target, index, name) => gl.bindBufferBase(target, index, objects[name]),
    glBindBufferRange: (target, index, name, offset, size) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, null); // WebGL refuses to capture into a buffer that is also bound elsewhere
      gl.bindBufferRange(target, index, objects[name], offset, size);
    },
    glBufferData: (target, size, at, usage) => {
      if (at) gl.bufferData(target, bytes(at, size), usage);
      else gl.bufferData(target, size, usage);
    },
    glBufferSubData: (target, offset, size, at) => gl.bufferSubData(target, offset, bytes(at, size)),

    glBindTexture: (target, name) => gl.bindTexture(target, objects[name]),
    glTexImage2D: (target, level, inner, width, height, border, format, type, at) =>
      gl.texImage2D(target, level, inner, width, height, border, format, type,
                    pixels(type, at, width * height * channels(format))),
    glTexSubImage2D: (target, level, x, y, width, height, format, type, at) =>
      gl.texSubImage2D(target, level, x, y, width, height, format, type,
                       pixels(type, at, width * height * channels(format))),
    glBindFramebuffer: (target, name) => gl.bindFramebuffer(target, objects[name]),
    glBindRenderbuffer: (target, name) => gl.bindRenderbuffer(target, objects[name]),
    glFramebufferRenderbuffer: (target, attachment, kind, name) =>
      gl.framebufferRenderbuffer(target, attachment, kind, objects[name]),
    glFramebufferTexture2D: (target, attachment, kind, name, level) =>
      gl.framebufferTexture2D(target, attachment, kind, objects[name], level),
    glDrawBuffers: (count, at) => gl.drawBuffers([...words(at, count)]),
    glClearBufferfv: (kind, index, at) => gl.clearBufferfv(kind, index, floats(at, 4)),
    glReadPixels: (x, y, width, height, format, type, at) =>
      gl.readPixels(x, y, width, height, format, type, bytes(at, width * height * 4)),

    glBindVertexArray: name => gl.bindVertexArray(objects[name]),
    glVertexAttribPointer: (index, size, type, normalized, stride, offset) =>
      gl.vertexAttribPointer(index, size, type, !!normalized, stride, offset),
    glVertexAttrib4fv: (index, at) => gl.vertexAttrib4fv(index, floats(at, 4)),
    glDepthMask: writes => gl.depthMask(!!writes),
    glColorMask: (red, green, blue, alpha) => gl.colorMask(!!red, !!green, !!blue, !!alpha),
    glDrawElementsInstanced: (mode, count, type, offset, instances) =>
      gl.drawElementsInstanced(mode, count, type, offset, instances),

    glCreateShader: kind => add(gl.createShader(kind)),
    glCreateProgram: () => add(gl.createProgram()),
    glDeleteShader: name => name && gl.deleteShader(objects[name]),
    glDeleteProgram: name => gl.deleteProgram(objects[name]),
    glAttachShader: (program, shader) => gl.attachShader(objects[program], objects[shader]),
    glShaderSource: (name, count, at) =>
      gl.shaderSource(objects[name], [...words(at, count)].map(text).join('').replace(/^#line.*$/gm, '')),
    glCompileShader: name => gl.compileShader(objects[name]),
    glLinkProgram: name => gl.linkProgram(objects[name]),
    glGetShaderiv: (name, key, out) => { words(out, 1)[0] = +gl.getShaderParameter(objects[name], key); },
    glGetProgramiv: (name, key, out) => { words(out, 1)[0] = +gl.getProgramParameter(objects[name], key); },
    glGetShaderInfoLog: (name, capacity, size, out) => putLog(gl.getShaderInfoLog(objects[name]), capacity, out),
    glGetProgramInfoLog: (name, capacity, size, out) => putLog(gl.getProgramInfoLog(objects[name]), capacity, out),
    glTransformFeedbackVaryings: (name, count, at, mode) =>
      gl.transformFeedbackVaryings(objects[name], [...words(at, count)].map(text), mode),
    glUseProgram: name => gl.useProgram(objects[name]),
    glGetUniformLocation: (name, at) => {
      const program = objects[name], uniformName = text(at);
      const names = known.get(program) ?? new Map();
      known.set(program, names);
      if (!names.has(uniformName)) {
        const found = gl.getUniformLocation(program, uniformName);
        names.set(uniformName, found ? locations.push(found) - 1 : -1);
      }
      return names.get(uniformName);
    },
    glUniform1i: (location, value) => gl.uniform1i(uniform(location), value),
    glUniform1f: (location, value) => gl.uniform1f(uniform(location), value),
    glUniform2f: (location, x, y) => gl.uniform2f(uniform(location), x, y),
    glUniform3fv: (location, count, at) => gl.uniform3fv(uniform(location), floats(at, 3 * count)),
    glUniform4fv: (location, count, at) => gl.uniform4fv(uniform(location), floats(at, 4 * count)),
    glUniformMatrix3fv: (location, count, transposes, at) =>
      gl.uniformMatrix3fv(uniform(location), !!transposes, floats(at, 9 * count)),
    glUniformMatrix4fv: (location, count, transposes, at) =>
      gl.uniformMatrix4fv(uniform(location), !!transposes, floats(at, 16 * count)),
    glGetIntegerv: (key, out) => { words(out, 1)[0] = gl.getParameter(key); },
  };

  // These functions take only numbers, and have the same name and arguments in WebGL.
  const alike = ['ActiveTexture', 'BeginTransformFeedback', 'BlendEquation', 'BlendFunc', 'BlendFuncSeparate',
    'BlitFramebuffer', 'CheckFramebufferStatus', 'Clear', 'ClearColor', 'DepthFunc', 'Disable',
    'DisableVertexAttribArray', 'DrawArrays', 'DrawArraysInstanced', 'Enable', 'EnableVertexAttribArray',
    'EndTransformFeedback', 'FrontFace', 'GetError', 'PixelStorei', 'PolygonOffset', 'ReadBuffer',
    'RenderbufferStorageMultisample', 'TexParameteri', 'VertexAttrib3f', 'VertexAttribDivisor', 'VertexAttribI4ui',
    'VertexAttribIPointer', 'Viewport'];
  for (const name of alike) {
    const method = /** @type {any} */ (gl)[name[0].toLowerCase() + name.slice(1)];
    env['gl' + name] = method.bind(gl);
  }
  return env;
}
