#include "CHealthKitStoreFileSystem.h"

#include <sys/fsuid.h>

uint32_t store_use_file_group(uint32_t group) { return (uint32_t)setfsgid(group); }
