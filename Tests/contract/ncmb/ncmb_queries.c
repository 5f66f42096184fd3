/* Queries: each condition, each order, and what they find for whom. */
#include "backend.h"

/* Three horses: points 1, 2, 3; the last one is the newest. */
static void stable(void) {
    static const char *const names[] = {"Arion", "Balios", "Xanthos"};
    set_keys();
    for (int i = 0; i < 3; i++) {
        NCMBObject *horse = NCMBObject_objectWithClassName("Horse");
        require(NCMBObject_setObject_forKey_string(horse, names[i], "name"));
        require(NCMBObject_setObject_forKey_int64(horse, i + 1, "points"));
        require(NCMBObject_setObject_forKey_double(horse, i + 0.5, "weight"));
        require(NCMBObject_setObject_forKey_bool(horse, i == 1, "fast"));
        require(NCMBObject_setObject_forKey_date(horse, 1000000 * (i + 1), "born"));
        NCMBGeoPoint *place = NCMBGeoPoint_geoPointWithLatitude_longitude(35.0 + i, 139.0);
        require(NCMBObject_setObject_forKey_geoPoint(horse, place, "place"));
        TCGBRelease(place);
        if (i > 0) require(NCMBObject_setObject_forKey_json(horse, i == 1 ? "[\"a\",1]" : "[\"a\",\"b\",2]", "tags"));
        save(horse);
        TCGBRelease(horse);
    }
}
static NCMBQuery *horses(void) { return NCMBQuery_queryWithClassName("Horse"); }

/* What the query finds, as the last digits of points in ascending order: "13". */
static const char *finds(NCMBQuery *query) {
    static char text[16];
    require(NCMBQuery_orderByAscending(query, "points"));
    find(query);
    memset(text, 0, sizeof text);
    for (size_t i = 0; i < answer.count; i++) {
        text[i] = (char)('0' + NCMBObject_objectForKey_int64(found[i], "points"));
        TCGBRelease(found[i]);
    }
    TCGBRelease(query);
    return text;
}
#define FINDS(what, condition) \
    do { \
        NCMBQuery *q = horses(); \
        require(condition); \
        require_text(finds(q), what); \
    } while (0)

PROMISE("each value of equality and its opposite finds what it should") {
    stable();
    NCMBGeoPoint *place = NCMBGeoPoint_geoPointWithLatitude_longitude(36.0, 139.0);
    FINDS("2", NCMBQuery_whereKey_equalTo_string(q, "name", "Balios"));
    FINDS("3", NCMBQuery_whereKey_equalTo_int64(q, "points", 3));
    FINDS("1", NCMBQuery_whereKey_equalTo_double(q, "weight", 0.5));
    FINDS("2", NCMBQuery_whereKey_equalTo_bool(q, "fast", true));
    FINDS("2", NCMBQuery_whereKey_equalTo_date(q, "born", 2000000));
    FINDS("2", NCMBQuery_whereKey_equalTo_geoPoint(q, "place", place));
    FINDS("1", NCMBQuery_whereKey_equalTo_json(q, "tags", "null"));
    FINDS("3", NCMBQuery_whereKey_equalTo_string(q, "tags", "b"));
    FINDS("13", NCMBQuery_whereKey_notEqualTo_string(q, "name", "Balios"));
    FINDS("12", NCMBQuery_whereKey_notEqualTo_int64(q, "points", 3));
    FINDS("23", NCMBQuery_whereKey_notEqualTo_double(q, "weight", 0.5));
    FINDS("13", NCMBQuery_whereKey_notEqualTo_bool(q, "fast", true));
    FINDS("13", NCMBQuery_whereKey_notEqualTo_date(q, "born", 2000000));
    FINDS("13", NCMBQuery_whereKey_notEqualTo_geoPoint(q, "place", place));
    FINDS("23", NCMBQuery_whereKey_notEqualTo_json(q, "tags", "null"));
}

