/* Objects: what is saved is found again, as what it was. */
#include "backend.h"

PROMISE("without keys every call says so") {
    NCMBObject *horse = NCMBObject_objectWithClassName("Horse");
    PLAY(&answer, NCMBObject_saveInBackgroundWithBlock(horse, on_error, &answer));
    require_equal(answer.code, 1);
    TCGBError *error = NULL;
    require(!NCMBObject_save(horse, &error));
    require_equal(TCGBError_code(error), 1);
    require_text(TCGBError_domain(error), kNCMBErrorDomain);
    require(!NCMB_getApplicationKey());
}

PROMISE("the keys start the library, and a shutdown ends it") {
    set_keys();
    require_text(NCMB_getApplicationKey(), "application-key");
    require_text(NCMB_getClientKey(), "client-key");
    require(!NCMB_getResponseValidationFlag());
    NCMB_enableResponseValidation(true);
    require(NCMB_getResponseValidationFlag());
    require(TCGBGamebase_shutdown(5000));
    require(!NCMB_getApplicationKey());
}

PROMISE("Gamebase may come before the keys, and behind them") {
    initialize_here();
    NCMB_setApplicationKey_clientKey("application-key", "client-key");
    NCMBObject *horse = NCMBObject_objectWithClassName("Horse");
    save(horse);
    require(TCGBGamebase_shutdown(5000));
    set_keys();
    TCGBRelease(fetched("Horse", NCMBObject_objectId(horse)));
    initialize_in(NULL);
    log_in();
    TCGBRelease(fetched("Horse", NCMBObject_objectId(horse)));
}

PROMISE("an object is created, changed, read again and deleted") {
    set_keys();
    NCMBObject *horse = NCMBObject_objectWithClassName("Horse");
    require_text(NCMBObject_ncmbClassName(horse), "Horse");
    require(!NCMBObject_objectId(horse));
    require_equal(NCMBObject_createDate(horse), -1);
    require(NCMBObject_setObject_forKey_string(horse, "Bucephalus", "name"));
    save(horse);
    require_equal(strlen(NCMBObject_objectId(horse)), 16);
    require(NCMBObject_createDate(horse) > 1600000000000);
    require_equal(NCMBObject_updateDate(horse), NCMBObject_createDate(horse));

    require(NCMBObject_setObject_forKey_string(horse, "Incitatus", "name"));
    save(horse);
    require(NCMBObject_updateDate(horse) > NCMBObject_createDate(horse));
    NCMBObject *again = fetched("Horse", NCMBObject_objectId(horse));
    require_text(NCMBObject_objectForKey_string(again, "name"), "Incitatus");
    require_equal(NCMBObject_createDate(again), NCMBObject_createDate(horse));
    require_equal(NCMBObject_updateDate(again), NCMBObject_updateDate(horse));

    PLAY_WELL(&answer, NCMBObject_deleteInBackgroundWithBlock(horse, on_error, &answer));
    require(!NCMBObject_objectId(horse));
    require(!NCMBObject_objectForKey_string(horse, "name"));
    require_equal(NCMBObject_allKeys_count(horse), 0);
    PLAY(&answer, NCMBObject_refreshInBackgroundWithBlock(again, on_error, &answer));
    require_equal(answer.code, NCMBErrorDataNotFound);
    PLAY(&answer, NCMBObject_fetchInBackgroundWithBlock(horse, on_error, &answer));
    require_equal(answer.code, NCMBErrorRequired);
}

