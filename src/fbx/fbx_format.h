/// The elements of FBX files, for the reader and the writer: signature, types of values, classes of objects,
/// properties, frame rates and attributes of keys.
#ifndef SINEW_FBX_FBX_FORMAT_H
#define SINEW_FBX_FBX_FORMAT_H

#include <stddef.h>
#include <stdint.h>

/// The first bytes of a binary file, including the terminator. After them come 0x1a, the endianness and the version.
#define FBX_SIGNATURE "Kaydara FBX Binary  "
enum { FBX_ENDIANNESS_AT = 22, FBX_VERSION_AT = 23 };

/// From this version on, record headers in binary files are 64 bits wide.
enum { FBX_WIDE_FROM = 7500 };

/// Ticks per second, the unit of time in FBX, unless the header of the file states another number.
#define FBX_TICKS_PER_SECOND INT64_C(46186158000)

/// Separates the name of an object from its class in binary files; ASCII files write `Class::name`.
#define FBX_CLASS_SEPARATOR "\0\1"

// ---- types of values ---------------------------------------------------------------------------------------------

/// Returns the size in bytes of a single value after its type letter (B C Z Y I F L D); 0 for types that store their
/// size (S R).
size_t sinew__fbx_scalar_width(char type);

/// Returns the size in bytes of a number in an array of a type (b c i f l d); 0 if the letter is not an array type.
size_t sinew__fbx_item_width(char type);

// ---- objects -----------------------------------------------------------------------------------------------------

/// The class of an object, by the name of its record. Subclasses ("Mesh", "Skin", "Cluster", …) are stored as strings.
typedef enum fbx_class {
    FBX_OTHER,
    FBX_MODEL,          ///< a node of the hierarchy; subclasses Mesh, LimbNode, Limb, Root, Null, Camera, Light, …
    FBX_GEOMETRY,       ///< subclasses Mesh, Shape, NurbsCurve, Line, …
    FBX_NODE_ATTRIBUTE, ///< subclasses LimbNode, Null, Camera, Light, …
    FBX_DEFORMER,       ///< subclasses Skin, Cluster, BlendShape, BlendShapeChannel, VertexCacheDeformer
    FBX_POSE,           ///< subclass BindPose
    FBX_MATERIAL,
    FBX_TEXTURE,
    FBX_VIDEO,
    FBX_CACHE,
    FBX_CONSTRAINT,
    FBX_ANIMATION_STACK,
    FBX_ANIMATION_LAYER,
    FBX_ANIMATION_CURVE_NODE,
    FBX_ANIMATION_CURVE,
    FBX_CLASS_COUNT,
} fbx_class;

/// The names of a class: `record` is the name of its objects' records, and `in_names` is the class inside the objects'
/// names ("AnimStack").
typedef struct fbx_class_format {
    const char *record, *in_names;
} fbx_class_format;

extern const fbx_class_format sinew__fbx_classes[FBX_CLASS_COUNT];

/// Returns the class whose records have a name.
fbx_class sinew__fbx_class_of(const char *record);

// ---- records -----------------------------------------------------------------------------------------------------

