#define _POSIX_C_SOURCE 200809L
#include "platform/folder_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/buffer.h"
#include "base/memory.h"
#include "platform/folder.h"
#include "platform/open_beneath.h"

/// Like strncmp, but ignores the case of ASCII letters.
static int compare_letters(const char *a, const char *b, size_t length)
{
    for (size_t i = 0; i < length; ++i) {
        const unsigned char first = (unsigned char)sinew__ascii_lower(a[i]);
        const unsigned char second = (unsigned char)sinew__ascii_lower(b[i]);
        if (first != second) return first < second ? -1 : 1;
        if (first == '\0') break;
    }
    return 0;
}

static int compare_names(const void *a, const void *b)
{
    const char *const *first = a, *const *second = b;
    const int letters = compare_letters(*first, *second, SIZE_MAX);
    return letters ? letters : strcmp(*first, *second);
}

// ---- reading ------------------------------------------------------------------------------------------------------

/// Reads all names of a folder, each terminated. Returns their number, or 0 if there are too many.
static size_t read_names(int folder, const char *path, sinew__buffer *out)
{
    size_t count = 0;
    sinew__folder *names = sinew__folder_read_open(sinew__inside_open_folder(folder, path));
    if (!names) return 0;
    for (const char *name; count <= SINEW__MAX_LISTED_NAMES && (name = sinew__folder_next(names)); ++count)
        sinew__buffer_put(out, name, strlen(name) + 1);
    sinew__folder_close(names);
    return count <= SINEW__MAX_LISTED_NAMES && !out->failed ? count : 0;
}

/// Reads a list, which is empty if the folder cannot be read.
static void read_list(int folder, sinew__name_list *out)
{
    sinew__buffer text = {0};
    out->count = read_names(folder, out->path, &text);
    out->names = sinew__allocate(out->count * sizeof *out->names + 1);
    if (!out->names) out->count = 0;
    out->text = text.text;
    const char *next = text.text;
    for (size_t i = 0; i < out->count; ++i, next += strlen(next) + 1) out->names[i] = next;
    if (out->count) qsort(out->names, out->count, sizeof *out->names, compare_names);
}

/// Returns the names in the folder with the first `length` characters of `path`, or NULL after too many folders.
static const sinew__name_list *list_of(sinew__folder_names *known, int folder, const char *path, size_t length)
{
    if (length == 0) path = ".", length = 1;
    for (int i = 0; i < known->count; ++i) {
        const sinew__name_list *list = &known->lists[i];
        if (strncmp(list->path, path, length) == 0 && list->path[length] == '\0') return list;
    }
    if (known->count == SINEW__MAX_LISTED_FOLDERS) return NULL;
    sinew__name_list *added = &known->lists[known->count];
    added->path = sinew__copy_text_part(path, length);
    if (!added->path) return NULL;
    ++known->count;
    read_list(folder, added);
    return added;
}

// ---- spelling -----------------------------------------------------------------------------------------------------

/// Finds the name that matches the first `length` characters of `part` exactly, else the first that differs in case.
static const char *find_name(const sinew__name_list *list, const char *part, size_t length)
{
    size_t low = 0, high = list->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (compare_letters(list->names[middle], part, length) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    const char *best = NULL;
    for (; low < list->count && compare_letters(list->names[low], part, length) == 0; ++low) {
        const char *name = list->names[low];
        if (name[length] != '\0') continue;
        if (memcmp(name, part, length) == 0) return name;
        if (!best) best = name;
    }
    return best;
}

int sinew__folder_names_spell(sinew__folder_names *known, int folder, char *path)
{
    for (char *part = path; *part;) {
        const size_t length = strcspn(part, "/"), above = part == path ? 0 : (size_t)(part - path) - 1;
        const sinew__name_list *list = list_of(known, folder, path, above);
        const char *name = list ? find_name(list, part, length) : NULL;
        if (!name) return 0;
        memcpy(part, name, length);
        part += length;
        part += *part == '/';
    }
    return 1;
}

void sinew__folder_names_free(sinew__folder_names *known)
{
    for (int i = 0; i < known->count; ++i) {
        sinew_free(known->lists[i].path);
        sinew_free(known->lists[i].text);
        sinew_free(known->lists[i].names);
    }
    known->count = 0;
}
