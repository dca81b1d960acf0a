#include <stdlib.h>

#include "CHealthKitStoreFileSystem.h"

#ifdef __GLIBC__
#include <malloc.h>

void store_give_back_memory(void) { malloc_trim(0); }
void store_use_one_heap(void) { mallopt(M_ARENA_MAX, 1); }
#else
void store_give_back_memory(void) {}
void store_use_one_heap(void) {}
#endif
