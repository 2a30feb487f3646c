// A bridge to three.js: meshes skinned by sinew's palettes, with materials, images and morphs. The caller passes the module three.js.
//
// Bones get their matrices unchanged, including sheared matrices and the matrices of FBX inherit types: nothing is decomposed into
// position, rotation and scale.

/** @typedef {import('./sinew.d.ts').Model} Model */
/** @typedef {import('./sinew.d.ts').Material} Material */
/** @typedef {import('./sinew.d.ts').Mesh} Mesh */

/**
 * Writes a 3 × 4 matrix, stored by rows, as the columns of a 4 × 4 matrix.
 * @param {ArrayLike<number>} rows @param {number} first @param {Float32Array | number[]} out @param {number} at
 */
function putColumns(rows, first, out, at) {
  for (let column = 0; column < 4; ++column) {
    for (let row = 0; row < 3; ++row) out[at + column * 4 + row] = rows[first + row * 4 + column];
    out[at + column * 4 + 3] = column === 3 ? 1 : 0;
  }
}

/**
 * Returns whether a 3 × 4 matrix mirrors: its determinant is negative.
 * @param {ArrayLike<number>} m @param {number} i index of its first number
 */
const mirrors = (m, i) => m[i] * (m[i + 5] * m[i + 10] - m[i + 6] * m[i + 9]) - m[i + 1] * (m[i + 4] * m[i + 10] - m[i + 6] * m[i + 8]) +
  m[i + 2] * (m[i + 4] * m[i + 9] - m[i + 5] * m[i + 8]) < 0;

// ---- materials ----------------------------------------------------------------------------------------------------

// The looks that sinew draws. Without a material: light clay. If its image is missing, a material has its own colour; or grey, if that is
// black or white, which exporters write for an unknown colour. If its map is missing, a factor has the value of plastic.
const CLAY = [0.6, 0.58, 0.56], GREY = [0.4, 0.4, 0.4], PLASTIC = 0.461736;

/** @param {Material} of */
function bareColor({ bareColor: [r, g, b, a], image }) {
  const saysNothing = image >= 0 && (Math.max(r, g, b) < 0.01 || Math.min(r, g, b) > 0.95);
  return [...(saysNothing ? GREY : [r, g, b]), a];
}

/** Makes a material without its images. @param {any} THREE @param {Material | undefined} of @param {Mesh} mesh */
function makeMaterial(THREE, of, mesh) {
  const vertexColors = mesh.hasColors;
  if (!of) return new THREE.MeshStandardMaterial({ color: new THREE.Color(...CLAY), roughness: PLASTIC, metalness: 0, side: THREE.DoubleSide, vertexColors });
  const { maps } = of, [r, g, b, opacity] = bareColor(of);
  const made = new (maps.specular >= 0 ? THREE.MeshPhysicalMaterial : THREE.MeshStandardMaterial)({
    name: of.name, color: new THREE.Color(r, g, b), roughness: maps.roughness < 0 ? of.roughness : PLASTIC,
    metalness: maps.metalness < 0 ? of.metalness : 0, side: of.isTwoSided || mesh.isTwoSided ? THREE.DoubleSide : THREE.FrontSide, vertexColors,
  });
  if (maps.emissive < 0) made.emissive.setRGB(...of.emissive);
  if (of.alphaMode === 'test') made.alphaTest = Math.max(of.alphaCutoff, 1e-6);
  if (of.alphaMode === 'blend') Object.assign(made, { transparent: true, depthWrite: false });
  if (of.alphaMode !== 'opaque') made.opacity = opacity;
  return made;
}

