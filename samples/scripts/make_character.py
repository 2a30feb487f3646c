"""Makes the fox: texture, character.fbx, walk.fbx, character_mesh.fbx,
character_anim.fbx and character.glb.

    blender -b --python samples/scripts/make_character.py [-- still out.png ...]
"""
import os
import sys
import tempfile

import bpy
import numpy as np
from mathutils import Matrix, Quaternion, Vector

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLES = os.path.dirname(HERE)
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True

import build
import fox
import motion

TEXTURE = os.path.join(SAMPLES, "textures", "character.png")
SIZE = 1024
CLIPS = ["walk", "wave", "idle"]
SCENE = os.path.join(tempfile.gettempdir(), "sinew_crowd_agent.blend")


def make_armature():
    arm = bpy.data.armatures.new("Armature")
    ob = bpy.data.objects.new("Armature", arm)
    bpy.context.scene.collection.objects.link(ob)
    bpy.context.view_layer.objects.active = ob
    bpy.ops.object.mode_set(mode="EDIT")
    for name, (parent, head, tail) in fox.BONES.items():
        b = arm.edit_bones.new(name)
        b.head, b.tail = head, tail
        if parent:
            b.parent = arm.edit_bones[parent]
            b.use_connect = bool(np.allclose(fox.BONES[parent][2], head)) and not parent == "root"
        side = 1 if name.endswith(".L") else -1
        if name.startswith(("upper_arm", "forearm", "hand", "index", "middle", "pinky", "thumb", "shoulder")):
            b.align_roll(Vector((0, -1, 0)))
        else:
            b.align_roll(Vector((0, -1, 0)) if abs((b.tail - b.head).normalized().y) < 0.8 else Vector((0, 0, 1)))
    bpy.ops.object.mode_set(mode="OBJECT")
    for pb in ob.pose.bones:
        pb.rotation_mode = "QUATERNION"
    return ob


def bind(ob, arm, parts, vstart):
    for (name, p, q, c), (a, b) in zip(parts, vstart):
        for bone, w in fox.weights_of(name, p, q).items():
            g = ob.vertex_groups.get(bone) or ob.vertex_groups.new(name=bone)
            for i in np.nonzero(w > 0)[0]:
                g.add([a + int(i)], float(w[i]), "REPLACE")
    ob.parent = arm
    m = ob.modifiers.new("Armature", "ARMATURE")
    m.object = arm


def make_action(arm, name, poses):
    """poses: per frame {bone: (quaternion in rest-aligned axes, offset, scale)}"""
    act = bpy.data.actions.new(name)
    act.use_fake_user = True
    n = len(poses)
    for bone in arm.data.bones:
        R = bone.matrix_local.to_quaternion()
        loc, rot, scl = [], [], []
        prev = None
        for pose in poses:
            q, o, s = pose.get(bone.name, motion.REST)
            q = R.inverted() @ Quaternion(q) @ R
            if prev is not None and prev.dot(q) < 0:
                q.negate()
            prev = q
            rot.append(q)
            loc.append(R.inverted() @ Vector(o))
            scl.append(s)

        def curves(path, data, size, rest):
            data = np.array([list(d) for d in data])
            if np.abs(data - rest).max() < 1e-6:
                return
            for i in range(size):
                fc = act.fcurves.new('pose.bones["%s"].%s' % (bone.name, path), index=i, action_group=bone.name)
                fc.keyframe_points.add(n)
                fc.keyframe_points.foreach_set("co", np.stack([np.arange(n), data[:, i]], 1).ravel())
                for k in fc.keyframe_points:
                    k.interpolation = "LINEAR"
                fc.update()

        curves("rotation_quaternion", rot, 4, np.array([1, 0, 0, 0]))
        curves("location", loc, 3, 0)
        curves("scale", scl, 3, 1)
    return act


