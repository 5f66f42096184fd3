/* A folder on a machine whose power can go, for what no VFS of SQLite sees: files that are mapped, replaced, moved and flushed by name.
 *
 * This program's functions stand in for the C library's. The files are real, so that mapping them works; beside them stands what of
 * them is durable, in memory that all processes of a test share. What a process writes is the system's at once, and on the disk when
 * its file was flushed, or when the system wrote it by itself, page by page and in any order. A name is on the disk when its folder
 * was flushed. When the power goes, what was on its way survives in part: pages, sectors of them, names, lengths.
 *
 * A flush that fails does what Linux does: what it did not write is clean from then on. It is read as if it were there, until the
 * system takes the memory for something else, and no later flush writes it or tells of it. Within the life of a process mapped pages
 * are left to it; what a failed flush forged in them is taken away between two lives. */
#ifndef FOLDER_H
#define FOLDER_H

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    NODES_MAX = 64,
    NAMES_MAX = 256,
    NAME_BYTES = 160,
    CHANGES_MAX = 256,
    PAGE_BYTES = 4096,
    SECTOR_BYTES = 512,
    NODE_BYTES_MAX = 64 << 20,
    PAGES_MAX = NODE_BYTES_MAX / PAGE_BYTES,
    POWER_WENT = 99, /* exit status of a process whose machine lost its power */
};

enum disk_kind {
    DISK_HONEST,
    DISK_LIES,    /* says that a flush was done, and does nothing */
    DISK_FORGETS, /* flushes files and never a folder */
};
enum call_kind { CALL_OPEN, CALL_WRITE, CALL_FLUSH, CALL_NAME, CALL_GAME /* a moment of the game, between two calls of the library */ };
enum stop {
    STOP_NEVER,
    STOP_POWER,
    STOP_KILL,
    STOP_ERROR,
    STOP_FLUSH /* counts flushes alone */,
    STOP_FULL,
    STOP_UNFLUSHED /* kills before a flush, and counts these alone */
};

/* A file or folder, whatever its names are. */
struct node {
    bool used, is_folder;
    bool error_waits; /* the system's own writing failed: the next flush tells */
    dev_t device;
    ino_t number; /* 0: no name is left, and `durable` is all that is known */
    size_t size;  /* durably */
    bool forged[PAGES_MAX];
};
struct name {
    char path[NAME_BYTES]; /* below the folder; empty for itself */
    int now, durable;      /* nodes; -1: none */
};
/* A name that is made (from is -1), taken away (to is -1) or changed, and not durable yet. */
struct change {
    int from, to, node;
};
struct world {
    char root[4096];
    uint64_t dice;
    enum disk_kind disk;
    enum stop stop;
    /* The call at which it happens, from 1; later too when `for_good`. */
    int64_t stops_at;
    bool for_good;
    bool writes_fail; /* the system's own writing, too */
    bool has_stopped;
    int64_t calls, flushes;
    struct node nodes[NODES_MAX];
    struct name names[NAMES_MAX];
    int name_count, change_count;
    struct change changes[CHANGES_MAX];
};

static struct world *world;
static uint8_t *durable[NODES_MAX], *forgery[NODES_MAX];
static pthread_mutex_t world_lock = PTHREAD_MUTEX_INITIALIZER;
/* Only in processes that are lives of the machine. */
static bool is_life;

static void *shared_memory(size_t bytes) {
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) perror("mmap"), exit(2);
    return memory;
}
__attribute__((noreturn, format(printf, 1, 2))) static void test_is_wrong(const char *format, ...) {
    va_list rest;
    va_start(rest, format);
    vfprintf(stderr, format, rest);
    va_end(rest);
    fprintf(stderr, "\n");
    _exit(2);
}

/* --- dice --- */

static uint64_t mixed(uint64_t number) {
    number += 0x9e3779b97f4a7c15u;
    number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9u;
    number = (number ^ number >> 27) * 0x94d049bb133111ebu;
    return number ^ number >> 31;
}
static uint64_t dice_below(uint64_t limit) { return mixed(world->dice += 0x632be59bd9b4e019u) % limit; }

