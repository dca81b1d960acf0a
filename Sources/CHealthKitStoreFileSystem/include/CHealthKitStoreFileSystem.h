#ifndef C_STORE_FILE_SYSTEM_H
#define C_STORE_FILE_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The layer between SQLite and the disk for a store's files. It is one of SQLite's file systems (a "VFS") with a name
// of its own, stacked on another, and never the default: a database that doesn't ask for it by name isn't touched.
//
// PageCodec.h has the form of pages, LogFrames.h that of the log, StoreHeader.h the header before the first page. For
// files of the formats before 3, which are SQLite's own outside of the pages, it has a second name.

// How many bytes at the end of each page of a new store belong to this layer: a checksum, or a nonce and a tag.
#define STORE_RESERVED_BYTES 8
#define STORE_LOCKED_BYTES 40

// The application ID in SQLite's header: "HKST".
#define STORE_APPLICATION_ID 0x484B5354

// The first version of the format whose pages all carry a checksum.
#define STORE_FIRST_SEALED_FORMAT 2

// The format that is written, and that of a file that is encrypted, which is the last that is known. Formats 3 and 4 are what
// they were before: formats of this layer, of which an encrypted file has no list of page versions.
#define STORE_FORMAT 5
#define STORE_LOCKED_FORMAT 6
#define STORE_EARLIER_LOCKED_FORMAT 4

// The first format whose encrypted files have a list of page versions.
#define STORE_FIRST_LISTED_FORMAT 6

// The offset of SQLite's first page in a file of this layer, or of the list of page versions before it.
#define STORE_FIRST_PAGE 8192

// How many bytes tell a store, or a file, from others.
#define STORE_ID_SIZE 16

// The ciphers of stores. A file that is created with the second gets the first if the processor doesn't support it.
#define STORE_CIPHER_XCHACHA 1
#define STORE_CIPHER_AES 2

// A store's key, and the part of the header that says how to come by it.
#define STORE_KEY_SIZE 32
#define STORE_SLOTS_SIZE 1024

// Takes a copy of a key into guarded memory and gives a number for it, by which a connection names it (`key=` in its URI).
// Such a connection makes encrypted files, with this cipher and these slots, and opens those of this key.
int store_key_add(
    const uint8_t *_Nonnull secret, uint32_t cipher, const uint8_t *_Nullable slots, uint32_t *_Nonnull number
);

// Takes a key that has a number under another, for files with another cipher and other slots.
int store_key_copy(uint32_t other, uint32_t cipher, const uint8_t *_Nullable slots, uint32_t *_Nonnull number);

// Takes the number back. Connections that are open keep the key.
void store_key_remove(uint32_t number);

// Wipes a key, also from connections that are open: from when this returns they read and write nothing any more.
void store_key_forget(uint32_t number);

// Registers the layer under `name`, above the file system `below`, or the default one when that is null; with `is_earlier`
// for files of the formats before 3. A name that is taken already stays as it is. Returns a result code of SQLite.
int store_file_system_register(const char *_Nonnull name, const char *_Nullable below, bool is_earlier);

// Makes SQLite wipe freed memory for the life of the process, since its pages, rows and texts contain decrypted data.
// It can be enabled only before SQLite is used; returns whether it is on.
bool store_file_system_wipes_memory(void);

// Gives memory that was given free back to the system, where the C library keeps it for the next time.
void store_give_back_memory(void);

// Has threads that begin from now on take memory from one place, where the C library has one for each.
void store_use_one_heap(void);

// Whether SQLite takes file names as URIs, which is how a connection asks for a file system; where the system's library
// was built without, tries to switch it on.
bool store_file_system_has_names(void);

// Creates an anonymous file in memory, which is removed when it is closed; negative if that fails.
int store_memory_file(void);

// Has a function called every now and then while this thread writes to files, as it does for long when it empties a log;
// null for none. The function may wait.
void store_file_system_set_throttle(void (*_Nullable throttle)(void *_Nullable context), void *_Nullable context);

// The kind of a file, as far as it is known.
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
    // The cipher; 0 if it isn't encrypted.
    uint32_t cipher;
    uint8_t store[STORE_ID_SIZE];
    uint8_t file[STORE_ID_SIZE];
} store_file_look;

// Looks at a file of the file system `below`, or the default one. Locks that this process has on it stay.
int store_file_system_look(const char *_Nonnull path, const char *_Nullable below, store_file_look *_Nonnull look);

// Reads the slots of an encrypted file; SQLITE_NOTFOUND when it isn't one.
int store_file_system_slots(const char *_Nonnull path, const char *_Nullable below, uint8_t *_Nonnull slots);

// Empties the slots of an encrypted file that no process has open, without a key: no passphrase opens it again.
int store_file_system_erase_slots(const char *_Nonnull path, const char *_Nullable below);

// Whether a key is that of a file: whether its header was written with it.
int store_file_system_check_key(
    const char *_Nonnull path, const char *_Nullable below, uint32_t number, bool *_Nonnull is_right
);

// Writes other slots into the header of an open database, both copies of it, and brings them to the disk. To be called
// inside a transaction that writes. `database` is SQLite's handle.
int store_file_system_set_slots(void *_Nonnull database, const uint8_t *_Nonnull slots);

