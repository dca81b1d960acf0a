#include <stdlib.h>

#include "CStoreFileSystem.h"

#ifdef __GLIBC__
#include <malloc.h>

void store_give_back_memory(void) { malloc_trim(0); }
#else
void store_give_back_memory(void) {}
#endif
