/* Between the game and a service elsewhere: carries bytes until the way is cut. */
#ifndef RELAY_H
#define RELAY_H

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>

enum { RELAYED_MAX = 64 };

static struct {
    int listener, ends[2 * RELAYED_MAX]; /* the game's end and the service's, side by side; -1 for none */
    struct sockaddr_in service;
    volatile bool is_cut;
} relay;

static void relay_drop(int pair) {
    for (int side = 0; side < 2; side++) {
        if (relay.ends[2 * pair + side] >= 0) close(relay.ends[2 * pair + side]);
        relay.ends[2 * pair + side] = -1;
    }
}
static void relay_take(void) {
    int game = accept(relay.listener, NULL, NULL), pair = 0;
    while (pair < RELAYED_MAX && relay.ends[2 * pair] >= 0) pair++;
    if (game < 0) return;
    relay.ends[2 * pair] = game;
    relay.ends[2 * pair + 1] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (relay.is_cut || connect(relay.ends[2 * pair + 1], (struct sockaddr *)&relay.service, sizeof relay.service) != 0) relay_drop(pair);
}
static void relay_carry(int end) {
    static char bytes[65536];
    ssize_t count = recv(relay.ends[end], bytes, sizeof bytes, 0);
    for (ssize_t sent = 0, step; count > 0 && sent < count; sent += step)
        if ((step = send(relay.ends[end ^ 1], bytes + sent, (size_t)(count - sent), MSG_NOSIGNAL)) <= 0) count = 0;
    if (count <= 0) relay_drop(end / 2);
}
static void *relay_run(void *unused) {
    for (;;) {
        struct pollfd places[2 * RELAYED_MAX + 1] = {{relay.listener, POLLIN, 0}};
        for (int end = 0; end < 2 * RELAYED_MAX; end++) places[end + 1] = (struct pollfd){relay.ends[end], POLLIN, 0};
        poll(places, 2 * RELAYED_MAX + 1, 20);
        if (relay.is_cut)
            for (int pair = 0; pair < RELAYED_MAX; pair++) relay_drop(pair);
        for (int end = 0; end < 2 * RELAYED_MAX; end++)
            if (relay.ends[end] >= 0 && relay.ends[end] == places[end + 1].fd && places[end + 1].revents) relay_carry(end);
        if (places[0].revents) relay_take();
    }
    return unused;
}
/* Puts itself between the game and the service that the environment names. */
static void relay_begin(const char *url) {
    int port = 0;
    require(sscanf(url, "http://127.0.0.1:%d", &port) == 1);
    relay.service = (struct sockaddr_in){AF_INET, htons((uint16_t)port), {htonl(INADDR_LOOPBACK)}, {0}};
    struct sockaddr_in own = {AF_INET, 0, {htonl(INADDR_LOOPBACK)}, {0}};
    socklen_t size = sizeof own;
    relay.listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    require(bind(relay.listener, (struct sockaddr *)&own, size) == 0 && listen(relay.listener, RELAYED_MAX) == 0);
    require(getsockname(relay.listener, (struct sockaddr *)&own, &size) == 0);
    for (int end = 0; end < 2 * RELAYED_MAX; end++) relay.ends[end] = -1;
    char text[64];
    snprintf(text, sizeof text, "http://127.0.0.1:%d", ntohs(own.sin_port));
    setenv("GAMEBASE_SERVICE_URL", text, 1);
    pthread_t thread;
    require(pthread_create(&thread, NULL, relay_run, NULL) == 0);
}

#endif
