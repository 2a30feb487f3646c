// The surface of a mesh under studio light: a warm key light from the camera's left, a cool fill light from its right, ambient sky and floor.

in vec3 world_position;
in vec3 world_normal;
in vec2 surface_texcoord;
in vec4 surface_color;

uniform vec4 base_color;
uniform sampler2D base_texture;
uniform int alpha_use; // as render_alpha: 0 none, 1 cutout at alpha_cutoff, 2 opaque parts, 3 translucent parts, 4 over
uniform float alpha_cutoff;
uniform float middle_distance; // from the eye, of a translucent surface with the weight 1
uniform vec3 eye; // far away for a parallel projection
uniform vec3 up;
uniform vec3 key_direction;  // towards the light
uniform vec3 fill_direction;
uniform float ground;        // height of the ground along `up`
uniform float character_size;
uniform bool lit; // false: base_color without lighting

layout(location = 0) out vec4 fragment; // premultiplied; of translucent parts, times the weight
layout(location = 1) out vec4 weight;   // of translucent parts: the weight times alpha; alpha

const float OPAQUE = 0.98;

const vec3 KEY = vec3(1.00, 0.95, 0.87) * 0.78;
const vec3 FILL = vec3(0.80, 0.90, 1.00) * 0.20;
const vec3 SKY = vec3(0.92, 0.97, 1.00) * 0.34;
const vec3 FLOOR = vec3(1.00, 0.95, 0.90) * 0.17;

void apply_alpha(inout float alpha)
{
    if (alpha_use == 1 && alpha < alpha_cutoff) discard;
    if (alpha_use == 2 && alpha < OPAQUE) discard;
    if (alpha_use == 3 && (alpha >= OPAQUE || alpha <= 0.0)) discard;
    if (alpha_use < 3) alpha = 1.0;
}

void main()
{
    vec4 base = base_color * surface_color * texture(base_texture, surface_texcoord);
    apply_alpha(base.a);
    if (!lit) {
        fragment = vec4(base.rgb * base.a, base.a);
        return;
    }
    vec3 n = normalize(world_normal);
    vec3 to_eye = normalize(eye - world_position);
    // The normals of some files are right where the winding of the polygons is not.
    if (!gl_FrontFacing && dot(n, to_eye) < 0.0) n = -n;
    float upward = dot(n, up);

    // Near the ground there is less ambient light, so that the character appears to stand on it.
    float height = max(dot(world_position, up) - ground, 0.0) / character_size;
    float contact = mix(1.0, smoothstep(-0.02, 0.16, height), 0.55 * (0.5 - 0.5 * upward));

    float key = max((dot(n, key_direction) + 0.12) / 1.12, 0.0);
    float fill = max(dot(n, fill_direction), 0.0);
    vec3 around = mix(FLOOR, SKY, 0.5 + 0.5 * upward) * contact;
    float shine = pow(max(dot(n, normalize(key_direction + to_eye)), 0.0), 42.0) * 0.10;
    float rim = pow(1.0 - max(dot(n, to_eye), 0.0), 3.5) * (0.5 + 0.5 * upward) * 0.22;

    vec3 light = KEY * key + FILL * fill + around;
    fragment = vec4((base.rgb * light + KEY * shine + SKY * rim) * base.a, base.a);
    if (alpha_use != 3) return;
    // Nearer surfaces count more, so that they hide those behind: twice as much for an eighth of the character's size.
    float nearness = (middle_distance - distance(eye, world_position)) / character_size;
    float w = exp2(clamp(8.0 * nearness, -8.0, 8.0));
    fragment.rgb *= w;
    weight = vec4(base.a * w, 0.0, 0.0, base.a);
}
