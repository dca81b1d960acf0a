#include "OpenFrames.h"

#include <sqlite3.h>
#include <string.h>

#include "LogFrames.h"

static open_frames_chunk *chunk_of(const open_frames *frames, int64_t frame) {
    return frames->chunks[(frame - frames->first) / OPEN_FRAMES_IN_CHUNK];
}

static int64_t index_of(const open_frames *frames, int64_t frame) {
    return (frame - frames->first) % OPEN_FRAMES_IN_CHUNK;
}

// Keeps the first chunk, which is enough for most transactions.
void open_frames_forget(open_frames *frames) {
    while (frames->chunk_count > 1) sqlite3_free(frames->chunks[--frames->chunk_count]);
    frames->first = frames->count = frames->unsealed = 0;
    frames->commit_size = 0;
}

void open_frames_free(open_frames *frames) {
    while (frames->chunk_count > 0) sqlite3_free(frames->chunks[--frames->chunk_count]);
    sqlite3_free(frames->chunks);
    memset(frames, 0, sizeof(*frames));
}

bool open_frames_have(const open_frames *frames, int64_t frame) {
    return frame >= frames->first && frame < frames->first + frames->count;
}

static bool add_chunk(open_frames *frames) {
    // The list has room for a power of two of them.
    int64_t count = frames->chunk_count;
    if ((count & (count - 1)) == 0) {
        int64_t room = count ? 2 * count : 1;
        void *list = sqlite3_realloc64(frames->chunks, (sqlite3_uint64)room * sizeof(*frames->chunks));
        if (!list) return false;
        frames->chunks = list;
    }
    open_frames_chunk *chunk = sqlite3_malloc64(sizeof(open_frames_chunk));
    if (!chunk) return false;
    frames->chunks[frames->chunk_count++] = chunk;
    return true;
}

bool open_frames_append(open_frames *frames, int64_t frame, const uint8_t *header, uint64_t sum) {
    bool follows = frame >= frames->first && frame <= frames->first + frames->count;
    // Frames after a commit belong to another transaction.
    if (!follows || (frames->commit_size && frame == frames->first + frames->count)) open_frames_forget(frames);
    if (frames->count == 0) frames->first = frame;
    frames->count = frame - frames->first;
    if (frames->unsealed > frame) frames->unsealed = 0;
    if (frames->count >= frames->chunk_count * OPEN_FRAMES_IN_CHUNK && !add_chunk(frames)) return false;
    frames->count++;
    frames->commit_size = log_number_at(header + 4);
    if (!frames->unsealed && !log_frame_is_sealed(header)) frames->unsealed = frame + 1;
    chunk_of(frames, frame)->sums[index_of(frames, frame)] = sum;
    chunk_of(frames, frame)->pages[index_of(frames, frame)] = log_number_at(header);
    return true;
}

void open_frames_change(open_frames *frames, int64_t frame, uint64_t sum) {
    chunk_of(frames, frame)->sums[index_of(frames, frame)] = sum;
    if (!frames->unsealed || frames->unsealed > frame + 1) frames->unsealed = frame + 1;
}

void open_frames_seal(open_frames *frames, int64_t frame, uint64_t sum) {
    chunk_of(frames, frame)->sums[index_of(frames, frame)] = sum;
    if (frames->unsealed != frame + 1) return;
    frames->unsealed = frame + 1 < frames->first + frames->count ? frame + 2 : 0;
}

uint64_t open_frames_sum(const open_frames *frames, int64_t frame) {
    return chunk_of(frames, frame)->sums[index_of(frames, frame)];
}

uint32_t open_frames_page(const open_frames *frames, int64_t frame) {
    return chunk_of(frames, frame)->pages[index_of(frames, frame)];
}

bool open_frames_match(const open_frames *frames, int64_t frame, const uint8_t *header, uint64_t sum) {
    bool is_last = frame == frames->first + frames->count - 1;
    return open_frames_sum(frames, frame) == sum && open_frames_page(frames, frame) == log_number_at(header)
        && log_number_at(header + 4) == (is_last ? frames->commit_size : 0);
}

bool open_frames_may_go_on(const open_frames *frames, int64_t frame) {
    if (frames->count == 0 || frame < frames->first) return true;
    if (!open_frames_have(frames, frame)) return false;
    return !frames->unsealed || frame + 1 < frames->unsealed;
}