def keep_only(clips, mesh=True):
    """A fresh scene with the character and only some of its clips."""
    build.clear()
    with bpy.data.libraries.load(SCENE) as (src, dst):
        dst.objects = ["Armature", "Fox"] if mesh else ["Armature"]
        dst.actions = list(clips)
    sc = bpy.context.scene
    for o in dst.objects:
        sc.collection.objects.link(o)
        o.select_set(True)
    for a in dst.actions:
        a.use_fake_user = True
    sc.frame_start, sc.frame_end = 0, 30
    arm = bpy.data.objects["Armature"]
    bpy.context.view_layer.objects.active = arm
    arm.animation_data_clear()
    if clips:
        arm.animation_data_create().action = bpy.data.actions[clips[0]]


def export_fbx(name, clips, mesh=True, embed=False):
    from io_scene_fbx import export_fbx_bin

    def relative(img, scene_data):
        # where the texture lies seen from the file, and never a path of this machine
        rel = "textures/" + os.path.basename(img.filepath)
        return rel, rel

    export_fbx_bin._gen_vid_path = relative
    build.thrifty_fbx()
    keep_only(clips, mesh)
    bpy.ops.export_scene.fbx(
        filepath=os.path.join(SAMPLES, name), use_selection=True, object_types={"ARMATURE", "MESH"},
        add_leaf_bones=False, mesh_smooth_type="OFF", bake_anim=bool(clips), bake_anim_use_nla_strips=False,
        bake_anim_use_all_actions=True, bake_anim_use_all_bones=True, bake_anim_force_startend_keying=False,
        bake_anim_simplify_factor=1.0, path_mode="COPY" if embed else "RELATIVE", embed_textures=embed)


def main():
    build.clear()
    sc = bpy.context.scene
    parts = fox.build_parts(build.thin_out)
    pts, faces, charts, owner, vstart = build.join(parts)
    part_of_chart = {int(c): parts[o][0] for c, o in zip(charts, owner)}
    big = {"eye": 1.7, "nose": 1.3, "head": 1.25, "foot": 0.85}
    ob = build.make_mesh("Fox", pts, faces, charts, margin=0.006,
                         scale=lambda c: big.get(part_of_chart[int(c)].partition(".")[0], 1.0))
    os.makedirs(os.path.dirname(TEXTURE), exist_ok=True)
    img, used = build.bake(ob, parts, owner, SIZE, fox.paint, fox.shade)
    build.shapes.write_png(TEXTURE, img, 5)
    print("texture %d, %.0f%% used, %d bytes" % (SIZE, used * 100, os.path.getsize(TEXTURE)))
    mat = build.material("Fox", TEXTURE)
    ob.data.materials.append(mat)
    arm = make_armature()
    bind(ob, arm, parts, vstart)
    clips = motion.clips()
    acts = {n: make_action(arm, n, poses) for n, poses in clips.items()}
    arm.animation_data_create()
    print("vertices %d, faces %d, bones %d" % (len(pts), len(faces), len(arm.data.bones)))
    groups = {len(v.groups) for v in ob.data.vertices}
    print("influences", groups)
    for n, poses in clips.items():
        print("clip", n, "frames 0 ..", len(poses) - 1)
    sc.frame_start, sc.frame_end = 0, 30
    extra = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
    if extra:
        return arm, ob, acts, extra
    bpy.ops.wm.save_as_mainfile(filepath=SCENE)
    export_fbx("character.fbx", CLIPS, embed=True)
    export_fbx("walk.fbx", CLIPS[:1])
    export_fbx("character_mesh.fbx", [])
    export_fbx("character_anim.fbx", CLIPS, mesh=False)
    keep_only(CLIPS)
    arm = bpy.data.objects["Armature"]
    arm.animation_data.action = None
    for n in CLIPS:
        t = arm.animation_data.nla_tracks.new()
        t.name = n
        t.strips.new(n, 0, bpy.data.actions[n])
    bpy.ops.export_scene.gltf(filepath=os.path.join(SAMPLES, "character.glb"), export_format="GLB",
                              use_selection=True, export_animations=True, export_nla_strips=True,
                              export_optimize_animation_size=True)
    os.remove(SCENE)
    return arm, ob, acts, extra


if __name__ == "__main__":
    arm, ob, acts, extra = main()
    if extra:
        import preview
        preview.run(arm, ob, acts, extra)
