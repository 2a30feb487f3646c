#include "support/both_rows.h"

#include "support/make_pose.h"

size_t carry_limit;

int as_carries(void **state)
{
    (void)state;
    carry_limit = 0;
    return 0;
}

int as_locals(void **state)
{
    (void)state;
    carry_limit = 1;
    return 0;
}

sinew_model *make_played(sinew_model *model, const sinew_bake_options *options)
{
    sinew_bake_options own = options ? *options : (sinew_bake_options){0};
    own.carry_limit = carry_limit;
    return make_baked(model, &own);
}
