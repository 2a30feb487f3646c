/// Multiplies the lengths in the author's document, for another unit or an edit of the scale: translations and pivots
/// with their curves, points of geometries, matrices of clusters and poses, and distances of cameras and lights.
#include <math.h>
#include <string.h>

#include "author/export/export_note.h"
#include "author/export/fbx/fbx_kept.h"
#include "core/base/error.h"

typedef enum numbers {
    EVERY,       ///< each number is a length
    FIRST_THREE, ///< the first three of every four numbers are lengths; the fourth is the weight of a point
    MATRIX,      ///< the translation in a matrix of 16 numbers is a length
    SLOPES,      ///< the first two of every four numbers are scaled if they are slopes
} numbers;

typedef struct length_job {
    fbx_writer *writer;
    double factor;
    size_t bytes; ///< bytes of the arrays unpacked so far
    sinew_error *error;
} length_job;

// ---- which numbers are lengths -------------------------------------------------------------------------------------

static int ends_with(fbx_bytes text, const char *end)
{
    const size_t length = strlen(end);
    return text.size >= length && memcmp(text.bytes + text.size - length, end, length) == 0;
}

/// Whether a property of an object of that class is a length.
static int is_length(fbx_class kind, fbx_bytes name)
{
    static const struct {
        fbx_class kind;
        const char *name;
    } lengths[] = {
        {FBX_MODEL, "Lcl Translation"},
        {FBX_MODEL, "RotationOffset"},
        {FBX_MODEL, "RotationPivot"},
        {FBX_MODEL, "ScalingOffset"},
        {FBX_MODEL, "ScalingPivot"},
        {FBX_MODEL, "GeometricTranslation"},
        {FBX_MODEL, "TranslationMin"},
        {FBX_MODEL, "TranslationMax"},
        {FBX_GEOMETRY, "BBoxMin"},
        {FBX_GEOMETRY, "BBoxMax"},
        {FBX_NODE_ATTRIBUTE, "Size"},
        {FBX_NODE_ATTRIBUTE, "Position"},
        {FBX_NODE_ATTRIBUTE, "InterestPosition"},
        {FBX_NODE_ATTRIBUTE, "NearPlane"},
        {FBX_NODE_ATTRIBUTE, "FarPlane"},
        {FBX_NODE_ATTRIBUTE, "OrthoZoom"},
        {FBX_NODE_ATTRIBUTE, "FocusDistance"},
        {FBX_NODE_ATTRIBUTE, "FrontPlaneDistance"},
        {FBX_NODE_ATTRIBUTE, "BackPlaneDistance"},
        {FBX_NODE_ATTRIBUTE, "DecayStart"},
        {FBX_NODE_ATTRIBUTE, "NearAttenuationStart"},
        {FBX_NODE_ATTRIBUTE, "NearAttenuationEnd"},
        {FBX_NODE_ATTRIBUTE, "FarAttenuationStart"},
        {FBX_NODE_ATTRIBUTE, "FarAttenuationEnd"},
        {FBX_CONSTRAINT, "Translation"},
        {FBX_CONSTRAINT, "RestTranslation"},
    };
    if (kind == FBX_CONSTRAINT && ends_with(name, ".Offset T")) return 1;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; ++i)
        if (lengths[i].kind == kind && strlen(lengths[i].name) == name.size && ends_with(name, lengths[i].name))
            return 1;
    return 0;
}

/// Marks the curve nodes that animate lengths, and their curves.
static void mark_curves(const kept_document *document)
{
    fbx_record *const first = sinew__fbx_record_child(document->root, FBX_NAME(CONNECTIONS));
    for (int pass = 0; pass < 2; ++pass)
        for (const fbx_record *list = first; list; list = sinew__fbx_record_next_same(list))
            for (const fbx_record *connection = list->first_child; connection; connection = connection->next) {
                kept_object *source = sinew__fbx_find_kept(document, sinew__fbx_record_integer(connection, 1, 0));
                const kept_object *target = sinew__fbx_find_kept(document, sinew__fbx_record_integer(connection, 2, 0));
                const fbx_bytes property = sinew__fbx_record_bytes(connection, 3);
                if (!source || !target || property.size == 0) continue;
                if (pass == 0 && source->kind == FBX_ANIMATION_CURVE_NODE)
                    *(is_length(target->kind, property) ? &source->is_length : &source->is_other) = 1;
                if (pass == 1 && source->kind == FBX_ANIMATION_CURVE && target->kind == FBX_ANIMATION_CURVE_NODE) {
                    source->is_length |= target->is_length;
                    source->is_other |= !target->is_length;
                }
            }
}

