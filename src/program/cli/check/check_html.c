// `check --format html`: a page with the viewer and the findings.
#include <stdlib.h>
#include <string.h>

#include "core/base/json.h"
#include "program/cli/check/check_files.h"
#include "program/cli/framework/report.h"
#include "program/cli/page/page.h"

static void put_html_finding(const cli_check_run *run, const check_finding *finding, const char *path,
                             sinew__json_writer *json)
{
    sinew__json_put_object(json, NULL);
    sinew__json_put_text(json, "code", finding->code);
    sinew__json_put_text(json, "severity", sinew__word_of(check_severities, (int)finding->severity)->name);
    sinew__json_put_text(json, "text", finding->text);
    sinew__buffer where = {0}, command = {0};
    cli_put_finding_location(finding, &where);
    cli_put_finding_command(run, finding, path, 1, &command);
    sinew__buffer_put_character(&where, '\0');
    sinew__buffer_put_character(&command, '\0');
    if (where.failed || command.failed) json->out->failed = 1;
    sinew__json_put_text(json, "where", where.failed ? "" : where.text);
    sinew__json_put_text(json, "command", command.failed ? "" : command.text);
    sinew__buffer_free(&where);
    sinew__buffer_free(&command);
    sinew__json_put_text(json, "clip", finding->clip);
    sinew__json_put_text(json, "node", finding->node);
    sinew__json_put_number(json, "time", finding->time);
    const char *view = NULL; // value of --view in the finding's command
    for (int i = 0; i + 1 < finding->command_count; ++i)
        if (strcmp(finding->command[i], "--view") == 0) view = finding->command[i + 1];
    sinew__json_put_text(json, "view", view);
    sinew__json_end_object(json);
}

int cli_put_check_html(const cli_check_run *run, double most_bytes, sinew__buffer *out)
{
    cli_page_report report = {.animations = run->animations, .most_bytes = most_bytes};
    const char **paths = malloc(2 * run->count * sizeof *paths + 1); // [count] paths, then [count] links
    sinew__json_writer json = sinew__json_begin(&report.files);
    json.is_plain = 1;
    sinew__json_put_array(&json, NULL);
    for (size_t i = 0; i < run->count && paths; ++i) {
        const cli_checked_file *file = &run->files[i];
        sinew__json_put_object(&json, NULL);
        sinew__json_put_text(&json, "name", file->link);
        sinew__json_put_text(&json, "verdict", cli_verdict_names[cli_verdict_of(file)]);
        sinew__json_put_array(&json, "findings");
        for (size_t k = 0; k < file->report.count; ++k)
            put_html_finding(run, &file->report.findings[k], file->shown, &json);
        sinew__json_end_array(&json);
        sinew__json_end_object(&json);
        if (file->report.count == 0 || file->is_unreadable) continue;
        paths[run->count + report.models.count] = file->link;
        paths[report.models.count++] = file->path;
    }
    sinew__json_end_array(&json);
    report.models.paths = paths;
    report.names = paths ? paths + run->count : NULL;
    const int failed =
        !paths || report.files.failed ? cli_fail_memory(run->context) : cli_put_page_report(run->context, &report, out);
    sinew__buffer_free(&report.files);
    free(paths);
    return failed;
}
