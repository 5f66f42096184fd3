/* Listens to many event streams of a gamebased at once, and counts what they bring.
 *
 * streams PORT APP COUNT, with the access token in TOKEN: prints "open" when each has heard its first event. Then, for each line that it
 * reads, it prints how many events came since the line before, and in how many seconds. It ends with its input. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { BYTES = 65536, EVENTS = 256, HEAD = 1024 };

/* What has been read of a stream: its head up to the empty line, then lines, of which those that begin with "event" count. */
struct stream {
    int socket;
    unsigned newlines;
    bool is_head_over, is_open;
};

static long events, open_streams;

static _Noreturn void fail(const char *what) {
    fprintf(stderr, "streams: %s: %s\n", what, strerror(errno));
    exit(1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void take(struct stream *stream, const char *bytes, ssize_t count) {
    for (ssize_t place = 0; place < count; place++) {
        char byte = bytes[place];
        if (byte == '\r') continue;
        if (byte == '\n') {
            if (++stream->newlines == 2) stream->is_head_over = true;
            continue;
        }
        if (stream->is_head_over && stream->newlines && byte == 'e') {
            if (stream->is_open) {
                events++;
            } else {
                stream->is_open = true;
                open_streams++;
            }
        }
        stream->newlines = 0;
    }
}

static void listen_to(struct stream *stream, int port, const char *head, int poll) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    address.sin_port = htons((unsigned short)port);
    stream->socket = socket(AF_INET, SOCK_STREAM, 0);
    if (stream->socket < 0 || connect(stream->socket, (struct sockaddr *)&address, sizeof address)) fail("connect");
    if (write(stream->socket, head, strlen(head)) != (ssize_t)strlen(head)) fail("write");
    if (fcntl(stream->socket, F_SETFL, O_NONBLOCK)) fail("fcntl");
    struct epoll_event wanted = {.events = EPOLLIN, .data.ptr = stream};
    if (epoll_ctl(poll, EPOLL_CTL_ADD, stream->socket, &wanted)) fail("epoll_ctl");
}

/* Returns false when nothing more is asked. */
static bool answer(double *since) {
    char line[64];
    ssize_t count = read(STDIN_FILENO, line, sizeof line);
    if (count <= 0) return false;
    double time = now();
    printf("%ld %.6f\n", events, time - *since);
    fflush(stdout);
    events = 0;
    *since = time;
    return true;
}

/* Returns true when something stands on the input. */
static bool turn(int poll) {
    bool is_asked = false;
    static char bytes[BYTES];
    struct epoll_event found[EVENTS];
    int count = epoll_wait(poll, found, EVENTS, 100);
    for (int place = 0; place < count; place++) {
        struct stream *stream = found[place].data.ptr;
        if (!stream) {
            is_asked = true;
            continue;
        }
        ssize_t length = read(stream->socket, bytes, sizeof bytes);
        if (length > 0) take(stream, bytes, length);
        if (length == 0 || (length < 0 && errno != EAGAIN)) {
            errno = length ? errno : ECONNRESET;
            fail("a stream ended");
        }
    }
    return is_asked;
}

int main(int count, char **arguments) {
    const char *token = getenv("TOKEN");
    if (count != 4 || !token) {
        fprintf(stderr, "usage: TOKEN=... streams PORT APP COUNT\n");
        return 2;
    }
    long wanted = atol(arguments[3]);
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit)) fail("getrlimit");
    limit.rlim_cur = limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit)) fail("setrlimit");
    char head[HEAD];
    snprintf(head, sizeof head,
        "GET /v1/apps/%s/events HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\nAuthorization: Bearer %s\r\n\r\n", arguments[2],
        token);
    struct stream *streams = calloc((size_t)wanted, sizeof *streams);
    int poll = epoll_create1(0);
    if (!streams || poll < 0) fail("epoll_create1");
    for (long place = 0; place < wanted; place++) {
        listen_to(&streams[place], atoi(arguments[1]), head, poll);
        if (place % EVENTS == 0) turn(poll);
    }
    while (open_streams < wanted) turn(poll);
    puts("open");
    fflush(stdout);
    struct epoll_event asked = {.events = EPOLLIN, .data.ptr = NULL};
    if (epoll_ctl(poll, EPOLL_CTL_ADD, STDIN_FILENO, &asked)) fail("epoll_ctl");
    double since = now();
    for (;;) {
        if (turn(poll) && !answer(&since)) return 0;
    }
}
