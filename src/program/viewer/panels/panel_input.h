/// Decides which mouse events are for the panels.
#ifndef SINEW_PROGRAM_VIEWER_PANELS_PANEL_INPUT_H
#define SINEW_PROGRAM_VIEWER_PANELS_PANEL_INPUT_H

#include <SDL.h>

#include "program/viewer/panels/panel_layout.h"

/// Zeroed apart from `viewport`: no mouse yet.
typedef struct panel_input {
    panel_box viewport;   ///< events that begin in it are not for the panels
    panel_box cover;      ///< except in this part of it
    int is_over;          ///< the mouse is in the window
    float x, y;           ///< of the mouse, pixels
    int held;             ///< buttons pressed in a panel: bit n is SDL's button n + 1
    int released;         ///< those released since, which the panels do not know yet
    float wheel;          ///< scrolled over a panel since the panels were last built
    int has_button_event; ///< a button has changed: the panels must be built before the next event
} panel_input;

/// The state of the mouse as the panels see it.
typedef struct panel_mouse {
    int is_near; ///< over the panels, or dragging something there
    float x, y;
    int down; ///< buttons
    float wheel;
} panel_mouse;

/// Handles an event. `density` is pixels per unit of the window's coordinates. Returns whether it is for the panels
/// alone; a drag belongs to where it began.
int panel_input_handle(panel_input *input, const SDL_Event *event, double density);

/// Returns the state for the panels. A released button is reported as pressed once more at the release position, so
/// that a drag ends there.
panel_mouse panel_input_read(panel_input *input);

/// Returns whether the mouse is over the panels, or drags something there.
int panel_input_is_near(const panel_input *input);

#endif
