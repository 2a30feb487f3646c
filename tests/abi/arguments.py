"""arguments.py LIST OUT: writes a test that calls every public function of LIST (abi.txt) with wrong arguments, one at a time.

A good argument follows from the type and the name of a parameter; the tables below have the others. From the type follows what is wrong:
numbers that are not finite, indices off by one and far off, negative counts, enumerators that do not exist, objects of another model, and
for functions with a result NULL. A struct that is read is wrong in one field at a time.

A function with a result must refuse what is wrong, one without must answer 0, SINEW_NONE, NULL or "", and none may write beyond an array or
a number that is not finite (tests/support/argument_objects.c). `accepted` has what a header allows.
"""
import re
import sys

functions, structs, values = [], {}, {}
for line in open(sys.argv[1], encoding='utf-8'):
    if match := re.match(r'function (.*?)\b(sinew_\w+)\((.*)\)$', line.rstrip()):
        parameters = [] if match.group(3) == 'void' else match.group(3).strip().split(', ')
        functions.append((match.group(2), match.group(1).strip(), parameters))
    elif match := re.match(r'struct (sinew_\w+) \d+: (.*)$', line.rstrip()):
        structs[match.group(1)] = match.group(2)
    elif match := re.match(r'value (SINEW_\w+) (-?\d+)$', line.rstrip()):
        values[match.group(1)] = int(match.group(2))

# ---- good arguments ----------------------------------------------------------------------------------------------------------------------

# What a function takes to destroy it, or to change the allocator: there is nothing wrong that it could be given.
uncalled = {'sinew_free', 'sinew_allocate', 'sinew_set_allocator', 'sinew_set_thread_allocator', 'sinew_model_show_hidden', 'sinew_model_block', 'sinew_version',
            'sinew_sandbox_description'} | {name for name, _, _ in functions if name.endswith(('_destroy', '_free'))}
objects = {'sinew_model': 'model', 'sinew_pose': 'pose', 'sinew_local_pose': 'local_pose', 'sinew_blender': 'blender', 'sinew_joint_mask': 'mask',
           'sinew_lod': 'lod', 'sinew_mixer': 'mixer', 'sinew_crowd': 'crowd', 'sinew_blend_space': 'space', 'sinew_root_motion_tables': 'motions',
           'sinew_foot_ik': 'foot_ik', 'sinew_clip_file': 'clip_file', 'sinew_baking': 'baking', 'sinew_onion': 'onion', 'sinew_trail': 'trail', 'sinew_tracking_camera': 'tracking'}
plain = {'sinew_playback': '&mine.player', 'sinew_camera': '&mine.camera', 'sinew_bounds': '&mine.bounds', 'sinew_contacts': 'mine.contacts',
         'sinew_body_map': '&mine.map', 'sinew_renderer': 'my_renderer', 'sinew_error': '&error'}
counts = {'clip': 'mine.model->clip_count', 'curve': 'mine.model->curve_count', 'joint': 'mine.model->joint_count', 'mesh': 'mine.model->mesh_count',
          'camera': 'mine.model->camera_count', 'warning': 'mine.model->warning_count', 'texture': 'mine.model->texture_count',
          'part': 'SINEW_BODY_PART_COUNT', 'layer': 'SINEW_MIXER_LAYERS_MAX', 'leg': '1', 'foot': 'SINEW_FEET_MAX',
          **dict.fromkeys(('first', 'last', 'end', 'upper', 'middle', 'pelvis', 'ankle', 'toe', 'in_place_joint'), 'mine.model->joint_count'),
          **dict.fromkeys(('joints[0]', 'joints[0].joint', 'left_out', 'legs[0].thigh', 'legs[0].shin', 'legs[0].foot', 'legs[0].toe',
                           'sockets[0]'), 'mine.model->joint_count'), 'clips[0]': 'mine.model->clip_count', 'posed[0]': '1',
          'known->clip': 'mine.model->clip_count'}