// Reads a page as SQLite sees it, or writes one, of a file that no process has open. The key is that of an encrypted
// file, or 0.
int store_file_system_read_page(
    const char *_Nonnull path, const char *_Nullable below, uint32_t key, uint32_t number, uint8_t *_Nonnull page,
    uint32_t count
);
int store_file_system_write_page(
    const char *_Nonnull path, const char *_Nullable below, uint32_t key, uint32_t number, const uint8_t *_Nonnull page,
    uint32_t count
);

// Syncs a file to the disk and renames it within its folder, replacing an existing file. On failure the names are
// unchanged.
int store_file_system_move(const char *_Nonnull from, const char *_Nonnull to, const char *_Nullable below);

// Deletes a file of the file system below, when there is one.
int store_file_system_remove(const char *_Nonnull path, const char *_Nullable below);

// Prevents others from opening a file, regardless of its contents, until it is released. SQLITE_BUSY means that another
// process has it open.
typedef struct store_hold store_hold;
int store_file_system_hold(const char *_Nonnull path, const char *_Nullable below, store_hold *_Nullable *_Nonnull hold);
void store_file_system_release(store_hold *_Nonnull hold);

// The file control to rename a file in the file system below, with the new name; if it is unknown, the operating
// system's call is used.
#define STORE_CONTROL_MOVE 0x484B0001

// The state of an open database's file.
typedef enum {
    STORE_FILE_IN_PLACE,
    // The file that was opened is no longer there under its name.
    STORE_FILE_MOVED,
    // Its contents are those of another file, or older.
    STORE_FILE_REPLACED,
} store_file_fate;

typedef struct {
    store_file_fate fate;
    // The last seen header: the file's identity, and the number, which only grows. Zero at first.
    uint64_t sequence;
    uint8_t file[STORE_ID_SIZE];
} store_file_state;

// Compares the file of an open database with its last seen header. `database` is SQLite's handle.
void store_file_system_examine(void *_Nonnull database, store_file_state *_Nonnull state);

// Looks at all pages of an open encrypted file, from a number on, that its list of versions knows, and gives the first that is
// not the one that was written last, with what is wrong with it, or 0. `database` is SQLite's handle. To be called inside a
// transaction, of a file whose log is not in use; any other has no such page.
int store_file_system_check_pages(void *_Nonnull database, uint32_t from, uint32_t *_Nonnull page);

// The offset of a page in an encrypted file, in bytes.
int64_t store_file_system_page_place(uint32_t format, uint32_t page_size, uint32_t number);

// How many bytes of pages a file has, of which another format's begin at `start`.
int64_t store_file_system_pages_size(uint32_t format, uint32_t page_size, int64_t size, int64_t start);

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
    // The file is encrypted and there is no key, or no longer; it is another's; the processor can't decrypt it.
    STORE_LOCKED,
    STORE_KEY_WRONG,
    STORE_CIPHER_MISSING,
    // A page is one of an earlier time; the list that would tell is damaged, or of an earlier time itself.
    STORE_OLD_PAGE,
    STORE_DAMAGED_LIST,
} store_damage_kind;

typedef struct {
    store_damage_kind kind;
    uint32_t page;
    uint32_t frame;
} store_damage;

// The last damage found by this thread; with `take` it is then forgotten.
store_damage store_file_system_last_damage(void);
store_damage store_file_system_take_damage(void);

// "Four lanes", the checksum of all formats so far: of pages, of the log, and of what HealthKitStore writes into them.
// Four independent lanes. Each step is a bijection of the lane for a given word and of the word for a given lane, so
// damage within one aligned word always shows; any other damage has a chance of 2^-64 to go unseen. `seed` is the
// checksum of what comes before, or whatever tells the place. A format with another algorithm gets a function beside it.
uint64_t store_four_lanes(const void *_Nullable bytes, size_t count, uint64_t seed);

// The checksum of a page at its place, by four lanes.
uint64_t store_page_checksum(const void *_Nonnull page, uint32_t count, uint32_t number);

// Makes and opens files with a group, on this thread and those that it starts; one that the process doesn't have is left.
// Returns the group before.
uint32_t store_use_file_group(uint32_t group);

// Keeps room for the checksums in the pages of a database that has none yet. `database` is SQLite's handle.
int store_file_system_reserve(void *_Nonnull database);

// Lets the last connection to a database close without emptying its log into the file, when it has one.
void store_file_system_keep_log(void *_Nonnull database);

// Opens a database that another program wrote, for reading only, from a file that is open and stays open for as long as the
// database does. SQLite reaches nothing but that file, and the file can have it do nothing but be read: no extension, view,
// trigger or virtual table, with limits on all that it may claim. `database` gets SQLite's handle; the result is SQLite's code.
int foreign_database_open(int descriptor, void *_Nullable *_Nonnull database);

// Lets a database that was opened by the call above read so many more bytes, then gives SQLITE_FULL; less than 0 ends that.
void foreign_database_limit_reading(void *_Nonnull database, int64_t bytes);

// How many pages SQLite asked for since the last call, whether it had them in memory or not.
int64_t foreign_database_take_page_count(void *_Nonnull database);

#endif
