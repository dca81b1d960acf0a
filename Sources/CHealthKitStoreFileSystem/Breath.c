#include "Breath.h"

#include "CHealthKitStoreFileSystem.h"

// What is called while this thread writes.
static _Thread_local struct {
    void (*breathe)(void *context);
    void *context;
    unsigned writes;
} breath;

enum { WRITES_OF_A_BREATH = 32 };

void store_file_system_set_breath(void (*breathe)(void *context), void *context) {
    breath.breathe = breathe;
    breath.context = context;
}

void take_breath(void) {
    if (breath.breathe && ++breath.writes % WRITES_OF_A_BREATH == 0) breath.breathe(breath.context);
}
