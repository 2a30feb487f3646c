#include "runtime/model/packed_block.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"

// Keys of curves in as few bits as they need, without loss: for files. Curve after curve, sixteen keys at a time: how
// many times differences are taken (2 bits: 0 … 2), the bits of the widest (5 bits), then the differences, sign last.

enum { SEGMENT = 16, MOST_ORDER = 2, ORDER_BITS = 2, WIDTH_BITS = 5, MOST_WIDTH = 16 };

// ---- bits ---------------------------------------------------------------------------------------------------------

static void put_bits(sinew__bit_writer *out, uint32_t value, unsigned count)
{
    for (unsigned i = 0; out->bytes && i < count; ++i)
        if (value >> i & 1) out->bytes[(out->bits + i) / 8] |= (uint8_t)(1u << (out->bits + i) % 8);
    out->bits += count;
}

/// At most 32 bits. The caller has seen that there are as many.
static uint32_t take_bits(sinew__bit_reader *from, unsigned count)
{
    uint64_t value = 0;
    const size_t first = (size_t)(from->bits / 8), last = (size_t)((from->bits + count + 7) / 8);
    for (size_t i = first; i < last; ++i) value |= (uint64_t)from->bytes[i] << (i - first) * 8;
    value = value >> from->bits % 8 & ((UINT64_C(1) << count) - 1);
    from->bits += count;
    return (uint32_t)value;
}

static int has_bits(const sinew__bit_reader *from, uint64_t count)
{
    return count <= from->bit_count - from->bits;
}

// ---- differences --------------------------------------------------------------------------------------------------

/// The last two keys of a curve. All arithmetic is that of 16 bits.
typedef struct last_keys {
    uint16_t one, two;
} last_keys;

static uint16_t foreseen(const last_keys *last, unsigned order)
{
    return (uint16_t)(order == 0 ? 0u : order == 1 ? last->one : 2u * last->one - last->two);
}

static void remember(last_keys *last, uint16_t key)
{
    last->two = last->one;
    last->one = key;
}

static uint32_t with_sign_last(uint16_t difference)
{
    const uint32_t doubled = (uint32_t)difference << 1;
    return difference & 0x8000u ? ~doubled & 0xffffu : doubled & 0xffffu;
}

static uint16_t with_sign_first(uint32_t folded)
{
    return (uint16_t)(folded & 1 ? ~(folded >> 1) : folded >> 1);
}

static unsigned width_of(uint32_t folded)
{
    unsigned width = 0;
    for (; folded; folded >>= 1) ++width;
    return width;
}

// ---- segments -----------------------------------------------------------------------------------------------------

typedef struct segment {
    uint32_t differences[SEGMENT];
    unsigned order, width;
} segment;

/// Keys of one curve: key i lies in row i / 2, whose length is `stride`.
static size_t key_at(size_t i, size_t stride)
{
    return i / 2 * stride + i % 2;
}

static segment segment_of(const int16_t *keys, size_t count, size_t stride, last_keys last, unsigned order)
{
    segment out = {.order = order};
    for (size_t i = 0; i < count; ++i) {
        const uint16_t key = (uint16_t)keys[key_at(i, stride)];
        out.differences[i] = with_sign_last((uint16_t)(key - foreseen(&last, order)));
        const unsigned width = width_of(out.differences[i]);
        if (width > out.width) out.width = width;
        remember(&last, key);
    }
    return out;
}

static void pack_segment(const int16_t *keys, size_t count, size_t stride, last_keys *last, sinew__bit_writer *out)
{
    segment best = segment_of(keys, count, stride, *last, 0);
    for (unsigned order = 1; order <= MOST_ORDER; ++order) {
        const segment other = segment_of(keys, count, stride, *last, order);
        if (other.width < best.width) best = other;
    }
    put_bits(out, best.order, ORDER_BITS);
    put_bits(out, best.width, WIDTH_BITS);
    for (size_t i = 0; i < count; ++i) {
        put_bits(out, best.differences[i], best.width);
        remember(last, (uint16_t)keys[key_at(i, stride)]);
    }
}

void sinew__keys_pack(const int16_t *rows, size_t key_count, size_t curve_count, sinew__bit_writer *out)
{
    const size_t stride = 2 * curve_count;
    for (size_t curve = 0; curve < curve_count; ++curve) {
        last_keys last = {0};
        for (size_t i = 0; i < key_count; i += SEGMENT)
            pack_segment(rows + key_at(i, stride) + 2 * curve, key_count - i < SEGMENT ? key_count - i : SEGMENT,
                         stride, &last, out);
    }
}

