#include "runtime/model/packed_block.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "runtime/model/clip_file.h"

// Keys of curves, packed without loss for files. Each curve is packed in segments of sixteen keys: the order of the
// differences (2 bits: 0 … 2), the number of bits of the widest difference (5 bits), then the differences in zigzag
// code.

enum { SEGMENT = 16, MOST_ORDER = 2, ORDER_BITS = 2, WIDTH_BITS = 5, MOST_WIDTH = 16 };

// ---- differences --------------------------------------------------------------------------------------------------

/// The previous two keys of a curve, the last one first. Arithmetic on keys wraps at 16 bits.
typedef struct last_keys {
    uint16_t one, two;
} last_keys;

static uint16_t predict(const last_keys *last, unsigned order)
{
    return (uint16_t)(order == 0 ? 0u : order == 1 ? last->one : 2u * last->one - last->two);
}

static void note_key(last_keys *last, uint16_t key)
{
    last->two = last->one;
    last->one = key;
}

static uint32_t zigzag(uint16_t difference)
{
    const uint32_t doubled = (uint32_t)difference << 1;
    return difference & 0x8000u ? ~doubled & 0xffffu : doubled & 0xffffu;
}

static uint16_t unzigzag(uint32_t folded)
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

/// The layout of a curve's keys in rows.
typedef struct key_rows {
    size_t stride; ///< keys between two rows
    size_t in_row; ///< consecutive keys of one curve in a row: 2, or 1 on an uneven grid
} key_rows;

static size_t key_at(size_t i, key_rows rows)
{
    return rows.in_row == 2 ? i / 2 * rows.stride + i % 2 : i * rows.stride;
}

static segment segment_of(const int16_t *keys, size_t count, key_rows rows, last_keys last, unsigned order)
{
    segment out = {.order = order};
    for (size_t i = 0; i < count; ++i) {
        const uint16_t key = (uint16_t)keys[key_at(i, rows)];
        out.differences[i] = zigzag((uint16_t)(key - predict(&last, order)));
        const unsigned width = width_of(out.differences[i]);
        if (width > out.width) out.width = width;
        note_key(&last, key);
    }
    return out;
}

static void pack_segment(const int16_t *keys, size_t count, key_rows rows, last_keys *last, sinew__bit_writer *out)
{
    segment best = segment_of(keys, count, rows, *last, 0);
    for (unsigned order = 1; order <= MOST_ORDER; ++order) {
        const segment other = segment_of(keys, count, rows, *last, order);
        if (other.width < best.width) best = other;
    }
    sinew__bits_put(out, best.order, ORDER_BITS);
    sinew__bits_put(out, best.width, WIDTH_BITS);
    for (size_t i = 0; i < count; ++i) {
        sinew__bits_put(out, best.differences[i], best.width);
        note_key(last, (uint16_t)keys[key_at(i, rows)]);
    }
}

void sinew__keys_pack(const int16_t *keys, size_t key_count, size_t curve_count, int are_uneven, sinew__bit_writer *out)
{
    const key_rows rows = {2 * curve_count, are_uneven ? 1 : 2};
    // packs the keys of each curve; on an uneven grid, their numbers and their times separately
    for (size_t first = 0; first < rows.stride; first += rows.in_row) {
        last_keys last = {0};
        for (size_t i = 0; i < key_count; i += SEGMENT)
            pack_segment(keys + key_at(i, rows) + first, key_count - i < SEGMENT ? key_count - i : SEGMENT, rows, &last,
                         out);
    }
}

static int unpack_segment(sinew__bit_reader *from, size_t count, key_rows rows, last_keys *last, int16_t *out)
{
    if (!sinew__bits_are_left(from, ORDER_BITS + WIDTH_BITS)) return 0;
    const unsigned order = sinew__bits_take(from, ORDER_BITS), width = sinew__bits_take(from, WIDTH_BITS);
    if (order > MOST_ORDER || width > MOST_WIDTH || !sinew__bits_are_left(from, count * width)) return 0;
    for (size_t i = 0; i < count; ++i) {
        const uint16_t key = (uint16_t)(predict(last, order) + unzigzag(sinew__bits_take(from, width)));
        out[key_at(i, rows)] = (int16_t)key;
        note_key(last, key);
    }
    return 1;
}

