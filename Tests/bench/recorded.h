/* The statements that the library runs, recorded with their values and run again from prepared statements by a plain C program, on a
 * copy of the same file: what the library adds to what SQLite takes. */
#ifndef RECORDED_H
#define RECORDED_H

#include <sqlite3.h>
#include <stdbool.h>

#include "bench.h"

enum { TEXTS_MAX = 256, VALUES_MAX = 256 };

/* --- recording --- */

struct value {
    enum { VALUE_NULL, VALUE_INTEGER, VALUE_TEXT, VALUE_BYTES } kind;
    int64_t integer; /* of bytes: how many */
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
    if (at[0] == 'x' && at[1] == '\'') {
        value->kind = VALUE_BYTES;
        char *to = value->text = malloc(strlen(at));
        for (at += 2; *at != '\''; at += 2, value->integer++) {
            unsigned byte;
            if (sscanf(at, "%2x", &byte) != 1) die("a value of an unknown kind");
            *to++ = (char)byte;
        }
        return at + 1;
    }
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
        else if (value->kind == VALUE_BYTES) sqlite3_bind_blob(statement, i + 1, value->text, (int)value->integer, SQLITE_STATIC);
        else sqlite3_bind_text(statement, i + 1, value->text, -1, SQLITE_STATIC);
    }
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW)
        for (int column = 0; column < sqlite3_column_count(statement); column++)
            keep(sqlite3_column_type(statement, column) == SQLITE_INTEGER ? sqlite3_column_int64(statement, column)
                                                                          : sqlite3_column_bytes(statement, column));
    if (code != SQLITE_DONE) die(sqlite3_errmsg(plain));
    sqlite3_reset(statement);
}

static void shell(const char *verb, const char *from, const char *to) {
    char command[9000];
    snprintf(command, sizeof command, "%s '%s' '%s'", verb, from, to);
    if (system(command) != 0) die(command);
}
static void start_recording(void) {
    sqlite3_auto_extension((void (*)(void))on_open);
    recording = true;
}
static void end_recording(void) {
    recording = false;
    sqlite3_reset_auto_extension();
}
static void open_plainly(const char *file) {
    if (sqlite3_open_v2(file, &plain, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) die("the plain database");
}

#endif
