// A stroke with round ends and soft edges.

in vec4 stroke_color; // linear light, straight alpha
noperspective in vec2 stroke_position;
flat in float stroke_length;
flat in float radius;

out vec4 fragment;

void main()
{
    float away = length(vec2(stroke_position.x - clamp(stroke_position.x, 0.0, stroke_length), stroke_position.y));
    float alpha = stroke_color.a * clamp(radius + 0.5 - away, 0.0, 1.0);
    fragment = vec4(stroke_color.rgb * alpha, alpha);
}
