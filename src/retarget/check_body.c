#include "retarget/check_body.h"

#include "base/arguments.h"
#include "base/error.h"
#include "model/hierarchy.h"
#include "retarget/body_part.h"

static const char *joint_name(const sinew_model *model, int32_t joint)
{
    return sinew_text(model, model->joints[joint].name);
}

/// The part of the torso before one: its chain's, else the last joint of the chain before.
static int32_t torso_part_before(const sinew_body_map *map, int32_t part)
{
    for (int32_t before = part - 1; before >= SINEW_BODY_HIPS; --before)
        if (map->joint[before] != SINEW_NONE) return before;
    return SINEW_NONE;
}

static sinew_result check_order(const sinew_model *model, const sinew_body_map *map, int32_t part, sinew_error *error)
{
    const int32_t joint = map->joint[part],
                  before = part < SINEW_BODY_LEFT ? torso_part_before(map, part) : sinew__body_part_before(part);
    if (joint == SINEW_NONE || before == SINEW_NONE || map->joint[before] == SINEW_NONE) return SINEW_OK;
    if (joint != map->joint[before] && sinew__is_below(model, joint, map->joint[before])) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "%s '%.60s' is not below %s '%.60s'",
                       sinew_body_part_name(part), joint_name(model, joint), sinew_body_part_name(before),
                       joint_name(model, map->joint[before]));
}

static sinew_result check_part(const sinew_model *model, const sinew_body_map *map, int32_t part, sinew_error *error)
{
    const int32_t joint = map->joint[part];
    if (joint == SINEW_NONE) return SINEW_OK;
    if (sinew__lacks_item(error, "joint", joint, model->joint_count)) return SINEW_ERROR_INVALID_ARGUMENT;
    for (int32_t other = 0; other < part; ++other)
        if (map->joint[other] == joint)
            return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "joint '%.60s' is both %s and %s",
                               joint_name(model, joint), sinew_body_part_name(other), sinew_body_part_name(part));
    return check_order(model, map, part, error);
}

sinew_result sinew__check_body_joints(const sinew_model *model, const sinew_body_map *map, sinew_error *error)
{
    for (int i = 0; i < SINEW__NEEDED_PARTS; ++i)
        if (map->joint[sinew__needed_parts[i]] == SINEW_NONE)
            return sinew__fail(error, SINEW_ERROR_NO_MATCH, "not a body: no joint for '%s'",
                               sinew_body_part_name(sinew__needed_parts[i]));
    sinew_result result = SINEW_OK;
    for (int32_t part = 0; part < SINEW_BODY_PART_COUNT && result == SINEW_OK; ++part)
        result = check_part(model, map, part, error);
    return result;
}