/** Assigns an image to the property of a material that uses it. @type {Record<string, (THREE: any, made: any, of: Material, texture: any) => void>} */
const useImage = {
  color(THREE, made, of, texture) {
    const [r, g, b, a] = of.baseColor;
    made.map = texture;
    made.color.setRGB(r, g, b);
    if (of.alphaMode !== 'opaque') made.opacity = a;
  },
  normal(THREE, made, of, texture) {
    made.normalMap = texture;
    made.normalScale.set(of.normalScale, of.normalScale);
  },
  roughness(THREE, made, of, texture) {
    Object.assign(made, { roughnessMap: texture, roughness: of.roughness });
    if (!of.isGlossiness) return;
    const chunk = THREE.ShaderChunk.roughnessmap_fragment.replace('texelRoughness.g', '( 1.0 - texelRoughness.g )');
    made.onBeforeCompile = (/** @type {any} */ shader) => { shader.fragmentShader = shader.fragmentShader.replace('#include <roughnessmap_fragment>', chunk); };
    made.customProgramCacheKey = () => 'glossiness';
  },
  metalness(THREE, made, of, texture) {
    Object.assign(made, { metalnessMap: texture, metalness: of.metalness });
  },
  specular(THREE, made, of, texture) { // half grey gives the highlights of plastic
    made.specularColorMap = texture;
    made.specularColor.setRGB(2, 2, 2);
  },
  emissive(THREE, made, of, texture) {
    made.emissiveMap = texture;
    made.emissive.setRGB(...of.emissive);
  },
  occlusion(THREE, made, of, texture) {
    Object.assign(made, { aoMap: texture, aoMapIntensity: of.occlusionStrength });
  },
};
const IS_SRGB = { color: true, specular: true, emissive: true };

// ---- images -------------------------------------------------------------------------------------------------------

/**
 * Decodes an image of a model by the browser, with the bottom row first, to match the model's texture coordinates; null if there is none.
 * @param {Model} model @param {number} image @param {(name: string) => Blob | null | Promise<Blob | null>} resolveImage
 */
async function decodeImage(model, image, resolveImage) {
  const bytes = model.imageBytes(image), { path } = model.images[image];
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1), plain = name.replace(/%[0-9a-f]{2}/gi, decodeURIComponent);
  const blob = bytes ? new Blob([bytes]) : await resolveImage(name) ?? (plain === name ? null : await resolveImage(plain)); // a glTF escapes names
  if (!blob || typeof createImageBitmap === 'undefined') return null;
  return createImageBitmap(blob, { imageOrientation: 'flipY', premultiplyAlpha: 'none', colorSpaceConversion: 'none' }).catch(() => null);
}

/** Returns the images of a material as [use, index]. @param {Material} of @returns {[string, number][]} */
const imagesOf = of => [['color', of.image], ...Object.entries(of.maps)].filter(([, image]) => Number(image) >= 0).map(([use, image]) => [String(use), Number(image)]);

/**
 * Sets the mapping of a texture to surfaces.
 * @param {any} THREE @param {any} texture @param {any} mapping @param {boolean} hasTexcoords2
 */
function mapTexture(THREE, texture, mapping, hasTexcoords2) {
  const c = Math.cos(mapping.rotation), s = Math.sin(mapping.rotation), [sx, sy] = mapping.scale, [x, y] = mapping.offset;
  if (hasTexcoords2) texture.channel = mapping.set;
  texture.matrixAutoUpdate = false; // three.js rotates before it scales
  texture.matrix.set(c * sx, -s * sy, x, s * sx, c * sy, y, 0, 0, 1);
}

/**
 * Decodes the images of materials, and assigns them to the materials. Resolves with the paths of images that are missing.
 * @param {any} THREE @param {Model} model @param {{of: Material, made: any, hasTexcoords2: boolean}[]} textured @param {any} resolveImage
 *   @param {any[]} owned objects to dispose
 */
async function loadImages(THREE, model, textured, resolveImage, owned) {
  const wraps = { repeat: THREE.RepeatWrapping, clamp: THREE.ClampToEdgeWrapping, mirror: THREE.MirroredRepeatWrapping };
  const needed = new Set(textured.flatMap(({ of }) => imagesOf(of).map(([, image]) => image)));
  /** @type {string[]} */
  const missing = [];
  for (const image of needed) {
    const bitmap = await decodeImage(model, image, resolveImage);
    if (!bitmap) {
      missing.push(model.images[image].path);
      continue;
    }
    owned.push({ dispose: () => bitmap.close() });
    const first = new THREE.Texture(bitmap), textures = new Map();
    for (const { of, made, hasTexcoords2 } of textured) {
      for (const use of imagesOf(of).filter(([, one]) => one === image).map(([word]) => word)) {
        const isColor = use in IS_SRGB, mapping = of.mappings[/** @type {keyof Material['mappings']} */ (use)], wrap = mapping?.wrap ?? of.wrap;
        const key = JSON.stringify([isColor, wrap, mapping, mapping && hasTexcoords2]);
        if (!textures.has(key)) {
          const texture = first.clone(); // shares the source
          Object.assign(texture, { flipY: false, wrapS: wraps[wrap[0]], wrapT: wraps[wrap[1]], needsUpdate: true });
          if (mapping) mapTexture(THREE, texture, mapping, hasTexcoords2);
          if (isColor) texture.colorSpace = THREE.SRGBColorSpace;
          owned.push(texture);
          textures.set(key, texture);
        }
        useImage[use](THREE, made, of, textures.get(key));
        made.needsUpdate = true;
      }
    }
  }
  return missing;
}

