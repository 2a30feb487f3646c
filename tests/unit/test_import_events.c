/// Events of files written by hand: custom properties of an FBX, extras of a glTF, side files, and properties that are
/// not events.
#include "import/import_block.h"
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"
#include "support/import_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/events.h"

/// A document of the clip `Armature|walk`, 0 s to 2 s, whose bone has the properties `step`, which the author added,
/// and `Size`, which belongs to the kind of object. Both have keys at 0, 0.5, 1, 1.5 and 3 s, of 0, 1, 1, 2 and 5.
#define CURVE(id)                                                                                                      \
    "AnimationCurve: " id ", \"AnimCurve::\", \"\" {\nDefault: 0\nKeyVer: 4009\nKeyTime: *5 {\na: "                    \
    "0,23093079000,46186158000,69279237000,138558474000\n}\nKeyValueFloat: *5 {\na: 0,1,1,2,5\n}\n"                    \
    "KeyAttrFlags: *1 {\na: 2\n}\nKeyAttrDataFloat: *4 {\na: 0,0,0,0\n}\nKeyAttrRefCount: *1 {\na: 5\n}\n}\n"
static const char document[] =
    "; FBX 7.4.0 project file\nFBXHeaderExtension: {\nFBXHeaderVersion: 1003\nFBXVersion: 7400\n}\n"
    "GlobalSettings: {\nVersion: 1000\nProperties70: {\nP: \"TimeMode\", \"enum\", \"\", \"\",6\n}\n}\nObjects: {\n"
    "Model: 100, \"Model::Foot\", \"LimbNode\" {\nVersion: 232\nProperties70: {\n"
    "P: \"step\", \"Number\", \"\", \"A+U\",0\nP: \"Size\", \"Number\", \"\", \"A\",0\n}\n}\n"
    "AnimationStack: 300, \"AnimStack::Armature|walk\", \"\" {\nProperties70: {\n"
    "P: \"LocalStart\", \"KTime\", \"Time\", \"\",0\nP: \"LocalStop\", \"KTime\", \"Time\", \"\",92372316000\n}\n}\n"
    "AnimationLayer: 301, \"AnimLayer::Base\", \"\" {\n}\n"
    "AnimationCurveNode: 302, \"AnimCurveNode::step\", \"\" {\nProperties70: {\n"
    "P: \"d|step\", \"Number\", \"\", \"A\",0\n}\n}\n" CURVE(
        "303") "AnimationCurveNode: 304, \"AnimCurveNode::Size\", \"\" {\nProperties70: {\n"
               "P: \"d|Size\", \"Number\", \"\", \"A\",0\n}\n}\n" CURVE(
                   "305") "}\nConnections: {\nC: \"OO\",100,0\nC: \"OO\",301,300\nC: \"OO\",302,301\nC: "
                          "\"OP\",302,100, \"step\"\n"
                          "C: \"OP\",303,302, \"d|step\"\nC: \"OO\",304,301\nC: \"OP\",304,100, \"Size\"\nC: "
                          "\"OP\",305,304, \"d|Size\"\n}\n";

typedef struct side_text {
    const char *text;
    size_t size;
    int asked; ///< how often for a file of another name
} side_text;

static sinew_result give_events(void *user, const char *name, void **out_bytes, size_t *out_size)
{
    side_text *side = user;
    if (strcmp(name, "walk.events.json") != 0) {
        ++side->asked;
        return SINEW_ERROR_NOT_FOUND;
    }
    *out_bytes = malloc(side->size + 1);
    assert_non_null(*out_bytes);
    memcpy(*out_bytes, side->text, side->size);
    *out_size = side->size;
    return SINEW_OK;
}

