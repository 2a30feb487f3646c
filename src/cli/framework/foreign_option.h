/// Options as other programs call them, for hints.
#ifndef SINEW_CLI_FRAMEWORK_FOREIGN_OPTION_H
#define SINEW_CLI_FRAMEWORK_FOREIGN_OPTION_H

/// The option of sinew that does what players, viewers and modelling programs call `name`, or NULL. Not every command
/// has it.
const char *cli_foreign_option(const char *name);

#endif
