/// What keys do to the player's state, one function each, in three files: to what is shown when (time_actions.c), to
/// how it is seen (view_actions.c), and what is wished of the loop that draws it (window_actions.c). `amount` is the
/// row's in the table of bindings; where nothing is said about it, it means nothing.
#ifndef SINEW_VIEWER_CORE_ACTIONS_H
#define SINEW_VIEWER_CORE_ACTIONS_H

#include "viewer/core/viewer.h"

// ---- time_actions.c -------------------------------------------------------------------------------------------------

void viewer_toggle_pause(viewer_state *viewer, double amount);
void viewer_step_frames(viewer_state *viewer, double amount); ///< to a whole frame, and pause
void viewer_skip_frames(viewer_state *viewer, double amount); ///< without pausing
void viewer_skip_seconds(viewer_state *viewer, double amount);
void viewer_step_keyframes(viewer_state *viewer, double amount); ///< of the selected joint, else of the clip; 1: the
                                                                 ///< next, -1: the previous; and pause
void viewer_seek_fraction(viewer_state *viewer, double amount);  ///< 0 … 1 of the clip
void viewer_scale_speed(viewer_state *viewer, double amount);    ///< 0: back to normal
void viewer_reverse(viewer_state *viewer, double amount);
void viewer_next_loop_mode(viewer_state *viewer, double amount);
void viewer_loop_range(viewer_state *viewer, double amount); ///< set the beginning, set the end, clear
void viewer_next_clip(viewer_state *viewer, double amount);  ///< below 0: the previous

// ---- view_actions.c -------------------------------------------------------------------------------------------------

void viewer_choose_view(viewer_state *viewer, double amount); ///< a sinew_view
void viewer_toggle_parallel(viewer_state *viewer, double amount);
void viewer_toggle_skeleton(viewer_state *viewer, double amount);
void viewer_toggle_meshes(viewer_state *viewer, double amount);
void viewer_toggle_edges(viewer_state *viewer, double amount);
void viewer_next_colors(viewer_state *viewer, double amount);
void viewer_next_skin(viewer_state *viewer, double amount);
void viewer_toggle_names(viewer_state *viewer, double amount);
void viewer_toggle_axes(viewer_state *viewer, double amount);
void viewer_toggle_trail(viewer_state *viewer, double amount);
void viewer_toggle_onion(viewer_state *viewer, double amount); ///< ghosts on each side
void viewer_toggle_tracking(viewer_state *viewer, double amount);
void viewer_toggle_ground(viewer_state *viewer, double amount);
void viewer_toggle_status(viewer_state *viewer, double amount);
void viewer_next_help(viewer_state *viewer, double amount);
void viewer_toggle_panel(viewer_state *viewer, double amount); ///< a viewer_panel
void viewer_open_prompt(viewer_state *viewer, double amount);  ///< a viewer_prompt_kind
void viewer_rotate_joint(viewer_state *viewer, double amount); ///< asks how
void viewer_cancel_prompt(viewer_state *viewer);               ///< nothing was meant
void viewer_cancel(viewer_state *viewer, double amount); ///< the wait for a model (quits), help, the selected joint

// ---- window_actions.c -----------------------------------------------------------------------------------------------

void viewer_next_file(viewer_state *viewer, double amount); ///< 1: the next, -1: the one before
void viewer_reload(viewer_state *viewer, double amount);
void viewer_save_image(viewer_state *viewer, double amount); ///< a viewer_save
void viewer_copy_command(viewer_state *viewer, double amount);
void viewer_toggle_full_screen(viewer_state *viewer, double amount);
void viewer_quit(viewer_state *viewer, double amount);

#endif
