// A program of somebody else: loads a file both ways, plays it and skins its first mesh.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <sinew/import.h>
#include <sinew/sinew.h>

#ifndef WORKER_FOLDER
#define WORKER_FOLDER NULL // it is in the library's prefix
#endif

static int fail(const char *what, const sinew_error *error)
{
    fprintf(stderr, "%s: %s\n", what, error->message);
    return 1;
}

/// The highest vertex of the first mesh at the end of the first clip, in *out_height.
static int measure(const sinew_model *model, double *out_height)
{
    sinew_error error;
    sinew_pose *pose;
    if (sinew_pose_create(model, &pose, &error) != SINEW_OK) return fail("pose", &error);
    sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, model->clips[0].duration, pose);
    const size_t floats = (size_t)model->meshes[0].vertex_count * 3;
    float *positions = malloc(floats * sizeof *positions), *normals = malloc(floats * sizeof *normals);
    float *scratch = malloc((sinew_skin_scratch_floats(model, 0, SINEW_SKIN_AUTHORED) + 1) * sizeof *scratch);
    if (!positions || !normals || !scratch) return 1;
    sinew_skin_mesh(model, 0, SINEW_SKIN_AUTHORED, pose, scratch, positions, normals);
    *out_height = 0;
    for (size_t i = 1; i < floats; i += 3) {
        if ((double)positions[i] > *out_height) *out_height = (double)positions[i];
    }
    free(scratch);
    free(normals);
    free(positions);
    sinew_pose_destroy(pose);
    return 0;
}

/// One number over the palettes of all clips; equal numbers from two builds mean equal bits. 0 without memory.
static uint64_t hash_palettes(const sinew_model *model)
{
    enum { TIMES = 60 };
    uint64_t hash = 1;
    sinew_pose *pose;
    if (sinew_pose_create(model, &pose, NULL) != SINEW_OK) return 0;
    for (int32_t moment = 0; moment < TIMES * model->clip_count; ++moment) {
        const sinew_clip *clip = &model->clips[moment / TIMES];
        const double time = clip->start + clip->duration * (moment % TIMES) / (TIMES - 1);
        sinew_pose_evaluate(model, moment % 2 ? SINEW_ENGINE_EXACT : SINEW_ENGINE_FAST, moment / TIMES, time, pose);
        const unsigned char *bytes = (const unsigned char *)pose->palette;
        for (size_t i = 0; i < (size_t)model->skin_joint_count * sizeof *pose->palette; ++i) {
            hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3); // FNV-1a
        }
    }
    sinew_pose_destroy(pose);
    return hash;
}

int main(int argc, char **argv)
{
    if (argc != 2) return 2;
    const sinew_load_options options = {.worker_folder = WORKER_FOLDER};
    sinew_error error;
    sinew_model *caged, *own;
    double caged_height, own_height;
    if (sinew_model_load(argv[1], &options, &caged, &error) != SINEW_OK) return fail("by the worker", &error);
    if (sinew_model_import(argv[1], NULL, &own, &error) != SINEW_OK) return fail("in this process", &error);
    if (measure(caged, &caged_height) || measure(own, &own_height)) return 1;
    printf("%d joints, %.1f high, palettes %016" PRIx64 "\n", (int)own->joint_count, own_height, hash_palettes(caged));
    const int differs = caged->joint_count != own->joint_count || caged_height != own_height;
    sinew_model_destroy(own);
    sinew_model_destroy(caged);
    return differs;
}
