/* The crash matrix: a purchase is stopped at a point of its life, in one of three ways, and what the table says comes out.
 *
 *     matrix POINT WAY DIRECTORY
 *
 * POINT: C0 to C12; C3, C4, C7 and C8 also with a store that takes the money last (capturestore.h). WAY: dies (the power goes: the process and all that
 * was not synced are gone), late (the service hangs at the point until the game's call has timed out, then goes on), restarts (the disk
 * fails there, so that the service drops its state and reads its file again, while the game goes on). The points are told by what the database says, not by counting: the look at it comes
 * at every write and sync, from inside the VFS. */
#include <sys/syscall.h>

#include "life.h"

#include "capturestore.h"

enum way { DIES, LATE, RESTARTS };
/* What SANDBOX takes without any delay is one write. */
enum { STEP_BY_STEP = 1 };
enum { TIMED_OUT = 101, WAIT_MILLISECONDS_MAX = 10000, RESERVATION_MILLISECONDS = 15 * 60 * 1000 };

struct point {
    const char *name;
    const char *outcome; /* of the sandbox store */
    int64_t delay;       /* milliseconds until the store captures */
    enum change_kind kind;
    bool after;
    const char *is_here;       /* SQL that gives 1 */
    const char *state;         /* of the payment that was stopped, when all is settled and the reservation is old; NULL: there is none */
    const char *state_if_late; /* the same when the process lived: what a failed sync left in the file may be there after all */
};

#define NEWEST "(SELECT state FROM payments ORDER BY payment_seq DESC LIMIT 1)"
#define ORDERS "(SELECT count(*) FROM sandbox_orders)"
static const struct point points[] = {
    /* crash 0 */
    {"C0", "APPROVE", STEP_BY_STEP, CHANGE_SYNC, false, "SELECT (SELECT count(*) FROM payments) = 3", NULL, "90"},
    /* crash 1; invariant 1 */
    {"C1", "APPROVE", STEP_BY_STEP, CHANGE_SYNC, true, "SELECT (SELECT count(*) FROM payments) = 3", "90", "90"},
    /* crash 2; invariant 1 */
    {"C2", "CANCEL", 0, CHANGE_SYNC, true, "SELECT " ORDERS " = 3", "90", "90"},
    /* crash 3 */
    {"C3", "APPROVE", 300000, CHANGE_SYNC, true, "SELECT " ORDERS " = 3", "40", "40"},
    /* crash 4 */
    {"C4", "APPROVE", STEP_BY_STEP, CHANGE_SYNC, true, "SELECT " ORDERS " = 3", "40", "40"},
    /* crash 3; invariant 15 */
    {"C3-client", "APPROVE", 0, CHANGE_SYNC, true, "SELECT (SELECT count(*) FROM payments) = 3 AND " NEWEST " = 15", "40", "40"},
    /* crash 3 */
    {"C3-web", "APPROVE", 0, CHANGE_SYNC, true, "SELECT (SELECT count(*) FROM payments) = 3 AND " NEWEST " = 15", "90", "40"},
    /* crash 4; invariant 13 */
    {"C4-client", "APPROVE", 0, CHANGE_WRITE, false, "SELECT (SELECT count(*) FROM payments) = 3 AND " NEWEST " = 15", "40", "40"},
    /* crash 4; invariant 13 */
    {"C4-web", "APPROVE", 0, CHANGE_WRITE, false, "SELECT (SELECT count(*) FROM payments) = 3 AND " NEWEST " = 15", "40", "40"},
    /* crash 5 */
    {"C5", "APPROVE", STEP_BY_STEP, CHANGE_SYNC, false, "SELECT (SELECT count(*) FROM payments) = 3 AND " NEWEST " = 40", "40", "40"},
    /* crash 6 */
    {"C6", "APPROVE", STEP_BY_STEP, CHANGE_WRITE, false, "SELECT (SELECT count(*) FROM payments) = 3 AND " NEWEST " = 40", "40", "40"},
    /* SANDBOX is told by the write of the entry, a store of the host's after it. */
    /* crash 7 */
    {"C7-client", "APPROVE", 0, CHANGE_SYNC, true, "SELECT (SELECT count(*) FROM payments) = 3 AND " NEWEST " = 40", "40", "40"},
    /* crash 8 */
    {"C8", "APPROVE", STEP_BY_STEP, CHANGE_SYNC, true,
        "SELECT count(*) = 1 FROM sandbox_orders WHERE finished = 1 AND order_key = "
        "(SELECT order_key FROM payments ORDER BY payment_seq DESC LIMIT 1) AND 3 = " ORDERS,
        "40", "40"},
    /* crash 8; invariant 5 */
    {"C8-client", "APPROVE", 0, CHANGE_SYNC, false,
        "SELECT (SELECT count(*) FROM payments) = 3 AND (SELECT store_finished FROM payments "
        "ORDER BY payment_seq DESC LIMIT 1) = 1 AND " NEWEST " = 40",
        "40", "40"},
    /* Reservation, order and entry in one write. */
    /* crash 0; crash 4 */
    {"C0-once", "APPROVE", 0, CHANGE_SYNC, false, "SELECT (SELECT count(*) FROM payments) = 3", NULL, "40"},
    /* crash 6; crash 12; invariant 23 */
    {"C6-once", "APPROVE", 0, CHANGE_WRITE, false, "SELECT (SELECT count(*) FROM payments) = 3", NULL, "40"},
    /* crash 8 */
    {"C8-once", "APPROVE", 0, CHANGE_SYNC, true, "SELECT (SELECT count(*) FROM payments) = 3 AND " NEWEST " = 40", "40", "40"},
    /* crash 9 */
    {"C9", "APPROVE", 0, CHANGE_NONE, false, NULL, "40", "40"},
    /* crash 10 */
    {"C10", "APPROVE", 0, CHANGE_NONE, false, NULL, "40", "40"},
    /* crash 11 */
    {"C11", "APPROVE", 0, CHANGE_SYNC, true, "SELECT (SELECT count(*) FROM payments) = 3 AND " NEWEST " = 50", "50", "50"},
    /* crash 12; invariant 23 */
    {"C12", "APPROVE", STEP_BY_STEP, CHANGE_WRITE, false, "SELECT (SELECT count(*) FROM payments) = 3", NULL, "90"},
};

