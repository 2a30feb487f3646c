/// The machine and the build that a benchmark runs on.
#ifndef SINEW_CLI_BENCH_BENCH_MACHINE_H
#define SINEW_CLI_BENCH_BENCH_MACHINE_H

typedef struct cli_machine {
    char cpu[128]; ///< printable, "" when unknown
    int cores;
    const char *simd; ///< of the kernels in use: "avx2"
    char compiler[64];
    const char *build; ///< "Release"
} cli_machine;

cli_machine cli_describe_machine(void);

#endif
