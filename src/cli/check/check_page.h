/// The page docs/12-check.md, embedded by cmake/embed_bytes.cmake.
#ifndef SINEW_CLI_CHECK_CHECK_PAGE_H
#define SINEW_CLI_CHECK_CHECK_PAGE_H

#include <stddef.h>

extern const unsigned char cli_check_page[];
extern const size_t cli_check_page_size;

#endif
