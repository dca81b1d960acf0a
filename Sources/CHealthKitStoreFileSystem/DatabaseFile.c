#include "DatabaseFile.h"

#include <string.h>

#include "Damage.h"
#include "DatabaseHeader.h"
#include "FileMethods.h"
#include "FileNames.h"
#include "LockedPages.h"
#include "LogFile.h"
#include "PageCodec.h"
#include "PageList.h"

// The database: a header of ours, then SQLite's pages, each of which is sealed when it is written and opened when it is
// read: encrypted and decrypted when the file is one that is locked, held against a checksum otherwise.

#if !defined(SQLITE_FCNTL_CKPT_START) || !defined(SQLITE_FCNTL_CKPT_DONE)
#error "SQLite has to tell when a checkpoint begins and ends: 3.36 does"
#endif

enum { SQLITE_HEADER = 100 };

// SQLite's index of the log says, in this word of its first part, how many frames the file has.
static volatile uint32_t *index_frames(store_file *file) {
    enum { PART_SIZE = 32768, COPIED_FRAMES = 96 };
    void volatile *part = NULL;
    if (!file->has_index || methods_below(file)->xShmMap(file->below, 0, PART_SIZE, 0, &part) != SQLITE_OK) return NULL;
    return part ? (volatile uint32_t *)((uint8_t volatile *)part + COPIED_FRAMES) : NULL;
}

// The checkpoint's beginning, its end, and the moment before others may see its result; see PageList.h.

static void begin_copying(store_file *file) {
    // Pages that an earlier checkpoint could not write are copied again by this one.
    page_list_discard(file);
    file->is_copying = true;
    file->copied_frames = 0;
    file->resets_index = false;
    volatile uint32_t *frames = index_frames(file);
    if (frames) file->index_frames = *frames;
}

static void end_copying(store_file *file) {
    if (!file->is_copying) return;
    int result = SQLITE_OK;
    if (file->copied_frames && file->log) result = log_find_commit(file->log, &file->copied_frames);
    // The last connection syncs in any case, which reports a failure.
    if (result == SQLITE_OK && file->level != SQLITE_LOCK_EXCLUSIVE) result = page_list_flush(file, true);
    // SQLite doesn't ask, and would take these frames for copied.
    if (result != SQLITE_OK) file->resets_index = true;
    if (file->level != SQLITE_LOCK_EXCLUSIVE) file->is_copying = false;
}

static void reset_index(store_file *file) {
    volatile uint32_t *frames = file->resets_index ? index_frames(file) : NULL;
    if (frames) *frames = file->index_frames;
    file->resets_index = false;
}

static uint32_t page_number(sqlite3_int64 offset, uint32_t size) { return (uint32_t)(offset / size + 1); }

// The offset of a page on the disk.
static sqlite3_int64 page_place(store_file *file, sqlite3_int64 offset) {
    if (!is_listed(file)) return offset + file->shift;
    return listed_page_place(file->page_size, page_number(offset, file->page_size)) + offset % file->page_size;
}

// Reads a page, or a part of one. Pages beyond the end of the file aren't in the list.
static int read_raw(store_file *file, void *buffer, int count, sqlite3_int64 offset) {
    int result = methods_below(file)->xRead(file->below, buffer, count, page_place(file, offset));
    if (result != SQLITE_IOERR_SHORT_READ || !is_listed(file) || !file->verifies) return result;
    uint32_t number = page_number(offset, file->page_size);
    bool is_known = false;
    result = page_list_knows(file, number, &is_known);
    if (result != SQLITE_OK) return result;
    return is_known ? report_page(STORE_OLD_PAGE, number) : SQLITE_IOERR_SHORT_READ;
}

