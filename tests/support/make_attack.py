"""Writes small files that ask for much.

    make_attack.py NAME FILE

Each NAME is a function below; its first line says what the file asks for.
"""

import base64
import json
import pathlib
import struct
import sys
import zlib

TRIANGLE = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)
GIB = 1 << 30


# ---- glTF -------------------------------------------------------------------------------------------------------


def gltf(buffer, **changed):
    """A triangle in the first bytes of a buffer."""
    document = {
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": len(buffer)}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "nodes": [{"mesh": 0}],
        "scenes": [{"nodes": [0]}],
        "scene": 0,
    }
    document.update(changed)
    return document


def glb(document, buffer):
    buffer += b"\0" * (-len(buffer) % 4)
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(buffer), 0x4E4942) + buffer
    return struct.pack("<III", 0x46546C67, 2, 12 + len(chunks)) + chunks


def embedded(document, buffer):
    uri = "data:application/octet-stream;base64," + base64.b64encode(buffer).decode()
    document["buffers"] = [{"uri": uri, "byteLength": len(buffer)}]
    return json.dumps(document).encode()


def png(side, grey):
    """A square of one bit a pixel: eight thousand pixels a byte of the file."""
    row = b"\0" + bytes([grey]) * (side // 8)
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(row) for _ in range(side)) + packer.flush()

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def textured(pictures, count):
    buffer, views = TRIANGLE, [{"buffer": 0, "byteLength": 36}]
    for picture in pictures:
        views.append({"buffer": 0, "byteOffset": len(buffer), "byteLength": len(picture)})
        buffer += picture + b"\0" * (-len(picture) % 4)
    images = [{"bufferView": 1 + i % len(pictures), "mimeType": "image/png"} for i in range(count)]
    return glb(gltf(buffer, bufferViews=views, images=images, **materials(count)), buffer)


def materials(count):
    return {
        "textures": [{"source": i} for i in range(count)],
        "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": i}}} for i in range(count)],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": i} for i in range(count)]}],
    }


def shared_picture():
    """16 textures of one picture of 8192²: 4.3 GB of pixels from 11 KB."""
    return textured([png(8192, 0)], 16)


def sixteen_pictures():
    """16 textures of as many pictures."""
    return textured([png(8192, i) for i in range(16)], 16)


def missing_pictures():
    """2 000 textures that are not there."""
    images = [{"uri": f"missing{i}.png"} for i in range(2000)]
    return embedded(gltf(TRIANGLE, images=images, **materials(2000)), TRIANGLE)


def sparse_accessor():
    """15 million vertices, of which one is written down."""
    sparse = {"count": 1, "indices": {"bufferView": 1, "componentType": 5125}, "values": {"bufferView": 0}}
    document = gltf(TRIANGLE, accessors=[{"componentType": 5126, "count": 15_000_000, "type": "VEC3", "sparse": sparse}])
    document["bufferViews"].append({"buffer": 0, "byteLength": 4})
    return embedded(document, TRIANGLE)


def doubling_nodes():
    """24 nodes, each of which names the next one twice: 16 million."""
    nodes = [{"children": [i + 1, i + 1]} for i in range(24)] + [{"mesh": 0}]
    return embedded(gltf(TRIANGLE, nodes=nodes), TRIANGLE)


def instances():
    """200 nodes with 100 primitives that share 3000 vertices: 60 million vertices."""
    count = 3000
    buffer = struct.pack(f"<{3 * count}f", *[float(i % 97) for i in range(3 * count)])
    document = gltf(buffer, nodes=[{"mesh": 0}] * 200, scenes=[{"nodes": list(range(200))}])
    document["bufferViews"][0]["byteLength"] = len(buffer)
    document["accessors"][0]["count"] = count
    document["meshes"] = [{"primitives": [{"attributes": {"POSITION": 0}}] * 100}]
    return glb(document, buffer)


# ---- FBX --------------------------------------------------------------------------------------------------------


def record(at, name, values=b"", count=0, children=()):
    body, end = b"", at + 13 + len(name) + len(values)
    for child in children:
        made = child(end)
        body += made
        end += len(made)
    if children:
        body += b"\0" * 13
        end += 13
    return struct.pack("<IIIB", end, count, len(values), len(name)) + name.encode() + values + body


