#include "support/own_context.h"

#include <stdio.h>

#include "draw/scene/headless_context.h"

static scene_headless *headless;

int open_context(void **state)
{
    (void)state;
    sinew_error error;
    if (scene_headless_create(&headless, &error) == SINEW_OK) return 0;
    fprintf(stderr, "%s\n", error.message);
    return -1;
}

int close_context(void **state)
{
    (void)state;
    scene_headless_destroy(headless);
    return 0;
}
