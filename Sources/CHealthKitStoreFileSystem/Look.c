#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "Damage.h"
#include "DatabaseFile.h"
#include "FileMethods.h"
#include "PageCodec.h"
#include "PageList.h"
#include "StoreFile.h"
#include "UsedSQLite.h"

// Looking at files without a connection, and moving them. Everything goes through the file system below: closing
// another descriptor of the same file would release the locks that this process has on it.

static sqlite3_file *open_below(sqlite3_vfs *system, const char *name, int flags, int *result) {
    sqlite3_file *file = sqlite3_malloc64((sqlite3_uint64)system->szOsFile);
    *result = SQLITE_NOMEM;
    if (!file) return NULL;
    file->pMethods = NULL;
    *result = system->xOpen(system, name, file, flags | SQLITE_OPEN_MAIN_DB, &flags);
    if (*result == SQLITE_OK) return file;
    if (file->pMethods) file->pMethods->xClose(file);
    sqlite3_free(file);
    return NULL;
}

static void close_below(sqlite3_file *file) {
    file->pMethods->xClose(file);
    sqlite3_free(file);
}

static bool has_file(sqlite3_vfs *system, const char *path, const char *end) {
    char *name = sqlite3_mprintf("%s%s", path, end);
    int exists = 0;
    if (name) (void)system->xAccess(system, name, SQLITE_ACCESS_EXISTS, &exists);
    sqlite3_free(name);
    return exists;
}

// Whether one of the first pages is sealed as a page that begins this far into the file.
static bool has_sealed_page(sqlite3_file *file, sqlite3_int64 shift) {
    enum { SIZE = 4096, PAGES = 16 };
    uint8_t page[SIZE];
    for (uint32_t number = 1; number <= PAGES; number++) {
        sqlite3_int64 place = shift + (sqlite3_int64)(number - 1) * SIZE;
        if (file->pMethods->xRead(file, page, SIZE, place) != SQLITE_OK) return false;
        if (page_open(page, SIZE, number)) return true;
    }
    return false;
}

static int judge(sqlite3_vfs *system, const char *path, sqlite3_file *file, store_file_look *look) {
    uint8_t start[16] = {0};
    store_header header = {0};
    header_state state;
    int result = store_header_read(file, &header, &state);
    if (result == SQLITE_OK) result = file->pMethods->xRead(file, start, sizeof(start), 0);
    if (result != SQLITE_OK && result != SQLITE_IOERR_SHORT_READ) return result;
    look->format = header.format;
    look->sound_headers = store_header_sound_copies(file);
    look->log_in_use = header.log_in_use;
    look->cipher = header.cipher;
    memcpy(look->store, header.store, STORE_ID_SIZE);
    memcpy(look->file, header.file, STORE_ID_SIZE);
    if (state == HEADER_NEWER) {
        look->kind = STORE_FILE_NEWER;
    } else if (state != HEADER_ABSENT) {
        look->kind = STORE_FILE_OURS;
    } else if (memcmp(start, "SQLite format 3", sizeof(start)) == 0) {
        look->kind = STORE_FILE_EARLIER;
    } else if (has_file(system, path, "-undo") || has_file(system, path, "-log")) {
        // It was being made when its program ended, or its beginning is damaged.
        look->kind = STORE_FILE_OURS;
    } else if (has_file(system, path, "-journal")) {
        look->kind = STORE_FILE_EARLIER;
    } else if (has_sealed_page(file, STORE_HEADER)) {
        look->kind = STORE_FILE_OURS;
    } else {
        look->kind = has_sealed_page(file, 0) ? STORE_FILE_EARLIER : STORE_FILE_UNKNOWN;
    }
    return SQLITE_OK;
}

int store_file_system_look(const char *path, const char *below, store_file_look *look) {
    memset(look, 0, sizeof(*look));
    sqlite3_vfs *system = begin_sqlite() == SQLITE_OK ? sqlite3_vfs_find(below) : NULL;
    if (!system) return SQLITE_NOTFOUND;
    // An empty file counts as absent here, and the rest of a journal has nothing to roll back to.
    if (!has_file(system, path, "")) return SQLITE_OK;
    char *name = (char *)sqlite3_create_filename(path, "", "", 0, NULL);
    if (!name) return SQLITE_NOMEM;
    int result;
    sqlite3_file *file = open_below(system, name, SQLITE_OPEN_READONLY, &result);
    if (file) {
        result = judge(system, path, file, look);
        close_below(file);
    }
    sqlite3_free_filename(name);
    return result;
}

