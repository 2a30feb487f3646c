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
static const check_description import_codes[] = {
#define X(code, severity, about) {code, SINEW_SEVERITY_##severity, about, ""},
    SINEW__BUILDER_WARNINGS(X)
#undef X
#define X(name, code, severity, about) {code, SINEW_SEVERITY_##severity, about, ""},
        IMPORT_WARNING_MAP(X)
#undef X
};

/// The codes of files that cannot be read.
static const struct {
    sinew_result result;
    const char *code, *about;
} result_codes[] = {
    {SINEW_ERROR_NOT_FOUND, "E01", "there is no such file"},
    {SINEW_ERROR_NOT_A_FILE, "E02", "it is a directory, a pipe or a device"},
    {SINEW_ERROR_NO_PERMISSION, "E03", "the file cannot be read"},
    {SINEW_ERROR_EMPTY, "E04", "the file is empty"},
    {SINEW_ERROR_NOT_A_MODEL, "E05", "it is not a model file"},
    {SINEW_ERROR_TRUNCATED, "E06", "the file ends too early"},
    {SINEW_ERROR_DAMAGED, "E07", "the file is damaged"},
    {SINEW_ERROR_UNSUPPORTED, "E08", "the file has a version or a feature that sinew does not read"},
    {SINEW_ERROR_CRASHED, "E20", "the importer crashed"},
    {SINEW_ERROR_TIMED_OUT, "E21", "the import took too long"},
    {SINEW_ERROR_MEMORY_LIMIT, "E22", "the import took too much memory"},
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

int check_describe_code(const char *code, check_description *out)
{
    for (size_t i = 0; i < CHECK_COUNT; ++i) {
        const check_code *row = &check_codes[i];
        if (strcmp(row->code, code) != 0) continue;
        *out = (check_description){row->code, row->severity, row->about, row->mend};
        return 1;
    }
    for (size_t i = 0; i < sizeof import_codes / sizeof *import_codes; ++i) {
        if (strcmp(import_codes[i].code, code) != 0) continue;
        *out = import_codes[i];
        return 1;
    }
    *out = (check_description){code, SINEW_SEVERITY_ERROR, "the file cannot be loaded", ""};
    if (strcmp(code, other_result_code) == 0) return 1;
    for (size_t i = 0; i < sizeof result_codes / sizeof *result_codes; ++i) {
        if (strcmp(result_codes[i].code, code) != 0) continue;
        out->about = result_codes[i].about;
        return 1;
    }
    return 0;
}

int check_code_exists(const char *code)
{
    check_description unused;
    return check_describe_code(code, &unused);
}

const char *check_code_of_result(sinew_result result)
{
    for (size_t i = 0; i < sizeof result_codes / sizeof *result_codes; ++i)
        if (result_codes[i].result == result) return result_codes[i].code;
    return other_result_code;
}
