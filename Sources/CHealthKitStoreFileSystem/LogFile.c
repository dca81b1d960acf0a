#include "LogFile.h"

#include <string.h>

#include "Damage.h"
#include "DatabaseHeader.h"
#include "FileMethods.h"
#include "FileNames.h"
#include "LockedPages.h"
#include "PageCodec.h"

// The log: pages read from it are verified by their frame's checksum, which SQLite itself does only in recovery; and a
// recovery that would end before the known end of the synced log is refused. From format 3 on the log identifies its
// database, and the header of the database identifies the log with commits that aren't in the file.

static int log_is_of_size(store_file *file, uint32_t size) {
    return file->knows_header && file->header.page_size == size;
}

static int64_t frame_offset(uint32_t page_size, int64_t frame) {
    return LOG_HEADER + frame * (FRAME_HEADER + (int64_t)page_size);
}

static int read_header(store_file *file) {
    uint8_t bytes[LOG_HEADER];
    file->knows_header = false;
    int result = read_below(file, bytes, LOG_HEADER, 0);
    if (result == SQLITE_OK) file->knows_header = log_header_read(bytes, &file->header);
    return result;
}

// Room for the mark's file, which is opened when it is first needed.
static int name_mark(store_file *file) {
    if (file->mark_file) return SQLITE_OK;
    char *path = log_mark_name(file->name);
    file->mark_name = path ? (char *)sqlite3_create_filename(path, "", "", 0, NULL) : NULL;
    sqlite3_free(path);
    if (!file->mark_name) return SQLITE_IOERR_NOMEM;
    file->mark_file = sqlite3_malloc64((sqlite3_uint64)file->system->szOsFile);
    if (!file->mark_file) {
        sqlite3_free_filename(file->mark_name);
        return SQLITE_IOERR_NOMEM;
    }
    file->mark_file->pMethods = NULL;
    return SQLITE_OK;
}

// Opens the mark's file. One that isn't there is made only to be written; otherwise `mark` is null.
static int open_mark(store_file *file, bool makes, sqlite3_file **mark) {
    *mark = NULL;
    int result = name_mark(file);
    if (result != SQLITE_OK) return result;
    if (!file->mark_file->pMethods) {
        int exists = 0;
        if (!makes) result = file->system->xAccess(file->system, file->mark_name, SQLITE_ACCESS_EXISTS, &exists);
        if (result != SQLITE_OK || !(makes || exists)) return result;
        int flags = SQLITE_OPEN_WAL | SQLITE_OPEN_READWRITE | (makes ? SQLITE_OPEN_CREATE : 0);
        result = file->system->xOpen(file->system, file->mark_name, file->mark_file, flags, &flags);
        if (result != SQLITE_OK) {
            if (file->mark_file->pMethods) file->mark_file->pMethods->xClose(file->mark_file);
            file->mark_file->pMethods = NULL;
            return result;
        }
    }
    *mark = file->mark_file;
    return SQLITE_OK;
}

static int load_mark(store_file *file) {
    uint8_t bytes[MARK_SIZE];
    sqlite3_file *mark;
    file->has_mark = false;
    int result = open_mark(file, false, &mark);
    if (result != SQLITE_OK || !mark) return result;
    result = mark->pMethods->xRead(mark, bytes, MARK_SIZE, 0);
    if (result == SQLITE_OK) file->has_mark = log_mark_decode(bytes, &file->mark);
    return result == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : result;
}

// Says that the log has reached the disk up to a frame. It is a help, so it may fail.
static void write_mark(store_file *file, uint32_t frames) {
    uint8_t bytes[MARK_SIZE];
    if (!file->knows_header) return;
    log_mark mark = {.frames = frames, .page_size = file->header.page_size};
    memcpy(mark.salt, file->header.salt, sizeof(mark.salt));
    sqlite3_file *target;
    if (open_mark(file, true, &target) != SQLITE_OK) return;
    log_mark_encode(&mark, bytes);
    (void)target->pMethods->xWrite(target, bytes, MARK_SIZE, 0);
}

// Removes the mark permanently, before the frames that it refers to may be overwritten.
static int clear_mark(store_file *file) {
    static const uint8_t nothing[MARK_SIZE];
    int result = load_mark(file);
    if (result != SQLITE_OK || !file->has_mark) return result;
    file->has_mark = false;
    sqlite3_file *mark = file->mark_file;
    result = mark->pMethods->xWrite(mark, nothing, MARK_SIZE, 0);
    return result == SQLITE_OK ? mark->pMethods->xSync(mark, SQLITE_SYNC_NORMAL) : result;
}

