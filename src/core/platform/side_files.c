#define _POSIX_C_SOURCE 200809L
#include "core/platform/side_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/base/ascii.h"
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/lower_bound.h"
#include "core/base/memory.h"
#include "core/platform/descriptor.h"
#include "core/platform/file.h"
#include "core/platform/folder.h"
#include "core/platform/open_beneath.h"
#include "core/platform/standard_input.h"

// Lists the names in a folder and its subfolders, to find files ignoring case. Each folder is read once for any number
// of searches.

enum {
    /// number of listed folders below one folder; in further folders names must match exactly
    SINEW__MAX_LISTED_FOLDERS = 16,
    SINEW__MAX_LISTED_NAMES = 16384, ///< number of names in one folder; in larger folders names must match exactly
};

/// The names in one folder, sorted ignoring case, then by their bytes.
typedef struct sinew__name_list {
    char *path;         ///< path below the searched folder; "." for the folder itself
    char *text;         ///< memory of the names, each terminated
    const char **names; ///< [count]
    size_t count;
} sinew__name_list;

/// The lists below one folder. All zero: no folder was read yet.
typedef struct sinew__folder_names {
    sinew__name_list lists[SINEW__MAX_LISTED_FOLDERS];
    int count;
} sinew__folder_names;

/// Compares like strncmp, ignoring the case of ASCII letters.
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

/// Reads a list. It is empty if the folder cannot be read or has too many names.
static void read_list(int folder, sinew__name_list *out)
{
    sinew__buffer text = {0}; // each name is terminated
    sinew__folder *names = sinew__folder_read_open(sinew__inside_open_folder(folder, out->path));
    out->count = 0;
    for (const char *name; names && out->count <= SINEW__MAX_LISTED_NAMES && (name = sinew__folder_next(names));
         ++out->count)
        sinew__buffer_put(&text, name, strlen(name) + 1);
    sinew__folder_close(names);
    if (out->count > SINEW__MAX_LISTED_NAMES || text.failed) out->count = 0;
    out->names = sinew__allocate(out->count * sizeof *out->names + 1);
    if (!out->names) out->count = 0;
    out->text = text.text;
    const char *next = text.text;
    for (size_t i = 0; i < out->count; ++i, next += strlen(next) + 1) out->names[i] = next;
    if (out->count) qsort(out->names, out->count, sizeof *out->names, compare_names);
}

/// Returns the list of the folder given by the first `length` characters of `path`, or NULL if too many folders were
/// read.
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

/// Finds the name that equals the first `length` characters of `part` or, without such a name, the first that differs
/// only in case.
static const char *find_name(const sinew__name_list *list, const char *part, size_t length)
{
    const char *best = NULL;
    size_t i = 0;
    SINEW__LOWER_BOUND(i, list->count, compare_letters(list->names[i], part, length) < 0);
    for (; i < list->count && compare_letters(list->names[i], part, length) == 0; ++i) {
        const char *name = list->names[i];
        if (name[length] != '\0') continue;
        if (memcmp(name, part, length) == 0) return name;
        if (!best) best = name;
    }
    return best;
}

/// Replaces each part of a path below `folder` by an existing name that differs from it only in the case of ASCII
/// letters: the exact name if it exists, else the first in byte order. Returns 0 if a part does not exist; the path is
/// then unspecified.
static int folder_names_spell(sinew__folder_names *known, int folder, char *path)
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

// Lists the files in an open folder and all its subfolders by name. The tree is read once, at the first search.

enum {
    SINEW__MAX_TREE_FOLDERS = 4096, ///< further folders, in order of depth, are not searched
    SINEW__MAX_TREE_FILES = 65536,
    SINEW__MAX_TREE_DEPTH = 16,
};

/// The files below a folder. All zero: not read yet.
typedef struct sinew__folder_tree {
    int is_read;
    /// [count] paths below the folder, sorted by file name ignoring case, then by depth, then by bytes
    char **paths;
    size_t count, capacity;
} sinew__folder_tree;

