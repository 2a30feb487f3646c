"""The little fox: its bones, its shape, its weights and its paint.

Z is up, the fox looks along -Y, its left hand is at +X. One unit is a metre.
"""
import numpy as np

from shapes import (V, smin, smax, ellipsoid, cone, chain, surface_nets, refine, uv_sphere, loft, smooth,
                    edges_of, normals_of, step, mix, rgb, noise, occlusion)

# ------------------------------------------------------------------- rig
SHOULDER, ELBOW, WRIST = V(0.115, 0.0, 0.615), V(0.236, 0.012, 0.558), V(0.350, 0.0, 0.504)
HAND_D = (WRIST - ELBOW * V(1, 0, 1)) / np.linalg.norm(WRIST - ELBOW * V(1, 0, 1))
HAND_F = V(0, -1, 0)                       # towards the thumb
HAND_N = np.cross(HAND_F, HAND_D)          # out of the back of the hand (made so below)
if HAND_N[2] < 0:
    HAND_N = -HAND_N
HIP, KNEE, ANKLE = V(0.088, 0.004, 0.375), V(0.097, -0.014, 0.225), V(0.1, 0.012, 0.08)
BALL, TOE = V(0.1, -0.095, 0.03), V(0.1, -0.17, 0.03)
TAIL = [V(0, 0.10, 0.375), V(0, 0.215, 0.345), V(0, 0.33, 0.375), V(0, 0.43, 0.475), V(0, 0.485, 0.62), V(0, 0.47, 0.815)]
TAIL_R = [0.045, 0.072, 0.118, 0.150, 0.128, 0.03]
EAR = [V(0.165, 0.03, 1.17), V(0.218, 0.035, 1.325), V(0.262, 0.04, 1.485)]
SCARF = [V(0.115, 0.085, 0.70), V(0.175, 0.165, 0.655), V(0.205, 0.215, 0.575), V(0.222, 0.245, 0.485), V(0.235, 0.265, 0.395)]
EYE_X, EYE_Z = 0.122, 0.985

BONES = {}                                 # name -> (parent, head, tail)


def bone(name, parent, head, tail):
    BONES[name] = (parent, np.array(head, float), np.array(tail, float))


def hand_at(d, f, n):
    return WRIST + HAND_D * d + HAND_F * f + HAND_N * n


FINGERS = {
    "index": (hand_at(0.104, 0.046, 0.004), HAND_D * 0.90 + HAND_F * 0.44),
    "middle": (hand_at(0.114, 0.0, 0.006), HAND_D),
    "pinky": (hand_at(0.102, -0.046, 0.004), HAND_D * 0.90 - HAND_F * 0.44),
    "thumb": (hand_at(0.046, 0.046, -0.008), HAND_D * 0.42 + HAND_F * 0.88 - HAND_N * 0.15),
}
FINGER_L = {"index": 0.094, "middle": 0.098, "pinky": 0.088, "thumb": 0.082}


