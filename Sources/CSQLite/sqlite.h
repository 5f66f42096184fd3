// The CSQLite room: SQLite as a module, with what Swift cannot import: functions with a variable number of arguments and cast macros.
#ifndef GAMEBASE_CSQLITE_H
#define GAMEBASE_CSQLITE_H

#include <sqlite3.h>
#include <stddef.h>

#include "../CLinux/places.h"

static inline int gb_sqlite3_configure(sqlite3 *database, int option, int value) {
    return sqlite3_db_config(database, option, value, (int *)0);
}

// Some of the functions that the library calls, from each of SQLite's parts. A host that exports a few of its own SQLite answers for those,
// and another object for the rest: what one has opened the other does not know.
// Returns the name of the first that is not from where those before it are, with both objects in `first` and `other`; NULL: all are of one.
static inline const char *gb_sqlite3_stranger(const char **first, const char **other) {
    const struct {
        const char *name;
        const void *function;
    } functions[] = {
        {"sqlite3_open_v2", (const void *)sqlite3_open_v2},
        {"sqlite3_close_v2", (const void *)sqlite3_close_v2},
        {"sqlite3_prepare_v3", (const void *)sqlite3_prepare_v3},
        {"sqlite3_step", (const void *)sqlite3_step},
        {"sqlite3_reset", (const void *)sqlite3_reset},
        {"sqlite3_finalize", (const void *)sqlite3_finalize},
        {"sqlite3_bind_text64", (const void *)sqlite3_bind_text64},
        {"sqlite3_bind_int64", (const void *)sqlite3_bind_int64},
        {"sqlite3_column_text", (const void *)sqlite3_column_text},
        {"sqlite3_column_int64", (const void *)sqlite3_column_int64},
        {"sqlite3_value_blob", (const void *)sqlite3_value_blob},
        {"sqlite3_exec", (const void *)sqlite3_exec},
        {"sqlite3_errmsg", (const void *)sqlite3_errmsg},
        {"sqlite3_changes", (const void *)sqlite3_changes},
        {"sqlite3_db_config", (const void *)sqlite3_db_config},
        {"sqlite3_limit", (const void *)sqlite3_limit},
        {"sqlite3_mutex_alloc", (const void *)sqlite3_mutex_alloc},
        {"sqlite3_mutex_free", (const void *)sqlite3_mutex_free},
        {"sqlite3_initialize", (const void *)sqlite3_initialize},
        {"sqlite3_libversion_number", (const void *)sqlite3_libversion_number},
        {"sqlite3_threadsafe", (const void *)sqlite3_threadsafe},
        {"sqlite3_vfs_find", (const void *)sqlite3_vfs_find},
        {"sqlite3_backup_init", (const void *)sqlite3_backup_init},
        {"sqlite3_backup_step", (const void *)sqlite3_backup_step},
        {"sqlite3_wal_checkpoint_v2", (const void *)sqlite3_wal_checkpoint_v2},
    };
    struct gb_answer_place begins = {NULL, NULL, NULL, NULL}, place;
    size_t bytes = 0;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if ((size_t)((const char *)functions[i].function - (const char *)begins.base) < bytes) continue;
        if (!gb_answer_function(functions[i].function, &place)) continue;
        if (begins.base == NULL) bytes = gb_answer_bytes((begins = place).base);
        if (place.base == begins.base) continue;
        *first = begins.object;
        *other = place.object;
        return functions[i].name;
    }
    return NULL;
}

#endif
