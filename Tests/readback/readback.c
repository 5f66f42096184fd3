/* Whatever a path accepts, every reader of it reads: random documents, many of them at a limit or one beyond, are given to every writer of
 * the mobile backend and of the client, and are read by every reader, in this life and in the next one.
 *
 *     readback DOCUMENTS SEED DIRECTORY
 *
 * A path may refuse a document; it may not accept it and lose it. Prints what was accepted and refused, path by path. */
#include <HIVE/HIVE.h>
#include <inttypes.h>
#include <math.h>

#include "../contract/ncmb/backend.h"
#include "document.h"
#include "relay.h"

enum { KEPT_MAX = 24, SIZE_MAX_HERE = 6 << 20 };

static struct text document; /* that is played now */
static long place;           /* its number */
static const char *path;     /* by which it is written */
static bool is_elsewhere;    /* the service is on a server */

static void broken_document(const char *what, const char *a, const char *b) {
    fprintf(stderr, "document %ld of seed %" PRIu64 ", %s: %s\n  given %.300s\n  %.300s\n  %.300s\n", place, seed_given, path, what,
        document.bytes, a ? a : "", b ? b : "");
    end_broken();
}
static void same(const char *what, const char *is, const char *wanted) {
    if (!is || !wanted || strcmp(is, wanted) != 0) broken_document(what, is, wanted);
}
/* Plays a call that must succeed, for what was accepted must be readable. */
#define READ(call) \
    do { \
        PLAY(&answer, call); \
        if (answer.code != 0) broken_document(#call, answer.message, NULL); \
    } while (0)

enum { OBJECT, CHANGE, USER, INSTALLATION, EVENTUALLY, LOCAL, SETTINGS_TEXT, EVENT, PUSH, PAYMENT, PATHS };
static const char *const NAMES[PATHS] = {"an object", "changes of an object", "a user", "the installation", "a change that is kept",
    "a local push", "settings", "a kickout", "a push", "a purchase"};
static long accepted[PATHS], refused[PATHS];

/* Whether the path accepted it. */
static bool noted(int way, bool is_taken) {
    if (is_taken) accepted[way]++;
    else refused[way]++;
    return is_taken;
}

static void play_as_guest(void);
static void start(void) {
    require(TCGBHost_setStorageDirectory(directory));
    NCMB_setApplicationKey_clientKey("application-key", "client-key");
    relay.is_cut = false;
    initialize_in(NULL);
}
static void again(void) {
    require(TCGBGamebase_shutdown(10000));
    start();
    play_as_guest();
}

#include "told.h"

/* The field as every reader gives it: by its id, by a search, and by a search of the whole class page by page elsewhere. */
static void read_object(const char *class_name, const char *id, const char *field, const char *wanted) {
    NCMBObject *object = NCMBObject_objectWithClassName(class_name);
    NCMBObject_setObjectId(object, id);
    READ(NCMBObject_fetchInBackgroundWithBlock(object, on_error, &answer));
    same("fetched", NCMBObject_objectForKey_json(object, field), wanted);
    TCGBRelease(object);
    NCMBQuery *query = NCMBQuery_queryWithClassName(class_name);
    require(NCMBQuery_whereKey_equalTo_string(query, "objectId", id));
    READ(NCMBQuery_findObjectsInBackgroundWithBlock(query, on_objects, &answer));
    if (answer.count != 1) broken_document("is not found", id, NULL);
    same("found", NCMBObject_objectForKey_json(found[0], field), wanted);
    TCGBRelease(found[0]);
    TCGBRelease(query);
}

static void by_object(void) {
    NCMBObject *object = NCMBObject_objectWithClassName("Written");
    if (!noted(OBJECT, NCMBObject_setObject_forKey_json(object, document.bytes, "doc"))) return TCGBRelease(object);
    char *wanted = strdup(NCMBObject_objectForKey_json(object, "doc"));
    PLAY(&answer, NCMBObject_saveInBackgroundWithBlock(object, on_error, &answer));
    if (answer.code == 0) {
        char id[64];
        snprintf(id, sizeof id, "%s", NCMBObject_objectId(object));
        read_object("Written", id, "doc", wanted);
        /* A small change must not be refused for what is there. */
        require(NCMBObject_setObject_forKey_int64(object, place, "number"));
        READ(NCMBObject_saveInBackgroundWithBlock(object, on_error, &answer));
        if (some(4)) READ(NCMBObject_deleteInBackgroundWithBlock(object, on_error, &answer));
    } else {
        accepted[OBJECT]--, refused[OBJECT]++;
    }
    free(wanted);
    TCGBRelease(object);
}

/* What a list becomes element by element is what is read, and the object can be saved after each change that it accepted. */
static void by_changes(void) {
    NCMBObject *object = NCMBObject_objectWithClassName("Changed");
    require(NCMBObject_setObject_forKey_json(object, "[]", "list") && NCMBObject_setObject_forKey_int64(object, 0, "sum"));
    READ(NCMBObject_saveInBackgroundWithBlock(object, on_error, &answer));
    for (int step = 0, steps = 1 + (int)some(4); step < steps; step++) {
        struct text value = make_document();
        bool is_taken = false;
        switch (some(5)) {
        case 0: is_taken = NCMBObject_addObject_forKey_json(object, value.bytes, "list"); break;
        case 1: is_taken = NCMBObject_addUniqueObject_forKey_json(object, value.bytes, "list"); break;
        case 2: is_taken = NCMBObject_addObjectsFromArray_forKey_json(object, value.bytes, "list"); break;
        case 3: is_taken = NCMBObject_incrementKey_byAmount_int64(object, "sum", (int64_t)(random_number() >> some(64))); break;
        default: is_taken = NCMBObject_setObject_forKey_json(object, value.bytes, "other");
        }
        noted(CHANGE, is_taken);
        free(value.bytes);
    }
    char *list = strdup(NCMBObject_objectForKey_json(object, "list")), *sum = strdup(NCMBObject_objectForKey_json(object, "sum"));
    READ(NCMBObject_saveInBackgroundWithBlock(object, on_error, &answer));
    char id[64];
    snprintf(id, sizeof id, "%s", NCMBObject_objectId(object));
    read_object("Changed", id, "list", list);
    read_object("Changed", id, "sum", sum);
    free(list), free(sum);
    TCGBRelease(object);
}

/* A log-in with the right password works, and the next life has the same user. */
static void by_user(void) {
    char name[64];
    snprintf(name, sizeof name, "u%ld", place);
    NCMBUser *user = NCMBUser_user();
    require(NCMBUser_setUserName(user, name) && NCMBUser_setPassword(user, "password"));
    if (!noted(USER, NCMBObject_setObject_forKey_json(user, document.bytes, "doc"))) return TCGBRelease(user);
    char *wanted = strdup(NCMBObject_objectForKey_json(user, "doc"));
    PLAY(&answer, NCMBUser_signUpInBackgroundWithBlock(user, on_error, &answer));
    if (answer.code == 0) {
        if (some(4) == 0) {
            again();
            if (!NCMBUser_currentUser()) broken_document("nobody is logged in after a start", NULL, NULL);
            READ(NCMBObject_fetchInBackgroundWithBlock(NCMBUser_currentUser(), on_error, &answer));
            same("the current user", NCMBObject_objectForKey_json(NCMBUser_currentUser(), "doc"), wanted);
        }
        READ(NCMBUser_logOutInBackgroundWithBlock(on_error, &answer));
        READ(NCMBUser_logInWithUsernameInBackground_password_block(name, "password", on_object, &answer));
        same("the user who logged in", NCMBObject_objectForKey_json(user_found, "doc"), wanted);
        TCGBRelease(user_found);
        READ(NCMBUser_logOutInBackgroundWithBlock(on_error, &answer));
    } else {
        accepted[USER]--, refused[USER]++;
    }
    free(wanted);
    TCGBRelease(user);
}

static void by_installation(void) {
    NCMBInstallation *installation = NCMBInstallation_currentInstallation();
    require(installation);
    if (!NCMBObject_objectForKey_string(installation, "deviceToken"))
        require(NCMBInstallation_setDeviceTokenFromData(installation, "token", 5));
    if (!noted(INSTALLATION, NCMBObject_setObject_forKey_json(installation, document.bytes, "doc"))) return;
    char *wanted = strdup(NCMBObject_objectForKey_json(installation, "doc"));
    PLAY(&answer, NCMBObject_saveInBackgroundWithBlock(installation, on_error, &answer));
    if (answer.code == 0) {
        again();
        installation = NCMBInstallation_currentInstallation();
        if (!NCMBObject_objectId(installation)) broken_document("the installation is another one after a start", NULL, NULL);
        READ(NCMBObject_fetchInBackgroundWithBlock(installation, on_error, &answer));
        same("the installation", NCMBObject_objectForKey_json(installation, "doc"), wanted);
    } else {
        accepted[INSTALLATION]--, refused[INSTALLATION]++;
        /* What was refused is not sent again with the next. */
        require(NCMBObject_removeObjectForKey(installation, "doc"));
    }
    free(wanted);
}

/* Whether the file of the changes that wait has this name in it. */
static bool is_in_file(const char *name) {
    static char bytes[SIZE_MAX_HERE], file[1024], quoted[80];
    snprintf(file, sizeof file, "%s/changes.json", directory);
    snprintf(quoted, sizeof quoted, "\"%s\"", name);
    FILE *stream = fopen(file, "r");
    if (!stream) return false;
    size_t length = fread(bytes, 1, sizeof bytes, stream);
    fclose(stream);
    return memmem(bytes, length, quoted, strlen(quoted)) != NULL;
}

/* Changes that the service could not be asked for are there after the next start, whatever is in them. */
static void by_eventual_changes(void) {
    static struct answer told[KEPT_MAX];
    char *wanted[KEPT_MAX] = {0}, name[64];
    if (is_elsewhere) relay.is_cut = true;
    else require(TCGBConsole_setServiceSuspended(true));
    for (int each = 0, count = 1 + (int)some(KEPT_MAX); each < count; each++) {
        struct text value = place <= BOUNDS_COUNT && each == 0 ? document : make_document();
        NCMBObject *object = NCMBObject_objectWithClassName("Kept");
        snprintf(name, sizeof name, "k%ld-%d", place, each);
        require(NCMBObject_setObject_forKey_string(object, name, "name"));
        if (NCMBObject_setObject_forKey_json(object, value.bytes, "doc")) {
            char *text = strdup(NCMBObject_objectForKey_json(object, "doc"));
            NCMBObject_saveEventually(object, on_error, fresh(&told[each]));
            await_for(told[each].times || is_in_file(name), PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(1));
            if (noted(EVENTUALLY, !told[each].times)) wanted[each] = text;
            else free(text);
        } else {
            refused[EVENTUALLY]++;
        }
        if (value.bytes != document.bytes) free(value.bytes);
        TCGBRelease(object);
    }
    again();
    for (int each = 0; each < KEPT_MAX; each++) {
        if (!wanted[each]) continue;
        if (told[each].times != 1) broken_document("a change that is kept is told never, or twice", told[each].message, NULL);
        snprintf(name, sizeof name, "k%ld-%d", place, each);
        for (int64_t began = milliseconds();; TCGBRunLoop_runUntil(5)) {
            NCMBQuery *query = NCMBQuery_queryWithClassName("Kept");
            require(NCMBQuery_whereKey_equalTo_string(query, "name", name));
            READ(NCMBQuery_findObjectsInBackgroundWithBlock(query, on_objects, &answer));
            TCGBRelease(query);
            if (answer.count == 1) break;
            if (milliseconds() - began > PLAY_LIMIT_MILLISECONDS) broken_document("a change that was kept is not made", name, wanted[each]);
        }
        same("a change that was kept", NCMBObject_objectForKey_json(found[0], "doc"), wanted[each]);
        /* A search by name reads all that are there. */
        READ(NCMBObject_deleteInBackgroundWithBlock(found[0], on_error, &answer));
        TCGBRelease(found[0]);
        free(wanted[each]);
    }
}

enum { BEHIND = 1 << 30 };
static char local_text[1 << 20];
static void on_local_push(const HIVEResultAPI *result, const HIVELocalPush *push, void *context) {
    (void)push;
    on_error(HIVEResultAPI_error(result), context);
}
static void on_local_pushes(const HIVEResultAPI *result, const HIVELocalPush *const *pushes, size_t count, void *context) {
    local_text[0] = 0;
    for (size_t i = 0; i < count; i++)
        if (HIVELocalPush_noticeId(pushes[i]) % BEHIND == place)
            copy_text(local_text, sizeof local_text, HIVELocalPush_jsonString(pushes[i]));
    on_error(HIVEResultAPI_error(result), context);
}
static void by_local_push(void) {
    struct text text = {0};
    print(&text, "{\"noticeId\":%ld,\"title\":\"t\",\"msg\":\"m\",\"after\":100000,\"bucket\":%s}", place, document.bytes);
    HIVELocalPush *push = HIVELocalPush_localPushFromJsonString(text.bytes);
    free(text.bytes);
    if (!push) return (void)(refused[LOCAL]++);
    char *wanted = strdup(HIVELocalPush_jsonString(push));
    PLAY(&answer, HIVEPush_registerLocalPush(push, on_local_push, &answer));
    if (noted(LOCAL, answer.code == 0)) {
        again();
        READ(HIVEPush_getLocalPushes(on_local_pushes, &answer));
        if (strlen(wanted) < sizeof local_text) same("a local push after a start", local_text, wanted);
        HIVEPush_unregisterLocalPush(place);
    } else if (place <= BOUNDS_COUNT) {
        /* What was refused stands in nobody's way. */
        HIVELocalPush *next = HIVELocalPush_initWithNoticeId_title_msg_after(BEHIND + place, "t", "m", 100000);
        READ(HIVEPush_registerLocalPush(next, on_local_push, &answer));
        again();
        READ(HIVEPush_getLocalPushes(on_local_pushes, &answer));
        same("a local push behind one that was refused", local_text, HIVELocalPush_jsonString(next));
        HIVEPush_unregisterLocalPush(BEHIND + place);
        TCGBRelease(next);
    }
    free(wanted);
    TCGBRelease(push);
}

/* Settings that are taken can be given out, taken again, and lead to a start. */
#define APP "{\"app\":{\"appId\":\"Contract\",\"typeCode\":\"SANDBOX\",\"secretKey\":\"contract-secret\""
#define BACKEND "\"ncmb\":{\"passwordCost\":8}"
#define GEM "{\"gamebaseProductId\":\"gem\",\"productType\":\"CONSUMABLE\",\"price\":\"0.99\",\"currency\":\"USD\"}"
static char settings_text[2][65536];
static void by_settings(void) {
    struct text text = {0}, name = make_string();
    print(&text, APP ",\"name\":%s}," BACKEND ",\"products\":[" GEM, name.bytes);
    for (int each = 0, count = (int)some(4); each < count; each++) {
        struct text title = make_string();
        print(&text,
            ",{\"gamebaseProductId\":\"p%d\",\"productType\":\"CONSUMABLE\","
            "\"storeCode\":\"SANDBOX\",\"marketItemId\":\"m%d\",\"price\":\"1\",\"currency\":\"USD\","
            "\"itemName\":%s}",
            each, each, title.bytes);
        free(title.bytes);
    }
    print(&text, "],\"stores\":[{\"storeCode\":\"SANDBOX\",\"storeAppId\":\"c\"}]}");
    PLAY(&answer, TCGBConsole_loadSettings_completion(text.bytes, on_error, &answer));
    if (noted(SETTINGS_TEXT, answer.code == 0)) {
        for (int turn = 0; turn < 2; turn++) {
            READ(TCGBConsole_saveSettingsWithCompletion(on_json, &answer));
            copy_text(settings_text[turn], sizeof settings_text[turn], answer.json);
            READ(TCGBConsole_loadSettings_completion(settings_text[turn], on_error, &answer));
            again();
        }
        same("settings that were given out", settings_text[1], settings_text[0]);
    }
    free(text.bytes), free(name.bytes);
}

/* Every object of the class can be read, page by page, beside whatever else is in it. */
static void read_class(const char *class_name) {
    for (int skip = 0;; skip += FOUND_MAX) {
        NCMBQuery *query = NCMBQuery_queryWithClassName(class_name);
        NCMBQuery_setLimit(query, FOUND_MAX), NCMBQuery_setSkip(query, skip);
        READ(NCMBQuery_findObjectsInBackgroundWithBlock(query, on_objects, &answer));
        for (size_t each = 0; each < answer.count; each++) TCGBRelease(found[each]);
        TCGBRelease(query);
        if (answer.count < FOUND_MAX) return;
    }
}

/* How many of so many documents each way has; those that start anew take longest. */
enum { SHARES = 19 };
static const struct {
    void (*play)(void);
    size_t share;
} WAYS[PATHS] = {{by_object, 7}, {by_changes, 4}, {by_user, 1}, {by_installation, 1}, {by_eventual_changes, 1}, {by_local_push, 1},
    {by_settings, 1}, {by_event, 1}, {by_push, 1}, {by_payment, 1}};

int main(int count, char **arguments) {
    if (count != 4) return fprintf(stderr, "usage: %s DOCUMENTS SEED DIRECTORY\n", arguments[0]), 2;
    long documents = atol(arguments[1]);
    seed_with(strtoull(arguments[2], NULL, 10));
    directory = arguments[3];
    is_elsewhere = getenv("GAMEBASE_SERVICE_URL") != NULL;
    if (is_elsewhere) relay_begin(getenv("GAMEBASE_SERVICE_URL"));
    setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1), setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1);
    start();
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion(APP "}," BACKEND ",\"products\":[" GEM "]}", on_error, &answer));
    play_as_guest();
    for (place = 1; place <= documents; place++) {
        document = place <= BOUNDS_COUNT ? make_bound((int)place - 1) : make_document();
        size_t chosen = some(SHARES), way = 0;
        while (chosen >= WAYS[way].share) chosen -= WAYS[way++].share;
        /* At its limits a document is tried by all. */
        for (size_t each = 0; each < PATHS; each++)
            if (place <= BOUNDS_COUNT || each == way) path = NAMES[each], WAYS[each].play();
        free(document.bytes);
    }
    path = "all of them";
    document = make_string();
    read_class("Written");
    read_class("Changed");
    require(TCGBGamebase_shutdown(10000));
    for (int way = 0; way < PATHS; way++) printf("%s: %ld accepted, %ld refused\n", NAMES[way], accepted[way], refused[way]);
    return 0;
}
