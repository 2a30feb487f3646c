"""import_memory.py [--rounds N] SOURCE SINEW…: makes four files of SOURCE, a binary FBX file with a mesh and clips, by
large_fbx.py, and prints for each file and program the peak of memory and the least processor time of
`sinew info --no-cache`. The peak is of the largest process, the importer. Runs of several programs take turns."""
import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

FILES = [("clips", 8), ("clips", 45), ("mesh", 2), ("mesh", 3)]


def measure(program, path):
    """Peak in MB and processor seconds, by a process of its own: the kernel keeps the peak of all children."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        subprocess.run([program, "info", "--no-cache", path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        os.write(write, f"{used.ru_maxrss / 1000} {used.ru_utime + used.ru_stime}".encode())
        os._exit(0)
    os.waitpid(child, 0)
    os.close(write)
    with os.fdopen(read) as result:
        return tuple(float(word) for word in result.read().split())


parser = argparse.ArgumentParser()
parser.add_argument("--rounds", type=int, default=5)
parser.add_argument("source")
parser.add_argument("programs", nargs="+")
options = parser.parse_args()
with tempfile.TemporaryDirectory() as folder:
    for what, count in FILES:
        path = os.path.join(folder, f"{what}{count}.fbx")
        script = pathlib.Path(__file__).with_name("large_fbx.py")
        subprocess.run([sys.executable, script, what, str(count), options.source, path], check=True)
        runs = [[measure(program, path) for program in options.programs] for _ in range(options.rounds)]
        for i, program in enumerate(options.programs):
            peak, seconds = (min(numbers) for numbers in zip(*(run[i] for run in runs)))
            print(f"{what} x {count}, {os.path.getsize(path) / 1e6:.1f} MB: {peak:.0f} MB, {seconds:.2f} s  {program}")