static sinew_model *import_with_events(const char *text)
{
    side_text side = {text, strlen(text), 0};
    const sinew__import_options options = {.side_file = give_events, .user = &side, .document_only = 1};
    void *block;
    size_t size;
    sinew_model *model = NULL;
    sinew_error error;
    if (sinew__import_block("walk.fbx", document, sizeof document - 1, &options, &block, &size, &error) != SINEW_OK ||
        sinew__model_from_block(block, size, &model, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    assert_int_equal(side.asked, 0);
    return model;
}

static void assert_event(const sinew_model *model, int32_t index, const char *track, const char *text, double time,
                         double value)
{
    assert_true(index < model->event_count);
    const sinew_event *event = &model->events[index];
    assert_string_equal(sinew_text(model, event->track), track);
    assert_string_equal(sinew_text(model, event->text), text);
    assert_close(event->time, time, 1e-9);
    assert_close(event->value, value, 0);
    assert_int_equal(event->clip, 0);
}

/// Two changes: to 1 at 0.5 s and to 2 at 1.5 s. The one at 3 s is outside the clip.
static void changes_of_custom_properties_are_events(void **state)
{
    (void)state;
    sinew_model *model = import_with_events("{\"events\":[]}");
    assert_int_equal(model->event_count, 2);
    assert_event(model, 0, "step", "Foot", 0.5, 1);
    assert_event(model, 1, "step", "Foot", 1.5, 2);
    assert_int_equal(warnings_of(model, "I23"), 0);
    sinew_model_destroy(model);
}

/// 30 frames per second: frame 60 is the end of the clip.
static void a_side_file_has_events(void **state)
{
    (void)state;
    sinew_model *model = import_with_events("{\"events\":[{\"track\":\"sound\",\"time\":1,\"text\":\"swi\\u0073h\"},"
                                            "{\"clip\":\"walk\",\"track\":\"end\",\"frame\":60,\"value\":-2.5},"
                                            "{\"clip\":\"Armature|walk\",\"track\":\"start\",\"time\":0}]}");
    assert_int_equal(warnings_of(model, "I23"), 0);
    assert_int_equal(model->event_count, 5);
    assert_event(model, 0, "start", "", 0, 0);
    assert_event(model, 2, "sound", "swish", 1, 0);
    assert_event(model, 4, "end", "", 2, -2.5);
    sinew_model_destroy(model);
}

static void what_is_no_event_is_dropped_with_a_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *warning;
    } rows[] = {
        {"", "line 1: the file ends early; its events are dropped"},
        {"{\"events\":[\n{\"track\" 1}]}", "line 2: expected ':'; its events are dropped"},
        {"[]", "expected an object with an array 'events'"},
        {"{\"events\":{}}", "expected an object with an array 'events'"},
        {"{\"events\":[\n7]}", "line 2: expected an object; the event is dropped"},
        {"{\"events\":[{\"clip\":\"run\",\"track\":\"a\",\"time\":1}]}", "line 1: no clip 'run'; the event is dropped"},
        {"{\"events\":[{\"clip\":1,\"track\":\"a\",\"time\":1}]}", "line 1: it names no clip; the event is dropped"},
        {"{\"events\":[{\"time\":1}]}", "line 1: it has no 'track'; the event is dropped"},
        {"{\"events\":[{\"track\":\"\",\"time\":1}]}", "line 1: it has no 'track'; the event is dropped"},
        {"{\"events\":[{\"track\":\"a\"}]}",
         "line 1: it has neither 'time' nor a 'frame' of a file with a frame rate; the event is dropped"},
        {"{\"events\":[{\"track\":\"a\",\"time\":2.01}]}",
         "line 1: its time is outside the clip; the event is dropped"},
        {"{\"events\":[{\"track\":\"a\",\"time\":-1}]}", "line 1: its time is outside the clip; the event is dropped"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        sinew_model *model = import_with_events(rows[i].text);
        assert_int_equal(model->event_count, 2); // the events of the custom property
        assert_int_equal(warnings_about(model, "I23", "walk.events.json"), 1);
        for (int32_t k = 0; k < model->warning_count; ++k)
            if (strcmp(sinew_text(model, model->warnings[k].code), "I23") == 0)
                assert_string_equal(sinew_text(model, model->warnings[k].text), rows[i].warning);
        sinew_model_destroy(model);
    }
}

static void too_many_events_are_dropped_with_a_line(void **state)
{
    (void)state;
    enum { COUNT = SINEW_EVENTS_MAX + 10 };
    static const char item[] = "{\"track\":\"a\",\"time\":1},";
    char *text = malloc(64 + COUNT * sizeof item), *end = text;
    assert_non_null(text);
    end += sprintf(end, "{\"events\":[");
    for (int i = 0; i < COUNT; ++i) end += sprintf(end, "%s", item);
    strcpy(end - 1, "]}");
    sinew_model *model = import_with_events(text);
    assert_int_equal(model->event_count, SINEW_EVENTS_MAX);
    assert_int_equal(warnings_of(model, "I23"), 1);
    sinew_model_destroy(model);
    free(text);
}

/// The buffer: times 0 and 1, and two translations of zeros.
static void extras_of_a_gltf_animation_have_events(void **state)
{
    (void)state;
    sinew_model *model = import_text_file(
        "a.gltf", "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
                  "\"nodes\":[{\"name\":\"Arm\"}],\"animations\":[{\"name\":\"wave\",\"extras\":{\"events\":"
                  "[{\"track\":\"hello\",\"time\":0.25,\"text\":\"hi\",\"value\":3}, 5]},\"channels\":[{\"sampler\":0,"
                  "\"target\":{\"node\":0,\"path\":\"translation\"}}],\"samplers\":[{\"input\":0,\"output\":1}]}],"
                  "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":2,\"type\":\"SCALAR\","
                  "\"min\":[0],\"max\":[1]},{\"bufferView\":1,\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"}],"
                  "\"bufferViews\":[{\"buffer\":0,\"byteOffset\":0,\"byteLength\":8},"
                  "{\"buffer\":0,\"byteOffset\":8,\"byteLength\":24}],\"buffers\":[{\"byteLength\":32,"
                  "\"uri\":\"data:application/octet-stream;base64,AAAAAAAAgD8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\"}]}");
    assert_int_equal(model->event_count, 1);
    assert_event(model, 0, "hello", "hi", 0.25, 3);
    assert_int_equal(warnings_about(model, "I23", "wave"), 1);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_no_event_is_dropped_with_a_line),
        cmocka_unit_test(too_many_events_are_dropped_with_a_line),
        cmocka_unit_test(changes_of_custom_properties_are_events),
        cmocka_unit_test(a_side_file_has_events),
        cmocka_unit_test(extras_of_a_gltf_animation_have_events),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
