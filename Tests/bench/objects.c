/* 100,000 objects of one class, 64 calls outstanding, beside a plain C program that runs the same statements in SQLite: get by id,
 * equality by an index, the first 100 of an ordered index, saves and increments. Then purchases, alone and while a query looks at
 * 1,000,000 objects.
 * `make bench` runs it.
 *
 *     bench-objects DIRECTORY
 */
#include <Gamebase/Gamebase.h>
#include <NCMB/NCMB.h>

#include "recorded.h"

enum { OBJECTS = 100000, OUTSTANDING = 64, ROUNDS = 15, SCANNED = 1000000, PURCHASES = 1000, INDEX_SECONDS_MAX = 120, ID_BYTES = 32 };

static char ids[OBJECTS][ID_BYTES];
static uint64_t dice = 1;
static int64_t chosen(int64_t below) {
    dice = dice * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)((dice >> 33) % (uint64_t)below);
}

/* --- calls, as many at a time as are outstanding --- */

struct work {
    void (*begin)(int64_t number);
    int64_t next, count, ended;
};
static struct work work;

static void on_ended(const TCGBError *error, void *context) {
    if (error) die(TCGBError_description(error));
    TCGBRelease(context);
    work.ended++;
    if (work.next < work.count) work.begin(work.next++);
}
static void on_objects(NCMBObject *const *objects, size_t count, const TCGBError *error, void *context) {
    for (size_t i = 0; i < count; i++) keep((int64_t)objects[i]);
    on_ended(error, context);
}
static void run(void (*begin)(int64_t), int64_t first, int64_t count) {
    work = (struct work){begin, first, first + count, first};
    for (int i = 0; i < OUTSTANDING && work.next < work.count; i++) begin(work.next++);
    while (work.ended < work.count) TCGBRunLoop_runUntil(1000);
}

static void on_filled(const TCGBError *error, void *context) {
    static int64_t filled;
    snprintf(ids[filled++], ID_BYTES, "%s", NCMBObject_objectId(context));
    on_ended(error, context);
}
static NCMBObject *horse(int64_t number) {
    char name[32];
    NCMBObject *object = NCMBObject_objectWithClassName("Horse");
    snprintf(name, sizeof name, "Horse %lld", (long long)number);
    NCMBObject_setObject_forKey_int64(object, number, "number");
    NCMBObject_setObject_forKey_int64(object, number * 7919 % OBJECTS, "points");
    NCMBObject_setObject_forKey_string(object, name, "name");
    return object;
}
static void fill(int64_t number) {
    NCMBObject *object = horse(number);
    NCMBObject_saveInBackgroundWithBlock(object, on_filled, object);
}
static void save(int64_t number) {
    NCMBObject *object = horse(OBJECTS + number);
    NCMBObject_saveInBackgroundWithBlock(object, on_ended, object);
}
static NCMBObject *any_horse(void) {
    NCMBObject *object = NCMBObject_objectWithClassName("Horse");
    NCMBObject_setObjectId(object, ids[chosen(OBJECTS)]);
    return object;
}
static void get(int64_t number) {
    (void)number;
    NCMBObject *object = any_horse();
    NCMBObject_fetchInBackgroundWithBlock(object, on_ended, object);
}
static void increment(int64_t number) {
    (void)number;
    NCMBObject *object = any_horse();
    NCMBObject_incrementKey(object, "wins");
    NCMBObject_saveInBackgroundWithBlock(object, on_ended, object);
}
static void find(NCMBQuery *query) { NCMBQuery_findObjectsInBackgroundWithBlock(query, on_objects, query); }
static void equal(int64_t number) {
    (void)number;
    NCMBQuery *query = NCMBQuery_queryWithClassName("Horse");
    NCMBQuery_whereKey_equalTo_int64(query, "number", chosen(OBJECTS));
    find(query);
}
static void top(int64_t number) {
    (void)number;
    NCMBQuery *query = NCMBQuery_queryWithClassName("Horse");
    NCMBQuery_orderByDescending(query, "points");
    NCMBQuery_setLimit(query, 100);
    find(query);
}

static const struct workload {
    const char *what;
    struct goal goal;
    void (*begin)(int64_t);
    int64_t count;
} workloads[] = {
    {"objects: get by id", {.rate = 100000}, get, 4000},
    {"objects: equality by an index", {.ratio = 0.8}, equal, 2000},
    {"objects: first 100 of an index", {.ratio = 0.8}, top, 100},
    {"objects: save", {.ratio = 0.8}, save, 2000},
    {"objects: increment", {.ratio = 0.8}, increment, 2000},
};
enum { WORKLOADS = sizeof workloads / sizeof *workloads };

/* --- lives --- */

static void start(const char *path) {
    if (!TCGBHost_setStorageDirectory(path)) die(path);
    NCMB_setApplicationKey_clientKey("application-key", "client-key");
}
static void stop(void) {
    if (!TCGBGamebase_shutdown(60000)) die("shutdown");
}
/* A query that is asked often gets its index. */
static void have_index(void (*begin)(int64_t)) {
    for (double began = seconds(); seconds() - began < INDEX_SECONDS_MAX;) {
        double start = seconds();
        run(begin, 0, 1);
        if (seconds() - start < 0.003) return;
    }
    die("there is no index");
}

/* --- purchases while a query looks at everything --- */

