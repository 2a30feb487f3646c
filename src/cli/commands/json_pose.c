#include "cli/commands/json_pose.h"

void cli_json_transform(cli_json *json, const char *key, const sinew_transform *transform)
{
    const double t[3] = {transform->t.x, transform->t.y, transform->t.z},
                 s[3] = {transform->s.x, transform->s.y, transform->s.z};
    cli_json_object(json, key);
    cli_json_numbers(json, "t", t, 3);
    cli_json_object(json, "r");
    cli_json_number(json, "x", transform->r.x);
    cli_json_number(json, "y", transform->r.y);
    cli_json_number(json, "z", transform->r.z);
    cli_json_number(json, "w", transform->r.w);
    cli_json_end_object(json);
    cli_json_numbers(json, "s", s, 3);
    cli_json_end_object(json);
}

void cli_json_matrix(cli_json *json, const char *key, const sinew_affine *matrix)
{
    cli_json_array(json, key);
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 3; ++row) cli_json_number(json, NULL, matrix->row[row][column]);
        cli_json_number(json, NULL, column == 3);
    }
    cli_json_end_array(json);
}

void cli_json_palette_matrix(cli_json *json, const char *key, const sinew_palette_matrix *matrix)
{
    cli_json_array(json, key);
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 3; ++row) cli_json_float(json, NULL, matrix->row[row][column]);
        cli_json_number(json, NULL, column == 3);
    }
    cli_json_end_array(json);
}

void cli_json_joint_path(cli_json *json, const char *key, const cli_joints *joints, int32_t id)
{
    sinew__buffer path = {0};
    const int known = cli_put_joint_path(joints, id, &path);
    sinew__buffer_put_character(&path, '\0');
    if (path.failed)
        json->out->failed = 1;
    else
        cli_json_text(json, key, known ? path.text : NULL);
    sinew__buffer_free(&path);
}
