#ifndef PAGE_CODEC_H
#define PAGE_CODEC_H

#include <stdbool.h>
#include <stdint.h>

// The only code that defines the form of a database page on the disk. Today its last eight bytes are a checksum over
// the others and the page's number; a page that is to be unreadable without a key would be changed here, and here only.

// Encodes a page for the disk: `count` bytes at `plain` go to `sealed`, which has as much room.
void page_seal(const uint8_t *plain, uint8_t *sealed, uint32_t count, uint32_t number);

// Decodes a page that was read, in place. Returns false if it isn't the page written at this position.
bool page_open(uint8_t *page, uint32_t count, uint32_t number);

// Whether the header at the beginning of the first page says that all pages are sealed. Either of two signs is enough,
// so that none can be lost by a flipped bit: a page that was taken for sealed wrongly fails its checksum.
bool page_header_says_sealed(const uint8_t *header);

// The page size that the header names, or 0 when it is none.
uint32_t page_header_size(const uint8_t *header);

// Whether a number of bytes can be a page's.
bool page_is_size(int64_t count);

#endif
