#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "UsedSQLite.h"

// A file system that knows one open file and nothing else: no journal, no log, no lock, no temporary file, no other database.
// SQLite opens a file by its name, and a file that was unlinked has none.

#define FOREIGN_NAME "healthkit-foreign"

// The file control that sets how many bytes may be read; it is none of SQLite's.
#define FOREIGN_CONTROL_BUDGET 0x484B0003

typedef struct {
    sqlite3_file base;
    int descriptor;
    // How many more bytes may be read; less than nothing is without an end.
    sqlite3_int64 budget;
} foreign_file;

static int foreign_close(sqlite3_file *raw) {
    (void)raw;
    return SQLITE_OK;
}

static int foreign_read(sqlite3_file *raw, void *out, int count, sqlite3_int64 offset) {
    foreign_file *file = (foreign_file *)raw;
    if (file->budget >= 0) {
        if (count > file->budget) return SQLITE_FULL;
        file->budget -= count;
    }
    int done = 0;
    while (done < count) {
        ssize_t step = pread(file->descriptor, (char *)out + done, (size_t)(count - done), offset + done);
        if (step < 0 && errno == EINTR) continue;
        if (step < 0) return SQLITE_IOERR_READ;
        if (step == 0) {
            memset((char *)out + done, 0, (size_t)(count - done));
            return SQLITE_IOERR_SHORT_READ;
        }
        done += (int)step;
    }
    return SQLITE_OK;
}

static int foreign_write(sqlite3_file *raw, const void *bytes, int count, sqlite3_int64 offset) {
    (void)raw, (void)bytes, (void)count, (void)offset;
    return SQLITE_READONLY;
}

static int foreign_truncate(sqlite3_file *raw, sqlite3_int64 size) {
    (void)raw, (void)size;
    return SQLITE_READONLY;
}

static int foreign_sync(sqlite3_file *raw, int flags) {
    (void)raw, (void)flags;
    return SQLITE_OK;
}

static int foreign_size(sqlite3_file *raw, sqlite3_int64 *size) {
    struct stat status;
    if (fstat(((foreign_file *)raw)->descriptor, &status) != 0) return SQLITE_IOERR_FSTAT;
    *size = status.st_size;
    return SQLITE_OK;
}

static int foreign_lock(sqlite3_file *raw, int level) {
    (void)raw, (void)level;
    return SQLITE_OK;
}

static int foreign_check_reserved(sqlite3_file *raw, int *out) {
    (void)raw;
    *out = 0;
    return SQLITE_OK;
}

static int foreign_control(sqlite3_file *raw, int code, void *argument) {
    if (code != FOREIGN_CONTROL_BUDGET) return SQLITE_NOTFOUND;
    ((foreign_file *)raw)->budget = *(const sqlite3_int64 *)argument;
    return SQLITE_OK;
}

static int foreign_sector_size(sqlite3_file *raw) {
    (void)raw;
    return 4096;
}

// An immutable file is read without locks and without a log, even if its header requires one.
static int foreign_characteristics(sqlite3_file *raw) {
    (void)raw;
    return SQLITE_IOCAP_IMMUTABLE;
}

// The first version of the methods: without an index of a log and without memory that is mapped.
static const sqlite3_io_methods foreign_methods = {
    .iVersion = 1,
    .xClose = foreign_close,
    .xRead = foreign_read,
    .xWrite = foreign_write,
    .xTruncate = foreign_truncate,
    .xSync = foreign_sync,
    .xFileSize = foreign_size,
    .xLock = foreign_lock,
    .xUnlock = foreign_lock,
    .xCheckReservedLock = foreign_check_reserved,
    .xFileControl = foreign_control,
    .xSectorSize = foreign_sector_size,
    .xDeviceCharacteristics = foreign_characteristics,
};

static int foreign_open(sqlite3_vfs *system, const char *name, sqlite3_file *raw, int flags, int *out_flags) {
    (void)system;
    foreign_file *file = (foreign_file *)raw;
    memset(file, 0, sizeof(*file));
    if (!name || !(flags & SQLITE_OPEN_MAIN_DB) || !(flags & SQLITE_OPEN_READONLY)) return SQLITE_CANTOPEN;
    char *end = NULL;
    long number = strtol(name, &end, 10);
    if (end == name || *end != 0 || number < 0 || number > INT32_MAX) return SQLITE_CANTOPEN;
    file->descriptor = (int)number;
    file->budget = -1;
    file->base.pMethods = &foreign_methods;
    if (out_flags) *out_flags = flags;
    return SQLITE_OK;
}

static int foreign_delete(sqlite3_vfs *system, const char *name, int syncs) {
    (void)system, (void)name, (void)syncs;
    return SQLITE_IOERR_DELETE;
}

