#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "Disk.h"

// The file control of a store's file system: see CHealthKitStoreFileSystem.
enum { STORE_CONTROL_MOVE = 0x484B0001 };

// The disk as SQLite sees it. One mutex guards everything.

fault_disk *disk_numbered(int number);

// Counts a call and says whether it fails.
static bool fails(fault_disk *disk) {
    disk->calls++;
    bool fails = (disk->kind == FAULT_ONCE && disk->calls == disk->failing_call)
        || (disk->kind == FAULT_FOR_GOOD && disk->calls >= disk->failing_call);
    disk->failures += fails;
    return fails;
}

#define ENTER(file, code)                         \
    disk_file *file = (disk_file *)raw;           \
    pthread_mutex_lock(&disk_mutex);              \
    if (fails(file->disk)) {                      \
        pthread_mutex_unlock(&disk_mutex);        \
        return code;                              \
    }

#define LEAVE(result)                             \
    do {                                          \
        pthread_mutex_unlock(&disk_mutex);        \
        return (result);                          \
    } while (0)

static void release(fault_disk *disk, node *node) {
    if (node->users > 0 || node->has_name) return;
    for (int index = 0; index < MAX_NODES; index++) {
        if (disk->nodes[index] == node) disk->nodes[index] = NULL;
    }
    for (int region = 0; region < MAX_REGIONS; region++) free(node->regions[region]);
    free(node->live.bytes);
    free(node);
}

static void remove_name(fault_disk *disk, node *node) {
    if (disk->records) disk_log(disk, OP_DELETE, node);
    node->has_name = false;
    release(disk, node);
}

static int close_file(sqlite3_file *raw) {
    disk_file *file = (disk_file *)raw;
    pthread_mutex_lock(&disk_mutex);
    node *node = file->node;
    for (disk_file **link = &node->open_files; *link; link = &(*link)->next) {
        if (*link != file) continue;
        *link = file->next;
        break;
    }
    node->users--;
    if (file->deletes_on_close && node->has_name) {
        remove_name(file->disk, node);
    } else {
        release(file->disk, node);
    }
    LEAVE(SQLITE_OK);
}

static int read_file(sqlite3_file *raw, void *out, int count, sqlite3_int64 offset) {
    ENTER(file, SQLITE_IOERR_READ)
    buffer *live = &file->node->live;
    int64_t there = offset < live->size ? live->size - offset : 0;
    if (there > count) there = count;
    if (there > 0) memcpy(out, live->bytes + offset, (size_t)there);
    if (there == count) LEAVE(SQLITE_OK);
    memset((uint8_t *)out + there, 0, (size_t)(count - there));
    LEAVE(SQLITE_IOERR_SHORT_READ);
}

static void store(disk_file *file, const void *bytes, int64_t count, int64_t offset) {
    buffer_write(&file->node->live, bytes, count, offset);
    if (!file->disk->records) return;
    operation *entry = disk_log(file->disk, OP_WRITE, file->node);
    entry->offset = offset;
    entry->count = count;
    entry->bytes = disk_memory(NULL, (size_t)count);
    memcpy(entry->bytes, bytes, (size_t)count);
}

static int write_file(sqlite3_file *raw, const void *bytes, int count, sqlite3_int64 offset) {
    ENTER(file, SQLITE_IOERR_WRITE)
    fault_disk *disk = file->disk;
    if (disk->kind == FAULT_FULL && disk->calls >= disk->failing_call && offset + count > file->node->live.size) {
        disk->failures++;
        store(file, bytes, count / 2, offset);
        LEAVE(SQLITE_FULL);
    }
    store(file, bytes, count, offset);
    LEAVE(SQLITE_OK);
}

static int truncate_file(sqlite3_file *raw, sqlite3_int64 size) {
    ENTER(file, SQLITE_IOERR_TRUNCATE)
    buffer_truncate(&file->node->live, size);
    if (file->disk->records) disk_log(file->disk, OP_TRUNCATE, file->node)->offset = size;
    LEAVE(SQLITE_OK);
}

static int sync_file(sqlite3_file *raw, int flags) {
    (void)flags;
    ENTER(file, SQLITE_IOERR_FSYNC)
    if (file->disk->records && !file->disk->lies) disk_log(file->disk, OP_SYNC, file->node);
    LEAVE(SQLITE_OK);
}

static int size_of_file(sqlite3_file *raw, sqlite3_int64 *size) {
    ENTER(file, SQLITE_IOERR_FSTAT)
    *size = file->node->live.size;
    LEAVE(SQLITE_OK);
}

// The highest lock that another connection holds.
static int level_of_others(disk_file *file) {
    int level = SQLITE_LOCK_NONE;
    for (disk_file *other = file->node->open_files; other; other = other->next) {
        if (other != file && other->level > level) level = other->level;
    }
    return level;
}

