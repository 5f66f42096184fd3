// A game in C may have functions of its own under names that libc has, too: poll for its input, bind for its keys, send, listen. Where it
// is linked to the library the loader takes the game's function for each call of that name, on the library's threads as well. So the
// library does not call these names: link.sh sends every call of NAME to gb_own_NAME. (Names of file work are left: SQLite calls them.)
#include <poll.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define OWN(type, name, parameters, answer) \
    __attribute__((visibility("hidden"))) type gb_own_##name parameters; \
    type gb_own_##name parameters { return answer; }

__attribute__((visibility("hidden"))) int gb_own_poll(struct pollfd *entries, nfds_t count, int milliseconds);
int gb_own_poll(struct pollfd *entries, nfds_t count, int milliseconds) {
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    return ppoll(entries, count, milliseconds < 0 ? NULL : &time, NULL);
}

OWN(int, socket, (int family, int kind, int protocol), (int)syscall(SYS_socket, family, kind, protocol))
OWN(int, bind, (int socket, const struct sockaddr *place, socklen_t length), (int)syscall(SYS_bind, socket, place, length))
OWN(int, listen, (int socket, int waiting), (int)syscall(SYS_listen, socket, waiting))
OWN(int, accept, (int socket, struct sockaddr *place, socklen_t *length), accept4(socket, place, length, 0))
OWN(ssize_t, send, (int socket, const void *from, size_t count, int flags), syscall(SYS_sendto, socket, from, count, flags, NULL, 0))
OWN(ssize_t, recv, (int socket, void *to, size_t count, int flags), syscall(SYS_recvfrom, socket, to, count, flags, NULL, NULL))
OWN(int, shutdown, (int socket, int how), (int)syscall(SYS_shutdown, socket, how))
