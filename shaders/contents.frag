// A window's contents as they are.

in vec2 place;

uniform sampler2D contents; // not decoded

out vec4 fragment;

void main()
{
    fragment = texture(contents, place);
}
