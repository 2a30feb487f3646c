/// A character plays twenty clips that a thread reads from files, binds and releases while it
/// moves: at most four are bound, in 300 KB. Compares each frame with the same clip inside the
/// model, and counts what the thread of the frames allocates.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sinew/sinew_tools.h>

enum { CLIPS = 20, SLOTS = 4, BUDGET = 300 * 1024, HEAD = 64 };

// ---- memory: counted ----------------------------------------------------------------------------

static _Thread_local int is_frame_thread;
static atomic_long frame_allocations, held, most_held;

static void *allocate(void *user, size_t size, size_t alignment)
{
    (void)user;
    (void)alignment; // no more than HEAD
    char *memory = aligned_alloc(HEAD, (size + 2 * HEAD - 1) / HEAD * HEAD);
    if (!memory) return NULL;
    memcpy(memory, &size, sizeof size);
    frame_allocations += is_frame_thread;
    const long now = atomic_fetch_add(&held, (long)size) + (long)size;
    long most = most_held;
    while (most < now && !atomic_compare_exchange_weak(&most_held, &most, now)) continue;
    return memory + HEAD;
}

static void release(void *user, void *memory)
{
    size_t size;
    (void)user;
    memcpy(&size, (char *)memory - HEAD, sizeof size);
    held -= (long)size;
    free((char *)memory - HEAD);
}

static void *resize(void *user, void *memory, size_t size)
{
    size_t before = 0;
    void *grown = allocate(user, size, HEAD);
    if (memory) memcpy(&before, (char *)memory - HEAD, sizeof before);
    if (grown && memory) memcpy(grown, memory, before < size ? before : size);
    if (grown && memory) release(user, memory);
    return grown;
}

// ---- clips --------------------------------------------------------------------------------------

typedef struct stream {
    const sinew_model *model; // with all clips inside, to compare with
    const char *folder;
    atomic_int slot[CLIPS]; // SINEW_NONE until it is bound
    atomic_int playing;     // the clip that plays
    atomic_int failed;
} stream;

static void name_file(const stream *from, int clip, char out[512])
{
    snprintf(out, 512, "%s/clip%d.sinew", from->folder, clip);
}

static int write_clips(const stream *to)
{
    sinew_error error;
    for (int i = 0; i < CLIPS; ++i) {
        void *bytes;
        size_t size;
        char name[512];
        name_file(to, i, name);
        if (sinew_clip_save(to->model, i, NULL, &bytes, &size, &error) != SINEW_OK) {
            fprintf(stderr, "%s\n", error.message);
            return 0;
        }
        FILE *file = fopen(name, "wb");
        const int is_written = file && fwrite(bytes, 1, size, file) == size;
        if (file) fclose(file);
        sinew_free(bytes);
        if (!is_written) return 0;
    }
    return 1;
}

/// Reads a file, and binds the clip. The slot keeps it.
static int32_t load(const stream *from, int clip)
{
    char name[512];
    static char bytes[BUDGET];
    sinew_clip_file *opened = NULL;
    sinew_error error = {0};
    int32_t slot = SINEW_NONE;
    name_file(from, clip, name);
    FILE *file = fopen(name, "rb");
    const size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file) fclose(file);
    if (sinew_clip_open(bytes, size, &opened, &error) != SINEW_OK ||
        sinew_clip_bind(from->model, opened, &slot, NULL, &error) != SINEW_OK)
        fprintf(stderr, "%s: %s\n", name, error.message);
    sinew_clip_file_destroy(opened);
    return slot;
}

/// The thread that loads: clip by clip, each as soon as one of the four slots is free.
static void *load_all(void *user)
{
    stream *own = user;
    for (int i = 0, oldest = 0; i < CLIPS && !own->failed; ++i) {
        while (i - oldest >=
               SLOTS) { // the mixer holds what it plays and fades: then this is refused
            if (oldest < own->playing &&
                sinew_clip_unbind(own->model, own->slot[oldest], NULL) == SINEW_OK)
                ++oldest;
            else
                sched_yield();
        }
        const int32_t slot = load(own, i);
        if (slot == SINEW_NONE) own->failed = 1;
        own->slot[i] = slot;
    }
    return NULL;
}

// ---- frames -------------------------------------------------------------------------------------