static int unpack_segment(sinew__bit_reader *from, size_t count, size_t stride, last_keys *last, int16_t *out)
{
    if (!has_bits(from, ORDER_BITS + WIDTH_BITS)) return 0;
    const unsigned order = take_bits(from, ORDER_BITS), width = take_bits(from, WIDTH_BITS);
    if (order > MOST_ORDER || width > MOST_WIDTH || !has_bits(from, count * width)) return 0;
    for (size_t i = 0; i < count; ++i) {
        const uint16_t key = (uint16_t)(foreseen(last, order) + with_sign_first(take_bits(from, width)));
        out[key_at(i, stride)] = (int16_t)key;
        remember(last, key);
    }
    return 1;
}

int sinew__keys_unpack(sinew__bit_reader *from, size_t key_count, size_t curve_count, int16_t *out_rows)
{
    const size_t stride = 2 * curve_count;
    for (size_t curve = 0; curve < curve_count; ++curve) {
        last_keys last = {0};
        for (size_t i = 0; i < key_count; i += SEGMENT)
            if (!unpack_segment(from, key_count - i < SEGMENT ? key_count - i : SEGMENT, stride, &last,
                                out_rows + key_at(i, stride) + 2 * curve))
                return 0;
        if (key_count % 2) out_rows[key_at(key_count, stride) + 2 * curve] = (int16_t)last.one;
    }
    return 1;
}

// ---- pieces -------------------------------------------------------------------------------------------------------

// Piece after piece: how its place follows from those before (2 bits), and what is left of the place; then each key's
// difference from what the keys before it foresee, behind its width (4 bits).

enum {
    PLACE_KIND_BITS = 2,
    CURVE_BITS = 32 - SINEW__PLACE_BITS,
    CURVES = 1 << CURVE_BITS,
    PIECE_WIDTH_BITS = 4,
    LAST_WIDTH = 15 // stands for MOST_WIDTH
};

enum place_kind {
    NEXT_CURVE,    ///< at its cell's begin, of the curve behind the last one
    ANOTHER_CURVE, ///< at its cell's begin
    SAME_BEGIN, ///< of the same curve, where the one before has a piece, too: curves mostly have keys at the same times
    ANOTHER_BEGIN ///< of the same curve
};

/// The pieces so far.
typedef struct pieces_so_far {
    const sinew__curve_piece *pieces;
    size_t run, run_before;    ///< where those of the curve begin, and of the one before
    uint16_t last_key[CURVES]; ///< of each curve
} pieces_so_far;

/// A place that follows from the pieces so far, of which there are `count`. 0 where it does not.
static uint32_t foreseen_place(const pieces_so_far *so_far, size_t count, enum place_kind kind)
{
    const size_t like = so_far->run_before + (count - so_far->run);
    const uint32_t last = count > 0 ? so_far->pieces[count - 1].place : UINT32_MAX, curve = last >> SINEW__PLACE_BITS;
    if (kind == NEXT_CURVE) return (curve + 1) << SINEW__PLACE_BITS;
    if (like >= so_far->run) return 0;
    return curve << SINEW__PLACE_BITS | so_far->pieces[like].place % SINEW__PLACE_END;
}

/// What the keys before a piece's key foresee: a curve goes on where it was, and then straight on.
static uint16_t foreseen_key(const pieces_so_far *so_far, const sinew__curve_piece *piece, int index)
{
    const int16_t *keys = piece->keys;
    if (index == 0) return so_far->last_key[piece->place >> SINEW__PLACE_BITS];
    return (uint16_t)(index == 1 ? keys[0] : 2 * keys[index - 1] - keys[index - 2]);
}

/// Takes note of the piece behind `count` others.
static void note_piece(pieces_so_far *so_far, size_t count)
{
    const sinew__curve_piece *piece = &so_far->pieces[count];
    so_far->last_key[piece->place >> SINEW__PLACE_BITS] = (uint16_t)piece->keys[3];
    if (piece->place % SINEW__PLACE_END != 0) return;
    so_far->run_before = so_far->run;
    so_far->run = count;
}

