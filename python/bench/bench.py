"""bench.py [FRAMES]: how fast the package fills arrays of samples/walk.fbx, beside a C loop, a BVH loader in numpy, and Blender's bpy.

Run it as `PYTHONPATH=build/python /usr/bin/python3 python/bench/bench.py`. Times are milliseconds of the fastest of 7 runs, on one thread unless
the row says otherwise. bpy is compared if Python can import it.
"""
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


def fastest(run: Callable[[], Any], runs: int = 7) -> float:
    times = []
    for _ in range(runs):
        begin = time.perf_counter()
        run()
        times.append(time.perf_counter() - begin)
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


def sample_with_bpy(times: np.ndarray) -> Callable[[], np.ndarray] | None:
    try:
        import bpy
    except ImportError:
        return None
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.fbx(filepath=str(WALK))
    scene, armature = bpy.context.scene, next(item for item in bpy.data.objects if item.type == 'ARMATURE')

    def run() -> np.ndarray:
        out = np.empty((len(times), len(armature.pose.bones), 4, 4))
        for i, at in enumerate(times):
            frame = 1 + at * scene.render.fps
            scene.frame_set(int(frame), subframe=frame % 1)
            for k, bone in enumerate(armature.pose.bones):
                out[i, k] = bone.matrix
        return out

    return run


def main(frames: int) -> None:
    warnings.simplefilter('ignore', sinew.ModelWarning)
    model = sinew.load(WALK)
    clip = model.clips[0]
    times = np.linspace(0, clip.duration, frames)
    loop = SOURCE / 'build' / 'python' / 'fill_loop'
    print(f'{frames} frames of {len(model.joints)} joints')
    for engine in ('exact', 'fast'):
        for dtype, name in ((np.float64, 'double'), (np.float32, 'float')):
            ours = fastest(lambda: clip.sample(times, engine=engine, dtype=dtype, arrays=['world'], threads=1))
            row = f'world, {engine}, {np.dtype(dtype).name}: {ours:.1f}'
            if loop.exists():
                c = float(subprocess.run([loop, WALK, Path(sinew.__file__).parent / 'lib', str(frames), engine, name], check=True,
                                         capture_output=True).stdout)
                row += f', C loop {c:.1f}, ratio {ours / c:.2f}'
            print(row)
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
    blender = sample_with_bpy(times[:100])
    print('bpy is not installed' if blender is None else f'100 frames with bpy: {fastest(blender, 3):.1f}, '
          f'sinew {fastest(lambda: clip.sample(times[:100], threads=1)):.1f}')


if __name__ == '__main__':
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
