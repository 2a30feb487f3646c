# call_all.py ABI MODEL LIBRARY…: calls every public function of the list ABI once through ctypes, with arguments that follow from their types
# and names; `values` has the special ones. A function that returns a result must succeed, unless `results` names another one.
# A new public function whose arguments cannot be found fails the test: add a line below.
import ctypes as c
import re
import sys

abi, model_path = sys.argv[1:3]
libraries = [c.CDLL(path) for path in sys.argv[3:]]
functions = {}
for line in open(abi, encoding='utf-8'):
    match = re.match(r'function (.*?)\b(sinew_\w+)\((.*)\)$', line.rstrip())
    if match:
        functions[match.group(2)] = (match.group(1).strip(), [] if match.group(3) == 'void' else match.group(3).split(', '))


class Vec3(c.Structure):
    _fields_ = [(name, c.c_double) for name in 'xyz']


class Quat(c.Structure):
    _fields_ = [(name, c.c_double) for name in 'xyzw']


class Affine(c.Structure):
    _fields_ = [('row', c.c_double * 12)]


class Motion(c.Structure):
    _fields_ = [('translation', Vec3), ('rotation', Quat)]


class BakedInfo(c.Structure):
    _fields_ = [('bytes', c.c_double * 8)]


class TwoBone(c.Structure):
    _fields_ = [('joints', c.c_int32 * 3), ('target', Vec3), ('pole', Vec3), ('softening', c.c_double),
                ('twist', c.c_double), ('weight', c.c_float)]


class AimJoint(c.Structure):
    _fields_ = [('joint', c.c_int32), ('share', c.c_float), ('max_degrees', c.c_double)]


class Aim(c.Structure):
    _fields_ = [('joints', c.POINTER(AimJoint)), ('joint_count', c.c_int32), ('target', Vec3), ('forward', Vec3),
                ('up', Vec3), ('pole', Vec3), ('weight', c.c_float)]


class Source(c.Structure):
    _fields_ = [('kind', c.c_int), ('clip', c.c_int32), ('pose', c.c_void_p), ('time', c.c_double), ('in_place', c.c_void_p)]


class Layer(c.Structure):
    _fields_ = [('source', Source), ('mode', c.c_int), ('weight', c.c_float), ('mask', c.c_void_p), ('reference', Source)]


class RootMotion(c.Structure):
    _fields_ = [('clip', c.c_int32), ('joint', c.c_int32), ('parts', c.c_uint32)]


class ExportOptions(c.Structure):
    _fields_ = [('clip', c.c_int32), ('times', c.POINTER(c.c_double)), ('time_count', c.c_int32), ('rest', c.c_char * 256)]


class Foot(c.Structure):
    _fields_ = [('joint', c.c_int32), ('toe', c.c_int32), ('leg_length', c.c_double)]


ground = c.CFUNCTYPE(c.c_int, c.c_void_p, Vec3, c.POINTER(Vec3), c.POINTER(Vec3))


class FeetOptions(c.Structure):
    _fields_ = [('legs', c.POINTER(c.c_int32 * 4)), ('count', c.c_int32), ('pelvis', c.c_int32), ('up', Vec3), ('ground', ground),
                ('user', c.c_void_p), ('half_life', c.c_double)]


class Chain(c.Structure):
    _fields_ = [('joints', c.POINTER(c.c_int32 * 3)), ('count', c.c_int32), ('target', Vec3), ('tolerance', c.c_double),
                ('iterations', c.c_int32), ('weight', c.c_float)]


class BlendPoint(c.Structure):
    _fields_ = [('clip', c.c_int32), ('x', c.c_double), ('y', c.c_double), ('speed', c.c_double), ('paused', c.c_bool),
                ('markers', c.c_void_p), ('marker_count', c.c_int32)]




