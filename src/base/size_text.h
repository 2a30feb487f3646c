/// Numbers of bytes for people: "285 MB", "2.0 GB" (of 1024 each).
#ifndef SINEW_BASE_SIZE_TEXT_H
#define SINEW_BASE_SIZE_TEXT_H

enum { SINEW__SIZE_TEXT = 32 };

void sinew__size_text(double bytes, char out_text[SINEW__SIZE_TEXT]);

#endif
