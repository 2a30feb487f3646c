// A program in TypeScript: it is only compiled.
import { importFbx, bakeFbx, type ImportError } from './import.js';
import { load, type Model, type Pose } from './sinew.js';

const model: Model = await load(new Uint8Array(0));
const pose: Pose = model.createPose().evaluate('walk', 0.4);
const palette: Float32Array = pose.palette, times: Float64Array = model.keyTimes('walk', 0);
model.createMixer().play('walk', { fade: 0.2, loop: 'once' }).advance(1 / 60).evaluate(pose);
// @ts-expect-error there is no such loop
model.createMixer().play('walk', { loop: 'often' });
console.log(palette, times, model.meshArrays(0).weights, model.joints[0].parent);
model.dispose();
const imported: Model = await importFbx(new ArrayBuffer(0), { name: 'walk.fbx', memoryLimit: 1e9 });
const bytes: Uint8Array = await bakeFbx(new Uint8Array(0)).catch((error: ImportError) => { throw error.code; });
// @ts-expect-error there is no such option
await importFbx(bytes, { texture: 'skin.png' });
console.log(imported.clips, bytes.length);