// Decodes a page that was read, in place.
static int open_page(store_file *file, uint8_t *page, uint32_t size, uint32_t number) {
    if (!file->key) return page_open(page, size, number) ? SQLITE_OK : report_damage(number, 0);
    bool is_sound = false;
    uint8_t tag[SEAL_TAG];
    memcpy(tag, page + tag_place(size), SEAL_TAG);
    int result = unlock_page(file, SEALED_PAGE, number, page, size, &is_sound);
    if (result != SQLITE_OK || !file->verifies) return result;
    if (!is_sound) return report_damage(number, 0);
    if (!is_listed(file)) return SQLITE_OK;
    result = page_list_check(file, number, tag);
    // Nothing of it is shown to anybody.
    if (result != SQLITE_OK) memset(page, 0, size);
    return result;
}

// A part of a page can be judged with the whole of it only.
static int read_part(store_file *file, void *buffer, int count, sqlite3_int64 offset) {
    uint32_t size = file->page_size;
    uint8_t *page = file_scratch(file, size);
    if (!page) return SQLITE_IOERR_NOMEM;
    for (sqlite3_int64 place = offset - offset % size; place < offset + count; place += size) {
        int result = read_raw(file, page, (int)size, place);
        if (result == SQLITE_OK) result = open_page(file, page, size, page_number(place, size));
        if (result == SQLITE_IOERR_SHORT_READ) memset(buffer, 0, (size_t)count);
        if (result != SQLITE_OK) return result;
        sqlite3_int64 lower = place > offset ? place : offset;
        sqlite3_int64 upper = place + size < offset + count ? place + size : offset + count;
        memcpy((uint8_t *)buffer + (lower - offset), page + (lower - place), (size_t)(upper - lower));
    }
    return SQLITE_OK;
}

// Commits that are in the log only can't be seen without it. Another process may have made it a moment ago.
static int check_log(store_file *file) {
    if (!file->head.log_in_use || file->log || file->is_alone) return SQLITE_OK;
    char *name = store_name_below(sqlite3_filename_wal(file->name));
    if (!name) return SQLITE_IOERR_NOMEM;
    int exists = 0;
    int result = file->system->xAccess(file->system, name, SQLITE_ACCESS_EXISTS, &exists);
    sqlite3_free_filename(name);
    if (result != SQLITE_OK) return result;
    return exists ? SQLITE_OK : report_kind(STORE_LOG_MISSING);
}

static int database_read(sqlite3_file *raw, void *buffer, int count, sqlite3_int64 offset) {
    store_file *file = (store_file *)raw;
    int result = SQLITE_OK;
    bool learns = offset == 0 || !file->has_header || file->is_stale;
    // Where the pages of an encrypted file lie is said by its header.
    if (file->key && learns) result = database_learn(file);
    if (result != SQLITE_OK) return result;
    uint32_t size = file->page_size;
    bool is_page = size && (uint32_t)count == size && offset % size == 0;
    if (is_page || !is_listed(file)) result = read_raw(file, buffer, count, offset);
    if (result != SQLITE_OK || !(file->verifies || file->key)) return result;
    // SQLite looks at its header before it knows the size of pages, and reads the whole first page after.
    if (offset + count <= SQLITE_HEADER && !file->key) return SQLITE_OK;
    if (learns) {
        if (!file->key) result = database_learn(file);
        if (result != SQLITE_OK) return result;
        if (!file->has_header) {
            // A header that a crash has torn while the file was made goes with the file when the journal is played back.
            if (offset + count > SQLITE_HEADER) return report_kind(STORE_DAMAGED_HEADER);
            memset(buffer, 0, (size_t)count);
            return SQLITE_OK;
        }
        if (file->verifies && offset + count > SQLITE_HEADER) result = check_log(file);
        if (result != SQLITE_OK) return result;
    }
    size = file->page_size;
    if ((uint32_t)count != size || offset % size != 0) {
        result = read_part(file, buffer, count, offset);
        // A first page that a crash has torn is made whole by the journal, and looked at when it is read as a whole. So is
        // one that a checkpoint is writing, which is still in the log.
        store_damage_kind kind = last_damage_kind();
        bool is_torn = result == SQLITE_IOERR_DATA && offset + count <= SQLITE_HEADER
            && (kind == STORE_DAMAGED_PAGE || kind == STORE_OLD_PAGE || kind == STORE_DAMAGED_LIST);
        if (!is_torn) return result;
        memset(buffer, 0, (size_t)count);
        return SQLITE_OK;
    }
    return open_page(file, buffer, size, page_number(offset, size));
}

