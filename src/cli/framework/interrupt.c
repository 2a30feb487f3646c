#include "cli/framework/interrupt.h"

#include "platform/signals.h"
#include "platform/temporary_outputs.h"
#include "worker/host/running_workers.h"

static void clean_up(void)
{
    sinew__workers_stop_all();
    sinew__temporary_output_remove_all();
}

void cli_handle_signals(void)
{
    sinew__signals_handle(clean_up);
}
