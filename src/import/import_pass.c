#include "import/import_pass.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/base/hash.h"

// Warnings of an import: dropped, approximated or doubtful parts of the file. Codes I01…, in one table.
//
// Codes are never reused; new ones go at the end.

static const struct {
    const char *code, *about;
    uint32_t severity;
} table[IMPORT_WARNING_COUNT] = {
#define X(name, code, severity, about) {code, about, SINEW_SEVERITY_##severity},
    IMPORT_WARNING_MAP(X)
#undef X
};

/// The text without quoted names and numbers, hashed with the code.
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

static void add_group(import_warnings *warnings, sinew__arena *arena, const import_warning_group *group)
{
    import_warning_group *groups =
        sinew__arena_grow(arena, warnings->groups, warnings->count, &warnings->capacity, sizeof *groups);
    const char *object = sinew__arena_text(arena, group->object, strlen(group->object));
    const char *text = sinew__arena_text(arena, group->text, strlen(group->text));
    if (!groups || !object || !text) return;
    warnings->groups = groups;
    groups[warnings->count] = *group;
    groups[warnings->count].object = object;
    groups[warnings->count++].text = text;
    warnings->kinds[group->code]++;
}

/// Counts a further warning, and keeps the name of its object if it is new and there is space.
static void extend_group(import_warning_group *group, sinew__arena *arena, const char *object)
{
    ++group->count;
    int is_known = *object == '\0' || strcmp(object, group->object) == 0 || group->name_count == IMPORT_WARNING_NAMES;
    for (int i = 0; i < group->name_count; ++i) is_known |= strcmp(object, group->names[i]) == 0;
    const char *name = is_known ? NULL : sinew__arena_text(arena, object, strlen(object));
    if (name) group->names[group->name_count++] = name;
}

const char *sinew__import_text(sinew__arena *arena, const char *text, size_t length)
{
    const char *nul = length ? memchr(text, '\0', length) : NULL;
    return sinew__fbx_text_utf8(arena, (fbx_bytes){text, nul ? (size_t)(nul - text) : length});
}

void sinew__import_warn(import_warnings *warnings, sinew__arena *arena, import_warning_code code, const char *object,
                        const char *format, ...)
{
    if (warnings->is_muted) return;
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const import_warning_group first = {
        .kind = kind_of(code, text), .code = code, .object = object ? object : "", .text = text, .count = 1};
    import_warning_group *group = NULL;
    for (size_t i = 0; i < warnings->count && !group; ++i)
        if (warnings->groups[i].kind == first.kind) group = &warnings->groups[i];
    if (group)
        extend_group(group, arena, first.object);
    else if (warnings->kinds[code] < IMPORT_WARNING_KINDS)
        add_group(warnings, arena, &first);
    else
        warnings->dropped[code]++;
}

// ---- lines --------------------------------------------------------------------------------------------------------

/// The text of a group, with the number of further warnings and the first names.
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

void sinew__import_warnings_finish(import_warnings *warnings, sinew__arena *arena, sinew_raw_model *raw)
{
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
    raw->warnings = lines;
    raw->warning_count = count;
}
