"""Makes face.fbx: a morphing face with vertex colours, ten shape keys and a clip.

    blender -b --python samples/scripts/make_face.py [-- still.png frame ...]
"""
import os
import sys

import bpy
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
SAMPLES = os.path.dirname(HERE)
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True

import build
from fox import catmull
from motion import keys
from shapes import (V, smin, smax, ellipsoid, cone, chain, surface_nets, loft, step, mix, rgb, occlusion, normals_of, smooth,
                    edges_of)

SKIN, WARM, BLUSH = rgb("#ffd3ad"), rgb("#f2a97f"), rgb("#f58f7c")
HAIR, HAIR_HI = rgb("#7d3350"), rgb("#cf6f72")
INK, IRIS, IRIS_LO, WHITE = rgb("#33202a"), rgb("#1d6f73"), rgb("#3fb8a6"), rgb("#fffaf2")
MOUTH, TONGUE, TEAL, TEAL_LO = rgb("#7c2436"), rgb("#ee7f7d"), rgb("#22a09c"), rgb("#14747a")
FRAMES = 135

LOCK = [V(0.0, -0.02, 0.50), V(0.0, -0.05, 0.60), V(0.035, -0.10, 0.70), V(0.11, -0.14, 0.735), V(0.165, -0.16, 0.68)]
SHAPES = ["smile", "open", "oh", "blink_left", "blink_right", "brows_up", "brows_down", "look_left", "look_right", "puff"]


# ------------------------------------------------------------------ shapes
def sym(p):
    return np.stack([np.abs(p[:, 0]), p[:, 1], p[:, 2]], 1)


def ball(p):
    d = ellipsoid(p, (0, 0, 0.05), (0.50, 0.46, 0.46))
    d = smin(d, ellipsoid(sym(p), (0.19, -0.10, -0.14), (0.26, 0.28, 0.22)), 0.12)
    return smin(d, ellipsoid(p, (0, -0.14, -0.27), (0.20, 0.22, 0.13)), 0.12)


def head(p):
    q = sym(p)
    d = ball(p)
    d = smin(d, ellipsoid(q, (0.52, 0.03, -0.06), (0.075, 0.10, 0.125)), 0.05)
    d = smax(d, -ellipsoid(q, (0.585, -0.04, -0.06), (0.05, 0.06, 0.075)), 0.03)
    d = smin(d, ellipsoid(p, (0, -0.475, -0.10), (0.058, 0.055, 0.05)), 0.05)
    return smin(d, cone(p, (0, 0.04, -0.30), (0, 0.05, -0.62), 0.15, 0.17), 0.05)


def hair(p):
    q = sym(p)
    d = ball(p) - 0.055
    face = ellipsoid(p, (0, -0.52, -0.13), (0.455, 0.50, 0.475))
    d = smax(d, -face, 0.04)
    d = smax(d, -(p[:, 2] + 0.30 - 0.25 * p[:, 1] * -1), 0.05)
    # the fringe, swept to one side
    for a, b, r in (((-0.10, -0.33, 0.46), (0.20, -0.47, 0.315), 0.12),
                    ((0.05, -0.30, 0.44), (0.37, -0.37, 0.20), 0.12),
                    ((-0.14, -0.33, 0.46), (-0.10, -0.49, 0.335), 0.10),
                    ((-0.18, -0.30, 0.44), (-0.36, -0.36, 0.20), 0.11),
                    ((0.30, -0.25, 0.33), (0.455, -0.24, 0.00), 0.09),
                    ((-0.34, -0.22, 0.30), (-0.455, -0.24, -0.04), 0.085)):
        d = smin(d, cone(p, a, b, r, 0.02), 0.03)
    # two buns
    d = smin(d, ellipsoid(q, (0.36, 0.06, 0.50), (0.17, 0.165, 0.165)), 0.03)
    # a sprout of hair on the crown
    return d


def scarf(p):
    q = p - V(0, 0.03, -0.555)
    r = np.hypot(q[:, 0], q[:, 1])
    a = np.arctan2(q[:, 0], -q[:, 1])
    rings = None
    for z, rr, k in ((-0.05, 0.29, 0.4), (0.055, 0.255, -0.5)):
        z = z + 0.022 * np.sin(a + k * 4)
        e = np.hypot((r - rr), (q[:, 2] - z) * 1.15) - 0.088
        rings = e if rings is None else smin(rings, e, 0.045)
    return smin(rings, ellipsoid(p, (0.17, -0.31, -0.60), (0.085, 0.07, 0.085)), 0.02)


