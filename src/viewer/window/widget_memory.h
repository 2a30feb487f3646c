/// Memory for Dear ImGui, which cannot do without what it asks for. What the system refuses comes from a reserve, so
/// that the picture that is being made ends well; it is the last one.
#ifndef SINEW_VIEWER_WINDOW_WIDGET_MEMORY_H
#define SINEW_VIEWER_WINDOW_WIDGET_MEMORY_H

#include <stddef.h>

/// The reserve is whole again. There is one window at a time.
void widget_memory_begin(void);

/// Never NULL; ends the program when the reserve is used up, too.
void *widget_memory_allocate(size_t size, void *unused);
void widget_memory_release(void *memory, void *unused);

/// Whether the system has refused memory since widget_memory_begin.
int widget_memory_is_short(void);

#endif
