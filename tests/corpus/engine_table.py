#!/usr/bin/env python3
"""Where the importer's own nodes and keys differ from the author's curves: the table of docs/internals/fidelity.md.

    python3 tests/corpus/engine_table.py build/sinew samples ../shared/corpus/truth ../shared/corpus/sampled

Compares the engines exact and assimp on every clip of every FBX file in the folders by `sinew diff`, and prints the worst
clip of each file as a row of Markdown; files that differ in how they were written alone share one. The last column says
where the difference shows:

    mesh      in vertices, while the joints agree
    rest      already where no clip plays
    keys      at the author's keyframes about as much as anywhere
    off keys  between them, or beyond them
"""
import json
import math
import pathlib
import re
import subprocess
import sys

DEGREES, CENTIMETRES = 0.1, 0.01  # up to these a difference is none
KEYS_LOOKED_AT = 24


def run(program, *words):
    done = subprocess.run([program, *words, "--quiet", "--json"], capture_output=True, text=True)
    if done.returncode in (0, 1) and done.stdout:
        return json.loads(done.stdout), None
    return None, json.loads(done.stderr.splitlines()[-1])["message"] if done.stderr else "no answer"


def diff(program, path, clip):
    return run(program, "diff", path, "--engine", "exact,assimp", "--clip", clip,
               "--tol-angle", str(DEGREES), "--tol-distance", str(CENTIMETRES))


def degrees_apart(a, b):
    dot = abs(sum(a[c] * b[c] for c in "xyzw"))
    return math.degrees(2 * math.acos(min(1, dot)))


def part_at_keys(program, path, clip, count, worst):
    """The largest difference at keyframes, spread over the clip, as a part of `worst`."""
    numbers = sorted({1 + round(i * (count - 1) / (KEYS_LOOKED_AT - 1)) for i in range(KEYS_LOOKED_AT)}) if count else []
    words = [word for n in numbers for word in ("--at", f"k{n}")]
    poses = []
    for engine in ("exact", "assimp"):
        answer, _ = run(program, "pose", path, "--clip", clip, "--engine", engine, "--what", "local,global", *words)
        poses.append(answer.get("poses", [answer]) if answer else [])
    most = 0
    for a, b in zip(*poses):
        for left, right in zip(a["joints"], b["joints"]):
            apart = sum((x - y) ** 2 for x, y in zip(left["global"][12:15], right["global"][12:15])) ** 0.5
            mirrored = min(left["local"]["s"] + right["local"]["s"]) < 0  # then several rotations say the same
            angle = 0 if mirrored else degrees_apart(left["local"]["r"], right["local"]["r"])
            most = max(most, apart * a["unit_cm"] / CENTIMETRES, angle / DEGREES)
    return most / worst


def cause(program, path, clip, keys, found):
    joints = max(found["worst_angle"]["deg"] / DEGREES, found["worst_distance"]["cm"] / CENTIMETRES) if found["worst"] else 0
    if joints <= 1:
        return "mesh"
    rest, _ = diff(program, path, "none")
    if rest and not rest["equal"]:
        return "rest"
    return "keys" if part_at_keys(program, path, clip, keys, joints) > 0.5 else "off keys"


def size_of(found):
    spots = [found["worst_distance"] or {"cm": 0}, found["worst_vertex"] or {"cm": 0}]
    angle = (found["worst_angle"] or {"deg": 0})["deg"]
    return max(angle / DEGREES, *(spot["cm"] / CENTIMETRES for spot in spots))


def escape(text):
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("_", "\\_")


def number(value):
    return f"{value:.3g}"


def row(program, path):
    """The kind of a file, and its row where it differs."""
    info, problem = run(program, "info", str(path))
    if not info:
        return "unreadable", None
    clips = [(f"#{c['number']}", c) for c in info["clips"]] or [("none", {"name": "rest pose", "keys": 0})]
    worst = None
    for clip, facts in clips:
        found, problem = diff(program, str(path), clip)
        if not found:
            return "refused", None
        if not found["equal"] and (not worst or size_of(found) > size_of(worst[2])):
            worst = (clip, facts, found)
    if not worst:
        return "equal", None
    clip, facts, found = worst
    angle, distance, vertex = found["worst_angle"], found["worst_distance"], found["worst_vertex"]
    spot = angle if angle["deg"] > DEGREES else distance
    return "different", (escape(facts["name"]), f"{number(angle['deg'])}°", number(distance["cm"]),
                         number(vertex["cm"]) if vertex else "", escape(spot["joint"]), f"{spot['time_s']:.3f}",
                         cause(program, str(path), clip, facts["keys"], found))


def family(path):
    """The name without what says how it was written: maya_cube_7500_ascii.fbx and maya_cube_7700_binary.fbx are one."""
    return re.sub(r"_\d{4}_(ascii|binary)", "", path.stem)


def main():
    program, folders = sys.argv[1], sys.argv[2:]
    counts, rows = {}, {}
    for folder in folders:
        for path in sorted(pathlib.Path(folder).glob("*.fbx")):
            kind, cells = row(program, path)
            counts[kind] = counts.get(kind, 0) + 1
            if cells:
                rows.setdefault((family(path), cells), []).append(path)
    print("| file | clip | angle | joints cm | vertices cm | joint | at s | differs |")
    print("|---|---|--:|--:|--:|---|--:|---|")
    for (name, cells), paths in rows.items():
        count = f" ({len(paths)} files)" if len(paths) > 1 else ""
        print("| " + " | ".join((escape(name) + count, *cells)) + " |")
    print("\n" + ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items())))


if __name__ == "__main__":
    main()
