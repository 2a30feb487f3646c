// Positions cameras: so that a character fills the image, like a camera of the file, and as a user moves them.
#include "runtime/view/view.h"

#include <assert.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/vec3.h"
#include "runtime/model/look_up.h"
#include "runtime/sampler/pose_fits.h"

// The view of a camera of the file, with target, up direction and roll as the FBX SDK defines them.

static const double degree = SINEW__PI / 180.0;

static void rotate_direction(const sinew_affine *global, const double direction[3], double out[3])
{
    for (int i = 0; i < 3; ++i) out[i] = sinew__double3_dot(global->row[i], direction);
}

static void direction_to_joint(const sinew_pose *pose, int32_t joint, const double eye[3], double out[3])
{
    double position[3];
    sinew__render_joint_position(pose, joint, position);
    sinew__double3_subtract(position, eye, out);
}

/// Rotates the up direction about the view direction; both get unit length.
static void roll_up(double roll, double forward[3], double up[3])
{
    double right[3], upright[3];
    sinew__double3_normalize(forward, (const double[3]){0.0, 0.0, -1.0});
    sinew__double3_cross(forward, up, right);
    if (roll == 0.0 || sinew__double3_length(right) == 0.0)
        return; // sinew__render_camera_find_axes chooses another direction
    sinew__double3_normalize(right, right);
    sinew__double3_cross(right, forward, upright);
    for (int i = 0; i < 3; ++i) up[i] = cos(roll * degree) * upright[i] + sin(roll * degree) * right[i];
}

/// Returns the aspect ratio, or 1 if it is not positive and finite.
static double usable_aspect(double aspect)
{
    return aspect > 0 && isfinite(aspect) ? aspect : 1;
}

void sinew_camera_from_file(const sinew_model *model, int32_t camera, const sinew_pose *pose, double aspect,
                            sinew_camera *out_camera)
{
    assert(model && pose && out_camera);
    if (!sinew__is_item(camera, model->camera_count) || !sinew__pose_fits(model, pose)) return;
    aspect = usable_aspect(aspect);
    const sinew_file_camera *file = &model->cameras[camera];
    const sinew_affine *global = &pose->global[file->joint];
    double forward[3], *eye = out_camera->eye;
    *out_camera = (sinew_camera){0};
    for (int i = 0; i < 3; ++i) eye[i] = sinew__double3_dot(global->row[i], file->position) + global->row[i][3];
    rotate_direction(global, file->forward, forward);
    rotate_direction(global, file->up, out_camera->up);
    if (file->target != SINEW_NONE) {
        direction_to_joint(pose, file->target, eye, forward);
        memcpy(out_camera->up, file->up, sizeof file->up);
    }
    if (file->up_target != SINEW_NONE) direction_to_joint(pose, file->up_target, eye, out_camera->up);
    const double distance = file->target != SINEW_NONE ? sinew__double3_length(forward) : model->info->size;
    roll_up(file->roll, forward, out_camera->up);
    sinew__double3_add_scaled(eye, distance > 0.0 ? distance : model->info->size, forward, out_camera->target);
    if (file->is_parallel) {
        out_camera->height = fmax(file->extent[1], file->extent[0] / aspect);
        return;
    }
    // The vertical angle is widened if necessary, so that the image also shows the full width of the camera's view.
    const double across = 2.0 * atan(tan(0.5 * file->field_of_view[0] * degree) / aspect) / degree;
    out_camera->field_of_view = fmax(file->field_of_view[1], across);
}

/// Degrees: narrow enough not to distort the proportions of a character.
static const double usual_field_of_view = 32.0;

/// Fraction of the image that the motion may fill.
static const double filled_share = 0.86;

/// Parses "+Y" or "-Z". Returns whether the text is one of the six axes.
static int read_axis(const char *text, double out[3])
{
    if (strlen(text) != 2 || (text[0] != '+' && text[0] != '-')) return 0;
    if (text[1] < 'X' || text[1] > 'Z') return 0;
    memset(out, 0, 3 * sizeof out[0]);
    out[text[1] - 'X'] = text[0] == '+' ? 1.0 : -1.0;
    return 1;
}

void sinew_model_axes(const sinew_model *model, double out_up[3], double out_front[3])
{
    const int known = read_axis(sinew_text(model, model->info->up), out_up) &&
                      read_axis(sinew_text(model, model->info->front), out_front);
    const double along = known ? out_up[0] * out_front[0] + out_up[1] * out_front[1] + out_up[2] * out_front[2] : 1.0;
    if (along == 0.0) return;
    memcpy(out_up, (const double[3]){0.0, 1.0, 0.0}, 3 * sizeof(double));
    memcpy(out_front, (const double[3]){0.0, 0.0, 1.0}, 3 * sizeof(double));
}

