"""large_fbx.py clips COUNT SOURCE OUT: SOURCE, a binary FBX file, with each of its clips COUNT times.
large_fbx.py mesh LEVELS SOURCE OUT: SOURCE with each polygon of its meshes cut into quads, LEVELS times. Weights, normals
and texture coordinates of new points are averages; shapes are dropped.

Files for measuring the memory and the time of imports."""
import pathlib
import struct
import sys
import zlib

WIDTHS = {"f": "f", "d": "d", "i": "i", "l": "q", "b": "b"}


def read_value(data, at):
    kind, at = chr(data[at]), at + 1
    if kind in "SR":
        size = struct.unpack_from("<I", data, at)[0]
        return (kind, data[at + 4:at + 4 + size]), at + 4 + size
    if kind in WIDTHS:
        count, encoding, size = struct.unpack_from("<III", data, at)
        body = data[at + 12:at + 12 + size]
        body = zlib.decompress(body) if encoding else body
        return (kind, list(struct.unpack(f"<{count}{WIDTHS[kind]}", body))), at + 12 + size
    form = "<" + {"Y": "h", "C": "B", "I": "i", "F": "f", "D": "d", "L": "q"}[kind]
    return (kind, struct.unpack_from(form, data, at)[0]), at + struct.calcsize(form)


def read_records(data, at, end, wide):
    head = "<QQQB" if wide else "<IIIB"
    records = []
    while at < end:
        stop, count, _, length = struct.unpack_from(head, data, at)
        if stop == 0:
            break
        at += struct.calcsize(head)
        name, at, values = data[at:at + length].decode(), at + length, []
        for _ in range(count):
            value, at = read_value(data, at)
            values.append(value)
        records.append([name, values, read_records(data, at, stop, wide) if at < stop else None])
        at = stop
    return records


def write_value(kind, value):
    if kind in "SR":
        return kind.encode() + struct.pack("<I", len(value)) + value
    if kind in WIDTHS:
        plain = struct.pack(f"<{len(value)}{WIDTHS[kind]}", *value)
        packed = zlib.compress(plain, 1)
        return kind.encode() + struct.pack("<III", len(value), 1, len(packed)) + packed
    return kind.encode() + struct.pack("<" + {"Y": "h", "C": "B", "I": "i", "F": "f", "D": "d", "L": "q"}[kind], value)


def write_records(out, records, wide):
    head = "<QQQB" if wide else "<IIIB"
    for name, values, children in records:
        start = len(out)
        body = b"".join(write_value(*value) for value in values)
        out += bytes(struct.calcsize(head)) + name.encode() + body
        if children is not None:
            write_records(out, children, wide)
            out += bytes(struct.calcsize(head))
        struct.pack_into(head, out, start, len(out), len(values), len(body), len(name))


def child(record, name):
    return next((item for item in record[2] or [] if item[0] == name), None)


def name_of(record):
    return record[1][1][1].split(b"\0\1")[0]


def repeat_clips(objects, connections, takes, count):
    """Copies of the records of animation with other numbers. Names of stacks get a number."""
    own = [record for record in objects[2] if record[0].startswith("Animation")]
    numbers = {record[1][0][1] for record in own}
    links = [link for link in connections[2] if link[1][1][1] in numbers]
    stacks = {name_of(record) for record in own if record[0] == "AnimationStack"}
    step = 1 << 40
    for copy in range(1, count):
        for name, values, children in own:
            values = [("L", values[0][1] + copy * step)] + values[1:]
            if name == "AnimationStack":
                values[1] = ("S", values[1][1].replace(b"\0\1", b" %d\0\1" % copy))
            objects[2].append([name, values, children])
        for name, values, children in links:
            ends = [("L", value + copy * step if value in numbers else value) for _, value in values[1:3]]
            connections[2].append([name, [values[0], *ends, *values[3:]], children])
        for name, values, children in list(takes[2] or []) if takes else []:
            if name == "Take" and values[0][1] in stacks:
                takes[2].append([name, [("S", values[0][1] + b" %d" % copy)], children])


def spread(layer, values, indices, width, corners, polygon_of):
    """Numbers of a layer for each corner, by its mapping and its indices."""
    numbers, places = child(layer, values)[1][0][1], child(layer, indices)
    mapping = child(layer, "MappingInformationType")[1][0][1]
    if mapping not in (b"ByPolygonVertex", b"ByVertice", b"ByVertex"):
        return None
    sources = range(len(corners)) if mapping == b"ByPolygonVertex" else corners
    if places is not None:
        places = places[1][0][1]
        sources = [places[source] for source in sources]
    return [tuple(numbers[source * width:source * width + width]) for source in sources]


def mean(items):
    return tuple(sum(numbers) / len(items) for numbers in zip(*items))


