/* The machine's disk as SQLite's default VFS. The library opens its database through whatever VFS is the default one, and SQLite is
 * a shared library, so a test program that registers this one before it initializes has the shipped library on its disk.
 *
 * The first sync of a journal or log that was opened with leave to create it syncs the directory too, as in SQLite's own VFS for Unix. There is no shared
 * memory: the library must hold its file exclusively. Names below /copy/ are files of the caller's own, copied from the disk when they
 * are opened: to look at a database without touching it. */
#ifndef VFS_H
#define VFS_H

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>

#include "machine.h"
#include <sys/stat.h>
#include <sys/syscall.h>

struct open_file {
    sqlite3_file base;
    int file;
    bool directory_too; /* perhaps new: its first sync is one of its name too */
    uint8_t *copy;      /* not NULL: a copy, `size` bytes of it */
    size_t size;
};

static const char *disk_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
static bool is_copy(const char *path) { return strncmp(path, "/copy/", 6) == 0; }

/* SQLITE_OK, or the fault that this call was chosen for. */
static int disk_call(int code_if_chosen) {
    bool is_sync = code_if_chosen == SQLITE_IOERR_FSYNC || code_if_chosen == SQLITE_IOERR_DIR_FSYNC;
    if (machine->fails_in_syncs && !is_sync) return SQLITE_OK;
    int64_t call = ++machine->calls;
    if (machine->fail_at == 0 || call < machine->fail_at || (call > machine->fail_at && !machine->fails_for_good)) return SQLITE_OK;
    machine->has_failed = true;
    errno = machine->fail_errno;
    return machine->fail_code ? machine->fail_code : code_if_chosen;
}
#define LOCKED(...) \
    do { \
        pthread_mutex_lock(&disk_lock); \
        __VA_ARGS__; \
        pthread_mutex_unlock(&disk_lock); \
    } while (0)

