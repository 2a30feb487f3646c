// Exclusive use of a terminal, and single keys from a terminal in normal use.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE // winsize
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "core/platform/clock.h"
#include "core/platform/terminal_device.h"

/// Signals that end the program, with the handlers to restore after key mode.
static struct {
    int number;
    struct sigaction previous;
    volatile sig_atomic_t is_set;
} handled_signals[] = {{.number = SIGINT}, {.number = SIGTERM}, {.number = SIGHUP}};

/// Settings of the terminal to restore after key mode, in which keys are read without Return.
static struct termios saved_terminal;

static volatile sig_atomic_t is_key_mode;

static void restore_keys(void)
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

/// Restores the terminal and the previous handlers, and raises the signal again.
static void restore_and_raise(int number)
{
    restore_keys();
    restore_signals();
    raise(number);
}

/// Installs a handler that runs with the signals `blocked`, unless the signal is ignored. Returns whether it did.
static int set_handler(int number, void (*handler)(int), const sigset_t *blocked, struct sigaction *out_before)
{
    const struct sigaction action = {.sa_handler = handler, .sa_mask = *blocked};
    if (sigaction(number, NULL, out_before) != 0 || out_before->sa_handler == SIG_IGN) return 0;
    return sigaction(number, &action, NULL) == 0;
}

void sinew__key_mode_enter(void)
{
    if (!isatty(STDIN_FILENO) || tcgetpgrp(STDIN_FILENO) != getpgrp() || tcgetattr(STDIN_FILENO, &saved_terminal) != 0)
        return;
    struct termios key_mode = saved_terminal;
    key_mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    sigset_t all; // a second signal must not interrupt the first one's handler
    sigfillset(&all);
    for (size_t i = 0; i < sizeof handled_signals / sizeof *handled_signals; ++i)
        handled_signals[i].is_set =
            set_handler(handled_signals[i].number, restore_and_raise, &all, &handled_signals[i].previous);
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
    restore_keys();
    restore_signals();
}

static const char enter_text[] = "\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[2J";

static const char end_text[] = "\x1b\\"; // ends an escape sequence that was interrupted

static const char leave_text[] = "\x1b[?2026l\x1b[0m\x1b[?2004l\x1b[2J\x1b[?25h\x1b[?1049l";

/// Data for the signal handlers: how to restore the terminal, and the pipe that wakes the program.
static struct {
    int file;
    volatile sig_atomic_t is_raw;
    struct termios before, raw;
    const char *restore_text;
    volatile sig_atomic_t expects_replies; ///< the terminal may still send replies to queries
    volatile sig_atomic_t resized, stopping, continued;
    int wake_pipe[2]; ///< writing to it interrupts sinew__terminal_wait
} device_state = {.file = -1, .wake_pipe = {-1, -1}};

// ---- signals ------------------------------------------------------------------------------------------------------

/// Writes a text completely, but gives up if the terminal accepts nothing for 0.3 s. Async-signal-safe.
static void write_fully(const char *text)
{
    size_t left = strlen(text);
    while (left > 0) {
        struct pollfd ready = {.fd = device_state.file, .events = POLLOUT};
        if (poll(&ready, 1, 300) != 1 || !(ready.revents & POLLOUT)) return;
        const ssize_t length = write(device_state.file, text, left);
        if (length < 0 && errno != EAGAIN && errno != EINTR) return;
        if (length <= 0) continue;
        text += length;
        left -= (size_t)length;
    }
}

/// Queries the device attributes and reads up to the reply, ESC [ ? … c, so that earlier replies do not end up in the
/// shell. Async-signal-safe.
static void read_last_reply(void)
{
    enum { TIMEOUT_MS = 1000 };
    static const char begin[] = "\x1b[?";
    size_t seen = 0; // number of matching characters of `begin`
    char byte = 0;
    write_fully("\x1b[c");
    for (;;) {
        struct pollfd ready = {.fd = device_state.file, .events = POLLIN};
        if (poll(&ready, 1, TIMEOUT_MS) != 1 || read(device_state.file, &byte, 1) != 1) return;
        if (seen == sizeof begin - 1 && byte == 'c') return;
        const int inside = seen == sizeof begin - 1 && (byte == ';' || (byte >= '0' && byte <= '9'));
        if (!inside) seen = byte == begin[seen % (sizeof begin - 1)] ? seen + 1 : byte == begin[0];
    }
}

