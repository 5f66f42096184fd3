/* What players were told of their objects over all lives of a machine, kept where no cut reaches, and what they do: counters that several
 * devices increment, rows that are added, presents that are taken. After each restart what the datastore has is compared with it. */
#ifndef OBJECTS_H
#define OBJECTS_H

#include <NCMB/NCMB.h>

#include "story.h"

enum { COUNTERS = 4, PRESENTS = 200, ROWS_MAX = 700, FIND_MAX = 1000, NOT_FOUND = 404001 };
enum row { ROW_NONE, ROW_BEGUN, ROW_SURE, ROW_NEVER };

struct object_story {
    bool is_prepared;
    char counter[COUNTERS][32], present[PRESENTS][32];
    int64_t begun[COUNTERS], sure[COUNTERS];
    int taken[PRESENTS]; /* how often somebody was told that it is theirs */
    bool gone[PRESENTS]; /* that, or a deletion was kept */
    int rows;
    uint8_t row[ROWS_MAX];
    int64_t increments, added, presents;
};
static struct object_story *objects;
static bool may_be_refused; /* a disk fails in this life */
static int64_t object_refusals;

/* Of the last search. */
static PLAY_STORAGE int64_t numbers_found[FIND_MAX];
static PLAY_STORAGE char ids_found[FIND_MAX][32];

static void on_found(NCMBObject *const *found, size_t count, const TCGBError *error, void *context) {
    struct answer *told = context;
    note_error(told, error);
    told->count = count;
    for (size_t i = 0; i < count && i < FIND_MAX; i++) {
        numbers_found[i] = NCMBObject_objectForKey_int64(found[i], "number");
        copy_text(ids_found[i], sizeof ids_found[i], NCMBObject_objectId(found[i]));
    }
    came(told);
}
/* Whether it is done; only a disk that fails may refuse. */
static bool went_well(const char *what) {
    if (answer.code == 0) return true;
    keep_promise(may_be_refused, "%s fails with %lld: %s", what, (long long)answer.code, answer.message);
    __atomic_add_fetch(&object_refusals, 1, __ATOMIC_RELAXED);
    return false;
}
static NCMBObject *named(const char *class_name, const char *id) {
    NCMBObject *object = NCMBObject_objectWithClassName(class_name);
    require(object);
    if (id) NCMBObject_setObjectId(object, id);
    return object;
}
static bool change(NCMBObject *object, bool eventually) {
    if (eventually) PLAY(&answer, NCMBObject_saveEventually(object, on_error, &answer));
    else PLAY(&answer, NCMBObject_saveInBackgroundWithBlock(object, on_error, &answer));
    return went_well(eventually ? "saveEventually" : "a save");
}

static void increment(int counter, int64_t amount, bool eventually) {
    NCMBObject *object = named("Counter", objects->counter[counter]);
    require(NCMBObject_incrementKey_byAmount_int64(object, "n", amount));
    __atomic_add_fetch(&objects->begun[counter], amount, __ATOMIC_SEQ_CST);
    if (change(object, eventually)) {
        __atomic_add_fetch(&objects->sure[counter], amount, __ATOMIC_SEQ_CST);
        __atomic_add_fetch(&objects->increments, 1, __ATOMIC_RELAXED);
    }
    TCGBRelease(object);
}
static void add_row(bool eventually) {
    int number = __atomic_fetch_add(&objects->rows, 1, __ATOMIC_SEQ_CST);
    if (number >= ROWS_MAX) return;
    objects->row[number] = ROW_BEGUN;
    NCMBObject *object = named("Row", NULL);
    require(NCMBObject_setObject_forKey_int64(object, number, "number"));
    if (change(object, eventually)) {
        objects->row[number] = ROW_SURE;
        __atomic_add_fetch(&objects->added, 1, __ATOMIC_RELAXED);
    }
    TCGBRelease(object);
}
static void take_present(int present, bool eventually) {
    NCMBObject *object = named("Present", objects->present[present]);
    if (eventually) PLAY(&answer, NCMBObject_deleteEventually(object, on_error, &answer));
    else PLAY(&answer, NCMBObject_deleteInBackgroundWithBlock(object, on_error, &answer));
    TCGBRelease(object);
    if (answer.code == NOT_FOUND) return;
    if (!went_well("a present")) return;
    /* A deletion that is kept says nothing of whose it will be. */
    int times = eventually ? 0 : __atomic_add_fetch(&objects->taken[present], 1, __ATOMIC_SEQ_CST);
    keep_promise(times <= 1, "present %d was taken %d times", present, times);
    objects->gone[present] = true;
    __atomic_add_fetch(&objects->presents, 1, __ATOMIC_RELAXED);
}
static size_t find_all(const char *class_name) {
    NCMBQuery *query = NCMBQuery_queryWithClassName(class_name);
    NCMBQuery_setLimit(query, FIND_MAX);
    PLAY(&answer, NCMBQuery_findObjectsInBackgroundWithBlock(query, on_found, &answer));
    TCGBRelease(query);
    keep_promise(answer.code == 0, "a search fails with %lld: %s", (long long)answer.code, answer.message);
    require(answer.count < FIND_MAX);
    return answer.count;
}

