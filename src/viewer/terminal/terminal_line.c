#include "viewer/terminal/terminal_line.h"

void terminal_line_begin(terminal_line *line, double shortest)
{
    *line = (terminal_line){.room = 1, .shortest = shortest};
}

void terminal_line_send(terminal_line *line, double now)
{
    if (line->underway == TERMINAL_MOST_UNDERWAY) line->underway = 0; // lost
    line->sent[line->underway++] = now;
}

static void change_room(terminal_line *line)
{
    if (line->wait > 0.1 && line->room > 1) --line->room;
    if (line->wait < 0.05 && line->room < TERMINAL_MOST_UNDERWAY) ++line->room;
}

/// The limits are so far apart that a step is never followed by one back.
static void change_slowness(terminal_line *line)
{
    enum { EARLY_ONES = 8 };
    line->early_ones = line->wait < 0.06 ? line->early_ones + 1 : 0;
    for (double limit = 0.15; line->wait > limit && line->slowness < TERMINAL_SLOWEST; limit *= 2.0) ++line->slowness;
    if (line->early_ones < EARLY_ONES || line->slowness == 0) return;
    --line->slowness;
    line->early_ones = 0;
}

void terminal_line_confirm(terminal_line *line, double now)
{
    if (line->underway == 0) return;
    const double taken = now - line->sent[0];
    for (int i = 1; i < line->underway; ++i) line->sent[i - 1] = line->sent[i];
    --line->underway;
    if (taken < line->shortest) line->shortest = taken;
    line->wait = taken - line->shortest;
    change_room(line);
    change_slowness(line);
}

int terminal_line_is_full(const terminal_line *line, double now)
{
    const double lost = 10.0;
    return line->underway >= line->room && now - line->sent[0] < lost;
}
