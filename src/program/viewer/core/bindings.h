/// The player's key bindings, in one table.
#ifndef SINEW_PROGRAM_VIEWER_CORE_BINDINGS_H
#define SINEW_PROGRAM_VIEWER_CORE_BINDINGS_H

#include "core/base/buffer.h"
#include "core/base/word_table.h"
#include "program/viewer/core/viewer.h"

typedef struct viewer_binding {
    const char *keys;  ///< keys as help shows them, "Space p"; NULL ends the table
    const char *typed; ///< characters that trigger the binding on any keyboard layout; or NULL
    int32_t key;       ///< SDL_Keycode of a key without a character, or SDLK_UNKNOWN
    int modifiers;     ///< VIEWER_SHIFT, …: exactly these must be held with `key`
    void (*run)(viewer_state *viewer, double amount);
    double amount;
    const char *help;          ///< description of the action; NULL: the row above documents it
    const sinew__word *states; ///< states that help lists after `help`: those that the key steps through; or, if rows
                               ///< below have the same `run`, those that the rows choose by `amount`; or NULL
} viewer_binding;

enum { VIEWER_SHIFT = 1, VIEWER_CONTROL = 2, VIEWER_ALT = 4 };

extern const viewer_binding viewer_bindings[];

/// Returns the row of an action, or NULL. *out_help is its description, or the description in the row that documents
/// it.
const viewer_binding *viewer_binding_of(void (*run)(viewer_state *viewer, double amount), double amount,
                                        const char **out_help);

/// Runs the binding of a typed character, or types it into an open prompt. If the display lacks a feature that the
/// binding needs, shows a note. Returns whether there was a binding or prompt.
int viewer_run_typed(viewer_state *viewer, const char *character);

/// Runs the binding of a key with held modifiers (SDL_Keymod), or passes the key to an open prompt. Returns whether
/// there was a binding or prompt.
int viewer_run_key(viewer_state *viewer, int32_t key, int held);

/// Writes lines for the mouse, then one line per key, such as "  Space p           pause or play".
void viewer_format_bindings(sinew__buffer *out);

/// Writes lines for the mouse if there is a window, then one line per key: "Space p", a tab, "pause or play". Truncates
/// them to `size` > 0 bytes. Keys that need a feature in `lacks` (VIEWER_LACKS_…) are left out.
void viewer_format_help(int lacks, char *out, size_t size);

#endif