int sinew__keys_unpack(sinew__bit_reader *from, size_t key_count, size_t curve_count, int are_uneven, int16_t *out_keys)
{
    const key_rows rows = {2 * curve_count, are_uneven ? 1 : 2};
    for (size_t first = 0; first < rows.stride; first += rows.in_row) {
        last_keys last = {0};
        for (size_t i = 0; i < key_count; i += SEGMENT)
            if (!unpack_segment(from, key_count - i < SEGMENT ? key_count - i : SEGMENT, rows, &last,
                                out_keys + key_at(i, rows) + first))
                return 0;
        if (!are_uneven && key_count % 2) out_keys[key_at(key_count, rows) + first] = (int16_t)last.one;
    }
    return 1;
}

// ---- pieces -------------------------------------------------------------------------------------------------------

// Pieces are packed one after the other. First comes the kind of prediction for `place` (2 bits) and the bits that are
// not predicted; then, for each key, a width (4 bits) and the difference from the value that the previous keys predict.

enum {
    PLACE_KIND_BITS = 2,
    CURVE_BITS = 32 - SINEW__PLACE_BITS,
    CURVES = 1 << CURVE_BITS,
    PIECE_WIDTH_BITS = 4,
    LAST_WIDTH = 15 // code for MOST_WIDTH
};

enum place_kind {
    NEXT_CURVE,    ///< the next curve, at the start of the cell
    ANOTHER_CURVE, ///< another curve, at the start of the cell
    SAME_BEGIN,    ///< a curve's next piece, at the time of the previous curve's piece: curves mostly share key times
    ANOTHER_BEGIN  ///< a curve's next piece, at another time
};

/// The pieces packed or unpacked so far.
typedef struct pieces_so_far {
    const sinew__curve_piece *pieces;
    size_t run, run_before;    ///< index of the first piece of the current curve, and of the previous one
    uint16_t last_key[CURVES]; ///< the last key of each curve's pieces
} pieces_so_far;

/// Returns the `place` that the first `count` pieces predict for the next one, or 0 if they predict no place.
static uint32_t predict_place(const pieces_so_far *so_far, size_t count, enum place_kind kind)
{
    const size_t like = so_far->run_before + (count - so_far->run);
    const uint32_t last = count > 0 ? so_far->pieces[count - 1].place : UINT32_MAX, curve = last >> SINEW__PLACE_BITS;
    if (kind == NEXT_CURVE) return (curve + 1) << SINEW__PLACE_BITS;
    if (like >= so_far->run) return 0;
    return curve << SINEW__PLACE_BITS | so_far->pieces[like].place % SINEW__PLACE_END;
}

/// Returns the prediction for a key of a piece: the curve's last key for key 0, key 0 for key 1, then a straight line.
static uint16_t predict_key(const pieces_so_far *so_far, const sinew__curve_piece *piece, int index)
{
    const int16_t *keys = piece->keys;
    if (index == 0) return so_far->last_key[piece->place >> SINEW__PLACE_BITS];
    return (uint16_t)(index == 1 ? keys[0] : 2 * keys[index - 1] - keys[index - 2]);
}

/// Adds the piece `count` to the pieces so far.
static void note_piece(pieces_so_far *so_far, size_t count)
{
    const sinew__curve_piece *piece = &so_far->pieces[count];
    so_far->last_key[piece->place >> SINEW__PLACE_BITS] = (uint16_t)piece->keys[3];
    if (piece->place % SINEW__PLACE_END != 0) return;
    so_far->run_before = so_far->run;
    so_far->run = count;
}

