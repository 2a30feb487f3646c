#include "worker/host/missing_protections.h"

#include <stdio.h>

#include "base/error.h"
#include "worker/protocol.h"

static const struct {
    uint32_t bit;
    const char *name;
} rows[] = {
    {WORKER_HAS_SYSCALL_FILTER, "syscall filter"},   {WORKER_HAS_NO_PRIVILEGES, "limit on privileges"},
    {WORKER_HAS_MEMORY_LIMIT, "memory limit"},       {WORKER_HAS_TIME_LIMIT, "limit on CPU time"},
    {WORKER_ENDS_WITH_HOST, "end with the program"}, {WORKER_HAS_LANDLOCK, "Landlock"},
};

enum { ROWS = sizeof rows / sizeof *rows, NAMES_SIZE = 160 };

/// "syscall filter, memory limit".
static void list_names(uint32_t bits, char out[NAMES_SIZE])
{
    size_t length = 0;
    out[0] = '\0';
    for (size_t i = 0; i < ROWS; ++i) {
        if (!(bits & rows[i].bit)) continue;
        length += (size_t)snprintf(out + length, NAMES_SIZE - length, "%s%s", length ? ", " : "", rows[i].name);
    }
}

sinew_result sinew__fail_unprotected(uint32_t missing, sinew_error *error)
{
    char names[NAMES_SIZE];
    list_names(missing, names);
    return sinew__fail(error, SINEW_ERROR_NO_SANDBOX,
                       "this system cannot fully protect the import: missing %s; nothing was read", names);
}

void sinew__warn_unprotected(const sinew_load_options *options, const char *work, uint32_t missing)
{
    if (!missing || !options || !options->warn) return;
    char names[NAMES_SIZE], text[NAMES_SIZE + 80];
    list_names(missing, names);
    snprintf(text, sizeof text, "W20: this system did not fully protect %s: missing %s", work, names);
    options->warn(options->user, text);
}
