#define _GNU_SOURCE
#include <sys/mman.h>

#include "CHealthKitStoreFileSystem.h"

int store_memory_file(void) { return memfd_create("healthkit", MFD_CLOEXEC); }