static bool is_encrypted(store_file *file) { return file->database && file->database->key; }

// Reads a frame of an encrypted log to the scratch room and decrypts it there.
static int load_frame(store_file *file, int64_t frame, uint32_t size, bool *is_sound) {
    *is_sound = false;
    uint8_t *bytes = file_scratch(file, FRAME_HEADER + size);
    if (!bytes) return SQLITE_IOERR_NOMEM;
    int result = require_keys(file->database);
    if (result == SQLITE_OK) result = read_below(file, bytes, FRAME_HEADER + (int)size, frame_offset(size, frame));
    return result == SQLITE_OK ? unlock_frame(file->database, frame, bytes, size, is_sound) : result;
}

// The checksum that a frame continues from: that of the previous frame, or of the header.
static int previous_checksum(store_file *file, int64_t frame, uint32_t size, uint8_t *sum) {
    if (frame == 0) return read_below(file, sum, 8, LOG_HEADER - 8);
    if (!is_encrypted(file)) return read_below(file, sum, 8, frame_offset(size, frame - 1) + FRAME_HEADER - 8);
    bool is_sound;
    int result = load_frame(file, frame - 1, size, &is_sound);
    if (result != SQLITE_OK) return result;
    if (!is_sound) return report_damage(0, (uint32_t)frame);
    memcpy(sum, file->scratch + FRAME_HEADER - 8, 8);
    return SQLITE_OK;
}

// Reads a frame to the scratch room and holds it against its checksum, or its tag.
static int check_frame(store_file *file, int64_t frame, bool knows_header, bool *is_sound) {
    uint8_t previous[8];
    *is_sound = false;
    int result = knows_header ? SQLITE_OK : read_header(file);
    if (result != SQLITE_OK || !file->knows_header) return result;
    uint32_t size = file->header.page_size;
    if (is_encrypted(file)) {
        result = load_frame(file, frame, size, is_sound);
        if (result == SQLITE_OK && *is_sound) *is_sound = log_frame_is_of(&file->header, file->scratch);
        return result;
    }
    uint8_t *bytes = file_scratch(file, FRAME_HEADER + size);
    if (!bytes) return SQLITE_IOERR_NOMEM;
    result = previous_checksum(file, frame, size, previous);
    if (result != SQLITE_OK) return result;
    result = read_below(file, bytes, FRAME_HEADER + (int)size, frame_offset(size, frame));
    if (result != SQLITE_OK) return result;
    *is_sound = log_frame_is_sound(&file->header, bytes, previous);
    return SQLITE_OK;
}

// The frame that a read of a page's size at an offset asks for, or -1.
static int64_t frame_of_page(int count, sqlite3_int64 offset) {
    if (!page_is_size(count) || offset < LOG_HEADER + FRAME_HEADER) return -1;
    int64_t place = offset - LOG_HEADER - FRAME_HEADER;
    return place % (count + FRAME_HEADER) == 0 ? place / (count + FRAME_HEADER) : -1;
}

static int read_page(store_file *file, void *buffer, int count, int64_t frame) {
    bool is_sound = false;
    int result = check_frame(file, frame, log_is_of_size(file, (uint32_t)count), &is_sound);
    // The known header may belong to an earlier log in the same file.
    if (result == SQLITE_OK && !is_sound) result = check_frame(file, frame, false, &is_sound);
    if (result != SQLITE_OK) return result;
    bool is_of_size = file->header.page_size == (uint32_t)count;
    if (file->verifies && !(is_sound && is_of_size)) return report_damage(0, (uint32_t)frame + 1);
    if (!is_of_size) return SQLITE_IOERR_SHORT_READ;
    memcpy(buffer, file->scratch + FRAME_HEADER, (size_t)count);
    return SQLITE_OK;
}

int log_find_commit(store_file *log, uint64_t *frame) {
    uint8_t bytes[FRAME_HEADER];
    for (uint64_t number = *frame;; number++) {
        int result = read_below(log, bytes, FRAME_HEADER, frame_offset(log->database->page_size, (int64_t)number - 1));
        if (result != SQLITE_OK) return result;
        *frame = number;
        if (log_number_at(bytes + 4) != 0) return SQLITE_OK;
    }
}