static int lock_file(sqlite3_file *raw, int level) {
    ENTER(file, SQLITE_IOERR_LOCK)
    if (file->level >= level) LEAVE(SQLITE_OK);
    int others = level_of_others(file);
    if (level == SQLITE_LOCK_SHARED) {
        if (others >= SQLITE_LOCK_PENDING) LEAVE(SQLITE_BUSY);
    } else {
        if (others >= SQLITE_LOCK_RESERVED) LEAVE(SQLITE_BUSY);
        if (level == SQLITE_LOCK_EXCLUSIVE && others >= SQLITE_LOCK_SHARED) {
            file->level = SQLITE_LOCK_PENDING;
            LEAVE(SQLITE_BUSY);
        }
    }
    file->level = level;
    LEAVE(SQLITE_OK);
}

static int unlock_file(sqlite3_file *raw, int level) {
    disk_file *file = (disk_file *)raw;
    pthread_mutex_lock(&disk_mutex);
    if (file->level > level) file->level = level;
    LEAVE(SQLITE_OK);
}

static int check_reserved(sqlite3_file *raw, int *out) {
    ENTER(file, SQLITE_IOERR_CHECKRESERVEDLOCK)
    *out = file->level >= SQLITE_LOCK_RESERVED || level_of_others(file) >= SQLITE_LOCK_RESERVED;
    LEAVE(SQLITE_OK);
}

fault_disk *find_disk(const char *path, const char **name);

// Moves a file to another name, whose file loses it; both happen at once, and for good.
static int move_file(sqlite3_file *raw, const char *path) {
    ENTER(file, SQLITE_IOERR)
    const char *name = "";
    if (find_disk(path, &name) != file->disk) LEAVE(SQLITE_IOERR);
    node *replaced = disk_node(file->disk, name);
    snprintf(file->node->name, sizeof(file->node->name), "%s", name);
    if (file->disk->records) disk_log(file->disk, OP_MOVE, file->node);
    if (replaced && replaced != file->node) {
        replaced->has_name = false;
        release(file->disk, replaced);
    }
    LEAVE(SQLITE_OK);
}

static int control(sqlite3_file *raw, int code, void *argument) {
    return code == STORE_CONTROL_MOVE ? move_file(raw, argument) : SQLITE_NOTFOUND;
}

static int sector_size(sqlite3_file *raw) {
    (void)raw;
    return 4096;
}

