"""The fox's clips, as rotations about the body's own axes.

Every pose maps a bone to (quaternion, offset, scale). Rotations are given
about axes that lie along the world's in the rest pose and turn with the
parent bone: X leans forward, Y rolls to the left, Z turns to the left.
Legs are solved to reach planted feet; tail, ears and scarf hang on springs
that follow the body, which is where their overlap comes from.
"""
import numpy as np

import fox
from shapes import V

FPS = 30
B = fox.BONES
ORDER = list(B)
REST = ((1, 0, 0, 0), (0, 0, 0), (1, 1, 1))
I3 = np.eye(3)


# --------------------------------------------------------------- rotations
def rot(axis, deg):
    a = np.radians(deg)
    c, s = np.cos(a), np.sin(a)
    if axis == "X":
        return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
    if axis == "Y":
        return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def about(axis, deg):
    axis = np.asarray(axis, float) / np.linalg.norm(axis)
    a = np.radians(deg)
    K = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return I3 + np.sin(a) * K + (1 - np.cos(a)) * K @ K


def arc(a, b):
    """The shortest rotation from direction a to direction b."""
    a = a / np.linalg.norm(a)
    b = b / np.linalg.norm(b)
    v = np.cross(a, b)
    c = a @ b
    if c < -0.9999:
        return about((1, 0, 0), 180)
    K = np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])
    return I3 + K + K @ K / (1 + c)


def quat(R):
    t = np.trace(R)
    if t > 0:
        s = np.sqrt(t + 1) * 2
        q = (s / 4, (R[2, 1] - R[1, 2]) / s, (R[0, 2] - R[2, 0]) / s, (R[1, 0] - R[0, 1]) / s)
    else:
        i = int(np.argmax(np.diag(R)))
        j, k = (i + 1) % 3, (i + 2) % 3
        s = np.sqrt(max(R[i, i] - R[j, j] - R[k, k] + 1, 1e-12)) * 2
        q = [(R[k, j] - R[j, k]) / s, 0, 0, 0]
        q[1 + i] = s / 4
        q[1 + j] = (R[j, i] + R[i, j]) / s
        q[1 + k] = (R[k, i] + R[i, k]) / s
    q = np.array(q)
    return q / np.linalg.norm(q)


def ypr(yaw=0, pitch=0, roll=0):
    return rot("Z", yaw) @ rot("X", pitch) @ rot("Y", roll)


# -------------------------------------------------------------------- pose
class Pose:
    def __init__(self):
        self.Q = {}
        self.off = {}
        self.scale = {}
        self.plant = {}           # side -> (ankle, pitch, yaw, toe)

    def turn(self, bone, R):
        self.Q[bone] = self.Q.get(bone, I3) @ R

    def solve(self):
        """World rotations and joint places of every bone, legs included."""
        G, P = {}, {}
        for b in ORDER:
            par, head, _ = B[b]
            if par is None:
                G[b] = self.Q.get(b, I3)
                P[b] = head + self.off.get(b, 0)
                continue
            P[b] = P[par] + G[par] @ (head - B[par][1] + self.off.get(b, np.zeros(3)))
            name, _, s = b.partition(".")
            if name == "thigh" and s in self.plant:
                self.leg(s, G, P)
            G[b] = G[par] @ self.Q.get(b, I3)
        return G, P

    def leg(self, s, G, P):
        ankle, pitch, yaw, toe = self.plant[s]
        t, k, f = "thigh." + s, "shin." + s, "foot." + s
        a, b = B[k][1] - B[t][1], B[f][1] - B[k][1]
        la, lb = np.linalg.norm(a), np.linalg.norm(b)
        d = ankle - P[t]
        D = min(np.linalg.norm(d), (la + lb) * 0.9995)
        u = d / np.linalg.norm(d)
        out = 0.22 if s == "L" else -0.22
        pole = V(out + 0.6 * np.sin(np.radians(yaw)), -1, 0)
        pole = pole - u * (pole @ u)
        pole /= np.linalg.norm(pole)
        c = (la * la + D * D - lb * lb) / (2 * la * D)
        knee = u * la * c + pole * la * np.sqrt(max(0, 1 - c * c))
        side = np.cross(pole, u)

        def frame(x):
            x = x / np.linalg.norm(x)
            y = side - x * (side @ x)
            y /= np.linalg.norm(y)
            return np.stack([x, y, np.cross(x, y)], 1)

        ru = B[f][1] - B[t][1]
        ru /= np.linalg.norm(ru)
        rp = V(0, -1, 0) - ru * (V(0, -1, 0) @ ru)
        rside = np.cross(rp / np.linalg.norm(rp), ru)

        def rest(x):
            x = x / np.linalg.norm(x)
            y = rside - x * (rside @ x)
            y /= np.linalg.norm(y)
            return np.stack([x, y, np.cross(x, y)], 1)

        Gt = frame(knee) @ rest(a).T
        Gk = frame(u * D - knee) @ rest(b).T
        Gf = rot("Z", yaw) @ rot("X", pitch)
        self.Q[t] = G[B[t][0]].T @ Gt
        self.Q[k] = Gt.T @ Gk
        self.Q[f] = Gk.T @ Gf
        self.Q["toe." + s] = rot("X", toe)

    def out(self):
        r = {}
        for b in set(self.Q) | set(self.off) | set(self.scale):
            r[b] = (quat(self.Q.get(b, I3)), self.off.get(b, (0, 0, 0)), self.scale.get(b, (1, 1, 1)))
        return r


