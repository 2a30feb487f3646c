// Stage: warns of constraints and relations, which are not evaluated.

#include <string.h>

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

/// The properties of an object that have keys, a bit for each. Programs bake what drives a property into them.
static uint32_t find_keyed(fbx_connections sources)
{
    uint32_t keyed = 0;
    for (size_t i = 0; i < sources.count; i++) {
        const int32_t property = sinew__fbx_played_property(&sources.items[i]);
        if (property != SINEW_NONE && sources.items[i].source->kind == FBX_ANIMATION_CURVE_NODE)
            keyed |= UINT32_C(1) << property;
    }
    return keyed;
}

/// Properties of an object that follow properties of other objects, by an expression or a relation.
static void warn_of_driven_properties(import_pass *pass, const fbx_object *object)
{
    const fbx_connections sources = sinew__fbx_sources(pass->document, object);
    const uint32_t keyed = find_keyed(sources);
    for (size_t i = 0; i < sources.count; i++) {
        const fbx_connection *drives = &sources.items[i];
        const int32_t property = sinew__fbx_played_property(drives);
        if (property == SINEW_NONE || keyed >> property & 1 || !*drives->source_property) continue;
        sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_CONSTRAINT, object->name,
                           "its '%s' follows '%s' of '%s'; that is not evaluated, only keys are played",
                           drives->target_property, drives->source_property, drives->source->name);
    }
}

/// Marks the constraints of which something, such as keys, changes the weight.
static void mark_changing_weights(const fbx_document *document, unsigned char *changes)
{
    for (size_t i = 0; i < document->connection_count; i++) {
        const fbx_connection *connection = &document->connections[i];
        if (connection->target->kind == FBX_CONSTRAINT && strcmp(connection->target_property, "Weight") == 0)
            changes[connection->target - document->objects] = 1;
    }
}

/// Whether the constraint moves something at any time. Its weight is a percentage.
static int has_effect(const fbx_object *constraint, int weight_changes)
{
    if (sinew__fbx_property_integer(constraint, "Active", 1) == 0) return 0;
    return weight_changes || sinew__fbx_property_number(constraint, "Weight", 100) != 0;
}

void sinew__fbx_warn_of_constraints(import_pass *pass)
{
    const fbx_document *document = pass->document;
    unsigned char *changes = SINEW__ARENA_ARRAY(&pass->arena, unsigned char, document->object_count);
    if (changes) mark_changing_weights(document, changes);
    for (size_t i = 0; i < document->object_count; i++) {
        const fbx_object *object = &document->objects[i];
        warn_of_driven_properties(pass, object);
        if (object->kind != FBX_CONSTRAINT || !has_effect(object, !changes || changes[i])) continue;
        const fbx_bytes type = sinew__fbx_child_bytes(object->record, "Type");
        const char *text = type.size ? sinew__fbx_text_utf8(&pass->arena, type) : object->subclass;
        sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_CONSTRAINT, object->name,
                           "this constraint (%s) is not evaluated; only keys move joints",
                           text && *text ? text : "unknown");
    }
}
