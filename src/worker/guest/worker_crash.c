#define _DEFAULT_SOURCE
#include "worker/guest/worker_crash.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sinew/result.h"
#include "worker/guest/worker_channel.h"
#include "worker/guest/worker_filter.h"
#include "worker/guest/worker_sandbox.h"

static const int deadly[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGSYS, SIGXCPU};

/// The handler's stack, for stack overflows.
static char handler_stack[64 * 1024];

/// The message to send; the handler must not allocate.
static worker_message last_words = {.kind = WORKER_DIED};

/// Whether the address space is used up: malloc asks for half as much, and some padding, when its own memory is.
/// Importers that do not look at what malloc returns, and stacks that cannot grow, then end with SIGSEGV.
static int has_no_memory(void)
{
    enum { NEXT_REQUEST = 2 << 20 };
    return mmap(NULL, NEXT_REQUEST, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED;
}

static void die(int signal_number, siginfo_t *info, void *context)
{
    (void)context;
    last_words.number = signal_number;
    if (signal_number == SIGSEGV && has_no_memory()) {
        last_words.kind = WORKER_DONE;
        last_words.number = SINEW_ERROR_MEMORY_LIMIT;
        last_words.size = worker_sandbox_inherited_limit();
    }
#ifdef __linux__
    if (signal_number == SIGSYS) {
        const char *what = worker_filter_describe(info->si_syscall);
        for (size_t i = 0; what[i] && i + 1 < sizeof last_words.text; ++i) last_words.text[i] = what[i];
    }
#else
    (void)info;
#endif
    worker_send(&last_words);
    _exit(1);
}

void worker_crash_report(void)
{
    const stack_t stack = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
    sigaltstack(&stack, NULL);
    struct sigaction action = {.sa_sigaction = die, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigfillset(&action.sa_mask);
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; ++i) sigaction(deadly[i], &action, NULL);
}
