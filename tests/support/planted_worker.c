/// A worker that is up to no good: it enters the same cage as the real one and then does what its file says.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/platform/descriptor.h"
#include "import/worker/guest/worker.h"

static worker_job job;

static void say_done(int32_t result, uint64_t size, const char *text)
{
    worker_message message = {.kind = WORKER_DONE, .number = result, .size = size};
    snprintf(message.text, sizeof message.text, "%s", text);
    worker_send(&message);
}

/// A deed that the cage did not prevent.
static void escaped(void)
{
    say_done(SINEW_ERROR_UNSUPPORTED, 0, "escaped");
}

// ---- out of the cage ----------------------------------------------------------------------------------------------

static void open_a_file(void)
{
    if (open("/etc/passwd", O_RDONLY) >= 0) escaped();
}

static void make_a_socket(void)
{
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0) escaped();
}

/// As injected code does it. glibc 2.41 blocks all signals in fork(), SIGSYS among them, so that the kernel ends the
/// process before the worker can report the call.
static void start_a_process(void)
{
    if (syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL) >= 0) escaped();
}

static void start_a_process_through_libc(void)
{
    if (fork() >= 0) escaped();
}

static void run_a_program(void)
{
    char program[] = "/bin/true";
    char *const arguments[] = {program, NULL};
    execve(program, arguments, NULL);
    escaped();
}

static void signal_another(void)
{
    if (kill(1, 0) == 0) escaped();
}

static void make_code(void)
{
    if (mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)
        escaped();
}

static void read_standard_input(void)
{
    char byte;
    if (read(STDIN_FILENO, &byte, 1) > 0) escaped();
    say_done(SINEW_ERROR_UNSUPPORTED, 0, "nothing there");
}

static void read_inherited(void)
{
    char byte;
    for (int descriptor = WORKER_SOCKET + 1; descriptor < 200; ++descriptor)
        if (read(descriptor, &byte, 1) > 0) escaped();
    say_done(SINEW_ERROR_UNSUPPORTED, 0, "nothing there");
}

// ---- too much -----------------------------------------------------------------------------------------------------

static void loop(void)
{
    for (volatile int turn = 0;; turn = !turn) {
    }
}

static void sleep_on_the_socket(void)
{
    void *bytes;
    size_t size;
    for (;;) worker_side_file(NULL, "there is no such file", &bytes, &size);
}

static void allocate(void)
{
    const size_t size = (size_t)16 << 20;
    for (;;) {
        char *bytes = malloc(size);
        if (!bytes) {
            worker_deliver_failure(SINEW_ERROR_OUT_OF_MEMORY, &(sinew_error){.message = "out of memory"});
            _exit(0);
        }
        for (size_t i = 0; i < size; i += 4096) bytes[i] = 1;
    }
}

/// Takes all the memory there is, gives it back to an allocator that keeps it, and delivers a large result.
static void take_all_and_deliver(void)
{
    static const char zeros[4 << 20];
    void **taken = NULL;
    for (void **next = malloc(4096); next; next = malloc(4096)) {
        *next = taken;
        taken = next;
    }
    while (taken) {
        void **next = *taken;
        free(taken);
        taken = next;
    }
    worker_deliver(&job, zeros, sizeof zeros);
}

static void crash(void)
{
    volatile uintptr_t nowhere = 8; // volatile: the compiler would warn of a constant address
    *(volatile int *)nowhere = 1;
}

/// As an importer that does not look at what malloc returns.
static void use_memory_that_is_refused(void)
{
    for (;;) *(volatile char *)malloc(100000) = 1;
}

static int recurse(int depth)
{
    volatile char frame[4096];
    frame[depth % 4096] = (char)depth;
    return depth < 0 ? 0 : recurse(depth + 1) + frame[depth % 4096];
}

static void overflow_the_stack(void)
{
    recurse(0);
}

static void vanish(void)
{
    _exit(0);
}

/// As an importer that dies on a file, for the first attempt.
static void die_in_an_importer(void)
{
    worker_send(&(worker_message){.kind = WORKER_REACHED, .number = WORKER_IMPORTING});
    abort();
}

static void die_and_refuse_later(void)
{
    if (job.attempt == WORKER_AS_IT_IS) die_in_an_importer();
    say_done(SINEW_ERROR_LIMIT, 0, "70000 joints are too many");
}

/// After the importer, not in it.
static void die_in_baking(void)
{
    if (job.attempt == WORKER_AS_IT_IS) {
        worker_send(&(worker_message){.kind = WORKER_REACHED, .number = WORKER_IMPORTING});
        worker_send(&(worker_message){.kind = WORKER_REACHED, .number = WORKER_BAKING});
        abort();
    }
    say_done(SINEW_ERROR_LIMIT, 0, "70000 joints are too many");
}

static void die_twice(void)
{
    if (job.attempt == WORKER_AS_IT_IS) die_in_an_importer();
    crash();
}

// ---- lies ---------------------------------------------------------------------------------------------------------