void sinew__pieces_pack(const sinew__curve_piece *pieces, size_t count, sinew__bit_writer *out)
{
    pieces_so_far so_far = {.pieces = pieces};
    for (size_t i = 0; i < count; note_piece(&so_far, i++)) {
        const uint32_t place = pieces[i].place;
        const int is_first = place % SINEW__PLACE_END == 0;
        const enum place_kind kind = is_first ? NEXT_CURVE : SAME_BEGIN;
        const int is_predicted = place == predict_place(&so_far, i, kind);
        sinew__bits_put(out, is_predicted ? kind : kind + 1u, PLACE_KIND_BITS);
        if (!is_predicted && is_first) sinew__bits_put(out, place >> SINEW__PLACE_BITS, CURVE_BITS);
        if (!is_predicted && !is_first) sinew__bits_put(out, place % SINEW__PLACE_END, SINEW__PLACE_BITS);
        for (int k = 0; k < 4; ++k) {
            const uint32_t folded =
                zigzag((uint16_t)((uint16_t)pieces[i].keys[k] - predict_key(&so_far, &pieces[i], k)));
            const unsigned needed = width_of(folded), width = needed < LAST_WIDTH ? needed : MOST_WIDTH;
            sinew__bits_put(out, needed < LAST_WIDTH ? needed : LAST_WIDTH, PIECE_WIDTH_BITS);
            sinew__bits_put(out, folded, width);
        }
    }
}

static int unpack_place(sinew__bit_reader *from, const pieces_so_far *so_far, size_t count, uint32_t *out_place)
{
    if (!sinew__bits_are_left(from, PLACE_KIND_BITS)) return 0;
    const enum place_kind kind = (enum place_kind)sinew__bits_take(from, PLACE_KIND_BITS);
    const unsigned bits = kind == ANOTHER_CURVE ? CURVE_BITS : kind == ANOTHER_BEGIN ? SINEW__PLACE_BITS : 0;
    if (!sinew__bits_are_left(from, bits)) return 0;
    if (kind == NEXT_CURVE || kind == SAME_BEGIN)
        *out_place = predict_place(so_far, count, kind);
    else
        *out_place = sinew__bits_take(from, bits) << (kind == ANOTHER_CURVE ? SINEW__PLACE_BITS : 0);
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
            if (!sinew__bits_are_left(from, PIECE_WIDTH_BITS)) return 0;
            const unsigned known = sinew__bits_take(from, PIECE_WIDTH_BITS),
                           width = known < LAST_WIDTH ? known : MOST_WIDTH;
            if (!sinew__bits_are_left(from, width)) return 0;
            const uint16_t difference = unzigzag(sinew__bits_take(from, width));
            out[i].keys[k] = (int16_t)(predict_key(&so_far, &out[i], k) + difference);
        }
    }
    return 1;
}

// ---- runs ---------------------------------------------------------------------------------------------------------

enum { MOST_SECTIONS = 5, RUN_KIND_BITS = 3, WORD = SINEW__PACKED_WORD };

#ifdef __wasm__ // pages bind no clips, and their modules are smaller without packing clip files
enum { HAS_CLIP_FILES = 0 };
#else
enum { HAS_CLIP_FILES = 1 };
#endif

static uint32_t keys_of(const sinew__compact_clip *clip, const sinew__curve_span *span)
{
    return (uint32_t)sinew__keys_of_grid(&clip->grids[span->grid], clip->cell_count);
}

