// Reads the objects, the records under `Objects`: splits their names, finds their templates and properties. Also reads
// the settings and collects the warnings of the document.

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/hash.h"
#include "fbx/fbx_document.h"
#include "fbx/fbx_index.h"
#include "fbx/fbx_parse.h"

// ---- properties of objects, with the defaults of their templates, and embedded media ------------------------------

static const fbx_record *find_property(const fbx_record *properties, const char *name, size_t length)
{
    for (const fbx_record *p = properties ? properties->first_child : NULL; p; p = p->next) {
        const fbx_value *value = sinew__fbx_record_value(p, 0);
        if (value && value->kind == FBX_VALUE_TEXT && value->size == length &&
            memcmp(value->as.bytes, name, length) == 0)
            return p;
    }
    return NULL;
}

const fbx_record *sinew__fbx_property_named(const fbx_object *object, const char *name)
{
    const size_t length = strlen(name);
    const fbx_record *own = find_property(object->properties, name, length);
    return own ? own : find_property(object->defaults, name, length);
}

const fbx_record *sinew__fbx_property(const fbx_object *object, fbx_property_name name)
{
    return sinew__fbx_property_named(object, sinew__fbx_properties[name].name);
}

double sinew__fbx_property_number(const fbx_object *object, fbx_property_name name, double fallback)
{
    assert(strcmp(sinew__fbx_properties[name].values, "d") == 0);
    return sinew__fbx_record_number(sinew__fbx_property(object, name), FBX_PROPERTY_VALUES, fallback);
}

int64_t sinew__fbx_property_integer(const fbx_object *object, fbx_property_name name, int64_t fallback)
{
    assert(strcmp(sinew__fbx_properties[name].values, "i") == 0 ||
           strcmp(sinew__fbx_properties[name].values, "l") == 0);
    return sinew__fbx_record_integer(sinew__fbx_property(object, name), FBX_PROPERTY_VALUES, fallback);
}

int sinew__fbx_property_vector(const fbx_object *object, fbx_property_name name, double out[3])
{
    assert(strcmp(sinew__fbx_properties[name].values, "ddd") == 0);
    const fbx_record *property = sinew__fbx_property(object, name);
    if (!property || property->value_count < FBX_PROPERTY_VALUES + 3) return 0;
    for (size_t i = 0; i < 3; ++i) out[i] = sinew__fbx_record_number(property, FBX_PROPERTY_VALUES + i, out[i]);
    return 1;
}

fbx_bytes sinew__fbx_property_text(const fbx_object *object, fbx_property_name name)
{
    assert(strcmp(sinew__fbx_properties[name].values, "s") == 0);
    return sinew__fbx_record_bytes(sinew__fbx_property(object, name), FBX_PROPERTY_VALUES);
}

sinew_result sinew__fbx_video_content(fbx_document *document, const fbx_object *video, fbx_bytes *out_content,
                                      sinew_error *out_error)
{
    return sinew__fbx_record_content(document->arena, sinew__fbx_record_child(video->record, FBX_NAME(CONTENT)),
                                     out_content, out_error);
}

fbx_bytes sinew__fbx_media_file_name(const fbx_object *media)
{
    static const fbx_record_name path_names[] = {FBX_RECORD_RELATIVE_FILENAME, FBX_RECORD_FILENAME,
                                                 FBX_RECORD_FILE_NAME_OF_TEXTURE};
    for (size_t i = 0; i < sizeof path_names / sizeof *path_names; ++i) {
        const fbx_bytes name = sinew__fbx_child_bytes(media->record, sinew__fbx_records[path_names[i]].name);
        if (name.size) return name;
    }
    const fbx_bytes relative = sinew__fbx_property_text(media, FBX_PROPERTY_REL_PATH);
    return relative.size ? relative : sinew__fbx_property_text(media, FBX_PROPERTY_PATH);
}

// ---- global settings: axes, unit, frame rate, and how many ticks a second has -------------------------------------

enum { MODERN_HEADER = 1004, LEGACY_TICKS = 127 };

