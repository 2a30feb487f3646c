// Shows 200 textured characters in a blend space from idle to walk, by sinew and by three's AnimationMixer. In each frame both crowds are
// posed until their palettes are complete, and one of them is drawn. Start it with serve.mjs.
import * as THREE from 'three';
import { GLTFLoader } from '/three/examples/jsm/loaders/GLTFLoader.js';
import { clone } from '/three/examples/jsm/utils/SkeletonUtils.js';
import { load } from '/sinew/sinew.js';
import { createObject } from '/sinew/three.js';

const COUNT = Number(new URLSearchParams(location.search).get('count') ?? 200), COLUMNS = Math.ceil(Math.sqrt(2 * COUNT)), GAP = 1.3; // metres
const find = id => document.getElementById(id);
const bytesOf = async name => (await fetch(`/models/${name}`)).arrayBuffer();

/** Returns the position of a character, in rows. */
const placeOf = i => new THREE.Vector3((i % COLUMNS - (COLUMNS - 1) / 2) * GAP, 0, -Math.floor(i / COLUMNS) * GAP);
/** Returns the starting phase of a character, so that no two are alike. */
const startOf = i => i * 0.618 % 1;

/** Makes the crowd of sinew: common geometries, materials and images; a mixer, a pose and bones per character. */
async function makeSinew() {
  const model = await load(await bytesOf('character.sinew')), first = createObject(THREE, model), group = new THREE.Group();
  const idle = model.clips[model.findClip('idle')], space = model.createBlendSpace([{ clip: 'idle', x: 0 }, { clip: 'walk', x: 1 }]);
  await first.ready;
  const characters = Array.from({ length: COUNT }, (_, i) => {
    const shown = i ? first.clone() : first, mixer = model.createMixer().play(space, { x: 0, start: startOf(i) * idle.duration }), pose = model.createPose();
    shown.object.position.copy(placeOf(i));
    shown.object.scale.setScalar(0.01); // the model's unit is a centimetre
    group.add(shown.object);
    return { shown, mixer, pose };
  });
  return {
    group,
    pose(seconds, x) {
      for (const { mixer, pose } of characters) mixer.setPosition(space, x).advance(seconds).evaluate(pose);
    },
    show() {
      for (const { shown, pose } of characters) shown.update(pose, false);
    },
  };
}

/** Makes the crowd of three.js: the same clips, with weights, at one tempo. */
async function makeThree() {
  const { scene, animations } = await new GLTFLoader().parseAsync(await bytesOf('character.glb'), ''), group = new THREE.Group();
  const clips = ['idle', 'walk'].map(name => animations.find(clip => clip.name.endsWith(name)));
  const characters = Array.from({ length: COUNT }, (_, i) => {
    const object = clone(scene), mixer = new THREE.AnimationMixer(object), actions = clips.map(clip => mixer.clipAction(clip).play()), skeletons = [];
    actions.forEach((action, k) => { action.time = startOf(i) * clips[k].duration; });
    object.position.copy(placeOf(i));
    object.traverse(one => {
      one.frustumCulled = false;
      if (one.isSkinnedMesh) skeletons.push(one.skeleton);
    });
    group.add(object);
    return { object, mixer, actions, skeletons };
  });
  return {
    group,
    pose(seconds, x) {
      const rate = (1 - x) / clips[0].duration + x / clips[1].duration; // clips per second of the common phase, as in a blend space
      for (const { object, mixer, actions, skeletons } of characters) {
        actions.forEach((action, k) => action.setEffectiveWeight(k ? x : 1 - x).setEffectiveTimeScale(clips[k].duration * rate));
        mixer.update(seconds);
        object.updateMatrixWorld(true);
        for (const skeleton of skeletons) skeleton.update();
      }
    },
    show() {},
  };
}

const renderer = new THREE.WebGLRenderer({ canvas: find('view'), antialias: true }), scene = new THREE.Scene(), camera = new THREE.PerspectiveCamera(40, 1, 0.1, 200);
const light = new THREE.DirectionalLight(0xffffff, 1.5), crowds = { sinew: await makeSinew(), mixer: await makeThree() };
light.position.set(1, 2, 3);
scene.background = new THREE.Color(0x9aa3ad);
scene.add(light, new THREE.HemisphereLight(0xffffff, 0x808080, 1.5), crowds.sinew.group, crowds.mixer.group);
camera.position.set(0, 3 + COUNT / 60, 4 + COUNT / 40);
camera.lookAt(0, 0.5, -COUNT / COLUMNS * GAP / 4);

/** Milliseconds per frame of each crowd, for the last frames. */
const spent = { sinew: [], mixer: [] };
const median = times => [...times].sort((a, b) => a - b)[times.length >> 1];
let before = performance.now(), frames = 0;
renderer.setAnimationLoop(() => {
  const now = performance.now(), seconds = Math.min((now - before) / 1000, 0.1), x = Number(find('speed').value), { clientWidth, clientHeight } = renderer.domElement;
  before = now;
  for (const name of frames % 2 ? ['mixer', 'sinew'] : ['sinew', 'mixer']) { // they take turns in coming first
    const start = performance.now();
    crowds[name].pose(seconds, x);
    spent[name].push(performance.now() - start);
    if (spent[name].length > 120) spent[name].shift();
  }
  const chosen = document.querySelector('[name=shown]:checked').value;
  crowds[chosen].show();
  for (const [name, { group }] of Object.entries(crowds)) {
    group.visible = name === chosen;
    if (frames % 20 === 0) find(name).textContent = median(spent[name]).toFixed(2);
  }
  if (renderer.domElement.width !== clientWidth || renderer.domElement.height !== clientHeight) {
    renderer.setSize(clientWidth, clientHeight, false);
    camera.aspect = clientWidth / clientHeight;
    camera.updateProjectionMatrix();
  }
  renderer.render(scene, camera);
  frames += 1;
  document.body.dataset.frames = String(frames);
});
find('count').textContent = `${COUNT} characters`;
