// Properties of objects, with the defaults of their templates, and embedded media.
#include <string.h>

#include "fbx/fbx_document.h"

static const fbx_record *find_property(const fbx_record *properties, const char *name, size_t length)
{
    for (const fbx_record *p = properties ? properties->first_child : NULL; p; p = p->next) {
        const fbx_value *value = sinew__fbx_record_value(p, 0);
        if (value && value->kind == FBX_VALUE_TEXT && value->size == length &&
            memcmp(value->as.bytes, name, length) == 0)
            return p;
    }
    return NULL;
}

const fbx_record *sinew__fbx_property(const fbx_object *object, const char *name)
{
    const size_t length = strlen(name);
    const fbx_record *own = find_property(object->properties, name, length);
    return own ? own : find_property(object->defaults, name, length);
}

double sinew__fbx_property_number(const fbx_object *object, const char *name, double fallback)
{
    return sinew__fbx_record_number(sinew__fbx_property(object, name), FBX_PROPERTY_VALUES, fallback);
}

int64_t sinew__fbx_property_integer(const fbx_object *object, const char *name, int64_t fallback)
{
    return sinew__fbx_record_integer(sinew__fbx_property(object, name), FBX_PROPERTY_VALUES, fallback);
}

int sinew__fbx_property_vector(const fbx_object *object, const char *name, double out[3])
{
    const fbx_record *property = sinew__fbx_property(object, name);
    if (!property || property->value_count < FBX_PROPERTY_VALUES + 3) return 0;
    for (size_t i = 0; i < 3; i++) out[i] = sinew__fbx_record_number(property, FBX_PROPERTY_VALUES + i, out[i]);
    return 1;
}

fbx_bytes sinew__fbx_property_text(const fbx_object *object, const char *name)
{
    return sinew__fbx_record_bytes(sinew__fbx_property(object, name), FBX_PROPERTY_VALUES);
}

sinew_result sinew__fbx_video_content(fbx_document *document, const fbx_object *video, fbx_bytes *out_content,
                                      sinew_error *out_error)
{
    return sinew__fbx_record_content(document->arena, sinew__fbx_record_child(video->record, "Content"), out_content,
                                     out_error);
}

fbx_bytes sinew__fbx_media_file_name(const fbx_object *media)
{
    static const char *const NAMES[] = {"RelativeFilename", "Filename", "FileName"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        const fbx_bytes name = sinew__fbx_child_bytes(media->record, NAMES[i]);
        if (name.size) return name;
    }
    const fbx_bytes relative = sinew__fbx_property_text(media, "RelPath");
    return relative.size ? relative : sinew__fbx_property_text(media, "Path");
}
