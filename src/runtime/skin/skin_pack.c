/// Packs influences for shaders: four joints and four weights per vertex, as small integers.
#include <string.h>

#include "core/base/error.h"
#include "runtime/skin/skin_method.h"

enum { PACKED = 4 };

typedef struct packed_vertex {
    int32_t joints[PACKED]; // index among the mesh's skin joints
    float weights[PACKED];  // largest first; unused ones are 0
} packed_vertex;

/// Inserts an influence into the four largest; of equal weights the first one comes first. Returns the weight that was
/// dropped.
static float insert(packed_vertex *vertex, int32_t joint, float weight)
{
    int place = PACKED;
    while (place > 0 && weight > vertex->weights[place - 1]) --place;
    if (place == PACKED) return weight < 0.0f ? -weight : weight;
    const float lost = vertex->weights[PACKED - 1];
    const size_t behind = (size_t)(PACKED - 1 - place);
    memmove(vertex->joints + place + 1, vertex->joints + place, behind * sizeof *vertex->joints);
    memmove(vertex->weights + place + 1, vertex->weights + place, behind * sizeof *vertex->weights);
    vertex->joints[place] = joint;
    vertex->weights[place] = weight;
    return lost;
}

/// Takes the four largest weights of a vertex, scaled to sum to 1. Returns the sum of the others. A negative weight
/// cannot be packed and counts as dropped.
static float take_largest(const sinew_model *model, const sinew_mesh *mesh, int32_t index, packed_vertex *out)
{
    *out = (packed_vertex){0};
    const int32_t vertex = mesh->first_vertex + index;
    float lost = 0.0f, kept = 0.0f;
    for (uint32_t i = model->influence_start[vertex]; i < model->influence_start[vertex + 1]; ++i)
        lost += insert(out, model->influences[i].skin_joint - mesh->first_skin_joint, model->influences[i].weight);
    for (int i = 0; i < PACKED; ++i) kept += out->weights[i];
    for (int i = 0; i < PACKED; ++i) out->weights[i] /= kept;
    return lost;
}

/// Converts four shares that sum to 1 to integers that sum to `most`: rounded down, and the missing units go to the
/// shares with the largest remainders.
static void quantize(const float shares[PACKED], uint32_t most, uint32_t out[PACKED])
{
    double rests[PACKED];
    uint32_t missing = most;
    for (int i = 0; i < PACKED; ++i) {
        const double wanted = (double)shares[i] * most;
        out[i] = wanted < missing ? (uint32_t)wanted : missing;
        rests[i] = wanted - out[i];
        missing -= out[i];
    }
    for (; missing > 0; --missing) {
        int largest = 0;
        for (int i = 1; i < PACKED; ++i)
            if (rests[i] > rests[largest]) largest = i;
        ++out[largest];
        rests[largest] -= 1.0;
    }
}

static void store(void *out, int32_t bytes, size_t place, uint32_t value)
{
    if (bytes == 1)
        ((uint8_t *)out)[place] = (uint8_t)value;
    else
        ((uint16_t *)out)[place] = (uint16_t)value;
}

static sinew_result check(const sinew_model *model, int32_t mesh, int32_t joint_bytes, int32_t weight_bytes,
                          sinew_error *out_error)
{
    if (mesh < 0 || mesh >= model->mesh_count)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "the model has no mesh %d", mesh);
    if (joint_bytes < 1 || joint_bytes > 2 || weight_bytes < 1 || weight_bytes > 2)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT,
                           "joints of %d bytes and weights of %d, not of 1 or 2", joint_bytes, weight_bytes);
    const sinew_mesh *one = &model->meshes[mesh];
    const int32_t most = joint_bytes == 1 ? UINT8_MAX + 1 : UINT16_MAX + 1;
    if (one->skin_joint_count > most)
        return sinew__fail(out_error, SINEW_ERROR_LIMIT, "mesh %d has %d palette entries, and %d fit in %d byte%s",
                           mesh, one->skin_joint_count, most, joint_bytes, joint_bytes == 1 ? "" : "s");
    if (sinew__is_additive(sinew__skin_of(model, one)))
        return sinew__fail(out_error, SINEW_ERROR_UNSUPPORTED,
                           "mesh %d is additive: each of its joints displaces a vertex in turn", mesh);
    return SINEW_OK;
}

sinew_result sinew_skin_pack(const sinew_model *model, int32_t mesh, int32_t joint_bytes, int32_t weight_bytes,
                             void *out_joints, void *out_weights, sinew_skin_loss *out_loss, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_joints, out_weights)) return SINEW_ERROR_INVALID_ARGUMENT;
    const sinew_result result = check(model, mesh, joint_bytes, weight_bytes, out_error);
    if (result != SINEW_OK) return result;
    const uint32_t most = weight_bytes == 1 ? UINT8_MAX : UINT16_MAX;
    const sinew_mesh *one = &model->meshes[mesh];
    sinew_skin_loss loss = {.vertex = SINEW_NONE};
    for (int32_t v = 0; v < one->vertex_count; ++v) {
        packed_vertex vertex;
        const float lost = take_largest(model, one, v, &vertex);
        uint32_t weights[PACKED];
        quantize(vertex.weights, most, weights);
        for (int i = 0; i < PACKED; ++i) {
            store(out_joints, joint_bytes, (size_t)v * PACKED + (size_t)i, (uint32_t)vertex.joints[i]);
            store(out_weights, weight_bytes, (size_t)v * PACKED + (size_t)i, weights[i]);
        }
        loss.vertex_count += lost > 0.0f;
        if (lost > loss.weight) loss.weight = lost, loss.vertex = v;
    }
    if (out_loss) *out_loss = loss;
    return SINEW_OK;
}