enums = {'sinew_engine': 'SINEW_ENGINE_COUNT', 'sinew_loop_mode': '3', 'sinew_rotation_order': '7', 'sinew_skin_method': '5', 'sinew_view': '9',
         'sinew_blend_mode': '3', 'sinew_blend_kind': '3', 'sinew_fade_kind': '3', 'sinew_show': '3', 'sinew_colors': '4', 'sinew_draw_skin': '4',
         'sinew_time_unit': '4', 'sinew_time_origin': '4', 'sinew_result': '1', 'sinew_edit_kind': 'SINEW_EDIT_KIND_COUNT'}
one_time = '(const double[1]){0}'
limb = '.upper = mine.limb[0], .middle = mine.limb[1], .end = mine.limb[2], .target = {1, 1, 1}, .weight = 1'
# Structs that are read, by type, or by function: their members, and arrays that are wrong in their first item, as `name: type[size] = items`.
good_structs = {
    'sinew_mixer_clip': ('.clip = 0, .fade = 0.1, .fade_out = 0.1, .fade_kind = SINEW_FADE_INERTIAL, .blender = mine.blender', []),
    'sinew_mixer_layer': ('.mode = SINEW_BLEND_ADDITIVE, .weight = 1, .reference = {.kind = SINEW_BLEND_CLIP}', []),
    'sinew_blend_input': ('.source = {.kind = SINEW_BLEND_POSE, .pose = mine.local_pose}, .mode = SINEW_BLEND_ADDITIVE, .weight = 1, '
                          '.reference = {.kind = SINEW_BLEND_CLIP}', []),
    'sinew_blend_point': ('.clip = 0, .speed = 1', []),
    'sinew_ik_two_bone': (limb, []),
    'sinew_ik_chain': ('.joints = joints, .joint_count = 3, .target = {1, 1, 1}, .tolerance = 1e-3, .iterations = 8, .weight = 1',
                       ['int32_t joints[3] = {mine.limb[0], mine.limb[1], mine.limb[2]}']),
    'sinew_ik_aim': ('.joints = joints, .joint_count = 1, .target = {1, 2, 3}, .forward = {0, 0, 1}, .up = {0, 1, 0}, .weight = 1',
                     ['sinew_ik_aim_joint joints[1] = {{.joint = mine.limb[2], .share = 1}}']),
    'sinew_foot_ik_options': ('.legs = legs, .leg_count = 1, .pelvis = mine.limb[0], .up = {0, 1, 0}, .ground = no_ground, .half_life = 0.1',
                              ['sinew_leg legs[1] = {{mine.limb[0], mine.limb[1], mine.limb[2], mine.limb[3]}}']),
    'sinew_crowd_agent': ('.clip = 0, .lod = mine.lod', []),
    'sinew_crowd_output': ('.palettes = some_matrices, .palette_entries = 4096, .sockets = sockets, .socket_count = 1, .socket_globals = some_affines, '
                           '.posed = posed, .posed_count = 1', ['int32_t sockets[1] = {1}', 'int32_t posed[1] = {0}']),
    'sinew_root_motion': ('.clip = 0, .joint = 1, .parts = 7', []),
    'sinew_joint_edit': ('.joint = 1, .adds = 1 | 1 << SINEW_EDIT_RX | 1 << (SINEW_EDIT_COUNT - 1)', []),
    'sinew_edit_step': ('.kind = SINEW_EDIT_TRIM, .clips = clips, .clip_count = 2, .from = 0.1, .to = 0.2, .error = 0.01', ['int32_t clips[2] = {0, 1}']),
    'sinew_edit_options': ('.note = NULL', []),
    'sinew_retarget_options': ('.error = 0.01', []),
    'sinew_with_clips_options': ('.only_curves = 1', []),
    'sinew_time': ('.value = 0.5', []),
    'sinew_time_context': ('.model = mine.model, .clip = 0, .fps = 30', []),
    'sinew_foot': ('.ankle = mine.foot.ankle, .toe = mine.foot.toe, .leg_length = 1', []),
    'sinew_planted_foot': ('.heel = 1', []),
    'sinew_contact_options': ('.max_height = 0.05', []),
    'sinew_root_motion_table_options': ('.joint = 1, .parts = 7', []),
    'sinew_blend_space_options': ('.dimensions = 1', []),
    'sinew_crowd_options': ('.worker_count = 0', []),
    'sinew_bake_options': ('.error = 0', []),
    'sinew_draw_options': ('.width = 16, .height = 16, .camera = mine.camera, .bounds = &mine.bounds, .onion = mine.onion, .trail = mine.trail, '
                           '.has_joint = 1', []),
    'sinew_instances': ('.palettes = mine.pose->palette, .positions = (const float(*)[3]) & place, .count = 1, .bounds = &mine.bounds', ['float place[3] = {0}']),
    'sinew_affine': ('.row = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}', []),
    'sinew_root_delta': ('.rotation = {0, 0, 0, 1}', []),
    'sinew_transform': ('.r = {0, 0, 0, 1}, .s = {1, 1, 1}', []),
    'sinew_image': ('.width = 1, .height = 1, .pixels = (uint8_t[4]){255, 0, 0, 255}', []),
    'sinew_export_options': ('.clip = 0, .times = &zero, .time_count = 1, .in_place_joint = 0', ['double zero = 0']),
    'sinew_load_options': ('.timeout = 60', []),
    'sinew_import_options': ('.up = 0', []),
    'sinew_raw_model': ('.fps = 30', []),
    'sinew_allocator': ('0', []),
    'sinew_frames': ('.globals = some_doubles + ARGUMENT_NUMBERS / 2, .palettes = some_doubles + ARGUMENT_NUMBERS / 2', []),
}
# By function and parameter, or by parameter.
good = {
    'time': '0.1', 'timeline': '0.1', 'from': '0.1', 'to': '0.2', 'aspect': '1', 'weight': '0.5', 'duration': '1', 'seconds': '0.01', 'x': '0',
    'y': '0', 'factor': '2', 'fps': '30', 'frames': '2', 'ease': '0.1', 'step': '0.1', 'speed': '1', 'begin': '0', 'fade': '0.1', 't': '0.5',
    'azimuth': '0', 'elevation': '0', 'angle': '1', 'degrees': '1', 'width': '1', 'depth': '1', 'capacity': '4', 'count': '1', 'each_side': '1',
    'columns': '2', 'rows': '2', 'joint_bytes': '2', 'weight_bytes': '2', 'max_size': '8192', 'foot_count': '1', 'known_count': '1',
    'time_count': '1', 'frame_count': '1', 'triangle_count': '1', 'vertex_count': '3', 'loops': '1', 'framebuffer': '0', 'ref': '0',
    'name': '"still"', 'pattern': '"*"', 'path': '"samples/character.glb"', 'model_path': '"samples/character.glb"', 'texture_path': 'NULL',
    'joint_name': '"hips"', 'text': '"1s"', 'scratch': None,
    ('sinew_quat_from_euler', 'degrees'): '(const double[3]){1, 2, 3}',
    ('sinew_body_map_set', 'joint'): '"hips"', ('sinew_body_map_set', 'part'): '"head"', ('sinew_playback_set_range', 'end'): '1',
    ('sinew_model_find_clip', 'pattern'): 'NULL', ('sinew_model_find_joint', 'name'): '"hips"', ('sinew_model_find_camera', 'name'): '"Camera"',
    ('sinew_export', 'format'): '"csv"',
    ('sinew_joint_mask_set_gradient', 'first'): 'mine.limb[0]', ('sinew_joint_mask_set_gradient', 'last'): 'mine.limb[2]',
    ('sinew_joint_mask_set_all', 'count'): 'mine.model->joint_count', ('sinew_joint_mask_set_all', 'weights'): 'some_floats',
    ('sinew_pose_find_limb', 'end'): 'mine.limb[2]', ('sinew_blend_space_create', 'count'): '1',
    ('sinew_mixer_set_layer', 'layer'): '1', ('sinew_mixer_set_weight', 'layer'): '1',
    ('sinew_mixer_set_position', 'layer'): '2', ('sinew_local_pose_copy', 'to'): 'mine.local_pose_to',
    ('sinew_local_pose_copy', 'from'): 'mine.local_pose', ('sinew_lod_create', 'left_out'): '&mine.limb[2]',
    ('sinew_model_from_triangles', 'positions'): '(const float[9]){0, 0, 0, 1, 0, 0, 0, 1, 0}',
    ('sinew_model_from_triangles', 'triangles'): '(const uint32_t[3]){0, 1, 2}', 'base_color': '(const float[4]){1, 1, 1, 1}',
    ('sinew_model_from_heights', 'heights'): '(const float[4]){0, 1, 2, 3}', 'center': '(const double[3]){0, 0, 0}',
    ('sinew_instance_layout_bounds', 'positions'): '(const float(*)[3])some_places', 'animations': '(const sinew_model *const[1]){mine.model}',
    ('sinew_model_open', 'bytes'): 'saved', ('sinew_model_open', 'size'): 'saved_size',
    ('sinew_import_image', 'bytes'): 'mine.model->image_bytes + mine.model->textures[0].first_byte',
    ('sinew_import_image', 'size'): 'mine.model->textures[0].byte_count', ('sinew_import_image', 'format'): '""',
    ('sinew_renderer_set_model', 'images'): 'NULL',
    ('sinew_locals_to_pose', 'groups'): 'mine.local_pose->groups', ('sinew_local_pose_evaluate', 'out_pose'): 'mine.out_pose',
    'palette': 'some_matrices', ('sinew_renderer_blit', 'x'): '0', ('sinew_renderer_blit', 'y'): '0', ('sinew_renderer_keep_state', 'keeps'): '0',
    ('sinew_mixer_rebind', 'known_count'): '1', ('sinew_clip_open', 'bytes'): 'saved', ('sinew_clip_open', 'size'): 'saved_size',
    ('sinew_model_create_with_clip_files', 'clips'): '(sinew_clip_file *const[1]){mine.clip_file}', 'out_pose_local': 'mine.local_pose_to',
}
# Arrays that a call writes.
buffers = {'double': 'some_doubles', 'float': 'some_floats', 'int32_t': 'some_integers', 'sinew_local_group': 'some_groups', 'sinew_palette_matrix': 'some_matrices',
           'sinew_foot': 'some_feet', 'sinew_planted_foot': 'some_plants', 'sinew_blend_input': 'some_layers', 'sinew_event_hit': 'some_hits', 'uint8_t': 'some_bytes',
           'void': 'some_bytes', 'char': 'some_bytes', 'sinew_clip_binding': '(sinew_clip_binding *)(void *)(some_integers + 8)'}
