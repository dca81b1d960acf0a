#ifndef LOG_FRAMES_H
#define LOG_FRAMES_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

// SQLite's format of the log (the "WAL"): a header of 32 bytes, then frames of 24 bytes and a page each. Every frame's
// header carries a checksum that goes on from the one before. SQLite looks at these when it recovers a log that a crash
// left, and takes the first that is wrong for the end; it doesn't look at them when it reads a page.

enum { LOG_HEADER = 32, FRAME_HEADER = 24 };

// How many bytes say, from format 3 on, whose log it is; SQLite's header follows them.
enum { LOG_OWNER = 64 };

typedef struct {
    uint32_t page_size;
    uint32_t salt[2];
    uint32_t checksum[2];
    bool is_big_endian;
} log_header;

// Reads a log's header. Returns false when it isn't one or fails its checksum.
bool log_header_read(const uint8_t *bytes, log_header *header);

// Whether a frame follows from the checksum before it.
bool log_frame_is_sound(const log_header *header, const uint8_t *frame, const uint8_t *previous_checksum);

// Whether a frame has the salts of its log; otherwise it is left from an earlier one.
bool log_frame_is_of(const log_header *header, const uint8_t *frame);

// Whether a frame has salts and a checksum; SQLite leaves them out where it makes them at the commit.
bool log_frame_is_sealed(const uint8_t *frame);

uint32_t log_number_at(const uint8_t *bytes);

// The mark, a small file next to the log, contains the last frame of the log that was synced to the disk. It is
// written, without a sync of its own, when the sync of a commit has returned; so what it names must be there, and when
// it isn't the log was damaged, not cut off by a crash. It says nothing when it is torn, gone or of another log.
enum { MARK_SIZE = 32 };

typedef struct {
    uint32_t salt[2];
    uint32_t frames;
    uint32_t page_size;
} log_mark;

void log_mark_encode(const log_mark *mark, uint8_t *bytes);

// Reads a mark. Returns false when there is none.
bool log_mark_decode(const uint8_t *bytes, log_mark *mark);

#endif
