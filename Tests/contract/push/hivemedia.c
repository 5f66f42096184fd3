/* Pictures, sounds and films of pushes, from a web server of the test's own. */
#include <HIVEExtensions/HIVEExtensions.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>

#include "hiving.h"

static int port;
static atomic_int asked;
static atomic_int cut; /* transfers that the other side ended in the middle */
static const char png[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR0123456789012345678901234567890123456789";
static const char wav[] = "RIFF\x24\0\0\0WAVEfmt 0123456789012345678901234567890123456789";

static void *answer_peer(void *at) {
    int peer = (int)(intptr_t)at;
    char line[1024] = "", head[256];
    if (recv(peer, line, sizeof line - 1, 0) > 0) {
        atomic_fetch_add(&asked, 1);
        bool isSound = strstr(line, ".wav") != NULL;
        const char *body = isSound ? wav : png;
        size_t length = isSound ? sizeof wav : sizeof png;
        const char *status = strstr(line, "/gone") ? "404 Not Found" : "200 OK";
        int count = snprintf(head, sizeof head, "HTTP/1.1 %s\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n", status, length);
        (void)!send(peer, head, (size_t)count, MSG_NOSIGNAL);
        if (strstr(line, "/slow")) {
            size_t i = 0;
            for (; i < length && send(peer, body + i, 1, MSG_NOSIGNAL) == 1; i++) usleep(500 * 1000);
            if (i < length) atomic_fetch_add(&cut, 1);
        } else {
            (void)!send(peer, body, length, MSG_NOSIGNAL);
        }
    }
    close(peer);
    return NULL;
}
static void *take_all(void *at) {
    for (int listener = (int)(intptr_t)at;;) {
        int peer = accept(listener, NULL, NULL);
        pthread_t thread;
        if (peer >= 0 && pthread_create(&thread, NULL, answer_peer, (void *)(intptr_t)peer) == 0) pthread_detach(thread);
    }
    return NULL;
}
static void open_server(void) {
    struct sockaddr_in name = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof name;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    require(bind(listener, (struct sockaddr *)&name, sizeof name) == 0 && listen(listener, 8) == 0);
    require(getsockname(listener, (struct sockaddr *)&name, &length) == 0);
    port = ntohs(name.sin_port);
    pthread_t thread;
    require(pthread_create(&thread, NULL, take_all, (void *)(intptr_t)listener) == 0);
}

/* The path of the picture of what was shown last; "" without. */
static char picture[4096];
static void on_picture(const HIVEPushMessage *message, void *context) {
    copy_text(picture, sizeof picture, HIVEPushMessage_mediaPath(message));
    on_show(message, context);
}
static void begin(bool isAllowed) {
    setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1);
    setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1);
    open_server();
    hear_hive();
    HIVEPushDelegate delegate = {sizeof delegate, on_received, on_clicked, on_pressed, on_raise, on_picture, on_hide, NULL};
    require(HIVEPush_setDelegate(&delegate));
    begin_pushing();
    HIVEPush_setActive(false);
    TCGBHost_setDelegate(NULL);
    register_for(true, true, true, NULL, false);
    if (isAllowed) HIVEPush_setMediaExceptions(true, true);
}
static void send_media(const char *name) {
    char json[512];
    snprintf(json, sizeof json, "{\"title\":\"t\",\"media\":\"http://127.0.0.1:%d/%s\"}", port, name);
    *picture = 0;
    require_equal(send_push(json), 1);
}
static size_t bytes_of(const char *path) {
    char bytes[256];
    FILE *file = fopen(path, "rb");
    require(file);
    size_t count = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    return count;
}

PROMISE("a push is shown with its picture, which lies beside it in the inbox, and is asked for once") {
    begin(true);
    send_media("a.png");
    wait_until(hive.shown_ == 1);
    require_equal(bytes_of(picture), sizeof png);
    require(strncmp(picture, directory, strlen(directory)) == 0 && strstr(picture, "/media/"));
    PLAY_WELL(&answer, HIVEPushInbox_getMessages(NULL, on_messages, &answer));
    require(strstr(answer.items[0], picture));
    send_media("a.png");
    wait_until(hive.shown_ == 2 && *picture);
    require_equal(atomic_load(&asked), 1);
    require(TCGBGamebase_shutdown(2000));
    hear_hive();
    initialize_here();
    log_in();
    PLAY_WELL(&answer, HIVEPushInbox_getMessages(NULL, on_messages, &answer));
    require(strstr(answer.items[0], "/media/"));
}

PROMISE("a push whose picture cannot be had is shown without") {
    begin(true);
    send_media("gone.png");
    wait_until(hive.shown_ == 1);
    require(!*picture);
    send_media("a.wav.png?x=.wav"); /* a picture where the name promises one, whatever follows */
    wait_until(hive.shown_ == 2);
    send_media("a.mp4"); /* a picture where a film was promised */
    wait_until(hive.shown_ == 3);
    require(!*picture);
    require_equal(HIVEPushInbox_unreadCount(NULL), 3);
}

PROMISE("http and the own machine are not asked unless the host allows them") {
    begin(false);
    send_media("a.png");
    wait_until(hive.shown_ == 1);
    HIVEPush_setMediaExceptions(true, false);
    send_media("b.png");
    wait_until(hive.shown_ == 2);
    require(!*picture);
    require_equal(atomic_load(&asked), 0);
}