releases = {'sinew_image': 'sinew_image_free', 'sinew_textures': 'sinew_textures_free', 'sinew_contacts': 'sinew_contacts_free'}
# Statements before a call, for what it takes away or uses up, and after it.
before = {
    'sinew_mixer_set_state': 'sinew_mixer_state state_;\n        sinew_mixer_stop(mine.mixer, 2, 0);\n        sinew_mixer_get_state(mine.mixer, &state_);',
    'sinew_clip_open': 'void *saved;\n        size_t saved_size;\n'
                       '        assert_int_equal(sinew_clip_save(mine.model, 0, NULL, &saved, &saved_size, NULL), SINEW_OK);',
    'sinew_model_open': 'void *saved;\n        size_t saved_size;\n'
                               '        assert_int_equal(sinew_model_save(mine.model, &saved, &saved_size, NULL), SINEW_OK);',
}
after = {'sinew_model_open': 'sinew_free(saved);', 'sinew_clip_open': 'sinew_free(saved);',
         'sinew_clip_bind': 'if (out_slot) (void)!sinew_clip_unbind(mine.model, *out_slot, NULL);'}

# ---- what is accepted ---------------------------------------------------------------------------------------------------------------------

# Pointers that may be NULL.
optional = {'options', 'out_match', 'out_matches', 'out_loss', 'out_normals', 'out_positions', 'known', 'images', 'texture_path', 'map', 'motions', 'out_binding'}
optional_of = {('sinew_skin_frames', 'morph_weights'), ('sinew_skin_frames', 'timelines'), ('sinew_locals_fill_frames', 'morph_weights'),
               ('sinew_model_find_clip', 'pattern'), ('sinew_model_read_texture', 'out_path'),
               ('sinew_body_map_set', 'joint')}
