// fill_loop MODEL WORKER_FOLDER FRAMES exact|fast double|float: fills an array [frames × joints × 16] of global
// matrices in a loop, as a C program does without frames.h, and prints the milliseconds of processor
// time of the fastest of 7 runs. bench.py compares the package with it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sinew/sinew_tools.h>

static void fill_doubles(const sinew_pose *pose, double *out)
{
    for (int32_t i = 0; i < pose->joint_count; ++i, out += 16) {
        memcpy(out, pose->global[i].row, sizeof pose->global[i].row);
        out[12] = out[13] = out[14] = 0;
        out[15] = 1;
    }
}

static void fill_floats(const sinew_pose *pose, float *out)
{
    for (int32_t i = 0; i < pose->joint_count; ++i, out += 16) {
        for (int k = 0; k < 12; ++k) out[k] = (float)pose->global[i].row[k / 4][k % 4];
        out[12] = out[13] = out[14] = 0;
        out[15] = 1;
    }
}

int main(int argc, char **argv)
{
    if (argc != 6) return 2;
    const sinew_load_options options = {.worker_folder = argv[2]};
    const int32_t frames = (int32_t)atoi(argv[3]);
    const sinew_engine engine = strcmp(argv[4], "fast") == 0 ? SINEW_ENGINE_FAST : SINEW_ENGINE_EXACT;
    const int is_float = strcmp(argv[5], "float") == 0;
    sinew_model *model;
    sinew_pose *pose;
    sinew_error error;
    if (sinew_model_load(argv[1], &options, &model, &error) != SINEW_OK ||
        sinew_pose_create(model, &pose, &error) != SINEW_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    const size_t numbers = (size_t)model->joint_count * 16;
    double best = 1e9;
    for (int run = 0; run < 7; ++run) {
        const clock_t begin = clock();
        void *array =
            malloc((size_t)frames * numbers * (is_float ? sizeof(float) : sizeof(double))); // as numpy.empty does
        if (!array) return 1;
        for (int32_t i = 0; i < frames; ++i) {
            sinew_pose_evaluate(model, engine, 0, model->clips[0].duration * i / (frames - 1), pose);
            if (is_float)
                fill_floats(pose, (float *)array + (size_t)i * numbers);
            else
                fill_doubles(pose, (double *)array + (size_t)i * numbers);
        }
        const double time = (double)(clock() - begin) / CLOCKS_PER_SEC;
        best = time < best ? time : best;
        free(array);
    }
    printf("%.3f\n", best * 1e3);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
    return 0;
}