def cut_mesh(geometry):
    """Each polygon becomes a quad for each of its corners. Returns the control points of which each new one is the mean."""
    points = child(geometry, "Vertices")[1][0][1]
    points = [tuple(points[i:i + 3]) for i in range(0, len(points), 3)]
    indices = child(geometry, "PolygonVertexIndex")[1][0][1]
    corners = [index if index >= 0 else -1 - index for index in indices]
    polygons, first = [], 0
    for at, index in enumerate(indices):
        if index < 0:
            polygons.append(range(first, at + 1))
            first = at + 1
    made, sources, quads, quad_corners = {}, [(i,) for i in range(len(points))], [], []

    def point(key):
        if key not in made:
            made[key] = len(sources)
            sources.append(key)
        return made[key]

    for polygon in polygons:
        size = len(polygon)
        centre = point(tuple(corners[k] for k in polygon))
        for i in range(size):
            here, after, before = polygon[i], polygon[(i + 1) % size], polygon[i - 1]
            edges = [point(tuple(sorted((corners[here], corners[other])))) for other in (after, before)]
            quads += [corners[here], edges[0], centre, -1 - edges[1]]
            quad_corners += [(here,), (here, after), tuple(polygon), (before, here)]
    child(geometry, "Vertices")[1][0] = ("d", [x for source in sources for x in mean([points[i] for i in source])])
    child(geometry, "PolygonVertexIndex")[1][0] = ("i", quads)
    for layer in list(geometry[2]):
        kinds = {"LayerElementNormal": ("Normals", "NormalsIndex", 3), "LayerElementUV": ("UV", "UVIndex", 2)}
        if layer[0] in kinds:
            values, places, width = kinds[layer[0]]
            numbers = spread(layer, values, places, width, corners, polygons)
            if numbers is None:
                geometry[2].remove(layer)
                continue
            table, order = {}, []
            for source in quad_corners:
                value = mean([numbers[k] for k in source])
                order.append(table.setdefault(value, len(table)))
            layer[2] = [item for item in layer[2] if item[0] not in (values, places, "NormalsW")]
            child(layer, "MappingInformationType")[1][0] = ("S", b"ByPolygonVertex")
            child(layer, "ReferenceInformationType")[1][0] = ("S", b"IndexToDirect")
            layer[2] += [[values, [("d", [x for value in table for x in value])], None], [places, [("i", order)], None]]
        elif layer[0] == "LayerElementMaterial" and child(layer, "MappingInformationType")[1][0][1] == b"ByPolygon":
            slots = child(layer, "Materials")[1][0][1]
            spread_slots = [slots[i] for i, polygon in enumerate(polygons) for _ in polygon]
            child(layer, "Materials")[1][0] = ("i", spread_slots)
        elif layer[0].startswith("LayerElement") or layer[0] == "Edges":
            geometry[2].remove(layer)
    return sources


def cut_weights(cluster, sources):
    if child(cluster, "Indexes") is None:
        return
    weights = dict(zip(child(cluster, "Indexes")[1][0][1], child(cluster, "Weights")[1][0][1]))
    cut = {i: sum(weights.get(k, 0) for k in source) / len(source) for i, source in enumerate(sources)
           if any(k in weights for k in source)}
    child(cluster, "Indexes")[1][0] = ("i", list(cut))
    child(cluster, "Weights")[1][0] = ("d", list(cut.values()))


def cut_meshes(objects, connections):
    by_number = {record[1][0][1]: record for record in objects[2]}
    links = [(link[1][1][1], link[1][2][1]) for link in connections[2]]
    dropped = {number for number, record in by_number.items()
               if record[1][2][1] in (b"BlendShape", b"BlendShapeChannel", b"Shape")}
    objects[2] = [record for record in objects[2] if record[1][0][1] not in dropped]
    connections[2] = [link for link in connections[2] if not dropped & {link[1][1][1], link[1][2][1]}]
    for number, geometry in by_number.items():
        if geometry[0] != "Geometry" or geometry[1][2][1] != b"Mesh":
            continue
        sources = cut_mesh(geometry)
        for skin in [source for source, target in links if target == number and source in by_number]:
            for cluster in [source for source, target in links if target == skin and source in by_number]:
                if by_number[cluster][1][2][1] == b"Cluster":
                    cut_weights(by_number[cluster], sources)


def main(what, count, source, out):
    data = pathlib.Path(source).read_bytes()
    version = struct.unpack_from("<I", data, 23)[0]
    root = ["", [], read_records(data, 27, len(data), version >= 7500)]
    for _ in range(int(count) if what == "mesh" else 1):
        if what == "mesh":
            cut_meshes(child(root, "Objects"), child(root, "Connections"))
        else:
            repeat_clips(child(root, "Objects"), child(root, "Connections"), child(root, "Takes"), int(count))
    made = bytearray(data[:27])
    write_records(made, root[2], version >= 7500)
    made += bytes(25 if version >= 7500 else 13) + bytes.fromhex("fabcab09d0c8d466b17683081cb1f1b4")
    made += bytes(4) + bytes(-len(made) % 16) + struct.pack("<I", version) + bytes(120)
    made += bytes.fromhex("f85a8c6adef5d97eece90ce3758f290b")
    pathlib.Path(out).write_bytes(made)


main(*sys.argv[1:])
