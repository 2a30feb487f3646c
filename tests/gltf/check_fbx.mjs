// check_fbx.mjs FILE.fbx POSES.jsonl SIZE: three.js finds the clip of each line of POSES.jsonl (`sinew pose --what global
// --format jsonl`) in FILE.fbx by its name and plays it at the line's time. Every joint is at the line's position, within
// 1e-4 of SIZE. FILE.fbx has the unit and axes of the poses. The package three is found from the folder $SINEW_NODE_MODULES.
// Exit code 77: it is missing.
import {createRequire} from 'node:module';
import {readFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';

const require = createRequire((process.env.SINEW_NODE_MODULES || process.cwd()) + '/');
let loaderFile, threeFile;
try {
    threeFile = require.resolve('three').replace(/three\.cjs$/, 'three.module.js');
    loaderFile = require.resolve('three/examples/jsm/loaders/FBXLoader.js');
} catch (error) {
    console.log('the npm package three is not in $SINEW_NODE_MODULES');
    process.exit(77);
}
// What FBXLoader expects of a browser; images stay unread.
globalThis.self = globalThis.window = globalThis;
globalThis.document = {createElementNS: () => ({addEventListener() {}, removeEventListener() {}})};
const THREE = await import(pathToFileURL(threeFile));
const {FBXLoader} = await import(pathToFileURL(loaderFile));

const [file, posesFile, size] = process.argv.slice(2);
const bytes = readFileSync(file);
const poses = readFileSync(posesFile, 'utf8').trim().split('\n').map(line => JSON.parse(line));
const scene = new FBXLoader().parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), '');
if (!scene.name) scene.rotation.set(0, 0, 0); // the loader turns Z up itself; an object with a name is the only root of the file
const nodes = new Map();
scene.traverse(node => nodes.set(node.userData.originalName ?? node.name, node));

const position = new THREE.Vector3(), expected = new THREE.Vector3();
let largest = 0, of = '';
for (const pose of poses) {
    const clip = scene.animations.find(animation => animation.name === pose.clip);
    if (pose.clip && !clip) throw new Error(`${file}: no clip '${pose.clip}'`);
    const mixer = new THREE.AnimationMixer(scene);
    if (clip) {
        const action = mixer.clipAction(clip);
        action.setLoop(THREE.LoopOnce);
        action.clampWhenFinished = true;
        action.play();
        mixer.setTime(pose.time_s);
    }
    scene.updateMatrixWorld(true);
    for (const joint of pose.joints) {
        const node = nodes.get(joint.name);
        if (!node) throw new Error(`${file}: no joint '${joint.name}'`);
        expected.set(joint.global[12], joint.global[13], joint.global[14]);
        const distance = position.setFromMatrixPosition(node.matrixWorld).distanceTo(expected) / size;
        if (!(distance <= largest)) [largest, of] = [distance, `${joint.name} at ${pose.time_s} s`];
    }
    mixer.stopAllAction();
}
console.log(`${file}: ${poses.length} poses within ${largest.toExponential(1)} of the size, ${of}`);
process.exit(largest <= 1e-4 ? 0 : 1);
