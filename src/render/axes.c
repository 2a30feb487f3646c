#include <string.h>

#include "sinew/render.h"

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
