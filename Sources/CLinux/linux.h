// The system headers that the Linux room uses, as one module, so that no other room imports Glibc by habit.
#ifndef GAMEBASE_CLINUX_H
#define GAMEBASE_CLINUX_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

// Swift does not import the errno macro.
static inline int gb_errno(void) { return errno; }

// Macros with casts or system-dependent shapes that Swift does not import.
enum { gb_map_anonymous = MAP_ANONYMOUS, gb_madv_wipeonfork = MADV_WIPEONFORK };
static inline void *gb_map_failed(void) { return MAP_FAILED; }

#endif
