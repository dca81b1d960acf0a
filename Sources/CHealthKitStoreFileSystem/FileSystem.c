#include <pthread.h>
#include <sqlite3.h>
#include <string.h>

#include "CHealthKitStoreFileSystem.h"
#include "Damage.h"
#include "DatabaseFile.h"
#include "DatabaseHeader.h"
#include "EarlierDatabaseFile.h"
#include "FileMethods.h"
#include "FileNames.h"
#include "JournalFile.h"
#include "LogFile.h"
#include "PageList.h"
#include "StoreFile.h"
#include "UsedSQLite.h"

// The file system itself: everything but opening and deleting goes straight to the one below.

// The state of one of our file systems, for the life of the process.
typedef struct {
    sqlite3_vfs *below;
    bool is_earlier;
} layer;

static sqlite3_vfs *below_of(sqlite3_vfs *system) { return ((layer *)system->pAppData)->below; }

static bool is_earlier(sqlite3_vfs *system) { return ((layer *)system->pAppData)->is_earlier; }

// Finds the database that a log belongs to, and refuses the log of another.
static int join_database(store_file *log) {
    sqlite3_file *database = sqlite3_database_file_object(log->name);
    if (!database || database->pMethods != &database_methods) return SQLITE_CANTOPEN;
    log->database = (store_file *)database;
    log->database->log = log;
    log->scratch_holds_plain = log->database->key != NULL;
    return log->verifies ? log_check_owner(log) : SQLITE_OK;
}

// Takes the key that a connection names, which says that its file is encrypted, or is to be.
static int take_key(store_file *file, const char *name) {
    sqlite3_int64 number = sqlite3_uri_int64(name, "key", 0);
    if (number == 0) return SQLITE_OK;
    file->key = store_key_hold((uint32_t)number);
    file->scratch_holds_plain = true;
    return file->key ? SQLITE_OK : report_kind(STORE_LOCKED);
}

// A journal belongs to the database whose pages it keeps.
static int join_undo(store_file *journal) {
    sqlite3_file *database = sqlite3_database_file_object(journal->name);
    bool is_ours = database && database->pMethods == &database_methods;
    if (is_ours) journal->database = (store_file *)database;
    return SQLITE_OK;
}

static int open_file(sqlite3_vfs *system, const char *name, sqlite3_file *raw, int flags, int *out_flags) {
    sqlite3_vfs *below = below_of(system);
    bool earlier = is_earlier(system);
    int kinds = SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | (earlier ? 0 : SQLITE_OPEN_MAIN_JOURNAL);
    if (!(flags & kinds)) return below->xOpen(below, name, raw, flags, out_flags);
    store_file *file = (store_file *)raw;
    memset(file, 0, sizeof(*file));
    file->system = below;
    file->below = (sqlite3_file *)&file[1];
    file->name = name;
    file->is_earlier = earlier;
    file->verifies = sqlite3_uri_boolean(name, "check", 1);
    file->is_alone = flags & SQLITE_OPEN_MAIN_DB && sqlite3_uri_boolean(name, "immutable", 0);
    const sqlite3_io_methods *methods = earlier ? &earlier_database_methods : &database_methods;
    if (flags & SQLITE_OPEN_WAL) methods = &log_methods;
    if (flags & SQLITE_OPEN_MAIN_JOURNAL) methods = &journal_methods;
    if (!earlier) {
        file->shift = flags & SQLITE_OPEN_MAIN_DB ? STORE_HEADER : flags & SQLITE_OPEN_WAL ? LOG_OWNER : 0;
        if (!(flags & SQLITE_OPEN_MAIN_DB)) file->name_below = store_name_below(name);
    }
    const char *name_below = file->name_below ? file->name_below : name;
    int result = !earlier && flags & SQLITE_OPEN_MAIN_DB ? take_key(file, name) : SQLITE_OK;
    if (result == SQLITE_OK) result = below->xOpen(below, name_below, file->below, flags, out_flags);
    if (result == SQLITE_OK && !earlier && flags & SQLITE_OPEN_WAL) result = join_database(file);
    if (result == SQLITE_OK && !earlier && flags & SQLITE_OPEN_MAIN_JOURNAL) result = join_undo(file);
    if (result == SQLITE_OK) {
        raw->pMethods = methods;
        return SQLITE_OK;
    }
    // SQLite closes what has methods; the layer below may have left some.
    if (file->below->pMethods) {
        file_close(raw);
    } else {
        store_key_let_go(file->key);
    }
    raw->pMethods = NULL;
    return result;
}