static double frame_rate(const fbx_object *settings)
{
    const int64_t mode = sinew__fbx_property_integer(settings, FBX_PROPERTY_TIME_MODE, 0);
    if (mode == FBX_CUSTOM_FRAME_RATE) {
        const double custom = sinew__fbx_property_number(settings, FBX_PROPERTY_CUSTOM_FRAME_RATE, 0);
        return custom > 0 && custom < 1e6 ? custom : sinew__fbx_frame_rates[0];
    }
    return mode >= 0 && mode < FBX_TIME_MODE_COUNT ? sinew__fbx_frame_rates[mode] : sinew__fbx_frame_rates[0];
}

static int axis(const fbx_object *settings, fbx_property_name name, int fallback)
{
    const int64_t value = sinew__fbx_property_integer(settings, name, fallback);
    return value >= 0 && value <= 2 ? (int)value : fallback;
}

static int sign(const fbx_object *settings, fbx_property_name name)
{
    return sinew__fbx_property_integer(settings, name, 1) < 0 ? -1 : 1;
}

/// Whether right, up and front are left-handed axes. 0 if the file does not state the right axis, or states an axis
/// twice.
static int is_left_handed(const fbx_object *settings)
{
    static const fbx_property_name path_names[3][2] = {{FBX_PROPERTY_COORD_AXIS, FBX_PROPERTY_COORD_AXIS_SIGN},
                                                       {FBX_PROPERTY_UP_AXIS, FBX_PROPERTY_UP_AXIS_SIGN},
                                                       {FBX_PROPERTY_FRONT_AXIS, FBX_PROPERTY_FRONT_AXIS_SIGN}};
    static const int usual_axes[3] = {-1, 1, 2};
    int axes[3], product = 1;
    for (int i = 0; i < 3; ++i) {
        axes[i] = axis(settings, path_names[i][0], usual_axes[i]);
        product *= sign(settings, path_names[i][1]);
    }
    // 1 for the orders XYZ, YZX and ZXY, −1 for the other orders, 0 if an axis is stated twice.
    const int order = (axes[1] - axes[0]) * (axes[2] - axes[0]) * (axes[2] - axes[1]) / 2;
    return axes[0] >= 0 && order * product < 0;
}

/// Returns the ticks per second. Newer headers may redefine the tick: TCDefinition 127 keeps FBX_TICKS_PER_SECOND, any
/// other value means 141 120 000.
static int64_t ticks_per_second(const fbx_document *document)
{
    const fbx_record *header = sinew__fbx_record_child(document->root, FBX_NAME(FBX_HEADER_EXTENSION));
    const fbx_record *definition =
        sinew__fbx_record_child(sinew__fbx_record_child(header, FBX_NAME(OTHER_FLAGS)), FBX_NAME(TC_DEFINITION));
    const int modern = sinew__fbx_child_integer(header, FBX_NAME(FBX_HEADER_VERSION), 0) >= MODERN_HEADER;
    if (definition && modern)
        return sinew__fbx_record_integer(definition, 0, LEGACY_TICKS) == LEGACY_TICKS ? FBX_TICKS_PER_SECOND
                                                                                      : 141120000;
    return document->version >= 8000 ? 141120000 : FBX_TICKS_PER_SECOND;
}

void sinew__fbx_read_settings(fbx_document *document)
{
    const fbx_record *record = sinew__fbx_record_child(document->root, FBX_NAME(GLOBAL_SETTINGS));
    if (!record) // some writers of FBX 7 put the settings among the objects, as in FBX 6
        record = sinew__fbx_record_child(sinew__fbx_record_child(document->root, FBX_NAME(OBJECTS)),
                                         FBX_NAME(GLOBAL_SETTINGS));
    const fbx_object settings = {.properties = sinew__fbx_record_child(record, FBX_NAME(PROPERTIES70))};
    const double unit = sinew__fbx_property_number(&settings, FBX_PROPERTY_UNIT_SCALE_FACTOR, 1);
    document->settings = (fbx_settings){
        .up_axis = axis(&settings, FBX_PROPERTY_UP_AXIS, 1),
        .up_sign = sign(&settings, FBX_PROPERTY_UP_AXIS_SIGN),
        .front_axis = axis(&settings, FBX_PROPERTY_FRONT_AXIS, 2),
        .front_sign = sign(&settings, FBX_PROPERTY_FRONT_AXIS_SIGN),
        .is_left_handed = is_left_handed(&settings),
        .unit_cm = unit > 0 && isfinite(unit) ? unit : 1,
        .fps = frame_rate(&settings),
        .ticks_per_second = ticks_per_second(document),
    };
}

