#!/bin/sh
# farm.sh PROGRAM: measures a generated collection with a Slurm of three nodes on this machine, with GNU parallel and with make; kills a node
# and jobs half-way; and compares each database with the database of one `sinew library update`. Needs root, Slurm, munge, parallel,
# make and python3. Everything is in a temporary folder, which is removed, and every process that is started ends.
set -eu
PROGRAM=$1
FARM=$(cd "$(dirname "$0")" && pwd)
NODES=3 SHARDS=12 FILES=1200

say() { printf 'farm: %s\n' "$*" >&2; }

fail() {
    say "FAILED: $*"
    exit 1
}

if [ "$(id -u)" != 0 ]; then
    say 'needs root: the daemons of Slurm run as root'
    exit 1
fi
T=$(mktemp -d "${TMPDIR:-/tmp}/sinew-farm.XXXXXX")
cd "$T"

# with_environment NAME=VALUE [BEGINNING]: the processes that have the variable, and one that begins in that way, in their environment.
with_environment() {
    for process in /proc/[0-9]*; do
        tr '\0' '\n' <"$process/environ" >environment || continue
        grep -qxF "$1" environment && grep -q "^${2:-}" environment && echo "${process#/proc/}"
    done 2>/dev/null
    return 0
}

# The processes of the tasks on a node, or on all.
tasks() { with_environment "SLURM_CONF=$T/slurm.conf" "SLURMD_NODENAME=${1:-}"; }

# The processes of a host of GNU parallel, or of all.
of_host() { with_environment "HOSTS=$T" "HOST=${1:+$1\$}"; }

# The slurmstepd processes above them.
step_daemons() {
    for task in $(tasks "${1:-}"); do
        parent=$(sed -n 's/^PPid:\t//p' "/proc/$task/status" 2>/dev/null) || continue
        [ "$(cat "/proc/$parent/comm" 2>/dev/null)" = slurmstepd ] && echo "$parent"
    done
    return 0
}