def build_rig():
    bone("root", None, (0, 0, 0), (0, 0.12, 0))
    bone("hips", "root", (0, 0.01, 0.39), (0, 0.01, 0.46))
    bone("spine", "hips", (0, 0.01, 0.46), (0, 0.008, 0.545))
    bone("belly", "spine", (0, -0.03, 0.47), (0, -0.12, 0.47))
    bone("chest", "spine", (0, 0.008, 0.545), (0, 0.005, 0.655))
    bone("neck", "chest", (0, 0.005, 0.655), (0, 0.0, 0.745))
    bone("head", "neck", (0, 0.0, 0.745), (0, 0.0, 1.10))
    for s, x in (("L", 1), ("R", -1)):
        m = V(x, 1, 1)
        bone("ear.1." + s, "head", EAR[0] * m, EAR[1] * m)
        bone("ear.2." + s, "ear.1." + s, EAR[1] * m, EAR[2] * m)
        e = eye_centre() * m
        bone("eye." + s, "head", e, e + V(0, -0.05, 0))
    for s, x in (("L", 1), ("R", -1)):
        m = V(x, 1, 1)
        bone("shoulder." + s, "chest", V(0.03, 0.0, 0.622) * m, SHOULDER * m)
        bone("upper_arm." + s, "shoulder." + s, SHOULDER * m, ELBOW * m)
        bone("forearm." + s, "upper_arm." + s, ELBOW * m, WRIST * m)
        bone("hand." + s, "forearm." + s, WRIST * m, hand_at(0.09, 0, 0) * m)
        for f, (base, d) in FINGERS.items():
            d = d / np.linalg.norm(d)
            L = FINGER_L[f] / 2
            bone(f + ".1." + s, "hand." + s, base * m, (base + d * L) * m)
            bone(f + ".2." + s, f + ".1." + s, (base + d * L) * m, (base + d * 2 * L) * m)
    for s, x in (("L", 1), ("R", -1)):
        m = V(x, 1, 1)
        bone("thigh." + s, "hips", HIP * m, KNEE * m)
        bone("shin." + s, "thigh." + s, KNEE * m, ANKLE * m)
        bone("foot." + s, "shin." + s, ANKLE * m, BALL * m)
        bone("toe." + s, "foot." + s, BALL * m, TOE * m)
    for i in range(5):
        bone("tail.%d" % (i + 1), "tail.%d" % i if i else "hips", TAIL[i], TAIL[i + 1])
    for i in range(4):
        bone("scarf.%d" % (i + 1), "scarf.%d" % i if i else "neck", SCARF[i], SCARF[i + 1])


# ------------------------------------------------------------------ shape
def sym(p):
    return np.stack([np.abs(p[:, 0]), p[:, 1], p[:, 2]], 1)


def skull(p):
    q = sym(p)
    d = ellipsoid(p, (0, 0.0, 0.995), (0.305, 0.265, 0.25))
    d = smin(d, ellipsoid(q, (0.17, -0.07, 0.905), (0.15, 0.15, 0.12)), 0.09)
    tuft = smin(cone(q, (0.20, -0.03, 0.90), (0.385, 0.0, 0.885), 0.085, 0.024),
                cone(q, (0.20, -0.03, 0.86), (0.315, 0.0, 0.80), 0.075, 0.024), 0.03)
    d = smin(d, tuft, 0.06)
    hair = smin(cone(p, (0.01, -0.09, 1.19), (0.055, -0.165, 1.315), 0.085, 0.024),
                cone(p, (-0.01, -0.02, 1.20), (-0.045, -0.06, 1.365), 0.085, 0.024), 0.02)
    return smin(d, hair, 0.05)


def snout(p):
    d = cone(p, (0, -0.18, 0.925), (0, -0.345, 0.905), 0.135, 0.062)
    return smin(d, ellipsoid(sym(p), (0.05, -0.27, 0.885), (0.075, 0.085, 0.055)), 0.04)


def ear_local(p):
    q = sym(p) - EAR[0]
    up = (EAR[2] - EAR[0]) / np.linalg.norm(EAR[2] - EAR[0])
    fw = V(0.28, -1, 0.05)
    fw -= up * (fw @ up)
    fw /= np.linalg.norm(fw)
    sd = np.cross(up, fw)
    return np.stack([q @ sd, q @ fw, q @ up], 1)


def ear(p):
    l = ear_local(p)
    L = np.linalg.norm(EAR[2] - EAR[0])
    s = l * V(1, 1.75, 1)
    d = cone(s, (0, 0, -0.03), (0, 0, L + 0.01), 0.128, 0.013) / 1.45
    sc = (l - V(0, 0.062, 0.0)) * V(1, 1.2, 1)
    return smax(d, -cone(sc, (0, 0, 0.0), (0, 0, L * 0.72), 0.074, 0.012), 0.018)


def head(p):
    return smin(smin(skull(p), snout(p), 0.07), ear(p), 0.035)


_eye = None


