/* The mobile backend, played one call after the other. */
#ifndef BACKEND_H
#define BACKEND_H

#include <NCMB/NCMB.h>

#include "../play.h"

enum { FOUND_MAX = 64 };

static NCMBObject *found[FOUND_MAX]; /* of the last search, kept */
static NCMBUser *user_found;         /* of the last log-in, kept */

__attribute__((unused)) static void on_objects(NCMBObject *const *objects, size_t count, const TCGBError *error, void *context) {
    struct answer *told = context;
    note_error(told, error);
    told->count = count;
    for (size_t i = 0; i < count && i < FOUND_MAX; i++) {
        TCGBRetain(objects[i]);
        found[i] = objects[i];
    }
    came(told);
}
__attribute__((unused)) static void on_object(NCMBObject *object, const TCGBError *error, void *context) {
    struct answer *told = context;
    note_error(told, error);
    told->count = object ? 1 : 0;
    if (object) TCGBRetain(object);
    found[0] = object;
    user_found = object;
    came(told);
}
__attribute__((unused)) static void on_number(int32_t number, const TCGBError *error, void *context) {
    struct answer *told = context;
    note_error(told, error);
    told->count = (size_t)number;
    came(told);
}

__attribute__((unused)) static void set_keys(void) {
    require(TCGBHost_setStorageDirectory(directory));
    NCMB_setApplicationKey_clientKey("application-key", "client-key");
    /* Passwords are not to cost seconds, least of all under a tool. */
    PLAY_WELL(&answer, TCGBConsole_loadSettings_completion("{\"ncmb\":{\"passwordCost\":8}}", on_error, &answer));
}
__attribute__((unused)) static void restart(void) {
    require(TCGBGamebase_shutdown(5000));
    set_keys();
}
__attribute__((unused)) static void save(NCMBObject *object) {
    PLAY_WELL(&answer, NCMBObject_saveInBackgroundWithBlock(object, on_error, &answer));
}
/* An object of the class that is saved. */
__attribute__((unused)) static NCMBObject *fetched(const char *class_name, const char *id) {
    NCMBObject *object = NCMBObject_objectWithClassName(class_name);
    NCMBObject_setObjectId(object, id);
    PLAY_WELL(&answer, NCMBObject_fetchInBackgroundWithBlock(object, on_error, &answer));
    return object;
}
__attribute__((unused)) static void find(NCMBQuery *query) {
    PLAY_WELL(&answer, NCMBQuery_findObjectsInBackgroundWithBlock(query, on_objects, &answer));
}
__attribute__((unused)) static NCMBUser *sign_up(const char *name) {
    NCMBUser *user = NCMBUser_user();
    require(NCMBUser_setUserName(user, name));
    require(NCMBUser_setPassword(user, "secret"));
    PLAY_WELL(&answer, NCMBUser_signUpInBackgroundWithBlock(user, on_error, &answer));
    return user;
}
__attribute__((unused)) static void log_in_as(const char *name) {
    PLAY_WELL(&answer, NCMBUser_logInWithUsernameInBackground_password_block(name, "secret", on_object, &answer));
}

#endif
