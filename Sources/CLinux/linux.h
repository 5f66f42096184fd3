// The CLinux room: the system headers that the Linux room uses, as one module, so that no other room imports Glibc by habit.
#ifndef GAMEBASE_CLINUX_H
#define GAMEBASE_CLINUX_H

// No _GNU_SOURCE: it renames members of the system's structs, and the same structs come to Swift through its own module of
// the C library. What is needed of it is declared below.

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/futex.h>
#include <linux/magic.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/stat.h>
#include <locale.h>
#include <math.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "answers.h"

long syscall(long, ...);
int pthread_setname_np(pthread_t, const char *);
int unshare(int);
int statx(int, const char *, int, unsigned, struct statx *);
static const int CLONE_FS = 0x200;
// Undeclared, these two would be taken for functions that return an int, and every number would read as nonsense.
double strtod_l(const char *, char **, locale_t);
float strtof_l(const char *, char **, locale_t);

// Swift does not import the errno macro.
static inline int gb_errno(void) { return errno; }

// What <sched.h> declares with _GNU_SOURCE alone.
extern int gb_affinity_of(int process, size_t bytes, unsigned long *processors) __asm__("sched_getaffinity");

// The processors that this process may run on; 0: not known, or more than 1,024.
static inline int gb_processors(void) {
    unsigned long processors[1024 / (8 * sizeof(unsigned long))] = {0};
    int count = 0;
    if (gb_affinity_of(0, sizeof processors, processors) < 0) return 0;
    for (size_t at = 0; at < sizeof processors / sizeof *processors; at++) count += __builtin_popcountl(processors[at]);
    return count;
}

// Sleeps while the word is `value`, until somebody wakes it (futex(2)). It may wake up without.
static inline void gb_word_wait(const void *word, uint32_t value) {
    int error = errno;
    (void)syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, (void *)0);
    errno = error;
}
static inline void gb_word_wake(const void *word) {
    int error = errno;
    (void)syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1);
    errno = error;
}

// Macros with casts or system-dependent shapes that Swift does not import.
enum { gb_map_anonymous = MAP_ANONYMOUS, gb_madv_wipeonfork = MADV_WIPEONFORK };
static inline void *gb_map_failed(void) { return MAP_FAILED; }

// A host that closed its standard input, output or error would have those numbers given to our files, and print into them.
static inline int gb_above_standard(int descriptor) {
    if (descriptor < 0 || descriptor > 2) return descriptor;
    int higher = fcntl(descriptor, F_DUPFD_CLOEXEC, 3), error = errno;
    close(descriptor);
    errno = error;
    return higher;
}

// Listens on 127.0.0.1 at a port that the system chooses, and says which. -1 when it gives none.
static inline int gb_listen_on_loopback(uint16_t *port) {
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof place;
    int descriptor = gb_above_standard(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (descriptor < 0) return -1;
    if (bind(descriptor, (struct sockaddr *)&place, length) || listen(descriptor, 64) ||
        getsockname(descriptor, (struct sockaddr *)&place, &length)) {
        close(descriptor);
        return -1;
    }
    *port = ntohs(place.sin_port);
    return descriptor;
}
static inline int gb_accept(int descriptor) {
    int accepted = gb_above_standard(accept(descriptor, NULL, NULL));
    if (accepted >= 0) fcntl(accepted, F_SETFD, FD_CLOEXEC), fcntl(accepted, F_SETFL, O_NONBLOCK);
    return accepted;
}
// Of the other end, where that is of IPv4. 0: there is none.
static inline uint16_t gb_peer_port(int descriptor) {
    struct sockaddr_in place = {0};
    socklen_t length = sizeof place;
    return getpeername(descriptor, (struct sockaddr *)&place, &length) || place.sin_family != AF_INET ? 0 : ntohs(place.sin_port);
}

// Swift does not import functions with a variable number of arguments, nor flock beside the struct of that name.
static inline int gb_open(const char *path, int flags, mode_t mode) { return gb_above_standard(open(path, flags, mode)); }
static inline int gb_flock(int descriptor, int operation) { return flock(descriptor, operation); }

// The number of the file that has the name in the folder, and nothing else of it. Whoever asks for a file's times, as stat does, makes
// Linux from 6.13 on give the next write a time of its own, and the file's inode is written with it: a look before each commit would make
// the commit a third longer. Where statx may not be called stat must do.
static inline bool gb_file_number(int folder, const char *name, uint64_t *number) {
    struct statx found;
    if (statx(folder, name, AT_SYMLINK_NOFOLLOW, STATX_INO, &found) == 0) {
        *number = found.stx_ino;
        return true;
    }
    struct stat status;
    if (errno == ENOENT || fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0) return false;
    *number = status.st_ino;
    return true;
}

// The next name in a folder, but for the folder itself and the one above.
static inline const char *gb_next_name(DIR *folder) {
    struct dirent *entry;
    do entry = readdir(folder);
    while (entry && entry->d_name[0] == '.' && (!entry->d_name[1] || (entry->d_name[1] == '.' && !entry->d_name[2])));
    return entry ? entry->d_name : NULL;
}

// strtod follows the host's locale, which may take a comma for the decimal mark. These do not.
// True when all of the text is one finite number.
static inline bool gb_double(const char *text, double *value) {
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!plain) return false;
    char *end = NULL;
    *value = strtod_l(text, &end, plain);
    freelocale(plain);
    return end != text && *end == 0 && isfinite(*value);
}

