#include "model/replace_rows.h"

#include <string.h>

#include "model/builder.h"
#include "model/take_sections.h"

static int add_rows(sinew__builder *builder, const void *rows, size_t byte_count)
{
    void *items = sinew__section_push(builder, SINEW__SECTION_ROWS, byte_count);
    if (items && byte_count) memcpy(items, rows, byte_count);
    return items != NULL;
}

sinew_result sinew__replace_rows(const sinew_model *model, const void *rows, size_t row_byte_count,
                                 const sinew_raw_warning *warnings, int32_t warning_count, void **out_block,
                                 size_t *out_size, sinew_error *error)
{
    const uint8_t left_out[SINEW__SECTION_COUNT] = {[SINEW__SECTION_ROWS] = 1};
    sinew__builder builder = {.error = error};
    int ok = sinew__take_sections(&builder, model, left_out) && add_rows(&builder, rows, row_byte_count);
    for (int32_t i = 0; i < warning_count && ok; ++i)
        ok = sinew__builder_warn(&builder, warnings[i].code, warnings[i].object, "%s", warnings[i].text);
    const sinew_result result = ok ? sinew__builder_lay_out(&builder, out_block, out_size) : sinew__fail_memory(error);
    sinew__builder_free(&builder);
    return result;
}
