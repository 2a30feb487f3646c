#define _GNU_SOURCE // dladdr
#include "import/worker_library.h"

#include <assimp/version.h>
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>

#include "import/worker_channel.h"

void worker_say_library(void)
{
    worker_message message = {.kind = WORKER_USES};
    Dl_info program, library;
    const uintptr_t own = (uintptr_t)&worker_say_library, other = (uintptr_t)&aiGetVersionMajor;
    if (!dladdr((void *)own, &program) || !dladdr((void *)other, &library) || library.dli_fbase == program.dli_fbase)
        return;
    const int length = snprintf(message.text, sizeof message.text, "%s", library.dli_fname);
    if (length > 0 && (size_t)length < sizeof message.text && message.text[0] == '/') worker_send(&message);
}
