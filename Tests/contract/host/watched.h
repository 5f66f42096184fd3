/* Which calls of the C library the library makes, and on whose thread. This program's functions stand in for the C library's: each is
 * noted when the game's thread is inside an exported function, each takes as long as the test says on the library's own threads, and each
 * leaves a mark on the locks that are held over it. A lock that is held over file work anywhere must never be taken on the game's thread:
 * that needs no luck in timing to be seen. */
#ifndef WATCHED_H
#define WATCHED_H

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The exported function that this thread is inside; NULL while nobody looks. */
static __thread const char *watched;
/* Inside one of the functions below: what those do themselves is not the library's. */
static __thread bool watching_itself;

/* --- What was found --- */

enum { FINDINGS_MAX = 512, FINDING_BYTES = 256 };
static char findings[FINDINGS_MAX][FINDING_BYTES];
static int finding_count;
static int findings_lock;
static void spin(int *lock) {
    while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE)) syscall(SYS_sched_yield);
}
static void unspin(int *lock) { __atomic_store_n(lock, 0, __ATOMIC_RELEASE); }

/* `who|what`, once each. */
static void found(const char *who, const char *what, const char *detail) {
    char line[FINDING_BYTES];
    snprintf(line, sizeof line, "%s|%s%s%s", who, what, *detail ? " " : "", detail);
    spin(&findings_lock);
    int at = 0;
    while (at < finding_count && strcmp(findings[at], line) != 0) at++;
    if (at == finding_count && at < FINDINGS_MAX) memcpy(findings[finding_count++], line, sizeof line);
    unspin(&findings_lock);
}

/* --- The C library behind --- */

#define REAL(name) ((__typeof__(&name))real(#name))
static void *real(const char *name) {
    /* Few names, asked for often. */
    enum { KNOWN_MAX = 128 };
    static struct {
        const char *name;
        void *address;
    } known[KNOWN_MAX];
    for (int i = 0; i < KNOWN_MAX; i++) {
        const char *there = __atomic_load_n(&known[i].name, __ATOMIC_ACQUIRE);
        if (there == name) return known[i].address;
        if (there) continue;
        static int making;
        spin(&making);
        if (!known[i].name) {
            bool condition = strncmp(name, "pthread_cond_", 13) == 0;
            /* Of these there are two kinds; an old one would not know what a new one began. */
            known[i].address = condition ? dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2") : NULL;
            if (!known[i].address) known[i].address = dlsym(RTLD_NEXT, name);
            __atomic_store_n(&known[i].name, name, __ATOMIC_RELEASE);
        }
        unspin(&making);
        if (known[i].name == name) return known[i].address;
    }
    abort();
}

/* --- Locks --- */

/* What is known of a lock: over which file work it was held, and which exported function took it. */
struct lock_facts {
    const void *lock;
    char work[96];
    const char *taken;
};
enum { LOCKS = 1 << 14, HELD_MAX = 32 };
static struct lock_facts lock_facts[LOCKS];
static int lock_facts_lock;
static __thread const void *held[HELD_MAX];
static __thread int held_count;