void sinew__view_axes(const sinew_model *model, const sinew_bounds *bounds, double out_up[3], double out_front[3],
                      double out_left[3])
{
    double front[3], left[3];
    sinew_model_axes(model, out_up, front);
    sinew__double3_cross(out_up, front, left);
    // For multiples of 90 degrees cosine and sine are exact, so that views along the axes are exact.
    const double quarters = bounds->front / 90.0;
    const int turn = quarters == round(quarters) ? (int)fmod(fmod(quarters, 4.0) + 4.0, 4.0) : -1;
    const double cosine = turn < 0 ? cos(bounds->front * degree) : (double)((turn == 0) - (turn == 2)),
                 sine = turn < 0 ? sin(bounds->front * degree) : (double)((turn == 1) - (turn == 3));
    for (int i = 0; i < 3; ++i) {
        out_front[i] = cosine * front[i] + sine * left[i];
        out_left[i] = cosine * left[i] - sine * front[i];
    }
}

void sinew__view_angles_for(sinew_view view, const sinew_bounds *bounds, double *out_azimuth, double *out_elevation)
{
    sinew_view_angles(view, out_azimuth, out_elevation);
    if (view != SINEW_VIEW_DEFAULT || (bounds->azimuth == 0.0 && bounds->elevation == 0.0)) return;
    *out_azimuth += bounds->azimuth - bounds->front; // flat surfaces were examined from the file's front
    *out_elevation += bounds->elevation;
}

int sinew__render_rotate_axes(const sinew_model *from, const sinew_model *to, double out_rows[3][3])
{
    double own[3][3], others[3][3]; // rows: up, front and left
    sinew_model_axes(from, own[0], own[1]);
    sinew_model_axes(to, others[0], others[1]);
    sinew__double3_cross(own[0], own[1], own[2]);
    sinew__double3_cross(others[0], others[1], others[2]);
    const int differ = memcmp(own[0], others[0], sizeof *own) != 0;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            out_rows[i][j] = differ ? 0.0 : i == j;
            for (int axis = 0; axis < 3 && differ; ++axis) out_rows[i][j] += others[axis][i] * own[axis][j];
        }
    return differ;
}

void sinew__render_camera_find_axes(const sinew_camera *camera, render_camera_axes *out_axes)
{
    sinew__double3_subtract(camera->target, camera->eye, out_axes->forward);
    sinew__double3_normalize(out_axes->forward, (const double[3]){0.0, 0.0, -1.0});
    sinew__double3_cross(out_axes->forward, camera->up, out_axes->right);
    const double *forward = out_axes->forward;
    const int along_x = fabs(forward[0]) > 0.9;
    double aside[3];
    sinew__double3_cross(forward, (const double[3]){along_x ? 0.0 : 1.0, along_x ? 1.0 : 0.0, 0.0}, aside);
    sinew__double3_normalize(aside, (const double[3]){1.0, 0.0, 0.0});
    sinew__double3_normalize(out_axes->right, aside);
    sinew__double3_cross(out_axes->right, forward, out_axes->up);
}

/// Computes how far the points extend from the centre of the bounds in the directions `side` and −`side`. A point
/// behind the centre counts as nearer by `slope` times its depth, because the frustum opens with depth.
static void extent_of_side(const sinew_bounds *bounds, const double side[3], const double forward[3], double slope,
                           double *out_plus, double *out_minus)
{
    *out_plus = *out_minus = -(double)INFINITY;
    for (int i = 0; i < SINEW_BOUND_POINTS; ++i) {
        double point[3];
        sinew__double3_subtract(bounds->points[i], bounds->center, point);
        const double across = sinew__double3_dot(side, point), away = slope * sinew__double3_dot(forward, point);
        *out_plus = fmax(*out_plus, across - away);
        *out_minus = fmax(*out_minus, -across - away);
    }
}

/// How far a motion extends to the four sides of the image, see extent_of_side.
typedef struct side_extents {
    double right, left, up, down;
} side_extents;

/// Aims a camera at unit distance at the centre of the bounds, and measures how far the motion extends from there.
static side_extents measure_sides(const sinew_model *model, const sinew_bounds *bounds, const double angles[2],
                                  double aspect, sinew_camera *out_camera)
{
    double up[3], front[3], left[3], level[3], towards[3];
    side_extents extents;
    render_camera_axes axes;
    *out_camera = (sinew_camera){.field_of_view = usual_field_of_view};
    sinew__view_axes(model, bounds, up, front, left);
    sinew__double3_spherical(front, left, up, angles[0] * degree, angles[1] * degree, towards);
    sinew__double3_spherical(front, left, up, angles[0] * degree, 0.0, level);
    // Seen from straight above or below, the character faces the lower or the upper edge.
    const int is_steep = fabs(angles[1]) > 89.9;
    for (int i = 0; i < 3; ++i) out_camera->up[i] = !is_steep ? up[i] : angles[1] > 0.0 ? -level[i] : level[i];
    memcpy(out_camera->target, bounds->center, sizeof out_camera->target);
    sinew__double3_add_scaled(bounds->center, 1.0, towards, out_camera->eye);
    sinew__render_camera_find_axes(out_camera, &axes);
    const double slope_up = filled_share * tan(0.5 * usual_field_of_view * degree), slope_right = slope_up * aspect;
    extent_of_side(bounds, axes.right, axes.forward, slope_right, &extents.right, &extents.left);
    extent_of_side(bounds, axes.up, axes.forward, slope_up, &extents.up, &extents.down);
    return extents;
}

