/// Any bytes as the file of a clip: refused with a line, or bound to characters and played.
///
/// The first byte chooses: the rest as a file whose sums are made to fit, or as changes (offset, byte) to the block of
/// a valid file, bound to the character that it was baked for and to one with fewer joints.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/model/block_file.h"
#include "runtime/model/clip_file.h"
#include "sinew/accessors.h"
#include "sinew/sinew.h"
#include "support/make_model.h"
#include "support/make_pose.h"
#include "support/wave_chain.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { JOINTS = 40 };

static sinew_model *characters[2];
static sinew_clip_file *right;

static void require(int holds)
{
    if (!holds) abort();
}

static void make_characters(void)
{
    static char names[JOINTS][8];
    void *bytes;
    size_t size;
    for (int k = 0; k < 2; ++k) {
        chain *made = make_chain(k ? JOINTS - 5 : JOINTS);
        for (int i = 0; i < JOINTS; ++i) {
            names[i][0] = (char)('A' + i);
            made->joints[i].name = names[i];
        }
        characters[k] = make_baked(make_model(&made->raw), NULL);
        require(sinew_model_reserve_clip_slots(characters[k], 1, NULL) == SINEW_OK);
    }
    require(sinew_clip_save(characters[0], 0, NULL, &bytes, &size, NULL) == SINEW_OK);
    require(sinew_clip_open(bytes, size, &right, NULL) == SINEW_OK);
    sinew_free(bytes);
}

/// Poses a clip at its ends and beyond on both characters.
static void play(sinew_clip_file *clip)
{
    for (int k = 0; k < 2; ++k) {
        sinew_pose *pose;
        int32_t slot;
        sinew_error error;
        if (sinew_clip_bind(characters[k], clip, &slot, NULL, &error) != SINEW_OK) {
            require(slot == SINEW_NONE && error.message[0]);
            continue;
        }
        require(sinew_pose_create(characters[k], &pose, NULL) == SINEW_OK);
        const double duration = sinew_model_clip_duration(characters[k], slot);
        for (int i = -1; i < 4; ++i) {
            sinew_pose_evaluate(characters[k], SINEW_ENGINE_FAST, slot, duration * i / 2, pose);
            sinew_pose_compute_locals(characters[k], pose);
        }
        sinew_pose_destroy(pose);
        require(sinew_clip_unbind(characters[k], slot, NULL) == SINEW_OK);
    }
}

static void try_file(unsigned char *file, size_t size)
{
    sinew_clip_file *clip;
    sinew_error error;
    const sinew_result result = sinew_clip_open(file, size, &clip, &error);
    require(result == SINEW_OK ? clip != NULL : !clip && error.message[0]);
    if (clip) play(clip);
    sinew_clip_file_destroy(clip);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    if (!right) make_characters();
    if (size == 0) return 0;
    const int is_changed = bytes[0] & 1;
    const sinew_model *view = right->view;
    sinew__file_header header;
    const size_t block_size = is_changed ? view->block_size : size - 1;
    unsigned char *file = malloc(sizeof header + block_size);
    if (!file) return 0;
    unsigned char *block = file + sizeof header;
    if (is_changed)
        memcpy(block, view->block, block_size);
    else if (size > 1)
        memcpy(block, bytes + 1, size - 1);
    for (size_t i = 1; is_changed && i + 4 <= size; i += 4)
        block[((size_t)bytes[i] << 16 | (size_t)bytes[i + 1] << 8 | bytes[i + 2]) % block_size] = bytes[i + 3];
    const uint64_t flags = SINEW__FILE_IS_CLIP | (bytes[0] & 2 ? (uint64_t)SINEW__FILE_IS_PACKED : 0);
    header = sinew__file_header_of(block, block_size, flags, NULL, 0);
    memcpy(file, &header, sizeof header);
    try_file(file, sizeof header + block_size);
    free(file);
    return 0;
}
