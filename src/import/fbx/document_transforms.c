#include "import/fbx/document_transforms.h"

#include "base/affine.h"
#include "sinew/model.h"

sinew_result sinew__document_matrix(sinew__arena *arena, const fbx_record *record, int *out_found, sinew_affine *out,
                                    sinew_error *error)
{
    const double *numbers;
    size_t count;
    const sinew_result result = sinew__fbx_record_doubles(arena, record, &numbers, &count, error);
    *out = sinew__affine_identity();
    *out_found = result == SINEW_OK && count >= 16;
    if (!*out_found) return result;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++) out->row[row][column] = numbers[column * 4 + row];
    *out_found = sinew__affine_is_finite(out);
    if (!*out_found) *out = sinew__affine_identity();
    return SINEW_OK;
}

sinew_affine sinew__document_geometric_transform(const fbx_object *model)
{
    double t[3] = {0, 0, 0}, r[3] = {0, 0, 0}, s[3] = {1, 1, 1};
    (void)sinew__fbx_property_vector(model, "GeometricTranslation", t);
    (void)sinew__fbx_property_vector(model, "GeometricRotation", r);
    (void)sinew__fbx_property_vector(model, "GeometricScaling", s);
    const sinew_transform transform = {
        {t[0], t[1], t[2]}, sinew__quat_from_euler(r, SINEW_ROTATE_XYZ), {s[0], s[1], s[2]}};
    const sinew_affine affine = sinew__affine_from_transform(&transform);
    return sinew__affine_is_finite(&affine) ? affine : sinew__affine_identity();
}