/* --- names --- */

static const char *inside(const char *path) {
    size_t length = strlen(world->root);
    if (strncmp(path, world->root, length) != 0 || (path[length] && path[length] != '/')) return NULL;
    return path[length] ? path + length + 1 : path + length;
}
static int find_name(const char *path) {
    for (int i = 0; i < world->name_count; i++)
        if (strcmp(world->names[i].path, path) == 0) return i;
    return -1;
}
static int name_of(const char *path) {
    int name = find_name(path);
    if (name >= 0) return name;
    /* The place of one that is nowhere any more. */
    for (int i = 0; name < 0 && i < world->name_count; i++) {
        bool is_free = world->names[i].now < 0 && world->names[i].durable < 0;
        for (int c = 0; c < world->change_count; c++)
            if (world->changes[c].from == i || world->changes[c].to == i) is_free = false;
        if (is_free) name = i;
    }
    if (name < 0) name = world->name_count++;
    if (name >= NAMES_MAX || strlen(path) >= NAME_BYTES) test_is_wrong("too many names, or too long: %s", path);
    snprintf(world->names[name].path, NAME_BYTES, "%s", path);
    world->names[name].now = world->names[name].durable = -1;
    return name;
}
/* Is the name in the folder itself? */
static bool is_in(int name, const char *folder) {
    if (name < 0) return false;
    const char *path = world->names[name].path, *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 0;
    return *path && strlen(folder) == length && strncmp(path, folder, length) == 0;
}
static void apply_change(struct change change) {
    if (change.from >= 0) world->names[change.from].durable = -1;
    if (change.to >= 0) world->names[change.to].durable = change.node;
}
static void drop_change(int at) {
    memmove(&world->changes[at], &world->changes[at + 1], (size_t)(--world->change_count - at) * sizeof *world->changes);
}
/* The first `count` changes of those in the folder, or of all when it is NULL. */
static void make_names_durable(const char *folder, int count) {
    for (int i = 0; i < world->change_count && count > 0;) {
        if (folder && !is_in(world->changes[i].from, folder) && !is_in(world->changes[i].to, folder)) {
            i++;
            continue;
        }
        apply_change(world->changes[i]);
        drop_change(i);
        count--;
    }
}
static void new_change(int from, int to, int node) {
    if (world->change_count == CHANGES_MAX) test_is_wrong("too many names without a flush");
    world->changes[world->change_count++] = (struct change){from, to, node};
}

/* --- bytes --- */

