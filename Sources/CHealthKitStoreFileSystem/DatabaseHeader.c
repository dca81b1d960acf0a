#include "DatabaseHeader.h"

#include <string.h>

#include "Damage.h"

// Finds the keys of the file, and whether its header was written with them.
static int adopt_keys(store_file *file, const store_header *header) {
    if (!file->key) return report_kind(STORE_LOCKED);
    // A header without encryption was put here by a program without the key.
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

int database_change_header(store_file *file, bool in_use, const uint8_t *salt, bool *has_changed) {
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

// A copy is never written while the other waits for its sync: a machine that stops could tear both.
int database_settle_header(store_file *file, int flags) {
    int result = sync_below(file, flags);
    if (result == SQLITE_OK) result = write_header(file);
    return result == SQLITE_OK ? sync_below(file, flags) : result;
}

int database_note_log(store_file *file, bool in_use, const uint8_t *salt) {
    bool has_changed;
    int result = database_change_header(file, in_use, salt, &has_changed);
    return result == SQLITE_OK && has_changed ? database_settle_header(file, SQLITE_SYNC_NORMAL) : result;
}

int database_write_listed_header(store_file *file) {
    bool is_further = file->is_copying && file->copied_frames > file->head.copied_frames;
    if (is_further) file->head.copied_frames = file->copied_frames;
    file->head.undo_base = file->is_copying ? 0 : file->undo_base;
    if (file->ends_log) file->head.log_in_use = false;
    return write_header(file);
}

int database_write_header_again(store_file *file) { return write_header(file); }

// A connection that copies frames of the log into the file owns the header: this is SQLite's lock for that.
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
    if (result == SQLITE_OK) result = database_settle_header(file, SQLITE_SYNC_NORMAL);
    if (is_locked) {
        methods_below(file)->xShmLock(file->below, CHECKPOINT_LOCK, 1, SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE);
    }
    return result;
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

int database_begin_header(store_file *file, uint32_t page_size) {
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

int require_keys(store_file *database) {
    if (database->keys) return SQLITE_OK;
    int result = database_learn(database);
    if (result != SQLITE_OK) return result;
    return database->keys ? SQLITE_OK : report_kind(STORE_DAMAGED_HEADER);
}
