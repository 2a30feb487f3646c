"""Runs a command and says what it took beyond its limits.

    run_within.py SECONDS MEGABYTES COMMAND WORD...

The seconds are of computing, by the command and its children together, so that a busy machine does not count. The
megabytes are resident in all of its processes at a time; what they share counts once. Exits as the command did; a line
'over: ...' on standard error for each limit that was passed.
"""

import os
import re
import resource
import subprocess
import sys
import time


def processes(pid):
    found = [pid]
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children") as children:
                for child in children.read().split():
                    found += processes(int(child))
    except OSError:
        pass
    return found


def resident(pid):
    total = 0
    for each in processes(pid):
        try:
            with open(f"/proc/{each}/smaps_rollup") as rollup:
                total += int(re.search(r"^Pss: +(\d+)", rollup.read(), re.M).group(1))
        except (OSError, AttributeError):
            pass
    return total / 1024


def main(seconds, megabytes, *command):
    process = subprocess.Popen(command)
    most = 0
    while process.poll() is None:
        most = max(most, resident(process.pid))
        time.sleep(0.01)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    computing = used.ru_utime + used.ru_stime
    if computing > float(seconds):
        print(f"over: {computing:.1f} s of computing, allowed are {seconds}", file=sys.stderr)
    if most > float(megabytes):
        print(f"over: {most:.0f} MB, allowed are {megabytes}", file=sys.stderr)
    return process.returncode if process.returncode >= 0 else 128 - process.returncode


sys.exit(main(*sys.argv[1:]))
