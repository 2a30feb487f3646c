// Firefox under Xvfb, which gives it WebGL 2, driven by WebDriver BiDi: what browser.mjs is for Chromium. Debian's packages are firefox-esr, xvfb
// and, for a node without WebSocket, node-ws.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const Socket = globalThis.WebSocket ?? createRequire(import.meta.url)('/usr/share/nodejs/ws');

/** Browsers that run, by whether they have WebGL: each starts once, and ends with the process. */
const browsers = new Map();

/** Returns the next match of a pattern in the text of a stream. */
const matchOf = (stream, pattern) => new Promise((resolve, reject) => {
  let text = '';
  stream.on('data', bytes => {
    text += bytes;
    const found = text.match(pattern);
    if (found) resolve(found[1]);
  });
  stream.on('end', () => reject(new Error(`it ended without ${pattern}: ${text.slice(-500)}`)));
});

/** Starts a browser. `send(method, params)` asks it; `listeners` hear its events. */
async function startBrowser(hasGraphics) {
  const profile = mkdtempSync(join(tmpdir(), 'sinew-firefox-')), children = [];
  process.on('exit', () => {
    for (const child of children) child.kill('SIGKILL');
    try {
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    } catch { // another process of the browser writes into it until it ends
    }
  });
  const preferences = { 'webgl.force-enabled': true, 'webgl.disabled': !hasGraphics, 'widget.windows.window_occlusion_tracking.enabled': false,
    'dom.min_background_timeout_value': 4, 'ui.prefersReducedMotion': 0, 'layout.css.devPixelsPerPx': '1.0', 'security.sandbox.warn_unprivileged_namespaces': false,
    'browser.shell.checkDefaultBrowser': false, 'browser.startup.homepage_override.mstone': 'ignore', 'datareporting.policy.dataSubmissionEnabled': false,
    'app.update.auto': false, 'app.normandy.enabled': false, 'toolkit.telemetry.enabled': false, 'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false, 'dom.disable_open_during_load': false, 'browser.chrome.site_icons': false };
  writeFileSync(join(profile, 'user.js'), Object.entries(preferences).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(''));
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'pipe', 'ignore'] });
  children.push(screen);
  const display = `:${await matchOf(screen.stdout, /(\d+)\n/)}`;
  const browser = spawn(process.env.FIREFOX ?? 'firefox-esr', ['--remote-debugging-port=0', '--no-remote', '--profile', profile, 'about:blank'],
    { env: { ...process.env, DISPLAY: display, MOZ_DISABLE_CONTENT_SANDBOX: '1', HOME: profile, LIBGL_ALWAYS_SOFTWARE: '1' }, stdio: ['ignore', 'ignore', 'pipe'] });
  children.push(browser);
  const socket = new Socket(`${await matchOf(browser.stderr, /BiDi listening on (ws:\S+)/)}/session`);
  await new Promise((resolve, reject) => Object.assign(socket, { onopen: resolve, onerror: reject }));
  const waiting = new Map(), listeners = new Set();
  let number = 0;
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.id === undefined) {
      for (const listen of listeners) listen(message);
      return;
    }
    const { resolve, reject } = waiting.get(message.id);
    waiting.delete(message.id);
    message.type === 'error' ? reject(new Error(message.message)) : resolve(message.result);
  };
  socket.onclose = () => { for (const { reject } of waiting.values()) reject(new Error('the browser ended')); };
  const send = (method, params = {}) => new Promise((resolve, reject) => {
    waiting.set(++number, { resolve, reject });
    socket.send(JSON.stringify({ id: number, method, params }));
  });
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded', 'network.beforeRequestSent'] });
  return { send, listeners };
}

/** A value of the protocol as one of JavaScript, as JSON has it. */
function valueOf({ type, value }) {
  if (type === 'array') return value.map(one => valueOf(one) ?? null);
  if (type === 'object') return Object.fromEntries(value.map(([key, one]) => [key, valueOf(one)]));
  if (type === 'number') return Number(value);
  return type === 'string' || type === 'boolean' ? value : type === 'null' ? null : undefined;
}

/** A file, or those in a folder. */
const filesOf = path => statSync(path).isDirectory() ? readdirSync(path).sort().flatMap(name => filesOf(join(path, name))) : [path];

/** Keys by the characters of WebDriver. */
const keys = { Home: '\ue011', End: '\ue010', PageUp: '\ue00e', PageDown: '\ue00f', Enter: '\ue007', Escape: '\ue00c', Backspace: '\ue003',
  ArrowLeft: '\ue012', ArrowUp: '\ue013', ArrowRight: '\ue014', ArrowDown: '\ue015', Tab: '\ue004' };

