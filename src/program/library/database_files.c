// An SQLite file system (VFS) that opens only the files of one database, without following links.
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/platform/file.h"
#include "core/platform/folder.h"
#include "core/platform/thread.h"
#include "program/library/database.h"

// If files were checked before a database is opened, another program could still add a journal before SQLite looks. So
// this VFS refuses files when SQLite opens them. https://www.sqlite.org/vfs.html

struct library_database_files {
    sqlite3_vfs vfs;
    sqlite3_vfs *system;
    char name[32];
    char *path, *log, *index; ///< NAME, NAME-wal and NAME-shm
    int has_log, may_write;
    int made_index; ///< the index did not exist when this struct was created
};

/// An open file. SQLite allocates it; the system VFS's file follows it in memory.
typedef struct guarded_file {
    sqlite3_file base;
    library_database_files *files;
    sqlite3_file *real;
    int is_database;
} guarded_file;

static sqlite3_file *real(sqlite3_file *file)
{
    return ((guarded_file *)(void *)file)->real;
}

static library_database_files *files_of(sqlite3_file *file)
{
    return ((guarded_file *)(void *)file)->files;
}

// ---- open files ---------------------------------------------------------------------------------------------------

static int close_file(sqlite3_file *file)
{
    // Removes the index of a database that was refused, because SQLite does not remove it. An index that existed before
    // is kept. So is an index that another program uses: that program holds a lock.
    const library_database_files *files = files_of(file);
    if (((guarded_file *)(void *)file)->is_database && !files->may_write && files->made_index &&
        sinew__file_kind_of(files->index) != SINEW__NO_FILE &&
        real(file)->pMethods->xLock(real(file), SQLITE_LOCK_SHARED) == SQLITE_OK &&
        real(file)->pMethods->xLock(real(file), SQLITE_LOCK_EXCLUSIVE) == SQLITE_OK)
        sinew__file_remove(files->index);
    return real(file)->pMethods->xClose(real(file));
}

static int read_file(sqlite3_file *file, void *out, int size, sqlite3_int64 offset)
{
    return real(file)->pMethods->xRead(real(file), out, size, offset);
}

static int write_file(sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset)
{
    if (!files_of(file)->may_write) return SQLITE_READONLY;
    return real(file)->pMethods->xWrite(real(file), bytes, size, offset);
}

static int truncate_file(sqlite3_file *file, sqlite3_int64 size)
{
    if (!files_of(file)->may_write) return SQLITE_READONLY;
    return real(file)->pMethods->xTruncate(real(file), size);
}

static int sync_file(sqlite3_file *file, int flags)
{
    return real(file)->pMethods->xSync(real(file), flags);
}

static int get_size(sqlite3_file *file, sqlite3_int64 *out)
{
    return real(file)->pMethods->xFileSize(real(file), out);
}

static int lock_file(sqlite3_file *file, int level)
{
    return real(file)->pMethods->xLock(real(file), level);
}

static int unlock_file(sqlite3_file *file, int level)
{
    return real(file)->pMethods->xUnlock(real(file), level);
}

static int check_reserved(sqlite3_file *file, int *out)
{
    return real(file)->pMethods->xCheckReservedLock(real(file), out);
}

