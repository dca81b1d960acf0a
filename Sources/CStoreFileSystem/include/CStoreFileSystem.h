#ifndef C_STORE_FILE_SYSTEM_H
#define C_STORE_FILE_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>

// The layer between SQLite and the disk for a store's files. It is one of SQLite's file systems (a "VFS") with a name
// of its own, stacked on another, and never the default: a database that doesn't ask for it by name isn't touched.
//
// What it does to a page is in PageCodec.h, what it knows of the log in LogFrames.h.

// How many bytes at the end of each page of a new store belong to this layer.
#define STORE_RESERVED_BYTES 8

// What SQLite keeps for names of files in the application's own field of the header: "HKST".
#define STORE_APPLICATION_ID 0x484B5354

// The first version of the format whose pages all carry a checksum.
#define STORE_FIRST_SEALED_FORMAT 2

// Registers the layer under `name`, above the file system `below`, or the default one when that is null. A name that is
// taken already stays as it is. Returns a result code of SQLite.
int store_file_system_register(const char *_Nonnull name, const char *_Nullable below);

// Whether SQLite takes file names as URIs, which is how a connection asks for a file system; where the system's library
// was built without, tries to switch it on.
bool store_file_system_has_names(void);

// Where a checksum failed: a page of the database, counted from 1, or a frame of the log; the other is 0.
typedef struct {
    uint32_t page;
    uint32_t frame;
} store_damage;

// The last damage found by this thread, which is then forgotten.
store_damage store_file_system_take_damage(void);

// The checksum of a page at its place.
uint64_t store_page_checksum(const void *_Nonnull page, uint32_t count, uint32_t number);

// Keeps room for the checksums in the pages of a database that has none yet. `database` is SQLite's handle.
int store_file_system_reserve(void *_Nonnull database);

#endif