// ---- geometry -----------------------------------------------------------------------------------------------------

/**
 * Adds a morph target to a geometry for each shape of the mesh's morphs. Returns the full weights of each morph's shapes.
 * @param {any} THREE @param {Model} model @param {Mesh} mesh @param {any} geometry
 */
function addMorphs(THREE, model, mesh, geometry) {
  const weights = [], positions = [], normals = [];
  for (let morph = mesh.firstMorph; morph < mesh.firstMorph + mesh.morphCount; ++morph) {
    const shapes = model.morphShapes(morph);
    weights.push(shapes.map(shape => shape.fullWeight));
    for (const shape of shapes) {
      const targets = [shape.positions, shape.normals].map(differences => {
        const all = new Float32Array(3 * mesh.vertexCount);
        shape.vertices.forEach((vertex, i) => all.set(differences.subarray(3 * i, 3 * i + 3), 3 * vertex));
        return new THREE.BufferAttribute(all, 3);
      });
      positions.push(targets[0]);
      normals.push(targets[1]);
    }
  }
  if (positions.length) Object.assign(geometry, { morphAttributes: { position: positions, normal: normals }, morphTargetsRelative: true });
  return weights;
}

/**
 * Writes the influences of a morph's shapes: 1 at a shape's full weight, 0 at its neighbours' full weights, and linear between. Beyond the
 * first and the last shape, the nearest two are extrapolated.
 * @param {number[]} fullWeights rising @param {number} weight @param {number[]} out @param {number} at
 */
function putInfluences(fullWeights, weight, out, at) {
  const points = fullWeights.map((value, i) => ({ value, i })), zero = fullWeights.filter(value => value < 0).length;
  points.splice(zero, 0, { value: 0, i: -1 });
  fullWeights.forEach((_, i) => { out[at + i] = 0; });
  if (!fullWeights.length || weight === 0) return;
  let high = 1;
  while (high + 1 < points.length && points[high].value < weight) ++high;
  const low = points[high - 1], part = (weight - low.value) / (points[high].value - low.value);
  if (low.i >= 0) out[at + low.i] = 1 - part;
  if (points[high].i >= 0) out[at + points[high].i] = part;
}

/** Reverses the winding of a geometry's triangles. @param {any} geometry */
function turnRound({ index }) {
  for (let i = 0; i < index.array.length; i += 3) [index.array[i + 1], index.array[i + 2]] = [index.array[i + 2], index.array[i + 1]];
  index.needsUpdate = true;
}

// ---- cameras ------------------------------------------------------------------------------------------------------

const DEGREE = Math.PI / 180;

/** Returns the diagonal of the box around all joints in the rest pose, including cameras. @param {Model} model */
function sizeAtRest(model) {
  const pose = model.createPose(), globals = pose.evaluate(-1, 0).globals, sides = [3, 7, 11].map(k => {
    const along = model.joints.map((_, i) => globals[12 * i + k]);
    return along.reduce((most, x) => Math.max(most, x), -Infinity) - along.reduce((least, x) => Math.min(least, x), Infinity);
  });
  pose.dispose();
  return Math.hypot(...sides) || 1;
}

/**
 * Makes the camera of three.js for a camera of the file; update sets its transform.
 * @param {any} THREE @param {import('./sinew.d.ts').Camera} of @param {string} name @param {number} size size of the model
 */