// ---- numbers -------------------------------------------------------------------------------------------------------

/// Whether a number is scaled. `slopes` [2 * slope_count] tells which of the first two numbers of each key attribute
/// are slopes.
static int is_scaled(numbers which, size_t index, const uint8_t *slopes, size_t slope_count)
{
    switch (which) {
    case EVERY: return 1;
    case FIRST_THREE: return index % 4 < 3;
    case MATRIX: return index >= 12 && index < 15;
    case SLOPES: return index % 4 < 2 && index / 4 < slope_count && slopes[index / 4 * 2 + index % 4];
    }
    return 0;
}

/// Scales the values of a record from index `first` on.
static void scale_values(const length_job *job, fbx_record *record, uint32_t first, numbers which)
{
    fbx_value *values = SINEW__ARENA_ARRAY(&job->writer->memory, fbx_value, record->value_count);
    if (!values) return;
    if (record->value_count) memcpy(values, record->values, record->value_count * sizeof *values);
    for (uint32_t i = first; i < record->value_count; ++i) {
        fbx_value *value = &values[i];
        if (!is_scaled(which, i - first, NULL, 0)) continue;
        if (value->kind == FBX_VALUE_INTEGER)
            *value = (fbx_value){.kind = FBX_VALUE_NUMBER, .type = 'D', .as.number = (double)value->as.integer};
        if (value->kind == FBX_VALUE_NUMBER) value->as.number *= job->factor;
    }
    record->values = values;
}

static sinew_result unpack(length_job *job, fbx_array *array)
{
    const size_t size = array->count * sinew__fbx_item_width(array->type);
    if (size > GLB_MAX_DATA - job->bytes)
        return sinew__fail(job->error, SINEW_ERROR_LIMIT, "the arrays of the source have more than %zu MB",
                           GLB_MAX_DATA >> 20);
    job->bytes += size;
    return sinew__fbx_unpack_array(&job->writer->memory, array, job->writer->options->inflate, job->error);
}

/// Unpacks the array in a child of a curve; the record keeps its packed bytes. NULL if there is no array.
static const void *read_numbers(length_job *job, const fbx_record *curve, const char *name, char type,
                                size_t *out_count)
{
    const fbx_value *value = sinew__fbx_record_value(sinew__fbx_record_child(curve, name), 0);
    *out_count = 0;
    if (!value || value->kind != FBX_VALUE_ARRAY || value->as.array->type != type) return NULL;
    fbx_array copy = *value->as.array;
    if (unpack(job, &copy) != SINEW_OK) return NULL;
    *out_count = copy.count;
    return copy.items;
}

/// Whether the second number of a key's attribute is the left slope of the next key. The number is the next key's bias
/// if the next key's tangent is automatic.
static int is_next_slope(int32_t flags, int32_t next_flags)
{
    const int is_cubic = (next_flags & FBX_KEY_INTERPOLATION) == FBX_KEY_CUBIC;
    return ((is_cubic ? next_flags : flags) & FBX_KEY_TANGENT) == FBX_KEY_USER;
}

/// Finds the slopes among the attributes of a curve. *out_is_shared is set if keys that share an attribute differ in
/// the meaning of its numbers. Returns [2 * *out_count]; NULL if there are none, or when out of memory.
static uint8_t *find_slopes(length_job *job, const fbx_record *curve, size_t *out_count, int *out_is_shared)
{
    size_t run_count, data_count;
    const int32_t *flags = read_numbers(job, curve, FBX_NAME(KEY_ATTR_FLAGS), 'i', out_count);
    const int32_t *runs = read_numbers(job, curve, FBX_NAME(KEY_ATTR_REF_COUNT), 'i', &run_count);
    const float *data = read_numbers(job, curve, FBX_NAME(KEY_ATTR_DATA_FLOAT), 'f', &data_count);
    uint8_t *slopes = SINEW__ARENA_ARRAY(&job->writer->memory, uint8_t, 2 * *out_count);
    *out_is_shared = 0;
    if (!slopes || !flags) *out_count = 0;
    for (size_t i = 0; i < *out_count; ++i) {
        const int32_t next = i + 1 < *out_count ? flags[i + 1] : flags[i];
        if ((flags[i] & FBX_KEY_TANGENT) == FBX_KEY_TCB) continue; // tension, continuity and bias are not slopes
        slopes[2 * i] = (flags[i] & FBX_KEY_TANGENT) == FBX_KEY_USER;
        slopes[2 * i + 1] = (uint8_t)is_next_slope(flags[i], next);
        if (i < run_count && runs[i] > 1 && 4 * i + 1 < data_count && data[4 * i + 1] != 0.0f)
            *out_is_shared |= is_next_slope(flags[i], flags[i]) != slopes[2 * i + 1];
    }
    return slopes;
}

