/// The author's document as records, and its objects by id.
#ifndef SINEW_AUTHOR_EXPORT_FBX_FBX_KEPT_H
#define SINEW_AUTHOR_EXPORT_FBX_FBX_KEPT_H

#include "author/export/fbx/fbx_writer.h"

/// An object of the document.
typedef struct kept_object {
    int64_t id;
    fbx_record *record;
    fbx_class kind;
    // in a file that is the document (fbx_kept.c):
    int is_dropped;
    int is_used;                      ///< by a morph: morphs of several meshes may share a channel
    int32_t targets, dropped_targets; ///< stacks, layers and curve nodes that it is connected to
    int32_t owners, dropped_owners;   ///< other objects that it is connected to
    int has_geometry;                 ///< of a model: a geometry that is in the file
    int is_length, is_other;          ///< curve nodes and curves: moves lengths, moves other values
    int32_t root;                     ///< of a model, its joint if that is a root; counts from 1
    int is_root, is_below;            ///< curve nodes and curves: move a root's translation, something else
    int32_t camera;                   ///< of a model, its camera; counts from 1
    int has_attribute;                ///< of a model: an attribute
    // in a file that is written anew (fbx_lenses.c):
    const struct kept_object *owner; ///< of a curve node its layer, of a layer its stack, of a stack its first layer
    int64_t lens; ///< id of the new lens: of a model, of its camera, of curve nodes on its focal length; or 0
    int32_t clip; ///< of a stack, the clip that it has become, as imported; counts from 1
} kept_object;

typedef struct kept_document {
    fbx_writer *writer;
    fbx_record *root;
    kept_object *objects; ///< [count] by id
    size_t count;
    int is_changed;        ///< clips were dropped or added
    int has_dropped_joint; ///< the models of such joints are dropped
} kept_document;

/// Lists the objects of all sections of that name. Returns 0 when out of memory.
int sinew__fbx_list_kept(kept_document *document);

/// The object of an id, or NULL.
kept_object *sinew__fbx_find_kept(const kept_document *document, int64_t id);

/// The name of an object without its class.
fbx_bytes sinew__fbx_kept_name(const fbx_record *record);

/// Replaces a text of a record. Does nothing when out of memory, which shows in the arena.
void sinew__fbx_set_text(fbx_writer *writer, fbx_record *record, uint32_t index, fbx_bytes text);

/// Removes a property from a list of properties, or NULL.
void sinew__fbx_drop_property(fbx_record *list, fbx_property_name name);

// ---- options (fbx_kept_options.c) ---------------------------------------------------------------------------------

/// Marks the geometries, deformers and caches as dropped, and the materials, textures and other objects that belong
/// only to them. Mesh models become Nulls. Curves of NURBS and lines stay.
void sinew__fbx_drop_meshes(const kept_document *document);

/// Embeds or links the images of textures and videos as the options require. Notes images that are missing.
void sinew__fbx_place_images(const kept_document *document);

// ---- lengths (fbx_kept_lengths.c) ---------------------------------------------------------------------------------

/// Whether the lengths of the document can be multiplied by a factor; else *out_reason says why not.
int sinew__fbx_can_scale(const kept_document *document, double factor, const char **out_reason);

/// Multiplies all lengths that the format has a name for, and sets the unit of the file. Joints must be matched.
SINEW_NODISCARD sinew_result sinew__fbx_scale_kept(const kept_document *document, double factor, sinew_error *error);

/// Multiplies the values and slopes of a curve.
SINEW_NODISCARD sinew_result sinew__fbx_scale_curve(fbx_writer *writer, const fbx_record *curve, double factor,
                                                    sinew_error *error);

/// Rotates the matrix of 16 numbers in a child of `parent`; there may be none.
SINEW_NODISCARD sinew_result sinew__fbx_turn_matrix(fbx_writer *writer, const fbx_record *parent, const char *name,
                                                    const sinew_affine *rotation, sinew_error *error);

// ---- axes (fbx_kept_axes.c) ---------------------------------------------------------------------------------------

/// Whether the document can get the writer's axes; else *out_reason says why not.
int sinew__fbx_can_turn(const kept_document *document, const char **out_reason);

/// Rotates the document to the writer's axes, after sinew__fbx_can_turn and sinew__fbx_scale_kept.
SINEW_NODISCARD sinew_result sinew__fbx_turn_kept(const kept_document *document, sinew_error *error);

#endif
