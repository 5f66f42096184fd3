/* Users: who is logged in, what they may see, and what a restart leaves. */
#include "backend.h"

/* tutorial 21 */
PROMISE("a user signs up, logs out and logs in") {
    set_keys();
    require(!NCMBUser_currentUser());
    NCMBUser *user = NCMBUser_user();
    require(!NCMBUser_isAuthenticated(user));
    require(NCMBUser_setUserName(user, "uuid-1") && NCMBUser_setPassword(user, "uuid-1"));
    require(NCMBObject_setObject_forKey_string(user, "Sato", "ownerName"));
    require_text(NCMBUser_password(user), "uuid-1");
    PLAY_WELL(&answer, NCMBUser_signUpInBackgroundWithBlock(user, on_error, &answer));
    require(NCMBUser_currentUser() == user && NCMBUser_isAuthenticated(user) && NCMBUser_isNew(user));
    require(!NCMBUser_password(user));
    require_equal(strlen(NCMBUser_sessionToken(user)), 25);
    require(NCMBObject_objectForKey_object(user, "ownerName") == NULL);

    PLAY_WELL(&answer, NCMBUser_logOutInBackgroundWithBlock(on_error, &answer));
    require(!NCMBUser_currentUser() && !NCMBUser_isAuthenticated(user));
    PLAY(&answer, NCMBUser_logInWithUsernameInBackground_password_block("uuid-1", "wrong", on_object, &answer));
    require_equal(answer.code, NCMBErrorAuthFailure);
    require_equal(answer.count, 0);
    PLAY_WELL(&answer, NCMBUser_logInWithUsernameInBackground_password_block("uuid-1", "uuid-1", on_object, &answer));
    require(NCMBUser_currentUser() == user_found && !NCMBUser_isNew(user_found));
    require_text(NCMBUser_userName(user_found), "uuid-1");
    require_text(NCMBObject_objectForKey_string(user_found, "ownerName"), "Sato");
    NCMBUser_logOut();
    require(!NCMBUser_currentUser());
    TCGBError *error = NULL;
    NCMBUser *waited = NCMBUser_logInWithUsername_password_error("uuid-1", "uuid-1", &error);
    require(waited && !error && NCMBUser_currentUser() == waited);
}

PROMISE("names and mail addresses are nobody else's, and one can log in with either") {
    set_keys();
    NCMBUser *user = NCMBUser_user(), *other = NCMBUser_user();
    TCGBError *error = NULL;
    require(!NCMBUser_signUp(user, &error));
    require_equal(TCGBError_code(error), NCMBErrorRequired);
    require_text(TCGBError_domain(error), kNCMBServiceErrorDomain);
    require(NCMBUser_setUserName(user, "a") && NCMBUser_setPassword(user, "p") && NCMBUser_setMailAddress(user, "a@example.com"));
    require(NCMBUser_signUp(user, NULL));
    require(NCMBUser_setUserName(other, "a") && NCMBUser_setPassword(other, "p"));
    require(!NCMBUser_signUp(other, &error));
    require_equal(TCGBError_code(error), NCMBErrorDuplicateValue);
    require_text(TCGBError_message(error), "userName is duplication.");
    PLAY_WELL(&answer, NCMBUser_logInWithMailAddressInBackground_password_block("a@example.com", "p", on_object, &answer));
    require_text(NCMBUser_mailAddress(user_found), "a@example.com");
    require(!NCMBUser_isMailAddressConfirm(user_found));
    require(NCMBUser_logInWithMailAddress_password_error("a@example.com", "p", NULL));
    PLAY(&answer, NCMBUser_logInWithUsernameInBackground_password_block("", "p", on_object, &answer));
    require_equal(answer.code, NCMBErrorRequired);
    require(!NCMBUser_logInWithMailAddress_password_error("a@example.com", "", &error));
    require_equal(TCGBError_code(error), NCMBErrorRequired);
    require_text(TCGBError_domain(error), kNCMBServiceErrorDomain);
    PLAY(&answer, NCMBUser_logInWithUsernameInBackground_password_block(NULL, "p", on_object, &answer));
    require_equal(answer.code, 3);
    PLAY(&answer, NCMBUser_requestPasswordResetForEmailInBackground_block("a@example.com", on_error, &answer));
    require_equal(answer.code, NCMBErrorServiceNotFound);
    require(!NCMBUser_requestAuthenticationMail_error("a@example.com", &error));
    require_equal(TCGBError_code(error), NCMBErrorServiceNotFound);
}

