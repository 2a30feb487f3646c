"""generate_abi.py LIST OUT: writes the ctypes declarations of libsinew, as the Python module OUT, from LIST (tests/abi/abi.txt).

Every struct, function and enumerator of the list gets one declaration. Pointers are c_void_p, except texts. A struct whose array sizes the
list does not have is bytes of the right size. The module compares the size of every struct with the list when it is imported.
"""
import re
import sys

functions, structs, values = [], {}, {}
with open(sys.argv[1], encoding='utf-8') as abi:
    for line in abi:
        if match := re.match(r'function (.*?)\b(sinew_\w+)\((.*)\)$', line.rstrip()):
            parameters = [] if match.group(3) == 'void' else match.group(3).strip().split(', ')
            functions.append((match.group(2), match.group(1).strip(), parameters))
        elif match := re.match(r'struct (sinew_\w+) (\d+): (.*)$', line.rstrip()):
            structs[match.group(1)] = (int(match.group(2)), match.group(3))
        elif match := re.match(r'value (SINEW_\w+) (-?\d+)$', line.rstrip()):
            values[match.group(1)] = int(match.group(2))

plain = {'double': 'c_double', 'float': 'c_float', 'bool': 'c_bool', 'int': 'c_int', 'char': 'c_char', 'size_t': 'c_size_t', 'sinew_text_ref': 'c_uint32',
         'int32_t': 'c_int32', 'uint32_t': 'c_uint32', 'int64_t': 'c_int64', 'uint64_t': 'c_uint64', 'uint8_t': 'c_uint8', 'uint16_t': 'c_uint16',
         'void': 'None', 'sinew_read_side_file': 'c_void_p', 'sinew_side_file': 'c_void_p', 'sinew_parallel_for': 'c_void_p'}


class Unknown(Exception):
    pass


def type_of(text):
    """'const char *' → c_char_p; the types that the list does not explain are enums"""
    words = text.replace('const', '').replace('struct ', '').replace('SINEW_NODISCARD', '').strip()
    if '*' in words:
        return 'c_char_p' if re.sub(r'\s', '', words) == 'char*' and 'const' in text else 'c_void_p'
    return plain.get(words) or (words if words in structs else 'c_int')


def parameter_type(parameter):
    if '(*' in parameter or parameter.endswith(']'):
        return 'c_void_p'
    name = re.search(r'\w+$', parameter).group(0)
    return type_of(parameter[:len(parameter) - len(name)])


def callback(result, parameters):
    # The text of a call from C is bytes here, which Python copies.
    return 'CFUNCTYPE(%s)' % ', '.join([type_of(result)] + [parameter_type(p) for p in parameters.split(', ')])


def fields(text):
    for field in re.split(r';\s*(?![^(]*\))', text):
        field = field.strip()
        if not field:
            continue
        if match := re.match(r'(.*?)\(\*(\w+)\)\((.*)\)$', field):
            yield match.group(2), callback(match.group(1), match.group(3))
            continue
        if match := re.match(r'.*\(\*(\w+)\)(\[\w+\])*$', field):
            yield match.group(1), 'c_void_p'
            continue
        kind = re.match(r'(?:const )?(?:struct )?\w+', field).group(0)
        for name in field[len(kind):].split(','):
            pointers, own, sizes = re.match(r'\s*((?:\*|const|\s)*)(\w+)((?:\[\w+\])*)\s*$', name).groups()
            declared = type_of(kind + ' ' + pointers.replace('const', ''))
            for size in reversed(re.findall(r'\[(\w+)\]', sizes)):
                if not size.isdigit() and size not in values:
                    raise Unknown(size)
                declared = '%s * %s' % (declared, size)
            yield own, declared


written = {}


def declare(name, out):
    """writes a struct after those that are fields of it"""
    if name in written:
        return
    size, text = structs[name]
    try:
        rows = list(fields(text))
    except Unknown as unknown:
        rows = [('opaque_because_of_%s' % unknown, 'c_uint64 * %d' % (size // 8))]
    for _, kind in rows:
        for other in re.findall(r'\bsinew_\w+', kind):
            declare(other, out)
    written[name] = True
    out.append('class %s(Structure):\n    _fields_ = [\n%s    ]\n\n' % (name, ''.join("        ('%s', %s),\n" % row for row in rows)))


head = '''"""The declarations of libsinew. Written by generate_abi.py from the list of its ABI."""
from ctypes import (CFUNCTYPE, Structure, c_bool, c_char, c_char_p, c_double, c_float, c_int, c_int32, c_int64, c_size_t, c_uint8, c_uint16,
                    c_uint32, c_uint64, c_void_p, sizeof)
from typing import Any

'''
out = [head]
out += ['%s = %d\n' % (name, values[name]) for name in sorted(values)] + ['\n\n']
for name in structs:
    declare(name, out)
out += ['SIZES: dict[Any, int] = {\n'] + ['    %s: %d,\n' % (name, structs[name][0]) for name in structs] + ['}\n']
out += ['for _struct, _size in SIZES.items():\n    if sizeof(_struct) != _size:\n'
        "        raise ImportError('%s has %d bytes here and %d in libsinew' % (_struct.__name__, sizeof(_struct), _size))\n\n"]
out += ['#: The result and the parameters of each function.\nFUNCTIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {\n']
for name, result, parameters in functions:
    types = ', '.join(parameter_type(p) for p in parameters)
    out.append("    '%s': (%s, (%s)),\n" % (name, type_of(result), types + ',' if types else ''))
out.append('}\n')
with open(sys.argv[2], 'w', encoding='utf-8') as module:
    module.write(''.join(out))
