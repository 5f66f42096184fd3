/* Durable purchases beside a plain C program that does the same work in SQLite: the statements that the library ran for its purchases,
 * pragmas and transactions included, recorded with their values and run again from prepared statements. Both on files of their own in the same
 * directory, taking turns, so that the disk's mood is shared out; the medians of many short turns count. `make bench` runs it.
 *
 *     bench-purchases DIRECTORY
 */
#include <Gamebase/Gamebase.h>
#include <sqlite3.h>
#include <stdbool.h>

#include "bench.h"

enum { WARM = 60, ROUNDS = 81, PURCHASES = 10, TEXTS_MAX = 256, VALUES_MAX = 64 };

/* --- recording --- */

struct value {
    enum { VALUE_NULL, VALUE_INTEGER, VALUE_TEXT } kind;
    int64_t integer;
    char *text;
};
struct run {
    int text; /* which statement */
    int count;
    struct value *values;
};
static char *texts[TEXTS_MAX];
static int text_count;
static struct run *runs;
static size_t run_count, run_room;
static bool recording;

static void die(const char *what) {
    fprintf(stderr, "%s\n", what);
    exit(1);
}
static int text_number(const char *text) {
    /* The number of commits is part of the statement's text. */
    static const char counted[] = "PRAGMA user_version=";
    if (strncmp(text, counted, sizeof counted - 1) == 0) text = "PRAGMA user_version=1";
    for (int i = 0; i < text_count; i++)
        if (strcmp(texts[i], text) == 0) return i;
    if (text_count == TEXTS_MAX) die("too many different statements");
    texts[text_count] = strdup(text);
    return text_count++;
}
/* Reads one literal of an expanded statement. */
static const char *read_literal(const char *at, struct value *value) {
    if (strncmp(at, "NULL", 4) == 0) return value->kind = VALUE_NULL, at + 4;
    if (*at != '\'') {
        char *end;
        value->kind = VALUE_INTEGER;
        value->integer = strtoll(at, &end, 10);
        if (end == at) die("a value of an unknown kind");
        return end;
    }
    value->kind = VALUE_TEXT;
    char *to = value->text = malloc(strlen(at));
    for (at++; at[0] != '\'' || at[1] == '\''; at++) {
        if (*at == '\'') at++;
        *to++ = *at;
    }
    *to = 0;
    return at + 1;
}
/* The statement's text with ? in it, and the same text with values: side by side they give the values. */
static void record(sqlite3_stmt *statement) {
    const char *text = sqlite3_sql(statement);
    char *expanded = sqlite3_expanded_sql(statement);
    struct value values[VALUES_MAX] = {0};
    int count = 0;
    if (!text || !expanded) die("a statement without text");
    bool quoted = false;
    const char *in = expanded;
    for (const char *at = text; *at; at++) {
        if (*at == '\'') quoted = !quoted;
        if (*at == '?' && !quoted && count < VALUES_MAX) in = read_literal(in, &values[count++]);
        else if (*at == *in) in++;
        else die("a statement could not be read");
    }
    sqlite3_free(expanded);
    if (run_count == run_room) runs = realloc(runs, (run_room = run_room * 2 + 1024) * sizeof *runs);
    struct run *run = &runs[run_count++];
    *run = (struct run){text_number(text), count, malloc(sizeof *values * (size_t)(count + 1))};
    memcpy(run->values, values, sizeof *values * (size_t)count);
}
static int on_statement(unsigned kind, void *context, void *statement, void *text) {
    (void)context;
    if (recording && kind == SQLITE_TRACE_STMT && strncmp(text, "--", 2) != 0) record(statement);
    return 0;
}
static int on_open(sqlite3 *database, char **error, const struct sqlite3_api_routines *routines) {
    (void)error, (void)routines;
    return recording ? sqlite3_trace_v2(database, SQLITE_TRACE_STMT, on_statement, NULL) : SQLITE_OK;
}

/* --- the plain program --- */

static sqlite3 *plain;
static sqlite3_stmt *prepared[TEXTS_MAX];

static void run_plainly(const struct run *run) {
    sqlite3_stmt *statement = prepared[run->text];
    if (!statement && sqlite3_prepare_v3(plain, texts[run->text], -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK)
        die(sqlite3_errmsg(plain));
    prepared[run->text] = statement;
    for (int i = 0; i < run->count; i++) {
        struct value *value = &run->values[i];
        if (value->kind == VALUE_NULL) sqlite3_bind_null(statement, i + 1);
        else if (value->kind == VALUE_INTEGER) sqlite3_bind_int64(statement, i + 1, value->integer);
        else sqlite3_bind_text(statement, i + 1, value->text, -1, SQLITE_STATIC);
    }
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW)
        for (int column = 0; column < sqlite3_column_count(statement); column++) keep(sqlite3_column_bytes(statement, column));
    if (code != SQLITE_DONE) die(sqlite3_errmsg(plain));
    sqlite3_reset(statement);
}

