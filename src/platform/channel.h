/// A channel between two processes, which also transfers open files. Its ends are descriptors.
#ifndef SINEW_PLATFORM_CHANNEL_H
#define SINEW_PLATFORM_CHANNEL_H

#include <stddef.h>

/// Creates a channel. Returns 0 with errno on failure.
int sinew__channel_create(int out_ends[2]);

/// Sends bytes, and a duplicate of a descriptor unless it is −1, without waiting. Returns 0 if not everything could be
/// sent.
int sinew__channel_send(int channel, const void *bytes, size_t size, int descriptor);

/// Waits until something can be received. Returns 0 after `seconds` without that.
int sinew__channel_wait(int channel, double seconds);

/// Receives what is available, at most `size` bytes. Returns the number of bytes, or −1 when the other end is closed.
ptrdiff_t sinew__channel_receive(int channel, void *out_bytes, size_t size);

#endif
