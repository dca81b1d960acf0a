#ifndef DISK_H
#define DISK_H

#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "FaultDisk.h"

enum { MAX_NODES = 16, MAX_NAMES = 16, MAX_REGIONS = 16, SHM_LOCKS = 8, SECTOR = 512 };

typedef struct {
    uint8_t *bytes;
    int64_t size;
    int64_t room;
} buffer;

typedef enum { OP_WRITE, OP_SYNC, OP_TRUNCATE, OP_CREATE, OP_DELETE, OP_MOVE } op_kind;

// One recorded operation. A file is named by its number, which a file of the same name made later doesn't share.
typedef struct {
    op_kind kind;
    int file;
    int64_t offset;
    int64_t count;
    uint8_t *bytes;
    char name[64];
} operation;

typedef struct disk_file disk_file;

// The state of a file in memory, whether it has a name or not.
typedef struct {
    int number;
    int users;
    bool has_name;
    char name[64];
    buffer live;
    disk_file *open_files;
    void *regions[MAX_REGIONS];
} node;

struct disk_file {
    sqlite3_file base;
    fault_disk *disk;
    node *node;
    disk_file *next;
    int level;
    bool deletes_on_close;
    bool maps_memory;
    uint16_t shared, exclusive;
};

struct fault_disk {
    int number;
    int next_file;
    node *nodes[MAX_NODES];
    bool records, lies;
    operation *log;
    int64_t log_count, log_room;
    fault_kind kind;
    int64_t calls, failing_call, failures;
};

extern pthread_mutex_t disk_mutex;

void *disk_memory(void *old, size_t count);
void buffer_write(buffer *target, const void *bytes, int64_t count, int64_t offset);
void buffer_truncate(buffer *target, int64_t size);
node *disk_node(fault_disk *disk, const char *name);
node *disk_add(fault_disk *disk, const char *name);
operation *disk_log(fault_disk *disk, op_kind kind, node *node);

#endif
