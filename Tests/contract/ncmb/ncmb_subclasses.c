/* Subclasses: the horses of the racing game, whose fields have types. */
#include "backend.h"

static char line[1024]; /* the last one of the log */

static void on_line(TCGBLogLevel level, const char *message, void *context) {
    (void)level, (void)context;
    snprintf(line, sizeof line, "%s", message);
}
static void hear(void) { TCGBHost_setLogSink(TCGBLogLevelWarn, on_line, NULL); }
static bool told(const char *text) {
    TCGBRunLoop_drain();
    bool is_there = strstr(line, text) != NULL;
    if (!is_there) fprintf(stderr, "the log says: %s\n", line);
    *line = 0;
    return is_there;
}

static const NCMBField uma_fields[] = {{"name", NCMBFieldTypeString}, {"totalPoints", NCMBFieldTypeLong},
    {"parameters", NCMBFieldTypeDictionary}, {"aspects", NCMBFieldTypeDictionary}, {"owner", NCMBFieldTypeObject},
    {"userName", NCMBFieldTypeString}};

static bool registered(const char *name, const char *parent, const NCMBField *fields, size_t count) {
    NCMBSubclass subclass = {sizeof subclass, name, parent, fields, count};
    return NCMBObject_registerSubclass(&subclass);
}
static void register_horses(void) {
    require(registered("UmaModel", NULL, uma_fields, 6));
    require(registered("RaceUmaModel", "UmaModel", NULL, 0) && registered("CrossBreedUmaModel", "UmaModel", NULL, 0));
}

/* tutorial 11 */
PROMISE("a subclass is registered before the keys, inherits its parent's fields, and keeps its own name at the service") {
    register_horses();
    set_keys();
    NCMBUser *owner = sign_up("owner");
    NCMBObject *uma = NCMBObject_objectWithClassName("RaceUmaModel");
    require(NCMBObject_setObject_forKey_string(uma, "Bucephalus", "name"));
    require(NCMBObject_setObject_forKey_int64(uma, 9007199254740993, "totalPoints"));
    require(NCMBObject_setObject_forKey_json(uma, "{\"speed\":7}", "parameters"));
    require(NCMBObject_setObject_forKey_object(uma, owner, "owner"));
    save(uma);
    NCMBObject *same = NCMBObject_objectWithoutDataWithClassName_objectId("RaceUmaModel", NCMBObject_objectId(uma));
    require_text(NCMBObject_ncmbClassName(same), "RaceUmaModel");
    require(!NCMBObject_objectForKey_string(same, "name"));
    PLAY_WELL(&answer, NCMBObject_fetchInBackgroundWithBlock(same, on_error, &answer));
    require_text(NCMBObject_objectForKey_string(same, "name"), "Bucephalus");
    require_equal(NCMBObject_objectForKey_int64(same, "totalPoints"), 9007199254740993);
    require_text(NCMBObject_objectId(NCMBObject_objectForKey_object(same, "owner")), NCMBObject_objectId(owner));
    const char *classes[] = {"UmaModel", "CrossBreedUmaModel", "RaceUmaModel"};
    for (int i = 0; i < 3; i++) {
        find(NCMBQuery_queryWithClassName(classes[i]));
        require_equal(answer.count, i == 2);
    }
}

/* tutorial 10 */
PROMISE("a registered field refuses a value of another type and says its name and type; others stay free") {
    set_keys();
    hear();
    NCMBObject *uma = NCMBObject_objectWithClassName("RaceUmaModel");
    require(NCMBObject_setObject_forKey_string(uma, "many", "totalPoints"));
    register_horses(); /* after the keys and the object */
    require(!NCMBObject_setObject_forKey_string(uma, "more", "totalPoints"));
    require(told("totalPoints: the class RaceUmaModel has an integer of 64 bits there"));
    require_text(NCMBObject_objectForKey_string(uma, "totalPoints"), "many");
    require_equal(NCMBObject_objectForKey_int64(uma, "totalPoints"), 0);
    require(!NCMBObject_setObject_forKey_int64(uma, 1, "name") && told("name: the class RaceUmaModel has text there"));
    require(!NCMBObject_setObject_forKey_object(uma, NCMBObject_objectWithClassName("A"), "userName") && told("userName: the class"));
    require(!NCMBObject_setObject_forKey_double(uma, 1, "totalPoints") && !NCMBObject_setObject_forKey_json(uma, "[]", "parameters"));
    require(!NCMBObject_addObject_forKey_string(uma, "x", "aspects") && told("aspects: the class RaceUmaModel has a dictionary there"));
    require(!NCMBObject_relationforKey(uma, "owner"));
    require(!NCMBObject_setObject_forKey_json(uma, "{\"__type\":\"GeoPoint\",\"latitude\":1,\"longitude\":1}", "parameters"));
    require(NCMBObject_setObject_forKey_json(uma, "null", "owner") && NCMBObject_removeObjectForKey(uma, "totalPoints"));
    require(NCMBObject_incrementKey(uma, "totalPoints") && !NCMBObject_incrementKey_byAmount_double(uma, "totalPoints", 0.5));
    require(NCMBObject_setObject_forKey_double(uma, 0.5, "weight") && NCMBObject_setObject_forKey_string(uma, "now text", "weight"));
    save(uma);
    require_equal(NCMBObject_objectForKey_int64(uma, "totalPoints"), 1);
    /* Objects of other classes are as before. */
    require(NCMBObject_setObject_forKey_string(NCMBObject_objectWithClassName("PresentItemModel"), "x", "totalPoints"));
}

