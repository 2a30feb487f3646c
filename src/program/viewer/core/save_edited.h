/// Saves the edited clips on a thread, while the player goes on.
#ifndef SINEW_PROGRAM_VIEWER_CORE_SAVE_EDITED_H
#define SINEW_PROGRAM_VIEWER_CORE_SAVE_EDITED_H

typedef struct viewer_frontend viewer_frontend;
typedef struct viewer_saving viewer_saving;

/// Begins to save a requested file, and shows its progress and its result as notes.
void viewer_save_step(viewer_frontend *frontend);

/// Waits until a file that is being saved is complete or has failed. Accepts NULL.
void viewer_save_end(viewer_frontend *frontend);

#endif
