#include "import/fbx/fbx_stages.h"

static void warn(import_pass *pass, const fbx_object *object, const char *what)
{
    sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_APPROXIMATED, object->name, "%s", what);
}

static void warn_of_rotation_order(import_pass *pass, const fbx_object *model, int32_t joint)
{
    if (pass->joints[joint].stack->rotation_order == SINEW_ROTATE_SPHERIC && pass->joints[joint].stack->rotation_active)
        warn(pass, model, "its rotation order is spheric; XYZ is used");
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
    for (size_t i = 0; i < document->object_count; i++) {
        const fbx_object *object = &document->objects[i];
        if (object->kind == FBX_MODEL && pass->model_joints[i] != SINEW_NONE)
            warn_of_rotation_order(pass, object, pass->model_joints[i]);
        const fbx_object *group = sinew__fbx_object_is(object, FBX_NODE_ATTRIBUTE, "LodGroup")
                                      ? sinew__fbx_target_of(document, object, FBX_MODEL)
                                      : NULL;
        if (group) warn(pass, group, "all its levels of detail are drawn at once");
    }
}