static struct lock_facts *facts_of(const void *lock) {
    size_t at = ((uintptr_t)lock >> 3) * 2654435761u % LOCKS;
    while (lock_facts[at].lock && lock_facts[at].lock != lock) at = (at + 1) % LOCKS;
    lock_facts[at].lock = lock;
    return &lock_facts[at];
}
static void look_at(struct lock_facts *facts) {
    if (facts->taken && *facts->work) found(facts->taken, "takes a lock that is held over", facts->work);
}
/* Only for functions that no header allows to wait. */
static bool may_wait(const char *function);
static void lock_taken(const void *lock) {
    if (held_count < HELD_MAX) held[held_count] = lock;
    held_count++;
    if (!watched || watching_itself || may_wait(watched)) return;
    spin(&lock_facts_lock);
    struct lock_facts *facts = facts_of(lock);
    if (!facts->taken) facts->taken = watched;
    look_at(facts);
    unspin(&lock_facts_lock);
}
static void lock_given_back(const void *lock) {
    for (int i = held_count < HELD_MAX ? held_count : HELD_MAX; i-- > 0;)
        if (held[i] == lock) {
            memmove(&held[i], &held[i + 1], (size_t)((held_count < HELD_MAX ? held_count : HELD_MAX) - i - 1) * sizeof *held);
            break;
        }
    held_count--;
}
static void lock_ended(const void *lock) {
    spin(&lock_facts_lock);
    struct lock_facts *facts = facts_of(lock);
    *facts->work = 0; /* its place in the table stays: the next lock there begins anew */
    facts->taken = NULL;
    unspin(&lock_facts_lock);
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
    int result = REAL(pthread_mutex_lock)(mutex);
    if (result == 0) lock_taken(mutex);
    return result;
}
int pthread_mutex_trylock(pthread_mutex_t *mutex) {
    int result = REAL(pthread_mutex_trylock)(mutex);
    if (result == 0) lock_taken(mutex);
    return result;
}
int pthread_mutex_unlock(pthread_mutex_t *mutex) {
    lock_given_back(mutex);
    return REAL(pthread_mutex_unlock)(mutex);
}
int pthread_mutex_destroy(pthread_mutex_t *mutex) {
    lock_ended(mutex);
    return REAL(pthread_mutex_destroy)(mutex);
}

/* --- Waiting --- */

static void waits(const char *call) {
    if (watched && !watching_itself) found(watched, call, "");
}
int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
    waits("pthread_cond_wait");
    lock_given_back(mutex);
    int result = REAL(pthread_cond_wait)(condition, mutex);
    lock_taken(mutex);
    return result;
}
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *time) {
    waits("pthread_cond_timedwait");
    lock_given_back(mutex);
    int result = REAL(pthread_cond_timedwait)(condition, mutex, time);
    lock_taken(mutex);
    return result;
}
int pthread_join(pthread_t thread, void **result) { return waits("pthread_join"), REAL(pthread_join)(thread, result); }
int sched_yield(void) { return waits("sched_yield"), (int)syscall(SYS_sched_yield); }
int usleep(useconds_t time) { return waits("usleep"), REAL(usleep)(time); }
int nanosleep(const struct timespec *time, struct timespec *left) { return waits("nanosleep"), REAL(nanosleep)(time, left); }
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left) {
    return waits("clock_nanosleep"), REAL(clock_nanosleep)(clock, flags, time, left);
}
int sem_wait(sem_t *semaphore) { return waits("sem_wait"), REAL(sem_wait)(semaphore); }
pid_t waitpid(pid_t child, int *status, int options) { return waits("waitpid"), REAL(waitpid)(child, status, options); }
int poll(struct pollfd *descriptors, nfds_t count, int timeout) {
    if (timeout != 0) waits("poll");
    return REAL(poll)(descriptors, count, timeout);
}
int ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *time, const sigset_t *mask) {
    if (!time || time->tv_sec || time->tv_nsec) waits("ppoll");
    return REAL(ppoll)(descriptors, count, time, mask);
}
int select(int count, fd_set *a, fd_set *b, fd_set *c, struct timeval *time) { return waits("select"), REAL(select)(count, a, b, c, time); }

/* --- Files --- */

/* Whose every file call waits: those of library threads whose line (the call and its path) holds this text. */
static const char *volatile stuck_at;
static volatile int stuck_count; /* threads that wait there now */

static void unstick(void) {
    __atomic_store_n(&stuck_at, (const char *)NULL, __ATOMIC_RELEASE);
    while (__atomic_load_n(&stuck_count, __ATOMIC_ACQUIRE)) REAL(usleep)(500);
}

/* The tables of the kernel are no disk. */
static bool is_memory(const char *path) {
    return strncmp(path, "/proc/", 6) == 0 || strncmp(path, "/sys/", 5) == 0 || strncmp(path, "/dev/", 5) == 0;
}