// A log that goes takes its mark along, which goes first: a mark without a log says nothing.
static int delete_log(sqlite3_vfs *below, const char *name, const char *name_below, int syncs_folder) {
    char *mark = log_mark_name(name);
    if (mark) {
        (void)below->xDelete(below, mark, 1);
        sqlite3_free(mark);
    }
    return below->xDelete(below, name_below, syncs_folder);
}

// The last connection says first that the file is complete without its log. A log that isn't this file's stays.
static int delete_own_log(sqlite3_vfs *below, const char *name, const char *name_below, int syncs_folder) {
    sqlite3_file *raw = sqlite3_database_file_object(name);
    store_file *database = raw && raw->pMethods == &database_methods ? (store_file *)raw : NULL;
    if (!log_may_go(below, name_below, database)) return report_kind(STORE_LOG_FOREIGN);
    if (database && database->has_header && database->level == SQLITE_LOCK_EXCLUSIVE) {
        int result = database_note_log(database, false, NULL);
        if (result != SQLITE_OK) return result;
    }
    return delete_log(below, name, name_below, syncs_folder);
}

static int delete_file(sqlite3_vfs *system, const char *name, int syncs_folder) {
    sqlite3_vfs *below = below_of(system);
    bool is_log = is_log_name(name);
    if (is_earlier(system)) {
        return is_log ? delete_log(below, name, name, syncs_folder) : below->xDelete(below, name, syncs_folder);
    }
    char *name_below = store_name_below(name);
    if (!name_below) return below->xDelete(below, name, syncs_folder);
    int result = is_log ? delete_own_log(below, name, name_below, syncs_folder)
                        : below->xDelete(below, name_below, syncs_folder);
    sqlite3_free_filename(name_below);
    return result;
}

static int access_file(sqlite3_vfs *system, const char *name, int flags, int *out) {
    sqlite3_vfs *below = below_of(system);
    char *name_below = is_earlier(system) ? NULL : store_name_below(name);
    int result = below->xAccess(below, name_below ? name_below : name, flags, out);
    if (name_below) sqlite3_free_filename(name_below);
    return result;
}

static int full_path(sqlite3_vfs *system, const char *name, int count, char *out) {
    sqlite3_vfs *below = below_of(system);
    return below->xFullPathname(below, name, count, out);
}

static void *open_library(sqlite3_vfs *system, const char *name) {
    sqlite3_vfs *below = below_of(system);
    return below->xDlOpen(below, name);
}

static void library_error(sqlite3_vfs *system, int count, char *out) {
    sqlite3_vfs *below = below_of(system);
    below->xDlError(below, count, out);
}

static void (*library_symbol(sqlite3_vfs *system, void *library, const char *name))(void) {
    sqlite3_vfs *below = below_of(system);
    return below->xDlSym(below, library, name);
}

static void close_library(sqlite3_vfs *system, void *library) {
    sqlite3_vfs *below = below_of(system);
    below->xDlClose(below, library);
}

static int random_bytes(sqlite3_vfs *system, int count, char *out) {
    sqlite3_vfs *below = below_of(system);
    return below->xRandomness(below, count, out);
}

static int sleep_for(sqlite3_vfs *system, int microseconds) {
    sqlite3_vfs *below = below_of(system);
    return below->xSleep(below, microseconds);
}

static int current_time(sqlite3_vfs *system, double *out) {
    sqlite3_vfs *below = below_of(system);
    return below->xCurrentTime(below, out);
}

static int last_error(sqlite3_vfs *system, int count, char *out) {
    sqlite3_vfs *below = below_of(system);
    return below->xGetLastError ? below->xGetLastError(below, count, out) : 0;
}