// ---- order --------------------------------------------------------------------------------------------------------

static int depth_of(const char *path)
{
    int depth = 0;
    for (; *path; ++path) depth += *path == '/';
    return depth;
}

static int in_order(const void *a, const void *b)
{
    const char *const *first = a, *const *second = b;
    const int letters = compare_letters(sinew__file_name(*first), sinew__file_name(*second), SIZE_MAX);
    const int depth = letters ? 0 : depth_of(*first) - depth_of(*second);
    return letters ? letters : depth ? depth : strcmp(*first, *second);
}

// ---- reading ------------------------------------------------------------------------------------------------------

/// The folders to be read, in order of depth.
typedef struct folder_queue {
    char *paths[SINEW__MAX_TREE_FOLDERS]; ///< "" for the folder itself
    int count;
} folder_queue;

static char *join_path(const char *folder, const char *name)
{
    const size_t size = strlen(folder) + strlen(name) + 2;
    char *path = sinew__allocate(size);
    if (path) snprintf(path, size, "%s%s%s", folder, *folder ? "/" : "", name);
    return path;
}

static void add_file(sinew__folder_tree *tree, const char *folder, const char *name)
{
    if (tree->count == tree->capacity) {
        const size_t capacity = tree->capacity ? 2 * tree->capacity : 64;
        char **paths = sinew__resize(tree->paths, capacity * sizeof *paths);
        if (!paths) return;
        tree->paths = paths;
        tree->capacity = capacity;
    }
    char *path = join_path(folder, name);
    if (path) tree->paths[tree->count++] = path;
}

static void add_folder(folder_queue *queue, const char *folder, const char *name)
{
    if (queue->count == SINEW__MAX_TREE_FOLDERS || depth_of(folder) + (*folder != '\0') >= SINEW__MAX_TREE_DEPTH)
        return;
    char *path = join_path(folder, name);
    if (path) queue->paths[queue->count++] = path;
}

static void read_folder(sinew__folder_tree *tree, int root, const char *path, folder_queue *queue)
{
    sinew__folder *folder = sinew__folder_read_open(sinew__inside_open_folder(root, *path ? path : "."));
    if (!folder) return;
    for (const char *name; tree->count < SINEW__MAX_TREE_FILES && (name = sinew__folder_next(folder));) {
        if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) continue;
        if (sinew__folder_has_folder(folder, name))
            add_folder(queue, path, name);
        else
            add_file(tree, path, name);
    }
    sinew__folder_close(folder);
}

static void read_tree(sinew__folder_tree *tree, int folder)
{
    tree->is_read = 1;
    folder_queue *queue = sinew__allocate_zeroed(1, sizeof *queue);
    if (!queue) return;
    queue->paths[queue->count] = sinew__copy_text("");
    queue->count += queue->paths[0] != NULL;
    for (int i = 0; i < queue->count; ++i) {
        read_folder(tree, folder, queue->paths[i], queue);
        sinew_free(queue->paths[i]);
    }
    sinew_free(queue);
    if (tree->count) qsort(tree->paths, tree->count, sizeof *tree->paths, in_order);
}

/// Finds a file by name; with `any_case` ignoring the case of ASCII letters. If there are several, returns the path
/// with the fewest folders, then the first in byte order; NULL if no file has the name. Links to folders are not
/// followed. The path belongs to the tree.
static const char *folder_tree_find(sinew__folder_tree *tree, int folder, const char *name, int any_case)
{
    if (!tree->is_read) read_tree(tree, folder);
    size_t i = 0;
    SINEW__LOWER_BOUND(i, tree->count, compare_letters(sinew__file_name(tree->paths[i]), name, SIZE_MAX) < 0);
    for (; i < tree->count && compare_letters(sinew__file_name(tree->paths[i]), name, SIZE_MAX) == 0; ++i)
        if (any_case || strcmp(sinew__file_name(tree->paths[i]), name) == 0) return tree->paths[i];
    return NULL;
}

// ---- candidates ---------------------------------------------------------------------------------------------------

