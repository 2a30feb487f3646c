"""Contact sheets, to look at what was made: used by make_*.py after `--`.

    blender -b --python make_character.py -- out.png clip:frame:angle clip:frame:angle ...
"""
import os
import tempfile

import bpy
import numpy as np
from mathutils import Vector

import shapes

W, H = 280, 360


def stage(look=(0, 0.05, 0.74), lens=55, floor=True):
    sc = bpy.context.scene
    sc.render.engine = "CYCLES"
    sc.cycles.samples = 16
    sc.cycles.use_denoising = False
    sc.cycles.max_bounces = 2
    sc.render.resolution_x, sc.render.resolution_y = W, H
    sc.view_settings.view_transform = "Standard"
    w = bpy.data.worlds.new("W")
    w.use_nodes = True
    w.node_tree.nodes["Background"].inputs[0].default_value = (0.55, 0.68, 0.75, 1)
    w.node_tree.nodes["Background"].inputs[1].default_value = 0.75
    sc.world = w
    s = bpy.data.lights.new("sun", "SUN")
    s.energy = 2.4
    s.angle = 0.2
    so = bpy.data.objects.new("sun", s)
    so.rotation_euler = (0.7, 0.2, -0.5)
    sc.collection.objects.link(so)
    if floor:
        me = bpy.data.meshes.new("floor")
        me.from_pydata([(-9, -9, 0), (9, -9, 0), (9, 9, 0), (-9, 9, 0)], [], [(0, 1, 2, 3)])
        f = bpy.data.objects.new("floor", me)
        m = bpy.data.materials.new("floor")
        m.use_nodes = True
        m.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = (0.45, 0.55, 0.55, 1)
        me.materials.append(m)
        sc.collection.objects.link(f)
    cam = bpy.data.objects.new("cam", bpy.data.cameras.new("cam"))
    cam.data.lens = lens
    sc.collection.objects.link(cam)
    sc.camera = cam
    return cam


def aim(cam, angle, look, dist=3.6, height=0.25):
    a = np.radians(angle)
    look = Vector(look)
    cam.location = look + Vector((np.sin(a) * dist, -np.cos(a) * dist, height))
    cam.rotation_euler = (look - cam.location).to_track_quat("-Z", "Y").to_euler()


def shot(path):
    bpy.context.scene.render.filepath = path
    bpy.ops.render.render(write_still=True)
    im = bpy.data.images.load(path)
    a = np.zeros(len(im.pixels), np.float32)
    im.pixels.foreach_get(a)
    h = im.size[1]
    a = a.reshape(h, im.size[0], -1)[:, :, :3]
    bpy.data.images.remove(im)
    return a


def sheet(vertex_blocks, path, cols):
    rows = []
    while len(vertex_blocks) % cols:
        vertex_blocks.append(np.ones_like(vertex_blocks[0]))
    for i in range(0, len(vertex_blocks), cols):
        rows.append(np.concatenate(vertex_blocks[i:i + cols], 1))
    shapes.write_png(path, np.concatenate(rows[::-1], 0))


def run(arm, ob, acts, extra):
    out, shots = extra[0], extra[1:]
    cam = stage()
    vertex_blocks = []
    tmp = tempfile.mkdtemp()
    sc = bpy.context.scene
    for i, s in enumerate(shots):
        part = s.split(":")
        clip, frame, angle = part[0], int(part[1]), float(part[2])
        look, dist, height = (0, 0.05, 0.72), 3.0, 0.25
        if len(part) > 3:
            look = tuple(float(v) for v in part[3].split(","))
            dist = float(part[4])
            height = float(part[5]) if len(part) > 5 else 0.1
        if clip == "rest":
            arm.data.pose_position = "REST"
        else:
            arm.data.pose_position = "POSE"
            for pb in arm.pose.bones:
                pb.matrix_basis.identity()
            arm.animation_data.action = acts[clip]
        sc.frame_set(frame)
        aim(cam, angle, look, dist, height)
        vertex_blocks.append(shot(os.path.join(tmp, "%d.png" % i)))
    sheet(vertex_blocks, out, min(len(vertex_blocks), 5))
