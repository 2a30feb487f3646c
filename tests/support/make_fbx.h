/// Small binary FBX files made by tests, byte by byte, independent of sinew's own writer.
#ifndef SINEW_TESTS_MAKE_FBX_H
#define SINEW_TESTS_MAKE_FBX_H

#include <stddef.h>
#include <stdint.h>

/// A file being written. Zero it, call make_fbx_begin, then records inside each other, then make_fbx_end.
typedef struct make_fbx {
    unsigned char bytes[1 << 16];
    size_t size;
    int wide, big_endian;
    size_t open[32]; // offset of the header of each open record
    int depth;
    size_t values_at;
    uint64_t value_count;
    int in_values;
} make_fbx;

void make_fbx_begin(make_fbx *file, uint32_t version, int big_endian);

/// Opens a record; values follow, then child records, then make_fbx_close.
void make_fbx_open(make_fbx *file, const char *name);
void make_fbx_close(make_fbx *file);

void make_fbx_int8(make_fbx *file, int8_t value);
void make_fbx_int32(make_fbx *file, int32_t value);
void make_fbx_int64(make_fbx *file, int64_t value);
void make_fbx_double(make_fbx *file, double value);
void make_fbx_char(make_fbx *file, char value);
void make_fbx_text(make_fbx *file, const char *text, size_t length);

/// An array of that type; `deflate` packs it (with libdeflate).
void make_fbx_array(make_fbx *file, char type, const void *items, uint32_t count, int deflate);

/// Closes the list of records and adds a footer of zeros. Returns the offset of the footer.
size_t make_fbx_end(make_fbx *file);

#endif
