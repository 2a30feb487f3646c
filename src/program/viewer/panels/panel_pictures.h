/// Thumbnails of the files and clips in lists. They are made one after the other, only for rows that are shown. A
/// thread loads files; the player's thread draws.
#ifndef SINEW_PROGRAM_VIEWER_PANELS_PANEL_PICTURES_H
#define SINEW_PROGRAM_VIEWER_PANELS_PANEL_PICTURES_H

#include "core/platform/folder.h"
#include "draw/render/interface.h"
#include "program/viewer/core/playlist.h"
#include "program/viewer/window/widgets.h"

/// A cell of the grid of thumbnails. Zeroed: free.
typedef struct picture_cell {
    const char *path;          ///< path of the file: the pointer in the playlist, because paths are compared by
                               ///< address; NULL: the cell is free
    int32_t clip;              ///< clip of the playing file; SINEW_NONE: the thumbnail shows the file
    sinew__file_status status; ///< status of the file when it began to load
    int64_t frame;             ///< value of picture_grid.frame when the cell was last shown
    int has_picture;           ///< 0: the file is loading, or cannot be drawn
} picture_cell;

/// The grid of thumbnails. Zeroed: empty.
typedef struct picture_grid {
    picture_cell cells[RENDER_PICTURES];
    int64_t frame; ///< counts the frames of the player
} picture_grid;

/// Returns the cell of a clip, or of a file if `clip` is SINEW_NONE, and marks the cell as shown in this frame. Returns
/// −1 if there is no such cell. Paths are compared by address.
int panel_picture_find(picture_grid *grid, const char *path, int32_t clip);

/// Gives a clip or file a cell: a free one, else the one that was not shown for the longest time. Returns −1 if all
/// cells are shown in this frame.
int panel_picture_place(picture_grid *grid, const char *path, int32_t clip);

typedef struct panel_pictures {
    picture_grid grid;
    widget_set *widgets;
    const viewer_files *files; ///< opens the files
    int side;                  ///< side of a thumbnail in pixels
    const char *wanted;        ///< first file shown in this frame without a thumbnail, or NULL
    int32_t wanted_clip;       ///< first clip shown in this frame without a thumbnail, or SINEW_NONE
    int is_shown;              ///< a list showed thumbnails in this frame
    const char *path;          ///< path of the file that is loading
    double begin;              ///< time when the file at `path` began to load
    viewer_loader *loader;     ///< NULL: nothing is loading
    sinew_renderer *renderer;  ///< draws files; NULL: the list is closed, or no file was drawn yet
    sinew_renderer *spare;     ///< holds the player's image while a clip is drawn; NULL: no clip was drawn yet
} panel_pictures;

/// Begins a frame with thumbnails of `side` pixels, and draws the file that was loaded. The OpenGL context must be
/// current.
void panel_pictures_begin(panel_pictures *pictures, const viewer_state *viewer, int side);

/// Returns the number of the thumbnail of a file, or of a clip of the playing file; −1 if none exists, or not yet.
int panel_pictures_find(panel_pictures *pictures, const char *path, int32_t clip);

/// Draws the first clip that lacks a thumbnail, by the player's renderer, whose image is restored.
void panel_pictures_draw_clip(panel_pictures *pictures, const viewer_state *viewer, sinew_renderer *renderer);

/// Ends the frame: starts to load the first file that lacks a thumbnail.
void panel_pictures_end(panel_pictures *pictures);

/// Removes the thumbnails of clips, and the thumbnail of a file if the file has changed.
void panel_pictures_check(panel_pictures *pictures, const char *path);

/// Returns whether a new frame would draw a thumbnail: of a clip, or of a file that was loaded.
int panel_pictures_are_ready(const panel_pictures *pictures);

/// Cancels loading, and frees everything. The OpenGL context must be current.
void panel_pictures_free(panel_pictures *pictures);

#endif
