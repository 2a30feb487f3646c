/// sinew info FILE…
#include <math.h>
#include <stdlib.h>

#include "author/retarget/retarget.h"
#include "core/base/json.h"
#include "core/base/number.h"
#include "core/base/printable.h"
#include "program/check/contract.h"
#include "program/cli/facts/clip_facts.h"
#include "program/cli/facts/info_lists.h"
#include "program/cli/framework/command.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/report.h"
#include "program/cli/framework/text_table.h"
#include "runtime/model/look_up.h"
#include "runtime/motion/motion.h"
#include "runtime/view/view.h"
#include "sinew/bake.h"
#include "sinew/clip.h"
#include "sinew/retarget.h"

typedef struct info_settings {
    const char *clip;
    cli_texts animations;
    int contacts, recursive;
} info_settings;

static const cli_option options[] = {
    {"clip", 0, CLI_TEXT, "CLIP", "show only the clips with this name, #N or glob", CLI_FIELD(info_settings, clip),
     .complete = CLI_COMPLETE_CLIP},
    CLI_ANIM_OPTION(info_settings, animations),
    {"contacts", 0, CLI_SWITCH, NULL, "show when the feet are on the ground", CLI_FIELD(info_settings, contacts)},
    CLI_RECURSIVE_OPTION(info_settings, recursive),
    {0},
};

enum { MAX_LINES = 12 }; // lines of meshes, textures and warnings that are shown without --verbose

/// The motion of the character in a clip; NaN if it is not known.
typedef struct clip_motion {
    sinew__travel travel;
    sinew__loop_facts loop;
    int has_reference; ///< the first frame is a reference pose, not part of the motion
} clip_motion;

/// The file that is described, and measured facts about it.
typedef struct info_file {
    const cli_context *context;
    const char *path;
    const char *clip; ///< pattern of the clips to show; NULL: all
    const sinew_model *model;
    const cli_texture_state *textures; ///< [texture_count]
    const clip_motion *motions;        ///< [clip_count]
    const cli_foot_contacts *contacts; ///< set with --contacts, else NULL
    double front;                      ///< direction that the body faces, in degrees from the file's front; NaN:
                                       ///< unknown, without an upright body
    double height;                     ///< approximate height of the body in metres; 0: no body
} info_file;

static int shows_clip(const info_file *info, int32_t clip)
{
    return !info->clip || sinew__clip_matches(info->model, clip, info->clip);
}

static const char *text_of(const info_file *info, sinew_text_ref ref)
{
    return sinew_text(info->model, ref);
}

static const char *text_or_null(const info_file *info, sinew_text_ref ref)
{
    const char *text = text_of(info, ref);
    return *text ? text : NULL;
}

static int32_t count_author_joints(const sinew_model *model)
{
    int32_t count = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) count += (model->joints[i].flags & SINEW_JOINT_HELPER) == 0;
    return count;
}

/// Counts the textures whose images can be drawn; with `are_broken`, those whose images exist but cannot be drawn.
static int32_t count_textures(const info_file *info, int are_broken)
{
    int32_t count = 0;
    for (int32_t i = 0; i < info->model->texture_count; ++i) {
        const cli_texture_state *state = &info->textures[i];
        count += state->location != CLI_TEXTURE_MISSING && (*state->problem != '\0') == are_broken;
    }
    return count;
}

/// Returns the number of joints that influence at least one vertex of a mesh; -1 when out of memory.
static int32_t count_mesh_joints(const sinew_model *model, const sinew_mesh *mesh)
{
    if (!(mesh->flags & SINEW_MESH_SKINNED)) return 0;
    uint8_t *used = calloc((size_t)model->joint_count + 1, 1);
    if (!used) return -1;
    const uint32_t *start = model->influence_start + mesh->first_vertex;
    for (uint32_t i = start[0]; i < start[mesh->vertex_count]; ++i) {
        const sinew_influence *influence = &model->influences[i];
        if (influence->weight != 0) used[model->skin_joints[influence->skin_joint].joint] = 1;
    }
    int32_t count = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) count += used[i];
    free(used);
    return count;
}

// ---- JSON ---------------------------------------------------------------------------------------------------------

/// Puts a number that depends on the frame rate; null if the file has none.
static void put_rate_number(sinew__json_writer *json, const char *key, double number, double fps)
{
    sinew__json_put_number(json, key, fps > 0 ? number : (double)NAN);
}

static void put_rate_whole(sinew__json_writer *json, const char *key, double number, double fps)
{
    if (fps > 0)
        sinew__json_put_whole(json, key, (int64_t)fmin(number, 9e15));
    else
        sinew__json_put_null(json, key);
}