PROMISE("each comparison finds what it should, and two join on one key") {
    stable();
    FINDS("1", NCMBQuery_whereKey_lessThan_int64(q, "points", 2));
    FINDS("12", NCMBQuery_whereKey_lessThanOrEqualTo_int64(q, "points", 2));
    FINDS("3", NCMBQuery_whereKey_greaterThan_int64(q, "points", 2));
    FINDS("23", NCMBQuery_whereKey_greaterThanOrEqualTo_int64(q, "points", 2));
    FINDS("1", NCMBQuery_whereKey_lessThan_double(q, "weight", 1.5));
    FINDS("12", NCMBQuery_whereKey_lessThanOrEqualTo_double(q, "weight", 1.5));
    FINDS("3", NCMBQuery_whereKey_greaterThan_double(q, "weight", 1.5));
    FINDS("23", NCMBQuery_whereKey_greaterThanOrEqualTo_double(q, "weight", 1.5));
    FINDS("1", NCMBQuery_whereKey_lessThan_string(q, "name", "Balios"));
    FINDS("12", NCMBQuery_whereKey_lessThanOrEqualTo_string(q, "name", "Balios"));
    FINDS("3", NCMBQuery_whereKey_greaterThan_string(q, "name", "Balios"));
    FINDS("23", NCMBQuery_whereKey_greaterThanOrEqualTo_string(q, "name", "Balios"));
    FINDS("1", NCMBQuery_whereKey_lessThan_date(q, "born", 2000000));
    FINDS("12", NCMBQuery_whereKey_lessThanOrEqualTo_date(q, "born", 2000000));
    FINDS("3", NCMBQuery_whereKey_greaterThan_date(q, "born", 2000000));
    FINDS("23", NCMBQuery_whereKey_greaterThanOrEqualTo_date(q, "born", 2000000));
    FINDS("1", NCMBQuery_whereKey_lessThan_json(q, "points", "1.5"));
    FINDS("12", NCMBQuery_whereKey_lessThanOrEqualTo_json(q, "points", "2.0"));
    FINDS("23", NCMBQuery_whereKey_greaterThan_json(q, "points", "1"));
    FINDS("3", NCMBQuery_whereKey_greaterThanOrEqualTo_json(q, "points", "2.1"));
    FINDS("2", NCMBQuery_whereKey_greaterThan_int64(q, "points", 1) && NCMBQuery_whereKey_lessThan_int64(q, "points", 3));
    FINDS("2", NCMBQuery_whereKey_equalTo_int64(q, "points", 2) && NCMBQuery_whereKey_lessThan_int64(q, "points", 3));
    FINDS("", NCMBQuery_whereKey_equalTo_int64(q, "points", 2) && NCMBQuery_whereKey_lessThan_int64(q, "points", 2));
    FINDS("1", NCMBQuery_whereKey_lessThan_int64(q, "points", 0) && NCMBQuery_whereKey_equalTo_int64(q, "points", 1));
}

PROMISE("each condition on lists finds what it should") {
    stable();
    const char *names[] = {"Arion", "Xanthos"}, *tags[] = {"b", "c"}, *both[] = {"a", "b"};
    int64_t numbers[] = {1, 3}, one[] = {1};
    FINDS("13", NCMBQuery_whereKey_containedIn_strings(q, "name", names, 2));
    FINDS("13", NCMBQuery_whereKey_containedIn_int64s(q, "points", numbers, 2));
    FINDS("12", NCMBQuery_whereKey_containedIn_json(q, "weight", "[0.5, 1.5]"));
    FINDS("2", NCMBQuery_whereKey_notContainedIn_strings(q, "name", names, 2));
    FINDS("2", NCMBQuery_whereKey_notContainedIn_int64s(q, "points", numbers, 2));
    FINDS("3", NCMBQuery_whereKey_notContainedIn_json(q, "weight", "[0.5, 1.5]"));
    FINDS("123", NCMBQuery_whereKey_notContainedIn_strings(q, "name", NULL, 0));
    FINDS("3", NCMBQuery_whereKey_containedInArray_strings(q, "tags", tags, 2));
    FINDS("2", NCMBQuery_whereKey_containedInArray_int64s(q, "tags", one, 1));
    FINDS("23", NCMBQuery_whereKey_containedInArrayTo_json(q, "tags", "[\"a\"]"));
    FINDS("3", NCMBQuery_whereKey_containedInArrayTo_strings(q, "tags", tags, 2));
    FINDS("12", NCMBQuery_whereKey_notContainedInArray_strings(q, "tags", tags, 2));
    FINDS("13", NCMBQuery_whereKey_notContainedInArrayTo_int64s(q, "tags", one, 1));
    FINDS("3", NCMBQuery_whereKey_containsAllObjectsInArray_strings(q, "tags", both, 2));
    FINDS("2", NCMBQuery_whereKey_containsAllObjectsInArrayTo_json(q, "tags", "[\"a\", 1]"));
    FINDS("23", NCMBQuery_whereKeyExists(q, "tags"));
    FINDS("1", NCMBQuery_whereKeyDoesNotExist(q, "tags"));
}

