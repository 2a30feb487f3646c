// The facts of a model, for the lists of the page.
#include "core/base/json.h"
#include "page/page_module.h"
#include "runtime/skin/skin_method.h"
#include "runtime/view/view.h"

static void put_joints(sinew__json_writer *json)
{
    const sinew_model *model = page.now->model;
    const int has_bones = sinew__render_has_bones(model);
    const sinew__joint_prefix prefix = sinew__find_joint_prefix(model);
    sinew__json_put_array(json, "joints"); // in the order of the file
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const int32_t joint = model->authored_order[i];
        const sinew_joint *one = &model->joints[joint];
        if (one->flags & SINEW_JOINT_HELPER) continue;
        sinew__json_put_object(json, NULL);
        sinew__json_put_whole(json, "joint", joint);
        sinew__json_put_text(json, "name", sinew_text(model, one->name));
        sinew__json_put_text(json, "label", sinew__joint_label(model, joint, prefix));
        sinew__json_put_whole(json, "parent", one->parent);
        sinew__json_put_bool(json, "skeletal", sinew__render_is_skeletal(model, has_bones, joint));
        sinew__json_end_object(json);
    }
    sinew__json_end_array(json);
}

static void put_clips(sinew__json_writer *json)
{
    const sinew_model *model = page.now->model;
    sinew__json_put_array(json, "clips");
    for (int32_t i = 0; i < model->clip_count; ++i) {
        const sinew_clip *clip = &model->clips[i];
        sinew__json_put_object(json, NULL);
        sinew__json_put_text(json, "name", sinew_text(model, clip->name));
        sinew__json_put_number(json, "start", clip->start);
        sinew__json_put_number(json, "duration", clip->duration);
        sinew__json_put_whole(json, "animated_joints", clip->animated_joints);
        sinew__json_put_whole(json, "keys", clip->key_time_count);
        sinew__json_end_object(json);
    }
    sinew__json_end_array(json);
}

static void put_warnings(sinew__json_writer *json)
{
    const sinew_model *model = page.now->model;
    sinew__json_put_array(json, "warnings");
    for (int32_t i = 0; i < model->warning_count; ++i) {
        const sinew_warning *warning = &model->warnings[i];
        sinew__json_put_object(json, NULL);
        sinew__json_put_text(json, "code", sinew_text(model, warning->code));
        sinew__json_put_text(json, "object", sinew_text(model, warning->object));
        sinew__json_put_text(json, "text", sinew_text(model, warning->text));
        sinew__json_end_object(json);
    }
    sinew__json_end_array(json);
}

static void put_file(sinew__json_writer *json)
{
    const sinew_model *model = page.now->model;
    const sinew_model_info *info = model->info;
    sinew__json_put_text(json, "format", sinew_text(model, info->format));
    sinew__json_put_text(json, "version", sinew_text(model, info->version));
    sinew__json_put_text(json, "generator", sinew_text(model, info->generator));
    sinew__json_put_text(json, "up", sinew_text(model, info->up));
    sinew__json_put_text(json, "front", sinew_text(model, info->front));
    sinew__json_put_number(json, "unit_cm", info->unit_cm);
    sinew__json_put_number(json, "fps", info->fps);
    sinew__json_put_number(json, "size", info->size);
    sinew__json_put_whole(json, "meshes", model->mesh_count);
    sinew__json_put_bool(json, "all_hidden", sinew__render_all_hidden(model));
    sinew__json_put_bool(json, "shows_skeleton", page.now->shows_skeleton);
    sinew__json_put_whole(json, "vertices", model->vertex_count);
    sinew__json_put_whole(json, "triangles", model->index_count / 3);
    sinew__json_put_whole(json, "materials", model->material_count);
}

/// Puts the words of an option of the program, in the order of their values.
static void put_words(sinew__json_writer *json, const char *key, const sinew__word *words)
{
    sinew__json_put_array(json, key);
    for (const sinew__word *word = words; word->name; ++word) sinew__json_put_text(json, NULL, word->name);
    sinew__json_end_array(json);
}

/// Returns the facts of the model as JSON: an object that page.js calls Facts.
EXPORT(page_facts) const char *page_facts(void);
const char *page_facts(void)
{
    page.text.size = 0;
    sinew__json_writer json = sinew__json_begin(&page.text);
    sinew__json_put_object(&json, NULL);
    put_file(&json);
    put_joints(&json);
    put_clips(&json);
    sinew__json_put_array(&json, "textures");
    for (int32_t i = 0; i < page.now->model->texture_count; ++i)
        sinew__json_put_text(&json, NULL, sinew_text(page.now->model, page.now->model->textures[i].path));
    sinew__json_end_array(&json);
    put_warnings(&json);
    const sinew_model *model = page.now->model;
    sinew__json_put_array(&json, "cameras");
    for (int32_t k = 0; k < model->camera_count; ++k)
        sinew__json_put_text(&json, NULL, sinew_text(model, model->joints[model->cameras[k].joint].name));
    sinew__json_end_array(&json);
    put_words(&json, "colors", sinew__color_words);
    put_words(&json, "skins", sinew__skin_words);
    sinew__json_end_object(&json);
    sinew__buffer_put(&page.text, "", 1);
    return page.text.failed ? "{}" : page.text.text;
}