/// Finds the direction that the character faces; views from the front show the character from this side. If the
/// direction is unknown (info->front is NaN), finds the direction of the file's front.
static void find_direction(const info_file *info, double out[3])
{
    const sinew_bounds bounds = {.front = isnan(info->front) ? 0 : info->front};
    double up[3], left[3];
    sinew__view_axes(info->model, &bounds, up, out, left);
}

static void put_file_json(const info_file *info, sinew__json_writer *json)
{
    const sinew_model_info *facts = info->model->info;
    sinew__json_put_object(json, "format");
    sinew__json_put_text(json, "name", text_or_null(info, facts->format));
    sinew__json_put_text(json, "version", text_or_null(info, facts->version));
    sinew__json_put_text(json, "encoding", text_or_null(info, facts->encoding));
    sinew__json_put_text(json, "generator", text_or_null(info, facts->generator));
    sinew__json_end_object(json);
    sinew__json_put_object(json, "axes");
    sinew__json_put_text(json, "up", text_or_null(info, facts->up));
    sinew__json_put_text(json, "front", text_or_null(info, facts->front));
    sinew__json_put_number(json, "unit_cm", facts->unit_cm);
    put_rate_number(json, "scene_fps", facts->fps, facts->fps);
    sinew__json_end_object(json);
    double direction[3]; // that the character faces
    find_direction(info, direction);
    sinew__json_put_object(json, "view_front");
    sinew__json_put_text(json, "of", isnan(info->front) ? "file" : "body");
    sinew__json_put_number(json, "azimuth_deg", isnan(info->front) ? 0 : info->front);
    sinew__json_put_array(json, "direction");
    for (int i = 0; i < 3; ++i) sinew__json_put_number(json, NULL, direction[i] + 0.0); // + 0.0 turns −0 into 0
    sinew__json_end_array(json);
    sinew__json_end_object(json);
    const double factor = sinew__likely_unit_factor(info->height);
    sinew__json_put_object(json, "body");
    sinew__json_put_number(json, "height_m", info->height > 0 ? info->height : (double)NAN);
    sinew__json_put_number(json, "likely_unit_factor", info->height > 0 && factor > 0 ? factor : (double)NAN);
    sinew__json_end_object(json);
    sinew__json_put_bool(json, "stripped", (int)facts->is_stripped);
    sinew__json_put_object(json, "counts");
    if (facts->is_stripped)
        sinew__json_put_null(json, "nodes");
    else
        sinew__json_put_whole(json, "nodes", info->model->node_count);
    sinew__json_put_whole(json, "joints", count_author_joints(info->model));
    sinew__json_put_whole(json, "meshes", info->model->mesh_count);
    sinew__json_put_whole(json, "vertices", info->model->vertex_count);
    sinew__json_put_whole(json, "clips", info->model->clip_count);
    sinew__json_put_whole(json, "morphs", info->model->morph_count);
    sinew__json_end_object(json);
}

/// Puts the facts of a baked clip, which the engine `fast` plays instead of the curves.
static void put_baked_json(const sinew_baked_info *baked, sinew__json_writer *json)
{
    if (baked->frame_count == 0) {
        sinew__json_put_null(json, "baked");
        return;
    }
    sinew__json_put_object(json, "baked");
    sinew__json_put_text(json, "encoding", "compact");
    sinew__json_put_whole(json, "frames", baked->frame_count);
    sinew__json_put_whole(json, "rotation_bits", 16); // per component of a key
    sinew__json_put_whole(json, "bytes", (int64_t)baked->byte_count);
    sinew__json_put_whole(json, "packed_bytes", (int64_t)baked->packed_byte_count);
    sinew__json_put_number(json, "error", baked->error);
    sinew__json_put_number(json, "rate", baked->rate > 0 ? baked->rate : (double)NAN);
    sinew__json_put_whole(json, "exceptions", baked->exception_count);
    sinew__json_end_object(json);
}

static void put_motion_json(const clip_motion *motion, double size, sinew__json_writer *json)
{
    const sinew__loop_facts *loop = &motion->loop;
    sinew__json_put_number(json, "speed_m_s", motion->travel.speed); // NaN becomes null
    sinew__json_put_number(json, "path_speed_m_s", motion->travel.path_speed);
    sinew__json_put_number(json, "foot_speed_m_s", motion->travel.foot_speed);
    sinew__json_put_number(json, "yaw_rate_deg_s", motion->travel.yaw_rate);
    sinew__json_put_number(json, "net_turn_deg", motion->travel.net_turn);
    sinew__json_put_number(json, "total_turn_deg", motion->travel.total_turn);
    if (loop->is_known) {
        sinew__json_put_bool(json, "loop", sinew__seam_loops(loop->kind));
        sinew__json_put_text(json, "loop_kind", sinew__seam_word(loop->kind));
    } else {
        sinew__json_put_null(json, "loop");
        sinew__json_put_null(json, "loop_kind");
    }
    sinew__json_put_number(json, "loop_error", loop->is_known ? loop->gap.distance / size : (double)NAN);
    sinew__json_put_number(json, "loop_angle_deg", loop->is_known ? loop->gap.degrees : (double)NAN);
    sinew__json_put_bool(json, "reference_pose", motion->has_reference);
}

