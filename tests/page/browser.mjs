// Chromium without a window, driven by the DevTools protocol over a pipe: no package, no port. With $SINEW_BROWSER=firefox it is Firefox: firefox.mjs.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Browsers that run, by their further arguments: each starts once, and ends with the process. */
const browsers = new Map();

/** Starts a browser, which costs as much as a dozen pages. `send(session, method, params)` asks it; `listen(message)` hears its events. */
function startBrowser(more) {
  const profile = mkdtempSync(join(tmpdir(), 'sinew-page-'));
  const browser = spawn(process.env.CHROMIUM ?? 'chromium', ['--headless=new', '--no-sandbox', '--remote-debugging-pipe',
    '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist', '--disable-extensions',
    '--disable-backgrounding-occluded-windows', '--disable-renderer-backgrounding', '--disable-background-timer-throttling',
    `--user-data-dir=${profile}`, ...more, 'about:blank'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const waiting = new Map(), listeners = new Set();
  let number = 0, rest = '';
  browser.stdio[4].on('data', bytes => {
    const parts = (rest + bytes).split('\0');
    rest = parts.pop();
    for (const part of parts) {
      const message = JSON.parse(part);
      if (message.id) {
        const { resolve, reject } = waiting.get(message.id);
        waiting.delete(message.id);
        message.error ? reject(new Error(message.error.message)) : resolve(message.result);
      } else {
        for (const listen of listeners) listen(message);
      }
    }
  });
  browser.on('exit', () => { for (const { reject } of waiting.values()) reject(new Error('the browser ended')); });
  process.on('exit', () => {
    browser.kill('SIGKILL');
    try {
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    } catch { // another process of the browser writes into it until it ends
    }
  });
  return {
    listeners,
    send: (sessionId, method, params = {}) => new Promise((resolve, reject) => {
      waiting.set(++number, { resolve, reject });
      browser.stdio[3].write(JSON.stringify({ id: number, method, params, sessionId }) + '\0');
    }),
  };
}

/**
 * Opens a page from disk, or from a server, in a window with its own storage. `errors` collects console messages, exceptions, and requests of
 * the page and its workers.
 */
export async function openPage(file, options = {}) {
  if (process.env.SINEW_BROWSER === 'firefox') return (await import('./firefox.mjs')).openPage(file, options);
  return openChromium(file, options);
}

async function openChromium(file, { width = 1000, height = 640, hash = '', touch = false, arguments: more = [] } = {}) {
  const key = more.join(' ');
  if (!browsers.has(key)) browsers.set(key, startBrowser(more));
  const browser = browsers.get(key), errors = [];
  const { browserContextId } = await browser.send(undefined, 'Target.createBrowserContext');
  const { targetId } = await browser.send(undefined, 'Target.createTarget', { url: 'about:blank', browserContextId, width, height, newWindow: true });
  const { sessionId: session } = await browser.send(undefined, 'Target.attachToTarget', { targetId, flatten: true });
  const send = (method, params) => browser.send(session, method, params), sessions = new Set([session]); // of the page and its workers
  const listen = ({ method, params, sessionId }) => {
    if (!sessions.has(sessionId)) return;
    if (method === 'Runtime.consoleAPICalled') errors.push('console: ' + params.args.map(a => a.value ?? a.description).join(' '));
    if (method === 'Runtime.exceptionThrown') errors.push('exception: ' + (params.exceptionDetails.exception?.description ?? params.exceptionDetails.text));
    if (method === 'Log.entryAdded') errors.push('log: ' + params.entry.text);
    if (method === 'Target.attachedToTarget' && params.waitingForDebugger) {
      sessions.add(params.sessionId);
      const started = ['Runtime.enable', 'Log.enable', 'Network.enable', 'Runtime.runIfWaitingForDebugger'].map(command => browser.send(params.sessionId, command));
      Promise.allSettled(started); // a worker may have ended before
    }
    if (method === 'Network.requestWillBeSent' && !/^(file|data|blob):/.test(params.request.url)) errors.push('request: ' + params.request.url);
  };
  browser.listeners.add(listen);
  for (const domain of ['Runtime', 'Log', 'Network', 'Page']) await send(`${domain}.enable`);
  await send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
  await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: touch });
  if (touch) await send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 });
  await send('Emulation.setFocusEmulationEnabled', { enabled: true }); // as if each window were in front

  const evaluate = async expression => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  /** Waits until an expression of the page is true. */
  const until = async (expression, seconds = 120) => {
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await new Promise(done => setTimeout(done, 50)))
      if (await evaluate(`!!(${expression})`)) return;
    throw new Error(`never true: ${expression}`);
  };
  const mouse = (type, x, y, more = {}) => send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1, ...more });
  await send('Page.navigate', { url: (file.startsWith('http:') ? file : `file://${file}`) + hash });
  await until('document.readyState === "complete"');
  return {
    send, evaluate, until, errors,
    async key(key) {
      const text = key.length === 1 ? { text: key } : {};
      await send('Input.dispatchKeyEvent', { type: 'keyDown', key, ...text });
      await send('Input.dispatchKeyEvent', { type: 'keyUp', key });
    },
    async click(x, y) {
      await mouse('mousePressed', x, y, { buttons: 1 });
      await mouse('mouseReleased', x, y);
    },
    async drag(fromX, fromY, toX, toY) {
      await mouse('mousePressed', fromX, fromY, { buttons: 1 });
      for (let i = 1; i <= 8; ++i) await mouse('mouseMoved', fromX + (toX - fromX) * i / 8, fromY + (toY - fromY) * i / 8, { buttons: 1 });
      await mouse('mouseReleased', toX, toY);
    },
    wheel: (x, y, deltaY) => send('Input.dispatchMouseEvent', { type: 'mouseWheel', x, y, deltaX: 0, deltaY }),
    /** Drops files from disk. */
    async drop(x, y, ...files) {
      for (const type of ['dragEnter', 'dragOver', 'drop']) await send('Input.dispatchDragEvent', { type, x, y, data: { items: [], files, dragOperationsMask: 1 } });
    },
    /** Chooses files in a page's file input. */
    async choose(selector, ...files) {
      const { root } = await send('DOM.getDocument'), { nodeId } = await send('DOM.querySelector', { nodeId: root.nodeId, selector });
      await send('DOM.setFileInputFiles', { nodeId, files });
    },
    /** Downloads go to a folder. */
    downloadTo: downloadPath => send('Page.setDownloadBehavior', { behavior: 'allow', downloadPath }),
    touch: (type, points) => send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) }),
    async screenshot(path) {
      writeFileSync(path, Buffer.from((await send('Page.captureScreenshot', { format: 'png' })).data, 'base64'));
    },
    async close() {
      browser.listeners.delete(listen);
      await browser.send(undefined, 'Target.disposeBrowserContext', { browserContextId });
    },
  };
}
