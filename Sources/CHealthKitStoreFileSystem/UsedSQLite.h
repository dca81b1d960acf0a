#ifndef USED_SQLITE_H
#define USED_SQLITE_H

#include <sqlite3.h>

#include "CHealthKitStoreFileSystem.h"

// Begins to use SQLite, with memory that is wiped where that can still be chosen.
static inline int begin_sqlite(void) {
    (void)store_file_system_wipes_memory();
    return sqlite3_initialize();
}

#endif
