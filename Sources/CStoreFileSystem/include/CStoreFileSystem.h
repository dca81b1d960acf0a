#ifndef C_STORE_FILE_SYSTEM_H
#define C_STORE_FILE_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>

// The layer between SQLite and the disk for a store's files. It is one of SQLite's file systems (a "VFS") with a name
// of its own, stacked on another, and never the default: a database that doesn't ask for it by name isn't touched.
//
// What it does to a page is in PageCodec.h, what it knows of the log in LogFrames.h, what stands before the first page in
// StoreHeader.h. For files of the formats before 3, which are SQLite's own outside of the pages, it has a second name.

// How many bytes at the end of each page of a new store belong to this layer.
#define STORE_RESERVED_BYTES 8

// What SQLite keeps for names of files in the application's own field of the header: "HKST".
#define STORE_APPLICATION_ID 0x484B5354

// The first version of the format whose pages all carry a checksum.
#define STORE_FIRST_SEALED_FORMAT 2

// The first format that another SQLite program can't open, and the one that is written.
#define STORE_FORMAT 3

// Where SQLite's first page lies in a file of that format.
#define STORE_FIRST_PAGE 8192

// How many bytes tell a store, or a file, from others.
#define STORE_ID_SIZE 16

// Registers the layer under `name`, above the file system `below`, or the default one when that is null; with `is_earlier`
// for files of the formats before 3. A name that is taken already stays as it is. Returns a result code of SQLite.
int store_file_system_register(const char *_Nonnull name, const char *_Nullable below, bool is_earlier);

// Whether SQLite takes file names as URIs, which is how a connection asks for a file system; where the system's library
// was built without, tries to switch it on.
bool store_file_system_has_names(void);

// What a file is, as far as it tells.
typedef enum {
    // There is none, or nothing is in it.
    STORE_FILE_ABSENT,
    // Of this layer, in the format that is written, or too damaged to say.
    STORE_FILE_OURS,
    // Of this layer, in a later format.
    STORE_FILE_NEWER,
    // A database of SQLite's: a store of an earlier format, or something else.
    STORE_FILE_EARLIER,
    STORE_FILE_UNKNOWN,
} store_file_kind;

typedef struct {
    store_file_kind kind;
    uint32_t format;
    // How many of the two copies of the header are sound.
    int sound_headers;
    bool log_in_use;
    uint8_t store[STORE_ID_SIZE];
    uint8_t file[STORE_ID_SIZE];
} store_file_look;

// Looks at a file of the file system `below`, or the default one. Locks that this process has on it stay.
int store_file_system_look(const char *_Nonnull path, const char *_Nullable below, store_file_look *_Nonnull look);

// Brings a file to the disk and moves it to another name in its folder, in place of what is there. On failure the names
// are as they were.
int store_file_system_move(const char *_Nonnull from, const char *_Nonnull to, const char *_Nullable below);

// Deletes a file of the file system below, when there is one.
int store_file_system_remove(const char *_Nonnull path, const char *_Nullable below);

// Keeps everybody from opening a file, whatever is in it, until it is released: SQLITE_BUSY says that somebody has it open.
typedef struct store_hold store_hold;
int store_file_system_hold(const char *_Nonnull path, const char *_Nullable below, store_hold *_Nullable *_Nonnull hold);
void store_file_system_release(store_hold *_Nonnull hold);

// What a file system below is asked for a move, with the new name; one that doesn't know it means the operating system's.
#define STORE_CONTROL_MOVE 0x484B0001

// What became of the file of an open database.
typedef enum {
    STORE_FILE_IN_PLACE,
    // The file that was opened is no longer there under its name.
    STORE_FILE_MOVED,
    // Its contents are those of another file, or older.
    STORE_FILE_REPLACED,
} store_file_fate;

typedef struct {
    store_file_fate fate;
    // What was seen of the header last: which file it is, and the number, which only grows. Zero at first.
    uint64_t sequence;
    uint8_t file[STORE_ID_SIZE];
} store_file_state;

// Holds the file of an open database against what was seen of it last. `database` is SQLite's handle.
void store_file_system_examine(void *_Nonnull database, store_file_state *_Nonnull state);

// Why a read was refused.
typedef enum {
    STORE_SOUND,
    // A page of the database, counted from 1, or a frame of the log fails its checksum.
    STORE_DAMAGED_PAGE,
    STORE_DAMAGED_FRAME,
    STORE_DAMAGED_HEADER,
    // The log that holds commits of this file isn't there, or another is in its place.
    STORE_LOG_MISSING,
    // The log is that of another file, or of another state of this one.
    STORE_LOG_FOREIGN,
} store_damage_kind;

typedef struct {
    store_damage_kind kind;
    uint32_t page;
    uint32_t frame;
} store_damage;

// The last damage found by this thread; with `take` it is then forgotten.
store_damage store_file_system_last_damage(void);
store_damage store_file_system_take_damage(void);

// The checksum of a page at its place.
uint64_t store_page_checksum(const void *_Nonnull page, uint32_t count, uint32_t number);

// Keeps room for the checksums in the pages of a database that has none yet. `database` is SQLite's handle.
int store_file_system_reserve(void *_Nonnull database);

// Lets the last connection to a database close without emptying its log into the file, when it has one.
void store_file_system_keep_log(void *_Nonnull database);

#endif
