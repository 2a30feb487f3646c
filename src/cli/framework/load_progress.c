#define _POSIX_C_SOURCE 200809L
#include "cli/framework/load_progress.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <termios.h>
#include <unistd.h>

#include "base/printable.h"
#include "platform/side_files.h"

/// Seconds: shorter imports show no progress line.
static const double display_delay = 0.5;

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

/// Enters key mode. Not in the background: changing the terminal would stop the process there.
static void enter_key_mode(void)
{
    if (!isatty(STDIN_FILENO) || tcgetpgrp(STDIN_FILENO) != getpgrp() || tcgetattr(STDIN_FILENO, &saved_terminal) != 0)
        return;
    struct termios key_mode = saved_terminal;
    key_mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    handle_signals();
    is_key_mode = 1;
    tcsetattr(STDIN_FILENO, TCSANOW, &key_mode);
}

static int is_q_pressed(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    char key;
    return is_key_mode && poll(&input, 1, 0) > 0 && read(STDIN_FILENO, &key, 1) == 1 && key == 'q';
}

int cli_load_progress_show(void *user, double seconds)
{
    cli_load_progress *progress = user;
    const cli_context *context = progress->context;
    if (seconds < display_delay || context->quiet || context->json || !isatty(STDERR_FILENO)) return 0;
    if (!progress->shown) enter_key_mode();
    const int tenths = (int)(seconds * 10);
    if (tenths == progress->shown) return is_q_pressed();
    progress->shown = tenths;
    char name[48]; // short: a line that wraps could not be erased
    sinew__printable(sinew__base_name(progress->path), name, sizeof name);
    fprintf(stderr, "\r\033[Ksinew: reading %s, %.1f s%s", name, seconds, is_key_mode ? "; press q to cancel" : "");
    return is_q_pressed();
}

void cli_load_progress_end(cli_load_progress *progress)
{
    if (!progress->shown) return;
    fputs("\r\033[K", stderr);
    if (!is_key_mode) return;
    restore_terminal();
    restore_signals();
}
