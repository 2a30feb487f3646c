#include "support/edit_kinds.h"
#include "author/edit/edits.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"

typedef sinew_result (*edit)(const sinew_model *model, sinew_model **out, sinew_error *error);

static double middle_of(const sinew_model *model)
{
    return model->clip_count > 0 ? model->clips[0].duration / 2 : 0;
}

static sinew_result turn_first(void *user, sinew_pose *pose, sinew_error *error)
{
    const sinew_model *model = user;
    (void)error;
    if (model->joint_count == 0) return SINEW_OK;
    pose->local[0].r = (sinew_quat){0, 0.6, 0, 0.8};
    sinew_pose_local_to_global(model, pose);
    return SINEW_OK;
}

static sinew_result keep(const sinew_model *model, sinew_model **out, sinew_error *error)
{
    return sinew__edit_keep_clips(model, NULL, out, error);
}

static sinew_result rename_clip(const sinew_model *model, sinew_model **out, sinew_error *error)
{
    return sinew__edit_rename_clip(model, 0, "another", out, error);
}

static sinew_result split(const sinew_model *model, sinew_model **out, sinew_error *error)
{
    const double time = middle_of(model);
    return sinew__edit_split_clip(model, 0, &time, 1, NULL, out, error);
}

static sinew_result join(const sinew_model *model, sinew_model **out, sinew_error *error)
{
    return sinew__edit_join_clips(model, "joined", NULL, out, error);
}

static sinew_result trim(const sinew_model *model, sinew_model **out, sinew_error *error)
{
    static const int32_t first = 0;
    const sinew__edit_options options = {.clips = &first, .clip_count = 1};
    const double time = middle_of(model);
    return sinew__edit_trim_clips(model, time / 2, time, &options, out, error);
}

static sinew_result start(const sinew_model *model, sinew_model **out, sinew_error *error)
{
    return sinew__edit_start_clips(model, 7, NULL, out, error);
}

static sinew_result speed(const sinew_model *model, sinew_model **out, sinew_error *error)
{
    return sinew__edit_speed_clips(model, 3, NULL, out, error);
}

static sinew_result reverse(const sinew_model *model, sinew_model **out, sinew_error *error)
{
    return sinew__edit_reverse_clips(model, NULL, out, error);
}

static sinew_result set_rate(const sinew_model *model, sinew_model **out, sinew_error *error)
{
    return sinew__edit_set_rate(model, 12, NULL, out, error);
}

static sinew_result mirror(const sinew_model *model, sinew_model **out, sinew_error *error)
{
    return sinew__edit_mirror_clips(model, NULL, NULL, out, error);
}

static sinew_result in_place(const sinew_model *model, sinew_model **out, sinew_error *error)
{
    return sinew__edit_in_place(model, NULL, out, error);
}

static sinew_result close_loop(const sinew_model *model, sinew_model **out, sinew_error *error)
{
    return sinew__edit_close_loop(model, 3, NULL, out, error);
}

static sinew_result reduce(const sinew_model *model, sinew_model **out, sinew_error *error)
{
    return sinew__edit_reduce_keys(model, NULL, out, error);
}

static sinew_result pose(const sinew_model *model, sinew_model **out, sinew_error *error)
{
    const sinew_edit_pose turned = {0, middle_of(model), 1, turn_first, (void *)(uintptr_t)model};
    return sinew__edit_pose_clips(model, &turned, 1, 0.1, NULL, out, error);
}

static sinew_result still(const sinew_model *model, sinew_model **out, sinew_error *error)
{
    return sinew__edit_add_still(model, 0, middle_of(model), "still", out, error);
}

static sinew_result rename_joints(const sinew_model *model, sinew_model **out, sinew_error *error)
{
    const char **names = calloc((size_t)model->joint_count + 1, sizeof *names);
    if (!names) return sinew__fail_memory(error);
    names[0] = "first";
    const sinew_result result = sinew__edit_rename_joints(model, names, out, error);
    free(names);
    return result;
}

/// The last joint, which has none below it.
static sinew_result drop_joints(const sinew_model *model, sinew_model **out, sinew_error *error)
{
    uint8_t *drops = calloc((size_t)model->joint_count + 1, 1);
    if (!drops) return sinew__fail_memory(error);
    if (model->joint_count > 0) drops[model->joint_count - 1] = 1;
    const sinew_result result = sinew__edit_drop_joints(model, drops, NULL, out, error);
    free(drops);
    return result;
}

static sinew_result scale(const sinew_model *model, sinew_model **out, sinew_error *error)
{
    return sinew__edit_scale(model, 0.5, out, error);
}

static const edit edits[] = {keep,   rename_clip, split,      join,   trim, start, speed,         reverse,     set_rate,
                             mirror, in_place,    close_loop, reduce, pose, still, rename_joints, drop_joints, scale};

int edit_kind_count(void)
{
    return (int)(sizeof edits / sizeof *edits);
}

sinew_result edit_by_kind(int kind, const sinew_model *model, sinew_model **out_model, sinew_error *out_error)
{
    return edits[kind](model, out_model, out_error);
}