static volatile int answered;
static bool is_scanning;
static int64_t scans;
static void on_error(const TCGBError *error, void *context) {
    (void)context;
    if (error) die(TCGBError_description(error));
    answered = 1;
}
static void on_json(const char *json, const TCGBError *error, void *context) { on_error(error, json ? context : NULL); }
static void on_login(const TCGBAuthToken *token, const TCGBError *error, void *context) { on_error(error, token ? context : NULL); }
static void on_purchase(const TCGBPurchasableReceipt *receipt, const TCGBError *error, void *context) {
    on_error(error, receipt ? context : NULL);
}
static void await(void) {
    while (!answered) TCGBRunLoop_runUntil(1000);
    answered = 0;
}
static void scan(void);
static void on_count(int32_t number, const TCGBError *error, void *context) {
    (void)error;
    keep(number);
    TCGBRelease(context);
    scans++;
    if (is_scanning) scan();
}
static void scan(void) {
    NCMBQuery *query = NCMBQuery_queryWithClassName("Rider");
    NCMBQuery_whereKey_notEqualTo_string(query, "name", "nobody");
    NCMBQuery_countObjectsInBackgroundWithBlock(query, on_count, query);
}
static void add_riders(const char *file) {
    open_plainly(file);
    if (sqlite3_exec(plain,
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000) "
            "INSERT INTO objects (class_name, object_id, version, create_date, update_date, acl, fields) SELECT 'Rider', "
            "printf('%016d', i), 1, 1700000000000 + i, 1700000000000 + i, '{\"*\":{\"read\":true,\"write\":true}}', "
            "printf('{\"name\":\"rider %d\",\"wins\":%d}', i, i % 1000) FROM n",
            NULL, NULL, NULL) != SQLITE_OK)
        die(sqlite3_errmsg(plain));
    sqlite3_close(plain);
    plain = NULL;
}
static double worst_of_100(double *times) {
    qsort(times, PURCHASES, sizeof *times, by_size);
    return times[PURCHASES * 99 / 100];
}
static double buy(void) {
    static double times[PURCHASES];
    for (int i = 0; i < PURCHASES; i++) {
        double began = seconds();
        TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem", NULL, on_purchase, NULL);
        await();
        times[i] = seconds() - began;
    }
    return worst_of_100(times);
}
static void purchases_beside_a_scan(const char *path) {
    if (!TCGBHost_setStorageDirectory(path)) die(path);
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Bench", "1.0.0");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, on_json, NULL);
    TCGBRelease(configuration);
    await();
    NCMB_setApplicationKey_clientKey("application-key", "client-key");
    TCGBConsole_loadSettings_completion(
        "{\"app\":{\"appId\":\"Bench\"},\"products\":[{\"gamebaseProductId\":\"gem\",\"productType\":\"CONSUMABLE\",\"price\":\"0.99\","
        "\"currency\":\"USD\"}]}",
        on_error, NULL);
    await();
    TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, NULL);
    await();
    buy();
    double alone = buy();
    is_scanning = true;
    scan();
    double beside = buy();
    is_scanning = false;
    char what[64];
    snprintf(what, sizeof what, "purchase p99, scan of %d", SCANNED);
    line(what, "the same with no scan", beside, alone, (struct goal){.ratio = 2});
    stop();
    if (scans == 0) die("no scan came to an end");
}

static size_t marks[WORKLOADS][ROUNDS + 1];
static void record_work(const char *recorded) {
    start_recording();
    start(recorded);
    int64_t saved = 0;
    for (int i = 0; i < WORKLOADS; i++) {
        marks[i][0] = run_count;
        for (int round = 0; round < ROUNDS; round++, saved += workloads[i].count) {
            run(workloads[i].begin, saved, workloads[i].count);
            marks[i][round + 1] = run_count;
        }
    }
    stop();
    end_recording();
}
static void compare_work(const char *library, const char *copy) {
    open_plainly(copy);
    start(library);
    size_t next = 0;
    int64_t saved = 0;
    while (next < marks[0][0]) run_plainly(&runs[next++]);
    for (int i = 0; i < WORKLOADS; i++) {
        static double with_library[ROUNDS], plainly[ROUNDS];
        for (int round = 0; round < ROUNDS; round++, saved += workloads[i].count) {
            double began = seconds();
            run(workloads[i].begin, saved, workloads[i].count);
            with_library[round] = seconds() - began;
            began = seconds();
            while (next < marks[i][round + 1]) run_plainly(&runs[next++]);
            plainly[round] = seconds() - began;
        }
        double times = (double)workloads[i].count;
        rate(workloads[i].what, "the same statements from plain C", times / median(with_library, ROUNDS), times / median(plainly, ROUNDS),
            workloads[i].goal);
    }
    stop();
    sqlite3_close(plain);
}

int main(int count, char **arguments) {
    if (count != 2) return fprintf(stderr, "usage: %s DIRECTORY\n", arguments[0]), 2;
    char library[4200], recorded[4200], copy[4200], file[4300];
    const char *home = realpath(arguments[1], NULL);
    if (!home) return fprintf(stderr, "no such directory\n"), 2;
    snprintf(library, sizeof library, "%s/objects", home);
    snprintf(recorded, sizeof recorded, "%s/objects-recorded", home);
    snprintf(copy, sizeof copy, "%s/objects-plain.db", home);
    snprintf(file, sizeof file, "%s/gamebase.db", library);

    start(library);
    run(fill, 0, OBJECTS);
    have_index(equal);
    have_index(top);
    stop();
    shell("cp", file, copy);
    shell("cp -r", library, recorded);

    record_work(recorded);
    compare_work(library, copy);
    add_riders(file);
    purchases_beside_a_scan(library);
    return 0;
}