/// Whether computed tangents of a curve depend on the unit. The reader makes a key flat if its neighbour's value is
/// within `same_value`, and adds a slope to an automatic tangent with a bias over `most_bias`.
static int depends_on_unit(length_job *job, const fbx_record *curve)
{
    static const double same_value = 1e-4, most_bias = 500;
    size_t flag_count, value_count, data_count;
    int is_clamped = 0, is_shared;
    const int32_t *flags = read_numbers(job, curve, FBX_NAME(KEY_ATTR_FLAGS), 'i', &flag_count);
    const float *data = read_numbers(job, curve, FBX_NAME(KEY_ATTR_DATA_FLOAT), 'f', &data_count);
    (void)find_slopes(job, curve, &value_count, &is_shared);
    if (is_shared) return 1;
    for (size_t i = 0; i < flag_count; ++i) {
        const int is_progressive = (flags[i] & FBX_KEY_CLAMP_PROGRESSIVE) == FBX_KEY_CLAMP_PROGRESSIVE;
        if (is_progressive) continue;
        is_clamped |= (flags[i] & FBX_KEY_CLAMP) != 0;
        if ((flags[i] & FBX_KEY_TANGENT) == FBX_KEY_AUTO && 4 * i + 1 < data_count &&
            (fabs((double)data[4 * i]) > most_bias || fabs((double)data[4 * i + 1]) > most_bias))
            return 1;
    }
    if (!is_clamped) return 0;
    const float *values = read_numbers(job, curve, FBX_NAME(KEY_VALUE_FLOAT), 'f', &value_count);
    for (size_t i = 1; i < value_count; ++i) {
        const double step = fabs((double)values[i] - (double)values[i - 1]);
        if ((step < same_value) != (step * job->factor < same_value)) return 1;
    }
    return 0;
}

int sinew__fbx_can_scale(const kept_document *document, double factor, const char **out_reason)
{
    sinew_error error;
    length_job job = {.writer = document->writer, .factor = factor, .error = &error};
    *out_reason = "no function to inflate arrays";
    if (!document->writer->options->inflate) return 0;
    mark_curves(document);
    for (size_t i = 0; i < document->count; ++i) {
        const kept_object *object = &document->objects[i];
        *out_reason = "a geometry cache has positions in the unit of the source";
        if (object->kind == FBX_CACHE) return 0;
        if (object->kind != FBX_ANIMATION_CURVE || !object->is_length) continue;
        *out_reason = "a curve has both lengths and other values";
        if (object->is_other) return 0;
        *out_reason = "tangents of a curve depend on the unit";
        if (depends_on_unit(&job, object->record)) return 0;
    }
    return 1;
}

/// Scales the array in a child of an object, if it exists.
static sinew_result scale_numbers(length_job *job, const fbx_record *parent, const char *name, numbers which)
{
    fbx_record *record = sinew__fbx_record_child(parent, name);
    const uint8_t *slopes = NULL;
    size_t slope_count = 0;
    int is_shared;
    if (!record || record->value_count == 0) return SINEW_OK;
    if (record->values->kind != FBX_VALUE_ARRAY) {
        if (which != SLOPES) scale_values(job, record, 0, which);
        return SINEW_OK;
    }
    fbx_array *array = record->values->as.array;
    const sinew_result result = unpack(job, array);
    if (result != SINEW_OK) return result;
    if (which == SLOPES) slopes = find_slopes(job, parent, &slope_count, &is_shared);
    // The array is in the writer's own arena, so it may be written.
    float *floats = array->type == 'f' ? (float *)(uintptr_t)array->items : NULL;
    double *doubles = array->type == 'd' ? (double *)(uintptr_t)array->items : NULL;
    for (size_t i = 0; i < array->count; ++i) {
        if (!is_scaled(which, i, slopes, slope_count)) continue;
        if (floats) floats[i] = (float)((double)floats[i] * job->factor);
        if (doubles) doubles[i] *= job->factor;
    }
    sinew__fbx_pack_array(job->writer, array);
    return SINEW_OK;
}

