"""Signed-distance modelling, quad meshing, and texture painting with numpy.

Nothing in here knows about Blender: a shape is a function from points (N,3)
to distances (N,), a mesh is an array of points and an array of quads.
"""
import struct
import zlib

import numpy as np

V = lambda *a: np.array(a, dtype=float)


# ---------------------------------------------------------------- distances
def smin(a, b, k):
    h = np.clip(0.5 + 0.5 * (b - a) / k, 0.0, 1.0)
    return b * (1 - h) + a * h - k * h * (1 - h)


def smax(a, b, k):
    return -smin(-a, -b, k)


def ellipsoid(p, c, r):
    q = p - np.asarray(c, float)
    r = np.asarray(r, float)
    k0 = np.linalg.norm(q / r, axis=-1)
    k1 = np.linalg.norm(q / (r * r), axis=-1)
    return k0 * (k0 - 1.0) / np.maximum(k1, 1e-9)


def cone(p, a, b, r1, r2):
    """A capsule whose radius runs from r1 (at a) to r2 (at b)."""
    a = np.asarray(a, float)
    b = np.asarray(b, float)
    ba = b - a
    t = np.clip(((p - a) @ ba) / (ba @ ba), 0, 1)
    d = np.linalg.norm(p - a - t[..., None] * ba, axis=-1)
    return d - (r1 + (r2 - r1) * t)


def chain(p, pts, radii, k):
    d = None
    for i in range(len(pts) - 1):
        e = cone(p, pts[i], pts[i + 1], radii[i], radii[i + 1])
        d = e if d is None else smin(d, e, k)
    return d


def gradient(f, p, e=1e-3):
    g = np.empty_like(p)
    for i in range(3):
        o = np.zeros(3)
        o[i] = e
        g[:, i] = f(p + o) - f(p - o)
    return g / (2 * e)


def normals_of(f, p, e=2e-3):
    g = gradient(f, p, e)
    return g / np.maximum(np.linalg.norm(g, axis=1, keepdims=True), 1e-9)