// Opens a file of the layer below by its path alone.
static sqlite3_file *open_path(const char *path, const char *below, int flags, char **name, int *result) {
    sqlite3_vfs *system = begin_sqlite() == SQLITE_OK ? sqlite3_vfs_find(below) : NULL;
    *result = SQLITE_NOTFOUND;
    if (!system) return NULL;
    *name = (char *)sqlite3_create_filename(path, "", "", 0, NULL);
    *result = SQLITE_NOMEM;
    sqlite3_file *file = *name ? open_below(system, *name, flags, result) : NULL;
    if (!file) sqlite3_free_filename(*name);
    return file;
}

static int read_header(const char *path, const char *below, store_header *header) {
    char *name;
    int result;
    header_state state = HEADER_ABSENT;
    sqlite3_file *file = open_path(path, below, SQLITE_OPEN_READONLY, &name, &result);
    if (!file) return result;
    memset(header, 0, sizeof(*header));
    result = store_header_read(file, header, &state);
    close_below(file);
    sqlite3_free_filename(name);
    if (result != SQLITE_OK) return result;
    return state == HEADER_SOUND && header->cipher ? SQLITE_OK : SQLITE_NOTFOUND;
}

int store_file_system_slots(const char *path, const char *below, uint8_t *slots) {
    store_header header;
    int result = read_header(path, below, &header);
    if (result == SQLITE_OK) memcpy(slots, header.slots, STORE_SLOTS_SIZE);
    return result;
}

int store_file_system_erase_slots(const char *path, const char *below) {
    char *name;
    int result;
    sqlite3_file *file = open_path(path, below, SQLITE_OPEN_READWRITE, &name, &result);
    if (!file) return result;
    result = store_header_erase_slots(file);
    close_below(file);
    sqlite3_free_filename(name);
    return result;
}

int store_file_system_check_key(const char *path, const char *below, uint32_t number, bool *is_right) {
    store_header header;
    int result = read_header(path, below, &header);
    *is_right = false;
    if (result != SQLITE_OK) return result;
    if (!cipher_is_available(header.cipher)) return report_kind(STORE_CIPHER_MISSING);
    store_key *key = store_key_hold(number);
    file_keys *keys = key ? store_key_of_file(key, header.store, header.file) : NULL;
    *is_right = keys && store_header_is_authentic(&header, keys);
    store_key_let_go(key);
    return keys ? SQLITE_OK : report_kind(STORE_LOCKED);
}

// Has a page read or written by the methods of an open database, whose place a file without a connection takes.
static int with_page(
    const char *path, const char *below, uint32_t key, int flags,
    int (*body)(store_file *file, void *page, int count, uint32_t number), void *page, uint32_t count, uint32_t number
) {
    char *name;
    int result;
    // This writes to a damaged file, the rest of which stays unchanged.
    store_file file = {.shift = STORE_HEADER, .verifies = !(flags & SQLITE_OPEN_READWRITE), .is_alone = true};
    file.below = open_path(path, below, flags, &name, &result);
    if (!file.below) return result;
    file.key = key ? store_key_hold(key) : NULL;
    file.scratch_holds_plain = key != 0;
    result = key && !file.key ? report_kind(STORE_LOCKED) : body(&file, page, (int)count, number);
    // Closes it.
    file_close((sqlite3_file *)&file);
    sqlite3_free(file.below);
    sqlite3_free_filename(name);
    return result;
}

static int read_page(store_file *file, void *page, int count, uint32_t number) {
    return database_methods.xRead((sqlite3_file *)file, page, count, (sqlite3_int64)(number - 1) * count);
}

static int write_page(store_file *file, void *page, int count, uint32_t number) {
    int result = database_methods.xWrite((sqlite3_file *)file, page, count, (sqlite3_int64)(number - 1) * count);
    return result == SQLITE_OK ? page_list_flush(file, true) : result;
}

int store_file_system_read_page(
    const char *path, const char *below, uint32_t key, uint32_t number, uint8_t *page, uint32_t count
) {
    return with_page(path, below, key, SQLITE_OPEN_READONLY, read_page, page, count, number);
}

