"""side_files.py FOLDER COUNT SINEW: makes FOLDER with COUNT small files, 1000 in a folder, and a library that knows each
of them and four side files of it: an own texture, one that the folder shares, and two that are missing, of which one is
elsewhere. An update has nothing to measure."""
import os
import pathlib
import sqlite3
import subprocess
import sys

root, count, sinew = pathlib.Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
(root / "elsewhere").mkdir(parents=True)
(root / "elsewhere" / "cloth.png").write_text("cloth")
(root / "one.bvh").write_text("HIERARCHY")
subprocess.run([sinew, "library", "update", root], check=True, stdout=subprocess.DEVNULL)
database = sqlite3.connect(root / "library.db")
columns = [column[1] for column in database.execute("PRAGMA table_info(files)")]
row = dict(zip(columns, database.execute("SELECT * FROM files").fetchone()))


def look_at(path):
    status = os.stat(root / path)
    return status.st_size, status.st_mtime_ns


for number in range(count):
    folder = f"{number // 1000:04}"
    if number % 1000 == 0:
        (root / folder / "textures").mkdir(parents=True)
        (root / folder / "textures" / "skin.png").write_text("skin")
    model, texture = f"{folder}/walk{number}.bvh", f"{folder}/walk{number}.png"
    (root / model).write_text("HIERARCHY")
    (root / texture).write_text("png")
    row |= {"id": number + 10, "path": model.encode(), "modified_ns": look_at(model)[1]}
    database.execute(f"INSERT INTO files({','.join(row)}) VALUES({','.join('?' * len(row))})", list(row.values()))
    shared = f"{folder}/textures/skin.png"
    sides = [(f"walk{number}.png", texture, *look_at(texture)), ("C:\\maps\\skin.png", shared, *look_at(shared)),
             (f"walk{number}.events.json", None, None, None), ("maps/cloth.png", None, None, None)]
    for name, path, size, modified in sides:
        database.execute("INSERT INTO side_files VALUES(?,?,?,?,?)",
                         (number + 10, name.encode(), path and path.encode(), size, modified))
database.commit()
