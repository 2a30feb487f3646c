"""Finds the clips whose motion is nearest to one: how fast each part of the body moves, and how that varies.

    python3 nearest_clips.py FILE:CLIP FILE…
"""
import sys

import numpy as np
import sinew
from numpy.typing import NDArray

PARTS = ('hips', 'head', 'hand.L', 'hand.R', 'foot.L', 'foot.R')


def features(clip: sinew.Clip) -> NDArray[np.float64]:
    """Returns mean and deviation of the speed of each part, in body sizes per second. Clips of any length are comparable."""
    model = clip.model
    times = clip.times(30)
    positions = clip.sample(times, arrays=['positions']).positions[:, [model.joints[part].index for part in PARTS]] / model.size
    speeds = np.linalg.norm(np.gradient(positions, times, axis=0), axis=-1) if len(times) > 1 else np.zeros((1, len(PARTS)))
    return np.concatenate([speeds.mean(0), speeds.std(0)])


def main(wanted: str, files: list[str]) -> None:
    file, _, name = wanted.rpartition(':')
    target = features(sinew.load(file, bake=False).clips[name])
    found = []
    for path in files:
        model = sinew.load(path, bake=False)
        found += [(float(np.linalg.norm(features(clip) - target)), path, clip.name) for clip in model.clips]
    for distance, path, clip_name in sorted(found)[:10]:
        print(f'{distance:.3f}  {path}:{clip_name}')


if __name__ == '__main__':
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:])