/// Suffixes of folders that exporters create next to a model, for media and geometry caches.
static const char *const own_suffixes[] = {".fbm/", "_fpc/"};

/// Common names of texture folders.
static const char *const texture_folders[] = {"textures/", "Textures/", "texture/", "Texture/"};

/// Largest number of folders that are kept from the end of an authored path; "Characters/X/a.tif" has two.
enum { MAX_SUFFIX_FOLDERS = 8 };

enum { OWN_SUFFIXES = sizeof own_suffixes / sizeof *own_suffixes };

enum { TEXTURE_FOLDERS = sizeof texture_folders / sizeof *texture_folders };

/// Paths below a folder, in the order in which they are tried.
typedef struct candidates {
    char *items[2 + MAX_SUFFIX_FOLDERS + OWN_SUFFIXES + TEXTURE_FOLDERS];
    int count, failed;
} candidates;

/// Adds the concatenation of the first `length` characters of `folder`, `suffix` and `name`.
static void add_candidate(candidates *list, const char *folder, size_t length, const char *suffix, const char *name)
{
    const size_t size = length + strlen(suffix) + strlen(name) + 1;
    char *candidate = sinew__allocate(size);
    list->failed = list->failed || !candidate;
    if (!candidate) return;
    snprintf(candidate, size, "%.*s%s%s", (int)length, folder, suffix, name);
    list->items[list->count++] = candidate;
}

/// Whether an authored path lexically stays below its folder: it has no root, drive, scheme or "..".
static int stays_below(const char *path)
{
    if (*path == '/' || strchr(path, ':')) return 0;
    for (const char *part = path; part; part = strchr(part, '/')) {
        part += *part == '/';
        if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == '\0')) return 0;
    }
    return 1;
}

/// Adds the file in the last folder of a path, "X/skin.png", in the last two, "Characters/X/skin.png", and so on, up to
/// a drive or "..".
static void add_suffixes(candidates *list, const char *path, const char *name)
{
    const char *start = name;
    for (int i = 0; i < MAX_SUFFIX_FOLDERS && start > path; ++i) {
        const char *slash = start--;
        while (start > path && start[-1] != '/') start--;
        if (start + 1 >= slash || !stays_below(start)) return;
        add_candidate(list, start, (size_t)(name - start), "", name);
    }
}

/// Lists the candidates for an authored path, with '/' as separator, of a model named `model`.
static void list_candidates(candidates *list, const char *model, const char *path)
{
    const char *name = sinew__base_name(path), *dot = strrchr(model, '.');
    if (name > path && stays_below(path)) add_candidate(list, "", 0, "", path);
    add_candidate(list, "", 0, "", name);
    add_suffixes(list, path, name);
    for (int i = 0; i < OWN_SUFFIXES; ++i)
        add_candidate(list, model, dot ? (size_t)(dot - model) : strlen(model), own_suffixes[i], name);
    for (int i = 0; i < TEXTURE_FOLDERS; ++i) add_candidate(list, "", 0, texture_folders[i], name);
}

/// Whether a path begins with one of the common texture folders, in any case.
static int begins_with_textures(const char *path)
{
    for (int i = 0; i < TEXTURE_FOLDERS; ++i)
        if (strncasecmp(path, texture_folders[i], strlen(texture_folders[i])) == 0) return 1;
    return 0;
}

/// Whether a name has the extension of an image.
static int names_image(const char *name)
{
    static const char *const extensions[] = {".png", ".jpg", ".jpeg", ".tga", ".dds",
                                             ".bmp", ".tif", ".tiff", ".gif", ".webp"};
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof extensions / sizeof *extensions; ++i)
        if (strcasecmp(dot, extensions[i]) == 0) return 1;
    return 0;
}

