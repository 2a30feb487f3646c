/// Temporary files of outputs that are being written right now, so that a program which is interrupted can remove them.
///
/// Any number of threads may write; the slot belongs to whoever takes the path out of it, the writer or the handler.
#ifndef SINEW_BASE_UNFINISHED_H
#define SINEW_BASE_UNFINISHED_H

/// Notes a path (from malloc, kept by the caller). Returns its slot, -1 when so many are noted that this one is left
/// out.
int sinew__unfinished_add(char *path);

/// Forgets what was noted in a slot; -1 is fine. Returns 0 when sinew__unfinished_remove_all has taken the path: the
/// process is about to end and still reads it, so it must not be freed.
int sinew__unfinished_forget(int slot);

/// Unlinks every file that is noted. Async-signal-safe: this is for the handler of a program that ends.
void sinew__unfinished_remove_all(void);

#endif
