"""A folder of motion files → one .npz for training: every clip at one rate, with names, contacts and a split.

    python3 folder_to_npz.py FOLDER OUT.npz [FPS]

The frames of all clips are one array, `positions` (T, J, 3) in metres with Y up; clip i has the frames `starts[i]` to `starts[i + 1]`. All files
must have the joints of the first; others are left out with a warning.
"""
import sys
import zlib
from pathlib import Path

import numpy as np
import sinew

SUFFIXES = ('.fbx', '.glb', '.gltf', '.bvh', '.dae')


def split_of(name: str) -> str:
    """The same name is always in the same split, whatever files are added: 10 % val, 10 % test, the others train."""
    bucket = zlib.crc32(name.encode()) % 10
    return 'val' if bucket == 0 else 'test' if bucket == 1 else 'train'


def main(folder: str, out: str, fps: float = 30) -> None:
    joints: list[str] = []
    positions, rotations, planted, names, starts = [], [], [], [], [0]
    for path in sorted(Path(folder).rglob('*')):
        if path.suffix.lower() not in SUFFIXES:
            continue
        try:
            model = sinew.load(path, bake=False).to(unit='m', up='Y', front='Z')
        except sinew.Error as error:
            print(f'left out: {error}', file=sys.stderr)
            continue
        joints = joints or model.joints.names
        if model.joints.names != joints:
            print(f'left out: {path} has other joints', file=sys.stderr)
            continue
        for clip in model.clips:
            times = clip.times(fps)
            pose = clip.sample(times, dtype=np.float32, arrays=('positions', 'local_rotations'))
            positions.append(pose.positions)
            rotations.append(pose.local_rotations)
            planted.append(clip.contacts().planted(times).any(axis=-1))
            names.append(f'{path.relative_to(folder)}:{clip.name}')
            starts.append(starts[-1] + len(times))
    if not names:
        sys.exit(f'no clips in {folder}')
    np.savez_compressed(out, positions=np.concatenate(positions), local_rotations=np.concatenate(rotations), planted=np.concatenate(planted),
                        joints=np.array(joints), names=np.array(names), starts=np.array(starts), splits=np.array([split_of(name) for name in names]),
                        fps=fps)
    print(f'{out}: {len(names)} clips, {starts[-1]} frames, {len(joints)} joints')


if __name__ == '__main__':
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], *map(float, sys.argv[3:]))
