// The light that a part of the character takes from the ground: all of it at the ground, less with height.

in float height;

out vec4 fragment;

void main()
{
    fragment = vec4(0.16 + 0.84 * exp(-5.0 * max(height, 0.0)));
}
