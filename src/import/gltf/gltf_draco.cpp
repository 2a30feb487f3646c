#include "import/gltf/gltf_draco.h"

#include <draco/compression/decode.h>

#include <cstdio>
#include <exception>
#include <memory>
#include <new>

struct gltf_draco {
    std::unique_ptr<draco::Mesh> mesh;
};

static sinew_result decode(const void *bytes, size_t size, gltf_draco **out_mesh, char *out_reason,
                           size_t reason_size)
{
    draco::DecoderBuffer buffer;
    buffer.Init(static_cast<const char *>(bytes), size);
    draco::Decoder decoder;
    auto decoded = decoder.DecodeMeshFromBuffer(&buffer);
    if (!decoded.ok()) {
        std::snprintf(out_reason, reason_size, "%s", decoded.status().error_msg());
        return SINEW_ERROR_DAMAGED;
    }
    auto mesh = std::make_unique<gltf_draco>();
    mesh->mesh = std::move(decoded).value();
    *out_mesh = mesh.release();
    return SINEW_OK;
}

sinew_result sinew__gltf_draco_decode(const void *bytes, size_t size, gltf_draco **out_mesh, char *out_reason,
                                      size_t reason_size)
{
    *out_mesh = nullptr;
    try { // Draco's containers throw when a damaged stream asks for more memory than there is
        return decode(bytes, size, out_mesh, out_reason, reason_size);
    } catch (const std::bad_alloc &) {
        return SINEW_ERROR_OUT_OF_MEMORY;
    } catch (const std::exception &failure) {
        std::snprintf(out_reason, reason_size, "%s", failure.what());
        return SINEW_ERROR_DAMAGED;
    }
}

void sinew__gltf_draco_free(gltf_draco *mesh)
{
    delete mesh;
}

size_t sinew__gltf_draco_vertex_count(const gltf_draco *mesh)
{
    return mesh->mesh->num_points();
}

size_t sinew__gltf_draco_index_count(const gltf_draco *mesh)
{
    return static_cast<size_t>(mesh->mesh->num_faces()) * 3;
}

void sinew__gltf_draco_indices(const gltf_draco *mesh, uint32_t *out)
{
    for (draco::FaceIndex face(0); face < mesh->mesh->num_faces(); ++face)
        for (int corner = 0; corner < 3; ++corner) *out++ = mesh->mesh->face(face)[corner].value();
}

/// Reads the attribute's value of a vertex. Returns 0 if it has none: a damaged stream may use invalid indices.
static int read_value(const draco::PointAttribute &attribute, draco::PointIndex point, int8_t components, float *out)
{
    if (!attribute.is_mapping_identity() && point.value() >= attribute.indices_map_size()) return 0;
    const draco::AttributeValueIndex value = attribute.mapped_index(point);
    return value.value() < attribute.size() && attribute.ConvertValue<float>(value, components, out);
}

int sinew__gltf_draco_attribute(const gltf_draco *mesh, uint32_t id, size_t components, float *out)
{
    const int32_t index = mesh->mesh->GetAttributeIdByUniqueId(id);
    draco::PointAttribute *from = index < 0 ? nullptr : mesh->mesh->attribute(index);
    if (!from || static_cast<size_t>(from->num_components()) != components) return 0;
    from->set_normalized(false); // the glTF accessor, not the stream, decides whether integers are normalised
    for (draco::PointIndex point(0); point < mesh->mesh->num_points(); ++point, out += components)
        if (!read_value(*from, point, static_cast<int8_t>(components), out)) return 0;
    return 1;
}