// Finds the header that goes before the pages, or makes one when there are none yet.
static int require_header(store_file *file, uint32_t page_size) {
    sqlite3_int64 size = 0;
    int result = database_learn(file);
    if (result == SQLITE_OK && !file->has_header) {
        result = file_size((sqlite3_file *)file, &size);
        if (result == SQLITE_OK && size == 0) return database_begin_header(file, page_size);
    }
    return result == SQLITE_OK && !file->has_header && file->verifies ? report_kind(STORE_DAMAGED_HEADER) : result;
}

static int database_size(sqlite3_file *raw, sqlite3_int64 *size) {
    store_file *file = (store_file *)raw;
    if (file->key && !file->has_header) {
        // Only a file without a header, which is a new one, has as many bytes of pages as there are.
        int result = database_learn(file);
        if (result != SQLITE_OK) return result;
    }
    if (!is_listed(file)) return file_size(raw, size);
    sqlite3_int64 end = 0;
    int result = methods_below(file)->xFileSize(file->below, &end);
    *size = listed_size(file->page_size, end);
    return result;
}

static int database_write(sqlite3_file *raw, const void *buffer, int count, sqlite3_int64 offset) {
    store_file *file = (store_file *)raw;
    if (!page_is_size(count) || offset % count != 0) return SQLITE_IOERR_WRITE;
    uint32_t size = (uint32_t)count;
    // A page without room for its checksum would lose its last bytes.
    uint8_t reserved = file->key ? STORE_LOCKED_BYTES : STORE_RESERVED_BYTES;
    if (offset == 0 && ((const uint8_t *)buffer)[20] != reserved) return SQLITE_IOERR_WRITE;
    if (!file->has_header) {
        int result = require_header(file, size);
        if (result != SQLITE_OK) return result;
    }
    uint8_t *sealed = file_scratch(file, size);
    if (!sealed) return SQLITE_IOERR_NOMEM;
    if (file->key) {
        memcpy(sealed, buffer, size);
        int result = require_keys(file);
        if (result == SQLITE_OK) result = lock_page(file, SEALED_PAGE, page_number(offset, size), sealed, size);
        if (result == SQLITE_OK && is_listed(file)) {
            result = page_list_note(file, page_number(offset, size), sealed + tag_place(size));
        }
        if (result != SQLITE_OK) return result;
    } else {
        page_seal(buffer, sealed, size, page_number(offset, size));
    }
    file->is_settled = false;
    throttle_write();
    return methods_below(file)->xWrite(file->below, sealed, count, page_place(file, offset));
}

static int truncate_listed(store_file *file, sqlite3_int64 size) {
    uint32_t page_size = file->page_size;
    sqlite3_int64 before = 0;
    int result = database_size((sqlite3_file *)file, &before);
    if (result != SQLITE_OK || before == size) return result;
    if (before > size) {
        result = page_list_cut(file, page_number(size, page_size), page_number(before + page_size - 1, page_size));
    }
    if (result != SQLITE_OK) return result;
    file->is_settled = false;
    return methods_below(file)->xTruncate(file->below, listed_end(page_size, size));
}

static int database_truncate(sqlite3_file *raw, sqlite3_int64 size) {
    store_file *file = (store_file *)raw;
    if (size > 0 && is_listed(file)) return truncate_listed(file, size);
    // A creation that is rolled back leaves an empty file.
    if (size == 0) {
        file->has_header = false;
        page_list_free(file);
    }
    return file_truncate(raw, size);
}

