# What each row accepts, as `function argument = value`, and why.
accepted = [
    # SINEW_NONE is the rest pose, or no joint.
    r'sinew_(clip_(from|to)_timeline|clip_fill_frames|motion_bounds|tra\w+_create|mixer_play|export|blend_\w+|crowd_evaluate) .*\bclip = -1',
    r'sinew_(mixer_set_layer|mixer_set_state|mixer_rebind) (settings->reference\.|known->)clip = -1',
    r'sinew_clip_key_times joint = -1', r'sinew_root_motion_tables_create options->joint = -1', r'sinew_\w+ .*\btoe = -1',
    # What the kind of a source, of a clip or of a format does not ask for is not read.
    r'sinew_blend_check layers->source\.(clip|time|in_place) = .*', r'sinew_\w+ .*reference\.pose = .*',
    r'sinew_\w+ options->(character|animation)_reference\.(clip|time) = .*',
    r'sinew_mixer_play clip->(half_life|x|y) = .*', r'sinew_mixer_\w+ known->(?!clip|marker).*',
    r'sinew_mixer_set_state state->layers\[\d\]\.clips\[3\].*', r'sinew_mixer_set_state state->layers\[3\]\.clips\[0\].*',
    r'sinew_crowd_evaluate characters->layer_count = .*', r'sinew_export options->in_place_joint = .*',
    r'sinew_model_edit steps->(factor|fps|frames|ease|time_count|pose_count|clip_count) = .*',
    # A mixer may be given another model: that is what the function is for.
    r'sinew_mixer_rebind (mixer|model) = other\..*',
    # The model of the test is a glTF and has no curves.
    r'sinew_clip_fill_curve curve = .*',
    # Numbers that the header gives a meaning: weights of 0, the default of a budget, the identity.
    r'sinew_mixer_set_weight weight = .*', r'sinew_blend_space_weights [xy] = .*', r'sinew_model_(load(_\w+)?|read_texture) options->(timeout|bake_error) = .*',
    r'sinew_model_from_raw raw->(fps|unit_cm|root.*) = .*',
    r'sinew_(model_bake|baking_create) options->seconds = INFINITY',
    r'sinew_time_resolve context->(clip = -1|model = other.model)',
    # The model has slots already, and nothing is bound in them.
    r'sinew_(clip_unbind|model_reserve_clip_slots) .*', r'sinew_engine_accepts_clip clip = -1',
    # A trail is points, of whatever model.
    r'sinew_renderer_draw(_crowd)? options->trail = .*',
    # How far a target was missed, with what is not valid left out; 180 degrees or infinity where nothing moves.
    r'sinew_ik_solve_\w+ .*', r'sinew_result_(code|text) .*',
]
success = {'sinew_model_reserve_clip_slots': 'SINEW_ERROR_INVALID_ARGUMENT', 'sinew_clip_unbind': 'SINEW_ERROR_INVALID_ARGUMENT',
           'sinew_model_find_camera': 'SINEW_ERROR_NO_CAMERA', 'sinew_clip_fill_curve': 'SINEW_ERROR_NO_CURVES'}
# Functions whose results are what their numbers say: NaN of NaN.
arithmetic = {name for name, _, _ in functions if re.match(r'sinew_(affine|quat|root_delta|transform|palette)_', name)}