function makeCamera(THREE, of, name, size) {
  const near = of.near > 0 ? of.near : size / 100, far = of.far > near ? of.far : Math.max(100 * size, 2 * near);
  const camera = of.isParallel ? new THREE.OrthographicCamera(-1, 1, 1, -1, near, far) : new THREE.PerspectiveCamera(50, 1, near, far);
  if (of.isParallel) camera.aspect = 1; // the initial aspect of a perspective camera
  camera.name = name;
  camera.matrixAutoUpdate = false;
  return camera;
}

/**
 * Places a camera by the rules of sinew_camera_from_file: target, up direction, roll. If the image has another aspect than the camera's
 * own, it shows more.
 * @param {any} THREE @param {import('./sinew.d.ts').Camera} of @param {any} camera @param {ArrayLike<number>} globals of all joints
 */
function placeCamera(THREE, of, camera, globals) {
  /** @param {readonly number[]} v @param {number} w */
  const inWorld = (v, w) => new THREE.Vector3(...[0, 4, 8].map(row => v.reduce((sum, x, k) => sum + globals[12 * of.joint + row + k] * x, w * globals[12 * of.joint + row + 3])));
  /** @param {number} joint */
  const toJoint = joint => new THREE.Vector3(...[3, 7, 11].map(k => globals[12 * joint + k])).sub(eye);
  const eye = inWorld(of.position, 1);
  const forward = (of.target >= 0 ? toJoint(of.target) : inWorld(of.forward, 0)).normalize();
  const up = of.upTarget >= 0 ? toJoint(of.upTarget) : of.target >= 0 ? new THREE.Vector3(...of.up) : inWorld(of.up, 0);
  const right = forward.clone().cross(up).normalize(), turned = right.clone().cross(forward);
  if (of.roll !== 0 && right.lengthSq() > 0) up.copy(turned.multiplyScalar(Math.cos(of.roll * DEGREE))).addScaledVector(right, Math.sin(of.roll * DEGREE));
  camera.matrix.lookAt(eye, eye.clone().add(forward), up).setPosition(eye);
  camera.matrixWorldNeedsUpdate = true;
  const { aspect } = camera, [across, upwards] = of.isParallel ? of.extent : of.fieldOfView;
  if (of.isParallel) {
    const top = 0.5 * Math.max(upwards, across / aspect);
    Object.assign(camera, { left: -top * aspect, right: top * aspect, top, bottom: -top });
  } else {
    camera.fov = Math.max(upwards, 2 * Math.atan(Math.tan(0.5 * across * DEGREE) / aspect) / DEGREE);
  }
  camera.updateProjectionMatrix();
}

// ---- objects ------------------------------------------------------------------------------------------------------

/**
 * Makes an object that shows geometries and materials of a model: a group of meshes, whose matrix is the importer's root, and one object
 * per joint, to attach other objects to. @param {any} THREE @param {Model} model
 * @param {{facts: Mesh, geometry: any, materials: any[], weights: number[][], isMirrored: boolean}[]} parts shared with clones
 * @param {Promise<string[]>} ready @param {any[]} shared objects that the first instance disposes of
 */
