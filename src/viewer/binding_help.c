#include "viewer/binding_help.h"

#include "viewer/bindings.h"

void viewer_put_bindings(sinew__buffer *out)
{
    sinew__buffer_put_text(out, "Keys of the player:\n");
    for (const viewer_binding *row = viewer_bindings; row->keys; ++row) {
        if (row->help) sinew__buffer_format(out, "  %-18s%s\n", row->keys, row->help);
    }
}
