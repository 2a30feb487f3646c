/// Saving the edited clips on a thread, while the player goes on.
#ifndef SINEW_PROGRAM_VIEWER_CORE_SAVE_EDITED_H
#define SINEW_PROGRAM_VIEWER_CORE_SAVE_EDITED_H

typedef struct viewer_frontend viewer_frontend;
typedef struct viewer_saving viewer_saving;

/// Begins to save the requested file, shows its progress as a note, and notes the result.
void viewer_save_step(viewer_frontend *frontend);

/// Waits until a file that is being saved is whole, or has failed. Accepts NULL.
void viewer_save_end(viewer_frontend *frontend);

#endif
