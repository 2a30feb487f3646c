in vec2 letter_texcoord;
in vec4 letter_color;

uniform sampler2D letters;

out vec4 fragment;

void main()
{
    fragment = letter_color * texture(letters, letter_texcoord).r; // premultiplied
}
