// Linear blend skinning over any number of influences. Goes in front of every shader that draws meshes.

layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in uint first_influence;
layout(location = 3) in uint end_influence;

uniform samplerBuffer palette;     // three texels a binding: the rows of its matrix
uniform usampler2D influences;     // binding and weight (as bits), INFLUENCE_COLUMNS to a row

struct Skinned {
    vec3 position;
    vec3 normal;
};

Skinned skin()
{
    vec4 x = vec4(0.0), y = vec4(0.0), z = vec4(0.0);
    for (uint i = first_influence; i < end_influence; ++i) {
        uvec2 influence = texelFetch(influences, ivec2(i % uint(INFLUENCE_COLUMNS), i / uint(INFLUENCE_COLUMNS)), 0).rg;
        float weight = uintBitsToFloat(influence.y);
        int row = int(influence.x) * 3;
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