def onto(x, z, off, f=ball):
    """The point of the face in front of (x, z), lifted by off."""
    x, z = np.atleast_1d(x).astype(float), np.atleast_1d(z).astype(float)
    lo, hi = np.full(len(x), -1.0), np.full(len(x), -0.1)
    for _ in range(40):
        m = (lo + hi) / 2
        inside = f(np.stack([x, m, z], 1)) < 0
        hi = np.where(inside, m, hi)
        lo = np.where(inside, lo, m)
    p = np.stack([x, hi, z], 1)
    return p + normals_of(f, p) * np.asarray(off)[..., None]


# ---------------------------------------------------- how the skin moves
def bell(p, c, r):
    return np.exp(-(((p - np.asarray(c)) / np.asarray(r)) ** 2).sum(1))


def flesh(shape, p):
    """Where a shape key takes the flesh at p (an offset)."""
    q = sym(p)
    sx = np.sign(p[:, 0])
    front = step(0.0, -0.2, p[:, 1])
    o = np.zeros_like(p)
    if shape in ("smile", "puff"):
        k = 1.0 if shape == "smile" else 0.4
        b = bell(q, (0.27, -0.36, -0.14), (0.13, 0.2, 0.11)) * front * k
        o += b[:, None] * V(0, -0.030, 0.040) + (b * sx)[:, None] * V(0.022, 0, 0)
    if shape == "puff":
        b = bell(q, (0.30, -0.26, -0.22), (0.15, 0.22, 0.14)) * front
        o += b[:, None] * V(0, -0.07, 0) + (b * sx)[:, None] * V(0.085, 0, 0)
    if shape in ("open", "oh"):
        k = {"open": 0.085, "oh": 0.05}[shape]
        j = step(-0.17, -0.36, p[:, 2]) * step(0.16, -0.12, p[:, 1]) * step(-0.50, -0.40, p[:, 2])
        o += j[:, None] * V(0, 0.01, -k)
        b = bell(q, (0.28, -0.3, -0.2), (0.14, 0.2, 0.14)) * front
        o -= (b * sx)[:, None] * V(0.02, 0, 0)
    if shape == "brows_up":
        o += (bell(q, (0.2, -0.4, 0.25), (0.2, 0.2, 0.12)) * front)[:, None] * V(0, 0, 0.02)
    return o


# --------------------------------------------------------------- stickers
EX, EZ, ERX, ERZ = 0.190, -0.005, 0.096, 0.122


def eye_part(kind, side, shape):
    """(points, faces, colours per face) of a layer of one eye under a shape key."""
    m = 1 if side == "left" else -1
    closed = shape == "blink_" + side
    gx = {"look_left": 0.030, "look_right": -0.030}.get(shape, 0.0)
    lift = {"white": 0.004, "iris": 0.009, "glint": 0.014}[kind]
    if kind == "white":
        c, r, rings, seg = (0, 0), (ERX, ERZ), (0.4, 0.8, 1.0), 20
        cols = [WHITE, WHITE, WHITE]
    elif kind == "iris":
        c, r, rings, seg = (gx - m * 0.008, -0.006), (0.080, 0.112), (0.30, 0.52, 0.86, 1.0), 20
        cols = [INK, INK, None, INK]
    else:
        c, r, rings, seg = (gx * 0.8 + 0.020 - m * 0.008, 0.044), (0.026, 0.030), (1.0,), 10
        cols = [V(1, 1, 1)]
    pts, tags = [(c[0], c[1])], []
    for k in rings:
        for j in range(seg):
            a = 2 * np.pi * j / seg
            pts.append((c[0] + r[0] * k * np.cos(a), c[1] + r[1] * k * np.sin(a)))
    pts = np.array(pts)
    faces = []
    for j in range(seg):
        faces.append((0, 1 + (j + 1) % seg, 1 + j, -1))
        tags.append(cols[0])
    for i in range(1, len(rings)):
        a, b = 1 + (i - 1) * seg, 1 + i * seg
        for j in range(seg):
            k = (j + 1) % seg
            faces.append((a + j, a + k, b + k, b + j))
            mid = pts[[a + j, a + k, b + k, b + j]].mean(0)
            if cols[i] is None:
                t = step(0.03, -0.07, mid[1] - c[1])
                tags.append(mix(IRIS[None], IRIS_LO[None], np.array([t]))[0])
            else:
                tags.append(cols[i])
    if kind == "iris" and shape is not None:
        # the iris never leaves the white
        k = np.sqrt((pts[:, 0] / (ERX * 0.985)) ** 2 + (pts[:, 1] / (ERZ * 0.985)) ** 2)
        over = k > 1
        pts[over] /= k[over][:, None]
    x, z = pts[:, 0], pts[:, 1]
    if closed:
        z = lid_line(x) + z * 0.012
        lift = lift * 0.3 - 0.012
    bulge = 0.016 * np.clip(1 - (x / ERX) ** 2 - (z / ERZ) ** 2, 0, 1)
    if closed:
        bulge = 0 * bulge
    p = onto(m * EX + x, EZ + z, lift + bulge)
    return p, np.array(faces), tags


