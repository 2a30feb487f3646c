#include "import/fbx/fbx_stages.h"

#include "fbx/fbx_animation.h"

static void warn(import_pass *pass, const fbx_object *object, const char *what)
{
    sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_APPROXIMATED, object->name, "%s", what);
}

/// Marks the joints that some clip turns.
static uint8_t *find_turned(import_pass *pass)
{
    uint8_t *turned = SINEW__ARENA_ARRAY(&pass->arena, uint8_t, pass->raw.joint_count);
    for (int32_t c = 0; turned && c < pass->raw.clip_count; c++)
        for (int32_t i = 0; i < pass->raw.clips[c].channel_count; i++) {
            const sinew_raw_channel *channel = &pass->raw.clips[c].channels[i];
            if (channel->property == SINEW_CHANNEL_ROTATION && channel->joint != SINEW_NONE) turned[channel->joint] = 1;
        }
    return turned;
}

static void warn_of_rotations(import_pass *pass, const fbx_object *model, int32_t joint, const uint8_t *turned)
{
    if (pass->joints[joint].stack->rotation_order == SINEW_ROTATE_SPHERIC && pass->joints[joint].stack->rotation_active)
        warn(pass, model, "its rotation order is spheric; it turns in the order XYZ");
    const int64_t mode = sinew__fbx_property_integer(model, "QuaternionInterpolate", 0);
    if (turned[joint] && mode != 0 && mode != FBX_QUATERNION_SLERP)
        warn(pass, model, "its keys ask for quaternions that ease between them; its Euler angles are interpolated");
}

/// Coordinates are nevertheless taken as they are: writers of right-handed files state left-handed axes, too.
static void warn_of_hand(import_pass *pass)
{
    if (pass->document->settings.is_left_handed)
        sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_LEFT_HANDED, NULL,
                           "the file calls its axes left-handed; it is shown as if they were right-handed, which "
                           "mirrors a model that really is left-handed");
}

void sinew__fbx_warn_of_approximations(import_pass *pass)
{
    const fbx_document *document = pass->document;
    warn_of_hand(pass);
    const uint8_t *turned = find_turned(pass);
    for (size_t i = 0; turned && i < document->object_count; i++) {
        const fbx_object *object = &document->objects[i];
        if (object->kind == FBX_MODEL && pass->model_joints[i] != SINEW_NONE)
            warn_of_rotations(pass, object, pass->model_joints[i], turned);
        const fbx_object *group = sinew__fbx_object_is(object, FBX_NODE_ATTRIBUTE, "LodGroup")
                                      ? sinew__fbx_target_of(document, object, FBX_MODEL)
                                      : NULL;
        if (group) warn(pass, group, "all its levels of detail are drawn at once");
    }
}