static void put_clip_json(const info_file *info, int32_t index, sinew__json_writer *json)
{
    const sinew_model *model = info->model;
    const sinew_clip *clip = &model->clips[index];
    const double fps = model->info->fps;
    const sinew_baked_info baked = sinew_clip_baked_info(model, index);
    sinew__json_put_object(json, NULL);
    sinew__json_put_whole(json, "number", index + 1);
    sinew__json_put_text(json, "name", text_of(info, clip->name));
    sinew__json_put_bool(json, "default", sinew__clip_matches(model, index, NULL));
    put_rate_number(json, "fps", fps, fps);
    put_rate_number(json, "start_frame", clip->start * fps, fps);
    sinew__json_put_number(json, "start_s", clip->start);
    put_rate_whole(json, "frames", cli_whole_frames(clip->duration, fps), fps);
    sinew__json_put_number(json, "duration_s", clip->duration);
    sinew__json_put_number(json, "last_key_s", clip->last_key);
    if (model->info->is_stripped)
        sinew__json_put_null(json, "channels");
    else
        sinew__json_put_whole(json, "channels", cli_count_channels(model, clip));
    sinew__json_put_whole(json, "animated_joints", clip->animated_joints);
    sinew__json_put_whole(json, "keys", clip->key_time_count);
    put_motion_json(&info->motions[index], model->info->size, json);
    put_rate_whole(json, "subframe_keys", cli_count_subframe_keys(model, clip, fps), fps);
    put_baked_json(&baked, json);
    cli_put_events_json(model, index, json);
    cli_foot_contacts_put_clip(info->contacts, index, json);
    sinew__json_end_object(json);
}

static void put_mesh_json(const info_file *info, const sinew_mesh *mesh, sinew__json_writer *json)
{
    const int32_t joints = count_mesh_joints(info->model, mesh);
    if (joints < 0) json->out->failed = 1;
    sinew__json_put_object(json, NULL);
    sinew__json_put_text(json, "name", text_of(info, mesh->name));
    sinew__json_put_text(json, "object", text_of(info, mesh->object));
    sinew__json_put_whole(json, "vertices", mesh->vertex_count);
    sinew__json_put_whole(json, "triangles", mesh->index_count / 3);
    sinew__json_put_whole(json, "joints", joints);
    sinew__json_put_whole(json, "max_influences", mesh->max_influences);
    sinew__json_put_whole(json, "texcoord_sets",
                          !!(mesh->flags & SINEW_MESH_TEXCOORDS) + !!(mesh->flags & SINEW_MESH_TEXCOORDS2));
    sinew__json_put_bool(json, "hidden", (mesh->flags & SINEW_MESH_HIDDEN) != 0);
    sinew__json_put_array(json, "materials");
    for (int32_t i = mesh->first_submesh; i < mesh->first_submesh + mesh->submesh_count; ++i) {
        const int32_t material = info->model->submeshes[i].material;
        if (material != SINEW_NONE)
            sinew__json_put_text(json, NULL, text_of(info, info->model->materials[material].name));
    }
    sinew__json_end_array(json);
    sinew__json_end_object(json);
}

static void put_json(const info_file *info, sinew__json_writer *json)
{
    const sinew_model *model = info->model;
    sinew__json_put_object(json, NULL);
    sinew__json_put_text(json, "schema", "sinew.info/1");
    sinew__json_put_text(json, "file", info->path);
    put_file_json(info, json);
    cli_foot_contacts_put_feet(info->contacts, json);
    sinew__json_put_array(json, "clips");
    for (int32_t i = 0; i < model->clip_count; ++i)
        if (shows_clip(info, i)) put_clip_json(info, i, json);
    sinew__json_end_array(json);
    sinew__json_put_array(json, "meshes");
    for (int32_t i = 0; i < model->mesh_count; ++i) put_mesh_json(info, &model->meshes[i], json);
    sinew__json_end_array(json);
    cli_put_cameras_json(model, json);
    cli_put_presets_json(model, json);
    sinew__json_put_array(json, "textures");
    for (int32_t i = 0; i < model->texture_count; ++i) {
        const cli_texture_state *state = &info->textures[i];
        sinew__json_put_object(json, NULL);
        sinew__json_put_text(json, "path", text_of(info, info->model->textures[i].path));
        if (state->location == CLI_TEXTURE_EMBEDDED)
            sinew__json_put_null(json, "found");
        else
            sinew__json_put_bool(json, "found", state->location == CLI_TEXTURE_FOUND);
        sinew__json_put_text(json, "problem", *state->problem ? state->problem : NULL);
        sinew__json_end_object(json);
    }
    sinew__json_end_array(json);
    sinew__json_put_array(json, "warnings");
    for (int32_t i = 0; i < model->warning_count; ++i) {
        const sinew_warning *warning = &model->warnings[i];
        sinew__json_put_object(json, NULL);
        sinew__json_put_text(json, "code", text_of(info, warning->code));
        sinew__json_put_text(json, "severity", sinew__word_of(check_severities, (int)warning->severity)->name);
        sinew__json_put_text(json, "node", text_or_null(info, warning->object));
        sinew__json_put_text(json, "text", text_of(info, warning->text));
        sinew__json_end_object(json);
    }
    sinew__json_end_array(json);
    sinew__json_end_object(json);
}

