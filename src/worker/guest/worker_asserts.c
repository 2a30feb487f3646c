// Distributions build Assimp with its assertions: where a file breaks one of them, the program ends. A build without
// them goes on, and so does the worker; what comes of it is checked by the host.

void worker_pass_assertion(const char *expression, const char *file,
                           int line) __asm__("_ZN6Assimp17aiAssertViolationEPKcS1_i")
    __attribute__((visibility("default")));

void worker_pass_assertion(const char *expression, const char *file, int line)
{
    (void)expression;
    (void)file;
    (void)line;
}
