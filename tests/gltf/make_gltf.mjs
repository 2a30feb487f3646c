// make_gltf.mjs FOLDER: writes small GLB files as exporters in the wild do: quantised and compressed as gltfpack, with Draco as
// glTF-Pipeline, with matrices, mirror images, shared accessors, sparse shapes, several skins, scenes and clips. Those that three.js
// cannot read in Node have a plain twin NAME.reference.glb. The packages are found from the folder $SINEW_NODE_MODULES. Exit code 77: a
// package is missing.
import {createRequire} from 'node:module';
import {writeFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';

const require = createRequire((process.env.SINEW_NODE_MODULES || process.cwd()) + '/');
let MeshoptEncoder, draco3d;
try {
    ({MeshoptEncoder} = await import(pathToFileURL(require.resolve('meshoptimizer'))));
    draco3d = require('draco3d');
} catch (error) {
    console.log('the npm packages meshoptimizer and draco3d are not in $SINEW_NODE_MODULES');
    process.exit(77);
}
await MeshoptEncoder.ready;
const dracoEncoder = await draco3d.createEncoderModule();
const folder = process.argv[2];

// ---- files --------------------------------------------------------------------------------------------------------

const CODES = new Map([[Int8Array, 5120], [Uint8Array, 5121], [Int16Array, 5122], [Uint16Array, 5123], [Uint32Array, 5125], [Float32Array, 5126]]);
const NUMBERS = {SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16};

const boundsOf = (array, width) => ({
    min: Array.from({length: width}, (_, k) => array.reduce((least, value, i) => i % width === k ? Math.min(least, value) : least, Infinity)),
    max: Array.from({length: width}, (_, k) => array.reduce((most, value, i) => i % width === k ? Math.max(most, value) : most, -Infinity))});

// A document while it is made: its parts are added with arrays, and the file is written at the end.
class File {
    constructor(parts) {
        Object.assign(this, {json: {asset: {version: '2.0'}, accessors: [], bufferViews: [], ...parts}, chunks: [], size: 0});
    }

    bytes(array) {
        const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at = this.size;
        this.chunks.push(bytes, new Uint8Array(-bytes.length & 3));
        this.size += bytes.length + (-bytes.length & 3);
        return at;
    }

    view(array, more = {}) {
        const view = {buffer: 0, byteOffset: this.bytes(array), byteLength: array.byteLength, ...more};
        return this.json.bufferViews.push(view) - 1;
    }

    // Elements of fewer than four bytes are padded, as vertex attributes have to be.
    accessor(array, type, {normalized = false, padded = false, view, ...more} = {}) {
        const width = NUMBERS[type], count = array.length / width, size = array.BYTES_PER_ELEMENT * width, stride = (size + 3) & ~3;
        let data = array;
        if (padded && stride > size) {
            data = new array.constructor(count * stride / array.BYTES_PER_ELEMENT);
            for (let i = 0; i < array.length; ++i) data[Math.floor(i / width) * stride / array.BYTES_PER_ELEMENT + i % width] = array[i];
        }
        const accessor = {bufferView: view ? view(data, count) : this.view(data, padded && stride > size ? {byteStride: stride} : {}),
                          componentType: CODES.get(array.constructor), count, type, ...more};
        if (normalized) accessor.normalized = true;
        if (type === 'VEC3' || type === 'SCALAR') Object.assign(accessor, boundsOf(array, width));
        return this.json.accessors.push(accessor) - 1;
    }

    write(name) {
        this.json.buffers = [{byteLength: this.size}, ...(this.json.buffers || []).slice(1)];
        const text = new TextEncoder().encode(JSON.stringify(this.json));
        const padded = (text.length + 3) & ~3, file = new Uint8Array(28 + padded + this.size).fill(32), view = new DataView(file.buffer);
        [0x46546c67, 2, file.length, padded, 0x4e4f534a].forEach((word, i) => view.setUint32(4 * i, word, true));
        file.set(text, 20);
        view.setUint32(20 + padded, this.size, true);
        view.setUint32(24 + padded, 0x004e4942, true);
        let at = 28 + padded;
        for (const chunk of this.chunks) {
            file.set(chunk, at);
            at += chunk.length;
        }
        writeFileSync(`${folder}/${name}.glb`, file);
    }
}

// ---- a column that bends ------------------------------------------------------------------------------------------

const SIDES = 6, RINGS = 9, HEIGHT = 2;
const positions = [], normals = [], texcoords = [], joints = [], weights = [], indices = [];
for (let ring = 0; ring < RINGS; ++ring)
    for (let side = 0; side < SIDES; ++side) {
        const angle = 2 * Math.PI * side / SIDES, y = HEIGHT * ring / (RINGS - 1), upper = Math.min(Math.max(y - 0.5, 0), 1);
        positions.push(0.3 * Math.cos(angle) + 0.02 * ring, y, 0.3 * Math.sin(angle));
        normals.push(Math.cos(angle), 0, Math.sin(angle));
        texcoords.push(side / SIDES, y / HEIGHT);
        joints.push(0, 1, 0, 0);
        weights.push(Math.round(255 * (1 - upper)) / 255, 1 - Math.round(255 * (1 - upper)) / 255, 0, 0);
        if (ring === 0) continue;
        const [a, b] = [ring * SIDES + side, ring * SIDES + (side + 1) % SIDES];
        indices.push(a - SIDES, a, b, a - SIDES, b, b - SIDES);
    }
const wider = positions.map((value, i) => i % 3 === 1 ? 0 : 0.5 * value);
const floats = array => new Float32Array(array);
const INVERSES = floats([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1]);
const quat = (x, y, z, angle) => [x, y, z].map(part => part * Math.sin(angle / 2)).concat(Math.cos(angle / 2));
const TIMES = [0, 0.4, 1.1, 2];
const TURNS = [...quat(0, 0, 1, 0), ...quat(0, 0, 1, 0.9), ...quat(0.6, 0, 0.8, -0.7), ...quat(1, 0, 0, 0.4)];
const MOVES = [0, 0, 0, 0.2, 0, 0.1, 0, 0.5, 0, -0.3, 0.1, 0.2];
const SHAPES = [0, 1, 0.2, 0.6];

const attributesOf = file => ({
    POSITION: file.accessor(floats(positions), 'VEC3'), NORMAL: file.accessor(floats(normals), 'VEC3'),
    TEXCOORD_0: file.accessor(floats(texcoords), 'VEC2'), JOINTS_0: file.accessor(new Uint8Array(joints), 'VEC4'),
    WEIGHTS_0: file.accessor(floats(weights), 'VEC4')});

const column = (file, attributes) => ({
    name: 'Column', primitives: [{attributes: attributes || attributesOf(file), indices: file.accessor(new Uint16Array(indices), 'SCALAR'),
                                  targets: [{POSITION: file.accessor(floats(wider), 'VEC3')}]}]});

function clip(file, name = 'bend', hip = 0, knee = 1, mesh = 2) {
    const input = file.accessor(floats(TIMES), 'SCALAR');
    const sampler = (array, type) => ({input, output: file.accessor(floats(array), type)});
    return {name, samplers: [sampler(MOVES, 'VEC3'), sampler(TURNS, 'VEC4'), sampler(SHAPES, 'SCALAR')], channels: [
        {sampler: 0, target: {node: hip, path: 'translation'}}, {sampler: 1, target: {node: knee, path: 'rotation'}},
        {sampler: 2, target: {node: mesh, path: 'weights'}}]};
}

const NODES = () => [{name: 'Hip', children: [1]}, {name: 'Knee', translation: [0, 1, 0]}, {name: 'Body', mesh: 0, skin: 0}];

function bending(parts = {}) {
    const file = new File({scene: 0, scenes: [{nodes: [0, 2]}], nodes: NODES(), ...parts});
    file.json.meshes = [column(file)];
    file.json.skins = [{joints: [0, 1], inverseBindMatrices: file.accessor(INVERSES, 'MAT4')}];
    file.json.animations = [clip(file)];
    return file;
}

bending().write('plain');

// ---- nodes and skins ----------------------------------------------------------------------------------------------

{ // matrices, mirror images that move, a skinned mesh below nodes with transforms, which do not move it
    const file = bending();
    file.json.nodes = [{name: 'Hip', children: [1], scale: [1, -1, 1], rotation: quat(0, 0, 1, 0.5)},
                       {name: 'Knee', translation: [0, 1, 0], scale: [-1, 1, 1]},
                       {name: 'Body', mesh: 0, skin: 0, translation: [9, 9, 9]},
                       {name: 'Armature', children: [0, 2], matrix: [0, 0, -0.5, 0, 0, 0.5, 0, 0, 0.5, 0, 0, 0, 1, 2, 3, 1]}];
    file.json.scenes = [{nodes: [3]}];
    file.write('mirrored');
}
{ // several scenes, the second one is shown, nodes without names and with equal ones, a skeleton that several meshes share
    const file = bending();
    file.json.nodes = [{children: [1]}, {name: 'Part', translation: [0, 1, 0]}, {name: 'Part', mesh: 0, skin: 0}, {name: 'Other'}, {mesh: 0, skin: 0}];
    Object.assign(file.json, {scenes: [{nodes: [3]}, {nodes: [0, 2, 4]}], scene: 1});
    file.write('names');
}
{ // two skins with one mesh
    const file = bending();
    file.json.nodes.push({name: 'Hip2', children: [4], translation: [3, 0, 0]}, {name: 'Knee2', translation: [0, 1, 0]},
                         {name: 'Body2', mesh: 0, skin: 1});
    file.json.scenes = [{nodes: [0, 2, 3, 5]}];
    file.json.skins.push({joints: [3, 4], inverseBindMatrices: file.json.skins[0].inverseBindMatrices, skeleton: 3});
    file.json.animations.push(clip(file, 'other', 3, 4, 5));
    file.write('skins');
}
{ // primitives that share accessors; triangles as a strip and as a fan; no indices; a skin without matrices
    const file = bending();
    const attributes = file.json.meshes[0].primitives[0].attributes;
    const part = (list, more) => ({attributes, indices: file.accessor(new Uint32Array(list), 'SCALAR'), ...more});
    file.json.meshes = [{primitives: [part([0, 6, 1, 7, 2, 8], {mode: 5}), part([20, 21, 22, 23, 24], {mode: 6}), part([30, 31, 37])]},
                        {primitives: [{attributes: {POSITION: attributes.POSITION}}]}];
    file.json.nodes.push({name: 'Bare', mesh: 1, translation: [4, 0, 0]});
    file.json.scenes = [{nodes: [0, 2, 3]}];
    file.json.animations[0].channels.pop();
    delete file.json.skins[0].inverseBindMatrices;
    file.write('primitives');
}
{ // interpolations; clips, one of them begins late; keys of the whole node
    const file = bending();
    const input = file.accessor(floats([0.5, 1.25]), 'SCALAR');
    const cubic = [0, 0, 0, 0, 0, 0, 1, 2, 0, 0, -1, 1, 0.5, 0.5, 0.5, 0, 0, 0];
    const turns = [0, 0, 0, 0, ...quat(0, 0, 1, 0), 0, 0, 1, 0, 0, 0.5, 0, 0, ...quat(0, 1, 0, 1), 0, 0, 0, 0];
    file.json.animations.push(
        {name: 'cubic', samplers: [{input, output: file.accessor(floats(cubic), 'VEC3'), interpolation: 'CUBICSPLINE'},
                                   {input, output: file.accessor(floats(turns), 'VEC4'), interpolation: 'CUBICSPLINE'},
                                   {input, output: file.accessor(floats([0, 0.2, 1, -1, 0.9, 0]), 'SCALAR'), interpolation: 'CUBICSPLINE'}],
         channels: [{sampler: 0, target: {node: 0, path: 'translation'}}, {sampler: 1, target: {node: 1, path: 'rotation'}},
                    {sampler: 2, target: {node: 2, path: 'weights'}}]},
        {name: 'stepped', samplers: [{input, output: file.accessor(floats([1, 1, 1, 1, 2, 3]), 'VEC3'), interpolation: 'STEP'},
                                     {input, output: file.accessor(floats([-0.5, 1.5]), 'SCALAR'), interpolation: 'LINEAR'}],
         channels: [{sampler: 0, target: {node: 1, path: 'scale'}}, {sampler: 1, target: {node: 2, path: 'weights'}}]});
    file.write('clips');
}

// ---- accessors ----------------------------------------------------------------------------------------------------

{ // a sparse shape, and one without any data; interleaved attributes
    const file = bending(), count = positions.length / 3;
    const moved = [3, 17, 40], values = floats([0.2, 0, 0, 0, 0, 0.3, 0.1, 0.1, 0.1]);
    file.json.accessors.push({componentType: 5126, count, type: 'VEC3', ...boundsOf(floats([0, 0, 0, ...values]), 3), sparse: {count: moved.length,
        indices: {bufferView: file.view(new Uint8Array(moved)), componentType: 5121}, values: {bufferView: file.view(values)}}});
    file.json.accessors.push({componentType: 5126, count, type: 'VEC3', min: [0, 0, 0], max: [0, 0, 0]});
    const mesh = file.json.meshes[0].primitives[0], stride = 7, packed = new Float32Array(count * stride);
    for (let i = 0; i < count; ++i)
        for (let k = 0; k < 6; ++k) packed[i * stride + k] = k < 3 ? positions[3 * i + k] : normals[3 * i + k - 3];
    const bufferView = file.view(packed, {byteStride: 4 * stride}), first = file.json.accessors.length;
    file.json.accessors.push({bufferView, componentType: 5126, count, type: 'VEC3', ...boundsOf(floats(positions), 3)}, {bufferView, byteOffset: 12, componentType: 5126, count, type: 'VEC3'});
    Object.assign(mesh.attributes, {POSITION: first, NORMAL: first + 1});
    mesh.targets = [{POSITION: first - 2}, {POSITION: first - 1}];
    const input = file.json.animations[0].samplers[2].input;
    file.json.animations[0].samplers[2] = {input, output: file.accessor(floats(SHAPES.flatMap(share => [share, 1 - share])), 'SCALAR')};
    file.write('sparse');
}

const toBytes = (array, most, type) => new type(array.map(value => Math.round(value * most)));

// As gltfpack writes: integers whose scale is in the inverse bind matrices, normalised keys. `view` makes the view of an accessor.
function quantised(viewOf = () => undefined) {
    const file = new File({scene: 0, scenes: [{nodes: [0, 2]}], nodes: NODES(), extensionsUsed: ['KHR_mesh_quantization'],
                           extensionsRequired: ['KHR_mesh_quantization']});
    const whole = 8191 / HEIGHT, scale = 1 / whole;
    const put = (array, type, more = {}) => file.accessor(array, type, {padded: true, view: viewOf(file, more.kind, array), ...more, kind: undefined});
    file.json.meshes = [{name: 'Column', primitives: [{
        attributes: {POSITION: put(toBytes(positions, whole, Int16Array), 'VEC3'), NORMAL: put(toBytes(normals, 127, Int8Array), 'VEC3', {normalized: true}),
                     TEXCOORD_0: put(toBytes(texcoords, 65535, Uint16Array), 'VEC2', {normalized: true}),
                     JOINTS_0: put(new Uint8Array(joints), 'VEC4'), WEIGHTS_0: put(toBytes(weights, 255, Uint8Array), 'VEC4', {normalized: true})},
        indices: file.accessor(new Uint16Array(indices), 'SCALAR', {view: viewOf(file, 'indices')}),
        targets: [{POSITION: put(toBytes(wider, whole, Int16Array), 'VEC3')}]}]}];
    const inverses = INVERSES.map((value, i) => i % 16 < 12 ? value * scale : value);
    file.json.skins = [{joints: [0, 1], inverseBindMatrices: file.accessor(inverses, 'MAT4')}];
    const input = file.accessor(floats(TIMES), 'SCALAR');
    const sampler = (array, type, more) => ({input, output: file.accessor(array, type, more)});
    file.json.animations = [clip(file)];
    file.json.animations[0].samplers = [sampler(floats(MOVES), 'VEC3'), sampler(toBytes(TURNS, 32767, Int16Array), 'VEC4', {normalized: true}),
                                        sampler(toBytes(SHAPES, 255, Uint8Array), 'SCALAR', {normalized: true})];
    return file;
}
quantised().write('quantised');

{ // the same, compressed; the views' own buffer has no data
    const viewOf = (file, kind, typed) => (data, count) => {
        const stride = kind === 'indices' ? 2 : data.byteLength / count, isIndices = kind === 'indices';
        const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
        const mode = isIndices ? 'TRIANGLES' : 'ATTRIBUTES', stream = MeshoptEncoder.encodeGltfBuffer(bytes, count, stride, mode);
        const packed = {buffer: 0, byteOffset: file.bytes(stream), byteLength: stream.length, byteStride: stride, count, mode};
        const fallback = {buffer: 1, byteOffset: 0, byteLength: data.byteLength, extensions: {EXT_meshopt_compression: packed}};
        if (!isIndices) fallback.byteStride = stride;
        return file.json.bufferViews.push(fallback) - 1;
    };
    const file = quantised(viewOf);
    file.json.buffers = [{}, {byteLength: 4096, extensions: {EXT_meshopt_compression: {fallback: true}}}];
    file.json.extensionsUsed.push('EXT_meshopt_compression');
    file.json.extensionsRequired.push('EXT_meshopt_compression');
    file.write('meshopt');
}

// ---- Draco --------------------------------------------------------------------------------------------------------

// Replaces the attributes and indices of a primitive by a stream. Its accessors state 32-bit indices.
function compress(file, primitive, arrays, triangles) {
    const builder = new dracoEncoder.MeshBuilder(), mesh = new dracoEncoder.Mesh(), encoder = new dracoEncoder.Encoder();
    const kinds = {POSITION: ['POSITION', 3], NORMAL: ['NORMAL', 3], TEXCOORD_0: ['TEX_COORD', 2], JOINTS_0: ['GENERIC', 4], WEIGHTS_0: ['GENERIC', 4]};
    const count = arrays.POSITION.length / 3, attributes = {};
    builder.AddFacesToMesh(mesh, triangles.length / 3, triangles);
    for (const [name, array] of Object.entries(arrays)) {
        const [kind, width] = kinds[name];
        const add = array instanceof Uint8Array ? 'AddUInt8Attribute' : 'AddFloatAttributeToMesh';
        attributes[name] = builder[add](mesh, dracoEncoder[kind], count, width, array);
    }
    encoder.SetEncodingMethod(dracoEncoder.MESH_EDGEBREAKER_ENCODING);
    encoder.SetAttributeQuantization(dracoEncoder.POSITION, 16);
    encoder.SetAttributeQuantization(dracoEncoder.GENERIC, 16);
    encoder.SetTrackEncodedProperties(true);
    const out = new dracoEncoder.DracoInt8Array(), size = encoder.EncodeMeshToDracoBuffer(mesh, out), stream = new Int8Array(size);
    if (size === 0) throw new Error('Draco encodes nothing');
    for (let i = 0; i < size; ++i) stream[i] = out.GetValue(i);
    const points = encoder.GetNumberOfEncodedPoints();
    for (const name of Object.keys(arrays)) {
        const {bufferView, ...accessor} = file.json.accessors[primitive.attributes[name]];
        primitive.attributes[name] = file.json.accessors.push({...accessor, count: points}) - 1;
    }
    primitive.indices = file.json.accessors.push({componentType: 5125, type: 'SCALAR', count: 3 * encoder.GetNumberOfEncodedFaces()}) - 1;
    primitive.extensions = {KHR_draco_mesh_compression: {bufferView: file.view(stream), attributes}};
    file.json.extensionsUsed = file.json.extensionsRequired = ['KHR_draco_mesh_compression'];
}
{
    const file = bending(), primitive = file.json.meshes[0].primitives[0];
    delete primitive.targets; // Draco changes the order of vertices
    file.json.animations[0].channels.pop();
    file.write('draco.reference');
    compress(file, primitive, {POSITION: floats(positions), NORMAL: floats(normals), TEXCOORD_0: floats(texcoords),
                               JOINTS_0: new Uint8Array(joints), WEIGHTS_0: floats(weights)}, new Uint32Array(indices));
    file.write('draco');
}
{ // more vertices than 16 bits count
    const side = 260, grid = [], triangles = [];
    for (let row = 0; row < side; ++row)
        for (let at = 0; at < side; ++at) {
            grid.push(at / side, Math.sin(at * row / 900), row / side);
            if (row && at) triangles.push(row * side + at, row * side + at - 1, (row - 1) * side + at);
        }
    const file = new File({scene: 0, scenes: [{nodes: [0]}], nodes: [{name: 'Grid', mesh: 0}]});
    const primitive = {attributes: {POSITION: file.accessor(floats(grid), 'VEC3')}, indices: file.accessor(new Uint32Array(triangles), 'SCALAR')};
    file.json.meshes = [{name: 'Grid', primitives: [primitive]}];
    file.write('grid.reference');
    compress(file, primitive, {POSITION: floats(grid)}, new Uint32Array(triangles));
    file.write('grid');
}
