/// walks_agree FILE|FOLDER…: poses every clip of every model file with the flat and the recursive walk and prints the
/// largest difference, relative to the model's size, and the RMSE of the skinned vertices; skins it with every kernel
/// and prints the largest difference from the plain loops. Exits with 1 when a difference is over 1e-6, 77 if there
/// was no file.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <sinew/import.h>
#include <sinew/sinew_tools.h>

#include "runtime/skin/skin_method.h"
#include "support/each_kernel.h"
#include "support/model_files.h"

enum { TIMES = 24 };
static const double tolerance = 1e-6;

typedef struct tally {
    int files, refused, clips;
    double worst, rmse_sum, worst_kernel;
    long poses;
} tally;

static double worst_global(const sinew_model *model, const sinew_pose *a, const sinew_pose *b)
{
    double worst = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        for (int k = 0; k < 12; ++k) {
            const double x = a->global[i].row[k / 4][k % 4], y = b->global[i].row[k / 4][k % 4];
            // translations against the model's size; the linear part is unitless, against its own size
            const double scale = k % 4 == 3 ? fmax(model->info->size, fabs(x)) : fmax(1, fabs(x));
            if (!(fabs(x - y) <= worst * scale)) worst = fabs(x - y) / scale;
        }
    }
    return worst;
}

static double skinned_rmse(const sinew_model *model, const sinew_pose *a, const sinew_pose *b)
{
    double sum = 0;
    for (int32_t mesh = 0; mesh < model->mesh_count; ++mesh) {
        const size_t floats = (size_t)model->meshes[mesh].vertex_count * 3;
        float *memory =
            malloc((floats * 2 + sinew_skin_scratch_floats(model, mesh, SINEW_SKIN_AUTHORED) + 1) * sizeof *memory);
        if (!memory) exit(2);
        sinew_skin_mesh(model, mesh, SINEW_SKIN_AUTHORED, a, memory + floats * 2, memory, NULL);
        sinew_skin_mesh(model, mesh, SINEW_SKIN_AUTHORED, b, memory + floats * 2, memory + floats, NULL);
        for (size_t i = 0; i < floats; ++i) sum += pow((double)(memory[i] - memory[floats + i]), 2);
        free(memory);
    }
    return model->vertex_count ? sqrt(sum / model->vertex_count) / model->info->size : 0;
}

/// The largest difference between any kernel and the plain loops, over all meshes; relative to the model, or to the
/// pose if it is larger.
static double worst_kernel(const sinew_model *model, const sinew_pose *pose)
{
    double worst = 0;
    for (int32_t mesh = 0; mesh < model->mesh_count; ++mesh) {
        const size_t floats = (size_t)model->meshes[mesh].vertex_count * 3;
        float *memory =
            malloc((floats * 4 + sinew_skin_scratch_floats(model, mesh, SINEW_SKIN_AUTHORED) + 1) * sizeof *memory);
        if (!memory) exit(2);
        float *plain = memory, *fast = memory + floats, *normals = memory + floats * 2, *scratch = memory + floats * 4;
        sinew__skin_mesh_with(NULL, model, mesh, SINEW_SKIN_AUTHORED, pose, scratch, plain, normals);
        double scale = model->info->size;
        for (size_t i = 0; i < floats; ++i) scale = fmax(scale, (double)fabsf(plain[i]));
        for (int kernels = -1; force_next_kernels(&kernels);) {
            sinew_skin_mesh(model, mesh, SINEW_SKIN_AUTHORED, pose, scratch, fast, normals);
            for (size_t i = 0; i < floats; ++i)
                if (!(fabs((double)fast[i] - (double)plain[i]) <= worst * scale))
                    worst = fabs((double)fast[i] - (double)plain[i]) / scale;
        }
        free(memory);
    }
    return worst;
}

/// Compares one clip from a little before its start to a little after its end.
static void compare_clip(const sinew_model *model, int32_t clip, sinew_pose *const poses[2], tally *sum)
{
    const double duration = clip == SINEW_NONE ? 0 : model->clips[clip].duration;
    for (int i = -2; i <= TIMES + 2; ++i) {
        const double time = duration * i / TIMES;
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, time, poses[0]);
        sinew_pose_evaluate(model, SINEW_ENGINE_REFERENCE, clip, time, poses[1]);
        const double worst = worst_global(model, poses[0], poses[1]);
        if (!(worst <= sum->worst)) sum->worst = worst;
        if (i % 8 == 0) sum->worst_kernel = fmax(sum->worst_kernel, worst_kernel(model, poses[0]));
        sum->rmse_sum += skinned_rmse(model, poses[0], poses[1]);
        ++sum->poses;
    }
    ++sum->clips;
}

static void compare_file(const char *path, void *user)
{
    tally *sum = user;
    sinew_model *model = NULL;
    sinew_pose *poses[2] = {NULL, NULL};
    sinew_error error;
    sinew_result result = sinew_model_import(path, NULL, &model, &error);
    if (result == SINEW_OK) result = sinew_engine_accepts(model, SINEW_ENGINE_REFERENCE, &error);
    for (int i = 0; i < 2 && result == SINEW_OK; ++i) result = sinew_pose_create(model, &poses[i], &error);
    if (result == SINEW_OK) {
        ++sum->files;
        for (int32_t clip = SINEW_NONE; clip < model->clip_count; ++clip) compare_clip(model, clip, poses, sum);
    } else {
        ++sum->refused;
        printf("%s: %s\n", path, error.message);
    }
    sinew_pose_destroy(poses[0]);
    sinew_pose_destroy(poses[1]);
    sinew_model_destroy(model);
}

int main(int argc, char **argv)
{
    tally sum = {0};
    for (int i = 1; i < argc; ++i) for_each_model_file(argv[i], compare_file, &sum);
    if (sum.files == 0) {
        printf("skipped: no model file here\n");
        return 77;
    }
    printf("%d files (%d refused), %d clips, %ld poses: largest difference %.3g, mean RMSE of the vertices %.3g, "
           "kernels %.3g\n",
           sum.files, sum.refused, sum.clips, sum.poses, sum.worst, sum.rmse_sum / (double)sum.poses, sum.worst_kernel);
    return sum.worst <= tolerance && sum.worst_kernel <= tolerance ? 0 : 1;
}
