#ifndef PAGE_LIST_H
#define PAGE_LIST_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

// The list of page versions of an encrypted file (format 6), which tells a page of an earlier time from the one that was
// written last.
//
// A page's version is the first eight bytes of its tag. A leaf is a block of a page's size with the versions of as many
// pages as fit; an index is a block with the codes of as many leaves as fit; and the codes of the indexes are in the
// file's header, which has a code itself. Codes are keyed, and bound to the block's place.
//
// Blocks have fixed places between the pages: before each index's part of the file, and before each leaf's pages. There are
// two copies of each. A changed block is written over the copy that its code doesn't name, so a crash leaves the one that
// the header on the disk speaks of; when that header is on the disk, the other copy is written as well, so that either can
// be lost.
//
// Pages are written to the file by a checkpoint, or, while a store is made or kept from everybody else, by a transaction. A
// page that a checkpoint writes is read from the log until the checkpoint has ended, so the list may be behind the file
// until then and no longer.

struct store_file;

// For a file with a known page size: the offset of a page, the file's end after a number of bytes of pages, and the
// number of bytes of pages in a file of a size.
sqlite3_int64 listed_page_place(uint32_t page_size, uint32_t number);
sqlite3_int64 listed_end(uint32_t page_size, sqlite3_int64 size);
sqlite3_int64 listed_size(uint32_t page_size, sqlite3_int64 end);

// Holds a page's tag against the list. Reports STORE_OLD_PAGE or STORE_DAMAGED_LIST.
int page_list_check(struct store_file *file, uint32_t number, const uint8_t *tag);

// Whether the list has a version for a page.
int page_list_knows(struct store_file *file, uint32_t number, bool *is_known);

// Records the tag of a written page.
int page_list_note(struct store_file *file, uint32_t number, const uint8_t *tag);

// Forgets pages from a number on.
int page_list_cut(struct store_file *file, uint32_t number, uint32_t end);

// Whether something was noted that the file doesn't have yet.
bool page_list_is_dirty(struct store_file *file);

// Writes the recorded changes, then a header that refers to them; if requested, each step is synced before the next.
int page_list_flush(struct store_file *file, bool syncs);

// Discards unwritten changes: another connection has written these pages since, or will.
void page_list_discard(struct store_file *file);

// Gives the memory back.
void page_list_free(struct store_file *file);

#endif