static sinew_result scale_curve(length_job *job, const fbx_record *record)
{
    sinew_result result = scale_numbers(job, record, FBX_NAME(DEFAULT), EVERY);
    if (result == SINEW_OK) result = scale_numbers(job, record, FBX_NAME(KEY_VALUE_FLOAT), EVERY);
    if (result == SINEW_OK) result = scale_numbers(job, record, FBX_NAME(KEY_ATTR_DATA_FLOAT), SLOPES);
    return result;
}

sinew_result sinew__fbx_scale_curve(fbx_writer *writer, const fbx_record *curve, double factor, sinew_error *error)
{
    length_job job = {.writer = writer, .factor = factor, .error = error};
    return scale_curve(&job, curve);
}

sinew_result sinew__fbx_turn_matrix(fbx_writer *writer, const fbx_record *parent, const char *name,
                                    const sinew_affine *rotation, sinew_error *error)
{
    enum { SIZE = 16 };
    length_job job = {.writer = writer, .error = error};
    const fbx_record *record = sinew__fbx_record_child(parent, name);
    const fbx_value *value = sinew__fbx_record_value(record, 0);
    if (!value || value->kind != FBX_VALUE_ARRAY) return SINEW_OK;
    fbx_array *array = value->as.array;
    const sinew_result result = unpack(&job, array);
    if (result != SINEW_OK) return result;
    double *items = array->type == 'd' && array->count == SIZE ? (double *)(uintptr_t)array->items : NULL;
    for (int column = 0; items && column < 4; ++column) { // FBX stores matrices column by column
        double *at = items + (ptrdiff_t)column * 4, old[3] = {at[0], at[1], at[2]};
        for (int i = 0; i < 3; ++i) {
            at[i] = 0;
            for (int k = 0; k < 3; ++k) at[i] += rotation->row[i][k] * old[k];
        }
    }
    sinew__fbx_pack_array(writer, array);
    return SINEW_OK;
}

static void scale_properties(const length_job *job, const fbx_record *parent, fbx_class kind)
{
    const fbx_record *list = sinew__fbx_record_child(parent, FBX_NAME(PROPERTIES70));
    for (fbx_record *p = list ? list->first_child : NULL; p; p = p->next)
        if (kind == FBX_ANIMATION_CURVE_NODE || is_length(kind, sinew__fbx_record_bytes(p, 0)))
            scale_values(job, p, FBX_PROPERTY_VALUES, EVERY);
}

static sinew_result scale_object(length_job *job, const kept_object *object)
{
    const fbx_record *record = object->record;
    sinew_result result = SINEW_OK;
    if (object->kind != FBX_ANIMATION_CURVE_NODE || object->is_length) scale_properties(job, record, object->kind);
    if (object->kind == FBX_GEOMETRY) {
        const int has_weights = !sinew__fbx_record_text_is(record, 2, "Line");
        result = scale_numbers(job, record, FBX_NAME(VERTICES), EVERY);
        if (result == SINEW_OK) result = scale_numbers(job, record, "Points", has_weights ? FIRST_THREE : EVERY);
        // Up to FBX 7.1, the shapes of a mesh are inside its geometry.
        for (const fbx_record *shape = sinew__fbx_record_child(record, "Shape"); shape && result == SINEW_OK;
             shape = sinew__fbx_record_next_same(shape))
            result = scale_numbers(job, shape, FBX_NAME(VERTICES), EVERY);
    } else if (object->kind == FBX_DEFORMER) {
        static const fbx_record_name matrices[] = {FBX_RECORD_TRANSFORM, FBX_RECORD_TRANSFORM_LINK,
                                                   FBX_RECORD_TRANSFORM_ASSOCIATE_MODEL};
        for (size_t i = 0; i < sizeof matrices / sizeof *matrices && result == SINEW_OK; ++i)
            result = scale_numbers(job, record, sinew__fbx_records[matrices[i]].name, MATRIX);
    } else if (object->kind == FBX_POSE) {
        for (const fbx_record *node = sinew__fbx_record_child(record, FBX_NAME(POSE_NODE)); node && result == SINEW_OK;
             node = sinew__fbx_record_next_same(node))
            result = scale_numbers(job, node, FBX_NAME(MATRIX), MATRIX);
    } else if (object->kind == FBX_ANIMATION_CURVE && object->is_length) {
        result = scale_curve(job, record);
    }
    return result;
}

