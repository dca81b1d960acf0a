#include "Disk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

pthread_mutex_t disk_mutex = PTHREAD_MUTEX_INITIALIZER;

enum { MAX_DISKS = 256 };
static fault_disk *disks[MAX_DISKS];

void *disk_memory(void *old, size_t count) {
    void *memory = realloc(old, count ? count : 1);
    if (!memory) abort();
    return memory;
}

static void grow(buffer *target, int64_t size) {
    if (size <= target->room) return;
    int64_t room = size + size / 2 + 4096;
    target->bytes = disk_memory(target->bytes, (size_t)room);
    target->room = room;
}

void buffer_write(buffer *target, const void *bytes, int64_t count, int64_t offset) {
    grow(target, offset + count);
    if (offset > target->size) memset(target->bytes + target->size, 0, (size_t)(offset - target->size));
    memcpy(target->bytes + offset, bytes, (size_t)count);
    if (offset + count > target->size) target->size = offset + count;
}

void buffer_truncate(buffer *target, int64_t size) {
    if (size < target->size) target->size = size;
}

fault_disk *fault_disk_create(void) {
    fault_disk *disk = calloc(1, sizeof(fault_disk));
    if (!disk) abort();
    pthread_mutex_lock(&disk_mutex);
    while (disk->number < MAX_DISKS && disks[disk->number]) disk->number++;
    if (disk->number == MAX_DISKS) abort();
    disks[disk->number] = disk;
    pthread_mutex_unlock(&disk_mutex);
    return disk;
}

fault_disk *disk_numbered(int number) { return number >= 0 && number < MAX_DISKS ? disks[number] : NULL; }

fault_disk *fault_disk_copy(fault_disk *disk) {
    fault_disk *copy = fault_disk_create();
    pthread_mutex_lock(&disk_mutex);
    for (int index = 0; index < MAX_NODES; index++) {
        node *old = disk->nodes[index];
        if (!old || !old->has_name) continue;
        node *new = disk_add(copy, old->name);
        buffer_write(&new->live, old->live.bytes, old->live.size, 0);
    }
    pthread_mutex_unlock(&disk_mutex);
    return copy;
}

void fault_disk_destroy(fault_disk *disk) {
    pthread_mutex_lock(&disk_mutex);
    disks[disk->number] = NULL;
    for (int index = 0; index < MAX_NODES; index++) {
        node *node = disk->nodes[index];
        if (!node) continue;
        for (int region = 0; region < MAX_REGIONS; region++) free(node->regions[region]);
        free(node->live.bytes);
        free(node);
    }
    for (int64_t entry = 0; entry < disk->log_count; entry++) free(disk->log[entry].bytes);
    free(disk->log);
    free(disk);
    pthread_mutex_unlock(&disk_mutex);
}

int fault_disk_number(fault_disk *disk) { return disk->number; }

node *disk_node(fault_disk *disk, const char *name) {
    for (int index = 0; index < MAX_NODES; index++) {
        node *node = disk->nodes[index];
        if (node && node->has_name && strcmp(node->name, name) == 0) return node;
    }
    return NULL;
}

node *disk_add(fault_disk *disk, const char *name) {
    int index = 0;
    while (index < MAX_NODES && disk->nodes[index]) index++;
    if (index == MAX_NODES) abort();
    node *new = calloc(1, sizeof(node));
    if (!new) abort();
    new->number = disk->next_file++;
    new->has_name = true;
    snprintf(new->name, sizeof(new->name), "%s", name);
    disk->nodes[index] = new;
    return new;
}

operation *disk_log(fault_disk *disk, op_kind kind, node *node) {
    if (disk->log_count == disk->log_room) {
        disk->log_room = disk->log_room * 2 + 1024;
        disk->log = disk_memory(disk->log, (size_t)disk->log_room * sizeof(operation));
    }
    operation *new = &disk->log[disk->log_count++];
    memset(new, 0, sizeof(*new));
    new->kind = kind;
    new->file = node->number;
    snprintf(new->name, sizeof(new->name), "%s", node->name);
    return new;
}

int64_t fault_disk_size(fault_disk *disk, const char *name) {
    pthread_mutex_lock(&disk_mutex);
    node *node = disk_node(disk, name);
    int64_t size = node ? node->live.size : -1;
    pthread_mutex_unlock(&disk_mutex);
    return size;
}

uint8_t *fault_disk_bytes(fault_disk *disk, const char *name) {
    pthread_mutex_lock(&disk_mutex);
    node *node = disk_node(disk, name);
    uint8_t *bytes = node ? node->live.bytes : NULL;
    pthread_mutex_unlock(&disk_mutex);
    return bytes;
}

void fault_disk_put(fault_disk *disk, const char *name, const uint8_t *bytes, int64_t count) {
    pthread_mutex_lock(&disk_mutex);
    node *target = disk_node(disk, name);
    if (!target) {
        target = disk_add(disk, name);
        if (disk->records) disk_log(disk, OP_CREATE, target);
    }
    buffer_truncate(&target->live, 0);
    buffer_write(&target->live, bytes, count, 0);
    if (disk->records) {
        disk_log(disk, OP_TRUNCATE, target)->offset = 0;
        operation *entry = disk_log(disk, OP_WRITE, target);
        entry->count = count;
        entry->bytes = disk_memory(NULL, (size_t)count);
        memcpy(entry->bytes, bytes, (size_t)count);
        disk_log(disk, OP_SYNC, target);
    }
    pthread_mutex_unlock(&disk_mutex);
}

void fault_disk_fail(fault_disk *disk, fault_kind kind, int64_t call) {
    pthread_mutex_lock(&disk_mutex);
    disk->kind = kind;
    disk->failing_call = call;
    disk->calls = disk->failures = 0;
    pthread_mutex_unlock(&disk_mutex);
}

void fault_disk_heal(fault_disk *disk) {
    pthread_mutex_lock(&disk_mutex);
    disk->kind = FAULT_NONE;
    pthread_mutex_unlock(&disk_mutex);
}

int64_t fault_disk_failures(fault_disk *disk) {
    pthread_mutex_lock(&disk_mutex);
    int64_t failures = disk->failures;
    pthread_mutex_unlock(&disk_mutex);
    return failures;
}

int64_t fault_disk_calls(fault_disk *disk) {
    pthread_mutex_lock(&disk_mutex);
    int64_t calls = disk->calls;
    pthread_mutex_unlock(&disk_mutex);
    return calls;
}

void fault_disk_lie(fault_disk *disk, bool lies) { disk->lies = lies; }

void fault_disk_record(fault_disk *disk) { disk->records = true; }

int64_t fault_disk_recorded(fault_disk *disk) {
    pthread_mutex_lock(&disk_mutex);
    int64_t count = disk->log_count;
    pthread_mutex_unlock(&disk_mutex);
    return count;
}