PROMISE("a restart begins with the user who was logged in, until the log-out") {
    set_keys();
    NCMBUser *user = sign_up("a");
    require(NCMBObject_setObject_forKey_int64(user, 7, "level"));
    save(user);
    char id[32];
    snprintf(id, sizeof id, "%s", NCMBObject_objectId(user));
    restart();
    NCMBUser *again = NCMBUser_currentUser();
    require_text(NCMBObject_objectId(again), id);
    require_text(NCMBUser_userName(again), "a");
    require_equal(NCMBObject_objectForKey_int64(again, "level"), 7);
    require(NCMBUser_isAuthenticated(again));
    require(NCMBObject_setObject_forKey_int64(again, 8, "level"));
    save(again);
    require(TCGBGamebase_shutdown(5000));
    require(!NCMBUser_currentUser());
    /* What is asked before the file was read is asked as the user, too. */
    set_keys();
    NCMBObject *same = fetched("user", id);
    require_equal(NCMBObject_objectForKey_int64(same, "level"), 8);
    NCMBUser_logOut();
    restart();
    require(!NCMBUser_currentUser());
}

PROMISE("who logs out right after the start is nobody, though the file that remembers the user was not read yet") {
    set_keys();
    sign_up("a");
    for (int is_heard = 0; is_heard <= 1; is_heard++) {
        if (is_heard) log_in_as("a");
        require(TCGBGamebase_shutdown(5000));
        NCMB_setApplicationKey_clientKey("application-key", "client-key");
        if (is_heard) {
            PLAY_WELL(&answer, NCMBUser_logOutInBackgroundWithBlock(on_error, &answer));
        } else {
            NCMBUser_logOut();
        }
        require(!NCMBUser_currentUser());
        find(NCMBUser_query());
        require_equal(answer.count, 0);
        restart();
        require(!NCMBUser_currentUser());
    }
}

PROMISE("a log-in elsewhere ends the session, and the next call drops the user") {
    set_keys();
    NCMBUser *user = sign_up("a");
    /* Another device: the session of this one is not known there. */
    char kept[64];
    snprintf(kept, sizeof kept, "%s", NCMBUser_sessionToken(user));
    TCGBInstance *other = TCGBInstance_createSharingServiceOf(NULL);
    TCGBInstance_makeCurrent(other);
    NCMB_setApplicationKey_clientKey("application-key", "client-key");
    require(NCMBUser_logInWithUsername_password_error("a", "secret", NULL));
    TCGBInstance_makeCurrent(NULL);
    require(NCMBUser_currentUser() == user);
    NCMBQuery *query = NCMBQuery_queryWithClassName("Horse");
    PLAY(&answer, NCMBQuery_findObjectsInBackgroundWithBlock(query, on_objects, &answer));
    require_equal(answer.code, NCMBErrorInvalidAuthHeader);
    require(!NCMBUser_currentUser() && !NCMBUser_isAuthenticated(user));
    find(query);
    require(TCGBInstance_destroy(other, 5000));
    restart();
    require(!NCMBUser_currentUser());
}

PROMISE("an anonymous user is made, kept, and given a name") {
    set_keys();
    PLAY_WELL(&answer, NCMBUser_automaticCurrentUserWithBlock(on_object, &answer));
    require_equal(answer.count, 0);
    NCMBUser_enableAutomaticUser();
    PLAY_WELL(&answer, NCMBUser_automaticCurrentUserWithBlock(on_object, &answer));
    NCMBUser *user = user_found;
    require(NCMBAnonymousUtils_isLinkedWithUser(user) && NCMBUser_isLinkedWith(user, "anonymous") && NCMBUser_isAuthenticated(user));
    require(!NCMBUser_isLinkedWith(user, "facebook"));
    PLAY_WELL(&answer, NCMBUser_automaticCurrentUserWithBlock(on_object, &answer));
    require(user_found == user);
    require(NCMBObject_setObject_forKey_int64(user, 3, "level"));
    save(user);
    PLAY_WELL(&answer, NCMBUser_signUpFromAnonymousInBackgroundWithBlock_password_block(user, "named", "secret", on_error, &answer));
    NCMBUser *named = NCMBUser_currentUser();
    require(named != user && !NCMBObject_objectId(user));
    require_text(NCMBUser_userName(named), "named");
    require_equal(NCMBObject_objectForKey_int64(named, "level"), 3);
    require(!NCMBAnonymousUtils_isLinkedWithUser(named));
    TCGBError *error = NULL;
    require(!NCMBUser_signUpFromAnonymous_password_error(named, "b", "c", &error));
    require_equal(TCGBError_code(error), NCMBErrorNotEfficientValue);
    PLAY_WELL(&answer, NCMBAnonymousUtils_logInWithBlock(on_object, &answer));
    require(NCMBAnonymousUtils_logIn(NULL));
    log_in_as("named");
}

