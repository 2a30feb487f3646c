/// The actions of the player's keys, one function each: playback, view, and requests to the play loop. `amount` comes
/// from the table of key bindings; it is unused unless a comment says otherwise.
#ifndef SINEW_PROGRAM_VIEWER_CORE_ACTIONS_H
#define SINEW_PROGRAM_VIEWER_CORE_ACTIONS_H

#include "program/viewer/core/viewer.h"

// ---- playback ------------------------------------------------------------------------------------------------------

void viewer_toggle_pause(viewer_state *viewer, double amount);
void viewer_step_frames(viewer_state *viewer, double amount); ///< steps by frames to a whole frame, and pauses
void viewer_skip_frames(viewer_state *viewer, double amount); ///< steps by frames without pausing
void viewer_skip_seconds(viewer_state *viewer, double amount);
void viewer_step_keyframes(
    viewer_state *viewer,
    double amount); ///< goes to a keyframe of the selected joint, or of the clip: 1 the next, -1 the previous; pauses
void viewer_seek_fraction(viewer_state *viewer, double amount); ///< goes to a fraction of the clip, 0 … 1
void viewer_scale_speed(viewer_state *viewer, double amount);   ///< multiplies the speed; 0: normal speed
void viewer_reverse(viewer_state *viewer, double amount);
void viewer_next_loop_mode(viewer_state *viewer, double amount);
void viewer_loop_range(viewer_state *viewer, double amount); ///< sets the start of the range, then its end, then clears
                                                             ///< it
void viewer_next_clip(viewer_state *viewer, double amount);  ///< negative: the previous clip

// ---- view ----------------------------------------------------------------------------------------------------------

void viewer_choose_view(viewer_state *viewer, double amount);    ///< amount: a sinew_view
void viewer_fit_camera(viewer_state *viewer, double amount);     ///< fits the selected joint; 1: everything
void viewer_scale_timeline(viewer_state *viewer, double amount); ///< multiplies the timeline's range, around the
                                                                 ///< current time
void viewer_toggle_parallel(viewer_state *viewer, double amount);
void viewer_toggle_skeleton(viewer_state *viewer, double amount);
void viewer_toggle_meshes(viewer_state *viewer, double amount);
void viewer_toggle_edges(viewer_state *viewer, double amount);
void viewer_next_colors(viewer_state *viewer, double amount);
void viewer_next_skin(viewer_state *viewer, double amount);
void viewer_toggle_names(viewer_state *viewer, double amount);
void viewer_toggle_axes(viewer_state *viewer, double amount);
void viewer_toggle_trail(viewer_state *viewer, double amount);
void viewer_hold_trail(viewer_state *viewer,
                       double amount); ///< keeps the trail at the selected joint; if it is kept there already, lets it
                                       ///< follow the selection
void viewer_toggle_onion(viewer_state *viewer, double amount); ///< amount: ghosts on each side
void viewer_toggle_tracking(viewer_state *viewer, double amount);
void viewer_toggle_in_place(viewer_state *viewer, double amount);
void viewer_toggle_ground(viewer_state *viewer, double amount);
void viewer_toggle_status(viewer_state *viewer, double amount);
void viewer_step_joint(viewer_state *viewer, double amount); ///< selects the next joint of the tree; -1: the previous
void viewer_next_help(viewer_state *viewer, double amount);
void viewer_toggle_panel(viewer_state *viewer, double amount); ///< amount: a viewer_panel
void viewer_open_prompt(viewer_state *viewer, double amount);  ///< amount: a viewer_prompt_kind
void viewer_rotate_joint(viewer_state *viewer, double amount); ///< opens the prompt for a rotation
void viewer_reset_pose(viewer_state *viewer, double amount);   ///< adds an edit that removes the user's rotations and
                                                               ///< targets
void viewer_undo(viewer_state *viewer, double amount);         ///< undoes the last edit; -1: redoes the next
void viewer_choose_edit(viewer_state *viewer, double amount);  ///< chooses the next edit of the list; -1: the previous
void viewer_switch_edit(viewer_state *viewer, double amount);  ///< switches the chosen edit off or on
void viewer_save_clip(viewer_state *viewer, double amount);    ///< opens the prompt for the file's name
void viewer_save_film(viewer_state *viewer, double amount);    ///< opens the prompt for the file's name
void viewer_cancel_prompt(viewer_state *viewer);               ///< closes the prompt; undoes a rotation that was being
                                                               ///< typed
void viewer_cancel(viewer_state *viewer,
                   double amount); ///< does the first that applies: closes the help, discards the film, cancels a drag,
                                   ///< deselects the joint, leaves full screen

// ---- the play loop -------------------------------------------------------------------------------------------------

void viewer_next_file(viewer_state *viewer, double amount); ///< 1: the next file, -1: the previous
void viewer_reload(viewer_state *viewer, double amount);
void viewer_save_image(viewer_state *viewer, double amount); ///< amount: a viewer_save
void viewer_save_pose(viewer_state *viewer, double amount);  ///< amount: a viewer_pose_file
void viewer_copy_command(viewer_state *viewer, double amount);
void viewer_toggle_full_screen(viewer_state *viewer, double amount);
void viewer_quit(viewer_state *viewer, double amount);

// ---- the line typed into a prompt -----------------------------------------------------------------------------------

/// Executes the line typed into the prompt, and closes the prompt: for example, pauses at the typed time, selects the
/// typed joint or starts the typed clip. On failure the prompt stays open with a message.
void viewer_answer_prompt(viewer_state *viewer);

/// Returns the name without folder of a file of the playlist; `file` counts from 0.
const char *viewer_file_name(const viewer_state *viewer, int32_t file);

/// Returns whether a text contains a word, ignoring the case of ASCII letters.
int viewer_text_contains(const char *text, const char *word);

#endif
