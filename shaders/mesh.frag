// The surface of a mesh under studio light: a warm key light from the camera's left, a cool fill light from its right, ambient sky and floor.

in vec3 world_position;
in vec3 world_normal;
in vec2 surface_texcoord;
in vec4 surface_color;

uniform vec4 base_color;
uniform sampler2D base_texture;
uniform int alpha_use; // a render_alpha: 0 none, 1 cutout at alpha_cutoff, 2 opaque parts, 3 translucent parts, 4 over
uniform float alpha_cutoff;
uniform float middle_distance; // distance from the eye of a translucent surface with the weight 1
uniform vec3 eye; // position of the camera; far away for a parallel projection
uniform vec3 up;
uniform vec3 key_direction; // direction towards the key light
uniform vec3 fill_direction;
uniform float ground; // height of the ground along `up`
uniform float character_size;
uniform int maps; // bits 1 << sinew_map of the maps that the material has
uniform sampler2D normal_map;
uniform sampler2D roughness_map;
uniform sampler2D metalness_map;
uniform sampler2D specular_map;
uniform sampler2D emissive_map;
uniform sampler2D occlusion_map;
uniform float roughness;
uniform float metalness;
uniform float normal_scale;
uniform float occlusion_strength;
uniform bool is_glossiness; // roughness_map holds 1 − roughness
uniform vec3 emissive;
uniform bool lit; // false: base_color is shown without lighting
#if (FEATURES & (1 << 20)) != 0
in vec2 surface_texcoord2;
uniform int second_sets; // bits 1 << sinew_map of the maps that use surface_texcoord2, and one bit for the base colour
uniform vec3 mapping_u[7]; // for each map and the base colour: the row that gives u, multiplied by (u, v, 1), v downwards
uniform vec3 mapping_v[7];
#endif

layout(location = 0) out vec4 fragment; // premultiplied; for translucent parts, multiplied by the weight
layout(location = 1) out vec4 weight; // for translucent parts: weight × alpha; alpha

const float OPAQUE = 0.98;

// FEATURES has a bit for each feature that a surface of the model needs; code for others is left out by the compiler.
const bool HAS_METAL = (FEATURES & (1 << 16)) != 0;
const bool HAS_ALPHA = (FEATURES & (1 << 17)) != 0;

const vec3 KEY = vec3(1.00, 0.95, 0.87) * 0.78;
const vec3 FILL = vec3(0.80, 0.90, 1.00) * 0.20;
const vec3 SKY = vec3(0.92, 0.97, 1.00) * 0.34;
const vec3 FLOOR = vec3(1.00, 0.95, 0.90) * 0.17;

void apply_alpha(inout float alpha)
{
    if (HAS_ALPHA) {
        if (alpha_use == 1 && alpha < alpha_cutoff) discard;
        if (alpha_use == 2 && alpha < OPAQUE) discard;
        if (alpha_use == 3 && (alpha >= OPAQUE || alpha <= 0.0)) discard;
    }
    if (alpha_use < 3) alpha = 1.0;
}

// Returns the texture coordinates for a map, or for the base colour (6).
vec2 texcoord_of(int map)
{
#if (FEATURES & (1 << 20)) != 0
    vec3 at = vec3((second_sets & (1 << map)) != 0 ? surface_texcoord2 : surface_texcoord, 1.0);
    return vec2(dot(mapping_u[map], at), dot(mapping_v[map], at));
#else
    return surface_texcoord;
#endif
}

bool has(int map)
{
    return (FEATURES & maps & (1 << map)) != 0;
}

// Tilts a normal by the normal map. The axes of the image on the surface are derived from the change of position and
// texture coordinates between pixels, so meshes need no tangents (Mikkelsen, "Bump mapping unparametrized surfaces on
// the GPU").
vec3 tilt(vec3 n)
{
    if ((FEATURES & 1) == 0) return n;
    vec3 x = dFdx(world_position), y = dFdy(world_position);
    vec2 at = texcoord_of(0), tx = dFdx(at), ty = dFdy(at);
    if (!has(0)) return n;
    vec3 right = cross(y, n) * tx.x + cross(n, x) * ty.x;
    vec3 down = cross(y, n) * tx.y + cross(n, x) * ty.y;
    float size = max(dot(right, right), dot(down, down));
    if (!(size > 0.0)) return n;
    vec3 tilted = texture(normal_map, at).xyz * 2.0 - 1.0;
    tilted.xy *= normal_scale * inversesqrt(size);
    return normalize(right * tilted.x - down * tilted.y + n * max(tilted.z, 0.05));
}

