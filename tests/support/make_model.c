#include "support/make_model.h"

#include "support/cmocka_close.h"
#include "support/vary_model.h"

sinew_model *make_model(const sinew_raw_model *raw)
{
    sinew_model *model = NULL;
    sinew_error error = {0};
    sinew__arena memory = {0};
    const sinew_raw_model varied = vary_raw_model(raw, &memory);
    if (sinew_model_from_raw(&varied, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    sinew__arena_free(&memory);
    return model;
}

sinew_affine turn_z(double degrees, double x, double y)
{
    const double radians = degrees * 3.14159265358979323846 / 180, c = cos(radians), s = sin(radians);
    return (sinew_affine){{{c, -s, 0, x}, {s, c, 0, y}, {0, 0, 1, 0}}};
}
