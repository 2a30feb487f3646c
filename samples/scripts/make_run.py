#!/usr/bin/env python3
"""Makes run.glb: the clip `run` for the fox, on the joints of character.glb and without a mesh.

    python3 samples/scripts/make_run.py samples/character.glb samples/run.glb

A stride has 18 frames. Each foot is on the ground for a third of it, and moves back there at SPEED.
"""

import json
import math
import struct
import sys

FRAMES, FPS, DUTY, SPEED, LEAN = 18, 30, 0.36, 1.25, 14
TWO_PI = 2 * math.pi
STANCE = SPEED * DUTY * FRAMES / FPS  # metres


def multiply(a, b):
    x, y, z, w = a
    i, j, k, r = b
    return (w * i + x * r + y * k - z * j, w * j - x * k + y * r + z * i, w * k + x * j - y * i + z * r, w * r - x * i - y * j - z * k)


def conjugate(q):
    return (-q[0], -q[1], -q[2], q[3])


def rotate(q, v):
    return multiply(multiply(q, (*v, 0)), conjugate(q))[:3]


def about(axis, degrees):
    half = math.radians(degrees) / 2
    return tuple(math.sin(half) if i == axis else 0 for i in range(3)) + (math.cos(half),)


def turned(pitch=0, yaw=0, roll=0):
    """Leans forward, then rolls, then turns to the left."""
    return multiply(about(1, yaw), multiply(about(2, roll), about(0, pitch)))


def add(a, b):
    return tuple(x + y for x, y in zip(a, b))


def subtract(a, b):
    return tuple(x - y for x, y in zip(a, b))


class Skeleton:
    """The joints of a glTF file, parents first, and their rest pose in model space."""

    def __init__(self, nodes, root):
        self.nodes, self.order, self.parent, self.rotation, self.position = nodes, [], {}, {}, {}
        self.visit(root, None)
        self.index = {nodes[i]["name"]: i for i in self.order}

    def visit(self, index, parent):
        node = self.nodes[index]
        rotation, move = tuple(node.get("rotation", (0, 0, 0, 1))), tuple(node.get("translation", (0, 0, 0)))
        self.order.append(index)
        self.parent[index] = parent
        self.rotation[index] = rotation if parent is None else multiply(self.rotation[parent], rotation)
        self.position[index] = move if parent is None else add(self.position[parent], rotate(self.rotation[parent], move))
        for child in node.get("children", []):
            self.visit(child, index)

    def local(self, index, change):
        """The local rotation of a joint that is changed about the axes of model space, relative to its parent."""
        parent = self.parent[index]
        above = (0, 0, 0, 1) if parent is None else self.rotation[parent]
        return multiply(conjugate(above), multiply(change, self.rotation[index]))


def foot_path(phase):
    """Where the ankle is, forward and up from its rest, and the pitch of the foot in degrees."""
    if phase < DUTY:
        t = phase / DUTY
        return STANCE * (0.45 - t), 0.045 * max(t - 0.55, 0) ** 1.5 / 0.45**1.5, 42 * max(t - 0.55, 0) / 0.45
    t = (phase - DUTY) / (1 - DUTY)
    back = -(1 - DUTY) / DUTY  # the foot leaves and meets the ground with the speed of the ground
    forward = -0.55 + t * t * (3 - 2 * t) + back * t * (1 - t) * (1 - 2 * t)
    return STANCE * forward, 0.045 * (1 - t) ** 2 + 0.11 * math.sin(math.pi * t) ** 1.3, 42 * (1 - t) ** 2 * (1 + 5.9 * t)


def solve_leg(skeleton, side, hips, hips_position, phase, changes):
    """Bends thigh and shin in the plane of the motion so that the ankle is on its path."""
    thigh, shin, foot = (skeleton.index[name + "." + side] for name in ("thigh", "shin", "foot"))
    rest = skeleton.position
    start = add(hips_position, rotate(hips, subtract(rest[thigh], rest[skeleton.parent[thigh]])))
    forward, up, pitch = foot_path(phase)
    goal = (rest[foot][0], rest[foot][1] + up, rest[foot][2] + forward)
    upper, lower = subtract(rest[shin], rest[thigh]), subtract(rest[foot], rest[shin])
    a, b = math.hypot(*upper[1:]), math.hypot(*lower[1:])
    down, ahead = start[1] - goal[1], goal[2] - start[2]
    distance = min(math.hypot(down, ahead), 0.998 * (a + b))
    bend = math.acos((a * a + distance * distance - b * b) / (2 * a * distance))
    thigh_angle = math.atan2(ahead, down) + bend
    knee = (a * math.cos(thigh_angle), a * math.sin(thigh_angle))
    end = math.atan2(ahead, down)
    shin_angle = math.atan2(distance * math.sin(end) - knee[1], distance * math.cos(end) - knee[0])
    rest_angles = [math.atan2(v[2], -v[1]) for v in (upper, lower)]
    worlds = [about(0, math.degrees(rest_angles[0] - thigh_angle)), about(0, math.degrees(rest_angles[1] - shin_angle)), about(0, pitch)]
    above = hips
    for joint, world in zip((thigh, shin, foot), worlds):
        changes[joint] = multiply(conjugate(above), world)
        above = world
    lifted = max(phase - DUTY, 0) / (1 - DUTY)  # in the air the toe straightens
    changes[skeleton.index["toe." + side]] = about(0, -(pitch if phase < DUTY else 42 * max(1 - lifted / 0.6, 0) ** 2))


