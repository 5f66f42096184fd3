// The system headers that the Linux room uses, as one module, so that no other room imports Glibc by habit.
#ifndef GAMEBASE_CLINUX_H
#define GAMEBASE_CLINUX_H

// No _GNU_SOURCE: it renames members of the system's structs, and the same structs come to Swift through its own module of
// the C library. What is needed of it is declared below.

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <locale.h>
#include <math.h>
#include <net/if.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int pthread_setname_np(pthread_t, const char *);
int pthread_clockjoin_np(pthread_t, void **, clockid_t, const struct timespec *);

// Swift does not import the errno macro.
static inline int gb_errno(void) { return errno; }

// Macros with casts or system-dependent shapes that Swift does not import.
enum { gb_map_anonymous = MAP_ANONYMOUS, gb_madv_wipeonfork = MADV_WIPEONFORK };
static inline void *gb_map_failed(void) { return MAP_FAILED; }

// Swift does not import functions with a variable number of arguments, nor flock beside the struct of that name.
static inline int gb_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }
static inline int gb_flock(int descriptor, int operation) { return flock(descriptor, operation); }

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

#endif
