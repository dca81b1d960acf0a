#include "CUnpacking.h"

#if __has_include(<isa-l/igzip_lib.h>)

#include <dlfcn.h>
#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <pthread.h>
#include <stdlib.h>

struct unpacking {
    struct inflate_state state;
    uint64_t taken;
};

/// What is used of the library, looked up once.
static struct {
    void (*begin)(struct inflate_state *);
    int (*run)(struct inflate_state *);
    uint32_t (*checksum)(uint32_t, const unsigned char *, uint64_t);
    bool is_there;
} library;

static void look_up(void) {
    // The number says how the state is laid out that the header declares.
    void *handle = dlopen("libisal.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
    library.begin = (void (*)(struct inflate_state *))dlsym(handle, "isal_inflate_init");
    library.run = (int (*)(struct inflate_state *))dlsym(handle, "isal_inflate");
    library.checksum = (uint32_t (*)(uint32_t, const unsigned char *, uint64_t))dlsym(handle, "crc32_gzip_refl");
    library.is_there = library.begin && library.run && library.checksum;
}

bool unpacking_is_possible(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, look_up);
    return library.is_there;
}

unpacking *unpacking_begin(void) {
    if (!unpacking_is_possible()) return NULL;
    unpacking *new = malloc(sizeof *new);
    if (!new) return NULL;
    library.begin(&new->state);
    new->taken = 0;
    return new;
}

void unpacking_free(unpacking *state) { free(state); }

enum unpacking_step unpacking_run(
    unpacking *unpacking, const uint8_t **in, size_t *in_count, uint8_t **out, size_t *out_count
) {
    struct inflate_state *state = &unpacking->state;
    uint32_t given = *in_count > INT32_MAX ? INT32_MAX : (uint32_t)*in_count;
    uint32_t room = *out_count > INT32_MAX ? INT32_MAX : (uint32_t)*out_count;
    // The library reads the input and no more.
    state->next_in = (uint8_t *)*in;
    state->avail_in = given;
    state->next_out = *out;
    state->avail_out = room;
    int result = library.run(state);
    size_t read = given - state->avail_in, written = room - state->avail_out;
    *in += read;
    *in_count -= read;
    *out += written;
    *out_count -= written;
    unpacking->taken += read;
    if (result != ISAL_DECOMP_OK) return unpacking_damaged;
    return state->block_state == ISAL_BLOCK_FINISH ? unpacking_ended : unpacking_goes_on;
}

uint64_t unpacking_used(const unpacking *unpacking) {
    // Whole bytes that were read ahead are not the data's.
    int32_t ahead = unpacking->state.read_in_length;
    return unpacking->taken - (uint64_t)(ahead > 0 ? ahead / 8 : 0);
}

uint32_t unpacking_checksum(uint32_t before, const uint8_t *bytes, size_t count) {
    return library.checksum(before, bytes, count);
}

#else

bool unpacking_is_possible(void) { return false; }

unpacking *unpacking_begin(void) { return NULL; }

void unpacking_free(unpacking *state) { (void)state; }

enum unpacking_step unpacking_run(
    unpacking *state, const uint8_t **in, size_t *in_count, uint8_t **out, size_t *out_count
) {
    (void)state, (void)in, (void)in_count, (void)out, (void)out_count;
    return unpacking_damaged;
}

uint64_t unpacking_used(const unpacking *state) {
    (void)state;
    return 0;
}

uint32_t unpacking_checksum(uint32_t before, const uint8_t *bytes, size_t count) {
    (void)bytes, (void)count;
    return before;
}

#endif
