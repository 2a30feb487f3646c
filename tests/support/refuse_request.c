// Preloaded into the program: refuses its request for memory number REFUSE_REQUEST (from 0), or this and all later ones
// with REFUSE_FOR_GOOD=1. Only calls from the program's own code count, not calls from the libraries it links. Says so
// in the file REFUSE_LOG, which tells a run that was struck from one that never asked so often.
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <unistd.h>

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *block, size_t size);
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);

static uintptr_t code_begin, code_end; // of the program
static long first = -1, requests;
static int for_good;

__attribute__((constructor)) static void read_orders(void)
{
    const Elf64_Phdr *header = (const Elf64_Phdr *)getauxval(AT_PHDR);
    const unsigned long count = getauxval(AT_PHNUM);
    uintptr_t base = 0;
    for (unsigned long i = 0; i < count; ++i) {
        if (header[i].p_type == PT_PHDR) base = (uintptr_t)header - header[i].p_vaddr;
    }
    for (unsigned long i = 0; i < count; ++i) {
        if (header[i].p_type != PT_LOAD || !(header[i].p_flags & PF_X)) continue;
        code_begin = base + header[i].p_vaddr;
        code_end = code_begin + header[i].p_memsz;
    }
    const char *number = getenv("REFUSE_REQUEST");
    for_good = getenv("REFUSE_FOR_GOOD") != NULL;
    first = number ? atol(number) : -1;
    unsetenv("LD_PRELOAD"); // not into the workers
}

static int is_refused(const void *caller)
{
    if (first < 0 || (uintptr_t)caller < code_begin || (uintptr_t)caller >= code_end) return 0;
    const long number = requests++;
    if (number != first && !(for_good && number > first)) return 0;
    const char *log = getenv("REFUSE_LOG");
    const int file = log ? open(log, O_WRONLY | O_CREAT | O_CLOEXEC, 0644) : -1;
    if (file >= 0) close(file);
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t size)
{
    return is_refused(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return is_refused(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    return is_refused(__builtin_return_address(0)) ? NULL : __libc_realloc(block, size);
}