static void file_call(const char *call, const char *path) {
    if (watching_itself || !path || is_memory(path)) return;
    int error = errno;
    watching_itself = true;
    const char *file = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    char line[96], thread[16] = "";
    /* Names with a random part are one. */
    snprintf(line, sizeof line, "%s %.*s", call, strncmp(file, "device.json.", 12) == 0 ? 12 : 48, file);
    pthread_getname_np(pthread_self(), thread, sizeof thread);
    if (watched) {
        found(watched, line, "");
    } else {
        /* It is the watchdog: while it waits for a disk, no call ends in its time. */
        if (strcmp(thread, "gamebase-client") == 0) found("the watchdog's thread", line, "");
        spin(&lock_facts_lock);
        for (int i = 0; i < held_count && i < HELD_MAX; i++) {
            struct lock_facts *facts = facts_of(held[i]);
            if (!*facts->work) memcpy(facts->work, line, sizeof line);
            look_at(facts);
        }
        unspin(&lock_facts_lock);
        const char *at = __atomic_load_n(&stuck_at, __ATOMIC_ACQUIRE);
        if (at && strstr(line, at) && strncmp(thread, "gamebase-", 9) == 0) {
            __atomic_add_fetch(&stuck_count, 1, __ATOMIC_ACQ_REL);
            while (__atomic_load_n(&stuck_at, __ATOMIC_ACQUIRE) == at) REAL(usleep)(500);
            __atomic_sub_fetch(&stuck_count, 1, __ATOMIC_ACQ_REL);
        }
    }
    watching_itself = false;
    errno = error;
}
static void descriptor_call(const char *call, int descriptor) {
    if (watching_itself) return;
    int error = errno;
    struct stat status;
    char link[64], path[4096] = "";
    if (syscall(SYS_fstat, descriptor, &status) == 0 && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode))) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
        ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
        path[length < 0 ? 0 : length] = 0;
        file_call(call, path);
    }
    errno = error;
}