# ------------------------------------------------------------------ meshing
def surface_nets(f, lo, hi, h, relax=6):
    """Quads on the zero set of f inside the box lo..hi, cells of size h."""
    lo = np.asarray(lo, float)
    hi = np.asarray(hi, float)
    n = np.ceil((hi - lo) / h).astype(int) + 1
    # centre the grid on the box so that a symmetric shape gets a symmetric mesh
    lo = (lo + hi) / 2 - (n - 1) * h / 2
    ax = [lo[i] + h * np.arange(n[i]) for i in range(3)]
    grid = np.stack(np.meshgrid(*ax, indexing="ij"), -1)
    val = f(grid.reshape(-1, 3)).reshape(n)
    val = np.where(np.abs(val) < 1e-9, 1e-9, val)
    ins = val < 0
    m = n - 1
    cnt = np.zeros(m)
    acc = np.zeros(tuple(m) + (3,))
    corner = [(i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]

    def cut(a, o):
        return a[o[0]:o[0] + m[0], o[1]:o[1] + m[1], o[2]:o[2] + m[2]]

    for a in corner:
        for ax_i in range(3):
            if a[ax_i]:
                continue
            b = list(a)
            b[ax_i] = 1
            va, vb = cut(val, a), cut(val, b)
            cross = (va < 0) != (vb < 0)
            t = np.where(cross, va / np.where(cross, va - vb, 1), 0)
            for c in range(3):
                base = a[c] + (t if c == ax_i else 0)
                acc[..., c] += np.where(cross, base, 0)
            cnt += cross
    active = cnt > 0
    index = -np.ones(m, int)
    index[active] = np.arange(active.sum())
    cells = np.argwhere(active)
    pts = lo + h * (cells + acc[active] / cnt[active][:, None])
    quads = []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        sl_a = [slice(None)] * 3
        sl_b = [slice(None)] * 3
        sl_a[axis] = slice(0, -1)
        sl_b[axis] = slice(1, None)
        A, B = ins[tuple(sl_a)], ins[tuple(sl_b)]
        for e in np.argwhere(A != B):
            if e[u] == 0 or e[v] == 0 or e[u] >= m[u] or e[v] >= m[v]:
                continue
            q = []
            for du, dv in ((-1, -1), (0, -1), (0, 0), (-1, 0)):
                c = e.copy()
                c[u] += du
                c[v] += dv
                q.append(index[tuple(c)])
            if not A[tuple(e)]:
                q.reverse()
            quads.append(q)
    quads = np.array(quads, int)
    for it in range(relax):
        pts = project(f, slide(f, pts, quads), 2)
    return project(f, pts, 4), quads


def slide(f, pts, quads, edges=None):
    """One smoothing step along the surface: tips and rims keep their height."""
    n = normals_of(f, pts)
    d = smooth(pts, quads, 0.5, edges) - pts
    return pts + d - n * (n * d).sum(1, keepdims=True)


def refine(f, pts, quads, where):
    """Splits the faces whose middle lies where where(points) says.

    Their neighbours become triangles (rows ending in -1) where an edge is cut.
    """
    def ids(q):
        return [int(v) for v in q if v >= 0]

    mid = np.array([pts[ids(q)].mean(0) for q in quads])
    cut = where(mid)
    new, out, halves = [], [], {}

    def half(a, b):
        k = (min(a, b), max(a, b))
        if k not in halves:
            halves[k] = len(pts) + len(new)
            new.append((pts[a] + pts[b]) / 2)
        return halves[k]

    for q in quads[cut]:
        v = ids(q)
        h = [half(v[i], v[(i + 1) % len(v)]) for i in range(len(v))]
        c = len(pts) + len(new)
        new.append(pts[v].mean(0))
        for i in range(len(v)):
            out.append((v[i], h[i], c, h[i - 1]))
    for q in quads[~cut]:
        v = ids(q)
        ring = []
        for i in range(len(v)):
            ring.append(v[i])
            k = (min(v[i], v[(i + 1) % len(v)]), max(v[i], v[(i + 1) % len(v)]))
            if k in halves:
                ring.append(halves[k])
        if len(ring) == len(v):
            out.append(tuple(q))
            continue
        at = next(i for i, x in enumerate(ring) if x >= len(pts))
        ring = ring[at:] + ring[:at]
        for i in range(1, len(ring) - 1):
            out.append((ring[0], ring[i], ring[i + 1], -1))
    if not new:
        return pts, quads
    allp = np.concatenate([pts, np.array(new)])
    out = np.array(out, int)
    ring = out.copy()
    ring[:, 3] = np.where(ring[:, 3] < 0, ring[:, 0], ring[:, 3])
    e = edges_of(ring)
    e = e[e[:, 0] != e[:, 1]]
    for _ in range(6):
        allp = project(f, slide(f, allp, ring, e), 2)
    return project(f, allp, 4), out


def project(f, p, steps=3):
    p = p.copy()
    for _ in range(steps):
        g = gradient(f, p)
        d = f(p)
        s = d / np.maximum((g * g).sum(1), 0.15)
        p -= np.clip(s, -0.03, 0.03)[:, None] * g
    return p


def edges_of(quads):
    e = np.concatenate([np.stack([quads[:, i], quads[:, (i + 1) % 4]], 1) for i in range(4)])
    e.sort(axis=1)
    return np.unique(e, axis=0)


def smooth(x, quads, amount, edges=None):
    """One Laplacian step on any per-vertex data (N,k)."""
    e = edges_of(quads) if edges is None else edges
    acc = np.zeros_like(x)
    cnt = np.zeros(len(x))
    np.add.at(acc, e[:, 0], x[e[:, 1]])
    np.add.at(acc, e[:, 1], x[e[:, 0]])
    np.add.at(cnt, e[:, 0], 1)
    np.add.at(cnt, e[:, 1], 1)
    return x * (1 - amount) + amount * acc / np.maximum(cnt, 1)[:, None]


def uv_sphere(c, r, frame=None, seg=12, rings=8):
    """A ball of quads (its poles are quads collapsed to triangles)."""
    pts = [(0, 0, 1.0)]
    for i in range(1, rings):
        a = np.pi * i / rings
        for j in range(seg):
            b = 2 * np.pi * j / seg
            pts.append((np.sin(a) * np.cos(b), np.sin(a) * np.sin(b), np.cos(a)))
    pts.append((0, 0, -1.0))
    p = np.array(pts) * np.asarray(r, float)
    if frame is not None:
        p = p @ np.asarray(frame, float)
    faces = []
    last = len(pts) - 1
    for j in range(seg):
        k = (j + 1) % seg
        faces.append((0, 1 + j, 1 + k, -1))
        for i in range(rings - 2):
            a = 1 + i * seg
            faces.append((a + j, a + seg + j, a + seg + k, a + k))
        a = 1 + (rings - 2) * seg
        faces.append((a + j, last, a + k, -1))
    return p + np.asarray(c, float), np.array(faces, int)


def loft(path, side, width, thick, around=10):
    """A rounded ribbon along path; side: unit vectors of its width."""
    path = np.asarray(path, float)
    n = len(path)
    tang = np.gradient(path, axis=0)
    tang /= np.linalg.norm(tang, axis=1, keepdims=True)
    pts, faces = [], []
    for i in range(n):
        s = side[i] - tang[i] * (side[i] @ tang[i])
        s /= np.linalg.norm(s)
        u = np.cross(tang[i], s)
        for j in range(around):
            a = 2 * np.pi * (j + 0.5) / around
            ca, sa = np.cos(a), np.sin(a)
            x = np.sign(ca) * abs(ca) ** 0.55
            y = np.sign(sa) * abs(sa) ** 0.8
            pts.append(path[i] + s * x * width[i] + u * y * thick[i])
    for i in range(n - 1):
        for j in range(around):
            k = (j + 1) % around
            faces.append((i * around + j, i * around + k, (i + 1) * around + k, (i + 1) * around + j))
    for ring, c, flip in ((0, path[0], True), (n - 1, path[-1], False)):
        pts.append(c)
        ci = len(pts) - 1
        for j in range(around):
            k = (j + 1) % around
            a, b = ring * around + j, ring * around + k
            faces.append((ci, b, a, -1) if flip else (ci, a, b, -1))
    return np.array(pts), np.array(faces, int)


# ----------------------------------------------------------------- painting
def rasterise(size, uvs, tris_uv, data, tris_v):
    """Interpolate per-vertex data over the UV triangles.

    uvs (U,2) in 0..1, tris_uv (T,3) indices into uvs, data (N,k),
    tris_v (T,3) indices into data. Returns image (size,size,k) and a mask of
    the triangle index at each texel (-1: none). Row 0 is v = 0.
    """
    img = np.zeros((size, size, data.shape[1]))
    tri = -np.ones((size, size), int)
    P = uvs * size - 0.5
    for t in range(len(tris_uv)):
        a, b, c = P[tris_uv[t]]
        den = (b[1] - c[1]) * (a[0] - c[0]) + (c[0] - b[0]) * (a[1] - c[1])
        if abs(den) < 1e-9:
            continue
        lo = np.maximum(np.floor(np.minimum(np.minimum(a, b), c)).astype(int) - 1, 0)
        hi = np.minimum(np.ceil(np.maximum(np.maximum(a, b), c)).astype(int) + 2, size)
        if (hi <= lo).any():
            continue
        x, y = np.meshgrid(np.arange(lo[0], hi[0]), np.arange(lo[1], hi[1]))
        w0 = ((b[1] - c[1]) * (x - c[0]) + (c[0] - b[0]) * (y - c[1])) / den
        w1 = ((c[1] - a[1]) * (x - c[0]) + (a[0] - c[0]) * (y - c[1])) / den
        w2 = 1 - w0 - w1
        eps = -0.02
        inside = (w0 >= eps) & (w1 >= eps) & (w2 >= eps)
        if not inside.any():
            continue
        yy, xx = y[inside], x[inside]
        w = np.stack([w0[inside], w1[inside], w2[inside]], 1)
        img[yy, xx] = w @ data[tris_v[t]]
        tri[yy, xx] = t
    return img, tri


def dilate(img, mask, steps):
    """Grow the painted texels outwards so that mipmaps never see the gaps."""
    img = img.copy()
    mask = mask.copy()
    for _ in range(steps):
        acc = np.zeros_like(img)
        cnt = np.zeros(mask.shape)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)):
            m = np.roll(mask, (dy, dx), (0, 1))
            acc += np.where(m[..., None], np.roll(img, (dy, dx), (0, 1)), 0)
            cnt += m
        new = ~mask & (cnt > 0)
        img[new] = acc[new] / cnt[new][:, None]
        mask |= new
    if (~mask).any():
        img[~mask] = img[mask].mean(0)
    return img


