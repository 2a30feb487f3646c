/// sinew formats: lists the formats that are read and written, in the same table as docs/formats.md.
#include <stdio.h>
#include <string.h>

#include "author/export/export_writers.h"
#include "core/base/json.h"
#include "program/cli/framework/command.h"
#include "program/cli/framework/report.h"
#include "program/cli/framework/rows.h"
#include "sinew/export.h"

typedef struct formats_settings {
    int format;
} formats_settings;

static const formats_settings defaults = {.format = CLI_FORMAT_DEFAULT};

static const cli_option options[] = {CLI_FORMAT_OPTION(formats_settings, format, 1u << CLI_FORMAT_CSV), {0}};

/// One format: the parts of a file that are read, and the reader.
typedef struct format_row {
    const char *format;
    const char *extensions; ///< separated by commas
    const char *reader, *skeleton, *skin, *morphs, *clips, *cameras, *materials;
    const char *written; ///< commands that write the format, found at run time
} format_row;

static const format_row read_formats[] = {
    {"FBX", "fbx", "sinew; Assimp for meshes", "yes", "yes", "yes", "curves, layers", "yes", "yes", NULL},
    {"glTF", "glb,gltf", "sinew", "yes", "yes", "yes", "keys", "yes", "yes", NULL},
    {"Collada", "dae", "sinew for animation; Assimp", "yes", "yes", "no", "curves", "yes", "yes", NULL},
    {"BVH", "bvh", "Assimp", "yes", "-", "-", "frames", "-", "-", NULL},
    {"sinew", "sinew", "sinew", "yes", "yes", "yes", "baked, curves", "yes", "yes", NULL},
    {"X", "x", "Assimp", "yes", "yes", "no", "keys", "-", "yes", NULL},
    {"3DS", "3ds", "Assimp", "nodes", "-", "-", "keys", "untested", "yes", NULL},
    {"OBJ", "obj", "Assimp", "-", "-", "-", "-", "-", "yes", NULL},
    {"MD5", "md5mesh", "Assimp", "yes", "yes", "-", "untested", "untested", "yes", NULL},
    {"MS3D", "ms3d", "Assimp", "yes", "yes", "-", "untested", "-", "yes", NULL},
    {"STL", "stl", "Assimp", "-", "-", "-", "-", "-", "-", NULL},
    {"PLY", "ply", "Assimp", "-", "-", "-", "-", "-", "-", NULL},
    {"fbx-ascii", "fbx", NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL},
    {"CSV", "csv", NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL},
    {"JSON lines", "jsonl", NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL},
};

static const cli_column columns[] = {
    {"format", "format", "format", CLI_CELL_TEXT, CLI_FIELD(format_row, format)},
    {"extensions", "extensions", "extensions", CLI_CELL_TEXT, CLI_FIELD(format_row, extensions)},
    {"reader", "reader", "reader", CLI_CELL_TEXT, CLI_FIELD(format_row, reader)},
    {"skeleton", "skeleton", "skeleton", CLI_CELL_TEXT, CLI_FIELD(format_row, skeleton)},
    {"skin", "skin", "skin", CLI_CELL_TEXT, CLI_FIELD(format_row, skin)},
    {"morphs", "morphs", "morphs", CLI_CELL_TEXT, CLI_FIELD(format_row, morphs)},
    {"clips", "clips", "clips", CLI_CELL_TEXT, CLI_FIELD(format_row, clips)},
    {"cameras", "cameras", "cameras", CLI_CELL_TEXT, CLI_FIELD(format_row, cameras)},
    {"materials", "materials", "materials", CLI_CELL_TEXT, CLI_FIELD(format_row, materials)},
    {"written by", "written_by", "written_by", CLI_CELL_TEXT, CLI_FIELD(format_row, written)},
    {0},
};

/// Returns the commands that write a format, by its name or its first extension.
static const char *find_writers(const format_row *row)
{
    char name[16];
    if (strcmp(row->format, "sinew") == 0) return "bake, edit";
    snprintf(name, sizeof name, "%.*s", (int)strcspn(row->extensions, ","), row->extensions);
    const sinew_export_format *format = sinew__export_format_named(row->format);
    if (!format) format = sinew__export_format_named(name);
    if (!format) return NULL;
    const int is_clip = format->contents == SINEW_EXPORT_CLIP || format->contents == SINEW_EXPORT_MODEL;
    return is_clip ? "export, edit" : "export";
}

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    (void)files;
    const formats_settings *given = settings;
    sinew__buffer out = {0};
    sinew__json_writer json = sinew__json_begin(&out);
    cli_rows rows = {.columns = columns,
                     .format = cli_format_of(context, given->format),
                     .json = &json,
                     .color = cli_wants_color(context)};
    const int is_json = rows.format == CLI_FORMAT_JSON;
    if (is_json) {
        sinew__json_put_object(&json, NULL);
        sinew__json_put_text(&json, "schema", "sinew.formats/1");
        sinew__json_put_array(&json, "formats");
    }
    if (rows.format == CLI_FORMAT_CSV) cli_rows_put_csv_titles(columns, 0, &out);
    for (size_t i = 0; i < sizeof read_formats / sizeof *read_formats; ++i) {
        format_row row = read_formats[i];
        row.written = find_writers(&row);
        if (is_json) sinew__json_put_object(&json, NULL);
        cli_rows_add(&rows, &row);
        if (is_json) sinew__json_end_object(&json);
    }
    cli_rows_end_table(&rows);
    if (is_json) {
        sinew__json_end_array(&json);
        sinew__json_end_object(&json);
        sinew__buffer_put_character(&out, '\n');
    }
#ifndef SINEW_IMPORT_ASSIMP
    if (rows.format == CLI_FORMAT_TEXT)
        sinew__buffer_put_text(&out, "\nThis build has no Assimp: it reads FBX, glTF and sinew.\n");
#endif
    return cli_write_stdout(context, &out);
}

const cli_command cli_formats_command = {
    .name = "formats",
    .summary = "list the formats that are read and written",
    .usage = "[--format text|json|csv]",
    .description = "The content of a file selects its format. untested: depends on the installed Assimp.\n"
                   "Images: PNG, JPEG, TGA, BMP, GIF, TIFF, WebP and DDS are read; render writes PNG, JPEG and films.",
    .options = options,
    .settings_size = sizeof(formats_settings),
    .defaults = &defaults,
    .min_files = 0,
    .max_files = -1,
    .examples = "sinew formats\n"
                "sinew formats --json\n"
                "sinew formats --format csv > formats.csv",
    .run = run,
    .seconds = 60,
};