required = {('sinew_body_map_check', 'map'), ('sinew_body_map_set', 'map'), ('sinew_foot_ik_create', 'options'), ('sinew_renderer_draw', 'options'),
            ('sinew_renderer_draw_crowd', 'options')} | {(name, 'options') for name, _, _ in functions if name == 'sinew_export'}
exec(open(__file__.replace('arguments.py', 'accepted.py'), encoding='utf-8').read())

# ---- calls ----------------------------------------------------------------------------------------------------------------------------------

bad_numbers = ['NAN', 'INFINITY', '-INFINITY']


def split(parameter):
    """'const double degrees[3]' → its type, as a pointer, its base type and its name"""
    name = re.search(r'(\w+)\)?(?:\[\w+\])?$', parameter).group(1)
    kind = parameter[:parameter.rindex(name)].replace('(*', '').strip()
    pointers = kind.count('*') + parameter.endswith(']') + ('(*' in parameter)
    return kind, kind.replace('const', '').replace('*', '').replace('struct', '').strip(), pointers, name


def bad_scalars(kind, name, limit=None):
    if kind in ('double', 'float'):
        return bad_numbers
    if kind in enums:
        return ['(%s)%s' % (kind, number) for number in ('-1', enums[kind], '99999999')]
    if kind not in ('int32_t', 'int64_t'):
        return []
    if limit or name in counts:
        return ['-1', '-2', 'INT32_MIN', limit or counts[name], '99999999', 'INT32_MAX']
    if re.search(r'count|capacity|size|columns|rows|stride|each_side|width|height|entries|bytes|iterations|dimensions|samples', name):
        return ['-1', 'INT32_MIN']
    return []


