/// compare_records SOURCE WRITTEN [OLD NEW | -except CLASS,…]: compares two FBX files as trees of records. Prints the
/// records that differ, ten of them, and their number: "SOURCE: 3 records differ". Identifier, times and program of the
/// header may differ; so may, with OLD and NEW, texts that are OLD in SOURCE and NEW in WRITTEN, and there must be one,
/// or with -except, objects and records of the top level of those classes. Exits with 1 if a record differs, with 77 if
/// SOURCE is older than FBX 7.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fbx/fbx_parse.h"

typedef struct tree {
    const char *path;
    char *bytes;
    size_t size;
    int is_binary;
    uint32_t version;
    sinew__arena arena;
    fbx_record *root;
} tree;

enum { SHOWN = 10 };
static int differences, renamed;
static const char *old_name, *new_name, *except;

static void fail(const char *path, const char *what)
{
    fprintf(stderr, "%s: %s\n", path, what);
    exit(2);
}

static void open_tree(tree *out, const char *path)
{
    FILE *file = fopen(path, "rb");
    sinew_error error = {0};
    if (!file || fseek(file, 0, SEEK_END)) fail(path, "cannot be read");
    const long size = ftell(file);
    rewind(file);
    *out = (tree){.path = path, .bytes = malloc((size_t)size + 1), .size = (size_t)size};
    if (!out->bytes || fread(out->bytes, 1, out->size, file) != out->size) fail(path, "cannot be read");
    fclose(file);
    out->root = sinew__fbx_record_add(&out->arena, NULL, "");
    out->is_binary = sinew__fbx_is_binary(out->bytes, out->size);
    fbx_parser parser = {
        .arena = &out->arena, .bytes = out->bytes, .size = out->size, .error = &error, .root = out->root};
    const sinew_result result = out->is_binary ? sinew__fbx_parse_binary(&parser) : sinew__fbx_parse_ascii(&parser);
    if (result != SINEW_OK) fail(path, error.message);
    out->version = sinew__fbx_find_version(&parser);
}

/// Whether a name is in the list of classes that may differ.
static int is_exempt(const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = except; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0')) return 1;
    return 0;
}

/// Whether a record is not compared: every writer of a file writes it anew, or its class may differ.
static int is_stamp(const fbx_record *record)
{
    static const char *const top[] = {"FileId", "CreationTime", "Creator"};
    static const char *const header[] = {"CreationTimeStamp", "Creator", "EncryptionType"};
    const fbx_record *parent = record->parent;
    if (parent && (!parent->parent || strcmp(parent->name, "Objects") == 0) && is_exempt(record->name)) return 1;
    for (size_t i = 0; i < 3; ++i) {
        if (parent && !parent->parent && strcmp(record->name, top[i]) == 0) return 1;
        if (parent && strcmp(parent->name, "FBXHeaderExtension") == 0 && strcmp(record->name, header[i]) == 0) return 1;
    }
    return 0;
}

static const fbx_record *skip_stamps(const fbx_record *record)
{
    while (record && is_stamp(record)) record = record->next;
    return record;
}

static void print_path(const fbx_record *record)
{
    if (record->parent && record->parent->parent) print_path(record->parent);
    printf("/%s", record->name);
    const fbx_bytes first = sinew__fbx_record_bytes(record, 0);
    if (first.size > 0 && first.size < 40) printf("(%.*s)", (int)first.size, first.bytes);
}

static void differ(const fbx_record *record, const char *what)
{
    if (++differences > SHOWN) return;
    printf("  ");
    print_path(record);
    printf(": %s\n", what);
}

/// The text of a value, a copy. ASCII files write `Class::name` for what binary files have as name, 0, 1, class.
static char *text_of(const fbx_value *value, int is_binary, size_t *out_size)
{
    char *text = malloc((size_t)value->size + 2);
    if (!text) exit(2);
    if (value->size) memcpy(text, value->as.bytes, value->size);
    *out_size = value->size;
    for (size_t i = 0; is_binary && i + 1 < value->size; ++i) {
        if (text[i] != 0 || text[i + 1] != 1) continue;
        const size_t class_size = value->size - i - 2;
        memcpy(text, value->as.bytes + i + 2, class_size);
        memcpy(text + class_size, "::", 2);
        memcpy(text + class_size + 2, value->as.bytes, i);
    }
    return text;
}

