#ifndef STORE_HEADER_H
#define STORE_HEADER_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "CHealthKitStoreFileSystem.h"
#include "StoreKeys.h"

// Two copies of a header, each with a checksum, are before SQLite's first page on the disk. Another program that knows
// SQLite's format doesn't find it here, so it can't open the file, nor its log under that log's usual name.
//
//     0  16 bytes   "\x89HealthStore\r\n\x1a\n"
//    16  4          the format of the file
//    20  4          where SQLite's first page lies: the size of both copies
//    24  4          the size of a page
//    28  4          how many bytes at the end of each page belong to this layer
//    32  4          what they are: 1 for a checksum, 2 for a nonce and a tag of a page that is encrypted
//    36  4          whether commits may lie in the log that are not in the file: 0 or 1
//    40  8          the number of this header; of two sound copies the one with the larger number is valid
//    48  16         which store this is: the same in its backups
//    64  16         which file this is: another one in each copy that this program makes
//    80  8          the salts of the log that is, or was, in use
//    88  4          of an encrypted file, from here on: 1 for XChaCha20-Poly1305, 2 for AES-256-GCM
//    96  1024       the slots, of which this layer knows nothing
//  1120  8          from format 6 on: up to which frame the log of these salts is in the file
//  1128  8          the number of the header under which a transaction with a journal began that wrote this one, or 0
//  1152  2048       the codes of the list of page versions (PageList.h): 16 bytes for each index
//  4056  32         the header's code, made of all before it with a key of the file's own
//  4088  8          the checksum of the others
//
// Numbers are big-endian. Unlisted bytes are zero: in formats 5 and 6 they are reserved. A change is written to the
// copy that is not valid, so a crash leaves one that is, and when it is on the disk to the other as well. Every later
// format keeps the first twenty bytes and the checksum where they are. Without the key no header can be made that says
// anything else of an encrypted file.

enum {
    HEADER_COPY = STORE_FIRST_PAGE / 2,
    // The offset of SQLite's first page.
    STORE_HEADER = STORE_FIRST_PAGE,
    SEAL_CHECKSUM = 1,
    SEAL_ENCRYPTED = 2,
    // How many indexes a list of page versions may have, and how long the code of each is.
    STORE_ROOTS = 128,
    STORE_ROOT_SIZE = 16,
};

typedef struct {
    uint32_t format;
    uint32_t page_size;
    bool log_in_use;
    uint64_t sequence;
    uint8_t store[STORE_ID_SIZE];
    uint8_t file[STORE_ID_SIZE];
    uint8_t salt[8];
    // Of an encrypted file; 0 and nothing otherwise.
    uint32_t cipher;
    uint8_t slots[STORE_SLOTS_SIZE];
    uint8_t code[HEADER_MAC];
    // Of a file with a list of page versions; 0 and nothing otherwise.
    uint64_t copied_frames;
    uint64_t undo_base;
    uint8_t roots[STORE_ROOTS * STORE_ROOT_SIZE];
} store_header;

typedef enum { HEADER_ABSENT, HEADER_SOUND, HEADER_DAMAGED, HEADER_NEWER } header_state;

// Whether the bytes at the beginning of a file are a header's first.
bool store_header_is_marked(const uint8_t *bytes);

// Reads both copies of a file of the layer below and gives the valid one.
int store_header_read(sqlite3_file *file, store_header *header, header_state *state);

// How many of the two copies are sound.
int store_header_sound_copies(sqlite3_file *file);

// Looks at the beginning of a copy: gives its number and its file, or 0 when there is none.
int store_header_glance(sqlite3_file *file, int copy, uint8_t *file_id, uint64_t *sequence);

// How many bytes at the end of each page belong to the layer.
static inline uint32_t store_header_reserved(const store_header *header) {
    return header->cipher ? STORE_LOCKED_BYTES : STORE_RESERVED_BYTES;
}

// Whether the file has a list of page versions.
static inline bool store_header_is_listed(const store_header *header) {
    return header->cipher && header->format >= STORE_FIRST_LISTED_FORMAT;
}

// Whether a header of an encrypted file was made with its key.
bool store_header_is_authentic(const store_header *header, file_keys *keys);

// Writes the header, with the next number, in place of the copy that is not valid. Nothing is synced. The keys are those of
// an encrypted file; SQLITE_ABORT when they are gone.
int store_header_write(sqlite3_file *file, store_header *header, file_keys *keys);

// Empties the slots of both copies and syncs that to the disk, which needs no key: they no longer give access to the
// store's key. Copies that are damaged are emptied as well, and stay damaged.
int store_header_erase_slots(sqlite3_file *file);

#endif
