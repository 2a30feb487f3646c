"""Turns parts (points, quads, charts) into a Blender mesh with UVs and paint."""
import bpy
import numpy as np

import shapes


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = 30
    bpy.context.scene.unit_settings.system = "METRIC"


def thin_out(pts, quads, ratio):
    """Fewer faces where the surface is flat, as many as before where it is not."""
    me = bpy.data.meshes.new("thin")
    me.from_pydata([tuple(p) for p in pts], [], [[int(v) for v in q if v >= 0] for q in quads])
    ob = bpy.data.objects.new("thin", me)
    bpy.context.scene.collection.objects.link(ob)
    m = ob.modifiers.new("thin", "DECIMATE")
    m.ratio = ratio
    m.use_symmetry = True
    m.symmetry_axis = "X"
    done = ob.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
    p = np.array([v.co[:] for v in done.vertices])
    q = np.array([(list(f.vertices) + [-1])[:4] for f in done.polygons], int)
    bpy.data.objects.remove(ob)
    bpy.data.meshes.remove(me)
    return p, q


def join(parts):
    """One point list and one face list out of all parts."""
    pts, faces, charts, owner, vstart = [], [], [], [], []
    base = chart_base = 0
    for i, (name, p, q, c) in enumerate(parts):
        vstart.append((base, base + len(p)))
        for f, k in zip(q, c):
            faces.append([base + int(v) for v in f if v >= 0])
            charts.append(chart_base + int(k))
            owner.append(i)
        pts.append(p)
        base += len(p)
        chart_base += int(c.max()) + 1
    return np.concatenate(pts), faces, np.array(charts), np.array(owner), vstart


def make_mesh(name, pts, faces, charts, margin=0.008, scale=None):
    me = bpy.data.meshes.new(name)
    me.from_pydata([tuple(p) for p in pts], [], faces)
    me.update()
    me.polygons.foreach_set("use_smooth", [True] * len(faces))
    ob = bpy.data.objects.new(name, me)
    bpy.context.scene.collection.objects.link(ob)
    bpy.context.view_layer.objects.active = ob
    ob.select_set(True)
    # seams where two charts meet
    first = {}
    for poly in me.polygons:
        for k in poly.edge_keys:
            c = charts[poly.index]
            if first.setdefault(k, c) != c:
                first[k] = -1
    for e in me.edges:
        e.use_seam = first.get(e.key) == -1
    me.uv_layers.new(name="UVMap")
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="SELECT")
    bpy.ops.uv.unwrap(method="ANGLE_BASED", margin=0.004)
    bpy.ops.uv.select_all(action="SELECT")
    bpy.ops.uv.average_islands_scale()
    bpy.ops.object.mode_set(mode="OBJECT")
    if scale:
        # more texels for the parts people look at
        uv = np.zeros(len(me.loops) * 2)
        me.uv_layers[0].data.foreach_get("uv", uv)
        uv = uv.reshape(-1, 2)
        for p in me.polygons:
            uv[list(p.loop_indices)] *= scale(charts[p.index])
        me.uv_layers[0].data.foreach_set("uv", uv.ravel())
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.uv.select_all(action="SELECT")
    bpy.ops.uv.pack_islands(rotate=True, margin=margin)
    bpy.ops.object.mode_set(mode="OBJECT")
    return ob


def bake(ob, parts, owner, size, paint, shade):
    """The texture: every texel knows its place on the body and is painted there."""
    me = ob.data
    me.calc_loop_triangles()
    me.calc_normals_split()
    uv = np.zeros(len(me.loops) * 2)
    me.uv_layers[0].data.foreach_get("uv", uv)
    uv = uv.reshape(-1, 2)
    nor = np.zeros(len(me.loops) * 3)
    me.loops.foreach_get("normal", nor)
    vi = np.zeros(len(me.loops), int)
    me.loops.foreach_get("vertex_index", vi)
    co = np.zeros(len(me.vertices) * 3)
    me.vertices.foreach_get("co", co)
    data = np.concatenate([co.reshape(-1, 3)[vi], nor.reshape(-1, 3)], 1)
    tl = np.array([t.loops[:] for t in me.loop_triangles])
    tp = np.array([t.polygon_index for t in me.loop_triangles])
    img, tri = shapes.rasterise(size, uv, tl, data, tl)
    mask = tri >= 0
    out = np.zeros((size, size, 3))
    own = np.where(mask, owner[tp[tri]], -1)
    for i, part in enumerate(parts):
        m = own == i
        if not m.any():
            continue
        p, n = img[m][:, :3], img[m][:, 3:]
        n = n / np.linalg.norm(n, axis=1, keepdims=True)
        out[m] = shade(part[0], p, n, paint(part[0], p, n))
    return shapes.dilate(out, mask, 24), mask.mean()


def material(name, image_path=None):
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    b = m.node_tree.nodes["Principled BSDF"]
    b.inputs["Roughness"].default_value = 0.75
    b.inputs["Specular"].default_value = 0.2
    if image_path:
        t = m.node_tree.nodes.new("ShaderNodeTexImage")
        t.image = bpy.data.images.load(image_path)
        m.node_tree.links.new(t.outputs["Color"], b.inputs["Base Color"])
    return m


def thrifty_fbx():
    """Blender's FBX writer, but packing harder: it writes big arrays at zlib's
    quickest level, and doubles with digits far finer than anyone can see."""
    import array
    import types
    import zlib

    from io_scene_fbx import encode_bin

    encode_bin.zlib = types.SimpleNamespace(compress=lambda data, level: zlib.compress(data, 9))
    plain = encode_bin.FBXElem.add_float64_array

    def add_float64_array(self, data):
        a = np.array(data if isinstance(data, array.array) else list(data), np.float64)
        if len(a) > 64:
            keep = 52 - {b"Normals": 11, b"Weights": 11, b"UV": 14}.get(self.id, 16)
            bits = a.view(np.int64)
            a = (((bits + (1 << (keep - 1))) >> keep) << keep).view(np.float64)
        plain(self, array.array("d", a.tobytes()))

    if plain.__module__ == encode_bin.__name__:        # once is enough
        encode_bin.FBXElem.add_float64_array = add_float64_array
