// A vertex of a stroke: the quad around a line between two points in world space, with a width in pixels.

layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to; // if it equals `from`, the stroke is a dot
layout(location = 2) in vec4 color;
layout(location = 3) in float width; // in pixels

uniform mat4 view_projection;
uniform vec2 image_size;
uniform float grow; // pixels that are added on each side
uniform vec4 tint;  // multiplies the colour

out vec4 stroke_color;
out vec3 stroke_position; // pixels along the line from its start, and across the line, both multiplied by the depth, and the depth: OpenGL ES has no `noperspective`
flat out float stroke_length;
flat out float radius;

void main()
{
    vec4 a = view_projection * vec4(from, 1.0), b = view_projection * vec4(to, 1.0);
    // Clip the line at the near plane.
    float a_near = a.z + a.w, b_near = b.z + b.w;
    if (a_near < 0.0 && b_near < 0.0) {
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        return;
    }
    if (a_near < 0.0) a = mix(a, b, a_near / (a_near - b_near));
    if (b_near < 0.0) b = mix(b, a, b_near / (b_near - a_near));

    vec2 along = (b.xy / b.w - a.xy / a.w) * 0.5 * image_size;
    stroke_length = length(along);
    vec2 ahead = stroke_length > 1e-4 ? along / stroke_length : vec2(1.0, 0.0);
    radius = 0.5 * width + grow;
    float reach = radius + 1.0;
    float end = (gl_VertexID & 2) != 0 ? 1.0 : 0.0, side = (gl_VertexID & 1) != 0 ? 1.0 : -1.0;
    vec2 offset = ahead * reach * (2.0 * end - 1.0) + vec2(-ahead.y, ahead.x) * reach * side;
    vec4 point = end > 0.5 ? b : a;
    gl_Position = point + vec4(offset / image_size * 2.0 * point.w, 0.0, 0.0);
    stroke_position = vec3(vec2(end > 0.5 ? stroke_length + reach : -reach, reach * side) * point.w, point.w);
    stroke_color = color * tint;
}