static int foreign_access(sqlite3_vfs *system, const char *name, int flags, int *out) {
    (void)system, (void)name, (void)flags;
    *out = 0;
    return SQLITE_OK;
}

static int foreign_full_name(sqlite3_vfs *system, const char *name, int size, char *out) {
    (void)system;
    size_t length = strlen(name);
    if (size <= 0 || length >= (size_t)size) return SQLITE_CANTOPEN;
    memcpy(out, name, length + 1);
    return SQLITE_OK;
}

static int foreign_random(sqlite3_vfs *system, int count, char *out) {
    (void)system;
    ssize_t done = count > 0 ? getrandom(out, (size_t)count, 0) : 0;
    return done > 0 ? (int)done : 0;
}

static int foreign_sleep(sqlite3_vfs *system, int microseconds) {
    (void)system, (void)microseconds;
    return 0;
}

// No statement that is allowed asks for the time: the day on which Julian days of Unix begin.
static int foreign_time(sqlite3_vfs *system, double *out) {
    (void)system;
    *out = 2440587.5;
    return SQLITE_OK;
}

static int foreign_last_error(sqlite3_vfs *system, int size, char *out) {
    (void)system;
    if (size > 0) *out = 0;
    return errno;
}

static sqlite3_vfs foreign_system = {
    .iVersion = 1,
    .szOsFile = sizeof(foreign_file),
    .mxPathname = 64,
    .zName = FOREIGN_NAME,
    .xOpen = foreign_open,
    .xDelete = foreign_delete,
    .xAccess = foreign_access,
    .xFullPathname = foreign_full_name,
    .xRandomness = foreign_random,
    .xSleep = foreign_sleep,
    .xCurrentTime = foreign_time,
    .xGetLastError = foreign_last_error,
};

// Disables features that a file can use to make a program act. A version of SQLite that doesn't know one of them
// doesn't have it either.
static void foreign_forbid(sqlite3 *database) {
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(database, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0, NULL);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0, NULL);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_drop_modules(database, NULL);
}

// A cell and a definition of a table are a megabyte at most; the others are what our own statements and sound files need.
static void foreign_limit(sqlite3 *database) {
    static const int limits[][2] = {
        {SQLITE_LIMIT_LENGTH, 1 << 20},     {SQLITE_LIMIT_SQL_LENGTH, 1 << 16},      {SQLITE_LIMIT_COLUMN, 1000},
        {SQLITE_LIMIT_EXPR_DEPTH, 100},     {SQLITE_LIMIT_COMPOUND_SELECT, 50},      {SQLITE_LIMIT_VDBE_OP, 100000},
        {SQLITE_LIMIT_FUNCTION_ARG, 100},   {SQLITE_LIMIT_ATTACHED, 0},              {SQLITE_LIMIT_VARIABLE_NUMBER, 16},
        {SQLITE_LIMIT_TRIGGER_DEPTH, 1},    {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100}, {SQLITE_LIMIT_WORKER_THREADS, 0},
    };
    for (size_t index = 0; index < sizeof(limits) / sizeof(limits[0]); index++) {
        (void)sqlite3_limit(database, limits[index][0], limits[index][1]);
    }
}

int foreign_database_open(int descriptor, void **database) {
    *database = NULL;
    int result = begin_sqlite();
    // Registering it again changes nothing, and SQLite has a lock of its own for it.
    if (result == SQLITE_OK) result = sqlite3_vfs_register(&foreign_system, 0);
    if (result != SQLITE_OK) return result;
    char name[16];
    sqlite3_snprintf(sizeof(name), name, "%d", descriptor);
    sqlite3 *opened = NULL;
    result = sqlite3_open_v2(name, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, FOREIGN_NAME);
    if (result == SQLITE_OK) {
        sqlite3_extended_result_codes(opened, 1);
        foreign_forbid(opened);
        foreign_limit(opened);
        *database = opened;
    } else {
        sqlite3_close(opened);
    }
    return result;
}

void foreign_database_limit_reading(void *database, int64_t bytes) {
    sqlite3_int64 budget = bytes;
    (void)sqlite3_file_control(database, "main", FOREIGN_CONTROL_BUDGET, &budget);
}

int64_t foreign_database_take_page_count(void *database) {
    int hits = 0, misses = 0, highest = 0;
    (void)sqlite3_db_status(database, SQLITE_DBSTATUS_CACHE_HIT, &hits, &highest, 1);
    (void)sqlite3_db_status(database, SQLITE_DBSTATUS_CACHE_MISS, &misses, &highest, 1);
    return (int64_t)hits + misses;
}
