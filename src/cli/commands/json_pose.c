#include "cli/commands/json_pose.h"

void cli_json_transform(sinew__json_writer *json, const char *key, const sinew_transform *transform)
{
    const double t[3] = {transform->t.x, transform->t.y, transform->t.z},
                 s[3] = {transform->s.x, transform->s.y, transform->s.z};
    sinew__json_put_object(json, key);
    sinew__json_put_numbers(json, "t", t, 3);
    sinew__json_put_object(json, "r");
    sinew__json_put_number(json, "x", transform->r.x);
    sinew__json_put_number(json, "y", transform->r.y);
    sinew__json_put_number(json, "z", transform->r.z);
    sinew__json_put_number(json, "w", transform->r.w);
    sinew__json_end_object(json);
    sinew__json_put_numbers(json, "s", s, 3);
    sinew__json_end_object(json);
}

void cli_json_matrix(sinew__json_writer *json, const char *key, const sinew_affine *matrix)
{
    sinew__json_put_array(json, key);
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 3; ++row) sinew__json_put_number(json, NULL, matrix->row[row][column]);
        sinew__json_put_number(json, NULL, column == 3);
    }
    sinew__json_end_array(json);
}

void cli_json_palette_matrix(sinew__json_writer *json, const char *key, const sinew_palette_matrix *matrix)
{
    sinew__json_put_array(json, key);
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 3; ++row) sinew__json_put_float(json, NULL, matrix->row[row][column]);
        sinew__json_put_number(json, NULL, column == 3);
    }
    sinew__json_end_array(json);
}

void cli_json_joint_path(sinew__json_writer *json, const char *key, const cli_joints *joints, int32_t id)
{
    sinew__buffer path = {0};
    const int known = cli_put_joint_path(joints, id, &path);
    sinew__buffer_put_character(&path, '\0');
    if (path.failed)
        json->out->failed = 1;
    else
        sinew__json_put_text(json, key, known ? path.text : NULL);
    sinew__buffer_free(&path);
}