// The beginning of a log: our magic, the format, the file and the store that it belongs to, a checksum.
static const uint8_t log_magic[16] = "\x89HealthLog\r\n\x1a\n";

enum { OWNER_FORMAT = 16, OWNER_FILE = 24, OWNER_STORE = 40, OWNER_CHECKSUM = 56 };

static void put_number(uint8_t *bytes, uint64_t number, int size) {
    for (int byte = 0; byte < size; byte++) bytes[byte] = (uint8_t)(number >> (8 * (size - 1 - byte)));
}

static void owner_encode(const store_header *header, uint8_t *bytes) {
    memset(bytes, 0, LOG_OWNER);
    memcpy(bytes, log_magic, sizeof(log_magic));
    put_number(bytes + OWNER_FORMAT, header->format, 4);
    memcpy(bytes + OWNER_FILE, header->file, STORE_ID_SIZE);
    memcpy(bytes + OWNER_STORE, header->store, STORE_ID_SIZE);
    put_number(bytes + OWNER_CHECKSUM, store_page_checksum(bytes, OWNER_CHECKSUM, 0), 8);
}

static bool owner_is_sound(const uint8_t *bytes) {
    uint8_t sum[8];
    put_number(sum, store_page_checksum(bytes, OWNER_CHECKSUM, 0), 8);
    return memcmp(bytes, log_magic, sizeof(log_magic)) == 0 && memcmp(sum, bytes + OWNER_CHECKSUM, sizeof(sum)) == 0;
}

int log_check_owner(store_file *log) {
    uint8_t bytes[LOG_OWNER];
    store_file *database = log->database;
    if (!database->has_header) {
        int result = database_learn(database);
        if (result != SQLITE_OK) return result;
    }
    int result = methods_below(log)->xRead(log->below, bytes, LOG_OWNER, 0);
    if (result == SQLITE_IOERR_SHORT_READ) return SQLITE_OK;
    if (result != SQLITE_OK) return result;
    // One that says nothing is judged when it is recovered.
    if (!database->has_header || !owner_is_sound(bytes)) return SQLITE_OK;
    bool is_ours = memcmp(bytes + OWNER_FILE, database->head.file, STORE_ID_SIZE) == 0;
    return is_ours ? SQLITE_OK : report_kind(STORE_LOG_FOREIGN);
}

bool log_may_go(sqlite3_vfs *system, const char *name_below, store_file *database) {
    uint8_t bytes[LOG_OWNER];
    sqlite3_file *log = sqlite3_malloc64((sqlite3_uint64)system->szOsFile);
    if (!log) return false;
    log->pMethods = NULL;
    int flags = SQLITE_OPEN_WAL | SQLITE_OPEN_READONLY;
    int result = system->xOpen(system, name_below, log, flags, &flags);
    if (result == SQLITE_OK) result = log->pMethods->xRead(log, bytes, LOG_OWNER, 0);
    if (log->pMethods) log->pMethods->xClose(log);
    sqlite3_free(log);
    if (result == SQLITE_IOERR_SHORT_READ || (result & 0xFF) == SQLITE_CANTOPEN) return true;
    if (result != SQLITE_OK || !database || !database->has_header) return false;
    if (owner_is_sound(bytes)) return memcmp(bytes + OWNER_FILE, database->head.file, STORE_ID_SIZE) == 0;
    return !database->head.log_in_use;
}

// Whether the first frame of the log is one of it.
static int has_frames(store_file *file, bool *has) {
    *has = false;
    sqlite3_int64 size = 0;
    int result = file_size((sqlite3_file *)file, &size);
    if (result != SQLITE_OK || size < frame_offset(file->header.page_size, 1)) return result;
    return check_frame(file, 0, true, has);
}

// Which salts the database's header names: those of the log that it was last told of.
static bool is_named(store_file *file) {
    for (int word = 0; word < 2; word++) {
        if (log_number_at(file->database->head.salt + 4 * word) != file->header.salt[word]) return false;
    }
    return true;
}

