#include "program/cli/framework/file_outputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/buffer.h"
#include "core/base/memory.h"
#include "core/platform/file.h"
#include "core/platform/folder.h"
#include "core/platform/thread.h"
#include "program/cli/framework/output_name.h"
#include "program/cli/framework/report.h"
#include "sinew/memory.h"

int cli_output_is_folder(const cli_file_outputs *outputs)
{
    const char *output = outputs->output;
    const size_t length = output ? strlen(output) : 0;
    if (length == 0) return 0;
    if (output[length - 1] == '/') return 1;
    const char *slash = strrchr(output, '/'), *name = slash ? slash + 1 : output, *dot = strrchr(name, '.');
    const int has_extension = dot && dot > name && dot[1];
    return !has_extension && sinew__is_folder(output);
}

/// One file and its output.
typedef struct file_output {
    const char *path;
    char *pattern, *name; ///< from the allocator; the name is NULL if it has times
    sinew__buffer messages;
    int code, is_skipped, is_done;
} file_output;

typedef struct file_loop {
    const cli_file_run *run;
    file_output *items; ///< [count]
    size_t count;
    cli_progress progress;
    sinew__lock lock;
    size_t printed; ///< files whose messages have been printed; with the lock held
} file_loop;

// ---- names ---------------------------------------------------------------------------------------------------------

char *cli_pattern_in_folder(const char *folder, const char *path, const char *below, const char *extension)
{
    sinew__buffer pattern = {0}, whole = {0};
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash + 1 : path, '.');
    const char *inside = below ? below : "";
    sinew__buffer_put_text(&whole, folder);
    if (folder[strlen(folder) - 1] != '/') sinew__buffer_put_character(&whole, '/');
    sinew__buffer_put(&whole, inside, sinew__folder_length(inside));
    sinew__buffer_put_character(&whole, '\0');
    if (!whole.failed) cli_put_name_pattern(&pattern, whole.text);
    sinew__buffer_put_text(&pattern, "{file}");
    if (extension) sinew__buffer_format(&pattern, ".%s", extension);
    if (!extension && dot) cli_put_name_pattern(&pattern, dot);
    sinew__buffer_put_character(&pattern, '\0');
    const int failed = pattern.failed || whole.failed;
    sinew__buffer_free(&whole);
    if (!failed) return pattern.text;
    sinew__buffer_free(&pattern);
    return NULL;
}

/// Names the output of a file: the pattern that was given, or DIR/below/{file}.extension.
static int name_output(const cli_file_run *run, const char *path, const char *below, file_output *out)
{
    const char *output = run->outputs->output;
    out->path = path;
    if (cli_output_is_folder(run->outputs)) {
        out->pattern = cli_pattern_in_folder(output, path, below, run->extension);
    } else {
        out->pattern = sinew__allocate(strlen(output) + 1);
        if (out->pattern) strcpy(out->pattern, output);
    }
    if (!out->pattern) return cli_fail_memory(run->context);
    return run->has_times ? 0 : cli_name_output(run->context, out->pattern, path, &out->name);
}

/// Names all outputs, and fails if two are equal.
static int name_outputs(file_loop *loop, const cli_files *files)
{
    const cli_file_run *run = loop->run;
    int failed = 0;
    for (size_t i = 0; i < loop->count && !failed; ++i)
        failed = name_output(run, files->paths[i], files->below ? files->below[i] : NULL, &loop->items[i]);
    if (failed || run->has_times || loop->count < 2) return failed;
    char **names = calloc(loop->count, sizeof *names);
    if (!names) return cli_fail_memory(run->context);
    for (size_t i = 0; i < loop->count; ++i) names[i] = loop->items[i].name;
    failed = cli_check_names(run->context, names, loop->count);
    free(names);
    return failed;
}

// ---- files ---------------------------------------------------------------------------------------------------------