PROMISE("each type of value comes back as what it was") {
    set_keys();
    NCMBObject *horse = NCMBObject_objectWithClassName("Horse");
    NCMBGeoPoint *place = NCMBGeoPoint_geoPointWithLatitude_longitude(35.6585805, 139.7454329);
    require(NCMBObject_setObject_forKey_int64(horse, 9007199254740993, "points"));
    require(NCMBObject_setObject_forKey_double(horse, 5.0, "weight"));
    require(NCMBObject_setObject_forKey_bool(horse, true, "fast"));
    require(NCMBObject_setObject_forKey_date(horse, 1416441600123, "born"));
    require(NCMBObject_setObject_forKey_geoPoint(horse, place, "stable"));
    require(NCMBObject_setObject_forKey_json(horse, "{\"speed\":3,\"colors\":[\"bay\",null,1.5]}", "parameters"));
    require(NCMBObject_setObject_forKey_string(horse, "", "empty"));
    save(horse);
    NCMBObject *again = fetched("Horse", NCMBObject_objectId(horse));
    require_equal(NCMBObject_allKeys_count(again), 7);
    require_equal(NCMBObject_objectForKey_int64(again, "points"), 9007199254740993);
    require_text(NCMBObject_objectForKey_json(again, "points"), "9007199254740993");
    require_text(NCMBObject_objectForKey_json(again, "weight"), "5.0");
    require(NCMBObject_objectForKey_double(again, "weight") == 5.0);
    require(NCMBObject_objectForKey_bool(again, "fast"));
    require_equal(NCMBObject_objectForKey_date(again, "born"), 1416441600123);
    NCMBGeoPoint *stable = NCMBObject_objectForKey_geoPoint(again, "stable");
    require(NCMBGeoPoint_latitude(stable) == 35.6585805 && NCMBGeoPoint_longitude(stable) == 139.7454329);
    require_text(NCMBObject_objectForKey_json(again, "parameters"), "{\"speed\":3,\"colors\":[\"bay\",null,1.5]}");
    require_text(NCMBObject_objectForKey_string(again, "empty"), "");
    require(!NCMBObject_objectForKey_string(again, "points") && !NCMBObject_objectForKey_json(again, "missing"));
    require_equal(NCMBObject_objectForKey_date(again, "points"), INT64_MIN);
}

PROMISE("a list of as many elements as it may have is saved, from numbers and from JSON text") {
    static int64_t numbers[NCMB_ELEMENTS_MAX];
    static char text[2 * NCMB_ELEMENTS_MAX + 2];
    for (size_t i = 0; i < NCMB_ELEMENTS_MAX; i++) numbers[i] = 7, text[2 * i] = ',', text[2 * i + 1] = '7';
    text[0] = '[', text[2 * NCMB_ELEMENTS_MAX] = ']';
    set_keys();
    NCMBObject *map = NCMBObject_objectWithClassName("Map");
    require(NCMBObject_addObjectsFromArray_forKey_int64s(map, numbers, NCMB_ELEMENTS_MAX, "numbers"));
    require(NCMBObject_setObject_forKey_json(map, text, "tiles"));
    save(map);
    NCMBObject *again = fetched("Map", NCMBObject_objectId(map));
    require_text(NCMBObject_objectForKey_json(again, "numbers"), text);
    require_text(NCMBObject_objectForKey_json(again, "tiles"), text);
}

static int64_t microseconds_of_steps(bool (*step)(NCMBObject *, int64_t, const char *), NCMBObject *object, int64_t from, int64_t to) {
    struct timespec began, ended;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &began);
    for (int64_t i = from; i < to; i++) require(step(object, i, "list"));
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ended);
    return (ended.tv_sec - began.tv_sec) * 1000000 + (ended.tv_nsec - began.tv_nsec) / 1000;
}

PROMISE("the last of 16,000 elements that are added one by one takes no longer than the first") {
    enum { STEP = 1000, STEPS = 16, TIMES_MAX = 5, NOISE_MICROSECONDS = 10000 };
    set_keys();
    for (int is_saved = 0; is_saved < 2; is_saved++) {
        NCMBObject *object = NCMBObject_objectWithClassName("Score");
        if (is_saved) save(object);
        int64_t first = microseconds_of_steps(NCMBObject_addObject_forKey_int64, object, 0, STEP), last = 0;
        for (int64_t i = 1; i < STEPS; i++)
            last = microseconds_of_steps(NCMBObject_addObject_forKey_int64, object, i * STEP, (i + 1) * STEP);
        if (last > TIMES_MAX * first + NOISE_MICROSECONDS) broken_number(__FILE__, __LINE__, "last, first", last, first);
        require(NCMBObject_removeObject_forKey_int64(object, 3, "list") == !is_saved);
        save(object);
        NCMBObject *again = fetched("Score", NCMBObject_objectId(object));
        require_text(NCMBObject_objectForKey_json(again, "list"), NCMBObject_objectForKey_json(object, "list"));
        require(NCMBObject_removeObject_forKey_int64(again, 5, "list") && NCMBObject_removeObject_forKey_int64(again, 7, "list"));
        save(again);
        PLAY_WELL(&answer, NCMBObject_fetchInBackgroundWithBlock(object, on_error, &answer));
        require_text(NCMBObject_objectForKey_json(object, "list"), NCMBObject_objectForKey_json(again, "list"));
        require(
            !strstr(NCMBObject_objectForKey_json(object, "list"), ",5,") && strstr(NCMBObject_objectForKey_json(object, "list"), ",6,"));
    }
}

