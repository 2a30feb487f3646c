/// Small FBX files made by hand, whose content is therefore known, and the reader's results for such bytes.
#ifndef SINEW_TESTS_SMALL_FBX_H
#define SINEW_TESTS_SMALL_FBX_H

#include "fbx/fbx_document.h"
#include "support/make_fbx.h"

/// A file of text with settings, a template, three objects and their connections.
extern const char small_ascii[];

/// A small binary file of any version and byte order: one model with a packed and a plain array below it. The size.
size_t make_small_binary(make_fbx *file, uint32_t version, int big_endian);

typedef struct opened {
    sinew__arena arena;
    char *bytes; ///< of exactly the right size, so that a read past the end is caught
    fbx_document *document;
    sinew_error error;
    sinew_result result;
} opened;

/// Opens a copy of the bytes, or says in `result` why not; the caller's to close.
opened *open_bytes(const void *bytes, size_t size);
opened *open_text(const char *text);
void close_file(opened *it);

/// Fails the test unless the bytes are refused with the result and, if `message` is not NULL, the message.
void assert_fails(const void *bytes, size_t size, sinew_result result, const char *message);

#endif
