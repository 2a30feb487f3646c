// A bridge to three.js: meshes that are skinned by sinew's palettes. three itself is handed in.
//
// Bones get their matrices as they are, sheared ones and those of FBX inherit types among them: nothing is taken apart
// into position, rotation and scale.

/** Four columns of a 3 × 4 matrix. @param {ArrayLike<number>} rows @param {number} first @param {Float32Array | number[]} out @param {number} at */
function putColumns(rows, first, out, at) {
  for (let column = 0; column < 4; ++column) {
    for (let row = 0; row < 3; ++row) out[at + column * 4 + row] = rows[first + row * 4 + column];
    out[at + column * 4 + 3] = column === 3 ? 1 : 0;
  }
}

/**
 * Makes the meshes of a model, in a group whose matrix is the importer's root, and one object per joint beside them to
 * attach things to.
 * @param {any} THREE the module of three.js
 * @param {import('./sinew.d.ts').Model} model
 * @param {any} [material] of all meshes
 */
export function createObject(THREE, model, material = new THREE.MeshStandardMaterial()) {
  const object = new THREE.Group(), body = new THREE.Group();
  body.matrixAutoUpdate = false;
  putColumns(model.root, 0, body.matrix.elements, 0);
  object.add(body);
  const skins = model.meshes.map((facts, i) => {
    const arrays = model.meshArrays(i), geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(arrays.positions, 3));
    geometry.setAttribute('normal', new THREE.BufferAttribute(arrays.normals, 3));
    geometry.setAttribute('uv', new THREE.BufferAttribute(arrays.texcoords, 2));
    geometry.setAttribute('skinIndex', new THREE.BufferAttribute(arrays.entries, 4));
    geometry.setAttribute('skinWeight', new THREE.BufferAttribute(arrays.weights, 4, true));
    geometry.setIndex(new THREE.BufferAttribute(arrays.indices, 1));
    const mesh = new THREE.SkinnedMesh(geometry, material);
    mesh.name = facts.name;
    mesh.frustumCulled = false; // its bounds are those of the rest
    // A bone for each palette entry, in no scene, so that three.js leaves its matrix as it is.
    const bones = Array.from({ length: facts.entryCount }, () => new THREE.Bone());
    mesh.bindMode = THREE.DetachedBindMode;
    mesh.bind(new THREE.Skeleton(bones, bones.map(() => new THREE.Matrix4())), new THREE.Matrix4());
    body.add(mesh);
    return { first: facts.firstEntry, bones };
  });
  const joints = model.joints.map(({ name }) => {
    const joint = new THREE.Object3D();
    joint.name = name;
    joint.matrixAutoUpdate = false;
    object.add(joint);
    return joint;
  });
  return {
    object, joints,
    /** Shows a pose. Joints follow where it has globals. @param {import('./sinew.d.ts').Pose} pose @param {boolean} [withJoints] */
    update(pose, withJoints = true) {
      const palette = pose.palette;
      for (const { first, bones } of skins) bones.forEach((bone, i) => putColumns(palette, (first + i) * 12, bone.matrixWorld.elements, 0));
      if (!withJoints) return;
      const globals = pose.globals;
      joints.forEach((joint, i) => {
        putColumns(globals, i * 12, joint.matrix.elements, 0);
        joint.matrixWorldNeedsUpdate = true;
      });
    },
  };
}