PROMISE("operations add up before the save and at the service") {
    set_keys();
    NCMBObject *horse = NCMBObject_objectWithClassName("Horse");
    require(NCMBObject_incrementKey(horse, "wins"));
    require(NCMBObject_addObject_forKey_string(horse, "Derby", "races"));
    save(horse);
    NCMBObject *other = fetched("Horse", NCMBObject_objectId(horse));
    require(NCMBObject_incrementKey_byAmount_int64(horse, "wins", 9007199254740993));
    require(NCMBObject_incrementKey_byAmount_int64(other, "wins", 10));
    const char *races[] = {"Derby", "Oaks", "Oaks"};
    require(NCMBObject_addUniqueObjectsFromArray_forKey_strings(horse, races, 3, "races"));
    require_text(NCMBObject_objectForKey_json(horse, "races"), "[\"Derby\",\"Oaks\"]");
    save(other);
    save(horse);
    PLAY_WELL(&answer, NCMBObject_fetchInBackgroundWithBlock(horse, on_error, &answer));
    require_equal(NCMBObject_objectForKey_int64(horse, "wins"), 9007199254741004);
    require(NCMBObject_removeObject_forKey_string(horse, "Derby", "races"));
    require(NCMBObject_removeObjectForKey(horse, "wins"));
    save(horse);
    PLAY_WELL(&answer, NCMBObject_refreshInBackgroundWithBlock(horse, on_error, &answer));
    require_text(NCMBObject_objectForKey_json(horse, "races"), "[\"Oaks\"]");
    require_text(NCMBObject_objectForKey_json(horse, "wins"), "null");
}

PROMISE("a change that does not go together with one that waits changes nothing") {
    set_keys();
    NCMBObject *horse = NCMBObject_objectWithClassName("Horse");
    require(!NCMBObject_removeObject_forKey_string(horse, "Derby", "races"));
    require(NCMBObject_setObject_forKey_string(horse, "Arion", "name"));
    require(!NCMBObject_incrementKey(horse, "name"));
    require(!NCMBObject_addObject_forKey_int64(horse, 1, "name"));
    require_text(NCMBObject_objectForKey_string(horse, "name"), "Arion");
    require(NCMBObject_setObject_forKey_int64(horse, INT64_MAX, "points"));
    require(!NCMBObject_incrementKey(horse, "points"));
    save(horse);
    require(NCMBObject_addObject_forKey_string(horse, "Derby", "races"));
    require(!NCMBObject_addUniqueObject_forKey_string(horse, "Oaks", "races"));
    require(!NCMBObject_removeObject_forKey_string(horse, "Derby", "races"));
    require_text(NCMBObject_objectForKey_json(horse, "races"), "[\"Derby\"]");
    save(horse);
    require(NCMBObject_removeObject_forKey_string(horse, "Derby", "races"));
    require(!NCMBObject_setObject_forKey_string(horse, "x", "objectId"));
    require(!NCMBObject_setObject_forKey_string(horse, "x", "1st"));
    require(!NCMBObject_setObject_forKey_json(horse, "{\"__op\":\"Increment\",\"amount\":1}", "trick"));
    require(!NCMBObject_setObject_forKey_double(horse, 1.0 / 0.0, "weight"));
    require(!NCMBObject_setObject_forKey_date(horse, INT64_MAX, "born"));
    require_equal(NCMBObject_allKeys_count(horse), 3);
}

