/// The player on a terminal that this test emulates: the test controls the text and time of its replies.
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE // winsize
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "core/base/buffer.h"

enum { GIVE_UP_SECONDS = 60 }; // on a busy machine; nothing is measured

typedef struct terminal {
    int file, shell; ///< the terminal's side, and the side that the player also has
    pid_t player;
    sinew__buffer seen; ///< everything that the player has written, NUL-terminated
} terminal;

static void become_the_player(const char *tty, const char *option)
{
    static const char *const unset[] = {"DISPLAY", "WAYLAND_DISPLAY", "NO_COLOR", "SDL_VIDEODRIVER", "TMUX"};
    setsid();
    const int file = open(tty, O_RDWR); // which becomes the controlling terminal
    for (int i = 0; i < 3; ++i) dup2(file, i);
    close(file);
    for (size_t i = 0; i < sizeof unset / sizeof unset[0]; ++i) unsetenv(unset[i]);
    setenv("TERM", "xterm-256color", 1);
    setenv("COLORTERM", "truecolor", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    execl(getenv("SINEW"), "sinew", "play", getenv("ARM"), option, (char *)NULL);
    _exit(127);
}

/// Starts `sinew play arm.fbx option` on a terminal of 80 × 24 characters of 8 × 16 pixels. The test's end is not
/// inherited, so that the player is hung up when the test fails.
static terminal start(const char *option)
{
    terminal on = {.file = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)};
    assert_true(on.file >= 0 && grantpt(on.file) == 0 && unlockpt(on.file) == 0);
    assert_true(getenv("SINEW") && getenv("ARM"));
    const char *tty = ptsname(on.file);
    on.shell = open(tty, O_RDWR | O_NOCTTY | O_CLOEXEC);
    const struct winsize size = {.ws_row = 24, .ws_col = 80, .ws_xpixel = 640, .ws_ypixel = 384};
    assert_int_equal(ioctl(on.file, TIOCSWINSZ, &size), 0);
    on.player = fork();
    assert_true(on.player >= 0);
    if (on.player == 0) become_the_player(tty, option);
    return on;
}

static void say(const terminal *on, const char *text)
{
    assert_int_equal(write(on->file, text, strlen(text)), strlen(text));
}

/// Reads the player's output within this many milliseconds. Returns whether there was anything.
static int listen_for(terminal *on, int milliseconds)
{
    struct pollfd ready = {.fd = on->file, .events = POLLIN};
    if (poll(&ready, 1, milliseconds) != 1) return 0;
    char *bytes = sinew__buffer_reserve(&on->seen, 65536);
    assert_non_null(bytes);
    const ssize_t length = read(on->file, bytes, 65535);
    if (length <= 0) return 0;
    on->seen.size += (size_t)length;
    for (ssize_t i = 0; i < length; ++i) assert_int_not_equal(bytes[i], '\0');
    bytes[length] = '\0';
    return 1;
}

static int count(const terminal *on, const char *text)
{
    int found = 0;
    for (const char *at = on->seen.text; at && (at = strstr(at, text)); ++at) ++found;
    return found;
}

/// Waits until the player has written `text` this many times.
static void wait_for(terminal *on, const char *text, int times)
{
    const time_t begin = time(NULL);
    while (count(on, text) < times) {
        listen_for(on, 100);
        if (time(NULL) - begin > GIVE_UP_SECONDS) fail_msg("never written: %s (%d times)", text + 1, times);
    }
}

