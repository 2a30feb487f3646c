/// Results for continuous integration: JUnit XML, which test reports read, and GitHub workflow commands, which become
/// annotations. A suite is a file; a case is one statement about the file.
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_TEST_CASES_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_TEST_CASES_H

#include "core/base/buffer.h"
#include "program/cli/framework/command.h"

/// One result. Texts are unescaped.
typedef struct cli_test_case {
    const char *type;        ///< such as "W05"
    const char *name;        ///< name of the case in its file, such as "W05: Hips"
    const char *text;        ///< the problem or remark, lines separated by '\n'; NULL: none
    sinew_severity severity; ///< severity of the text
    int is_failed;           ///< the command fails because of this case
    int is_unreadable;       ///< the case failed because the file could not be read
} cli_test_case;

typedef struct cli_test_cases {
    int format;                           ///< CLI_FORMAT_JUNIT or CLI_FORMAT_GITHUB
    const char *title;                    ///< title of all results, such as "sinew check"
    const char *suite;                    ///< file of the cases that follow; NULL before the first
    sinew__buffer written, open;          ///< finished suites; cases of the open suite
    size_t cases, failures, errors;       ///< numbers of cases in the open suite
    size_t all, all_failures, all_errors; ///< numbers of cases in the finished suites
} cli_test_cases;

cli_test_cases cli_test_cases_begin(int format, const char *title);

/// Ends the open suite, and begins the suite of another file.
void cli_test_cases_put_suite(cli_test_cases *cases, const char *path);
void cli_test_cases_put(cli_test_cases *cases, const cli_test_case *of);

/// Appends all results to `out`, and frees the cases.
void cli_test_cases_end(cli_test_cases *cases, sinew__buffer *out);

#endif
