// check_glb.mjs FILE.glb INFO.json [POSES.jsonl OBJ…]: the Khronos validator finds no error and no warning in a GLB file;
// then three.js plays it at the time of each line of POSES.jsonl (`sinew pose --what global --format jsonl`). Every joint,
// and every vertex that at most four joints move, has the position of that line and of the OBJ file of the same time (`sinew export
// -o '{number}.obj'`) writes), within 1e-4 of the character's diagonal. INFO.json is the model's `sinew info --json`.
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
globalThis.self = globalThis; // what GLTFLoader expects of a browser
const THREE = await import(pathToFileURL(threeFile));
const {GLTFLoader} = await import(pathToFileURL(loaderFile));

// ---- files --------------------------------------------------------------------------------------------------------

const [file, infoFile, posesFile, ...objFiles] = process.argv.slice(2);
const bytes = new Uint8Array(readFileSync(file));
const info = JSON.parse(readFileSync(infoFile, 'utf8'));
const poses = posesFile ? readFileSync(posesFile, 'utf8').trim().split('\n').map(line => JSON.parse(line)) : [];
if (posesFile && poses.length !== objFiles.length) throw new Error('expected one OBJ file per pose');

const fail = message => {
    console.log(`${file}: ${message}`);
    process.exit(1);
};

const axis = name => new THREE.Vector3(...['X', 'Y', 'Z'].map(letter => name[1] !== letter ? 0 : name[0] === '-' ? -1 : 1));
const [up, front] = [axis(info.axes.up), axis(info.axes.front)], side = new THREE.Vector3().crossVectors(up, front);
const toFile = new THREE.Matrix4().makeBasis(side, up, front).transpose(); // the model's axes → metres, Y up, +Z front
toFile.premultiply(new THREE.Matrix4().makeScale(...Array(3).fill(info.axes.unit_cm / 100)));

// The position of each vertex of the model by its index over all meshes. An OBJ file has a `vn` for each and shares `v`;
// vertices that no polygon has are left out.
function readObj(path) {
    const positions = [], ofVertex = [];
    for (const line of readFileSync(path, 'utf8').split('\n')) {
        const words = line.split(' ');
        if (words[0] === 'v') positions.push(new THREE.Vector3(...words.slice(1).map(Number)).applyMatrix4(toFile));
        if (words[0] !== 'f') continue;
        for (const corner of words.slice(1)) {
            const [position, , vertex] = corner.split('/');
            ofVertex[vertex - 1] = positions[position - 1];
        }
    }
    return {ofVertex, diagonal: new THREE.Box3().setFromPoints(positions).getSize(new THREE.Vector3()).length()};
}

// ---- comparisons --------------------------------------------------------------------------------------------------

async function validate() {
    const report = await validator.validateBytes(bytes, {maxIssues: 100});
    for (const issue of report.issues.messages)
        if (issue.severity < 2) console.log(`${file}: ${issue.code} ${issue.pointer}: ${issue.message}`);
    if (report.issues.numErrors + report.issues.numWarnings > 0) process.exit(1);
}

function load() {
    const loader = new GLTFLoader();
    loader.register(() => ({name: 'no_images', loadTexture: () => Promise.resolve(new THREE.Texture())}));
    return new Promise((resolve, reject) => loader.parse(bytes.buffer, '', resolve, reject));
}

// For each mesh of the file the index of its first vertex over all meshes of the model, in whose order OBJ files have
// them: the meshes of one object follow each other. Meshes without triangles are not in the file.
function firstVertices(gltf) {
    const meshes = gltf.parser.json.meshes || [], objects = info.meshes.map(mesh => mesh.object), firsts = new Map();
    const order = info.meshes.map((mesh, i) => i).sort((a, b) => objects.indexOf(objects[a]) - objects.indexOf(objects[b]) || a - b);
    let next = 0;
    for (const i of order) {
        firsts.set(i, next);
        next += info.meshes[i].vertices;
    }
    const written = info.meshes.map((mesh, i) => i).filter(i => info.meshes[i].triangles > 0);
    if (written.length !== meshes.length) fail(`${meshes.length} meshes, expected ${written.length}`);
    return written.map(i => firsts.get(i));
}

function play(gltf, pose) {
    const mixer = new THREE.AnimationMixer(gltf.scene);
    const clip = gltf.animations.find(animation => animation.name === pose.clip);
    if (clip) {
        const action = mixer.clipAction(clip);
        action.setLoop(THREE.LoopOnce);
        action.clampWhenFinished = true;
        action.play();
        mixer.setTime(pose.time_s);
    }
    gltf.scene.updateMatrixWorld(true);
    return mixer;
}

function compareJoints(nodes, pose) {
    const position = new THREE.Vector3(), expected = new THREE.Vector3();
    let largest = 0;
    for (const joint of pose.joints) {
        const node = nodes.get(joint.name);
        if (!node) fail(`no node '${joint.name}'`);
        expected.set(joint.global[12], joint.global[13], joint.global[14]).applyMatrix4(toFile);
        largest = Math.max(largest, position.setFromMatrixPosition(node.matrixWorld).distanceTo(expected));
    }
    return largest;
}

// Whether three.js, which reads one set of four weights, leaves out a weight of a vertex.
function hasFurtherWeights(attributes, vertex) {
    for (let set = 1; attributes['weights_' + set]; ++set)
        for (let i = 0; i < 4; ++i)
            if (attributes['weights_' + set].getComponent(vertex, i) > 0) return true;
    return false;
}

function compareVertices(gltf, firsts, expected) {
    const position = new THREE.Vector3(), found = {largest: 0, compared: 0, left_out: 0};
    gltf.scene.traverse(mesh => {
        if (!mesh.isMesh) return;
        const first = firsts[gltf.parser.associations.get(mesh).meshes];
        for (const vertex of new Set(mesh.geometry.index.array)) {
            if (hasFurtherWeights(mesh.geometry.attributes, vertex)) {
                ++found.left_out;
                continue;
            }
            mesh.getVertexPosition(vertex, position).applyMatrix4(mesh.matrixWorld);
            const distance = position.distanceTo(expected[first + vertex]);
            if (!(distance <= found.largest)) found.largest = distance;
            ++found.compared;
        }
    });
    return found;
}

await validate();
const gltf = await load();
const firsts = firstVertices(gltf), nodes = new Map();
gltf.scene.traverse(node => { if (!node.userData.sinew_added) nodes.set(node.userData.name || node.name, node); });
let worstJoint = 0, worstVertex = 0, compared = 0, left_out = 0;
for (const [i, pose] of poses.entries()) {
    const obj = readObj(objFiles[i]), mixer = play(gltf, pose), vertices = compareVertices(gltf, firsts, obj.ofVertex);
    worstJoint = Math.max(worstJoint, compareJoints(nodes, pose) / obj.diagonal);
    worstVertex = Math.max(worstVertex, vertices.largest / obj.diagonal);
    compared += vertices.compared;
    left_out += vertices.left_out;
    mixer.stopAllAction();
}
const share = number => (number / poses.length).toFixed(0);
if (poses.length > 0)
    console.log(`${file}: ${poses.length} poses, ${poses[0].joints.length} joints ${worstJoint.toExponential(1)}, ` +
                `${share(compared)} vertices ${worstVertex.toExponential(1)} of the diagonal; ${share(left_out)} vertices with more than four weights`);
if (poses.length > 0 && compared === 0) fail('no vertices to compare');
process.exit(worstJoint <= 1e-4 && worstVertex <= 1e-4 ? 0 : 1);
