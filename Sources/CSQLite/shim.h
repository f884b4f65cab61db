#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast to a function pointer, which Swift does not import.
static inline int mingle_bind_text(sqlite3_stmt *statement, int index, const char *bytes, int count) {
    return sqlite3_bind_text(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// sqlite3_db_config is variadic, which Swift cannot call.
static inline int mingle_set_option(sqlite3 *connection, int option, int value) {
    return sqlite3_db_config(connection, option, value, (int *)0);
}
