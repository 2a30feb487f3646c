/// Models from text in a test, through the importer and back.
#ifndef SINEW_TESTS_IMPORT_TEXT_H
#define SINEW_TESTS_IMPORT_TEXT_H

#include "sinew/import.h"

/// Imports bytes as a file called `name`; fails the test when that does not work. The model is the caller's.
sinew_model *import_bytes(const char *name, const void *bytes, size_t size);
sinew_model *import_text_file(const char *name, const char *text);

/// Imports an FBX 7.4 document in text from its objects and connections, without Assimp; `header` holds lines of
/// FBXHeaderExtension. Fails the test when that does not work. The model is the caller's.
sinew_model *import_document_text(const char *header, const char *objects, const char *connections);

/// The joint, mesh or clip of that name; fails the test when there is none.
const sinew_joint *joint_called(const sinew_model *model, const char *name);
int32_t joint_index(const sinew_model *model, const char *name);
const sinew_mesh *mesh_of_object(const sinew_model *model, const char *object);
const sinew_clip *clip_called(const sinew_model *model, const char *name);

/// The track of a joint in a clip, or NULL.
const sinew_track *joint_track(const sinew_model *model, const sinew_clip *clip, const sinew_joint *joint,
                               uint32_t path);

/// How many warnings have that code; and are about the object of that name.
int warnings_of(const sinew_model *model, const char *code);
int warnings_about(const sinew_model *model, const char *code, const char *object);

#endif
