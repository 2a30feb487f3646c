#include "core/base/memory.h"

#include <stdalign.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <malloc.h>
#endif

#include "core/base/error.h"

enum { ANY_ALIGNMENT = 16 }; ///< alignment that fits every type

#ifdef _WIN32 // Windows releases aligned memory by a separate function

static void *allocate_default(void *user, size_t size, size_t alignment)
{
    (void)user;
    return _aligned_malloc(size, alignment);
}

static void *resize_default(void *user, void *memory, size_t size)
{
    (void)user;
    return _aligned_realloc(memory, size, ANY_ALIGNMENT);
}

static void release_default(void *user, void *memory)
{
    (void)user;
    _aligned_free(memory);
}

#else

static void *allocate_default(void *user, size_t size, size_t alignment)
{
    (void)user;
    if (alignment <= ANY_ALIGNMENT) return malloc(size);
    if (size > SIZE_MAX - alignment) return NULL;
    // glibc's aligned_alloc allocates more than `size` and splits it, so that it never reuses freed memory of the same
    // size: a program that loaded model after model grew by one model each time. malloc reuses it.
    void *memory = malloc(size);
    if ((uintptr_t)memory % alignment == 0) return memory;
    free(memory);
    // size must be a multiple of the alignment
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void *resize_default(void *user, void *memory, size_t size)
{
    (void)user;
    return realloc(memory, size);
}

static void release_default(void *user, void *memory)
{
    (void)user;
    free(memory);
}

#endif

static sinew_allocator process_allocator = {allocate_default, resize_default, release_default, NULL};
static _Thread_local const sinew_allocator *thread_allocator; ///< NULL: the process's allocator

static sinew_result check_functions(const sinew_allocator *allocator, sinew_error *out_error)
{
    if (allocator->allocate && allocator->resize && allocator->release) return SINEW_OK;
    return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "the allocator lacks a function");
}

sinew_result sinew_set_allocator(const sinew_allocator *allocator, sinew_error *out_error)
{
    static const sinew_allocator defaults = {allocate_default, resize_default, release_default, NULL};
    const sinew_result result = allocator ? check_functions(allocator, out_error) : SINEW_OK;
    if (result == SINEW_OK) process_allocator = allocator ? *allocator : defaults;
    return result;
}

sinew_result sinew_set_thread_allocator(const sinew_allocator *allocator, sinew_error *out_error)
{
    const sinew_result result = allocator ? check_functions(allocator, out_error) : SINEW_OK;
    if (result == SINEW_OK) thread_allocator = allocator;
    return result;
}

const sinew_allocator *sinew__thread_allocator(void)
{
    return thread_allocator;
}

void sinew__use_allocator(const sinew_allocator *allocator)
{
    thread_allocator = allocator;
}

// ---- memory of a thread's allocator --------------------------------------------------------------------------------

/// Precedes memory from a thread's allocator. Memory of the process's allocator has no head, which would take 32 bytes
/// of each allocation in all programs. A table of the heads therefore tells which memory has one.
typedef struct owned_head owned_head;
struct owned_head {
    alignas(ANY_ALIGNMENT) owned_head *next; ///< next head in the same list of the table
    const sinew_allocator *allocator;
    size_t front; ///< bytes from the start of the allocated memory to the caller's part
};

enum { OWNED_LISTS = 1024 };

static owned_head *owned_lists[OWNED_LISTS];
static atomic_size_t owned_count; ///< number of heads; 0: all memory is the process's, and the table is not searched
static atomic_flag table_is_busy = ATOMIC_FLAG_INIT;

static void lock_table(void)
{
    while (atomic_flag_test_and_set_explicit(&table_is_busy, memory_order_acquire)) continue;
}

static void unlock_table(void)
{
    atomic_flag_clear_explicit(&table_is_busy, memory_order_release);
}

static owned_head **list_of(const owned_head *head)
{
    const uintptr_t address = (uintptr_t)head / ANY_ALIGNMENT;
    return &owned_lists[(address ^ address / OWNED_LISTS) % OWNED_LISTS];
}

/// Adds a head to the table and returns the memory after it; NULL if `allocated` is NULL.
static void *enter(unsigned char *allocated, const sinew_allocator *allocator, size_t front)
{
    if (!allocated) return NULL;
    owned_head *head = (owned_head *)(void *)(allocated + front) - 1;
    lock_table();
    owned_head **list = list_of(head);
    *head = (owned_head){.next = *list, .allocator = allocator, .front = front};
    *list = head;
    unlock_table();
    atomic_fetch_add_explicit(&owned_count, 1, memory_order_relaxed);
    return head + 1;
}