def step(a, b, x):
    t = np.clip((x - a) / (b - a), 0, 1)
    return t * t * (3 - 2 * t)


def mix(a, b, t):
    return a + (b - a) * np.asarray(t)[..., None]


def rgb(h):
    """'#rrggbb' as three numbers 0..1 (sRGB values, left as they are)."""
    return np.array([int(h[i:i + 2], 16) for i in (1, 3, 5)]) / 255.0


def noise(p, scale, seed=0):
    """Smooth value noise in 3D, 0..1."""
    q = p * scale
    i = np.floor(q).astype(np.int64)
    f = q - i
    f = f * f * (3 - 2 * f)

    def h(o):
        j = i + np.array(o)
        n = j[:, 0] * 374761393 + j[:, 1] * 668265263 + j[:, 2] * 2147483647 + seed * 974634777
        n = (n ^ (n >> 13)) * 1274126177
        n = n ^ (n >> 16)
        return (n & 0xFFFF) / 65535.0

    r = 0
    for a in (0, 1):
        for b in (0, 1):
            for c in (0, 1):
                w = (f[:, 0] if a else 1 - f[:, 0]) * (f[:, 1] if b else 1 - f[:, 1]) * (f[:, 2] if c else 1 - f[:, 2])
                r = r + w * h((a, b, c))
    return r


