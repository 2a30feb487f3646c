/// Small pictures of the files and clips of the lists. They are made one after the other, only of those whose rows are
/// shown. The player's thread draws them; another thread loads files before.
#ifndef SINEW_PROGRAM_VIEWER_PANELS_PANEL_PICTURES_H
#define SINEW_PROGRAM_VIEWER_PANELS_PANEL_PICTURES_H

#include "core/platform/folder.h"
#include "draw/render/interface.h"
#include "program/viewer/core/playlist.h"
#include "program/viewer/window/widgets.h"

/// A cell of the grid of pictures. Zeroed: free.
typedef struct picture_cell {
    const char *path;          ///< of the file, as the playlist stores it; NULL: the cell is free
    int32_t clip;              ///< of the file that plays, or SINEW_NONE: the picture is of the file
    sinew__file_status status; ///< of the file when it began to load
    int64_t frame;             ///< when the cell was last shown
    int has_picture;           ///< 0: the file is loading, or cannot be drawn
} picture_cell;

/// Which file or clip has which cell. Zeroed: empty.
typedef struct picture_grid {
    picture_cell cells[RENDER_PICTURES];
    int64_t frame; ///< increases with each frame
} picture_grid;

/// Returns the cell of a clip, or of a file (SINEW_NONE), which is then shown in this frame; or -1. Paths are compared
/// by their address.
int panel_picture_find(picture_grid *grid, const char *path, int32_t clip);

/// Gives a clip or file a cell: a free one, else the one that was not shown for the longest time. Returns -1 if all are
/// shown in this frame.
int panel_picture_place(picture_grid *grid, const char *path, int32_t clip);

typedef struct panel_pictures {
    picture_grid grid;
    widget_set *widgets;
    const viewer_files *files; ///< opens them
    int side;                  ///< pixels of a picture
    const char *wanted;        ///< the first file of this frame without a picture, or NULL
    int32_t wanted_clip;       ///< the first clip of this frame without a picture, or SINEW_NONE
    int is_shown;              ///< a list asked for pictures in this frame
    const char *path;          ///< of the file that is loading
    double begin;              ///< when it began to load
    viewer_loader *loader;     ///< NULL: nothing is loading
    sinew_renderer *renderer;  ///< of files; NULL: the list is closed, or nothing was drawn yet
    sinew_renderer *spare;     ///< holds the player's image while a clip is drawn; NULL: none was drawn yet
} panel_pictures;

/// Begins a frame with pictures of that size: draws the file that has been loaded. The OpenGL context is current.
void panel_pictures_begin(panel_pictures *pictures, const viewer_state *viewer, int side);

/// Returns the number of the picture of a file, or of a clip of the file that plays; or -1: it has none, or none yet.
int panel_pictures_find(panel_pictures *pictures, const char *path, int32_t clip);

/// Draws the first clip that lacks a picture, with the renderer of the player, whose image stays.
void panel_pictures_draw_clip(panel_pictures *pictures, const viewer_state *viewer, sinew_renderer *renderer);

/// Ends the frame: starts to load the first file that lacks a picture.
void panel_pictures_end(panel_pictures *pictures);

/// Forgets the pictures of clips, and the picture of a file that has changed since.
void panel_pictures_check(panel_pictures *pictures, const char *path);

/// Returns whether a clip, or the file that loads, is to be drawn in a new frame.
int panel_pictures_are_ready(const panel_pictures *pictures);

/// Cancels loading, and frees everything. The OpenGL context is current.
void panel_pictures_free(panel_pictures *pictures);

#endif
