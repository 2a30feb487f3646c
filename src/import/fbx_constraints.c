// Stage: names what an FBX document would have computed, and sinew does not.
#include "import/fbx_constraints.h"

void fbx_warn_of_constraints(import_pass *pass)
{
    const fbx_document *document = pass->document;
    for (size_t i = 0; i < document->object_count; i++) {
        const fbx_object *object = &document->objects[i];
        if (object->kind != FBX_CONSTRAINT || fbx_property_integer(object, "Active", 1) == 0) continue;
        const fbx_bytes type = fbx_child_bytes(object->record, "Type");
        const char *text = type.size ? fbx_text_utf8(&pass->arena, type) : object->subclass;
        import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_CONSTRAINT, object->name,
                    "this constraint (%s) is not evaluated; only keys move joints", text && *text ? text : "unknown");
    }
}
