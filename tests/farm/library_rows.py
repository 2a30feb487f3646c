"""library_rows.py DATABASE: prints what a library knows, sorted, without row numbers, times and durations.

Two databases of one folder print the same if they know the same, however they came about. Tables and columns are read
from the schema; a row of a table that belongs to another begins with the rows that it belongs to."""
import sqlite3
import sys

TIMES = {"added_s", "changed_s", "vanished_s", "seconds"}


def owner_of(database, table):
    owners = database.execute(f'PRAGMA foreign_key_list("{table}")').fetchall()
    return (owners[0][2], owners[0][3]) if owners else (None, None)


def rows_of(database, table):
    """Number (None in tables without one) and content of each row; the content begins with that of its owner."""
    owner, reference = owner_of(database, table)
    owners = dict(rows_of(database, owner)) if owner else {}
    times = TIMES if table == "files" else set()
    rows = database.execute(f'SELECT * FROM "{table}"')
    columns = [column[0] for column in rows.description]
    for row in rows:
        values = dict(zip(columns, row))
        content = [f"{name}={values[name]!r}" for name in columns if name not in {"id", reference} | times]
        yield values.get("id"), " ".join([owners[values[reference]] if owner else "", table, *content])


database = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
tables = [name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type='table' AND name<>'shard'")]
for table in sorted(name for name in tables if not name.startswith("sqlite_")):
    for line in sorted(content for _, content in rows_of(database, table)):
        print(line)
