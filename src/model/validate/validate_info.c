/// Facts about the file, and the text.
#include "base/printable.h"
#include "model/validate/section_fits.h"

int sinew__info_fits(const sinew_model *model, int64_t *out_item)
{
    const sinew_model_info *info = model->info;
    *out_item = 0;
    return info->unit_cm > 0 && info->fps >= 0 && info->ticks_per_second > 0 && info->size > 0;
}

/// It begins with "" and ends with a terminator, so every offset in it is that of a string.
int sinew__text_fits_together(const sinew_model *model, int64_t *out_item)
{
    *out_item = (int64_t)model->text_size;
    return model->text_size > 0 && model->text[0] == '\0' && model->text[model->text_size - 1] == '\0' &&
           sinew__is_utf8(model->text, model->text_size);
}
