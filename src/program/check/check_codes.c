#include "program/check/check_codes.h"

#include <string.h>

#include "import/import_pass.h"
#include "runtime/model/build/builder.h"

const check_code check_codes[CHECK_COUNT] = {
#define X(code, severity, kind, covered, mend, about)                                                                  \
    {#code, SINEW_SEVERITY_##severity, CHECK_##kind, (covered), (mend), (about)},
    CHECK_MAP(X)
#undef X
};

/// Codes of the importer's warnings, and of building, combining and baking models.
static const char *const import_codes[] = {
#define X(code, severity, about) code,
    SINEW__BUILDER_WARNINGS(X)
#undef X
#define X(name, code, severity, about) code,
        IMPORT_WARNING_MAP(X)
#undef X
};

/// The codes of unreadable files.
static const struct {
    sinew_result result;
    const char *code;
} result_codes[] = {
    {SINEW_ERROR_NOT_FOUND, "E01"}, {SINEW_ERROR_NOT_A_FILE, "E02"},   {SINEW_ERROR_NO_PERMISSION, "E03"},
    {SINEW_ERROR_EMPTY, "E04"},     {SINEW_ERROR_NOT_A_MODEL, "E05"},  {SINEW_ERROR_TRUNCATED, "E06"},
    {SINEW_ERROR_DAMAGED, "E07"},   {SINEW_ERROR_UNSUPPORTED, "E08"},  {SINEW_ERROR_CRASHED, "E20"},
    {SINEW_ERROR_TIMED_OUT, "E21"}, {SINEW_ERROR_MEMORY_LIMIT, "E22"},
};

static const char other_result_code[] = "E99";

const check_code *check_code_named(const char *code)
{
    for (size_t i = 0; i < CHECK_COUNT; ++i) {
        const check_code *row = &check_codes[i];
        if (strcmp(row->code, code) == 0 || (*row->covered && strcmp(row->covered, code) == 0)) return row;
    }
    return NULL;
}

int check_code_exists(const char *code)
{
    if (check_code_named(code) || strcmp(code, other_result_code) == 0) return 1;
    for (size_t i = 0; i < sizeof import_codes / sizeof *import_codes; ++i)
        if (strcmp(import_codes[i], code) == 0) return 1;
    for (size_t i = 0; i < sizeof result_codes / sizeof *result_codes; ++i)
        if (strcmp(result_codes[i].code, code) == 0) return 1;
    return 0;
}

const char *check_code_of_result(sinew_result result)
{
    for (size_t i = 0; i < sizeof result_codes / sizeof *result_codes; ++i)
        if (result_codes[i].result == result) return result_codes[i].code;
    return other_result_code;
}
