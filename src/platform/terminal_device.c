#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE // winsize
#include "platform/terminal_device.h"

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

#include "platform/clock.h"

static const char enter_text[] = "\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[2J";

static const char end_text[] = "\x1b\\"; // of whatever was broken off in the middle
static const char leave_text[] = "\x1b[?2026l\x1b[0m\x1b[?2004l\x1b[2J\x1b[?25h\x1b[?1049l";

/// What a signal handler needs: how to give the terminal back, and whom to wake.
static struct {
    int file;
    volatile sig_atomic_t is_taken;
    struct termios before, raw;
    const char *leave_also;
    volatile sig_atomic_t answers; ///< the terminal answers questions
    volatile sig_atomic_t resized, stopping, continued;
    int wake[2]; ///< a pipe
} taken = {.file = -1, .wake = {-1, -1}};

// ---- signals ------------------------------------------------------------------------------------------------------

/// Writes for as long as the terminal takes it, but waits for no terminal that hangs. Safe in a signal handler.
static void write_now(const char *text)
{
    size_t left = strlen(text);
    while (left > 0) {
        struct pollfd ready = {.fd = taken.file, .events = POLLOUT};
        if (poll(&ready, 1, 300) != 1 || !(ready.revents & POLLOUT)) return;
        const ssize_t length = write(taken.file, text, left);
        if (length < 0 && errno != EAGAIN && errno != EINTR) return;
        if (length <= 0) continue;
        text += length;
        left -= (size_t)length;
    }
}

/// Reads the answer to "what kind of terminal are you?", ESC [ ? … c, and what comes before it: otherwise answers that
/// are still on their way would end up in the shell. Safe in a signal handler.
static void read_last_answer(void)
{
    enum { PATIENCE_MS = 1000 };
    static const char begin[] = "\x1b[?";
    size_t seen = 0; // characters of `begin`
    char byte = 0;
    write_now("\x1b[c");
    for (;;) {
        struct pollfd ready = {.fd = taken.file, .events = POLLIN};
        if (poll(&ready, 1, PATIENCE_MS) != 1 || read(taken.file, &byte, 1) != 1) return;
        if (seen == sizeof begin - 1 && byte == 'c') return;
        const int inside = seen == sizeof begin - 1 && (byte == ';' || (byte >= '0' && byte <= '9'));
        if (!inside) seen = byte == begin[seen % (sizeof begin - 1)] ? seen + 1 : byte == begin[0];
    }
}

/// What the terminal has not taken yet is for nobody any more. Safe in a signal handler.
static void give_back(void)
{
    if (!taken.is_taken) return;
    taken.is_taken = 0;
    tcflush(taken.file, TCOFLUSH);
    write_now(end_text);
    if (taken.leave_also) write_now(taken.leave_also);
    write_now(leave_text);
    if (taken.answers) read_last_answer();
    tcsetattr(taken.file, TCSANOW, &taken.before);
}

static void take(void)
{
    tcsetattr(taken.file, TCSANOW, &taken.raw);
    taken.is_taken = 1;
    write_now(enter_text);
}

static void wake(void)
{
    const int error = errno;
    const ssize_t length = write(taken.wake[1], "", 1); // a full pipe wakes as well
    (void)length;
    errno = error;
}

static void end_by(int number);

static void note_resize(int number)
{
    (void)number;
    taken.resized = 1;
    wake();
}

static void note_stop(int number)
{
    (void)number;
    taken.stopping = 1;
    wake();
}

static void note_continue(int number)
{
    (void)number;
    taken.continued = 1;
    wake();
}

/// Signals and what is done about them here.
static struct {
    int number;
    void (*handler)(int number);
    struct sigaction before;
    int is_set;
} handled[] = {
    {.number = SIGINT, .handler = end_by},     {.number = SIGTERM, .handler = end_by},
    {.number = SIGHUP, .handler = end_by},     {.number = SIGQUIT, .handler = end_by},
    {.number = SIGABRT, .handler = end_by},    {.number = SIGSEGV, .handler = end_by},
    {.number = SIGBUS, .handler = end_by},     {.number = SIGFPE, .handler = end_by},
    {.number = SIGILL, .handler = end_by},     {.number = SIGWINCH, .handler = note_resize},
    {.number = SIGTSTP, .handler = note_stop}, {.number = SIGCONT, .handler = note_continue},
};

/// Gives the terminal back and hands the signal on to whom it would have met.
static void end_by(int number)
{
    give_back();
    for (size_t i = 0; i < sizeof handled / sizeof handled[0]; ++i) {
        if (handled[i].number == number) sigaction(number, &handled[i].before, NULL);
    }
    raise(number);
}

/// What is ignored stays ignored.
static void handle_signals(void)
{
    for (size_t i = 0; i < sizeof handled / sizeof handled[0]; ++i) {
        struct sigaction action = {.sa_handler = handled[i].handler};
        sigemptyset(&action.sa_mask);
        if (sigaction(handled[i].number, NULL, &handled[i].before) != 0) continue;
        if (handled[i].before.sa_handler == SIG_IGN) continue;
        handled[i].is_set = sigaction(handled[i].number, &action, NULL) == 0;
    }
}

static void leave_signals(void)
{
    for (size_t i = 0; i < sizeof handled / sizeof handled[0]; ++i) {
        if (handled[i].is_set) sigaction(handled[i].number, &handled[i].before, NULL);
        handled[i].is_set = 0;
    }
}

