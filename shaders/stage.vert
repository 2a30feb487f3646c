// A triangle that covers the image, with the view ray through each pixel in ground space.

uniform mat4 inverse_view_projection;
uniform mat4 world_to_ground;

out vec3 ray_begin;
out vec3 ray_end;
out float image_height; // 0 at the bottom of the image, 1 at its top

void main()
{
    vec2 corner = vec2((gl_VertexID & 1) * 4 - 1, (gl_VertexID & 2) * 2 - 1);
    vec4 begin = inverse_view_projection * vec4(corner, -1.0, 1.0);
    vec4 end = inverse_view_projection * vec4(corner, 1.0, 1.0);
    ray_begin = (world_to_ground * vec4(begin.xyz / begin.w, 1.0)).xyz;
    ray_end = (world_to_ground * vec4(end.xyz / end.w, 1.0)).xyz;
    image_height = corner.y * 0.5 + 0.5;
    gl_Position = vec4(corner, 0.0, 1.0);
}
