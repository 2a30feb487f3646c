#include "support/both_encodings.h"

#include "support/make_pose.h"

sinew_clip_encoding encoding = SINEW_ENCODING_MATRIX_FRAMES;

int as_matrices(void **state)
{
    (void)state;
    encoding = SINEW_ENCODING_MATRIX_FRAMES;
    return 0;
}

int as_compact(void **state)
{
    (void)state;
    encoding = SINEW_ENCODING_COMPACT;
    return 0;
}

sinew_model *make_played(sinew_model *model, const sinew_bake_options *options)
{
    sinew_bake_options own = options ? *options : (sinew_bake_options){0};
    own.encoding = encoding;
    return make_baked(model, &own);
}
