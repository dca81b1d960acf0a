#include "StoreHeader.h"

#include <sodium.h>
#include <string.h>

#include "PageCodec.h"

static const uint8_t magic[] = {0x89, 'H', 'e', 'a', 'l', 't', 'h', 'S', 't', 'o', 'r', 'e', '\r', '\n', 0x1A, '\n'};

enum {
    AT_FORMAT = 16,
    AT_FIRST_PAGE = 20,
    AT_PAGE_SIZE = 24,
    AT_RESERVED = 28,
    AT_SEAL = 32,
    AT_LOG_IN_USE = 36,
    AT_SEQUENCE = 40,
    AT_STORE = 48,
    AT_FILE = 64,
    AT_SALT = 80,
    AT_CIPHER = 88,
    AT_SLOTS = 96,
    AT_COPIED = AT_SLOTS + STORE_SLOTS_SIZE,
    AT_UNDO = AT_COPIED + 8,
    AT_ROOTS = 1152,
    AT_CODE = HEADER_COPY - 8 - HEADER_MAC,
    AT_CHECKSUM = HEADER_COPY - 8,
};

static uint32_t number_at(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static uint64_t long_number_at(const uint8_t *bytes) {
    return (uint64_t)number_at(bytes) << 32 | number_at(bytes + 4);
}

static void put(uint8_t *bytes, uint64_t number, int size) {
    for (int byte = 0; byte < size; byte++) bytes[byte] = (uint8_t)(number >> (8 * (size - 1 - byte)));
}

bool store_header_is_marked(const uint8_t *bytes) { return memcmp(bytes, magic, sizeof(magic)) == 0; }

static void encode(const store_header *header, uint8_t *bytes) {
    memset(bytes, 0, HEADER_COPY);
    memcpy(bytes, magic, sizeof(magic));
    put(bytes + AT_FORMAT, header->format, 4);
    put(bytes + AT_FIRST_PAGE, STORE_HEADER, 4);
    put(bytes + AT_PAGE_SIZE, header->page_size, 4);
    put(bytes + AT_RESERVED, store_header_reserved(header), 4);
    put(bytes + AT_SEAL, header->cipher ? SEAL_ENCRYPTED : SEAL_CHECKSUM, 4);
    put(bytes + AT_LOG_IN_USE, header->log_in_use, 4);
    put(bytes + AT_SEQUENCE, header->sequence, 8);
    memcpy(bytes + AT_STORE, header->store, STORE_ID_SIZE);
    memcpy(bytes + AT_FILE, header->file, STORE_ID_SIZE);
    memcpy(bytes + AT_SALT, header->salt, sizeof(header->salt));
    put(bytes + AT_CIPHER, header->cipher, 4);
    if (header->cipher) memcpy(bytes + AT_SLOTS, header->slots, STORE_SLOTS_SIZE);
    if (!store_header_is_listed(header)) return;
    put(bytes + AT_COPIED, header->copied_frames, 8);
    put(bytes + AT_UNDO, header->undo_base, 8);
    memcpy(bytes + AT_ROOTS, header->roots, sizeof(header->roots));
}

static void finish(uint8_t *bytes) { put(bytes + AT_CHECKSUM, store_page_checksum(bytes, AT_CHECKSUM, 0), 8); }

bool store_header_is_authentic(const store_header *header, file_keys *keys) {
    uint8_t bytes[HEADER_COPY], code[HEADER_MAC];
    encode(header, bytes);
    return keys_authenticate(keys, bytes, AT_CODE, code) && sodium_memcmp(code, header->code, HEADER_MAC) == 0;
}

// The rest of the header of an encrypted file.
static header_state decode_lock(const uint8_t *bytes, store_header *header) {
    header->cipher = number_at(bytes + AT_CIPHER);
    memcpy(header->slots, bytes + AT_SLOTS, STORE_SLOTS_SIZE);
    memcpy(header->code, bytes + AT_CODE, HEADER_MAC);
    if (store_header_is_listed(header)) {
        header->copied_frames = long_number_at(bytes + AT_COPIED);
        header->undo_base = long_number_at(bytes + AT_UNDO);
        memcpy(header->roots, bytes + AT_ROOTS, sizeof(header->roots));
    }
    bool is_known = header->cipher == STORE_CIPHER_XCHACHA || header->cipher == STORE_CIPHER_AES;
    return is_known ? HEADER_SOUND : HEADER_NEWER;
}

static header_state decode(const uint8_t *bytes, store_header *header) {
    bool is_marked = store_header_is_marked(bytes);
    if (long_number_at(bytes + AT_CHECKSUM) != store_page_checksum(bytes, AT_CHECKSUM, 0)) {
        return is_marked ? HEADER_DAMAGED : HEADER_ABSENT;
    }
    if (!is_marked) return HEADER_ABSENT;
    header->format = number_at(bytes + AT_FORMAT);
    header->sequence = long_number_at(bytes + AT_SEQUENCE);
    if (header->format > STORE_LOCKED_FORMAT) return HEADER_NEWER;
    header->page_size = number_at(bytes + AT_PAGE_SIZE);
    header->log_in_use = number_at(bytes + AT_LOG_IN_USE) != 0;
    memcpy(header->store, bytes + AT_STORE, STORE_ID_SIZE);
    memcpy(header->file, bytes + AT_FILE, STORE_ID_SIZE);
    memcpy(header->salt, bytes + AT_SALT, sizeof(header->salt));
    if (number_at(bytes + AT_FIRST_PAGE) != STORE_HEADER || !page_is_size(header->page_size)) return HEADER_DAMAGED;
    uint32_t seal = number_at(bytes + AT_SEAL), reserved = number_at(bytes + AT_RESERVED);
    if (header->format == STORE_LOCKED_FORMAT || header->format == STORE_EARLIER_LOCKED_FORMAT) {
        bool is_locked = seal == SEAL_ENCRYPTED && reserved == STORE_LOCKED_BYTES;
        return is_locked ? decode_lock(bytes, header) : HEADER_DAMAGED;
    }
    return seal == SEAL_CHECKSUM && reserved == STORE_RESERVED_BYTES ? HEADER_SOUND : HEADER_DAMAGED;
}

// Reads a copy; one that the file is too short for is absent.
static int read_copy(sqlite3_file *file, int copy, store_header *header, header_state *state) {
    uint8_t bytes[HEADER_COPY];
    int result = file->pMethods->xRead(file, bytes, HEADER_COPY, (sqlite3_int64)copy * HEADER_COPY);
    *state = HEADER_ABSENT;
    if (result == SQLITE_OK) *state = decode(bytes, header);
    return result == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : result;
}

int store_header_read(sqlite3_file *file, store_header *header, header_state *state) {
    store_header copies[2] = {0};
    header_state states[2];
    for (int copy = 0; copy < 2; copy++) {
        int result = read_copy(file, copy, &copies[copy], &states[copy]);
        if (result != SQLITE_OK) return result;
    }
    bool first = states[0] == HEADER_SOUND || states[0] == HEADER_NEWER;
    bool second = states[1] == HEADER_SOUND || states[1] == HEADER_NEWER;
    if (first || second) {
        int valid = first && second ? copies[1].sequence > copies[0].sequence : second;
        *header = copies[valid];
        *state = states[valid];
    } else {
        bool is_marked = states[0] == HEADER_DAMAGED || states[1] == HEADER_DAMAGED;
        *state = is_marked ? HEADER_DAMAGED : HEADER_ABSENT;
    }
    return SQLITE_OK;
}

int store_header_sound_copies(sqlite3_file *file) {
    int count = 0;
    for (int copy = 0; copy < 2; copy++) {
        store_header header;
        header_state state;
        if (read_copy(file, copy, &header, &state) == SQLITE_OK && state == HEADER_SOUND) count++;
    }
    return count;
}

int store_header_glance(sqlite3_file *file, int copy, uint8_t *file_id, uint64_t *sequence) {
    uint8_t bytes[AT_SALT];
    *sequence = 0;
    int result = file->pMethods->xRead(file, bytes, sizeof(bytes), (sqlite3_int64)copy * HEADER_COPY);
    if (result == SQLITE_IOERR_SHORT_READ) return SQLITE_OK;
    if (result != SQLITE_OK) return result;
    if (!store_header_is_marked(bytes)) return SQLITE_OK;
    *sequence = long_number_at(bytes + AT_SEQUENCE);
    memcpy(file_id, bytes + AT_FILE, STORE_ID_SIZE);
    return SQLITE_OK;
}

int store_header_erase_slots(sqlite3_file *file) {
    for (int copy = 0; copy < 2; copy++) {
        uint8_t bytes[HEADER_COPY];
        sqlite3_int64 place = (sqlite3_int64)copy * HEADER_COPY;
        int result = file->pMethods->xRead(file, bytes, HEADER_COPY, place);
        if (result == SQLITE_IOERR_SHORT_READ) break;
        if (result != SQLITE_OK) return result;
        if (!store_header_is_marked(bytes)) continue;
        bool is_sound = long_number_at(bytes + AT_CHECKSUM) == store_page_checksum(bytes, AT_CHECKSUM, 0);
        memset(bytes + AT_SLOTS, 0, STORE_SLOTS_SIZE);
        memset(bytes + AT_CODE, 0, HEADER_MAC);
        if (is_sound) finish(bytes);
        result = file->pMethods->xWrite(file, bytes, HEADER_COPY, place);
        if (result != SQLITE_OK) return result;
    }
    return file->pMethods->xSync(file, SQLITE_SYNC_FULL);
}

int store_header_write(sqlite3_file *file, store_header *header, file_keys *keys) {
    uint8_t bytes[HEADER_COPY];
    header->sequence++;
    encode(header, bytes);
    if (header->cipher) {
        if (!keys || !keys_authenticate(keys, bytes, AT_CODE, header->code)) return SQLITE_ABORT;
        memcpy(bytes + AT_CODE, header->code, HEADER_MAC);
    }
    finish(bytes);
    // The number decides which copy it is in: the previous one stays unchanged.
    sqlite3_int64 place = (sqlite3_int64)(header->sequence & 1) * HEADER_COPY;
    return file->pMethods->xWrite(file, bytes, HEADER_COPY, place);
}
