# use_from_python.py LIBSINEW MODEL SAVED: loads, poses, edits, saves and loads again through ctypes, by the functions of accessors.h.
# Prints the global position of the last joint in the middle of the first clip, as `sinew pose` does.
import ctypes as c
import sys

P, I, D = c.c_void_p, c.c_int32, c.c_double
sinew = c.CDLL(sys.argv[1])


def declare(name, result, *arguments):
    function = getattr(sinew, name)
    function.restype, function.argtypes = result, arguments
    return function


version = declare('sinew_version', c.c_char_p)
load_file = declare('sinew_model_load', c.c_int, c.c_char_p, P, c.POINTER(P), P)
load_memory = declare('sinew_model_open', c.c_int, P, c.c_size_t, c.POINTER(P), P)
save_memory = declare('sinew_model_save', c.c_int, P, c.POINTER(P), c.POINTER(c.c_size_t), P)
destroy = declare('sinew_model_destroy', None, P)
free = declare('sinew_free', None, P)
result_text = declare('sinew_result_text', c.c_char_p, c.c_int)
joint_count = declare('sinew_model_joint_count', I, P)
joint_name = declare('sinew_model_joint_name', c.c_char_p, P, I)
joint_parent = declare('sinew_model_joint_parent', I, P, I)
clip_count = declare('sinew_model_clip_count', I, P)
clip_name = declare('sinew_model_clip_name', c.c_char_p, P, I)
clip_start = declare('sinew_model_clip_start', D, P, I)
clip_duration = declare('sinew_model_clip_duration', D, P, I)
frame_rate = declare('sinew_model_frame_rate', D, P)
mesh_count = declare('sinew_model_mesh_count', I, P)
mesh_name = declare('sinew_model_mesh_name', c.c_char_p, P, I)
vertex_count = declare('sinew_model_mesh_vertex_count', I, P, I)
positions = declare('sinew_model_mesh_positions', c.POINTER(c.c_float), P, I)
indices = declare('sinew_model_mesh_indices', c.POINTER(c.c_uint32), P, I, c.POINTER(I))
warning_count = declare('sinew_model_warning_count', I, P)
warning_code = declare('sinew_model_warning_code', c.c_char_p, P, I)
warning_text = declare('sinew_model_warning_text', c.c_char_p, P, I)
pose_create = declare('sinew_pose_create', c.c_int, P, c.POINTER(P), P)
pose_destroy = declare('sinew_pose_destroy', None, P)
evaluate = declare('sinew_pose_evaluate', None, P, c.c_int, I, D, P)
to_global = declare('sinew_pose_local_to_global', None, P, P)
globals_of = declare('sinew_pose_globals', c.POINTER(D), P)
locals_of = declare('sinew_pose_locals', c.POINTER(D), P)
palette = declare('sinew_pose_palette', c.POINTER(c.c_float), P, P, c.POINTER(I))
morph_weights = declare('sinew_pose_morph_weights', c.POINTER(c.c_float), P, P, c.POINTER(I))
set_animated = declare('sinew_pose_set_animated', None, P, P, I)
compute_locals = declare('sinew_pose_compute_locals', None, P, P)


def check(result):
    if result != 0:
        sys.exit(result_text(result).decode())


def global_position(pose, joint):
    values = globals_of(pose)
    return [values[joint * 12 + row * 4 + 3] for row in range(3)]


assert version() == b'0.3.0'
model, again, pose, bytes_, size, count = P(), P(), P(), P(), c.c_size_t(), I()
check(load_file(sys.argv[2].encode(), None, c.byref(model), None))
assert joint_count(model) > 1 and clip_count(model) > 0 and frame_rate(model) > 0
last = joint_count(model) - 1
assert 0 <= joint_parent(model, last) < last and joint_parent(model, 0) == -1 and joint_parent(model, last + 1) == -1
assert joint_name(model, last) and joint_name(model, -1) == b'' and clip_name(model, 99) == b''
assert mesh_name(model, mesh_count(model)) == b'' and not positions(model, -1)
for mesh in range(mesh_count(model)):
    triangles = indices(model, mesh, c.byref(count))
    assert count.value % 3 == 0 and max(triangles[:count.value]) < vertex_count(model, mesh)
    assert all(abs(x) < 1e6 for x in positions(model, mesh)[:3 * vertex_count(model, mesh)])
for warning in range(warning_count(model)):
    assert warning_code(model, warning) and warning_text(model, warning)

check(pose_create(model, c.byref(pose), None))
time = clip_duration(model, 0) / 2
evaluate(model, 1, 0, time, pose)
print(joint_name(model, last).decode(), *('%.3f' % x for x in global_position(pose, last)))
assert all(abs(x) < 1e6 for x in palette(model, pose, c.byref(count))[:12 * count.value])
morph_weights(model, pose, c.byref(count))

# A joint that is moved by one unit along its parent's x moves by the first column of the parent's global matrix.
before = global_position(pose, last)
compute_locals(model, pose)
locals_of(pose)[last * 10] += 1.0
set_animated(model, pose, last)
to_global(model, pose)
parent = joint_parent(model, last) * 12
for axis, (a, b) in enumerate(zip(before, global_position(pose, last))):
    assert abs(b - a - globals_of(pose)[parent + axis * 4]) < 1e-4, (axis, a, b)

check(save_memory(model, c.byref(bytes_), c.byref(size), None))
check(load_memory(bytes_, size, c.byref(again), None))
assert joint_count(again) == last + 1
with open(sys.argv[3], 'wb') as file:
    file.write(c.string_at(bytes_, size.value))
free(bytes_)
pose_destroy(pose)
destroy(again)
destroy(model)