def eye_centre():
    global _eye
    if _eye is None:
        y = np.linspace(-0.5, 0, 2001)
        p = np.stack([np.full_like(y, EYE_X), y, np.full_like(y, EYE_Z)], 1)
        d = smin(skull(p), snout(p), 0.07)
        _eye = p[np.argmax(d < 0)] + V(0, 0.004, 0)
    return _eye.copy()


def eye_frame(m):
    n = normals_of(head, eye_centre()[None] * V(m, 1, 1))[0]
    n = n * 0.8 + V(0, -1, 0) * 0.3
    n[2] *= 0.4
    n /= np.linalg.norm(n)
    up = V(0, 0, 1) - n * n[2]
    up /= np.linalg.norm(up)
    return np.stack([np.cross(up, n), up, n])        # rows: side, up, out


def torso(p):
    d = cone(p, (0, 0.012, 0.42), (0, 0.006, 0.61), 0.152, 0.105)
    d = smin(d, ellipsoid(p, (0, -0.03, 0.455), (0.135, 0.145, 0.13)), 0.05)
    return smin(d, cone(p, (0, 0.005, 0.62), (0, 0.0, 0.80), 0.095, 0.075), 0.04)


def arm(p):
    q = sym(p)
    return smin(cone(q, SHOULDER - V(0.03, 0, 0), ELBOW, 0.062, 0.047), cone(q, ELBOW, WRIST, 0.047, 0.030), 0.012)


def leg(p):
    q = sym(p)
    return smin(cone(q, HIP, KNEE, 0.092, 0.066), cone(q, KNEE, ANKLE, 0.064, 0.030), 0.012)


def tail(p):
    return chain(p, TAIL, TAIL_R, 0.05)


def body(p):
    d = smin(torso(p), leg(p), 0.055)
    d = smin(d, arm(p), 0.035)
    return smin(d, tail(p), 0.035)


def hand_local(p):
    q = p - WRIST
    return np.stack([q @ HAND_D, q @ HAND_F, q @ HAND_N], 1)


def palm(p):
    return ellipsoid(hand_local(p), (0.068, 0, 0), (0.078, 0.070, 0.044))


def hand(p):
    d = cone(p, ELBOW + (WRIST - ELBOW) * 0.45, WRIST, 0.062, 0.046)
    d = smin(d, palm(p), 0.03)
    for f, (base, dr) in FINGERS.items():
        dr = dr / np.linalg.norm(dr)
        a = base - dr * 0.02
        d = smin(d, cone(p, a, base + dr * (FINGER_L[f] - 0.02), 0.0305, 0.0275), 0.010)
    return d


def foot_only(p):
    d = ellipsoid(p, (0.1, -0.04, 0.042), (0.074, 0.115, 0.058))
    for x in (-0.04, 0, 0.04):
        d = smin(d, ellipsoid(p, (0.1 + x, -0.128 - (0.012 if x == 0 else 0), 0.03), (0.031, 0.05, 0.036)), 0.016)
    return d


def foot(p):
    d = smin(foot_only(p), cone(p, KNEE + (ANKLE - KNEE) * 0.50, ANKLE, 0.072, 0.056), 0.04)
    return smax(d, -p[:, 2], 0.016)


def scarf_ring(p):
    q = p - V(0, -0.004, 0.712)
    q = q @ np.array([[1, 0, 0], [0, 0.985, 0.17], [0, -0.17, 0.985]]).T
    r = np.sqrt(q[:, 0] ** 2 + (q[:, 1] * 1.02) ** 2)
    fold = 0.006 * np.cos(7 * np.arctan2(q[:, 0], -q[:, 1]) + 22 * q[:, 2])
    ring = np.sqrt(((r - 0.122) / 0.058) ** 2 + (q[:, 2] / 0.052) ** 2) - 1
    ring = ring * 0.052 + fold
    return smin(ring, ellipsoid(p, (0.125, 0.10, 0.70), (0.05, 0.045, 0.045)), 0.02)


def everything(p):
    d = np.minimum(head(p), body(p))
    d = np.minimum(d, hand(sym(p)))
    d = np.minimum(d, foot(sym(p)))
    return np.minimum(d, scarf_ring(p))