def lid_line(x):
    return -0.048 + 0.036 * (x / ERX) ** 2


def lash(side, shape):
    m = 1 if side == "left" else -1
    a = np.linspace(np.radians(14), np.radians(166), 15)
    x, z = (ERX + 0.004) * np.cos(a), (ERZ + 0.003) * np.sin(a)
    w = 0.006 + 0.011 * np.sin(a) ** 0.7
    # the outer corner flicks out
    out = np.clip(np.cos(a) * m, 0, 1) ** 3
    x = x + m * 0.013 * out
    z = z - 0.008 * out
    if shape == "blink_" + side:
        x = (ERX + 0.006) * np.cos(a) * 1.04
        z = lid_line(x)
        w = w * 0.85
    path = onto(m * EX + x, EZ + z, 0.026 if shape == "blink_" + side else 0.012)
    n = normals_of(ball, path)
    t = np.gradient(path, axis=0)
    s = np.cross(n, t)
    s /= np.linalg.norm(s, axis=1, keepdims=True)
    p, f = loft(path, s, w, np.full(len(a), 0.008), 6)
    return p, f, [INK] * len(f)


def brow(side, shape):
    m = 1 if side == "left" else -1
    u = np.linspace(-1, 1, 11)                       # inner .. outer
    x = m * (0.195 + 0.095 * u)
    z = 0.192 + 0.022 * (1 - u ** 2) - 0.008 * u
    if shape == "brows_up":
        z = z + 0.062 + 0.018 * (1 - u ** 2)
    if shape == "brows_down":
        z = z - 0.035 - 0.034 * (0.5 - 0.5 * u)
        x = x - m * 0.018
    path = onto(x, z, 0.012)
    n = normals_of(ball, path)
    t = np.gradient(path, axis=0)
    s = np.cross(n, t)
    s /= np.linalg.norm(s, axis=1, keepdims=True)
    w = 0.021 * np.sqrt(np.clip(1.02 - np.abs(u * 0.96) ** 3, 0.06, 1)) * (1 - 0.22 * u)
    p, f = loft(path, s, w, np.full(len(u), 0.012), 6)
    return p, f, [HAIR] * len(f)


COLS, ROWS = 23, 11


