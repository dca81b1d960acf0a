#ifndef DATABASE_FILE_H
#define DATABASE_FILE_H

#include <sqlite3.h>

// The methods of a database.
extern const sqlite3_io_methods database_methods;

// The file control by which a connection has other slots written.
#define STORE_CONTROL_SLOTS 0x484B0003
// The one by which it has all pages looked at: from a number on, which becomes that of the first that is wrong, or 0.
#define STORE_CONTROL_PAGES 0x484B0004

#endif
