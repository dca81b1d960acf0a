#include <pthread.h>
#include <sqlite3.h>
#include <string.h>

#include "CStoreFileSystem.h"
#include "LogFrames.h"
#include "PageCodec.h"
#include "StoreFile.h"

// The file system itself: everything but opening and deleting goes straight to the one below.

static sqlite3_vfs *below_of(sqlite3_vfs *system) { return system->pAppData; }

static _Thread_local store_damage last_damage;

int report_damage(uint32_t page, uint32_t frame) {
    last_damage.page = page;
    last_damage.frame = frame;
    return SQLITE_IOERR_DATA;
}

store_damage store_file_system_take_damage(void) {
    store_damage damage = last_damage;
    last_damage.page = last_damage.frame = 0;
    return damage;
}

static int open_file(sqlite3_vfs *system, const char *name, sqlite3_file *raw, int flags, int *out_flags) {
    sqlite3_vfs *below = below_of(system);
    if (!(flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL))) return below->xOpen(below, name, raw, flags, out_flags);
    store_file *file = (store_file *)raw;
    memset(file, 0, sizeof(*file));
    file->system = below;
    file->below = (sqlite3_file *)&file[1];
    file->below->pMethods = NULL;
    file->name = name;
    file->verifies = sqlite3_uri_boolean(name, "check", 1);
    int result = below->xOpen(below, name, file->below, flags, out_flags);
    if (result == SQLITE_OK) {
        raw->pMethods = flags & SQLITE_OPEN_MAIN_DB ? &database_methods : &log_methods;
    } else {
        // SQLite closes what has methods; the layer below may have left some.
        if (file->below->pMethods) file->below->pMethods->xClose(file->below);
        raw->pMethods = NULL;
    }
    return result;
}

// A log that goes takes its mark along, which goes first: a mark without a log says nothing.
static int delete_file(sqlite3_vfs *system, const char *name, int syncs_folder) {
    sqlite3_vfs *below = below_of(system);
    char *mark = log_mark_name(name);
    if (mark) {
        (void)below->xDelete(below, mark, 1);
        sqlite3_free(mark);
    }
    return below->xDelete(below, name, syncs_folder);
}

static int access_file(sqlite3_vfs *system, const char *name, int flags, int *out) {
    sqlite3_vfs *below = below_of(system);
    return below->xAccess(below, name, flags, out);
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

int store_file_system_register(const char *name, const char *below_name) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    int result = sqlite3_initialize();
    if (result != SQLITE_OK) return result;
    pthread_mutex_lock(&mutex);
    sqlite3_vfs *below = sqlite3_vfs_find(below_name);
    if (!below) {
        result = SQLITE_NOTFOUND;
    } else if (!sqlite3_vfs_find(name)) {
        // Registered for the life of the process.
        sqlite3_vfs *system = sqlite3_malloc64(sizeof(sqlite3_vfs));
        char *copy = sqlite3_mprintf("%s", name);
        if (!system || !copy) {
            sqlite3_free(system);
            sqlite3_free(copy);
            result = SQLITE_NOMEM;
        } else {
            *system = (sqlite3_vfs){
                .iVersion = below->iVersion >= 2 ? 2 : 1,
                .szOsFile = (int)sizeof(store_file) + below->szOsFile,
                .mxPathname = below->mxPathname,
                .zName = copy,
                .pAppData = below,
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
    if (sqlite3_compileoption_used("USE_URI")) return true;
    // It can be switched on as long as nothing has used SQLite.
    return sqlite3_config(SQLITE_CONFIG_URI, 1) == SQLITE_OK;
}

int store_file_system_reserve(void *database) {
    int count = STORE_RESERVED_BYTES;
    return sqlite3_file_control(database, "main", SQLITE_FCNTL_RESERVE_BYTES, &count);
}

void store_file_system_keep_log(void *database) {
    sqlite3_vfs *system = NULL;
    const char *name = sqlite3_db_filename(database, "main");
    int exists = 0;
    if (!name || sqlite3_file_control(database, "main", SQLITE_FCNTL_VFS_POINTER, &system) != SQLITE_OK) return;
    if (system->xAccess(system, sqlite3_filename_wal(name), SQLITE_ACCESS_EXISTS, &exists) != SQLITE_OK) return;
    if (exists) sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
}
