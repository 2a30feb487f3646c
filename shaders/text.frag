// A glyph, or a filled rectangle if the texture coordinates are negative.

in vec2 letter_texcoord;
in vec4 letter_color;

uniform sampler2D letters;

out vec4 fragment;

void main()
{
    float coverage = letter_texcoord.x < 0.0 ? 1.0 : texture(letters, letter_texcoord).r;
    fragment = letter_color * coverage; // premultiplied
}
