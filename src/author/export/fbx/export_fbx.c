/// Writes FBX files: header, settings, definitions, objects and connections.
#include <math.h>
#include <string.h>

#include "author/export/export_note.h"
#include "author/export/export_pose.h"
#include "author/export/export_writers.h"
#include "author/export/fbx/fbx_writer.h"
#include "core/base/affine.h"
#include "core/base/error.h"
#include "core/platform/clock.h"
#include "fbx/fbx_record.h"
#include "runtime/model/look_up.h"
#include "sinew/export.h"
#include "sinew/sinew_tools.h"

enum { VERSION = 7400, FRAME_RATE_UNKNOWN = 0 };

// ---- settings -----------------------------------------------------------------------------------------------------

static void put_settings(fbx_writer *writer, fbx_record *root, int32_t clip)
{
    const double authored = sinew__timeline(writer->model, clip, 0);
    const double start = writer->is_portable ? fmax(authored, 0) : authored; // choose_shift moves the clip there
    const double stop = start + sinew__clip_span(writer->model, clip).duration;
    const double unit = writer->model->info->unit_cm / writer->length;
    fbx_record *record = sinew__fbx_put(writer, root, FBX_RECORD_GLOBAL_SETTINGS);
    (void)sinew__fbx_put(writer, record, FBX_RECORD_VERSION, 1000);
    fbx_record *list = sinew__fbx_put_properties(writer, record);
    sinew__fbx_put_axes(writer, list);
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_UNIT_SCALE_FACTOR, unit);
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_ORIGINAL_UNIT_SCALE_FACTOR, unit);
    sinew__fbx_put_frame_rate(writer, list);
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_TIME_SPAN_START, sinew__fbx_ticks(writer, start));
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_TIME_SPAN_STOP, sinew__fbx_ticks(writer, stop));
}

// ---- records outside the objects ----------------------------------------------------------------------------------

/// Writes the records before the settings. Returns the version's record.
static fbx_record *put_header(fbx_writer *writer, fbx_record *root)
{
    fbx_record *header = sinew__fbx_put(writer, root, FBX_RECORD_FBX_HEADER_EXTENSION);
    (void)sinew__fbx_put(writer, header, FBX_RECORD_FBX_HEADER_VERSION, 1003);
    fbx_record *version = sinew__fbx_put(writer, header, FBX_RECORD_FBX_VERSION, VERSION);
    if (!writer->is_text) (void)sinew__fbx_put(writer, header, FBX_RECORD_ENCRYPTION_TYPE, 0);
    (void)sinew__fbx_put(writer, header, FBX_RECORD_CREATOR, "sinew " SINEW_VERSION);
    if (writer->is_text) return version;
    (void)sinew__fbx_put(writer, root, FBX_RECORD_FILE_ID, sinew__fbx_file_id);
    (void)sinew__fbx_put(writer, root, FBX_RECORD_CREATION_TIME, sinew__fbx_creation_time);
    (void)sinew__fbx_put(writer, root, FBX_RECORD_CREATOR, "sinew " SINEW_VERSION);
    return version;
}

static void put_definition(fbx_writer *writer, fbx_record *definitions, const char *name, int32_t count)
{
    fbx_record *type = sinew__fbx_put(writer, definitions, FBX_RECORD_OBJECT_TYPE, name);
    (void)sinew__fbx_put(writer, type, FBX_RECORD_COUNT, (int)count);
}

/// Writes the number of objects of each class; call it after the objects are written.
static void put_definitions(fbx_writer *writer, fbx_record *definitions)
{
    int32_t count = 1;
    for (int i = 0; i < FBX_CLASS_COUNT; ++i) count += writer->class_counts[i];
    (void)sinew__fbx_put(writer, definitions, FBX_RECORD_VERSION, 100);
    (void)sinew__fbx_put(writer, definitions, FBX_RECORD_COUNT, (int)count);
    put_definition(writer, definitions, "GlobalSettings", 1);
    for (int i = 0; i < FBX_CLASS_COUNT; ++i)
        if (writer->class_counts[i] > 0)
            put_definition(writer, definitions, sinew__fbx_classes[i].record, writer->class_counts[i]);
}

// ---- the file -----------------------------------------------------------------------------------------------------

