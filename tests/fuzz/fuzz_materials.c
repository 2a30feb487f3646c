/// Any bytes as materials: through the stages that make textures, materials and maps of Assimp's, and validation. What
/// they build, the validator must accept. Assimp's own readers are left out, so that they do not end the target.
///
/// The text is of MTL's form: `newmtl NAME`, keys with numbers (`Kd 1 0.5 0`) and keys with the path of an image
/// (`map_Kd skin.png`), and of physically based ones. A leading number is the set of texture coordinates: `1 map_Kd
/// skin.png`.
#include <assimp/material.h>
#include <assimp/scene.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "import/import_pass.h"
#include "import/import_stages.h"
#include "runtime/model/make_model.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum {
    MEMORY = 64 << 20,
    MAX_TEXT = sizeof((struct aiString *)NULL)->data,
    MAX_MATERIALS = 16,
    MAX_PROPERTIES = 64,
    MAX_NUMBERS = 16
};

static void require(int holds)
{
    if (!holds) abort();
}

/// How a key of the text becomes a property of Assimp's.
static const struct {
    const char *key, *property;
    enum aiTextureType kind;
    enum aiPropertyTypeInfo type;
} keys[] = {
    {"newmtl", "?mat.name", aiTextureType_NONE, aiPTI_String},
    {"Kd", "$clr.diffuse", aiTextureType_NONE, aiPTI_Float},
    {"Ke", "$clr.emissive", aiTextureType_NONE, aiPTI_Float},
    {"d", "$mat.opacity", aiTextureType_NONE, aiPTI_Float},
    {"Pc", "$clr.base", aiTextureType_NONE, aiPTI_Float},
    {"Pr", "$mat.roughnessFactor", aiTextureType_NONE, aiPTI_Float},
    {"Pm", "$mat.metallicFactor", aiTextureType_NONE, aiPTI_Float},
    {"map_Kd", "$tex.file", aiTextureType_DIFFUSE, aiPTI_String},
    {"map_base", "$tex.file", aiTextureType_BASE_COLOR, aiPTI_String},
    {"map_Ke", "$tex.file", aiTextureType_EMISSIVE, aiPTI_String},
    {"map_Ks", "$tex.file", aiTextureType_SPECULAR, aiPTI_String},
    {"map_Pr", "$tex.file", aiTextureType_DIFFUSE_ROUGHNESS, aiPTI_String},
    {"map_Pm", "$tex.file", aiTextureType_METALNESS, aiPTI_String},
    {"map_d", "$tex.file", aiTextureType_OPACITY, aiPTI_String},
    {"norm", "$tex.file", aiTextureType_NORMALS, aiPTI_String},
    {"bump", "$tex.file", aiTextureType_HEIGHT, aiPTI_String},
};

/// The materials of one input. All of its memory is in the arena of the pass.
typedef struct material_text {
    sinew__arena *arena;
    struct aiMaterial *items[MAX_MATERIALS];
    struct aiMaterialProperty *properties[MAX_MATERIALS][MAX_PROPERTIES];
    unsigned count;
} material_text;

static struct aiMaterial *begin_material(material_text *text)
{
    struct aiMaterial *material = SINEW__ARENA_ARRAY(text->arena, struct aiMaterial, 1);
    require(material != NULL);
    material->mProperties = text->properties[text->count];
    material->mNumAllocated = MAX_PROPERTIES;
    text->items[text->count++] = material;
    return material;
}

static void add_property(material_text *text, const char *name, unsigned kind, enum aiPropertyTypeInfo type,
                         const void *bytes, size_t size)
{
    struct aiMaterial *material = text->items[text->count - 1];
    struct aiMaterialProperty *property = SINEW__ARENA_ARRAY(text->arena, struct aiMaterialProperty, 1);
    if (material->mNumProperties == MAX_PROPERTIES) return;
    require(property != NULL);
    property->mKey.length = (ai_uint32)strlen(name);
    memcpy(property->mKey.data, name, strlen(name) + 1);
    property->mSemantic = kind;
    property->mType = type;
    property->mDataLength = (unsigned)size;
    property->mData = sinew__arena_take(text->arena, size, sizeof(double));
    require(property->mData != NULL);
    memcpy(property->mData, bytes, size);
    material->mProperties[material->mNumProperties++] = property;
}

