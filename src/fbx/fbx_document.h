/// The FBX document: records read from the bytes of a file, and objects, connections, properties and settings made of
/// them.
///
/// Callers see only the form of FBX 7: models and geometries are objects with ids, joined by connections; animation is
/// stacks, layers, curve nodes and curves (fbx_animation.h). Files of FBX 5 and 6 are upgraded in memory when they are
/// opened.
///
/// A document does not depend on other importers, models or drawing. It contains the contents of the file, unevaluated.
///
/// Reading is strict and bounded: every length is checked against the available bytes, every array against a limit
/// before it is inflated, and nothing recurses on the depth of the file. A document has one owner and is used by one
/// thread at a time.
///
/// Headers:
///   fbx_record.h     the tree: child records, values, arrays (sinew__fbx_record_child, sinew__fbx_record_doubles, …)
///   fbx_document.h   opening, settings, objects, connections, properties
///   fbx_animation.h  stacks, layers, curve nodes, curves as stored
#ifndef SINEW_FBX_FBX_DOCUMENT_H
#define SINEW_FBX_FBX_DOCUMENT_H

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "fbx/fbx_format.h"
#include "fbx/fbx_record.h"

// ---- objects -----------------------------------------------------------------------------------------------------

/// An object of the file. Objects are in the order of the file; object 0 is the root of the models.
typedef struct fbx_object {
    int64_t id; ///< 0 for the root
    fbx_class kind;
    int32_t index;                ///< index in fbx_document.objects
    const char *class_name;       ///< name of the object's record, "Model"; "" for the root
    const char *subclass;         ///< "LimbNode", or ""
    const char *name;             ///< name without the class, as valid UTF-8
    fbx_bytes raw_name;           ///< the name as bytes of the file
    fbx_record *record;           ///< NULL for the root
    const fbx_record *properties; ///< the object's Properties70 record, or NULL
    const fbx_record *defaults;   ///< Properties70 of the template of the object's class, or NULL
} fbx_object;

/// A connection from a source to a target. Models point to their parents, geometries and materials to models, skins to
/// geometries, clusters to skins, joints (and the scene) to clusters, curves to curve nodes, and curve nodes to layers
/// and to the property that they animate.
typedef struct fbx_connection {
    const fbx_object *source, *target;
    const char *source_property, *target_property; ///< "" if the connection is to the object itself
} fbx_connection;

/// A list of connections in the order of the file.
typedef struct fbx_connections {
    const fbx_connection *items;
    size_t count;
} fbx_connections;

// ---- settings ----------------------------------------------------------------------------------------------------

typedef struct fbx_settings {
    int up_axis, front_axis;  ///< 0 x, 1 y, 2 z
    int up_sign, front_sign;  ///< 1 or -1
    int is_left_handed;       ///< right, up and front form a left-handed system
    double unit_cm;           ///< centimetres per unit of the file
    double fps;               ///< > 0; 30 if the file says "default"
    int64_t ticks_per_second; ///< unit of all times in the file
} fbx_settings;

/// A part of the file that was dropped or is doubtful.
typedef struct fbx_warning {
    const char *object; ///< "" for the file as a whole
    const char *text;
} fbx_warning;

// ---- the document ------------------------------------------------------------------------------------------------

/// An open document. Read-only outside this module.
typedef struct fbx_document {
    uint32_t version; ///< the file's version before any upgrade: 7400, 6100, 5800
    uint32_t is_binary;
    const char *creator;     ///< the program that wrote the file, as stated, or ""
    const char *application; ///< "Maya 2019", from the scene's properties, or ""
    fbx_record *root;        ///< its children are the records on the top level

    fbx_settings settings;
    const fbx_object *objects; ///< [object_count] the root is first
    size_t object_count;
    const fbx_connection
        *connections; ///< [connection_count] in the order of the file, without connections of missing objects
    size_t connection_count;
    const fbx_warning *warnings; ///< [warning_count]
    size_t warning_count;

    sinew__arena *arena; ///< holds the document and decoded arrays
    struct fbx_index *index;
} fbx_document;

/// Whether bytes look like an FBX file: they begin with the binary signature, or, after any number of comments, like an
/// ASCII file.
int sinew__fbx_is_fbx(const void *bytes, size_t size);

