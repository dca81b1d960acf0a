#ifndef CUNPACKING_H
#define CUNPACKING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Unpacks deflated data with Intel's ISA-L, which takes less than half the time of zlib. The library is looked for when
// the program runs: without it everything works and unpacking takes longer.

/// Data that is being unpacked.
typedef struct unpacking unpacking;

enum unpacking_step {
    /// The output is full, or the input is used up.
    unpacking_goes_on,
    /// The data has ended, and all of it was written.
    unpacking_ended,
    /// The data makes no sense.
    unpacking_damaged
};

/// Whether the library is there.
bool unpacking_is_possible(void);

/// Begins; NULL without the library or without memory.
unpacking *unpacking_begin(void);

/// Frees a state; NULL is ignored.
void unpacking_free(unpacking *state);

/// Unpacks as much as the input gives and the output takes.
///
/// - in, in_count: The bytes to unpack next; advanced past the bytes read.
/// - out, out_count: The destination; advanced past the bytes written.
enum unpacking_step unpacking_run(
    unpacking *state, const uint8_t **in, size_t *in_count, uint8_t **out, size_t *out_count
);

/// How many bytes of the input belong to the data, once it has ended.
uint64_t unpacking_used(const unpacking *state);

/// The CRC-32 of zip archives, going on from that of what came before; only where the library is there.
uint32_t unpacking_checksum(uint32_t before, const uint8_t *bytes, size_t count);

#endif
