#include "render/draw/draw_translucent.h"

#include "render/renderer.h"
#include "render/vector.h"

/// Distance from the eye at which a surface has the weight 1.
static float middle_distance(const render_frame *frame)
{
    double eye[3], away[3];
    for (int i = 0; i < 3; ++i) eye[i] = (double)frame->eye[i];
    render_add_scaled(frame->bounds->center, -1.0, eye, away);
    return (float)render_length(away);
}

sinew_result sinew__render_begin_translucent(sinew_renderer *renderer, const render_frame *frame,
                                             sinew_error *out_error)
{
    const sinew_result result = sinew__render_target_begin_translucent(&renderer->target, out_error);
    if (result != SINEW_OK) return result;
    sinew__render_set_float(&renderer->programs, RENDER_PROGRAM_MESH, "middle_distance", middle_distance(frame));
    glDepthMask(GL_FALSE);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_ONE, GL_ONE, GL_ZERO, GL_ONE_MINUS_SRC_ALPHA); // sums, and the product of transparencies
    return SINEW_OK;
}

sinew_result sinew__render_end_translucent(sinew_renderer *renderer, sinew_error *out_error)
{
    render_programs *programs = &renderer->programs;
    const render_target *target = &renderer->target;
    sinew__render_target_end_translucent(target);
    sinew__render_programs_set_samples(programs, target->samples);
    sinew_result result = sinew__render_use_program(programs, RENDER_PROGRAM_TRANSLUCENT, out_error);
    if (result == SINEW_OK) {
        sinew__render_set_int(programs, RENDER_PROGRAM_TRANSLUCENT, "colors", RENDER_UNIT_TEXTURE);
        sinew__render_set_int(programs, RENDER_PROGRAM_TRANSLUCENT, "weights", RENDER_UNIT_WEIGHTS);
        glBindTexture(target->character_target, target->translucent_colors);
        glActiveTexture(GL_TEXTURE0 + RENDER_UNIT_WEIGHTS);
        glBindTexture(target->character_target, target->translucent_weights);
        glActiveTexture(GL_TEXTURE0 + RENDER_UNIT_TEXTURE);
        glDisable(GL_DEPTH_TEST);
        glDisable(GL_CULL_FACE);
        glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
        glBindVertexArray(renderer->empty_array);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        glEnable(GL_DEPTH_TEST);
        result = sinew__render_use_program(programs, RENDER_PROGRAM_MESH, out_error);
    }
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    sinew__render_model_buffers_bind(&renderer->buffers, programs, RENDER_PROGRAM_MESH);
    return result;
}
