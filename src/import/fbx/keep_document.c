// Stores the records of an FBX document in the block, and for each object of the document the item of the model that it
// has become.
#include "core/base/hash.h"
#include "core/base/memory.h"
#include "import/import_stages.h"
#include "runtime/model/build/builder.h"
#include "runtime/model/document_hash.h"
#include "runtime/model/validate/checks.h"

/// Appends an object. Returns 0 when out of memory.
static int put_object(sinew__builder *builder, sinew_document_object object)
{
    sinew_document_object *item = sinew__section_push(builder, SINEW__SECTION_DOCUMENT_OBJECTS, 1);
    if (item) *item = object;
    return item != NULL;
}

static int put_objects(import_pass *pass, const sinew_model *model, sinew__builder *builder, sinew_error *error)
{
    const fbx_document *document = pass->document;
    const fbx_stack *stacks;
    size_t stack_count;
    int32_t *model_of = SINEW__ARENA_ARRAY(&pass->arena, int32_t, model->joint_count);
    if (!model_of || sinew__fbx_read_stacks(pass->document, &stacks, &stack_count, error) != SINEW_OK) return 0;
    for (size_t i = document->object_count; i-- > 1;) // the first model of a joint wins
        if (document->objects[i].kind == FBX_MODEL && pass->model_joints[i] != SINEW_NONE)
            model_of[pass->model_joints[i]] = (int32_t)i;
    int ok = put_object(builder, (sinew_document_object){.kind = SINEW_DOCUMENT_SCENE,
                                                         .hash = sinew__hash_scene(model),
                                                         .name = sinew__hash(&model->info->fps, sizeof(double))});
    for (int32_t i = 0; i < model->joint_count && ok; ++i) {
        const fbx_object *object = &document->objects[model_of[model->joints[i].authored_index]];
        if (object->id == 0) continue;
        ok = put_object(builder, (sinew_document_object){.id = object->id,
                                                         .name = sinew__hash_model_text(model, model->joints[i].name),
                                                         .kind = SINEW_DOCUMENT_JOINT,
                                                         .item = i});
    }
    for (size_t i = 0; i < pass->channel_morph_count && ok; ++i) {
        const import_channel_morph *from = &pass->channel_morphs[i];
        if (from->mesh >= model->mesh_count) continue;
        const int32_t index = model->meshes[from->mesh].first_morph + from->morph;
        const sinew_morph *morph = &model->morphs[index];
        ok = put_object(builder,
                        (sinew_document_object){.id = from->channel->id, .kind = SINEW_DOCUMENT_MORPH, .item = index});
        for (int32_t k = 0; k < morph->shape_count && ok; ++k)
            ok = put_object(builder, (sinew_document_object){.id = from->shapes[k]->id,
                                                             .kind = SINEW_DOCUMENT_SHAPE,
                                                             .item = morph->first_shape + k});
    }
    for (size_t i = 1; i < document->object_count && ok; ++i) {
        const fbx_object *object = &document->objects[i], *video = sinew__fbx_source_of(document, object, FBX_VIDEO);
        const int32_t texture = pass->document_textures[i] - 1;
        if (object->kind != FBX_TEXTURE || texture < 0) continue;
        ok = put_object(builder,
                        (sinew_document_object){.id = object->id, .kind = SINEW_DOCUMENT_TEXTURE, .item = texture});
        if (video)
            ok = ok && put_object(builder, (sinew_document_object){
                                               .id = video->id, .kind = SINEW_DOCUMENT_TEXTURE, .item = texture});
    }
    for (int32_t i = 0; i < model->clip_count && (size_t)i < stack_count && ok; ++i)
        ok = put_object(builder, (sinew_document_object){.id = stacks[i].object->id,
                                                         .hash = sinew__hash_clip(model, i),
                                                         .name = sinew__hash_model_text(model, model->clips[i].name),
                                                         .kind = SINEW_DOCUMENT_CLIP});
    return ok;
}

sinew_result sinew__keep_document(import_pass *pass, void **block, size_t *size, sinew_error *error)
{
    static const uint8_t left_out[SINEW__SECTION_COUNT] = {
        [SINEW__SECTION_DOCUMENT] = 1, [SINEW__SECTION_DOCUMENT_OBJECTS] = 1};
    sinew__arena memory = {.limit = pass->arena.limit > pass->arena.used ? pass->arena.limit - pass->arena.used : 1};
    sinew__buffer records = {0};
    sinew__builder builder = {.error = error};
    sinew_model model = {.block = *block};
    void *larger = NULL;
    sinew_result result = sinew__fbx_fold_records(&memory, pass->bytes, pass->size, &records, error);
    sinew__arena_free(&memory);
    if (result == SINEW_OK && records.size > 0) {
        result = sinew__view_block(*block, *size, SINEW__BLOCK_MODEL, &model, error);
        if (result == SINEW_OK) {
            sinew__lend_sections(&builder, &model, left_out);
            sinew__section_lend(&builder, SINEW__SECTION_DOCUMENT, records.text, records.size);
            result = put_objects(pass, &model, &builder, error) ? sinew__builder_lay_out(&builder, &larger, size)
                                                                : sinew__arena_fail(&pass->arena, error);
        }
    }
    sinew__builder_free(&builder);
    sinew__buffer_free(&records);
    if (!larger) return result;
    sinew_free(*block);
    *block = larger;
    return SINEW_OK;
}