/// Plays all clips; each fades to the next as soon as that is bound and half a second has passed.
/// Returns the number of frames, 0 if one differs from the model's own clips.
static int play(stream *own, sinew_mixer *const mixers[2], sinew_blender *blender,
                sinew_palette_matrix *const out[2])
{
    const size_t size = (size_t)own->model->skin_joint_count * sizeof **out;
    int frames = 0;
    is_frame_thread = 1;
    for (int clip = -1, since = 0; !own->failed; ++since, ++frames) {
        const int next = clip < 0 || since >= 30 ? clip + 1 : CLIPS;
        if (clip == CLIPS - 1 && since >= 30) break;
        if (next < CLIPS && own->slot[next] == SINEW_NONE)
            sched_yield(); // plays on until the clip is there
        if (next < CLIPS && own->slot[next] != SINEW_NONE) {
            for (int k = 0; k < 2; ++k) {
                const sinew_mixer_clip start = {.clip = k ? own->slot[next] : next, .fade = 0.2};
                if (sinew_mixer_play(mixers[k], 0, &start, NULL) != SINEW_OK) return 0;
            }
            clip = next;
            own->playing = clip;
            since = 0;
        }
        for (int k = 0; k < 2; ++k) {
            sinew_mixer_advance(mixers[k], 1 / 60.0);
            sinew_mixer_evaluate_palette(mixers[k], blender, out[k], NULL);
        }
        if (memcmp(out[0], out[1], size) != 0) return 0;
    }
    is_frame_thread = 0;
    return frames;
}

/// The clips of a file, cut into twenty.
static sinew_model *cut(sinew_model *model)
{
    sinew_error error;
    while (model && model->clip_count < CLIPS) {
        int32_t longest = 0;
        for (int32_t i = 1; i < model->clip_count; ++i)
            if (model->clips[i].duration > model->clips[longest].duration) longest = i;
        const double middle = model->clips[longest].duration / 2;
        sinew_model *halves = NULL;
        const sinew_edit_step split = {.kind = SINEW_EDIT_SPLIT,
                                       .clips = &longest,
                                       .clip_count = 1,
                                       .times = &middle,
                                       .time_count = 1};
        if (sinew_model_edit(model, &split, 1, NULL, &halves, &error) != SINEW_OK)
            fprintf(stderr, "%s\n", error.message);
        sinew_model_destroy(model);
        model = halves;
    }
    sinew_model *baked = NULL;
    if (model && sinew_model_bake(model, NULL, &baked, &error) != SINEW_OK)
        fprintf(stderr, "%s\n", error.message);
    sinew_model_destroy(model);
    return baked;
}

int main(int argc, char **argv)
{
    static const sinew_allocator counting = {allocate, resize, release, NULL};
    static stream own;
    if (argc != 3) {
        fprintf(stderr, "usage: stream_clips FILE FOLDER\n");
        return 2;
    }
    sinew_error error = {0};
    sinew_model *loaded = NULL;
    if (sinew_set_allocator(&counting, &error) != SINEW_OK ||
        sinew_model_load(argv[1], NULL, &loaded, &error) != SINEW_OK) {
        fprintf(stderr, "%s: %s\n", argv[1], error.message);
        return 1;
    }
    sinew_model *model = cut(loaded);
    sinew_mixer *mixers[2] = {NULL, NULL};
    sinew_blender *blender = NULL;
    sinew_palette_matrix *palettes[2] = {NULL, NULL};
    int frames = 0;
    own.model = model;
    own.folder = argv[2];
    for (int i = 0; i < CLIPS; ++i) own.slot[i] = SINEW_NONE;
    pthread_t loader;
    if (model && sinew_model_reserve_clip_slots(model, SLOTS, &error) == SINEW_OK &&
        write_clips(&own) && sinew_mixer_create(model, &mixers[0], &error) == SINEW_OK &&
        sinew_mixer_create(model, &mixers[1], &error) == SINEW_OK &&
        sinew_blender_create(model, &blender, &error) == SINEW_OK) {
        for (int k = 0; k < 2; ++k)
            palettes[k] = sinew_allocate((size_t)model->skin_joint_count * sizeof *palettes[k]);
        const long before = held;
        most_held = before;
        if (pthread_create(&loader, NULL, load_all, &own) == 0) {
            frames = play(&own, mixers, blender, palettes);
            own.failed |= frames == 0;
            own.playing = CLIPS;
            for (int k = 0; k < 2; ++k) sinew_mixer_stop(mixers[k], 0, 0);
            pthread_join(loader, NULL);
        }
        const long most = most_held - before;
        printf("%s, at most %ld of %d KB, %ld allocations in frames, %s\n",
               own.failed ? "stopped" : "20 clips played", (most + 1023) / 1024, BUDGET / 1024,
               (long)frame_allocations, frames ? "frames as inside the model" : "frames differ");
        own.failed |= most > BUDGET || frame_allocations > 0;
    } else {
        fprintf(stderr, "%s\n", error.message);
        own.failed = 1;
    }
    for (int k = 0; k < 2; ++k) {
        sinew_mixer_destroy(mixers[k]);
        sinew_free(palettes[k]);
    }
    sinew_blender_destroy(blender);
    sinew_model_destroy(model);
    return own.failed ? 1 : 0;
}