static const char *volatile refused_path; /* cannot be opened */
static int opened(int folder, const char *path, int flags, mode_t mode) {
    file_call("open", path);
    if (refused_path && strcmp(path, refused_path) == 0) return errno = EACCES, -1;
    return (int)syscall(SYS_openat, folder, path, flags, mode);
}
#define MODE_OF(flags) \
    mode_t mode = 0; \
    if (flags & (O_CREAT | O_TMPFILE)) { \
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
#define ON_DESCRIPTOR(type, name, declared, passed) \
    type name declared { return descriptor_call(#name, descriptor), REAL(name) passed; }
ON_DESCRIPTOR(ssize_t, read, (int descriptor, void *to, size_t count), (descriptor, to, count))
ON_DESCRIPTOR(ssize_t, write, (int descriptor, const void *from, size_t count), (descriptor, from, count))
ON_DESCRIPTOR(ssize_t, pread, (int descriptor, void *to, size_t count, off_t at), (descriptor, to, count, at))
ON_DESCRIPTOR(ssize_t, pwrite, (int descriptor, const void *from, size_t count, off_t at), (descriptor, from, count, at))
ON_DESCRIPTOR(ssize_t, pread64, (int descriptor, void *to, size_t count, off64_t at), (descriptor, to, count, at))
ON_DESCRIPTOR(ssize_t, pwrite64, (int descriptor, const void *from, size_t count, off64_t at), (descriptor, from, count, at))
ON_DESCRIPTOR(int, fsync, (int descriptor), (descriptor))
ON_DESCRIPTOR(int, fdatasync, (int descriptor), (descriptor))
ON_DESCRIPTOR(int, ftruncate, (int descriptor, off_t size), (descriptor, size))
ON_DESCRIPTOR(int, ftruncate64, (int descriptor, off64_t size), (descriptor, size))
ON_DESCRIPTOR(int, fallocate, (int descriptor, int mode, off_t from, off_t size), (descriptor, mode, from, size))
ON_DESCRIPTOR(int, flock, (int descriptor, int operation), (descriptor, operation))
ON_DESCRIPTOR(int, fchmod, (int descriptor, mode_t mode), (descriptor, mode))
static volatile bool disk_full;
int posix_fallocate(int descriptor, off_t from, off_t size) {
    descriptor_call("posix_fallocate", descriptor);
    return disk_full ? ENOSPC : REAL(posix_fallocate)(descriptor, from, size);
}
#define ON_PATH(type, name, declared, passed) \
    type name declared { return file_call(#name, path), REAL(name) passed; }
ON_PATH(int, unlink, (const char *path), (path))
ON_PATH(int, rename, (const char *path, const char *to), (path, to))
ON_PATH(int, mkdir, (const char *path, mode_t mode), (path, mode))
ON_PATH(int, rmdir, (const char *path), (path))
ON_PATH(int, chmod, (const char *path, mode_t mode), (path, mode))
ON_PATH(int, access, (const char *path, int mode), (path, mode))
ON_PATH(int, stat, (const char *restrict path, struct stat *restrict status), (path, status))
ON_PATH(int, lstat, (const char *restrict path, struct stat *restrict status), (path, status))
ON_PATH(ssize_t, readlink, (const char *restrict path, char *restrict to, size_t size), (path, to, size))
/* Mapped files. */
enum { MAPPED_MAX = 256 };
static struct {
    const char *from;
    size_t count;
    char path[64];
} mapped[MAPPED_MAX];
static int mapped_lock;
void *mmap(void *at, size_t count, int protection, int flags, int descriptor, off_t offset) {
    void *bytes = (void *)syscall(SYS_mmap, at, count, protection, flags, descriptor, offset);
    if (descriptor < 0 || !(flags & MAP_SHARED) || bytes == MAP_FAILED) return bytes;
    char link[64], path[4096] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
    path[length < 0 ? 0 : length] = 0;
    spin(&mapped_lock);
    for (int i = 0; i < MAPPED_MAX; i++) {
        if (mapped[i].from) continue;
        mapped[i].from = bytes;
        mapped[i].count = count;
        snprintf(mapped[i].path, sizeof mapped[i].path, "%.63s", strrchr(path, '/') ? strrchr(path, '/') + 1 : path);
        break;
    }
    unspin(&mapped_lock);
    return bytes;
}
/* The file that is mapped there; false when it is plain memory. `forget`: it will not be any more. */
static bool mapped_file(const void *bytes, char *path, bool forget) {
    bool is_mapped = false;
    spin(&mapped_lock);
    for (int i = 0; i < MAPPED_MAX && !is_mapped; i++) {
        if (!mapped[i].from || (const char *)bytes < mapped[i].from || (const char *)bytes >= mapped[i].from + mapped[i].count) continue;
        is_mapped = true;
        memcpy(path, mapped[i].path, sizeof mapped[i].path);
        if (forget) mapped[i].from = NULL;
    }
    unspin(&mapped_lock);
    return is_mapped;
}
int munmap(void *bytes, size_t count) {
    char path[64];
    if (mapped_file(bytes, path, true)) file_call("munmap", path);
    return (int)syscall(SYS_munmap, bytes, count);
}
int msync(void *bytes, size_t count, int flags) {
    char path[64];
    if (mapped_file(bytes, path, false)) file_call("msync", path);
    return (int)syscall(SYS_msync, bytes, count, flags);
}
/* Zeros over a mapped file are file work as soon as they are many: each page may have to be read, and room made for it. */
void *memset(void *to, int value, size_t count) {
    char path[64];
    if (count >= 1 << 16 && mapped_file(to, path, false)) file_call("memset", path);
    /* Volatile, so that the compiler does not make a call of this same function out of the loop. */
    volatile unsigned char *at = to;
    uint64_t word = (unsigned char)value * 0x0101010101010101u;
    for (; count >= 8 && ((uintptr_t)at & 7) == 0; at += 8, count -= 8) *(volatile uint64_t *)at = word;
    for (; count > 0; count--) *at++ = (unsigned char)value;
    return to;
}

#endif