def mouth(shape):
    """A grid between the lips. Its rows: line, teeth, dark, tongue, line."""
    u = np.sin(np.linspace(-0.5, 0.5, COLS) * np.pi)
    w, curve, gap, drop, line, tilt = {
        "smile": (0.175, 0.080, 0.060, 0.0, 0.0095, 1), "open": (0.112, -0.035, 0.180, -0.045, 0.009, 1),
        "oh": (0.060, -0.022, 0.105, -0.02, 0.009, 1), "puff": (0.055, 0.004, 0.0, 0.006, 0.0085, 0),
        "brows_down": (0.105, 0.012, 0.0, 0.0, 0.0085, 0),
    }.get(shape, (0.118, 0.036, 0.0, 0.0, 0.0085, 0))
    zc = -0.232 + drop
    x = u * w
    mid = zc + curve * (u ** 2 - 0.45)
    prof = np.sqrt(np.clip(1 - u ** 2, 0, 1))
    top = mid + gap * 0.42 * prof
    bot = mid - gap * 0.58 * prof
    if shape == "smile":
        top = zc + 0.058 * (u ** 2 - 0.45) + 0.002
        bot = top - 0.098 * (1 - np.abs(u) ** 2.4)
    th = line * (0.55 + 0.45 * prof)
    inner = np.clip(top - bot, 0, None)
    stops = [0, 0.001, 0.20, 0.24, 0.42, 0.55, 0.58, 0.76, 0.999, 1.0]
    pts = []
    # rows top to bottom: outer line, then the stops inside, then outer line
    zs = [top + th] + [top - inner * s for s in stops[1:-1]] + [bot - th]
    zs = [zs[0]] + [top + 0 * th] + zs[1:-1][0:8] + [bot] + [zs[-1]]
    rows = len(zs)
    for i, z in enumerate(zs):
        if 0 < i < rows - 1 and shape not in ("smile", "open", "oh"):
            z = mid + th * (0.5 - i / (rows - 1)) * 0.2
        pts.append(onto(x, z, 0.006))
    p = np.concatenate(pts)
    faces, cols = [], []
    for i in range(rows - 1):
        for j in range(COLS - 1):
            faces.append((i * COLS + j, (i + 1) * COLS + j, (i + 1) * COLS + j + 1, i * COLS + j + 1))
            c = INK if i in (0, rows - 2) else WHITE if i in (1, 2) else MOUTH if i < 7 else TONGUE
            # teeth and tongue keep to the middle
            uc = abs((u[j] + u[j + 1]) / 2)
            if c is WHITE and uc > 0.74:
                c = MOUTH
            if c is TONGUE and uc > 0.62:
                c = MOUTH
            cols.append(c)
    return p, np.array(faces), cols


# ------------------------------------------------------------------ build
def lit(f, p, n, col, reach=0.16, k=0.8):
    a = np.clip(occlusion(f, p + n * 0.005, n, reach) * 1.1, 0, 1)
    return col * mix(mix(rgb("#b0525c")[None], V(1, 1, 1)[None], 1 - k), V(1, 1, 1)[None], step(0.1, 0.9, a))


def all_of(p):
    return np.minimum(np.minimum(head(p), hair(p)), scarf(p))


def fixed_parts():
    p, q = surface_nets(head, (-0.64, -0.56, -0.60), (0.64, 0.54, 0.56), 0.058)
    n = normals_of(head, p)
    col = np.vertex_block(SKIN, (len(p), 1))
    x = np.abs(p[:, 0])
    b = np.exp(-(((x - 0.295) / 0.085) ** 2 + ((p[:, 2] + 0.155) / 0.055) ** 2)) * (p[:, 1] < -0.1)
    nose = np.exp(-(((x) / 0.06) ** 2 + ((p[:, 2] + 0.105) / 0.045) ** 2)) * (p[:, 1] < -0.45)
    ear = np.exp(-(((x - 0.56) / 0.06) ** 2 + ((p[:, 2] + 0.06) / 0.07) ** 2)) * (p[:, 1] < 0.02)
    col = mix(col, BLUSH[None], np.clip(b * 0.62 + nose * 0.35 + ear * 0.55, 0, 1))
    col = mix(col, WARM[None], 0.5 * step(-0.28, -0.5, p[:, 2]))
    col = lit(all_of, p, n, col, 0.13, 0.7)
    yield "head", p, q, col[q]
    p, q = surface_nets(hair, (-0.62, -0.66, -0.44), (0.62, 0.60, 0.86), 0.056)
    n = normals_of(hair, p)
    t = np.clip(0.55 * n[:, 2] + 0.35 * np.sin(9 * p[:, 0] + 5 * p[:, 2]) * step(-0.2, 0.4, p[:, 2]), 0, 1)
    col = lit(all_of, p, n, mix(HAIR[None], HAIR_HI[None], t), 0.16, 0.55)
    yield "hair", p, q, col[q]
    # one stray lock on the crown
    t = np.linspace(0, 4, 15)
    path = np.array([catmull(LOCK, x) for x in t])
    p, q = loft(path, np.vertex_block(V(1, 0.35, 0), (15, 1)), np.interp(t, [0, 1.2, 4], [0.05, 0.046, 0.004]),
                np.interp(t, [0, 1.2, 4], [0.034, 0.030, 0.004]), 8)
    yield "lock", p, q, mix(HAIR[None], HAIR_HI[None], step(0.5, 0.72, p[:, 2]))[q]
    p, q = surface_nets(scarf, (-0.46, -0.46, -0.76), (0.46, 0.46, -0.36), 0.058)
    n = normals_of(scarf, p)
    col = lit(all_of, p, n, mix(TEAL[None], TEAL_LO[None], step(0.5, -0.8, n[:, 2])), 0.12, 0.6)
    yield "scarf", p, q, col[q]