// ---- text ---------------------------------------------------------------------------------------------------------

static void put_count(sinew__buffer *out, const char *separator, int32_t count, const char *one, const char *many)
{
    if (count == 0)
        sinew__buffer_format(out, "%sno %s", separator, many);
    else
        sinew__buffer_format(out, "%s%d %s", separator, (int)count, count == 1 ? one : many);
}

static void put_word(const info_file *info, sinew__buffer *out, const char *separator, sinew_text_ref ref)
{
    if (!*text_of(info, ref)) return;
    sinew__buffer_put_text(out, separator);
    sinew__buffer_put_printable(out, text_of(info, ref));
}

/// Puts the direction that the body faces as an axis, or in degrees from the file's front.
static void put_body_front(const info_file *info, sinew__buffer *out)
{
    double direction[3];
    if (isnan(info->front)) return;
    find_direction(info, direction);
    for (int i = 0; i < 3; ++i) {
        if (fabs(direction[i]) != 1) continue;
        sinew__buffer_format(out, ", body faces %c%c", direction[i] < 0 ? '-' : '+', "XYZ"[i]);
        return;
    }
    sinew__buffer_format(out, ", body faces %.0f° to the %s of it", fabs(info->front),
                         info->front < 0 ? "right" : "left");
}

static void put_head(const info_file *info, sinew__buffer *out)
{
    const sinew_model *model = info->model;
    const sinew_model_info *facts = model->info;
    const int color = cli_wants_color(info->context);
    if (color) sinew__buffer_put_text(out, "\x1b[1m");
    sinew__buffer_put_printable(out, info->path);
    if (color) sinew__buffer_put_text(out, "\x1b[0m");
    put_word(info, out, ": ", facts->format);
    put_word(info, out, " ", facts->version);
    put_word(info, out, " ", facts->encoding);
    put_word(info, out, ", by ", facts->generator);
    put_word(info, out, "\n  ", facts->up);
    put_word(info, out, " up, ", facts->front);
    sinew__buffer_put_text(out, " front");
    put_body_front(info, out);
    sinew__buffer_format(out, ", 1 unit = %.6g cm", facts->unit_cm);
    if (facts->fps > 0) sinew__buffer_format(out, ", %.6g frames per second", facts->fps);
    const double factor = sinew__likely_unit_factor(info->height), unit_cm = info->model->info->unit_cm;
    if (factor != 1) {
        sinew__buffer_format(out, "\n  the body is about %.3g m tall", info->height);
        if (factor > 0)
            sinew__buffer_format(out, "; with a unit of %.4g cm instead of %.4g it would be %.3g m", unit_cm * factor,
                                 unit_cm, info->height * factor);
    }
    put_count(out, "\n  ", count_author_joints(model), "joint", "joints");
    put_count(out, ", ", model->mesh_count, "mesh", "meshes");
    if (model->mesh_count) {
        put_count(out, " of ", model->vertex_count, "vertex", "vertices");
        put_count(out, " and ", model->index_count / 3, "triangle", "triangles");
    }
    if (model->morph_count) put_count(out, ", ", model->morph_count, "morph", "morphs");
    put_count(out, ", ", model->clip_count, "clip", "clips");
    if (facts->is_stripped) sinew__buffer_put_text(out, ", stripped");
    if (model->texture_count) put_count(out, ", ", model->texture_count, "texture", "textures");
    sinew__buffer_put_character(out, '\n');
}

static void add_titles(cli_table *table, const cli_context *context, const char *const *titles, size_t count)
{
    table->has_title = 1;
    table->color = cli_wants_color(context);
    for (size_t i = 0; i < count; ++i) cli_table_add(table, "%s", titles[i]);
}

