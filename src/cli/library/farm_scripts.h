/// The scripts that `sinew library submit` writes.
#ifndef SINEW_CLI_LIBRARY_FARM_SCRIPTS_H
#define SINEW_CLI_LIBRARY_FARM_SCRIPTS_H

/// A script. In its text %F stands for the folder of the library, %D for its database, %P for the program, %W for the
/// folder of the scripts, each quoted for a shell; %N for the number of shards, %O for the options of loading, each
/// after a space, %R for the names of the results, and %% for a percent sign.
typedef struct cli_farm_script {
    const char *name; ///< of the file; NULL: none
    const char *text;
} cli_farm_script;

/// A way to run the shards.
typedef struct cli_farm_kind {
    const char *start;  ///< the command, before the folder of the scripts
    const char *script; ///< in that folder, that the command runs, or ""
    cli_farm_script scripts[2];
} cli_farm_kind;

extern const cli_farm_kind cli_farm_slurm, cli_farm_parallel, cli_farm_makefile;

/// Measuring one shard, and merging all.
extern const cli_farm_script cli_farm_common_scripts[2];

#endif
