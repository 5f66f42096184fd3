/* Random changes, saves and searches beside a model that knows what should become of each. SEQUENCES says how many, SEED which. */
#include <ctype.h>

#include "backend.h"

enum { FIELDS = 3, CLASSES = 2, MEMBERS = 3, LIST_MAX = 24, CHANGES = 14 };

static uint64_t random_state;
static uint32_t below(uint32_t bound) {
    random_state += 0x9E3779B97F4A7C15U;
    uint64_t mixed = (random_state ^ (random_state >> 30)) * 0xBF58476D1CE4E5B9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBU;
    return (uint32_t)((mixed ^ (mixed >> 31)) % bound);
}
static long from_environment(const char *name, long usual) {
    const char *text = getenv(name);
    return text && *text ? atol(text) : usual;
}

/* --- */

static const char *const classes[CLASSES] = {"Horse", "Cart"};
static const char *const names[FIELDS] = {"a", "b", "c"};
static NCMBObject *members[CLASSES][MEMBERS];

struct field {
    enum { NONE, NUMBER, TEXT, LIST, RELATION } kind;
    long number;
    int list[LIST_MAX], length;
    int class_, in; /* of a relation: one bit a member */
};
static struct field fields[FIELDS];

enum change { SET_NUMBER, SET_TEXT, SET_LIST, DELETE, INCREMENT, ADD, ADD_UNIQUE, REMOVE, ADD_MEMBER, REMOVE_MEMBER, CHANGE_COUNT };

static bool has(const struct field *field, int value) {
    for (int i = 0; i < field->length; i++)
        if (field->list[i] == value) return true;
    return false;
}

/* What the change makes of a field. Returns false when it cannot be made. */
static bool apply(struct field *field, enum change change, int value, int class_, int member) {
    int kind = (int)field->kind;
    switch (change) {
    case SET_NUMBER: *field = (struct field){.kind = NUMBER, .number = value}; return true;
    case SET_TEXT: *field = (struct field){.kind = TEXT, .number = value}; return true;
    case SET_LIST: *field = (struct field){.kind = LIST, .list = {value, value + 1, value}, .length = 3}; return true;
    case DELETE: *field = (struct field){.kind = NONE}; return true;
    case INCREMENT:
        if (kind != NONE && kind != NUMBER) return false;
        *field = (struct field){.kind = NUMBER, .number = (kind == NUMBER ? field->number : 0) + value};
        return true;
    case ADD:
    case ADD_UNIQUE:
        if ((kind != NONE && kind != LIST) || field->length == LIST_MAX) return false;
        field->kind = LIST;
        if (change == ADD || !has(field, value)) field->list[field->length++] = value;
        return true;
    case REMOVE: {
        if (kind == NONE) return true; /* nothing is there to be taken out */
        if (kind != LIST) return false;
        struct field rest = {.kind = LIST};
        for (int i = 0; i < field->length; i++)
            if (field->list[i] != value) rest.list[rest.length++] = field->list[i];
        *field = rest;
        return true;
    }
    case ADD_MEMBER:
    case REMOVE_MEMBER:
        if (kind != NONE && (kind != RELATION || field->class_ != class_)) return false;
        field->kind = RELATION;
        field->class_ = class_;
        field->in = change == ADD_MEMBER ? field->in | 1 << member : field->in & ~(1 << member);
        return true;
    default: return false;
    }
}

static bool make(NCMBObject *object, const char *key, enum change change, int value, int class_, int member) {
    char text[64];
    switch (change) {
    case SET_NUMBER: return NCMBObject_setObject_forKey_int64(object, value, key);
    case SET_TEXT: snprintf(text, sizeof text, "text %d", value); return NCMBObject_setObject_forKey_string(object, text, key);
    case SET_LIST:
        snprintf(text, sizeof text, "[%d,%d,%d]", value, value + 1, value);
        return NCMBObject_setObject_forKey_json(object, text, key);
    case DELETE: return NCMBObject_removeObjectForKey(object, key);
    case INCREMENT: return NCMBObject_incrementKey_byAmount_int64(object, key, value);
    case ADD: return NCMBObject_addObject_forKey_int64(object, value, key);
    case ADD_UNIQUE: return NCMBObject_addUniqueObject_forKey_int64(object, value, key);
    case REMOVE: return NCMBObject_removeObject_forKey_int64(object, value, key);
    default: break;
    }
    NCMBRelation *relation = NCMBObject_relationforKey(object, key);
    NCMBObject *of = members[class_][member];
    return relation && (change == ADD_MEMBER ? NCMBRelation_addObject(relation, of) : NCMBRelation_removeObject(relation, of));
}

/* --- */