stop() {
    status=$?
    for pid in slurmctld.pid slurmd-*.pid munge.pid; do
        if [ -s "$pid" ]; then kill "$(cat "$pid")" 2>/dev/null || true; fi
    done
    for task in $(step_daemons) $(tasks) $(of_host); do kill -9 "$task" 2>/dev/null || true; done
    sleep 1
    if [ $status != 0 ]; then tail -n 20 slurmctld.log work*/*.log >&2 2>/dev/null || true; fi
    cd /
    rm -rf "$T"
    exit $status
}
trap stop EXIT
trap 'exit 130' INT TERM HUP

# wait_for SECONDS WHAT COMMAND…: polls until a command succeeds.
wait_for() {
    limit=$1 what=$2
    shift 2
    until "$@"; do
        limit=$((limit - 1))
        [ $limit -gt 0 ] || fail "$what does not happen"
        sleep 0.5
    done
}

# Stands for the program in the tasks of Slurm and GNU parallel. When a shard is complete, the next measurement of each node or host that
# is to be lost stops half-way, and its process is written to a file: a task that ran on could end before it is killed.
write_stopping() {
    cat >stopping <<END
#!/bin/sh
name=\${HOST:-\${SLURMD_NODENAME:-}}
case \$name in node1 | node2 | host2) ;; *) exec '$PROGRAM' "\$@" ;; esac
ls shard-[1-9]*.db >/dev/null 2>&1 && mkdir '$T'/"\$name.chosen" 2>/dev/null || exec '$PROGRAM' "\$@"
'$PROGRAM' "\$@" &
sleep 0.05
kill -STOP \$!
echo \$! >'$T'/"\$name.stopped"
wait \$!
END
    chmod +x stopping
}

compare() { # database, who made it
    python3 "$FARM/library_rows.py" "$1" >rows
    cmp -s rows expected || {
        diff expected rows | cut -c 1-200 | head -n 20 >&2
        fail "the database of $2 differs from that of an update"
    }
    say "$2: $(wc -l <rows) rows, equal to one update's"
}

# ---- Slurm ----------------------------------------------------------------------------------------------------------

write_configuration() {
    host=$(uname -n | cut -d. -f1) port=$((20000 + $$ % 20000))
    cat >slurm.conf <<END
ClusterName=sinew
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$T/munge.socket
CredType=cred/munge
StateSaveLocation=$T/state
SlurmdSpoolDir=$T/spool-%n
SlurmctldPidFile=$T/slurmctld.pid
SlurmdPidFile=$T/slurmd-%n.pid
SlurmctldLogFile=$T/slurmctld.log
SlurmdLogFile=$T/slurmd-%n.log
SlurmctldPort=$port
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SwitchType=switch/none
MpiDefault=none
SlurmdTimeout=5
SlurmdParameters=config_overrides
SchedulerParameters=sched_interval=2
END
    for i in $(seq $NODES); do
        echo "NodeName=node$i NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + i)) CPUs=1 State=UNKNOWN"
    done >>slurm.conf
    echo "PartitionName=farm Nodes=node[1-$NODES] Default=YES State=UP MaxTime=INFINITE" >>slurm.conf
}

start_slurm() {
    mkdir state
    (umask 077 && head -c 1024 /dev/urandom >munge.key)
    munged --force --key-file="$T/munge.key" --socket="$T/munge.socket" --pid-file="$T/munge.pid" \
        --log-file="$T/munge.log" --seed-file="$T/munge.seed"
    write_configuration
    SLURM_CONF=$T/slurm.conf
    export SLURM_CONF
    slurmctld -c
    for i in $(seq $NODES); do
        mkdir "spool-node$i"
        slurmd -N "node$i"
    done
    wait_for 60 'that all nodes are idle' all_idle
}

all_idle() { [ "$(sinfo -h -N -t idle | wc -l)" = $NODES ]; }

# Slurm delays a task that has queued itself again by two minutes; here it starts at once.
queue_is_empty() {
    for job in $(squeue -h -t PD -o %A); do scontrol update JobId="$job" StartTime=now 2>/dev/null || true; done
    [ -z "$(squeue -h)" ]
}

# Kills what node2 runs, as if its power failed, and the process of node1, as if it crashed, both half-way.
kill_half_way() {
    wait_for 120 'that node2 stops half-way' test -s node2.stopped
    victims=$(step_daemons node2)
    # shellcheck disable=SC2046,SC2086 # lists of words
    kill -9 "$(cat slurmd-node2.pid)" $victims $(tasks node2) 2>/dev/null || true
    rm slurmd-node2.pid
    wait_for 120 'that node1 stops half-way' test -s node1.stopped
    kill -9 "$(cat node1.stopped)"
}

run_slurm() {
    SINEW=$T/stopping "$PROGRAM" library submit clips --slurm --shards $SHARDS -o work --database slurm.db >&2
    kill_half_way
    wait_for 240 'the end of the array' queue_is_empty
    scontrol show job | tr ' ' '\n' | grep '^Restarts=[1-9]' >restarts || true
    [ "$(wc -l <restarts)" -ge 2 ] || fail 'the two tasks that were killed are not queued again'
    say "Slurm: $(wc -l <restarts) of $SHARDS shards were queued again"
    compare slurm.db 'Slurm, with a node killed'
}

# Running a shard again, or merging again, changes nothing.
run_again() {
    sh work/shard.sh 3 | grep -q ' 0 measured,' || fail 'a complete shard is measured again'
    sh work/merge.sh | grep -q ' 0 merged,' || fail 'a merged shard is merged again'
    compare slurm.db 'a shard and a merge that run twice'
}

# ---- GNU parallel and make ------------------------------------------------------------------------------------------

# Stands for ssh: the host is this machine. `host2` is lost half-way, with its jobs.
write_ssh() {
    cat >ssh <<'END'
#!/bin/sh
while [ $# -gt 0 ]; do case $1 in -*) shift ;; *) break ;; esac; done
host=$1
shift
[ "$1" != -- ] || shift
[ ! -e "$HOSTS/$host.lost" ] || exit 255
HOST=$host exec sh -c "$*"
END
    chmod +x ssh
}

# Without SHELL, as in a service or a container: there GNU parallel runs nothing on other hosts unless it is told a shell.
run_parallel() {
    "$PROGRAM" library submit clips --parallel --shards $SHARDS -o work-parallel --database parallel.db >&2
    write_ssh
    env -u SHELL SINEW="$T/stopping" HOSTS="$T" PARALLEL_SSH="$T/ssh" \
        sh work-parallel/parallel.sh --sshlogin 1/host1,1/host2 >work-parallel/parallel.log 2>&1 &
    wait_for 120 'that host2 stops half-way' test -s host2.stopped
    : >host2.lost
    # shellcheck disable=SC2046 # a list of words
    kill -9 $(of_host host2) 2>/dev/null || true
    wait $! || fail 'GNU parallel'
    compare parallel.db 'GNU parallel, with a host lost'
}

run_make() {
    "$PROGRAM" library submit clips --makefile --shards $SHARDS -o work-make --database make.db >&2
    make -s -C work-make -j 2 >work-make/make.log 2>&1 || fail make
    compare make.db make
}

python3 "$FARM/make_collection.py" "$FARM/../data/arm.fbx" "$FARM/../../samples" clips $FILES
"$PROGRAM" library update clips --database update.db >&2
python3 "$FARM/library_rows.py" update.db >expected
write_stopping
start_slurm
run_slurm
run_again
run_parallel
run_make
say 'nothing is lost, nothing is counted twice'
