/// What poses, local poses, mixers and blenders take, as their headers say: bytes per joint, counted at the allocator.
#include "support/cmocka_close.h"

#include <stdlib.h>

#include "sinew/memory.h"
#include "sinew/mixer.h"
#include "support/make_model.h"

enum { FEW = 1000, MANY = 3000 };

static size_t requested;

static void *count_allocate(void *user, size_t size, size_t alignment)
{
    (void)user;
    requested += size;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void *count_resize(void *user, void *memory, size_t size)
{
    (void)user;
    requested += size;
    return realloc(memory, size);
}

static void release(void *user, void *memory)
{
    (void)user;
    free(memory);
}

static sinew_model *make_joints(int32_t count)
{
    static sinew_raw_joint joints[MANY];
    for (int32_t i = 0; i < count; ++i)
        joints[i] = (sinew_raw_joint){.name = "j",
                                      .parent = i ? 0 : SINEW_NONE,
                                      .node = SINEW_NONE,
                                      .rest = {{0, 1, 0}, {0, 0, 0, 1}, {1, 1, 1}}};
    return make_model(&(sinew_raw_model){.joints = joints, .joint_count = count});
}

/// Bytes that each of them takes: a pose, a local pose, a mixer, a blender.
static void measure(int32_t joints, double bytes[4])
{
    sinew_model *model = make_joints(joints);
    sinew_pose *pose;
    sinew_local_pose *local;
    sinew_mixer *mixer;
    sinew_blender *blender;
    requested = 0;
    assert_int_equal(sinew_pose_create(model, &pose, NULL), SINEW_OK);
    bytes[0] = (double)requested;
    requested = 0;
    assert_int_equal(sinew_local_pose_create(model, &local, NULL), SINEW_OK);
    bytes[1] = (double)requested;
    requested = 0;
    assert_int_equal(sinew_mixer_create(model, &mixer, NULL), SINEW_OK);
    bytes[2] = (double)requested;
    requested = 0;
    assert_int_equal(sinew_blender_create(model, &blender, NULL), SINEW_OK);
    bytes[3] = (double)requested;
    sinew_pose_destroy(pose);
    sinew_local_pose_destroy(local);
    sinew_mixer_destroy(mixer);
    sinew_blender_destroy(blender);
    sinew_model_destroy(model);
}

static void the_headers_say_what_poses_take(void **state)
{
    (void)state;
    const sinew_allocator counting = {count_allocate, count_resize, release, NULL};
    double few[4], many[4];
    assert_int_equal(sinew_set_allocator(&counting, NULL), SINEW_OK);
    measure(FEW, few);
    measure(MANY, many);
    assert_int_equal(sinew_set_allocator(NULL, NULL), SINEW_OK);
    static const double per_joint[4] = {274, 42, 92, 772};
    for (int i = 0; i < 4; ++i) assert_close((many[i] - few[i]) / (MANY - FEW), per_joint[i], 0.05 * per_joint[i]);
    assert_int_equal(sizeof(sinew_palette_matrix), 48);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_headers_say_what_poses_take)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