/// Whether a text is NAME or CLASS::NAME.
static int is_name(const char *text, size_t size, const char *name)
{
    const size_t length = strlen(name);
    if (size < length || memcmp(text + size - length, name, length) != 0) return 0;
    return size == length || (size > length + 2 && memcmp(text + size - length - 2, "::", 2) == 0);
}

static int equal_texts(const fbx_value *a, const tree *of_a, const fbx_value *b, const tree *of_b)
{
    size_t size_a, size_b;
    char *text_a = text_of(a, of_a->is_binary, &size_a), *text_b = text_of(b, of_b->is_binary, &size_b);
    int same = size_a == size_b && memcmp(text_a, text_b, size_a) == 0;
    if (!same && old_name && is_name(text_a, size_a, old_name) && is_name(text_b, size_b, new_name)) same = ++renamed;
    free(text_a);
    free(text_b);
    return same;
}

static int is_text(const fbx_value *value)
{
    return value->kind == FBX_VALUE_TEXT || value->kind == FBX_VALUE_WORD;
}

static double number_of(const fbx_value *value)
{
    return value->kind == FBX_VALUE_INTEGER ? (double)value->as.integer : value->as.number;
}

static int equal_values(const fbx_value *a, const tree *of_a, const fbx_value *b, const tree *of_b)
{
    if (a->kind == FBX_VALUE_RAW && b->kind == FBX_VALUE_RAW)
        return a->size == b->size && memcmp(a->as.bytes, b->as.bytes, a->size) == 0;
    if (a->kind == FBX_VALUE_WORD && a->size == 1 && b->kind == FBX_VALUE_INTEGER)
        return a->as.bytes[0] == (char)b->as.integer;
    if (b->kind == FBX_VALUE_WORD && b->size == 1 && a->kind == FBX_VALUE_INTEGER)
        return b->as.bytes[0] == (char)a->as.integer;
    if (is_text(a) && is_text(b)) return equal_texts(a, of_a, b, of_b);
    if (is_text(a) || is_text(b) || a->kind == FBX_VALUE_RAW || b->kind == FBX_VALUE_RAW) return 0;
    if (of_a->is_binary && of_b->is_binary && a->type != b->type) return 0;
    if (a->kind == FBX_VALUE_INTEGER && b->kind == FBX_VALUE_INTEGER) return a->as.integer == b->as.integer;
    const double x = number_of(a), y = number_of(b);
    return x == y || (isnan(x) && isnan(y));
}

static int is_array(const fbx_record *record)
{
    return record->value_count == 1 && record->values[0].kind == FBX_VALUE_ARRAY;
}

static int is_float_record(const fbx_record *record)
{
    for (int i = 0; i < FBX_RECORDS_END; ++i)
        if (strcmp(sinew__fbx_records[i].name, record->name) == 0) return sinew__fbx_records[i].values[0] == 'F';
    return 0;
}

/// Numbers of a record, of an array or of a list. ASCII files have the floats of attributes as integers of their bits.
static double *numbers_of(tree *of, const fbx_record *record, const fbx_record *other, size_t *out_count)
{
    const double *items;
    sinew_error error;
    if (sinew__fbx_record_doubles(&of->arena, record, &items, out_count, &error) != SINEW_OK)
        fail(of->path, error.message);
    double *out = malloc((*out_count + 1) * sizeof *out);
    if (!out) exit(2);
    const fbx_array *text = is_array(record) ? record->values[0].as.array : NULL;
    // Binary files have these numbers as floats.
    const int is_float = (is_array(other) && other->values[0].as.array->type == 'f') || is_float_record(record);
    const int as_bits = !of->is_binary && strcmp(record->name, "KeyAttrDataFloat") == 0 && is_float && text &&
                        !memchr(text->bytes, '.', text->size) && !memchr(text->bytes, 'e', text->size);
    for (size_t i = 0; i < *out_count; ++i) {
        out[i] = items[i];
        if (!of->is_binary && is_float) out[i] = (double)(float)out[i];
        if (!as_bits) continue;
        const uint32_t bits = (uint32_t)(int64_t)items[i];
        float number;
        memcpy(&number, &bits, sizeof number);
        out[i] = (double)number;
    }
    return out;
}