// ---- warnings of a document ---------------------------------------------------------------------------------------

void sinew__fbx_document_warn(fbx_document *document, const char *object, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fbx_warning *warnings = sinew__arena_grow(document->arena, (void *)document->warnings, document->warning_count,
                                              &document->index->warning_capacity, sizeof *warnings);
    if (!warnings) return;
    document->warnings = warnings;
    fbx_warning *warning = &warnings[document->warning_count];
    warning->object = sinew__arena_text(document->arena, object, strlen(object));
    warning->text = sinew__arena_text(document->arena, text, strlen(text));
    if (warning->object && warning->text) document->warning_count++;
}

/// Returns a name without its class: binary files write "Cube\0\1Model", ASCII files "Model::Cube".
static fbx_bytes bare_name(fbx_bytes name)
{
    for (size_t i = 0; i + 1 < name.size; ++i)
        if (name.bytes[i] == '\0' && name.bytes[i + 1] == '\1') return (fbx_bytes){name.bytes, i};
    for (size_t i = 0; i + 1 < name.size; ++i)
        if (name.bytes[i] == ':' && name.bytes[i + 1] == ':') return (fbx_bytes){name.bytes + i + 2, name.size - i - 2};
    return name;
}

// ---- hashing -----------------------------------------------------------------------------------------------------

/// Returns the slot of the object with an id, or the free slot for it.
static size_t id_slot(const fbx_document *document, int64_t id)
{
    const struct fbx_index *index = document->index;
    const uint64_t bits = (uint64_t)id * UINT64_C(0x9e3779b97f4a7c15);
    size_t slot = (size_t)(bits ^ bits >> 32) & (index->hash_size - 1);
    while (index->by_id[slot] && document->objects[index->by_id[slot] - 1].id != id)
        slot = (slot + 1) & (index->hash_size - 1);
    return slot;
}

static size_t name_slot(const fbx_document *document, fbx_class kind, const char *name, size_t length)
{
    const struct fbx_index *index = document->index;
    size_t slot = (sinew__hash_name(name, length) + (size_t)kind) & (index->hash_size - 1);
    for (; index->by_name[slot]; slot = (slot + 1) & (index->hash_size - 1)) {
        const fbx_object *object = &document->objects[index->by_name[slot] - 1];
        if (object->kind == kind && object->raw_name.size == length &&
            memcmp(object->raw_name.bytes, name, length) == 0)
            break;
    }
    return slot;
}

const fbx_object *sinew__fbx_object_by_id(const fbx_document *document, int64_t id)
{
    const int32_t found = document->index->by_id[id_slot(document, id)];
    return found ? &document->objects[found - 1] : NULL;
}

const fbx_object *sinew__fbx_object_by_name(const fbx_document *document, fbx_class kind, const char *name)
{
    const int32_t found = document->index->by_name[name_slot(document, kind, name, strlen(name))];
    return found ? &document->objects[found - 1] : NULL;
}

int sinew__fbx_object_is(const fbx_object *object, fbx_class kind, const char *subclass)
{
    return object && object->kind == kind && strcmp(object->subclass, subclass) == 0;
}

// ---- templates ---------------------------------------------------------------------------------------------------

/// Returns the default properties of a class of objects: Definitions / ObjectType: "Model" / PropertyTemplate /
/// Properties70.
static const fbx_record *find_defaults(const fbx_record *definitions, const char *class_name)
{
    for (const fbx_record *type = sinew__fbx_record_child(definitions, FBX_NAME(OBJECT_TYPE)); type;
         type = sinew__fbx_record_next_same(type))
        if (sinew__fbx_record_text_is(type, 0, class_name))
            return sinew__fbx_record_child(sinew__fbx_record_child(type, FBX_NAME(PROPERTY_TEMPLATE)),
                                           FBX_NAME(PROPERTIES70));
    return NULL;
}