/* The changes that an earlier life kept go before this one. */
static void settle(void) {
    NCMBObject *object = named("Counter", objects->counter[0]);
    require(NCMBObject_incrementKey_byAmount_int64(object, "n", 0));
    PLAY_WELL(&answer, NCMBObject_saveEventually(object, on_error, &answer));
    TCGBRelease(object);
}
static void compare_objects(void) {
    static bool lies[PRESENTS];
    static uint8_t seen[ROWS_MAX];
    for (int i = 0; i < COUNTERS; i++) {
        NCMBObject *object = named("Counter", objects->counter[i]);
        PLAY_WELL(&answer, NCMBObject_fetchInBackgroundWithBlock(object, on_error, &answer));
        int64_t value = NCMBObject_objectForKey_int64(object, "n");
        TCGBRelease(object);
        keep_promise(value >= objects->sure[i] && value <= objects->begun[i], "counter %d has %lld; %lld to %lld were added", i,
            (long long)value, (long long)objects->sure[i], (long long)objects->begun[i]);
        objects->sure[i] = objects->begun[i] = value;
    }
    memset(lies, 0, sizeof lies);
    size_t count = find_all("Present");
    for (size_t i = 0; i < count; i++)
        for (int present = 0; present < PRESENTS; present++)
            if (strcmp(ids_found[i], objects->present[present]) == 0) lies[present] = true;
    for (int present = 0; present < PRESENTS; present++)
        keep_promise(!lies[present] || !objects->gone[present], "present %d was taken and lies there again", present);
    memset(seen, 0, sizeof seen);
    count = find_all("Row");
    for (size_t i = 0; i < count; i++) {
        int64_t number = numbers_found[i];
        keep_promise(number >= 0 && number < ROWS_MAX, "a row has the number %lld", (long long)number);
        keep_promise(!seen[number]++, "row %lld is there twice", (long long)number);
        keep_promise(objects->row[number] == ROW_BEGUN || objects->row[number] == ROW_SURE, "row %lld came later", (long long)number);
        objects->row[number] = ROW_SURE;
    }
    for (int number = 0; number < ROWS_MAX; number++) {
        keep_promise(seen[number] || objects->row[number] != ROW_SURE, "row %d was acknowledged and is gone", number);
        if (objects->row[number] == ROW_BEGUN) objects->row[number] = ROW_NEVER;
    }
}
static void open_objects(const char *path) {
    require(TCGBHost_setStorageDirectory(path));
    NCMB_setApplicationKey_clientKey("application-key", "client-key");
}
/* In a life that nothing happens to. */
static void prepare_objects(void) {
    for (int i = 0; i < COUNTERS + PRESENTS; i++) {
        NCMBObject *object = named(i < COUNTERS ? "Counter" : "Present", NULL);
        if (i < COUNTERS) require(NCMBObject_setObject_forKey_int64(object, 0, "n"));
        PLAY_WELL(&answer, NCMBObject_saveInBackgroundWithBlock(object, on_error, &answer));
        copy_text(i < COUNTERS ? objects->counter[i] : objects->present[i - COUNTERS], 32, NCMBObject_objectId(object));
        TCGBRelease(object);
    }
    objects->is_prepared = true;
}
/* One thing that a player does. */
static void play_objects(unsigned chosen) {
    bool eventually = chosen % 2;
    chosen /= 2;
    switch (chosen % 8) {
    case 0: add_row(eventually); break;
    case 1: take_present((int)(chosen / 8 % PRESENTS), eventually); break;
    default: increment((int)(chosen / 8 % COUNTERS), 1 + chosen / 32 % 9, eventually); break;
    }
}

#endif