# ------------------------------------------------------------------- mesh
def mirror(pts, quads):
    q = quads[:, ::-1].copy()
    t = q[:, 0] == -1                     # triangles keep their -1 last
    q[t] = np.roll(q[t], -1, axis=1)
    return pts * V(-1, 1, 1), q


def build_parts(thin_out):
    """[(name, points, quads, chart number per face)]"""
    parts = []

    def add(name, pts, quads, chart):
        c = np.array([pts[[i for i in f if i >= 0]].mean(0) for f in quads])
        parts.append((name, pts, quads, chart(c)))

    def head_chart(c):
        k = np.where(c[:, 1] < 0.03, 0, 1)
        sn = (snout(c) < skull(c) - 0.012) & (c[:, 1] < -0.22)
        k[sn] = np.where(c[sn][:, 2] > 0.905, 2, 3)
        er = (ear(c) < skull(c) - 0.01) & (c[:, 2] > 1.12)
        l = ear_local(c)
        side = np.where(c[:, 0] > 0, 0, 2)
        k[er] = 4 + side[er] + np.where(l[er][:, 1] > 0, 0, 1)
        return k

    def body_chart(c):
        k = np.where(c[:, 1] < 0.004, 0, 1)
        t = (tail(c) < torso(c) - 0.01) & (c[:, 1] > 0.13)
        k[t] = np.where(c[t][:, 0] > 0, 2, 3)
        return k

    # the ears are thin and the tufts pointed: small faces, thinned out elsewhere
    p, q = surface_nets(head, (-0.42, -0.45, 0.70), (0.42, 0.32, 1.56), 0.0185)
    p, q = thin_out(p, q, 0.19)
    add("head", p, q, head_chart)
    p, q = surface_nets(body, (-0.44, -0.24, 0.02), (0.44, 0.70, 0.88), 0.045)
    p, q = refine(body, p, q, lambda c: c[:, 2] > 0.74)
    add("body", p, q, body_chart)
    lo = np.minimum(ELBOW, hand_at(0.23, 0, 0)) - 0.09
    hi = np.maximum(ELBOW, hand_at(0.23, 0, 0)) + 0.09
    lo[1], hi[1] = -0.20, 0.15
    hp, hq = surface_nets(hand, lo, hi, 0.024)
    fp, fq = surface_nets(foot, (0.0, -0.22, -0.03), (0.2, 0.12, 0.26), 0.030)
    for s, x in (("L", 1), ("R", -1)):
        p, q = (hp, hq) if x == 1 else mirror(hp, hq)
        add("hand." + s, p, q, lambda c: np.where(hand_local(sym(c))[:, 2] > 0, 0, 1))
        p, q = (fp, fq) if x == 1 else mirror(fp, fq)
        add("foot." + s, p, q, lambda c: np.where(c[:, 2] < 0.014, 0, np.where(c[:, 1] < -0.01, 1, 2)))
    for s, x in (("L", 1), ("R", -1)):
            # poles along 'out', so that the visible half is one chart
        p, q = uv_sphere(eye_centre() * V(x, 1, 1), (0.043, 0.063, 0.022), eye_frame(x), 14, 6)
        f = eye_frame(x)
        c0 = eye_centre() * V(x, 1, 1)
        add("eye." + s, p, q, lambda c, f=f, c0=c0: np.where((c - c0) @ f[2] > -0.002, 0, 1))
    p, q = uv_sphere((0, -0.395, 0.93), (0.046, 0.033, 0.034), np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]]), 12, 7)
    p, q = uv_sphere((0, -0.398, 0.928), (0.046, 0.034, 0.034),
                     np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0.0]]), 12, 7)
    add("nose", p, q, lambda c: np.where(c[:, 1] < -0.395, 0, 1))
    p, q = surface_nets(scarf_ring, (-0.24, -0.24, 0.60), (0.24, 0.24, 0.83), 0.040)
    add("scarf", p, q, lambda c: (c[:, 0] > 0) * 2 + (np.hypot(c[:, 0], c[:, 1] + 0.004) > 0.122))
    # the loose end of the scarf
    t = np.linspace(0, 4, 13)
    path = np.array([catmull(SCARF, x) for x in t])
    side = np.vertex_block(V(0.62, -0.72, 0.12), (len(t), 1))
    w = np.interp(t, [0, 0.6, 4], [0.030, 0.044, 0.066])
    p, q = loft(path, side, w, np.full(len(t), 0.014), 10)
    sn = np.cross(SCARF[4] - SCARF[0], side[0])
    mid = path.mean(0)

    def scarf_chart(c):
        i = np.argmin(np.linalg.norm(c[:, None] - path[None], axis=2), 1)
        return np.where(((c - path[i]) @ sn) > 0, 0, 1)

    add("scarf_end", p, q, scarf_chart)
    return parts


