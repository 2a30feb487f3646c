/// The charts of `sinew curves` as plain values: for each joint and kind of value a chart, with a line for each
/// component of each clip. draw_charts.c draws them.
#ifndef SINEW_PROGRAM_CLI_CURVES_CHARTS_H
#define SINEW_PROGRAM_CLI_CURVES_CHARTS_H

#include "core/base/arena.h"
#include "program/cli/facts/author_joints.h"
#include "runtime/view/joint_curves.h"

/// The quantity that a chart shows over time; bits 1 << chart_kind of --what. The first four are curves, as
/// joint_curve_kind has them.
typedef enum chart_kind {
    CHART_TRANSLATION,
    CHART_ROTATION,
    CHART_SCALE,
    CHART_OTHER,
    CHART_SPEED,  ///< of the joint's global position, per second
    CHART_HEIGHT, ///< of its global position along the up axis
    CHART_ANGLE,  ///< of its local rotation from the rest pose's, degrees
    CHART_KINDS
} chart_kind;

/// A clip of a file. Lines of different sources are drawn over each other.
typedef struct chart_source {
    const char *path;
    const sinew_model *model;
    const cli_joints *joints;
    int32_t clip;
    sinew_pose *pose; ///< scratch memory
} chart_source;

enum { CHART_MAX_SOURCES = 8, CHART_MAX_CHARTS = 100, CHART_MAX_MARKS = 64 };

typedef enum chart_step_kind { CHART_MOVE, CHART_LINE, CHART_BEZIER } chart_step_kind;

/// A step of a path; a Bézier curve has two control points before its end.
typedef struct chart_step {
    chart_step_kind kind;
    joint_curve_point to[3]; ///< of a Bézier curve; else the first is the end
} chart_step;

typedef struct chart_path {
    chart_step *steps; ///< [count]
    size_t count, capacity;
} chart_path;

typedef struct chart_line {
    int source;               ///< number in the page's sources
    int32_t joint;            ///< of its model
    int component;            ///< 0 … 3: x y z w; of a measure 0
    joint_curve curve;        ///< without points and ranges; of a measure zeroed
    chart_path authored;      ///< from the first key to the last; of a measure, over the clip
    chart_path before, after; ///< extrapolated
    chart_path played;        ///< by the engine beside; empty without one
    joint_curve_key *keys;    ///< [key_count] in the range; none if they would hide the line
    int32_t key_count;
} chart_line;

typedef struct curve_chart {
    chart_kind kind;
    const char *joint;    ///< name
    const char *property; ///< "rotation"; with a layer "rotation, layer 'limp'"
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
    sinew_engine beside;           ///< the engine whose played values are drawn as well
    int has_beside;                ///< or not
    double begin, end;             ///< of the time axis, in seconds from each clip's start
    double fps;                    ///< of the frame ruler; 0: none
    double marks[CHART_MAX_MARKS]; ///< [mark_count] times to mark
    int mark_count;
    int width, height;   ///< of the picture; height 0: as the number of charts needs
    int is_table;        ///< lines are not traced, and there is no limit of charts
    curve_chart *charts; ///< [count]
    size_t count, capacity;
    sinew__arena arena;
} chart_page;

/// The width of the time axis in pixels; points of lines are that dense.
double chart_axis_width(const chart_page *page);

/// Makes the charts of one joint (an id of the first source). Returns 0, or the exit code after printing the error.
int chart_page_add_joint(chart_page *page, int32_t id);

/// Returns the value of a line at a time in seconds from its clip's start: of the curve, of the measure by the exact
/// engine, or the value of either that the engine `beside` plays.
double chart_line_value(const chart_page *page, const curve_chart *chart, const chart_line *line, double seconds);
double chart_line_played(const chart_page *page, const curve_chart *chart, const chart_line *line, double seconds);

/// Whether a line has a played value: only a curve that is the only one of its property has one.
int chart_line_is_played(const chart_page *page, const curve_chart *chart, const chart_line *line);

/// Puts the charts as lines of braille, `columns` wide: x red, y green, z blue, w violet, if `color`. Returns 0 when
/// out of memory.
int chart_page_put_text(const chart_page *page, int columns, int color, sinew__buffer *out);

/// Draws the page as SVG or PNG into a buffer. SINEW_ERROR_WRITE if cairo is not installed.
SINEW_NODISCARD sinew_result chart_page_draw(const chart_page *page, int is_png, sinew__buffer *out,
                                             sinew_error *out_error);

#endif
