#!/usr/bin/env python3
"""Makes elbow.glb: a tube with two bones, bent by 130 degrees in a second, whose elbow shows how a skinning method works.

    python3 samples/scripts/make_elbow.py samples/elbow.glb
"""

import json
import math
import struct
import sys

RINGS, SIDES, LENGTH, RADIUS, DEGREES = 48, 32, 4.0, 0.55, 130
FLOAT, BYTE, SHORT = (5126, "f"), (5121, "B"), (5123, "H")
COMPONENTS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}


def weight_of_lower(y):
    """Rises smoothly over a unit around the elbow."""
    t = min(max(y - LENGTH / 2 + 0.5, 0), 1)
    return t * t * (3 - 2 * t)


class Vertices:
    def __init__(self):
        self.positions, self.normals, self.joints, self.weights, self.indices = [], [], [], [], []

    def add(self, position, normal):
        lower = weight_of_lower(position[1])
        self.positions += position
        self.normals += normal
        self.joints += [0, 1, 0, 0]
        self.weights += [1 - lower, lower, 0, 0]
        return len(self.positions) // 3 - 1


def ring(vertices, y, normal_of):
    angles = [2 * math.pi * k / SIDES for k in range(SIDES)]
    return [vertices.add([RADIUS * math.cos(a), y, RADIUS * math.sin(a)], normal_of(a)) for a in angles]


def make_tube():
    vertices = Vertices()
    rings = [ring(vertices, LENGTH * i / RINGS, lambda a: [math.cos(a), 0, math.sin(a)]) for i in range(RINGS + 1)]
    for low, high in zip(rings, rings[1:]):
        for k in range(SIDES):
            n = (k + 1) % SIDES
            vertices.indices += [low[k], high[k], low[n], low[n], high[k], high[n]]
    for y, up in ((0.0, -1), (LENGTH, 1)):
        centre = vertices.add([0, y, 0], [0, up, 0])
        rim = ring(vertices, y, lambda a: [0, up, 0])
        for k in range(SIDES):
            pair = [rim[k], rim[(k + 1) % SIDES]]
            vertices.indices += [centre] + (pair if up < 0 else pair[::-1])
    return vertices


class Buffer:
    def __init__(self):
        self.bytes, self.views, self.accessors = b"", [], []

    def add(self, kind, shape, data, bounds=False):
        size = COMPONENTS[shape]
        self.bytes += bytes(-len(self.bytes) % 4)
        packed = struct.pack("<%d%s" % (len(data), kind[1]), *data)
        accessor = {"bufferView": len(self.views), "componentType": kind[0], "count": len(data) // size, "type": shape}
        if bounds:
            accessor["min"] = [min(data[i::size]) for i in range(size)]
            accessor["max"] = [max(data[i::size]) for i in range(size)]
        self.views.append({"buffer": 0, "byteOffset": len(self.bytes), "byteLength": len(packed)})
        self.accessors.append(accessor)
        self.bytes += packed
        return len(self.accessors) - 1


def make_document(buffer):
    tube, half = make_tube(), math.radians(DEGREES) / 2
    identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    below_elbow = identity[:13] + [-LENGTH / 2] + identity[14:]
    attributes = {
        "POSITION": buffer.add(FLOAT, "VEC3", tube.positions, True),
        "NORMAL": buffer.add(FLOAT, "VEC3", tube.normals),
        "JOINTS_0": buffer.add(BYTE, "VEC4", tube.joints),
        "WEIGHTS_0": buffer.add(FLOAT, "VEC4", tube.weights),
    }
    indices = buffer.add(SHORT, "SCALAR", tube.indices)
    times = buffer.add(FLOAT, "SCALAR", [0, 1], True)
    rotations = buffer.add(FLOAT, "VEC4", [0, 0, 0, 1, 0, 0, math.sin(half), math.cos(half)])
    channel = {"sampler": 0, "target": {"node": 2, "path": "rotation"}}
    return {
        "asset": {"version": "2.0", "generator": "make_elbow.py"},
        "scene": 0,
        "scenes": [{"nodes": [0, 1]}],
        "nodes": [
            {"name": "arm", "mesh": 0, "skin": 0},
            {"name": "upper", "children": [2]},
            {"name": "lower", "translation": [0, LENGTH / 2, 0]},
        ],
        "skins": [{"joints": [1, 2], "inverseBindMatrices": buffer.add(FLOAT, "MAT4", identity + below_elbow)}],
        "materials": [{"name": "skin", "pbrMetallicRoughness": {"baseColorFactor": [0.55, 0.5, 0.45, 1], "metallicFactor": 0}}],
        "meshes": [{"name": "tube", "primitives": [{"attributes": attributes, "indices": indices, "material": 0}]}],
        "animations": [
            {"name": "bend", "channels": [channel], "samplers": [{"input": times, "output": rotations}]}
        ],
        "accessors": buffer.accessors,
        "bufferViews": buffer.views,
    }


def main():
    buffer = Buffer()
    document = make_document(buffer)
    buffer.bytes += bytes(-len(buffer.bytes) % 4)
    document["buffers"] = [{"byteLength": len(buffer.bytes)}]
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    with open(sys.argv[1], "wb") as file:
        file.write(struct.pack("<III", 0x46546C67, 2, 28 + len(text) + len(buffer.bytes)))
        file.write(struct.pack("<II", len(text), 0x4E4F534A) + text)
        file.write(struct.pack("<II", len(buffer.bytes), 0x004E4942) + buffer.bytes)


main()
