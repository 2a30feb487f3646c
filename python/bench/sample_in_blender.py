"""blender -b --factory-startup --python sample_in_blender.py -- MODEL FRAMES: how long Blender takes to import a model, to pose its armature at FRAMES
times, and to read its curves.

The last line that it prints is JSON: seconds of each, and the number of matrices and keys.
"""
import json
import sys
import time

import addon_utils
import bpy
import numpy as np

path, frames = sys.argv[sys.argv.index('--') + 1:]
bpy.ops.wm.read_factory_settings(use_empty=True)
addon_utils.enable('io_scene_fbx')
begin = time.perf_counter()
bpy.ops.import_scene.fbx(filepath=path)
imported = time.perf_counter() - begin
scene, armature = bpy.context.scene, next(item for item in bpy.data.objects if item.type == 'ARMATURE')
for item in list(bpy.data.objects):  # a mesh would be deformed at each time
    if item.type == 'MESH':
        bpy.data.objects.remove(item)
first, last = armature.animation_data.action.frame_range
begin = time.perf_counter()
bones = armature.pose.bones
world = np.empty((int(frames), len(bones), 4, 4))
for i, frame in enumerate(np.linspace(first, last, int(frames))):
    scene.frame_set(int(frame), subframe=float(frame) % 1)
    for k, bone in enumerate(bones):
        world[i, k] = armature.matrix_world @ bone.matrix
poses = time.perf_counter() - begin
begin = time.perf_counter()
keys = 0
for action in bpy.data.actions:
    for curve in action.fcurves:
        values = np.empty(2 * len(curve.keyframe_points))
        curve.keyframe_points.foreach_get('co', values)
        keys += len(values) // 2
print(json.dumps({'import': imported, 'poses': poses, 'bones': len(bones), 'curves': time.perf_counter() - begin, 'keys': keys}))