by_value = {'sinew_quat': Quat, 'sinew_vec3': Vec3, 'sinew_affine': Affine, 'sinew_root_delta': Motion,
            'sinew_baked_info': BakedInfo, 'sinew_clip_file_info': BakedInfo, 'double': c.c_double, 'float': c.c_float, 'size_t': c.c_size_t, 'int32_t': c.c_int32,
            'int': c.c_int, 'sinew_text_ref': c.c_uint32, 'void': None}


def type_of(text):
    text = text.replace('const ', '').strip()
    if '*' in text or '[' in text:
        return c.c_void_p
    return by_value.get(text, c.c_int)  # the others are enums


def split(parameter):  # 'const double degrees[3]' → type, name; the type of an array is a pointer
    name = re.search(r'(\w+)(?:\)?\[\w+\])?$', parameter).group(1)
    kind = parameter[:parameter.rindex(name)]
    return kind + '*' if parameter.endswith(']') else kind, name


kept = []  # memory that a call may refer to later


def memory(size=1 << 20):
    kept.append(c.create_string_buffer(size))
    return c.addressof(kept[-1])


def pointer(item):
    kept.append(item)
    return c.addressof(item)


def text(string):
    kept.append(c.create_string_buffer(string.encode()))
    return c.addressof(kept[-1])


called = set()


def call(function, *arguments):
    result, parameters = functions[function]
    library = next(library for library in libraries if hasattr(library, function))
    address = getattr(library, function)
    address.restype, address.argtypes = type_of(result), [type_of(split(parameter)[0]) for parameter in parameters]
    called.add(function)
    return address(*arguments)


def create(function, *arguments):  # calls a function whose last parameters are an object and an error
    out = c.c_void_p()
    assert call(function, *arguments, c.addressof(out), None) == 0, function
    return out.value


# ---- objects -------------------------------------------------------------------------------------------------------

model = create('sinew_model_load', text(model_path), None)
objects = {
    'sinew_model': model,
    'sinew_pose': create('sinew_pose_create', model),
    'sinew_crowd': create('sinew_crowd_create', model, 8, None),
    'sinew_lod': create('sinew_lod_create', model, None, 0),
    'sinew_blender': create('sinew_blender_create', model),
    'sinew_local_pose': create('sinew_local_pose_create', model),
    'sinew_joint_mask': create('sinew_joint_mask_create', model, 1.0),
    'sinew_mixer': create('sinew_mixer_create', model),
    'sinew_trail': create('sinew_trail_create', model, 0, 0, 0),
    'sinew_onion': create('sinew_onion_create', model, 1),
    'sinew_tracking_camera': create('sinew_tracking_camera_create', model, 0, 0),
    'sinew_baking': create('sinew_baking_create', model, None),
}
for name in ('sinew_playback', 'sinew_camera', 'sinew_bounds', 'sinew_time', 'sinew_mixer_state'):
    objects[name] = memory()
# A clip of its own, bound to a model that nobody plays yet.
saved, saved_size, slot = c.c_void_p(), c.c_size_t(), c.c_int32()
assert call('sinew_clip_save', model, 0, None, c.addressof(saved), c.addressof(saved_size), None) == 0
objects['sinew_clip_file'] = create('sinew_clip_open', saved.value, saved_size.value)
other = create('sinew_model_load', text(model_path), None)
assert call('sinew_model_reserve_clip_slots', other, 1, None) == 0
assert call('sinew_clip_bind', other, objects['sinew_clip_file'], c.addressof(slot), None, None) == 0
assert call('sinew_clip_unbind', other, slot.value, None) == 0
saved, saved_size = c.c_void_p(), c.c_size_t()
assert call('sinew_model_save', model, c.addressof(saved), c.addressof(saved_size), None) == 0
count = call('sinew_model_joint_count', model)
parents = [call('sinew_model_joint_parent', model, joint) for joint in range(count)]
end = next(joint for joint in range(count) if parents[joint] > 0 and parents[parents[joint]] >= 0)
limb = TwoBone((c.c_int32 * 3)(parents[parents[end]], parents[end], end), Vec3(1, 1, 1), Vec3(), 0, 0, 1)
aim = Aim(c.pointer(AimJoint(end, 1, 0)), 1, Vec3(1, 2, 3), Vec3(0, 0, 1), Vec3(), Vec3(), 1)
time = c.c_double(0)
identity = Affine((c.c_double * 12)(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0))
still = Motion(Vec3(), Quat(0, 0, 0, 1))


