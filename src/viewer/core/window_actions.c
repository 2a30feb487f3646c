#include "viewer/core/actions.h"

void viewer_next_file(viewer_state *viewer, double amount)
{
    viewer->file_step += (int)amount;
}

void viewer_reload(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->reload = 1;
}

void viewer_save_image(viewer_state *viewer, double amount)
{
    viewer->save = (int)amount;
}

void viewer_copy_command(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->copy = 1;
}

void viewer_toggle_full_screen(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->full_screen = !viewer->full_screen;
}

void viewer_quit(viewer_state *viewer, double amount)
{
    (void)amount;
    viewer->quit = 1;
}