def occlusion(f, p, n, reach=0.16, taps=5):
    """How open the space above the surface is, 0 (shut) .. 1 (open)."""
    occ = 0
    wsum = 0
    for i in range(1, taps + 1):
        h = reach * i / taps
        w = 0.75 ** i
        occ = occ + w * np.clip((h - f(p + n * h)) / h, 0, 1)
        wsum += w
    return 1 - occ / wsum


def write_png(path, img, coarse=1):
    """8-bit RGB PNG from (h,w,3) in 0..1, row 0 at the bottom.

    coarse: round to this many levels, which the eye forgives and the file likes.
    """
    a = (np.round(np.clip(img[::-1], 0, 1) * 255 / coarse) * coarse).clip(0, 255).astype(np.uint8)
    h, w, _ = a.shape
    raw = np.zeros((h, 1 + w * 3), np.uint8)
    raw[:, 1:] = a.reshape(h, -1)

    def chunk(tag, data):
        c = struct.pack(">I", len(data)) + tag + data
        return c + struct.pack(">I", zlib.crc32(tag + data))

    with open(path, "wb") as f:
        f.write(b"\x89PNG\r\n\x1a\n")
        f.write(chunk(b"IHDR", struct.pack(">IIBBBBB", w, h, 8, 2, 0, 0, 0)))
        f.write(chunk(b"IDAT", zlib.compress(raw.tobytes(), 9)))
        f.write(chunk(b"IEND", b""))
