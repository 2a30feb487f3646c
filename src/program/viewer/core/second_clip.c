// The second clip, which is compared with the playing clip, in the state of the player.
#include "program/viewer/core/second_clip.h"

#include "draw/scene/shared_camera.h"
#include "program/viewer/core/viewer.h"
#include "runtime/view/view.h"

const sinew__word viewer_compare_words[] = {{"over", VIEWER_COMPARE_OVER, "overlaid"},
                                            {"beside", VIEWER_COMPARE_BESIDE, "side by side"},
                                            {"flip", VIEWER_COMPARE_FLIP, "alternating"},
                                            {"off", VIEWER_COMPARE_HIDDEN, NULL},
                                            {0}};

const sinew__word viewer_link_words[] = {{"seconds", VIEWER_LINK_SECONDS, NULL},
                                         {"frames", VIEWER_LINK_FRAMES, NULL},
                                         {"phase", VIEWER_LINK_PHASE, NULL},
                                         {0}};

int viewer_is_comparing(const viewer_state *viewer)
{
    return viewer->other.model && viewer->other.way != VIEWER_COMPARE_HIDDEN && !viewer->crowd.count;
}

int viewer_is_beside(const viewer_state *viewer)
{
    return viewer_is_comparing(viewer) && viewer->other.way == VIEWER_COMPARE_BESIDE;
}

void viewer_compare_clip(viewer_state *viewer, int32_t clip)
{
    viewer->other.wants_clip = 1;
    viewer->other.wanted_clip = clip;
    viewer->other.wanted_path = NULL;
}

void viewer_compare_file(viewer_state *viewer, const char *path)
{
    viewer->other.wants_clip = 0;
    viewer->other.wanted_path = path;
}

void viewer_join_bounds(viewer_state *viewer)
{
    viewer_comparison *other = &viewer->other;
    if (!other->model) return;
    const scene_conversion to_first = scene_conversion_between(other->model, viewer->model);
    sinew_bounds converted;
    sinew__render_convert_bounds(&other->bounds, to_first.rows, to_first.scale, &converted);
    other->both = viewer->bounds;
    other->shares_camera = scene_share_camera(&viewer->bounds, &other->bounds, to_first.scale);
    if (other->shares_camera) sinew__render_join_bounds(&other->both, &converted);
}

void viewer_end_comparison(viewer_state *viewer)
{
    viewer_comparison *other = &viewer->other;
    sinew_pose_destroy(other->pose);
    sinew__shown_in_place_free(&other->in_place);
    *other = (viewer_comparison){.way = other->way, .link = other->link};
}