# ------------------------------------------------------------- arms, hands
def hang(pose, s, down=26, swing=0, bend=18, inward=0, twist=0, wrist=0, curl=14, spread=0, pron=0):
    """An arm at the side: lowered from the rest pose, then swung about X."""
    m = 1 if s == "L" else -1
    pose.turn("upper_arm." + s, rot("X", swing) @ rot("Y", m * (down + 17)) @ rot("Z", m * twist))
    tw = about(mirror_v(fox.HAND_D, s), m * pron / 2)
    pose.turn("forearm." + s, fold(s, bend) @ rot("Z", -m * inward) @ tw)
    pose.turn("hand." + s, tw @ about(mirror_v(np.cross(fox.HAND_D, fox.HAND_N), s), m * wrist))
    fingers(pose, s, curl, spread)


def mirror_v(v, s):
    return v if s == "L" else v * V(-1, 1, 1)


def fold(s, deg):
    """The elbow bends about the back of the hand's axis: fingers go forward."""
    n = mirror_v(fox.HAND_N, s)
    return about(n, -deg if s == "L" else deg)


def fingers(pose, s, curl=14, spread=0, each=None):
    ax = mirror_v(np.cross(fox.HAND_D, fox.HAND_N), s)
    n = mirror_v(fox.HAND_N, s)
    sg = 1 if s == "L" else -1
    for i, f in enumerate(("index", "middle", "pinky")):
        c = curl + (each[i] if each is not None else 3 * i)
        sp = spread * (1 - i)
        pose.turn(f + ".1." + s, about(n, -sg * sp) @ about(ax, sg * c))
        pose.turn(f + ".2." + s, about(ax, sg * c * 1.15))
    pose.turn("thumb.1." + s, about(ax, sg * curl * 0.4) @ about(n, -sg * spread * 0.8))
    pose.turn("thumb.2." + s, about(ax, sg * curl * 0.5))


def frame_to(d0, n0, d1, n1):
    """The rotation taking d0 to d1 and n0 as near to n1 as that allows."""
    def basis(d, n):
        d = d / np.linalg.norm(d)
        n = n - d * (n @ d)
        n = n / np.linalg.norm(n)
        return np.stack([d, n, np.cross(d, n)], 1)
    return basis(d1, n1) @ basis(d0, n0).T


def between(A, B2, t):
    """From A to B2 along the shortest way; t may overshoot."""
    R = A.T @ B2
    ang = np.arccos(np.clip((np.trace(R) - 1) / 2, -1, 1))
    if ang < 1e-6:
        return A
    ax = V(R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1])
    return A @ about(ax, np.degrees(ang) * t)


