#include "CHealthtuiUnpacking.h"

#if __has_include(<isa-l/igzip_lib.h>)

#include <dlfcn.h>
#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

struct unpacking {
    struct inflate_state state;
    uint64_t taken;
};

/// The functions of the library, looked up once.
static struct {
    void (*begin)(struct inflate_state *);
    int (*run)(struct inflate_state *);
    uint32_t (*checksum)(uint32_t, const unsigned char *, uint64_t);
    bool is_there;
} library;

/// The folders of the system's own libraries. Their full names keep LD_LIBRARY_PATH, and what an executable says of where its
/// libraries are, from putting another library in the place of this one.
static const char *const folders[] = {
#if defined(__x86_64__)
    "/usr/lib/x86_64-linux-gnu", "/lib/x86_64-linux-gnu",
#elif defined(__aarch64__)
    "/usr/lib/aarch64-linux-gnu", "/lib/aarch64-linux-gnu",
#endif
    "/usr/lib64", "/lib64", "/usr/lib", "/lib",
};

/// Whether a file is one that only the administrator may change.
static bool is_of_system(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == 0 && (status.st_mode & 022) == 0;
}

static void *open_library(void) {
    for (size_t each = 0; each < sizeof folders / sizeof *folders; each++) {
        char path[64];
        // The number says how the state is laid out that the header declares.
        int length = snprintf(path, sizeof path, "%s/libisal.so.2", folders[each]);
        if (length < 0 || (size_t)length >= sizeof path || !is_of_system(path)) continue;
        void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        if (handle) return handle;
    }
    return NULL;
}

static void look_up(void) {
    void *handle = open_library();
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
