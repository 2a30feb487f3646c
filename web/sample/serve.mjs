// serve.mjs PACKAGE SINEW CHARACTER [PORT]: serves the sample page. PACKAGE is the folder web/ of the build; SINEW is the program;
// CHARACTER is a model with the clips idle and walk, such as samples/character.fbx. three.js is in the folder node_modules of
// $SINEW_NODE_MODULES, else of the current folder (npm install three).
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const [packed, sinew, character, port = '8000'] = process.argv.slice(2), three = join(process.env.SINEW_NODE_MODULES ?? '.', 'node_modules/three');
if (!character || !existsSync(three)) {
  console.error(character ? `${three} is missing: npm install three` : 'serve.mjs PACKAGE SINEW CHARACTER [PORT]');
  process.exit(2);
}
const models = mkdtempSync(join(tmpdir(), 'sinew-sample-'));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit());
process.on('exit', () => rmSync(models, { recursive: true, force: true }));
execFileSync(sinew, ['bake', character, '--textures', 'embed', '-o', join(models, 'character.sinew')], { stdio: 'inherit' });
execFileSync(sinew, ['export', character, '--textures', 'embed', '--quiet', '-o', join(models, 'character.glb')], { stdio: 'inherit' });

const types = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
const roots = { three, sinew: packed, models }, own = dirname(fileURLToPath(import.meta.url));
const server = createServer((request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url, 'http://localhost').pathname)), [, root, ...rest] = path.split('/');
  const file = roots[root] ? join(roots[root], ...rest) : ['/index.html', '/crowd.js'].includes(path) ? join(own, path) : path === '/' ? join(own, 'index.html') : '';
  if (!extname(file) || !existsSync(file)) return response.writeHead(path === '/favicon.ico' ? 204 : 404).end();
  response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream').end(readFileSync(file));
});
server.listen(Number(port), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`));
