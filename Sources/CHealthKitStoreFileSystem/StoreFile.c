#include "StoreFile.h"

#include <sodium.h>
#include <string.h>

uint8_t *file_scratch(store_file *file, uint32_t count) {
    if (file->scratch_size < count) {
        if (file->scratch && file->scratch_holds_plain) sodium_memzero(file->scratch, file->scratch_size);
        uint8_t *larger = sqlite3_realloc64(file->scratch, count);
        if (!larger) return NULL;
        file->scratch = larger;
        file->scratch_size = count;
    }
    return file->scratch;
}

int file_close(sqlite3_file *raw) {
    store_file *file = (store_file *)raw;
    if (file->mark_file) {
        if (file->mark_file->pMethods) file->mark_file->pMethods->xClose(file->mark_file);
        sqlite3_free(file->mark_file);
        sqlite3_free_filename(file->mark_name);
    }
    open_frames_free(&file->open);
    // What was decrypted here is wiped.
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
    // What was noted before could not be written then; others may have written meanwhile.
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

#if !defined(SQLITE_FCNTL_CKPT_START) || !defined(SQLITE_FCNTL_CKPT_DONE)
#error "SQLite has to tell when a checkpoint begins and ends: 3.36 does"
#endif

int file_control(sqlite3_file *raw, int code, void *argument) {
    store_file *file = (store_file *)raw;
    // No memory maps: a page that doesn't come through a read isn't looked at.
    if (code == SQLITE_FCNTL_MMAP_SIZE) {
        *(sqlite3_int64 *)argument = 0;
        return SQLITE_OK;
    }
    if (code == STORE_CONTROL_FATE) {
        file_examine(file, argument);
        return SQLITE_OK;
    }
    if (code == STORE_CONTROL_SLOTS && file->base.pMethods == &database_methods) {
        return database_set_slots(file, argument);
    }
    if (code == STORE_CONTROL_PAGES && file->base.pMethods == &database_methods) {
        return database_check_pages(file, argument);
    }
    if (is_listed(file)) {
        if (code == SQLITE_FCNTL_CKPT_START) database_begin_copying(file);
        if (code == SQLITE_FCNTL_CKPT_DONE) database_end_copying(file);
    }
    if (code == SQLITE_FCNTL_SIZE_HINT && is_listed(file)) {
        *(sqlite3_int64 *)argument = listed_end(file->page_size, *(sqlite3_int64 *)argument);
    } else if (code == SQLITE_FCNTL_SIZE_HINT) {
        *(sqlite3_int64 *)argument += file->shift;
    }
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

// Which of the locks on the log's index is the writer's.
enum { WRITER_LOCK = 0 };

int file_shm_lock(sqlite3_file *raw, int offset, int count, int flags) {
    store_file *file = (store_file *)raw;
    // Nothing of a transaction is in the log when a snapshot is taken, nor when the writer's lock is given back: another
    // connection may write over what was rolled back.
    bool ends_writing = flags & SQLITE_SHM_UNLOCK && offset == WRITER_LOCK;
    bool takes_snapshot = flags & SQLITE_SHM_LOCK && flags & SQLITE_SHM_SHARED;
    if (file->log && (ends_writing || takes_snapshot)) log_end_transaction(file->log);
    // Until now nobody reads the file alone.
    bool ends = flags == (SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE) && offset == FIRST_READER_LOCK;
    if (ends && file->resets_index) database_reset_index(file);
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
    if (deletes && file_has_moved(file)) deletes = 0;
    file->has_index = false;
    file->is_writing = false;
    return methods_below(file)->xShmUnmap(file->below, deletes);
}
