// Copies a window's contents.

in vec2 texcoord;

uniform sampler2D contents; // without sRGB decoding

out vec4 fragment;

void main()
{
    fragment = texture(contents, texcoord);
}
