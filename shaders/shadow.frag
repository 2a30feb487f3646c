// How much light a part of the character takes from the ground: all at the ground, less higher up.

in float height;

out vec4 fragment;

void main()
{
    fragment = vec4(0.16 + 0.84 * exp(-5.0 * max(height, 0.0)));
}
