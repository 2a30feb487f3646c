/// Results for what runs a command on each change: JUnit XML, which test reports read, and the workflow commands of
/// GitHub, which become annotations. A suite is a file, a case one statement about it.
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_TEST_CASES_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_TEST_CASES_H

#include "core/base/buffer.h"
#include "program/cli/framework/command.h"

/// Texts of files, unescaped.
typedef struct cli_test_case {
    const char *type;        ///< "W05"
    const char *name;        ///< of the case in its file: "W05: Hips"
    const char *text;        ///< the problem or remark, lines separated by '\n'; NULL: nothing
    sinew_severity severity; ///< of the text
    int is_failed;           ///< whether the command fails because of it
    int is_unreadable;       ///< of a failed one: the file could not be looked at
} cli_test_case;

typedef struct cli_test_cases {
    int format;                           ///< CLI_FORMAT_JUNIT or CLI_FORMAT_GITHUB
    const char *title;                    ///< "sinew check"
    const char *suite;                    ///< file of the next cases, or NULL before the first
    sinew__buffer written, open;          ///< complete suites, and the cases of the last one
    size_t cases, failures, errors;       ///< of the last suite
    size_t all, all_failures, all_errors; ///< of the suites before it
} cli_test_cases;

cli_test_cases cli_test_cases_begin(int format, const char *title);

/// Begins the cases of another file.
void cli_test_cases_put_suite(cli_test_cases *cases, const char *path);
void cli_test_cases_put(cli_test_cases *cases, const cli_test_case *of);

/// Appends all to `out`, and frees the cases.
void cli_test_cases_end(cli_test_cases *cases, sinew__buffer *out);

#endif
