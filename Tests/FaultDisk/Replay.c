#include <stdlib.h>
#include <string.h>

#include "Disk.h"

// Crashes are made afterwards, from the record: the durable bytes of each file, and what was asked since its last sync.

enum { MAX_FILES = 4096 };

typedef struct {
    buffer durable;
    // Indexes of operations on the file since its last sync.
    int64_t *pending;
    int64_t pending_count, pending_room;
} history;

typedef struct {
    int count;
    int files[MAX_NAMES];
    char names[MAX_NAMES][64];
} folder;

struct fault_replay {
    fault_disk *recorded;
    int64_t next;
    int64_t durable_state;
    history *files[MAX_FILES];
    // Names as they are, and as a crash that drops the latest changes leaves them.
    folder live, durable;
};

fault_replay *fault_replay_begin(fault_disk *recorded) {
    fault_replay *replay = calloc(1, sizeof(fault_replay));
    if (!replay) abort();
    replay->recorded = recorded;
    return replay;
}

void fault_replay_end(fault_replay *replay) {
    for (int file = 0; file < MAX_FILES; file++) {
        if (!replay->files[file]) continue;
        free(replay->files[file]->durable.bytes);
        free(replay->files[file]->pending);
        free(replay->files[file]);
    }
    free(replay);
}

static history *history_of(fault_replay *replay, int file) {
    if (file >= MAX_FILES) abort();
    if (!replay->files[file]) {
        replay->files[file] = calloc(1, sizeof(history));
        if (!replay->files[file]) abort();
    }
    return replay->files[file];
}

static int place_of(folder *folder, int file) {
    for (int place = 0; place < folder->count; place++) {
        if (folder->files[place] == file) return place;
    }
    return -1;
}

static int name_in(folder *folder, const char *name) {
    for (int place = 0; place < folder->count; place++) {
        if (strcmp(folder->names[place], name) == 0) return place;
    }
    return -1;
}

static void remove_name(folder *folder, int place) {
    folder->count--;
    folder->files[place] = folder->files[folder->count];
    memmove(folder->names[place], folder->names[folder->count], sizeof(folder->names[place]));
}

static void apply(buffer *target, operation *entry) {
    if (entry->kind == OP_WRITE) buffer_write(target, entry->bytes, entry->count, entry->offset);
    if (entry->kind == OP_TRUNCATE) buffer_truncate(target, entry->offset);
}

// The durable state after the operation before the one in flight.
static void settle(fault_replay *replay, operation *entry) {
    if (entry->kind == OP_SYNC) {
        history *file = history_of(replay, entry->file);
        for (int64_t index = 0; index < file->pending_count; index++) {
            apply(&file->durable, &replay->recorded->log[file->pending[index]]);
        }
        file->pending_count = 0;
        if (place_of(&replay->durable, entry->file) < 0 && place_of(&replay->live, entry->file) >= 0) {
            replay->durable = replay->live;
        }
        replay->durable_state++;
    }
    if ((entry->kind == OP_DELETE && entry->count) || entry->kind == OP_MOVE) {
        replay->durable = replay->live;
        replay->durable_state++;
    }
}

bool fault_replay_next(fault_replay *replay) {
    if (replay->next > 0) settle(replay, &replay->recorded->log[replay->next - 1]);
    if (replay->next >= replay->recorded->log_count) return false;
    int64_t index = replay->next++;
    operation *entry = &replay->recorded->log[index];
    history *file = history_of(replay, entry->file);
    folder *live = &replay->live;
    if (entry->kind == OP_CREATE) {
        if (live->count == MAX_NAMES) abort();
        live->files[live->count] = entry->file;
        strcpy(live->names[live->count++], entry->name);
    } else if (entry->kind == OP_DELETE) {
        int place = place_of(live, entry->file);
        if (place >= 0) remove_name(live, place);
    } else if (entry->kind == OP_MOVE) {
        int replaced = name_in(live, entry->name);
        if (replaced >= 0) remove_name(live, replaced);
        int place = place_of(live, entry->file);
        if (place >= 0) strcpy(live->names[place], entry->name);
    } else if (entry->kind != OP_SYNC) {
        if (file->pending_count == file->pending_room) {
            file->pending_room = file->pending_room * 2 + 64;
            file->pending = disk_memory(file->pending, (size_t)file->pending_room * sizeof(int64_t));
        }
        file->pending[file->pending_count++] = index;
    }
    return true;
}

static uint64_t next_random(uint64_t *state) {
    *state += 0x9E3779B97F4A7C15;
    uint64_t mixed = *state;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    return mixed ^ mixed >> 31;
}

// Writes some of an operation's sectors: each is kept, dropped or, when asked for, garbage.
static void tear(buffer *target, operation *entry, crash_way way, uint64_t *state) {
    if (entry->kind != OP_WRITE) {
        if (next_random(state) & 1) apply(target, entry);
        return;
    }
    int64_t offset = entry->offset, end = entry->offset + entry->count;
    while (offset < end) {
        int64_t sector_end = (offset / SECTOR + 1) * SECTOR;
        int64_t upper = sector_end < end ? sector_end : end;
        uint8_t garbage[SECTOR];
        uint64_t choice = next_random(state) % (way == CRASH_GARBAGE ? 3 : 2);
        if (choice == 0) buffer_write(target, entry->bytes + (offset - entry->offset), upper - offset, offset);
        if (choice == 2) {
            for (int byte = 0; byte < SECTOR; byte++) garbage[byte] = (uint8_t)(next_random(state) >> 24);
            buffer_write(target, garbage, upper - offset, offset);
        }
        offset = upper;
    }
}

fault_disk *fault_replay_crash(fault_replay *replay, crash_way way, uint64_t seed) {
    fault_disk *disk = fault_disk_create();
    uint64_t state = seed;
    bool keeps_names = way == CRASH_KEPT || (way != CRASH_DROPPED && next_random(&state) & 1);
    folder *names = keeps_names ? &replay->live : &replay->durable;
    for (int place = 0; place < names->count; place++) {
        history *file = history_of(replay, names->files[place]);
        node *node = disk_add(disk, names->names[place]);
        buffer_write(&node->live, file->durable.bytes ? file->durable.bytes : (uint8_t *)"", file->durable.size, 0);
        if (way == CRASH_DROPPED) continue;
        for (int64_t index = 0; index < file->pending_count; index++) {
            operation *entry = &replay->recorded->log[file->pending[index]];
            if (way == CRASH_KEPT) {
                apply(&node->live, entry);
            } else {
                tear(&node->live, entry, way, &state);
            }
        }
    }
    return disk;
}

int64_t fault_replay_durable_state(fault_replay *replay) { return replay->durable_state; }