/// The records that are read or written: name and types of the values, as letters of sinew__fbx_next_value. A capital
/// letter is an array of numbers of that type in binary files. The reader also accepts other types of numbers.
#define FBX_RECORDS(X)                                                                                                 \
    /* of the file */                                                                                                  \
    X(FBX_HEADER_EXTENSION, "FBXHeaderExtension", "")                                                                  \
    X(FBX_HEADER_VERSION, "FBXHeaderVersion", "i")                                                                     \
    X(FBX_VERSION, "FBXVersion", "i")                                                                                  \
    X(ENCRYPTION_TYPE, "EncryptionType", "i")                                                                          \
    X(CREATOR, "Creator", "s")                                                                                         \
    X(FILE_ID, "FileId", "r")                                                                                          \
    X(CREATION_TIME, "CreationTime", "s")                                                                              \
    X(SCENE_INFO, "SceneInfo", "")                                                                                     \
    X(OTHER_FLAGS, "OtherFlags", "")                                                                                   \
    X(TC_DEFINITION, "TCDefinition", "i")                                                                              \
    X(GLOBAL_SETTINGS, "GlobalSettings", "")                                                                           \
    X(DOCUMENTS, "Documents", "")                                                                                      \
    X(COUNT, "Count", "i")                                                                                             \
    X(DOCUMENT, "Document", "lss")                                                                                     \
    X(ROOT_NODE, "RootNode", "l")                                                                                      \
    X(REFERENCES, "References", "")                                                                                    \
    X(DEFINITIONS, "Definitions", "")                                                                                  \
    X(OBJECT_TYPE, "ObjectType", "s")                                                                                  \
    X(PROPERTY_TEMPLATE, "PropertyTemplate", "s")                                                                      \
    X(OBJECTS, "Objects", "")                                                                                          \
    X(CONNECTIONS, "Connections", "")                                                                                  \
    X(TAKES, "Takes", "")                                                                                              \
    X(CURRENT, "Current", "s")                                                                                         \
    X(TAKE, "Take", "s")                                                                                               \
    X(LOCAL_TIME, "LocalTime", "ll")                                                                                   \
    X(REFERENCE_TIME, "ReferenceTime", "ll")                                                                           \
    X(CONNECTION, "C", "sll")                                                                                          \
    X(PROPERTY_CONNECTION, "C", "slls")                                                                                \
    X(PROPERTIES70, "Properties70", "")                                                                                \
    X(P, "P", "")                                                                                                      \
    X(VERSION, "Version", "i")                                                                                         \
    X(NAME, "Name", "s")                                                                                               \
    X(TYPE, "Type", "s")                                                                                               \
    /* of models */                                                                                                    \
    X(TYPE_FLAGS, "TypeFlags", "s")                                                                                    \
    X(SHADING, "Shading", "c")                                                                                         \
    X(CULLING, "Culling", "s")                                                                                         \
    X(POSE_NODE, "PoseNode", "")                                                                                       \
    X(NB_POSE_NODES, "NbPoseNodes", "i")                                                                               \
    X(NODE, "Node", "l")                                                                                               \
    X(MATRIX, "Matrix", "D")                                                                                           \
    /* of geometries */                                                                                                \
    X(GEOMETRY_VERSION, "GeometryVersion", "i")                                                                        \
    X(VERTICES, "Vertices", "D")                                                                                       \
    X(POLYGON_VERTEX_INDEX, "PolygonVertexIndex", "I")                                                                 \
    X(LAYER, "Layer", "i")                                                                                             \
    X(LAYER_ELEMENT, "LayerElement", "")                                                                               \
    X(TYPED_INDEX, "TypedIndex", "i")                                                                                  \
    X(LAYER_ELEMENT_NORMAL, "LayerElementNormal", "i")                                                                 \
    X(LAYER_ELEMENT_UV, "LayerElementUV", "i")                                                                         \
    X(LAYER_ELEMENT_COLOR, "LayerElementColor", "i")                                                                   \
    X(LAYER_ELEMENT_MATERIAL, "LayerElementMaterial", "i")                                                             \
    X(MAPPING_INFORMATION_TYPE, "MappingInformationType", "s")                                                         \
    X(REFERENCE_INFORMATION_TYPE, "ReferenceInformationType", "s")                                                     \
    X(NORMALS, "Normals", "D")                                                                                         \
    X(NORMALS_INDEX, "NormalsIndex", "I")                                                                              \
    X(UV, "UV", "D")                                                                                                   \
    X(UV_INDEX, "UVIndex", "I")                                                                                        \
    X(COLORS, "Colors", "D")                                                                                           \
    X(COLOR_INDEX, "ColorIndex", "I")                                                                                  \
    X(MATERIALS, "Materials", "I")                                                                                     \
    /* of deformers */                                                                                                 \
    X(USER_DATA, "UserData", "ss")                                                                                     \
    X(MODE, "Mode", "s")                                                                                               \
    X(LINK_DEFORM_ACURACY, "Link_DeformAcuracy", "d")                                                                  \
    X(SKINNING_TYPE, "SkinningType", "s")                                                                              \
    X(INDEXES, "Indexes", "I")                                                                                         \
    X(WEIGHTS, "Weights", "D")                                                                                         \
    X(BLEND_WEIGHTS, "BlendWeights", "D")                                                                              \
    X(TRANSFORM, "Transform", "D")                                                                                     \
    X(TRANSFORM_LINK, "TransformLink", "D")                                                                            \
    X(TRANSFORM_ASSOCIATE_MODEL, "TransformAssociateModel", "D")                                                       \
    X(DEFORM_PERCENT, "DeformPercent", "d")                                                                            \
    X(FULL_WEIGHTS, "FullWeights", "D")                                                                                \
    /* of materials and images */                                                                                      \
    X(SHADING_MODEL, "ShadingModel", "s")                                                                              \
    X(MULTI_LAYER, "MultiLayer", "i")                                                                                  \
    X(USE_MIP_MAP, "UseMipMap", "i")                                                                                   \
    X(FILENAME, "Filename", "s")                                                                                       \
    X(FILE_NAME_OF_TEXTURE, "FileName", "s")                                                                           \
    X(RELATIVE_FILENAME, "RelativeFilename", "s")                                                                      \
    X(CONTENT, "Content", "r")                                                                                         \
    X(TEXTURE_ALPHA_SOURCE, "Texture_Alpha_Source", "s")                                                               \
    X(BLEND_MODES, "BlendModes", "I")                                                                                  \
    X(ALPHAS, "Alphas", "D")                                                                                           \
    /* of curves */                                                                                                    \
    X(DEFAULT, "Default", "d")                                                                                         \
    X(KEY_VER, "KeyVer", "i")                                                                                          \
    X(KEY_TIME, "KeyTime", "L")                                                                                        \
    X(KEY_VALUE_FLOAT, "KeyValueFloat", "F")                                                                           \
    X(KEY_ATTR_FLAGS, "KeyAttrFlags", "I")                                                                             \
    X(KEY_ATTR_DATA_FLOAT, "KeyAttrDataFloat", "F")                                                                    \
    X(KEY_ATTR_REF_COUNT, "KeyAttrRefCount", "I")                                                                      \
    X(PRE_EXTRAPOLATION, "Pre-Extrapolation", "")                                                                      \
    X(POST_EXTRAPOLATION, "Post-Extrapolation", "")                                                                    \
    X(EXTRAPOLATION_TYPE, "Type", "c")                                                                                 \
    X(REPETITION, "Repetition", "i")