# ------------------------------------------------------- springs that follow
CHAINS = {
    "tail": (["tail.%d" % i for i in range(1, 6)], 3.3, 0.55, V(0, 0, -1.0)),
    "scarf": (["scarf.%d" % i for i in range(1, 5)], 2.7, 0.5, V(0, 0, -3.0)),
    "ear.L": (["ear.1.L", "ear.2.L"], 4.6, 0.24, V(0, 0, 0)),
    "ear.R": (["ear.1.R", "ear.2.R"], 4.6, 0.24, V(0, 0, 0)),
}


def follow(at, frames, loops, wind=None, sub=4):
    """Poses at 0..frames of the clip at(frame), springs settled.

    at gives the Pose at a fractional frame. The clip is run `loops` times
    first, so that a cycle meets itself.
    """
    dt = 1.0 / FPS / sub
    state = {}
    out = []
    total = frames * sub * loops
    for n in range(total + 1 + (frames * sub)):
        fr = (n / sub) % frames
        if n == total + frames * sub:
            fr = frames
        pose = at(fr)
        G, P = pose.solve()
        for key, (bones, hz, zeta, grav) in CHAINS.items():
            w = 2 * np.pi * hz
            g, p = G[B[bones[0]][0]], P[bones[0]]
            for i, b in enumerate(bones):
                soft = 1 - 0.09 * i
                base = g @ pose.Q.get(b, I3)
                vec = B[b][2] - B[b][1]
                L = np.linalg.norm(vec)
                target = p + base @ vec
                if b not in state:
                    state[b] = [target.copy(), np.zeros(3)]
                x, v = state[b]
                a = (w * soft) ** 2 * (target - x) - 2 * zeta * w * soft * v + grav
                if wind is not None:
                    a = a + wind(key, i, fr)
                v = v + a * dt
                y = x + v * dt
                y = p + (y - p) * (L / np.linalg.norm(y - p))
                # never bend a joint further than is becoming
                d0, d1 = (target - p) / L, (y - p) / L
                lim = 0.62
                ang = np.arccos(np.clip(d0 @ d1, -1, 1))
                if ang > lim:
                    k = lim / ang
                    y = p + L * (d0 * np.sin((1 - k) * ang) + d1 * np.sin(k * ang)) / np.sin(ang)
                v = (y - x) / dt
                state[b] = [y, v]
                gi = arc(base @ vec, y - p) @ base
                pose.Q[b] = g.T @ gi
                g, p = gi, y
        if n >= total and (n - total) % sub == 0:
            out.append(pose)
    return out


def close(poses):
    """Makes the last pose the first one exactly (they already nearly are)."""
    if __name__ == "__main__":
        print("seam", max(np.abs(poses[0].Q[b] - poses[-1].Q[b]).max() for b in poses[0].Q))
    poses[-1] = poses[0]
    return poses


# ------------------------------------------------------------------- curves
def keys(t, *pts):
    """Smooth through (frame, value) points, flat at the ends and at extremes."""
    xs = [p[0] for p in pts]
    ys = [np.asarray(p[1], float) for p in pts]
    if t <= xs[0]:
        return ys[0]
    if t >= xs[-1]:
        return ys[-1]
    i = int(np.searchsorted(xs, t, "right")) - 1

    def slope(j):
        if j == 0 or j == len(xs) - 1:
            return np.zeros_like(ys[0])
        a = (ys[j] - ys[j - 1]) / (xs[j] - xs[j - 1])
        b = (ys[j + 1] - ys[j]) / (xs[j + 1] - xs[j])
        return np.where(a * b > 0, 2 * a * b / np.where(np.abs(a + b) < 1e-12, 1, a + b), 0)

    h = xs[i + 1] - xs[i]
    u = (t - xs[i]) / h
    m0, m1 = slope(i), slope(i + 1)
    return ((2 * u ** 3 - 3 * u ** 2 + 1) * ys[i] + (u ** 3 - 2 * u ** 2 + u) * h * m0
            + (-2 * u ** 3 + 3 * u ** 2) * ys[i + 1] + (u ** 3 - u ** 2) * h * m1)


def bump(t, a, b, c):
    """0 before a, 1 at b, 0 after c."""
    return float(keys(t, (a, 0), (b, 1), (c, 0)))