/// A property as Assimp stores a text: its length, its bytes and a NUL.
static void add_text(material_text *text, size_t key, const char *value)
{
    unsigned char bytes[sizeof(uint32_t) + MAX_TEXT] = {0};
    const size_t length = strlen(value) < MAX_TEXT - 1 ? strlen(value) : MAX_TEXT - 1;
    const uint32_t stored = (uint32_t)length;
    memcpy(bytes, &stored, sizeof stored);
    memcpy(bytes + sizeof stored, value, length);
    add_property(text, keys[key].property, keys[key].kind, aiPTI_String, bytes, sizeof stored + length + 1);
}

static void add_numbers(material_text *text, size_t key, const char *value)
{
    float numbers[MAX_NUMBERS];
    size_t count = 0;
    char *end;
    for (; count < MAX_NUMBERS; value = end) {
        numbers[count] = strtof(value, &end);
        if (end == value) break;
        ++count;
    }
    if (count) add_property(text, keys[key].property, keys[key].kind, aiPTI_Float, numbers, count * sizeof *numbers);
}

/// `[SET] KEY VALUE`, terminated.
static void add_line(material_text *text, char *line)
{
    char *value = line;
    const int32_t set = (int32_t)strtol(line, &value, 10);
    const int has_set = value != line;
    line = value + strspn(value, " ");
    value = line + strcspn(line, " ");
    if (*value) *value++ = '\0';
    for (size_t key = 0; key < sizeof keys / sizeof *keys; ++key) {
        if (strcmp(line, keys[key].key) != 0) continue;
        if (key == 0 && text->count < MAX_MATERIALS) begin_material(text);
        if (text->count == 0) begin_material(text);
        if (has_set) add_property(text, "$tex.uvwsrc", keys[key].kind, aiPTI_Integer, &set, sizeof set);
        if (keys[key].type == aiPTI_String)
            add_text(text, key, value);
        else
            add_numbers(text, key, value);
    }
}

static void read_lines(material_text *text, char *line)
{
    for (char *end = line; end; line = end + 1) {
        end = strchr(line, '\n');
        if (end) *end = '\0';
        add_line(text, line);
        if (!end) break;
    }
}

static void build(import_pass *pass)
{
    sinew_raw_joint root = {.parent = SINEW_NONE, .node = SINEW_NONE};
    void *block = NULL;
    size_t size = 0;
    sinew_model *model = NULL;
    sinew_error error = {0};
    pass->raw.joints = &root;
    pass->raw.joint_count = 1;
    sinew__import_warnings_finish(pass);
    require(sinew__raw_model_build(&pass->raw, &block, &size, &error) == SINEW_OK);
    require(sinew__model_from_block(block, size, &model, &error) == SINEW_OK);
    sinew_model_destroy(model);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct aiScene scene = {0};
    sinew_error error = {0};
    import_pass pass = {.file_name = "fuzz.obj", .scene = &scene};
    pass.arena.limit = MEMORY;
    material_text text = {.arena = &pass.arena};
    char *copy = sinew__arena_text(&pass.arena, (const char *)bytes, size);
    require(copy != NULL);
    read_lines(&text, copy);
    scene.mMaterials = text.items;
    scene.mNumMaterials = text.count;
    require(sinew__import_textures(&pass, &error) == SINEW_OK);
    require(sinew__import_materials(&pass, &error) == SINEW_OK);
    build(&pass);
    sinew__arena_free(&pass.arena);
    return 0;
}