static void pack_place(const pieces_so_far *so_far, size_t count, sinew__bit_writer *out)
{
    const uint32_t place = so_far->pieces[count].place, curve = place >> SINEW__PLACE_BITS;
    const int is_first = place % SINEW__PLACE_END == 0;
    const enum place_kind foreseen = is_first ? NEXT_CURVE : SAME_BEGIN;
    const int is_foreseen = place == foreseen_place(so_far, count, foreseen);
    put_bits(out, is_foreseen ? foreseen : foreseen + 1u, PLACE_KIND_BITS);
    if (!is_foreseen && is_first) put_bits(out, curve, CURVE_BITS);
    if (!is_foreseen && !is_first) put_bits(out, place % SINEW__PLACE_END, SINEW__PLACE_BITS);
}

void sinew__pieces_pack(const sinew__curve_piece *pieces, size_t count, sinew__bit_writer *out)
{
    pieces_so_far so_far = {.pieces = pieces};
    for (size_t i = 0; i < count; note_piece(&so_far, i++)) {
        pack_place(&so_far, i, out);
        for (int k = 0; k < 4; ++k) {
            const uint32_t folded =
                with_sign_last((uint16_t)((uint16_t)pieces[i].keys[k] - foreseen_key(&so_far, &pieces[i], k)));
            const unsigned needed = width_of(folded), width = needed < LAST_WIDTH ? needed : MOST_WIDTH;
            put_bits(out, needed < LAST_WIDTH ? needed : LAST_WIDTH, PIECE_WIDTH_BITS);
            put_bits(out, folded, width);
        }
    }
}

static int unpack_place(sinew__bit_reader *from, const pieces_so_far *so_far, size_t count, uint32_t *out_place)
{
    if (!has_bits(from, PLACE_KIND_BITS)) return 0;
    const enum place_kind kind = (enum place_kind)take_bits(from, PLACE_KIND_BITS);
    const unsigned bits = kind == ANOTHER_CURVE ? CURVE_BITS : kind == ANOTHER_BEGIN ? SINEW__PLACE_BITS : 0;
    if (!has_bits(from, bits)) return 0;
    if (kind == NEXT_CURVE || kind == SAME_BEGIN)
        *out_place = foreseen_place(so_far, count, kind);
    else
        *out_place = take_bits(from, bits) << (kind == ANOTHER_CURVE ? SINEW__PLACE_BITS : 0);
    if (kind == ANOTHER_BEGIN && count > 0)
        *out_place |= so_far->pieces[count - 1].place >> SINEW__PLACE_BITS << SINEW__PLACE_BITS;
    return 1;
}

int sinew__pieces_unpack(sinew__bit_reader *from, size_t count, sinew__curve_piece *out)
{
    pieces_so_far so_far = {.pieces = out};
    for (size_t i = 0; i < count; note_piece(&so_far, i++)) {
        if (!unpack_place(from, &so_far, i, &out[i].place)) return 0;
        for (int k = 0; k < 4; ++k) {
            if (!has_bits(from, PIECE_WIDTH_BITS)) return 0;
            const unsigned known = take_bits(from, PIECE_WIDTH_BITS), width = known < LAST_WIDTH ? known : MOST_WIDTH;
            if (!has_bits(from, width)) return 0;
            const uint16_t difference = with_sign_first(take_bits(from, width));
            out[i].keys[k] = (int16_t)(foreseen_key(&so_far, &out[i], k) + difference);
        }
    }
    return 1;
}

// ---- words --------------------------------------------------------------------------------------------------------

// What stands beside the keys, the tables of the skeleton and of each clip, as words of 32 bits: mostly zeros, small
// numbers, and floats of few digits. A word is 3 bits that name its kind, and the bits of the kind.

enum { KIND_BITS = 3, REPEAT_BITS = 4, REPEATS = 1 << REPEAT_BITS, WORD = 4 };

/// Words in which only some bits may be set; the fewest come first. The kind behind them repeats the word before, once
/// and as often as REPEAT_BITS say.
static const struct word_kind {
    unsigned lowest, bits;
} kinds[] = {{0, 0}, {0, 8}, {0, 16}, {16, 16}, {8, 24}, {0, 32}};
enum { KINDS = sizeof kinds / sizeof *kinds };

static uint32_t word_at(const uint8_t *bytes, size_t i)
{
    uint32_t word;
    memcpy(&word, bytes + i * WORD, WORD);
    return word;
}