static inline bool gb_float(const char *text, float *value) {
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!plain) return false;
    char *end = NULL;
    *value = strtof_l(text, &end, plain);
    freelocale(plain);
    return end != text && *end == 0 && isfinite(*value);
}

// The system's text for an error number, in English whatever the locale.
static inline const char *gb_error_text(int code) {
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return plain ? strerror_l(code, plain) : "unknown error";
}

// Mapped files. Swift does not import variadic functions.
static inline int gb_mapped_open(const char *path, int flags) { return open(path, flags, 0600); }

// On btrfs a page that was written once is written elsewhere the next time, and on a full disk there is no elsewhere:
// the mapping would raise SIGBUS. Works on an empty file only; on other file systems there is nothing to do.
static inline void gb_mapped_rewrite_in_place(int descriptor) {
    struct statfs file_system;
    int flags = 0;
    if (fstatfs(descriptor, &file_system) != 0 || (unsigned long)file_system.f_type != BTRFS_SUPER_MAGIC) return;
    if (ioctl(descriptor, FS_IOC_GETFLAGS, &flags) != 0) return;
    flags |= FS_NOCOW_FL;
    (void)ioctl(descriptor, FS_IOC_SETFLAGS, &flags);
}

// Whether eight bytes of a mapped file are still there: behind the end of a file that somebody has cut, reading them would raise SIGBUS.
// The kernel reads them as a set of signals and then refuses, because -1 names no change of a mask. The caller's errno stays.
static inline bool gb_is_there(const void *bytes) {
    int code = errno;
    bool is_there = syscall(SYS_rt_sigprocmask, -1, bytes, NULL, 8) == 0 || errno != EFAULT;
    errno = code;
    return is_there;
}

// A count that grows some thousand times in a microsecond, for a few nanoseconds; 0 where there is none.
static inline uint64_t gb_ticks(void) {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#else
    return 0;
#endif
}

// Everything stored before is in memory before this value is.
static inline void gb_store_release_u32(void *address, uint32_t value) { __atomic_store_n((uint32_t *)address, value, __ATOMIC_RELEASE); }

// CRC-32C by the processor's own instruction, over `words` words of eight bytes. Ask first whether it has one.
#if defined(__x86_64__)
static inline bool gb_crc32c_is_there(void) {
    // Not through cpuid.h: with that header in the module, the compiler fails on Embedded Swift.
    uint32_t a = 1, b, c = 0, d;
    __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    return (c >> 20 & 1) != 0;
}
__attribute__((target("sse4.2"))) static inline uint32_t gb_crc32c_words(uint32_t running, const void *bytes, size_t words) {
    uint64_t value = running, word;
    for (const char *at = (const char *)bytes; words > 0; words--, at += 8) {
        memcpy(&word, at, 8);
        value = __builtin_ia32_crc32di(value, word);
    }
    return (uint32_t)value;
}
#else
static inline bool gb_crc32c_is_there(void) { return false; }
static inline uint32_t gb_crc32c_words(uint32_t running, const void *bytes, size_t words) {
    (void)bytes;
    (void)words;
    return running;
}
#endif

// Route netlink (rtnetlink(7)). `groups` is 0 for a socket that only asks.
static inline int gb_route_socket(uint32_t groups) {
    struct sockaddr_nl address = {0};
    int descriptor = gb_above_standard(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_ROUTE));
    if (descriptor < 0) return -1;
    address.nl_family = AF_NETLINK;
    address.nl_groups = groups;
    if (bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0) return descriptor;
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}

// Asks for everything of one kind: RTM_GETLINK or RTM_GETROUTE. Returns 0 or an errno.
static inline int gb_route_ask(int descriptor, uint16_t type, uint32_t sequence) {
    struct {
        struct nlmsghdr header;
        struct rtgenmsg body;
    } request = {{0}, {0}};
    struct sockaddr_nl kernel = {0};
    kernel.nl_family = AF_NETLINK;
    request.header.nlmsg_len = NLMSG_LENGTH(sizeof request.body);
    request.header.nlmsg_type = type;
    request.header.nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
    request.header.nlmsg_seq = sequence;
    request.body.rtgen_family = AF_UNSPEC;
    ssize_t sent = sendto(descriptor, &request, request.header.nlmsg_len, 0, (struct sockaddr *)&kernel, sizeof kernel);
    return sent < 0 ? errno : 0;
}

