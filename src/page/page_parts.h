/// The parts of a page, embedded into the program: its scripts, joined to one, and the module.
#ifndef SINEW_PAGE_PAGE_PARTS_H
#define SINEW_PAGE_PAGE_PARTS_H

#include <stddef.h>

extern const unsigned char page_module[], page_script[], page_loader[], page_style[], page_html[];
extern const size_t page_module_size, page_script_size, page_loader_size, page_style_size, page_html_size;

// Additional parts of a viewer page, and the module and script that it has in place of those of other pages.
extern const unsigned char page_viewer_module[], page_viewer_script[], page_viewer_style[], page_viewer_html[];
extern const size_t page_viewer_module_size, page_viewer_script_size, page_viewer_style_size, page_viewer_html_size;

#endif
