#include "author/retarget/body_part.h"

#include <string.h>

const int32_t sinew__needed_parts[SINEW__NEEDED_PARTS] = {
    SINEW_BODY_HIPS,
    SINEW_BODY_LEFT + SINEW_SIDE_THIGH,
    SINEW_BODY_LEFT + SINEW_SIDE_SHIN,
    SINEW_BODY_LEFT + SINEW_SIDE_FOOT,
    SINEW_BODY_RIGHT + SINEW_SIDE_THIGH,
    SINEW_BODY_RIGHT + SINEW_SIDE_SHIN,
    SINEW_BODY_RIGHT + SINEW_SIDE_FOOT,
};

#define FINGER(side, name) side name "1", side name "2", side name "3", side name "4"
#define SIDE(side)                                                                                                     \
    side "clavicle", side "upper_arm", side "forearm", side "hand", side "thigh", side "shin", side "foot",            \
        side "toes", FINGER(side, "thumb"), FINGER(side, "index"), FINGER(side, "middle"), FINGER(side, "ring"),       \
        FINGER(side, "pinky")

static const char *const names[] = {
    "hips",   "spine1", "spine2", "spine3", "spine4", "spine5", "spine6",      "spine7",
    "spine8", "neck1",  "neck2",  "neck3",  "neck4",  "head",   SIDE("left_"), SIDE("right_"),
};
_Static_assert(sizeof names / sizeof *names == SINEW_BODY_PART_COUNT, "a name for each part");

const char *sinew_body_part_name(int32_t part)
{
    return part >= 0 && part < SINEW_BODY_PART_COUNT ? names[part] : NULL;
}

int32_t sinew__body_part_named(const char *name)
{
    for (int32_t part = 0; part < SINEW_BODY_PART_COUNT; ++part)
        if (strcmp(names[part], name) == 0) return part;
    return SINEW_NONE;
}

int32_t sinew__side_part_of(int32_t part)
{
    return part < SINEW_BODY_LEFT    ? SINEW_NONE
           : part < SINEW_BODY_RIGHT ? part - SINEW_BODY_LEFT
                                     : part - SINEW_BODY_RIGHT;
}

int32_t sinew__body_part_after(int32_t part)
{
    const int32_t own = sinew__side_part_of(part);
    if (own == SINEW_NONE || own == SINEW_SIDE_CLAVICLE || own == SINEW_SIDE_TOES) return SINEW_NONE;
    if (own == SINEW_SIDE_HAND) return part - SINEW_SIDE_HAND + SINEW_SIDE_MIDDLE;
    if (own < SINEW_SIDE_THUMB) return part + 1;
    return (own - SINEW_SIDE_THUMB) % SINEW_BODY_FINGER_JOINTS == SINEW_BODY_FINGER_JOINTS - 1 ? SINEW_NONE : part + 1;
}

int32_t sinew__body_part_before(int32_t part)
{
    const int32_t own = sinew__side_part_of(part);
    if (own == SINEW_NONE || own == SINEW_SIDE_CLAVICLE || own == SINEW_SIDE_UPPER_ARM || own == SINEW_SIDE_THIGH)
        return SINEW_NONE;
    if (own < SINEW_SIDE_THUMB) return part - 1;
    return (own - SINEW_SIDE_THUMB) % SINEW_BODY_FINGER_JOINTS == 0 ? part - own + SINEW_SIDE_HAND : part - 1;
}

int32_t sinew__chain_length(const sinew_body_map *map, int32_t first, int32_t capacity)
{
    int32_t length = 0;
    while (length < capacity && map->joint[first + length] != SINEW_NONE) ++length;
    return length;
}
