#include <pthread.h>
#include <sodium.h>
#include <sqlite3.h>
#include <string.h>

#include "CHealthKitStoreFileSystem.h"

// SQLite's memory, wiped where it is let go of. Everything else is left to the allocator that was there.

static sqlite3_mem_methods allocator;
static bool is_on;

static void wipe_and_free(void *memory) {
    sodium_memzero(memory, (size_t)allocator.xSize(memory));
    allocator.xFree(memory);
}

// Growing memory moves, and its old location must be wiped before it is freed.
static void *move(void *memory, int count) {
    int size = allocator.xSize(memory);
    if (count <= size) return memory;
    void *larger = allocator.xMalloc(count);
    if (!larger) return NULL;
    memcpy(larger, memory, (size_t)size);
    wipe_and_free(memory);
    return larger;
}

static void switch_on(void) {
    if (sodium_init() < 0 || sqlite3_config(SQLITE_CONFIG_GETMALLOC, &allocator) != SQLITE_OK) return;
    // None is set before SQLite starts, unless the application chose one.
    if (!allocator.xFree) return;
    sqlite3_mem_methods wiping = allocator;
    wiping.xFree = wipe_and_free;
    wiping.xRealloc = move;
    is_on = sqlite3_config(SQLITE_CONFIG_MALLOC, &wiping) == SQLITE_OK;
}

bool store_file_system_wipes_memory(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, switch_on);
    return is_on;
}
