#include "support/import_text.h"
#include "import/import_block.h"
#include "runtime/model/make_model.h"

#include "support/cmocka_close.h"

#include <stdio.h>
#include <string.h>

static sinew_model *import_with(const sinew__import_options *options, const char *name, const void *bytes, size_t size)
{
    void *block = NULL;
    size_t block_size = 0;
    sinew_model *model = NULL;
    sinew_error error = {0};
    if (sinew__import_block(name, bytes, size, options, &block, &block_size, &error) != SINEW_OK)
        fail_msg("%s: %s", name, error.message);
    if (sinew__model_from_block(block, block_size, &model, &error) != SINEW_OK) fail_msg("%s: %s", name, error.message);
    return model;
}

sinew_model *import_bytes(const char *name, const void *bytes, size_t size)
{
    return import_with(NULL, name, bytes, size);
}

sinew_model *import_text_file(const char *name, const char *text)
{
    return import_bytes(name, text, strlen(text));
}

sinew_model *import_document_text(const char *header, const char *objects, const char *connections)
{
    char text[16384];
    const int length = snprintf(text, sizeof text,
                                "; FBX 7.4.0 project file\nFBXHeaderExtension: {\n%sFBXVersion: 7400\n}\n"
                                "Objects: {\n%s}\nConnections: {\n%s}\n",
                                header, objects, connections);
    assert_true(length > 0 && (size_t)length < sizeof text);
    return import_with(&(sinew__import_options){.document_only = 1}, "test.fbx", text, (size_t)length);
}

const sinew_joint *joint_called(const sinew_model *model, const char *name)
{
    for (int32_t i = 0; i < model->joint_count; ++i)
        if (strcmp(sinew_text(model, model->joints[i].name), name) == 0) return &model->joints[i];
    fail_msg("no joint '%s'", name);
    return NULL;
}

int32_t joint_index(const sinew_model *model, const char *name)
{
    return (int32_t)(joint_called(model, name) - model->joints);
}

const sinew_mesh *mesh_of_object(const sinew_model *model, const char *object)
{
    for (int32_t i = 0; i < model->mesh_count; ++i)
        if (strcmp(sinew_text(model, model->meshes[i].object), object) == 0) return &model->meshes[i];
    fail_msg("no mesh of object '%s'", object);
    return NULL;
}

const sinew_clip *clip_called(const sinew_model *model, const char *name)
{
    for (int32_t i = 0; i < model->clip_count; ++i)
        if (strcmp(sinew_text(model, model->clips[i].name), name) == 0) return &model->clips[i];
    fail_msg("no clip '%s'", name);
    return NULL;
}

const sinew_track *joint_track(const sinew_model *model, const sinew_clip *clip, const sinew_joint *joint,
                               uint32_t path)
{
    for (int32_t i = 0; i < clip->track_count; ++i) {
        const sinew_track *track = &model->tracks[clip->first_track + i];
        if (track->joint == (int32_t)(joint - model->joints) && track->path == path) return track;
    }
    return NULL;
}

int warnings_of(const sinew_model *model, const char *code)
{
    int count = 0;
    for (int32_t i = 0; i < model->warning_count; ++i)
        count += strcmp(sinew_text(model, model->warnings[i].code), code) == 0;
    return count;
}

int warnings_about(const sinew_model *model, const char *code, const char *object)
{
    int count = 0;
    for (int32_t i = 0; i < model->warning_count; ++i)
        count += strcmp(sinew_text(model, model->warnings[i].code), code) == 0 &&
                 strcmp(sinew_text(model, model->warnings[i].object), object) == 0;
    return count;
}
