#include "cache/read_block_file.h"

#include <errno.h>
#include <string.h>

#include "base/error.h"
#include "base/number.h"
#include "model/block_file.h"
#include "platform/descriptor.h"
#include "platform/file.h"

static sinew_result fail_large(size_t size, size_t max_size, sinew_error *error)
{
    char has[SINEW__SIZE_TEXT], may[SINEW__SIZE_TEXT];
    sinew__size_text((double)size, has);
    sinew__size_text((double)max_size, may);
    return sinew__fail(error, SINEW_ERROR_MEMORY_LIMIT, "the file has %s, the memory limit is %s", has, may);
}

sinew_result sinew__read_block_file(int descriptor, size_t size, size_t max_size, void **out_bytes, size_t *out_size,
                                    sinew_error *error)
{
    sinew__file_header start, header;
    *out_bytes = NULL;
    *out_size = 0;
    const ptrdiff_t read = sinew__read_all(descriptor, &start, sizeof start);
    if (read < 0) return sinew__fail(error, SINEW_ERROR_NO_PERMISSION, "cannot read: %s", strerror(errno));
    if ((size_t)read < sizeof start) size = (size_t)read; // the file was truncated
    const sinew_result result = sinew__block_file_judge(&start, size, &header, error);
    if (result != SINEW_OK) return result;
    if (size > max_size) return fail_large(size, max_size, error);
    return sinew__file_read_open(descriptor, size, out_bytes, out_size, error);
}
