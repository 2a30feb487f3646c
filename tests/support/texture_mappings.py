#!/usr/bin/env python3
"""Draws squares whose images use two sets of texture coordinates, with transforms, and checks colours of pixels.

usage: texture_mappings.py SINEW FOLDER

The squares are written here as glTF, FBX and Collada, drawn by `sinew render`, exported, and drawn again. x and y run
from 0 to 1 over the square. The colour is red on the left and blue on the right of the first texture coordinates, which
are (x, y). The emission has 2 x 2 pixels, the lower left one is green and the others black; it uses the second ones.
"""
import base64
import json
import os
import struct
import subprocess
import sys
import zlib

FIRST = [(0, 0), (1, 0), (1, 1), (0, 1)]  # v upwards, of the corners (0, 0), (1, 0), (1, 1), (0, 1)
MIRRORED = [(2 - 2 * x, 2 * y) for x, y in FIRST]
SHIFTED = [(1.5 - x, 2 * y) for x, y in FIRST]
POSITIONS = [(2 * x - 1, 2 * y - 1, 0) for x, y in FIRST]

# Rows of y = 1/8, 3/8, 5/8, 7/8 that are green at x = 1/4; at x = 3/4 none is.
# (2 - 2 x, 2 y) is scaled by (1/2, 1), turned by a quarter and moved by (1, 1/2): (1 - 2 y, 3/2 - x). Green where the
# fractions of both are below 1/2.
TURNED_ROWS = [0, 1, 0, 1]
# (3/2 - x, 2 y): green where x < 1/2 and the fraction of 2 y is below 1/2.
SHIFTED_ROWS = [1, 0, 1, 0]


def png(rows):
    """A PNG file of rows of (red, green, blue), the top row first."""
    data = b''.join(b'\0' + b''.join(bytes(pixel) + b'\xff' for pixel in row) for row in rows)

    def chunk(name, content):
        return struct.pack('>I', len(content)) + name + content + struct.pack('>I', zlib.crc32(name + content))

    return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', len(rows[0]), len(rows), 8, 6, 0, 0, 0)) +
            chunk(b'IDAT', zlib.compress(data)) + chunk(b'IEND', b''))


RED, BLUE, GREEN, BLACK, WHITE = (255, 0, 0), (0, 0, 255), (0, 255, 0), (0, 0, 0), (255, 255, 255)
IMAGES = {
    'color.png': png([[RED, BLUE]]),
    'light.png': png([[BLACK, BLACK], [GREEN, BLACK]]),
    'shade.png': png([[BLACK, WHITE]]),
    'tilt.png': png([[(60, 128, 230)]]),  # towards the left of the image
}


