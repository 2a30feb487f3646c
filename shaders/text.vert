// A vertex of a glyph or a rectangle, in pixels from the top left corner.

layout(location = 0) in vec2 position;
layout(location = 1) in vec2 texcoord;
layout(location = 2) in vec4 color;

uniform vec2 image_size;

out vec2 letter_texcoord;
out vec4 letter_color;

void main()
{
    letter_texcoord = texcoord;
    letter_color = color;
    gl_Position = vec4(position / image_size * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
}
