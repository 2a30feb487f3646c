/// The geometry cache of a mesh: caches rise by mesh.
#include "sinew/model.h"

const sinew_cache *sinew_mesh_cache(const sinew_model *model, int32_t mesh)
{
    int32_t low = 0, high = model->cache_count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (model->caches[middle].mesh < mesh)
            low = middle + 1;
        else
            high = middle;
    }
    return low < model->cache_count && model->caches[low].mesh == mesh ? &model->caches[low] : NULL;
}