static void compact(char *text) {
    char *to = text;
    for (; *text; text++)
        if (!isspace((unsigned char)*text)) *to++ = *text;
    *to = 0;
}
static void expected_json(const struct field *field, char *text, size_t size) {
    int length = 0;
    switch (field->kind) {
    case NONE: snprintf(text, size, "%s", ""); return;
    case NUMBER: snprintf(text, size, "%ld", field->number); return;
    case TEXT: snprintf(text, size, "\"text%ld\"", field->number); return; /* without blanks, as all that is compared */
    case LIST:
        length = snprintf(text, size, "[");
        for (int i = 0; i < field->length; i++)
            length += snprintf(text + length, size - (size_t)length, "%s%d", i ? "," : "", field->list[i]);
        snprintf(text + length, size - (size_t)length, "]");
        return;
    case RELATION: snprintf(text, size, "%s", classes[field->class_]); return;
    }
}
static char story[8192]; /* what was done so far, for who reads of a failure */
static void require_shown(const NCMBObject *object, const char *when) {
    for (int i = 0; i < FIELDS; i++) {
        char expected[512], shown[512];
        const char *json = NCMBObject_objectForKey_json(object, names[i]);
        snprintf(shown, sizeof shown, "%s", json ? json : "");
        compact(shown);
        if (!strcmp(shown, "null")) shown[0] = 0; /* as the service keeps a field that was deleted */
        expected_json(&fields[i], expected, sizeof expected);
        bool is_so = fields[i].kind == RELATION ? strstr(shown, "\"Relation\"") && strstr(shown, expected) : strcmp(shown, expected) == 0;
        if (is_so) continue;
        fprintf(stderr, "%s; %s, field %s:\n", story, when, names[i]);
        broken_text(__FILE__, __LINE__, "what it shows is what was done", shown, expected);
    }
}
static void require_members(NCMBObject *object) {
    for (int i = 0; i < FIELDS; i++) {
        if (fields[i].kind != RELATION) continue;
        NCMBQuery *query = NCMBRelation_query(NCMBObject_relationforKey(object, names[i]));
        TCGBError *error = NULL;
        NCMBArray *in = NCMBQuery_findObjects(query, &error);
        if (error) broken_text(__FILE__, __LINE__, story, TCGBError_message(error), "the members");
        int found_in = 0;
        for (size_t j = 0; j < NCMBArray_count(in); j++)
            for (int member = 0; member < MEMBERS; member++)
                if (!strcmp(NCMBObject_objectId(NCMBArray_objectAtIndex(in, j)), NCMBObject_objectId(members[fields[i].class_][member])))
                    found_in |= 1 << member;
        if (found_in != fields[i].in) broken_number(__FILE__, __LINE__, story, found_in, fields[i].in);
        TCGBRelease(in);
        TCGBRelease(query);
    }
}

static int saves_open;
static void on_saved(const TCGBError *error, void *context) {
    (void)context;
    if (error) broken_text(__FILE__, __LINE__, story, TCGBError_message(error), "a save that succeeds");
    saves_open--;
}
static void finish_saves(void) { await_for(saves_open == 0, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20)); }

static void change_at_random(NCMBObject *object) {
    int place = (int)below(FIELDS), value = (int)below(4), class_ = below(4) == 0, member = (int)below(MEMBERS);
    enum change change = (enum change)below(CHANGE_COUNT);
    /* Half of all changes make no field of another kind, or lists and relations would never live for long. */
    if (change <= DELETE && below(2)) change = (enum change)(INCREMENT + below(CHANGE_COUNT - INCREMENT));
    struct field after = fields[place];
    bool could_be_made = apply(&after, change, value, class_, member);
    bool was_made = make(object, names[place], change, value, class_, member);
    size_t length = strlen(story);
    snprintf(
        story + length, sizeof story - length, " %s:%d(%d/%d.%d)%s", names[place], (int)change, value, class_, member, was_made ? "" : "-");
    if (was_made && !could_be_made) broken(__FILE__, __LINE__, story);
    /* Taken out of a field whose deletion is not saved: the SDK makes an empty list of it. */
    const char *shown = change == REMOVE && fields[place].kind == NONE ? NCMBObject_objectForKey_json(object, names[place]) : NULL;
    if (shown && !strcmp(shown, "[]")) after.kind = LIST;
    if (was_made) fields[place] = after;
    require_shown(object, "after a change");
}