static void claim_a_huge_result(void)
{
    say_done(SINEW_OK, job.result_limit + 1, "");
}

static void claim_an_empty_result(void)
{
    say_done(SINEW_OK, 0, "");
}

static void claim_a_result_that_is_zeros(void)
{
    say_done(SINEW_OK, 100000, "");
}

static void answer_with_an_unknown_result(void)
{
    say_done(4711, 0, "");
}

static void answer_with_the_hosts_results(void)
{
    say_done(SINEW_ERROR_NO_PERMISSION, 0, "cannot read /etc/shadow");
}

static void say_half_a_message(void)
{
    char half[] = "half";
    struct iovec part = {.iov_base = half, .iov_len = 4};
    const struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    sendmsg(WORKER_SOCKET, &message, 0);
    _exit(0);
}

static void say_something_unknown(void)
{
    worker_send(&(worker_message){.kind = 99});
    loop();
}

/// A library can be named before the file has been read.
/// As importers do with their messages.
static void print(void)
{
    if (puts("an importer's message") >= 0 && fputs("another\n", stderr) >= 0)
        say_done(SINEW_ERROR_UNSUPPORTED, 0, "printed");
}

/// Claims protections after it has read the file.
static void report_protections_again(void)
{
    worker_send(&(worker_message){.kind = WORKER_SANDBOXED, .protections = WORKER_PROTECTIONS});
    say_done(SINEW_ERROR_UNSUPPORTED, 0, "believed");
}

static void name_a_library_late(void)
{
    worker_send(&(worker_message){.kind = WORKER_REACHED, .number = WORKER_BAKING});
    worker_send(&(worker_message){.kind = WORKER_USES, .text = "/etc/passwd"});
    say_done(SINEW_ERROR_UNSUPPORTED, 0, "believed");
}

static void send_control_characters(void)
{
    worker_message message = {.kind = WORKER_DONE, .number = SINEW_ERROR_DAMAGED};
    memset(message.text, 'x', sizeof message.text); // not terminated
    memcpy(message.text, "\033]0;title\007", 10);
    memset(message.hint, 0xff, sizeof message.hint);
    worker_send(&message);
}

static void ask_for_forbidden_files(void)
{
    static const char *const names[] = {"/etc/passwd", "../planted", "..", ".", "", "file:///etc/passwd", "/dev/zero"};
    void *bytes;
    size_t size;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (worker_side_file(NULL, names[i], &bytes, &size) == SINEW_OK) escaped();
    say_done(SINEW_ERROR_UNSUPPORTED, 0, "nothing there");
}

static void ask_for_a_side_file(void)
{
    void *bytes;
    size_t size;
    const sinew_result result = worker_side_file(NULL, "folder/side.txt", &bytes, &size);
    say_done(SINEW_ERROR_UNSUPPORTED, 0,
             result == SINEW_OK && size == 5 && memcmp(bytes, "notes", 5) == 0 ? "read it" : "failed");
}

static const struct {
    const char *name;
    void (*run)(void);
} deeds[] = {
    {"open", open_a_file},
    {"socket", make_a_socket},
    {"clone", start_a_process},
    {"fork", start_a_process_through_libc},
    {"exec", run_a_program},
    {"kill", signal_another},
    {"code", make_code},
    {"stdin", read_standard_input},
    {"inherited", read_inherited},
    {"loop", loop},
    {"ask", sleep_on_the_socket},
    {"allocate", allocate},
    {"deliver-full", take_all_and_deliver},
    {"crash", crash},
    {"unchecked", use_memory_that_is_refused},
    {"overflow", overflow_the_stack},
    {"abort", abort},
    {"vanish", vanish},
    {"refuse-later", die_and_refuse_later},
    {"die-baking", die_in_baking},
    {"die-twice", die_twice},
    {"huge", claim_a_huge_result},
    {"empty", claim_an_empty_result},
    {"zeros", claim_a_result_that_is_zeros},
    {"unknown-result", answer_with_an_unknown_result},
    {"host-result", answer_with_the_hosts_results},
    {"half", say_half_a_message},
    {"unknown-message", say_something_unknown},
    {"print", print},
    {"second-report", report_protections_again},
    {"late-library", name_a_library_late},
    {"control", send_control_characters},
    {"forbidden-files", ask_for_forbidden_files},
    {"side-file", ask_for_a_side_file},
};

int main(void)
{
    worker_sandbox_close_descriptors();
    if (!worker_receive_job(&job)) return 1;
    worker_crash_report();
    if (!worker_sandbox_enter(&job)) _exit(1);
    worker_reserve_result(&job);
    size_t size;
    const char *bytes = sinew__read_allocated(WORKER_FILE, (size_t)job.file_size, &size);
    for (size_t i = 0; bytes && i < sizeof deeds / sizeof *deeds; ++i)
        if (size == strlen(deeds[i].name) && memcmp(bytes, deeds[i].name, size) == 0) deeds[i].run();
    if (bytes && size > 64) worker_deliver(&job, bytes, size); // a block of the test's own making
    _exit(0);
}
