// A uniform surface or a glyph; the atlas gives the coverage.

in vec2 atlas_texcoord;
in vec4 vertex_color;

uniform sampler2D atlas;

out vec4 fragment;

void main()
{
    fragment = vec4(vertex_color.rgb, vertex_color.a * texture(atlas, atlas_texcoord).r);
}