def blink(pose, amount):
    """The eye is a flat bead: shrink its height and turn it to look down."""
    for s in "LR":
        pose.scale["eye." + s] = eye_scale(1 + 0.10 * amount, 1 - 0.62 * amount)
        pose.turn("eye." + s, rot("X", 74 * amount))
        pose.off["eye." + s] = V(0, 0.004, -0.012) * amount


def eye_scale(wide, high):
    return (wide, 1.0, high)


def eyes_open(pose, w=1.0):
    for s in "LR":
        pose.scale["eye." + s] = eye_scale(1, w)


def foot_flat(s, x=0.0, y=0.0, yaw=10):
    m = 1 if s == "L" else -1
    a = B["foot." + s][1] + V(m * x, y, 0)
    return (a, 0.0, m * yaw, 0.0)


def tail_base(pose, side=18, lift=0, curl=0, sway=0):
    """The tail's carriage: out to one side, so that it is seen from the front."""
    for i in range(5):
        k = (0.5, 0.35, 0.25, 0.1, 0.0)[i]
        pose.turn("tail.%d" % (i + 1), rot("Z", side * k + sway * (0.35, 0.3, 0.3, 0.3, 0.3)[i]) @ rot("X", lift * k + curl * 0.2))


# --------------------------------------------------------------------- walk
WALK = 30


def walk_at(fr):
    ph = (fr / WALK) % 1.0
    w = 2 * np.pi
    p = Pose()
    S, C = np.sin, np.cos
    # weight: lowest just after each contact, highest as the legs pass
    z = -0.030 - 0.021 * C(2 * w * (ph - 0.085)) - 0.005 * C(4 * w * (ph - 0.03))
    x = 0.024 * S(w * (ph - 0.03))
    p.off["hips"] = V(x, 0.006 * C(2 * w * (ph - 0.02)), z)
    p.turn("hips", ypr(yaw=-9 * C(w * ph), pitch=4 + 2.0 * C(2 * w * (ph - 0.1)), roll=-6.5 * S(w * (ph + 0.02))))
    p.turn("spine", ypr(yaw=8 * C(w * (ph - 0.02)), pitch=1.5, roll=5 * S(w * (ph + 0.0))))
    p.turn("chest", ypr(yaw=10 * C(w * (ph - 0.03)), pitch=-1 + 2.2 * C(2 * w * (ph - 0.16)), roll=4.5 * S(w * (ph - 0.03))))
    p.turn("neck", ypr(yaw=-5 * C(w * (ph - 0.05)), pitch=-3 - 2.0 * C(2 * w * (ph - 0.20)), roll=-3 * S(w * (ph - 0.05))))
    p.turn("head", ypr(yaw=-3 * C(w * (ph - 0.07)), pitch=-1 - 3.0 * C(2 * w * (ph - 0.24)), roll=2.6 * S(w * (ph - 0.16))))
    b = 0.022 * C(2 * w * (ph - 0.2))
    p.scale["belly"] = (1 + b, 1, 1 + b)
    for s, o in (("L", 0.0), ("R", 0.5)):
        q = ph + o
        m = 1 if s == "L" else -1
        sw = 34 * C(w * (q - 0.03)) - 4
        fwd = 0.5 - 0.5 * C(w * (q - 0.10))             # 1: arm well forward
        p.turn("shoulder." + s, ypr(yaw=m * 7 * C(w * (q - 0.02)), roll=-m * (2 + 2.5 * C(2 * w * (ph - 0.2)))))
        hang(p, s, down=19 + 4 * C(2 * w * (ph - 0.12)), swing=sw, bend=16 + 24 * fwd, pron=34,
             wrist=10 * C(w * (q - 0.25)) + 2, curl=18 + 8 * C(w * (q - 0.2)))
        p.plant[s] = step_at((ph + o) % 1.0, s)
    tail_base(p, side=34, lift=8, curl=0, sway=9 * S(w * (ph - 0.12)))
    for s in "LR":
        p.turn("ear.1." + s, rot("X", 3 * C(2 * w * (ph - 0.2))))
    return p


STRIDE, DUTY, YAW = 0.118, 0.58, 7