/// Reads a document. `bytes` must outlive it. All memory comes from `arena`, which should have a limit; release the
/// arena with sinew__arena_free, even if reading fails. SINEW_ERROR_EMPTY, _NOT_A_MODEL, _TRUNCATED ("the file ends
/// early, at byte N of M"), _DAMAGED ("damaged at byte N: …"), _UNSUPPORTED, _MEMORY_LIMIT, _OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__fbx_document_open(sinew__arena *arena, const void *bytes, size_t size,
                                                      fbx_document **out_document, sinew_error *out_error);

/// Appends the records of a file of FBX 7 to a stream (core/base/record_stream.h), unchanged and including records that
/// sinew does not understand. Arrays keep their compressed bytes. The numbers of an ASCII file, which have no types,
/// get the types of a binary file, and its arrays are compressed. Appends nothing for older files, or if the records
/// would be larger than the file. Fails like sinew__fbx_document_open with SINEW_ERROR_DAMAGED, or with _MEMORY_LIMIT
/// or _OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__fbx_fold_records(sinew__arena *arena, const void *bytes, size_t size,
                                                     sinew__buffer *out, sinew_error *out_error);

/// Adds a warning; `object` and the text are copied. Does nothing when out of memory.
void sinew__fbx_document_warn(fbx_document *document, const char *object, const char *format, ...) SINEW_PRINTF(3, 4);

// ---- queries -----------------------------------------------------------------------------------------------------

/// Returns the object with an id, or NULL; id 0 is the root.
const fbx_object *sinew__fbx_object_by_id(const fbx_document *document, int64_t id);

/// Returns the first object, in the order of the file, with a class and a raw name; NULL if none exists.
const fbx_object *sinew__fbx_object_by_name(const fbx_document *document, fbx_class kind, const char *name);

int sinew__fbx_object_is(const fbx_object *object, fbx_class kind, const char *subclass);

/// Returns the connections whose target is `object`.
fbx_connections sinew__fbx_sources(const fbx_document *document, const fbx_object *object);

/// Returns the connections whose source is `object`.
fbx_connections sinew__fbx_targets(const fbx_document *document, const fbx_object *object);

/// Returns the first object of the class `kind` that is connected to `object` itself, or to its property `property`;
/// NULL if none exists.
const fbx_object *sinew__fbx_source_of(const fbx_document *document, const fbx_object *object, fbx_class kind);
const fbx_object *sinew__fbx_source_of_property(const fbx_document *document, const fbx_object *object,
                                                fbx_property_name property, fbx_class kind);

/// Returns the first object of the class `kind` that `object` is connected to, without a property; NULL if there is
/// none.
const fbx_object *sinew__fbx_target_of(const fbx_document *document, const fbx_object *object, fbx_class kind);

/// Returns a property of an object, or else of its template; NULL if neither has it. The record is `P: name, type,
/// label, flags, values…`, with values from index FBX_PROPERTY_VALUES.
const fbx_record *sinew__fbx_property(const fbx_object *object, fbx_property_name name);

/// Returns a property by its name in the file, such as a name in a connection.
const fbx_record *sinew__fbx_property_named(const fbx_object *object, const char *name);

/// Return the value of a property, whose type in the table FBX_PROPERTIES must fit the function. If the property is
/// missing, they return `fallback`; sinew__fbx_property_vector returns 0 and leaves *out unchanged.
double sinew__fbx_property_number(const fbx_object *object, fbx_property_name name, double fallback);
int64_t sinew__fbx_property_integer(const fbx_object *object, fbx_property_name name, int64_t fallback);
int sinew__fbx_property_vector(const fbx_object *object, fbx_property_name name, double out[3]);
fbx_bytes sinew__fbx_property_text(const fbx_object *object, fbx_property_name name);

/// Sets *out_content to the embedded file of a Video object; { "", 0 } if it has none.
SINEW_NODISCARD sinew_result sinew__fbx_video_content(fbx_document *document, const fbx_object *video,
                                                      fbx_bytes *out_content, sinew_error *out_error);

/// Returns the file name of a Video or Texture object, the relative one if it is stated; { "", 0 } if it has none.
fbx_bytes sinew__fbx_media_file_name(const fbx_object *media);

#endif