// ---- opening and closing ------------------------------------------------------------------------------------------

int terminal_is_there(void)
{
    return isatty(STDOUT_FILENO);
}

/// Opens the terminal anew, so that not to block concerns nobody else who has it open: the shell shares stdout.
static int open_file(void)
{
    const int flags = O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
    const char *name = ttyname(STDOUT_FILENO);
    const int file = name ? open(name, flags) : -1;
    return file >= 0 ? file : open("/dev/tty", flags);
}

static int make_pipe(void)
{
    if (pipe(taken.wake) != 0) return 0;
    for (int i = 0; i < 2; ++i) {
        fcntl(taken.wake[i], F_SETFL, O_NONBLOCK);
        fcntl(taken.wake[i], F_SETFD, FD_CLOEXEC);
    }
    return 1;
}

sinew_result terminal_open(terminal_device *device, sinew_error *out_error)
{
    *device = (terminal_device){.file = open_file()};
    taken.file = device->file;
    if (device->file < 0 || tcgetattr(device->file, &taken.before) != 0 || !make_pipe()) {
        return sinew__fail(out_error, SINEW_ERROR_NO_DISPLAY, "cannot open the terminal");
    }
    taken.raw = taken.before;
    taken.raw.c_iflag &= ~(tcflag_t)(IXON | ICRNL | INLCR | IGNCR | ISTRIP);
    taken.raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
    taken.raw.c_cc[VMIN] = 1;
    taken.raw.c_cc[VTIME] = 0;
    taken.leave_also = NULL;
    taken.answers = 0;
    taken.resized = taken.stopping = taken.continued = 0;
    handle_signals();
    take();
    return SINEW_OK;
}

void terminal_close(terminal_device *device)
{
    give_back();
    leave_signals();
    if (device->file >= 0) {
        tcflush(device->file, TCIFLUSH); // answers and keys that were meant for the player
        close(device->file);
    }
    for (int i = 0; i < 2; ++i) {
        if (taken.wake[i] >= 0) close(taken.wake[i]);
        taken.wake[i] = -1;
    }
    sinew__buffer_free(&device->pending);
    device->file = taken.file = -1;
}

void terminal_leave_also(const char *text)
{
    taken.leave_also = text;
}

void terminal_expect_answers(void)
{
    taken.answers = 1;
}

static int number_from(const char *variable, int otherwise)
{
    const char *text = getenv(variable);
    const long number = text ? strtol(text, NULL, 10) : 0;
    return number > 0 && number < 65536 ? (int)number : otherwise;
}

terminal_size terminal_ask_size(const terminal_device *device)
{
    struct winsize size = {0};
    if (ioctl(device->file, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) {
        return (terminal_size){.columns = number_from("COLUMNS", 80), .rows = number_from("LINES", 24)};
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

void terminal_send(terminal_device *device, sinew__buffer *text)
{
    sinew__buffer_put(&device->pending, text->text, text->size);
    text->size = 0;
    send_pending(device);
}

int terminal_is_busy(const terminal_device *device)
{
    return device->pending.size > 0;
}

/// Stops as every program does at Ctrl+Z, with the terminal given back meanwhile.
static void stop(terminal_news *news)
{
    const double begin = sinew__now();
    struct sigaction handler;
    give_back();
    sigaction(SIGTSTP, NULL, &handler);
    signal(SIGTSTP, SIG_DFL);
    raise(SIGTSTP);
    sigaction(SIGTSTP, &handler, NULL);
    take();
    taken.stopping = taken.continued = 0;
    news->away += sinew__now() - begin;
    news->resized = news->lost = 1;
}

static void follow_signals(terminal_device *device, terminal_news *news)
{
    char bytes[64];
    while (read(taken.wake[0], bytes, sizeof bytes) > 0) continue;
    if (taken.stopping) {
        device->pending.size = device->sent = 0; // the screen it was meant for is gone
        stop(news);
    }
    if (taken.continued) { // after a stop that could not be prepared for: the shell has used the terminal
        taken.continued = 0;
        give_back();
        take();
        news->resized = news->lost = 1;
    }
    if (taken.resized) news->resized = 1;
    taken.resized = 0;
}

static void read_input(terminal_device *device, char *bytes, size_t size, terminal_news *news)
{
    const ssize_t length = read(device->file, bytes, size);
    if (length > 0) news->count = (size_t)length;
    if (length == 0 || (length < 0 && errno != EAGAIN && errno != EINTR)) device->is_gone = 1;
}

void terminal_wait(terminal_device *device, double seconds, char *bytes, size_t size, terminal_news *out_news)
{
    *out_news = (terminal_news){0};
    struct pollfd files[2] = {
        {.fd = taken.wake[0], .events = POLLIN},
        {.fd = device->file, .events = (short)(POLLIN | (terminal_is_busy(device) ? POLLOUT : 0))},
    };
    if (poll(files, 2, (int)ceil(1e3 * fmin(fmax(seconds, 0.0), 1.0))) <= 0) return;
    if (files[0].revents) follow_signals(device, out_news);
    if (files[1].revents & POLLOUT) send_pending(device);
    if (files[1].revents & (POLLIN | POLLHUP | POLLERR)) read_input(device, bytes, size, out_news);
}