static bool is_needed(int node) {
    for (int i = 0; i < world->name_count; i++)
        if (world->names[i].now == node || world->names[i].durable == node) return true;
    for (int i = 0; i < world->change_count; i++)
        if (world->changes[i].node == node) return true;
    return false;
}
static int new_node(const struct stat *status) {
    for (int i = 0; i < NODES_MAX; i++) {
        struct node *node = &world->nodes[i];
        if (node->used && is_needed(i)) continue;
        if (node->size) madvise(durable[i], NODE_BYTES_MAX, MADV_REMOVE);
        memset(node, 0, sizeof *node);
        node->used = true;
        node->is_folder = S_ISDIR(status->st_mode);
        node->device = status->st_dev, node->number = status->st_ino;
        return i;
    }
    test_is_wrong("too many files");
}
static int node_of(const struct stat *status) {
    for (int i = 0; i < NODES_MAX; i++)
        if (world->nodes[i].used && world->nodes[i].number == status->st_ino && world->nodes[i].device == status->st_dev) return i;
    return -1;
}
static int node_of_descriptor(int descriptor) {
    struct stat status;
    return fstat(descriptor, &status) == 0 ? node_of(&status) : -1;
}
static int name_of_node(int node) {
    for (int i = 0; i < world->name_count; i++)
        if (world->names[i].now == node) return i;
    return -1;
}
/* What processes see of a file, mapped. */
struct seen {
    uint8_t *bytes;
    size_t size;
    int file;
};
static int plain_open(const char *path, int flags, mode_t mode) {
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, mode);
}
static bool see(int node, struct seen *seen) {
    char path[4096 + NAME_BYTES];
    struct stat status;
    int name = world->nodes[node].number ? name_of_node(node) : -1;
    if (name < 0 || world->nodes[node].is_folder) return false;
    snprintf(path, sizeof path, "%s/%s", world->root, world->names[name].path);
    seen->file = plain_open(path, O_RDWR | O_NOFOLLOW, 0);
    if (seen->file < 0 || fstat(seen->file, &status) != 0) test_is_wrong("%s: %s", path, strerror(errno));
    if (status.st_size > NODE_BYTES_MAX) test_is_wrong("%s is too large", path);
    seen->size = (size_t)status.st_size;
    seen->bytes = NULL;
    if (seen->size == 0) return true;
    seen->bytes = (uint8_t *)syscall(SYS_mmap, NULL, seen->size, PROT_READ | PROT_WRITE, MAP_SHARED, seen->file, 0L);
    if (seen->bytes == MAP_FAILED) test_is_wrong("%s: %s", path, strerror(errno));
    return true;
}
static void look_away(struct seen *seen) {
    if (seen->bytes) syscall(SYS_munmap, seen->bytes, seen->size);
    syscall(SYS_close, seen->file);
}
static void set_size(int node, size_t size) {
    if (size < world->nodes[node].size) memset(durable[node] + size, 0, world->nodes[node].size - size);
    world->nodes[node].size = size;
}
static size_t page_bytes(const struct seen *seen, size_t page) {
    size_t from = page * PAGE_BYTES;
    return seen->size - from < PAGE_BYTES ? seen->size - from : PAGE_BYTES;
}
static bool is_dirty(int node, const struct seen *seen, size_t page) {
    size_t from = page * PAGE_BYTES, bytes = page_bytes(seen, page);
    if (memcmp(durable[node] + from, seen->bytes + from, bytes) == 0) return false;
    return !world->nodes[node].forged[page] || memcmp(forgery[node] + from, seen->bytes + from, bytes) != 0;
}
static void write_page(int node, const struct seen *seen, size_t page, bool torn) {
    size_t from = page * PAGE_BYTES, bytes = page_bytes(seen, page);
    if (from + bytes > world->nodes[node].size) set_size(node, from + bytes);
    for (size_t at = from; at < from + bytes; at += SECTOR_BYTES) {
        size_t sector = from + bytes - at < SECTOR_BYTES ? from + bytes - at : SECTOR_BYTES;
        if (!torn || dice_below(2)) memcpy(durable[node] + at, seen->bytes + at, sector);
    }
    if (!torn) world->nodes[node].forged[page] = false;
}
/* From now on the page counts as written, and was not. */
static void forge_page(int node, const struct seen *seen, size_t page) {
    memcpy(forgery[node] + page * PAGE_BYTES, seen->bytes + page * PAGE_BYTES, page_bytes(seen, page));
    world->nodes[node].forged[page] = true;
}
enum part { PART_NOTHING, PART_ALL, PART_HALF, PART_MOST, PART_FEW, PART_BEGINNING, PARTS };
/* Writes some of what waits. What is left out waits on, or is forged, or, with `torn`, may be there in sectors.
 * Returns whether something was forged. */
static bool write_part(int node, enum part part, bool forges, bool torn) {
    struct seen seen;
    bool forged = false;
    if (!see(node, &seen)) return false;
    size_t count = (seen.size + PAGE_BYTES - 1) / PAGE_BYTES, border = dice_below(count + 1);
    size_t before = world->nodes[node].size;
    for (size_t page = 0; page < count; page++) {
        if (!is_dirty(node, &seen, page)) continue;
        uint64_t die = dice_below(10);
        bool is_written = part == PART_ALL || (part == PART_HALF && die < 5) || (part == PART_MOST && die < 9) ||
                          (part == PART_FEW && die < 1) || (part == PART_BEGINNING && page < border);
        if (is_written) write_page(node, &seen, page, torn && dice_below(8) == 0);
        else if (forges) forge_page(node, &seen, page), forged = true;
        else if (torn && part != PART_NOTHING && dice_below(16) == 0) write_page(node, &seen, page, true);
    }
    /* A length is written with the file or on its own. */
    if (part == PART_ALL || (seen.size < before && part != PART_NOTHING && dice_below(2))) set_size(node, seen.size);
    else if (seen.size > world->nodes[node].size && part != PART_NOTHING && dice_below(2)) set_size(node, seen.size);
    look_away(&seen);
    return forged;
}