/// Lists the candidates for an image in texture folders next to the model's folder: the path from such a folder on
/// ("Textures/hero/skin.png" for "../Textures/hero/skin.png"), then the name in each texture folder.
static void list_siblings(candidates *list, const char *path)
{
    const char *name = sinew__base_name(path), *from = NULL, *slash;
    if (!names_image(name)) return;
    for (const char *part = path; part < name; part = slash ? slash + 1 : name) { // a name may also end at '\\'
        if (begins_with_textures(part) && stays_below(part)) from = part;
        slash = strchr(part, '/');
    }
    if (from) add_candidate(list, "", 0, "", from);
    for (int i = 0; i < TEXTURE_FOLDERS; ++i) add_candidate(list, "", 0, texture_folders[i], name);
}

static void free_candidates(candidates *list)
{
    for (int i = 0; i < list->count; ++i) sinew_free(list->items[i]);
}

// ---- opening ------------------------------------------------------------------------------------------------------

/// A folder to search, which is opened at the first search.
typedef struct side_folder {
    char *path; ///< NULL: no such folder
    int is_tried, descriptor;
    sinew__folder_names names;
    sinew__folder_tree tree; ///< files below the extra folder
} side_folder;

struct sinew__side_folders {
    side_folder own;    ///< the model's folder
    side_folder parent; ///< the folder above the model's; only its texture folders are searched
    side_folder extra;
    char *model;           ///< the model's file name, without folders
    sinew__side_open open; ///< opens files in place of the folders; NULL: the folders are used
    void *user;            ///< argument of `open`
    char *found;           ///< path that the last search found, or NULL
    int is_below_own;      ///< `found` is relative to the model's folder
};

/// Keeps the path of a found file, prefixed with `folder` unless that is NULL.
static void keep_found(sinew__side_folders *folders, const char *folder, const char *path)
{
    const size_t size = (folder ? strlen(folder) + 1 : 0) + strlen(path) + 1;
    sinew_free(folders->found);
    folders->is_below_own = !folder || folder != folders->extra.path;
    folders->found = sinew__allocate(size);
    if (folders->found) snprintf(folders->found, size, "%s%s%s", folder ? folder : "", folder ? "/" : "", path);
}

/// Opens the first candidate that exists in a folder; with `any_case` ignoring the case of letters. Returns −1 if none
/// exists.
static int open_first(sinew__side_folders *folders, side_folder *folder, const candidates *list, int any_case,
                      size_t *out_size)
{
    const char *prefix = folder == &folders->parent ? ".." : folder == &folders->extra ? folder->path : NULL;
    int file = -1;
    if (list->count == 0) return -1;
    if (!folder->is_tried && folder->path) folder->descriptor = sinew__folder_open(folder->path);
    folder->is_tried = 1;
    if (folder->descriptor < 0) return -1;
    for (int i = 0; file < 0 && i < list->count; ++i) {
        if (any_case && !folder_names_spell(&folder->names, folder->descriptor, list->items[i])) continue;
        file = folder == &folders->parent ? sinew__open_in_subfolder(folder->descriptor, list->items[i], out_size)
                                          : sinew__open_beneath(folder->descriptor, list->items[i], out_size);
        if (file >= 0) keep_found(folders, prefix, list->items[i]);
    }
    return file;
}

/// Opens a file by its name anywhere below the extra folder, which open_first has opened. Returns −1 if no file has the
/// name.
static int open_in_tree(sinew__side_folders *folders, const char *name, int any_case, size_t *out_size)
{
    side_folder *folder = &folders->extra;
    if (folder->descriptor < 0) return -1;
    const char *path = folder_tree_find(&folder->tree, folder->descriptor, name, any_case);
    const int file = path ? sinew__open_beneath(folder->descriptor, path, out_size) : -1;
    if (file >= 0) keep_found(folders, folder->path, path);
    return file;
}

