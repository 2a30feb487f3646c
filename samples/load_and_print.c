/// Loads a model file and prints its joints, meshes and clips.
#include <stdio.h>

#include <sinew/sinew.h>

static void print_joints(const sinew_model *model)
{
    printf("%d joints\n", (int)model->joint_count);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_joint *joint = &model->joints[model->authored_order[i]];
        printf("%*s%s%s\n", 2 + 2 * (int)joint->depth, "", sinew_text(model, joint->name),
               joint->flags & SINEW_JOINT_DEFORMS ? " *" : "");
    }
}

static void print_meshes(const sinew_model *model)
{
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        printf("mesh '%s': %d vertices, %d triangles, up to %d influences, %d morphs\n",
               sinew_text(model, mesh->object), (int)mesh->vertex_count, (int)mesh->index_count / 3,
               (int)mesh->max_influences, (int)mesh->morph_count);
    }
}

static void print_clips(const sinew_model *model)
{
    for (int32_t i = 0; i < model->clip_count; ++i) {
        const sinew_clip *clip = &model->clips[i];
        printf("clip '%s': %.3f s, %d keyframes, animates %d joints\n",
               sinew_text(model, clip->name), clip->duration, (int)clip->key_time_count,
               (int)clip->animated_joints);
    }
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: load_and_print FILE\n");
        return 2;
    }
    sinew_model *model;
    sinew_error error;
    if (sinew_model_load(argv[1], NULL, &model, &error) != SINEW_OK) {
        fprintf(stderr, "%s: %s\n", argv[1], error.message);
        return 1;
    }
    print_joints(model);
    print_meshes(model);
    print_clips(model);
    sinew_model_destroy(model);
    return 0;
}
