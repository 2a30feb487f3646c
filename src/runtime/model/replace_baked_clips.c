#include "runtime/model/replace_baked_clips.h"

#include "runtime/model/build/builder.h"

sinew_result sinew__replace_baked_clips(const sinew_model *model, const void *baked, size_t baked_byte_count,
                                        const sinew_raw_warning *warnings, int32_t warning_count, void **out_block,
                                        size_t *out_size, sinew_error *error)
{
    const uint8_t left_out[SINEW__SECTION_COUNT] = {[SINEW__SECTION_BAKED] = 1};
    sinew__builder builder = {.error = error};
    int ok = 1;
    *out_block = NULL;
    sinew__lend_sections(&builder, model, left_out);
    sinew__section_lend(&builder, SINEW__SECTION_BAKED, baked, baked_byte_count);
    for (int32_t i = 0; i < warning_count && ok; ++i) ok = sinew__builder_put_warning(&builder, &warnings[i]);
    const sinew_result result = ok ? sinew__builder_lay_out(&builder, out_block, out_size) : sinew__fail_memory(error);
    sinew__builder_free(&builder);
    return result;
}
