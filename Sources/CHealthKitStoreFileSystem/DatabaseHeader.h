#ifndef DATABASE_HEADER_H
#define DATABASE_HEADER_H

#include <stdbool.h>
#include <stdint.h>

#include "StoreFile.h"

// The header of an open database: it is read, changed and synced here.

// Reads the header of a database from the disk. It may be absent (`has_header` is false) or damaged.
int database_learn(store_file *file);
// Of an encrypted database: makes sure that its header was read.
int require_keys(store_file *database);

// Writes the first header of a new file, both copies of it.
int database_begin_header(store_file *file, uint32_t page_size);

// Writes one copy of the header, when it is to say something else than it does.
int database_change_header(store_file *file, bool in_use, const uint8_t *salt, bool *has_changed);
// Brings a changed header to the disk, and then its other copy, so that either of them can be lost.
int database_settle_header(store_file *file, int flags);

// Says in the header whether a log is in use, and which, and brings that to the disk.
int database_note_log(store_file *file, bool in_use, const uint8_t *salt);
// Writes other slots into the header.
int database_set_slots(store_file *file, const uint8_t *slots);

// Writes the header that goes with a new list of page versions, and its other copy.
int database_write_listed_header(store_file *file);
int database_write_header_again(store_file *file);

#endif