// Checks the log to recover against the database's header. Everything else waits meanwhile.
static int check_recovery(store_file *file) {
    int result = database_learn(file->database);
    if (result != SQLITE_OK) return result;
    if (!file->database->has_header) return report_kind(STORE_DAMAGED_HEADER);
    bool in_use = file->database->head.log_in_use;
    // A header that was being written when the machine stopped, before anything was committed to the log.
    if (!file->knows_header) return in_use ? report_damage(0, 1) : SQLITE_OK;
    result = log_check_owner(file);
    if (result != SQLITE_OK || is_named(file)) return result;
    if (in_use) return report_kind(STORE_LOG_MISSING);
    bool has = false;
    result = has_frames(file, &has);
    return result == SQLITE_OK && has ? report_kind(STORE_LOG_FOREIGN) : result;
}

// A log that was begun is brought to the disk before the database's header names it, and that before anything is
// committed to it: a header that names a log is never wrong.
static int name_log(store_file *file, bool is_synced) {
    uint8_t salt[8];
    if (!file->knows_header || !file->database) return SQLITE_IOERR_WRITE;
    int result = is_synced ? SQLITE_OK : sync_below(file, SQLITE_SYNC_NORMAL);
    for (int word = 0; word < 2; word++) put_number(salt + 4 * word, file->header.salt[word], 4);
    if (result == SQLITE_OK) result = database_note_log(file->database, true, salt);
    if (result == SQLITE_OK) file->header_is_new = false;
    return result;
}

// Frames that are in the file must be in the log too: without them older ones would hide what the file has. So the header is
// as good as a mark, and nobody can change it.
static void raise_mark(store_file *file) {
    store_file *database = file->database;
    if (!file->knows_header || !is_listed(database) || !database->head.copied_frames || !is_named(file)) return;
    bool is_same_log = file->has_mark && memcmp(file->mark.salt, file->header.salt, sizeof(file->mark.salt)) == 0;
    uint32_t frames = (uint32_t)database->head.copied_frames;
    if (is_same_log && file->mark.frames >= frames) return;
    file->has_mark = true;
    file->mark = (log_mark){.frames = frames, .page_size = file->header.page_size};
    memcpy(file->mark.salt, file->header.salt, sizeof(file->mark.salt));
}

// Begins a log, in place of one whose commits are all in the file.
static int write_header(store_file *file, const uint8_t *bytes) {
    uint8_t whole[LOG_OWNER + LOG_HEADER];
    if (!file->database) return SQLITE_IOERR_WRITE;
    int result = database_note_log(file->database, false, NULL);
    if (result != SQLITE_OK) return result;
    owner_encode(&file->database->head, whole);
    memcpy(whole + LOG_OWNER, bytes, LOG_HEADER);
    result = methods_below(file)->xWrite(file->below, whole, sizeof(whole), 0);
    file->header_is_new = result == SQLITE_OK;
    return result;
}

static int log_size(sqlite3_file *raw, sqlite3_int64 *size) {
    store_file *file = (store_file *)raw;
    int result = file_size(raw, size);
    if (result != SQLITE_OK || *size >= LOG_HEADER || file->is_earlier || !file->verifies) return result;
    // SQLite takes it for empty.
    result = database_learn(file->database);
    if (result != SQLITE_OK || !file->database->has_header) return result;
    return file->database->head.log_in_use ? report_kind(STORE_LOG_MISSING) : SQLITE_OK;
}

// The beginning of a recovery. The header is unsound after a crash only when no commit was synced since it was written.
static int check_header(store_file *file, const uint8_t *bytes) {
    int result = load_mark(file);
    if (result != SQLITE_OK) return result;
    file->knows_header = log_header_read(bytes, &file->header);
    if (!file->is_earlier) {
        result = check_recovery(file);
        if (result != SQLITE_OK || !file->knows_header) return result;
        raise_mark(file);
    }
    if (!file->has_mark) return SQLITE_OK;
    if (!file->knows_header) return report_damage(0, 1);
    if (memcmp(file->mark.salt, file->header.salt, sizeof(file->mark.salt)) != 0) {
        file->has_mark = false;
        return SQLITE_OK;
    }
    sqlite3_int64 size = 0;
    result = methods_below(file)->xFileSize(file->below, &size);
    if (result != SQLITE_OK) return result;
    bool is_whole = size >= frame_offset(file->header.page_size, file->mark.frames);
    return is_whole ? SQLITE_OK : report_damage(0, file->mark.frames);
}

// Whether a frame of the log whose header is known must have reached the disk.
static bool mark_reaches(store_file *file, int64_t frame) {
    return file->has_mark && frame < file->mark.frames
        && memcmp(file->mark.salt, file->header.salt, sizeof(file->mark.salt)) == 0;
}