// ---- the document --------------------------------------------------------------------------------------------------

static int has_property(const fbx_record *list, fbx_property_name name)
{
    for (const fbx_record *p = list ? list->first_child : NULL; p; p = p->next)
        if (sinew__fbx_record_text_is(p, 0, sinew__fbx_properties[name].name)) return 1;
    return 0;
}

/// Sets the cameras' default distances explicitly: the reader's defaults are in the file's unit, which changes.
static void put_default_distances(const kept_document *document)
{
    fbx_writer *writer = document->writer;
    const sinew_model *model = writer->model;
    fbx_record *const first = sinew__fbx_record_child(document->root, FBX_NAME(CONNECTIONS));
    for (int32_t i = 0; i < model->camera_count; ++i) {
        kept_object *object = sinew__fbx_find_kept(document, writer->joint_id[model->cameras[i].joint]);
        if (object) object->camera = i + 1;
    }
    for (const fbx_record *list = first; list; list = sinew__fbx_record_next_same(list))
        for (const fbx_record *connection = list->first_child; connection; connection = connection->next) {
            const kept_object *lens = sinew__fbx_find_kept(document, sinew__fbx_record_integer(connection, 1, 0));
            const kept_object *target = sinew__fbx_find_kept(document, sinew__fbx_record_integer(connection, 2, 0));
            if (!lens || !target || lens->kind != FBX_NODE_ATTRIBUTE || target->camera == 0) continue;
            const sinew_file_camera *camera = &model->cameras[target->camera - 1];
            fbx_record *properties = sinew__fbx_record_child(lens->record, FBX_NAME(PROPERTIES70));
            if (!properties) properties = sinew__fbx_put_properties(writer, lens->record);
            if (!has_property(properties, FBX_PROPERTY_NEAR_PLANE))
                sinew__fbx_put_property(writer, properties, FBX_PROPERTY_NEAR_PLANE,
                                        camera->near_plane * writer->length);
            if (!has_property(properties, FBX_PROPERTY_FAR_PLANE))
                sinew__fbx_put_property(writer, properties, FBX_PROPERTY_FAR_PLANE, camera->far_plane * writer->length);
        }
}

static void put_unit(const kept_document *document)
{
    fbx_writer *writer = document->writer;
    const double unit = writer->model->info->unit_cm / writer->length;
    fbx_record *settings = sinew__fbx_record_child(document->root, FBX_NAME(GLOBAL_SETTINGS));
    if (!settings) settings = sinew__fbx_put(writer, document->root, FBX_RECORD_GLOBAL_SETTINGS);
    fbx_record *list = sinew__fbx_record_child(settings, FBX_NAME(PROPERTIES70));
    if (!list) list = sinew__fbx_put_properties(writer, settings);
    sinew__fbx_drop_property(list, FBX_PROPERTY_UNIT_SCALE_FACTOR);
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_UNIT_SCALE_FACTOR, unit);
}

sinew_result sinew__fbx_scale_kept(const kept_document *document, double factor, sinew_error *error)
{
    length_job job = {.writer = document->writer, .factor = factor, .error = error};
    const fbx_record *definitions = sinew__fbx_record_child(document->root, FBX_NAME(DEFINITIONS));
    for (const fbx_record *type = sinew__fbx_record_child(definitions, FBX_NAME(OBJECT_TYPE)); type;
         type = sinew__fbx_record_next_same(type)) {
        const fbx_bytes name = sinew__fbx_record_bytes(type, 0);
        const char *text = sinew__arena_text(&job.writer->memory, name.bytes, name.size);
        const fbx_class kind = text ? sinew__fbx_class_of(text) : FBX_OTHER;
        for (const fbx_record *defaults = type->first_child; defaults; defaults = defaults->next)
            if (kind != FBX_ANIMATION_CURVE_NODE) scale_properties(&job, defaults, kind);
    }
    for (size_t i = 0; i < document->count; ++i) {
        if (document->objects[i].is_dropped) continue;
        const sinew_result result = scale_object(&job, &document->objects[i]);
        if (result != SINEW_OK) return result;
    }
    put_default_distances(document);
    if (document->writer->length != 1) put_unit(document);
    return document->writer->memory.failed ? sinew__fail_memory(error) : SINEW_OK;
}