PROMISE("places are found by distance and in a box") {
    stable();
    NCMBGeoPoint *place = NCMBGeoPoint_geoPointWithLatitude_longitude(36.9, 139.0);
    NCMBGeoPoint *corner = NCMBGeoPoint_geoPointWithLatitude_longitude(35.5, 138.0);
    NCMBGeoPoint *other = NCMBGeoPoint_geoPointWithLatitude_longitude(37.5, 140.0);
    NCMBQuery *query = horses();
    require(NCMBQuery_whereKey_nearGeoPoint(query, "place", place));
    find(query);
    require_equal(answer.count, 3);
    require_equal(NCMBObject_objectForKey_int64(found[0], "points"), 3);
    require_equal(NCMBObject_objectForKey_int64(found[2], "points"), 1);
    FINDS("3", NCMBQuery_whereKey_nearGeoPoint_withinKilometers(q, "place", place, 20));
    FINDS("23", NCMBQuery_whereKey_nearGeoPoint_withinMiles(q, "place", place, 70));
    FINDS("23", NCMBQuery_whereKey_nearGeoPoint_withinRadians(q, "place", place, 0.0175));
    FINDS("23", NCMBQuery_whereKey_withinGeoBoxFromSouthwest_toNortheast(q, "place", corner, other));
    require(!NCMBQuery_whereKey_nearGeoPoint_withinKilometers(query, "place", place, -1));
    require(!NCMBQuery_whereKey_nearGeoPoint(query, "place", NULL));
    require(!NCMBGeoPoint_geoPointWithLatitude_longitude(90.1, 0) && !NCMBGeoPoint_geoPointWithLatitude_longitude(0, 0.0 / 0.0));
    NCMBGeoPoint_setLatitude(place, 91);
    require(NCMBGeoPoint_latitude(place) == 36.9);
    NCMBGeoPoint_setLongitude(place, -180);
    require(NCMBGeoPoint_longitude(place) == -180);
}

PROMISE("queries inside of queries find what they should") {
    stable();
    NCMBQuery *fast = horses(), *last = horses(), *mixed = NCMBQuery_queryWithClassName("Rider");
    require(NCMBQuery_whereKey_equalTo_bool(fast, "fast", true) && NCMBQuery_whereKey_equalTo_int64(last, "points", 3));
    const NCMBQuery *either[] = {fast, last}, *classes[] = {fast, mixed};
    NCMBQuery *any = NCMBQuery_orQueryWithSubqueries(either, 2);
    require_text(finds(any), "23");
    require(!NCMBQuery_orQueryWithSubqueries(classes, 2) && !NCMBQuery_orQueryWithSubqueries(either, 0));

    find(fast);
    NCMBObject *rider = NCMBObject_objectWithClassName("Rider");
    require(NCMBObject_setObject_forKey_object(rider, found[0], "horse") && NCMBObject_setObject_forKey_int64(rider, 2, "wants"));
    save(rider);
    NCMBQuery *riders = NCMBQuery_queryWithClassName("Rider");
    require(NCMBQuery_whereKey_matchesQuery(riders, "horse", fast));
    find(riders);
    require_equal(answer.count, 1);
    riders = NCMBQuery_queryWithClassName("Rider");
    require(NCMBQuery_whereKey_matchesQuery(riders, "horse", last));
    find(riders);
    require_equal(answer.count, 0);
    FINDS("2", NCMBQuery_whereKey_matchesKey_inQuery(q, "points", "wants", mixed));
    riders = NCMBQuery_queryWithClassName("Rider");
    find(fast);
    require(NCMBQuery_whereKey_equalTo_object(riders, "horse", found[0]));
    find(riders);
    require_equal(answer.count, 1);
    riders = NCMBQuery_queryWithClassName("Rider");
    find(last);
    require(NCMBQuery_whereKey_notEqualTo_object(riders, "horse", found[0]));
    find(riders);
    require_equal(answer.count, 1);
    require(!NCMBQuery_whereKey_equalTo_object(riders, "horse", NCMBObject_objectWithClassName("Horse")));
}

