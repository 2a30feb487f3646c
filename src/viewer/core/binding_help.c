#include "viewer/core/binding_help.h"

#include <stdio.h>

#include "viewer/core/bindings.h"

void viewer_format_bindings(sinew__buffer *out)
{
    sinew__buffer_put_text(out, "Keys of the player:\n");
    for (const viewer_binding *row = viewer_bindings; row->keys; ++row) {
        if (row->help) sinew__buffer_format(out, "  %-18s%s\n", row->keys, row->help);
    }
}

void viewer_format_help(char *out, size_t size)
{
    out[0] = '\0';
    for (const viewer_binding *row = viewer_bindings; row->keys; ++row) {
        if (!row->help) continue;
        const int length = snprintf(out, size, "%s\t%s\n", row->keys, row->help);
        if (length < 0 || (size_t)length >= size) break;
        out += length;
        size -= (size_t)length;
    }
}