def joint_named(name):
    joint = c.c_int32()
    assert call('sinew_model_find_joint', model, text(name), c.addressof(joint), None) == 0, name
    return joint.value


leg = (c.c_int32 * 4)(*(joint_named(name) for name in ('thigh.L', 'shin.L', 'foot.L', 'toe.L')))
level = ground(lambda user, position, point, normal: 0)
feet = FeetOptions(c.pointer(leg), 1, joint_named('hips'), Vec3(0, 1, 0), level, None, 0)
objects['sinew_foot_ik'] = create('sinew_foot_ik_create', model, pointer(feet))
objects['sinew_body_map'] = memory()
assert call('sinew_body_map_find', model, objects['sinew_body_map'], None) == 0
objects['sinew_contacts'] = memory()
chain = Chain(c.pointer((c.c_int32 * 3)(*leg[:3])), 3, Vec3(1, 1, 1), 1e-3, 10, 1)
triangle = pointer((c.c_float * 9)(0, 0, 0, 1, 0, 0, 0, 1, 0))
objects['sinew_root_motion_tables'] = create('sinew_root_motion_tables_create', model, None)
points = (BlendPoint * 2)(BlendPoint(0, 0, 0, 1, None, 0), BlendPoint(0, 1, 0, 1, None, 0))
objects['sinew_blend_space'] = create('sinew_blend_space_create', model, c.addressof(points), 2, None)
models = (c.c_void_p * 1)(model)

