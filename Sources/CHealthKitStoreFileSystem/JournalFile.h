#ifndef JOURNAL_FILE_H
#define JOURNAL_FILE_H

#include <sqlite3.h>

// The methods of a rollback journal, which has another name, and whose pages are encrypted where the database's are.
extern const sqlite3_io_methods journal_methods;

#endif