enum { AUTOMATIC_ASKED = 3 };
static NCMBUser *automatic[AUTOMATIC_ASKED];
static int automatic_told;
static void on_automatic(NCMBUser *user, const TCGBError *error, void *context) {
    require(user && !error);
    TCGBRetain(user);
    *(NCMBUser **)context = user;
    automatic_told++;
}
PROMISE("all who ask for the automatic user while it is made get the same one") {
    set_keys();
    NCMBUser_enableAutomaticUser();
    for (int i = 0; i < AUTOMATIC_ASKED; i++) NCMBUser_automaticCurrentUserWithBlock(on_automatic, &automatic[i]);
    await_for(automatic_told == AUTOMATIC_ASKED, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(5));
    for (int i = 0; i < AUTOMATIC_ASKED; i++) require(automatic[i] == NCMBUser_currentUser());
    NCMBUser_logOut();
    NCMBUser_automaticCurrentUserWithBlock(on_automatic, &automatic[0]);
    await_for(automatic_told > AUTOMATIC_ASKED, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(5));
    require(automatic[0] != automatic[1] && automatic[0] == NCMBUser_currentUser());
}

PROMISE("an anonymous user with a mail address is given a name, and keeps the address") {
    set_keys();
    for (int waits = 0; waits <= 1; waits++) {
        char name[16], address[32];
        snprintf(name, sizeof name, "named%d", waits);
        snprintf(address, sizeof address, "%s@example.com", name);
        PLAY_WELL(&answer, NCMBAnonymousUtils_logInWithBlock(on_object, &answer));
        NCMBUser *user = user_found;
        require(NCMBUser_setMailAddress(user, address) && NCMBObject_setObject_forKey_int64(user, 3, "level"));
        save(user);
        if (waits) {
            require(NCMBUser_signUpFromAnonymous_password_error(user, name, "secret", NULL));
        } else {
            PLAY_WELL(&answer, NCMBUser_signUpFromAnonymousInBackgroundWithBlock_password_block(user, name, "secret", on_error, &answer));
        }
        require(!NCMBObject_objectId(user));
        NCMBUser_logOut();
        PLAY_WELL(&answer, NCMBUser_logInWithMailAddressInBackground_password_block(address, "secret", on_object, &answer));
        require_text(NCMBUser_userName(user_found), name);
        require_text(NCMBUser_mailAddress(user_found), address);
        require(!NCMBUser_isMailAddressConfirm(user_found));
        require_equal(NCMBObject_objectForKey_int64(user_found, "level"), 3);
    }
}

PROMISE("an anonymous user of whom the device remembers the name alone takes all fields over") {
    enum { TEXT_BYTES = 20000 };
    static char game[TEXT_BYTES + 1];
    memset(game, 'a', TEXT_BYTES);
    set_keys();
    for (int waits = 0; waits <= 1; waits++) {
        char name[16];
        snprintf(name, sizeof name, "named%d", waits);
        PLAY_WELL(&answer, NCMBAnonymousUtils_logInWithBlock(on_object, &answer));
        require(NCMBObject_setObject_forKey_string(user_found, game, "game") && NCMBObject_setObject_forKey_int64(user_found, 3, "level"));
        save(user_found);
        restart();
        NCMBUser *user = NCMBUser_currentUser();
        require(!NCMBObject_objectForKey_string(user, "game"));
        /* What the game changed and did not save goes with it. */
        require(NCMBObject_setObject_forKey_int64(user, 4, "level"));
        if (waits) {
            require(NCMBUser_signUpFromAnonymous_password_error(user, name, "secret", NULL));
        } else {
            PLAY_WELL(&answer, NCMBUser_signUpFromAnonymousInBackgroundWithBlock_password_block(user, name, "secret", on_error, &answer));
        }
        log_in_as(name);
        const char *taken = NCMBObject_objectForKey_string(user_found, "game");
        require(taken && strcmp(taken, game) == 0);
        require_equal(NCMBObject_objectForKey_int64(user_found, "level"), 4);
    }
}

