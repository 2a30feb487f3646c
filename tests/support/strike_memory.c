#include "support/strike_memory.h"

#include "support/cmocka_close.h"
#include "support/failing_memory.h"

enum { DENSE = 300 };

/// Every n at first, then ever fewer of them: about 700 runs cover a million requests.
static long next_of(long n)
{
    return n < DENSE ? n + 1 : n + 1 + n / 50;
}

static void strike(work run, const void *input, int for_good)
{
    uint64_t expected = 0, result = 0;
    assert_int_equal(run(input, &expected, NULL), SINEW_OK);
    for (long n = 0;; n = next_of(n)) {
        const long blocks = failing_memory_blocks();
        sinew_error error = {0};
        failing_memory_begin(n, for_good);
        const sinew_result code = run(input, &result, &error);
        const long refused = failing_memory_end();
        if (failing_memory_blocks() != blocks)
            fail_msg("request %ld: %ld blocks leak", n, failing_memory_blocks() - blocks);
        if (code == SINEW_OK && result != expected) fail_msg("request %ld: succeeds with another result", n);
        if (code != SINEW_OK && code != SINEW_ERROR_OUT_OF_MEMORY) fail_msg("request %ld: %s", n, error.message);
        if (code != SINEW_OK && !refused) fail_msg("request %ld: %s although there was memory", n, error.message);
        if (!refused) break;
    }
}

void survives(work run, const void *input)
{
    strike(run, input, 0);
    strike(run, input, 1);
}

uint64_t hash_of(const void *bytes, size_t size)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; ++i) hash = (hash ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
    return hash;
}