/// Notes the parts of the model that the file does not contain.
static void note_losses(const fbx_writer *writer, int32_t events)
{
    const sinew_model *model = writer->model;
    int has_constraints = 0; // whether the import warned of constraints
    for (int32_t i = 0; i < model->warning_count; ++i)
        if (strcmp(sinew_text(model, model->warnings[i].code), "I16") == 0) has_constraints = 1;
    if (writer->computed_keys > 0)
        sinew__export_note(writer->options,
                           "%lld keys with computed tangents (automatic, TCB) get those tangents as their own",
                           (long long)writer->computed_keys);
    if (has_constraints) sinew__export_note(writer->options, "constraints are left out");
    if (model->cache_count > 0)
        sinew__export_note(writer->options, "%d geometry caches are left out", (int)model->cache_count);
    if (events > 0)
        sinew__export_note(writer->options,
                           "%d events are left out: an FBX has events only where a number on a joint changes",
                           (int)events);
    if (writer->other_curves > 0)
        sinew__export_note(writer->options,
                           "%lld curves of other properties are left out, but for events that they make",
                           (long long)writer->other_curves);
}

/// Writes the records below `root` as a file.
static sinew_result write_records(const fbx_writer *writer, fbx_record *root, uint32_t version, sinew__buffer *out,
                                  sinew_error *error)
{
    fbx_bytes text;
    int32_t escapes = 0;
    if (writer->is_text && sinew__fbx_find_escape(root, &text, &escapes))
        return sinew__fail(
            error, SINEW_ERROR_UNSUPPORTED,
            "&quot;, &cr; and &lf; stand for other characters in an ASCII FBX, which cannot contain '%.*s'",
            (int)text.size, text.bytes);
    if (escapes > 0)
        sinew__export_note(writer->options,
                           "%d properties contain &quot;, &cr; or &lf;, which an ASCII FBX reads as other characters",
                           (int)escapes);
    if (writer->is_text)
        sinew__fbx_write_ascii(root, version, out);
    else
        sinew__fbx_write_binary(root, version, out);
    return out->failed ? sinew__fail_memory(error) : SINEW_OK;
}

/// Writes the author's document in its own version. *out_is_written is 0, after a note, if an ASCII file cannot contain
/// the document.
static sinew_result put_document_file(fbx_writer *writer, const int32_t *clips, int32_t count, sinew__buffer *out,
                                      int *out_is_written, sinew_error *error)
{
    const sinew_model *model = writer->model;
    fbx_record root = {.name = ""};
    uint32_t version;
    *out_is_written = 1;
    sinew_result result =
        sinew__fbx_unfold_records(&writer->memory, model->document, model->document_size, &root, &version, error);
    if (result == SINEW_OK && writer->is_text) {
        sinew_error reason;
        result = sinew__fbx_prepare_text(&writer->memory, &root, writer->options->inflate, GLB_MAX_DATA, &reason);
        if (result == SINEW_ERROR_OUT_OF_MEMORY) return sinew__fail_memory(error);
        if (result != SINEW_OK) {
            sinew__export_note(writer->options,
                               "%s: all objects are written anew, without those that sinew does not read",
                               reason.message);
            *out_is_written = 0;
            return SINEW_OK;
        }
    }
    if (result == SINEW_OK) result = sinew__fbx_put_kept(writer, &root, clips, count, out_is_written, error);
    if (result != SINEW_OK || !*out_is_written) return result;
    if (!writer->is_text && version < FBX_WIDE_FROM && sinew__fbx_is_large(&root))
        return sinew__fail(error, SINEW_ERROR_LIMIT, "more than 4 GB, which FBX %u.%u cannot hold",
                           (unsigned)version / 1000, (unsigned)version / 100 % 10);
    return write_records(writer, &root, version, out, error);
}

