// Stage: warns of constraints and relations, which are not evaluated.
#include "import/fbx/fbx_stages.h"

#include <string.h>

/// Properties of models that follow properties of other objects, by an expression or a relation.
static void warn_of_driven_properties(import_pass *pass)
{
    const fbx_document *document = pass->document;
    for (size_t i = 0; i < document->connection_count; i++) {
        const fbx_connection *drives = &document->connections[i];
        if (drives->target->kind != FBX_MODEL || !*drives->source_property || !*drives->target_property) continue;
        sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_CONSTRAINT, drives->target->name,
                           "its '%s' follows '%s' of '%s'; that is not evaluated, only keys move joints",
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
    warn_of_driven_properties(pass);
    if (changes) mark_changing_weights(document, changes);
    for (size_t i = 0; i < document->object_count; i++) {
        const fbx_object *object = &document->objects[i];
        if (object->kind != FBX_CONSTRAINT || !has_effect(object, !changes || changes[i])) continue;
        const fbx_bytes type = sinew__fbx_child_bytes(object->record, "Type");
        const char *text = type.size ? sinew__fbx_text_utf8(&pass->arena, type) : object->subclass;
        sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_CONSTRAINT, object->name,
                           "this constraint (%s) is not evaluated; only keys move joints",
                           text && *text ? text : "unknown");
    }
}