// One datagram: its bytes, 0 for one that did not come from the kernel or did not fit, or -errno.
static inline ssize_t gb_route_receive(int descriptor, void *buffer, size_t capacity) {
    struct sockaddr_nl sender = {0};
    struct iovec part = {buffer, capacity};
    struct msghdr message = {0};
    message.msg_name = &sender;
    message.msg_namelen = sizeof sender;
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    ssize_t count = recvmsg(descriptor, &message, MSG_DONTWAIT);
    if (count < 0) return -(ssize_t)errno;
    return sender.nl_pid != 0 || (message.msg_flags & MSG_TRUNC) ? 0 : count;
}

// Starting a program that is nobody's child here (clone(2)). posix_spawn would do but for its end: somebody would have to wait for it,
// which may be as long as the player's browser runs, and the host would be sent a SIGCHLD that it did not cause. So a process in
// between starts the program and ends at once; the system's first process inherits the program. Neither of the two copies memory.
int clone(int (*)(void *), void *, int, void *, ...);
extern char **environ;

// Finds a program in the PATH; relative folders there are passed over, they mean whatever folder the game is in. Returns whether there is one.
static inline bool gb_find_program(const char *name, char *path, size_t size) {
    const char *folder = getenv("PATH"), *end;
    for (; folder && *folder; folder = *end ? end + 1 : NULL) {
        end = folder + strcspn(folder, ":");
        struct stat status;
        if (*folder != '/' || snprintf(path, size, "%.*s/%s", (int)(end - folder), folder, name) >= (int)size) continue;
        if (stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0) return true;
    }
    return false;
}

struct gb_start {
    const char *path;
    char *const *arguments;
    char *stack;
    volatile int error;
};
enum { gb_start_stack = 1 << 16, gb_start_flags = 0x100 | 0x4000 /* CLONE_VM | CLONE_VFORK, no signal at the end */ };

static inline int gb_start_program(void *context) {
    struct gb_start *start = (struct gb_start *)context;
    // The host's handlers must not run here, in the host's memory: they go before the signals are let in.
    struct sigaction plain = {0};
    plain.sa_handler = SIG_DFL;
    for (int number = 1; number <= 64; number++) (void)sigaction(number, &plain, NULL);
    int null = open("/dev/null", O_RDWR);
    for (int standard = 0; standard < 3; standard++)
        if (null >= 0) (void)dup2(null, standard);
    // Of the host's descriptors it gets none, whether they were marked close-on-exec or not. 436 is close_range(2), since Linux 5.9.
    if (syscall(436, 3u, ~0u, 0u) != 0) {
        long count = sysconf(_SC_OPEN_MAX);
        if (count < 0 || count > 65536) count = 65536;
        for (int number = 3; number < (int)count; number++) (void)close(number);
    }
    (void)setsid();
    sigset_t none;
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    execve(start->path, start->arguments, environ);
    start->error = errno;
    _exit(127);
}

static inline int gb_start_between(void *context) {
    struct gb_start *start = (struct gb_start *)context;
    if (clone(gb_start_program, start->stack + gb_start_stack, gb_start_flags, start) < 0) start->error = errno;
    _exit(0);
}

// Returns 0 once the program runs, else an errno. Takes as long as the system needs to start it.
static inline int gb_start_detached(const char *path, char *const *arguments) {
    struct gb_start start = {0};
    start.path = path;
    start.arguments = arguments;
    start.stack = (char *)mmap(NULL, 2 * gb_start_stack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start.stack == (char *)MAP_FAILED) return errno;
    sigset_t all, before;
    int error;
    (void)sigfillset(&all);
    error = pthread_sigmask(SIG_BLOCK, &all, &before);
    if (error != 0) {
        (void)munmap(start.stack, 2 * gb_start_stack);
        return error;
    }
    int between = clone(gb_start_between, start.stack + 2 * gb_start_stack, gb_start_flags, &start);
    error = between < 0 ? errno : 0;
    // 0x40000000 is __WALL: a process that ends without a signal is not waited for otherwise.
    if (between > 0) {
        while (waitpid(between, NULL, 0x40000000) < 0 && errno == EINTR) {}
        error = start.error;
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL); // the same call gave it
    (void)munmap(start.stack, 2 * gb_start_stack);
    return error;
}

static inline int gb_start_opener(const char *path, const char *address) {
    char *arguments[] = {(char *)"xdg-open", (char *)address, NULL};
    return gb_start_detached(path, arguments);
}

#endif
