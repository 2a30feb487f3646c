#include "cli/library/farm_scripts.h"

const cli_farm_script cli_farm_common_scripts[2] = {
    {"shard.sh", "#!/bin/sh\n"
                 "# Measures one shard: sh shard.sh NUMBER. A shard that is complete is not measured again.\n"
                 "set -eu\n"
                 "cd -- %W\n"
                 "SINEW=${SINEW:-%P}\n"
                 "exec \"$SINEW\" library work plan.json --shard \"$1\" --threads \"${SLURM_CPUS_PER_TASK:-1}\"%O\n"},
    {"merge.sh", "#!/bin/sh\n"
                 "# Adds the results of the shards to the database. Running it again changes nothing.\n"
                 "set -eu\n"
                 "cd -- %W\n"
                 "SINEW=${SINEW:-%P}\n"
                 "exec \"$SINEW\" library merge %F --database %D --plan plan.json\n"},
};

static const char slurm_array[] =
    "#!/bin/sh\n"
    "# One task of the array. If its node is lost, Slurm queues it again. If it fails, it queues itself again, three\n"
    "# times.\n"
    "sh %W/shard.sh \"$SLURM_ARRAY_TASK_ID\" && exit\n"
    "[ \"${SLURM_RESTART_COUNT:-0}\" -ge 3 ] || scontrol requeue \"$SLURM_JOB_ID\"\n"
    "exit 1\n";

static const char slurm_submit[] =
    "#!/bin/sh\n"
    "# Submits the shards as one array, and a job that merges when all have ended. Options of sbatch are set in its\n"
    "# environment: SBATCH_PARTITION, SBATCH_ACCOUNT, SBATCH_TIMELIMIT.\n"
    "set -eu\n"
    "cd -- %W\n"
    "array=$(sbatch --parsable --job-name=sinew-library --requeue --array=1-%N --open-mode=append \\\n"
    "    --output=shard-%%a.log array.sh)\n"
    "merge=$(sbatch --parsable --job-name=sinew-merge --requeue --dependency=\"afterany:${array%%%%;*}\" \\\n"
    "    --open-mode=append --output=merge.log merge.sh)\n"
    "echo \"array job ${array%%%%;*}, merge job ${merge%%%%;*}\" >&2\n";

static const char parallel_script[] =
    "#!/bin/sh\n"
    "# Runs the shards with GNU parallel, then merges. Arguments are options of parallel: -j 4, or\n"
    "# --sshlogin host1,host2 with hosts that have this folder and the clips under the same paths.\n"
    "set -eu\n"
    "cd -- %W\n"
    "# GNU parallel runs nothing on other hosts, and exits with 0, where SHELL is not set, as in services and "
    "containers.\n"
    "export SHELL=\"${SHELL:-/bin/sh}\"\n"
    "seq %N | parallel --retries 3 --workdir \"$PWD\" \"$@\" sh shard.sh '{}' || true\n"
    "exec sh merge.sh\n";

static const char makefile[] =
    "# make -j N runs the shards, then merges. Shards that are complete are not measured again.\n"
    "results := %R\n"
    "\n"
    "library: $(results)\n"
    "\tsh merge.sh\n"
    "\n"
    "$(results): shard-%%.db: plan.json\n"
    "\tsh shard.sh $*\n"
    "\n"
    ".PHONY: library\n";

const cli_farm_kind cli_farm_slurm = {"sh", "submit.sh", {{"array.sh", slurm_array}, {"submit.sh", slurm_submit}}};
const cli_farm_kind cli_farm_parallel = {"sh", "parallel.sh", {{"parallel.sh", parallel_script}}};
const cli_farm_kind cli_farm_makefile = {"make -C", "", {{"Makefile", makefile}}};
