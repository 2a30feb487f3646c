// A bone: flat facets with a dark outline, which is visible on any background.

in vec3 world_normal;
in vec4 bone_color;
in vec3 inside;

uniform vec3 key_direction;
uniform float outline; // width in pixels

out vec4 fragment;

void main()
{
    vec3 pixel = max(fwidth(inside), vec3(1e-6));
    vec3 edge = inside / pixel;
    float line = 1.0 - clamp(min(min(edge.x, edge.y), edge.z) - outline + 0.5, 0.0, 1.0);
    // A facet only a few pixels wide has no outline, which would cover it.
    float width = 1.0 / max(max(pixel.x, pixel.y), pixel.z);
    line *= smoothstep(1.0, 7.0, width / outline);
    float light = 0.62 + 0.38 * dot(normalize(world_normal), key_direction);
    vec3 color = mix(bone_color.rgb * light, bone_color.rgb * 0.10, line * 0.85);
    fragment = vec4(color * bone_color.a, bone_color.a);
}
