#!/usr/bin/env python3
"""Writes the models of tests/data/surfaces/: small scenes for the images of materials, as FBX text with PNG files.

usage: make_surfaces.py FOLDER
"""
import math
import os
import struct
import sys
import zlib


# ---- images -------------------------------------------------------------------------------------------------------

def write_png(path, size, pixel):
    """An image of size x size pixels; pixel(u, v), v downwards, gives red, green, blue, alpha from 0 to 1."""
    rows = bytearray()
    for y in range(size):
        rows.append(0)
        for x in range(size):
            rows += bytes(round(255 * min(max(c, 0), 1)) for c in pixel((x + 0.5) / size, (y + 0.5) / size))

    def chunk(name, data):
        return struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))

    with open(path, 'wb') as file:
        file.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', size, size, 8, 6, 0, 0, 0)) +
                   chunk(b'IDAT', zlib.compress(bytes(rows), 9)) + chunk(b'IEND', b''))


def strands(u, v):
    """Locks of hair that thin out towards the lower edge."""
    lock = 0.5 + 0.5 * math.sin(2 * math.pi * 7 * u + 1.5 * math.sin(5 * v))
    fine = 0.5 + 0.5 * math.sin(2 * math.pi * 23 * u + 4 * v)
    tips = 1 - v
    alpha = 1.6 * tips - 1.1 * (1 - lock) * v - 0.25 * (1 - fine) * v
    shade = 0.55 + 0.3 * fine + 0.15 * lock
    return 0.60 * shade, 0.36 * shade, 0.18 * shade, alpha * min(1, 4 * tips)


def bumps(u, v):
    """Normals of round studs on a flat ground, x to the right and y upwards."""
    x, y = 2 * (8 * u % 1) - 1, 2 * (6 * v % 1) - 1
    inside = x * x + y * y < 0.64
    normal = (0.9 * x, -0.9 * y, math.sqrt(max(1 - 0.81 * (x * x + y * y), 0.05))) if inside else (0, 0, 1)
    return tuple(0.5 + 0.5 * c for c in normal) + (1,)


def rings(u, v):
    """Smooth and rough by turns."""
    value = 0.25 if int(10 * v) % 2 else 0.8
    return value, value, value, 1


def lamps(u, v):
    """Glowing dots."""
    x, y = 2 * (8 * u % 1) - 1, 2 * (6 * v % 1) - 1
    return (1, 0.55, 0.1, 1) if x * x + y * y < 0.3 else (0, 0, 0, 1)


def creases(u, v):
    """Shade in a grid of creases."""
    value = min(1, 0.15 + 4 * min(abs(8 * u % 1 - 0.5), abs(6 * v % 1 - 0.5)))
    return value, value, value, 1


# ---- shapes: positions, texture coordinates with v upwards, and quads -----------------------------------------------

def grid(columns, rows, point):
    """A sheet of columns x rows quads; point(u, v) gives its positions."""
    points, texcoords, quads = [], [], []
    for j in range(rows + 1):
        for i in range(columns + 1):
            u, v = i / columns, j / rows
            points.append(point(u, v))
            texcoords.append((u, v))
    width = columns + 1
    for j in range(rows):
        for i in range(columns):
            a = j * width + i
            quads.append((a, a + 1, a + width + 1, a + width))
    return points, texcoords, quads


def sphere(center, radius):
    def point(u, v):
        longitude, latitude = 2 * math.pi * (u - 0.5), math.pi * (v - 0.5)
        return (center[0] + radius * math.cos(latitude) * math.sin(longitude), center[1] + radius * math.sin(latitude),
                center[2] + radius * math.cos(latitude) * math.cos(longitude))
    return grid(24, 14, point)


def curl(x):
    """A ribbon that winds around itself on its way up."""
    def point(u, v):
        angle = 1.5 * math.pi * v + math.pi * 0.9 * (u - 0.5)
        return x + 8 * math.sin(angle), 40 * v + 8 * (u - 0.5), 8 * math.cos(angle)
    return grid(6, 20, point)


def lock(angle, lean):
    """A card of hair that falls from the top of a head of radius 10."""
    def point(u, v):
        fall = 1 - v
        side = (u - 0.5) * (5 + 5 * fall)
        out = 3 + 11 * math.sin(min(fall, 0.7) * math.pi / 1.4) + lean
        return (out * math.sin(angle) + side * math.cos(angle), 24 - 26 * fall * fall,
                out * math.cos(angle) - side * math.sin(angle))
    return grid(2, 8, point)


# ---- FBX ----------------------------------------------------------------------------------------------------------

def numbers(values):
    return ','.join(f'{value:.6g}' for value in values)


def array(name, values):
    values = list(values)
    return f'{name}: *{len(values)} {{\na: {numbers(values)}\n}}\n'


CLAMPED = 'Properties70: {\nP: "WrapModeV", "enum", "", "",1\n}\n'