/// Searches for a path with '/' as separator.
static sinew_result open_path(sinew__side_folders *folders, const char *path, int *out_file, size_t *out_size)
{
    const char *name = sinew__base_name(path);
    if (!*name || strcmp(name, ".") == 0 || strcmp(name, "..") == 0) return SINEW_ERROR_NOT_FOUND;
    candidates near_model = {0}, siblings = {0}, in_extra = {0};
    list_candidates(&near_model, folders->model, path);
    list_siblings(&siblings, path);
    add_candidate(&in_extra, "", 0, "", name);
    add_suffixes(&in_extra, path, name);
    const int has_memory = !near_model.failed && !siblings.failed && !in_extra.failed;
    int file = -1;
    for (int i = 0; has_memory && folders->open && file < 0 && i < near_model.count; ++i)
        file = folders->open(folders->user, near_model.items[i], out_size);
    for (int any_case = 0; has_memory && !folders->open && file < 0 && any_case < 2; ++any_case) {
        file = open_first(folders, &folders->own, &near_model, any_case, out_size);
        if (file < 0) file = open_first(folders, &folders->parent, &siblings, any_case, out_size);
        if (file < 0) file = open_first(folders, &folders->extra, &in_extra, any_case, out_size);
        if (file < 0) file = open_in_tree(folders, name, any_case, out_size);
    }
    *out_file = file;
    free_candidates(&near_model);
    free_candidates(&siblings);
    free_candidates(&in_extra);
    if (!has_memory) return SINEW_ERROR_OUT_OF_MEMORY;
    return file < 0 ? SINEW_ERROR_NOT_FOUND : SINEW_OK;
}

void sinew__decode_uri(char *text)
{
    char *out = text;
    for (; *text; ++text) {
        const int high = *text == '%' ? sinew__hex_digit(text[1]) : -1,
                  low = high >= 0 ? sinew__hex_digit(text[2]) : -1;
        if (low >= 0 && high * 16 + low != 0) {
            *out++ = (char)(high * 16 + low);
            text += 2;
        } else {
            *out++ = *text;
        }
    }
    *out = '\0';
}

sinew_result sinew__side_folders_find(sinew__side_folders *folders, const char *authored, int *out_descriptor,
                                      size_t *out_size)
{
    *out_descriptor = -1;
    *out_size = 0;
    char *path = folders ? sinew__copy_text(authored) : NULL;
    if (!path) return SINEW_ERROR_OUT_OF_MEMORY;
    for (char *c = path; *c; ++c)
        if (*c == '\\') *c = '/';
    sinew_result result = open_path(folders, path, out_descriptor, out_size);
    if (result == SINEW_ERROR_NOT_FOUND && strchr(path, '%')) {
        sinew__decode_uri(path); // glTF names files by URI
        result = open_path(folders, path, out_descriptor, out_size);
    }
    sinew_free(path);
    return result;
}

/// Returns the folder above a folder, or NULL when out of memory or for NULL.
static char *parent_of(const char *folder)
{
    const size_t size = folder ? strlen(folder) + sizeof "/.." : 0;
    char *parent = folder ? sinew__allocate(size) : NULL;
    if (parent) snprintf(parent, size, "%s/..", folder);
    return parent;
}

sinew__side_folders *sinew__side_folders_open(const char *model_path, const char *extra_folder)
{
    sinew__side_folders *folders = sinew__allocate_zeroed(1, sizeof *folders);
    if (!folders) return NULL;
    folders->own.descriptor = folders->parent.descriptor = folders->extra.descriptor = -1;
    folders->model = sinew__copy_text(model_path + sinew__folder_length(model_path));
    const int has_folder = !sinew__is_standard_input(model_path); // standard input has no side files
    folders->own.path = has_folder ? sinew__folder_of(model_path) : NULL;
    folders->parent.path = parent_of(folders->own.path);
    folders->extra.path = extra_folder ? sinew__copy_text(extra_folder) : NULL;
    if (folders->model && (folders->parent.path || !has_folder) && (!extra_folder || folders->extra.path))
        return folders;
    sinew__side_folders_close(folders);
    return NULL;
}

sinew__side_folders *sinew__side_folders_open_by(const char *model_path, sinew__side_open open, void *user)
{
    sinew__side_folders *folders = sinew__side_folders_open(model_path, NULL);
    if (!folders) return NULL;
    folders->open = open;
    folders->user = user;
    return folders;
}

