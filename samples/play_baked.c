/// Plays a `.sinew` file as a game does: from memory, without an importer or a worker. Prints the
/// bounds of the skinned vertices ten times per second.
///
///     sinew bake walk.fbx -o walk.sinew && play_baked walk.sinew
#include <stdio.h>
#include <stdlib.h>

#include <sinew/sinew.h>

/// Reads a whole file; a game would return a part of its archive here. NULL on failure.
static void *read_file(const char *path, size_t *out_size)
{
    FILE *file = fopen(path, "rb");
    void *bytes = NULL;
    if (file && fseek(file, 0, SEEK_END) == 0) {
        const long size = ftell(file);
        bytes = size > 0 ? malloc((size_t)size) : NULL;
        rewind(file);
        *out_size = bytes ? fread(bytes, 1, (size_t)size, file) : 0;
    }
    if (file) fclose(file);
    return bytes;
}

/// Buffers for the largest mesh of a model.
typedef struct workspace {
    float *positions, *normals, *scratch;
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
    out->positions = malloc(floats * sizeof(float));
    out->normals = malloc(floats * sizeof(float));
    out->scratch = malloc(scratch * sizeof(float));
    return out->positions && out->normals && out->scratch;
}

static void print_box(const char *name, const float *positions, int32_t vertex_count)
{
    float low[3] = {1e30f, 1e30f, 1e30f}, high[3] = {-1e30f, -1e30f, -1e30f};
    for (int32_t i = 0; i < 3 * vertex_count; ++i) {
        if (positions[i] < low[i % 3]) low[i % 3] = positions[i];
        if (positions[i] > high[i % 3]) high[i % 3] = positions[i];
    }
    printf("  %s from %.4f %.4f %.4f to %.4f %.4f %.4f\n", name, (double)low[0], (double)low[1],
           (double)low[2], (double)high[0], (double)high[1], (double)high[2]);
}

static void play(const sinew_model *model, int32_t clip, sinew_pose *pose, const workspace *space)
{
    for (int tick = 0; tick * 0.1 <= model->clips[clip].duration; ++tick) {
        sinew_pose_evaluate_palette(model, clip, tick * 0.1, pose);
        printf("%.1f s\n", tick * 0.1);
        for (int32_t i = 0; i < model->mesh_count; ++i) {
            sinew_skin_mesh(model, i, SINEW_SKIN_AUTHORED, pose, space->scratch, space->positions,
                            space->normals);
            print_box(sinew_text(model, model->meshes[i].object), space->positions,
                      model->meshes[i].vertex_count);
        }
    }
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: play_baked FILE.sinew [CLIP]\n");
        return 2;
    }
    size_t size = 0;
    void *bytes = read_file(argv[1], &size);
    if (!bytes) {
        fprintf(stderr, "%s: cannot read the file\n", argv[1]);
        return 1;
    }
    sinew_error error;
    sinew_model *model = NULL;
    sinew_pose *pose = NULL;
    workspace space = {0};
    int32_t clip = SINEW_NONE;
    sinew_result result = sinew_model_open(bytes, size, &model, &error);
    free(bytes); // the model has its own copy
    if (result == SINEW_OK)
        result = sinew_model_find_clip(model, argc > 2 ? argv[2] : NULL, &clip, &error);
    if (result == SINEW_OK) result = sinew_pose_create(model, &pose, &error);
    if (result != SINEW_OK) fprintf(stderr, "%s: %s\n", argv[1], error.message);
    const int ready = result == SINEW_OK && allocate(model, &space);
    if (ready && clip != SINEW_NONE) play(model, clip, pose, &space);
    free(space.positions);
    free(space.normals);
    free(space.scratch);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
    return ready ? 0 : 1;
}
