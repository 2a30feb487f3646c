#include "import/fbx/fbx_stages.h"

static void warn(import_pass *pass, const fbx_object *object, const char *what)
{
    sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_APPROXIMATED, object->name, "%s", what);
}

/// Marks the joints whose rotation a clip animates.
static uint8_t *find_rotated(import_pass *pass)
{
    uint8_t *is_rotated = SINEW__ARENA_ARRAY(&pass->arena, uint8_t, pass->raw.joint_count);
    for (int32_t c = 0; is_rotated && c < pass->raw.clip_count; c++)
        for (int32_t i = 0; i < pass->raw.clips[c].channel_count; i++) {
            const sinew_raw_channel *channel = &pass->raw.clips[c].channels[i];
            if (channel->property == SINEW_CHANNEL_ROTATION && channel->joint != SINEW_NONE)
                is_rotated[channel->joint] = 1;
        }
    return is_rotated;
}

static void warn_of_rotations(import_pass *pass, const fbx_object *model, int32_t joint, const uint8_t *is_rotated)
{
    if (pass->joints[joint].stack->rotation_order == SINEW_ROTATE_SPHERIC && pass->joints[joint].stack->rotation_active)
        warn(pass, model, "its rotation order is spheric; XYZ is used");
    if (is_rotated[joint] && sinew__fbx_property_integer(model, "QuaternionInterpolate", 0) != 0)
        warn(pass, model,
             "it asks for quaternions between its keys; its Euler angles are interpolated, as by the FBX SDK");
}

/// Coordinates are kept: writers of right-handed files state left-handed axes, too.
static void warn_of_hand(import_pass *pass)
{
    if (pass->document->settings.is_left_handed)
        sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_LEFT_HANDED, NULL,
                           "the file states left-handed axes; they are treated as right-handed, which "
                           "mirrors a model that really is left-handed");
}

void sinew__fbx_warn_of_approximations(import_pass *pass)
{
    const fbx_document *document = pass->document;
    warn_of_hand(pass);
    const uint8_t *is_rotated = find_rotated(pass);
    for (size_t i = 0; is_rotated && i < document->object_count; i++) {
        const fbx_object *object = &document->objects[i];
        if (object->kind == FBX_MODEL && pass->model_joints[i] != SINEW_NONE)
            warn_of_rotations(pass, object, pass->model_joints[i], is_rotated);
        const fbx_object *group = sinew__fbx_object_is(object, FBX_NODE_ATTRIBUTE, "LodGroup")
                                      ? sinew__fbx_target_of(document, object, FBX_MODEL)
                                      : NULL;
        if (group) warn(pass, group, "all its levels of detail are drawn at once");
    }
}
