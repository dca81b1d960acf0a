#include <string.h>

#include "PageCodec.h"
#include "PageList.h"
#include "StoreFile.h"

// The database: a header of ours, then SQLite's pages, each of which is sealed when it is written and opened when it is
// read: encrypted and decrypted when the file is one that is locked, held against a checksum otherwise.

enum { SQLITE_HEADER = 100 };

// Finds the keys of the file, and whether its header was written with them.
static int adopt_keys(store_file *file, const store_header *header) {
    if (!file->key) return report_kind(STORE_LOCKED);
    // One that says that it isn't encrypted was put here by somebody without the key.
    if (!header->cipher) return report_kind(STORE_KEY_WRONG);
    if (!cipher_is_available(header->cipher)) return report_kind(STORE_CIPHER_MISSING);
    file_keys *keys = store_key_of_file(file->key, header->store, header->file);
    if (!keys || file_keys_are_gone(keys)) return report_kind(STORE_LOCKED);
    if (!store_header_is_authentic(header, keys)) {
        return report_kind(file_keys_are_gone(keys) ? STORE_LOCKED : STORE_KEY_WRONG);
    }
    file->keys = keys;
    return SQLITE_OK;
}

static int write_header(store_file *file) {
    file->is_settled = false;
    int result = store_header_write(file->below, &file->head, file->keys);
    return result == SQLITE_ABORT ? report_kind(STORE_LOCKED) : result;
}

int database_learn(store_file *file) {
    store_header header;
    header_state state;
    int result = store_header_read(file->below, &header, &state);
    if (result != SQLITE_OK) return result;
    file->has_header = false;
    if (state != HEADER_SOUND) return SQLITE_OK;
    file->keys = NULL;
    if (header.cipher || file->key) {
        result = adopt_keys(file, &header);
        if (result != SQLITE_OK) return result;
    }
    file->has_header = true;
    file->is_stale = false;
    file->head = header;
    file->page_size = header.page_size;
    return SQLITE_OK;
}

// Writes one copy of the header, when it is to say something else than it does.
static int change_header(store_file *file, bool in_use, const uint8_t *salt, bool *has_changed) {
    *has_changed = false;
    int result = database_learn(file);
    if (result != SQLITE_OK) return result;
    if (!file->has_header) return file->verifies ? report_kind(STORE_DAMAGED_HEADER) : SQLITE_OK;
    bool is_known = !salt || memcmp(file->head.salt, salt, sizeof(file->head.salt)) == 0;
    if (file->head.log_in_use == in_use && is_known) return SQLITE_OK;
    file->head.log_in_use = in_use;
    file->head.undo_base = 0;
    if (!is_known) file->head.copied_frames = 0;
    if (salt) memcpy(file->head.salt, salt, sizeof(file->head.salt));
    *has_changed = true;
    return write_header(file);
}

// Brings a changed header to the disk, and then its other copy, so that either of them can be lost. A copy is never
// written while the other waits for its sync: a machine that stops could tear both.
static int settle_header(store_file *file, int flags) {
    int result = sync_below(file, flags);
    if (result == SQLITE_OK) result = write_header(file);
    return result == SQLITE_OK ? sync_below(file, flags) : result;
}

int database_note_log(store_file *file, bool in_use, const uint8_t *salt) {
    bool has_changed;
    int result = change_header(file, in_use, salt, &has_changed);
    return result == SQLITE_OK && has_changed ? settle_header(file, SQLITE_SYNC_NORMAL) : result;
}

int database_write_listed_header(store_file *file) {
    bool is_further = file->is_copying && file->copied_frames > file->head.copied_frames;
    if (is_further) file->head.copied_frames = file->copied_frames;
    file->head.undo_base = file->is_copying ? 0 : file->undo_base;
    if (file->ends_log) file->head.log_in_use = false;
    return write_header(file);
}

int database_write_header_again(store_file *file) { return write_header(file); }

// While somebody copies frames of the log into the file, the header is theirs: this is the lock that SQLite has for it.
enum { LOCK_ATTEMPTS = 500, LOCK_PAUSE = 10000 };

static int lock_checkpoints(store_file *file, bool *is_locked) {
    *is_locked = false;
    if (!file->has_index || file->level == SQLITE_LOCK_EXCLUSIVE) return SQLITE_OK;
    int result = SQLITE_BUSY;
    for (int attempt = 0; attempt < LOCK_ATTEMPTS && result == SQLITE_BUSY; attempt++) {
        if (attempt > 0) file->system->xSleep(file->system, LOCK_PAUSE);
        result = methods_below(file)->xShmLock(file->below, CHECKPOINT_LOCK, 1, SQLITE_SHM_LOCK | SQLITE_SHM_EXCLUSIVE);
    }
    *is_locked = result == SQLITE_OK;
    return result;
}

int database_set_slots(store_file *file, const uint8_t *slots) {
    bool is_locked;
    int result = lock_checkpoints(file, &is_locked);
    if (result == SQLITE_OK) result = database_learn(file);
    if (result == SQLITE_OK && !(file->has_header && file->keys)) result = report_kind(STORE_DAMAGED_HEADER);
    if (result == SQLITE_OK) {
        memcpy(file->head.slots, slots, STORE_SLOTS_SIZE);
        result = write_header(file);
    }
    if (result == SQLITE_OK) result = settle_header(file, SQLITE_SYNC_NORMAL);
    if (is_locked) {
        methods_below(file)->xShmLock(file->below, CHECKPOINT_LOCK, 1, SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE);
    }
    return result;
}