/// Restores the terminal and discards pending output. Async-signal-safe.
static void restore_terminal(void)
{
    if (!device_state.is_raw) return;
    device_state.is_raw = 0;
    tcflush(device_state.file, TCOFLUSH);
    write_fully(end_text);
    if (device_state.restore_text) write_fully(device_state.restore_text);
    write_fully(leave_text);
    if (device_state.expects_replies) read_last_reply();
    tcsetattr(device_state.file, TCSANOW, &device_state.before);
}

static void enter_raw_mode(void)
{
    tcsetattr(device_state.file, TCSANOW, &device_state.raw);
    device_state.is_raw = 1;
    write_fully(enter_text);
}

static void wake_up(void)
{
    const int error = errno;
    const ssize_t length = write(device_state.wake_pipe[1], "", 1); // a full pipe also wakes the program
    (void)length;
    errno = error;
}

static void terminate(int number);

static void on_resize(int number)
{
    (void)number;
    device_state.resized = 1;
    wake_up();
}

static void on_stop(int number)
{
    (void)number;
    device_state.stopping = 1;
    wake_up();
}

static void on_continue(int number)
{
    (void)number;
    device_state.continued = 1;
    wake_up();
}

/// The signals that are handled while the terminal is open.
static struct {
    int number;
    void (*handler)(int number);
    struct sigaction before;
    int is_set;
} handlers[] = {
    {.number = SIGINT, .handler = terminate},  {.number = SIGTERM, .handler = terminate},
    {.number = SIGHUP, .handler = terminate},  {.number = SIGQUIT, .handler = terminate},
    {.number = SIGABRT, .handler = terminate}, {.number = SIGSEGV, .handler = terminate},
    {.number = SIGBUS, .handler = terminate},  {.number = SIGFPE, .handler = terminate},
    {.number = SIGILL, .handler = terminate},  {.number = SIGWINCH, .handler = on_resize},
    {.number = SIGTSTP, .handler = on_stop},   {.number = SIGCONT, .handler = on_continue},
};

/// Restores the terminal, and raises the signal again with its previous handler.
static void terminate(int number)
{
    restore_terminal();
    for (size_t i = 0; i < sizeof handlers / sizeof handlers[0]; ++i) {
        if (handlers[i].number == number) sigaction(number, &handlers[i].before, NULL);
    }
    raise(number);
}

// ---- opening and closing ------------------------------------------------------------------------------------------

int sinew__terminal_is_available(void)
{
    return isatty(STDOUT_FILENO);
}

/// Opens the terminal a second time, because O_NONBLOCK on the shared stdout would affect the shell.
static int open_file(void)
{
    const int flags = O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    const char *name = ttyname(STDOUT_FILENO);
    const int file = name ? open(name, flags) : -1;
    return file >= 0 ? file : open("/dev/tty", flags);
}

sinew_result sinew__terminal_open(terminal_device *device, sinew_error *out_error)
{
    *device = (terminal_device){.file = open_file()};
    device_state.file = device->file;
    if (device->file < 0 || tcgetattr(device->file, &device_state.before) != 0 || pipe(device_state.wake_pipe) != 0)
        return sinew__fail(out_error, SINEW_ERROR_NO_DISPLAY, "cannot open the terminal");
    for (int i = 0; i < 2; ++i) {
        fcntl(device_state.wake_pipe[i], F_SETFL, O_NONBLOCK);
        fcntl(device_state.wake_pipe[i], F_SETFD, FD_CLOEXEC);
    }
    device_state.raw = device_state.before;
    device_state.raw.c_iflag &= ~(tcflag_t)(IXON | ICRNL | INLCR | IGNCR | ISTRIP);
    device_state.raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
    device_state.raw.c_cc[VMIN] = 1;
    device_state.raw.c_cc[VTIME] = 0;
    device_state.restore_text = NULL;
    device_state.expects_replies = 0;
    device_state.resized = device_state.stopping = device_state.continued = 0;
    sigset_t none;
    sigemptyset(&none);
    for (size_t i = 0; i < sizeof handlers / sizeof handlers[0]; ++i)
        handlers[i].is_set = set_handler(handlers[i].number, handlers[i].handler, &none, &handlers[i].before);
    enter_raw_mode();
    return SINEW_OK;
}