/* tutorial 19 */
PROMISE("a user is found and read by nobody else") {
    set_keys();
    char first[32];
    snprintf(first, sizeof first, "%s", NCMBObject_objectId(sign_up("first")));
    sign_up("second");
    for (int is_logged_in = 1; is_logged_in >= 0; is_logged_in--) {
        find(NCMBUser_query());
        require_equal(answer.count, is_logged_in);
        if (is_logged_in) require_text(NCMBUser_userName(found[0]), "second");
        NCMBUser *other = NCMBUser_user();
        NCMBObject_setObjectId(other, first);
        PLAY(&answer, NCMBObject_fetchInBackgroundWithBlock(other, on_error, &answer));
        require_equal(answer.code, NCMBErrorDataNotFound);
        require(!NCMBUser_userName(other) && !NCMBUser_password(other));
        NCMBUser_logOut();
    }
    log_in_as("first");
    require(!NCMBUser_password(fetched("user", first)));
}

/* Fewer at once than a client takes: over a network a log-in takes as long as thousands of counts do to be asked. */
enum { LOG_INS = 20, ASKED_MAX = 20000, OPEN_MAX = 256, DRAINED_EACH = 16 };
static int asked, told, log_ins_told, code_of_failed;
static void on_count_told(int32_t number, const TCGBError *error, void *context) {
    (void)number, (void)context;
    if (error) code_of_failed = (int)TCGBError_code(error);
    told++;
}
static void on_found_told(NCMBObject *const *objects, size_t count, const TCGBError *error, void *context) {
    (void)objects;
    on_count_told((int32_t)count, error, context);
}
/* In turns: a search goes another way to a service in the process than a count does. */
static void ask(NCMBQuery *query) {
    if (asked++ % 2) NCMBQuery_countObjectsInBackgroundWithBlock(query, on_count_told, NULL);
    else NCMBQuery_findObjectsInBackgroundWithBlock(query, on_found_told, NULL);
}
static void on_again(NCMBUser *user, const TCGBError *error, void *context) {
    (void)user, (void)context;
    if (error) code_of_failed = (int)TCGBError_code(error);
    log_ins_told++;
}

/* tutorial 22 */
PROMISE("a log-in of the same user again fails no request that is under way") {
    set_keys();
    sign_up("a");
    NCMBQuery *query = NCMBQuery_queryWithClassName("Horse");
    for (int i = 0; i < LOG_INS; i++) {
        NCMBUser_logInWithUsernameInBackground_password_block("a", "secret", on_again, NULL);
        /* So close behind each other that one of them meets the moment in which the session changes. */
        while (log_ins_told == i && asked < ASKED_MAX) {
            bool is_full = asked - told >= OPEN_MAX;
            if (!is_full) ask(query);
            if (is_full || asked % DRAINED_EACH == 0) TCGBRunLoop_runUntil(is_full);
        }
    }
    for (int64_t began = milliseconds(); told < asked || log_ins_told < LOG_INS; TCGBRunLoop_runUntil(50))
        if (milliseconds() - began > PLAY_LIMIT_MILLISECONDS) broken_wait(__FILE__, __LINE__, "the answers", PLAY_LIMIT_MILLISECONDS);
    require_equal(code_of_failed, 0);
    require_text(NCMBUser_userName(NCMBUser_currentUser()), "a");
}

