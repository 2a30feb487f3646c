#define _POSIX_C_SOURCE 200809L
#include "core/platform/key_mode.h"

#include <poll.h>
#include <signal.h>
#include <termios.h>
#include <unistd.h>

/// Signals that end the program, with their previous handlers, to be restored after key mode.
static struct {
    int number;
    struct sigaction previous;
    volatile sig_atomic_t is_set;
} handled_signals[] = {{.number = SIGINT}, {.number = SIGTERM}, {.number = SIGHUP}};

/// Terminal settings to restore; valid in key mode, where keys are read without Return.
static struct termios saved_terminal;
static volatile sig_atomic_t is_key_mode;

static void restore_terminal(void)
{
    if (is_key_mode) tcsetattr(STDIN_FILENO, TCSANOW, &saved_terminal);
    is_key_mode = 0;
}

static void restore_signals(void)
{
    for (size_t i = 0; i < sizeof handled_signals / sizeof *handled_signals; ++i) {
        if (handled_signals[i].is_set) sigaction(handled_signals[i].number, &handled_signals[i].previous, NULL);
        handled_signals[i].is_set = 0;
    }
}

/// Restores the terminal and the previous handlers, then raises the signal again.
static void restore_and_raise(int number)
{
    restore_terminal();
    restore_signals();
    raise(number);
}

/// Signals that are ignored stay ignored.
static void handle_signals(void)
{
    struct sigaction action = {.sa_handler = restore_and_raise};
    sigfillset(&action.sa_mask); // a second signal must not interrupt the first
    for (size_t i = 0; i < sizeof handled_signals / sizeof *handled_signals; ++i) {
        if (sigaction(handled_signals[i].number, NULL, &handled_signals[i].previous) != 0) continue;
        if (handled_signals[i].previous.sa_handler == SIG_IGN) continue;
        handled_signals[i].is_set = sigaction(handled_signals[i].number, &action, NULL) == 0;
    }
}

void sinew__key_mode_enter(void)
{
    if (!isatty(STDIN_FILENO) || tcgetpgrp(STDIN_FILENO) != getpgrp() || tcgetattr(STDIN_FILENO, &saved_terminal) != 0)
        return;
    struct termios key_mode = saved_terminal;
    key_mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    handle_signals();
    is_key_mode = 1;
    tcsetattr(STDIN_FILENO, TCSANOW, &key_mode);
}

int sinew__key_mode_is_on(void)
{
    return is_key_mode;
}

char sinew__key_mode_read(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    char key;
    return is_key_mode && poll(&input, 1, 0) > 0 && read(STDIN_FILENO, &key, 1) == 1 ? key : '\0';
}

void sinew__key_mode_leave(void)
{
    if (!is_key_mode) return;
    restore_terminal();
    restore_signals();
}