static void put_clips(const info_file *info, sinew__buffer *out)
{
    static const char *const titles[] = {
        "",     "clip",           "",    "frames",   "seconds",  "from",   "joints",  "channels",
        "keys", "between frames", "m/s", "path m/s", "feet m/s", "turn °", "total °", "loop"};
    const sinew_model *model = info->model;
    const double fps = model->info->fps;
    int has_motion = 0; // whether a shown clip travels farther than rounding and settling feet explain
    for (int32_t i = 0; i < model->clip_count && !has_motion; ++i) {
        const sinew__travel *travel = &info->motions[i].travel;
        has_motion = shows_clip(info, i) && (travel->speed > 0.02 || travel->path_speed > 0.02 ||
                                             travel->foot_speed > 0.02 || travel->total_turn > 2);
    }
    cli_table table = {.alignment = has_motion ? "rllrrrrrrrrrrrrl" : "rllrrrrrrr"};
    if (model->clip_count == 0) return;
    add_titles(&table, info->context, titles, sizeof titles / sizeof *titles - (has_motion ? 0 : 6));
    for (int32_t i = 0; i < model->clip_count; ++i) {
        const sinew_clip *clip = &model->clips[i];
        if (!shows_clip(info, i)) continue;
        cli_table_add(&table, "%d", (int)i + 1);
        cli_table_add_name(&table, text_of(info, clip->name));
        cli_table_add(&table, "%s", sinew__clip_matches(model, i, NULL) ? "default" : "");
        cli_table_add_known(&table, fps > 0, "%.0f", cli_whole_frames(clip->duration, fps));
        cli_table_add(&table, "%.3f", clip->duration);
        cli_table_add(&table, fps > 0 ? "%.7gf" : "%.3fs", fps > 0 ? clip->start * fps : clip->start);
        cli_table_add(&table, "%d", (int)clip->animated_joints);
        cli_table_add_known(&table, !model->info->is_stripped, "%d", (int)cli_count_channels(model, clip));
        cli_table_add(&table, "%d", (int)clip->key_time_count);
        cli_table_add_known(&table, fps > 0, "%d", (int)cli_count_subframe_keys(model, clip, fps));
        if (has_motion) {
            const clip_motion *motion = &info->motions[i];
            const sinew__travel *travel = &motion->travel;
            cli_table_add_known(&table, !isnan(travel->speed), "%.2f", travel->speed);
            cli_table_add_known(&table, !isnan(travel->speed), "%.2f", travel->path_speed);
            cli_table_add_known(&table, !isnan(travel->foot_speed), "%.2f", travel->foot_speed);
            cli_table_add_known(&table, !isnan(travel->speed), "%.0f", travel->net_turn);
            cli_table_add_known(&table, !isnan(travel->speed), "%.0f", travel->total_turn);
            cli_table_add_known(&table, motion->loop.is_known, "%s", sinew__seam_word(motion->loop.kind));
        }
    }
    sinew__buffer_put_character(out, '\n');
    cli_table_put(&table, "  ", out);
}

static int32_t shown_lines(const info_file *info, int32_t count)
{
    return info->context->verbose || count <= MAX_LINES ? count : MAX_LINES;
}

static void put_omitted(sinew__buffer *out, int32_t shown, int32_t count)
{
    if (shown < count) sinew__buffer_format(out, "  … and %d more (--verbose shows all)\n", (int)(count - shown));
}

/// Returns whether the output describes baked clips. If not, clips are not baked, so that a plain `info` is fast.
static int shows_baked(const cli_context *context)
{
    return context->json || context->verbose;
}

static void put_baked(const info_file *info, sinew__buffer *out)
{
    static const char *const titles[] = {"", "played from", "frames", "bytes", "packed", "error", "rate"};
    const sinew_model *model = info->model;
    cli_table table = {.alignment = "rlrrrrr"};
    if (model->clip_count == 0 || !shows_baked(info->context)) return;
    add_titles(&table, info->context, titles, sizeof titles / sizeof *titles);
    for (int32_t i = 0; i < model->clip_count; ++i) {
        const sinew_baked_info baked = sinew_clip_baked_info(model, i);
        if (!shows_clip(info, i)) continue;
        cli_table_add(&table, "%d", (int)i + 1);
        cli_table_add(&table, "%s", baked.frame_count ? "compact" : "curves");
        cli_table_add_known(&table, baked.frame_count, "%d", (int)baked.frame_count);
        cli_table_add_known(&table, baked.frame_count, "%zu", baked.byte_count);
        cli_table_add_known(&table, baked.frame_count, "%zu", baked.packed_byte_count);
        cli_table_add_known(&table, baked.frame_count, "%.2g", baked.error);
        cli_table_add_known(&table, baked.rate > 0, "%g", baked.rate);
    }
    sinew__buffer_put_character(out, '\n');
    cli_table_put(&table, "  ", out);
}

