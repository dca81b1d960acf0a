#ifndef STORE_FILE_H
#define STORE_FILE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "CHealthKitStoreFileSystem.h"
#include "LogFrames.h"
#include "OpenFrames.h"
#include "PageList.h"
#include "StoreHeader.h"
#include "StoreKeys.h"

// What the file of a database is known to be.
typedef enum { SEALING_UNKNOWN, SEALING_NONE, SEALING_ALL } sealing;

// An open file of this layer: the database or its log. The file of the layer below lies behind it in memory.
typedef struct store_file {
    sqlite3_file base;
    sqlite3_vfs *system;
    const char *name;
    // The name below, when it is another.
    char *name_below;
    // Whether the file is of a format before 3.
    bool is_earlier;
    // Where SQLite's first byte lies.
    sqlite3_int64 shift;
    // Whether what is read is looked at; a connection can ask for everything as it is.
    bool verifies;

    // Of a database. The header is the last that this connection has read or written.
    sealing sealing;
    uint32_t page_size;
    bool has_header;
    store_header head;
    struct store_file *log;
    // Of one that was opened with a key: that, and what it gives for this file once its header is known.
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
    // What SQLite's index said of copied frames before; it is to say so again.
    uint32_t index_frames;
    bool resets_index;
    bool has_index;
    // This connection has the writer's lock: nobody else adds to the log.
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

extern const sqlite3_io_methods database_methods;
extern const sqlite3_io_methods earlier_database_methods;
extern const sqlite3_io_methods log_methods;
// A rollback journal, which has another name, and whose pages are encrypted where the database's are.
extern const sqlite3_io_methods journal_methods;

// Notes where a checksum failed, or what else is wrong, and returns the code for it.
int report_damage(uint32_t page, uint32_t frame);
int report_page(store_damage_kind kind, uint32_t page);
int report_kind(store_damage_kind kind);
store_damage_kind last_damage_kind(void);

// Reads the header of a database from the disk. It may be absent (`has_header` is false) or damaged.
int database_learn(store_file *file);
// Says in the header whether a log is in use, and which, and brings that to the disk.
int database_note_log(store_file *file, bool in_use, const uint8_t *salt);
// Writes other slots into the header.
int database_set_slots(store_file *file, const uint8_t *slots);

// Writes the header that goes with a new list of page versions, and its other copy.
int database_write_listed_header(store_file *file);
int database_write_header_again(store_file *file);

// The checkpoint's beginning, its end, and the moment before others may see what it says; see PageList.h.
void database_begin_copying(store_file *file);
void database_end_copying(store_file *file);
void database_reset_index(store_file *file);

// Looks at all pages from a number on; gives the first that isn't the one that was written last, or 0.
int database_check_pages(store_file *file, uint32_t *number);

// Two of the locks that SQLite has on its index: of who copies frames into the file, and of who reads the file alone.
enum { CHECKPOINT_LOCK = 1, FIRST_READER_LOCK = 3 };

// Whether a file has a list of page versions.
static inline bool is_listed(const store_file *file) {
    return file->key && file->has_header && store_header_is_listed(&file->head);
}

// Of an encrypted log: goes on from a frame to the one that ends its transaction.
int log_find_commit(store_file *log, uint64_t *frame);

// Of an encrypted database: makes sure that its header was read.
int require_keys(store_file *database);
// Encrypts in place a page or a frame with its header; what SQLite keeps free holds nonce and tag then.
int lock_page(store_file *database, int kind, uint64_t number, uint8_t *page, uint32_t count);
int lock_frame(store_file *database, int64_t frame, uint8_t *bytes, uint32_t page_size);
// Where the tag begins in what SQLite keeps free at the end of a page.
static inline uint32_t tag_place(uint32_t count) { return count - STORE_LOCKED_BYTES + SEAL_NONCE; }
// The way back: what isn't sound comes as zeros, and what SQLite keeps free always does.
int unlock_page(store_file *database, int kind, uint64_t number, uint8_t *page, uint32_t count, bool *is_sound);
int unlock_frame(store_file *database, int64_t frame, uint8_t *bytes, uint32_t page_size, bool *is_sound);

// Whether the log of a file that was looked at belongs to this database; a log that says nothing does.
int log_check_owner(store_file *log);
// The transaction that a connection was writing has ended, if there was one.
void log_end_transaction(store_file *log);
// Whether the log may be deleted by this connection.
bool log_may_go(sqlite3_vfs *system, const char *name_below, store_file *database);
// What became of the file.
void file_examine(store_file *file, store_file_state *state);
bool file_has_moved(store_file *file);

// Room for a page and a frame's header; null when there is no memory.
uint8_t *file_scratch(store_file *file, uint32_t count);

// The name below of a log or a journal, to be freed as a name of SQLite's; null for any other file.
char *store_name_below(const char *name);

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

// The beginning of a table of methods: those of every file, and those of one that has an index of its log.
#define METHODS_ALIKE(version)                                                                                        \
    .iVersion = (version), .xClose = file_close, .xLock = file_lock, .xUnlock = file_unlock,                          \
    .xCheckReservedLock = file_check_reserved, .xFileControl = file_control, .xSectorSize = file_sector_size,         \
    .xDeviceCharacteristics = file_characteristics

#define METHODS_WITH_INDEX                                                                                            \
    METHODS_ALIKE(2), .xShmMap = file_shm_map, .xShmLock = file_shm_lock, .xShmBarrier = file_shm_barrier,            \
    .xShmUnmap = file_shm_unmap

// The file control by which a connection asks for its file's fate.
#define STORE_CONTROL_FATE 0x484B0002
// The one by which it has other slots written.
#define STORE_CONTROL_SLOTS 0x484B0003
// The one by which it has all pages looked at: from a number on, which becomes that of the first that is wrong, or 0.
#define STORE_CONTROL_PAGES 0x484B0004

// Begins to use SQLite, with memory that is wiped where that can still be chosen.
static inline int begin_sqlite(void) {
    (void)store_file_system_wipes_memory();
    return sqlite3_initialize();
}

static inline const sqlite3_io_methods *methods_below(store_file *file) { return file->below->pMethods; }

// What the layer below is asked for; offsets are SQLite's.
static inline int read_below(store_file *file, void *bytes, int count, sqlite3_int64 offset) {
    return methods_below(file)->xRead(file->below, bytes, count, offset + file->shift);
}

// Calls what this thread has called while it writes, every so many times.
void take_breath(void);

static inline int write_below(store_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    take_breath();
    return methods_below(file)->xWrite(file->below, bytes, count, offset + file->shift);
}

static inline int sync_below(store_file *file, int flags) { return methods_below(file)->xSync(file->below, flags); }

#endif