def moving_parts(shape):
    for s in ("left", "right"):
        for k in ("white", "iris", "glint"):
            yield (k + "." + s,) + eye_part(k, s, shape)
        yield ("lash." + s,) + lash(s, shape)
        yield ("brow." + s,) + brow(s, shape)
    yield ("mouth",) + mouth(shape)


def freckles():
    for m in (1, -1):
        for x, z in ((0.245, -0.125), (0.295, -0.138), (0.275, -0.172)):
            a = np.linspace(0, 2 * np.pi, 7)[:-1]
            px = np.append(m * x + 0.0095 * np.cos(a), m * x)
            pz = np.append(z + 0.0095 * np.sin(a), z)
            p = onto(px, pz, 0.0035)
            yield "freckle", p, np.array([(6, (j + 1) % 6, j, -1) for j in range(6)]), [rgb("#d97f62")] * 6


def main():
    build.clear()
    sc = bpy.context.scene
    sc.name = "expressions"
    pts, faces, cols, names, spans = [], [], [], [], []
    base = 0

    def add(name, p, q, c):
        nonlocal base
        for f, k in zip(q, c):
            ids = [base + int(v) for v in f if v >= 0]
            k = np.asarray(k)
            faces.append(ids)
            cols.extend([k[i] if k.ndim == 2 else k for i in range(len(ids))])
        pts.append(p)
        spans.append((name, base, base + len(p)))
        base += len(p)

    for a in fixed_parts():
        add(*a)
    for a in freckles():
        add(*a)
    for a in moving_parts(None):
        add(*a)
    rest = np.concatenate(pts)
    me = bpy.data.meshes.new("Face")
    me.from_pydata([tuple(p) for p in rest], [], faces)
    me.polygons.foreach_set("use_smooth", [True] * len(faces))
    # mouth and eyes look out of the face whatever their winding came to
    me.update()
    flip = []
    for (n, a, b) in spans:
        if n.split(".")[0] in ("white", "iris", "glint", "mouth", "freckle"):
            poly = [p for p in me.polygons if a <= p.vertices[0] < b]
            if sum(p.normal.y * p.area for p in poly) > 0:
                flip.append(n)
                for p in poly:
                    p.flip()
    print("turned", flip)
    vc = me.color_attributes.new("Col", "BYTE_COLOR", "CORNER")
    order = []
    start = 0
    for p, f in zip(me.polygons, faces):
        idx = {v: cols[start + i] for i, v in enumerate(f)}
        order.extend([idx[me.loops[l].vertex_index] for l in p.loop_indices])
        start += len(f)
    c = np.concatenate([np.array(order), np.ones((len(order), 1))], 1)
    vc.data.foreach_set("color_srgb", np.clip(c, 0, 1).ravel())
    uv = me.uv_layers.new(name="UVMap")
    co = rest * V(0.7, 1, 0.7) + V(0.5, 0, 0.5)
    uv.data.foreach_set("uv", np.array([co[l.vertex_index][[0, 2]] for l in me.loops]).ravel())
    ob = bpy.data.objects.new("Face", me)
    sc.collection.objects.link(ob)
    mat = build.material("Face")
    node = mat.node_tree.nodes.new("ShaderNodeVertexColor")
    node.layer_name = "Col"
    bs = mat.node_tree.nodes["Principled BSDF"]
    bs.inputs["Base Color"].default_value = (1, 1, 1, 1)
    stills = "--" in sys.argv
    if stills:
        mat.node_tree.links.new(node.outputs["Color"], bs.inputs["Base Color"])
    me.materials.append(mat)
    # shape keys
    ob.shape_key_add(name="Basis", from_mix=False)
    for s in SHAPES:
        new = rest.copy()
        moved = {}
        for i, (n, p, q, c) in enumerate(moving_parts(s)):
            moved[n] = p
        for n, a, b in spans:
            if n in moved:
                new[a:b] = moved[n]
            if n in ("head", "freckle", "mouth") or n.startswith(("white", "iris", "glint", "lash")):
                k = 0.35 if n.startswith(("white", "iris", "glint", "lash")) else 1
                new[a:b] += k * flesh(s, rest[a:b] if n in ("head", "freckle") else new[a:b])
        new[np.abs(new - rest).max(1) < 1e-5] = rest[np.abs(new - rest).max(1) < 1e-5]
        kb = ob.shape_key_add(name=s, from_mix=False)
        kb.data.foreach_set("co", new.ravel())
        print("shape", s, int((np.abs(new - rest).max(1) > 0).sum()), "points")
    # a small rig: the head nods, the scarf stays
    arm = bpy.data.armatures.new("Rig")
    ao = bpy.data.objects.new("Rig", arm)
    sc.collection.objects.link(ao)
    bpy.context.view_layer.objects.active = ao
    bpy.ops.object.mode_set(mode="EDIT")
    prev = None
    for n, h, t in (("base", (0, 0.05, -0.85), (0, 0.05, -0.62)), ("neck", (0, 0.05, -0.62), (0, 0.04, -0.38)),
                    ("head", (0, 0.04, -0.38), (0, 0.0, 0.5)), ("lock", (0, -0.02, 0.50), (0.05, -0.11, 0.72))):
        b = arm.edit_bones.new(n)
        b.head, b.tail = h, t
        b.parent = prev
        prev = b
    bpy.ops.object.mode_set(mode="OBJECT")
    z, y = rest[:, 2], rest[:, 1]
    W = {b.name: np.zeros(len(rest)) for b in arm.bones}
    for n, a, b in spans:
        zz = rest[a:b, 2]
        if n == "scarf":
            W["base"][a:b] = step(-0.50, -0.62, zz)
            W["neck"][a:b] = 1 - W["base"][a:b]
        elif n == "head":
            in_neck = step(0.30, 0.22, np.hypot(rest[a:b, 0], rest[a:b, 1] - 0.04)) * step(-0.34, -0.44, zz)
            W["neck"][a:b] = in_neck
            W["head"][a:b] = 1 - in_neck
        elif n == "lock":
            s = step(0.52, 0.66, zz)
            W["lock"][a:b] = s
            W["head"][a:b] = 1 - s
        else:
            W["head"][a:b] = 1
    for n, w in W.items():
        g = ob.vertex_groups.new(name=n)
        for i in np.nonzero(w > 0.005)[0]:
            g.add([int(i)], float(w[i]), "REPLACE")
    ob.parent = ao
    mod = ob.modifiers.new("Rig", "ARMATURE")
    mod.object = ao
    animate(ob, ao)
    sc.frame_start, sc.frame_end = 0, FRAMES
    print("vertices", len(rest), "faces", len(faces))
    if stills:
        return look(ob, sys.argv[sys.argv.index("--") + 1:])
    for o in (ob, ao):
        o.select_set(True)
    build.thrifty_fbx()
    bpy.ops.export_scene.fbx(
        filepath=os.path.join(SAMPLES, "face.fbx"), use_selection=True, object_types={"ARMATURE", "MESH"},
        add_leaf_bones=False, mesh_smooth_type="OFF", bake_anim=True, bake_anim_use_nla_strips=False,
        bake_anim_use_all_actions=False, bake_anim_use_all_bones=False, bake_anim_force_startend_keying=False,
        bake_anim_simplify_factor=0.1, path_mode="RELATIVE", colors_type="SRGB")


