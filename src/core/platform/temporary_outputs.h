/// The temporary files of outputs being written, so that an interrupted program can remove them.
///
/// Any number of threads may write. Either the writer or the signal handler takes the path out of its slot.
#ifndef SINEW_CORE_PLATFORM_TEMPORARY_OUTPUTS_H
#define SINEW_CORE_PLATFORM_TEMPORARY_OUTPUTS_H

/// Registers a path, which the caller keeps. Returns its slot, or -1 when all slots are in use.
int sinew__temporary_output_add(char *path);

/// Clears a slot; -1 is allowed. Returns 0 when sinew__temporary_output_remove_all has taken the path: the process is
/// about to end and still reads it, so it must not be freed.
int sinew__temporary_output_forget(int slot);

/// Unlinks all registered files. Async-signal-safe, for the signal handler of a program that ends.
void sinew__temporary_output_remove_all(void);

#endif
