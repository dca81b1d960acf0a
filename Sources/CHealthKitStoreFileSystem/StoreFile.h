#ifndef STORE_FILE_H
#define STORE_FILE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "Breath.h"
#include "LogFrames.h"
#include "OpenFrames.h"
#include "StoreHeader.h"
#include "StoreKeys.h"

// The known sealing of a database's file.
typedef enum { SEALING_UNKNOWN, SEALING_NONE, SEALING_ALL } sealing;

// An open file of this layer: the database or its log. The file of the layer below follows it in memory.
typedef struct store_file {
    sqlite3_file base;
    sqlite3_vfs *system;
    const char *name;
    // The name below, when it is another.
    char *name_below;
    // Whether the file is of a format before 3.
    bool is_earlier;
    // The offset of SQLite's first byte.
    sqlite3_int64 shift;
    // Whether reads are verified; a connection can turn that off.
    bool verifies;

    // Of a database. The header is the last that this connection has read or written.
    sealing sealing;
    uint32_t page_size;
    bool has_header;
    store_header head;
    struct store_file *log;
    // The key of a file opened with one, and the keys derived from it once the header is known.
    store_key *key;
    file_keys *keys;
    int level;
    // Of one with a list of page versions, from the first look at it on.
    struct page_list *pages;
    // The header on the disk is, or may be, another than `head`.
    bool is_stale;
    // Nothing was written since the last sync.
    bool is_settled;
    // The sync that is under way is the one after which the file is complete without its log.
    bool ends_log;
    // A checkpoint is under way, and has copied so many frames.
    bool is_copying;
    uint64_t copied_frames;
    // The earlier number of copied frames in SQLite's index, to be restored.
    uint32_t index_frames;
    bool resets_index;
    bool has_index;
    // This connection has the writer's lock: no other adds to the log.
    bool is_writing;
    // The header's number when the transaction began whose journal is written or played back; 0 for none.
    uint64_t undo_base;
    // Opened as a file that nothing changes, whose log isn't asked for.
    bool is_alone;

    // Of a log.
    struct store_file *database;
    // A header was written that is not yet synced and that the database's header doesn't name.
    bool header_is_new;
    bool knows_header;
    log_header header;
    // The first frame, from 1, of the transaction that this connection is writing, or 0: from there on checksums may be
    // wrong. What was written is known of those that `open` has.
    int64_t first_open_frame;
    open_frames open;
    // The frames of the log with a commit that was written but not synced; 0 for none.
    uint32_t pending_frames;
    // How long the log was when its size was last asked for, or made longer: that takes no time in most commits.
    sqlite3_int64 known_size;
    // The frame that follows in the transaction that this connection is writing; 0 for none.
    int64_t next_frame;
    // The header of a frame whose page is not yet written, and the frame's number from 1; or 0.
    int64_t held_frame;
    uint8_t held_header[FRAME_HEADER];
    // The open frame, from 1, that was read as a whole just now, and that the scratch room of an encrypted log holds; or 0.
    // SQLite does that to write its header again.
    int64_t read_frame;
    bool has_mark;
    log_mark mark;
    sqlite3_file *mark_file;
    char *mark_name;

    uint8_t *scratch;
    uint32_t scratch_size;
    bool scratch_holds_plain;
    sqlite3_file *below;
} store_file;

// Three of the locks that SQLite has on the index of its log: of who adds to the log, of who copies frames into the file, and
// of who reads the file alone.
enum { WRITER_LOCK = 0, CHECKPOINT_LOCK = 1, FIRST_READER_LOCK = 3 };

// Whether a file has a list of page versions.
static inline bool is_listed(const store_file *file) {
    return file->key && file->has_header && store_header_is_listed(&file->head);
}

// Room for a page and a frame's header; null if there is no memory.
uint8_t *file_scratch(store_file *file, uint32_t count);

static inline const sqlite3_io_methods *methods_below(store_file *file) { return file->below->pMethods; }

// Calls to the layer below; offsets are SQLite's.
static inline int read_below(store_file *file, void *bytes, int count, sqlite3_int64 offset) {
    return methods_below(file)->xRead(file->below, bytes, count, offset + file->shift);
}

static inline int write_below(store_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    throttle_write();
    return methods_below(file)->xWrite(file->below, bytes, count, offset + file->shift);
}

static inline int sync_below(store_file *file, int flags) { return methods_below(file)->xSync(file->below, flags); }

#endif
