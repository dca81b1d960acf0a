#include "LogFrames.h"

#include <string.h>

#include "CHealthKitStoreFileSystem.h"
#include "PageCodec.h"

uint32_t log_number_at(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static uint32_t word_at(const uint8_t *bytes, bool is_big_endian) {
    uint32_t number = log_number_at(bytes);
    return is_big_endian ? number : __builtin_bswap32(number);
}

// The checksum of SQLite's file format, section 4.2: over words in pairs, in the byte order that the header names.
static void add(uint32_t sum[2], const uint8_t *bytes, uint32_t count, bool is_big_endian) {
    uint32_t first = sum[0], second = sum[1];
    for (uint32_t offset = 0; offset + 8 <= count; offset += 8) {
        first += word_at(bytes + offset, is_big_endian) + second;
        second += word_at(bytes + offset + 4, is_big_endian) + first;
    }
    sum[0] = first;
    sum[1] = second;
}

bool log_header_read(const uint8_t *bytes, log_header *header) {
    uint32_t magic = log_number_at(bytes);
    if ((magic & ~1u) != 0x377F0682) return false;
    header->is_big_endian = magic & 1;
    header->page_size = log_number_at(bytes + 8);
    for (int word = 0; word < 2; word++) {
        header->salt[word] = log_number_at(bytes + 16 + 4 * word);
        header->checksum[word] = log_number_at(bytes + 24 + 4 * word);
    }
    if (!page_is_size(header->page_size)) return false;
    uint32_t sum[2] = {0, 0};
    add(sum, bytes, 24, header->is_big_endian);
    return sum[0] == header->checksum[0] && sum[1] == header->checksum[1];
}

bool log_frame_is_of(const log_header *header, const uint8_t *frame) {
    return log_number_at(frame + 8) == header->salt[0] && log_number_at(frame + 12) == header->salt[1];
}

bool log_frame_is_sealed(const uint8_t *frame) {
    static const uint8_t nothing[FRAME_HEADER - 8];
    return memcmp(frame + 8, nothing, sizeof(nothing)) != 0;
}

bool log_frame_is_sound(const log_header *header, const uint8_t *frame, const uint8_t *previous_checksum) {
    if (!log_frame_is_of(header, frame)) return false;
    uint32_t sum[2] = {log_number_at(previous_checksum), log_number_at(previous_checksum + 4)};
    add(sum, frame, 8, header->is_big_endian);
    add(sum, frame + FRAME_HEADER, header->page_size, header->is_big_endian);
    return sum[0] == log_number_at(frame + 16) && sum[1] == log_number_at(frame + 20);
}

static const uint32_t mark_magic = 0x484B4D31;

static void put(uint8_t *bytes, uint32_t number) {
    for (int byte = 0; byte < 4; byte++) bytes[byte] = (uint8_t)(number >> (24 - 8 * byte));
}

void log_mark_encode(const log_mark *mark, uint8_t *bytes) {
    memset(bytes, 0, MARK_SIZE);
    put(bytes, mark_magic);
    put(bytes + 4, mark->salt[0]);
    put(bytes + 8, mark->salt[1]);
    put(bytes + 12, mark->frames);
    put(bytes + 16, mark->page_size);
    uint64_t sum = store_page_checksum(bytes, 24, 0);
    put(bytes + 24, (uint32_t)(sum >> 32));
    put(bytes + 28, (uint32_t)sum);
}

bool log_mark_decode(const uint8_t *bytes, log_mark *mark) {
    if (log_number_at(bytes) != mark_magic) return false;
    uint64_t sum = store_page_checksum(bytes, 24, 0);
    if (log_number_at(bytes + 24) != (uint32_t)(sum >> 32) || log_number_at(bytes + 28) != (uint32_t)sum) return false;
    mark->salt[0] = log_number_at(bytes + 4);
    mark->salt[1] = log_number_at(bytes + 8);
    mark->frames = log_number_at(bytes + 12);
    mark->page_size = log_number_at(bytes + 16);
    return mark->frames > 0 && page_is_size(mark->page_size);
}
