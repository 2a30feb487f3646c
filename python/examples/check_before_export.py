"""Checks files before they are exported: exits with 1 and says why when one is not ready.

    python3 check_before_export.py FILE…

It reports the errors of `sinew check`, if the program is installed, and has two rules of its own: every clip loops or is named `*_once`,
and no joint that deforms a mesh has keys of its scale.
"""
import sys

import numpy as np
import sinew


def problems(path: str) -> list[str]:
    found = []
    model = sinew.load(path, bake=False)
    for clip in model.clips:
        first, last = clip.sample([0, clip.duration], arrays=['local_rotations']).local_rotations
        # |q · p| = cos(angle / 2) of the rotation between two quaternions.
        angles = 2 * np.degrees(np.arccos(np.clip(np.abs(np.sum(first * last, axis=-1)), 0, 1)))
        worst = int(np.argmax(angles))
        if angles[worst] > 5 and not clip.name.endswith('_once'):
            found.append(f'{clip.name}: {model.joints[worst].name} ends {angles[worst]:.0f}° from its start')
        scaled = [name for name, curves in clip.curves.items()
                  if model.joints[name].deforms and any(channel.property == 'scaling' for channel in curves.channels)]
        if scaled:
            found.append(f'{clip.name}: keys of the scale of {", ".join(scaled)}')
    try:
        report = sinew.program.check(path)
        found += [f'{row["code"]}: {row["text"]}' for file in report['files'] for row in file['findings'] if row['severity'] == 'error']
    except sinew.ProgramMissing as missing:
        print(f'without sinew check: {missing}', file=sys.stderr)
    return found


if __name__ == '__main__':
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    failed = False
    for name in sys.argv[1:]:
        for problem in problems(name):
            print(f'{name}: {problem}')
            failed = True
    sys.exit(failed)
