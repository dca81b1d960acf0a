#ifndef OPEN_FRAMES_H
#define OPEN_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

// The frames that a connection has written to the log in the current transaction.
//
// Pages that don't fit into memory go to the log before the commit. One that changes again is written in its place
// there, and SQLite makes the checksums of all frames from that one on anew at the commit; until then they are wrong or
// missing. So the expected content of such a frame is kept here: the page's number and a checksum, 12 bytes for a
// frame.
//
// Frames are counted from 0.

enum { OPEN_FRAMES_IN_CHUNK = 1024 };

typedef struct {
    uint64_t sums[OPEN_FRAMES_IN_CHUNK];
    uint32_t pages[OPEN_FRAMES_IN_CHUNK];
} open_frames_chunk;

typedef struct {
    int64_t first;
    int64_t count;
    // The size of the database after the commit, which the header of its last frame says; 0 for none.
    uint32_t commit_size;
    // The first frame whose checksum isn't right yet, plus one; 0 for none.
    int64_t unsealed;
    open_frames_chunk **chunks;
    int64_t chunk_count;
} open_frames;

// Forgets all of them: the transaction has ended.
void open_frames_forget(open_frames *frames);
void open_frames_free(open_frames *frames);

bool open_frames_have(const open_frames *frames, int64_t frame);

// Notes a frame that follows the others, or that takes the place of one of them and of all after it. The header is a
// frame's. Returns false when there is no memory.
bool open_frames_append(open_frames *frames, int64_t frame, const uint8_t *header, uint64_t sum);

// Notes another page in one of them.
void open_frames_change(open_frames *frames, int64_t frame, uint64_t sum);

// Notes that one of them has its right checksum now.
void open_frames_seal(open_frames *frames, int64_t frame, uint64_t sum);

// Whether a frame has the written content.
bool open_frames_match(const open_frames *frames, int64_t frame, const uint8_t *header, uint64_t sum);

uint64_t open_frames_sum(const open_frames *frames, int64_t frame);
uint32_t open_frames_page(const open_frames *frames, int64_t frame);

// Whether the checksums of those that follow can go on from this frame's.
bool open_frames_may_go_on(const open_frames *frames, int64_t frame);

#endif
