/// evaluated_curves FOLDER…: curves of the files there against their values in the programs that wrote them. Prints
/// the largest difference of each file; exits with 1 if one exceeds the rounding of the published digits, 77 if there
/// was no such file.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <sinew/import.h>
#include <sinew/sinew_tools.h>

#include "support/evaluated_curves.h"
#include "support/model_files.h"

typedef struct tally {
    int files, wrong;
} tally;

/// The curve of a file "NAME_<version>_<encoding>.fbx"; names may begin alike, so that the version's first digit
/// counts.
static const evaluated_curve *curve_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;
    for (const evaluated_curve *curve = evaluated_curves; curve->name; ++curve) {
        const size_t length = strlen(curve->name);
        if (strncmp(file, curve->name, length) == 0 && file[length] == '_' && file[length + 1] >= '0' &&
            file[length + 1] <= '9')
            return curve;
    }
    return NULL;
}

/// Returns x of the joint `pCube1` at a frame of the file's timeline, 24 frames per second.
static double x_at(const sinew_model *model, sinew_pose *pose, size_t frame)
{
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, sinew_clip_from_timeline(model, 0, (double)frame / 24), pose);
    for (int32_t i = 0; i < model->joint_count; ++i)
        if (strcmp(sinew_text(model, model->joints[i].name), "pCube1") == 0) return pose->local[i].t.x;
    return (double)NAN;
}

static void compare_file(const char *path, void *user)
{
    tally *sum = user;
    const evaluated_curve *curve = curve_of(path);
    if (!curve) return;
    sinew_model *model = NULL;
    sinew_pose *pose = NULL;
    sinew_error error;
    ++sum->files;
    sinew_result result = sinew_model_import(path, NULL, &model, &error);
    if (result == SINEW_OK) result = sinew_pose_create(model, &pose, &error);
    if (result == SINEW_OK) {
        double worst = 0;
        size_t wrong = 0;
        for (size_t i = 0; i < curve->count; ++i) {
            const double difference = fabs(x_at(model, pose, i) - curve->values[i]);
            worst = fmax(worst, difference);
            wrong += !(difference <= curve->tolerance);
        }
        printf("%s: %zu of %zu frames differ, by up to %.2g\n", path, wrong, curve->count, worst);
        sum->wrong += wrong > 0;
    } else {
        printf("%s: %s\n", path, error.message);
        ++sum->wrong;
    }
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

int main(int argc, char **argv)
{
    tally sum = {0};
    for (int i = 1; i < argc; ++i) for_each_model_file(argv[i], compare_file, &sum);
    if (sum.files == 0) {
        printf("skipped: no such file here\n");
        return 77;
    }
    printf("%d files, %d of them wrong\n", sum.files, sum.wrong);
    return sum.wrong != 0;
}