static void play_sequence(void) {
    memset(fields, 0, sizeof fields);
    story[0] = 0;
    NCMBObject *object = NCMBObject_objectWithClassName("Stable");
    for (int i = 0; i < CHANGES; i++) {
        change_at_random(object);
        if (below(5) == 0) {
            strcat(story, " save");
            NCMBObject_saveInBackgroundWithBlock(object, on_saved, NULL);
            saves_open++;
            if (below(2)) finish_saves();
        }
    }
    strcat(story, " save");
    NCMBObject_saveInBackgroundWithBlock(object, on_saved, NULL);
    saves_open++;
    finish_saves();
    require_shown(object, "after the last save");
    NCMBObject *again = NCMBObject_objectWithClassName("Stable");
    NCMBObject_setObjectId(again, NCMBObject_objectId(object));
    TCGBError *error = NULL;
    if (!NCMBObject_fetch(again, &error)) broken_text(__FILE__, __LINE__, story, TCGBError_message(error), "a fetch that succeeds");
    require_shown(again, "at the service");
    require_members(again);
    TCGBRelease(again);
    TCGBRelease(object);
}

static void discard_log(TCGBLogLevel level, const char *message, void *context) { (void)level, (void)message, (void)context; }
static void begin(void) {
    TCGBHost_setLogSink(TCGBLogLevelNone, discard_log, NULL); /* refused changes are logged, thousands of times */
    set_keys();
    random_state = (uint64_t)from_environment("SEED", 1);
    for (int class_ = 0; class_ < CLASSES; class_++)
        for (int member = 0; member < MEMBERS; member++) save(members[class_][member] = NCMBObject_objectWithClassName(classes[class_]));
}

PROMISE("an object that accepted a change can be saved, and one that it refused has changed nothing, in whatever order") {
    begin();
    for (long left = from_environment("SEQUENCES", 1000); left > 0; left--) play_sequence();
}

/* --- */

static int heard, found_after_cancel;
static void on_found(NCMBObject *const *objects, size_t count, const TCGBError *error, void *context) {
    (void)objects, (void)count;
    heard++;
    if (*(int *)context && TCGBError_code(error) != 110) found_after_cancel++;
}
static void on_one(NCMBObject *object, const TCGBError *error, void *context) { on_found(NULL, object != NULL, error, context); }
static void on_count(int32_t number, const TCGBError *error, void *context) { on_found(NULL, (size_t)number, error, context); }

PROMISE("a search that was cancelled before its callback never finds, however near its answer was") {
    begin();
    NCMBQuery *query = NCMBQuery_queryWithClassName("Horse");
    for (long left = from_environment("SEQUENCES", 1000); left > 0; left--) {
        static int cancelled;
        cancelled = 0;
        int asked = 1 + (int)below(80); /* more than are remembered one by one */
        heard = 0;
        for (int i = 0; i < asked; i++) {
            switch (below(4)) {
            case 0: NCMBQuery_findObjectsInBackgroundWithBlock(query, on_found, &cancelled); break;
            case 1: NCMBQuery_getFirstObjectInBackgroundWithBlock(query, on_one, &cancelled); break;
            case 2: NCMBQuery_countObjectsInBackgroundWithBlock(query, on_count, &cancelled); break;
            default: {
                const char *id = NCMBObject_objectId(members[0][below(MEMBERS)]);
                NCMBQuery_getObjectInBackgroundWithId_block(query, id, on_one, &cancelled);
            }
            }
        }
        if (below(2)) usleep(below(4000)); /* answers arrive and are not delivered */
        if (below(4) == 0) TCGBRunLoop_runUntil(0);
        cancelled = 1;
        NCMBQuery_cancel(query);
        await_for(heard == asked, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
    }
    require_equal(found_after_cancel, 0);
    require_equal(NCMBQuery_countObjects(query, NULL), MEMBERS); /* and it goes on finding */
    TCGBRelease(query);
}

static void on_bytes(const void *data, size_t length, const TCGBError *error, void *context) {
    (void)data;
    on_found(NULL, length, error, context);
}

PROMISE("a download that was cancelled before its callback gives no bytes, however near they were") {
    begin();
    NCMBFile *file = NCMBFile_fileWithName_data("gallop.txt", "gallop", 6);
    NCMBQuery *query = NCMBFile_query();
    PLAY_WELL(&answer, NCMBFile_saveInBackgroundWithBlock_progressBlock(file, on_error, &answer, NULL, NULL));
    TCGBRelease(file);
    for (long left = from_environment("SEQUENCES", 1000); left > 0; left--) {
        static int cancelled;
        heard = cancelled = 0;
        NCMBFile *there = NCMBQuery_getFirstObject(query, NULL);
        NCMBFile_getDataInBackgroundWithBlock(there, on_bytes, &cancelled);
        if (below(2)) usleep(below(2000));
        cancelled = 1;
        NCMBFile_cancel(there);
        await_for(heard == 1, PLAY_LIMIT_MILLISECONDS, TCGBRunLoop_runUntil(20));
        TCGBRelease(there);
    }
    require_equal(found_after_cancel, 0);
    TCGBRelease(query);
}

int main(int count, char **arguments) { return run_promise(count, arguments); }
