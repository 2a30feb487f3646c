"""bench.py [FRAMES]: how fast the package fills arrays of samples/walk.fbx, beside a C loop, a BVH loader in numpy, and Blender's bpy.

Run it as `PYTHONPATH=build/python /usr/bin/python3 python/bench/bench.py`. Times are milliseconds of the fastest of 7 runs, on one thread unless
the row says otherwise. bpy is compared if Blender is installed: the Python inside Blender has it.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

try:
    import numpy as np
except ImportError:
    print('skipped: numpy missing')
    sys.exit(77)
import sinew

SOURCE = Path(__file__).resolve().parent.parent.parent
WALK = SOURCE / 'samples' / 'walk.fbx'


def fastest(run: Callable[[], Any], runs: int = 7, clock: Callable[[], float] = time.perf_counter) -> float:
    times = []
    for _ in range(runs):
        begin = clock()
        run()
        times.append(clock() - begin)
    return min(times) * 1e3


def load_bvh(path: Path) -> tuple[np.ndarray, list[int]]:
    """A BVH loader as research code has it: positions (T, J, 3) by numpy, a matrix product per joint over all frames."""
    parents, offsets, channels, stack = [], [], [], []
    lines = iter(path.read_text().splitlines())
    for line in lines:
        words = line.split()
        if words[0] in ('ROOT', 'JOINT', 'End'):
            parents.append(stack[-1] if stack else -1)
            channels.append([])
            name = len(parents) - 1
        elif words[0] == '{':
            stack.append(name)
        elif words[0] == '}':
            stack.pop()
        elif words[0] == 'OFFSET':
            offsets.append([float(x) for x in words[1:]])
        elif words[0] == 'CHANNELS':
            channels[name] = words[2:]
        elif words[0] == 'MOTION':
            break
    next(lines), next(lines)
    values = np.array([[float(x) for x in line.split()] for line in lines])
    world = np.tile(np.eye(4), (len(values), len(parents), 1, 1))
    column = 0
    for joint, parent in enumerate(parents):
        local = np.tile(np.eye(4), (len(values), 1, 1))
        local[:, :3, 3] = offsets[joint]
        for channel in channels[joint]:
            axis, value = 'XYZ'.index(channel[0]), values[:, column]
            column += 1
            if channel.endswith('position'):
                local[:, axis, 3] = value
                continue
            a, b = (axis + 1) % 3, (axis + 2) % 3
            turn = np.tile(np.eye(4), (len(values), 1, 1))
            c, s = np.cos(np.radians(value)), np.sin(np.radians(value))
            turn[:, a, a], turn[:, a, b], turn[:, b, a], turn[:, b, b] = c, -s, s, c
            local = local @ turn
        world[:, joint] = local if parent < 0 else world[:, parent] @ local
    return world[..., :3, 3], parents


def write_bvh(path: Path, joints: int, frames: int) -> None:
    """A body with that many joints, each but the root with three rotations."""
    random = np.random.default_rng(1)
    lines, open_joints = ['HIERARCHY'], 0
    for i in range(joints):
        if i > 0 and i % 6 == 0:  # the next limb begins at the root
            lines += ['End Site', '{', 'OFFSET 0 5 0', '}'] + ['}'] * (open_joints - 1)
            open_joints = 1
        position = 'Xposition Yposition Zposition ' if i == 0 else ''
        lines += [f'{"JOINT" if i else "ROOT"} joint{i}', '{', f'OFFSET {i % 3} 10 {i % 2}',
                  f'CHANNELS {6 if i == 0 else 3} {position}Zrotation Xrotation Yrotation']
        open_joints += 1
    lines += ['End Site', '{', 'OFFSET 0 5 0', '}'] + ['}'] * open_joints
    lines += ['MOTION', f'Frames: {frames}', 'Frame Time: 0.033333']
    values = np.cumsum(random.normal(0, 2, (frames, 3 + 3 * joints)), axis=0)
    lines += [' '.join(f'{value:.5f}' for value in row) for row in values]
    path.write_text('\n'.join(lines) + '\n')


def sample_in_blender(frames: int) -> dict[str, float] | None:
    """Seconds that Blender takes; None without Blender, or if its Python lacks numpy."""
    blender = shutil.which('blender')
    if not blender:
        return None
    script = Path(__file__).resolve().parent / 'sample_in_blender.py'
    done = subprocess.run([blender, '-b', '--factory-startup', '--python-exit-code', '1', '--python', script, '--', WALK, str(frames)], text=True,
                          capture_output=True, env={**os.environ, 'PATH': f'{os.path.dirname(blender)}:{os.environ["PATH"]}'}, check=False)
    found: dict[str, float] = next((json.loads(line) for line in reversed(done.stdout.splitlines()) if line.startswith('{"import"')), {})
    return found or None


def read_curves(clip: sinew.Clip) -> int:
    """Reads times and values of all curves. Returns the number of keys."""
    keys = 0
    for curves in clip.curves.values():
        for channel in curves.channels:
            for curve in (channel.x, channel.y, channel.z):
                if curve is not None:
                    keys += len(np.stack([curve.times, curve.values]).T)
    return keys


def main(frames: int) -> None:
    warnings.simplefilter('ignore', sinew.ModelWarning)
    model = sinew.load(WALK)
    clip = model.clips[0]
    times = np.linspace(0, clip.duration, frames)
    loop = SOURCE / 'build' / 'python' / 'fill_loop'
    print(f'{frames} frames of {len(model.joints)} joints; processor time on one thread:')
    for engine in ('exact', 'fast'):
        for dtype, name in ((np.float64, 'double'), (np.float32, 'float')):
            ours = fastest(lambda: clip.sample(times, engine=engine, dtype=dtype, arrays=['world'], threads=1), clock=time.thread_time)
            row = f'world, {engine}, {np.dtype(dtype).name}: {ours:.1f}'
            if loop.exists():
                c = float(subprocess.run([loop, WALK, Path(sinew.__file__).parent / 'lib', str(frames), engine, name], check=True,
                                         capture_output=True).stdout)
                row += f', C loop {c:.1f}, ratio {ours / c:.2f}'
            print(row)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'body.bvh'
        write_bvh(path, 57, 120)  # and an end of each of its 10 limbs
        body = sinew.load(path)
        at = np.linspace(0, body.clips[0].duration, frames)
        for engine in ('exact', 'fast'):
            ours = fastest(lambda: body.clips[0].sample(at, engine=engine, arrays=['world'], threads=1), clock=time.thread_time)
            print(f'world, {engine}, float64, {len(body.joints)} joints of a BVH: {ours:.1f}')
    print('elapsed time:')
    for arrays in (['positions'], ['palettes'], ['local_rotations'], ['rotations'], ['world', 'rotations', 'local_rotations', 'morphs']):
        both = [fastest(lambda: clip.sample(times, engine=engine, arrays=arrays, threads=1)) for engine in ('exact', 'fast')]
        print(f'{" + ".join(arrays)}: exact {both[0]:.1f}, fast {both[1]:.1f}')
    print(f'world, exact, all processors: {fastest(lambda: clip.sample(times, arrays=["world"])):.1f}')
    pose = clip.sample(times[::100], engine='fast')
    print(f'{len(pose)} frames of {model.meshes[0].vertex_count} vertices skinned: {fastest(lambda: model.meshes[0].skin(pose, threads=1)):.1f}')
    print(f'load: {fastest(lambda: sinew.load(WALK), 3):.1f}, without baking {fastest(lambda: sinew.load(WALK, bake=False), 3):.1f}')
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / 'walk.bvh'
        model.export(path, times=times[::max(1, frames // 1000)])
        print(f'1000 frames of BVH: numpy loader {fastest(lambda: load_bvh(path), 3):.1f}, sinew '
              f'{fastest(lambda: (m := sinew.load(path, bake=False)).clips[0].sample(m.clips[0].key_times(), arrays=["positions"]), 3):.1f}')
    blender = sample_in_blender(frames)
    if blender is None:
        print('Blender is not installed, or its Python lacks numpy')
        return
    print(f'{frames} poses: bpy {1e3 * blender["poses"]:.1f} for {blender["bones"]} bones, sinew '
          f'{fastest(lambda: clip.sample(times, threads=1), 3):.1f} for {len(model.joints)} joints')
    keys = read_curves(clip)
    print(f'all curves: bpy {1e3 * blender["curves"]:.1f} for {blender["keys"]} keys, sinew {fastest(lambda: read_curves(clip), 3):.1f} for {keys} keys')
    print(f'load: bpy {1e3 * blender["import"]:.1f}, sinew {fastest(lambda: sinew.load(WALK), 3):.1f}')


if __name__ == '__main__':
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
