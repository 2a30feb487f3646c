"""swap_names.py FOLDER VICTIM NAME…: makes each name in the folder by turns a link to the victim, a second name of it, an
empty file, a folder, and nothing, as fast as it can, until standard input ends."""
import os
import sys
import threading

folder, victim, *names = sys.argv[1:]
is_going = threading.Event()
is_going.set()


def wait_for_end():
    sys.stdin.read()
    is_going.clear()


def remove(path):
    try:
        os.unlink(path)
    except IsADirectoryError:
        os.rmdir(path)


def swap(path, make):
    """By a rename, so that the name is never free, but for a folder."""
    try:
        if make in (None, os.mkdir):
            remove(path)
        if make is os.mkdir:
            os.mkdir(path)
        elif make:
            make(path + '.swap')
            os.rename(path + '.swap', path)
    except OSError:
        pass  # the program was between: the next turn comes


def make_empty(path):
    open(path, 'w').close()


threading.Thread(target=wait_for_end, daemon=True).start()
kinds = [lambda path: os.symlink(victim, path), lambda path: os.link(victim, path), make_empty, os.mkdir, None]
while is_going.is_set():
    for kind in kinds:
        for name in names:
            swap(os.path.join(folder, name), kind)
for name in names:  # of a folder that is left, and of what was not renamed
    for path in (os.path.join(folder, name), os.path.join(folder, name + '.swap')):
        try:
            remove(path)
        except OSError:
            pass
