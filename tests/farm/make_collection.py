"""make_collection.py ARM SAMPLES FOLDER COUNT: makes a collection of COUNT small clips and some larger ones.

Each clip is the arm of tests/data with another angle. Every 50th file is cut off, every 40th is one of the samples, so that
shards differ in their costs; folders and files have names in other bytes than UTF-8, with quotes and line ends."""
import os
import shutil
import sys

arm, samples, folder, count = sys.argv[1], sys.argv[2], os.fsencode(sys.argv[3]), int(sys.argv[4])
text = open(arm, encoding="utf-8").read()
large = [os.path.join(samples, name) for name in ("character.fbx", "character.glb", "walk.fbx", "face.fbx")]
folders = [b"plain", b"with 'quotes' \"and\" $HOME", b"caf\xe9", b"line\nend", b"deep/er"]
for name in folders:
    os.makedirs(os.path.join(folder, name), exist_ok=True)
for i in range(count):
    path = os.path.join(folder, folders[i % len(folders)], b"arm \xff%d" % i if i % 7 == 0 else b"arm%d" % i)
    if i % 40 == 0:
        source = large[i // 40 % len(large)]
        shutil.copyfile(source, path + os.fsencode(os.path.splitext(source)[1]))
        continue
    clip = text.replace("90", str(30 + i % 140))
    with open(path + b".fbx", "w", encoding="utf-8") as file:
        file.write(f"; {i}\n" if i % 3 else "")
        file.write(clip[: len(clip) // 2] if i % 50 == 1 else clip)
