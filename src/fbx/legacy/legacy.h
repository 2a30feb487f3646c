/// Upgrading a document of FBX 5 or 6 in memory, step by step:
///
///   legacy_scene.c     the scene that the steps work on: objects by name, new records, new connections
///   legacy_5.c         models on the top level, `Children`, `Link` → objects and connections by name, as in FBX 6
///   legacy_objects.c   names → ids; Properties60 → Properties70; poses; settings; connections by id
///   legacy_geometry.c  textures on models → textures on materials; a model with polygons inside → model and geometry;
///                      shapes inside either → blend shape deformers
///   legacy_takes.c     takes with channels → stacks, layers, curve nodes, curves
///   legacy_keys.c      a `Key` list → arrays of times, values and attributes
///
/// Records are moved rather than copied. Running out of memory sets arena->failed, which the caller checks at the
/// end.
#ifndef SINEW_FBX_LEGACY_LEGACY_H
#define SINEW_FBX_LEGACY_LEGACY_H

#include "fbx/fbx_document.h"

/// A shape and the blend-shape channel that it became.
typedef struct legacy_shape {
    fbx_bytes name;
    int64_t channel;
} legacy_shape;

/// An entry of a list of the materials or textures of a model.
typedef struct legacy_link {
    int64_t id;
    struct legacy_link *next;
} legacy_link;

/// A list in the order of the connections.
typedef struct legacy_links {
    legacy_link *first, *last;
    size_t count;
} legacy_links;

/// An object that connections refer to by name.
typedef struct legacy_object {
    fbx_bytes key; ///< "Model::Cube" or "Cube\0\1Model", as connections and takes refer to it
    int64_t id;
    fbx_record *record;
    int64_t geometry;            ///< id of the geometry that was split off a model with polygons, else 0
    fbx_record *geometry_record; ///< record of that geometry, or NULL
    legacy_shape *shapes;
    size_t shape_count;
    int has_parent;                   ///< for a model of FBX 5: whether another model lists it as a child
    legacy_links materials, textures; ///< materials and textures of a model
} legacy_object;

typedef struct legacy_scene {
    fbx_document *document; ///< gets the warnings
    sinew__arena *arena;
    sinew_error *error;
    fbx_record *root, *objects;
    fbx_record *connections; ///< the list of new connections
    legacy_object *items;    ///< [count]
    size_t count;
    int32_t *slots; ///< [slot_count] 1 + index in `items`, hashed by key; 0: free
    size_t slot_count;
    int64_t last_id;
} legacy_scene;

/// Converts the top level of FBX 5 to FBX 6.
sinew_result sinew__legacy_upgrade_5(sinew__arena *arena, fbx_record *root, sinew_error *error);

/// Gives objects ids, and converts properties, poses, settings and connections.
sinew_result sinew__legacy_upgrade_objects(legacy_scene *scene);

/// Connects the textures of models to their materials.
void sinew__legacy_connect_textures(legacy_scene *scene);

/// Splits a model with polygons into a model and a geometry; sets object->geometry and the shapes.
sinew_result sinew__legacy_split_geometry(legacy_scene *scene, legacy_object *object);

/// Converts shapes inside geometries, which early FBX 7 files have, to blend shape deformers.
sinew_result sinew__legacy_upgrade_inline_shapes(sinew__arena *arena, fbx_record *root, sinew_error *error);

/// Returns the name of a shape's channel without the " (Shape)" that FBX 5 appends.
fbx_bytes sinew__legacy_shape_name(fbx_bytes channel);

/// Converts all takes to stacks.
sinew_result sinew__legacy_upgrade_takes(legacy_scene *scene);

/// Appends KeyTime, KeyValueFloat and attributes to `curve` for the `Key` list of a channel. If the list contains
/// anything else than keys, appends nothing and sets *out_understood to 0.
sinew_result sinew__legacy_upgrade_keys(legacy_scene *scene, const fbx_record *channel, fbx_record *curve,
                                        int *out_understood);

/// Allocates the table for up to `max_count` objects.
sinew_result sinew__legacy_begin_index(legacy_scene *scene, size_t max_count);

/// Adds an object whose first value is its name. If two objects have one name, the first is found.
legacy_object *sinew__legacy_enter(legacy_scene *scene, fbx_record *record);

/// Returns the object with a name, or NULL.
legacy_object *sinew__legacy_find(const legacy_scene *scene, fbx_bytes key);

/// Appends a new object record `class: id, name, subclass`. `name` includes the class: "AnimCurve::". NULL when out of
/// memory.
fbx_record *sinew__legacy_add_object(legacy_scene *scene, const char *class_name, fbx_bytes name, const char *subclass,
                                     int64_t *out_id);

/// Adds a connection to `target`, or to its property `property` if that is not NULL.
void sinew__legacy_connect(legacy_scene *scene, int64_t source, int64_t target, const char *property);

/// Appends a property `P: name, type, "", flags, value`.
void sinew__legacy_add_number(legacy_scene *scene, fbx_record *properties, const char *name, const char *type,
                              const char *flags, double value);

#endif
