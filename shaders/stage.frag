// The final image: a gradient, a ground whose grid fades into the gradient, the character's shadow, and the character.

in vec3 ray_begin; // start of the pixel's view ray in ground space: x and y on the ground, relative to the motion's centre; z height; the motion's radius is 1
in vec3 ray_end;
in float image_height;

#if SAMPLES > 1
uniform sampler2DMS character;     // premultiplied
#else
uniform sampler2D character;
#endif
uniform int left; // first column of the image in the framebuffer
uniform bool encodes; // convert to sRGB, because the framebuffer does not
uniform float background_alpha; // 0: only the character is visible
uniform vec3 background_top;
uniform vec3 background_bottom;
uniform bool show_ground;
uniform float grid_spacing; // distance of the fine lines in ground space
uniform float point; // pixels per point, a factor of line widths
uniform vec2 grid_phase; // position of a crossing of coarse lines
uniform vec2 axes_origin; // position of the file's origin
uniform vec3 axis_colors[2]; // colours of the lines along x and y
uniform sampler2D shadow;
uniform vec4 shadow_rectangle; // centre and half size on the ground; a negative size: without shadow

out vec4 fragment;

// Returns the character's colour in this pixel, the mean of its samples, in linear light.
vec4 character_here()
{
    vec4 sum = vec4(0.0);
    ivec2 pixel = ivec2(gl_FragCoord.xy) - ivec2(left, 0);
#if SAMPLES > 1
    for (int i = 0; i < SAMPLES; ++i) sum += texelFetch(character, pixel, i);
    sum /= float(SAMPLES);
#else
    sum = texelFetch(character, pixel, 0);
#endif
    return sum;
}

// Returns how much of the pixel is covered by lines at the integers of `coordinates`, `width` pixels wide, per
// direction.
vec2 lines(vec2 coordinates, vec2 pixel, float width)
{
    vec2 away = abs(fract(coordinates - 0.5) - 0.5) / max(pixel, 1e-6);
    // Lines only a few pixels apart fade into a uniform tone.
    return clamp(width * 0.5 + 0.5 - away, 0.0, 1.0) * (1.0 - smoothstep(0.12, 0.45, pixel));
}

// Samples the shadow by a cubic B-spline, which is smooth where texels are large. Four bilinear samples give the same
// result as sixteen.
float shadow_at(vec2 coordinates)
{
    if (shadow_rectangle.z < 0.0) return 0.0;
    vec2 texcoord = (coordinates - shadow_rectangle.xy) / shadow_rectangle.zw;
    if (any(greaterThan(abs(texcoord), vec2(1.0)))) return 0.0;
    vec2 size = vec2(textureSize(shadow, 0));
    vec2 texel = (texcoord * 0.5 + 0.5) * size - 0.5;
    vec2 f = fract(texel), base = texel - f;
    vec2 w0 = (1.0 - f) * (1.0 - f) * (1.0 - f), w3 = f * f * f;
    vec2 w1 = 4.0 - 3.0 * f * f * (2.0 - f), w2 = 6.0 - w0 - w1 - w3;
    vec2 low = base + w1 / (w0 + w1) - 0.5, high = base + w3 / (w2 + w3) + 1.5;
    vec2 share = (w2 + w3) / 6.0;
    low /= size;
    high /= size;
    float bottom = mix(texture(shadow, low).r, texture(shadow, vec2(high.x, low.y)).r, share.x);
    float top = mix(texture(shadow, vec2(low.x, high.y)).r, texture(shadow, high).r, share.x);
    return mix(bottom, top, share.y);
}

// Converts linear light to sRGB. 1.055 x^(1 / 2.4) − 0.055 is approximated within 4e-5, 1/100 of a byte, because powers
// would take 6 % of a frame in a software driver.
vec3 srgb(vec3 linear)
{
    vec3 root = sqrt(linear), fourth = sqrt(root);
    vec3 power = 1.12269157 * root + 0.19613112 * fourth + 0.08133208 * linear - 0.33550970 * root * fourth - 0.06461078;
    return mix(power, 12.92 * linear, vec3(lessThanEqual(linear, vec3(0.0031308))));
}

void main()
{
    float bend = smoothstep(0.0, 1.0, image_height);
    vec3 color = mix(background_bottom, background_top, bend);
    if (show_ground) {
        float t = ray_begin.z / (ray_begin.z - ray_end.z);
        vec2 coordinates = mix(ray_begin.xy, ray_end.xy, t);
        vec2 pixel = fwidth(coordinates);
        float reach = length(coordinates);
        float steep = abs(ray_begin.z - ray_end.z) / length(ray_begin - ray_end);
        float seen = (t > 0.0 && ray_begin.z > 0.0) ? 1.0 : (t > 0.0 ? 0.45 : 0.0);
        float near = (1.0 - smoothstep(0.9, 3.6, reach)) * smoothstep(0.01, 0.14, steep) * seen;
        if (near > 0.0) {
            vec2 cell = (coordinates - grid_phase) / grid_spacing;
            vec2 fine = lines(cell, pixel / grid_spacing, point);
            vec2 coarse = lines(cell / 5.0, pixel / (grid_spacing * 5.0), 1.4 * point);
            float drawn = max(max(fine.x, fine.y) * 0.10, max(coarse.x, coarse.y) * 0.22);
            color = mix(color, vec3(0.012, 0.016, 0.024), drawn * near);
            vec2 axis = clamp(0.5 + 0.8 * point - abs(coordinates - axes_origin) / max(pixel, 1e-6), 0.0, 1.0);
            color = mix(color, axis_colors[0], axis.y * 0.5 * near);
            color = mix(color, axis_colors[1], axis.x * 0.5 * near);
            color *= 1.0 - 0.62 * shadow_at(coordinates) * seen;
        }
    }
    vec4 over = character_here();
    fragment = over + (1.0 - over.a) * vec4(color, 1.0) * background_alpha;
    if (encodes) fragment.rgb = srgb(fragment.rgb);
}
