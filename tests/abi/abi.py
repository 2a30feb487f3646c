"""abi.py COMPILER INCLUDE LIST [--update]: compares the ABI of the headers with LIST, or writes it.

The list has one line per public function, with its declaration; per struct, with its size in bytes and its fields; and per enumerator, with
its value. It holds for 64-bit systems with the usual alignments. A line that is removed or changed breaks programs that were
compiled with an earlier version: see docs/21-ship.md.
"""
import os
import re
import subprocess
import sys
import tempfile

compiler, include, list_path = sys.argv[1:4]


def read_headers():
    folder = os.path.join(include, 'sinew')
    text = ''
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding='utf-8') as file:
            text += file.read() + '\n'
    text = re.sub(r'/\*.*?\*/', '', text, flags=re.DOTALL)
    return re.sub(r'//[^\n]*', '', text)


def functions(text):
    for declaration in re.findall(r'^SINEW_API (.*?);', text, flags=re.DOTALL | re.MULTILINE):
        declaration = ' '.join(declaration.replace('SINEW_NODISCARD', '').split())
        yield re.search(r'(sinew_\w+)\(', declaration).group(1), declaration


def enumerators(text):
    for block in re.findall(r'\benum\b[^{;]*\{([^}]*)\}', text):
        yield from re.findall(r'(?:^|,)\s*(SINEW_\w+)\b(?!\()', block)
    yield from ('SINEW_' + name for name in re.findall(r'^\s*X\(([A-Z0-9_]+), -?\d+', text, flags=re.MULTILINE))


def compute(text):
    structs = re.findall(r'typedef struct (sinew_\w+) \{(.*?)\} \1;', text, flags=re.DOTALL)
    program = '#include <stdio.h>\n'
    for name in sorted(os.listdir(os.path.join(include, 'sinew'))):
        program += '#include "sinew/%s"\n' % name
    program += 'int main(void)\n{\n'
    for name, fields in structs:
        program += '    printf("struct %s %%zu: %s\\n", sizeof(%s));\n' % (name, ' '.join(fields.split()), name)
    program += ''.join('    printf("value %s %%d\\n", (int)%s);\n' % (name, name) for name in enumerators(text))
    program += '    return 0;\n}\n'
    with tempfile.TemporaryDirectory() as folder:
        source, binary = os.path.join(folder, 'abi.c'), os.path.join(folder, 'abi')
        with open(source, 'w', encoding='utf-8') as file:
            file.write(program)
        subprocess.run([compiler, '-std=c11', '-I', include, source, '-o', binary], check=True)
        return subprocess.run([binary], check=True, capture_output=True, text=True).stdout.splitlines()


headers = read_headers()
found = sorted(set(['function ' + declaration for _, declaration in functions(headers)] + compute(headers)))
if sys.argv[4:] == ['--update']:
    with open(list_path, 'w', encoding='utf-8') as file:
        file.write('\n'.join(found) + '\n')
    sys.exit(0)
with open(list_path, encoding='utf-8') as file:
    listed = file.read().splitlines()
removed, added = sorted(set(listed) - set(found)), sorted(set(found) - set(listed))
print(''.join('- %s\n' % line for line in removed) + ''.join('+ %s\n' % line for line in added), end='')
if removed or added:
    sys.exit('%s differs from the headers (- listed, + found). A changed or removed line breaks compiled programs. '
             'If that is intended: python3 tests/abi/abi.py cc include tests/abi/abi.txt --update' % list_path)