// A frame in recovery. Where the mark doesn't reach, SQLite decides whether it is the end.
static int check_recovered(store_file *file, const uint8_t *bytes, int64_t frame) {
    if (!mark_reaches(file, frame)) return SQLITE_OK;
    uint8_t previous[8];
    uint32_t size = file->header.page_size;
    int result = previous_checksum(file, frame, size, previous);
    if (result != SQLITE_OK) return result;
    bool is_sound = log_frame_is_sound(&file->header, bytes, previous);
    return is_sound ? SQLITE_OK : report_damage(0, (uint32_t)frame + 1);
}

// The stored checksum of an open frame as on the disk: the tag if there is one.
static uint64_t open_sum(store_file *file, int64_t frame, const uint8_t *bytes, uint32_t size) {
    if (!is_encrypted(file)) return store_page_checksum(bytes + FRAME_HEADER, size, (uint32_t)frame);
    uint64_t sum;
    memcpy(&sum, bytes + FRAME_HEADER + size - SEAL_TAG, sizeof(sum));
    return sum;
}

// Reads a frame of the transaction under way to the scratch room, holds it against what was written, and decrypts it.
static int load_open(store_file *file, int64_t frame, uint32_t size) {
    uint8_t *bytes = file_scratch(file, FRAME_HEADER + size);
    if (!bytes) return SQLITE_IOERR_NOMEM;
    int result = is_encrypted(file) ? require_keys(file->database) : SQLITE_OK;
    if (result != SQLITE_OK) return result;
    result = read_below(file, bytes, FRAME_HEADER + (int)size, frame_offset(size, frame));
    if (result == SQLITE_IOERR_SHORT_READ) return report_damage(0, (uint32_t)frame + 1);
    if (result != SQLITE_OK) return result;
    bool is_sound = open_frames_match(&file->open, frame, bytes, open_sum(file, frame, bytes, size));
    if (is_encrypted(file)) {
        bool is_unlocked;
        result = unlock_frame(file->database, frame, bytes, size, &is_unlocked);
        is_sound = is_sound && is_unlocked;
    }
    if (result != SQLITE_OK || is_sound || !file->verifies) return result;
    return report_damage(0, (uint32_t)frame + 1);
}

// The checksum from which SQLite goes on where it makes those of a transaction anew: it reads it from the disk.
static int check_beginning(store_file *file, int64_t frame) {
    bool is_sound = false;
    // After it went back to a savepoint SQLite (3.40 at least) can forget frames whose checksums are missing. A commit
    // with them would be lost in a crash.
    if (!open_frames_may_go_on(&file->open, frame)) return SQLITE_IOERR_READ;
    if (!file->verifies) return SQLITE_OK;
    int result = check_frame(file, frame, file->knows_header, &is_sound);
    if (result == SQLITE_OK && !is_sound) result = check_frame(file, frame, false, &is_sound);
    if (result != SQLITE_OK) return result;
    return is_sound ? SQLITE_OK : report_damage(0, (uint32_t)frame + 1);
}

// The size of the pages in the log's frames; 0 when it isn't known.
static uint32_t frame_size(store_file *file) {
    if (is_encrypted(file)) return file->database->page_size;
    return file->knows_header ? file->header.page_size : 0;
}

// Which frame a place in the log belongs to, and where in it that is.
static int64_t frame_at(uint32_t size, sqlite3_int64 offset, sqlite3_int64 *place) {
    int64_t frame = (offset - LOG_HEADER) / (FRAME_HEADER + (int64_t)size);
    *place = offset - frame_offset(size, frame);
    return frame;
}

