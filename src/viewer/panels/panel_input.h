/// Which part of what the mouse does is for the panels.
#ifndef SINEW_VIEWER_PANELS_PANEL_INPUT_H
#define SINEW_VIEWER_PANELS_PANEL_INPUT_H

#include <SDL.h>

#include "viewer/panels/panel_layout.h"

/// Zeroed but for `figure`: no mouse yet.
typedef struct panel_input {
    panel_box viewport;   ///< what begins in it is not for the panels
    panel_box cover;      ///< unless it begins in this part of it
    int is_over;          ///< the mouse is in the window
    float x, y;           ///< of the mouse, pixels
    int held;             ///< buttons that went down in a panel: bit n is SDL's button n + 1
    int released;         ///< those of them that are up again, which the panels do not know yet
    float wheel;          ///< turned over a panel since the panels were last built
    int has_button_event; ///< a button has changed: the panels must see it before the next event
} panel_input;

/// What the panels see of the mouse at one moment.
typedef struct panel_mouse {
    int is_near; ///< in the panels, or dragging something there
    float x, y;
    int down; ///< buttons
    float wheel;
} panel_mouse;

/// Notes an event. `density` is pixels per unit of the window's coordinates. Returns whether it is for the panels
/// alone; a drag belongs to where it began.
int panel_input_handle(panel_input *input, const SDL_Event *event, double density);

/// Gives the panels what has been noted. Where a button goes up they see it down there once more, so that a drag ends
/// in its last place.
panel_mouse panel_input_read(panel_input *input);

/// Whether the mouse is somewhere in the panels, or drags something there.
int panel_input_is_near(const panel_input *input);

#endif