# Special values, by function and parameter, or by parameter.
values = {
    'out_error': None, 'options': None, 'allocator': None, 'out_match': None, 'out_matches': None, 'count': 1, 'size': 16,
    'times': None, 'frame_count': 1, ('sinew_clip_fill_frames', 'times'): pointer(c.c_double(0.5)), ('sinew_clip_fill_frames', 'time_count'): 1,
    ('sinew_clip_fill_curve', 'times'): pointer(c.c_double(0.5)), ('sinew_clip_fill_curve', 'time_count'): 1,
    'limb': pointer(limb), 'aim': pointer(aim), 'layers': pointer(Layer(Source(1, 0, None, 0), 0, 1)),
    'root': pointer(RootMotion(0, 0, 7)), 'a': pointer(identity), 'motion': pointer(still), 'b': pointer(still),
    'path': text(model_path), 'clips': pointer((c.c_void_p * 1)(objects['sinew_clip_file'])), 'model_path': text(model_path), 'animations': pointer(models),
    'aspect': 1.0, 'duration': 1.0, 'end': 1.0, 'speed': 1.0, 'to': 1.0, 'memory': None, 'image': memory(), 'textures': memory(),
    ('sinew_affine_multiply', 'b'): pointer(identity), 'to_world': pointer(identity), 'chain': pointer(chain),
    ('sinew_foot_ik_create', 'options'): pointer(feet), ('sinew_pose_find_limb', 'end'): leg[2], 'plants': memory(), 'factor': 1.0,
    ('sinew_model_from_triangles', 'positions'): triangle, ('sinew_model_from_triangles', 'vertex_count'): 3,
    ('sinew_model_from_triangles', 'triangles'): pointer((c.c_uint32 * 3)(0, 1, 2)),
    ('sinew_model_from_triangles', 'triangle_count'): 1, ('sinew_model_from_triangles', 'base_color'): triangle,
    ('sinew_model_from_heights', 'heights'): triangle, ('sinew_model_from_heights', 'base_color'): triangle, 'columns': 2, 'rows': 2,
    ('sinew_model_from_heights', 'width'): 1.0, ('sinew_model_from_heights', 'depth'): 1.0,
    ('sinew_contacts_find', 'feet'): pointer(Foot(leg[2], -1, 1)), ('sinew_contacts_find', 'foot_count'): 1,
    ('sinew_body_map_set', 'part'): text('hips'), ('sinew_body_map_set', 'joint'): text('hips'),
    ('sinew_model_open', 'bytes'): saved.value, ('sinew_model_open', 'size'): saved_size.value,
    ('sinew_import_image', 'max_size'): 64, ('sinew_model_find_clip', 'pattern'): None,
    ('sinew_joint_mask_set_matching', 'pattern'): text('*'), ('sinew_joint_mask_set_gradient', 'last'): end,
    ('sinew_joint_mask_set_gradient', 'first'): parents[end],
    ('sinew_joint_mask_set_all', 'count'): count,
    ('sinew_mixer_set_layer', 'layer'): 1, ('sinew_mixer_set_layer', 'settings'): pointer((c.c_int32 * 32)(1)),
    ('sinew_local_pose_copy', 'to'): create('sinew_local_pose_create', model),
    ('sinew_time_parse', 'text'): text('50%'), ('sinew_blend_globals_below', 'joint'): end,
    ('sinew_export', 'options'): pointer(ExportOptions(0, c.pointer(time), 1)), ('sinew_export', 'format'): text('obj'),
    ('sinew_lod_create', 'left_out'): pointer((c.c_int32 * 1)(end)),
    'joint_bytes': 1, 'weight_bytes': 1,
    ('sinew_model_edit', 'steps'): memory(),  # keeps all clips
    ('sinew_time_resolve', 'context'): pointer((c.c_void_p * 8)(model)),
}
invalid, unsupported, no_joint, no_camera = -1, -10, -32, -42
# Results of calls that cannot succeed with these arguments.
results = {name: invalid for name in functions if name.startswith('sinew_renderer_')}  # there is no OpenGL context
results.update({'sinew_import_image': unsupported, 'sinew_model_find_camera': no_camera})  # no image, no cameras
# Functions that return no result and need an OpenGL context, a mesh with tangents, or a camera of the file.
uncalled = {'sinew_renderer_keep_state', 'sinew_renderer_read', 'sinew_skin_tangents', 'sinew_camera_from_file'}


def argument(function, parameter):
    kind, name = split(parameter)
    if function.startswith('sinew_renderer_'):
        return None if '*' in kind else 0
    base = kind.replace('const', '').replace('*', '').strip()
    if isinstance(type_of(kind), type(c.Structure)):
        return type_of(kind)()
    for key in ((function, name), name):
        if key in values:
            return values[key]
    if base in objects and kind.count('*') == 1:
        return objects[base]
    if '*' in kind:
        return memory()
    return 0


order = sorted(functions, key=lambda name: (name.endswith('_destroy'), name == 'sinew_model_destroy',
                                            {'sinew_mixer_get_state': -1, 'sinew_playback_init': 0, 'sinew_motion_bounds': 0, 'sinew_camera_fit': 1,
                                             'sinew_mixer_play': 0, 'sinew_time_parse': 0}.get(name, 2)))
wrong = []
for function in order:
    if function in called or function in uncalled:
        continue
    found = call(function, *[argument(function, parameter) for parameter in functions[function][1]])
    if functions[function][0] == 'sinew_result' and found != results.get(function, 0):
        wrong.append('%s: result %d, expected %d' % (function, found, results.get(function, 0)))
missing = set(functions) - called - uncalled
wrong += ['%s: not called' % function for function in sorted(missing)]
if wrong:
    sys.exit('\n'.join(wrong))
print('%d functions called, %d need more than this model' % (len(called), len(uncalled)))