static sinew_result put_file(fbx_writer *writer, const int32_t *clips, int32_t count, sinew__buffer *out,
                             sinew_error *error)
{
    const sinew_model *model = writer->model;
    fbx_record root = {.name = ""};
    int32_t current = count > 0 ? clips[0] : SINEW_NONE;
    for (int32_t i = count - 1; i >= 0; --i)
        if (model->clips[clips[i]].is_default) current = clips[i];
    const char *name = current == SINEW_NONE ? "" : sinew_text(model, model->clips[current].name);
    fbx_record *version = put_header(writer, &root);
    put_settings(writer, &root, current);
    fbx_record *documents = sinew__fbx_put(writer, &root, FBX_RECORD_DOCUMENTS);
    (void)sinew__fbx_put(writer, documents, FBX_RECORD_COUNT, 1);
    fbx_record *document = sinew__fbx_put(writer, documents, FBX_RECORD_DOCUMENT, (int64_t)1000000, "", "Scene");
    fbx_record *list = sinew__fbx_put_properties(writer, document);
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_ACTIVE_ANIM_STACK_NAME, name);
    (void)sinew__fbx_put(writer, document, FBX_RECORD_ROOT_NODE, (int64_t)0);
    (void)sinew__fbx_put(writer, &root, FBX_RECORD_REFERENCES);
    fbx_record *definitions = sinew__fbx_put(writer, &root, FBX_RECORD_DEFINITIONS);
    writer->objects = sinew__fbx_put(writer, &root, FBX_RECORD_OBJECTS);
    writer->connections = sinew__fbx_put(writer, &root, FBX_RECORD_CONNECTIONS);
    if (writer->memory.failed) return sinew__fail_memory(error);
    sinew__fbx_put_joints(writer);
    if (!writer->options->only_motion) {
        const sinew_result result = sinew__fbx_put_meshes(writer, error);
        if (result != SINEW_OK) return result;
    }
    sinew__fbx_put_bind_pose(writer);
    sinew_result result = sinew__fbx_put_clips(writer, clips, count, error);
    if (result == SINEW_OK && !writer->is_text) result = sinew__fbx_put_lens_curves(writer, clips, count, error);
    if (result != SINEW_OK) return result;
    const int32_t events = sinew__fbx_put_events(writer);
    if (writer->is_portable) sinew__fbx_note_tips(writer);
    put_definitions(writer, definitions);
    // FBX 6 lists the clips as takes; some programs look there for the current one.
    fbx_record *takes = sinew__fbx_put(writer, &root, FBX_RECORD_TAKES);
    (void)sinew__fbx_put(writer, takes, FBX_RECORD_CURRENT, name);
    if (writer->memory.failed) return sinew__fail_memory(error);
    note_losses(writer, events);
    const int is_large = !writer->is_text && sinew__fbx_is_large(&root);
    if (is_large) ((fbx_value *)(uintptr_t)version->values)->as.integer = FBX_WIDE_FROM;
    return write_records(writer, &root, is_large ? FBX_WIDE_FROM : VERSION, out, error);
}

/// Checks that the clips' times fit FBX ticks of 64 bits: clips of .sinew files and glTF may exceed them.
static sinew_result check_times(const sinew_model *model, const int32_t *clips, int32_t count, sinew_error *error)
{
    const double most = sinew__fbx_clip_ticks / (double)FBX_TICKS_PER_SECOND;
    for (int32_t i = 0; i < count; ++i) {
        const sinew_clip *clip = &model->clips[clips[i]];
        if (fabs(clip->start) > most || fabs(clip->start + clip->duration) > most)
            return sinew__fail(error, SINEW_ERROR_LIMIT,
                               "clip '%s' plays from %.10g s to %.10g s; FBX has times to %.0f s",
                               sinew_text(model, clip->name), clip->start, clip->start + clip->duration, most);
    }
    return SINEW_OK;
}

/// Chooses the unit and the axes of the file.
static void choose_space(fbx_writer *writer)
{
    static const sinew_quat y_to_z = {0.70710678118654757, 0, 0, 0.70710678118654757};
    const sinew_model *model = writer->model;
    const sinew_export_options *options = writer->options;
    const char *up = sinew_text(model, model->info->up);
    writer->length = options->unit_cm > 0 ? model->info->unit_cm / options->unit_cm : 1;
    writer->axes = sinew__quat_identity();
    if (!options->up || (up[0] == '+' && up[1] == options->up)) return;
    writer->turns_axes = 1;
    writer->axes = sinew__file_axes(model);
    if (options->up == 'Z') writer->axes = sinew__quat_multiply(y_to_z, writer->axes);
}

static int allocate(fbx_writer *writer)
{
    const sinew_model *model = writer->model;
    writer->lens_id = SINEW__ARENA_ARRAY(&writer->memory, int64_t, model->joint_count);
    writer->joint_id = SINEW__ARENA_ARRAY(&writer->memory, int64_t, model->joint_count);
    writer->morph_id = SINEW__ARENA_ARRAY(&writer->memory, int64_t, model->morph_count);
    writer->shape_channel = SINEW__ARENA_ARRAY(&writer->memory, int64_t, model->shape_count);
    writer->video_id = SINEW__ARENA_ARRAY(&writer->memory, int64_t, model->texture_count);
    writer->video_path = SINEW__ARENA_ARRAY(&writer->memory, const char *, model->texture_count);
    writer->material_id = SINEW__ARENA_ARRAY(&writer->memory, int64_t, model->material_count);
    writer->rest_globals = SINEW__ARENA_ARRAY(&writer->memory, sinew_affine, model->joint_count);
    writer->binds = SINEW__ARENA_ARRAY(&writer->memory, sinew_affine, model->joint_count);
    writer->leaves_rest = SINEW__ARENA_ARRAY(&writer->memory, uint8_t, model->joint_count);
    writer->has_bind = SINEW__ARENA_ARRAY(&writer->memory, uint8_t, model->joint_count);
    writer->scene.mesh_targets = SINEW__ARENA_ARRAY(&writer->memory, int32_t, model->mesh_count);
    return !writer->memory.failed && sinew__fbx_choose_stacks(writer) && sinew__fbx_find_author_names(writer);
}

