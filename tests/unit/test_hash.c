/// Contents are told apart, and damage is seen; the same numbers on every machine.
#include "support/cmocka_close.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"

enum { SIZE = 300 };

static unsigned char bytes[SIZE + 8];

static int fill(void **state)
{
    (void)state;
    for (int i = 0; i < SIZE; ++i) bytes[i] = (unsigned char)(i * 37 + 11);
    return 0;
}

typedef uint64_t (*digest)(const void *bytes, size_t size);

static const digest digests[] = {sinew__hash, sinew__sum};

/// Computed by a Python program of a dozen lines that follows the definition with its long integers.
static void numbers_are_those_of_another_program(void **state)
{
    (void)state;
    assert_true(sinew__hash(bytes, 0) == UINT64_C(0x77f0030d0b198a58));
    assert_true(sinew__hash(bytes, 5) == UINT64_C(0x409434b979b5f25c));
    assert_true(sinew__hash(bytes, 64) == UINT64_C(0x592f45fa2e76efc9));
    assert_true(sinew__hash(bytes, 300) == UINT64_C(0xc49bcbef1d2a8591));
    assert_true(sinew__sum(bytes, 0) == UINT64_C(0));
    assert_true(sinew__sum(bytes, 5) == UINT64_C(0xbca9559f4e4e032b));
    assert_true(sinew__sum(bytes, 64) == UINT64_C(0x69b659a9a75505c2));
    assert_true(sinew__sum(bytes, 300) == UINT64_C(0xe997d43657300a48));
}

static void bytes_that_come_in_pieces_give_the_number_of_all(void **state)
{
    (void)state;
    for (size_t size = 0; size <= SIZE; ++size) {
        for (size_t first = 0; first <= size; first += SINEW__HASH_STEP) {
            sinew__hasher hasher = sinew__hash_begin(size);
            sinew__hash_piece(&hasher, bytes, first);
            assert_true(sinew__hash_end(&hasher, bytes + first, size - first) == sinew__hash(bytes, size));
        }
    }
}

static void every_bit_counts(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; ++kind) {
        for (size_t size = 1; size <= SIZE; size += size < 20 ? 1 : 31) {
            const uint64_t right = digests[kind](bytes, size);
            for (size_t bit = 0; bit < 8 * size; ++bit) {
                bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
                assert_true(digests[kind](bytes, size) != right);
                bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
            }
        }
    }
}

static void places_and_lengths_count(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; ++kind) {
        unsigned char other[SIZE];
        const uint64_t right = digests[kind](bytes, 256);
        for (size_t step = 8; step <= 128; step += 8) { // two words are swapped
            memcpy(other, bytes, 256);
            memcpy(other, bytes + step, 8);
            memcpy(other + step, bytes, 8);
            assert_true(digests[kind](other, 256) != right);
        }
        const unsigned char zeros[SIZE] = {0};
        for (size_t size = 1; size <= SIZE; ++size)
            assert_true(digests[kind](zeros, size) != digests[kind](zeros, size - 1));
    }
}

static void bytes_may_lie_anywhere(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; ++kind) {
        const uint64_t right = digests[kind](bytes, SIZE);
        memmove(bytes + 3, bytes, SIZE);
        assert_true(digests[kind](bytes + 3, SIZE) == right);
        memmove(bytes, bytes + 3, SIZE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_those_of_another_program),
        cmocka_unit_test(bytes_that_come_in_pieces_give_the_number_of_all),
        cmocka_unit_test(every_bit_counts),
        cmocka_unit_test(places_and_lengths_count),
        cmocka_unit_test(bytes_may_lie_anywhere),
    };
    return cmocka_run_group_tests(tests, fill, NULL);
}