PROMISE("each type of field takes what it can hold, and nothing else") {
    static const NCMBField fields[] = {{"any", NCMBFieldTypeAny}, {"flag", NCMBFieldTypeBool}, {"small", NCMBFieldTypeShort},
        {"number", NCMBFieldTypeInt}, {"longer", NCMBFieldTypeLong}, {"longest", NCMBFieldTypeLongLong}, {"real", NCMBFieldTypeFloat},
        {"exact", NCMBFieldTypeDouble}, {"text", NCMBFieldTypeString}, {"date", NCMBFieldTypeDate}, {"list", NCMBFieldTypeArray},
        {"map", NCMBFieldTypeDictionary}, {"other", NCMBFieldTypeObject}, {"many", NCMBFieldTypeRelation},
        {"place", NCMBFieldTypeGeoPoint}};
    enum { FIELDS = sizeof fields / sizeof *fields };
    require(registered("Everything", NULL, fields, FIELDS));
    static const struct {
        const char *json, *holders;
    } values[] = {{"true", "any flag"}, {"32767", "any small number longer longest real exact"},
        {"-32769", "any number longer longest real exact"}, {"2147483648", "any longer longest real exact"}, {"1.0", "any real exact"},
        {"1e300", "any real exact"}, {"\"\"", "any text"}, {"{\"__type\":\"Date\",\"iso\":\"2014-11-20T00:00:00.123Z\"}", "any date"},
        {"[]", "any list"}, {"{}", "any map"}, {"{\"__type\":\"Pointer\",\"className\":\"A\",\"objectId\":\"b\"}", "any other"},
        {"{\"__type\":\"Relation\",\"className\":\"A\"}", "any many"},
        {"{\"__type\":\"GeoPoint\",\"latitude\":1,\"longitude\":2}", "any place"},
        {"null", "any flag small number longer longest real exact text date list map other many place"}};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char holders[256] = "";
        NCMBObject *object = NCMBObject_objectWithClassName("Everything");
        for (int j = 0; j < FIELDS; j++)
            if (NCMBObject_setObject_forKey_json(object, values[i].json, fields[j].name))
                snprintf(holders + strlen(holders), sizeof holders - strlen(holders), "%s%s", *holders ? " " : "", fields[j].name);
        require_text(holders, values[i].holders);
        TCGBRelease(object);
    }
    NCMBObject *object = NCMBObject_objectWithClassName("Everything");
    require(NCMBRelation_addObject(NCMBObject_relationforKey(object, "many"), NCMBObject_objectWithClassName("A")));
    require(NCMBObject_setObject_forKey_bool(object, true, "flag") && !NCMBObject_setObject_forKey_int64(object, 1, "flag"));
    require(NCMBObject_setObject_forKey_date(object, 0, "date") && !NCMBObject_setObject_forKey_int64(object, 0, "date"));
    require(NCMBObject_setObject_forKey_int64(object, INT16_MAX, "small") && !NCMBObject_incrementKey(object, "small"));
    require_equal(NCMBObject_objectForKey_int64(object, "small"), INT16_MAX);
}

/* tutorial 11 */
PROMISE("a registration is made whole or refused, may be repeated, and outlives a shutdown") {
    hear();
    register_horses();
    register_horses();
    static const NCMBField other[] = {{"name", NCMBFieldTypeInt}}, twice[] = {{"a", NCMBFieldTypeInt}, {"a", NCMBFieldTypeLong}};
    static const NCMBField own[] = {{"objectId", NCMBFieldTypeString}}, unknown[] = {{"a", (NCMBFieldType)15}},
                           nameless[] = {{NULL, NCMBFieldTypeInt}};
    require(!registered("UmaModel", NULL, other, 1) && told("UmaModel is registered already, with other fields or another parent"));
    require(!registered("RaceUmaModel", NULL, uma_fields, 6) && told("RaceUmaModel is registered already"));
    require(!registered("FastUmaModel", "UmaModel", other, 1) && told("name is there already as text"));
    require(!registered("FastUmaModel", "HorseModel", NULL, 0) && told("HorseModel is not registered; register the parent first"));
    require(!registered("A", NULL, twice, 2) && !registered("A", NULL, own, 1) && !registered("A", NULL, unknown, 1));
    require(!registered("A", NULL, nameless, 1) && !registered("A", NULL, NULL, 1) && !registered("1A", NULL, NULL, 0));
    require(!registered(NULL, NULL, NULL, 0) && !NCMBObject_registerSubclass(NULL));
    require(!registered("A", NULL, uma_fields, NCMB_SUBCLASS_FIELDS_MAX + 1));
    NCMBSubclass small = {sizeof(size_t) - 1, "A", NULL, NULL, 0};
    require(!NCMBObject_registerSubclass(&small) && told("structSize"));
    require(
        !NCMBObject_objectWithoutDataWithClassName_objectId("A", "b c") && !NCMBObject_objectWithoutDataWithClassName_objectId("A", NULL));
    require(!NCMBObject_objectWithoutDataWithClassName_objectId("", "b"));
    /* Nothing of the refused ones is left: the name is free. */
    require(registered("A", NULL, twice, 1));
    set_keys();
    restart();
    NCMBObject *uma = NCMBObject_objectWithClassName("CrossBreedUmaModel");
    require(!NCMBObject_setObject_forKey_int64(uma, 1, "name") && NCMBObject_setObject_forKey_string(uma, "x", "name"));
    char name[32];
    int count = 4;
    while (snprintf(name, sizeof name, "Class%d", count) > 0 && registered(name, NULL, NULL, 0)) count++;
    require_equal(count, NCMB_SUBCLASSES_MAX);
    register_horses();
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
