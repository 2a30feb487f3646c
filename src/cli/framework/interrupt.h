/// What the program does when it is told to end by a signal.
#ifndef SINEW_CLI_FRAMEWORK_INTERRUPT_H
#define SINEW_CLI_FRAMEWORK_INTERRUPT_H

/// From now on SIGINT, SIGTERM and SIGHUP remove the outputs that are not complete and then end the program as ever
/// (the shell sees 130, 143, 129). One that was ignored from the start, as under nohup, stays ignored. A closed pipe
/// and a file that grew to its limit become errors of the write that met them.
void cli_handle_signals(void);

#endif