// SQLite's reads of frames other than pages: complete ones in recovery and when it recomputes checksums, and the
// checksum that it continues from.
static int read_frame(store_file *file, uint8_t *buffer, int count, sqlite3_int64 offset) {
    uint32_t size = frame_size(file);
    sqlite3_int64 place = -1;
    int64_t frame = size && offset >= LOG_HEADER ? frame_at(size, offset, &place) : -1;
    bool is_whole = place == 0 && count == FRAME_HEADER + (int)size;
    if (is_whole && open_frames_have(&file->open, frame)) {
        int result = load_open(file, frame, size);
        if (result != SQLITE_OK) return result;
        memcpy(buffer, file->scratch, (size_t)count);
        file->read_frame = frame + 1;
        return SQLITE_OK;
    }
    if (place == FRAME_HEADER - 8 && count == 8) {
        int result = check_beginning(file, frame);
        if (result != SQLITE_OK) return result;
    }
    if (!is_encrypted(file)) {
        int result = read_below(file, buffer, count, offset);
        if (result != SQLITE_OK || !is_whole || !file->verifies) return result;
        return check_recovered(file, buffer, frame);
    }
    if (place < 0 || place + count > FRAME_HEADER + (int64_t)size) return SQLITE_IOERR_READ;
    bool is_sound;
    int result = load_frame(file, frame, size, &is_sound);
    if (result != SQLITE_OK) {
        memset(buffer, 0, (size_t)count);
        return result;
    }
    memcpy(buffer, file->scratch + place, (size_t)count);
    if (!is_whole || !file->verifies || !mark_reaches(file, frame)) return SQLITE_OK;
    return is_sound ? check_recovered(file, buffer, frame) : report_damage(0, (uint32_t)frame + 1);
}

static int log_read(sqlite3_file *raw, void *buffer, int count, sqlite3_int64 offset) {
    store_file *file = (store_file *)raw;
    file->read_frame = 0;
    int result = is_encrypted(file) ? require_keys(file->database) : SQLITE_OK;
    if (result != SQLITE_OK) return result;
    int64_t frame = frame_of_page(count, offset);
    store_file *database = file->database;
    // A connection that checkpoints reads the frames that it copies.
    bool is_further = frame >= 0 && database && database->is_copying && (uint64_t)frame + 1 > database->copied_frames;
    if (is_further) database->copied_frames = (uint64_t)frame + 1;
    if (frame >= 0 && open_frames_have(&file->open, frame) && frame_size(file) == (uint32_t)count) {
        result = load_open(file, frame, (uint32_t)count);
        if (result == SQLITE_OK) memcpy(buffer, file->scratch + FRAME_HEADER, (size_t)count);
        return result;
    }
    bool is_closed = file->verifies && (file->first_open_frame == 0 || frame + 1 < file->first_open_frame);
    if (frame >= 0 && (is_closed || is_encrypted(file))) return read_page(file, buffer, count, frame);
    if (offset + count > LOG_HEADER) return read_frame(file, buffer, count, offset);
    result = read_below(file, buffer, count, offset);
    bool is_header = offset == 0 && count == LOG_HEADER;
    return result == SQLITE_OK && is_header && file->verifies ? check_header(file, buffer) : result;
}

// Notes what a write means: a new log, a frame, a commit. Frames are counted from 1.
static void note_write(store_file *file, const uint8_t *bytes, int count, sqlite3_int64 offset) {
    if (!file->knows_header && (read_header(file) != SQLITE_OK || !file->knows_header)) {
        // Where the frames are isn't known: none that this connection wrote may be looked at.
        file->first_open_frame = 1;
        return;
    }
    int64_t frame = (offset - LOG_HEADER) / (FRAME_HEADER + (int64_t)file->header.page_size) + 1;
    if (file->first_open_frame == 0 || frame < file->first_open_frame) file->first_open_frame = frame;
    bool is_frame_header = count == FRAME_HEADER && offset == frame_offset(file->header.page_size, frame - 1);
    if (!is_frame_header) return;
    if (frame <= file->pending_frames) file->pending_frames = 0;
    // A frame without salts isn't a commit yet.
    if (!log_frame_is_sealed(bytes)) return;
    // Another connection may have begun the log that this frame belongs to.
    for (int word = 0; word < 2; word++) file->header.salt[word] = log_number_at(bytes + 8 + 4 * word);
    if (log_number_at(bytes + 4) != 0) file->pending_frames = (uint32_t)frame;
}

// A frame that the mark names is written again when its commit reached the disk, but whoever made it couldn't say so any
// more: it was killed, or its next step failed. The mark is looked at where a transaction begins.
static int release_frame(store_file *file, const uint8_t *bytes, sqlite3_int64 offset) {
    if (!file->knows_header) return clear_mark(file);
    int64_t frame = (offset - LOG_HEADER) / (FRAME_HEADER + (int64_t)file->header.page_size) + 1;
    bool goes_on = frame == file->next_frame;
    file->next_frame = frame + 1;
    if (goes_on) return SQLITE_OK;
    int result = load_mark(file);
    if (result != SQLITE_OK || !file->has_mark || frame > file->mark.frames) return result;
    bool is_same_log = log_number_at(bytes + 8) == file->mark.salt[0] && log_number_at(bytes + 12) == file->mark.salt[1];
    return is_same_log ? clear_mark(file) : SQLITE_OK;
}

