// A vertex of a mesh, seen from straight above: the light that a figure keeps from the ground around its feet.

uniform mat4 root;
uniform mat4 shadow_projection; // world → shadow picture; z is the height over the ground, in figure heights

out float height;

void main()
{
    vec4 above = shadow_projection * (root * vec4(skin().position, 1.0) + vec4(place, 0.0));
    height = above.z;
    gl_Position = vec4(above.xy, 0.0, 1.0);
}
