/// The player's key bindings, in one table.
#ifndef SINEW_PROGRAM_VIEWER_CORE_BINDINGS_H
#define SINEW_PROGRAM_VIEWER_CORE_BINDINGS_H

#include "core/base/buffer.h"
#include "core/base/word_table.h"
#include "program/viewer/core/viewer.h"

typedef struct viewer_binding {
    const char *keys;  ///< as shown in help: "Space p"; NULL terminates the table
    const char *typed; ///< characters that trigger it, whatever key types them; or NULL
    int32_t key;       ///< SDL_Keycode of a key without a character, or SDLK_UNKNOWN
    int modifiers;     ///< VIEWER_SHIFT, … held with `key`, and no others
    void (*run)(viewer_state *viewer, double amount);
    double amount;
    const char *help;          ///< NULL: documented by the row above
    const sinew__word *states; ///< listed after `help`: the states that the key steps through, or, if rows below share
                               ///< `run`, the states that they choose by their `amount`; or NULL
} viewer_binding;

enum { VIEWER_SHIFT = 1, VIEWER_CONTROL = 2, VIEWER_ALT = 4 };

extern const viewer_binding viewer_bindings[];

/// Returns the row of an action, or NULL. *out_help is its help, or the help of the row that documents it.
const viewer_binding *viewer_binding_of(void (*run)(viewer_state *viewer, double amount), double amount,
                                        const char **out_help);

/// If the display lacks a feature that a key needs, a note says so.
///
/// Runs the binding of a typed character, or types it into an open prompt. Returns whether it was handled.
int viewer_run_typed(viewer_state *viewer, const char *character);

/// Runs the binding of a key with the modifiers held (SDL_Keymod), or passes it to an open prompt. Returns whether it
/// was handled.
int viewer_run_key(viewer_state *viewer, int32_t key, int held);

/// Writes lines for the mouse, then one line per key: "  Space p           pause or play".
void viewer_format_bindings(sinew__buffer *out);

/// Writes "Space p", a tab, "pause or play" and a newline per key, after lines for the mouse if there is a window;
/// truncated to `size` > 0 bytes. Keys that need a feature that the display lacks (VIEWER_LACKS_…) are left out.
void viewer_format_help(int lacks, char *out, size_t size);

#endif