def catmull(pts, t):
    n = len(pts) - 1
    i = min(int(t), n - 1)
    u = t - i
    P = [pts[max(0, min(n, i + k))] for k in (-1, 0, 1, 2)]
    return 0.5 * (2 * P[1] + (P[2] - P[0]) * u + (2 * P[0] - 5 * P[1] + 4 * P[2] - P[3]) * u * u
                  + (3 * P[1] - P[0] - 3 * P[2] + P[3]) * u ** 3)


# ---------------------------------------------------------------- weights
def bone_radius():
    r = {"hips": (0.15, 0.15), "spine": (0.15, 0.135), "chest": (0.13, 0.105), "neck": (0.095, 0.075),
         "head": (0.2, 0.2)}
    for s in "LR":
        r.update({"shoulder." + s: (0.055, 0.062), "upper_arm." + s: (0.062, 0.047), "forearm." + s: (0.047, 0.038),
                  "hand." + s: (0.045, 0.04), "thigh." + s: (0.092, 0.066), "shin." + s: (0.066, 0.05),
                  "foot." + s: (0.06, 0.045), "toe." + s: (0.04, 0.04)})
        for f in FINGERS:
            r[f + ".1." + s] = r[f + ".2." + s] = (0.030, 0.028)
        r["ear.1." + s] = (0.09, 0.06)
        r["ear.2." + s] = (0.06, 0.02)
    for i in range(5):
        r["tail.%d" % (i + 1)] = (TAIL_R[i], TAIL_R[i + 1])
    for i in range(4):
        r["scarf.%d" % (i + 1)] = (0.045, 0.05)
    return r