float surface_roughness()
{
    float value = roughness;
    if (has(1)) {
        float stored = texture(roughness_map, texcoord_of(1)).g;
        value *= is_glossiness ? 1.0 - stored : stored;
    }
    return clamp(value, 0.16, 1.0); // keeps the reflection of a light larger than a pixel
}

// Returns the studio as a metal reflects it: a dark floor, a bright sky, and a white screen on the side of the key
// light.
vec3 mirrored(vec3 direction, float rough)
{
    float upward = dot(direction, up);
    vec3 sharp = mix(FLOOR * 0.6, SKY * 2.2, smoothstep(-0.25 - rough, 0.35 + rough, upward));
    float screen = smoothstep(0.55 - 0.4 * rough, 0.95, dot(direction, normalize(key_direction + 0.3 * fill_direction)));
    return (sharp + KEY * screen * 1.1) * (1.0 - 0.55 * rough * rough);
}

void main()
{
    vec4 base = base_color * surface_color * texture(base_texture, texcoord_of(6));
    apply_alpha(base.a);
    if (!lit) {
        fragment = vec4(base.rgb * base.a, base.a);
        return;
    }
    // Colours are darkened up to 20 %, because white paint reflects 80 %: a value of 1 would be white wherever light
    // reaches it, without shading.
    base.rgb -= 0.2 * base.rgb * base.rgb * base.rgb * base.rgb;
    vec3 n = normalize(world_normal);
    vec3 to_eye = normalize(eye - world_position);
    // In some files normals are right although the winding of the polygons is wrong, so the winding decides only if the
    // normal also points away.
    if (!gl_FrontFacing && dot(n, to_eye) < 0.0) n = -n;
    n = tilt(n);
    float upward = dot(n, up);
    float rough = surface_roughness();
    float metal = !HAS_METAL ? 0.0 : metalness * (has(2) ? texture(metalness_map, texcoord_of(2)).b : 1.0);
    float open = has(5) ? mix(1.0, texture(occlusion_map, texcoord_of(5)).r, occlusion_strength) : 1.0;

    // Near the ground there is less ambient light, so that the character appears to stand on it.
    float height = max(dot(world_position, up) - ground, 0.0) / character_size;
    float contact = mix(1.0, smoothstep(-0.02, 0.16, height), 0.55 * (0.5 - 0.5 * upward));

    float key = max((dot(n, key_direction) + 0.12) / 1.12, 0.0);
    float fill = max(dot(n, fill_direction), 0.0);
    vec3 around = mix(FLOOR, SKY, 0.5 + 0.5 * upward) * contact * open;
    vec3 light = KEY * key + FILL * fill + around;

    // A highlight reflects the same light whatever its size. A metal's highlight has the metal's colour.
    vec3 tint = mix(vec3(1.0), base.rgb / 0.04, metal);
    if (has(3)) tint *= texture(specular_map, texcoord_of(3)).rgb * 2.0;
    float sharpness = 2.0 / (rough * rough * rough * rough) - 2.0;
    float shine = pow(max(dot(n, normalize(key_direction + to_eye)), 0.0), sharpness) * 0.10 * (sharpness + 2.0) / 44.0;
    float rim = pow(1.0 - max(dot(n, to_eye), 0.0), 3.5) * (0.5 + 0.5 * upward) * 0.22;

    vec3 color = base.rgb * light * (1.0 - metal * (1.0 - rough * rough)) + KEY * shine * tint + SKY * rim * open;
    if (HAS_METAL && metal > 0.0) color += metal * base.rgb * mirrored(reflect(-to_eye, n), rough) * contact * open;
    vec3 glow = emissive;
    if (has(4)) glow *= texture(emissive_map, texcoord_of(4)).rgb;
    color += glow;
    fragment = vec4(color * base.a, base.a);
    if (!HAS_ALPHA || alpha_use != 3) return;
    // Nearer surfaces get more weight, so that they hide farther surfaces: twice as much per 1/8 of the character's
    // size.
    float nearness = (middle_distance - distance(eye, world_position)) / character_size;
    float w = exp2(clamp(8.0 * nearness, -8.0, 8.0));
    fragment.rgb *= w;
    weight = vec4(base.a * w, 0.0, 0.0, base.a);
}