/// Adds a cell with the names of a mesh's materials, each once. `listed` has, for each material, the last mesh that
/// listed it.
static void add_material_names(const info_file *info, int32_t mesh, int32_t *listed, cli_table *table,
                               sinew__buffer *out)
{
    const sinew_model *model = info->model;
    const int32_t first = model->meshes[mesh].first_submesh, count = model->meshes[mesh].submesh_count;
    sinew__buffer names = {0};
    for (int32_t i = first; i < first + count; ++i) {
        const int32_t material = model->submeshes[i].material;
        if (material == SINEW_NONE || listed[material] == mesh) continue;
        listed[material] = mesh;
        if (names.size) sinew__buffer_put_text(&names, ", ");
        sinew__buffer_put_text(&names, text_of(info, model->materials[material].name));
    }
    sinew__buffer_put_character(&names, '\0');
    out->failed |= names.failed;
    cli_table_add_name(table, names.failed ? "" : names.text);
    sinew__buffer_free(&names);
}

static void put_meshes(const info_file *info, sinew__buffer *out)
{
    static const char *const titles[] = {"mesh", "vertices", "triangles", "joints", "influences", "materials"};
    const sinew_model *model = info->model;
    cli_table table = {.alignment = "lrrrrl"};
    if (model->mesh_count == 0) return;
    add_titles(&table, info->context, titles, sizeof titles / sizeof *titles);
    const int32_t shown = shown_lines(info, model->mesh_count);
    int32_t *listed = malloc(((size_t)model->material_count + 1) * sizeof *listed);
    if (!listed) out->failed = 1;
    for (int32_t i = 0; listed && i < model->material_count; ++i) listed[i] = SINEW_NONE;
    for (int32_t i = 0; listed && i < shown; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        const int32_t joints = count_mesh_joints(model, mesh);
        if (joints < 0) out->failed = 1;
        cli_table_add_name(&table,
                           *text_of(info, mesh->name) ? text_of(info, mesh->name) : text_of(info, mesh->object));
        cli_table_add(&table, "%d", (int)mesh->vertex_count);
        cli_table_add(&table, "%d", (int)mesh->index_count / 3);
        cli_table_add(&table, "%d", (int)joints);
        cli_table_add(&table, "%d", (int)mesh->max_influences);
        add_material_names(info, i, listed, &table, out);
    }
    free(listed);
    sinew__buffer_put_character(out, '\n');
    cli_table_put(&table, "  ", out);
    put_omitted(out, shown, model->mesh_count);

    // The names of meshes that the author hid, limited to the lines of the table.
    int32_t count = 0;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        if (!(model->meshes[i].flags & SINEW_MESH_HIDDEN) || ++count > shown) continue;
        char name[128];
        const char *text = text_of(info, model->meshes[i].name);
        sinew__printable(*text ? text : text_of(info, model->meshes[i].object), name, sizeof name);
        sinew__buffer_format(out, "%s%s", count == 1 ? "  hidden by the author (draw with --show-hidden): " : ", ",
                             name);
    }
    if (count > shown) sinew__buffer_format(out, " and %d more", (int)(count - shown));
    if (count) sinew__buffer_put_character(out, '\n');
    int32_t two_sets = 0;
    for (int32_t i = 0; i < model->mesh_count; ++i) two_sets += (model->meshes[i].flags & SINEW_MESH_TEXCOORDS2) != 0;
    if (two_sets > 0) sinew__buffer_format(out, "  meshes with two sets of texture coordinates: %d\n", (int)two_sets);
}

static void put_textures(const info_file *info, sinew__buffer *out)
{
    static const char *const locations[] = {"missing", "found", "embedded"};
    const int32_t count = info->model->texture_count, shown = shown_lines(info, count);
    const int32_t broken = count_textures(info, 1);
    cli_table table = {.alignment = "lll"};
    if (count == 0) return;
    sinew__buffer_format(out, "\n  %d of %d textures found", (int)count_textures(info, 0), (int)count);
    if (broken) sinew__buffer_format(out, ", %d cannot be read", (int)broken);
    sinew__buffer_put_character(out, '\n');
    for (int32_t i = 0; i < shown; ++i) {
        const cli_texture_state *state = &info->textures[i];
        cli_table_add(&table, "%s", *state->problem ? "unreadable" : locations[state->location]);
        cli_table_add_name(&table, text_of(info, info->model->textures[i].path));
        cli_table_add_name(&table, state->problem);
    }
    cli_table_put(&table, "  ", out);
    put_omitted(out, shown, count);
}

