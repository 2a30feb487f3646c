/// Manual pages in roff, sinew(1) and sinew-COMMAND(1), generated from the tables of --help.
#ifndef SINEW_CLI_HELP_MAN_PAGE_H
#define SINEW_CLI_HELP_MAN_PAGE_H

#include "base/buffer.h"
#include "cli/framework/command.h"

void cli_put_command_page(sinew__buffer *page, const cli_command *command);
void cli_put_program_page(sinew__buffer *page, const cli_command *const *commands);

#endif
