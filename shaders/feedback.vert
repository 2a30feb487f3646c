// Skins without drawing: what comes out is captured by transform feedback. Normals keep their lengths, as they do on the way to a fragment.

out vec3 skinned_position;
out vec3 skinned_normal;

void main()
{
    Skinned skinned = skin();
    skinned_position = skinned.position;
    skinned_normal = skinned.normal;
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
}
