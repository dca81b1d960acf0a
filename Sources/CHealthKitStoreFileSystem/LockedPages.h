#ifndef LOCKED_PAGES_H
#define LOCKED_PAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "StoreFile.h"

// The contents of an encrypted store's files: pages of the database and frames of the log. Each is encrypted
// separately, and bound to its kind and place. JournalFile has the pages that a journal keeps while a store is made.

// Encrypts in place a page or a frame with its header; what SQLite keeps free holds nonce and tag then.
int lock_page(store_file *database, int kind, uint64_t number, uint8_t *page, uint32_t count);
int lock_frame(store_file *database, int64_t frame, uint8_t *bytes, uint32_t page_size);
// Where the tag begins in what SQLite keeps free at the end of a page.
static inline uint32_t tag_place(uint32_t count) { return count - STORE_LOCKED_BYTES + SEAL_NONCE; }
// The way back: what isn't sound comes as zeros, and what SQLite keeps free always does.
int unlock_page(store_file *database, int kind, uint64_t number, uint8_t *page, uint32_t count, bool *is_sound);
int unlock_frame(store_file *database, int64_t frame, uint8_t *bytes, uint32_t page_size, bool *is_sound);

#endif
