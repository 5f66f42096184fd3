/* An engine's own HTTP, as small as one can be: a thread for each request, plain sockets, addresses of this machine alone. */
#ifndef ENGINE_H
#define ENGINE_H

#include <Gamebase/Gamebase.h>
#include <arpa/inet.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { ENGINE_OPEN_MAX = 64 };

struct engine_request {
    uint64_t number;
    int port;
    char *text;
    size_t length;
};
static struct {
    pthread_mutex_t lock;
    uint64_t number[ENGINE_OPEN_MAX];
    int socket[ENGINE_OPEN_MAX];
    int begun, threads;
} engine = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* Remembers whose the socket is, or forgets it with -1. */
static void engine_note(uint64_t number, int descriptor) {
    pthread_mutex_lock(&engine.lock);
    for (int i = 0; i < ENGINE_OPEN_MAX; i++)
        if (engine.number[i] == (descriptor < 0 ? number : 0)) {
            engine.number[i] = descriptor < 0 ? 0 : number;
            engine.socket[i] = descriptor;
            break;
        }
    pthread_mutex_unlock(&engine.lock);
}
static void engine_read(const struct engine_request *request, int peer) {
    char buffer[16384], *end = NULL;
    size_t have = 0, missing = 0;
    ssize_t got;
    while (!end && have < sizeof buffer - 1 && (got = read(peer, buffer + have, sizeof buffer - 1 - have)) > 0) {
        buffer[have += (size_t)got] = 0;
        end = strstr(buffer, "\r\n\r\n");
    }
    if (!end) {
        TCGBHTTP_failed(request->number, "no head came");
        return;
    }
    *end = 0;
    const char *length = strstr(buffer, "Content-Length: ");
    missing = length ? (size_t)strtoul(length + 16, NULL, 10) : (size_t)-1;
    TCGBHTTP_receivedHead(request->number, atoi(buffer + 9), strstr(buffer, "\r\n"));
    have -= (size_t)(end + 4 - buffer);
    TCGBHTTP_receivedBytes(request->number, end + 4, have);
    for (missing -= have; missing > 0 && (got = read(peer, buffer, sizeof buffer)) > 0; missing -= (size_t)got)
        if (!TCGBHTTP_receivedBytes(request->number, buffer, (size_t)got)) return;
    if (missing == 0 || !length) TCGBHTTP_ended(request->number);
    else TCGBHTTP_failed(request->number, "it broke off");
}
static void *engine_run(void *given) {
    struct engine_request *request = given;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)request->port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int peer = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    engine_note(request->number, peer);
    if (connect(peer, (struct sockaddr *)&address, sizeof address) == 0 &&
        send(peer, request->text, request->length, MSG_NOSIGNAL) == (ssize_t)request->length)
        engine_read(request, peer);
    else TCGBHTTP_failed(request->number, "nobody is there");
    engine_note(request->number, -1);
    close(peer);
    free(request->text);
    free(request);
    __atomic_sub_fetch(&engine.threads, 1, __ATOMIC_ACQ_REL);
    return NULL;
}
static void engine_start(const TCGBHTTPRequest *asked, void *context) {
    (void)context;
    struct engine_request *request = calloc(1, sizeof *request);
    const char *path = strchr(asked->url + strlen("http://"), '/');
    size_t room = asked->bodyLength + 8192;
    request->number = asked->number;
    request->port = atoi(strrchr(asked->url, ':') + 1);
    request->text = malloc(room);
    int at = snprintf(
        request->text, room, "%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %zu\r\n", asked->method, path, asked->bodyLength);
    for (size_t i = 0; i < asked->headerCount; i++) at += snprintf(request->text + at, room - (size_t)at, "%s\r\n", asked->headers[i]);
    at += snprintf(request->text + at, room - (size_t)at, "\r\n");
    memcpy(request->text + at, asked->body, asked->bodyLength);
    request->length = (size_t)at + asked->bodyLength;
    pthread_t thread;
    engine.begun++;
    __atomic_add_fetch(&engine.threads, 1, __ATOMIC_ACQ_REL);
    if (pthread_create(&thread, NULL, engine_run, request) == 0) pthread_detach(thread);
}
static void engine_cancel(uint64_t number, void *context) {
    (void)context;
    pthread_mutex_lock(&engine.lock);
    for (int i = 0; i < ENGINE_OPEN_MAX; i++)
        if (engine.number[i] == number) shutdown(engine.socket[i], SHUT_RDWR);
    pthread_mutex_unlock(&engine.lock);
}
static bool engine_use(void) {
    const TCGBHTTP http = {sizeof http, engine_start, engine_cancel, NULL};
    return TCGBHTTP_use(&http);
}

#endif
