"""mutate.py FILE… --build DIR --targets TARGET… --tests REGEX [--sample N] [--seed S]: what share of planted faults the tests notice.

Each fault is one change of one line: a comparison, a sign, a constant, an index, off by one, a removed statement. A fault is built in DIR, a build
folder of its own that CMake has configured for this source tree, and the tests that match run. A fault that does not compile does not count.
Prints each fault that lives, to be read: some change nothing. Files are put back, also after Ctrl-C. It is no part of the tests.
"""
import argparse
import atexit
import os
import random
import re
import signal
import subprocess
import sys

options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
options.add_argument('files', nargs='+')
options.add_argument('--build', required=True)
options.add_argument('--targets', nargs='+', required=True)
options.add_argument('--tests', required=True)
options.add_argument('--sample', type=int, default=60)
options.add_argument('--seed', type=int, default=1)
options.add_argument('--timeout', type=int, default=300, help='seconds of the tests of one fault; more counts as noticed')
options = options.parse_args()
os.nice(10)
signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # the file in hand is put back

comparisons = {'<=': '<', '>=': '>', '<': '<=', '>': '>=', '==': '!=', '!=': '=='}
rules = [
    ('comparison', r'(?<= )(<=|>=|==|!=|<|>)(?= )', lambda m: comparisons[m.group(1)]),
    ('sign', r'(?<=[\w)\]] )([+-])(?= [\w(])', lambda m: '-' if m.group(1) == '+' else '+'),
    ('sign', r'(?<=[\w)\]] )(\+=|-=)(?= )', lambda m: '-=' if m.group(1) == '+=' else '+='),
    ('constant', r'(?<![\w.\[])(\d+\.?\d*)(?![\w.\]])', lambda m: '1' if float(m.group(1)) == 0 else '(%s * 2)' % m.group(1)),
    ('index', r'\[([a-z]\w*)\]', lambda m: '[0]'),
    ('index', r'\[([0-2])\]', lambda m: '[%d]' % ((int(m.group(1)) + 1) % 3)),
    ('off by one', r'(?<=[<>]\s)([a-z][\w.>-]*)(?=;| &&| \|\||\))', lambda m: '%s - 1' % m.group(1)),
    ('logic', r'(&&|\|\|)', lambda m: '||' if m.group(1) == '&&' else '&&'),
]


def plant(path):
    """every fault of a file: its kind, the number of its line, and the line with it"""
    in_function = False
    with open(path, encoding='utf-8') as file:
        lines = file.read().split('\n')
    for number, line in enumerate(lines):
        if line in '{}':
            in_function = line == '{'
            continue
        code = line.split('//')[0]
        if not in_function or '"' in code or not code.strip():
            continue
        for kind, pattern, change in rules:
            for match in re.finditer(pattern, code):
                yield kind, path, number, line[:match.start(0)] + change(match) + line[match.end(0):]
        if re.fullmatch(r'\s+[a-z_][\w\[\].>-]*( [-+*/|&]?= |\().*;', code) and not re.match(r'\s+(return|const|for|if|int|double)\b', code):
            yield 'removed statement', path, number, re.match(r'\s*', line).group(0) + ';'


def run(*command):
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=options.timeout, check=False).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def build():
    return run('cmake', '--build', options.build, '--target', *options.targets)


def test():
    return run('ctest', '--test-dir', options.build, '-R', options.tests, '--stop-on-failure')


faults = [fault for path in options.files for fault in plant(path)]
random.Random(options.seed).shuffle(faults)
if not build() or not test():
    sys.exit('without a fault, the targets do not build or the tests fail')
killed, lived = 0, []
atexit.register(lambda: print('%d of %d faults were noticed, of %d that could be planted' % (killed, killed + len(lived), len(faults))))
for kind, path, number, line in faults:
    if killed + len(lived) == options.sample:
        break
    with open(path, encoding='utf-8') as file:
        text = file.read()
    lines = text.split('\n')
    before, lines[number] = lines[number], line
    try:
        with open(path, 'w', encoding='utf-8') as file:
            file.write('\n'.join(lines))
        if not build():
            continue
        if test():
            lived.append(kind)
            print('lives: %s:%d: %s\n  - %s\n  + %s' % (path, number + 1, kind, before.strip(), line.strip()), flush=True)
        else:
            killed += 1
    finally:
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
