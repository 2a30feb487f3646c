#!/usr/bin/env python3
"""compare.py OLD NEW [--runs N] [-- ARGUMENT...]

Runs two builds' bench_runtime by turns, N times each (5), with the same arguments, and prints for every row the median
nanoseconds of both and the median of old / new over the pairs of runs: above 1 the new build is faster. Bytes and errors
follow in the same way; below 1 is smaller."""
import argparse
import json
import statistics
import subprocess
import sys


def run(program, arguments):
    output = subprocess.run([program, "--json", *arguments], stdout=subprocess.PIPE, check=True).stdout
    return {subject["name"]: subject for subject in json.loads(output)["subjects"]}


def times(subject):
    return {row["name"]: row["ns"] for row in subject["rows"]}


def compare_rows(old, new):
    """Runs of one subject by both builds."""
    print(f"  {'':32}{'old ns':>12}{'new ns':>12}{'old/new':>9}  range")
    for name in times(old[0]):
        pairs = [(times(a)[name], times(b).get(name)) for a, b in zip(old, new)]
        if any(after is None for _, after in pairs):
            print(f"  {name:32}{pairs[0][0]:12.4g}           -")
            continue
        ratios = [before / after for before, after in pairs]
        before, after = (statistics.median(pair[i] for pair in pairs) for i in (0, 1))
        print(f"  {name:32}{before:12.4g}{after:12.4g}{statistics.median(ratios):9.3f}"
              f"  {min(ratios):.3f}..{max(ratios):.3f}")


def compare_sizes(old, new):
    for key, label in (("bytes", "bytes/s in memory"), ("packed_bytes", "bytes/s in a file")):
        before, after = (subject[key] / subject["clip_seconds"] for subject in (old, new))
        print(f"  {label:32}{before:12.0f}{after:12.0f}{after / before if before else 0:9.3f}")
    print(f"  {'error, of the size':32}{old['error']:12.2e}{new['error']:12.2e}")


def main():
    words = sys.argv[1:]
    split = words.index("--") if "--" in words else len(words)
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args(words[:split])
    olds, news = [], []
    for _ in range(options.runs):
        olds.append(run(options.old, words[split + 1:]))
        news.append(run(options.new, words[split + 1:]))
    for name in olds[0]:
        print(f"{name}")
        compare_rows([run[name] for run in olds], [run[name] for run in news])
        compare_sizes(olds[0][name], news[0][name])


if __name__ == "__main__":
    main()