// SQLite's index of the log says, in this word of its first part, how many frames the file has.
static volatile uint32_t *index_frames(store_file *file) {
    enum { PART_SIZE = 32768, COPIED_FRAMES = 96 };
    void volatile *part = NULL;
    if (!file->has_index || methods_below(file)->xShmMap(file->below, 0, PART_SIZE, 0, &part) != SQLITE_OK) return NULL;
    return part ? (volatile uint32_t *)((uint8_t volatile *)part + COPIED_FRAMES) : NULL;
}

void database_begin_copying(store_file *file) {
    // What an earlier checkpoint could not write it copied for nobody: this one copies it again.
    page_list_discard(file);
    file->is_copying = true;
    file->copied_frames = 0;
    file->resets_index = false;
    volatile uint32_t *frames = index_frames(file);
    if (frames) file->index_frames = *frames;
}

void database_end_copying(store_file *file) {
    if (!file->is_copying) return;
    int result = SQLITE_OK;
    if (file->copied_frames && file->log) result = log_find_commit(file->log, &file->copied_frames);
    // The last connection goes on to a sync in any case, which says when it fails.
    if (result == SQLITE_OK && file->level != SQLITE_LOCK_EXCLUSIVE) result = page_list_flush(file, true);
    // SQLite doesn't ask, and would take these frames for copied.
    if (result != SQLITE_OK) file->resets_index = true;
    if (file->level != SQLITE_LOCK_EXCLUSIVE) file->is_copying = false;
}

void database_reset_index(store_file *file) {
    volatile uint32_t *frames = file->resets_index ? index_frames(file) : NULL;
    if (frames) *frames = file->index_frames;
    file->resets_index = false;
}

// Which store a new file belongs to: the one that its name's parameter says, or a new one.
static void choose_store(store_file *file, uint8_t *id) {
    const char *text = sqlite3_uri_parameter(file->name, "store");
    int count = 0;
    for (; text && count < 2 * STORE_ID_SIZE; count++) {
        char digit = text[count];
        int value = digit >= '0' && digit <= '9' ? digit - '0' : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
        if (value < 0) break;
        id[count / 2] = (uint8_t)(count % 2 ? id[count / 2] | value : value << 4);
    }
    if (count < 2 * STORE_ID_SIZE) sqlite3_randomness(STORE_ID_SIZE, id);
}

// Writes the first header of a new file, both copies of it.
static int begin_file(store_file *file, uint32_t page_size) {
    store_header header = {.format = STORE_FORMAT, .page_size = page_size};
    choose_store(file, header.store);
    sqlite3_randomness(STORE_ID_SIZE, header.file);
    if (file->key) {
        header.format = STORE_LOCKED_FORMAT;
        header.cipher = store_key_cipher(file->key);
        memcpy(header.slots, store_key_slots(file->key), STORE_SLOTS_SIZE);
        file->keys = store_key_of_file(file->key, header.store, header.file);
        if (!file->keys) return report_kind(STORE_LOCKED);
    }
    file->head = header;
    int result = SQLITE_OK;
    for (int copy = 0; copy < 2 && result == SQLITE_OK; copy++) result = write_header(file);
    if (result != SQLITE_OK) return result;
    file->has_header = true;
    file->page_size = page_size;
    return SQLITE_OK;
}

static uint32_t page_number(sqlite3_int64 offset, uint32_t size) { return (uint32_t)(offset / size + 1); }

// Where a page lies on the disk.
static sqlite3_int64 page_place(store_file *file, sqlite3_int64 offset) {
    if (!is_listed(file)) return offset + file->shift;
    return listed_page_place(file->page_size, page_number(offset, file->page_size)) + offset % file->page_size;
}

// Reads a page, or a part of one. What lies behind the end of the file is no page that the list knows.
static int read_raw(store_file *file, void *buffer, int count, sqlite3_int64 offset) {
    int result = methods_below(file)->xRead(file->below, buffer, count, page_place(file, offset));
    if (result != SQLITE_IOERR_SHORT_READ || !is_listed(file) || !file->verifies) return result;
    uint32_t number = page_number(offset, file->page_size);
    bool is_known = false;
    result = page_list_knows(file, number, &is_known);
    if (result != SQLITE_OK) return result;
    return is_known ? report_page(STORE_OLD_PAGE, number) : SQLITE_IOERR_SHORT_READ;
}

// Makes from what was read of a page the page, in place.
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
        if (result == SQLITE_OK && size == 0) return begin_file(file, page_size);
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
    take_breath();
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
    // What was begun and is taken back leaves an empty file.
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
    if (result == SQLITE_OK && file->ends_log) result = change_header(file, false, NULL, &has_changed);
    file->ends_log = false;
    if (result != SQLITE_OK) return result;
    file->is_copying = false;
    file->resets_index = false;
    if (has_changed) return settle_header(file, flags);
    return file->is_settled ? SQLITE_OK : sync_below(file, flags);
}

int database_check_pages(store_file *file, uint32_t *number) {
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

const sqlite3_io_methods database_methods = {
    METHODS_WITH_INDEX,
    .xRead = database_read,
    .xWrite = database_write,
    .xTruncate = database_truncate,
    .xSync = database_sync,
    .xFileSize = database_size,
};
