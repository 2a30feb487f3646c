// Background and ground: a soft gradient, a grid that fades into it, the figure's shadow.

in vec3 ray_begin;
in vec3 ray_end;
in float picture_height;

uniform vec3 background_top;
uniform vec3 background_bottom;
uniform bool show_ground;
uniform mat4 world_to_ground;   // x, y on the ground around the motion, z height; the motion's radius is 1
uniform float grid_spacing;     // of the fine lines
uniform vec2 grid_phase;        // a crossing of coarse lines
uniform vec2 axes_origin;       // the file's origin
uniform vec3 axis_colors[2];    // of the lines along x and y
uniform sampler2D shadow;
uniform vec4 shadow_rectangle;  // centre and half size on the ground

out vec4 fragment;

// How much of the pixel a line takes, `width` pixels wide, at every whole number of `place`.
vec2 lines(vec2 place, vec2 pixel, float width)
{
    vec2 away = abs(fract(place - 0.5) - 0.5) / max(pixel, 1e-6);
    // Where lines come closer than a few pixels they melt into an even tone.
    return clamp(width * 0.5 + 0.5 - away, 0.0, 1.0) * (1.0 - smoothstep(0.12, 0.45, pixel));
}

float shadow_at(vec2 place)
{
    vec2 at = (place - shadow_rectangle.xy) / shadow_rectangle.zw;
    if (any(greaterThan(abs(at), vec2(1.0)))) return 0.0;
    at = at * 0.5 + 0.5;
    float sum = texture(shadow, at).r * 2.0, weight = 2.0;
    for (int i = 0; i < 16; ++i) {
        float angle = float(i) * 2.39996, reach = sqrt(float(i) + 0.7) / 4.1;
        float share = 1.0 - 0.7 * reach;
        sum += share * texture(shadow, at + 0.034 * reach * vec2(cos(angle), sin(angle))).r;
        weight += share;
    }
    return sum / weight;
}

void main()
{
    float bend = smoothstep(0.0, 1.0, picture_height);
    vec3 color = mix(background_bottom, background_top, bend);
    if (show_ground) {
        vec3 a = (world_to_ground * vec4(ray_begin, 1.0)).xyz;
        vec3 b = (world_to_ground * vec4(ray_end, 1.0)).xyz;
        float t = a.z / (a.z - b.z);
        vec2 place = mix(a.xy, b.xy, t);
        vec2 pixel = fwidth(place);
        float reach = length(place);
        float steep = abs(a.z - b.z) / length(a - b);
        float seen = (t > 0.0 && a.z > 0.0) ? 1.0 : (t > 0.0 ? 0.45 : 0.0);
        float near = (1.0 - smoothstep(0.9, 3.6, reach)) * smoothstep(0.01, 0.14, steep) * seen;
        if (near > 0.0) {
            vec2 cell = (place - grid_phase) / grid_spacing;
            vec2 fine = lines(cell, pixel / grid_spacing, 1.0);
            vec2 coarse = lines(cell / 5.0, pixel / (grid_spacing * 5.0), 1.4);
            float drawn = max(max(fine.x, fine.y) * 0.10, max(coarse.x, coarse.y) * 0.22);
            color = mix(color, vec3(0.012, 0.016, 0.024), drawn * near);
            vec2 axis = clamp(1.3 - abs(place - axes_origin) / max(pixel, 1e-6), 0.0, 1.0);
            color = mix(color, axis_colors[0], axis.y * 0.5 * near);
            color = mix(color, axis_colors[1], axis.x * 0.5 * near);
            color *= 1.0 - 0.62 * shadow_at(place) * seen;
        }
    }
    fragment = vec4(color, 1.0);
}