def weights_of(name, pts, quads):
    """{bone: weight per point}, at most four to a point, summing to one."""
    part, _, s = name.partition(".")
    if part == "nose":
        return {"head": np.ones(len(pts))}
    if part == "eye":
        return {name: np.ones(len(pts))}
    R = bone_radius()
    sig, rounds = 0.012, 3
    extra = {}
    if part == "head":
        # ears only above the skull, with a soft root
        l = ear_local(pts)
        L = np.linalg.norm(EAR[2] - EAR[0])
        on = step(0.0, 0.03, skull(pts) - ear(pts)) * (pts[:, 2] > 1.1)
        on = on * step(0.02, 0.10, l[:, 2])
        tip = step(L * 0.32, L * 0.68, l[:, 2])
        W = {"head": 1 - on}
        for sd, x in (("L", 1), ("R", -1)):
            m = on * (pts[:, 0] * x > 0)
            W["ear.1." + sd] = m * (1 - tip)
            W["ear.2." + sd] = m * tip
        return finish(W, quads, 3)
    if part == "scarf":
        W = {"neck": np.ones(len(pts)), "chest": 0.6 * step(0.71, 0.64, pts[:, 2]), "head": 0.5 * step(0.71, 0.76, pts[:, 2])}
        return finish(W, quads, 1)
    if part == "scarf_end":
        names = ["scarf.%d" % (i + 1) for i in range(4)]
        sig, rounds = 0.012, 3
    elif part == "hand":
        names = ["upper_arm." + s, "forearm." + s, "hand." + s] + [f + k + s for f in FINGERS for k in (".1.", ".2.")]
        sig, rounds = 0.0035, 2
    elif part == "foot":
        names = ["thigh." + s, "shin." + s, "foot." + s, "toe." + s]
        sig, rounds = 0.008, 3
    else:
        names = ["hips", "spine", "chest", "neck"] + ["tail.%d" % (i + 1) for i in range(5)]
        for sd in "LR":
            names += [b + sd for b in ("shoulder.", "upper_arm.", "forearm.", "thigh.", "shin.")]
        extra["belly"] = 1.6 * step(1.0, 0.2, np.sqrt((pts[:, 0] / 0.15) ** 2 + ((pts[:, 2] - 0.47) / 0.14) ** 2)) \
            * step(-0.02, -0.12, pts[:, 1])
    D = []
    for b in names:
        _, a, c = BONES[b]
        D.append(cone(pts, a, c, *R[b]))
    D = np.array(D)
    D -= D.min(0)
    # the joints under a cuff bend as they do on the other side of it
    wide = np.array([0.012 if b.startswith(("upper_arm", "thigh")) else sig for b in names])
    W = np.exp(-D / wide[:, None])
    for i, b in enumerate(names):
        if b.endswith(".L"):
            W[i] *= step(-0.03, 0.03, pts[:, 0])
        elif b.endswith(".R"):
            W[i] *= step(0.03, -0.03, pts[:, 0])
        if part == "body" and b.startswith("upper_arm"):
            W[i] *= step(-0.035, 0.012, torso(pts) - arm(pts))
        if b.startswith("toe"):
            W[i] *= step(BALL[1] + 0.03, BALL[1] - 0.02, pts[:, 1])
        if b.startswith("foot"):
            W[i] *= 1 - 0.97 * step(BALL[1] + 0.01, BALL[1] - 0.04, pts[:, 1])
    W /= W.sum(0)
    W = {b: W[i] for i, b in enumerate(names)}
    if extra:
        for b, e in extra.items():
            W[b] = e
    return finish(W, quads, 5 if part == "body" else rounds)


def finish(W, quads, rounds):
    names = list(W)
    a = np.stack([W[b] for b in names], 1)
    a /= a.sum(1, keepdims=True)
    q = quads.copy()
    q[:, 3] = np.where(q[:, 3] < 0, q[:, 0], q[:, 3])
    e = edges_of(q)
    e = e[e[:, 0] != e[:, 1]]
    for _ in range(rounds):
        a = smooth(a, q, 0.5, e)
    order = np.argsort(-a, axis=1)
    for i in range(len(a)):
        a[i, order[i, 4:]] = 0
    a[a < 0.01] = 0
    a /= a.sum(1, keepdims=True)
    return {b: a[:, i] for i, b in enumerate(names) if a[:, i].max() > 0}


# ------------------------------------------------------------------ paint
ORANGE, RUST, CREAM = rgb("#f0913f"), rgb("#d96a2b"), rgb("#fff3df")
DARK, DARKER, PINK = rgb("#54343a"), rgb("#3b242c"), rgb("#f2a48f")
TEAL, MINT, SHADE = rgb("#1f9a98"), rgb("#fbe6b4"), rgb("#8a3f4d")
EYE, NOSE = rgb("#2b1a20"), rgb("#38232a")


def strokes(p, n, f=26.0):
    """Short hairs: noise stretched along the downward lie of the fur."""
    q = p * V(1.0, 1.0, 0.28)
    return noise(q, f, 1) * 0.7 + noise(q, f * 2.1, 2) * 0.3


