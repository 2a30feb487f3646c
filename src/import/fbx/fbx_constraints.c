// Stage: warns of constraints and relations, which are not evaluated.
#include "import/fbx/fbx_stages.h"

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

void sinew__fbx_warn_of_constraints(import_pass *pass)
{
    const fbx_document *document = pass->document;
    warn_of_driven_properties(pass);
    for (size_t i = 0; i < document->object_count; i++) {
        const fbx_object *object = &document->objects[i];
        if (object->kind != FBX_CONSTRAINT || sinew__fbx_property_integer(object, "Active", 1) == 0) continue;
        const fbx_bytes type = sinew__fbx_child_bytes(object->record, "Type");
        const char *text = type.size ? sinew__fbx_text_utf8(&pass->arena, type) : object->subclass;
        sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_CONSTRAINT, object->name,
                           "this constraint (%s) is not evaluated; only keys move joints",
                           text && *text ? text : "unknown");
    }
}
