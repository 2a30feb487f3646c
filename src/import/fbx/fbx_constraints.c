// Stage: warns of constraints and relations, which are not evaluated.
#include "import/fbx/fbx_stages.h"

#include <string.h>

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