def branch(name, values=b"", count=0, *children):
    return lambda at: record(at, name, values, count, children)


def text(value):
    return b"S" + struct.pack("<I", len(value)) + value.encode("latin-1")


def number(value):
    return b"L" + struct.pack("<q", value)


def packed(kind, count, raw):
    shrunk = zlib.compress(raw, 9)
    return kind + struct.pack("<III", count, 1, len(shrunk)) + shrunk


def fbx(*sections):
    out = b"Kaydara FBX Binary  \0\x1a\0" + struct.pack("<I", 7400)
    for section in sections:
        out += section(len(out))
    return out + b"\0" * 13


def thing(kind, identity, label, subtype, *children):
    values = number(identity) + text(f"{label}\0\1{kind}") + text(subtype)
    return branch(kind, values, 3, *children)


def link(child, parent):
    return branch("C", text("OO") + number(child) + number(parent), 3)


def packed_polygons():
    """9 million corners of a triangle, packed into 70 KB."""
    corners = 9_000_000
    geometry = thing(
        "Geometry", 1, "g", "Mesh",
        branch("Vertices", packed(b"d", 9, b"\0" * 72), 1),
        branch("PolygonVertexIndex", packed(b"i", corners, struct.pack("<iii", 0, 1, -3) * (corners // 3)), 1),
    )  # fmt: skip
    model = thing("Model", 2, "m", "Mesh")
    return fbx(branch("Objects", b"", 0, geometry, model), branch("Connections", b"", 0, link(1, 2), link(2, 0)))


# ---- others -----------------------------------------------------------------------------------------------------


def doubling_nodes_of_collada():
    """25 nodes, each of which is made of the next one twice."""
    nodes = "".join(f'<node id="n{i}"><instance_node url="#n{i + 1}"/><instance_node url="#n{i + 1}"/></node>' for i in range(25))
    return (
        '<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">'
        f'<library_nodes>{nodes}<node id="n25"/></library_nodes><library_visual_scenes><visual_scene id="s">'
        '<node><instance_node url="#n0"/></node></visual_scene></library_visual_scenes>'
        '<scene><instance_visual_scene url="#s"/></scene></COLLADA>'
    ).encode()


def many_libraries():
    """5 000 material libraries beside an OBJ."""
    libraries = "".join(f"mtllib m{i}.mtl\n" for i in range(5000))
    return (libraries + "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").encode()


MAKERS = (
    shared_picture, sixteen_pictures, missing_pictures, sparse_accessor, doubling_nodes, instances,
    packed_polygons, doubling_nodes_of_collada, many_libraries,
)  # fmt: skip


# ---- files of holes ---------------------------------------------------------------------------------------------


def write_sparse(path, start, size):
    """A file that takes a few KB of a disk, whatever its size."""
    with open(path, "wb") as file:
        file.write(start)
        file.truncate(size)


def stretch_block_file(path, size):
    """Makes a .sinew file larger without giving it away: its header says so, too."""
    with open(path, "r+b") as file:
        header = bytearray(file.read(64))
        appendix = struct.unpack_from("<Q", header, 32)[0]
        struct.pack_into("<Q", header, 24, size - 64 - appendix)
        file.seek(0)
        file.write(header)
        file.truncate(size)


def main(name, path):
    if name == "stretch":
        stretch_block_file(path, 4 * GIB)
    elif name == "sparse-sinew":
        write_sparse(path, b"\x89SNW\r\n\x1a\n", 4 * GIB)
    elif name == "sparse-png":
        write_sparse(path, png(64, 0), 4 * GIB)
    elif name == "sparse-fbx":
        write_sparse(path, b"Kaydara FBX Binary  \0\x1a\0" + struct.pack("<I", 7400), GIB)
    elif name == "sparse-glb":
        write_sparse(path, struct.pack("<III", 0x46546C67, 2, 100), GIB)
    elif name == "sparse-zeros":
        write_sparse(path, b"", GIB)
    else:
        makers = {maker.__name__: maker for maker in MAKERS}
        pathlib.Path(path).write_bytes(makers[name]())


main(*sys.argv[1:])
