#ifndef EARLIER_DATABASE_FILE_H
#define EARLIER_DATABASE_FILE_H

#include <sqlite3.h>

// The methods of a database in a format before 3.
extern const sqlite3_io_methods earlier_database_methods;

#endif
