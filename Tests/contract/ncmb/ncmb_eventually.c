/* saveEventually and deleteEventually, with the service there. What a kill, a power cut or a failing disk does to them: Tests/crash. */
#include "backend.h"

static NCMBObject *horse(const char *name) {
    NCMBObject *object = NCMBObject_objectWithClassName("Horse");
    require(NCMBObject_setObject_forKey_string(object, name, "name"));
    return object;
}

PROMISE("what is saved eventually is saved when its completion comes, and known by its id") {
    set_keys();
    NCMBObject *object = horse("Windy");
    PLAY_WELL(&answer, NCMBObject_saveEventually(object, on_error, &answer));
    require(NCMBObject_objectId(object) && NCMBObject_createDate(object) > 0);
    require(NCMBObject_incrementKey_byAmount_int64(object, "points", 5));
    PLAY_WELL(&answer, NCMBObject_saveEventually(object, on_error, &answer));
    NCMBObject *same = fetched("Horse", NCMBObject_objectId(object));
    require_text(NCMBObject_objectForKey_string(same, "name"), "Windy");
    require_equal(NCMBObject_objectForKey_int64(same, "points"), 5);
    require_equal(NCMBObject_updateDate(same), NCMBObject_updateDate(object));
}

PROMISE("changes are made in their order, and all of them are there when the last one's completion comes") {
    enum { CHANGES = 50 };
    char expected[512] = "[";
    set_keys();
    NCMBObject *object = horse("Windy");
    save(object);
    for (int i = 0; i < CHANGES; i++) {
        require(NCMBObject_setObject_forKey_int64(object, i, "last") && NCMBObject_addObject_forKey_int64(object, i, "all"));
        snprintf(expected + strlen(expected), sizeof expected - strlen(expected), i ? ",%d" : "%d", i);
        if (i + 1 < CHANGES) NCMBObject_saveEventually(object, NULL, NULL);
    }
    strcat(expected, "]");
    PLAY_WELL(&answer, NCMBObject_saveEventually(object, on_error, &answer));
    object = fetched("Horse", NCMBObject_objectId(object));
    require_equal(NCMBObject_objectForKey_int64(object, "last"), CHANGES - 1);
    require_text(NCMBObject_objectForKey_json(object, "all"), expected);
}

PROMISE("objects that are not saved are kept before the one that names them") {
    set_keys();
    NCMBObject *mother = horse("Stormy"), *child = horse("Windy");
    require(NCMBObject_setObject_forKey_object(child, mother, "mother"));
    PLAY_WELL(&answer, NCMBObject_saveEventually(child, on_error, &answer));
    require(NCMBObject_objectId(mother));
    NCMBObject *same = fetched("Horse", NCMBObject_objectId(child));
    require_text(NCMBObject_objectId(NCMBObject_objectForKey_object(same, "mother")), NCMBObject_objectId(mother));
}

PROMISE("what a user saves and deletes eventually right after the start is that user's") {
    set_keys();
    NCMBUser *user = sign_up("a");
    NCMBObject *object = horse("Windy");
    NCMBObject_setACL(object, NCMBACL_ACLWithUser(user));
    save(object);
    for (int deletes = 0; deletes <= 1; deletes++) {
        /* The file that remembers the user is not read yet when the game goes on. */
        require(TCGBGamebase_shutdown(5000));
        NCMB_setApplicationKey_clientKey("application-key", "client-key");
        if (deletes) {
            PLAY_WELL(&answer, NCMBObject_deleteEventually(object, on_error, &answer));
        } else {
            require(NCMBObject_setObject_forKey_int64(object, 4, "points"));
            PLAY_WELL(&answer, NCMBObject_saveEventually(object, on_error, &answer));
            require_equal(NCMBObject_objectForKey_int64(fetched("Horse", NCMBObject_objectId(object)), "points"), 4);
        }
    }
    find(NCMBQuery_queryWithClassName("Horse"));
    require_equal(answer.count, 0);
}

PROMISE("what is deleted eventually is gone, and its handle is empty") {
    char id[64];
    set_keys();
    NCMBObject *object = horse("Windy");
    save(object);
    snprintf(id, sizeof id, "%s", NCMBObject_objectId(object));
    PLAY_WELL(&answer, NCMBObject_deleteEventually(object, on_error, &answer));
    require(!NCMBObject_objectId(object) && !NCMBObject_objectForKey_string(object, "name"));
    NCMBObject_setObjectId(object, id);
    PLAY(&answer, NCMBObject_fetchInBackgroundWithBlock(object, on_error, &answer));
    require_equal(answer.code, NCMBErrorDataNotFound);
}