typedef enum fbx_record_name {
#define X(id, name, values) FBX_RECORD_##id,
    FBX_RECORDS(X)
#undef X
        FBX_RECORDS_END,
} fbx_record_name;

typedef struct fbx_record_format {
    const char *name, *values;
} fbx_record_format;

extern const fbx_record_format sinew__fbx_records[FBX_RECORDS_END];

/// Returns the name of a record: FBX_NAME(KEY_TIME) is "KeyTime".
#define FBX_NAME(id) (sinew__fbx_records[FBX_RECORD_##id].name)

// ---- properties --------------------------------------------------------------------------------------------------

/// Index of a property's first own value in its record.
enum { FBX_PROPERTY_VALUES = 4 };

/// The properties that are read or written, records `P: name, type, label, flags, values…` below Properties70. The flag
/// "A" marks animatable properties.
#define FBX_PROPERTIES(X)                                                                                              \
    /* of models */                                                                                                    \
    X(LCL_TRANSLATION, "Lcl Translation", "Lcl Translation", "", "A", "ddd")                                           \
    X(LCL_ROTATION, "Lcl Rotation", "Lcl Rotation", "", "A", "ddd")                                                    \
    X(LCL_SCALING, "Lcl Scaling", "Lcl Scaling", "", "A", "ddd")                                                       \
    X(ROTATION_OFFSET, "RotationOffset", "Vector3D", "Vector", "", "ddd")                                              \
    X(ROTATION_PIVOT, "RotationPivot", "Vector3D", "Vector", "", "ddd")                                                \
    X(PRE_ROTATION, "PreRotation", "Vector3D", "Vector", "", "ddd")                                                    \
    X(POST_ROTATION, "PostRotation", "Vector3D", "Vector", "", "ddd")                                                  \
    X(SCALING_OFFSET, "ScalingOffset", "Vector3D", "Vector", "", "ddd")                                                \
    X(SCALING_PIVOT, "ScalingPivot", "Vector3D", "Vector", "", "ddd")                                                  \
    X(ROTATION_ORDER, "RotationOrder", "enum", "", "", "i")                                                            \
    X(ROTATION_ACTIVE, "RotationActive", "bool", "", "", "i")                                                          \
    X(INHERIT_TYPE, "InheritType", "enum", "", "", "i")                                                                \
    X(VISIBILITY, "Visibility", "Visibility", "", "A", "d")                                                            \
    X(VISIBILITY_INHERITANCE, "Visibility Inheritance", "Visibility Inheritance", "", "", "i")                         \
    X(SHOW, "Show", "bool", "", "", "i")                                                                               \
    X(DEFAULT_ATTRIBUTE_INDEX, "DefaultAttributeIndex", "int", "Integer", "", "i")                                     \
    X(LOOK_AT_PROPERTY, "LookAtProperty", "object", "", "", "")                                                        \
    X(UP_VECTOR_PROPERTY, "UpVectorProperty", "object", "", "", "")                                                    \
    /* of the scene */                                                                                                 \
    X(UP_AXIS, "UpAxis", "int", "Integer", "", "i")                                                                    \
    X(UP_AXIS_SIGN, "UpAxisSign", "int", "Integer", "", "i")                                                           \
    X(FRONT_AXIS, "FrontAxis", "int", "Integer", "", "i")                                                              \
    X(FRONT_AXIS_SIGN, "FrontAxisSign", "int", "Integer", "", "i")                                                     \
    X(COORD_AXIS, "CoordAxis", "int", "Integer", "", "i")                                                              \
    X(COORD_AXIS_SIGN, "CoordAxisSign", "int", "Integer", "", "i")                                                     \
    X(UNIT_SCALE_FACTOR, "UnitScaleFactor", "double", "Number", "", "d")                                               \
    X(ORIGINAL_UNIT_SCALE_FACTOR, "OriginalUnitScaleFactor", "double", "Number", "", "d")                              \
    X(TIME_MODE, "TimeMode", "enum", "", "", "i")                                                                      \
    X(CUSTOM_FRAME_RATE, "CustomFrameRate", "double", "Number", "", "d")                                               \
    X(TIME_SPAN_START, "TimeSpanStart", "KTime", "Time", "", "l")                                                      \
    X(TIME_SPAN_STOP, "TimeSpanStop", "KTime", "Time", "", "l")                                                        \
    X(ACTIVE_ANIM_STACK_NAME, "ActiveAnimStackName", "KString", "", "", "s")                                           \
    /* of stacks and layers */                                                                                         \
    X(LOCAL_START, "LocalStart", "KTime", "Time", "", "l")                                                             \
    X(LOCAL_STOP, "LocalStop", "KTime", "Time", "", "l")                                                               \
    X(REFERENCE_START, "ReferenceStart", "KTime", "Time", "", "l")                                                     \
    X(REFERENCE_STOP, "ReferenceStop", "KTime", "Time", "", "l")                                                       \
    X(WEIGHT, "Weight", "Number", "", "A", "d")                                                                        \
    X(MUTE, "Mute", "bool", "", "", "i")                                                                               \
    X(BLEND_MODE, "BlendMode", "enum", "", "", "i")                                                                    \
    X(ROTATION_ACCUMULATION_MODE, "RotationAccumulationMode", "enum", "", "", "i")                                     \
    X(SCALE_ACCUMULATION_MODE, "ScaleAccumulationMode", "enum", "", "", "i")                                           \
    /* of curve nodes */                                                                                               \
    X(D_X, "d|X", "Number", "", "A", "d")                                                                              \
    X(D_Y, "d|Y", "Number", "", "A", "d")                                                                              \
    X(D_Z, "d|Z", "Number", "", "A", "d")                                                                              \
    X(D_VISIBILITY, "d|Visibility", "Visibility", "", "A", "d")                                                        \
    X(D_DEFORM_PERCENT, "d|DeformPercent", "Number", "", "A", "d")                                                     \
    X(D_WEIGHT, "d|Weight", "Number", "", "A", "d")                                                                    \
    X(SRC_MODEL_REFERENCE, "SrcModelReference", "object", "", "", "")                                                  \
    /* of shapes */                                                                                                    \
    X(DEFORM_PERCENT, "DeformPercent", "Number", "", "A", "d")                                                         \
    /* of materials and images */                                                                                      \
    X(DIFFUSE_COLOR, "DiffuseColor", "Color", "", "A", "ddd")                                                          \
    X(DIFFUSE_FACTOR, "DiffuseFactor", "Number", "", "A", "d")                                                         \
    X(EMISSIVE_COLOR, "EmissiveColor", "Color", "", "A", "ddd")                                                        \
    X(TRANSPARENT_COLOR, "TransparentColor", "Color", "", "A", "ddd")                                                  \
    X(TRANSPARENCY_FACTOR, "TransparencyFactor", "Number", "", "A", "d")                                               \
    X(OPACITY, "Opacity", "double", "Number", "", "d")                                                                 \
    X(SHININESS_EXPONENT, "ShininessExponent", "Number", "", "A", "d")                                                 \
    X(REFLECTION_FACTOR, "ReflectionFactor", "Number", "", "A", "d")                                                   \
    X(ROUGHNESS, "roughness", "double", "Number", "A+U", "d")                                                          \
    X(METALNESS, "metalness", "double", "Number", "A+U", "d")                                                          \
    X(NORMAL_MAP, "NormalMap", "Vector3D", "Vector", "", "ddd")                                                        \
    X(SPECULAR_COLOR, "SpecularColor", "Color", "", "A", "ddd")                                                        \
    X(AMBIENT_OCCLUSION, "AmbientOcclusion", "Vector3D", "Vector", "", "ddd")                                          \
    X(PATH, "Path", "KString", "XRefUrl", "", "s")                                                                     \
    X(REL_PATH, "RelPath", "KString", "XRefUrl", "", "s")                                                              \
    X(USE_MATERIAL, "UseMaterial", "bool", "", "", "i")                                                                \
    X(WRAP_MODE_U, "WrapModeU", "enum", "", "", "i")                                                                   \
    X(WRAP_MODE_V, "WrapModeV", "enum", "", "", "i")                                                                   \
    /* of textures */                                                                                                  \
    X(TRANSLATION, "Translation", "Vector", "", "A", "ddd")                                                            \
    X(SCALING, "Scaling", "Vector", "", "A", "ddd")                                                                    \
    X(UV_SET, "UVSet", "KString", "", "", "s")                                                                         \
    /* of cameras */                                                                                                   \
    X(ASPECT_RATIO_MODE, "AspectRatioMode", "enum", "", "", "i")                                                       \
    X(ASPECT_WIDTH, "AspectWidth", "double", "Number", "", "d")                                                        \
    X(ASPECT_HEIGHT, "AspectHeight", "double", "Number", "", "d")                                                      \
    X(APERTURE_MODE, "ApertureMode", "enum", "", "", "i")                                                              \
    X(FIELD_OF_VIEW, "FieldOfView", "FieldOfView", "", "A", "d")                                                       \
    X(FIELD_OF_VIEW_X, "FieldOfViewX", "FieldOfViewX", "", "A", "d")                                                   \
    X(FIELD_OF_VIEW_Y, "FieldOfViewY", "FieldOfViewY", "", "A", "d")                                                   \
    X(CAMERA_PROJECTION_TYPE, "CameraProjectionType", "enum", "", "", "i")                                             \
    X(ORTHO_ZOOM, "OrthoZoom", "double", "Number", "", "d")                                                            \
    X(NEAR_PLANE, "NearPlane", "double", "Number", "", "d")                                                            \
    X(FAR_PLANE, "FarPlane", "double", "Number", "", "d")                                                              \
    X(ROLL, "Roll", "Roll", "", "A", "d")                                                                              \
    X(UP_VECTOR, "UpVector", "Vector", "", "A", "ddd")                                                                 \
    /* of models, read only */                                                                                         \
    X(GEOMETRIC_TRANSLATION, "GeometricTranslation", "Vector3D", "Vector", "", "ddd")                                  \
    X(GEOMETRIC_ROTATION, "GeometricRotation", "Vector3D", "Vector", "", "ddd")                                        \
    X(GEOMETRIC_SCALING, "GeometricScaling", "Vector3D", "Vector", "", "ddd")                                          \
    X(ROTATION_SPACE_FOR_LIMIT_ONLY, "RotationSpaceForLimitOnly", "bool", "", "", "i")                                 \
    /* of layers and constraints, read only */                                                                         \
    X(SOLO, "Solo", "bool", "", "", "i")                                                                               \
    X(ACTIVE, "Active", "bool", "", "", "i")                                                                           \
    /* of materials, images and caches, read only */                                                                   \
    X(DIFFUSE, "Diffuse", "Vector3D", "Vector", "", "ddd")                                                             \
    X(EMISSIVE_FACTOR, "EmissiveFactor", "Number", "", "A", "d")                                                       \
    X(ROTATION, "Rotation", "Vector", "", "A", "ddd")                                                                  \
    X(TEXTURE_ROTATION_PIVOT, "TextureRotationPivot", "Vector3D", "Vector", "", "ddd")                                 \
    X(TEXTURE_SCALING_PIVOT, "TextureScalingPivot", "Vector3D", "Vector", "", "ddd")                                   \
    X(UV_SWAP, "UVSwap", "bool", "", "", "i")                                                                          \
    X(CACHE_FILE_NAME, "CacheFileName", "KString", "", "", "s")                                                        \
    X(CACHE_ABSOLUTE_FILE_NAME, "CacheAbsoluteFileName", "KString", "", "", "s")                                       \
    X(CHANNEL_NAME, "ChannelName", "KString", "", "", "s")                                                             \
    /* of cameras, read only */                                                                                        \
    X(GATE_FIT, "GateFit", "enum", "", "", "i")                                                                        \
    X(FILM_WIDTH, "FilmWidth", "double", "Number", "", "d")                                                            \
    X(FILM_HEIGHT, "FilmHeight", "double", "Number", "", "d")                                                          \
    X(FOCAL_LENGTH, "FocalLength", "Number", "", "A", "d")

