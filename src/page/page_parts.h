/// The files of which a page is made, as they are in the source tree; the module as it was built.
#ifndef SINEW_PAGE_PAGE_PARTS_H
#define SINEW_PAGE_PAGE_PARTS_H

#include <stddef.h>

extern const unsigned char page_module[], page_gl_script[], page_script[], page_style[], page_html[];
extern const size_t page_module_size, page_gl_script_size, page_script_size, page_style_size, page_html_size;

#endif
