#ifndef FILE_METHODS_H
#define FILE_METHODS_H

#include <sqlite3.h>

#include "StoreFile.h"

// Common methods of all kinds of files, which call the layer below.
int file_close(sqlite3_file *raw);
int file_truncate(sqlite3_file *raw, sqlite3_int64 size);
int file_sync(sqlite3_file *raw, int flags);
int file_size(sqlite3_file *raw, sqlite3_int64 *size);
int file_lock(sqlite3_file *raw, int level);
int file_unlock(sqlite3_file *raw, int level);
int file_check_reserved(sqlite3_file *raw, int *out);
int file_control(sqlite3_file *raw, int code, void *argument);
int file_sector_size(sqlite3_file *raw);
int file_characteristics(sqlite3_file *raw);
int file_shm_map(sqlite3_file *raw, int page, int size, int extends, void volatile **out);
int file_shm_lock(sqlite3_file *raw, int offset, int count, int flags);
void file_shm_barrier(sqlite3_file *raw);
int file_shm_unmap(sqlite3_file *raw, int deletes);

// The beginning of a table of methods: those of every file, and those of one that has an index of its log. A table names its
// file control, and its lock on the index, itself.
#define METHODS_ALIKE(version)                                                                                        \
    .iVersion = (version), .xClose = file_close, .xLock = file_lock, .xUnlock = file_unlock,                          \
    .xCheckReservedLock = file_check_reserved, .xSectorSize = file_sector_size,                                       \
    .xDeviceCharacteristics = file_characteristics

#define METHODS_WITH_INDEX                                                                                            \
    METHODS_ALIKE(2), .xShmMap = file_shm_map, .xShmBarrier = file_shm_barrier, .xShmUnmap = file_shm_unmap

// The file control by which a connection asks for its file's fate.
#define STORE_CONTROL_FATE 0x484B0002

#endif