/// Reads for as long as the player would take to draw many frames.
static void listen_for_a_while(terminal *on)
{
    for (int i = 0; i < 15; ++i) {
        listen_for(on, 100);
        (void)nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
}

/// Waits for the player to end: its exit code, or 128 + its signal.
static int wait_for_end(terminal *on)
{
    int status;
    const time_t begin = time(NULL);
    while (waitpid(on->player, &status, WNOHANG) == 0) {
        listen_for(on, 20);
        if (time(NULL) - begin > GIVE_UP_SECONDS) kill(on->player, SIGKILL);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Returns how many bytes the shell would take for typed ones.
static int bytes_for_the_shell(const terminal *on)
{
    struct termios modes;
    int bytes = -1;
    assert_int_equal(tcgetattr(on->shell, &modes), 0);
    assert_true(modes.c_lflag & ICANON); // the player has restored it
    modes.c_lflag &= ~(tcflag_t)ICANON;
    assert_int_equal(tcsetattr(on->shell, TCSANOW, &modes), 0);
    assert_int_equal(ioctl(on->shell, FIONREAD, &bytes), 0);
    return bytes;
}

static void hang_up(terminal *on)
{
    close(on->shell);
    close(on->file);
    sinew__buffer_free(&on->seen);
}

static const char kind_question[] = "\x1b[c", picture_question[] = "\x1b[5n", well[] = "\x1b[0n";
static const char plain_kind[] = "\x1b[1;2R\x1b[?62;22c", sixel_kind[] = "\x1b[1;2R\x1b[?62;4;22c";
static const char kitty_kind[] = "\x1b_Gi=1;OK\x1b\\\x1b[1;2R\x1b[?62c";

// ---- tests --------------------------------------------------------------------------------------------------------

static void late_replies_are_used(void **state)
{
    (void)state;
    terminal on = start("--loop=loop");
    wait_for(&on, "\xe2\x96\x80", 10); // half blocks, for a terminal that does not reply
    assert_int_equal(count(&on, "\x1b_Ga=T"), 0);
    say(&on, kitty_kind);
    wait_for(&on, "\x1b_Ga=T", 1);
    say(&on, "q");
    wait_for(&on, kind_question, 2);
    say(&on, "\x1b[?62c");
    assert_int_equal(wait_for_end(&on), 0);
    hang_up(&on);
}

static void kitty_keeps_one_image_and_finally_none(void **state)
{
    (void)state;
    terminal on = start("--loop=loop");
    wait_for(&on, kind_question, 1);
    say(&on, kitty_kind);
    for (int i = 1; i <= 6; ++i) {
        wait_for(&on, picture_question, i);
        say(&on, well);
    }
    const int first = count(&on, "\x1b_Ga=T,i=1,"), second = count(&on, "\x1b_Ga=T,i=2,");
    assert_in_range(first - second, 0, 1);
    assert_in_range(first - count(&on, "a=d,d=I,i=2,"), 0, 1); // each deletes the previous one
    assert_in_range(second - count(&on, "a=d,d=I,i=1,"), 0, 1);
    say(&on, "q");
    wait_for(&on, kind_question, 2);
    const char *deletion = strstr(on.seen.text, "\x1b_Ga=d,d=A"), *left = strstr(on.seen.text, "\x1b[?1049l");
    assert_true(deletion && left && deletion < left);
    say(&on, "\x1b[?62c");
    assert_int_equal(wait_for_end(&on), 0);
    hang_up(&on);
}

/// Returns the width in pixels of the last kitty image.
static int last_width(const terminal *on)
{
    const char *last = NULL;
    for (const char *at = on->seen.text; at && (at = strstr(at, "\x1b_Ga=T")); ++at) last = at;
    return last ? atoi(strstr(last, ",s=") + 3) : 0;
}

static void a_still_frame_is_refined_even_over_a_slow_line(void **state)
{
    (void)state;
    terminal on = start("--loop=loop");
    wait_for(&on, kind_question, 1);
    say(&on, kitty_kind);
    for (int i = 1; i <= 5; ++i) {
        wait_for(&on, picture_question, i);
        (void)nanosleep(&(struct timespec){.tv_nsec = 400000000}, NULL);
        say(&on, well);
    }
    wait_for(&on, picture_question, 6);
    const int slow = last_width(&on), frames = count(&on, "\x1b_Ga=T");
    assert_in_range(slow, 100, 300);
    say(&on, " \x1b[0n");
    for (int i = 0; i < 100 && last_width(&on) != 640; ++i) { // 80 columns of 8 pixels
        if (count(&on, "\x1b_Ga=T") > frames) say(&on, well);
        listen_for_a_while(&on);
    }
    assert_int_equal(last_width(&on), 640);
    say(&on, "q");
    wait_for(&on, kind_question, 2);
    say(&on, "\x1b[0n\x1b[?62c");
    assert_int_equal(wait_for_end(&on), 0);
    hang_up(&on);
}

static void a_terminal_with_sixel_gets_it(void **state)
{
    (void)state;
    terminal on = start("--paused");
    wait_for(&on, kind_question, 1);
    say(&on, sixel_kind);
    wait_for(&on, picture_question, 1);
    const char *image = strstr(on.seen.text, "\x1b[1;1H\x1bP"), *end = image ? strstr(image, "\x1b\\") : NULL;
    assert_non_null(end);
    int bands = 0; // of six rows
    for (const char *at = image; at < end; ++at) bands += *at == '-';
    assert_in_range(bands, 22 * 16 / 6 - 1, 22 * 16 / 6 + 1); // all rows of text but the last two
    say(&on, "q");
    wait_for(&on, kind_question, 2);
    say(&on, "\x1b[0n\x1b[?62;4c");
    assert_int_equal(wait_for_end(&on), 0);
    hang_up(&on);
}

static void unconfirmed_frames_do_not_queue(void **state)
{
    (void)state;
    terminal on = start("--loop=loop");
    wait_for(&on, kind_question, 1);
    say(&on, plain_kind);
    wait_for(&on, picture_question, 1);
    listen_for_a_while(&on);
    assert_int_equal(count(&on, picture_question), 1);
    say(&on, " "); // a key does not change that
    listen_for_a_while(&on);
    assert_int_equal(count(&on, picture_question), 1);
    say(&on, well);
    wait_for(&on, "\xe2\x80\x96", 1); // and has an effect in the next frame: it is paused
    wait_for(&on, picture_question, 2);
    assert_int_equal(count(&on, picture_question), 2);
    say(&on, "q");
    wait_for(&on, kind_question, 2);
    say(&on, "\x1b[0n\x1b[?62c");
    assert_int_equal(wait_for_end(&on), 0);
    hang_up(&on);
}

/// Ends the player while playing, by a key or a signal, with its last frame confirmed only afterwards.
static void end_unconfirmed(int signal_number, int exit_code)
{
    terminal on = start("--loop=loop");
    wait_for(&on, kind_question, 1);
    say(&on, plain_kind);
    wait_for(&on, picture_question, 1);
    if (signal_number == 0)
        say(&on, "q");
    else
        assert_int_equal(kill(on.player, signal_number), 0);
    wait_for(&on, "\x1b[?1049l", 1);
    wait_for(&on, kind_question, 2);
    say(&on, "\x1b[0n\x1b[?62;22c");
    assert_int_equal(wait_for_end(&on), exit_code);
    assert_int_equal(bytes_for_the_shell(&on), 0);
    hang_up(&on);
}

static void late_replies_do_not_reach_the_shell(void **state)
{
    (void)state;
    end_unconfirmed(0, 0);
    end_unconfirmed(SIGTERM, 128 + SIGTERM);
    end_unconfirmed(SIGINT, 128 + SIGINT);
}

static void a_terminal_that_falls_silent_does_not_hold_the_player(void **state)
{
    (void)state;
    terminal on = start("--loop=loop");
    wait_for(&on, kind_question, 1);
    say(&on, plain_kind);
    wait_for(&on, picture_question, 1);
    say(&on, "q");
    assert_int_equal(wait_for_end(&on), 0);
    hang_up(&on);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(late_replies_are_used),
        cmocka_unit_test(kitty_keeps_one_image_and_finally_none),
        cmocka_unit_test(a_still_frame_is_refined_even_over_a_slow_line),
        cmocka_unit_test(a_terminal_with_sixel_gets_it),
        cmocka_unit_test(unconfirmed_frames_do_not_queue),
        cmocka_unit_test(late_replies_do_not_reach_the_shell),
        cmocka_unit_test(a_terminal_that_falls_silent_does_not_hold_the_player),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