static int is_uneven(const sinew__compact_clip *clip, const sinew__curve_span *span)
{
    return clip->grids[span->grid].taps == SINEW__UNEVEN;
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
        sinew__keys_pack(keys_at(model, clip, span), keys_of(clip, span), span->count, is_uneven(clip, span), &counter);
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
    switch (run->kind) {
    case SINEW__RUN_KEYS: return ((uint64_t)run->width + run->width % 2) * run->count * sizeof(int16_t);
    case SINEW__RUN_UNEVEN_KEYS: return (uint64_t)run->width * run->count * 2 * sizeof(int16_t);
    case SINEW__RUN_PIECES: return (uint64_t)run->count * sizeof(sinew__curve_piece);
    case SINEW__RUN_TIMES: return (uint64_t)run->count * sizeof(double);
    case SINEW__RUN_TEXT: return run->count;
    default: return (uint64_t)run->count * WORD;
    }
}

/// Returns a run of the words between two offsets. The run is empty if `from` is not at the start of a word; a partial
/// word at the end is left out.
static sinew__packed_run words_between(uint64_t from, uint64_t until)
{
    const uint64_t words = from % WORD == 0 ? (until - from) / WORD : 0;
    return (sinew__packed_run){.offset = from, .count = (uint32_t)(words < UINT32_MAX ? words : UINT32_MAX)};
}

/// Writes the sections of a clip's file that have their own packing to `out`. Returns their number.
static size_t list_sections(const sinew_model *model, const uint8_t *block, sinew__packed_run out[MOST_SECTIONS])
{
    const struct {
        sinew__run_kind kind;
        const void *items;
        uint64_t count;
        uint32_t width;
    } sections[] = {
        {SINEW__RUN_TEXT, model->text, (model->text_size + WORD - 1) / WORD * WORD, 1}, // zeros follow the text
        {SINEW__RUN_TIMES, model->timeline_key_times, (uint64_t)model->key_time_count, 1},
        {SINEW__RUN_ROWS, model->clip_joints, (uint64_t)model->joint_count, sizeof(sinew__clip_joint) / WORD},
        {SINEW__RUN_ROWS, model->clip_morphs, (uint64_t)model->morph_count, sizeof(sinew__clip_morph) / WORD},
        {SINEW__RUN_FLOATS, model->clip_motion, (uint64_t)model->clip_motion_count,
         sizeof(sinew__clip_motion_key) / WORD}};
    size_t count = 0;
    for (size_t i = 0; HAS_CLIP_FILES && model->clip_skeleton && i < sizeof sections / sizeof *sections; ++i) {
        const uint64_t items = sections[i].count * sections[i].width;
        if (items == 0 || items > UINT32_MAX) continue;
        out[count++] = (sinew__packed_run){.offset = (uint64_t)((const uint8_t *)sections[i].items - block),
                                           .kind = sections[i].kind,
                                           .count = (uint32_t)items,
                                           .width = sections[i].width > 1 ? sections[i].width : 0};
    }
    return count;
}

