/// The chart of cost against crowd size.
#include <math.h>

#include "cli/bench/bench_crowd.h"

enum { WIDTH = 640, HEIGHT = 420, LEFT = 72, RIGHT = 84, INSIDE = 72, TOP = 40, BOTTOM = 56 };

/// A logarithmic axis over whole decades, drawn from `first` to `last` in SVG units.
typedef struct axis {
    int low, high; ///< powers of ten
    double first, last;
} axis;

static axis make_axis(double smallest, double largest, double first, double last)
{
    axis out = {(int)floor(log10(smallest) + 1e-9), (int)ceil(log10(largest) - 1e-9), first, last};
    if (out.high == out.low) ++out.high;
    return out;
}

static double position_on(const axis *on, double value)
{
    return on->first + (on->last - on->first) * (log10(value) - on->low) / (on->high - on->low);
}

static const char *duration_label(int power)
{
    static const char *const labels[] = {"1 ns", "10 ns", "100 ns", "1 µs", "10 µs", "100 µs",
                                         "1 ms", "10 ms", "100 ms", "1 s",  "10 s",  "100 s"};
    const int index = power + 9;
    return index >= 0 && index < (int)(sizeof labels / sizeof *labels) ? labels[index] : "";
}

static void put_line(sinew__buffer *out, double x1, double y1, double x2, double y2)
{
    sinew__buffer_format(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>\n", x1, y1, x2,
                         y2);
}

static void put_axes(const axis *x, const axis *y, sinew__buffer *out)
{
    for (int power = x->low; power <= x->high; ++power) {
        const double at = position_on(x, pow(10, power));
        put_line(out, at, y->first, at, y->last);
        sinew__buffer_format(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%.0f</text>\n", at, y->first + 18,
                             pow(10, power));
    }
    for (int power = y->low; power <= y->high; ++power) {
        const double at = position_on(y, pow(10, power));
        put_line(out, LEFT, at, WIDTH - RIGHT, at);
        sinew__buffer_format(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%s</text>\n", LEFT - 8.0, at + 4,
                             duration_label(power));
    }
    sinew__buffer_format(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">characters</text>\n",
                         (x->first + x->last) / 2, HEIGHT - 14);
    sinew__buffer_format(out, "<text x=\"%d\" y=\"24\" font-size=\"15\">cost of a tick, clip to palettes</text>\n",
                         LEFT);
}

/// Puts the cost per character, with a white outline because lines may cross it.
static void put_cost(double x, double y, const char *anchor, const char *color, double seconds, sinew__buffer *out)
{
    const int small = seconds < 1e-6;
    const char *outlines[] = {"stroke=\"white\" stroke-width=\"4\" stroke-linejoin=\"round\"", ""};
    for (int i = 0; i < 2; ++i) {
        sinew__buffer_format(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\" %s>%.*f %s each</text>\n",
                             x, y, anchor, i == 0 ? "white" : color, outlines[i], small ? 0 : 1,
                             seconds * (small ? 1e9 : 1e6), small ? "ns" : "µs");
    }
}

/// Puts the line for one number of threads, its points, and the cost per character at each point.
static void put_threads(const cli_bench_crowd *crowds, size_t count, int32_t threads, int line, const axis *x,
                        const axis *y, sinew__buffer *out)
{
    static const char *const colors[] = {"#1b6ca8", "#c8553d", "#588b3b", "#7a5195"};
    const char *color = colors[(size_t)line % (sizeof colors / sizeof *colors)];
    sinew__buffer_put_text(out, "<polyline points=\"");
    for (size_t i = 0; i < count; ++i) {
        if (crowds[i].threads == threads)
            sinew__buffer_format(out, "%.1f,%.1f ", position_on(x, crowds[i].characters),
                                 position_on(y, crowds[i].tick.seconds));
    }
    sinew__buffer_format(out, "\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n", color);
    for (size_t i = 0; i < count; ++i) {
        if (crowds[i].threads != threads) continue;
        const double at_x = position_on(x, crowds[i].characters), at_y = position_on(y, crowds[i].tick.seconds);
        sinew__buffer_format(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>\n", at_x, at_y, color);
        put_cost(at_x + (line ? -8 : 8), at_y + (line ? -6 : 14), line ? "end" : "start", color,
                 crowds[i].tick.seconds / crowds[i].characters, out);
    }
    sinew__buffer_format(out, "<text x=\"%d\" y=\"%d\" fill=\"%s\">%d thread%s</text>\n", LEFT + 12,
                         TOP + 20 + 18 * line, color, (int)threads, threads == 1 ? "" : "s");
}

static int is_first_of_its_threads(const cli_bench_crowd *crowds, size_t crowd)
{
    for (size_t i = 0; i < crowd; ++i)
        if (crowds[i].threads == crowds[crowd].threads) return 0;
    return 1;
}

void cli_put_crowd_chart(const cli_bench_crowd *crowds, size_t count, sinew__buffer *out)
{
    double smallest = HUGE_VAL, largest = 0, lowest = HUGE_VAL, highest = 0;
    for (size_t i = 0; i < count; ++i) {
        smallest = fmin(smallest, crowds[i].characters);
        largest = fmax(largest, crowds[i].characters);
        lowest = fmin(lowest, crowds[i].tick.seconds);
        highest = fmax(highest, crowds[i].tick.seconds);
    }
    const axis x = make_axis(smallest, largest, LEFT + INSIDE, WIDTH - RIGHT),
               y = make_axis(lowest, highest, HEIGHT - BOTTOM, TOP);
    sinew__buffer_format(out,
                         "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
                         "font-size=\"11\">\n",
                         WIDTH, HEIGHT);
    sinew__buffer_format(out, "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n", WIDTH, HEIGHT);
    put_axes(&x, &y, out);
    int line = 0;
    for (size_t i = 0; i < count; ++i)
        if (is_first_of_its_threads(crowds, i)) put_threads(crowds, count, crowds[i].threads, line++, &x, &y, out);
    sinew__buffer_put_text(out, "</svg>\n");
}