static int equal_arrays(tree *of_a, const fbx_record *a, tree *of_b, const fbx_record *b)
{
    size_t count_a, count_b;
    if (of_a->is_binary && of_b->is_binary && is_array(a) && is_array(b)) {
        const fbx_array *x = a->values[0].as.array, *y = b->values[0].as.array;
        if (x->type != y->type || x->encoding != y->encoding || x->size != y->size || x->count != y->count) return 0;
        return memcmp(x->bytes, y->bytes, x->size) == 0;
    }
    double *numbers_a = numbers_of(of_a, a, b, &count_a), *numbers_b = numbers_of(of_b, b, a, &count_b);
    int same = count_a == count_b;
    for (size_t i = 0; same && i < count_a; ++i)
        same = numbers_a[i] == numbers_b[i] || (isnan(numbers_a[i]) && isnan(numbers_b[i]));
    free(numbers_a);
    free(numbers_b);
    return same;
}

/// An embedded file: raw bytes, or base64 in ASCII files.
static int equal_contents(tree *of_a, const fbx_record *a, tree *of_b, const fbx_record *b)
{
    fbx_bytes x, y;
    sinew_error error;
    if (sinew__fbx_record_content(&of_a->arena, a, &x, &error) != SINEW_OK ||
        sinew__fbx_record_content(&of_b->arena, b, &y, &error) != SINEW_OK)
        fail(of_a->path, error.message);
    return x.size == y.size && (x.size == 0 || memcmp(x.bytes, y.bytes, x.size) == 0);
}

static void compare(tree *of_a, const fbx_record *a, tree *of_b, const fbx_record *b)
{
    if (strcmp(a->name, "Content") == 0 || strcmp(a->name, "BinaryData") == 0) {
        if (!equal_contents(of_a, a, of_b, b)) differ(a, "another embedded file");
    } else if (is_array(a) || is_array(b)) {
        if (!equal_arrays(of_a, a, of_b, b)) differ(a, "other numbers");
    } else if (a->value_count != b->value_count) {
        differ(a, "another number of values");
    } else {
        for (uint32_t i = 0; i < a->value_count; ++i)
            if (!equal_values(&a->values[i], of_a, &b->values[i], of_b)) {
                differ(a, "another value");
                break;
            }
    }
    const fbx_record *x = skip_stamps(a->first_child), *y = skip_stamps(b->first_child);
    for (; x && y; x = skip_stamps(x->next), y = skip_stamps(y->next)) {
        if (strcmp(x->name, y->name) != 0) {
            differ(x, y->name);
            return;
        }
        compare(of_a, x, of_b, y);
    }
    for (; x; x = skip_stamps(x->next)) differ(x, "missing");
    for (; y; y = skip_stamps(y->next)) differ(y, "added");
}

int main(int argc, char **argv)
{
    tree source, written;
    if (argc != 3 && argc != 5) return 2;
    if (argc == 5 && strcmp(argv[3], "-except") == 0) {
        except = argv[4];
    } else if (argc == 5) {
        old_name = argv[3];
        new_name = argv[4];
    }
    open_tree(&source, argv[1]);
    if (source.version < 7000) return 77;
    open_tree(&written, argv[2]);
    compare(&source, source.root, &written, written.root);
    if (source.version != written.version) {
        printf("  version %u, not %u\n", written.version, source.version);
        ++differences;
    }
    if (old_name && renamed == 0) {
        printf("  nothing is renamed\n");
        ++differences;
    }
    if (!except && source.is_binary && written.is_binary && written.size > source.size + source.size / 20) {
        printf("  %zu bytes, more than 1.05 times %zu\n", written.size, source.size);
        ++differences;
    }
    printf("%s: %d records differ, %.3f of the size\n", argv[1], differences,
           (double)written.size / (double)source.size);
    return differences > 0;
}
