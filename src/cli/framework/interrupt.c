#define _POSIX_C_SOURCE 200809L
#include "cli/framework/interrupt.h"

#include <signal.h>
#include <stddef.h>

#include "platform/temporary_outputs.h"
#include "worker/host/running_workers.h"

/// SA_RESETHAND has restored the default action, so the raised signal ends the program when the handler returns.
static void clean_up_and_exit(int number)
{
    sinew__workers_stop_all();
    sinew__temporary_output_remove_all();
    raise(number);
}

void cli_handle_signals(void)
{
    static const int fatal[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = clean_up_and_exit, .sa_flags = (int)SA_RESETHAND}, old;
    sigfillset(&action.sa_mask); // a second signal must not interrupt the cleanup
    for (size_t i = 0; i < sizeof fatal / sizeof fatal[0]; ++i) {
        if (sigaction(fatal[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN) sigaction(fatal[i], &action, NULL);
    }
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}