/// Moves the camera to the nearest eye whose frustum, reduced by the margin, contains every point. Each side of the
/// frustum gives a line that the eye must stay behind; the eye is at the intersection of opposite lines.
static void place_eye(const sinew_bounds *bounds, const side_extents *extents, double aspect, sinew_camera *camera)
{
    render_camera_axes axes;
    sinew__render_camera_find_axes(camera, &axes);
    const double slope_up = filled_share * tan(0.5 * usual_field_of_view * degree), slope_right = slope_up * aspect;
    double distance =
        fmax((extents->right + extents->left) / (2.0 * slope_right), (extents->up + extents->down) / (2.0 * slope_up));
    distance = fmax(distance, 0.05 * bounds->radius);
    sinew__double3_add_scaled(camera->target, 0.5 * (extents->right - extents->left), axes.right, camera->target);
    sinew__double3_add_scaled(camera->target, 0.5 * (extents->up - extents->down), axes.up, camera->target);
    sinew__double3_add_scaled(camera->target, -distance, axes.forward, camera->eye);
}

static double usable_angle(double angle)
{
    return isfinite(angle) ? angle : 0;
}

void sinew_camera_fit_angles(const sinew_model *model, const sinew_bounds *bounds, double azimuth, double elevation,
                             double aspect, sinew_camera *out_camera)
{
    const double angles[2] = {usable_angle(azimuth), usable_angle(elevation)};
    aspect = usable_aspect(aspect);
    const side_extents extents = measure_sides(model, bounds, angles, aspect, out_camera);
    place_eye(bounds, &extents, aspect, out_camera);
}

void sinew_camera_fit(const sinew_model *model, const sinew_bounds *bounds, sinew_view view, double aspect,
                      sinew_camera *out_camera)
{
    double azimuth, elevation;
    sinew__view_angles_for(view, bounds, &azimuth, &elevation);
    sinew_camera_fit_angles(model, bounds, azimuth, elevation, aspect, out_camera);
}

void sinew_camera_fit_turntable(const sinew_model *model, const sinew_bounds *bounds, double azimuth, double elevation,
                                double aspect, sinew_camera *out_camera)
{
    static const int steps = 24;
    azimuth = usable_angle(azimuth);
    elevation = usable_angle(elevation);
    aspect = usable_aspect(aspect);
    side_extents widest = measure_sides(model, bounds, (const double[2]){azimuth, elevation}, aspect, out_camera);
    for (int i = 1; i < steps; ++i) {
        sinew_camera camera;
        const double angles[2] = {azimuth + 360.0 * i / steps, elevation};
        const side_extents extents = measure_sides(model, bounds, angles, aspect, &camera);
        widest.right = fmax(widest.right, fmax(extents.right, extents.left));
        widest.up = fmax(widest.up, extents.up);
        widest.down = fmax(widest.down, extents.down);
    }
    // symmetric, so that the axis of rotation stays in the centre
    widest.left = widest.right = fmax(widest.right, widest.left);
    place_eye(bounds, &widest, aspect, out_camera);
}

void sinew_camera_orbit(const sinew_model *model, const double center[3], double angle, sinew_camera *camera)
{
    double up[3], front[3];
    if (!isfinite(angle) || !isfinite(center[0]) || !isfinite(center[1]) || !isfinite(center[2])) return;
    sinew_model_axes(model, up, front);
    const double cosine = cos(angle * degree), sine = sin(angle * degree);
    double *const points[] = {camera->eye, camera->target, camera->up};
    for (int i = 0; i < 3; ++i) {
        const double *origin = i < 2 ? center : (const double[3]){0.0, 0.0, 0.0};
        double arm[3], across[3];
        sinew__double3_subtract(points[i], origin, arm);
        sinew__double3_cross(up, arm, across);
        const double height = sinew__double3_dot(up, arm);
        for (int k = 0; k < 3; ++k)
            points[i][k] = origin[k] + cosine * arm[k] + sine * across[k] + (1.0 - cosine) * height * up[k];
    }
}

void sinew_camera_zoom(sinew_camera *camera, double factor)
{
    if (!(factor > 0 && isfinite(factor))) return;
    camera->height /= factor;
    camera->field_of_view = 2.0 * atan(tan(0.5 * camera->field_of_view * degree) / factor) / degree;
}

void sinew_camera_make_parallel(sinew_camera *camera)
{
    double direction[3];
    sinew__double3_subtract(camera->target, camera->eye, direction);
    camera->height = 2.0 * sinew__double3_length(direction) * tan(0.5 * camera->field_of_view * degree);
    camera->field_of_view = 0.0;
}
