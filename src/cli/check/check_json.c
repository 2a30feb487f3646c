#include "cli/check/check_output.h"
#include "cli/check/finding_text.h"
#include "cli/framework/json.h"

static void put_command(const sinew__finding *finding, const char *path, cli_json *json)
{
    sinew__buffer command = {0};
    cli_put_finding_command(finding, path, 0, &command);
    const int is_empty = command.size == 0;
    sinew__buffer_put_character(&command, '\0');
    if (command.failed)
        json->out->failed = 1;
    else
        cli_json_text(json, "command", is_empty ? NULL : command.text);
    sinew__buffer_free(&command);
}

static void put_finding(const sinew__finding *finding, const char *path, cli_json *json)
{
    cli_json_object(json, NULL);
    cli_json_text(json, "code", finding->code);
    cli_json_text(json, "severity", sinew__word_of(cli_severities, finding->severity)->name);
    cli_json_text(json, "clip", finding->clip);
    cli_json_text(json, "node", finding->node);
    if (finding->count >= 0)
        cli_json_whole(json, "count", finding->count);
    else
        cli_json_null(json, "count");
    cli_json_number(json, "time_s", finding->time); // NaN: null
    cli_json_number(json, "measured", finding->measured);
    cli_json_number(json, "expected", finding->expected);
    cli_json_text(json, "unit", finding->unit);
    cli_json_text(json, "text", finding->text);
    put_command(finding, path, json);
    cli_json_end_object(json);
}

static void put_unjudged(const sinew__unjudged *unjudged, cli_json *json)
{
    cli_json_object(json, NULL);
    cli_json_text(json, "code", unjudged->code);
    cli_json_text(json, "clip", unjudged->clip);
    cli_json_text(json, "reason", unjudged->reason);
    cli_json_end_object(json);
}

static void put_file(const cli_checked_file *file, cli_json *json)
{
    const sinew__check_report *report = &file->report;
    cli_json_object(json, NULL);
    cli_json_text(json, "file", file->path);
    cli_json_text(json, "verdict", cli_verdict_names[cli_verdict_of(file)]);
    cli_json_array(json, "findings");
    for (size_t i = 0; i < report->count; ++i) put_finding(&report->findings[i], file->path, json);
    cli_json_end_array(json);
    cli_json_whole(json, "omitted", (int64_t)report->dropped);
    cli_json_array(json, "not_evaluated");
    for (size_t i = 0; i < report->unjudged_count; ++i) put_unjudged(&report->unjudged[i], json);
    cli_json_end_array(json);
    cli_json_end_object(json);
}

void cli_put_check_json(const cli_check_run *run, sinew__buffer *out)
{
    cli_json json = cli_json_begin(out);
    cli_json_object(&json, NULL);
    cli_json_text(&json, "schema", "sinew.check/1");
    cli_json_array(&json, "files");
    for (size_t i = 0; i < run->count; ++i) put_file(&run->files[i], &json);
    cli_json_end_array(&json);
    cli_json_end_object(&json);
    sinew__buffer_put_character(out, '\n');
}
