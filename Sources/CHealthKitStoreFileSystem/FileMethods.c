#include "FileMethods.h"

#include <sodium.h>
#include <string.h>

#include "PageList.h"

int file_close(sqlite3_file *raw) {
    store_file *file = (store_file *)raw;
    if (file->mark_file) {
        if (file->mark_file->pMethods) file->mark_file->pMethods->xClose(file->mark_file);
        sqlite3_free(file->mark_file);
        sqlite3_free_filename(file->mark_name);
    }
    open_frames_free(&file->open);
    // Decrypted bytes are wiped.
    if (file->scratch && file->scratch_holds_plain) sodium_memzero(file->scratch, file->scratch_size);
    sqlite3_free(file->scratch);
    page_list_free(file);
    if (file->database && file->database->log == file) file->database->log = NULL;
    if (file->log) file->log->database = NULL;
    store_key_let_go(file->key);
    int result = methods_below(file)->xClose(file->below);
    // The layer below may have kept the name.
    if (file->name_below) sqlite3_free_filename(file->name_below);
    return result;
}

int file_truncate(sqlite3_file *raw, sqlite3_int64 size) {
    store_file *file = (store_file *)raw;
    return methods_below(file)->xTruncate(file->below, size > 0 ? size + file->shift : 0);
}

int file_sync(sqlite3_file *raw, int flags) {
    store_file *file = (store_file *)raw;
    return sync_below(file, flags);
}

int file_size(sqlite3_file *raw, sqlite3_int64 *size) {
    store_file *file = (store_file *)raw;
    int result = methods_below(file)->xFileSize(file->below, size);
    *size = *size > file->shift ? *size - file->shift : 0;
    return result;
}

int file_lock(sqlite3_file *raw, int level) {
    store_file *file = (store_file *)raw;
    int result = methods_below(file)->xLock(file->below, level);
    // Earlier notes couldn't be written; others may have written meanwhile.
    if (result == SQLITE_OK && level >= SQLITE_LOCK_RESERVED && file->level < SQLITE_LOCK_RESERVED) {
        page_list_discard(file);
    }
    if (result == SQLITE_OK && level > file->level) file->level = level;
    return result;
}

int file_unlock(sqlite3_file *raw, int level) {
    store_file *file = (store_file *)raw;
    // A transaction that syncs nothing ends here.
    bool ends = level < SQLITE_LOCK_RESERVED && file->level >= SQLITE_LOCK_RESERVED;
    int flushed = ends ? page_list_flush(file, false) : SQLITE_OK;
    if (ends) {
        file->undo_base = 0;
        file->is_copying = false;
    }
    if (level < file->level) file->level = level;
    int result = methods_below(file)->xUnlock(file->below, level);
    return result == SQLITE_OK ? flushed : result;
}

int file_check_reserved(sqlite3_file *raw, int *out) {
    store_file *file = (store_file *)raw;
    return methods_below(file)->xCheckReservedLock(file->below, out);
}

static bool has_moved(store_file *file) {
    int moved = 0;
    int result = methods_below(file)->xFileControl(file->below, SQLITE_FCNTL_HAS_MOVED, &moved);
    return result == SQLITE_OK && moved;
}

// Determines whether the file was moved or replaced.
static void examine(store_file *file, store_file_state *state) {
    state->fate = STORE_FILE_IN_PLACE;
    if (has_moved(file)) {
        state->fate = STORE_FILE_MOVED;
        return;
    }
    if (file->is_earlier) return;
    uint64_t newest = 0;
    bool is_other = false;
    for (int copy = 0; copy < 2; copy++) {
        uint8_t id[STORE_ID_SIZE];
        uint64_t sequence = 0;
        // Code that needs an unreadable header reports it.
        if (store_header_glance(file->below, copy, id, &sequence) != SQLITE_OK) return;
        if (sequence == 0) continue;
        if (state->sequence == 0) memcpy(state->file, id, STORE_ID_SIZE);
        is_other |= memcmp(state->file, id, STORE_ID_SIZE) != 0;
        if (sequence > newest) newest = sequence;
        if (state->sequence == 0) state->sequence = sequence;
    }
    if (is_other || newest < state->sequence) {
        state->fate = STORE_FILE_REPLACED;
    } else {
        state->sequence = newest;
    }
    // This connection's list of the file's pages may be outdated.
    if (file->key && newest != file->head.sequence) file->is_stale = true;
}

int file_control(sqlite3_file *raw, int code, void *argument) {
    store_file *file = (store_file *)raw;
    // No memory maps: a page that doesn't come through a read isn't looked at.
    if (code == SQLITE_FCNTL_MMAP_SIZE) {
        *(sqlite3_int64 *)argument = 0;
        return SQLITE_OK;
    }
    if (code == STORE_CONTROL_FATE) {
        examine(file, argument);
        return SQLITE_OK;
    }
    if (code == SQLITE_FCNTL_SIZE_HINT) *(sqlite3_int64 *)argument += file->shift;
    return methods_below(file)->xFileControl(file->below, code, argument);
}

int file_sector_size(sqlite3_file *raw) {
    store_file *file = (store_file *)raw;
    return methods_below(file)->xSectorSize(file->below);
}

int file_characteristics(sqlite3_file *raw) {
    store_file *file = (store_file *)raw;
    // Reads of a part of a page (0x8000 in later versions of SQLite) would be reads of the whole page here.
    return methods_below(file)->xDeviceCharacteristics(file->below) & ~0x8000;
}

int file_shm_map(sqlite3_file *raw, int page, int size, int extends, void volatile **out) {
    store_file *file = (store_file *)raw;
    int result = methods_below(file)->xShmMap(file->below, page, size, extends, out);
    if (result == SQLITE_OK && *out) file->has_index = true;
    return result;
}

int file_shm_lock(sqlite3_file *raw, int offset, int count, int flags) {
    store_file *file = (store_file *)raw;
    int result = methods_below(file)->xShmLock(file->below, offset, count, flags);
    if (result == SQLITE_OK && offset == WRITER_LOCK) file->is_writing = (flags & SQLITE_SHM_LOCK) != 0;
    return result;
}

void file_shm_barrier(sqlite3_file *raw) {
    store_file *file = (store_file *)raw;
    methods_below(file)->xShmBarrier(file->below);
}

// The index of the log is deleted by its name, under which another file's may lie by now.
int file_shm_unmap(sqlite3_file *raw, int deletes) {
    store_file *file = (store_file *)raw;
    if (deletes && has_moved(file)) deletes = 0;
    file->has_index = false;
    file->is_writing = false;
    return methods_below(file)->xShmUnmap(file->below, deletes);
}