static const struct point *point;
static enum way way;
/* An approval that could not be stored ends the call; what a browser approved is then called off, as after a death. What a sync that
 * failed did not write is gone as after a death, too. */
static const char *expected_state(void) {
    bool is_lost = point->kind == CHANGE_SYNC && !point->after;
    return way == DIES || (way == RESTARTS && (session == WEB_SESSION || is_lost)) ? point->state : point->state_if_late;
}
/* One purchase was consumed and one is open before. */
static size_t expected_entries(void) { return expected_state() && strcmp(expected_state(), "40") == 0 ? 2 : 1; }
static volatile bool *was_there, *has_captured;
static char *consumed; /* the receipt whose consume was stopped */

/* The library's clock that only grows can be moved on, to let a purchase time out. */
static volatile int64_t moved_on_seconds;
int clock_gettime(clockid_t clock, struct timespec *time) {
    long code = syscall(SYS_clock_gettime, clock, time);
    if (clock == CLOCK_MONOTONIC) time->tv_sec += moved_on_seconds;
    return (int)code;
}

/* The first column of the first row, from a copy of the disk; "" when there is none. */
static void ask_disk(const char *sql, char *text, size_t size) {
    sqlite3 *database = NULL;
    sqlite3_stmt *statement = NULL;
    text[0] = 0;
    pthread_mutex_lock(&disk_lock);
    if (sqlite3_open_v2("/copy/gamebase.db", &database, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
        sqlite3_exec(database, "PRAGMA locking_mode=EXCLUSIVE", NULL, NULL, NULL) == SQLITE_OK &&
        sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(database, sql, -1, &statement, NULL) == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW)
        snprintf(text, size, "%s", (const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    sqlite3_close(database);
    pthread_mutex_unlock(&disk_lock);
}
/* The game has its answer before the store is told. */
static bool is_told(void) { return strcmp(point->name, "C8-client") == 0; }
static bool is_point(enum change_kind kind, bool after) {
    char here[16];
    if (kind != point->kind || after != point->after || (session && !is_captured(point->name[1] != '3'))) return false;
    ask_disk(point->is_here, here, sizeof here);
    return *was_there = strcmp(here, "1") == 0;
}

static void begin_purchase(struct answer *answer) {
    story->purchases_begun++;
    fresh(answer);
    TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem_100", NULL, on_purchase, answer);
}
static void on_consume(int32_t status, const char *body, const TCGBError *error, void *context) { on_server(status, body, error, context); }
static void begin_consume(struct answer *answer, const char *receipt, const char *id) {
    char sequence[128], token[256], body[512];
    json_member(receipt, "paymentSeq", sequence, sizeof sequence);
    json_member(receipt, "purchaseToken", token, sizeof token);
    snprintf(body, sizeof body, "{\"paymentSeq\":\"%s\",\"accessToken\":\"%s\"}", sequence, token);
    fresh(answer);
    TCGBServer_requestWithMethod_path_secretKey_transactionId_body_completion(
        "POST", "/tcgb-inapp/v1.3/apps/Contract/consume", "contract-secret", id, body, on_consume, answer);
}
/* The same request again has the first answer again; another one hears that the payment is consumed. */
/* invariant 11 */
static void expect_consumed(const char *receipt) {
    char text[32];
    static struct answer again;
    begin_consume(&again, receipt, "consume");
    require(pump_until(&again.times, PLAY_LIMIT_MILLISECONDS));
    keep_promise(strcmp(json_member(again.json, "isSuccessful", text, sizeof text), "true") == 0, "the same consume again: %s", again.json);
    begin_consume(&again, receipt, "another");
    require(pump_until(&again.times, PLAY_LIMIT_MILLISECONDS));
    keep_promise(strcmp(json_member(again.json, "resultCode", text, sizeof text), "5018") == 0, "another consume: %s", again.json);
}

/* The library again and again: what the table says, before and after the reservation is too old. */
static void expect_outcome(void) {
    char state[16], count[16];
    const char *expected = expected_state();
    compare_list();
    if (store_is_late) require_equal(list.count, 1);
    store_is_late = false;
    PLAY_WELL(&answer, TCGBConsole_advanceClockByMilliseconds_completion(RESERVATION_MILLISECONDS + 1000, on_error, &answer));
    *has_captured = true;
    for (int round = 0; round < 2; round++) {
        compare_list();
        /* invariant 25 */
        keep_promise(list.count == expected_entries(), "%zu entries, expected %zu", list.count, expected_entries());
        ask_disk("SELECT count(*) FROM payments", count, sizeof count);
        keep_promise(strcmp(count, expected ? "3" : "2") == 0, "%s payments", count);
        if (expected) {
            ask_disk("SELECT " NEWEST, state, sizeof state);
            keep_promise(strcmp(state, expected) == 0, "the payment is in state %s, expected %s", state, expected);
        }
    }
    struct books books = look_at_the_disk(true);
    ask_disk("SELECT count(*) FROM payments WHERE state = 40 AND store_finished = 0", count, sizeof count);
    /* invariant 6 */
    keep_promise(strcmp(count, "0") == 0, "%s entries are not finished at the store", count);
    keep_promise(books.granted == (expected && strcmp(expected, "90") != 0 ? 3 : 2), "%lld grants", (long long)books.granted);
    compare_captures(books.granted);
}

/* An adapter is asked inside the run loop; where there is none, completions stay where they are. */
static void let_it_go_on(void) {
    if (session) TCGBRunLoop_runUntil(1);
    else usleep(1000);
}
#define wait_until(condition) \
    for (int64_t waited = 0; !(condition); waited++) { \
        require(waited < WAIT_MILLISECONDS_MAX); \
        let_it_go_on(); \
    }
/* The call under way is stopped at the point; how it ends depends on the way. */
static void stop_call(struct answer *answer) {
    if (way == DIES) wait_until(false);
    if (way == LATE) {
        wait_until(machine->hanging);
        require(answer->times == 0 || is_told());
        /* Completions that came before the point stay where they are. */
        moved_on_seconds += 3600;
        require(pump_until(&answer->times, PLAY_LIMIT_MILLISECONDS));
        keep_promise(answer->code == TIMED_OUT || is_told(), "the call ended with %lld: %s", (long long)answer->code, answer->message);
        machine->released = 1;
    }
    /* A call whose order is still to be captured asks its store again when that is due: then it succeeds. */
    if (way == RESTARTS && store_is_late) {
        static struct answer moved;
        wait_until(*was_there);
        pump_for(500);
        require(answer->times == 0);
        PLAY_WELL(&moved, TCGBConsole_advanceClockByMilliseconds_completion(point->delay + 1000, on_error, &moved));
        *has_captured = true;
        store_is_late = false;
        moved_on_seconds += point->delay / 1000 + 1;
        require(pump_until(&answer->times, PLAY_LIMIT_MILLISECONDS));
        require_equal(answer->code, 0);
    }
    require(pump_until(&answer->times, PLAY_LIMIT_MILLISECONDS));
    /* What follows an answer may still be on its way to the point. */
    wait_until(*was_there);
}
/* Points where nothing is under way: the game itself stops there, or its service does. */
static void stop_game(void) {
    if (way == DIES) _exit(POWER_WENT);
    if (way == RESTARTS) {
        require(TCGBGamebase_shutdown(5000));
        initialize_here();
        log_in();
        return;
    }
    require(TCGBConsole_setServiceSuspended(true));
    fresh(&list);
    TCGBPurchase_requestItemListOfNotConsumedWithCompletion(on_receipts, &list);
    moved_on_seconds += 3600;
    require(pump_until(&list.times, PLAY_LIMIT_MILLISECONDS));
    require_equal(list.code, TIMED_OUT);
    require(TCGBConsole_setServiceSuspended(false));
}

static void live_before(uint64_t seed) {
    (void)seed;
    restart_and_compare();
    purchase();
    compare_list();
    consume(list.items[0]);
    purchase();
    compare_list();
    require(TCGBGamebase_shutdown(5000));
}
static void live_to_the_point(uint64_t seed) {
    (void)seed;
    static struct answer call;
    restart_and_compare();
    PLAY_WELL(&answer, TCGBConsole_setSandboxStoreOutcome_delayMilliseconds_completion(point->outcome, point->delay, on_error, &answer));
    machine->stop = way == DIES ? STOP_POWER : way == LATE ? STOP_HANG : STOP_ERROR;
    bool is_consume = strcmp(point->name, "C11") == 0;
    if (point->is_here && !is_consume) {
        LOCKED(is_chosen = is_point);
        begin_purchase(&call);
        stop_call(&call);
    } else {
        purchase(); /* its completion is called: the game knows */
        compare_list();
        if (is_consume) {
            memcpy(consumed, list.items[list.count - 1], sizeof list.items[0]);
            char sequence[128];
            told(json_member(consumed, "paymentSeq", sequence, sizeof sequence))->told = TOLD_LEAVING;
            LOCKED(is_chosen = is_point);
            begin_consume(&call, consumed, "consume");
            stop_call(&call);
            expect_consumed(consumed);
        } else {
            *was_there = true;
            stop_game();
        }
    }
    expect_outcome();
    PLAY_WELL(&answer, TCGBConsole_setSandboxStoreOutcome_delayMilliseconds_completion("APPROVE", 0, on_error, &answer));
    _exit(0);
}
static void live_after(uint64_t seed) {
    (void)seed;
    if (*has_captured) store_is_late = false;
    restart_and_compare();
    expect_outcome();
    if (consumed[0]) expect_consumed(consumed); /* also for a game server that knows its request and no answer */
    PLAY_WELL(&answer, TCGBConsole_setSandboxStoreOutcome_delayMilliseconds_completion("APPROVE", 0, on_error, &answer));
    /* The same product can be bought again. */
    purchase();
    compare_list();
    /* invariant 26 */
    keep_promise(list.count == expected_entries() + 1, "%zu entries after one more purchase", list.count);
    while (list.count > 0) consume(list.items[0]), compare_list();
    require(TCGBGamebase_shutdown(5000));
}

int main(int count, char **arguments) {
    static const char *const ways[] = {"dies", "late", "restarts"};
    if (count != 4) return fprintf(stderr, "usage: %s POINT dies|late|restarts DIRECTORY\n", arguments[0]), 2;
    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        if (strcmp(points[i].name, arguments[1]) == 0) point = &points[i];
    int chosen = -1;
    for (int i = 0; i < 3; i++)
        if (strcmp(ways[i], arguments[2]) == 0) chosen = i;
    if (!point || chosen < 0) return fprintf(stderr, "no such cell\n"), 2;
    way = (enum way)chosen;
    directory = arguments[3];
    make_machine(DISK_HONEST);
    story = shared_memory(sizeof *story);
    was_there = shared_memory(sizeof *was_there);
    has_captured = shared_memory(sizeof *has_captured);
    consumed = shared_memory(sizeof list.items[0]);
    store_is_late = point->delay > STEP_BY_STEP;
    use_capture_store(strstr(point->name, "-web") ? WEB_SESSION : strstr(point->name, "-client") ? CLIENT_SESSION : NO_SESSION);
    use_machine();

    int status = (new_life(), run_life(1, live_before));
    lose_process();
    if (status == 0) {
        new_life();
        status = run_life(2, live_to_the_point);
        if (status != (way == DIES ? POWER_WENT : 0))
            return fprintf(stderr, "%s %s: status %d\n", point->name, ways[way], status), status == BROKEN_PROMISE ? BROKEN_PROMISE : 1;
        if (way == DIES) lose_power_as(point->kind == CHANGE_WRITE ? LOSE_HALF : LOSE_ALL, 1);
        else lose_process();
        if (!*was_there) return fprintf(stderr, "the point was not reached\n"), 1;
        new_life();
        status = run_life(3, live_after);
    }
    if (status != 0) fprintf(stderr, "%s %s: status %d\n", point->name, ways[way], status);
    return status == 0 ? 0 : status == BROKEN_PROMISE ? BROKEN_PROMISE : 1;
}
