/// Signal handling: cleanup before a fatal signal ends the program.
#ifndef SINEW_CLI_FRAMEWORK_INTERRUPT_H
#define SINEW_CLI_FRAMEWORK_INTERRUPT_H

/// Installs handlers: SIGINT, SIGTERM and SIGHUP stop the workers, remove temporary outputs and end the program by the
/// same signal (exit status 130, 143, 129 in a shell). A signal that is ignored at startup, as under nohup, stays
/// ignored. SIGPIPE and SIGXFSZ are ignored: the write fails with an error instead.
void cli_handle_signals(void);

#endif
