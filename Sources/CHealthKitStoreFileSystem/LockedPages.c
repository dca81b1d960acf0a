#include "LockedPages.h"

#include <string.h>

#include "Damage.h"

static seal_place place_of(int kind, uint64_t number) { return (seal_place){.kind = kind, .number = number}; }

int lock_page(store_file *database, int kind, uint64_t number, uint8_t *page, uint32_t count) {
    uint32_t size = count - STORE_LOCKED_BYTES;
    seal_place place = place_of(kind, number);
    bool is_done = keys_seal(database->keys, database->head.cipher, &place, page, size, page + size);
    return is_done ? SQLITE_OK : report_kind(STORE_LOCKED);
}

int unlock_page(store_file *database, int kind, uint64_t number, uint8_t *page, uint32_t count, bool *is_sound) {
    uint32_t size = count - STORE_LOCKED_BYTES;
    seal_place place = place_of(kind, number);
    *is_sound = keys_open(database->keys, database->head.cipher, &place, page, size, page + size);
    if (!*is_sound && file_keys_are_gone(database->keys)) return report_kind(STORE_LOCKED);
    // SQLite doesn't know what these bytes hold, and adds them up all the same where it writes its log.
    memset(page + size, 0, STORE_LOCKED_BYTES);
    if (!*is_sound) memset(page, 0, size);
    return SQLITE_OK;
}

// The sum over all frames that SQLite keeps in a frame's header tells of what the pages hold, so it is encrypted with the
// page: as the message's last bytes, which then lie in the header. The rest of the header is bound to both.

static seal_place place_of_frame(int64_t frame, const uint8_t *bytes) {
    seal_place place = place_of(SEALED_FRAME, (uint64_t)frame);
    memcpy(place.frame, bytes, sizeof(place.frame));
    return place;
}

enum { FRAME_SUM = 16, FRAME_SUM_SIZE = 8 };

int lock_frame(store_file *database, int64_t frame, uint8_t *bytes, uint32_t page_size) {
    static const uint8_t nothing[STORE_LOCKED_BYTES];
    uint32_t size = page_size - STORE_LOCKED_BYTES;
    uint8_t *page = bytes + FRAME_HEADER, seal[STORE_LOCKED_BYTES];
    // They come back as zeros, so the sum over them would be wrong.
    if (memcmp(page + size, nothing, STORE_LOCKED_BYTES) != 0) return SQLITE_IOERR_WRITE;
    seal_place place = place_of_frame(frame, bytes);
    memcpy(page + size, bytes + FRAME_SUM, FRAME_SUM_SIZE);
    if (!keys_seal(database->keys, database->head.cipher, &place, page, size + FRAME_SUM_SIZE, seal)) {
        return report_kind(STORE_LOCKED);
    }
    memcpy(bytes + FRAME_SUM, page + size, FRAME_SUM_SIZE);
    memcpy(page + size, seal, STORE_LOCKED_BYTES);
    return SQLITE_OK;
}

int unlock_frame(store_file *database, int64_t frame, uint8_t *bytes, uint32_t page_size, bool *is_sound) {
    uint32_t size = page_size - STORE_LOCKED_BYTES;
    uint8_t *page = bytes + FRAME_HEADER, seal[STORE_LOCKED_BYTES];
    seal_place place = place_of_frame(frame, bytes);
    memcpy(seal, page + size, STORE_LOCKED_BYTES);
    memcpy(page + size, bytes + FRAME_SUM, FRAME_SUM_SIZE);
    *is_sound = keys_open(database->keys, database->head.cipher, &place, page, size + FRAME_SUM_SIZE, seal);
    if (!*is_sound && file_keys_are_gone(database->keys)) return report_kind(STORE_LOCKED);
    if (*is_sound) {
        memcpy(bytes + FRAME_SUM, page + size, FRAME_SUM_SIZE);
        memset(page + size, 0, STORE_LOCKED_BYTES);
    } else {
        // A frame of no page is one that SQLite takes for the log's end.
        memset(bytes, 0, FRAME_HEADER + page_size);
    }
    return SQLITE_OK;
}
