#include "import/assimp/gltf_names.h"

#include <cjson/cJSON.h>

#include "import/numbered_names.h"

int sinew__gltf_number_names(import_pass *pass, cJSON *nodes)
{
    name_table names;
    if (!sinew__name_table_create(&pass->arena, (size_t)cJSON_GetArraySize(nodes), &names)) return 0;
    int32_t index = 0;
    cJSON *node;
    cJSON_ArrayForEach(node, nodes)
    {
        const int32_t number = index++;
        cJSON *name = cJSON_GetObjectItemCaseSensitive(node, "name");
        const char *text = cJSON_GetStringValue(name);
        if (!text || !*text) continue; // Assimp names it by its index
        if (sinew__name_table_find(&names, text) < 0) {
            sinew__name_table_add(&names, text, number);
            continue;
        }
        const char *unique = sinew__numbered_name(&pass->arena, text, (size_t)number);
        if (!unique || !cJSON_SetValuestring(name, unique)) return 0;
        pass->has_numbered_names = 1;
    }
    return 1;
}