/// Prints the messages of the files that are done, up to the first that is not.
static void print_messages(file_loop *loop)
{
    for (; loop->printed < loop->count && loop->items[loop->printed].is_done; ++loop->printed) {
        file_output *item = &loop->items[loop->printed];
        if (item->messages.failed)
            (void)cli_fail_memory(loop->run->context);
        else if (item->messages.size > 0)
            cli_progress_put_message(item->messages.text, item->messages.size);
        sinew__buffer_free(&item->messages);
    }
}

static void write_one(void *work, int32_t index, int32_t worker)
{
    file_loop *loop = work;
    (void)worker;
    const cli_file_run *run = loop->run;
    file_output *item = &loop->items[index];
    cli_context context = *run->context;
    sinew__file_status status;
    if (loop->count > 1) context.held = &item->messages;
    item->is_skipped = !run->outputs->clobber && item->name && strcmp(item->name, "-") != 0 &&
                       sinew__file_status_of_path(item->name, &status);
    context.creates_folders = cli_output_is_folder(run->outputs);
    if (!item->is_skipped) item->code = run->write(&context, item->path, item->pattern, run->user);
    cli_progress_add(&loop->progress);
    sinew__lock_take(&loop->lock);
    item->is_done = 1;
    print_messages(loop);
    sinew__lock_release(&loop->lock);
}

/// On as many threads as asked for, or on this one alone if no pool can be created.
static void write_all(file_loop *loop)
{
    const int32_t count = (int32_t)loop->count, asked = loop->run->outputs->threads;
    const int32_t threads = asked > 0 ? asked : (int32_t)sinew__processor_count();
    sinew__thread_pool *pool = count > 1 && threads > 1 ? sinew__thread_pool_create(count < threads ? count : threads)
                                                        : NULL;
    if (pool)
        sinew__thread_pool_for(pool, count, write_one, loop);
    else
        for (int32_t i = 0; i < count; ++i) write_one(loop, i, 0);
    sinew__thread_pool_destroy(pool);
}

/// Returns the exit code. Several files end with one line that counts them, a single skipped one with a warning.
static int summarize(const file_loop *loop)
{
    const cli_file_run *run = loop->run;
    cli_tally tally = {0};
    size_t skipped = 0;
    for (size_t i = 0; i < loop->count; ++i) {
        cli_count_file(&tally, loop->items[i].code);
        skipped += (size_t)loop->items[i].is_skipped;
    }
    if (loop->count == 1) {
        if (skipped > 0) cli_warn(run->context, loop->items[0].name, "exists: not replaced because of --no-clobber");
        return tally.code;
    }
    if (tally.failed == 0 && !run->context->quiet && !run->context->json) {
        char text[100], more[60] = "";
        if (skipped > 0) snprintf(more, sizeof more, "; %zu outputs exist", skipped);
        const int length = snprintf(text, sizeof text, "sinew: %s %zu of %zu files%s\n", run->done,
                                    loop->count - skipped, loop->count, more);
        cli_progress_put_message(text, (size_t)length);
    }
    return cli_fail_some(run->context, &tally);
}

int cli_run_files(const cli_file_run *run, const cli_files *files)
{
    file_loop loop = {.run = run, .count = files->count, .lock = SINEW__UNLOCKED};
    int code = cli_output_is_folder(run->outputs)
                   ? 0
                   : cli_check_file_names(run->context, run->outputs->output, files->count);
    if (code) return code;
    loop.items = calloc(files->count, sizeof *loop.items);
    if (!loop.items) return cli_fail_memory(run->context);
    code = name_outputs(&loop, files);
    if (!code) {
        sinew__file_status status;
        for (size_t i = 0; i < files->count; ++i) // no output replaces a file that is read later
            if (sinew__file_status_of_path(files->paths[i], &status)) sinew__input_note(status.device, status.inode);
        loop.progress = cli_progress_begin(run->context, run->done, "files", files->count);
        write_all(&loop);
        cli_progress_end(&loop.progress);
        code = summarize(&loop);
    }
    for (size_t i = 0; i < loop.count; ++i) {
        sinew_free(loop.items[i].pattern);
        sinew_free(loop.items[i].name);
        sinew__buffer_free(&loop.items[i].messages);
    }
    free(loop.items);
    return code;
}