class Document:
    """Objects and connections of an FBX file."""

    def __init__(self):
        self.objects, self.links, self.last_id = [], [], 99

    def add(self, kind, name, subclass, content):
        self.last_id += 1
        self.objects.append(f'{kind}: {self.last_id}, "{kind}::{name}", "{subclass}" {{\n{content}}}\n')
        return self.last_id

    def link(self, source, target, property=None):
        self.links.append(f'C: "OP",{source},{target}, "{property}"\n' if property else f'C: "OO",{source},{target}\n')

    def add_material(self, name, properties, textures=()):
        lines = ''.join(f'P: "{key}", "", "", "",{numbers(value)}\n' for key, value in properties.items())
        material = self.add('Material', name, '', f'ShadingModel: "phong"\nProperties70: {{\n{lines}}}\n')
        for property, path in textures:
            self.link(self.add('Texture', path, '', f'RelativeFilename: "{path}"\n{CLAMPED}'), material, property)
        return material

    def add_mesh(self, name, shape, material, culling='CullingOff'):
        points, texcoords, quads = shape
        corners = [index if k < 3 else -index - 1 for quad in quads for k, index in enumerate(quad)]
        uv = ('LayerElementUV: 0 {\nName: "map"\nMappingInformationType: "ByPolygonVertex"\n'
              'ReferenceInformationType: "IndexToDirect"\n' + array('UV', (c for uv in texcoords for c in uv)) +
              array('UVIndex', (index for quad in quads for index in quad)) + '}\n')
        geometry = self.add('Geometry', name, 'Mesh', array('Vertices', (c for p in points for c in p)) +
                            array('PolygonVertexIndex', corners) + uv)
        model = self.add('Model', name, 'Mesh', f'Culling: "{culling}"\n')
        for source, target in ((model, 0), (geometry, model), (material, model)):
            self.link(source, target)

    def write(self, path):
        with open(path, 'w', encoding='ascii', newline='\n') as file:
            file.write('; FBX 7.4.0 project file\nFBXHeaderExtension: {\nFBXHeaderVersion: 1003\nFBXVersion: 7400\n}\n'
                       'GlobalSettings: {\nVersion: 1000\n}\nObjects: {\n' + ''.join(self.objects) +
                       '}\nConnections: {\n' + ''.join(self.links) + '}\n')


# ---- scenes -------------------------------------------------------------------------------------------------------

def make_culling(folder):
    """The same ribbon twice: on the left back faces are drawn, on the right the model hides them."""
    document = Document()
    material = document.add_material('Ribbon', {'DiffuseColor': (0.7, 0.25, 0.08)})
    document.add_mesh('Shown', curl(-12), material, 'CullingOff')
    document.add_mesh('Culled', curl(12), material, 'CullingOnCW')
    document.write(os.path.join(folder, 'culling.fbx'))


def make_missing(folder):
    """Spheres whose textures are missing; programs left the first two without a colour."""
    document = Document()
    for i, color in enumerate(((0, 0, 0), (1, 1, 1), (0.5, 0.05, 0.03))):
        material = document.add_material(f'Material{i}', {'DiffuseColor': color},
                                         [('DiffuseColor', f'missing{i}.png')])
        document.add_mesh(f'Sphere{i}', sphere((24 * i, 10, 0), 10), material)
    document.write(os.path.join(folder, 'missing.fbx'))


def make_maps(folder):
    """Spheres with a normal map; a metal with rings of roughness; glowing dots; occlusion in creases."""
    document = Document()
    spheres = (({'DiffuseColor': (0.30, 0.42, 0.55)}, [('NormalMap', 'bumps.png')]),
               ({'DiffuseColor': (0.80, 0.55, 0.20), 'Maya|metalness': (1,)}, [('Maya|specularRoughness', 'rings.png')]),
               ({'DiffuseColor': (0.08, 0.09, 0.12)}, [('EmissiveColor', 'lamps.png')]),
               ({'DiffuseColor': (0.62, 0.58, 0.52)}, [('Maya|TEX_ao_map', 'creases.png')]))
    for i, (properties, textures) in enumerate(spheres):
        document.add_mesh(f'Sphere{i}', sphere((13 * (i % 2), 6 + 13 * (i // 2), 0), 6),
                          document.add_material(f'Material{i}', properties, textures))
    document.write(os.path.join(folder, 'maps.fbx'))
    for name, pixel in (('bumps', bumps), ('rings', rings), ('lamps', lamps), ('creases', creases)):
        write_png(os.path.join(folder, name + '.png'), 128, pixel)


def make_hair(folder):
    """A head with cards of hair in no particular order, from strong roots to soft tips."""
    document = Document()
    skin = document.add_material('Skin', {'DiffuseColor': (0.75, 0.5, 0.38)})
    hair = document.add_material('Hair', {'DiffuseColor': (1, 1, 1)}, [('DiffuseColor', 'hair.png'),
                                                                      ('TransparentColor', 'hair.png')])
    document.add_mesh('Head', sphere((0, 12, 0), 11), skin)
    cards = [lock(2 * math.pi * (5 * k % 9 + 0.5 * ring) / 9, 2 * ring) for ring in range(2) for k in range(9)]
    points, texcoords, quads = [], [], []
    for card in cards:
        quads += [tuple(index + len(points) for index in quad) for quad in card[2]]
        points += card[0]
        texcoords += card[1]
    document.add_mesh('Hair', (points, texcoords, quads), hair)
    document.write(os.path.join(folder, 'hair.fbx'))
    write_png(os.path.join(folder, 'hair.png'), 128, strands)


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    make_culling(folder)
    make_missing(folder)
    make_hair(folder)
    make_maps(folder)


if __name__ == '__main__':
    main()
