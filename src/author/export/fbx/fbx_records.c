/// Appends records to the tree of an FBX document.
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "author/export/fbx/fbx_writer.h"

/// First id of objects; 0 is the scene, and some programs use small ids themselves.
static const int64_t first_id = 1000000;

enum { SMALL_ARRAY = 128 }; // arrays with fewer bytes are not compressed

fbx_record *sinew__fbx_put_object(fbx_writer *writer, fbx_class kind, const char *name, const char *subclass,
                                  int64_t *out_id)
{
    const int is_part = strcmp(subclass, "Cluster") == 0 || strcmp(subclass, "BlendShapeChannel") == 0;
    const char *of = is_part ? "SubDeformer" : sinew__fbx_classes[kind].in_names;
    const size_t length = strlen(name), separator = sizeof FBX_CLASS_SEPARATOR - 1;
    char *text = SINEW__ARENA_ARRAY(&writer->memory, char, length + separator + strlen(of) + 1);
    *out_id = first_id + ++writer->last_id;
    writer->class_counts[kind]++;
    if (!text || !writer->objects) return NULL;
    memcpy(text, name, length);
    memcpy(text + length, FBX_CLASS_SEPARATOR, separator);
    memcpy(text + length + separator, of, strlen(of));
    return sinew__fbx_record_add_values(&writer->memory, writer->objects, sinew__fbx_classes[kind].record, "lts",
                                        *out_id, (fbx_bytes){text, length + separator + strlen(of)}, subclass);
}

fbx_record *sinew__fbx_put(fbx_writer *writer, fbx_record *parent, fbx_record_name name, ...)
{
    const fbx_record_format *format = &sinew__fbx_records[name];
    const size_t count = strlen(format->values);
    fbx_value *values = SINEW__ARENA_ARRAY(&writer->memory, fbx_value, count);
    fbx_record *record = parent && values ? sinew__fbx_record_add(&writer->memory, parent, format->name) : NULL;
    if (!record) return NULL;
    va_list arguments;
    va_start(arguments, name);
    for (size_t i = 0; i < count; ++i) values[i] = sinew__fbx_next_value(format->values[i], &arguments);
    va_end(arguments);
    record->values = values;
    record->value_count = (uint32_t)count;
    return record;
}

void sinew__fbx_pack_array(fbx_writer *writer, fbx_array *array)
{
    const size_t size = array->count * sinew__fbx_item_width(array->type);
    if (!writer->deflate || size < SMALL_ARRAY || size > UINT32_MAX) return;
    char *bytes = SINEW__ARENA_ARRAY(&writer->memory, char, size);
    const size_t packed = bytes ? writer->deflate(bytes, array->items, size) : 0;
    if (packed == 0 || packed >= size) return;
    *array = (fbx_array){
        .bytes = bytes, .size = packed, .count = array->count, .type = array->type, .encoding = FBX_ARRAY_DEFLATE};
}

void sinew__fbx_put_array(fbx_writer *writer, fbx_record *parent, fbx_record_name name, const void *items, size_t count)
{
    const fbx_record_format *format = &sinew__fbx_records[name];
    const char type = (char)tolower((unsigned char)format->values[0]);
    if (!parent || !items) return;
    fbx_record *record = sinew__fbx_record_add_array(&writer->memory, parent, format->name, type, items, count);
    if (record) sinew__fbx_pack_array(writer, record->values->as.array);
}

void sinew__fbx_put_floats(fbx_writer *writer, fbx_record *parent, fbx_record_name name, const float *numbers,
                           size_t count)
{
    double *out = SINEW__ARENA_ARRAY(&writer->memory, double, count);
    for (size_t i = 0; out && numbers && i < count; ++i) out[i] = (double)numbers[i];
    if (numbers) sinew__fbx_put_array(writer, parent, name, out, count);
}

fbx_record *sinew__fbx_put_properties(fbx_writer *writer, fbx_record *object)
{
    return object ? sinew__fbx_put(writer, object, FBX_RECORD_PROPERTIES70) : NULL;
}

void sinew__fbx_put_property(fbx_writer *writer, fbx_record *properties, fbx_property_name name, ...)
{
    enum { MAX_VALUES = FBX_PROPERTY_VALUES + 3 };
    const fbx_property_format *format = &sinew__fbx_properties[name];
    const char *texts[FBX_PROPERTY_VALUES] = {format->name, format->type, format->label, format->flags};
    fbx_value *values = SINEW__ARENA_ARRAY(&writer->memory, fbx_value, MAX_VALUES);
    fbx_record *record = properties && values ? sinew__fbx_put(writer, properties, FBX_RECORD_P) : NULL;
    if (!record) return;
    uint32_t count = 0;
    va_list arguments;
    va_start(arguments, name);
    for (; count < FBX_PROPERTY_VALUES; ++count)
        values[count] = (fbx_value){
            .kind = FBX_VALUE_TEXT, .type = 'S', .size = (uint32_t)strlen(texts[count]), .as.bytes = texts[count]};
    for (const char *letter = format->values; *letter; ++letter, ++count) {
        values[count] = sinew__fbx_next_value(*letter, &arguments);
        // Replaces −0 by 0, because a computed angle may be −0 in one export and 0 in the next.
        if (values[count].kind == FBX_VALUE_NUMBER) values[count].as.number += 0.0;
    }
    va_end(arguments);
    record->values = values;
    record->value_count = count;
}

