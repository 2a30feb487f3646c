#!/usr/bin/env python3
"""make_curves.py OUT.fbx          a joint whose curves have all interpolations, tangents, weights and extrapolations: CURVES below
make_curves.py OUT.fbx N        a joint with N keys on one curve: a wave of linear keys, 100 a second
make_curves.py OUT.fbx nan      the joint's x is not a number at its second key, and y is 1e300 and -1e300

Also the module of check_curves.py, which evaluates CURVES on its own."""
import struct
import sys

SECOND = 46186158000
STEP, LINEAR, CUBIC = 2, 4, 8
USER, WEIGHTED_RIGHT, WEIGHTED_NEXT_LEFT = 1024, 0x1000000, 0x2000000
THIRD = 1 / 3


class Key:
    """A key, and its segment to the next one: slopes in units per second, weights as parts of the segment."""

    def __init__(self, time, value, kind, right=0.0, next_left=0.0, right_weight=THIRD, next_left_weight=THIRD):
        self.time, self.value, self.kind = time, value, kind
        self.right, self.next_left = right, next_left
        self.right_weight, self.next_left_weight = right_weight, next_left_weight

    @property
    def is_weighted(self):
        return self.right_weight != THIRD or self.next_left_weight != THIRD


# Property, component: keys, before, after (letters of FBX: C hold, R repeat, M mirror, K slope, A repeat relative).
CURVES = {
    ('Lcl Translation', 'X'): ([Key(0, 0, CUBIC, 10, -6), Key(1, 4, CUBIC, -6, 2, 0.5, 0.25), Key(2.5, -3, CUBIC, 2, 0),
                                Key(4, 1, CUBIC)], 'C', 'R'),
    ('Lcl Translation', 'Y'): ([Key(0.5, -2, LINEAR), Key(1.25, 3.5, LINEAR), Key(3, 3, LINEAR)], 'K', 'M'),
    ('Lcl Translation', 'Z'): ([Key(0, 1, STEP), Key(2, -1, STEP), Key(4, 2, STEP)], 'C', 'C'),
    ('Lcl Rotation', 'X'): ([Key(0, -30, CUBIC, 60, 0), Key(2, 45, CUBIC, 0, -20), Key(3, 20, LINEAR)], 'C', 'A'),
    ('Lcl Rotation', 'Z'): ([Key(0, 0, LINEAR), Key(4, 90, LINEAR)], 'C', 'C'),
}


def packed(right, next_left):
    """Two weights in the bits of a float."""
    bits = round(next_left * 9999) << 16 | round(right * 9999)
    return repr(struct.unpack('f', struct.pack('I', bits))[0])


def array(name, values):
    return f'{name}: *{len(values)} {{\na: {",".join(map(str, values))}\n}}\n'


def curve_text(number, keys, before, after):
    flags, data = [], []
    for key in keys:
        flag = key.kind
        if key.kind == CUBIC:
            flag |= USER | (WEIGHTED_RIGHT | WEIGHTED_NEXT_LEFT if key.is_weighted else 0)
        flags.append(flag)
        data += [key.right, key.next_left, packed(key.right_weight, key.next_left_weight), 0]
    ends = f'Pre-Extrapolation: {{\nType: {before}\nRepetition: -1\n}}\nPost-Extrapolation: {{\nType: {after}\nRepetition: -1\n}}\n'
    return (f'AnimationCurve: {number}, "AnimCurve::", "" {{\nDefault: 0\nKeyVer: 4009\n' +
            array('KeyTime', [round(key.time * SECOND) for key in keys]) +
            array('KeyValueFloat', [key.value for key in keys]) + array('KeyAttrFlags', flags) +
            array('KeyAttrDataFloat', data) + array('KeyAttrRefCount', [1] * len(keys)) + ends + '}\n')


def document(curves, seconds):
    objects = ('Model: 200, "Model::Ball", "LimbNode" {\nVersion: 232\n}\n'
               'AnimationStack: 500, "AnimStack::swing", "" {\nProperties70: {\n'
               f'P: "LocalStart", "KTime", "Time", "",0\nP: "LocalStop", "KTime", "Time", "",{round(seconds * SECOND)}\n}}\n}}\n'
               'AnimationLayer: 501, "AnimLayer::Base", "" {\n}\n')
    links = 'C: "OO",200,0\nC: "OO",501,500\n'
    for number, property_name in enumerate(sorted({name for name, _ in curves}), 510):
        objects += f'AnimationCurveNode: {number}, "AnimCurveNode::", "" {{\n}}\n'
        links += f'C: "OO",{number},501\nC: "OP",{number},200, "{property_name}"\n'
        for component in 'XYZ':
            if (property_name, component) not in curves:
                continue
            curve = number * 10 + 'XYZ'.index(component)
            objects += curve_text(curve, *curves[property_name, component])
            links += f'C: "OP",{curve},{number}, "d|{component}"\n'
    return ('; FBX 7.4.0 project file\nFBXHeaderExtension: {\nFBXHeaderVersion: 1003\nFBXVersion: 7400\nCreator: "a hand"\n}\n'
            'GlobalSettings: {\nVersion: 1000\nProperties70: {\nP: "UpAxis", "int", "Integer", "",1\n'
            'P: "UpAxisSign", "int", "Integer", "",1\nP: "FrontAxis", "int", "Integer", "",2\n'
            'P: "FrontAxisSign", "int", "Integer", "",1\nP: "CoordAxis", "int", "Integer", "",0\n'
            'P: "CoordAxisSign", "int", "Integer", "",1\nP: "UnitScaleFactor", "double", "Number", "",1\n'
            'P: "TimeMode", "enum", "", "",11\n}\n}\n'
            f'Objects: {{\n{objects}}}\nConnections: {{\n{links}}}\n')


def main():
    curves, seconds = CURVES, 4
    if len(sys.argv) > 2 and sys.argv[2] == 'nan':
        key = ('Lcl Translation', 'X')
        curves = dict(CURVES)
        curves[key] = ([Key(0, 0, LINEAR), Key(1, 'nan', LINEAR), Key(2, 5, LINEAR)], 'C', 'C')
        curves['Lcl Translation', 'Y'] = ([Key(0, 1e300, LINEAR), Key(4, -1e300, LINEAR)], 'K', 'A')
    elif len(sys.argv) > 2:
        count = int(sys.argv[2])
        keys = [Key(i / 100, (i * 37 % 101) / 10, LINEAR) for i in range(count)]
        curves, seconds = {('Lcl Translation', 'X'): (keys, 'C', 'C')}, (count - 1) / 100
    with open(sys.argv[1], 'w', encoding='ascii') as out:
        out.write(document(curves, seconds))


if __name__ == '__main__':
    main()