// Writes the header of a frame, or holds it until its page comes: both are written, and encrypted, together.
static int write_frame_header(store_file *file, const uint8_t *header, uint32_t size, int64_t frame, int64_t read_frame) {
    sqlite3_int64 offset = frame_offset(size, frame);
    if (read_frame != frame + 1) {
        memcpy(file->held_header, header, FRAME_HEADER);
        file->held_frame = frame + 1;
        return SQLITE_OK;
    }
    // The frame was read as a whole just now, to make its checksum anew.
    uint64_t sum = open_frames_sum(&file->open, frame);
    int result;
    if (is_encrypted(file)) {
        memcpy(file->scratch, header, FRAME_HEADER);
        result = lock_frame(file->database, frame, file->scratch, size);
        if (result != SQLITE_OK) return result;
        sum = open_sum(file, frame, file->scratch, size);
        result = write_below(file, file->scratch, FRAME_HEADER + (int)size, offset);
    } else {
        result = write_below(file, header, FRAME_HEADER, offset);
    }
    if (result == SQLITE_OK) open_frames_seal(&file->open, frame, sum);
    return result;
}

// Writes the page of a frame whose header came just before, or another in place of one of this transaction.
static int write_frame_page(store_file *file, const uint8_t *page, uint32_t size, int64_t frame) {
    bool is_new = file->held_frame == frame + 1, is_open = open_frames_have(&file->open, frame);
    uint8_t *bytes = file_scratch(file, FRAME_HEADER + size);
    if (!bytes) return SQLITE_IOERR_NOMEM;
    memset(bytes, 0, FRAME_HEADER);
    if (is_new) {
        memcpy(bytes, file->held_header, FRAME_HEADER);
    } else if (is_open) {
        // Its salts and its checksum come with the commit.
        put_number(bytes, open_frames_page(&file->open, frame), 4);
    } else if (is_encrypted(file)) {
        return SQLITE_IOERR_WRITE;
    }
    file->held_frame = 0;
    memcpy(bytes + FRAME_HEADER, page, size);
    int result;
    if (is_encrypted(file)) {
        result = lock_frame(file->database, frame, bytes, size);
        if (result != SQLITE_OK) return result;
    }
    if (is_new || is_encrypted(file)) {
        result = write_below(file, bytes, FRAME_HEADER + (int)size, frame_offset(size, frame));
    } else {
        result = write_below(file, page, (int)size, frame_offset(size, frame) + FRAME_HEADER);
    }
    // Of a file of an earlier format it isn't known when a transaction ends.
    if (result != SQLITE_OK || !file->database) return result;
    uint64_t sum = open_sum(file, frame, bytes, size);
    if (is_new) return open_frames_append(&file->open, frame, bytes, sum) ? SQLITE_OK : SQLITE_IOERR_NOMEM;
    if (is_open) open_frames_change(&file->open, frame, sum);
    return SQLITE_OK;
}

static int write_frame(store_file *file, const uint8_t *buffer, int count, sqlite3_int64 offset, int64_t read_frame) {
    int result = is_encrypted(file) ? require_keys(file->database) : SQLITE_OK;
    if (result != SQLITE_OK) return result;
    uint32_t size = frame_size(file);
    sqlite3_int64 place = -1;
    int64_t frame = size ? frame_at(size, offset, &place) : -1;
    if (place == 0 && count == FRAME_HEADER) return write_frame_header(file, buffer, size, frame, read_frame);
    if (place == FRAME_HEADER && count == (int)size) return write_frame_page(file, buffer, size, frame);
    return is_encrypted(file) ? SQLITE_IOERR_WRITE : write_below(file, buffer, count, offset);
}

void log_end_transaction(store_file *log) {
    log->first_open_frame = 0;
    log->next_frame = 0;
    log->held_frame = 0;
    log->read_frame = 0;
    open_frames_forget(&log->open);
}

