// check_read.mjs SINEW FILE.glb [REFERENCE.glb]: where three.js has every vertex of FILE, or of REFERENCE, which has the same meshes
// without compression, at several times of each clip, `SINEW export` has one, and the other way round, within 1e-4 of the diagonal of the
// model. The Khronos validator finds no error in FILE. The packages are found from the folder $SINEW_NODE_MODULES. Exit code 77: a package
// is missing.
import {createRequire} from 'node:module';
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';

const require = createRequire((process.env.SINEW_NODE_MODULES || process.cwd()) + '/');
let validator, threeFile, loaderFile, meshoptFile;
try {
    validator = require('gltf-validator');
    threeFile = require.resolve('three').replace(/three\.cjs$/, 'three.module.js');
    loaderFile = require.resolve('three/examples/jsm/loaders/GLTFLoader.js');
    meshoptFile = require.resolve('three/examples/jsm/libs/meshopt_decoder.module.js');
} catch (error) {
    console.log('the npm packages gltf-validator and three are not in $SINEW_NODE_MODULES');
    process.exit(77);
}
globalThis.self = globalThis; // what GLTFLoader expects of a browser
const THREE = await import(pathToFileURL(threeFile));
const {GLTFLoader} = await import(pathToFileURL(loaderFile));
const {MeshoptDecoder} = await import(pathToFileURL(meshoptFile));

const [sinew, file, reference = file] = process.argv.slice(2);
const TOLERANCE = 1e-4; // of the diagonal
const options = {maxBuffer: 1 << 28, encoding: 'utf8'};

async function validate() {
    const report = await validator.validateBytes(new Uint8Array(readFileSync(file)), {maxIssues: 100});
    for (const issue of report.issues.messages)
        if (issue.severity === 0) console.log(`${file}: ${issue.code} ${issue.pointer}: ${issue.message}`);
    if (report.issues.numErrors > 0) process.exit(1);
}

// The points of an OBJ file that a polygon uses.
function readObj(text) {
    const all = [], used = new Set();
    for (const line of text.split('\n')) {
        const words = line.split(' ');
        if (words[0] === 'v') all.push(words.slice(1, 4).map(Number));
        if (words[0] === 'f') for (const corner of words.slice(1)) used.add(parseInt(corner));
    }
    return [...used].map(index => all[index - 1]);
}

function pointsOf(scene) {
    const points = [], position = new THREE.Vector3();
    scene.updateMatrixWorld(true);
    scene.traverse(mesh => {
        if (!mesh.isMesh) return;
        const geometry = mesh.geometry, indices = geometry.index ? geometry.index.array : [...Array(geometry.attributes.position.count).keys()];
        for (const vertex of new Set(indices)) points.push(mesh.getVertexPosition(vertex, position).applyMatrix4(mesh.matrixWorld).toArray());
    });
    return points;
}

// How many of `points` have none of `others` within `distance`, in a grid of cells of that size.
function countAlone(points, others, distance) {
    const cell = point => point.map(value => Math.floor(value / distance)), cells = new Map();
    for (const point of others) {
        const key = cell(point).join();
        if (!cells.has(key)) cells.set(key, []);
        cells.get(key).push(point);
    }
    const isNear = point => {
        const [x, y, z] = cell(point);
        for (let i = 0; i < 27; ++i)
            for (const other of cells.get([x + i % 3 - 1, y + Math.floor(i / 3) % 3 - 1, z + Math.floor(i / 9) - 1].join()) || [])
                if (Math.hypot(...other.map((value, k) => value - point[k])) <= distance) return true;
        return false;
    };
    return points.filter(point => !isNear(point)).length;
}

function compare(expected, found, when) {
    const box = new THREE.Box3().setFromPoints(expected.map(point => new THREE.Vector3(...point)));
    const distance = TOLERANCE * box.getSize(new THREE.Vector3()).length();
    const lost = countAlone(expected, found, distance), added = countAlone(found, expected, distance);
    if (lost + added === 0) return;
    console.log(`${file}: ${when}: ${lost} of ${expected.length} vertices of three.js are missing, ${added} of ${found.length} are elsewhere`);
    process.exitCode = 1;
}

await validate();
const bytes = new Uint8Array(readFileSync(reference));
const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder);
const gltf = await new Promise((resolve, reject) => loader.parse(bytes.buffer, '', resolve, reject));
compare(pointsOf(gltf.scene), readObj(execFileSync(sinew, ['export', file, '--clip', 'none', '--at', '0s', '-o', '-', '--format', 'obj', '--no-cache', '--quiet'], options)), 'at rest');
for (const [index, clip] of gltf.animations.entries())
    for (const share of [0, 0.13, 0.37, 0.72, 0.99]) {
        const time = share * clip.duration, mixer = new THREE.AnimationMixer(gltf.scene), action = mixer.clipAction(clip);
        action.setLoop(THREE.LoopOnce);
        action.clampWhenFinished = true;
        action.play();
        mixer.setTime(time);
        const text = execFileSync(sinew, ['export', file, '--clip', `#${index + 1}`, '--at', `${time}s`, '-o', '-', '--format', 'obj', '--no-cache', '--quiet'], options);
        compare(pointsOf(gltf.scene), readObj(text), `clip '${clip.name}' at ${time.toFixed(3)} s`);
        mixer.stopAllAction();
        mixer.uncacheRoot(gltf.scene);
    }