static void put_warnings(const info_file *info, sinew__buffer *out)
{
    const int32_t count = info->model->warning_count, shown = shown_lines(info, count);
    if (count) sinew__buffer_put_character(out, '\n');
    for (int32_t i = 0; i < shown; ++i) {
        const sinew_warning *warning = &info->model->warnings[i];
        put_word(info, out, warning->severity == SINEW_SEVERITY_INFO ? "  note " : "  warning ", warning->code);
        put_word(info, out, ": ", warning->object);
        put_word(info, out, ": ", warning->text);
        sinew__buffer_put_character(out, '\n');
    }
    put_omitted(out, shown, count);
}

static void put_text(const info_file *info, sinew__buffer *out)
{
    put_head(info, out);
    put_clips(info, out);
    put_baked(info, out);
    const int32_t event_count = info->model->event_count, shown_events = shown_lines(info, event_count);
    if (event_count != 0) {
        cli_put_events_table(info->model, shown_events, cli_wants_color(info->context), out);
        put_omitted(out, shown_events, event_count);
    }
    if (info->contacts) cli_foot_contacts_put_table(info->contacts, cli_wants_color(info->context), out);
    put_meshes(info, out);
    const int32_t count = info->model->camera_count, shown = shown_lines(info, count);
    cli_put_cameras_table(info->model, shown, cli_wants_color(info->context), out);
    put_omitted(out, shown, count);
    cli_put_presets_line(info->model, shown_lines(info, info->model->preset_count), out);
    put_textures(info, out);
    put_warnings(info, out);
}

// ---- the command --------------------------------------------------------------------------------------------------

/// Measures the motion of all clips. Returns [clip_count] from calloc; NULL when out of memory.
static clip_motion *measure_motions(const sinew_model *model)
{
    clip_motion *motions = calloc((size_t)model->clip_count + 1, sizeof *motions);
    uint8_t *in_character = calloc((size_t)model->joint_count + 1, 1);
    sinew_foot feet[SINEW_FEET_MAX];
    sinew_pose *scratch = NULL;
    int ok = motions && in_character && sinew_pose_create(model, &scratch, NULL) == SINEW_OK;
    const int32_t foot_count = ok ? sinew_model_find_feet(model, scratch, feet) : 0;
    if (ok) sinew__mark_character(model, in_character);
    for (int32_t i = 0; i < model->clip_count && ok; ++i) {
        const sinew__span span = sinew__motion_span(model, i, scratch);
        sinew__loop loop;
        motions[i].has_reference = span.start > 0;
        ok = sinew__clip_travel(model, i, &span, feet, foot_count, NULL, scratch, &motions[i].travel) == SINEW_OK;
        if (!ok) break;
        ok = sinew__loop_open(model, i, &span, feet, foot_count, in_character, scratch, &loop);
        if (ok) motions[i].loop = sinew__loop_find(&loop);
        sinew__loop_free(&loop);
    }
    sinew_pose_destroy(scratch);
    free(in_character);
    if (ok) return motions;
    free(motions);
    return NULL;
}

/// Puts the facts of a model, and its foot contacts if --contacts requests them. Returns 0, or the exit code after
/// printing the error.
static int describe_model(info_file *info, int with_contacts, sinew__json_writer *json, sinew__buffer *out)
{
    cli_foot_contacts contacts = {0};
    cli_texture_state *textures = NULL;
    clip_motion *motions = NULL;
    sinew_error error;
    int failed = 0;
    if (with_contacts && cli_foot_contacts_find(info->model, &contacts, &error) != SINEW_OK) {
        failed = cli_fail(info->context, info->path, &error);
        goto done;
    }
    if (with_contacts) info->contacts = &contacts;
    info->textures = textures = cli_find_textures(info->model, info->path, info->context->texture_path);
    info->motions = motions = measure_motions(info->model);
    if (!textures || !motions) {
        failed = cli_fail_memory(info->context);
        goto done;
    }
    if (info->context->json) {
        put_json(info, json);
    } else {
        if (out->size > 0) sinew__buffer_put_character(out, '\n');
        put_text(info, out);
    }
done:
    free(textures);
    free(motions);
    cli_foot_contacts_free(&contacts);
    return failed;
}