PROMISE("what is changed while a save is under way waits for the next one") {
    set_keys();
    NCMBObject *horse = NCMBObject_objectWithClassName("Horse");
    struct answer first = {0}, second = {0};
    require(NCMBObject_setObject_forKey_int64(horse, 1, "a"));
    NCMBObject_saveInBackgroundWithBlock(horse, on_error, &first);
    require(NCMBObject_setObject_forKey_int64(horse, 2, "b"));
    NCMBObject_saveInBackgroundWithBlock(horse, on_error, &second);
    require(NCMBObject_setObject_forKey_int64(horse, 3, "c"));
    require(pump_until(&second.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(first.code, 0);
    require_equal(second.code, 0);
    NCMBObject *again = fetched("Horse", NCMBObject_objectId(horse));
    require_equal(NCMBObject_allKeys_count(again), 2);
    require_equal(NCMBObject_objectForKey_int64(horse, "c"), 3);
    NCMBQuery *all = NCMBQuery_queryWithClassName("Horse");
    PLAY_WELL(&answer, NCMBQuery_countObjectsInBackgroundWithBlock(all, on_number, &answer));
    require_equal(answer.count, 1);
}

PROMISE("saves that wait behind a deletion make one new object of what they were to send") {
    set_keys();
    NCMBObject *horse = NCMBObject_objectWithClassName("Horse"), *rider = NCMBObject_objectWithClassName("Rider");
    struct answer gone = {0}, first = {0};
    require(NCMBObject_setObject_forKey_int64(horse, 1, "old"));
    save(horse);
    NCMBObject_deleteInBackgroundWithBlock(horse, on_error, &gone);
    require(NCMBObject_setObject_forKey_object(horse, rider, "rider") && NCMBObject_incrementKey_byAmount_int64(horse, "wins", 3));
    NCMBObject_saveInBackgroundWithBlock(horse, on_error, &first);
    require(NCMBObject_setObject_forKey_int64(horse, 2, "new"));
    save(horse);
    require_equal(gone.code, 0);
    require_equal(first.code, 0);
    require_equal(NCMBObject_objectForKey_int64(horse, "new"), 2);
    NCMBObject *again = fetched("Horse", NCMBObject_objectId(horse));
    require_equal(NCMBObject_allKeys_count(again), 3);
    require_equal(NCMBObject_objectForKey_int64(again, "wins"), 3);
    require_text(NCMBObject_objectId(NCMBObject_objectForKey_object(again, "rider")), NCMBObject_objectId(rider));
    /* The same of what is deleted and saved eventually. */
    NCMBObject_deleteEventually(horse, NULL, NULL);
    require(NCMBObject_setObject_forKey_int64(horse, 4, "new"));
    PLAY_WELL(&answer, NCMBObject_saveEventually(horse, on_error, &answer));
    require_equal(NCMBObject_objectForKey_int64(fetched("Horse", NCMBObject_objectId(horse)), "new"), 4);
    NCMBQuery *all = NCMBQuery_queryWithClassName("Horse");
    PLAY_WELL(&answer, NCMBQuery_countObjectsInBackgroundWithBlock(all, on_number, &answer));
    require_equal(answer.count, 1);
}

/* tutorial 17 */
PROMISE("what could not be saved stays, under what was changed since") {
    set_keys();
    NCMBObject *horse = NCMBObject_objectWithClassName("Horse");
    save(horse);
    const char *id = NCMBObject_objectId(horse);
    NCMBObject_setObjectId(horse, "gone");
    require(NCMBObject_setObject_forKey_int64(horse, 1, "a"));
    require(NCMBObject_incrementKey(horse, "wins"));
    struct answer failed = {0};
    NCMBObject_saveInBackgroundWithBlock(horse, on_error, &failed);
    require(NCMBObject_incrementKey_byAmount_int64(horse, "wins", 5));
    require(pump_until(&failed.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(failed.code, NCMBErrorDataNotFound);
    NCMBObject_setObjectId(horse, id);
    save(horse);
    NCMBObject *again = fetched("Horse", id);
    require_equal(NCMBObject_objectForKey_int64(again, "a"), 1);
    require_equal(NCMBObject_objectForKey_int64(again, "wins"), 6);
}

PROMISE("a save that asks for it is refused when another device has changed the object") {
    set_keys();
    NCMBObject *mine = NCMBObject_objectWithClassName("Horse");
    require(NCMBObject_setObject_forKey_int64(mine, 1, "points") && !NCMBObject_requiresUnchanged(mine));
    NCMBObject_setRequiresUnchanged(mine, true);
    require(NCMBObject_requiresUnchanged(mine));
    save(mine);
    NCMBObject *theirs = fetched("Horse", NCMBObject_objectId(mine));
    require(NCMBObject_setObject_forKey_int64(theirs, 2, "points"));
    save(theirs);
    require(NCMBObject_setObject_forKey_int64(mine, 3, "points"));
    PLAY(&answer, NCMBObject_saveInBackgroundWithBlock(mine, on_error, &answer));
    require_equal(answer.code, NCMBErrorDuplicateValue);
    require_equal(NCMBObject_objectForKey_int64(fetched("Horse", NCMBObject_objectId(mine)), "points"), 2);
    PLAY_WELL(&answer, NCMBObject_fetchInBackgroundWithBlock(mine, on_error, &answer));
    require_equal(NCMBObject_objectForKey_int64(mine, "points"), 3);
    save(mine);
    require(NCMBObject_setObject_forKey_int64(mine, 4, "points"));
    save(mine);
    NCMBObject_setRequiresUnchanged(theirs, true);
    require(NCMBObject_setObject_forKey_int64(theirs, 5, "points"));
    NCMBObject_setRequiresUnchanged(theirs, false);
    save(theirs);
    require_equal(NCMBObject_objectForKey_int64(fetched("Horse", NCMBObject_objectId(mine)), "points"), 5);
}

PROMISE("a fetch keeps what is not saved, a refresh drops it") {
    set_keys();
    NCMBObject *horse = NCMBObject_objectWithClassName("Horse");
    require(NCMBObject_setObject_forKey_int64(horse, 1, "points"));
    save(horse);
    require(NCMBObject_incrementKey(horse, "points"));
    PLAY_WELL(&answer, NCMBObject_fetchInBackgroundWithBlock(horse, on_error, &answer));
    require_equal(NCMBObject_objectForKey_int64(horse, "points"), 2);
    PLAY_WELL(&answer, NCMBObject_refreshInBackgroundWithBlock(horse, on_error, &answer));
    require_equal(NCMBObject_objectForKey_int64(horse, "points"), 1);
    save(horse);
    NCMBObject *again = fetched("Horse", NCMBObject_objectId(horse));
    require_equal(NCMBObject_objectForKey_int64(again, "points"), 1);
}

PROMISE("an ACL that could not be saved stays over a fetch, is saved with the next save, and goes with a refresh") {
    set_keys();
    NCMBUser *ann = sign_up("ann");
    NCMBObject *horse = NCMBObject_objectWithClassName("Horse");
    save(horse);
    const char *id = NCMBObject_objectId(horse);
    NCMBACL *hers = NCMBACL_ACLWithUser(ann);
    for (int is_refreshed = 1; is_refreshed >= 0; is_refreshed--) {
        NCMBObject_setACL(horse, hers);
        NCMBObject_setObjectId(horse, "gone");
        PLAY(&answer, NCMBObject_saveInBackgroundWithBlock(horse, on_error, &answer));
        require_equal(answer.code, NCMBErrorDataNotFound);
        NCMBObject_setObjectId(horse, id);
        if (!is_refreshed) break;
        PLAY_WELL(&answer, NCMBObject_refreshInBackgroundWithBlock(horse, on_error, &answer));
        require(NCMBACL_isPublicReadAccess(NCMBObject_ACL(horse)));
    }
    PLAY_WELL(&answer, NCMBObject_fetchInBackgroundWithBlock(horse, on_error, &answer));
    require(!NCMBACL_isPublicReadAccess(NCMBObject_ACL(horse)));
    save(horse);
    require(!NCMBACL_isPublicReadAccess(NCMBObject_ACL(horse)));
    /* What is granted later is granted beside it, and does not open the object to everybody again. */
    NCMBACL_setReadAccess_forRoleWithName(NCMBObject_ACL(horse), true, "team");
    save(horse);
    NCMBObject *again = fetched("Horse", id);
    require(!NCMBACL_isPublicReadAccess(NCMBObject_ACL(again)) && !NCMBACL_isPublicWriteAccess(NCMBObject_ACL(again)));
    require(NCMBACL_isReadAccessForRoleWithName(NCMBObject_ACL(again), "team"));
}

PROMISE("objects that are not saved are saved before the one that names them") {
    set_keys();
    NCMBObject *horse = NCMBObject_objectWithClassName("Horse"), *owner = NCMBObject_objectWithClassName("Owner");
    NCMBObject *town = NCMBObject_objectWithClassName("Town");
    require(NCMBObject_setObject_forKey_string(owner, "Sato", "name"));
    require(NCMBObject_setObject_forKey_object(owner, town, "home"));
    require(NCMBObject_setObject_forKey_object(horse, owner, "owner"));
    require(NCMBObject_objectForKey_object(horse, "owner") == owner);
    require(NCMBObject_addObject_forKey_object(horse, owner, "riders"));
    save(horse);
    require(NCMBObject_objectId(owner) && NCMBObject_objectId(town));
    require(NCMBObject_objectForKey_object(horse, "owner") == owner);
    NCMBQuery *query = NCMBQuery_queryWithClassName("Horse");
    NCMBQuery_includeKey(query, "owner.home");
    find(query);
    NCMBObject *same = NCMBObject_objectForKey_object(found[0], "owner");
    require_text(NCMBObject_objectId(same), NCMBObject_objectId(owner));
    require_text(NCMBObject_objectForKey_string(same, "name"), "Sato");

    NCMBObject *a = NCMBObject_objectWithClassName("Ring"), *b = NCMBObject_objectWithClassName("Ring");
    require(!NCMBObject_setObject_forKey_object(a, a, "next"));
    require(NCMBObject_setObject_forKey_object(a, b, "next") && !NCMBObject_setObject_forKey_object(b, a, "next"));
    save(b);
    require(NCMBObject_setObject_forKey_object(b, a, "next"));
    save(a);
}

PROMISE("objects may name each other when one of them is saved, and all are freed") {
    set_keys();
    NCMBObject *owner = NCMBObject_objectWithClassName("Owner"), *horse = NCMBObject_objectWithClassName("Horse");
    save(owner);
    require(NCMBObject_setObject_forKey_object(horse, owner, "owner"));
    require(NCMBObject_objectForKey_object(horse, "owner") == owner);
    require(NCMBObject_setObject_forKey_object(owner, horse, "best"));
    require(NCMBObject_setObject_forKey_object(owner, owner, "self"));
    require(NCMBObject_objectForKey_object(owner, "self") == owner);
    NCMBRelation *stable = NCMBObject_relationforKey(owner, "stable");
    require(NCMBRelation_parent(stable) == owner && NCMBRelation_addObject(stable, owner));
    save(owner);
    require(NCMBObject_objectForKey_object(owner, "best") == horse);
    require_text(NCMBObject_objectId(NCMBObject_objectForKey_object(horse, "owner")), NCMBObject_objectId(owner));
    TCGBRelease(horse);
    require(NCMBObject_objectId(NCMBObject_objectForKey_object(owner, "best")));
    TCGBRelease(owner);
    require(!NCMBObject_objectId(owner) && !NCMBRelation_key(stable));
}

PROMISE("what waits for the answer has it, and fails at once inside a callback") {
    set_keys();
    NCMBObject *horse = NCMBObject_objectWithClassName("Horse");
    TCGBError *error = NULL;
    require(NCMBObject_setObject_forKey_int64(horse, 1, "points"));
    require(NCMBObject_save(horse, &error) && !error);
    require(NCMBObject_save(horse, NULL));
    require(NCMBObject_fetch(horse, NULL) && NCMBObject_refresh(horse, NULL));
    require(NCMBObject_delete(horse, NULL));
    require(!NCMBObject_delete(horse, &error));
    require_equal(TCGBError_code(error), NCMBErrorRequired);
    TCGBRelease(error);
    struct answer told = {0};
    NCMBObject_saveInBackgroundWithBlock(horse, on_error, &told);
    require(pump_until(&told.times, PLAY_LIMIT_MILLISECONDS));
}

static int64_t results[16];
static void on_all(const TCGBError *const *all, size_t count, const TCGBError *error, void *context) {
    struct answer *told = context;
    note_error(told, error);
    told->count = count;
    for (size_t i = 0; i < count && i < 16; i++) results[i] = TCGBError_code(all[i]);
    came(told);
}
PROMISE("many objects are saved, read and deleted in one call, and what fails for one is no matter to the others") {
    set_keys();
    NCMBObject *horses[12];
    for (int i = 0; i < 12; i++) {
        horses[i] = NCMBObject_objectWithClassName("Horse");
        require(NCMBObject_setObject_forKey_int64(horses[i], i, "points"));
    }
    NCMBObject_setObjectId(horses[3], "nobodyshorse");
    NCMBObject_setObjectId(horses[7], "nobodyshorse");
    PLAY(&answer, NCMBObject_saveAllInBackground_withBlock(horses, 12, on_all, &answer));
    require_equal(answer.count, 12);
    require_equal(answer.code, NCMBErrorDataNotFound); /* of the first that failed */
    for (int i = 0; i < 12; i++) require_equal(results[i], i == 3 || i == 7 ? NCMBErrorDataNotFound : 0);
    NCMBObject *device = fetched("Horse", NCMBObject_objectId(horses[1]));
    require(NCMBObject_incrementKey(device, "points") && NCMBObject_save(device, NULL));
    horses[3] = horses[4], horses[7] = horses[1]; /* the same one twice */
    PLAY_WELL(&answer, NCMBObject_fetchAllInBackground_withBlock(horses, 12, on_all, &answer));
    require_equal(NCMBObject_objectForKey_int64(horses[7], "points"), 2);
    require(NCMBObject_saveAll_error(horses, 12, NULL) && NCMBObject_fetchAll_error(horses, 12, NULL));
    PLAY_WELL(&answer, NCMBObject_deleteAllInBackground_withBlock(horses, 3, on_all, &answer));
    require_equal(answer.count, 3);
    TCGBError *error = NULL;
    require(!NCMBObject_deleteAll_error(horses, 3, &error)); /* they are empty now */
    require_equal(TCGBError_code(error), NCMBErrorRequired);
    TCGBRelease(error);
    NCMBQuery *query = NCMBQuery_queryWithClassName("Horse");
    require_equal(NCMBQuery_countObjects(query, NULL), 7); /* 10 were saved */
    PLAY_WELL(&answer, NCMBObject_saveAllInBackground_withBlock(NULL, 0, on_all, &answer));
    PLAY(&answer, NCMBObject_saveAllInBackground_withBlock(horses, NCMB_OBJECTS_AT_ONCE_MAX + 1, on_all, &answer));
    require_equal(answer.code, 3);
    horses[5] = (NCMBObject *)query;
    PLAY(&answer, NCMBObject_fetchAllInBackground_withBlock(horses, 12, on_all, &answer));
    require_equal(answer.code, 3);
    require(strstr(answer.message, "objects"));
    require_equal(answer.count, 0);
    horses[5] = NCMBFile_fileWithName_data("a.txt", "a", 1);
    PLAY(&answer, NCMBObject_saveAllInBackground_withBlock(horses + 4, 2, on_all, &answer));
    require(results[0] == 0 && results[1] == NCMBErrorOperationForbidden);
}

static TCGBError *of_callback;
static int64_t took;
static void on_saved(const TCGBError *error, void *context) {
    int64_t began = milliseconds();
    require(!NCMBObject_save(context, &of_callback));
    took = milliseconds() - began;
    on_error(error, &answer);
}
PROMISE("a callback that would wait for itself is told so") {
    set_keys();
    NCMBObject *horse = NCMBObject_objectWithClassName("Horse");
    PLAY_WELL(&answer, NCMBObject_saveInBackgroundWithBlock(horse, on_saved, horse));
    require_equal(TCGBError_code(of_callback), TCGB_ERROR_NOT_CALLABLE_STATE);
    require(took < 1000);
}

/* tutorial 26 */
PROMISE("a bad handle is refused wherever it is given") {
    set_keys();
    NCMBObject *gone = NCMBObject_objectWithClassName("Horse"), *horse = NCMBObject_objectWithClassName("Horse");
    NCMBQuery *query = NCMBQuery_queryWithClassName("Horse");
    TCGBRelease(gone);
    const void *bad[] = {NULL, gone, query, (void *)0x1234};
    for (size_t i = 0; i < 4; i++) {
        NCMBObject *object = (NCMBObject *)bad[i];
        TCGBError *error = NULL;
        require(!NCMBObject_objectId(object) && !NCMBObject_setObject_forKey_int64(object, 1, "a"));
        require(!NCMBObject_setObject_forKey_object(horse, object, "a"));
        require(!NCMBObject_objectForKey_json(object, "a") && !NCMBObject_ACL(object));
        require(!NCMBObject_save(object, &error));
        require_equal(TCGBError_code(error), 3);
        require_text(TCGBError_domain(error), kNCMBErrorDomain);
        PLAY(&answer, NCMBObject_saveInBackgroundWithBlock(object, on_error, &answer));
        require_equal(answer.code, 3);
        require(!NCMBUser_userName(object) && !NCMBRole_roleName(object));
    }
    require(!NCMBObject_objectWithClassName(NULL) && !NCMBObject_objectWithClassName("") && !NCMBObject_objectWithClassName("a b"));
    require(!NCMBObject_setObject_forKey_string(horse, NULL, "a") && !NCMBObject_setObject_forKey_string(horse, "a", NULL));
    require(!NCMBUser_setUserName(horse, "a"));
    require_equal(NCMBObject_allKeys_count(horse), 0);
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
