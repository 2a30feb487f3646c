/// What a player is asked to play, and how it begins: in a window, in a terminal, or without either in a test.
#ifndef SINEW_VIEWER_CORE_VIEWER_SETTINGS_H
#define SINEW_VIEWER_CORE_VIEWER_SETTINGS_H

#include "sinew/player.h"
#include "sinew/render.h"
#include "viewer/core/viewer_file.h"

typedef struct viewer_settings viewer_settings;
struct viewer_settings {
    const viewer_files *files; ///< the file below is the first of; NULL: it is the only one
    const sinew_model *model;  ///< NULL: the first of the files that can be read, see `begin`
    const sinew_image *images; ///< [texture_count]
    const char *name;          ///< path of the file, for the title and for saved pictures
    sinew_engine engine;
    int32_t clip; ///< SINEW_NONE: the rest pose
    double time;  ///< first, seconds from the clip's start
    double speed; ///< 1 is as authored
    sinew_loop_mode loop;
    int paused;
    int32_t crowd; ///< figures, each at a moment of its own; 0: one, and no crowd
    sinew_view view;
    sinew_show skeleton;
    int has_joint; ///< `joint` is selected
    int32_t joint;
    sinew_colors colors;
    sinew_draw_skin skin;
    int names, axes, trail, parallel; ///< what is shown
    int tracking;                     ///< the camera goes along; negative: where the clip leads far away
    int32_t onion;                    ///< ghosts on each side
    int32_t width, height;            ///< of the window, in points
    double load_time;                 ///< seconds that reading the file took
    double quit_after;                ///< seconds; negative: when the user wants to
    const char *screenshot;           ///< where the last picture goes when the player ends, or NULL
    void (*lose_display)(void *user); ///< ends the process when the window's display is gone; NULL: as Xlib does
    /// Where there was no model: the first file is there. `settings`, which are the player's own, tell of it and may be
    /// completed. Any answer but 0 ends the player. May be NULL.
    int (*begin)(void *user, viewer_settings *settings);
    /// The player ends, as `result` and `error` say, while a file is still being read: ends the process, which then
    /// waits neither for that nor for the graphics driver. The terminal is as it was. NULL, or if it returns: both are
    /// waited for.
    void (*end_early)(void *user, sinew_result result, sinew_error *error);
    void *user;
};

#endif