// ---- reading -----------------------------------------------------------------------------------------------------

static int is_object(const fbx_record *record)
{
    const fbx_value *id = sinew__fbx_record_value(record, 0);
    return id && id->kind == FBX_VALUE_INTEGER && id->as.integer != 0;
}

static sinew_result read_object(fbx_document *document, fbx_record *record, fbx_object *out)
{
    out->record = record;
    out->id = sinew__fbx_record_integer(record, 0, 0);
    out->class_name = record->name;
    out->kind = sinew__fbx_class_of(record->name);
    out->raw_name = bare_name(sinew__fbx_record_bytes(record, 1));
    out->name = sinew__fbx_text_utf8(document->arena, out->raw_name);
    out->subclass = sinew__fbx_text_utf8(document->arena, sinew__fbx_record_bytes(record, 2));
    out->properties = sinew__fbx_record_child(record, FBX_NAME(PROPERTIES70));
    return out->name && out->subclass ? SINEW_OK : SINEW_ERROR_OUT_OF_MEMORY;
}

/// Appends an object and adds it to the tables. Returns 0 if another object has its id.
static int enter_object(fbx_document *document, fbx_object *object)
{
    struct fbx_index *index = document->index;
    const size_t slot = id_slot(document, object->id);
    if (index->by_id[slot]) return 0;
    object->index = (int32_t)document->object_count++;
    index->by_id[slot] = object->index + 1;
    const size_t by_name = name_slot(document, object->kind, object->raw_name.bytes, object->raw_name.size);
    if (!index->by_name[by_name]) index->by_name[by_name] = object->index + 1;
    return 1;
}

/// Sets the template of every object; each class is looked up once.
static void find_all_defaults(const fbx_document *document, fbx_object *objects)
{
    const fbx_record *definitions = sinew__fbx_record_child(document->root, FBX_NAME(DEFINITIONS));
    const fbx_record *defaults[FBX_CLASS_COUNT] = {NULL};
    for (int i = FBX_OTHER + 1; i < FBX_CLASS_COUNT; ++i)
        defaults[i] = find_defaults(definitions, sinew__fbx_classes[i].record);
    for (size_t i = 1; i < document->object_count; ++i) objects[i].defaults = defaults[objects[i].kind];
}

sinew_result sinew__fbx_read_objects(fbx_document *document, sinew_error *error)
{
    const fbx_record *list = sinew__fbx_record_child(document->root, FBX_NAME(OBJECTS));
    size_t max_count = 1;
    for (const fbx_record *record = list ? list->first_child : NULL; record; record = record->next)
        max_count += (size_t)is_object(record);
    if (max_count > INT32_MAX / 2) return sinew__fail(error, SINEW_ERROR_LIMIT, "too many objects: %zu", max_count);
    fbx_object *objects = SINEW__ARENA_ARRAY(document->arena, fbx_object, max_count);
    struct fbx_index *index = document->index;
    index->hash_size = 16;
    while (index->hash_size < max_count * 2) index->hash_size *= 2;
    index->by_id = SINEW__ARENA_ARRAY(document->arena, int32_t, index->hash_size);
    index->by_name = SINEW__ARENA_ARRAY(document->arena, int32_t, index->hash_size);
    if (!objects || !index->by_id || !index->by_name) return sinew__arena_fail(document->arena, error);
    document->objects = objects;
    objects[0] = (fbx_object){.class_name = "", .subclass = "", .name = "", .raw_name = {"", 0}};
    enter_object(document, &objects[0]);
    for (fbx_record *record = list ? list->first_child : NULL; record; record = record->next) {
        if (!is_object(record)) continue;
        fbx_object *object = &objects[document->object_count];
        if (read_object(document, record, object) != SINEW_OK) return sinew__arena_fail(document->arena, error);
        if (!enter_object(document, object))
            sinew__fbx_document_warn(document, object->name, "another object has the id %lld too; this one is dropped",
                                     (long long)object->id);
    }
    find_all_defaults(document, objects);
    return SINEW_OK;
}
