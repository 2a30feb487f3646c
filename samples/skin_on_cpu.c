/// Skins every mesh of a file on the CPU over all clips with two engines, and prints the
/// difference.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <sinew/sinew.h>

/// Largest difference between baked frames and curves, as a fraction of the model's size:
/// sinew_bake_options.error.
static const double max_difference = 1e-4;

/// Buffers for the largest mesh of a model, one per engine.
typedef struct workspace {
    float *scratch, *positions[2], *normals;
} workspace;

static int allocate(const sinew_model *model, workspace *out)
{
    size_t floats = 1, scratch = 1;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const size_t needed = (size_t)model->meshes[i].vertex_count * 3,
                     extra = sinew_skin_scratch_floats(model, i, SINEW_SKIN_AUTHORED);
        if (needed > floats) floats = needed;
        if (extra > scratch) scratch = extra;
    }
    out->scratch = malloc(scratch * sizeof(float));
    out->positions[0] = malloc(floats * sizeof(float));
    out->positions[1] = malloc(floats * sizeof(float));
    out->normals = malloc(floats * sizeof(float));
    return out->scratch && out->positions[0] && out->positions[1] && out->normals;
}

static void release(workspace *space)
{
    free(space->scratch);
    free(space->positions[0]);
    free(space->positions[1]);
    free(space->normals);
}

/// Root mean square of the distances between the vertices of two poses, in the file's units.
static double difference(const sinew_model *model, sinew_pose *const poses[2], workspace *space)
{
    double sum = 0;
    for (int32_t mesh = 0; mesh < model->mesh_count; ++mesh) {
        for (int side = 0; side < 2; ++side)
            sinew_skin_mesh(model, mesh, SINEW_SKIN_AUTHORED, poses[side], space->scratch,
                            space->positions[side], space->normals);
        for (int32_t i = 0; i < model->meshes[mesh].vertex_count * 3; ++i) {
            const double difference = (double)(space->positions[0][i] - space->positions[1][i]);
            sum += difference * difference;
        }
    }
    return model->vertex_count ? sqrt(sum / model->vertex_count) : 0;
}

/// The largest difference of the engines over a clip, sampled at 60 Hz.
static double worst_over_clip(const sinew_model *model, int32_t clip, sinew_pose *const poses[2],
                              workspace *space)
{
    const double duration = clip == SINEW_NONE ? 0 : model->clips[clip].duration;
    double worst = 0;
    for (double time = 0; time <= duration && time < 600; time += 1.0 / 60) {
        sinew_pose_evaluate(model, SINEW_ENGINE_REFERENCE, clip, time, poses[0]);
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, clip, time, poses[1]);
        worst = fmax(worst, difference(model, poses, space));
    }
    return worst;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: skin_on_cpu FILE\n");
        return 2;
    }
    sinew_error error;
    sinew_model *model = NULL;
    sinew_pose *poses[2] = {NULL, NULL};
    workspace space = {0};
    sinew_result result = sinew_model_load(argv[1], NULL, &model, &error);
    if (result == SINEW_OK) result = sinew_engine_accepts(model, SINEW_ENGINE_REFERENCE, &error);
    for (int i = 0; i < 2 && result == SINEW_OK; ++i)
        result = sinew_pose_create(model, &poses[i], &error);
    if (result != SINEW_OK) fprintf(stderr, "%s: %s\n", argv[1], error.message);
    int code = result == SINEW_OK && allocate(model, &space) ? 0 : 1;
    for (int32_t clip = 0; code == 0 && clip < model->clip_count; ++clip) {
        const double rmse = worst_over_clip(model, clip, poses, &space);
        printf("clip '%s': reference and fast differ by an RMSE of %.3g of the model's size\n",
               sinew_text(model, model->clips[clip].name), rmse / model->info->size);
        if (!(rmse <= max_difference * model->info->size)) {
            fprintf(stderr, "the difference exceeds %g\n", max_difference);
            code = 1;
        }
    }
    release(&space);
    sinew_pose_destroy(poses[0]);
    sinew_pose_destroy(poses[1]);
    sinew_model_destroy(model);
    return code;
}
