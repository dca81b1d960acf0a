#include <string.h>

#include "PageCodec.h"
#include "StoreFile.h"

// The log: pages that are read from it are held against their frame's checksum, which SQLite itself does in recovery
// only; and a recovery that would end before what is known to have reached the disk is refused.

char *log_mark_name(const char *log_name) {
    size_t length = strlen(log_name);
    if (length < 4 || strcmp(log_name + length - 4, "-wal") != 0) return NULL;
    return sqlite3_mprintf("%.*s-mark", (int)(length - 4), log_name);
}

static int log_is_of_size(store_file *file, uint32_t size) {
    return file->knows_header && file->header.page_size == size;
}

static int64_t frame_offset(uint32_t page_size, int64_t frame) {
    return LOG_HEADER + frame * (FRAME_HEADER + (int64_t)page_size);
}

static int read_header(store_file *file) {
    uint8_t bytes[LOG_HEADER];
    file->knows_header = false;
    int result = methods_below(file)->xRead(file->below, bytes, LOG_HEADER, 0);
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

// Takes the mark back for good, before what it names may be written over.
static int clear_mark(store_file *file) {
    static const uint8_t nothing[MARK_SIZE];
    int result = load_mark(file);
    if (result != SQLITE_OK || !file->has_mark) return result;
    file->has_mark = false;
    sqlite3_file *mark = file->mark_file;
    result = mark->pMethods->xWrite(mark, nothing, MARK_SIZE, 0);
    return result == SQLITE_OK ? mark->pMethods->xSync(mark, SQLITE_SYNC_NORMAL) : result;
}

// Reads a frame to the scratch room and holds it against its checksum.
static int check_frame(store_file *file, int64_t frame, bool knows_header, bool *is_sound) {
    uint8_t previous[8];
    *is_sound = false;
    int result = knows_header ? SQLITE_OK : read_header(file);
    if (result != SQLITE_OK || !file->knows_header) return result;
    uint32_t size = file->header.page_size;
    uint8_t *bytes = file_scratch(file, FRAME_HEADER + size);
    if (!bytes) return SQLITE_IOERR_NOMEM;
    int64_t before = frame == 0 ? LOG_HEADER - 8 : frame_offset(size, frame - 1) + FRAME_HEADER - 8;
    result = methods_below(file)->xRead(file->below, previous, 8, before);
    if (result != SQLITE_OK) return result;
    result = methods_below(file)->xRead(file->below, bytes, FRAME_HEADER + (int)size, frame_offset(size, frame));
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
    // What is known of the header may be of an earlier log in the same file.
    if (result == SQLITE_OK && !is_sound) result = check_frame(file, frame, false, &is_sound);
    if (result != SQLITE_OK) return result;
    if (!is_sound || file->header.page_size != (uint32_t)count) return report_damage(0, (uint32_t)frame + 1);
    memcpy(buffer, file->scratch + FRAME_HEADER, (size_t)count);
    return SQLITE_OK;
}

// The beginning of a recovery. The header is unsound after a crash only when no commit was synced since it was written.
static int check_header(store_file *file, const uint8_t *bytes) {
    int result = load_mark(file);
    if (result != SQLITE_OK) return result;
    file->knows_header = log_header_read(bytes, &file->header);
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

// A frame in recovery. Where the mark doesn't reach, SQLite decides whether it is the end.
static int check_recovered(store_file *file, const uint8_t *bytes, int64_t frame) {
    if (!file->has_mark || frame >= file->mark.frames) return SQLITE_OK;
    uint8_t previous[8];
    uint32_t size = file->header.page_size;
    int64_t before = frame == 0 ? LOG_HEADER - 8 : frame_offset(size, frame - 1) + FRAME_HEADER - 8;
    int result = methods_below(file)->xRead(file->below, previous, 8, before);
    if (result != SQLITE_OK) return result;
    bool is_sound = log_frame_is_sound(&file->header, bytes, previous);
    return is_sound ? SQLITE_OK : report_damage(0, (uint32_t)frame + 1);
}

static int log_read(sqlite3_file *raw, void *buffer, int count, sqlite3_int64 offset) {
    store_file *file = (store_file *)raw;
    int64_t frame = frame_of_page(count, offset);
    if (file->verifies && frame >= 0 && (file->first_open_frame == 0 || frame + 1 < file->first_open_frame)) {
        return read_page(file, buffer, count, frame);
    }
    int result = methods_below(file)->xRead(file->below, buffer, count, offset);
    if (result != SQLITE_OK || !file->verifies) return result;
    if (offset == 0 && count == LOG_HEADER) return check_header(file, buffer);
    if (file->knows_header && count == FRAME_HEADER + (int)file->header.page_size) {
        int64_t place = offset - LOG_HEADER;
        if (place >= 0 && place % count == 0) return check_recovered(file, buffer, place / count);
    }
    return SQLITE_OK;
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

static int log_write(sqlite3_file *raw, const void *buffer, int count, sqlite3_int64 offset) {
    store_file *file = (store_file *)raw;
    int result = SQLITE_OK;
    if (offset == 0 && count == LOG_HEADER) {
        result = clear_mark(file);
        file->pending_frames = 0;
        file->first_open_frame = 1;
    } else if (count == FRAME_HEADER) {
        result = release_frame(file, buffer, offset);
    }
    if (result == SQLITE_OK) result = methods_below(file)->xWrite(file->below, buffer, count, offset);
    if (result != SQLITE_OK) {
        // The commit that was under way will not be.
        file->pending_frames = 0;
    } else if (offset == 0 && count == LOG_HEADER) {
        file->knows_header = log_header_read(buffer, &file->header);
    } else {
        note_write(file, buffer, count, offset);
    }
    return result;
}

static int log_sync(sqlite3_file *raw, int flags) {
    store_file *file = (store_file *)raw;
    int result = methods_below(file)->xSync(file->below, flags);
    if (result == SQLITE_OK && file->pending_frames) {
        write_mark(file, file->pending_frames);
        file->first_open_frame = 0;
    }
    file->pending_frames = 0;
    file->next_frame = 0;
    return result;
}

static int log_truncate(sqlite3_file *raw, sqlite3_int64 size) {
    store_file *file = (store_file *)raw;
    int result = load_mark(file);
    if (result != SQLITE_OK) return result;
    if (file->has_mark && size < frame_offset(file->mark.page_size, file->mark.frames)) {
        result = clear_mark(file);
        if (result != SQLITE_OK) return result;
    }
    return methods_below(file)->xTruncate(file->below, size);
}

const sqlite3_io_methods log_methods = {
    .iVersion = 1,
    .xClose = file_close,
    .xRead = log_read,
    .xWrite = log_write,
    .xTruncate = log_truncate,
    .xSync = log_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_check_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector_size,
    .xDeviceCharacteristics = file_characteristics,
};