static int file_close(sqlite3_file *base) {
    free(((struct open_file *)base)->copy);
    return SQLITE_OK;
}
static int read_bytes(const uint8_t *bytes, size_t size, void *to, int length, sqlite3_int64 offset) {
    size_t there = (size_t)offset >= size ? 0 : size - (size_t)offset;
    if (there >= (size_t)length) return memcpy(to, bytes + offset, (size_t)length), SQLITE_OK;
    if (there) memcpy(to, bytes + offset, there);
    memset((char *)to + there, 0, (size_t)length - there);
    return SQLITE_IOERR_SHORT_READ;
}
static int file_read(sqlite3_file *base, void *to, int length, sqlite3_int64 offset) {
    struct open_file *it = (struct open_file *)base;
    if (it->copy) return read_bytes(it->copy, it->size, to, length, offset);
    int code;
    LOCKED({
        code = disk_call(SQLITE_IOERR_READ);
        if (mixed((uint64_t)machine->calls) % 16 == 0) reclaim_memory(it->file);
        if (code == SQLITE_OK) code = read_bytes(disk_now[it->file], machine->files[it->file].size, to, length, offset);
    });
    return code;
}
static int file_write(sqlite3_file *base, const void *from, int length, sqlite3_int64 offset) {
    struct open_file *it = (struct open_file *)base;
    if (it->copy) {
        size_t end = (size_t)offset + (size_t)length;
        if (end > it->size) {
            uint8_t *larger = realloc(it->copy, end);
            if (!larger) return SQLITE_FULL;
            memset(larger + it->size, 0, end - it->size);
            it->copy = larger, it->size = end;
        }
        memcpy(it->copy + offset, from, (size_t)length);
        return SQLITE_OK;
    }
    int code;
    LOCKED({
        code = disk_call(SQLITE_IOERR_WRITE);
        /* A write that fails may have written its beginning. */
        if (code != SQLITE_OK && length > DISK_SECTOR_BYTES) disk_write(it->file, from, DISK_SECTOR_BYTES, (size_t)offset);
        if (code == SQLITE_OK && !disk_write(it->file, from, (size_t)length, (size_t)offset)) code = SQLITE_IOERR_WRITE;
    });
    return code;
}
static int file_truncate(sqlite3_file *base, sqlite3_int64 size) {
    struct open_file *it = (struct open_file *)base;
    if (it->copy) return it->size = (size_t)size < it->size ? (size_t)size : it->size, SQLITE_OK;
    int code;
    LOCKED({
        code = disk_call(SQLITE_IOERR_TRUNCATE);
        if (code == SQLITE_OK) disk_truncate(it->file, (size_t)size);
    });
    return code;
}
static int file_sync(sqlite3_file *base, int flags) {
    (void)flags;
    struct open_file *it = (struct open_file *)base;
    if (it->copy) return SQLITE_OK;
    int code;
    LOCKED({
        code = disk_call(SQLITE_IOERR_FSYNC);
        if (code != SQLITE_OK) disk_sync_fails(it->file);
        if (code == SQLITE_OK && !disk_sync(it->file)) code = SQLITE_IOERR_FSYNC;
        /* SQLite does not mind a directory that cannot be synced, and does not try again. */
        if (code == SQLITE_OK && it->directory_too) {
            it->directory_too = false;
            if (disk_call(SQLITE_IOERR_DIR_FSYNC) == SQLITE_OK) disk_sync_directory();
        }
    });
    return code;
}
static int file_size(sqlite3_file *base, sqlite3_int64 *size) {
    struct open_file *it = (struct open_file *)base;
    int code = SQLITE_OK;
    LOCKED({
        if (!it->copy) code = disk_call(SQLITE_IOERR_FSTAT);
        *size = (sqlite3_int64)(it->copy ? it->size : machine->files[it->file].size);
    });
    return code;
}
static int file_lock(sqlite3_file *base, int level) {
    (void)base, (void)level;
    return SQLITE_OK;
}
static int file_is_locked(sqlite3_file *base, int *locked) {
    (void)base;
    *locked = 0;
    return SQLITE_OK;
}
/* SQLite shows every PRAGMA to the VFS before it obeys: here the library's synchronous=FULL is turned into less. */
static int file_control(sqlite3_file *base, int operation, void *argument) {
    if (operation != SQLITE_FCNTL_PRAGMA || ((struct open_file *)base)->copy) return SQLITE_NOTFOUND;
    char **pragma = argument, *value = pragma[2];
    if (value && sqlite3_stricmp(pragma[1], "synchronous") == 0 && strlen(value) >= 3) {
        if (machine->disk == DISK_WITHOUT_SYNC) strcpy(value, "OFF");
        if (machine->disk == DISK_NORMAL_SYNC) strcpy(value, "1");
    }
    return SQLITE_NOTFOUND;
}
static int file_sector_size(sqlite3_file *base) {
    (void)base;
    return 4096; /* as SQLite's own VFS says on every file system */
}
static int file_characteristics(sqlite3_file *base) {
    (void)base;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static const sqlite3_io_methods file_methods = {1, file_close, file_read, file_write, file_truncate, file_sync, file_size, file_lock,
    file_lock, file_is_locked, file_control, file_sector_size, file_characteristics, NULL, NULL, NULL, NULL, NULL, NULL};

static int disk_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags, int *flags_given) {
    (void)vfs;
    struct open_file *it = (struct open_file *)base;
    memset(it, 0, sizeof *it);
    if (!path) return SQLITE_CANTOPEN; /* temporary files live in memory */
    bool is_database = (flags & SQLITE_OPEN_MAIN_DB) != 0;
    if (is_copy(path)) {
        int place = disk_find(disk_name(path));
        it->size = place < 0 ? 0 : machine->files[place].size;
        it->copy = malloc(it->size + 1);
        if (!it->copy) return SQLITE_NOMEM;
        if (it->size) memcpy(it->copy, disk_now[place], it->size);
    } else {
        int code;
        LOCKED({
            code = disk_call(SQLITE_CANTOPEN);
            if (code == SQLITE_OK) {
                it->file = disk_place(disk_name(path));
                bool is_new = !machine->files[it->file].exists;
                /* The library makes the database file itself, and its name is on its way then like any other. */
                if (is_new && !is_database && !(flags & SQLITE_OPEN_CREATE)) code = SQLITE_CANTOPEN;
                else disk_create(it->file), it->directory_too = (flags & SQLITE_OPEN_CREATE) && !is_database;
            }
        });
        if (code != SQLITE_OK) return code;
        /* The library finds there what the disk has. */
        int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        if (file >= 0) close(file);
    }
    base->pMethods = &file_methods;
    if (flags_given) *flags_given = flags;
    return SQLITE_OK;
}
static int disk_unlink(sqlite3_vfs *vfs, const char *path, int directory_too) {
    (void)vfs;
    if (is_copy(path)) return SQLITE_OK;
    int code;
    LOCKED({
        code = disk_call(SQLITE_IOERR_DELETE);
        int place = disk_find(disk_name(path));
        if (code == SQLITE_OK && (place < 0 || !machine->files[place].exists)) code = SQLITE_IOERR_DELETE_NOENT;
        if (code == SQLITE_OK) disk_delete(place, directory_too);
    });
    if (code == SQLITE_OK) syscall(SYS_unlink, path);
    return code;
}
static int disk_access(sqlite3_vfs *vfs, const char *path, int flags, int *answer) {
    (void)vfs, (void)flags;
    int code = SQLITE_OK;
    LOCKED({
        if (!is_copy(path)) code = disk_call(SQLITE_IOERR_ACCESS);
        int place = disk_find(disk_name(path));
        *answer = place >= 0 && machine->files[place].exists && (flags != SQLITE_ACCESS_EXISTS || machine->files[place].size > 0);
    });
    return code;
}
static int disk_full_path(sqlite3_vfs *vfs, const char *path, int size, char *full) {
    (void)vfs;
    sqlite3_snprintf(size, full, "%s", path);
    return SQLITE_OK;
}

