#!/usr/bin/env python3
"""check_curves.py SINEW FILE.fbx     FILE is of make_curves.py: `sinew curves` and `sinew keys --values` against the curves there.

The SVG has to be XML. Every line is found in it by its colour and width; key times and values give the axes, so that all keys
but two prove something. Between keys the line is compared with the samples of `curves -o x.csv`, and these with the curves
evaluated here: Bézier curves by bisection, without sinew. Differences are parts of a curve's range."""
import csv
import io
import re
import subprocess
import sys
import xml.etree.ElementTree

from make_curves import CUBIC, CURVES, LINEAR, STEP

TOLERANCE = 1e-3
COLORS = {'x': '82%,22%,20%', 'y': '26%,56%,14%', 'z': '16%,38%,86%'}
PROPERTIES = {'translation': 'Lcl Translation', 'rotation': 'Lcl Rotation'}


def run(*words):
    return subprocess.run(words, check=True, capture_output=True).stdout.decode()


# ---- the curves, evaluated here -----------------------------------------------------------------------------------

def bezier(points, u):
    v = 1 - u
    return v ** 3 * points[0] + 3 * v * v * u * points[1] + 3 * v * u * u * points[2] + u ** 3 * points[3]


def solve(points, target):
    """The parameter at which a rising Bézier curve reaches a number."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if bezier(points, middle) < target else (low, middle)
    return low


def segment(a, b, time):
    if a.kind == STEP:
        return a.value
    length = b.time - a.time
    if a.kind == LINEAR:
        return a.value + (b.value - a.value) * (time - a.time) / length
    right, left = a.right_weight * length, a.next_left_weight * length
    u = solve([a.time, a.time + right, b.time - left, b.time], time)
    return bezier([a.value, a.value + right * a.right, b.value - left * a.next_left, b.value], u)


def inside(keys, time):
    for a, b in zip(keys, keys[1:]):
        if a.time <= time < b.time:
            return segment(a, b, time)
    return keys[-1].value


def evaluate(curve, time):
    keys, before, after = curve
    first, last = keys[0], keys[-1]
    if first.time <= time <= last.time:
        return inside(keys, time)
    mode, end, length = (before, first, last.time - first.time) if time < first.time else (after, last, last.time - first.time)
    if mode == 'C':
        return end.value
    if mode == 'K':  # only of straight lines here
        other = keys[1] if end is first else keys[-2]
        return end.value + (time - end.time) * (other.value - end.value) / (other.time - end.time)
    turns, into = divmod(time - first.time, length)
    if mode == 'M' and turns % 2:
        into = length - into
    return inside(keys, first.time + into) + (turns * (last.value - first.value) if mode == 'A' else 0)


# ---- the SVG ---------------------------------------------------------------------------------------------------------

def steps_of(path):
    """[(x, y) or three of them] of a path of M, L and C."""
    steps, words = [], path.replace(',', ' ').split()
    at = 0
    while at < len(words):
        count = {'M': 1, 'L': 1, 'C': 3, 'Z': 0}[words[at]]
        numbers = [float(word) for word in words[at + 1:at + 1 + 2 * count]]
        steps.append(list(zip(numbers[::2], numbers[1::2])))
        at += 1 + 2 * count
    return steps


def authored_lines(svg):
    """The lines of the author's curves, from top to bottom: [(component, steps)]."""
    lines = []
    for element in xml.etree.ElementTree.fromstring(svg).iter('{http://www.w3.org/2000/svg}path'):
        # cairo 1.16 writes one attribute "style", 1.18 an attribute for each property.
        style = dict(part.split(':', 1) for part in element.get('style', '').split(';') if ':' in part)
        if style.get('stroke-width', element.get('stroke-width')) != '1.6':
            continue
        for component, color in COLORS.items():
            if style.get('stroke', element.get('stroke', '')).replace(' ', '') == f'rgb({color})'.replace(' ', ''):
                lines.append((component, steps_of(element.get('d'))))
    return lines


def value_on(steps, x):
    """The value of a line at x; where it jumps the last one."""
    found, at = None, steps[0][0]
    for step in steps[1:]:
        end = step[-1]
        if at[0] <= x <= end[0] and end[0] > at[0]:
            if len(step) == 1:
                found = at[1] + (end[1] - at[1]) * (x - at[0]) / (end[0] - at[0])
            else:
                u = solve([at[0], step[0][0], step[1][0], end[0]], x)
                found = bezier([at[1], step[0][1], step[1][1], end[1]], u)
        at = end
    return found


# ---- comparisons -----------------------------------------------------------------------------------------------------

failures = []


def expect(condition, text):
    if not condition:
        failures.append(text)