/* Whether the file of the changes that wait has it. */
static bool is_kept(const char *part) {
    static char bytes[65536];
    char file[1024];
    snprintf(file, sizeof file, "%s/changes.json", directory);
    FILE *stream = fopen(file, "r");
    if (!stream) return false;
    bytes[fread(bytes, 1, sizeof bytes - 1, stream)] = 0;
    fclose(stream);
    return strstr(bytes, part);
}
PROMISE("changes of several objects that a shutdown leaves are made once, though each object is saved again") {
    enum { OBJECTS = 3 };
    set_keys();
    NCMBObject *objects[OBJECTS];
    char text[32];
    for (int each = 0; each < OBJECTS; each++) save(objects[each] = horse("Windy"));
    require(TCGBConsole_setServiceSuspended(true));
    for (int each = 0; each <= OBJECTS; each++) {
        /* The last is there only so that the file behind it is known to be written. */
        NCMBObject *object = each < OBJECTS ? objects[each] : horse("Stormy");
        require(NCMBObject_incrementKey_byAmount_int64(object, "points", 7));
        require(NCMBObject_setObject_forKey_int64(object, 1000 + each, "mark"));
        NCMBObject_saveEventually(object, NULL, NULL);
        snprintf(text, sizeof text, "%d", 1000 + each);
        await_for(is_kept(text), PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(5));
    }
    restart();
    await_for(!is_kept("points"), PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(5));
    for (int each = 0; each < OBJECTS; each++) {
        require(NCMBObject_setObject_forKey_bool(objects[each], true, "again"));
        save(objects[each]);
        NCMBObject *same = fetched("Horse", NCMBObject_objectId(objects[each]));
        require_equal(NCMBObject_objectForKey_int64(same, "points"), 7);
        TCGBRelease(same);
    }
}

static NCMBInstallation *installation_with_token(void) {
    NCMBInstallation *installation = NCMBInstallation_currentInstallation();
    require(NCMBInstallation_setDeviceToken(installation, "token"));
    return installation;
}
PROMISE("an installation that is saved or deleted eventually is the same after a restart, or none") {
    char id[64];
    set_keys();
    PLAY_WELL(&answer, NCMBObject_saveEventually(installation_with_token(), on_error, &answer));
    copy_text(id, sizeof id, NCMBObject_objectId(NCMBInstallation_currentInstallation()));
    restart();
    NCMBInstallation *installation = NCMBInstallation_currentInstallation();
    require_text(NCMBObject_objectId(installation), id);
    require_text(NCMBInstallation_deviceToken(installation), "token");
    PLAY_WELL(&answer, NCMBObject_deleteEventually(installation, on_error, &answer));
    restart();
    require(!NCMBObject_objectId(NCMBInstallation_currentInstallation()));
    PLAY_WELL(&answer, NCMBQuery_countObjectsInBackgroundWithBlock(NCMBInstallation_query(), on_number, &answer));
    require_equal(answer.count, 0);
}
PROMISE("an installation whose creation was kept over a restart is created once") {
    set_keys();
    require(TCGBConsole_setServiceSuspended(true));
    NCMBObject_saveEventually(installation_with_token(), NULL, NULL);
    await_for(is_kept("token"), PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(5));
    restart();
    await_for(!is_kept("token"), PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(5));
    NCMBInstallation *installation = NCMBInstallation_currentInstallation();
    await_for(NCMBObject_objectId(installation), PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(5));
    require(NCMBInstallation_setBadge(installation, 3));
    save(installation);
    PLAY_WELL(&answer, NCMBQuery_countObjectsInBackgroundWithBlock(NCMBInstallation_query(), on_number, &answer));
    require_equal(answer.count, 1);
}

PROMISE("what the service refuses is told, and the change waits for the next save") {
    set_keys();
    NCMBObject *object = NCMBObject_objectWithClassName("Horse");
    NCMBObject_setObjectId(object, "nobody");
    require(NCMBObject_incrementKey_byAmount_int64(object, "points", 2));
    PLAY(&answer, NCMBObject_saveEventually(object, on_error, &answer));
    require_equal(answer.code, NCMBErrorDataNotFound);
    NCMBObject_setObjectId(object, NULL);
    PLAY_WELL(&answer, NCMBObject_saveEventually(object, on_error, &answer));
    require_equal(NCMBObject_objectForKey_int64(fetched("Horse", NCMBObject_objectId(object)), "points"), 2);
    PLAY(&answer, NCMBObject_deleteEventually(NCMBObject_objectWithClassName("Horse"), on_error, &answer));
    require_equal(answer.code, NCMBErrorRequired);
}

PROMISE("no password is kept on the disk, and no bad handle is taken") {
    set_keys();
    NCMBUser *user = NCMBUser_user();
    require(NCMBUser_setUserName(user, "ann") && NCMBUser_setPassword(user, "secret"));
    PLAY(&answer, NCMBObject_saveEventually(user, on_error, &answer));
    require_equal(answer.code, NCMBErrorNotEfficientValue);
    require(!NCMBUser_currentUser());
    NCMBObject *object = horse("Windy");
    TCGBRelease(object);
    PLAY(&answer, NCMBObject_saveEventually(object, on_error, &answer));
    require_equal(answer.code, 3);
    PLAY(&answer, NCMBObject_deleteEventually(NULL, on_error, &answer));
    require_equal(answer.code, 3);
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
