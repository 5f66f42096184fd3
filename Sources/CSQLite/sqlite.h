// The CSQLite room: SQLite as a module, with what Swift cannot import: functions with a variable number of arguments and cast macros.
#ifndef GAMEBASE_CSQLITE_H
#define GAMEBASE_CSQLITE_H

#include <sqlite3.h>

static inline int gb_sqlite3_configure(sqlite3 *database, int option, int value) {
    return sqlite3_db_config(database, option, value, (int *)0);
}

#endif
