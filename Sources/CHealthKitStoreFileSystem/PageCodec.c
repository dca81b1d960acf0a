#include "PageCodec.h"

#include <string.h>

#include "CHealthKitStoreFileSystem.h"

static inline uint64_t word_at(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

static inline uint64_t mixed(uint64_t lane, uint64_t word) {
    uint64_t product = (lane ^ word) * 0x9FB21C651E98DF25;
    return product << 29 | product >> 35;
}

uint64_t store_four_lanes(const void *start, size_t count, uint64_t seed) {
    const uint8_t *bytes = start;
    uint64_t a = seed ^ 0x9E3779B97F4A7C15, b = seed ^ 0xC2B2AE3D27D4EB4F;
    uint64_t c = seed ^ 0x165667B19E3779F9, d = seed ^ 0x27D4EB2F165667C5;
    size_t offset = 0;
    for (; offset + 32 <= count; offset += 32) {
        a = mixed(a, word_at(bytes + offset));
        b = mixed(b, word_at(bytes + offset + 8));
        c = mixed(c, word_at(bytes + offset + 16));
        d = mixed(d, word_at(bytes + offset + 24));
    }
    for (; offset + 8 <= count; offset += 8) a = mixed(a, word_at(bytes + offset));
    uint64_t last = 0;
    for (uint32_t shift = 0; offset < count; offset++, shift += 8) last |= (uint64_t)bytes[offset] << shift;
    // No bytes at all, as opposed to none at a place, have always had a sum without this step.
    if (bytes != NULL) b = mixed(b, last);
    uint64_t sum = (uint64_t)count * 0xA24BAED4963EE407;
    const uint64_t lanes[4] = {a, b, c, d};
    for (int lane = 0; lane < 4; lane++) {
        sum = (sum ^ lanes[lane]) * 0x9FB21C651E98DF25;
        sum ^= sum >> 32;
    }
    return sum;
}

uint64_t store_page_checksum(const void *page, uint32_t count, uint32_t number) {
    return store_four_lanes(page, count, (uint64_t)number * 0xD6E8FEB86659FD93);
}

void page_seal(const uint8_t *plain, uint8_t *sealed, uint32_t count, uint32_t number) {
    uint32_t size = count - STORE_RESERVED_BYTES;
    memcpy(sealed, plain, size);
    uint64_t sum = store_page_checksum(plain, size, number);
    for (int byte = 0; byte < 8; byte++) sealed[size + byte] = (uint8_t)(sum >> (8 * byte));
}

bool page_open(uint8_t *page, uint32_t count, uint32_t number) {
    uint32_t size = count - STORE_RESERVED_BYTES;
    return store_page_checksum(page, size, number) == word_at(page + size);
}

static uint32_t number_at(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

bool page_header_says_sealed(const uint8_t *header) {
    if (header[20] == STORE_RESERVED_BYTES) return true;
    // A damaged byte does not make a store of format 2 one without checksums.
    return number_at(header + 68) == STORE_APPLICATION_ID && number_at(header + 60) == STORE_FIRST_SEALED_FORMAT;
}

bool page_is_size(int64_t count) {
    return count >= 512 && count <= 65536 && (count & (count - 1)) == 0;
}

uint32_t page_header_size(const uint8_t *header) {
    uint32_t size = (uint32_t)header[16] << 8 | (uint32_t)header[17] << 16;
    return page_is_size(size) ? size : 0;
}
