#if SAMPLES > 1
#extension GL_ARB_sample_shading : enable
#endif
// Blends the translucent surfaces over the character, sample by sample; if the driver cannot, by the mean of all
// samples.

#if SAMPLES > 1
uniform sampler2DMS colors; // sum of weighted premultiplied colours; product of transparencies
uniform sampler2DMS weights; // sum of weighted alphas
#else
uniform sampler2D colors;
uniform sampler2D weights;
#endif

out vec4 fragment;

vec4 surface(int index)
{
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec4 sum = texelFetch(colors, pixel, index);
    float coverage = 1.0 - sum.a;
    return vec4(sum.rgb / max(texelFetch(weights, pixel, index).r, 1e-5) * coverage, coverage);
}

void main()
{
#if SAMPLES == 1
    fragment = surface(0);
#elif defined(GL_ARB_sample_shading)
    fragment = surface(gl_SampleID);
#else
    vec4 sum = vec4(0.0);
    for (int i = 0; i < SAMPLES; ++i) sum += surface(i);
    fragment = sum / float(SAMPLES);
#endif
}