/* --- the library --- */

static volatile int answered;
static void on_initialized(const char *info, const TCGBError *error, void *context) {
    (void)info, (void)context;
    if (error) die(TCGBError_description(error));
    answered++;
}
static void on_error(const TCGBError *error, void *context) { on_initialized(NULL, error, context); }
static void on_login(const TCGBAuthToken *token, const TCGBError *error, void *context) {
    on_initialized(token ? "" : NULL, error, context);
}
static void on_purchase(const TCGBPurchasableReceipt *receipt, const TCGBError *error, void *context) {
    on_initialized(receipt ? "" : NULL, error, context);
}
static void await(void) {
    while (!answered) TCGBRunLoop_runUntil(1000);
    answered = 0;
}
static void start(const char *path) {
    if (!TCGBHost_setStorageDirectory(path)) die(path);
    TCGBConfiguration *configuration = TCGBConfiguration_configurationWithAppID_appVersion("Bench", "1.0.0");
    TCGBGamebase_initializeWithConfiguration_completion(configuration, on_initialized, NULL);
    TCGBRelease(configuration);
    await();
}
static void begin(const char *path) {
    start(path);
    TCGBConsole_loadSettings_completion(
        "{\"app\":{\"appId\":\"Bench\"},\"products\":[{\"gamebaseProductId\":\"gem\",\"productType\":\"CONSUMABLE\",\"price\":\"0.99\",\"currency\":\"USD\"}]}",
        on_error, NULL);
    await();
}
static void log_in(void) {
    TCGBGamebase_loginWithType_viewController_completion(kTCGBAuthGuest, NULL, on_login, NULL);
    await();
}
static void buy(int times) {
    for (int i = 0; i < times; i++) {
        TCGBPurchase_requestPurchaseWithGamebaseProductId_viewController_completion("gem", NULL, on_purchase, NULL);
        await();
    }
}

static void copy_file(const char *from, const char *to) {
    char command[9000];
    snprintf(command, sizeof command, "cp '%s' '%s'", from, to);
    if (system(command) != 0) die(command);
}

int main(int count, char **arguments) {
    if (count != 2) return fprintf(stderr, "usage: %s DIRECTORY\n", arguments[0]), 2;
    char library[4200], copy[4200], file[4300];
    const char *home = realpath(arguments[1], NULL);
    if (!home) return fprintf(stderr, "no such directory\n"), 2;
    snprintf(library, sizeof library, "%s/library", home);
    snprintf(copy, sizeof copy, "%s/plain.db", home);

    /* Where both begin: an app with a product and a player, at rest. */
    begin(library);
    log_in();
    if (!TCGBGamebase_shutdown(5000)) die("shutdown");
    snprintf(file, sizeof file, "%s/gamebase.db", library);
    copy_file(file, copy);

    /* Once to record, on a copy of the library's directory. */
    char recorded[4300], command[9000];
    snprintf(recorded, sizeof recorded, "%s/recorded", home);
    snprintf(command, sizeof command, "cp -r '%s' '%s'", library, recorded);
    if (system(command) != 0) die(command);
    sqlite3_auto_extension((void (*)(void))on_open);
    recording = true;
    start(recorded);
    log_in();
    size_t marks[ROUNDS + 2];
    buy(WARM);
    marks[0] = run_count;
    for (int round = 0; round < ROUNDS; round++) {
        buy(PURCHASES);
        marks[round + 1] = run_count;
    }
    if (!TCGBGamebase_shutdown(5000)) die("shutdown");
    recording = false;
    sqlite3_reset_auto_extension();

    if (sqlite3_open_v2(copy, &plain, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) die("the plain database");
    start(library);
    log_in();
    buy(WARM);
    size_t next = 0;
    while (next < marks[0]) run_plainly(&runs[next++]);
    static double with_library[ROUNDS], plainly[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        double began = seconds();
        buy(PURCHASES);
        with_library[round] = seconds() - began;
        began = seconds();
        while (next < marks[round + 1]) run_plainly(&runs[next++]);
        plainly[round] = seconds() - began;
    }
    rate("one caller, durable purchases", "the same statements from plain C", PURCHASES / median(with_library, ROUNDS),
        PURCHASES / median(plainly, ROUNDS), "goal 0.8");
    if (!TCGBGamebase_shutdown(5000)) die("shutdown");
    return 0;
}