def paint(name, p, n):
    part, _, s = name.partition(".")
    q = sym(p)
    z = p[:, 2]
    hair = strokes(p, n)
    if part == "eye":
        m = 1 if s == "L" else -1
        f = eye_frame(m)
        c = eye_centre() * V(m, 1, 1)
        l = (p - c) @ f.T
        l[:, 0] *= np.sign(f[0, 0])
        col = mix(EYE[None], rgb("#6b4231")[None], step(0.01, -0.06, l[:, 1]) * 0.9)
        rim = np.sqrt((l[:, 0] / 0.043) ** 2 + (l[:, 1] / 0.063) ** 2)
        col = mix(col, EYE[None], step(0.72, 0.95, rim))
        out = l[:, 2] > -0.004
        a = np.hypot(l[:, 0] - 0.012, (l[:, 1] - 0.024) * 0.9)
        b = np.hypot(l[:, 0] + 0.013, l[:, 1] + 0.024)
        col = mix(col, V(1, 1, 1)[None], step(0.0155, 0.0135, a) * out)
        return mix(col, V(1, 0.95, 0.9)[None], step(0.0075, 0.0055, b) * out * 0.9)
    if part == "nose":
        hl = np.hypot((p[:, 0] + 0.0) / 1.8, p[:, 2] - 0.95)
        return mix(NOSE[None], rgb("#a98085")[None], step(0.011, 0.004, hl) * (p[:, 1] < -0.40) * 0.8)
    if part in ("scarf", "scarf_end"):
        col = mix(TEAL[None], rgb("#157c80")[None], hair * 0.55)
        if part == "scarf_end":
            d = np.array([chain_t(SCARF, x) for x in p])
            band = step(0.10, 0.06, np.abs(d - 2.75)) + step(0.10, 0.06, np.abs(d - 3.15))
            col = mix(col, MINT[None], np.clip(band, 0, 1))
            return mix(col, MINT[None], step(3.72, 3.76, d))
        return col
    if part == "hand":
        col = mix(DARK[None], DARKER[None], hair * 0.6)
        l = hand_local(q)
        under = step(-0.004, -0.016, l[:, 2])
        pad = np.sqrt(((l[:, 0] - 0.062) / 0.037) ** 2 + (l[:, 1] / 0.042) ** 2)
        col = mix(col, PINK[None], step(1.05, 0.92, pad) * under)
        for fn, (base, d) in FINGERS.items():
            d = d / np.linalg.norm(d)
            tip = base + d * (FINGER_L[fn] - 0.026) - HAND_N * 0.026
            r = np.linalg.norm(q - tip, axis=1)
            col = mix(col, PINK[None], step(0.021, 0.018, r))
        return col
    if part == "foot":
        col = mix(DARK[None], DARKER[None], hair * 0.6)
        under = step(0.012, 0.004, z)
        pad = np.sqrt(((q[:, 0] - 0.1) / 0.042) ** 2 + ((p[:, 1] + 0.045) / 0.04) ** 2)
        col = mix(col, PINK[None], step(1.05, 0.92, pad) * under)
        for x in (-0.042, 0, 0.042):
            r = np.hypot(q[:, 0] - 0.1 - x, p[:, 1] + 0.13)
            col = mix(col, PINK[None], step(0.019, 0.016, r) * under)
        return col
    fur = mix(ORANGE[None], RUST[None], np.clip((hair - 0.35) * 0.6, 0, 1))
    cream = mix(CREAM[None], rgb("#f3d9b8")[None], np.clip((hair - 0.4) * 0.5, 0, 1))
    jag = (noise(p * V(1, 1, 0.15), 55, 5) - 0.5)
    if part == "head":
        ax = q[:, 0]
        zb = 0.905 + 0.30 * np.maximum(0, ax - 0.10) - 1.1 * np.maximum(0, p[:, 1] + 0.03)
        on_snout = step(-0.22, -0.27, p[:, 1])
        zs = 0.925 + (0.30 * (ax - 0.03)) - 0.015
        zb = zb * (1 - on_snout) + zs * on_snout
        col = mix(fur, cream, step(-0.010, 0.010, zb - z + jag * 0.035 * (1 - on_snout)))
        # brow spots and blush
        brow = np.sqrt(((ax - 0.105) / 0.034) ** 2 + ((z - 1.085) / 0.022) ** 2)
        col = mix(col, CREAM[None], step(1.1, 0.8, brow) * (p[:, 1] < 0) * 0.95)
        blush = np.hypot(ax - 0.205, (z - 0.905) * 1.25)
        col = mix(col, PINK[None], step(0.075, 0.01, blush) * (p[:, 1] < -0.05) * 0.75)
        # mouth: a short stem under the nose and a smile on each side
        front = p[:, 1] < -0.24
        stem = step(0.006, 0.0035, ax) * (z < 0.915) * (z > 0.874) * (p[:, 1] < -0.36)
        zz = 0.868 + 7.0 * (ax - 0.036) ** 2
        smile = step(0.0058, 0.0035, np.abs(z - zz) / np.sqrt(1 + (14 * (ax - 0.036)) ** 2)) * (ax < 0.088) * front
        col = mix(col, DARKER[None], np.clip(stem + smile, 0, 1) * 0.92)
        # ears
        l = ear_local(p)
        isear = (ear(p) < skull(p)) & (z > 1.12) & (np.abs(l[:, 0]) < 0.16) & (ax > 0.09)
        L = np.linalg.norm(EAR[2] - EAR[0])
        lim = 0.088 * (1 - l[:, 2] / (L * 0.92))
        inner = step(0.0, 0.014, lim - np.abs(l[:, 0]) + jag * 0.012) * (l[:, 1] > 0) * step(0.02, 0.06, l[:, 2])
        col = mix(col, mix(rgb("#ffe3c8")[None], PINK[None], step(0.03, 0.2, l[:, 2]) * 0.55), inner * isear)
        col = mix(col, DARK[None], step(L * 0.66, L * 0.70, l[:, 2] + jag * 0.05) * isear)
        return col
    # body, limbs and tail
    bib = np.sqrt((p[:, 0] / 0.105) ** 2 + ((z - 0.50) / 0.165) ** 2)
    tl = tail(p)
    istail = (tl < torso(p)) & (p[:, 1] > 0.1)
    col = mix(fur, cream, step(1.06, 0.94, bib + jag * 0.16) * (p[:, 1] < 0.0))
    dt = np.zeros(len(p))
    if istail.any():
        dt[istail] = [chain_t(TAIL, x) for x in p[istail]]
    return mix(col, cream, step(3.42, 3.5, dt + jag * 0.55) * istail)