/* What the library does to the same files by itself, beside SQLite: it makes a new database as a draft, flushes it and renames it. Its
 * own directory holds empty files of the same names, so that it finds there what the disk has. */
static int place_of(const char *path) {
    int place = machine ? disk_find(disk_name(path)) : -1;
    return place >= 0 && machine->files[place].exists ? place : -1;
}
int rename(const char *from, const char *to) {
    int code = SQLITE_OK;
    LOCKED({
        int place = place_of(from);
        if (place >= 0) code = disk_call(SQLITE_IOERR);
        if (place >= 0 && code == SQLITE_OK) disk_rename(place, disk_place(disk_name(to)));
    });
    return code != SQLITE_OK ? -1 : (int)syscall(SYS_rename, from, to);
}
int unlink(const char *path) {
    int code = SQLITE_OK;
    LOCKED({
        int place = place_of(path);
        if (place >= 0) code = disk_call(SQLITE_IOERR);
        if (place >= 0 && code == SQLITE_OK) disk_delete(place, false);
    });
    return code != SQLITE_OK ? -1 : (int)syscall(SYS_unlink, path);
}
int fdatasync(int descriptor) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    int code = SQLITE_OK;
    if (length > 0) {
        path[length] = 0;
        LOCKED({
            int place = place_of(path);
            if (place >= 0) code = disk_call(SQLITE_IOERR_FSYNC);
            if (place >= 0 && code != SQLITE_OK) disk_sync_fails(place);
            if (place >= 0 && code == SQLITE_OK && !disk_sync(place)) code = SQLITE_IOERR;
        });
    }
    return code != SQLITE_OK ? -1 : (int)syscall(SYS_fdatasync, descriptor);
}
/* Of files only those on the disk matter here; a directory is the one that they all are in. */
int fsync(int descriptor) {
    struct stat status;
    int code = SQLITE_OK;
    if (fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode) && machine)
        LOCKED({
            bool is_ours = false;
            for (int i = 0; i < DISK_FILES_MAX; i++) is_ours |= machine->files[i].exists;
            if (is_ours) code = disk_call(SQLITE_IOERR_DIR_FSYNC);
            if (is_ours && code == SQLITE_OK) disk_sync_directory();
        });
    return code != SQLITE_OK ? -1 : (int)syscall(SYS_fsync, descriptor);
}
int posix_fadvise(int descriptor, off_t offset, off_t length, int advice) {
    char link[64], path[4096];
    (void)offset, (void)length;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t size = readlink(link, path, sizeof path - 1);
    if (size <= 0 || advice != POSIX_FADV_DONTNEED) return 0;
    path[size] = 0;
    LOCKED({
        int place = place_of(path);
        if (place >= 0) reclaim_memory(place);
    });
    return 0;
}
/* The note of how many commits there were lies in the directory; a disk of another time has had fewer. */
static void forget_mark(const char *directory) {
    char path[4200];
    snprintf(path, sizeof path, "%s/gamebase.db.mark", directory);
    syscall(SYS_unlink, path);
}
static void agree_with_directory(const char *directory) {
    char path[4200];
    for (int i = 0; i < DISK_FILES_MAX; i++) {
        if (!machine->files[i].name[0]) continue;
        snprintf(path, sizeof path, "%s/%s", directory, machine->files[i].name);
        int file = machine->files[i].exists ? open(path, O_WRONLY | O_CREAT, 0600) : -1;
        if (file >= 0) close(file);
        else syscall(SYS_unlink, path);
    }
}

static void use_machine(void) {
    static sqlite3_vfs vfs;
    vfs = *sqlite3_vfs_find(NULL);
    vfs.iVersion = 1;
    vfs.szOsFile = sizeof(struct open_file);
    vfs.mxPathname = 4096;
    vfs.pNext = NULL;
    vfs.zName = "machine";
    vfs.xOpen = disk_open, vfs.xDelete = disk_unlink, vfs.xAccess = disk_access, vfs.xFullPathname = disk_full_path;
    if (sqlite3_vfs_register(&vfs, 1) != SQLITE_OK) exit(2);
}

#endif
