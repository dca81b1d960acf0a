#ifndef STORE_FILE_H
#define STORE_FILE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "LogFrames.h"

// What the file of a database is known to be.
typedef enum { SEALING_UNKNOWN, SEALING_NONE, SEALING_ALL } sealing;

// An open file of this layer: the database or its log. The file of the layer below lies behind it in memory.
typedef struct {
    sqlite3_file base;
    sqlite3_vfs *system;
    const char *name;
    // Whether what is read is looked at; a connection can ask for everything as it is.
    bool verifies;

    // Of a database.
    sealing sealing;
    uint32_t page_size;

    // Of a log.
    bool knows_header;
    log_header header;
    // The first frame that this connection wrote since its last commit: such frames have no sound checksum yet.
    int64_t first_open_frame;
    // The frames of the log with a commit that was written but not synced; 0 for none.
    uint32_t pending_frames;
    // The frame that follows in the transaction that this connection is writing; 0 for none.
    int64_t next_frame;
    bool has_mark;
    log_mark mark;
    sqlite3_file *mark_file;
    char *mark_name;

    uint8_t *scratch;
    uint32_t scratch_size;
    sqlite3_file *below;
} store_file;

extern const sqlite3_io_methods database_methods;
extern const sqlite3_io_methods log_methods;

// Notes where a checksum failed, and returns the code for it.
int report_damage(uint32_t page, uint32_t frame);

// Room for a page and a frame's header; null when there is no memory.
uint8_t *file_scratch(store_file *file, uint32_t count);

// The name of the mark beside a log, to be freed; null when the name isn't a log's.
char *log_mark_name(const char *log_name);

// What both kinds of file do alike: hand on to the layer below.
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

static inline const sqlite3_io_methods *methods_below(store_file *file) { return file->below->pMethods; }

#endif