def fields(struct):
    """name, type and whether it is a pointer, of the fields of a struct; arrays are given by their first and last items"""
    for field in re.split(r';\s*(?![^{]*\})', structs[struct]):
        if '(' in field or not field.strip():
            continue
        match = re.match(r'(?:const )?(?:struct )?(\w+) (.*)$', field.strip())
        kind = match.group(1)
        for name in match.group(2).replace('const ', '').split(','):
            array = re.match(r'\s*(\*?)\s*(\w+)((?:\[\w+\])*)$', name)
            if not array:
                continue
            sizes = [values.get(size, None) or int(size) for size in re.findall(r'\[(\w+)\]', array.group(3))]
            items = [''] if not sizes else [''.join('[0]' for _ in sizes), ''.join('[%d]' % (size - 1) for size in sizes)]
            for item in items:
                yield array.group(2) + item, kind, bool(array.group(1)), name.strip()


def bad_fields(struct, prefix):
    """assignments that make one field of a struct wrong"""
    for name, kind, is_pointer, _ in fields(struct):
        at = prefix + name
        if is_pointer:
            if kind in objects:
                yield at, 'other.' + objects[kind]
        elif kind in structs:
            yield from bad_fields(kind, at + '.')
        else:
            plain_name = re.sub(r'\[\d+\]', '', name)
            for wrong in bad_scalars(kind, 'joint' if plain_name == 'foot' and struct == 'sinew_leg' else plain_name):
                yield at, wrong


def good_struct(kind, name):
    members, arrays = good_structs[kind]
    lines = [array + ';' for array in arrays] + ['%s %s_ = {%s};' % (kind, name, members)]
    cases = list(bad_fields(kind, name + '_.'))
    for array in arrays:
        match = re.match(r'(\w+) (\w+)(\[\d+\])?', array)
        if match.group(1) in structs:
            cases += [(match.group(2) + '[0].' + at, wrong) for at, wrong in bad_fields(match.group(1), '')]
        elif match.group(3):
            cases += [(match.group(2) + '[0]', wrong) for wrong in bad_scalars(match.group(1), '', counts.get(match.group(2) + '[0]'))]
        else:
            cases += [(match.group(2), wrong) for wrong in bad_scalars(match.group(1), '')]
    return lines, cases


