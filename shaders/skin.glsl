// Skinning with any number of influences, linear or by dual quaternions. This file precedes every shader that draws
// meshes.

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in uint first_influence;
layout(location = 3) in uint end_influence;
layout(location = 7) in vec3 instance_position; // world-space offset of the instance
layout(location = 6) in float dual_share; // weight of the dual quaternion result, 0 … 1; the linear result has the rest

uniform sampler2D palette; // PALETTE_COLUMNS texels per row. For each instance and skin joint three texels, the rows of its matrix; after the matrices of all instances, three more each: real part, dual part, scale
uniform int skin_joint_count; // per instance
uniform int first_dual; // index of the first texel with dual quaternions
uniform int skin_method; // 0: as authored; 1: linear; 2: dual quaternions, except for additive meshes
uniform bool is_skinned; // position and normal are already skinned
uniform usampler2D influences; // INFLUENCE_COLUMNS texels per row: skin joint and weight (bits of a float); then pairs of skin joints, see skin_additive
uniform int first_associate; // index of the first pair of skin joints

// FEATURES has a bit for each feature that the model needs; code for others is left out by the compiler.
const bool HAS_DUAL = (FEATURES & (1 << 18)) != 0;
const bool HAS_ADDITIVE = (FEATURES & (1 << 19)) != 0;

const uint ADDITIVE = 0x80000000u; // flag in the index of a skin joint: the mesh is additive

struct Skinned {
    vec3 position;
    vec3 normal;
};

uvec2 fetch_pair(uint index)
{
    return texelFetch(influences, ivec2(index % uint(INFLUENCE_COLUMNS), index / uint(INFLUENCE_COLUMNS)), 0).rg;
}

vec4 fetch_row(int texel)
{
    return texelFetch(palette, ivec2(texel & (PALETTE_COLUMNS - 1), texel / PALETTE_COLUMNS), 0);
}

// Returns the first of the three texels with the matrix of a skin joint of this instance.
int texel_of(uint skin_joint)
{
    return (gl_InstanceID * skin_joint_count + int(skin_joint)) * 3;
}

// Returns the texel and the weight of an influence.
void fetch_influence(uint index, out int texel, out float weight)
{
    uvec2 influence = fetch_pair(index);
    texel = texel_of(influence.x & ~ADDITIVE);
    weight = uintBitsToFloat(influence.y);
}

// Transforms the vertex by a matrix with the rows x, y, z.
Skinned move_by(vec4 x, vec4 y, vec4 z)
{
    vec4 point = vec4(position, 1.0);
    // Normals are transformed by the cofactors: the inverse transpose times the determinant, whose sign must not flip
    // the normal.
    vec3 cx = cross(y.xyz, z.xyz), cy = cross(z.xyz, x.xyz), cz = cross(x.xyz, y.xyz);
    vec3 rotated = vec3(dot(cx, normal), dot(cy, normal), dot(cz, normal)) * (dot(x.xyz, cx) < 0.0 ? -1.0 : 1.0);
    return Skinned(vec3(dot(x, point), dot(y, point), dot(z, point)), rotated);
}

mat4 fetch_matrix(uint skin_joint)
{
    int row = texel_of(skin_joint);
    return transpose(mat4(fetch_row(row), fetch_row(row + 1), fetch_row(row + 2), vec4(0.0, 0.0, 0.0, 1.0)));
}

// Returns the vertex in the additive skin mode, computed as in skin_methods.c: the displacements relative to the
// associate models are applied one after the other, then the mesh's own skin joint.
Skinned skin_additive()
{
    mat4 deformed = mat4(1.0);
    uint own = 0u;
    for (uint i = first_influence; i < end_influence; ++i) {
        uvec2 influence = fetch_pair(i);
        uint skin_joint = influence.x & ~ADDITIVE;
        uvec2 pair = fetch_pair(uint(first_associate) + skin_joint); // the associate model's skin joint, and the mesh's own
        float weight = uintBitsToFloat(influence.y);
        own = pair.y;
        if (skin_joint == own) continue;
        mat4 associate = fetch_matrix(pair.x);
        mat4 displacement = determinant(associate) != 0.0 ? inverse(associate) * fetch_matrix(skin_joint) : mat4(1.0);
        deformed = weight * (displacement * deformed) + (1.0 - weight) * deformed;
    }
    mat4 rows = transpose(fetch_matrix(own) * deformed);
    return move_by(rows[0], rows[1], rows[2]);
}

bool is_additive()
{
    return HAS_ADDITIVE && first_influence < end_influence && (fetch_pair(first_influence).x & ADDITIVE) != 0u;
}

Skinned skin_linear()
{
    if (is_additive()) return skin_additive();
    vec4 x = vec4(0.0), y = vec4(0.0), z = vec4(0.0);
    for (uint i = first_influence; i < end_influence; ++i) {
        int row;
        float weight;
        fetch_influence(i, row, weight);
        x += weight * fetch_row(row);
        y += weight * fetch_row(row + 1);
        z += weight * fetch_row(row + 2);
    }
    return move_by(x, y, z);
}

vec3 rotate(vec4 q, vec3 v)
{
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

// Returns the vertex by dual quaternions, computed as in skin_methods.c: each quaternion gets the sign nearer to the
// sum so far, and scales are blended linearly.
Skinned skin_dual()
{
    vec4 real = vec4(0.0), dual = vec4(0.0);
    vec3 scale = vec3(0.0);
    for (uint i = first_influence; i < end_influence; ++i) {
        int entry;
        float weight;
        fetch_influence(i, entry, weight);
        vec4 own = fetch_row(first_dual + entry);
        float side = dot(real, own) < 0.0 ? -weight : weight;
        real += side * own;
        dual += side * fetch_row(first_dual + entry + 1);
        scale += weight * fetch_row(first_dual + entry + 2).xyz;
    }
    float length_of_real = length(real);
    if (!(length_of_real > 0.0)) return Skinned(vec3(0.0), vec3(0.0));
    real /= length_of_real;
    dual /= length_of_real;
    vec3 shift = 2.0 * (real.w * dual.xyz - dual.w * real.xyz + cross(real.xyz, dual.xyz));
    float sign_of_scale = scale.x * scale.y * scale.z < 0.0 ? -1.0 : 1.0;
    return Skinned(rotate(real, scale * position) + shift, rotate(real, scale.yzx * scale.zxy * normal) * sign_of_scale);
}

vec3 unit_or_zero(vec3 v)
{
    float size = length(v);
    return size > 0.0 ? v / size : vec3(0.0);
}

float share_of_dual()
{
    return skin_method == 0 || is_additive() ? dual_share : float(skin_method - 1);
}

Skinned skin()
{
    if (is_skinned) return Skinned(position, normal);
    if (!HAS_DUAL) return skin_linear();
    float share = share_of_dual();
    if (!(share > 0.0)) return skin_linear();
    Skinned dual = skin_dual();
    if (share >= 1.0) return dual;
    Skinned linear = skin_linear();
    return Skinned(mix(linear.position, dual.position, share),
                   mix(unit_or_zero(linear.normal), unit_or_zero(dual.normal), share));
}
