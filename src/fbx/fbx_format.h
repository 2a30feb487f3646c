/// What FBX files are made of, for the reader and the writer alike: signature, types of values, classes of objects,
/// properties, frame rates and the attributes of keys.
#ifndef SINEW_FBX_FBX_FORMAT_H
#define SINEW_FBX_FBX_FORMAT_H

#include <stddef.h>
#include <stdint.h>

/// The first bytes of a binary file, its terminator included. The bytes 0x1a, endianness and the version follow.
#define FBX_SIGNATURE "Kaydara FBX Binary  "
enum { FBX_ENDIANNESS_AT = 22, FBX_VERSION_AT = 23 };

/// From this version on the headers of records in binary files are 64 bits wide.
enum { FBX_WIDE_FROM = 7500 };

/// Ticks per second, FBX's unit of time, unless the header of the file states another number.
#define FBX_TICKS_PER_SECOND INT64_C(46186158000)

/// Between the name of an object and its class in binary files; ASCII files write `Class::name`.
#define FBX_CLASS_SEPARATOR "\0\1"

// ---- types of values ---------------------------------------------------------------------------------------------

/// Bytes of a single value after its type letter (B C Z Y I F L D); 0 for types that store their size (S R).
size_t sinew__fbx_scalar_width(char type);

/// Bytes of one number in an array of that type (b c i f l d); 0 when it is no array type.
size_t sinew__fbx_item_width(char type);

// ---- objects -----------------------------------------------------------------------------------------------------

/// The class of an object, by the name of its record. Subclasses ("Mesh", "Skin", "Cluster", …) are strings.
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

/// Names of a class: of the records of its objects, and in ASCII and binary names of objects ("AnimStack").
typedef struct fbx_class_format {
    const char *record, *in_names;
} fbx_class_format;

extern const fbx_class_format sinew__fbx_classes[FBX_CLASS_COUNT];

/// The class whose records have that name.
fbx_class sinew__fbx_class_of(const char *record);

// ---- properties --------------------------------------------------------------------------------------------------

/// Of the values of a property record, the ones of the property itself begin here.
enum { FBX_PROPERTY_VALUES = 4 };

/// A property: a record `P: name, type, label, flags, values…` below Properties70.
typedef struct fbx_property_format {
    const char *name, *type, *label;
    const char *flags;  ///< "A": can be animated
    const char *values; ///< letters of its values, as sinew__fbx_record_add_values has them
} fbx_property_format;

/// The format of a property that sinew writes. The name is one of the table's.
const fbx_property_format *sinew__fbx_property_format(const char *name);

// ---- time --------------------------------------------------------------------------------------------------------

/// Frames per second of TimeMode, by its number; 0 where the number says none. 0 is the SDK's default.
enum { FBX_TIME_MODE_COUNT = 19, FBX_CUSTOM_FRAME_RATE = 14, FBX_30_FRAMES = 6 };
extern const double sinew__fbx_frame_rates[FBX_TIME_MODE_COUNT];

// ---- keys --------------------------------------------------------------------------------------------------------

/// Bits of a key's flags, as stored.
enum {
    FBX_KEY_CONSTANT = 0x02,
    FBX_KEY_LINEAR = 0x04,
    FBX_KEY_CUBIC = 0x08,
    FBX_KEY_INTERPOLATION = 0x0e,   ///< the bits that hold one of these three
    FBX_KEY_CONSTANT_NEXT = 0x0100, ///< with CONSTANT: the next key's value holds at once

    FBX_KEY_AUTO = 0x0100, ///< with CUBIC, tangent modes
    FBX_KEY_TCB = 0x0200,
    FBX_KEY_USER = 0x0400,
    FBX_KEY_TANGENT = 0x0700, ///< the bits that hold one of these three; anything else there is flat
    FBX_KEY_BREAK = 0x0800,   ///< the two sides are apart: with CLAMP, each is clamped by itself
    FBX_KEY_CLAMP = 0x1000,   ///< auto: flat where the neighbour has the same value
    FBX_KEY_TIME_INDEPENDENT = 0x2000,
    FBX_KEY_CLAMP_PROGRESSIVE = 0x6000, ///< both bits: 0x4000 alone is nothing

    FBX_KEY_WEIGHTED_RIGHT = 0x01000000,
    FBX_KEY_WEIGHTED_NEXT_LEFT = 0x02000000,
    // 0x10000000 and 0x20000000: the tangents have velocities. MotionBuilder keeps them for its editor and evaluates
    // without them.
};

/// Weights are stored as fractions of this number, 16 bits each: of the right side in the low half of a word, of the
/// next key's left side in the high half. A third is what a key without weights has.
enum { FBX_WEIGHT_ONE = 9999, FBX_WEIGHT_THIRD = 3333 };

typedef enum fbx_extrapolation {
    FBX_EXTRAPOLATE_CONSTANT, ///< the default
    FBX_EXTRAPOLATE_REPEAT,
    FBX_EXTRAPOLATE_MIRROR,
    FBX_EXTRAPOLATE_SLOPE,    ///< keep slope
    FBX_EXTRAPOLATE_RELATIVE, ///< repeat relative
} fbx_extrapolation;

/// Their letters, in this order.
#define FBX_EXTRAPOLATION_LETTERS "CRMKA"

#endif
