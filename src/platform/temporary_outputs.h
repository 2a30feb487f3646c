/// Temporary files of outputs that are being written right now, so that a program which is interrupted can remove them.
///
/// Any number of threads may write; the slot belongs to whoever takes the path out of it, the writer or the handler.
#ifndef SINEW_PLATFORM_TEMPORARY_OUTPUTS_H
#define SINEW_PLATFORM_TEMPORARY_OUTPUTS_H

/// Notes a path (from malloc, kept by the caller). Returns its slot, -1 when so many are noted that this one is left
/// out.
int sinew__temporary_output_add(char *path);

/// Forgets what was noted in a slot; -1 is fine. Returns 0 when sinew__temporary_output_remove_all has taken the path:
/// the process is about to end and still reads it, so it must not be freed.
int sinew__temporary_output_forget(int slot);

/// Unlinks every file that is noted. Async-signal-safe: this is for the handler of a program that ends.
void sinew__temporary_output_remove_all(void);

#endif