static void close_folder(side_folder *folder)
{
    sinew__close(folder->descriptor);
    sinew__folder_names *known = &folder->names;
    for (int i = 0; i < known->count; ++i) {
        sinew_free(known->lists[i].path);
        sinew_free(known->lists[i].text);
        sinew_free(known->lists[i].names);
    }
    known->count = 0;
    sinew__folder_tree *tree = &folder->tree;
    for (size_t k = 0; k < tree->count; ++k) sinew_free(tree->paths[k]);
    sinew_free(tree->paths);
    *tree = (sinew__folder_tree){0};
    sinew_free(folder->path);
}

void sinew__side_folders_close(sinew__side_folders *folders)
{
    if (!folders) return;
    close_folder(&folders->own);
    close_folder(&folders->parent);
    close_folder(&folders->extra);
    sinew_free(folders->model);
    sinew_free(folders->found);
    sinew_free(folders);
}

const char *sinew__side_folders_found(const sinew__side_folders *folders)
{
    return folders->found;
}

char *sinew__side_folders_found_path(const sinew__side_folders *folders)
{
    const char *found = folders->found ? folders->found : "", *own = folders->is_below_own ? folders->own.path : "";
    const size_t size = strlen(own) + strlen(found) + 2;
    char *path = folders->found ? sinew__allocate(size) : NULL;
    if (path) snprintf(path, size, "%s%s%s", own, *own ? "/" : "", found);
    return path;
}

sinew_result sinew__side_folders_set_model(sinew__side_folders *folders, const char *model_path)
{
    char *folder = sinew__folder_of(model_path);
    sinew_free(folders->model);
    folders->model = sinew__copy_text(model_path + sinew__folder_length(model_path));
    if (folder && folders->own.path && strcmp(folder, folders->own.path) == 0) {
        sinew_free(folder);
    } else {
        close_folder(&folders->own);
        close_folder(&folders->parent);
        folders->own = (side_folder){.path = folder, .descriptor = -1};
        folders->parent = (side_folder){.path = parent_of(folder), .descriptor = -1};
    }
    return folders->parent.path && folders->model ? SINEW_OK : SINEW_ERROR_OUT_OF_MEMORY;
}

sinew_result sinew__side_file_read(const char *model_path, const char *extra_folder, const char *authored,
                                   void **out_bytes, size_t *out_size)
{
    int file;
    size_t size;
    sinew__side_folders *folders = sinew__side_folders_open(model_path, extra_folder);
    const sinew_result result = sinew__side_folders_find(folders, authored, &file, &size);
    sinew__side_folders_close(folders);
    if (result != SINEW_OK) return result;
    void *bytes = sinew__read_allocated(file, size, out_size);
    if (bytes) *out_bytes = bytes;
    sinew__close(file);
    return bytes ? SINEW_OK : SINEW_ERROR_OUT_OF_MEMORY;
}

// ---- the files of one load: opened once, so that paths are not needed later -----------------------------------------

sinew_result sinew__model_files_open(const char *path, const char *extra_folder, sinew__model_files *out,
                                     sinew_error *error)
{
    *out = (sinew__model_files){.file = -1};
    sinew_result result = sinew__file_open(path, &out->file, &out->size, error);
    if (result != SINEW_OK) return result;
    char *folder = sinew__folder_of(path);
    if (folder) (void)sinew__file_status_of_path(folder, &out->folder);
    if (extra_folder) (void)sinew__file_status_of_path(extra_folder, &out->extra_folder);
    out->name = sinew__copy_text(path + sinew__folder_length(path));
    out->side_folders = sinew__side_folders_open(path, extra_folder);
    const int is_complete = folder && out->name && out->side_folders;
    sinew_free(folder);
    if (is_complete) return SINEW_OK;
    sinew__model_files_close(out);
    return sinew__fail_memory(error);
}

void sinew__model_files_close(sinew__model_files *files)
{
    sinew__close(files->file);
    sinew__side_folders_close(files->side_folders);
    sinew_free(files->name);
    *files = (sinew__model_files){.file = -1};
}