static int control_file(sqlite3_file *file, int operation, void *argument)
{
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int get_sector_size(sqlite3_file *file)
{
    return real(file)->pMethods->xSectorSize(real(file));
}

static int get_characteristics(sqlite3_file *file)
{
    return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int map_index(sqlite3_file *file, int region, int size, int extend, void volatile **out)
{
    return real(file)->pMethods->xShmMap(real(file), region, size, extend, out);
}

static int lock_index(sqlite3_file *file, int offset, int count, int flags)
{
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void order_index(sqlite3_file *file)
{
    real(file)->pMethods->xShmBarrier(real(file));
}

static int unmap_index(sqlite3_file *file, int removes)
{
    return real(file)->pMethods->xShmUnmap(real(file), removes);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2, // version 3 would map the database into memory, and another program could truncate it meanwhile
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = get_size,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = check_reserved,
    .xFileControl = control_file,
    .xSectorSize = get_sector_size,
    .xDeviceCharacteristics = get_characteristics,
    .xShmMap = map_index,
    .xShmLock = lock_index,
    .xShmBarrier = order_index,
    .xShmUnmap = unmap_index,
};

// ---- names --------------------------------------------------------------------------------------------------------

static library_database_files *files_at(sqlite3_vfs *vfs)
{
    return vfs->pAppData;
}

static int is_log(const library_database_files *files, const char *name)
{
    return files->has_log && name && strcmp(name, files->log) == 0;
}

/// Opens the database or its log. Other files are refused, such as temporary files, whose name is NULL.
static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *out_file, int flags, int *out_flags)
{
    library_database_files *files = files_at(vfs);
    guarded_file *file = (guarded_file *)(void *)out_file;
    const int is_database = (flags & SQLITE_OPEN_MAIN_DB) && name && strcmp(name, files->path) == 0;
    *file = (guarded_file){.files = files, .real = (sqlite3_file *)(void *)(file + 1), .is_database = is_database};
    if (!is_database && !((flags & SQLITE_OPEN_WAL) && is_log(files, name))) return SQLITE_CANTOPEN;
    if (is_database) flags &= ~SQLITE_OPEN_CREATE;
    const int code = files->system->xOpen(files->system, name, file->real, flags, out_flags);
    if (file->real->pMethods) file->base.pMethods = &methods;
    return code;
}

/// Removes the log, if the database may be changed or the log is empty. Refuses any other removal: SQLite would also
/// remove a log with entries next to an empty database.
static int delete_file(sqlite3_vfs *vfs, const char *name, int syncs)
{
    const library_database_files *files = files_at(vfs);
    sinew__file_status status;
    const int is_empty = sinew__file_status_of_path(name, &status) && status.size == 0;
    if (!is_log(files, name) || !(files->may_write || is_empty)) return SQLITE_IOERR_DELETE;
    return files->system->xDelete(files->system, name, syncs);
}

static int access_file(sqlite3_vfs *vfs, const char *name, int flags, int *out)
{
    const library_database_files *files = files_at(vfs);
    *out = 0;
    if (!is_log(files, name) && strcmp(name, files->path) != 0) return SQLITE_OK;
    return files->system->xAccess(files->system, name, flags, out);
}

static int complete_path(sqlite3_vfs *vfs, const char *name, int size, char *out)
{
    (void)vfs;
    sqlite3_snprintf(size, out, "%s", name);
    return SQLITE_OK;
}

// ---- the rest of the system ---------------------------------------------------------------------------------------

static int make_random(sqlite3_vfs *vfs, int size, char *out)
{
    return files_at(vfs)->system->xRandomness(files_at(vfs)->system, size, out);
}

static int rest(sqlite3_vfs *vfs, int microseconds)
{
    return files_at(vfs)->system->xSleep(files_at(vfs)->system, microseconds);
}

static int get_time(sqlite3_vfs *vfs, double *out)
{
    return files_at(vfs)->system->xCurrentTime(files_at(vfs)->system, out);
}

static int get_last_error(sqlite3_vfs *vfs, int size, char *out)
{
    return files_at(vfs)->system->xGetLastError(files_at(vfs)->system, size, out);
}

static int get_exact_time(sqlite3_vfs *vfs, sqlite3_int64 *out)
{
    return files_at(vfs)->system->xCurrentTimeInt64(files_at(vfs)->system, out);
}

/// Returns SQLite's own VFS. The first call, which must be made before SQLite is used, makes SQLite keep statement
/// journals in memory, and open every file with sinew__open_itself, which follows no links. The log's index (NAME-shm)
/// is therefore checked also, although its name is not passed to our VFS.
static sqlite3_vfs *find_system(void)
{
    static sinew__lock lock = SINEW__UNLOCKED;
    static sqlite3_vfs *system;
    sinew__lock_take(&lock);
    if (!system) {
        sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, -1);
        system = sqlite3_vfs_find("unix");
        if (system && system->xSetSystemCall(system, "open", (sqlite3_syscall_ptr)sinew__open_itself) != SQLITE_OK)
            system = NULL;
    }
    sinew__lock_release(&lock);
    return system;
}

library_database_files *library_database_files_create(const char *path, int has_log)
{
    sqlite3_vfs *system = find_system();
    library_database_files *files = system ? sinew__allocate_zeroed(1, sizeof *files) : NULL;
    if (!files) return NULL;
    *files = (library_database_files){.system = system,
                                      .path = sinew__copy_text(path),
                                      .log = sinew__join_texts(path, "", "-wal"),
                                      .index = sinew__join_texts(path, "", "-shm"),
                                      .has_log = has_log};
    files->made_index = files->index && sinew__file_kind_of(files->index) == SINEW__NO_FILE;
    snprintf(files->name, sizeof files->name, "sinew-%p", (void *)files);
    files->vfs = (sqlite3_vfs){.iVersion = 2,
                               .szOsFile = (int)sizeof(guarded_file) + system->szOsFile,
                               .mxPathname = system->mxPathname,
                               .zName = files->name,
                               .pAppData = files,
                               .xOpen = open_file,
                               .xDelete = delete_file,
                               .xAccess = access_file,
                               .xFullPathname = complete_path,
                               .xRandomness = make_random,
                               .xSleep = rest,
                               .xCurrentTime = get_time,
                               .xGetLastError = get_last_error,
                               .xCurrentTimeInt64 = get_exact_time};
    if (files->path && files->log && files->index && sqlite3_vfs_register(&files->vfs, 0) == SQLITE_OK) return files;
    library_database_files_free(files);
    return NULL;
}

void library_database_files_free(library_database_files *files)
{
    if (!files) return;
    sqlite3_vfs_unregister(&files->vfs);
    sinew_free(files->path);
    sinew_free(files->log);
    sinew_free(files->index);
    sinew_free(files);
}

const char *library_database_files_name(const library_database_files *files)
{
    return files->name;
}

void library_database_files_allow_writes(library_database_files *files)
{
    files->may_write = 1;
}
