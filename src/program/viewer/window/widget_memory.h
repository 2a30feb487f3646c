/// Memory for Dear ImGui, which does not handle failed allocations. When the system is out of memory, a reserve is
/// used, so that the current frame can be completed; it is the last one.
#ifndef SINEW_PROGRAM_VIEWER_WINDOW_WIDGET_MEMORY_H
#define SINEW_PROGRAM_VIEWER_WINDOW_WIDGET_MEMORY_H

#include <stddef.h>

/// Makes the whole reserve available. There is one window at a time.
void widget_memory_begin(void);

/// Never returns NULL; ends the process when the reserve is used up as well.
void *widget_memory_allocate(size_t size, void *unused);
void widget_memory_release(void *memory, void *unused);

/// Returns whether the reserve has been used since widget_memory_begin.
int widget_memory_is_short(void);

#endif