/// Computes the global transforms of the joints at rest.
static sinew_result pose_rest(fbx_writer *writer, sinew_error *error)
{
    const sinew_model *model = writer->model;
    sinew_pose *rest;
    const sinew_result result = sinew_pose_create(model, &rest, error);
    if (result != SINEW_OK) return result;
    sinew_pose_sample(model, SINEW_NONE, 0, rest);
    sinew_pose_local_to_global(model, rest);
    memcpy(writer->rest_globals, rest->global, (size_t)model->joint_count * sizeof *rest->global);
    sinew_pose_destroy(rest);
    return SINEW_OK;
}

static sinew_result check_options(const sinew_model *model, const sinew_export_options *options, sinew_error *error)
{
    for (int32_t i = 0; options->clips && i < options->clip_count; ++i)
        if (sinew__lacks_item(error, "clip", options->clips[i], model->clip_count)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (options->in_place && sinew__lacks_item(error, "joint", options->in_place_joint, model->joint_count))
        return SINEW_ERROR_INVALID_ARGUMENT;
    if (options->up && options->up != 'Y' && options->up != 'Z')
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "the up axis is Y or Z");
    if (model->joint_count == 0) return sinew__fail(error, SINEW_ERROR_NO_JOINT, "no joint to export");
    return model->info->is_stripped && model->clip_count > 0 ? sinew__check_curves(model, error) : SINEW_OK;
}

static sinew_result export_file(const sinew_model *model, const sinew_export_options *options, int is_text,
                                char **out_text, size_t *out_size, sinew_error *error)
{
    sinew__buffer text = {0};
    const double deadline = options->seconds > 0 ? sinew__now() + options->seconds : 0;
    fbx_writer writer = {.model = model,
                         .options = options,
                         .is_portable = options->curves == SINEW_CURVES_PORTABLE,
                         .is_text = is_text,
                         .deflate = is_text ? NULL : options->deflate,
                         .scene = {.model = model,
                                   .options = options,
                                   .unit = model->info->unit_cm / 100,
                                   .axes = sinew__quat_identity(),
                                   .deadline = deadline}};
    sinew_result result = SINEW_OK;
    if (options->in_place) result = sinew_pose_create(model, &writer.scene.scratch, error);
    if (result != SINEW_OK) goto done;
    choose_space(&writer);
    int32_t count = options->clip_count;
    const int32_t *clips = options->clips;
    if (!clips) { // all clips that have keys
        char left_out[SINEW__LEFT_OUT_SIZE];
        int32_t *chosen = SINEW__ARENA_ARRAY(&writer.memory, int32_t, model->clip_count);
        count = chosen ? sinew__clips_to_export(model, 1, chosen, left_out) : 0;
        if (chosen && *left_out) sinew__export_note(options, "%s", left_out);
        clips = chosen;
    }
    if (!clips || !allocate(&writer)) {
        result = sinew__fail_memory(error);
        goto done;
    }
    result = check_times(model, clips, count, error);
    if (result != SINEW_OK) goto done;
    result = pose_rest(&writer, error);
    if (result != SINEW_OK) goto done;
    int is_written = 0;
    if (sinew__fbx_keeps_document(&writer))
        result = put_document_file(&writer, clips, count, &text, &is_written, error);
    if (result == SINEW_OK && !is_written) result = put_file(&writer, clips, count, &text, error);
    if (result != SINEW_OK) goto done;
    *out_text = text.text;
    *out_size = text.size;
done:
    if (result != SINEW_OK) sinew__buffer_free(&text);
    sinew_pose_destroy(writer.scene.scratch);
    sinew__arena_free(&writer.scene.memory);
    sinew__arena_free(&writer.memory);
    return result;
}

static sinew_result export_checked(const sinew_model *model, const sinew_export_options *options, int is_text,
                                   char **out_text, size_t *out_size, sinew_error *error)
{
    if (out_text) *out_text = NULL;
    if (SINEW__LACKS_ARGUMENT(error, model, options, out_text, out_size)) return SINEW_ERROR_INVALID_ARGUMENT;
    *out_size = 0;
    sinew_result result = sinew__export_check(model, options, error);
    if (result != SINEW_OK) return result;
    result = check_options(model, options, error);
    if (result != SINEW_OK) return result;
    return export_file(model, options, is_text, out_text, out_size, error);
}

sinew_result sinew__export_fbx(const sinew_model *model, const sinew_export_options *options, char **out_text,
                               size_t *out_size, sinew_error *out_error)
{
    return export_checked(model, options, 0, out_text, out_size, out_error);
}

sinew_result sinew__export_fbx_ascii(const sinew_model *model, const sinew_export_options *options, char **out_text,
                                     size_t *out_size, sinew_error *out_error)
{
    return export_checked(model, options, 1, out_text, out_size, out_error);
}
