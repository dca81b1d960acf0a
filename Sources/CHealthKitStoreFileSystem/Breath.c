#include "Breath.h"

#include "CHealthKitStoreFileSystem.h"

// The callback while this thread writes.
static _Thread_local struct {
    void (*throttle)(void *context);
    void *context;
    unsigned writes;
} limiter;

enum { WRITES_PER_THROTTLE = 32 };

void store_file_system_set_throttle(void (*throttle)(void *context), void *context) {
    limiter.throttle = throttle;
    limiter.context = context;
}

void throttle_write(void) {
    if (limiter.throttle && ++limiter.writes % WRITES_PER_THROTTLE == 0) limiter.throttle(limiter.context);
}