static int database_sync(sqlite3_file *raw, int flags) {
    store_file *file = (store_file *)raw;
    // The last connection has copied the whole log into the file, which is complete without it from here on.
    bool has_changed = false;
    file->ends_log = file->log && file->level == SQLITE_LOCK_EXCLUSIVE;
    int result = page_list_flush(file, true);
    if (result == SQLITE_OK && file->ends_log) result = database_change_header(file, false, NULL, &has_changed);
    file->ends_log = false;
    if (result != SQLITE_OK) return result;
    file->is_copying = false;
    file->resets_index = false;
    if (has_changed) return database_settle_header(file, flags);
    return file->is_settled ? SQLITE_OK : sync_below(file, flags);
}

// Looks at all pages from a number on; gives the first that isn't the one that was written last, or 0.
static int check_pages(store_file *file, uint32_t *number) {
    uint32_t from = *number > 0 ? *number : 1;
    *number = 0;
    int result = database_learn(file);
    if (result != SQLITE_OK || !is_listed(file) || file->head.log_in_use) return result;
    uint32_t size = file->page_size;
    sqlite3_int64 bytes = 0;
    uint8_t *page = file_scratch(file, size);
    if (!page) return SQLITE_IOERR_NOMEM;
    result = database_size((sqlite3_file *)file, &bytes);
    for (uint32_t place = from; result == SQLITE_OK && (sqlite3_int64)place * size <= bytes; place++) {
        bool is_known = false;
        result = page_list_knows(file, place, &is_known);
        // A page that was never written is a hole, whatever is in it.
        if (result == SQLITE_OK && is_known) {
            result = methods_below(file)->xRead(file->below, page, (int)size, listed_page_place(size, place));
            if (result == SQLITE_OK) result = open_page(file, page, size, place);
        }
        if (result == SQLITE_IOERR_DATA) {
            *number = place;
            return SQLITE_OK;
        }
    }
    return result;
}

static int database_control(sqlite3_file *raw, int code, void *argument) {
    store_file *file = (store_file *)raw;
    if (code == STORE_CONTROL_SLOTS) return database_set_slots(file, argument);
    if (code == STORE_CONTROL_PAGES) return check_pages(file, argument);
    if (is_listed(file)) {
        if (code == SQLITE_FCNTL_CKPT_START) begin_copying(file);
        if (code == SQLITE_FCNTL_CKPT_DONE) end_copying(file);
        if (code == SQLITE_FCNTL_SIZE_HINT) {
            *(sqlite3_int64 *)argument = listed_end(file->page_size, *(sqlite3_int64 *)argument);
            return methods_below(file)->xFileControl(file->below, code, argument);
        }
    }
    return file_control(raw, code, argument);
}

static int database_shm_lock(sqlite3_file *raw, int offset, int count, int flags) {
    store_file *file = (store_file *)raw;
    // Nothing of a transaction is in the log when a snapshot is taken, nor when the writer's lock is given back: another
    // connection may write over what was rolled back.
    bool ends_writing = flags & SQLITE_SHM_UNLOCK && offset == WRITER_LOCK;
    bool takes_snapshot = flags & SQLITE_SHM_LOCK && flags & SQLITE_SHM_SHARED;
    if (file->log && (ends_writing || takes_snapshot)) log_end_transaction(file->log);
    // No connection reads the file without the log so far.
    bool ends = flags == (SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE) && offset == FIRST_READER_LOCK;
    if (ends && file->resets_index) reset_index(file);
    return file_shm_lock(raw, offset, count, flags);
}

const sqlite3_io_methods database_methods = {
    METHODS_WITH_INDEX,
    .xFileControl = database_control,
    .xShmLock = database_shm_lock,
    .xRead = database_read,
    .xWrite = database_write,
    .xTruncate = database_truncate,
    .xSync = database_sync,
    .xFileSize = database_size,
};
