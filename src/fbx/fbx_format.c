#include "fbx/fbx_format.h"

#include <assert.h>
#include <string.h>

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
    for (int i = FBX_OTHER + 1; i < FBX_CLASS_COUNT; i++)
        if (strcmp(record, sinew__fbx_classes[i].record) == 0) return (fbx_class)i;
    return FBX_OTHER;
}

// ---- properties --------------------------------------------------------------------------------------------------

static const fbx_property_format PROPERTIES[] = {
    // of models
    {"Lcl Translation", "Lcl Translation", "", "A", "ddd"},
    {"Lcl Rotation", "Lcl Rotation", "", "A", "ddd"},
    {"Lcl Scaling", "Lcl Scaling", "", "A", "ddd"},
    {"RotationOffset", "Vector3D", "Vector", "", "ddd"},
    {"RotationPivot", "Vector3D", "Vector", "", "ddd"},
    {"PreRotation", "Vector3D", "Vector", "", "ddd"},
    {"PostRotation", "Vector3D", "Vector", "", "ddd"},
    {"ScalingOffset", "Vector3D", "Vector", "", "ddd"},
    {"ScalingPivot", "Vector3D", "Vector", "", "ddd"},
    {"RotationOrder", "enum", "", "", "i"},
    {"RotationActive", "bool", "", "", "i"},
    {"InheritType", "enum", "", "", "i"},
    {"Visibility", "Visibility", "", "A", "d"},
    {"Visibility Inheritance", "Visibility Inheritance", "", "", "i"},
    {"DefaultAttributeIndex", "int", "Integer", "", "i"},
    {"LookAtProperty", "object", "", "", ""},
    {"UpVectorProperty", "object", "", "", ""},
    // of the scene
    {"UpAxis", "int", "Integer", "", "i"},
    {"UpAxisSign", "int", "Integer", "", "i"},
    {"FrontAxis", "int", "Integer", "", "i"},
    {"FrontAxisSign", "int", "Integer", "", "i"},
    {"CoordAxis", "int", "Integer", "", "i"},
    {"CoordAxisSign", "int", "Integer", "", "i"},
    {"UnitScaleFactor", "double", "Number", "", "d"},
    {"OriginalUnitScaleFactor", "double", "Number", "", "d"},
    {"TimeMode", "enum", "", "", "i"},
    {"CustomFrameRate", "double", "Number", "", "d"},
    {"TimeSpanStart", "KTime", "Time", "", "l"},
    {"TimeSpanStop", "KTime", "Time", "", "l"},
    {"ActiveAnimStackName", "KString", "", "", "s"},
    // of stacks and layers
    {"LocalStart", "KTime", "Time", "", "l"},
    {"LocalStop", "KTime", "Time", "", "l"},
    {"ReferenceStart", "KTime", "Time", "", "l"},
    {"ReferenceStop", "KTime", "Time", "", "l"},
    {"Weight", "Number", "", "A", "d"},
    {"Mute", "bool", "", "", "i"},
    {"BlendMode", "enum", "", "", "i"},
    {"RotationAccumulationMode", "enum", "", "", "i"},
    {"ScaleAccumulationMode", "enum", "", "", "i"},
    // of curve nodes
    {"d|X", "Number", "", "A", "d"},
    {"d|Y", "Number", "", "A", "d"},
    {"d|Z", "Number", "", "A", "d"},
    {"d|Visibility", "Visibility", "", "A", "d"},
    {"d|DeformPercent", "Number", "", "A", "d"},
    {"d|Weight", "Number", "", "A", "d"},
    // of shapes
    {"DeformPercent", "Number", "", "A", "d"},
    // of materials and images
    {"DiffuseColor", "Color", "", "A", "ddd"},
    {"DiffuseFactor", "Number", "", "A", "d"},
    {"EmissiveColor", "Color", "", "A", "ddd"},
    {"TransparentColor", "Color", "", "A", "ddd"},
    {"TransparencyFactor", "Number", "", "A", "d"},
    {"Opacity", "double", "Number", "", "d"},
    {"ShininessExponent", "Number", "", "A", "d"},
    {"ReflectionFactor", "Number", "", "A", "d"},
    {"roughness", "double", "Number", "A+U", "d"},
    {"metalness", "double", "Number", "A+U", "d"},
    {"Path", "KString", "XRefUrl", "", "s"},
    {"UseMaterial", "bool", "", "", "i"},
    {"WrapModeU", "enum", "", "", "i"},
    {"WrapModeV", "enum", "", "", "i"},
    // of cameras
    {"AspectRatioMode", "enum", "", "", "i"},
    {"AspectWidth", "double", "Number", "", "d"},
    {"AspectHeight", "double", "Number", "", "d"},
    {"ApertureMode", "enum", "", "", "i"},
    {"FieldOfView", "FieldOfView", "", "A", "d"},
    {"FieldOfViewX", "FieldOfViewX", "", "A", "d"},
    {"FieldOfViewY", "FieldOfViewY", "", "A", "d"},
    {"CameraProjectionType", "enum", "", "", "i"},
    {"OrthoZoom", "double", "Number", "", "d"},
    {"NearPlane", "double", "Number", "", "d"},
    {"FarPlane", "double", "Number", "", "d"},
    {"Roll", "Roll", "", "A", "d"},
    {"UpVector", "Vector", "", "A", "ddd"},
};

const fbx_property_format *sinew__fbx_property_format(const char *name)
{
    size_t i = 0;
    while (i + 1 < sizeof PROPERTIES / sizeof *PROPERTIES && strcmp(PROPERTIES[i].name, name) != 0) i++;
    assert(strcmp(PROPERTIES[i].name, name) == 0);
    return &PROPERTIES[i];
}

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