def write_function(name, result, parameters):
    lines, passed, cases, outs, finish = [], [], [], [], []
    if name in before:
        lines.append(before[name])
    has_objects = sum(split(p)[1] in objects and split(p)[2] == 1 for p in parameters) > 1
    for parameter in parameters:
        kind, base, pointers, own = split(parameter)
        is_const = 'const' in kind
        expression = good.get((name, own), good.get(own, ''))
        null = result == 'sinew_result' and own != 'out_error' and pointers > 0 and (
            (own not in optional and (name, own) not in optional_of) or (name, own) in required)
        if own == 'out_error':
            passed.append('&error')
            continue
        variable = own
        if '(*' in parameter and not is_const:
            lines.append('float (*%s)[3] = some_places;' % own)
        elif pointers == 2 and not is_const and base not in ('char', 'void', 'uint8_t'):
            lines.append('%s *%s_ = NULL, **%s = &%s_;' % (base, own, own, own))
            finish.append('%s_destroy(%s_);' % (base, own))
        elif pointers == 2 and not is_const:
            lines.append('%s *%s_ = NULL, **%s = &%s_;' % (base, own, own, own))
            finish.append('sinew_free(%s_);' % own)
        elif pointers == 1 and base == 'sinew_local_pose' and (own.startswith('out_')):
            lines.append('%s *%s = mine.local_pose_to;' % (base, own))
            cases.append((own, 'other.local_pose_to'))
        elif pointers == 1 and base == 'sinew_pose' and own == 'scratch':
            lines.append('%s *%s = mine.scratch;' % (base, own))
            cases.append((own, 'other.scratch'))
        elif pointers == 1 and base in objects and not isinstance(expression, type(None)):
            source = expression or 'mine.' + objects[base]
            lines.append('const %s *%s = %s;' % (base, own, source) if is_const else '%s *%s = %s;' % (base, own, source))
            if has_objects and 'mine.' in source:
                cases.append((own, source.replace('mine.', 'other.')))
        elif pointers == 1 and is_const and base in good_structs and expression != 'NULL' and base not in plain:
            more, wrong = good_struct(base, own)
            lines += more + ['const %s *%s = &%s_;' % (base, own, own)]
            cases += wrong
        elif pointers == 1 and base in plain and not own.startswith('out_'):
            lines.append('%s%s *%s = %s;' % ('const ' if is_const else '', base, own, plain[base]))
        elif base == 'sinew_mixer_state' and is_const:
            lines.append('const sinew_mixer_state *state = &state_;')
            cases += list(bad_fields(base, 'state_.'))
        elif pointers == 1 and base in structs and base not in buffers:
            lines.append('%s %s_ = {0}, *%s = &%s_;' % (base, own, own, own))
            if base in releases:
                finish.append('%s(&%s_);' % (releases[base], own))
            elif re.fullmatch(r'((double [\w\[\], ]+|sinew_vec3 \w+|sinew_quat \w+);\s*)+', structs[base] + ' '):
                outs.append('argument_numbers_check((const double *)&%s_, sizeof %s_ / sizeof(double), function, wrong[at]);' % (own, own))
        elif pointers >= 1 and expression is None:
            if own == 'scratch':
                lines.append('float *scratch = some_floats + ARGUMENT_NUMBERS / 2;')
        elif pointers >= 1 and expression:
            lines.append('%s = %s;' % (re.sub(r'(\w+)\[\w+\]$', r'*\1', parameter) if '(*' not in parameter else 'const float (*%s)[3]' % own, expression))
            if pointers == 1 and 'mine.limb' in expression:
                lines[-1] = 'int32_t %s_ = %s;' % (own, expression.replace('&', ''))
                lines.append('const int32_t *%s = &%s_;' % (own, own))
                cases += [(own + '_', wrong) for wrong in bad_scalars('int32_t', '', 'mine.model->joint_count')]
        elif pointers >= 1 and base == 'size_t':
            lines.append('size_t %s_ = 0, *%s = &%s_;' % (own, own, own))
        elif pointers >= 1:
            lines.append('%s *%s = %s;' % (base, own, buffers[base] + (' + ARGUMENT_NUMBERS / 4 * %d' % (len(passed) % 3) if base in ('double', 'float') else '')))
        elif base in structs:
            lines.append('%s %s = {0};' % (base, own))
            cases += list(bad_fields(base, own + '.'))
        elif kind in enums:
            lines.append('%s %s = (%s)0;' % (kind, own, kind))
            cases += [(own, wrong) for wrong in bad_scalars(kind, own)]
        else:
            lines.append('%s %s = %s;' % (kind, own, expression or '0'))
            cases += [(own, wrong) for wrong in bad_scalars(kind, own)]
        if null:
            cases.append((own, 'NULL'))
        passed.append(variable)
    return emit(name, result, lines, passed, cases, outs, finish)