CURVES = {
    "smile": ((0, 0.0), (14, 0), (24, 1.0), (29, 0.9), (44, 0.85), (56, 0.9), (66, 0.95), (76, 0), (112, 0), (122, 0.35), (135, 0)),
    "open": ((0, 0), (90, 0), (95, 0.55), (98, 0.15), (102, 0.8), (106, 0.1), (109, 0.45), (114, 0), (135, 0)),
    "oh": ((0, 0), (72, 0), (78, 1.0), (82, 0.9), (88, 0.9), (94, 0), (135, 0)),
    "blink_left": ((0, 0), (7, 0), (10, 1), (11, 1), (15, 0), (54, 0), (58, 1), (64, 1), (69, 0), (73, 0), (75, 0.8), (78, 0),
                   (116, 0), (119, 1), (120, 1), (124, 0), (135, 0)),
    "blink_right": ((0, 0), (7, 0), (10, 1), (11, 1), (15, 0), (73, 0), (75, 0.8), (78, 0), (116, 0), (119, 1), (120, 1), (124, 0), (135, 0)),
    "brows_up": ((0, 0), (14, 0), (22, 0.7), (30, 0.45), (50, 0.4), (58, 0.1), (72, 0.1), (78, 1.1), (90, 0.9), (97, 0.2), (103, 0.6), (112, 0), (135, 0)),
    "brows_down": ((0, 0), (54, 0), (58, 0.25), (66, 0.2), (70, 0), (71, 0.15), (75, 0), (135, 0)),
    "look_left": ((0, 0), (31, 0), (34, 1), (41, 1), (44, 0), (135, 0)),
    "look_right": ((0, 0), (41, 0), (45, 1), (51, 1), (54, 0), (135, 0)),
    "puff": ((0, 0), (110, 0), (116, 0.9), (122, 0.75), (128, 0), (135, 0)),
}