/// Returns the runs of all clips, and runs of words before, between and after them. In a block that was not baked here,
/// spans may overlap: a run that starts before the end of the previous one is left out.
static sinew__packed_run *list_runs(const sinew_model *model, size_t *out_count)
{
    size_t block_size, count = 0, kept = 0;
    uint64_t most = MOST_SECTIONS;
    const uint8_t *block = sinew_model_block(model, &block_size);
    for (int32_t i = 0; i < model->clip_count; ++i)
        if (compact_clip_of(model, i)) most += (uint64_t)compact_clip_of(model, i)->span_count + 1;
    const int is_possible = most < SIZE_MAX / 4 / sizeof(sinew__packed_run);
    sinew__packed_run *const runs =
        is_possible ? sinew__allocate(((size_t)most * 3 + 1) * sizeof(sinew__packed_run)) : NULL;
    // The runs of clips are collected in the upper part of the memory. The result grows from the start and does not
    // overwrite a run that is still to be read.
    sinew__packed_run *const keys = runs ? runs + 2 * most + 1 : NULL;
    if (runs) count = list_sections(model, block, keys);
    for (int32_t i = 0; i < model->clip_count && runs; ++i) {
        const sinew__compact_clip *clip = compact_clip_of(model, i);
        if (clip && clip->piece_count)
            keys[count++] = (sinew__packed_run){(uint64_t)((const uint8_t *)pieces_of(model, clip) - block),
                                                SINEW__RUN_PIECES, (uint32_t)clip->piece_count, 0};
        for (int32_t k = 0; clip && k < clip->span_count; ++k) {
            const sinew__curve_span *span = &spans_of(model, clip)[k];
            const uint8_t *first = (const uint8_t *)keys_at(model, clip, span);
            keys[count++] = (sinew__packed_run){(uint64_t)(first - block),
                                                is_uneven(clip, span) ? SINEW__RUN_UNEVEN_KEYS : SINEW__RUN_KEYS,
                                                span->count, keys_of(clip, span)};
        }
    }
    if (count > 0) qsort(keys, count, sizeof *keys, compare_runs);
    // a model's block packs the section of baked clips, a clip's block all sections
    uint64_t end = model->baked_byte_count && !model->clip_skeleton ? (uint64_t)(model->baked - block) : 0;
    const uint64_t section_end = model->clip_skeleton ? block_size : end + model->baked_byte_count;
    for (size_t i = 0; i < count; ++i) {
        const sinew__packed_run run = keys[i]; // a copy, because writing the runs may overwrite it
        if (run.offset < end) continue;
        runs[kept++] = words_between(end, run.offset);
        runs[kept++] = run;
        end = run.offset + bytes_of(&run);
    }
    if (runs) runs[kept++] = words_between(end, section_end);
    *out_count = kept;
    return runs;
}

