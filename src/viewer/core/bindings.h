/// Every key of the player, in one table.
#ifndef SINEW_VIEWER_CORE_BINDINGS_H
#define SINEW_VIEWER_CORE_BINDINGS_H

#include "viewer/core/viewer.h"

typedef struct viewer_binding {
    const char *keys;  ///< as help writes them: "Space p"; NULL ends the table
    const char *typed; ///< characters that do it, whatever key the layout has them on; or NULL
    int32_t key;       ///< SDL_Keycode of a key without a character, or SDLK_UNKNOWN
    int modifiers;     ///< VIEWER_SHIFT, … that must be held with `key`, and no others
    void (*run)(viewer_state *viewer, double amount);
    double amount;
    const char *help; ///< NULL: the row above says it
} viewer_binding;

enum { VIEWER_SHIFT = 1, VIEWER_CONTROL = 2, VIEWER_ALT = 4 };

extern const viewer_binding viewer_bindings[];

/// Runs what a typed character is bound to, or types it into an open prompt. Returns whether it did something.
int viewer_run_typed(viewer_state *viewer, const char *character);

/// The same for a key with the modifiers held (SDL_Keymod).
int viewer_run_key(viewer_state *viewer, int32_t key, int held);

#endif