def swing_arms(skeleton, phase, changes):
    for side, mirror, offset in (("L", 1, 0.5), ("R", -1, 0)):
        swing = math.cos(TWO_PI * (phase + offset))
        changes[skeleton.index["upper_arm." + side]] = multiply(about(0, 8 - 46 * swing), about(2, -mirror * 40))
        changes[skeleton.index["forearm." + side]] = multiply(about(0, -62 - 14 * swing), about(2, mirror * 6))


def pose(skeleton, phase):
    """Changes of the joints, and the offset of the hips, at a phase of the stride; the left foot lands at 0."""
    twice = math.cos(2 * TWO_PI * (phase - DUTY / 2))
    sway, twist = math.sin(TWO_PI * phase), math.cos(TWO_PI * phase)
    offset = (0, -0.028 - 0.022 * twice, 0)
    hips = turned(pitch=LEAN * 0.6, yaw=-7 * twist, roll=3 * sway)
    at = skeleton.index
    changes = {at["hips"]: hips, at["spine"]: turned(LEAN * 0.4 + 2 * twice, 6 * twist), at["chest"]: turned(3 * twice, 9 * twist),
               at["neck"]: turned(-LEAN * 0.4, -4 * twist), at["head"]: turned(-LEAN * 0.5 - 3 * twice, -3 * twist)}
    for i in range(5):
        late = TWO_PI * (phase - 0.08 * i)
        changes[at["tail.%d" % (i + 1)]] = turned(-14 + 8 * math.cos(2 * late) + 8 * (i == 0), 9 * math.sin(late))
    for i in range(4):
        changes[at["scarf.%d" % (i + 1)]] = turned(-(34, 12, 6, 4)[i] + 5 * math.cos(2 * TWO_PI * (phase - 0.1 * i)), 4 * math.sin(TWO_PI * phase - i))
    for side in "LR":
        changes[at["ear.1." + side]] = turned(-12 + 5 * math.cos(2 * TWO_PI * (phase - 0.2)))
    hips_position = add(skeleton.position[at["hips"]], offset)
    for side, start in (("L", 0.0), ("R", 0.5)):
        solve_leg(skeleton, side, hips, hips_position, (phase + start) % 1, changes)
    swing_arms(skeleton, phase, changes)
    return changes, offset


class Buffer:
    def __init__(self):
        self.bytes, self.views, self.accessors = b"", [], []

    def add(self, shape, rows):
        values = [v for row in rows for v in (row if isinstance(row, tuple) else (row,))]
        packed = struct.pack("<%df" % len(values), *values)
        accessor = {"bufferView": len(self.views), "componentType": 5126, "count": len(rows), "type": shape}
        if shape == "SCALAR":
            accessor.update(min=[min(values)], max=[max(values)])
        self.views.append({"buffer": 0, "byteOffset": len(self.bytes), "byteLength": len(packed)})
        self.accessors.append(accessor)
        self.bytes += packed
        return len(self.accessors) - 1


def animate(skeleton, buffer):
    poses = [pose(skeleton, (frame % FRAMES) / FRAMES) for frame in range(FRAMES + 1)]
    times = buffer.add("SCALAR", [frame / FPS for frame in range(FRAMES + 1)])
    hips = skeleton.index["hips"]
    above = skeleton.rotation[skeleton.parent[hips]]
    rest = tuple(skeleton.nodes[hips].get("translation", (0, 0, 0)))
    tracks = [(hips, "translation", "VEC3", [add(rest, rotate(conjugate(above), offset)) for _, offset in poses])]
    for joint in sorted(set().union(*[set(changes) for changes, _ in poses])):
        rotations = [skeleton.local(joint, changes.get(joint, (0, 0, 0, 1))) for changes, _ in poses]
        for i in range(1, len(rotations)):  # neighbours in one hemisphere
            if sum(a * b for a, b in zip(rotations[i - 1], rotations[i])) < 0:
                rotations[i] = tuple(-v for v in rotations[i])
        tracks.append((joint, "rotation", "VEC4", rotations))
    samplers, channels = [], []
    for joint, path, shape, rows in tracks:
        channels.append({"sampler": len(samplers), "target": {"node": joint, "path": path}})
        samplers.append({"input": times, "output": buffer.add(shape, rows)})
    return {"name": "run", "samplers": samplers, "channels": channels}


def main():
    data = open(sys.argv[1], "rb").read()
    source = json.loads(data[20 : 20 + struct.unpack("<I", data[12:16])[0]])
    root = source["scenes"][0]["nodes"][0]
    nodes = [{k: v for k, v in node.items() if k in ("name", "children", "translation", "rotation", "scale")} for node in source["nodes"]]
    buffer = Buffer()
    document = {"asset": {"version": "2.0", "generator": "make_run.py"}, "scene": 0, "scenes": [{"nodes": [root]}], "nodes": nodes,
                "animations": [animate(Skeleton(nodes, root), buffer)]}
    document.update(buffers=[{"byteLength": len(buffer.bytes)}], bufferViews=buffer.views, accessors=buffer.accessors)
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    with open(sys.argv[2], "wb") as out:
        out.write(struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(buffer.bytes)))
        out.write(struct.pack("<I4s", len(text), b"JSON") + text)
        out.write(struct.pack("<I4s", len(buffer.bytes), b"BIN\0") + buffer.bytes)


if __name__ == "__main__":
    main()