/* --- what a running system does; with the lock held --- */

/* The system needs the memory of clean pages: what a failed flush left in them is gone. */
static void take_memory(int node) {
    struct seen seen;
    if (!see(node, &seen)) return;
    world->nodes[node].error_waits = false;
    for (size_t page = 0; page * PAGE_BYTES < seen.size; page++) {
        if (!world->nodes[node].forged[page] || is_dirty(node, &seen, page)) continue;
        memcpy(seen.bytes + page * PAGE_BYTES, durable[node] + page * PAGE_BYTES, page_bytes(&seen, page));
        world->nodes[node].forged[page] = false;
    }
    look_away(&seen);
}

static void write_by_itself(void) {
    if (dice_below(16) == 0) make_names_durable(NULL, (int)dice_below((uint64_t)world->change_count + 1));
    if (dice_below(16)) return;
    int node = (int)dice_below(NODES_MAX);
    if (!world->nodes[node].used) return;
    bool forges = world->writes_fail && dice_below(2);
    if (write_part(node, dice_below(2) ? PART_HALF : PART_ALL, forges, false)) world->nodes[node].error_waits = true;
}
/* Returns 0, or the error that the call ends with. */
static int moment(enum call_kind kind) {
    if (world->disk == DISK_HONEST) write_by_itself();
    world->calls++;
    if (kind == CALL_FLUSH) world->flushes++;
    bool counts_flushes = world->stop == STOP_FLUSH || world->stop == STOP_UNFLUSHED;
    if (counts_flushes && kind != CALL_FLUSH) return 0;
    int64_t count = counts_flushes ? world->flushes : world->calls;
    if (world->stop == STOP_NEVER || count < world->stops_at || (count > world->stops_at && !world->for_good)) return 0;
    world->has_stopped = true;
    switch (world->stop) {
    case STOP_POWER: _exit(POWER_WENT);
    case STOP_KILL:
    case STOP_UNFLUSHED:
        kill(getpid(), SIGKILL);
        for (;;) pause();
    case STOP_FULL: return kind == CALL_GAME || kind == CALL_FLUSH ? 0 : ENOSPC;
    default: return kind == CALL_GAME ? 0 : EIO;
    }
}
static void forget_number(int node) {
    if (node < 0) return;
    /* Nobody can look at it any more: what of it is durable is decided now. */
    if (world->disk == DISK_HONEST) write_part(node, (enum part)dice_below(PARTS), false, false);
    world->nodes[node].number = 0;
}
static int flush_node(int node) {
    int code = moment(CALL_FLUSH);
    int name = name_of_node(node);
    if (world->nodes[node].is_folder) {
        if (code == 0 && world->disk == DISK_HONEST && name >= 0) make_names_durable(world->names[name].path, CHANGES_MAX);
    } else if (code) {
        write_part(node, dice_below(3) ? PART_NOTHING : PART_HALF, true, false);
    } else if (world->disk != DISK_LIES) {
        write_part(node, PART_ALL, false, false);
        if (world->nodes[node].error_waits) code = EIO;
        world->nodes[node].error_waits = false;
    }
    return code;
}
/* Of the game: takes its time, and nothing is noted of what the power was faster than. */
#define NOTED(...) \
    do { \
        pthread_mutex_lock(&world_lock); \
        __VA_ARGS__; \
        pthread_mutex_unlock(&world_lock); \
    } while (0)

/* --- the C library's functions --- */

#define FAILED(code) (pthread_mutex_unlock(&world_lock), errno = (code), -1)

