// check_glb.mjs FILE.glb SIZE [POSES.jsonl [POSE.obj]]: the Khronos validator finds no error and no warning in a GLB file; then
// three.js plays it, and every joint is where the lines of `sinew pose --format jsonl` say, within 1e-4 of SIZE (metres). The
// bounds of all vertices in the last of these poses are those of the file of `sinew export --format obj`.
// The packages are found from the folder $SINEW_NODE_MODULES. Exit code 77: a package is missing.
import {createRequire} from 'node:module';
import {readFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';

const require = createRequire((process.env.SINEW_NODE_MODULES || process.cwd()) + '/');
let validator, loaderFile, threeFile;
try {
    validator = require('gltf-validator');
    threeFile = require.resolve('three').replace(/three\.cjs$/, 'three.module.js');
    loaderFile = require.resolve('three/examples/jsm/loaders/GLTFLoader.js');
} catch (error) {
    console.log('the npm packages gltf-validator and three are not in $SINEW_NODE_MODULES');
    process.exit(77);
}

const [file, size, poses, obj] = process.argv.slice(2);
const bytes = new Uint8Array(readFileSync(file));
const report = await validator.validateBytes(bytes, {maxIssues: 100});
for (const issue of report.issues.messages)
    if (issue.severity < 2) console.log(`${file}: ${issue.code} ${issue.pointer}: ${issue.message}`);
if (report.issues.numErrors + report.issues.numWarnings > 0) process.exit(1);

globalThis.self = globalThis; // what GLTFLoader expects of a browser
const THREE = await import(pathToFileURL(threeFile));
const {GLTFLoader} = await import(pathToFileURL(loaderFile));
const loader = new GLTFLoader();
loader.register(() => ({name: 'no_images', loadTexture: () => Promise.resolve(new THREE.Texture())}));
const gltf = await new Promise((resolve, reject) => loader.parse(bytes.buffer, '', resolve, reject));

const lines = poses ? readFileSync(poses, 'utf8').trim().split('\n').map(line => JSON.parse(line)) : [];
const nodes = new Map();
gltf.scene.traverse(node => { if (!node.userData.sinew_added) nodes.set(node.userData.name || node.name, node); });
const mixer = new THREE.AnimationMixer(gltf.scene);
const position = new THREE.Vector3();
let largest = 0, compared = 0;
for (const pose of lines) {
    mixer.stopAllAction();
    const action = mixer.clipAction(gltf.animations.find(clip => clip.name === pose.clip));
    action.setLoop(THREE.LoopOnce);
    action.clampWhenFinished = true;
    action.play();
    mixer.setTime(pose.time_s);
    gltf.scene.updateMatrixWorld(true);
    for (const joint of pose.joints) {
        const node = nodes.get(joint.name);
        if (!node) throw new Error(`${file}: no node '${joint.name}'`);
        position.setFromMatrixPosition(node.matrixWorld);
        const unit = pose.unit_cm / 100;
        const expected = [joint.global[12] * unit, joint.global[13] * unit, joint.global[14] * unit];
        largest = Math.max(largest, position.distanceTo(new THREE.Vector3(...expected)));
        ++compared;
    }
}
if (obj) {
    const unit = lines[lines.length - 1].unit_cm / 100, expected = new THREE.Box3();
    for (const line of readFileSync(obj, 'utf8').split('\n'))
        if (line.startsWith('v '))
            expected.expandByPoint(new THREE.Vector3(...line.slice(2).split(' ').map(number => number * unit)));
    const bounds = new THREE.Box3().setFromObject(gltf.scene, true);
    largest = Math.max(largest, bounds.min.distanceTo(expected.min), bounds.max.distanceTo(expected.max));
}
console.log(`${file}: ${compared} joints in ${lines.length} poses, largest distance ${largest.toExponential(2)} m`);
if (poses && compared === 0) process.exit(1);
process.exit(largest <= 1e-4 * Number(size) ? 0 : 1);