static uint32_t bits_of(uint32_t word, const struct word_kind *kind)
{
    return word >> kind->lowest & (uint32_t)((UINT64_C(1) << kind->bits) - 1);
}

static void pack_word(uint32_t word, sinew__bit_writer *out)
{
    unsigned kind = 0;
    while (bits_of(word, &kinds[kind]) << kinds[kind].lowest != word) ++kind;
    put_bits(out, kind, KIND_BITS);
    put_bits(out, bits_of(word, &kinds[kind]), kinds[kind].bits);
}

void sinew__words_pack(const uint8_t *bytes, size_t count, sinew__bit_writer *out)
{
    uint32_t last = 0;
    for (size_t i = 0, repeats; i < count; i += repeats) {
        for (repeats = 0; repeats < REPEATS && i + repeats < count && word_at(bytes, i + repeats) == last;) ++repeats;
        if (repeats > 0) {
            put_bits(out, KINDS, KIND_BITS);
            put_bits(out, (uint32_t)repeats - 1, REPEAT_BITS);
            continue;
        }
        last = word_at(bytes, i);
        pack_word(last, out);
        repeats = 1;
    }
}

int sinew__words_unpack(sinew__bit_reader *from, size_t count, uint8_t *out)
{
    uint32_t last = 0;
    for (size_t i = 0; i < count;) {
        if (!has_bits(from, KIND_BITS)) return 0;
        const unsigned kind = take_bits(from, KIND_BITS);
        const unsigned bits = kind < KINDS ? kinds[kind].bits : REPEAT_BITS;
        if (kind > KINDS || !has_bits(from, bits)) return 0;
        const uint32_t value = take_bits(from, bits);
        const size_t repeats = kind < KINDS ? 1 : (size_t)value + 1;
        if (kind < KINDS) last = value << kinds[kind].lowest;
        if (repeats > count - i) return 0;
        for (const size_t end = i + repeats; i < end; ++i) memcpy(out + i * WORD, &last, WORD);
    }
    return 1;
}

// ---- runs ---------------------------------------------------------------------------------------------------------

/// Keys of one span, pieces, or words.
typedef struct sinew__packed_run {
    uint64_t offset;      ///< in the block
    uint32_t key_count;   ///< of each curve, or one of the following
    uint32_t curve_count; ///< or words, or pieces
} sinew__packed_run;

/// In place of a number of keys.
static const uint32_t PACKED_WORDS = 0, PACKED_PIECES = UINT32_MAX;

static uint32_t keys_of(const sinew__compact_clip *clip, const sinew__curve_span *span)
{
    return (uint32_t)sinew__keys_of_grid(&clip->grids[span->grid], clip->cell_count);
}

static const sinew__curve_span *spans_of(const sinew_model *model, const sinew__compact_clip *clip)
{
    return (const sinew__curve_span *)(const void *)(model->baked + clip->spans);
}

static const int16_t *keys_at(const sinew_model *model, const sinew__compact_clip *clip, const sinew__curve_span *span)
{
    return (const int16_t *)(const void *)(model->baked + clip->data) + span->data;
}

static const sinew__curve_piece *pieces_of(const sinew_model *model, const sinew__compact_clip *clip)
{
    return (const sinew__curve_piece *)(const void *)(model->baked + clip->pieces);
}

size_t sinew__packed_clip_bytes(const sinew_model *model, const sinew__baked_clip *baked)
{
    const sinew__compact_clip *clip = sinew__compact_of(model, baked);
    const uint64_t keys_end = clip->data + (clip->data_count - SINEW__KEY_SLACK) * sizeof(int16_t);
    sinew__bit_writer counter = {0};
    uint64_t from = baked->compact;
    if (clip->piece_count) {
        sinew__words_pack(model->baked + from, (size_t)(clip->pieces - from) / WORD, &counter);
        sinew__pieces_pack(pieces_of(model, clip), (size_t)clip->piece_count, &counter);
        from = clip->pieces + (uint64_t)clip->piece_count * sizeof(sinew__curve_piece);
    }
    sinew__words_pack(model->baked + from, (size_t)(clip->data - from) / WORD, &counter);
    for (int32_t i = 0; i < clip->span_count; ++i) {
        const sinew__curve_span *span = &spans_of(model, clip)[i];
        sinew__keys_pack(keys_at(model, clip, span), keys_of(clip, span), span->count, &counter);
    }
    sinew__words_pack(model->baked + keys_end, (size_t)(baked->compact + baked->byte_count - keys_end) / WORD,
                      &counter);
    return (size_t)((counter.bits + 7) / 8);
}