void sinew__terminal_close(terminal_device *device)
{
    restore_terminal();
    for (size_t k = 0; k < sizeof handlers / sizeof handlers[0]; ++k) {
        if (handlers[k].is_set) sigaction(handlers[k].number, &handlers[k].before, NULL);
        handlers[k].is_set = 0;
    }
    if (device->file >= 0) {
        tcflush(device->file, TCIFLUSH); // discards replies and keys that were meant for the player
        close(device->file);
    }
    for (int i = 0; i < 2; ++i) {
        if (device_state.wake_pipe[i] >= 0) close(device_state.wake_pipe[i]);
        device_state.wake_pipe[i] = -1;
    }
    sinew__buffer_free(&device->pending);
    device->file = device_state.file = -1;
}

void sinew__terminal_set_restore_text(const char *text)
{
    device_state.restore_text = text;
}

void sinew__terminal_expect_replies(void)
{
    device_state.expects_replies = 1;
}

static int environment_number(const char *variable, int fallback)
{
    const char *text = getenv(variable);
    const long number = text ? strtol(text, NULL, 10) : 0;
    return number > 0 && number < 65536 ? (int)number : fallback;
}

int sinew__terminal_columns(int descriptor)
{
    struct winsize size = {0};
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

terminal_size sinew__terminal_get_size(const terminal_device *device)
{
    struct winsize size = {0};
    if (ioctl(device->file, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) {
        return (terminal_size){.columns = environment_number("COLUMNS", 80), .rows = environment_number("LINES", 24)};
    }
    return (terminal_size){
        .columns = size.ws_col,
        .rows = size.ws_row,
        .cell_width = size.ws_xpixel / size.ws_col,
        .cell_height = size.ws_ypixel / size.ws_row,
    };
}

// ---- sending and waiting ------------------------------------------------------------------------------------------

static void send_pending(terminal_device *device)
{
    sinew__buffer *pending = &device->pending;
    while (device->sent < pending->size) {
        const ssize_t length = write(device->file, pending->text + device->sent, pending->size - device->sent);
        if (length < 0 && errno == EINTR) continue;
        if (length < 0 && errno != EAGAIN) device->is_gone = 1;
        if (length <= 0) return;
        device->sent += (size_t)length;
    }
    pending->size = device->sent = 0;
}

void sinew__terminal_send(terminal_device *device, sinew__buffer *text)
{
    sinew__buffer_put(&device->pending, text->text, text->size);
    text->size = 0;
    send_pending(device);
}

int sinew__terminal_has_pending_output(const terminal_device *device)
{
    return device->pending.size > 0;
}

/// Stops the process as Ctrl+Z does by default, and restores the terminal until it continues.
static void suspend(terminal_events *events)
{
    const double begin = sinew__now();
    struct sigaction handler;
    restore_terminal();
    sigaction(SIGTSTP, NULL, &handler);
    signal(SIGTSTP, SIG_DFL);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &handler, NULL);
    enter_raw_mode();
    device_state.stopping = device_state.continued = 0;
    events->suspended += sinew__now() - begin;
    events->resized = events->replies_lost = 1;
}

static void process_signals(terminal_device *device, terminal_events *events)
{
    char bytes[64];
    while (read(device_state.wake_pipe[0], bytes, sizeof bytes) > 0) continue;
    if (device_state.stopping) {
        device->pending.size = device->sent = 0; // the screen that the output was meant for has changed
        suspend(events);
    }
    if (device_state.continued) { // continued after SIGSTOP: the shell has used the terminal
        device_state.continued = 0;
        restore_terminal();
        enter_raw_mode();
        events->resized = events->replies_lost = 1;
    }
    if (device_state.resized) events->resized = 1;
    device_state.resized = 0;
}

void sinew__terminal_wait(terminal_device *device, double seconds, char *bytes, size_t size,
                          terminal_events *out_events)
{
    *out_events = (terminal_events){0};
    struct pollfd files[2] = {
        {.fd = device_state.wake_pipe[0], .events = POLLIN},
        {.fd = device->file, .events = (short)(POLLIN | (sinew__terminal_has_pending_output(device) ? POLLOUT : 0))},
    };
    if (poll(files, 2, (int)ceil(1e3 * fmin(fmax(seconds, 0.0), 1.0))) <= 0) return;
    if (files[0].revents) process_signals(device, out_events);
    if (files[1].revents & POLLOUT) send_pending(device);
    if (files[1].revents & (POLLIN | POLLHUP | POLLERR)) {
        const ssize_t length = read(device->file, bytes, size);
        if (length > 0) out_events->count = (size_t)length;
        if (length == 0 || (length < 0 && errno != EAGAIN && errno != EINTR)) device->is_gone = 1;
    }
}