// As the file systems of Linux: bytes beside those that are written stay what they are.
static int characteristics(sqlite3_file *raw) {
    (void)raw;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static int shm_map(sqlite3_file *raw, int region, int size, int extends, void volatile **out) {
    ENTER(file, SQLITE_IOERR_SHMMAP)
    if (region >= MAX_REGIONS) LEAVE(SQLITE_FULL);
    file->maps_memory = true;
    if (!file->node->regions[region] && extends) {
        file->node->regions[region] = calloc(1, (size_t)size);
    }
    *out = file->node->regions[region];
    LEAVE(SQLITE_OK);
}

static int shm_lock(sqlite3_file *raw, int offset, int count, int flags) {
    disk_file *file = (disk_file *)raw;
    pthread_mutex_lock(&disk_mutex);
    uint16_t mask = (uint16_t)(((1u << count) - 1) << offset);
    if (flags & SQLITE_SHM_UNLOCK) {
        file->shared &= (uint16_t)~mask;
        file->exclusive &= (uint16_t)~mask;
        LEAVE(SQLITE_OK);
    }
    if (fails(file->disk)) LEAVE(SQLITE_IOERR_SHMLOCK);
    for (disk_file *other = file->node->open_files; other; other = other->next) {
        if (other == file) continue;
        if (other->exclusive & mask) LEAVE(SQLITE_BUSY);
        if (flags & SQLITE_SHM_EXCLUSIVE && other->shared & mask) LEAVE(SQLITE_BUSY);
    }
    if (flags & SQLITE_SHM_EXCLUSIVE) {
        file->exclusive |= mask;
    } else {
        file->shared |= mask;
    }
    LEAVE(SQLITE_OK);
}

static void shm_barrier(sqlite3_file *raw) {
    (void)raw;
    __sync_synchronize();
    pthread_mutex_lock(&disk_mutex);
    pthread_mutex_unlock(&disk_mutex);
}

static int shm_unmap(sqlite3_file *raw, int deletes) {
    (void)deletes;
    disk_file *file = (disk_file *)raw;
    pthread_mutex_lock(&disk_mutex);
    file->maps_memory = false;
    file->shared = file->exclusive = 0;
    bool is_used = false;
    for (disk_file *other = file->node->open_files; other; other = other->next) is_used |= other->maps_memory;
    for (int region = 0; !is_used && region < MAX_REGIONS; region++) {
        free(file->node->regions[region]);
        file->node->regions[region] = NULL;
    }
    LEAVE(SQLITE_OK);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = close_file,
    .xRead = read_file,
    .xWrite = write_file,
    .xTruncate = truncate_file,
    .xSync = sync_file,
    .xFileSize = size_of_file,
    .xLock = lock_file,
    .xUnlock = unlock_file,
    .xCheckReservedLock = check_reserved,
    .xFileControl = control,
    .xSectorSize = sector_size,
    .xDeviceCharacteristics = characteristics,
    .xShmMap = shm_map,
    .xShmLock = shm_lock,
    .xShmBarrier = shm_barrier,
    .xShmUnmap = shm_unmap,
};

// The disk of a path and the name in it.
fault_disk *find_disk(const char *path, const char **name) {
    int number = -1, length = 0;
    if (!path || sscanf(path, "/fault-disk-%d/%n", &number, &length) != 1 || length == 0) return NULL;
    *name = path + length;
    return disk_numbered(number);
}

static int open_file(sqlite3_vfs *system, const char *path, sqlite3_file *raw, int flags, int *out_flags) {
    (void)system;
    disk_file *file = (disk_file *)raw;
    memset(file, 0, sizeof(*file));
    pthread_mutex_lock(&disk_mutex);
    const char *name = "";
    fault_disk *disk = find_disk(path, &name);
    if (!disk || fails(disk)) LEAVE(SQLITE_CANTOPEN);
    node *node = disk_node(disk, name);
    if (!node && !(flags & SQLITE_OPEN_CREATE)) LEAVE(SQLITE_CANTOPEN);
    if (!node) {
        node = disk_add(disk, name);
        if (disk->records) disk_log(disk, OP_CREATE, node);
    }
    node->users++;
    file->disk = disk;
    file->node = node;
    file->next = node->open_files;
    file->deletes_on_close = flags & SQLITE_OPEN_DELETEONCLOSE;
    node->open_files = file;
    raw->pMethods = &methods;
    if (out_flags) *out_flags = flags;
    LEAVE(SQLITE_OK);
}

static int delete_file(sqlite3_vfs *system, const char *path, int syncs_folder) {
    (void)system;
    pthread_mutex_lock(&disk_mutex);
    const char *name = "";
    fault_disk *disk = find_disk(path, &name);
    if (!disk || fails(disk)) LEAVE(SQLITE_IOERR_DELETE);
    node *node = disk_node(disk, name);
    if (!node) LEAVE(SQLITE_IOERR_DELETE_NOENT);
    remove_name(disk, node);
    if (disk->records && syncs_folder && !disk->lies) {
        operation *entry = &disk->log[disk->log_count - 1];
        entry->count = 1;
    }
    LEAVE(SQLITE_OK);
}

static int access_file(sqlite3_vfs *system, const char *path, int flags, int *out) {
    (void)system;
    pthread_mutex_lock(&disk_mutex);
    const char *name = "";
    fault_disk *disk = find_disk(path, &name);
    if (!disk || fails(disk)) LEAVE(SQLITE_IOERR_ACCESS);
    node *node = disk_node(disk, name);
    *out = node && (flags != SQLITE_ACCESS_EXISTS || node->live.size > 0);
    LEAVE(SQLITE_OK);
}

static int full_path(sqlite3_vfs *system, const char *path, int count, char *out) {
    (void)system;
    return snprintf(out, (size_t)count, "%s", path) < count ? SQLITE_OK : SQLITE_CANTOPEN;
}

// Calls that don't touch the disk use the system's.
static sqlite3_vfs *base(void) {
    static sqlite3_vfs *base;
    if (!base) base = sqlite3_vfs_find(NULL);
    return base;
}

static int random_bytes(sqlite3_vfs *system, int count, char *out) {
    (void)system;
    return base()->xRandomness(base(), count, out);
}

static int sleep_for(sqlite3_vfs *system, int microseconds) {
    (void)system;
    return base()->xSleep(base(), microseconds);
}

static int current_time(sqlite3_vfs *system, double *out) {
    (void)system;
    return base()->xCurrentTime(base(), out);
}

static int current_time_64(sqlite3_vfs *system, sqlite3_int64 *out) {
    (void)system;
    return base()->xCurrentTimeInt64(base(), out);
}

static int last_error(sqlite3_vfs *system, int count, char *out) {
    (void)system;
    (void)count;
    (void)out;
    return 0;
}

int fault_disk_register(void) {
    static sqlite3_vfs system = {
        .iVersion = 2,
        .szOsFile = sizeof(disk_file),
        .mxPathname = 128,
        .zName = "faultdisk",
        .xOpen = open_file,
        .xDelete = delete_file,
        .xAccess = access_file,
        .xFullPathname = full_path,
        .xRandomness = random_bytes,
        .xSleep = sleep_for,
        .xCurrentTime = current_time,
        .xGetLastError = last_error,
        .xCurrentTimeInt64 = current_time_64,
    };
    sqlite3_initialize();
    (void)base();
    return sqlite3_vfs_find("faultdisk") ? SQLITE_OK : sqlite3_vfs_register(&system, 0);
}
