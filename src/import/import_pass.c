#include "import/import_pass.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/base/hash.h"

// Warnings of an import: dropped, approximated or doubtful parts of the file. Their codes, I01 and up, are in
// IMPORT_WARNING_MAP. Codes are never reused; new ones are added at the end.

static const struct {
    const char *code, *about;
    uint32_t severity;
} table[IMPORT_WARNING_COUNT] = {
#define X(name, code, severity, about) {code, about, SINEW_SEVERITY_##severity},
    IMPORT_WARNING_MAP(X)
#undef X
};

/// Returns a hash of the code and of the text without quoted names and numbers. Warnings with equal hashes are grouped.
static uint64_t kind_of(import_warning_code code, const char *text)
{
    char kept[512];
    size_t length = 0;
    int is_quoted = 0;
    kept[length++] = (char)code;
    for (; *text && length < sizeof kept; ++text) {
        is_quoted ^= *text == '\'';
        if (!is_quoted && !(*text >= '0' && *text <= '9')) kept[length++] = *text;
    }
    return sinew__hash(kept, length);
}

const char *sinew__import_text(sinew__arena *arena, const char *text, size_t length)
{
    const char *nul = length ? memchr(text, '\0', length) : NULL;
    return sinew__fbx_text_utf8(arena, (fbx_bytes){text, nul ? (size_t)(nul - text) : length});
}

void sinew__import_warn(import_pass *pass, import_warning_code code, const char *object, const char *format, ...)
{
    import_warnings *warnings = &pass->warnings;
    sinew__arena *arena = &pass->arena;
    if (warnings->is_muted) return;
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!object) object = "";
    const uint64_t kind = kind_of(code, text);
    import_warning_group *group = NULL;
    for (size_t i = 0; i < warnings->count && !group; ++i)
        if (warnings->groups[i].kind == kind) group = &warnings->groups[i];
    if (group) { // the group exists: count the warning, and keep its object's name if it is new and there is space
        ++group->count;
        int is_known = !*object || strcmp(object, group->object) == 0 || group->name_count == IMPORT_WARNING_NAMES;
        for (int i = 0; i < group->name_count; ++i) is_known |= strcmp(object, group->names[i]) == 0;
        const char *name = is_known ? NULL : sinew__arena_text(arena, object, strlen(object));
        if (name) group->names[group->name_count++] = name;
        return;
    }
    if (warnings->kinds[code] >= IMPORT_WARNING_KINDS) {
        warnings->dropped[code]++;
        return;
    }
    import_warning_group *groups =
        sinew__arena_grow(arena, warnings->groups, warnings->count, &warnings->capacity, sizeof *groups);
    const char *first = sinew__arena_text(arena, object, strlen(object));
    const char *copy = sinew__arena_text(arena, text, strlen(text));
    if (!groups || !first || !copy) return;
    warnings->groups = groups;
    groups[warnings->count++] =
        (import_warning_group){.kind = kind, .code = code, .object = first, .text = copy, .count = 1};
    warnings->kinds[code]++;
}

// ---- lines --------------------------------------------------------------------------------------------------------

/// Returns the text of a group, with the number of further warnings and their first names.
static const char *group_text(const import_warning_group *group, sinew__arena *arena)
{
    if (group->count == 1) return group->text;
    char names[480] = "";
    size_t length = 0;
    for (int i = 0; i < group->name_count; ++i)
        length +=
            (size_t)snprintf(names + length, sizeof names - length, "%s'%.150s'", i ? ", " : ": ", group->names[i]);
    const int has_more = group->name_count && group->count - 1 > (size_t)group->name_count;
    return sinew__arena_format(arena, "%s (and %zu more%s%s)", group->text, group->count - 1, names,
                               has_more ? ", …" : "");
}

static sinew_raw_warning make_line(import_warning_code code, const char *object, const char *text)
{
    return (sinew_raw_warning){
        .code = table[code].code, .object = object, .text = text, .severity = table[code].severity};
}

void sinew__import_warnings_finish(import_pass *pass)
{
    const import_warnings *warnings = &pass->warnings;
    sinew__arena *arena = &pass->arena;
    sinew_raw_warning *lines = SINEW__ARENA_ARRAY(arena, sinew_raw_warning, warnings->count + IMPORT_WARNING_COUNT);
    int32_t count = 0;
    for (size_t i = 0; lines && i < warnings->count; ++i) {
        const import_warning_group *group = &warnings->groups[i];
        const char *text = group_text(group, arena);
        if (text) lines[count++] = make_line(group->code, group->object, text);
    }
    for (int code = 0; lines && code < IMPORT_WARNING_COUNT; ++code) {
        const char *text = warnings->dropped[code] ? sinew__arena_format(arena, "and %zu more: %s",
                                                                         warnings->dropped[code], table[code].about)
                                                   : NULL;
        if (text) lines[count++] = make_line((import_warning_code)code, "", text);
    }
    pass->raw.warnings = lines;
    pass->raw.warning_count = count;
}
