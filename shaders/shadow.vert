// A vertex of a mesh seen from straight above, for the ambient occlusion on the ground.

uniform mat4 root;
uniform mat4 shadow_projection; // world space → shadow texture; z is the height above the ground in heights of the character

out float height;

void main()
{
    vec4 above = shadow_projection * (root * vec4(skin().position, 1.0) + vec4(instance_position, 0.0));
    height = above.z;
    gl_Position = vec4(above.xy, 0.0, 1.0);
}