int store_file_system_write_page(
    const char *path, const char *below, uint32_t key, uint32_t number, const uint8_t *page, uint32_t count
) {
    return with_page(path, below, key, SQLITE_OPEN_READWRITE, write_page, (void *)page, count, number);
}

// Moves a name of the operating system's, and makes it durable.
static int move_name(const char *from, const char *to) {
    if (rename(from, to) != 0) return errno == ENOSPC ? SQLITE_FULL : SQLITE_IOERR;
    char *folder = sqlite3_mprintf("%s", to);
    char *end = folder ? strrchr(folder, '/') : NULL;
    if (end) end[end == folder] = 0;
    int descriptor = open(end ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        fsync(descriptor);
        close(descriptor);
    }
    sqlite3_free(folder);
    return SQLITE_OK;
}

int store_file_system_move(const char *from, const char *to, const char *below) {
    sqlite3_vfs *system = sqlite3_vfs_find(below);
    if (!system) return SQLITE_NOTFOUND;
    char *name = (char *)sqlite3_create_filename(from, "", "", 0, NULL);
    if (!name) return SQLITE_NOMEM;
    int result;
    sqlite3_file *file = open_below(system, name, SQLITE_OPEN_READWRITE, &result);
    if (file) {
        result = file->pMethods->xSync(file, SQLITE_SYNC_NORMAL);
        if (result == SQLITE_OK) {
            result = file->pMethods->xFileControl(file, STORE_CONTROL_MOVE, (void *)to);
            if (result == SQLITE_NOTFOUND) result = move_name(from, to);
        }
        close_below(file);
    }
    sqlite3_free_filename(name);
    return result;
}

// A file that this process keeps everybody else from opening as a database.
struct store_hold {
    sqlite3_file *file;
    char *name;
};

int store_file_system_hold(const char *path, const char *below, store_hold **hold) {
    *hold = NULL;
    sqlite3_vfs *system = begin_sqlite() == SQLITE_OK ? sqlite3_vfs_find(below) : NULL;
    if (!system) return SQLITE_NOTFOUND;
    store_hold *new = sqlite3_malloc64(sizeof(store_hold));
    char *name = (char *)sqlite3_create_filename(path, "", "", 0, NULL);
    int result = SQLITE_NOMEM;
    sqlite3_file *file = new && name ? open_below(system, name, SQLITE_OPEN_READWRITE, &result) : NULL;
    if (file) {
        *new = (store_hold){.file = file, .name = name};
        // A connection to a database with a log has the first of these for as long as it is open.
        static const int levels[] = {SQLITE_LOCK_SHARED, SQLITE_LOCK_RESERVED, SQLITE_LOCK_EXCLUSIVE};
        for (int step = 0; step < 3 && result == SQLITE_OK; step++) result = file->pMethods->xLock(file, levels[step]);
        if (result == SQLITE_OK) {
            *hold = new;
            return SQLITE_OK;
        }
        file->pMethods->xUnlock(file, SQLITE_LOCK_NONE);
        close_below(file);
    }
    sqlite3_free_filename(name);
    sqlite3_free(new);
    return result;
}

void store_file_system_release(store_hold *hold) {
    hold->file->pMethods->xUnlock(hold->file, SQLITE_LOCK_NONE);
    close_below(hold->file);
    sqlite3_free_filename(hold->name);
    sqlite3_free(hold);
}

int store_file_system_remove(const char *path, const char *below) {
    sqlite3_vfs *system = sqlite3_vfs_find(below);
    if (!system) return SQLITE_NOTFOUND;
    int exists = 0;
    int result = system->xAccess(system, path, SQLITE_ACCESS_READWRITE, &exists);
    if (result == SQLITE_OK && !exists) (void)system->xAccess(system, path, SQLITE_ACCESS_EXISTS, &exists);
    if (result != SQLITE_OK || !exists) return result;
    result = system->xDelete(system, path, 1);
    return result == SQLITE_IOERR_DELETE_NOENT ? SQLITE_OK : result;
}

void store_file_system_examine(void *database, store_file_state *state) {
    (void)sqlite3_file_control(database, "main", STORE_CONTROL_FATE, state);
}
