#include "CStoreFileSystem.h"

#include <sys/fsuid.h>

void store_use_file_group(uint32_t group) { setfsgid(group); }
