"""Exported text in other units and axes: the exporters write the file's own."""
from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ._pose import Space


def _convert_rows(rows: list[dict[str, float]], is_root: list[bool], space: Space) -> None:
    """Converts rows of numbers, named as in a csv: as in a file that was converted, only joints without a parent rotate."""
    if not rows:
        return
    values = np.empty((len(rows), 10))
    names = [f'translation_{axis}' for axis in 'xyz'] + [f'rotation_{axis}' for axis in 'wxyz'] + [f'scale_{axis}' for axis in 'xyz']
    positions = np.array([[row[f'position_{axis}'] for axis in 'xyz'] for row in rows])
    values[...] = [[row[name] for name in names] for row in rows]
    space.locals(values, np.array(is_root))
    space.points(positions)
    for row, local, position in zip(rows, values.tolist(), positions.tolist()):
        row.update(zip(names, local))
        row.update(zip((f'position_{axis}' for axis in 'xyz'), position))


def convert_csv(text: bytes, space: Space, unit: float, up: str) -> bytes:
    reader = csv.DictReader(io.StringIO(text.decode('utf-8'), newline=''))
    texts = list(reader)
    names = list(reader.fieldnames or [])[5:]
    rows = [{name: float(row[name] or 'nan') for name in names} for row in texts]
    _convert_rows(rows, [not row['parent'] for row in texts], space)
    out = io.StringIO(newline='')
    writer = csv.writer(out, lineterminator='\n')
    writer.writerow(reader.fieldnames or [])
    for old, row in zip(texts, rows):
        writer.writerow([old[name] for name in list(old)[:5]] + [format(row[name], '.9g') if math.isfinite(row[name]) else '' for name in names])
    return out.getvalue().encode('utf-8')


def convert_jsonl(text: bytes, space: Space, unit: float, up: str) -> bytes:
    rows = [json.loads(line) for line in text.decode('utf-8').splitlines()]
    _convert_rows(rows, [row['parent'] is None for row in rows], space)
    for row in rows:
        row.update((name, None) for name, value in row.items() if isinstance(value, float) and not math.isfinite(value))
    return ''.join(json.dumps(row, ensure_ascii=False, separators=(',', ':')) + '\n' for row in rows).encode('utf-8')


def convert_obj(text: bytes, space: Space, unit: float, up: str) -> bytes:
    lines = text.split(b'\n')
    lines[2] = b'# 1 unit = %.6g cm, %s up' % (unit * 100, up.encode('ascii'))  # of the three lines before the vertices
    steps: tuple[tuple[bytes, Callable[[NDArray[np.float64]], None]], ...] = ((b'v ', space.points), (b'vn ', space.directions))
    for kind, convert in steps:
        chosen = [i for i, line in enumerate(lines) if line.startswith(kind)]
        vectors = np.array([line.split()[1:4] for line in (lines[i] for i in chosen)], dtype=np.float64).reshape(-1, 3)
        convert(vectors)
        for i, (x, y, z) in zip(chosen, vectors.tolist()):
            lines[i] = kind + b'%.9g %.9g %.9g' % (x, y, z)
    return b'\n'.join(lines)