static int current_time_64(sqlite3_vfs *system, sqlite3_int64 *out) {
    sqlite3_vfs *below = below_of(system);
    return below->xCurrentTimeInt64(below, out);
}

int store_file_system_register(const char *name, const char *below_name, bool is_earlier) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    int result = begin_sqlite();
    if (result != SQLITE_OK) return result;
    pthread_mutex_lock(&mutex);
    sqlite3_vfs *below = sqlite3_vfs_find(below_name);
    if (!below) {
        result = SQLITE_NOTFOUND;
    } else if (!sqlite3_vfs_find(name)) {
        // Registered for the life of the process.
        sqlite3_vfs *system = sqlite3_malloc64(sizeof(sqlite3_vfs));
        char *copy = sqlite3_mprintf("%s", name);
        layer *data = sqlite3_malloc64(sizeof(layer));
        if (!system || !copy || !data) {
            sqlite3_free(system);
            sqlite3_free(copy);
            sqlite3_free(data);
            result = SQLITE_NOMEM;
        } else {
            *data = (layer){.below = below, .is_earlier = is_earlier};
            *system = (sqlite3_vfs){
                .iVersion = below->iVersion >= 2 ? 2 : 1,
                .szOsFile = (int)sizeof(store_file) + below->szOsFile,
                .mxPathname = below->mxPathname,
                .zName = copy,
                .pAppData = data,
                .xOpen = open_file,
                .xDelete = delete_file,
                .xAccess = access_file,
                .xFullPathname = full_path,
                .xDlOpen = open_library,
                .xDlError = library_error,
                .xDlSym = library_symbol,
                .xDlClose = close_library,
                .xRandomness = random_bytes,
                .xSleep = sleep_for,
                .xCurrentTime = current_time,
                .xGetLastError = last_error,
                .xCurrentTimeInt64 = current_time_64,
            };
            result = sqlite3_vfs_register(system, 0);
        }
    }
    pthread_mutex_unlock(&mutex);
    return result;
}

bool store_file_system_has_names(void) {
    (void)store_file_system_wipes_memory();
    if (sqlite3_compileoption_used("USE_URI")) return true;
    // This too can be switched on as long as nothing has used SQLite.
    return sqlite3_config(SQLITE_CONFIG_URI, 1) == SQLITE_OK;
}

int store_file_system_reserve(void *database) {
    int count = STORE_RESERVED_BYTES;
    sqlite3_file *raw = NULL;
    (void)sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &raw);
    if (raw && raw->pMethods == &database_methods && ((store_file *)raw)->key) count = STORE_LOCKED_BYTES;
    return sqlite3_file_control(database, "main", SQLITE_FCNTL_RESERVE_BYTES, &count);
}

int store_file_system_set_slots(void *database, const uint8_t *slots) {
    return sqlite3_file_control(database, "main", STORE_CONTROL_SLOTS, (void *)slots);
}

int store_file_system_check_pages(void *database, uint32_t from, uint32_t *page) {
    *page = from;
    int result = sqlite3_file_control(database, "main", STORE_CONTROL_PAGES, page);
    if (result == SQLITE_NOTFOUND) *page = 0;
    return result == SQLITE_NOTFOUND ? SQLITE_OK : result;
}

int64_t store_file_system_page_place(uint32_t format, uint32_t page_size, uint32_t number) {
    if (format == STORE_LOCKED_FORMAT) return listed_page_place(page_size, number);
    return STORE_HEADER + (int64_t)(number - 1) * page_size;
}

int64_t store_file_system_pages_size(uint32_t format, uint32_t page_size, int64_t size, int64_t start) {
    if (format == STORE_LOCKED_FORMAT) return listed_size(page_size, size);
    return size > start ? size - start : 0;
}

void store_file_system_keep_log(void *database) {
    sqlite3_vfs *system = NULL;
    const char *name = sqlite3_db_filename(database, "main");
    int exists = 0;
    if (!name || sqlite3_file_control(database, "main", SQLITE_FCNTL_VFS_POINTER, &system) != SQLITE_OK) return;
    if (system->xAccess(system, sqlite3_filename_wal(name), SQLITE_ACCESS_EXISTS, &exists) != SQLITE_OK) return;
    if (exists) sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
}
