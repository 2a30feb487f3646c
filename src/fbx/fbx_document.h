/// The FBX document: records read from the bytes of a file, and on top of them objects, connections, properties and
/// settings.
///
/// Callers see only the form of FBX 7: models and geometries are objects with ids, joined by connections;
/// animation is stacks, layers, curve nodes and curves (fbx_animation.h). Files of FBX 5 and 6 are upgraded in memory
/// while they are opened.
///
/// A document does not depend on other importers, models or drawing. It keeps the contents of the file, unevaluated.
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

/// One object of the file. Position in `fbx_document.objects` is the order of the file; object 0 is the root of
/// the models.
typedef struct fbx_object {
    int64_t id; ///< 0 for the root
    fbx_class kind;
    int32_t index;                ///< in fbx_document.objects
    const char *class_name;       ///< "Model", as the record is called; "" for the root
    const char *subclass;         ///< "LimbNode", or ""
    const char *name;             ///< without its class, valid UTF-8
    fbx_bytes raw_name;           ///< the bytes of the file
    fbx_record *record;           ///< NULL for the root
    const fbx_record *properties; ///< its Properties70 record, or NULL
    const fbx_record *defaults;   ///< the Properties70 record of its template, or NULL
} fbx_object;

/// One connection. Models point at their parents, geometries and materials at models, skins at geometries, clusters at
/// skins, joints (also the scene) at clusters, curves at curve nodes, curve nodes at layers and at the property they
/// animate.
typedef struct fbx_connection {
    const fbx_object *source, *target;
    const char *source_property, *target_property; ///< "" when the object itself is meant
} fbx_connection;

/// Connections in the order of the file.
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
    int64_t ticks_per_second; ///< of every time in the file
} fbx_settings;

/// Something that was dropped or is doubtful.
typedef struct fbx_warning {
    const char *object; ///< "" for the file as a whole
    const char *text;
} fbx_warning;

// ---- the document ------------------------------------------------------------------------------------------------

/// Read-only outside this module.
typedef struct fbx_document {
    uint32_t version; ///< of the file, as 7400, 6100, 5800, before any upgrade
    uint32_t is_binary;
    const char *creator;     ///< the program that wrote the file, as it says, or ""
    const char *application; ///< "Maya 2019", from the scene's info, or ""
    fbx_record *root;        ///< its children are the records on the top level

    fbx_settings settings;
    const fbx_object *objects; ///< [object_count], the root first
    size_t object_count;
    const fbx_connection
        *connections; ///< [connection_count] in the order of the file; connections of missing objects are dropped
    size_t connection_count;
    const fbx_warning *warnings; ///< [warning_count]
    size_t warning_count;

    sinew__arena *arena; ///< holds the document and decoded arrays
    struct fbx_index *index;
} fbx_document;

/// Whether bytes look like an FBX file: the binary signature, or the beginning of an ASCII file, after any number of
/// comments.
int sinew__fbx_is_fbx(const void *bytes, size_t size);

/// Reads a document. `bytes` must outlive it. All memory comes from `arena`, which should have a limit, also when
/// reading fails; sinew__arena_free releases it. SINEW_ERROR_EMPTY, _NOT_A_MODEL, _TRUNCATED ("the file
/// ends early, at byte N of M"), _DAMAGED ("damaged at byte N: …"), _UNSUPPORTED, _MEMORY_LIMIT, _OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__fbx_document_open(sinew__arena *arena, const void *bytes, size_t size,
                                                      fbx_document **out_document, sinew_error *out_error);

/// Appends the records of an FBX 7 as they are in the file, those that sinew does not understand included, to a stream
/// (core/base/record_stream.h). Arrays keep their compressed bytes. Of an ASCII file, whose numbers have no types, the
/// stream has the types of a binary file, arrays compressed. Nothing is appended for older files, and for records
/// that would be larger than the file. Fails with SINEW_ERROR_DAMAGED like sinew__fbx_document_open, with _MEMORY_LIMIT
/// or _OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__fbx_fold_records(sinew__arena *arena, const void *bytes, size_t size,
                                                     sinew__buffer *out, sinew_error *out_error);

/// Adds a warning; `object` and the text are copied. Does nothing when out of memory.
void sinew__fbx_document_warn(fbx_document *document, const char *object, const char *format, ...) SINEW_PRINTF(3, 4);

// ---- queries -----------------------------------------------------------------------------------------------------

/// The object with that id, or NULL. 0 is the root.
const fbx_object *sinew__fbx_object_by_id(const fbx_document *document, int64_t id);

/// The first object of that kind and (raw) name in the order of the file, or NULL.
const fbx_object *sinew__fbx_object_by_name(const fbx_document *document, fbx_class kind, const char *name);

int sinew__fbx_object_is(const fbx_object *object, fbx_class kind, const char *subclass);

/// The connections whose target is `object`.
fbx_connections sinew__fbx_sources(const fbx_document *document, const fbx_object *object);

/// The connections whose source is `object`.
fbx_connections sinew__fbx_targets(const fbx_document *document, const fbx_object *object);

/// The first object of that kind connected to `object` itself (no property), or to its property `property`; NULL when
/// nothing of that kind is connected.
const fbx_object *sinew__fbx_source_of(const fbx_document *document, const fbx_object *object, fbx_class kind);
const fbx_object *sinew__fbx_source_of_property(const fbx_document *document, const fbx_object *object,
                                                fbx_property_name property, fbx_class kind);

/// The first object of that kind that `object` is connected to (no property), or NULL.
const fbx_object *sinew__fbx_target_of(const fbx_document *document, const fbx_object *object, fbx_class kind);

/// A property of an object or, failing that, of its template: the record `P: name, type, label, flags, values…`, values
/// from index FBX_PROPERTY_VALUES. NULL when neither has it.
const fbx_record *sinew__fbx_property(const fbx_object *object, fbx_property_name name);

/// Finds a property by the name that a file gives, as of a connection.
const fbx_record *sinew__fbx_property_named(const fbx_object *object, const char *name);

/// The values of a property, which are of the type that its format says. Without one: `fallback`, or *out untouched and
/// 0 returned.
double sinew__fbx_property_number(const fbx_object *object, fbx_property_name name, double fallback);
int64_t sinew__fbx_property_integer(const fbx_object *object, fbx_property_name name, int64_t fallback);
int sinew__fbx_property_vector(const fbx_object *object, fbx_property_name name, double out[3]);
fbx_bytes sinew__fbx_property_text(const fbx_object *object, fbx_property_name name);

/// The embedded file of a Video object; { "", 0 } when it has none.
SINEW_NODISCARD sinew_result sinew__fbx_video_content(fbx_document *document, const fbx_object *video,
                                                      fbx_bytes *out_content, sinew_error *out_error);

/// The file name of a Video or Texture object: the relative one if there is one. { "", 0 } when it has none.
fbx_bytes sinew__fbx_media_file_name(const fbx_object *media);

#endif
