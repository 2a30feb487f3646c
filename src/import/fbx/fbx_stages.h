/// The stages that read an FBX document, in their order; match_nodes.h and join_meshes.c come between them. They fail
/// only on memory or a limit.
#ifndef SINEW_IMPORT_FBX_FBX_STAGES_H
#define SINEW_IMPORT_FBX_FBX_STAGES_H

#include "import/import_pass.h"

/// Warns of what importers are known to crash on or to refuse: repeated or empty names, connection cycles, properties
/// of unknown type, embedded media that are not images, curves without keys. Called when the importer has crashed on
/// the file or refused it; the document alone gives the same model. Cycles of parents are named where they are cut, in
/// sinew__fbx_joints. Running out of memory shows in the arena.
void sinew__warn_of_importer_hazards(import_pass *pass);

/// What Assimp would need seconds for and produce nothing of use: the reason not to let it read the file, or NULL.
/// Running out of memory shows in the arena.
const char *sinew__find_importer_trap(import_pass *pass);

/// Fills pass->joints, raw.joints, model_joints and, through model_nodes, node_joints. All models are joints, in the
/// author's depth-first order: first those below the scene, then those without a parent, except a program's own
/// cameras. A second parent, and a parent that closes a cycle, is dropped with a warning.
SINEW_NODISCARD sinew_result sinew__fbx_joints(import_pass *pass, sinew_error *out_error);

/// Fills raw.cameras from the models that are cameras. Lenses are not animated.
SINEW_NODISCARD sinew_result sinew__fbx_cameras(import_pass *pass, sinew_error *out_error);

/// Fills raw.materials, raw.textures, pass->document_materials and pass->material_uv_names. Textures are those of the
/// materials' colours and maps, and all embedded ones. Assimp knows one spelling of a path and of a colour; the
/// document has each program's own names.
SINEW_NODISCARD sinew_result sinew__document_materials_read(import_pass *pass, sinew_error *out_error);

/// Makes a raw mesh, with its skin, shapes and geometry cache, of every geometry of every model.
SINEW_NODISCARD sinew_result sinew__join_meshes(import_pass *pass, sinew_error *out_error);

/// Fills raw.clips from the animation stacks, with the author's layers, channels and curves. Node tracks of the
/// importer's clips that are in raw.clips already are kept, under the clip of the same name.
SINEW_NODISCARD sinew_result sinew__fbx_clips(import_pass *pass, sinew_error *out_error);

/// A number from 0 to 31 for each property of joints and morph targets that clips play, or SINEW_NONE if the target of
/// the connection is another property.
int32_t sinew__fbx_played_property(const fbx_connection *connection);

/// Warns of what is not evaluated: each active constraint, IK and character rig, and each property that clips play and
/// that follows a property of another object instead of keys.
void sinew__fbx_warn_of_constraints(import_pass *pass);

/// Warns of each feature of joints and clips that is evaluated approximately. Running out of memory shows in the arena.
void sinew__fbx_warn_of_approximations(import_pass *pass);

#endif