/* tutorial 18 */
PROMISE("an ACL decides what two users see and change") {
    set_keys();
    NCMBUser *first = sign_up("first");
    NCMBACL *acl = NCMBACL_ACLWithUser(first);
    require(NCMBACL_isReadAccessForUser(acl, first) && NCMBACL_isWriteAccessForUserId(acl, NCMBObject_objectId(first)));
    require(!NCMBACL_isPublicReadAccess(acl) && !NCMBACL_isPublicWriteAccess(acl));
    NCMBObject *diary = NCMBObject_objectWithClassName("Diary");
    NCMBObject_setACL(diary, acl);
    require(NCMBObject_ACL(diary) != NULL);
    save(diary);
    NCMBQuery *query = NCMBQuery_queryWithClassName("Diary");
    find(query);
    require_equal(answer.count, 1);
    sign_up("second");
    find(query);
    require_equal(answer.count, 0);
    PLAY(&answer, NCMBObject_fetchInBackgroundWithBlock(diary, on_error, &answer));
    require_equal(answer.code, NCMBErrorDataNotFound);

    log_in_as("first");
    NCMBACL_setPublicReadAccess(NCMBObject_ACL(diary), true);
    save(diary);
    log_in_as("second");
    NCMBObject *seen = fetched("Diary", NCMBObject_objectId(diary));
    require(NCMBACL_isPublicReadAccess(NCMBObject_ACL(seen)) && !NCMBACL_isPublicWriteAccess(NCMBObject_ACL(seen)));
    require(NCMBObject_setObject_forKey_int64(seen, 1, "page"));
    PLAY(&answer, NCMBObject_saveInBackgroundWithBlock(seen, on_error, &answer));
    require_equal(answer.code, NCMBErrorOperationForbiddenByACL);
    PLAY(&answer, NCMBObject_deleteInBackgroundWithBlock(seen, on_error, &answer));
    require_equal(answer.code, NCMBErrorOperationForbiddenByACL);
    /* A right of somebody takes that of everybody. */
    NCMBACL_setReadAccess_forUser(acl, true, NCMBUser_currentUser());
    require(!NCMBACL_isPublicReadAccess(acl));
    NCMBACL_setDefaultACL_withAccessForCurrentUser(NCMBACL_ACL(), true);
    NCMBObject *mine = NCMBObject_objectWithClassName("Diary");
    save(mine);
    require(NCMBACL_isWriteAccessForUser(NCMBObject_ACL(mine), NCMBUser_currentUser()));
    NCMBUser_logOut();
    find(query);
    require_equal(answer.count, 1);
}

PROMISE("what is made right after the start is the current user's, though the file that remembers the user was not read yet") {
    enum { BY_SAVE, BY_SAVE_EVENTUALLY, BY_FILE, WAYS };
    set_keys();
    sign_up("a");
    for (int way = 0; way < WAYS; way++) {
        require(TCGBGamebase_shutdown(5000));
        NCMBACL *nobody = NCMBACL_ACL();
        NCMB_setApplicationKey_clientKey("application-key", "client-key");
        NCMBACL_setDefaultACL_withAccessForCurrentUser(nobody, true);
        NCMBACL *acl = NCMBACL_ACL();
        NCMBObject *mine = way == BY_FILE ? NCMBFile_fileWithName_data("mine", "x", 1) : NCMBObject_objectWithClassName("Diary");
        if (way == BY_SAVE_EVENTUALLY) {
            PLAY_WELL(&answer, NCMBObject_saveEventually(mine, on_error, &answer));
        } else {
            save(mine);
        }
        NCMBUser *user = NCMBUser_currentUser();
        require(NCMBACL_isWriteAccessForUser(NCMBObject_ACL(mine), user) && NCMBACL_isReadAccessForUser(acl, user));
        require(!NCMBACL_isPublicReadAccess(NCMBObject_ACL(mine)));
        if (way == BY_FILE) {
            NCMBData *data = NCMBFile_getData(NCMBFile_fileWithName_data("mine", NULL, 0), NULL);
            require(data && NCMBData_length(data) == 1);
        } else {
            NCMBObject *same = fetched("Diary", NCMBObject_objectId(mine));
            require(NCMBACL_isWriteAccessForUser(NCMBObject_ACL(same), user));
        }
    }
}