/// Returns the head of memory, and with `is_taken_out` removes it from the table. NULL: the memory is the process's.
static owned_head *find_head(void *memory, int is_taken_out)
{
#ifdef __wasm__ // web pages have one allocator, and their modules are smaller without the search
    return NULL;
#endif
    if (atomic_load_explicit(&owned_count, memory_order_relaxed) == 0) return NULL;
    owned_head *head = (owned_head *)memory - 1; // only compared; read if it is in the table
    lock_table();
    owned_head **link = list_of(head);
    while (*link && *link != head) link = &(*link)->next;
    if (!*link)
        head = NULL;
    else if (is_taken_out)
        *link = head->next;
    unlock_table();
    if (head && is_taken_out) atomic_fetch_sub_explicit(&owned_count, 1, memory_order_relaxed);
    return head;
}

const sinew_allocator *sinew__use_allocator_of(const void *memory)
{
    const sinew_allocator *before = thread_allocator;
    const owned_head *head = find_head((void *)(uintptr_t)memory, 0);
    thread_allocator = head ? head->allocator : NULL;
    return before;
}

// ---- allocation ----------------------------------------------------------------------------------------------------

/// Allocates memory from the thread's allocator if it has one, else from the process's. `alignment` ≥ ANY_ALIGNMENT.
static void *allocate(size_t size, size_t alignment)
{
    const sinew_allocator *own = thread_allocator;
    if (!own) return process_allocator.allocate(process_allocator.user, size > 0 ? size : 1, alignment);
    const size_t front = sizeof(owned_head) > alignment ? sizeof(owned_head) : alignment;
    if (size > SIZE_MAX - front) return NULL;
    return enter(own->allocate(own->user, front + size, alignment), own, front);
}

void *sinew__allocate(size_t size)
{
    return allocate(size, ANY_ALIGNMENT);
}

void *sinew__allocate_zeroed(size_t count, size_t size)
{
    if (size > 0 && count > SIZE_MAX / size) return NULL;
#ifndef _WIN32
    if (!thread_allocator && process_allocator.allocate == allocate_default)
        return calloc(count + !count, size + !size); // calloc knows which pages are zero already
#endif
    void *memory = allocate(count * size, ANY_ALIGNMENT);
    return memory ? memset(memory, 0, count * size) : NULL;
}

void *sinew__allocate_lines(size_t size)
{
    return allocate(size, SINEW__LINE);
}

void *sinew__resize(void *memory, size_t size)
{
    if (!memory) return sinew__allocate(size);
    const owned_head *head = find_head(memory, 1);
    if (!head) return process_allocator.resize(process_allocator.user, memory, size > 0 ? size : 1);
    // Resizing may move the head, so that it is removed from the table first. If the allocator fails, the old head is
    // added again.
    const sinew_allocator *allocator = head->allocator;
    const size_t front = head->front;
    unsigned char *allocated = (unsigned char *)memory - front, *moved = NULL;
    if (size <= SIZE_MAX - front) moved = allocator->resize(allocator->user, allocated, front + size);
    memory = enter(moved ? moved : allocated, allocator, front);
    return moved ? memory : NULL;
}

// ---- texts --------------------------------------------------------------------------------------------------------

char *sinew__copy_text_part(const char *text, size_t length)
{
    const char *end = memchr(text, '\0', length);
    if (end) length = (size_t)(end - text);
    char *copy = sinew__allocate(length + 1);
    if (!copy) return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *sinew__copy_text(const char *text)
{
    return sinew__copy_text_part(text, strlen(text));
}

char *sinew__join_texts(const char *first, const char *second, const char *third)
{
    const size_t first_size = strlen(first), second_size = strlen(second), third_size = strlen(third);
    char *text = sinew__allocate(first_size + second_size + third_size + 1);
    if (!text) return NULL;
    memcpy(text, first, first_size);
    memcpy(text + first_size, second, second_size);
    memcpy(text + first_size + second_size, third, third_size + 1);
    return text;
}

void *sinew_allocate(size_t size)
{
    return sinew__allocate_lines(size);
}

void sinew_free(void *memory)
{
    if (!memory) return;
    const owned_head *head = find_head(memory, 1);
    if (head)
        head->allocator->release(head->allocator->user, (unsigned char *)memory - head->front);
    else
        process_allocator.release(process_allocator.user, memory);
}
