// Skinning over any number of influences, linear or by dual quaternions. Goes in front of every shader that draws meshes.

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in uint first_influence;
layout(location = 3) in uint end_influence;
layout(location = 6) in float dual_share; // of the dual quaternions in the result; the rest is linear

uniform samplerBuffer palette;     // three texels a binding: the rows of its matrix; then three more each: real, dual, scale
uniform int first_dual;            // texel at which those begin
uniform usampler2D influences;     // binding and weight (as bits), INFLUENCE_COLUMNS to a row

struct Skinned {
    vec3 position;
    vec3 normal;
};

// The first of the binding's three texels, and the weight.
void fetch_influence(uint index, out int texel, out float weight)
{
    ivec2 place = ivec2(index % uint(INFLUENCE_COLUMNS), index / uint(INFLUENCE_COLUMNS));
    uvec2 influence = texelFetch(influences, place, 0).rg;
    texel = int(influence.x) * 3;
    weight = uintBitsToFloat(influence.y);
}

Skinned skin_linear()
{
    vec4 x = vec4(0.0), y = vec4(0.0), z = vec4(0.0);
    for (uint i = first_influence; i < end_influence; ++i) {
        int row;
        float weight;
        fetch_influence(i, row, weight);
        x += weight * texelFetch(palette, row);
        y += weight * texelFetch(palette, row + 1);
        z += weight * texelFetch(palette, row + 2);
    }
    vec4 point = vec4(position, 1.0);
    // The cofactors are the inverse transpose times the determinant, whose sign must not turn the normal over.
    vec3 cx = cross(y.xyz, z.xyz), cy = cross(z.xyz, x.xyz), cz = cross(x.xyz, y.xyz);
    vec3 turned = vec3(dot(cx, normal), dot(cy, normal), dot(cz, normal)) * (dot(x.xyz, cx) < 0.0 ? -1.0 : 1.0);
    return Skinned(vec3(dot(x, point), dot(y, point), dot(z, point)), turned);
}

vec3 turn(vec4 q, vec3 v)
{
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

// As skin_dual_quaternion.c does it: quaternions taken from the side of the sum so far, scales blended linearly.
Skinned skin_dual()
{
    vec4 real = vec4(0.0), dual = vec4(0.0);
    vec3 scale = vec3(0.0);
    for (uint i = first_influence; i < end_influence; ++i) {
        int entry;
        float weight;
        fetch_influence(i, entry, weight);
        vec4 own = texelFetch(palette, first_dual + entry);
        float side = dot(real, own) < 0.0 ? -weight : weight;
        real += side * own;
        dual += side * texelFetch(palette, first_dual + entry + 1);
        scale += weight * texelFetch(palette, first_dual + entry + 2).xyz;
    }
    float length_of_real = length(real);
    if (!(length_of_real > 0.0)) return Skinned(vec3(0.0), vec3(0.0));
    real /= length_of_real;
    dual /= length_of_real;
    vec3 shift = 2.0 * (real.w * dual.xyz - dual.w * real.xyz + cross(real.xyz, dual.xyz));
    float sign_of_scale = scale.x * scale.y * scale.z < 0.0 ? -1.0 : 1.0;
    return Skinned(turn(real, scale * position) + shift, turn(real, scale.yzx * scale.zxy * normal) * sign_of_scale);
}

vec3 unit_or_zero(vec3 v)
{
    float size = length(v);
    return size > 0.0 ? v / size : vec3(0.0);
}

Skinned skin()
{
    if (!(dual_share > 0.0)) return skin_linear();
    Skinned dual = skin_dual();
    if (dual_share >= 1.0) return dual;
    Skinned linear = skin_linear();
    return Skinned(mix(linear.position, dual.position, dual_share),
                   mix(unit_or_zero(linear.normal), unit_or_zero(dual.normal), dual_share));
}