/// Describes a clip file.
static void describe_clip(const cli_context *context, const char *path, const sinew_clip_file *clip,
                          sinew__json_writer *json, sinew__buffer *out)
{
    const sinew_clip_file_info info = sinew_clip_describe(clip);
    if (context->json) {
        sinew__json_put_object(json, NULL);
        sinew__json_put_text(json, "schema", "sinew.info.clip/1");
        sinew__json_put_text(json, "file", path);
        sinew__json_put_text(json, "clip", info.name);
        sinew__json_put_number(json, "duration", info.duration);
        sinew__json_put_whole(json, "joints", info.joint_count);
        sinew__json_put_whole(json, "morphs", info.morph_count);
        sinew__json_put_whole(json, "events", info.event_count);
        sinew__json_put_bool(json, "root_motion", info.has_motion);
        sinew__json_put_whole(json, "bytes", (int64_t)info.byte_count);
        sinew__json_put_number(json, "error", info.error);
        sinew__json_end_object(json);
        return;
    }
    char seconds[SINEW__NUMBER_SIZE], size[SINEW__SIZE_TEXT];
    sinew__format_rounded(info.duration, 4, seconds);
    sinew__size_text((double)info.byte_count, size);
    sinew__buffer_put_printable(out, path);
    sinew__buffer_format(out, "\n  clip '");
    sinew__buffer_put_printable(out, info.name);
    sinew__buffer_format(out, "', %s s, baked for a character of %d joints and %d morphs\n", seconds,
                         (int)info.joint_count, (int)info.morph_count);
    sinew__buffer_format(out, "  %d events, %s root motion, %s of memory\n", (int)info.event_count,
                         info.has_motion ? "with" : "no", size);
    sinew__buffer_format(out, "  a clip without a character: it plays with --anim on the one it was baked for\n");
}

/// Describes one file. Returns the exit code.
static int add_file(const cli_context *context, const char *path, const info_settings *settings,
                    sinew__json_writer *json, sinew__buffer *out)
{
    const sinew_engine engine = shows_baked(context) ? SINEW_ENGINE_FAST : SINEW_ENGINE_EXACT;
    sinew_model *model;
    sinew_clip_file *clip_file;
    sinew_error error;
    if (cli_read_clip_file(path, &clip_file, &error) != SINEW_OK) return cli_fail_model(context, path, &error);
    if (clip_file) {
        describe_clip(context, path, clip_file, json, out);
        sinew_clip_file_destroy(clip_file);
        return 0;
    }
    const int unloaded = cli_load_quietly(context, path, &settings->animations, engine, &model);
    if (unloaded) return unloaded;
    info_file info = {.context = context, .path = path, .clip = settings->clip, .model = model};
    int is_shown = !settings->clip;
    for (int32_t i = 0; i < model->clip_count && !is_shown; ++i) is_shown = shows_clip(&info, i);
    if (!is_shown) {
        int32_t clip;
        const int missing = cli_find_clip(context, path, model, settings->clip, &clip);
        sinew_model_destroy(model);
        return missing;
    }
    sinew_result measured = sinew__body_height(model, &info.height);
    if (measured == SINEW_OK) measured = sinew_body_front(model, NULL, &info.front, NULL);
    if (measured != SINEW_OK) info.front = (double)NAN; // for a model without an upright body
    const int failed = measured == SINEW_ERROR_OUT_OF_MEMORY ? cli_fail_memory(context)
                                                             : describe_model(&info, settings->contacts, json, out);
    sinew_model_destroy(model);
    return failed;
}

static int run(const cli_context *context, const void *settings, const cli_files *files)
{
    sinew__buffer out = {0};
    sinew__json_writer json = sinew__json_begin(&out);
    const int many = context->json && files->count > 1;
    if (many) {
        sinew__json_put_object(&json, NULL);
        sinew__json_put_text(&json, "schema", "sinew.info/1");
        sinew__json_put_array(&json, "files");
    }
    cli_tally tally = {0};
    for (size_t i = 0; i < files->count; ++i)
        cli_count_file(&tally, add_file(context, files->paths[i], settings, &json, &out));
    if (many) {
        sinew__json_end_array(&json);
        sinew__json_end_object(&json);
    }
    if (context->json) sinew__buffer_put_character(&out, '\n');
    if (tally.failed == tally.count) sinew__buffer_free(&out);
    const int written = cli_write_stdout(context, &out);
    return written ? written : cli_fail_some(context, &tally);
}

const cli_command cli_info = {
    .name = "info",
    .summary = "show format, units, axes, clips, meshes, textures and warnings",
    .usage = "FILE… [--clip CLIP] [--anim FILE]… [--contacts]",
    .description = "Frames and seconds are on the file's own timeline. Keyframes are the author's.\n"
                   "FILE may be a directory, for the models in it, or - for standard input.",
    .options = options,
    .settings_size = sizeof(info_settings),
    .min_files = 1,
    .takes_folders = 1,
    .examples = "sinew info walk.fbx\n"
                "sinew info walk.fbx --contacts\n"
                "sinew info walk.fbx character.fbx --json > files.json",
    .shares = CLI_SHARE_LOAD | CLI_SHARE_ERROR | CLI_SHARE_BODY,
    .run = run,
    .seconds = 60,
};