def pivoted(s, ground_y, pitch, where):
    """The ankle when the foot is pitched about its heel or its ball."""
    m = 1 if s == "L" else -1
    a = B["foot." + s][1] * V(1, 0, 1)
    a = a - V(m * 0.018, 0, 0)
    if where == "heel":
        piv = V(a[0], 0.058, 0.0)
    else:
        piv = V(a[0], fox.BALL[1] - fox.ANKLE[1], fox.BALL[2])
    rel = V(a[0], 0, a[2]) - piv
    r = rot("Z", m * YAW) @ (piv - V(a[0], 0, 0))
    return V(a[0], ground_y, 0) + r + rot("Z", m * YAW) @ rot("X", pitch) @ rel


def step_at(q, s):
    m = 1 if s == "L" else -1
    y0, y1 = -STRIDE, STRIDE
    off = fox.ANKLE[1] - 0.01

    def stance(t):
        y = y0 + (y1 - y0) * t + off
        if t < 0.20:
            pitch = -24 * (1 - t / 0.20) ** 1.5
            return pivoted(s, y, pitch, "heel"), pitch, -6 * (1 - t / 0.2)
        if t < 0.60:
            return pivoted(s, y, 0, "ball"), 0.0, 0.0
        u = (t - 0.60) / 0.40
        pitch = 52 * u ** 1.6
        return pivoted(s, y, pitch, "ball"), pitch, -pitch

    if q < DUTY:
        a, pitch, toe = stance(q / DUTY)
    else:
        u = (q - DUTY) / (1 - DUTY)
        e = 1e-3
        a0, p0, t0 = stance(1.0)
        a1, p1, t1 = stance(0.0)
        v0 = (a0 - stance(1 - e)[0]) / e * (1 - DUTY) / DUTY
        v1 = (stance(e)[0] - a1) / e * (1 - DUTY) / DUTY
        v0, v1 = v0 * 0.7, v1 * 0.7
        a = ((2 * u ** 3 - 3 * u ** 2 + 1) * a0 + (u ** 3 - 2 * u ** 2 + u) * v0
             + (-2 * u ** 3 + 3 * u ** 2) * a1 + (u ** 3 - u ** 2) * v1)
        a = a + V(-m * 0.008, 0, 0.050) * np.sin(np.pi * u ** 0.8) ** 1.4
        pitch = float(keys(u, (0, p0), (0.12, p0 * 1.04), (0.58, 8), (0.88, p1 * 1.08), (1, p1)))
        toe = float(keys(u, (0, t0), (0.14, t0 * 0.95), (0.5, 2), (0.7, -5), (1, t1)))
    return (a, pitch, m * YAW, toe)


def walk_wind(key, i, fr):
    if key == "scarf":
        return V(0.4, 5.0 + 0.9 * np.sin(2 * np.pi * fr / WALK * 2 + i), 1.2)
    if key == "tail":
        return V(0, 0.8, 0.3)
    return V(0, 1.0, 0)


# --------------------------------------------------------------------- idle
IDLE = 90


def idle_at(fr, breathe=True):
    t = (fr / IDLE) % 1.0
    w = 2 * np.pi
    S, C = np.sin, np.cos
    p = Pose()
    br = 0.5 - 0.5 * C(w * t * 2)               # two breaths
    lag = 0.5 - 0.5 * C(w * (t * 2 - 0.12))
    sh = S(w * t)                                # weight from foot to foot
    p.off["hips"] = V(0.014 * sh, 0, -0.013 - 0.004 * br - 0.002 * abs(sh))
    p.turn("hips", ypr(yaw=2 * sh, pitch=1.5, roll=-2.2 * sh))
    p.turn("spine", ypr(pitch=1.5 - 1.6 * br, roll=1.6 * sh))
    p.turn("chest", ypr(yaw=-1.5 * sh, pitch=1 - 3.0 * br, roll=1.2 * sh))
    b = 0.075 * br
    p.scale["belly"] = (1 + 0.6 * b, 1 + b, 1 + 0.6 * b)
    look = keys(fr, (0, 0), (22, 0), (32, 9), (52, 9), (64, -4), (80, 0), (90, 0))
    p.turn("neck", ypr(yaw=0.4 * look, pitch=0.5 + 1.6 * lag))
    p.turn("head", ypr(yaw=0.6 * look, pitch=0.5 + 2.2 * lag, roll=-1.0 * S(w * (t - 0.1)) + 0.5 * look))
    for s in "LR":
        m = 1 if s == "L" else -1
        p.turn("shoulder." + s, rot("Y", -m * 5.0 * br))
        hang(p, s, down=24 - 1.5 * lag + m * 1.0 * sh, swing=-3 + 2.5 * lag, bend=16 + 3 * lag, wrist=-2 + 5 * lag, pron=30,
             curl=15 + 4 * lag)
        p.plant[s] = foot_flat(s, 0.004, 0, 12)
    flick = bump(fr, 56, 59, 63) - 0.45 * bump(fr, 61, 65, 69) + 0.6 * bump(fr, 67, 69, 73)
    p.turn("ear.1.L", rot("Z", 22 * flick) @ rot("Y", 14 * flick))
    p.turn("ear.1.R", rot("Y", 2 * look * 0.3))
    tail_base(p, side=44, lift=2, sway=15 * S(w * (t - 0.05)), curl=4 * C(w * (t * 2 - 0.3)))
    e = bump(fr, 25, 27.5, 31) + bump(fr, 70, 72.5, 76)
    blink(p, min(e, 1))
    return p


