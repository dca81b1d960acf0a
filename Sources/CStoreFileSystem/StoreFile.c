#include "StoreFile.h"

#include <string.h>

uint8_t *file_scratch(store_file *file, uint32_t count) {
    if (file->scratch_size < count) {
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
    sqlite3_free(file->scratch);
    return methods_below(file)->xClose(file->below);
}

int file_truncate(sqlite3_file *raw, sqlite3_int64 size) {
    store_file *file = (store_file *)raw;
    return methods_below(file)->xTruncate(file->below, size);
}

int file_sync(sqlite3_file *raw, int flags) {
    store_file *file = (store_file *)raw;
    return methods_below(file)->xSync(file->below, flags);
}

int file_size(sqlite3_file *raw, sqlite3_int64 *size) {
    store_file *file = (store_file *)raw;
    return methods_below(file)->xFileSize(file->below, size);
}

int file_lock(sqlite3_file *raw, int level) {
    store_file *file = (store_file *)raw;
    return methods_below(file)->xLock(file->below, level);
}

int file_unlock(sqlite3_file *raw, int level) {
    store_file *file = (store_file *)raw;
    return methods_below(file)->xUnlock(file->below, level);
}

int file_check_reserved(sqlite3_file *raw, int *out) {
    store_file *file = (store_file *)raw;
    return methods_below(file)->xCheckReservedLock(file->below, out);
}

int file_control(sqlite3_file *raw, int code, void *argument) {
    store_file *file = (store_file *)raw;
    // No memory maps: a page that doesn't come through a read isn't looked at.
    if (code == SQLITE_FCNTL_MMAP_SIZE) {
        *(sqlite3_int64 *)argument = 0;
        return SQLITE_OK;
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
    return methods_below(file)->xShmMap(file->below, page, size, extends, out);
}

int file_shm_lock(sqlite3_file *raw, int offset, int count, int flags) {
    store_file *file = (store_file *)raw;
    return methods_below(file)->xShmLock(file->below, offset, count, flags);
}

void file_shm_barrier(sqlite3_file *raw) {
    store_file *file = (store_file *)raw;
    methods_below(file)->xShmBarrier(file->below);
}

int file_shm_unmap(sqlite3_file *raw, int deletes) {
    store_file *file = (store_file *)raw;
    return methods_below(file)->xShmUnmap(file->below, deletes);
}