/// Packs the offset of each run, as the distance from the end of the previous run, and then the contents of all runs.
static void pack_runs(const uint8_t *block, const sinew__packed_run *runs, size_t count, sinew__bit_writer *out)
{
    uint64_t end = 0;
    for (size_t i = 0; i < count; ++i) {
        const sinew__packed_run *run = &runs[i];
        sinew__word_pack((uint32_t)(run->offset - end), out);
        sinew__word_pack((uint32_t)((run->offset - end) >> 32), out);
        sinew__bits_put(out, run->kind, RUN_KIND_BITS);
        sinew__word_pack(run->count, out);
        sinew__word_pack(run->width, out);
        end = run->offset + bytes_of(run);
    }
    for (size_t i = 0; i < count; ++i) {
        const sinew__packed_run *run = &runs[i];
        const void *bytes = block + run->offset;
        if (HAS_CLIP_FILES && run->kind == SINEW__RUN_ROWS)
            sinew__rows_pack(bytes, run->count, run->width, out);
        else if (HAS_CLIP_FILES && run->kind == SINEW__RUN_TEXT)
            sinew__text_pack(bytes, run->count, out);
        else if (HAS_CLIP_FILES && run->kind == SINEW__RUN_TIMES)
            sinew__times_pack(bytes, run->count, out);
        else if (HAS_CLIP_FILES && run->kind == SINEW__RUN_FLOATS)
            sinew__floats_pack(bytes, run->count, run->width, out);
        else if (run->kind == SINEW__RUN_KEYS || run->kind == SINEW__RUN_UNEVEN_KEYS)
            sinew__keys_pack(bytes, run->width, run->count, run->kind == SINEW__RUN_UNEVEN_KEYS, out);
        else if (run->kind == SINEW__RUN_PIECES)
            sinew__pieces_pack(bytes, run->count, out);
        else
            sinew__words_pack(bytes, run->count, out);
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
    size_t from = 0; // copies the bytes outside of the runs
    for (size_t i = 0; i < count; ++i) {
        sinew__buffer_put(buffer, (const char *)block + from, (size_t)runs[i].offset - from);
        from = (size_t)(runs[i].offset + bytes_of(&runs[i]));
    }
    sinew__buffer_put(buffer, (const char *)block + from, size - from);
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
    const uint64_t whole = sizeof *header + header->rest_size + (header->packed_bits + 7) / 8;
    return whole == size ? header : NULL;
}

/// Reads the description of the run that follows one that ended at `end`. Returns 0 if bits are missing or invalid.
static int take_run(sinew__bit_reader *from, uint64_t end, sinew__packed_run *out)
{
    uint32_t gap[2];
    if (!sinew__word_unpack(from, &gap[0]) || !sinew__word_unpack(from, &gap[1]) ||
        !sinew__bits_are_left(from, RUN_KIND_BITS))
        return 0;
    const uint32_t kind = sinew__bits_take(from, RUN_KIND_BITS);
    out->kind = (sinew__run_kind)kind;
    out->offset = end + ((uint64_t)gap[1] << 32 | gap[0]);
    return kind < SINEW__RUN_KIND_COUNT && out->offset >= end && sinew__word_unpack(from, &out->count) &&
           sinew__word_unpack(from, &out->width);
}

int sinew__clip_run_unpack(sinew__bit_reader *from, const sinew__packed_run *run, uint8_t *out)
{
    switch (run->kind) {
    case SINEW__RUN_ROWS: return sinew__rows_unpack(from, run->count, run->width, out);
    case SINEW__RUN_TEXT: return sinew__text_unpack(from, run->count, out);
    case SINEW__RUN_TIMES: return sinew__times_unpack(from, run->count, out);
    case SINEW__RUN_FLOATS: return sinew__floats_unpack(from, run->count, run->width, out);
    default: return 0;
    }
}

static int unpack_run(sinew__bit_reader *from, const sinew__packed_run *run, sinew__run_unpacker unpack_clip_run,
                      uint8_t *out)
{
    switch (run->kind) {
    case SINEW__RUN_WORDS: return sinew__words_unpack(from, run->count, out);
    case SINEW__RUN_KEYS:
    case SINEW__RUN_UNEVEN_KEYS:
        return run->width > 0 && run->width <= INT32_MAX && run->count <= UINT16_MAX &&
               run->offset % sizeof(int16_t) == 0 &&
               sinew__keys_unpack(from, run->width, run->count, run->kind == SINEW__RUN_UNEVEN_KEYS,
                                  (int16_t *)(void *)out);
    case SINEW__RUN_PIECES:
        return run->offset % _Alignof(sinew__curve_piece) == 0 &&
               sinew__pieces_unpack(from, run->count, (sinew__curve_piece *)(void *)out);
    default: return unpack_clip_run && unpack_clip_run(from, run, out);
    }
}

int sinew__packed_block_unpack(const void *bytes, size_t size, sinew__run_unpacker unpack_clip_run, void *out_block)
{
    const sinew__packed_header *header = sinew__packed_block_header(bytes, size);
    if (!header) return 0;
    const uint8_t *rest = (const uint8_t *)(header + 1);
    sinew__bit_reader places = {.bytes = rest + header->rest_size, .bit_count = header->packed_bits}, reader = places;
    sinew__packed_run run;
    for (uint64_t i = 0; i < header->run_count; ++i) // the contents follow the descriptions of all runs
        if (!take_run(&reader, 0, &run)) return 0;
    uint64_t at = 0, rest_at = 0;
    for (uint64_t i = 0; i <= header->run_count; ++i) {
        const int is_run = i < header->run_count && take_run(&places, at, &run);
        if (!is_run && i < header->run_count) return 0;
        const uint64_t until = is_run ? run.offset : header->block_size;
        if (until < at || until > header->block_size || until - at > header->rest_size - rest_at) return 0;
        memcpy((uint8_t *)out_block + at, rest + rest_at, (size_t)(until - at));
        rest_at += until - at;
        at = until;
        if (!is_run) break;
        if (bytes_of(&run) > header->block_size - at ||
            !unpack_run(&reader, &run, unpack_clip_run, (uint8_t *)out_block + at))
            return 0;
        at += bytes_of(&run);
    }
    return rest_at == header->rest_size && reader.bits == reader.bit_count;
}
