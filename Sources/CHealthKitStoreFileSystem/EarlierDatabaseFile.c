#include "EarlierDatabaseFile.h"

#include <string.h>

#include "Damage.h"
#include "FileMethods.h"
#include "PageCodec.h"
#include "StoreFile.h"

// The database in the formats before 3: SQLite's own file, in which every page is sealed when it is written and opened
// when it is read, from format 2 on.

enum { HEADER = 100 };

static void learn(store_file *file, const uint8_t *header) {
    uint32_t size = page_header_size(header);
    if (size) file->page_size = size;
    if (page_header_says_sealed(header)) {
        file->sealing = SEALING_ALL;
    } else if (file->sealing == SEALING_UNKNOWN) {
        file->sealing = SEALING_NONE;
    }
}

// Determines the file's kind from its contents; one without a first page stays unknown.
static void learn_from_disk(store_file *file) {
    uint8_t header[HEADER];
    if (methods_below(file)->xRead(file->below, header, HEADER, 0) == SQLITE_OK) learn(file, header);
}

// The page's number at an offset that is a page's.
static uint32_t page_number(sqlite3_int64 offset, uint32_t size) { return (uint32_t)(offset / size + 1); }

static int read_part(store_file *file, void *buffer, int count, sqlite3_int64 offset);

static int database_read(sqlite3_file *raw, void *buffer, int count, sqlite3_int64 offset) {
    store_file *file = (store_file *)raw;
    int result = methods_below(file)->xRead(file->below, buffer, count, offset);
    if (result != SQLITE_OK || !file->verifies) return result;
    if (offset == 0 && count >= HEADER) {
        learn(file, buffer);
    } else if (file->sealing == SEALING_UNKNOWN) {
        learn_from_disk(file);
    }
    if (file->sealing != SEALING_ALL) return SQLITE_OK;
    if (page_is_size(count) && offset % count == 0) {
        uint32_t number = page_number(offset, (uint32_t)count);
        return page_open(buffer, (uint32_t)count, number) ? SQLITE_OK : report_damage(number, 0);
    }
    // SQLite looks at the header before it knows the size of pages, and reads the whole first page after.
    if (offset + count <= HEADER) return SQLITE_OK;
    return read_part(file, buffer, count, offset);
}

// A part of a page can be judged with the whole of it only.
static int read_part(store_file *file, void *buffer, int count, sqlite3_int64 offset) {
    uint32_t size = file->page_size;
    uint8_t *page = size ? file_scratch(file, size) : NULL;
    if (!page) return size ? SQLITE_IOERR_NOMEM : report_damage(1, 0);
    sqlite3_int64 first = offset - offset % size;
    for (sqlite3_int64 place = first; place < offset + count; place += size) {
        int result = methods_below(file)->xRead(file->below, page, (int)size, place);
        if (result != SQLITE_OK) return result;
        if (!page_open(page, size, page_number(place, size))) return report_damage(page_number(place, size), 0);
        sqlite3_int64 lower = place > offset ? place : offset;
        sqlite3_int64 upper = place + size < offset + count ? place + size : offset + count;
        memcpy((uint8_t *)buffer + (lower - offset), page + (lower - place), (size_t)(upper - lower));
    }
    return SQLITE_OK;
}

static int write_page(store_file *file, const void *page, uint32_t size, sqlite3_int64 offset) {
    uint8_t *sealed = file_scratch(file, size);
    if (!sealed) return SQLITE_IOERR_NOMEM;
    page_seal(page, sealed, size, page_number(offset, size));
    return methods_below(file)->xWrite(file->below, sealed, (int)size, offset);
}

// Pages of a new file that were written before its first, which says that they are sealed: a cache that overflows does
// that.
static int seal_earlier_pages(store_file *file, uint32_t size) {
    sqlite3_int64 end = 0;
    int result = methods_below(file)->xFileSize(file->below, &end);
    for (sqlite3_int64 place = size; result == SQLITE_OK && place + size <= end; place += size) {
        uint8_t *page = file_scratch(file, size);
        if (!page) return SQLITE_IOERR_NOMEM;
        result = methods_below(file)->xRead(file->below, page, (int)size, place);
        if (result != SQLITE_OK) break;
        page_seal(page, page, size, page_number(place, size));
        result = methods_below(file)->xWrite(file->below, page, (int)size, place);
    }
    return result;
}

static int database_write(sqlite3_file *raw, const void *buffer, int count, sqlite3_int64 offset) {
    store_file *file = (store_file *)raw;
    if (file->sealing == SEALING_UNKNOWN) learn_from_disk(file);
    if (offset == 0 && count >= HEADER) {
        bool was_unknown = file->sealing == SEALING_UNKNOWN;
        learn(file, buffer);
        if (was_unknown && file->sealing == SEALING_ALL) {
            int result = seal_earlier_pages(file, (uint32_t)count);
            if (result != SQLITE_OK) return result;
        }
    }
    if (file->sealing == SEALING_ALL && page_is_size(count) && offset % count == 0) {
        return write_page(file, buffer, (uint32_t)count, offset);
    }
    return methods_below(file)->xWrite(file->below, buffer, count, offset);
}

const sqlite3_io_methods earlier_database_methods = {
    METHODS_WITH_INDEX,
    .xFileControl = file_control,
    .xShmLock = file_shm_lock,
    .xRead = database_read,
    .xWrite = database_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
};
