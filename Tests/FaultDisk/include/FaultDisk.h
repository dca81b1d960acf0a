#ifndef FAULT_DISK_H
#define FAULT_DISK_H

#include <stdbool.h>
#include <stdint.h>

// A disk in memory that fails on demand, as one of SQLite's file systems (named "faultdisk"), for tests. Each disk has a
// folder of its own, "/fault-disk-N/"; any number of connections of this process may use it.
//
// The guarantees of a disk: a write that a sync of its file followed is durable, and so is the file's name. Any other
// write may be there after a crash, or not, or in part, or be anything within the sectors that it touched of its own
// range.

typedef struct fault_disk fault_disk;

int fault_disk_register(void);
fault_disk *_Nonnull fault_disk_create(void);
// A disk with the same files, as they are read now, all of it durable.
fault_disk *_Nonnull fault_disk_copy(fault_disk *_Nonnull disk);
// Nothing may use the disk any more.
void fault_disk_destroy(fault_disk *_Nonnull disk);
int fault_disk_number(fault_disk *_Nonnull disk);

// The size of a file by the end of its name ("" is none), or -1; and its bytes.
int64_t fault_disk_size(fault_disk *_Nonnull disk, const char *_Nonnull name);
uint8_t *_Nullable fault_disk_bytes(fault_disk *_Nonnull disk, const char *_Nonnull name);
// Puts bytes in place of a file's, past SQLite and every fault; a disk that records takes them for durable.
void fault_disk_put(fault_disk *_Nonnull disk, const char *_Nonnull name, const uint8_t *_Nonnull bytes, int64_t count);

// Faults. Calls are counted from 1 over everything that SQLite asks of the disk.

typedef enum { FAULT_NONE, FAULT_ONCE, FAULT_FOR_GOOD, FAULT_FULL } fault_kind;

// The call with this number fails: with an I/O error, once or from there on; or the disk is full from there on, so that
// writes that make a file longer are done by half.
void fault_disk_fail(fault_disk *_Nonnull disk, fault_kind kind, int64_t call);
// How often a call has failed since.
int64_t fault_disk_failures(fault_disk *_Nonnull disk);
// The disk works again.
void fault_disk_heal(fault_disk *_Nonnull disk);
int64_t fault_disk_calls(fault_disk *_Nonnull disk);
// A disk that lies says that it has synced and hasn't.
void fault_disk_lie(fault_disk *_Nonnull disk, bool lies);

// Crashes. A disk that records keeps every write, sync, truncation, creation, deletion and move.

void fault_disk_record(fault_disk *_Nonnull disk);
int64_t fault_disk_recorded(fault_disk *_Nonnull disk);

typedef enum { CRASH_KEPT, CRASH_DROPPED, CRASH_TORN, CRASH_GARBAGE } crash_way;

// Goes through what a disk recorded, one operation after the other.
typedef struct fault_replay fault_replay;

fault_replay *_Nonnull fault_replay_begin(fault_disk *_Nonnull recorded);
void fault_replay_end(fault_replay *_Nonnull replay);
// Takes the next operation, which is then the one in flight. Returns false at the end.
bool fault_replay_next(fault_replay *_Nonnull replay);
// The disk after a crash now. What was not durable is kept, dropped, torn or garbage; `seed` decides what.
fault_disk *_Nonnull fault_replay_crash(fault_replay *_Nonnull replay, crash_way way, uint64_t seed);
// Counts the changes of what is durable: while it stays, so does what a crash that drops everything else leaves.
int64_t fault_replay_durable_state(fault_replay *_Nonnull replay);

// Contents.

// A hash over the marks and all rows of all tables of a database, read in the order of their keys, and of its page
// count when there is none. Returns SQLite's result code.
int fault_contents(const char *_Nonnull uri, bool checks_integrity, uint64_t *_Nonnull hash);

#endif
