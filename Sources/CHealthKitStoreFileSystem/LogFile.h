#ifndef LOG_FILE_H
#define LOG_FILE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "StoreFile.h"

// The methods of a log.
extern const sqlite3_io_methods log_methods;

// Of an encrypted log: continues from a frame to the one that ends its transaction.
int log_find_commit(store_file *log, uint64_t *frame);
// Whether the log of a file that was looked at belongs to this database; a log that says nothing does.
int log_check_owner(store_file *log);
// The transaction that a connection was writing has ended, if there was one.
void log_end_transaction(store_file *log);
// Whether the log may be deleted by this connection.
bool log_may_go(sqlite3_vfs *system, const char *name_below, store_file *database);

#endif