PROMISE("on a network that costs money sounds stay away, and pictures come") {
    begin(true);
    TCGBNetwork_setMetered(TCGBNetworkMeteredYes);
    require_equal(TCGBNetwork_metered(), TCGBNetworkMeteredYes);
    send_media("a.wav");
    wait_until(hive.shown_ == 1);
    require(!*picture);
    require_equal(atomic_load(&asked), 0);
    send_media("a.png");
    wait_until(hive.shown_ == 2);
    require(*picture);
    TCGBNetwork_setMetered(TCGBNetworkMeteredNo);
    send_media("a.wav");
    wait_until(hive.shown_ == 3);
    require_equal(bytes_of(picture), sizeof wav);
    TCGBNetwork_setMetered(TCGBNetworkMeteredUnknown);
    require_equal(TCGBNetwork_metered(), TCGBNetworkMeteredUnknown); /* nobody answers here */
}

PROMISE("a picture that drips holds up neither the event nor a shutdown, and one that was read meanwhile is not shown") {
    begin(true);
    send_media("slow.png");
    wait_until(hive.received == 1 && atomic_load(&asked) == 1);
    require_equal(hive.shown_, 0);
    PLAY_WELL(&answer, HIVEPushInbox_markRead(hive.id, on_hive_result, &answer));
    send_media("slow2.png");
    wait_until(hive.received == 2 && atomic_load(&asked) == 2);
    int64_t began = milliseconds();
    require(TCGBGamebase_shutdown(5000));
    require(milliseconds() - began < 3000);
    require_equal(hive.shown_, 1);
    require(!*picture);
}

PROMISE("a picture that is not there in the time that the host gives it is left out") {
    begin(true);
    require(!HIVEPush_setMediaTimeout(999) && !HIVEPush_setMediaTimeout(600001));
    require(HIVEPush_setMediaTimeout(600000) && HIVEPush_setMediaTimeout(1000));
    send_media("slow.png");
    wait_until(hive.received == 1 && atomic_load(&asked) == 1);
    wait_until(hive.shown_ == 1);
    require(!*picture);
}

PROMISE("an advertisement whose picture takes its time is not shown to a player who agrees no more") {
    begin(true);
    HIVEPush_setMediaTimeout(1500);
    char json[512];
    snprintf(json, sizeof json, "{\"title\":\"t\",\"advertisement\":true,\"media\":\"http://127.0.0.1:%d/slow.png\"}", port);
    require_equal(send_push(json), 1);
    wait_until(hive.received == 1 && atomic_load(&asked) == 1);
    register_for(true, false, false, NULL, false);
    send_media("slow2.png"); /* no advertisement, and shown last */
    wait_until(hive.shown_ == 1);
    require_text(hive.shown_id, hive.id);
}

static char content[4096];
static int contents;
static void on_content(const HIVEResultAPI *result, const HIVEPushMessage *message, void *context) {
    contents++;
    copy_text(content, sizeof content, message ? HIVEPushMessage_jsonString(message) : "");
    on_hive_result(result, context);
}
static HIVEPushMessage *message_of(const char *name) {
    char json[512];
    snprintf(json, sizeof json, "{\"id\":\"a\",\"title\":\"t\",\"media\":\"http://127.0.0.1:%d/%s\"}", port, name);
    return HIVEPushMessage_pushMessageFromJsonString(json);
}
#define RECEIVE(message) HIVENotificationService_didReceiveNotificationRequest_withContentHandler(message, on_content, &answer)

PROMISE("the extension brings a push with its picture, and without it when there is none, or the time is over") {
    open_server();
    HIVEPushMessage *good = message_of("a.png"), *slow = message_of("slow.png");
    HIVEPushMessage *bare = HIVEPushMessage_pushMessageFromJsonString("{\"id\":\"b\",\"title\":\"bare\"}");
    PLAY(&answer, RECEIVE(good));
    require_equal(answer.code, TCGB_ERROR_NOT_INITIALIZED);
    require(strstr(content, "a.png")); /* what was handed over comes back, also after an error */
    initialize_here();
    HIVEPush_setMediaExceptions(true, true);
    TCGBNetwork_setMetered(TCGBNetworkMeteredNo);
    PLAY(&answer, RECEIVE(NULL));
    require_equal(answer.code, TCGB_ERROR_INVALID_PARAMETER);
    PLAY_WELL(&answer, RECEIVE(good));
    require(strstr(content, "mediaPath") && strstr(content, "/media/"));
    PLAY_WELL(&answer, RECEIVE(bare));
    require(strstr(content, "bare") && !strstr(content, "mediaPath"));
    contents = 0;
    RECEIVE(slow);
    RECEIVE(slow);
    wait_until(atomic_load(&asked) >= 2);
    require_equal(contents, 0);
    HIVENotificationService_serviceExtensionTimeWillExpire();
    wait_until(contents == 2);
    require(strstr(content, "slow.png") && !strstr(content, "mediaPath"));
    wait_until(atomic_load(&cut) == atomic_load(&asked) - 1); /* and nothing is read any more of what nobody waits for */
    RECEIVE(slow);
    wait_until(atomic_load(&asked) == 3);
    require(TCGBRunLoop_cancelCall(TCGBRunLoop_lastCall()));
    wait_until(contents == 3 && atomic_load(&cut) == 2);
    TCGBRelease(good), TCGBRelease(slow), TCGBRelease(bare);
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
