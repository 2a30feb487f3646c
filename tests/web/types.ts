// A program in TypeScript: it is only compiled.
import { importModel, bakeModel } from './import.js';
import { load, SinewError, type BlendSpace, type Model, type Motion, type Pose } from './sinew.js';
import { createObject } from './three.js';

const model: Model = await load(new Uint8Array(0));
const pose: Pose = model.createPose().evaluate('walk', 0.4);
const palette: Float32Array = pose.palette, times: Float64Array = model.keyTimes('walk', 0);
model.createMixer().play('walk', { fade: 0.2, loop: 'once' }).advance(1 / 60).evaluate(pose);
const space: BlendSpace = model.createBlendSpace([{ clip: 'idle', x: 0 }, { clip: 'walk', x: 2, markers: [0, 0.5] }], { markerTrack: 'step' });
const mover: Motion = { translation: [0, 0, 0], rotation: [0, 0, 0, 1] }, mask = model.createMask().setSubtree(3, 1).setMatching('*.L', 0.5);
const mixer = model.createMixer().setMotions(model.createMotions({ parts: ['ground'] })).play(space, { x: 1, halfLife: 0.1 });
mixer.setLayer(1, { mode: 'additive', mask, reference: { clip: 'none' } }).play('wave', { layer: 1, fade: 0.2, inertial: true });
for (const { event, isDominant } of mixer.step(1 / 60, mover).events) if (isDominant) console.log(event.track, event.text, event.time, mover.translation[0]);
console.log(mixer.setPosition(space, 2).current(1).weight, mixer.evaluate(pose, true).globals);
// @ts-expect-error there is no such mode
mixer.setLayer(1, { mode: 'beside' });
// @ts-expect-error there is no such loop
model.createMixer().play('walk', { loop: 'often' });
console.log(palette, times, model.meshArrays(0).weights, model.joints[0].parent);
model.dispose();
const imported: Model = await importModel(new ArrayBuffer(0), { name: 'walk.gltf', memoryLimit: 1e9, findFile: name => new Uint8Array(name.length) });
const bytes: Uint8Array = await bakeModel(new Uint8Array(0)).catch((error: unknown) => { throw error instanceof SinewError ? error.code : error; });
// @ts-expect-error there is no such option
await importModel(bytes, { texture: 'skin.png' });
console.log(imported.clips, bytes.length, pose.paletteView.length, model.materials[0].maps.normal, model.materials[0].mappings.color?.offset[1], model.meshArrays(0).texcoords2?.length, model.morphShapes(0)[0].fullWeight);
const image: Uint8Array | null = model.imageBytes(0);
// The part of three.js that is used.
class Group { children: number[] = []; }
class Object3D { name = ''; }
class SkinnedMesh {}
class PerspectiveCamera { aspect = 1; }
class OrthographicCamera {}
const three = { Group, Object3D, SkinnedMesh, PerspectiveCamera, OrthographicCamera };
const shown = createObject(three, model, { resolveImage: async name => (name ? new Blob([name]) : null) });
const missing: string[] = await shown.ready;
shown.update(pose, false);
console.log(image, missing, shown.object.children, shown.joints[0].name, shown.cameras.length, model.cameras[0].fieldOfView);
shown.clone().update(pose);
shown.dispose();
// @ts-expect-error there is no such option
createObject(three, model, { texture: 'skin.png' });
