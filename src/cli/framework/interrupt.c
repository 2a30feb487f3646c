#define _POSIX_C_SOURCE 200809L
#include "cli/framework/interrupt.h"

#include <signal.h>
#include <stddef.h>

#include "platform/temporary_outputs.h"
#include "worker/host/running_workers.h"

/// SA_RESETHAND has put the default action back: the signal raised here ends the program when this returns.
static void end(int number)
{
    sinew__workers_stop_all();
    sinew__temporary_output_remove_all();
    raise(number);
}

void cli_handle_signals(void)
{
    static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = end, .sa_flags = (int)SA_RESETHAND}, old;
    sigfillset(&action.sa_mask); // no second one gets in between
    for (size_t i = 0; i < sizeof ending / sizeof ending[0]; ++i) {
        if (sigaction(ending[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN) sigaction(ending[i], &action, NULL);
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}