void sinew__fbx_put_vector(fbx_writer *writer, fbx_record *properties, fbx_property_name name, const double value[3])
{
    sinew__fbx_put_property(writer, properties, name, value[0], value[1], value[2]);
}

/// Returns the index of an axis named like "+Y", or `fallback` if the name is not an axis.
static int axis_of(const char *name, int fallback, int *out_sign)
{
    const char letter = name[0] == '-' || name[0] == '+' ? name[1] : name[0];
    *out_sign = name[0] == '-' ? -1 : 1;
    return letter >= 'X' && letter <= 'Z' ? letter - 'X' : fallback;
}

void sinew__fbx_put_axes(fbx_writer *writer, fbx_record *list)
{
    const sinew_model *model = writer->model;
    const char to = writer->turns_axes ? writer->options->up : 0;
    int up_sign, front_sign;
    int up = axis_of(to == 'Z' ? "+Z" : to == 'Y' ? "+Y" : sinew_text(model, model->info->up), 1, &up_sign);
    int front = axis_of(to == 'Z' ? "-Y" : to == 'Y' ? "+Z" : sinew_text(model, model->info->front), 2, &front_sign);
    if (up == front) up = 1, front = 2, up_sign = front_sign = 1;
    const int is_cyclic = (up + 1) % 3 == front;
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_UP_AXIS, up);
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_UP_AXIS_SIGN, up_sign);
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_FRONT_AXIS, front);
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_FRONT_AXIS_SIGN, front_sign);
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_COORD_AXIS, 3 - up - front);
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_COORD_AXIS_SIGN, up_sign * front_sign * (is_cyclic ? 1 : -1));
}

void sinew__fbx_put_frame_rate(fbx_writer *writer, fbx_record *list)
{
    const double fps = writer->model->info->fps;
    int mode = fps > 0 ? FBX_CUSTOM_FRAME_RATE : FBX_30_FRAMES;
    for (int i = FBX_TIME_MODE_COUNT - 1; i > 0; --i)
        if (sinew__fbx_frame_rates[i] > 0 && fabs(sinew__fbx_frame_rates[i] - fps) < 1e-9 * fps) mode = i;
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_TIME_MODE, mode);
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_CUSTOM_FRAME_RATE, mode == FBX_CUSTOM_FRAME_RATE ? fps : -1.0);
}

void sinew__fbx_put_connection(fbx_writer *writer, int64_t source, int64_t target)
{
    (void)sinew__fbx_put(writer, writer->connections, FBX_RECORD_CONNECTION, "OO", source, target);
}

static void put_named_connection(fbx_writer *writer, int64_t source, int64_t target, const char *property)
{
    (void)sinew__fbx_put(writer, writer->connections, FBX_RECORD_PROPERTY_CONNECTION, "OP", source, target, property);
}

void sinew__fbx_put_property_connection(fbx_writer *writer, int64_t source, int64_t target, fbx_property_name property)
{
    put_named_connection(writer, source, target, sinew__fbx_properties[property].name);
}

/// Writes a number property with the type and flags of an attribute added in Maya: animatable and user-defined.
static void put_number(fbx_writer *writer, fbx_record *properties, const char *name, const char *type,
                       const char *flags)
{
    if (properties)
        (void)sinew__fbx_record_add_values(&writer->memory, properties, sinew__fbx_records[FBX_RECORD_P].name, "ssssd",
                                           name, type, type[0] == 'N' ? "" : "Number", flags, 0.0);
}

void sinew__fbx_put_custom_property(fbx_writer *writer, fbx_record *properties, const char *name)
{
    for (const fbx_record *p = properties ? properties->first_child : NULL; p; p = p->next)
        if (sinew__fbx_record_text_is(p, 0, name)) return;
    put_number(writer, properties, name, "double", "A+U");
}

/// Returns the component's name in a curve node for one property.
static const char *component_name(fbx_writer *writer, const char *property)
{
    const char *name = sinew__arena_format(&writer->memory, "d|%s", property);
    return name ? name : "";
}

int64_t sinew__fbx_put_custom_node(fbx_writer *writer, const char *property, int64_t layer, int64_t object)
{
    int64_t id;
    fbx_record *record = sinew__fbx_put_object(writer, FBX_ANIMATION_CURVE_NODE, property, "", &id);
    put_number(writer, sinew__fbx_put_properties(writer, record), component_name(writer, property), "Number", "A");
    sinew__fbx_put_connection(writer, id, layer);
    put_named_connection(writer, id, object, property);
    return id;
}

void sinew__fbx_put_custom_curve(fbx_writer *writer, int64_t curve, int64_t node, const char *property)
{
    put_named_connection(writer, curve, node, component_name(writer, property));
}

void sinew__fbx_put_matrix(fbx_writer *writer, fbx_record *parent, fbx_record_name name, const sinew_affine *matrix)
{
    double *numbers = SINEW__ARENA_ARRAY(&writer->memory, double, 16);
    if (!numbers) return;
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 4; ++column) numbers[column * 4 + row] = matrix->row[row][column] + 0.0; // no −0
    numbers[15] = 1;
    sinew__fbx_put_array(writer, parent, name, numbers, 16);
}
