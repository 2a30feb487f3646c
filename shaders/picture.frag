// A thumbnail, copied unchanged from the grid of thumbnails.

in vec2 atlas_texcoord;
in vec4 vertex_color;

uniform sampler2D atlas;

out vec4 fragment;

void main()
{
    fragment = vertex_color * texture(atlas, atlas_texcoord);
}
