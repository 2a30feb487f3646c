// A vertex of a mesh: skinned, transformed to world space and projected.

layout(location = 4) in vec2 texcoord;
layout(location = 5) in vec4 color;
#if (FEATURES & (1 << 20)) != 0
layout(location = 8) in vec2 texcoord2;
#endif

uniform mat4 root; // model space without the importer's root → world space
uniform mat3 root_normal;
uniform mat4 view_projection;

out vec3 world_position;
out vec3 world_normal;
out vec2 surface_texcoord;
#if (FEATURES & (1 << 20)) != 0
out vec2 surface_texcoord2;
#endif
out vec4 surface_color;

void main()
{
    Skinned skinned = skin();
    vec4 world = root * vec4(skinned.position, 1.0) + vec4(instance_position, 0.0);
    world_position = world.xyz;
    world_normal = root_normal * skinned.normal;
    // Textures are stored top row first; texture coordinates count upwards.
    surface_texcoord = vec2(texcoord.x, 1.0 - texcoord.y);
#if (FEATURES & (1 << 20)) != 0
    surface_texcoord2 = vec2(texcoord2.x, 1.0 - texcoord2.y);
#endif
    surface_color = color;
    gl_Position = view_projection * world;
}