def read_png(path):
    """The pixels of an image that sinew wrote, as rows of (red, green, blue, alpha)."""
    with open(path, 'rb') as file:
        data = file.read()
    at, packed = 8, b''
    while at < len(data):
        size, name = struct.unpack('>I4s', data[at:at + 8])
        content = data[at + 8:at + 8 + size]
        if name == b'IHDR':
            width, height, depth, kind = struct.unpack('>IIBB', content[:10])
        if name == b'IDAT':
            packed += content
        at += 12 + size
    assert depth == 8 and kind in (2, 6), 'the image has 8 bits per channel'
    channels = 4 if kind == 6 else 3
    raw, stride, rows, above = zlib.decompress(packed), width * channels, [], bytes(width * channels)
    for y in range(height):
        kind_of_row, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride):
            left = line[i - channels] if i >= channels else 0
            corner = above[i - channels] if i >= channels else 0
            p = left + above[i] - corner
            nearest = min((abs(p - left), 0, left), (abs(p - above[i]), 1, above[i]), (abs(p - corner), 2, corner))[2]
            line[i] = (line[i] + [0, left, above[i], (left + above[i]) // 2, nearest][kind_of_row]) & 255
        above = bytes(line)
        rows.append([tuple(above[i:i + channels]) + (() if channels == 4 else (255,)) for i in range(0, stride, channels)])
    return rows


# ---- files --------------------------------------------------------------------------------------------------------

def write_gltf(path, second, material, **more):
    """A square with the first and the second texture coordinates, which glTF counts downwards."""
    numbers = [c for p in POSITIONS for c in p] + [c for u, v in FIRST for c in (u, 1 - v)] + \
              [c for u, v in second for c in (u, 1 - v)]
    buffer = struct.pack(f'<{len(numbers)}f', *numbers) + struct.pack('<6H', 0, 1, 2, 0, 2, 3)
    views = [(0, 48), (48, 32), (80, 32), (112, 12)]
    text = {
        'asset': {'version': '2.0'}, 'scene': 0, 'scenes': [{'nodes': [0]}], 'nodes': [{'mesh': 0, 'name': 'Square'}],
        'meshes': [{'primitives': [{'attributes': {'POSITION': 0, 'TEXCOORD_0': 1, 'TEXCOORD_1': 2}, 'indices': 3,
                                    'material': 0}]}],
        'materials': [material],
        'textures': [{'source': i, 'sampler': 0} for i in range(4)], 'samplers': [{}],
        'images': [{'uri': name} for name in IMAGES],
        'accessors': [{'bufferView': i, 'componentType': 5126 if i < 3 else 5123, 'count': 4 if i < 3 else 6,
                       'type': ('VEC3', 'VEC2', 'VEC2', 'SCALAR')[i]} for i in range(4)],
        'bufferViews': [{'buffer': 0, 'byteOffset': at, 'byteLength': size} for at, size in views],
        'buffers': [{'byteLength': len(buffer),
                     'uri': 'data:application/octet-stream;base64,' + base64.b64encode(buffer).decode()}], **more}
    text['accessors'][0].update(min=[-1, -1, 0], max=[1, 1, 0])
    with open(path, 'w', encoding='ascii') as file:
        json.dump(text, file)


def fbx_array(name, values):
    return f'{name}: *{len(values)} {{\na: {",".join(f"{value:.6g}" for value in values)}\n}}\n'


def fbx_layer(number, name, texcoords):
    return (f'LayerElementUV: {number} {{\nName: "{name}"\nMappingInformationType: "ByPolygonVertex"\n'
            'ReferenceInformationType: "Direct"\n' + fbx_array('UV', [c for uv in texcoords for c in uv]) + '}\n')


def write_fbx(path, texture_properties):
    """A square whose light uses the texture coordinates `lightmap`, the second ones, with a scale and a translation."""
    geometry = (fbx_array('Vertices', [c for p in POSITIONS for c in p]) +
                fbx_array('PolygonVertexIndex', [0, 1, 2, -4]) +
                fbx_layer(0, 'map1', FIRST) + fbx_layer(1, 'lightmap', MIRRORED))
    with open(path, 'w', encoding='ascii') as file:
        file.write('; FBX 7.4.0 project file\nFBXHeaderExtension: {\nFBXHeaderVersion: 1003\nFBXVersion: 7400\n}\n'
                   'GlobalSettings: {\nVersion: 1000\n}\nObjects: {\n'
                   f'Geometry: 100, "Geometry::Square", "Mesh" {{\n{geometry}}}\n'
                   'Model: 101, "Model::Square", "Mesh" {\nCulling: "CullingOff"\n}\n'
                   'Material: 102, "Material::Skin", "" {\nProperties70: {\n'
                   'P: "DiffuseColor", "Color", "", "A",0.5,0.5,0.5\n}\n}\n'
                   'Texture: 103, "Texture::color", "" {\nRelativeFilename: "color.png"\n}\n'
                   'Texture: 104, "Texture::light", "" {\nRelativeFilename: "light.png"\n'
                   f'Properties70: {{\nP: "UVSet", "KString", "", "", "lightmap"\n{texture_properties}}}\n}}\n'
                   '}\nConnections: {\nC: "OO",101,0\nC: "OO",100,101\nC: "OO",102,101\n'
                   'C: "OP",103,102, "DiffuseColor"\nC: "OP",104,102, "EmissiveColor"\n}\n')


def write_collada(path):
    def source(name, values, names):
        numbers, width = [c for value in values for c in value], len(values[0])
        parameters = ''.join(f'<param name="{c}" type="float"/>' for c in names)
        return (f'<source id="{name}"><float_array id="{name}-a" count="{len(numbers)}">'
                f'{" ".join(f"{n:g}" for n in numbers)}</float_array><technique_common><accessor source="#{name}-a" '
                f'count="{len(values)}" stride="{width}">{parameters}</accessor></technique_common></source>')

    def sampler(name):
        return (f'<newparam sid="{name}-surface"><surface type="2D"><init_from>{name}</init_from></surface></newparam>'
                f'<newparam sid="{name}-sampler"><sampler2D><source>{name}-surface</source></sampler2D></newparam>')

    with open(path, 'w', encoding='ascii') as file:
        file.write(
            '<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset>'
            '<up_axis>Y_UP</up_axis></asset><library_images><image id="color"><init_from>color.png</init_from></image>'
            '<image id="light"><init_from>light.png</init_from></image></library_images><library_effects><effect id="e">'
            f'<profile_COMMON>{sampler("color")}{sampler("light")}<technique sid="common"><lambert>'
            '<emission><texture texture="light-sampler" texcoord="UVSET1"/></emission>'
            '<diffuse><texture texture="color-sampler" texcoord="UVSET0"/></diffuse></lambert></technique>'
            '</profile_COMMON></effect></library_effects><library_materials><material id="m" name="Skin">'
            '<instance_effect url="#e"/></material></library_materials><library_geometries><geometry id="g"><mesh>' +
            source('p', POSITIONS, 'XYZ') + source('a', FIRST, 'ST') + source('b', SHIFTED, 'ST') +
            '<vertices id="v"><input semantic="POSITION" source="#p"/></vertices><polylist count="1" material="s">'
            '<input semantic="VERTEX" source="#v" offset="0"/><input semantic="TEXCOORD" source="#a" offset="0" set="0"/>'
            '<input semantic="TEXCOORD" source="#b" offset="0" set="1"/><vcount>4</vcount><p>0 1 2 3</p></polylist></mesh>'
            '</geometry></library_geometries><library_visual_scenes><visual_scene id="w"><node id="n" name="Square">'
            '<instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="s" target="#m">'
            '<bind_vertex_input semantic="UVSET0" input_semantic="TEXCOORD" input_set="0"/>'
            '<bind_vertex_input semantic="UVSET1" input_semantic="TEXCOORD" input_set="1"/></instance_material>'
            '</technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes><scene>'
            '<instance_visual_scene url="#w"/></scene></COLLADA>')


# ---- checks -------------------------------------------------------------------------------------------------------

def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f'{" ".join(command)}: {done.stdout}{done.stderr}')
    return done.stderr


def draw(sinew, path):
    """A function that gives the colour at (x, y) of the square in a picture of a file."""
    picture = path + '.png'
    run(sinew, 'render', path, '--view', 'front', '--front', 'file', '--ortho', '--transparent', '--size', '200x200',
        '--no-cache', '-o', picture)
    rows = read_png(picture)
    columns = [x for x in range(200) if rows[100][x][3] == 255]
    lines = [y for y in range(200) if rows[y][100][3] == 255]
    left, right, top, bottom = columns[0], columns[-1], lines[0], lines[-1]
    assert right - left > 80 and bottom - top > 80, f'{path}: the square is {right - left} x {bottom - top} pixels'
    return lambda x, y: rows[round(bottom + (top - bottom) * y)][round(left + (right - left) * x)]


def check_light(sinew, path, green_rows):
    at = draw(sinew, path)
    for i, y in enumerate((1 / 8, 3 / 8, 5 / 8, 7 / 8)):
        for x in (1 / 4, 3 / 4):
            red, green, blue, _ = at(x, y)
            is_green = x < 0.5 and green_rows[i]
            assert (green > 240) == bool(is_green) and (is_green or green < 128), f'{path}: green {green} at {x}, {y}'
            assert red > blue + 50 if x < 0.5 else blue > red + 50, f'{path}: red {red}, blue {blue} at {x}, {y}'


def read_glb(path):
    with open(path, 'rb') as file:
        data = file.read()
    return json.loads(data[20:20 + struct.unpack('<I', data[12:16])[0]])


def main():
    sinew, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    for name, content in IMAGES.items():
        with open(os.path.join(folder, name), 'wb') as file:
            file.write(content)

    def in_folder(name):
        return os.path.join(folder, name)

    # Downwards, (2 - 2 x, 1 - 2 y) becomes (c sx u + s sy v + 0, c sy v - s sx u + 1/2) = (1 - 2 y, x - 1/2), which is
    # (1 - 2 y, 3/2 - x) upwards.
    transform = {'offset': [0, 0.5], 'rotation': 1.5707963267948966, 'scale': [0.5, 1]}
    dull = {'baseColorFactor': [0.5, 0.5, 0.5, 1], 'metallicFactor': 0}
    write_gltf(in_folder('turned.gltf'), MIRRORED,
               {'name': 'Skin', 'pbrMetallicRoughness': {**dull, 'baseColorTexture': {'index': 0}},
                'emissiveTexture': {'index': 1, 'texCoord': 1, 'extensions': {'KHR_texture_transform': transform}},
                'emissiveFactor': [1, 1, 1]}, extensionsUsed=['KHR_texture_transform'])
    write_fbx(in_folder('shifted.fbx'), 'P: "Scaling", "Vector", "", "A",0.5,1,1\n'
                                        'P: "Translation", "Vector", "", "A",0.5,0,0\n')
    write_collada(in_folder('shifted.dae'))
    check_light(sinew, in_folder('turned.gltf'), TURNED_ROWS)
    check_light(sinew, in_folder('shifted.fbx'), SHIFTED_ROWS)
    check_light(sinew, in_folder('shifted.dae'), SHIFTED_ROWS)

    for source, rows in (('turned.gltf', TURNED_ROWS), ('shifted.fbx', SHIFTED_ROWS), ('shifted.dae', SHIFTED_ROWS)):
        written = in_folder(source.replace('.', '_') + '.glb')
        run(sinew, 'export', in_folder(source), '-o', written)
        check_light(sinew, written, rows)
    turned, shifted = read_glb(in_folder('turned_gltf.glb')), read_glb(in_folder('shifted_fbx.glb'))
    assert turned['extensionsUsed'] == ['KHR_texture_transform'] and 'extensionsRequired' not in turned
    for document, expected in ((turned, transform), (shifted, {'offset': [0.5, 0], 'scale': [0.5, 1]})):
        material = document['materials'][0]
        emissive = material['emissiveTexture']
        assert emissive['texCoord'] == 1, emissive
        assert set(document['meshes'][0]['primitives'][0]['attributes']) >= {'TEXCOORD_0', 'TEXCOORD_1'}
        assert set(material['pbrMetallicRoughness']['baseColorTexture']) == {'index'}, material
        written = emissive['extensions']['KHR_texture_transform']
        for key, value in expected.items():
            values = value if isinstance(value, list) else [value]
            own = written.get(key, [0, 0]) if isinstance(value, list) else [written[key]]
            assert all(abs(a - b) < 1e-6 for a, b in zip(own, values)), (key, own, values)

    # The export differs in nothing; the files differ in scale, offset and rotation. Set, offset, scale, rotation:
    def diff(first, second):
        return subprocess.run((sinew, 'diff', first, second, '--materials'), capture_output=True, text=True).stdout

    assert 'materials: 1 equal' in diff(in_folder('turned.gltf'), in_folder('turned_gltf.glb'))
    other = diff(in_folder('shifted.fbx'), in_folder('turned.gltf'))
    assert 'texture mapping of emissive map 1 0.5 0 0.5 1 0 and 1 1 0.5 0.5 1 1.571' in other, other
    info = json.loads(subprocess.run((sinew, 'info', in_folder('shifted.dae'), '--json'), capture_output=True, text=True).stdout)
    assert [mesh['texcoord_sets'] for mesh in info['meshes']] == [2], info['meshes']

    # FBX has no rotation that programs agree on: it is left out with a note.
    for form in ('fbx', 'fbx-ascii'):
        for source in ('shifted.fbx', 'shifted.dae'):
            written = in_folder(f'{source.replace(".", "_")}_{form}.fbx')
            run(sinew, 'export', in_folder(source), '--curves', 'portable', '--format', form, '-o', written)
            check_light(sinew, written, SHIFTED_ROWS)
    assert 'rotation' in run(sinew, 'export', in_folder('turned.gltf'), '-o', in_folder('turned.fbx'))

    # OBJ has one set: that of the colour, placed.
    write_gltf(in_folder('one.gltf'), MIRRORED,
               {'pbrMetallicRoughness': {'baseColorTexture': {'index': 0, 'texCoord': 1, 'extensions': {
                   'KHR_texture_transform': {'scale': [0.25, 0.5]}}}}, 'occlusionTexture': {'index': 2}},
               extensionsUsed=['KHR_texture_transform'])
    assert 'OBJ has one set' in run(sinew, 'export', in_folder('one.gltf'), '--at', '0', '-o', in_folder('one.obj'))
    with open(in_folder('one.obj'), encoding='ascii') as file:
        lines = [line.split() for line in file]
    positions = [tuple(map(float, line[1:])) for line in lines if line[:1] == ['v']]
    texcoords = [tuple(map(float, line[1:])) for line in lines if line[:1] == ['vt']]
    corners = [corner.split('/') for line in lines if line[:1] == ['f'] for corner in line[1:]]
    assert len(corners) == 6
    for corner in corners:  # downwards (1 - 2 y) / 2, so upwards y + 1/2
        (x, y, _), placed = positions[int(corner[0]) - 1], texcoords[int(corner[1]) - 1]
        x, y = (x + 1) / 2, (y + 1) / 2
        assert abs(placed[0] - (0.5 - 0.5 * x)) < 1e-5 and abs(placed[1] - (0.5 + y)) < 1e-5, (x, y, placed)

    # Shade: black on the left of the first coordinates, so on the right of the second ones, which are mirrored.
    brightness = {}
    for name, info in (('first', {'index': 2}), ('second', {'index': 2, 'texCoord': 1})):
        path = in_folder(f'shade_{name}.gltf')
        write_gltf(path, [(1 - x, y) for x, y in FIRST], {'pbrMetallicRoughness': dull, 'occlusionTexture': info})
        at = draw(sinew, path)
        brightness[name] = [at(x, 1 / 2)[0] for x in (1 / 4, 3 / 4)]
    assert brightness['first'][0] + 5 < brightness['first'][1], brightness
    assert brightness['second'][1] + 5 < brightness['second'][0], brightness

    # The image tilts the surface to its left, towards the light; mirrored it tilts to the right.
    flat = draw(sinew, in_folder('shade_first.gltf'))(3 / 4, 1 / 2)[0]
    for texcoord, sign in ((0, 1), (1, -1)):
        path = in_folder(f'tilt_{texcoord}.gltf')
        write_gltf(path, [(1 - x, y) for x, y in FIRST],
                   {'pbrMetallicRoughness': dull, 'normalTexture': {'index': 3, 'texCoord': texcoord}})
        tilted = draw(sinew, path)(3 / 4, 1 / 2)[0]
        assert sign * (tilted - flat) > 2, (texcoord, tilted, flat)


if __name__ == '__main__':
    main()