function makeInstance(THREE, model, parts, ready, shared) {
  const object = new THREE.Group(), body = new THREE.Group();
  body.matrixAutoUpdate = false;
  putColumns(model.root, 0, body.matrix.elements, 0);
  object.add(body);
  const skins = parts.map(part => {
    const { facts, geometry, materials } = part, mesh = new THREE.SkinnedMesh(geometry, materials);
    mesh.name = facts.name;
    mesh.visible = !facts.isHidden;
    mesh.frustumCulled = false; // its bounds are those in the rest pose
    // One bone per palette entry. Bones are in no scene, so that three.js does not change their matrices.
    const bones = Array.from({ length: facts.skinJointCount }, () => new THREE.Bone());
    mesh.bindMode = THREE.DetachedBindMode;
    mesh.bind(new THREE.Skeleton(bones, bones.map(() => new THREE.Matrix4())), new THREE.Matrix4());
    body.add(mesh);
    return { part, mesh, bones };
  });
  const joints = model.joints.map(({ name }) => {
    const joint = new THREE.Object3D();
    joint.name = name;
    joint.matrixAutoUpdate = false;
    object.add(joint);
    return joint;
  });
  const size = model.cameras.length > 0 ? sizeAtRest(model) : 1;
  const cameras = model.cameras.map(of => {
    const camera = makeCamera(THREE, of, model.joints[of.joint].name, size);
    object.add(camera);
    return camera;
  });
  return {
    object, joints, cameras, ready,
    /** @param {import('./sinew.d.ts').Pose} pose @param {boolean} [withJoints] */
    update(pose, withJoints = true) {
      const { visible, morphWeightsView } = pose, morphWeights = Array.from(morphWeightsView), palette = pose.paletteView;
      for (const { part, mesh, bones } of skins) {
        const { facts, weights } = part, first = facts.firstSkinJoint * 12;
        mesh.visible = !facts.isHidden && visible[facts.joint] !== 0;
        bones.forEach((bone, i) => putColumns(palette, first + i * 12, bone.matrixWorld.elements, 0));
        let at = 0;
        weights.forEach((fullWeights, i) => {
          putInfluences(fullWeights, morphWeights[facts.firstMorph + i], mesh.morphTargetInfluences, at);
          at += fullWeights.length;
        });
        if (mirrors(palette, first) === part.isMirrored) continue;
        part.isMirrored = !part.isMirrored;
        turnRound(mesh.geometry);
      }
      if (!withJoints) return;
      const globals = pose.globalsView;
      joints.forEach((joint, i) => {
        putColumns(globals, i * 12, joint.matrix.elements, 0);
        joint.matrixWorldNeedsUpdate = true;
      });
      cameras.forEach((camera, i) => placeCamera(THREE, model.cameras[i], camera, globals));
    },
    clone: () => makeInstance(THREE, model, parts, ready, []),
    dispose() {
      object.removeFromParent();
      for (const { mesh } of skins) mesh.skeleton.dispose();
      for (const one of shared.splice(0)) one.dispose();
    },
  };
}

/**
 * Makes the geometries and materials of a model, and an object that shows them. See three.d.ts.
 * @param {any} THREE the module of three.js
 * @param {Model} model
 * @param {{material?: any, resolveImage?: (name: string) => Blob | null | Promise<Blob | null>}} [options]
 */
export function createObject(THREE, model, { material, resolveImage = () => null } = {}) {
  /** @type {any[]} */
  const owned = [];
  /** @type {Map<string, {of: Material | undefined, made: any, hasTexcoords2: boolean}>} */
  const materials = new Map();
  /** @param {Mesh} mesh @param {number} index */
  const materialOf = (mesh, index) => {
    if (material) return material;
    const key = [index, mesh.hasColors, mesh.hasTexcoords, mesh.hasTexcoords2, mesh.isTwoSided].join(' '), known = materials.get(key);
    if (known) return known.made;
    const of = model.materials[index], made = makeMaterial(THREE, of, mesh);
    owned.push(made);
    materials.set(key, { of: mesh.hasTexcoords ? of : undefined, made, hasTexcoords2: mesh.hasTexcoords2 });
    return made;
  };
  const parts = model.meshes.map((facts, i) => {
    const arrays = model.meshArrays(i), geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(arrays.positions, 3));
    geometry.setAttribute('normal', new THREE.BufferAttribute(arrays.normals, 3));
    geometry.setAttribute('uv', new THREE.BufferAttribute(arrays.texcoords, 2));
    if (arrays.texcoords2) geometry.setAttribute('uv1', new THREE.BufferAttribute(arrays.texcoords2, 2));
    if (arrays.colors) geometry.setAttribute('color', new THREE.BufferAttribute(arrays.colors, 4));
    geometry.setAttribute('skinIndex', new THREE.BufferAttribute(arrays.entries, 4));
    geometry.setAttribute('skinWeight', new THREE.BufferAttribute(arrays.weights, 4, true));
    geometry.setIndex(new THREE.BufferAttribute(arrays.indices, 1));
    facts.submeshes.forEach((submesh, k) => geometry.addGroup(submesh.firstIndex, submesh.indexCount, k));
    owned.push(geometry);
    return { facts, geometry, weights: addMorphs(THREE, model, facts, geometry), materials: facts.submeshes.map(submesh => materialOf(facts, submesh.material)), isMirrored: false };
  });
  const textured = [...materials.values()].flatMap(({ of, ...rest }) => of ? [{ of, ...rest }] : []);
  return makeInstance(THREE, model, parts, loadImages(THREE, model, textured, resolveImage, owned), owned);
}