/** As openPage of browser.mjs. */
export async function openPage(file, { width = 1000, height = 640, hash = '', arguments: more = [] } = {}) {
  const hasGraphics = !more.includes('--disable-3d-apis');
  if (!browsers.has(hasGraphics)) browsers.set(hasGraphics, startBrowser(hasGraphics));
  const browser = await browsers.get(hasGraphics), errors = [];
  const { userContext } = await browser.send('browser.createUserContext');
  const { context } = await browser.send('browsingContext.create', { type: 'window', userContext });
  // Firefox logs the error of a stream even if a script catches it.
  const isOfPage = ({ source, type, level, text }) => source.context === context && (type === 'console' || level === 'error') && !/^Failed to read data from the ReadableStream/.test(text);
  const listen = ({ method, params }) => {
    if (method === 'log.entryAdded' && isOfPage(params)) errors.push(`${params.type}: ${params.text}`);
    if (method === 'network.beforeRequestSent' && params.context === context && !/^(file|data|blob|about):/.test(params.request.url)) errors.push(`request: ${params.request.url}`);
  };
  browser.listeners.add(listen);
  await browser.send('browsingContext.setViewport', { context, viewport: { width, height }, devicePixelRatio: 1 });
  const evaluate = async expression => {
    const answer = await browser.send('script.evaluate', { expression, target: { context }, awaitPromise: true, userActivation: true, serializationOptions: { maxObjectDepth: 20 } });
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    return valueOf(answer.result);
  };
  const until = async (expression, seconds = 120) => {
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await new Promise(done => setTimeout(done, 50)))
      if (await evaluate(`!!(${expression})`)) return;
    throw new Error(`never true: ${expression}`);
  };
  const perform = actions => browser.send('input.performActions', { context, actions });
  const pointer = (pointerType, id, actions) => ({ type: 'pointer', id, parameters: { pointerType }, actions });
  const at = (x, y, duration = 0) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration });
  const [down, up] = ['pointerDown', 'pointerUp'].map(type => ({ type, button: 0 }));
  await browser.send('browsingContext.navigate', { context, url: (file.startsWith('http:') ? file : `file://${file}`) + hash, wait: 'complete' });
  /** Fingers that are down, by their number. */
  let touched = [];
  return {
    evaluate, until, errors,
    key: key => perform([{ type: 'key', id: 'keys', actions: ['keyDown', 'keyUp'].map(type => ({ type, value: keys[key] ?? key })) }]),
    click: (x, y) => perform([pointer('mouse', 'mouse', [at(x, y), down, up])]),
    drag: (fromX, fromY, toX, toY) => perform([pointer('mouse', 'mouse', [at(fromX, fromY), down,
      ...Array.from({ length: 8 }, (_, i) => at(fromX + (toX - fromX) * (i + 1) / 8, fromY + (toY - fromY) * (i + 1) / 8, 16)), up])]),
    wheel: (x, y, deltaY) => perform([{ type: 'wheel', id: 'wheel', actions: [{ type: 'scroll', x: Math.round(x), y: Math.round(y), deltaX: 0, deltaY }] }]),
    async choose(selector, ...files) {
      const { nodes } = await browser.send('browsingContext.locateNodes', { context, locator: { type: 'css', value: selector } });
      await browser.send('input.setFiles', { context, element: { sharedId: nodes[0].sharedId }, files });
    },
    /** Drops files from disk, the files of folders one by one: they are chosen in an element of its own, and handed over by events. */
    async drop(x, y, ...paths) {
      const files = paths.flatMap(filesOf);
      const { result } = await browser.send('script.evaluate', { expression: `Object.assign(document.createElement('input'), { type: 'file', multiple: true })`, target: { context }, awaitPromise: false, resultOwnership: 'root' });
      await browser.send('input.setFiles', { context, element: { sharedId: result.sharedId }, files });
      await browser.send('script.callFunction', { functionDeclaration: `(chooser, x, y) => {
        const dataTransfer = new DataTransfer(), at = document.elementFromPoint(x, y) ?? document.body;
        for (const file of chooser.files) dataTransfer.items.add(file);
        for (const type of ['dragenter', 'dragover', 'drop']) at.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
      }`, arguments: [{ sharedId: result.sharedId }, { type: 'number', value: x }, { type: 'number', value: y }], target: { context }, awaitPromise: false });
    },
    downloadTo: destinationFolder => browser.send('browser.setDownloadBehavior', { downloadBehavior: { type: 'allowed', destinationFolder }, userContexts: [userContext] }),
    async touch(type, points) {
      if (type === 'touchEnd') {
        await perform(touched.map((_, i) => pointer('touch', `finger${i}`, [up])));
        touched = [];
        return;
      }
      await perform(points.map(([x, y], i) => pointer('touch', `finger${i}`, type === 'touchStart' ? [at(x, y), down] : [at(x, y, 50)])));
      touched = points;
    },
    async screenshot(path) {
      writeFileSync(path, Buffer.from((await browser.send('browsingContext.captureScreenshot', { context })).data, 'base64'));
    },
    async close() {
      browser.listeners.delete(listen);
      await browser.send('browsingContext.close', { context });
      await browser.send('browser.removeUserContext', { userContext });
    },
  };
}