PROMISE("order, limit, skip, first, count and id choose among what is found") {
    stable();
    NCMBQuery *query = horses();
    find(query);
    for (int i = 0; i < 3; i++) require_equal(NCMBObject_objectForKey_int64(found[i], "points"), 3 - i);
    require(NCMBQuery_orderByDescending(query, "fast") && NCMBQuery_addAscendingOrder(query, "points"));
    find(query);
    require_equal(NCMBObject_objectForKey_int64(found[0], "points"), 2);
    require_equal(NCMBObject_objectForKey_int64(found[1], "points"), 1);
    require(NCMBQuery_orderByAscending(query, "fast") && NCMBQuery_addDescendingOrder(query, "points"));
    find(query);
    require_equal(NCMBObject_objectForKey_int64(found[0], "points"), 3);
    NCMBQuery_setLimit(query, 1);
    NCMBQuery_setSkip(query, 1);
    require_equal(NCMBQuery_limit(query), 1);
    require_equal(NCMBQuery_skip(query), 1);
    find(query);
    require_equal(answer.count, 1);
    require_equal(NCMBObject_objectForKey_int64(found[0], "points"), 1);
    PLAY_WELL(&answer, NCMBQuery_countObjectsInBackgroundWithBlock(query, on_number, &answer));
    require_equal(answer.count, 3);
    TCGBError *error = NULL;
    require_equal(NCMBQuery_countObjects(query, &error), 3);
    PLAY_WELL(&answer, NCMBQuery_getFirstObjectInBackgroundWithBlock(query, on_object, &answer));
    require_equal(NCMBObject_objectForKey_int64(found[0], "points"), 1);
    const char *id = NCMBObject_objectId(found[0]);
    NCMBObject *first = NCMBQuery_getFirstObject(query, NULL), *known = NCMBQuery_getObjectWithId_error(query, id, &error);
    require_text(NCMBObject_objectId(first), id);
    require_text(NCMBObject_objectId(known), id);
    PLAY_WELL(&answer, NCMBQuery_getObjectInBackgroundWithId_block(query, id, on_object, &answer));
    require_text(NCMBObject_objectId(NCMBQuery_getObjectOfClass_objectId_error("Horse", id, NULL)), id);
    require(!NCMBQuery_getObjectOfClass_objectId_error("Horse", "none", &error));
    require_equal(TCGBError_code(error), NCMBErrorDataNotFound);
    NCMBArray *array = NCMBQuery_findObjects(query, NULL);
    require_equal(NCMBArray_count(array), 1);
    require_text(NCMBObject_objectId(NCMBArray_objectAtIndex(array, 0)), id);
    require(!NCMBArray_objectAtIndex(array, 1));
    NCMBQuery *nothing = NCMBQuery_queryWithClassName("Unicorn");
    PLAY_WELL(&answer, NCMBQuery_getFirstObjectInBackgroundWithBlock(nothing, on_object, &answer));
    require_equal(answer.count, 0);
    require(!NCMBQuery_getFirstObject(nothing, &error) && !error);
    require_equal(NCMBArray_count(NCMBQuery_findObjects(nothing, NULL)), 0);
}

PROMISE("an object is found by its id among what the query finds, and not beside it") {
    stable();
    NCMBQuery *query = horses(), *fast = horses();
    require(NCMBQuery_orderByAscending(query, "points"));
    find(query);
    require_equal(answer.count, 3);
    char ids[3][64];
    for (int i = 0; i < 3; i++) copy_text(ids[i], sizeof ids[i], NCMBObject_objectId(found[i]));
    require(NCMBQuery_whereKey_equalTo_bool(fast, "fast", true) && NCMBQuery_whereKey_greaterThan_int64(fast, "points", 0));
    for (int i = 0; i < 3; i++) {
        TCGBError *error = NULL;
        NCMBObject *one = NCMBQuery_getObjectWithId_error(fast, ids[i], &error);
        if (i == 1) require_text(NCMBObject_objectId(one), ids[1]);
        if (i != 1) require(!one && TCGBError_code(error) == NCMBErrorDataNotFound);
        PLAY(&answer, NCMBQuery_getObjectInBackgroundWithId_block(fast, ids[i], on_object, &answer));
        require_equal(answer.code, i == 1 ? 0 : NCMBErrorDataNotFound);
    }
    require_text(finds(fast), "2"); /* and asks on as before */
    /* What a query asks of the id counts, too. */
    NCMBQuery *others = horses(), *first = horses(), *last = horses();
    require(NCMBQuery_whereKey_notEqualTo_string(others, "objectId", ids[0]));
    require(NCMBQuery_whereKey_equalTo_string(first, "objectId", ids[0]) && NCMBQuery_whereKey_equalTo_string(last, "objectId", ids[2]));
    NCMBQuery *both = NCMBQuery_orQueryWithSubqueries((const NCMBQuery *const[]){first, last}, 2);
    require(NCMBQuery_whereKey_notEqualTo_string(both, "objectId", ids[2]));
    for (int i = 0; i < 3; i++) {
        require_equal(NCMBQuery_getObjectWithId_error(others, ids[i], NULL) == NULL, i == 0);
        require_equal(NCMBQuery_getObjectWithId_error(both, ids[i], NULL) == NULL, i != 0);
    }
}

