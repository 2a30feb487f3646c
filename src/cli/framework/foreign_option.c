#include "cli/framework/foreign_option.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *theirs, *ours;
} names[] = {
    {"time", "at"},
    {"t", "at"},
    {"frame", "at"},
    {"animation-time", "at"},
    {"start", "from"},
    {"begin", "from"},
    {"start-frame", "from"},
    {"frame-start", "from"},
    {"end", "to"},
    {"stop", "to"},
    {"end-frame", "to"},
    {"frame-end", "to"},
    {"rate", "fps"},
    {"framerate", "fps"},
    {"frame-rate", "fps"},
    {"animation", "clip"},
    {"animation-index", "clip"},
    {"action", "clip"},
    {"take", "clip"},
    {"out", "output"},
    {"render-output", "output"},
    {"resolution", "size"},
    {"width", "size"},
    {"height", "size"},
    {"geometry", "size"},
    {"bg", "background"},
    {"bg-color", "background"},
    {"background-color", "background"},
    {"armature", "skeleton"},
    {"bones", "skeleton"},
    {"jobs", "threads"},
    {"exclude", "ignore"},
};

const char *cli_foreign_option(const char *name)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(names[i].theirs, name) == 0) return names[i].ours;
    return NULL;
}

const char *cli_removed_option(const char *command, const char *name)
{
    static const char generated[] =
        "removed: generated characters are measured by tests/bench/bench_runtime of the source tree";
    static const char chart[] = "removed: draw a chart from the results of several runs with --json";
    static const struct {
        const char *command; ///< NULL: any
        const char *name, *instead;
    } removed[] = {{NULL, "matrix-frames",
                    "removed: clips play from their keys; a program that wants frames keeps palettes of its own"},
                   {"bench", "vertices", generated},
                   {"bench", "output", chart},
                   {"bench", "o", chart}};
    for (size_t i = 0; i < sizeof removed / sizeof *removed; ++i)
        if (strcmp(removed[i].name, name) == 0 && (!removed[i].command || strcmp(removed[i].command, command) == 0))
            return removed[i].instead;
    return NULL;
}
