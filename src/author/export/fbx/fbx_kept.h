/// The author's document as records, and its objects sorted by id.
#ifndef SINEW_AUTHOR_EXPORT_FBX_FBX_KEPT_H
#define SINEW_AUTHOR_EXPORT_FBX_FBX_KEPT_H

#include "author/export/fbx/fbx_writer.h"

/// An object of the document.
typedef struct kept_object {
    int64_t id;
    fbx_record *record;
    fbx_class kind;
    // for writing the document itself (fbx_kept.c):
    int is_dropped;
    int is_used;                      ///< number of morphs that use the object: morphs of several meshes may share a
                                      ///< channel
    int32_t targets, dropped_targets; ///< stacks, layers and curve nodes that the object is connected to, and how many
                                      ///< of them are dropped
    int32_t owners, dropped_owners;   ///< other objects that the object is connected to, and how many of them are
                                      ///< dropped
    int has_geometry;                 ///< of a model: whether it has a geometry that is in the file
    int is_length, is_other;          ///< of curve nodes and curves: whether they animate lengths, and whether they
                                      ///< animate other values
    int32_t root;                     ///< of a model: 1 + index of its joint if the joint is a root, else 0
    int is_root, is_below;            ///< of curve nodes and curves: whether they animate the translation of a root,
                                      ///< and whether they animate anything else
    int32_t camera;                   ///< of a model: 1 + index of its camera; 0: none
    int has_attribute;                ///< of a model: whether it has an attribute
    // for copying curves into a new file (fbx_lenses.c):
    const struct kept_object *owner; ///< the layer of a curve node; the stack of a layer; the first layer of a stack
    int64_t lens; ///< for a model, an attribute or a curve node of a focal length: id of its camera attribute in the
                  ///< new file; 0: none
    int32_t clip; ///< of a stack: 1 + index of the clip that it became, if the clip is unchanged, else 0
} kept_object;

typedef struct kept_document {
    fbx_writer *writer;
    fbx_record *root;
    kept_object *objects; ///< [count] by id
    size_t count;
    int is_changed;        ///< whether clips were dropped or added
    int has_dropped_joint; ///< whether joints, and so their models, were dropped
} kept_document;

/// Lists the objects of all top-level records named Objects. Returns 0 when out of memory.
int sinew__fbx_list_kept(kept_document *document);

/// Returns the object with an id, or NULL.
kept_object *sinew__fbx_find_kept(const kept_document *document, int64_t id);

/// Returns the name of an object without its class.
fbx_bytes sinew__fbx_kept_name(const fbx_record *record);

/// Replaces a text value of a record. Out of memory is reported by the arena, and the record is unchanged.
void sinew__fbx_set_text(fbx_writer *writer, fbx_record *record, uint32_t index, fbx_bytes text);

/// Removes a property from a list of properties; `list` may be NULL.
void sinew__fbx_drop_property(fbx_record *list, fbx_property_name name);

// ---- options (fbx_kept_options.c) ---------------------------------------------------------------------------------

/// Marks geometries, deformers and caches as dropped, and the materials, textures and other objects that belong only to
/// them. Mesh models become Nulls. Curves of NURBS and lines stay.
void sinew__fbx_drop_meshes(const kept_document *document);

/// Embeds or links the images of textures and videos as the options require. Notes images that are missing.
void sinew__fbx_place_images(const kept_document *document);

// ---- lengths (fbx_kept_lengths.c) ---------------------------------------------------------------------------------

/// Whether the lengths of the document can be multiplied by `factor`; sets *out_reason if not.
int sinew__fbx_can_scale(const kept_document *document, double factor, const char **out_reason);

/// Multiplies all lengths that the format has a name for, and sets the unit of the file. Joints must have been matched.
SINEW_NODISCARD sinew_result sinew__fbx_scale_kept(const kept_document *document, double factor, sinew_error *error);

/// Multiplies the values and slopes of a curve.
SINEW_NODISCARD sinew_result sinew__fbx_scale_curve(fbx_writer *writer, const fbx_record *curve, double factor,
                                                    sinew_error *error);

/// Rotates the 4×4 matrix in the child `name` of `parent`, if it exists.
SINEW_NODISCARD sinew_result sinew__fbx_turn_matrix(fbx_writer *writer, const fbx_record *parent, const char *name,
                                                    const sinew_affine *rotation, sinew_error *error);

// ---- axes (fbx_kept_axes.c) ---------------------------------------------------------------------------------------

/// Whether the document can be rotated to the writer's axes; sets *out_reason if not.
int sinew__fbx_can_turn(const kept_document *document, const char **out_reason);

/// Rotates the document to the writer's axes. Call sinew__fbx_can_turn and sinew__fbx_scale_kept before.
SINEW_NODISCARD sinew_result sinew__fbx_turn_kept(const kept_document *document, sinew_error *error);

#endif
