/// The charts of `sinew curves` as values in plain structs: one chart per joint and kind of value, with a line for each
/// component of each clip. draw_charts.c draws them.
#ifndef SINEW_PROGRAM_CLI_CURVES_CHARTS_H
#define SINEW_PROGRAM_CLI_CURVES_CHARTS_H

#include "core/base/arena.h"
#include "program/cli/facts/author_joints.h"
#include "runtime/view/joint_curves.h"

/// The quantity that a chart shows over time. Bits of --what are 1 << chart_kind. The first four are curves and equal
/// joint_curve_kind.
typedef enum chart_kind {
    CHART_TRANSLATION,
    CHART_ROTATION,
    CHART_SCALE,
    CHART_OTHER,
    CHART_SPEED,  ///< speed of the joint's global position, per second
    CHART_HEIGHT, ///< global position along the up axis
    CHART_ANGLE,  ///< angle between the local rotation and the rest pose's, in degrees
    CHART_KINDS
} chart_kind;

/// A clip of a file. The lines of all sources are drawn over each other in one chart.
typedef struct chart_source {
    const char *path;
    const sinew_model *model;
    const cli_joints *joints;
    int32_t clip;
    sinew_pose *pose; ///< scratch memory
} chart_source;

enum { CHART_MAX_SOURCES = 8, CHART_MAX_CHARTS = 100, CHART_MAX_MARKS = 64 };

typedef enum chart_step_kind { CHART_MOVE, CHART_LINE, CHART_BEZIER } chart_step_kind;

/// A step of a path: a move, a line or a Bézier curve.
typedef struct chart_step {
    chart_step_kind kind;
    joint_curve_point to[3]; ///< end point; a Bézier curve has two control points and then the end
} chart_step;

typedef struct chart_path {
    chart_step *steps; ///< [count]
    size_t count, capacity;
} chart_path;

typedef struct chart_line {
    int source;               ///< index in the page's sources
    int32_t joint;            ///< index of the joint in the source's model
    int component;            ///< 0 … 3: x y z w; 0 for a measure such as the speed
    joint_curve curve;        ///< the author's curve, without points and ranges; zero for a measure
    chart_path authored;      ///< the author's values from the first key to the last; for a measure, its values in the
                              ///< whole clip
    chart_path before, after; ///< the extrapolated values before the first key and after the last key
    chart_path played;        ///< values that the engine `beside` plays; empty without that engine
    joint_curve_key *keys;    ///< [key_count] keys in the range; none if they are so dense that they would hide the
                              ///< line
    int32_t key_count;
} chart_line;

typedef struct curve_chart {
    chart_kind kind;
    const char *joint;    ///< name of the joint
    const char *property; ///< such as "rotation", or "rotation, layer 'limp'"
    const char *unit;     ///< "cm", "deg", …
    chart_line *lines;    ///< [count]
    size_t count, capacity;
    joint_curve_range extent;
} curve_chart;

typedef struct chart_page {
    const cli_context *context;
    chart_source sources[CHART_MAX_SOURCES];
    int source_count;
    unsigned kinds;                ///< bits 1 << chart_kind
    sinew_engine beside;           ///< engine whose played values are also drawn
    int has_beside;                ///< whether `beside` is set
    double begin, end;             ///< range of the time axis, in seconds from each clip's start
    double fps;                    ///< frames per second of the frame ruler; 0: no ruler
    double marks[CHART_MAX_MARKS]; ///< [mark_count] times to mark
    int mark_count;
    int width, height;   ///< pixels; height 0: chosen by the number of charts
    int is_table;        ///< a table of values is wanted: lines are not traced, and the number of charts is not limited
    curve_chart *charts; ///< [count]
    size_t count, capacity;
    sinew__arena arena;
} chart_page;

/// Returns the width of the time axis in pixels; lines have about one point per pixel.
double chart_axis_width(const chart_page *page);

/// Makes the charts of one joint (an id of the first source). Returns 0, or the exit code after printing the error.
int chart_page_add_joint(chart_page *page, int32_t id);

/// Return values of a line at a time in seconds from its clip's start. chart_line_value returns the value of the curve,
/// or for a measure the value in the exact engine's pose; chart_line_played returns the value in the pose of the engine
/// `beside`.
double chart_line_value(const chart_page *page, const curve_chart *chart, const chart_line *line, double seconds);
double chart_line_played(const chart_page *page, const curve_chart *chart, const chart_line *line, double seconds);

/// Returns whether a line has a played value: the engine `beside` is set, and no other layer animates the property.
int chart_line_is_played(const chart_page *page, const curve_chart *chart, const chart_line *line);

/// Puts the charts as rows of braille characters, `columns` wide; with `color`, x is red, y green, z blue, w violet.
/// Returns 0 when out of memory.
int chart_page_put_text(const chart_page *page, int columns, int color, sinew__buffer *out);

/// Draws the page as SVG or PNG into a buffer. SINEW_ERROR_WRITE if cairo is not installed.
SINEW_NODISCARD sinew_result chart_page_draw(const chart_page *page, int is_png, sinew__buffer *out,
                                             sinew_error *out_error);

#endif
