/// A contract written from files that are good.
#ifndef SINEW_CLI_CHECK_LEARN_CONTRACT_H
#define SINEW_CLI_CHECK_LEARN_CONTRACT_H

#include "base/buffer.h"
#include "cli/check/check_files.h"

/// Puts `sinew-check.json`: what the clips do, and the codes of their warnings as notes.
void cli_put_learned_contract(const cli_check_run *run, sinew__buffer *out);

#endif
