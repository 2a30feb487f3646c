#include "program/cli/edit/edit_steps.h"

#include <string.h>

#include "program/cli/edit/edit_parts.h"
#include "program/cli/framework/report.h"

int edit_apply(edit_job *job, const char *option, const char *text)
{
    static const struct {
        const char *option;
        int (*apply)(edit_job *job, const char *text);
    } edits[] = {
        {"clip", edit_apply_clip},
        {"keep", edit_apply_keep},
        {"rename", edit_apply_rename},
        {"name-clips", edit_apply_name_clips},
        {"trim", edit_apply_trim},
        {"split", edit_apply_split},
        {"join", edit_apply_join},
        {"start", edit_apply_start},
        {"fps", edit_apply_fps},
        {"speed", edit_apply_speed},
        {"reverse", edit_apply_reverse},
        {"mirror", edit_apply_mirror},
        {"in-place", edit_apply_in_place},
        {"close", edit_apply_close},
        {"reduce", edit_apply_reduce},
        {"during", edit_apply_during},
        {"ease", edit_apply_ease},
        {"still", edit_apply_still},
        {"set", edit_apply_set},
        {"ik", edit_apply_ik},
        {"pose", edit_apply_pose},
        {"keys", edit_apply_keys},
        {"scale", edit_apply_scale},
        {"drop-joints", edit_apply_drop_joints},
        {"rename-joints", edit_apply_rename_joints},
        {"strip-prefix", edit_apply_strip_prefix},
    };
    job->option = option;
    for (size_t i = 0; i < sizeof edits / sizeof *edits; ++i)
        if (strcmp(edits[i].option, option) == 0) return edits[i].apply(job, text);
    return cli_fail_usage(job->context, "bad-option", NULL, "unknown edit '--%s'", option);
}
