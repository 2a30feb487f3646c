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
    const char *name = sinew__file_name(output), *dot = strrchr(name, '.');
    const int has_extension = dot && dot > name && dot[1];
    return !has_extension && sinew__is_folder(output);
}

/// One input file and its output.
typedef struct file_output {
    const char *path;
    char *pattern, *name; ///< from sinew__allocate; `name` is NULL if the output's name contains times
    int code, is_skipped;
} file_output;

typedef struct file_loop {
    const cli_file_run *run;
    file_output *items; ///< [count]
    size_t count;
    cli_progress progress;
} file_loop;

// ---- messages in order ---------------------------------------------------------------------------------------------

/// Work on several threads whose messages are printed in the order of the files.
typedef struct ordered_run {
    const cli_context *context;
    cli_file_work *work;
    void *user;
    sinew__buffer *messages; ///< [count]
    char *is_done;           ///< [count]
    size_t count, printed;   ///< number of files; number of files whose messages were printed, guarded by the lock
    sinew__lock lock;
} ordered_run;

static void do_one(void *user, int32_t index, int32_t worker)
{
    (void)worker;
    ordered_run *run = user;
    cli_context context = *run->context;
    context.held = &run->messages[index];
    run->work(&context, (size_t)index, run->user);
    sinew__lock_take(&run->lock);
    run->is_done[index] = 1;
    for (; run->printed < run->count && run->is_done[run->printed]; ++run->printed) {
        sinew__buffer *messages = &run->messages[run->printed];
        if (messages->failed)
            (void)cli_fail_memory(run->context);
        else if (messages->size > 0)
            cli_progress_put_message(messages->text, messages->size);
        sinew__buffer_free(messages);
    }
    sinew__lock_release(&run->lock);
}

int cli_for_files(const cli_context *context, size_t count, int32_t threads, cli_file_work *work, void *user)
{
    if (count == 1) {
        work(context, 0, user);
        return 0;
    }
    ordered_run run = {context, work, user, NULL, NULL, count, 0, SINEW__UNLOCKED};
    run.messages = calloc(count, sizeof *run.messages);
    run.is_done = calloc(count, 1);
    if (!run.messages || !run.is_done) {
        free(run.messages);
        free(run.is_done);
        return cli_fail_memory(context);
    }
    const int32_t limit = threads > 0 ? threads : (int32_t)sinew__processor_count(), files = (int32_t)count;
    sinew__thread_pool *pool = limit > 1 ? sinew__thread_pool_create(files < limit ? files : limit) : NULL;
    if (pool)
        sinew__thread_pool_for(pool, files, do_one, &run);
    else // one thread was requested, or no pool can be created
        for (int32_t i = 0; i < files; ++i) do_one(&run, i, 0);
    sinew__thread_pool_destroy(pool);
    free(run.messages);
    free(run.is_done);
    return 0;
}

// ---- names ---------------------------------------------------------------------------------------------------------

char *cli_pattern_in_folder(const char *folder, const char *path, const char *below, const char *extension)
{
    sinew__buffer pattern = {0}, whole = {0};
    const char *dot = strrchr(sinew__file_name(path), '.'), *inside = below ? below : "";
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

/// Names the output of a file: the pattern of -o, or DIR/below/{file}.extension.
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

/// Names all outputs, and fails if two names are equal.
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

static void write_one(const cli_context *given, size_t index, void *user)
{
    file_loop *loop = user;
    const cli_file_run *run = loop->run;
    file_output *item = &loop->items[index];
    cli_context context = *given;
    sinew__file_status status;
    item->is_skipped = !run->outputs->clobber && item->name && strcmp(item->name, "-") != 0 &&
                       sinew__file_status_of_path(item->name, &status);
    context.creates_folders = cli_output_is_folder(run->outputs);
    if (!item->is_skipped) item->code = run->write(&context, item->path, item->pattern, run->user);
    cli_progress_add(&loop->progress);
}

int cli_summarize_files(const cli_context *context, const char *done, const cli_tally *tally, size_t skipped)
{
    if (tally->failed == 0 && !context->quiet && !context->json) {
        char text[100], more[60] = "";
        if (skipped > 0) snprintf(more, sizeof more, "; %zu outputs exist", skipped);
        const int length = snprintf(text, sizeof text, "sinew: %s %zu of %zu files%s\n", done, tally->count - skipped,
                                    tally->count, more);
        cli_progress_put_message(text, (size_t)length);
    }
    return cli_fail_some(context, tally);
}

int cli_run_files(const cli_file_run *run, const cli_files *files)
{
    file_loop loop = {.run = run, .count = files->count};
    int code =
        cli_output_is_folder(run->outputs) ? 0 : cli_check_file_names(run->context, run->outputs->output, files->count);
    if (code) return code;
    loop.items = calloc(files->count, sizeof *loop.items);
    if (!loop.items) return cli_fail_memory(run->context);
    code = name_outputs(&loop, files);
    if (!code) {
        sinew__file_status status;
        for (size_t i = 0; i < files->count; ++i) // an output must not replace a file that is read later
            if (sinew__file_status_of_path(files->paths[i], &status)) sinew__input_note(status.device, status.inode);
        loop.progress = cli_progress_begin(run->context, run->done, "files", files->count);
        code = cli_for_files(run->context, loop.count, run->outputs->threads, write_one, &loop);
        cli_progress_end(&loop.progress);
    }
    if (!code) {
        cli_tally tally = {0};
        size_t skipped = 0;
        for (size_t i = 0; i < loop.count; ++i) {
            cli_count_file(&tally, loop.items[i].code);
            skipped += (size_t)loop.items[i].is_skipped;
        }
        if (loop.count == 1 && skipped > 0)
            cli_warn(run->context, loop.items[0].name, "exists: not replaced because of --no-clobber");
        code = loop.count == 1 ? tally.code : cli_summarize_files(run->context, run->done, &tally, skipped);
    }
    for (size_t i = 0; i < loop.count; ++i) {
        sinew_free(loop.items[i].pattern);
        sinew_free(loop.items[i].name);
    }
    free(loop.items);
    return code;
}
