// Copies an image into a framebuffer.

in vec2 texcoord;

uniform sampler2D contents;
uniform bool encodes; // convert premultiplied linear light to premultiplied sRGB, for a framebuffer of plain bytes

out vec4 fragment;

vec3 srgb(vec3 linear)
{
    return mix(1.055 * pow(linear, vec3(1.0 / 2.4)) - 0.055, 12.92 * linear, vec3(lessThanEqual(linear, vec3(0.0031308))));
}

void main()
{
    vec4 here = texture(contents, texcoord);
    if (encodes && here.a > 0.0) here.rgb = srgb(here.rgb / here.a) * here.a;
    fragment = here;
}