def chain_t(pts, x):
    best, bt = 1e9, 0
    for i in range(len(pts) - 1):
        ba = pts[i + 1] - pts[i]
        t = np.clip((x - pts[i]) @ ba / (ba @ ba), 0, 1)
        d = np.linalg.norm(x - pts[i] - t * ba)
        if d < best:
            best, bt = d, i + t
    return bt


def without_arms(p):
    d = np.minimum(smin(smin(torso(p), leg(p), 0.055), tail(p), 0.035), head(p))
    return np.minimum(np.minimum(d, foot(sym(p))), scarf_ring(p))


def shade(name, p, n, col):
    """Soft contact shadow baked into the paint, tinted rather than grey."""
    part = name.partition(".")[0]
    if part in ("eye", "nose"):
        return col
    own = {"head": head, "body": body, "hand": lambda x: hand(sym(x)), "foot": lambda x: foot(sym(x)),
           "scarf": scarf_ring}.get(part)
    if own is not None:
        # the flat faces cut corners: look from the round surface, not from under it
        p = p + n * np.clip(-own(p), 0, 0.03)[:, None]
    ao = occlusion(everything, p + n * 0.004, n, 0.11)
    if part == "body":
        # the arms move: leave no shadow of them on the flanks
        bare = step(-0.005, 0.02, arm(p) - torso(p))
        ao = ao + (np.maximum(ao, occlusion(without_arms, p + n * 0.004, n, 0.11)) - ao) * bare
    ao = np.clip(ao * 1.12, 0, 1)
    tint = mix(mix(SHADE[None], V(1, 1, 1)[None], 0.12), V(1, 1, 1)[None], step(0.05, 0.85, ao))
    low = 1 - 0.10 * step(0.45, 0.0, p[:, 2])
    return col * tint * low[:, None]


build_rig()
