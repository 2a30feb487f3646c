// A vertex of the user interface, in pixels from the top left corner.

layout(location = 0) in vec2 position;
layout(location = 1) in vec2 texcoord;
layout(location = 2) in vec4 color;

uniform vec2 image_size;

out vec2 atlas_texcoord;
out vec4 vertex_color;

void main()
{
    atlas_texcoord = texcoord;
    vertex_color = color;
    gl_Position = vec4(position / image_size * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
}
