"""Draws the author's curves of a joint, exactly: FBX and SVG both have cubic Bézier segments.

    python3 plot_curve.py FILE CLIP JOINT OUT.svg
"""
import sys
from pathlib import Path

import numpy as np
import sinew

WIDTH, HEIGHT = 640.0, 320.0
COLORS = {'x': '#c33', 'y': '#2a2', 'z': '#36c'}


def path_of(curve: sinew.Curve) -> str:
    """Returns the curve as the path of an SVG in seconds and degrees."""
    points = [f'M {curve.times[0]} {curve.values[0]}']
    for i, kind in enumerate(curve.interpolations[:-1]):
        t, v, end, value = curve.times[i], curve.values[i], curve.times[i + 1], curve.values[i + 1]
        if kind == 'cubic':
            out, back = curve.outgoing[i], curve.incoming[i + 1]
            points.append(f'C {t + out[0]} {v + out[1]} {end + back[0]} {value + back[1]} {end} {value}')
        elif kind == 'linear':
            points.append(f'L {end} {value}')
        else:
            points.append(f'H {end} V {value}' if kind == 'step' else f'V {value} H {end}')
    return ' '.join(points)


def main(file: str, clip_name: str, joint: str, out: str) -> None:
    with sinew.load(file, bake=False) as model:
        rotation = model.clips[clip_name].curves[joint].rotation
        curves = {name: curve for name in 'xyz' if (curve := getattr(rotation, name)) is not None}
        times = np.concatenate([curve.times for curve in curves.values()])
        values = np.concatenate([curve.values for curve in curves.values()])
        lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="12">']
        across, up = WIDTH / max(float(np.ptp(times)), 1e-9), HEIGHT / max(float(np.ptp(values)), 1e-9)
        lines.append(f'<g transform="scale({across} {-up}) translate({-times.min()} {-values.max()})" fill="none" stroke-width="1.5">')
        for name, curve in curves.items():
            lines.append(f'<path d="{path_of(curve)}" stroke="{COLORS[name]}" vector-effect="non-scaling-stroke"/>')
        lines.append('</g>')
        lines += [f'<text x="8" y="{20 + 16 * i}" fill="{COLORS[name]}">rotation {name}, {len(curve)} keys</text>'
                  for i, (name, curve) in enumerate(curves.items())]
        Path(out).write_text('\n'.join([*lines, '</svg>', '']), encoding='utf-8')
        del times, values, curves, rotation, curve  # views of the model, which is closed now
    print(out)


if __name__ == '__main__':
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