typedef enum fbx_property_name {
#define X(id, name, type, label, flags, values) FBX_PROPERTY_##id,
    FBX_PROPERTIES(X)
#undef X
        FBX_PROPERTIES_END,
} fbx_property_name;

typedef struct fbx_property_format {
    const char *name, *type, *label, *flags, *values;
} fbx_property_format;

extern const fbx_property_format sinew__fbx_properties[FBX_PROPERTIES_END];

/// Returns a further component of a curve node, such as d|Y after d|X; components are consecutive in the table.
static inline fbx_property_name sinew__fbx_component(fbx_property_name first, int index)
{
    return (fbx_property_name)((int)first + index);
}

// ---- time --------------------------------------------------------------------------------------------------------

/// Frames per second by the number of TimeMode; 0 if the number has no rate. TimeMode 0 is the SDK's default.
enum { FBX_TIME_MODE_COUNT = 19, FBX_CUSTOM_FRAME_RATE = 14, FBX_30_FRAMES = 6 };
extern const double sinew__fbx_frame_rates[FBX_TIME_MODE_COUNT];

// ---- keys --------------------------------------------------------------------------------------------------------

/// Bits of a key's flags, as stored.
enum {
    FBX_KEY_CONSTANT = 0x02,
    FBX_KEY_LINEAR = 0x04,
    FBX_KEY_CUBIC = 0x08,
    FBX_KEY_INTERPOLATION = 0x0e,   ///< mask of the three bits above
    FBX_KEY_CONSTANT_NEXT = 0x0100, ///< with FBX_KEY_CONSTANT: the next key's value holds from this key on