def check_keys(sinew, path):
    rows = list(csv.DictReader(io.StringIO(run(sinew, 'keys', path, '--values', '--format', 'csv'))))
    expect(len(rows) == sum(len(keys) for keys, _, _ in CURVES.values()), 'keys --values: another number of rows')
    for row in rows:
        keys = CURVES[PROPERTIES[row['property']], row['component'].upper()][0]
        number = int(row['number']) - 1
        key, previous = keys[number], keys[number - 1] if number else None
        what = f'keys --values: {row["property"]} {row["component"]} {row["number"]}'
        names = {STEP: 'step', LINEAR: 'linear', CUBIC: 'cubic'}
        expect(row['interpolation'] == names[key.kind], f'{what}: interpolation')
        expected = {'time_s': key.time, 'value': key.value, 'frame': key.time * 24, 'in_slope': None, 'in_weight': None,
                    'out_slope': None, 'out_weight': None}
        if previous and previous.kind == CUBIC:
            expected.update(in_slope=previous.next_left, in_weight=previous.next_left_weight)
        if key.kind == CUBIC and number + 1 < len(keys):
            expected.update(out_slope=key.right, out_weight=key.right_weight)
        for name, value in expected.items():
            is_same = row[name] == '' if value is None else row[name] and abs(float(row[name]) - value) < 2e-4 * max(1, abs(value))
            expect(is_same, f'{what}: {name} is {row[name]}, not {value}')
    return rows


def check_samples(sinew, path, begin, end):
    run(sinew, 'curves', path, '--from', f'@{begin}s', '--to', f'@{end}s', '--frames', '997', '-o', 'samples.csv')
    samples = {}
    with open('samples.csv', encoding='utf-8') as file:
        for row in csv.DictReader(file):
            name = row['property'], row['component']
            samples.setdefault(name, []).append((float(row['time_s']), float(row['value'])))
    expect(len(samples) == len(CURVES), 'curves -o x.csv: another number of curves')
    for (name, component), values in samples.items():
        curve = CURVES[PROPERTIES[name], component.upper()]
        size = max(key.value for key in curve[0]) - min(key.value for key in curve[0])
        for time, value in values:
            if any(key.kind == STEP and abs(key.time - time) < 1e-6 for key in curve[0]):
                continue
            expect(abs(value - evaluate(curve, time)) < TOLERANCE * size,
                   f'samples: {name} {component} at {time}: {value}, not {evaluate(curve, time)}')
    return samples


def check_svg(sinew, path, rows, samples):
    run(sinew, 'curves', path, '-o', 'curves.svg')
    with open('curves.svg', encoding='utf-8') as file:
        lines = authored_lines(file.read())
    charts = [('translation', 'zyx'), ('rotation', 'zx')]
    names = [(name, component) for name, components in charts for component in components]
    expect([component for _, component in names] == [component for component, _ in lines], f'svg: lines {lines}')
    for chart, components in charts:
        # One scale for all lines of a chart, of x: its first and last key and its smallest and largest one.
        keys = {c: [(float(r['time_s']), float(r['value'])) for r in rows if r['property'] == chart and r['component'] == c]
                for c in components}
        steps = {c: lines[names.index((chart, c))][1] for c in components}
        ends = [step[-1] for step in steps['x']]
        low, high = min(range(len(ends)), key=lambda i: keys['x'][i][1]), max(range(len(ends)), key=lambda i: keys['x'][i][1])
        per_second = (ends[-1][0] - ends[0][0]) / (keys['x'][-1][0] - keys['x'][0][0])
        per_unit = (ends[high][1] - ends[low][1]) / (keys['x'][high][1] - keys['x'][low][1])
        left, zero = ends[0][0] - per_second * keys['x'][0][0], ends[low][1] - per_unit * keys['x'][low][1]
        for component in components:
            size = max(value for _, value in keys[component]) - min(value for _, value in keys[component])
            corners = [((x - left) / per_second, (y - zero) / per_unit) for x, y in [step[-1] for step in steps[component]]]
            for time, value in keys[component]:
                expect(any(abs(time - t) < 1e-3 and abs(value - v) < TOLERANCE * size for t, v in corners),
                       f'svg: {chart} {component} has no point for the key at {time}')
            compared = 0
            for time, value in samples[chart, component]:
                y = value_on(steps[component], left + per_second * time)
                is_jump = component == 'z' and chart == 'translation' and min(abs(time - t) for t, _ in keys['z']) < 0.02
                if y is None or is_jump:
                    continue
                compared += 1
                drawn = (y - zero) / per_unit
                expect(abs(drawn - value) < TOLERANCE * size, f'svg: {chart} {component} at {time}: {drawn}, not {value}')
            expect(compared > 100, f'svg: {chart} {component}: {compared} samples compared')


def main():
    sinew, path = sys.argv[1:]
    rows = check_keys(sinew, path)
    samples = check_samples(sinew, path, -3, 11)
    check_svg(sinew, path, rows, samples)
    print('\n'.join(failures[:20]))
    sys.exit(bool(failures))


if __name__ == '__main__':
    main()
