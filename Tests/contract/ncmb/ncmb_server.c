/* The REST interface of the mobile backend, asked in the same process. */
#include "backend.h"

#define REST_TIME "X-NCMB-Timestamp: 2026-01-01T00:00:00.000Z\r\n"
#define REST_HEADERS "X-NCMB-Application-Key: application-key\r\n" REST_TIME "Content-Type: application/json\n"

/* Of "POST", "game.example" and the path of the class, by the client key "client-key"; computed apart from the library. */
#define SIGNED_CREATE "X-NCMB-Signature: L1DV2YyII/9WIqt8jlqXnn6PHHsygMjOdXnZC5UQLRw="
#define SIGNED_SEARCH "X-NCMB-Signature: G5wzhgOb35MTZAOVy0jyKm9jq3qF7BxDbXz1tJHezZU="
#define SIGNED_UPLOAD "X-NCMB-Signature: zODv/KLFVl3MKJB8EAWKn7CTj27cu0RFPHcrvxUkoZ8="
#define SIGNED_DOWNLOAD "X-NCMB-Signature: pbaYbtHlqqF/a6islT5EHfCuDEFlVCL9J7mdr3XfOJM="
#define SIGNED_PUT "X-NCMB-Signature: LHHRKxosC7yEmijkP4kJwsqT5kZJQB3SMdlnR9PMLOA="

static struct {
    int32_t status;
    char headers[2048];
    unsigned char body[4096];
    size_t length;
} rest;

static void on_answer(int32_t status, const char *headers, const void *data, size_t length, const TCGBError *error, void *context) {
    struct answer *told = context;
    note_error(told, error);
    rest.status = status;
    snprintf(rest.headers, sizeof rest.headers, "%s", headers ? headers : "");
    require(length < sizeof rest.body);
    if (length) memcpy(rest.body, data, length);
    rest.body[length] = 0;
    rest.length = length;
    came(told);
}

static const char *ask(const char *method, const char *path, const char *headers, const char *body) {
    PLAY_WELL(&answer, NCMBServer_requestWithMethod_host_path_headers_data_length_completion(
                           method, "game.example", path, headers, body, body ? strlen(body) : 0, on_answer, &answer));
    return (const char *)rest.body;
}

static void open_backend(void) {
    set_keys();
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(
                           "{\"ncmb\":{\"applicationKey\":\"application-key\",\"clientKey\":\"client-key\"}}", on_error, &answer));
}

PROMISE("a signed request finds what the game saved, and the game what a request created") {
    open_backend();
    const char *made =
        ask("POST", "/2013-09-01/classes/Horse", REST_HEADERS SIGNED_CREATE, "{\"name\":\"Arion\",\"points\":9007199254740993}");
    require_equal(rest.status, 201);
    require(strstr(rest.headers, "Content-Type: application/json") && strstr(rest.headers, "\r\nX-NCMB-Response-Signature: "));
    char id[17] = "";
    require(sscanf(strstr(made, "\"objectId\":\"") + 12, "%16[A-Za-z0-9]", id) == 1);
    NCMBObject *horse = fetched("Horse", id);
    require_equal(NCMBObject_objectForKey_int64(horse, "points"), 9007199254740993);
    require(NCMBObject_incrementKey(horse, "points"));
    save(horse);
    const char *found_text = ask("GET", "/2013-09-01/classes/Horse?where=%7B%22name%22%3A%22Arion%22%7D", REST_HEADERS SIGNED_SEARCH, NULL);
    require_equal(rest.status, 200);
    require(strstr(found_text, id) && strstr(found_text, "\"points\":9007199254740994"));
}

PROMISE("bytes of a file come back as they were sent, zeros included") {
    open_backend();
    static const char form[] =
        "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\nContent-Type: image/png\r\n\r\n\0\1\377\r\n--b--\r\n";
    PLAY_WELL(&answer,
        NCMBServer_requestWithMethod_host_path_headers_data_length_completion("POST", "game.example:8080", "/2013-09-01/files/a.txt",
            "X-NCMB-Application-Key: application-key\r\n" REST_TIME "Content-Type: multipart/form-data; boundary=b\r\n" SIGNED_UPLOAD, form,
            sizeof form - 1, on_answer, &answer));
    require_equal(rest.status, 201);
    ask("GET", "/2013-09-01/files/a.txt", REST_HEADERS SIGNED_DOWNLOAD, NULL);
    require_equal(rest.status, 200);
    require_equal(rest.length, 3);
    require(memcmp(rest.body, "\0\1\377", 3) == 0 && strstr(rest.headers, "Content-Type: image/png"));
}

PROMISE("who signs wrongly, or asks for what is not there, is answered as the interface documents") {
    open_backend();
    static const struct {
        const char *method, *path, *headers;
        int32_t status;
        const char *code;
    } rows[] = {
        {"POST", "/2013-09-01/classes/Horse", REST_HEADERS SIGNED_SEARCH, 401, "E401001"},
        {"POST", "/2013-09-01/classes/Horse", REST_HEADERS, 401, "E401001"},
        {"POST", "/2013-09-01/classes/Horse", NULL, 401, "E401001"},
        {"PUT", "/2013-09-01/classes/Horse", REST_HEADERS SIGNED_PUT, 405, "E405001"},
        {"GET", "/2013-09-01/nothing", REST_HEADERS, 404, "E404002"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *body = ask(rows[i].method, rows[i].path, rows[i].headers, NULL);
        require_equal(rest.status, rows[i].status);
        require(strstr(body, rows[i].code));
    }
    NCMBQuery *all = NCMBQuery_queryWithClassName("Horse");
    PLAY_WELL(&answer, NCMBQuery_countObjectsInBackgroundWithBlock(all, on_number, &answer));
    require_equal(answer.count, 0);
}

PROMISE("while the settings name no keys nobody is let in") {
    set_keys();
    require(strstr(ask("POST", "/2013-09-01/classes/Horse", REST_HEADERS SIGNED_CREATE, "{}"), "E404005"));
    require_equal(rest.status, 404);
}

PROMISE("a bad argument is told, and so is a library that does not run") {
    PLAY(
        &answer, NCMBServer_requestWithMethod_host_path_headers_data_length_completion("GET", "h", "/", NULL, NULL, 0, on_answer, &answer));
    require_equal(answer.code, 1);
    set_keys();
    static const char big[1];
    static const struct {
        const char *method, *host, *path, *headers;
        const void *data;
        size_t length;
        const char *name;
    } rows[] = {
        {NULL, "h", "/", NULL, NULL, 0, "method"},
        {"GET", NULL, "/", NULL, NULL, 0, "host"},
        {"GET", "h", NULL, NULL, NULL, 0, "path"},
        {"GET", "h", "/", "no colon", NULL, 0, "headers"},
        {"GET", "h", "/", ": no name", NULL, 0, "headers"},
        {"GET", "h", "/", NULL, NULL, 1, "data"},
        {"GET", "h", "/", NULL, big, NCMB_SERVER_BODY_MAX + 1, "data"},
        {"GET", "h", "/", NULL, big, SIZE_MAX, "data"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        PLAY(&answer, NCMBServer_requestWithMethod_host_path_headers_data_length_completion(
                          rows[i].method, rows[i].host, rows[i].path, rows[i].headers, rows[i].data, rows[i].length, on_answer, &answer));
        require_equal(answer.code, 3);
        require(strstr(answer.message, rows[i].name));
        require_equal(rest.status, 0);
    }
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
