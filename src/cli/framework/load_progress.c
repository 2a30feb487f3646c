#define _POSIX_C_SOURCE 200809L
#include "cli/framework/load_progress.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <termios.h>
#include <unistd.h>

#include "base/printable.h"
#include "platform/side_files.h"

/// An import that is over by then needs no words.
static const double patience = 0.5;

/// Signals that end the program, and what is done about them when no key is awaited.
static struct {
    int number;
    struct sigaction before;
    volatile sig_atomic_t is_set;
} ways_out[] = {{.number = SIGINT}, {.number = SIGTERM}, {.number = SIGHUP}};

/// What the terminal does otherwise. Set while keys come one by one.
static struct termios usual;
static volatile sig_atomic_t keys_come_singly;

static void restore_terminal(void)
{
    if (keys_come_singly) tcsetattr(STDIN_FILENO, TCSANOW, &usual);
    keys_come_singly = 0;
}

static void leave_signals(void)
{
    for (size_t i = 0; i < sizeof ways_out / sizeof *ways_out; ++i) {
        if (ways_out[i].is_set) sigaction(ways_out[i].number, &ways_out[i].before, NULL);
        ways_out[i].is_set = 0;
    }
}

/// Gives the terminal back and hands the signal on to whom it would have met.
static void end_by(int number)
{
    restore_terminal();
    leave_signals();
    raise(number);
}

/// What is ignored stays ignored.
static void handle_signals(void)
{
    struct sigaction action = {.sa_handler = end_by};
    sigfillset(&action.sa_mask); // no second one gets in between
    for (size_t i = 0; i < sizeof ways_out / sizeof *ways_out; ++i) {
        if (sigaction(ways_out[i].number, NULL, &ways_out[i].before) != 0) continue;
        if (ways_out[i].before.sa_handler == SIG_IGN) continue;
        ways_out[i].is_set = sigaction(ways_out[i].number, &action, NULL) == 0;
    }
}

/// Lets keys arrive without Return. In the background a change of the terminal would stop the program.
static void take_single_keys(void)
{
    if (!isatty(STDIN_FILENO) || tcgetpgrp(STDIN_FILENO) != getpgrp() || tcgetattr(STDIN_FILENO, &usual) != 0) return;
    struct termios single = usual;
    single.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    handle_signals();
    keys_come_singly = 1;
    tcsetattr(STDIN_FILENO, TCSANOW, &single);
}

static int is_q_pressed(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    char key;
    return keys_come_singly && poll(&input, 1, 0) > 0 && read(STDIN_FILENO, &key, 1) == 1 && key == 'q';
}

int cli_load_progress_show(void *user, double seconds)
{
    cli_load_progress *progress = user;
    const cli_context *context = progress->context;
    if (seconds < patience || context->quiet || context->json || !isatty(STDERR_FILENO)) return 0;
    if (!progress->shown) take_single_keys();
    const int tenths = (int)(seconds * 10);
    if (tenths == progress->shown) return is_q_pressed();
    progress->shown = tenths;
    char name[48]; // a line that is longer than the terminal is wide could not be taken away again
    sinew__printable(sinew__base_name(progress->path), name, sizeof name);
    fprintf(stderr, "\r\033[Ksinew: reading %s, %.1f s%s", name, seconds, keys_come_singly ? "; q gives up" : "");
    return is_q_pressed();
}

void cli_load_progress_end(cli_load_progress *progress)
{
    if (!progress->shown) return;
    fputs("\r\033[K", stderr);
    if (!keys_come_singly) return;
    restore_terminal();
    leave_signals();
}
