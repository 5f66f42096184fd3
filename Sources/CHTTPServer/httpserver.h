// The CHTTPServer room: libevent as a module, with what Swift cannot import: socket addresses, and options of sockets. No HTTP: it is read
// in the room Server, stricter than libevent's own reader.
#ifndef GAMEBASE_CHTTPSERVER_H
#define GAMEBASE_CHTTPSERVER_H

#include <arpa/inet.h>
#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <fcntl.h>
#include <malloc.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// The memory of this process that is not swapped out or given back; -1 where the system does not say.
static inline int64_t gb_resident_bytes(void) {
    char text[128];
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0) return -1;
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    if (count <= 0) return -1;
    text[count] = 0;
    char *rest = text;
    (void)strtoll(text, &rest, 10);
    return strtoll(rest, NULL, 10) * sysconf(_SC_PAGESIZE);
}

// The bytes that the allocator has handed out.
static inline int64_t gb_used_bytes(void) {
    struct mallinfo2 memory = mallinfo2();
    return (int64_t)(memory.uordblks + memory.hblkhd);
}

// The allocator keeps what was freed between things that are used; whole pages of it go back to the system.
static inline void gb_give_memory_back(void) { malloc_trim(0); }

// Connections that wait to be accepted.
enum { gb_backlog = 4096 };

// A listener on a numeric address or a name of this machine. NULL: `failure` says why.
static inline struct evconnlistener *gb_listen(
    struct event_base *base, const char *host, const char *port, evconnlistener_cb accepted, void *context, const char **failure) {
    struct addrinfo hints = {0}, *found = NULL;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
    int error = getaddrinfo(host, port, &hints, &found);
    if (error != 0) {
        *failure = gai_strerror(error);
        return NULL;
    }
    const unsigned flags = LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC | LEV_OPT_REUSEABLE;
    struct evconnlistener *listener =
        evconnlistener_new_bind(base, accepted, context, flags, gb_backlog, found->ai_addr, (int)found->ai_addrlen);
    error = errno;
    freeaddrinfo(found);
    if (!listener) *failure = strerror(error);
    return listener;
}

static inline int gb_port(struct evconnlistener *listener) {
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    if (getsockname(evconnlistener_get_fd(listener), (struct sockaddr *)&address, &length) != 0) return 0;
    if (address.ss_family == AF_INET6) return ntohs(((struct sockaddr_in6 *)&address)->sin6_port);
    return ntohs(((struct sockaddr_in *)&address)->sin_port);
}

// The address of who connects, as 16 bytes; that of IPv4 mapped into IPv6 (RFC 4291). False for another family.
static inline bool gb_peer(const struct sockaddr *address, uint8_t bytes[16]) {
    if (address->sa_family == AF_INET6) {
        memcpy(bytes, &((const struct sockaddr_in6 *)address)->sin6_addr, 16);
        return true;
    }
    if (address->sa_family != AF_INET) return false;
    memset(bytes, 0, 10);
    memset(bytes + 10, 0xff, 2);
    memcpy(bytes + 12, &((const struct sockaddr_in *)address)->sin_addr, 4);
    return true;
}

// A small answer goes out at once, not when its delayed acknowledgement comes.
static inline void gb_no_delay(int descriptor) {
    int on = 1;
    (void)setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

// The macro is a cast, which Swift does not import.
static inline void gb_ignore_broken_pipes(void) { (void)signal(SIGPIPE, SIG_IGN); }

// A hangup that nobody hears yet ends the process. One that is held waits until it is not held any more.
static inline void gb_hold_hangups(bool holds) {
    sigset_t hangup;
    // Neither call fails for a signal that there is.
    (void)sigemptyset(&hangup);
    (void)sigaddset(&hangup, SIGHUP);
    (void)pthread_sigmask(holds ? SIG_BLOCK : SIG_UNBLOCK, &hangup, NULL);
}

// What the system keeps for a reader that does not read, at most.
static inline void gb_limit_unsent(int descriptor, int bytes) { (void)setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes); }

// So long the system waits until something that was sent arrives. Its own limit is a quarter of an hour: whoever lost power or its network
// would count as there for so long.
static inline void gb_limit_silence(int descriptor, int64_t milliseconds) {
    unsigned most = (unsigned)milliseconds;
    (void)setsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &most, sizeof most);
}

// As much as the socket takes now; -1: it is broken.
static inline ssize_t gb_send_now(int descriptor, const void *bytes, size_t count) {
    ssize_t sent;
    do sent = send(descriptor, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    if (sent < 0) return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : -1;
    return sent;
}

// As many descriptors as the system lets this process have; returns the number.
static inline long gb_raise_descriptors(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 1024;
    limit.rlim_cur = limit.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
    return getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 1 << 30 ? (long)limit.rlim_cur : 1 << 30;
}

#endif
