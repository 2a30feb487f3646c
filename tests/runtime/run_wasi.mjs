// node run_wasi.mjs PROGRAM [ARGUMENT…]: runs a wasm32-wasi program with access to all files.
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';

const args = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args, preopens: { '/': '/', '.': '.' }, returnOnExit: true });
const module = await WebAssembly.compile(readFileSync(args[0]));
const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
process.exit(wasi.start(instance));