static int opened(int folder, const char *path, int flags, mode_t mode) {
    const char *name = is_life && folder == AT_FDCWD ? inside(path) : NULL;
    if (!name) return (int)syscall(SYS_openat, folder, path, flags, mode);
    struct stat status;
    pthread_mutex_lock(&world_lock);
    int code = moment(CALL_OPEN);
    if (code) return FAILED(code);
    bool is_new = (flags & O_CREAT) && lstat(path, &status) != 0;
    int file = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode), error = errno;
    if (file >= 0 && is_new && fstat(file, &status) == 0) {
        int place = name_of(name);
        world->names[place].now = new_node(&status);
        new_change(-1, place, world->names[place].now);
    }
    pthread_mutex_unlock(&world_lock);
    return errno = error, file;
}
#define MODE_OF(flags) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | O_TMPFILE)) { \
        va_list rest; \
        va_start(rest, flags); \
        mode = (mode_t)va_arg(rest, int); \
        va_end(rest); \
    }
int open(const char *path, int flags, ...) {
    MODE_OF(flags)
    return opened(AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) {
    MODE_OF(flags)
    return opened(AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char *path, int flags, ...) {
    MODE_OF(flags)
    return opened(folder, path, flags, mode);
}
/* What changes a file's bytes is the system's at once; the moment before it is what counts. Returns false when it fails. Pages that
 * are written again wait again, also with the same bytes. */
static bool may_write(int descriptor, off_t from, size_t count, int *code) {
    *code = 0;
    if (is_life) {
        pthread_mutex_lock(&world_lock);
        int node = node_of_descriptor(descriptor);
        if (node >= 0) *code = moment(CALL_WRITE);
        if (from < 0) from = lseek(descriptor, 0, SEEK_CUR);
        size_t end = node >= 0 && *code == 0 ? (size_t)from + count : 0;
        for (size_t page = (size_t)from / PAGE_BYTES; page * PAGE_BYTES < end && page < PAGES_MAX; page++)
            world->nodes[node].forged[page] = false;
        pthread_mutex_unlock(&world_lock);
    }
    return *code == 0;
}
#define WRITES(type, name, declared, from, count, passed) \
    type name declared { \
        static __typeof__(&name) behind; \
        int code; \
        if (!behind) behind = (__typeof__(&name))dlsym(RTLD_NEXT, #name); \
        return may_write(descriptor, from, count, &code) ? behind passed : (errno = code, -1); \
    }
WRITES(ssize_t, write, (int descriptor, const void *bytes, size_t size), -1, size, (descriptor, bytes, size))
WRITES(ssize_t, pwrite, (int descriptor, const void *bytes, size_t size, off_t at), at, size, (descriptor, bytes, size, at))
WRITES(ssize_t, pwrite64, (int descriptor, const void *bytes, size_t size, off64_t at), at, size, (descriptor, bytes, size, at))
WRITES(int, ftruncate, (int descriptor, off_t size), 0, 0, (descriptor, size))
WRITES(int, ftruncate64, (int descriptor, off64_t size), 0, 0, (descriptor, size))
int posix_fallocate(int descriptor, off_t from, off_t size) {
    int code;
    if (!may_write(descriptor, 0, 0, &code)) return code;
    return syscall(SYS_fallocate, descriptor, 0, from, size) == 0 ? 0 : errno;
}
static int flushed(int descriptor) {
    if (!is_life) return 0;
    pthread_mutex_lock(&world_lock);
    int node = node_of_descriptor(descriptor), code = node >= 0 ? flush_node(node) : 0;
    if (code) return FAILED(code);
    pthread_mutex_unlock(&world_lock);
    return 0;
}
int fsync(int descriptor) { return flushed(descriptor); }
int fdatasync(int descriptor) { return flushed(descriptor); }
int posix_fadvise(int descriptor, off_t from, off_t size, int advice) {
    (void)from, (void)size;
    if (!is_life || advice != POSIX_FADV_DONTNEED) return 0;
    pthread_mutex_lock(&world_lock);
    int node = node_of_descriptor(descriptor);
    if (node >= 0) take_memory(node);
    pthread_mutex_unlock(&world_lock);
    return 0;
}

enum { MAPPED_MAX = 64 };
static struct {
    const void *from;
    int node;
} mapped[MAPPED_MAX];
void *mmap(void *at, size_t count, int protection, int flags, int descriptor, off_t offset) {
    void *bytes = (void *)syscall(SYS_mmap, at, count, protection, flags, descriptor, offset);
    if (!is_life || descriptor < 0 || !(flags & MAP_SHARED) || bytes == MAP_FAILED) return bytes;
    pthread_mutex_lock(&world_lock);
    int node = node_of_descriptor(descriptor);
    for (int i = 0; node >= 0 && i < MAPPED_MAX; i++) {
        if (mapped[i].from) continue;
        mapped[i].from = bytes, mapped[i].node = node;
        break;
    }
    pthread_mutex_unlock(&world_lock);
    return bytes;
}
static int mapping(const void *bytes) {
    for (int i = 0; i < MAPPED_MAX; i++)
        if (bytes && mapped[i].from == bytes) return i;
    return -1;
}
int munmap(void *bytes, size_t count) {
    if (is_life) {
        pthread_mutex_lock(&world_lock);
        int at = mapping(bytes);
        if (at >= 0) mapped[at].from = NULL;
        pthread_mutex_unlock(&world_lock);
    }
    return (int)syscall(SYS_munmap, bytes, count);
}
int msync(void *bytes, size_t count, int flags) {
    (void)count, (void)flags;
    pthread_mutex_lock(&world_lock);
    int at = mapping(bytes), code = at >= 0 && world->nodes[mapped[at].node].number ? flush_node(mapped[at].node) : 0;
    if (code) return FAILED(code);
    pthread_mutex_unlock(&world_lock);
    return 0;
}
int mkdir(const char *path, mode_t mode) {
    const char *name = is_life ? inside(path) : NULL;
    if (!name) return (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
    struct stat status;
    pthread_mutex_lock(&world_lock);
    int code = moment(CALL_NAME);
    if (code) return FAILED(code);
    int result = (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode), error = errno;
    if (result == 0 && lstat(path, &status) == 0) {
        int place = name_of(name);
        world->names[place].now = new_node(&status);
        new_change(-1, place, world->names[place].now);
    }
    pthread_mutex_unlock(&world_lock);
    return errno = error, result;
}
int unlink(const char *path) {
    const char *name = is_life ? inside(path) : NULL;
    if (!name) return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    pthread_mutex_lock(&world_lock);
    int code = moment(CALL_NAME), place = find_name(name);
    if (code) return FAILED(code);
    if (place >= 0) forget_number(world->names[place].now);
    int result = (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0), error = errno;
    if (result == 0 && place >= 0) {
        world->names[place].now = -1;
        new_change(place, -1, -1);
    }
    pthread_mutex_unlock(&world_lock);
    return errno = error, result;
}
int rename(const char *path, const char *to) {
    const char *name = is_life ? inside(path) : NULL, *new_name = is_life ? inside(to) : NULL;
    if (!name || !new_name) return (int)syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, to, 0);
    pthread_mutex_lock(&world_lock);
    int code = moment(CALL_NAME), from = find_name(name);
    if (code) return FAILED(code);
    int place = name_of(new_name);
    if (from >= 0) forget_number(world->names[place].now);
    int result = (int)syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, to, 0), error = errno;
    if (result == 0 && from >= 0) {
        world->names[place].now = world->names[from].now;
        world->names[from].now = -1;
        new_change(from, place, world->names[place].now);
    }
    pthread_mutex_unlock(&world_lock);
    return errno = error, result;
}

/* --- between two lives --- */

static void make_world(void) {
    world = shared_memory(sizeof *world);
    for (int i = 0; i < NODES_MAX; i++) durable[i] = shared_memory(NODE_BYTES_MAX), forgery[i] = shared_memory(NODE_BYTES_MAX);
}
static int forget_file(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)status, (void)kind;
    return place->level == 0 ? 0 : remove(path);
}
static void empty_folder(void) {
    if (nftw(world->root, forget_file, 16, FTW_DEPTH | FTW_PHYS) != 0) perror(world->root), exit(2);
}
/* An empty folder that is durable itself. */
static void begin_world(const char *root, uint64_t seed) {
    struct stat status;
    for (int i = 0; i < NODES_MAX; i++)
        if (world->nodes[i].used) madvise(durable[i], NODE_BYTES_MAX, MADV_REMOVE), madvise(forgery[i], NODE_BYTES_MAX, MADV_REMOVE);
    memset(world, 0, sizeof *world);
    world->dice = mixed(seed);
    snprintf(world->root, sizeof world->root, "%s", root);
    empty_folder();
    if (lstat(root, &status) != 0) perror(root), exit(2);
    int name = name_of("");
    world->names[name].now = world->names[name].durable = new_node(&status);
}
static void begin_life(enum stop stop, int64_t stops_at) {
    world->stop = stop, world->stops_at = stops_at;
    world->for_good = world->writes_fail = world->has_stopped = false;
    world->calls = world->flushes = 0;
}
static void put_back(int name) {
    char path[4096 + NAME_BYTES];
    struct stat status;
    struct name *it = &world->names[name];
    struct node *node = &world->nodes[it->durable];
    snprintf(path, sizeof path, "%s/%s", world->root, it->path);
    int file = -1;
    if (node->is_folder ? mkdir(path, 0700) != 0 : (file = plain_open(path, O_RDWR | O_CREAT | O_EXCL, 0600)) < 0) {
        /* Its folder is not there. */
        it->durable = -1;
        return;
    }
    if (file >= 0) {
        if (syscall(SYS_ftruncate, file, (long)node->size) != 0) perror(path), exit(2);
        static const uint8_t zeros[PAGE_BYTES];
        for (size_t from = 0; from < node->size; from += PAGE_BYTES) {
            size_t bytes = node->size - from < PAGE_BYTES ? node->size - from : PAGE_BYTES;
            if (memcmp(durable[it->durable] + from, zeros, bytes) == 0) continue;
            if (syscall(SYS_pwrite64, file, durable[it->durable] + from, bytes, (long)from) != (long)bytes) perror(path), exit(2);
        }
        syscall(SYS_close, file);
    }
    if (lstat(path, &status) != 0) perror(path), exit(2);
    node->device = status.st_dev, node->number = status.st_ino;
}
static int by_length(const void *a, const void *b) {
    return (int)strlen(world->names[*(const int *)a].path) - (int)strlen(world->names[*(const int *)b].path);
}
/* The process is gone, and all that was on its way gets to the disk in part, or not. */
static void lose_power(void) {
    uint64_t names = dice_below(4);
    bool is_honest = world->disk == DISK_HONEST;
    for (int i = 0; i < NODES_MAX; i++)
        if (world->nodes[i].used && is_honest) write_part(i, (enum part)dice_below(PARTS), false, true);
    if (is_honest && names == 1) make_names_durable(NULL, CHANGES_MAX);
    if (is_honest && names == 2) make_names_durable(NULL, (int)dice_below((uint64_t)world->change_count + 1));
    for (int i = 0; is_honest && names == 3 && i < world->change_count; i++)
        if (dice_below(2)) apply_change(world->changes[i]);
    world->change_count = 0;
    empty_folder();
    int order[NAMES_MAX], count = 0;
    for (int i = 0; i < world->name_count; i++) order[count++] = i;
    qsort(order, (size_t)count, sizeof *order, by_length);
    for (int i = 0; i < NODES_MAX; i++) {
        world->nodes[i].number = world->nodes[i].is_folder && i == world->names[0].now ? world->nodes[i].number : 0;
        world->nodes[i].error_waits = false;
        memset(world->nodes[i].forged, 0, sizeof world->nodes[i].forged);
    }
    for (int i = 0; i < count; i++) {
        struct name *name = &world->names[order[i]];
        if (*name->path == 0) continue;
        if (name->durable >= 0) put_back(order[i]);
        name->now = name->durable;
    }
}
/* The process was killed, or ended, and the system goes on. What a failed flush left is still read, or not. */
static void lose_process(void) {
    for (int i = 0; i < NODES_MAX; i++)
        if (world->nodes[i].used && dice_below(2)) take_memory(i);
}

#endif
