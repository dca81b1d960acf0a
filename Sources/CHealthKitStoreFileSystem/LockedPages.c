#include <string.h>

#include "PageCodec.h"
#include "StoreFile.h"

// What lies in the files of an encrypted store: pages of the database, frames of the log, and the pages that a journal keeps
// while a store is made. Each is encrypted by itself, and bound to its kind and place.

static seal_place place_of(int kind, uint64_t number) { return (seal_place){.kind = kind, .number = number}; }

int lock_page(store_file *database, int kind, uint64_t number, uint8_t *page, uint32_t count) {
    uint32_t size = count - STORE_LOCKED_BYTES;
    seal_place place = place_of(kind, number);
    bool is_done = keys_seal(database->keys, database->head.cipher, &place, page, size, page + size);
    return is_done ? SQLITE_OK : report_kind(STORE_LOCKED);
}

// A page of a journal is bound to the header under which its transaction began: an old journal brings nothing back.
static seal_place place_of_undo(store_file *database, uint64_t number, uint64_t base) {
    seal_place place = place_of(SEALED_UNDO, number);
    if (is_listed(database)) {
        for (int byte = 0; byte < 8; byte++) place.frame[byte] = (uint8_t)(base >> (56 - 8 * byte));
    }
    return place;
}

int unlock_page(store_file *database, int kind, uint64_t number, uint8_t *page, uint32_t count, bool *is_sound) {
    uint32_t size = count - STORE_LOCKED_BYTES;
    seal_place place = place_of(kind, number);
    *is_sound = keys_open(database->keys, database->head.cipher, &place, page, size, page + size);
    if (!*is_sound && file_keys_are_gone(database->keys)) return report_kind(STORE_LOCKED);
    // SQLite doesn't know what these bytes hold, and adds them up all the same where it writes its log.
    memset(page + size, 0, STORE_LOCKED_BYTES);
    if (!*is_sound) memset(page, 0, size);
    return SQLITE_OK;
}

// The sum over all frames that SQLite keeps in a frame's header tells of what the pages hold, so it is encrypted with the
// page: as the message's last bytes, which then lie in the header. The rest of the header is bound to both.

static seal_place place_of_frame(int64_t frame, const uint8_t *bytes) {
    seal_place place = place_of(SEALED_FRAME, (uint64_t)frame);
    memcpy(place.frame, bytes, sizeof(place.frame));
    return place;
}

enum { FRAME_SUM = 16, FRAME_SUM_SIZE = 8 };

int lock_frame(store_file *database, int64_t frame, uint8_t *bytes, uint32_t page_size) {
    static const uint8_t nothing[STORE_LOCKED_BYTES];
    uint32_t size = page_size - STORE_LOCKED_BYTES;
    uint8_t *page = bytes + FRAME_HEADER, seal[STORE_LOCKED_BYTES];
    // They come back as zeros, so the sum over them would be wrong.
    if (memcmp(page + size, nothing, STORE_LOCKED_BYTES) != 0) return SQLITE_IOERR_WRITE;
    seal_place place = place_of_frame(frame, bytes);
    memcpy(page + size, bytes + FRAME_SUM, FRAME_SUM_SIZE);
    if (!keys_seal(database->keys, database->head.cipher, &place, page, size + FRAME_SUM_SIZE, seal)) {
        return report_kind(STORE_LOCKED);
    }
    memcpy(bytes + FRAME_SUM, page + size, FRAME_SUM_SIZE);
    memcpy(page + size, seal, STORE_LOCKED_BYTES);
    return SQLITE_OK;
}

int unlock_frame(store_file *database, int64_t frame, uint8_t *bytes, uint32_t page_size, bool *is_sound) {
    uint32_t size = page_size - STORE_LOCKED_BYTES;
    uint8_t *page = bytes + FRAME_HEADER, seal[STORE_LOCKED_BYTES];
    seal_place place = place_of_frame(frame, bytes);
    memcpy(seal, page + size, STORE_LOCKED_BYTES);
    memcpy(page + size, bytes + FRAME_SUM, FRAME_SUM_SIZE);
    *is_sound = keys_open(database->keys, database->head.cipher, &place, page, size + FRAME_SUM_SIZE, seal);
    if (!*is_sound && file_keys_are_gone(database->keys)) return report_kind(STORE_LOCKED);
    if (*is_sound) {
        memcpy(bytes + FRAME_SUM, page + size, FRAME_SUM_SIZE);
        memset(page + size, 0, STORE_LOCKED_BYTES);
    } else {
        // A frame of no page is one that SQLite takes for the log's end.
        memset(bytes, 0, FRAME_HEADER + page_size);
    }
    return SQLITE_OK;
}

int require_keys(store_file *database) {
    if (database->keys) return SQLITE_OK;
    int result = database_learn(database);
    if (result != SQLITE_OK) return result;
    return database->keys ? SQLITE_OK : report_kind(STORE_DAMAGED_HEADER);
}

// The journal: its pages begin four bytes after a multiple of eight, and nothing else does that has a page's size.

enum { UNDO_HEADER = 28 };

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
    // What a crash left of a page that no sync had followed is the end of the journal.
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
    .xRead = undo_read,
    .xWrite = undo_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
};
