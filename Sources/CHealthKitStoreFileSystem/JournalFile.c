#include "JournalFile.h"

#include <string.h>

#include "Damage.h"
#include "DatabaseHeader.h"
#include "FileMethods.h"
#include "PageCodec.h"
#include "StoreFile.h"

// The journal of an encrypted store: its pages begin four bytes after a multiple of eight, and nothing else does that has a
// page's size.

enum { UNDO_HEADER = 28 };

// A page of a journal is bound to the header under which its transaction began: an old journal brings nothing back.
static seal_place place_of_undo(store_file *database, uint64_t number, uint64_t base) {
    seal_place place = {.kind = SEALED_UNDO, .number = number};
    if (is_listed(database)) {
        for (int byte = 0; byte < 8; byte++) place.frame[byte] = (uint8_t)(base >> (56 - 8 * byte));
    }
    return place;
}

static bool is_undo_page(store_file *file, int count, sqlite3_int64 offset) {
    return file->database && file->database->key && page_is_size(count) && offset % 8 == 4;
}

static int undo_read(sqlite3_file *raw, void *buffer, int count, sqlite3_int64 offset) {
    store_file *file = (store_file *)raw;
    int result = read_below(file, buffer, count, offset);
    if (result != SQLITE_OK || !is_undo_page(file, count, offset)) return result;
    store_file *database = file->database;
    bool is_sound = false;
    result = database_learn(database);
    if (result == SQLITE_OK) result = require_keys(database);
    if (result != SQLITE_OK) return result;
    // The header of the beginning, or one that the transaction has written.
    uint64_t bases[2] = {database->head.sequence, database->head.undo_base};
    uint8_t *page = buffer, *copy = file_scratch(file, (uint32_t)count);
    if (!copy) return SQLITE_IOERR_NOMEM;
    uint32_t size = (uint32_t)count - STORE_LOCKED_BYTES;
    for (int attempt = 0; attempt < 2 && !is_sound; attempt++) {
        if (attempt > 0 && (bases[attempt] == 0 || !is_listed(database))) break;
        seal_place place = place_of_undo(database, (uint64_t)offset, bases[attempt]);
        memcpy(copy, page, (size_t)count);
        is_sound = keys_open(database->keys, database->head.cipher, &place, copy, size, copy + size);
        if (is_sound) database->undo_base = bases[attempt];
    }
    if (!is_sound && file_keys_are_gone(database->keys)) return report_kind(STORE_LOCKED);
    memset(page, 0, (size_t)count);
    if (is_sound) memcpy(page, copy, size);
    // A page that a crash left incomplete before a sync is the end of the journal.
    return result == SQLITE_OK && !is_sound ? SQLITE_IOERR_SHORT_READ : result;
}

static int undo_write(sqlite3_file *raw, const void *buffer, int count, sqlite3_int64 offset) {
    store_file *file = (store_file *)raw;
    // A journal that is begun, or ended where it is kept, is another transaction's. The count of its pages is shorter.
    if (offset == 0 && count >= UNDO_HEADER && file->database) file->database->undo_base = 0;
    if (!is_undo_page(file, count, offset)) return write_below(file, buffer, count, offset);
    store_file *database = file->database;
    int result = database->undo_base ? SQLITE_OK : database_learn(database);
    if (result == SQLITE_OK) result = require_keys(database);
    if (result == SQLITE_OK && !database->undo_base) database->undo_base = database->head.sequence;
    uint8_t *page = result == SQLITE_OK ? file_scratch(file, (uint32_t)count) : NULL;
    if (!page) return result == SQLITE_OK ? SQLITE_IOERR_NOMEM : result;
    memcpy(page, buffer, (size_t)count);
    uint32_t size = (uint32_t)count - STORE_LOCKED_BYTES;
    seal_place place = place_of_undo(database, (uint64_t)offset, database->undo_base);
    bool is_done = keys_seal(database->keys, database->head.cipher, &place, page, size, page + size);
    return is_done ? write_below(file, page, count, offset) : report_kind(STORE_LOCKED);
}

const sqlite3_io_methods journal_methods = {
    METHODS_ALIKE(1),
    .xFileControl = file_control,
    .xRead = undo_read,
    .xWrite = undo_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
};