def idle_wind(key, i, fr):
    a = 2 * np.pi * fr / IDLE
    if key == "scarf":
        return V(0.5 + 0.5 * np.sin(a * 2 + 0.7 * i), 0.5 + 0.7 * np.sin(a * 3 - 0.8 * i), 0)
    return V(0, 0, 0)


# --------------------------------------------------------------------- wave
WAVE = 75


def wave_at(fr):
    p = Pose()
    w = 2 * np.pi
    up = float(keys(fr, (0, 0), (7, -0.10), (16, 1.08), (20, 1.0), (54, 1.0), (57, 1.04), (67, -0.05), (71, 0.015), (75, 0)))
    ant = bump(fr, 0, 7, 15)
    on = float(keys(fr, (14, 0), (20, 1), (50, 1), (57, 0)))
    a = w * (fr - 19) / 11.5                              # three waves
    sway = np.sin(a) * on
    drag = np.sin(a - 0.9) * on
    tips = np.sin(a - 1.7) * on
    stretch = bump(fr, 9, 17, 24)
    dip = ant + 0.75 * bump(fr, 60, 67, 74)
    hold = float(keys(fr, (8, 0), (19, 1), (53, 1), (66, 0)))
    p.off["hips"] = V(0.020 * hold - 0.006 * ant, 0.0, -0.013 - 0.034 * dip + 0.010 * stretch + 0.003 * np.cos(2 * a) * on)
    p.turn("hips", ypr(yaw=3 * hold - 3 * ant, pitch=1.5 + 4 * dip - 1.5 * stretch, roll=-3.5 * hold + 2 * ant + 0.8 * sway))
    p.turn("spine", ypr(yaw=-3 * ant + 2 * hold, pitch=1.5 + 4.5 * dip - 3 * stretch, roll=4 * hold - 2 * ant + 1.4 * sway))
    p.turn("chest", ypr(yaw=-6 * ant + 5 * hold, pitch=1 + 4 * dip - 5 * stretch - 1 * hold, roll=6 * hold - 4 * ant + 1.6 * sway))
    hd = float(keys(fr, (0, 0), (8, -0.5), (18, 1.1), (23, 1), (55, 1), (68, -0.1), (75, 0)))
    p.turn("neck", ypr(pitch=0.5 + 2 * dip - 3 * hold, roll=1.5 * hd - 1.2 * drag, yaw=-3 * hd))
    p.turn("head", ypr(pitch=0.5 + 4 * dip - 4 * stretch - 2 * hold, roll=4 * hd - 2.2 * drag, yaw=-4 * hd))
    b = 0.04 * stretch
    p.scale["belly"] = (1 + b, 1 + b, 1 + b)
    # the waving arm: from hanging to held out beside the head, palm to the front
    s = "R"
    S = ypr(roll=22 * max(up, 0) - 6 * ant, yaw=-4 * ant)
    p.turn("shoulder.R", S)
    rest = Pose()
    hang(rest, s, down=24 + 6 * ant, swing=-3 + 16 * ant, bend=16 + 16 * ant, wrist=-2, pron=30)
    late = float(keys(fr, (0, 0), (9, -0.06), (19, 1.10), (24, 1.0), (52, 1.0), (55, 1.03), (68, -0.10), (72, 0.02), (75, 0)))
    D, N = mirror_v(fox.HAND_D, s), mirror_v(fox.HAND_N, s)
    th = np.radians(50 - 21 * sway)
    fore = V(-np.sin(th), -0.42, np.cos(th))
    Ru = about(V(0, 1, 0), 3 * sway) @ arc(D, V(-0.90, -0.32, 0.28)) @ about(D, -42)
    Rf = frame_to(D, N, fore, V(0.0, 1, 0.30))
    Qf = Ru.T @ Rf
    p.Q["upper_arm.R"] = between(rest.Q["upper_arm.R"], S.T @ Ru, up)
    p.Q["forearm.R"] = between(rest.Q["forearm.R"], Qf, late)
    flap = about(N, 19 * drag) @ about(np.cross(D, N), -8 * late)
    p.Q["hand.R"] = between(rest.Q["hand.R"], I3, late) @ flap
    tw = float(keys(fr, (0, 0), (8, 0), (19, 1), (54, 1), (66, 0), (75, 0)))
    fingers(p, s, curl=float(keys(fr, (0, 15), (8, 30), (15, 20), (21, -7), (54, -5), (63, 26), (75, 15))), spread=float(9 * tw),
            each=[a * (1 - tw) + 7 * tips * tw * k for a, k in ((0, 1), (3, 0.6), (6, -0.4))])
    # the other arm balances
    hang(p, "L", pron=30, down=24 - 8 * hold + 3 * ant, swing=-3 + 12 * ant + 4 * hold + 2 * sway, bend=16 + 14 * ant + 10 * hold,
         wrist=-2 + 6 * ant - 4 * drag, curl=15 + 8 * ant)
    p.turn("shoulder.L", rot("Y", -3 * stretch))
    for sd in "LR":
        p.plant[sd] = foot_flat(sd, 0.004, 0, 12)
    heel = stretch
    for sd, k in (("R", 16),):
        m = -1
        a0, _, yaw, _ = p.plant[sd]
        pitch = k * heel
        ball = fox.BALL * V(m, 1, 0) + V(m * 0.004, 0, 0)
        rel = B["foot.R"][1] - fox.BALL * V(m, 1, 0)
        yawm = rot("Z", yaw)
        base = B["foot.R"][1] + V(m * 0.004, 0, 0)
        piv = base - yawm @ rel
        p.plant[sd] = (piv + yawm @ rot("X", pitch) @ rel, pitch, yaw, -pitch * 0.95)
    p.turn("ear.1.L", rot("Y", -5 * hold))
    p.turn("ear.1.R", rot("Y", 5 * hold))
    tail_base(p, side=44, lift=2 + 16 * hold, sway=-14 * ant + 16 * np.sin(w * (fr - 16) / 23.0) * float(keys(fr, (12, 0), (22, 1), (54, 1), (68, 0))),
              curl=4 * hold + 4)
    e = bump(fr, 4, 7.5, 12) + bump(fr, 59, 62, 66)
    blink(p, min(e, 1))
    if 12 < fr < 59:
        eyes_open(p, 1 + 0.07 * bump(fr, 12, 19, 58))
    return p


# ------------------------------------------------------------------- clips
def clips():
    walk = close(follow(walk_at, WALK, 4, walk_wind))
    idle = close(follow(idle_at, IDLE, 1, idle_wind))
    wave = follow(wave_at, WAVE, 1, lambda k, i, f: V(0.3, 0.4, 0) if k == "scarf" else V(0, 0, 0))
    wave[-1] = wave[0]
    res = {}
    for n, c in (("walk", walk), ("wave", wave), ("idle", idle)):
        every = sorted(set().union(*[set(p.out()) for p in c]))
        poses = []
        for p in c:
            o = p.out()
            poses.append({b: o.get(b, REST) for b in every})
        res[n] = poses
    return res


if __name__ == "__main__":
    for n, c in clips().items():
        print(n, len(c))