def is_accepted(name, at, wrong):
    at = at.replace('_.', '->')
    return name in arithmetic or any(re.fullmatch(row, '%s %s = %s' % (name, at, wrong)) for row in accepted)


def emit(name, result, lines, passed, cases, outs, finish):
    shown = [at.replace('_.', '->').rstrip('_') + ' = ' + wrong for at, wrong in cases]
    text = ['static void call_%s(void **unused)\n{' % name, '    static const char function[] = "%s";' % name]
    text.append('    static const char *const wrong[] = {"nothing is wrong"%s};' % ''.join(',\n        "%s"' % case for case in shown))
    text.append('    static const int is_accepted[] = {1%s};' % ''.join(', %d' % is_accepted(name, at, bad) for at, bad in cases))
    text += ['    (void)unused;', '    (void)is_accepted;', '    for (size_t at = 0; at < sizeof wrong / sizeof *wrong; ++at) {', *(['        sinew_error error = {0};'] if result == 'sinew_result' else [])]
    text += ['        ' + line for line in lines]
    text += ['        switch (at) {']
    for number, (at, bad) in enumerate(cases):
        text.append('        case %d: %s = %s; break;' % (number + 1, at, bad))
    text += ['        default: break;', '        }']
    call = '%s(%s)' % (name, ', '.join(passed))
    if result == 'sinew_result':
        text.append('        const sinew_result result = %s;' % call)
        text.append('        judge_result(function, wrong[at], at, is_accepted[at], %s, result, &error);' % success.get(name, 'SINEW_OK'))
    elif result == 'void':
        text.append('        %s;' % call)
    elif '*' in result:
        text.append('        const void *answer = %s;' % call)
        text.append('        if (!is_accepted[at] && answer && *(const char *)answer) complain("%s, %s: an answer", function, wrong[at]);')
    elif result in structs:
        text.append('        const %s answer = %s;' % (result, call))
        if name not in arithmetic and re.fullmatch(r'((double [\w\[\], ]+|sinew_vec3 \w+|sinew_quat \w+);\s*)+', structs[result] + ' '):
            text.append('        argument_numbers_check((const double *)&answer, sizeof answer / sizeof(double), function, wrong[at]);')
        else:
            text.append('        (void)answer;')
    else:
        text.append('        const double answer = (double)%s;' % call)
        text.append('        if (!is_accepted[at] && answer != 0 && answer != SINEW_NONE && !isinf(answer))\n'
                    '            complain("%s, %s: the answer is %g", function, wrong[at], answer);')
    if name not in arithmetic:
        text += ['        ' + line for line in outs]
    text += ['        ' + line for line in finish]
    if name in after:
        text.append('        ' + after[name])
    text += ['        argument_objects_check(function, wrong[at]);', '        check_buffers(function, wrong[at]);' if name not in arithmetic else '        clear_buffers();', '    }', '    if (complaints) fail_msg("%d complaints", complaints);', '}\n']
    return '\n'.join(text)


prologue = open(__file__.replace('arguments.py', 'arguments_begin.c'), encoding='utf-8').read()
called = [one for one in functions if one[0] not in uncalled]
with open(sys.argv[2], 'w', encoding='utf-8') as out:
    out.write('// Written by arguments.py from abi.txt.\n' + prologue + '\n')
    for one in called:
        out.write(write_function(*one) + '\n')
    out.write('int main(int argc, char **argv)\n{\n    if (argc > 1) cmocka_set_test_filter(argv[1]);\n    const struct CMUnitTest tests[] = {\n        OWN_TESTS\n')
    for name, _, _ in called:
        out.write('        cmocka_unit_test_setup_teardown(call_%s, argument_objects_make, argument_objects_destroy),\n' % name)
    out.write('    };\n    return cmocka_run_group_tests(tests, argument_models_open, argument_models_close);\n}\n')
