/// Options as other programs and older versions call them, for hints.
#ifndef SINEW_CLI_FRAMEWORK_FOREIGN_OPTION_H
#define SINEW_CLI_FRAMEWORK_FOREIGN_OPTION_H

/// The option of sinew that does what players, viewers and modelling programs call `name`, or NULL. Not every command
/// has it.
const char *cli_foreign_option(const char *name);

/// What to use instead of an option that the command had in older versions, or NULL. `name` is long or a letter.
const char *cli_removed_option(const char *command, const char *name);

#endif