def animate(ob, ao):
    act = bpy.data.actions.new("expressions")
    sk = ob.data.shape_keys
    sk.animation_data_create().action = act
    for s, pts in CURVES.items():
        kb = sk.key_blocks[s]
        kb.slider_max = 1.2
        fc = act.fcurves.new('key_blocks["%s"].value' % s)
        for f in range(FRAMES + 1):
            k = fc.keyframe_points.insert(f, float(keys(f, *pts)), options={"FAST"})
            k.interpolation = "LINEAR"
        fc.update()
    bact = bpy.data.actions.new("nod")
    ao.animation_data_create().action = bact
    turn = {
        "neck": (((0, 0), (10, 3), (20, -2), (40, 0), (72, 3), (78, -5), (90, -4), (98, 2), (106, 0), (116, 4), (135, 0)),
                 ((0, 0), (31, 0), (40, 4), (54, -4), (66, 0), (135, 0)),
                 ((0, 0), (50, 0), (60, 5), (68, 5), (78, 0), (135, 0))),
        "head": (((0, 0), (10, 5), (21, -4), (30, 0), (72, 5), (79, -6), (90, -4), (97, 3), (102, -3), (107, 2), (117, 5), (126, -1), (135, 0)),
                 ((0, 0), (32, 0), (42, 10), (55, -9), (68, 0), (135, 0)),
                 ((0, 0), (50, 0), (61, 10), (68, 9), (79, -2), (90, 0), (135, 0))),
    }
    import motion
    from mathutils import Quaternion
    for b in ao.data.bones:
        pb = ao.pose.bones[b.name]
        pb.rotation_mode = "QUATERNION"
        R = b.matrix_local.to_quaternion()
        qs = []
        for f in range(FRAMES + 1):
            if b.name in turn:
                x, z, y = [float(keys(f, *c)) for c in turn[b.name]]
                q = motion.quat(motion.ypr(yaw=z, pitch=x, roll=y))
            elif b.name == "lock":
                # trails the head: the difference between where it is and was
                lag = [float(keys(f, *c)) - float(keys(max(f - 4, 0), *c)) for c in turn["head"]]
                q = motion.quat(motion.ypr(pitch=-2.2 * lag[0], roll=-2.0 * lag[2] - 1.2 * lag[1]))
            else:
                q = (1, 0, 0, 0)
            qs.append(R.inverted() @ Quaternion(q) @ R)
        if b.name == "base":
            continue
        for i in range(4):
            fc = bact.fcurves.new('pose.bones["%s"].rotation_quaternion' % b.name, index=i)
            for f, q in enumerate(qs):
                fc.keyframe_points.insert(f, q[i], options={"FAST"}).interpolation = "LINEAR"
            fc.update()


def look(ob, extra):
    import tempfile

    import preview
    preview.W, preview.H = 300, 320
    cam = preview.stage(floor=False)
    vertex_blocks = []
    tmp = tempfile.mkdtemp()
    for s in extra[1:]:
        f, a = (s.split(":") + ["12"])[:2]
        if f in SHAPES or f == "rest":
            ob.data.shape_keys.animation_data_clear()
            ob.parent.data.pose_position = "REST"
            for k in SHAPES:
                ob.data.shape_keys.key_blocks[k].value = float(k == f)
        else:
            bpy.context.scene.frame_set(int(f))
        preview.aim(cam, float(a), (0, 0, 0), 3.1, 0.1)
        vertex_blocks.append(preview.shot(os.path.join(tmp, s.replace(":", "_") + ".png")))
    preview.sheet(vertex_blocks, extra[0], 5)


if __name__ == "__main__":
    main()