PROMISE("a role gives its users, and those of roles inside it, its rights") {
    set_keys();
    NCMBUser *member = sign_up("member");
    sign_up("owner");
    NCMBRole *guild = NCMBRole_roleWithName("guild"), *team = NCMBRole_roleWithName("team");
    require_text(NCMBRole_roleName(guild), "guild");
    require_text(NCMBRelation_targetClass(NCMBRole_relationForUser(guild)), "user");
    require(NCMBRole_addUser(team, member) && NCMBRole_addRole(guild, team));
    require(!NCMBRole_addUser(guild, team) && !NCMBRole_addRole(guild, member));
    save(guild);
    require(NCMBObject_objectId(team) != NULL);
    NCMBACL *acl = NCMBACL_ACL();
    NCMBACL_setReadAccess_forRole(acl, true, guild);
    NCMBACL_setWriteAccess_forRoleWithName(acl, true, "other");
    require(NCMBACL_isReadAccessForRoleWithName(acl, "guild") && !NCMBACL_isWriteAccessForRole(acl, guild));
    NCMBObject *board = NCMBObject_objectWithClassName("Board");
    NCMBObject_setACL(board, acl);
    save(board);
    NCMBQuery *query = NCMBQuery_queryWithClassName("Board");
    find(query);
    require_equal(answer.count, 0);
    log_in_as("member");
    find(query);
    require_equal(answer.count, 1);
    PLAY(&answer, NCMBObject_deleteInBackgroundWithBlock(board, on_error, &answer));
    require_equal(answer.code, NCMBErrorOperationForbiddenByACL);

    NCMBQuery *users = NCMBRelation_query(NCMBRole_relationForUser(team)), *roles = NCMBRelation_query(NCMBRole_relationForRole(guild));
    find(users);
    require_equal(answer.count, 1);
    find(roles);
    require_equal(answer.count, 1);
    require(NCMBRelation_removeObject(NCMBRole_relationForUser(team), member));
    save(team);
    find(query);
    require_equal(answer.count, 0);
    require(NCMBRole_addRole(team, guild));
    PLAY(&answer, NCMBObject_saveInBackgroundWithBlock(team, on_error, &answer));
    require_equal(answer.code, NCMBErrorOperationForbidden);
    PLAY_WELL(&answer, NCMBQuery_countObjectsInBackgroundWithBlock(NCMBRole_query(), on_number, &answer));
    require_equal(answer.count, 2);
}

PROMISE("two spellings of one letter are two names, as everywhere in JSON and in the store") {
    set_keys();
    static const char composed[] = "caf\xc3\xa9", decomposed[] = "cafe\xcc\x81";
    NCMBACL *acl = NCMBACL_ACL();
    NCMBACL_setReadAccess_forRoleWithName(acl, true, composed);
    require(NCMBACL_isReadAccessForRoleWithName(acl, composed) && !NCMBACL_isReadAccessForRoleWithName(acl, decomposed));
    NCMBACL_setWriteAccess_forRoleWithName(acl, true, decomposed);
    require(!NCMBACL_isWriteAccessForRoleWithName(acl, composed));
    sign_up(composed);
    sign_up(decomposed);
    log_in_as(composed);
    require_text(NCMBUser_userName(NCMBUser_currentUser()), composed);
}

PROMISE("a relation finds its members, and mixes neither classes nor directions") {
    set_keys();
    NCMBObject *stable = NCMBObject_objectWithClassName("Stable"), *a = NCMBObject_objectWithClassName("Horse");
    NCMBObject *b = NCMBObject_objectWithClassName("Horse"), *cart = NCMBObject_objectWithClassName("Cart");
    NCMBRelation *horses = NCMBObject_relationforKey(stable, "horses");
    require(horses == NCMBObject_relationforKey(stable, "horses") && NCMBRelation_parent(horses) == stable);
    require_text(NCMBRelation_key(horses), "horses");
    require(!NCMBRelation_targetClass(horses) && !NCMBRelation_query(horses));
    require(NCMBRelation_addObject(horses, a) && NCMBRelation_addObject(horses, b));
    require(!NCMBRelation_addObject(horses, cart));
    require_text(NCMBRelation_targetClass(horses), "Horse");
    save(stable);
    find(NCMBRelation_query(horses));
    require_equal(answer.count, 2);
    require(NCMBRelation_removeObject(horses, a) && !NCMBRelation_addObject(horses, b));
    save(stable);
    NCMBObject *again = fetched("Stable", NCMBObject_objectId(stable));
    NCMBQuery *query = NCMBRelation_query(NCMBObject_relationforKey(again, "horses"));
    find(query);
    require_equal(answer.count, 1);
    require_text(NCMBObject_objectId(found[0]), NCMBObject_objectId(b));
    NCMBQuery *related = NCMBQuery_queryWithClassName("Horse");
    require(NCMBQuery_relatedTo_objectId_key(related, "Stable", NCMBObject_objectId(stable), "horses"));
    find(related);
    require_equal(answer.count, 1);
    NCMBRelation *own = NCMBRelation_initWithClassName_key(stable, "carts"), *none = NCMBRelation_initWithClassName("Horse");
    require(NCMBRelation_addObject(own, cart) && !NCMBRelation_addObject(none, a) && !NCMBRelation_parent(none));
    require(NCMBObject_setObject_forKey_int64(stable, 1, "size") && !NCMBObject_relationforKey(stable, "size"));
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
