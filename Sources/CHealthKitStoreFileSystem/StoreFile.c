#include "StoreFile.h"

#include <sodium.h>

uint8_t *file_scratch(store_file *file, uint32_t count) {
    if (file->scratch_size < count) {
        if (file->scratch && file->scratch_holds_plain) sodium_memzero(file->scratch, file->scratch_size);
        uint8_t *larger = sqlite3_realloc64(file->scratch, count);
        if (!larger) return NULL;
        file->scratch = larger;
        file->scratch_size = count;
    }
    return file->scratch;
}
