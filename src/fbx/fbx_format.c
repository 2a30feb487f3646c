#include "fbx/fbx_format.h"

#include <string.h>

#include "fbx/fbx_record.h"

// ---- types of values ---------------------------------------------------------------------------------------------

size_t sinew__fbx_scalar_width(char type)
{
    switch (type) {
    case 'B':
    case 'C':
    case 'Z': return 1;
    case 'Y': return 2;
    case 'I':
    case 'F': return 4;
    case 'L':
    case 'D': return 8;
    default: return 0;
    }
}

size_t sinew__fbx_item_width(char type)
{
    switch (type) {
    case 'b':
    case 'c': return 1;
    case 'i':
    case 'f': return 4;
    case 'l':
    case 'd': return 8;
    default: return 0;
    }
}

// ---- objects -----------------------------------------------------------------------------------------------------

const fbx_class_format sinew__fbx_classes[FBX_CLASS_COUNT] = {
    [FBX_OTHER] = {"", ""},
    [FBX_MODEL] = {"Model", "Model"},
    [FBX_GEOMETRY] = {"Geometry", "Geometry"},
    [FBX_NODE_ATTRIBUTE] = {"NodeAttribute", "NodeAttribute"},
    [FBX_DEFORMER] = {"Deformer", "Deformer"},
    [FBX_POSE] = {"Pose", "Pose"},
    [FBX_MATERIAL] = {"Material", "Material"},
    [FBX_TEXTURE] = {"Texture", "Texture"},
    [FBX_VIDEO] = {"Video", "Video"},
    [FBX_CACHE] = {"Cache", "Cache"},
    [FBX_CONSTRAINT] = {"Constraint", "Constraint"},
    [FBX_ANIMATION_STACK] = {"AnimationStack", "AnimStack"},
    [FBX_ANIMATION_LAYER] = {"AnimationLayer", "AnimLayer"},
    [FBX_ANIMATION_CURVE_NODE] = {"AnimationCurveNode", "AnimCurveNode"},
    [FBX_ANIMATION_CURVE] = {"AnimationCurve", "AnimCurve"},
};

fbx_class sinew__fbx_class_of(const char *record)
{
    for (int i = FBX_OTHER + 1; i < FBX_CLASS_COUNT; ++i)
        if (strcmp(record, sinew__fbx_classes[i].record) == 0) return (fbx_class)i;
    return FBX_OTHER;
}

// ---- records and properties --------------------------------------------------------------------------------------

const fbx_record_format sinew__fbx_records[FBX_RECORDS_END] = {
#define X(id, name, values) {name, values},
    FBX_RECORDS(X)
#undef X
};

const fbx_property_format sinew__fbx_properties[FBX_PROPERTIES_END] = {
#define X(id, name, type, label, flags, values) {name, type, label, flags, values},
    FBX_PROPERTIES(X)
#undef X
};

// ---- time --------------------------------------------------------------------------------------------------------

const double sinew__fbx_frame_rates[FBX_TIME_MODE_COUNT] = {
    30,
    120,
    100,
    60,
    50,
    48,
    30,
    30,
    30000.0 / 1001,
    30000.0 / 1001,
    25,
    24,
    1000,
    24000.0 / 1001,
    0,
    96,
    72,
    60000.0 / 1001,
    120000.0 / 1001,
};

// ---- escapes of ASCII files ----------------------------------------------------------------------------------------

const fbx_escape sinew__fbx_escapes[FBX_ESCAPE_COUNT] = {{"&quot;", '"'}, {"&cr;", '\r'}, {"&lf;", '\n'}};

const fbx_escape *sinew__fbx_escape_at(const char *text, const char *end)
{
    for (int i = 0; *text == '&' && i < FBX_ESCAPE_COUNT; ++i) {
        const size_t length = strlen(sinew__fbx_escapes[i].text);
        if ((size_t)(end - text) >= length && memcmp(text, sinew__fbx_escapes[i].text, length) == 0)
            return &sinew__fbx_escapes[i];
    }
    return NULL;
}
