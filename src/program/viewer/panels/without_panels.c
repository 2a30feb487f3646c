// The functions of panels.h for a build without Dear ImGui: the viewport fills the window, without panels.
#include <stdlib.h>

#include "core/base/error.h"
#include "program/viewer/panels/panels.h"

struct viewer_panels {
    render_interface *interface;
    int width, height; ///< size in pixels
};

sinew_result viewer_panels_create(viewer_panels **out_panels, sinew_error *out_error)
{
    viewer_panels *panels = *out_panels = calloc(1, sizeof *panels);
    if (!panels) return sinew__fail_memory(out_error);
    return sinew__render_interface_create(&panels->interface, out_error);
}

void viewer_panels_destroy(viewer_panels *panels)
{
    if (panels) sinew__render_interface_destroy(panels->interface);
    free(panels);
}

void viewer_panels_build(viewer_panels *panels, viewer_state *viewer, panel_input *input, const viewer_size *size)
{
    (void)viewer;
    panels->width = size->width;
    panels->height = size->height;
    input->viewport = (panel_box){0, 0, size->width, size->height};
    input->cover = (panel_box){0};
}

int viewer_panels_need_frame(const viewer_panels *panels)
{
    (void)panels;
    return 0;
}

int viewer_panels_are_busy(const viewer_panels *panels)
{
    (void)panels;
    return 0;
}

sinew_result viewer_panels_draw(viewer_panels *panels, const viewer_state *viewer, sinew_renderer *renderer,
                                const render_interface **out_contents, sinew_error *out_error)
{
    (void)viewer;
    *out_contents = panels->interface;
    return sinew__render_interface_begin(panels->interface, renderer, panels->width, panels->height, 0, 0, out_error);
}