// ---- packing ------------------------------------------------------------------------------------------------------

static const sinew__compact_clip *compact_clip_of(const sinew_model *model, int32_t clip)
{
    const sinew__baked_clip *baked = sinew__baked_clip_of(model, clip);
    return baked ? sinew__compact_of(model, baked) : NULL;
}

static int compare_runs(const void *a, const void *b)
{
    const sinew__packed_run *x = a, *y = b;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

static uint64_t bytes_of(const sinew__packed_run *run)
{
    if (run->key_count == PACKED_WORDS) return (uint64_t)run->curve_count * WORD;
    if (run->key_count == PACKED_PIECES) return (uint64_t)run->curve_count * sizeof(sinew__curve_piece);
    return ((uint64_t)run->key_count + run->key_count % 2) * run->curve_count * sizeof(int16_t);
}

/// The words between `from` and `until`; what they leave is no run.
static sinew__packed_run words_between(uint64_t from, uint64_t until)
{
    const uint64_t words = from % WORD == 0 ? (until - from) / WORD : 0;
    return (sinew__packed_run){.offset = from, .curve_count = (uint32_t)(words < UINT32_MAX ? words : UINT32_MAX)};
}

/// Runs of all clips, and words before, between and behind them. Spans of a block that was not baked here may lie one
/// over the other: those that do are left out.
static sinew__packed_run *list_runs(const sinew_model *model, size_t *out_count)
{
    size_t block_size, count = 0, kept = 0;
    uint64_t most = 0;
    const uint8_t *block = sinew_model_block(model, &block_size);
    for (int32_t i = 0; i < model->clip_count; ++i)
        if (compact_clip_of(model, i)) most += (uint64_t)compact_clip_of(model, i)->span_count + 1;
    const int is_possible = most < SIZE_MAX / 4 / sizeof(sinew__packed_run);
    sinew__packed_run *const runs =
        is_possible ? sinew__allocate(((size_t)most * 3 + 1) * sizeof(sinew__packed_run)) : NULL;
    sinew__packed_run *const keys = runs ? runs + 2 * most + 1 : NULL; // behind what the runs before them need
    for (int32_t i = 0; i < model->clip_count && runs; ++i) {
        const sinew__compact_clip *clip = compact_clip_of(model, i);
        if (clip && clip->piece_count)
            keys[count++] = (sinew__packed_run){(uint64_t)((const uint8_t *)pieces_of(model, clip) - block),
                                                PACKED_PIECES, (uint32_t)clip->piece_count};
        for (int32_t k = 0; clip && k < clip->span_count; ++k) {
            const sinew__curve_span *span = &spans_of(model, clip)[k];
            const uint8_t *first = (const uint8_t *)keys_at(model, clip, span);
            keys[count++] = (sinew__packed_run){(uint64_t)(first - block), keys_of(clip, span), span->count};
        }
    }
    if (count > 0) qsort(keys, count, sizeof *keys, compare_runs);
    // of a model the section of baked clips is packed, of a clip all sections
    uint64_t end = model->baked_byte_count && !model->clip_skeleton ? (uint64_t)(model->baked - block) : 0;
    const uint64_t section_end = model->clip_skeleton ? block_size : end + model->baked_byte_count;
    for (size_t i = 0; i < count; ++i) {
        const sinew__packed_run run = keys[i]; // may be overwritten by the words
        if (run.offset < end) continue;
        runs[kept++] = words_between(end, run.offset);
        runs[kept++] = run;
        end = run.offset + bytes_of(&run);
    }
    if (runs) runs[kept++] = words_between(end, section_end);
    *out_count = kept;
    return runs;
}

/// The block's bytes outside the runs.
static void put_rest(const uint8_t *block, size_t size, const sinew__packed_run *runs, size_t count,
                     sinew__buffer *buffer)
{
    size_t from = 0;
    for (size_t i = 0; i < count; ++i) {
        sinew__buffer_put(buffer, (const char *)block + from, (size_t)runs[i].offset - from);
        from = (size_t)(runs[i].offset + bytes_of(&runs[i]));
    }
    sinew__buffer_put(buffer, (const char *)block + from, size - from);
}

static void pack_runs(const uint8_t *block, const sinew__packed_run *runs, size_t count, sinew__bit_writer *out)
{
    for (size_t i = 0; i < count; ++i) {
        const uint8_t *bytes = block + runs[i].offset;
        if (runs[i].key_count == PACKED_WORDS)
            sinew__words_pack(bytes, runs[i].curve_count, out);
        else if (runs[i].key_count == PACKED_PIECES)
            sinew__pieces_pack((const sinew__curve_piece *)(const void *)bytes, runs[i].curve_count, out);
        else
            sinew__keys_pack((const int16_t *)(const void *)bytes, runs[i].key_count, runs[i].curve_count, out);
    }
}

void sinew__packed_block_put(const sinew_model *model, sinew__buffer *buffer)
{
    sinew__packed_header header = {0};
    size_t size, count = 0;
    const uint8_t *block = sinew_model_block(model, &size);
    sinew__packed_run *runs = list_runs(model, &count);
    sinew__bit_writer counter = {0};
    if (!runs) {
        buffer->failed = 1;
        return;
    }
    pack_runs(block, runs, count, &counter);
    header.block_size = header.rest_size = size;
    header.run_count = count;
    header.packed_bits = counter.bits;
    for (size_t i = 0; i < count; ++i) header.rest_size -= bytes_of(&runs[i]);
    sinew__buffer_put(buffer, (const char *)&header, sizeof header);
    sinew__buffer_put(buffer, (const char *)runs, count * sizeof *runs);
    put_rest(block, size, runs, count, buffer);
    const size_t packed_bytes = (size_t)((counter.bits + 7) / 8);
    char *packed = sinew__buffer_reserve(buffer, packed_bytes);
    if (packed) {
        memset(packed, 0, packed_bytes);
        sinew__bit_writer writer = {.bytes = (uint8_t *)packed};
        pack_runs(block, runs, count, &writer);
        buffer->size += packed_bytes;
    }
    sinew_free(runs);
}

// ---- unpacking ----------------------------------------------------------------------------------------------------

const sinew__packed_header *sinew__packed_block_header(const void *bytes, size_t size)
{
    const sinew__packed_header *header = bytes;
    const uint64_t most = UINT64_MAX / 64;
    if (size < sizeof *header || header->run_count > most || header->rest_size > most || header->packed_bits > most ||
        header->block_size > most)
        return NULL;
    const uint64_t whole = sizeof *header + header->run_count * sizeof(sinew__packed_run) + header->rest_size +
                           (header->packed_bits + 7) / 8;
    return whole == size ? header : NULL;
}

static int unpack_run(sinew__bit_reader *from, const sinew__packed_run *run, uint8_t *out)
{
    if (run->key_count == PACKED_WORDS) return sinew__words_unpack(from, run->curve_count, out);
    if (run->key_count == PACKED_PIECES)
        return run->offset % _Alignof(sinew__curve_piece) == 0 &&
               sinew__pieces_unpack(from, run->curve_count, (sinew__curve_piece *)(void *)out);
    return run->key_count <= INT32_MAX && run->curve_count <= UINT16_MAX && run->offset % sizeof(int16_t) == 0 &&
           sinew__keys_unpack(from, run->key_count, run->curve_count, (int16_t *)(void *)out);
}

int sinew__packed_block_unpack(const void *bytes, size_t size, void *out_block)
{
    const sinew__packed_header *header = sinew__packed_block_header(bytes, size);
    if (!header) return 0;
    const sinew__packed_run *runs = (const sinew__packed_run *)(header + 1);
    const uint8_t *rest = (const uint8_t *)(runs + header->run_count);
    sinew__bit_reader reader = {.bytes = rest + header->rest_size, .bit_count = header->packed_bits};
    uint64_t at = 0, rest_at = 0;
    for (uint64_t i = 0; i <= header->run_count; ++i) {
        const int is_run = i < header->run_count;
        const uint64_t until = is_run ? runs[i].offset : header->block_size;
        if (until < at || until > header->block_size || until - at > header->rest_size - rest_at) return 0;
        memcpy((uint8_t *)out_block + at, rest + rest_at, (size_t)(until - at));
        rest_at += until - at;
        at = until;
        if (!is_run) break;
        if (bytes_of(&runs[i]) > header->block_size - at || !unpack_run(&reader, &runs[i], (uint8_t *)out_block + at))
            return 0;
        at += bytes_of(&runs[i]);
    }
    return rest_at == header->rest_size && reader.bits == reader.bit_count;
}
