// Swift asks this function for the seed of its hashed collections. glibc has it since 2.36 only, and games run on older
// systems. A seed need not be a secret, so this never waits and never fails; secrets come from Linux/RandomSource.swift.
// Hidden in the shared library and local in the archive, where it cannot clash with the host's own.
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

__attribute__((visibility("hidden"))) void arc4random_buf(void *buffer, size_t count);

static size_t from_device(unsigned char *bytes, size_t count) {
    int device = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    size_t filled = 0;
    while (device >= 0 && filled < count) {
        ssize_t got = read(device, bytes + filled, count - filled);
        if (got > 0) filled += (size_t)got;
        else if (got == 0 || errno != EINTR) break;
    }
    if (device >= 0) (void)close(device);
    return filled;
}

// Without any source of randomness: two processes still differ, by the clock and by where the system put their memory.
static void from_clock(unsigned char *bytes, size_t count) {
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    uint64_t state = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    state ^= (uint64_t)(uintptr_t)&now ^ (uint64_t)(uintptr_t)&arc4random_buf << 16 ^ (uint64_t)getpid() << 40;
    for (size_t at = 0; at < count; at++) {
        // splitmix64
        uint64_t mixed = state += 0x9e3779b97f4a7c15u;
        mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
        bytes[at] = (unsigned char)(mixed >> 56);
    }
}

void arc4random_buf(void *buffer, size_t count) {
    unsigned char *bytes = buffer;
    int before = errno;
    size_t filled = 0;
    // Early in a system's start, on a kernel without it (ENOSYS) or under a filter, getrandom refuses.
    while (filled < count) {
        ssize_t got = getrandom(bytes + filled, count - filled, GRND_NONBLOCK);
        if (got > 0) filled += (size_t)got;
        else if (got == 0 || errno != EINTR) break;
    }
    if (filled < count) filled += from_device(bytes + filled, count - filled);
    if (filled < count) from_clock(bytes + filled, count - filled);
    errno = before;
}