    FBX_KEY_AUTO = 0x0100, ///< first of the three tangent modes, for FBX_KEY_CUBIC
    FBX_KEY_TCB = 0x0200,
    FBX_KEY_USER = 0x0400,
    FBX_KEY_TANGENT = 0x0700, ///< mask of the three tangent modes; 0 means flat
    FBX_KEY_BREAK = 0x0800,   ///< the sides of the key are independent: with CLAMP, each is clamped separately
    FBX_KEY_CLAMP = 0x1000,   ///< with FBX_KEY_AUTO: the key is flat if a neighbour has the same value
    FBX_KEY_TIME_INDEPENDENT = 0x2000,
    FBX_KEY_CLAMP_PROGRESSIVE = 0x6000, ///< both bits; 0x4000 without 0x2000 has no meaning

    FBX_KEY_WEIGHTED_RIGHT = 0x01000000,
    FBX_KEY_WEIGHTED_NEXT_LEFT = 0x02000000,
    // 0x10000000 and 0x20000000: the tangents have velocities. MotionBuilder uses them in its editor, but not when it
    // evaluates.
};

/// Unit of tangent weights: 1/9999 of the segment. A word holds the two weights of a segment, 16 bits each: the right
/// side's weight in the low half, the left-side weight of the next key in the high half. A key without weights has 1/3.
enum { FBX_WEIGHT_ONE = 9999, FBX_WEIGHT_THIRD = 3333 };

typedef enum fbx_extrapolation {
    FBX_EXTRAPOLATE_CONSTANT, ///< the default
    FBX_EXTRAPOLATE_REPEAT,
    FBX_EXTRAPOLATE_MIRROR,
    FBX_EXTRAPOLATE_SLOPE,    ///< keep slope
    FBX_EXTRAPOLATE_RELATIVE, ///< repeat relative
} fbx_extrapolation;

/// The letters of fbx_extrapolation, in the order of the enumeration.
#define FBX_EXTRAPOLATION_LETTERS "CRMKA"

#endif
