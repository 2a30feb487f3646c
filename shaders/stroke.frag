// A stroke with round ends and soft edges.

in vec4 stroke_color; // linear light, straight alpha
in vec3 stroke_position; // multiplied by the depth; and the depth
flat in float stroke_length;
flat in float radius;

out vec4 fragment;

void main()
{
    vec2 place = stroke_position.xy / stroke_position.z;
    float away = length(vec2(place.x - clamp(place.x, 0.0, stroke_length), place.y));
    float alpha = stroke_color.a * clamp(radius + 0.5 - away, 0.0, 1.0);
    fragment = vec4(stroke_color.rgb * alpha, alpha);
}