/* tutorial 16 */
PROMISE("a list in a condition has 10,000 values at most, and a longer one is refused by its name") {
    enum { VALUES_MAX = 10000 };
    static char texts[VALUES_MAX + 1][24];
    static const char *ids[VALUES_MAX + 1];
    stable();
    NCMBQuery *query = horses();
    find(query);
    for (int i = 0; i <= VALUES_MAX; i++) {
        snprintf(texts[i], sizeof texts[i], "shown%d", i);
        ids[i] = texts[i];
    }
    ids[VALUES_MAX - 1] = NCMBObject_objectId(found[1]);
    require(NCMBQuery_whereKey_notContainedIn_strings(query, "objectId", ids, VALUES_MAX));
    require_text(finds(query), "13");
    query = horses();
    require(NCMBQuery_whereKey_notContainedIn_strings(query, "objectId", ids, VALUES_MAX + 1));
    TCGBError *error = NULL;
    require(!NCMBQuery_findObjects(query, &error));
    require_equal(TCGBError_code(error), NCMBErrorDigitTooLarge);
    require(strstr(TCGBError_message(error), "$nin") && strstr(TCGBError_message(error), "10000"));
}

static int saved;
static void on_saved(const TCGBError *error, void *context) {
    (void)context;
    require(!error);
    saved++;
}
/* tutorial 24 */
PROMISE("a search gives 100, and by limit and skip each of the rest once; the count is of all") {
    enum { ALL = 103 };
    char ids[ALL][24];
    int count = 0;
    set_keys();
    for (int i = 0; i < ALL; i++) {
        NCMBObject *horse = NCMBObject_objectWithClassName("Horse");
        NCMBObject_saveInBackgroundWithBlock(horse, on_saved, NULL);
        TCGBRelease(horse);
    }
    await_for(saved == ALL, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(5));
    NCMBQuery *query = horses();
    require_equal(NCMBQuery_countObjects(query, NULL), ALL);
    for (int skip = 0; skip < ALL; skip += 100) {
        NCMBQuery_setSkip(query, skip);
        NCMBArray *array = NCMBQuery_findObjects(query, NULL);
        require_equal(NCMBArray_count(array), skip == 0 ? 100 : ALL - 100);
        for (size_t i = 0; i < NCMBArray_count(array); i++, count++) {
            snprintf(ids[count], sizeof ids[count], "%s", NCMBObject_objectId(NCMBArray_objectAtIndex(array, i)));
            for (int j = 0; j < count; j++) require(strcmp(ids[j], ids[count]) != 0);
        }
    }
    NCMBQuery_setSkip(query, 0);
    NCMBQuery_setLimit(query, 1000);
    require_equal(NCMBArray_count(NCMBQuery_findObjects(query, NULL)), ALL);
}

PROMISE("a search that is cancelled ends with an error, and no call finds through a bad handle") {
    stable();
    NCMBQuery *query = horses();
    PLAY(&answer, {
        NCMBQuery_findObjectsInBackgroundWithBlock(query, on_objects, &answer);
        NCMBQuery_cancel(query);
    });
    require(answer.code == 110 || answer.code == 0);
    NCMBQuery_setLimit(query, 1001);
    PLAY(&answer, NCMBQuery_findObjectsInBackgroundWithBlock(query, on_objects, &answer));
    require_equal(answer.code, NCMBErrorNotEfficientValue);
    TCGBRelease(query);
    TCGBError *error = NULL;
    require(!NCMBQuery_whereKeyExists(query, "a") && !NCMBQuery_findObjects(query, &error));
    require_equal(TCGBError_code(error), 3);
    require_equal(NCMBQuery_limit(query), -1);
    require_equal(NCMBQuery_countObjects(NULL, NULL), -1);
    PLAY(&answer, NCMBQuery_findObjectsInBackgroundWithBlock(NULL, on_objects, &answer));
    require_equal(answer.code, 3);
    query = horses();
    require(!NCMBQuery_whereKey_equalTo_string(query, "name", NULL) && !NCMBQuery_whereKey_equalTo_string(query, "a b", "c"));
    require(!NCMBQuery_whereKey_containedIn_json(query, "name", "{}") && !NCMBQuery_whereKey_containedIn_strings(query, "name", NULL, 1));
    require_text(finds(query), "123");
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
