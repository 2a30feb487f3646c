// A vertex of a bone's solid, which is stretched along the bone. There is one instance per bone.

layout(location = 0) in vec3 position; // in the unit solid
layout(location = 1) in vec3 normal;
layout(location = 2) in vec3 corner; // 1 0 0, 0 1 0 and 0 0 1 at the corners of a triangle with an outline; else 1 1 1
layout(location = 3) in vec3 axis_x; // the bone's first axis, perpendicular to its direction; its length is the bone's width
layout(location = 4) in vec3 axis_y;
layout(location = 5) in vec3 axis_z;
layout(location = 6) in vec3 origin;
layout(location = 7) in vec4 color;

uniform mat4 view_projection;

out vec3 world_normal;
out vec4 bone_color;
out vec3 inside;

void main()
{
    world_normal = axis_x * (normal.x / dot(axis_x, axis_x)) + axis_y * (normal.y / dot(axis_y, axis_y)) +
                   axis_z * (normal.z / dot(axis_z, axis_z));
    bone_color = color;
    inside = corner;
    vec3 world = origin + axis_x * position.x + axis_y * position.y + axis_z * position.z;
    gl_Position = view_projection * vec4(world, 1.0);
}
