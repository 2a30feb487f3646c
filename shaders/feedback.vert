// Skins vertices for transform feedback, without drawing. Normals are not normalized; the fragment shader does it.

out vec3 skinned_position;
out vec3 skinned_normal;

void main()
{
    Skinned skinned = skin();
    skinned_position = skinned.position;
    skinned_normal = skinned.normal;
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
}