static int log_write(sqlite3_file *raw, const void *buffer, int count, sqlite3_int64 offset) {
    store_file *file = (store_file *)raw;
    int result = SQLITE_OK;
    bool is_header = offset == 0 && count == LOG_HEADER;
    int64_t read_frame = file->read_frame;
    file->read_frame = 0;
    if (is_header) {
        if (file->is_earlier) result = clear_mark(file);
        file->pending_frames = 0;
        log_end_transaction(file);
        file->first_open_frame = 1;
    } else if (file->header_is_new) {
        result = name_log(file, false);
    }
    // Another connection may have begun the log.
    if (result == SQLITE_OK && !is_header && !file->knows_header) result = read_header(file);
    if (result == SQLITE_IOERR_SHORT_READ) result = SQLITE_OK;
    if (result == SQLITE_OK && count == FRAME_HEADER && !is_header) result = release_frame(file, buffer, offset);
    if (result == SQLITE_OK) {
        if (!is_header) {
            result = write_frame(file, buffer, count, offset, read_frame);
        } else if (!file->is_earlier) {
            result = write_header(file, buffer);
        } else {
            result = write_below(file, buffer, count, offset);
        }
    }
    if (result != SQLITE_OK) {
        // The commit that was under way will not be.
        file->pending_frames = 0;
        file->held_frame = 0;
    } else if (is_header) {
        file->knows_header = log_header_read(buffer, &file->header);
    } else {
        note_write(file, buffer, count, offset);
    }
    return result;
}

// How many bytes at most are written ahead of the end of a log that grows; the length of a commit beyond which none are; and
// how many are written at once. SQLite's own file system takes a length modulo 128 KiB: of exactly so many it writes none.
enum { MOST_AHEAD = 480 << 10, LONG_COMMIT = 120 << 10, ZEROS = 120 << 10 };

// Writes zeros behind a commit that made the log longer, as many as the log has bytes: the next commits are written over
// them. A sync of a file that became longer has to write its size as well, elsewhere on the disk, which takes as long as the
// commit itself. Zeros are no frame, so the log still ends where it did. A checkpoint syncs the log too, but may do so while
// another program commits, so it writes none.
//
// It is a help, so it may fail.
static void write_ahead(store_file *file) {
    static uint8_t zeros[ZEROS];
    if (!file->database || !file->database->is_writing || file->is_earlier || !file->knows_header) return;
    if (!file->pending_frames || file->first_open_frame <= 0) return;
    int64_t end = frame_offset(file->header.page_size, file->pending_frames);
    // Where another program has cut the log since, this commit makes it longer.
    if (end <= file->known_size) return;
    if (end - frame_offset(file->header.page_size, file->first_open_frame - 1) > LONG_COMMIT) return;
    sqlite3_int64 size;
    if (file_size((sqlite3_file *)file, &size) != SQLITE_OK) return;
    file->known_size = size;
    if (size > end) return;
    int64_t ahead = end < MOST_AHEAD ? end : MOST_AHEAD;
    while (ahead > 0) {
        int count = ahead < ZEROS ? (int)ahead : ZEROS;
        if (write_below(file, zeros, count, file->known_size) != SQLITE_OK) return;
        file->known_size += count;
        ahead -= count;
    }
}

static int log_sync(sqlite3_file *raw, int flags) {
    store_file *file = (store_file *)raw;
    file->read_frame = 0;
    write_ahead(file);
    int result = sync_below(file, flags);
    if (result == SQLITE_OK && file->header_is_new) result = name_log(file, true);
    if (result == SQLITE_OK && file->pending_frames) {
        write_mark(file, file->pending_frames);
        log_end_transaction(file);
    }
    file->pending_frames = 0;
    file->next_frame = 0;
    return result;
}

static int log_truncate(sqlite3_file *raw, sqlite3_int64 size) {
    store_file *file = (store_file *)raw;
    int result = SQLITE_OK;
    // A log is emptied when all of it is in the file.
    if (size == 0 && file->database) result = database_note_log(file->database, false, NULL);
    if (result == SQLITE_OK) result = load_mark(file);
    if (result != SQLITE_OK) return result;
    if (file->has_mark && size < frame_offset(file->mark.page_size, file->mark.frames)) {
        result = clear_mark(file);
        if (result != SQLITE_OK) return result;
    }
    file->known_size = 0;
    return file_truncate(raw, size);
}

const sqlite3_io_methods log_methods = {
    METHODS_ALIKE(1),
    .xFileControl = file_control,
    .xRead = log_read,
    .xWrite = log_write,
    .xTruncate = log_truncate,
    .xSync = log_sync,
    .xFileSize = log_size,
};
