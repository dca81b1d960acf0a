#ifndef DAMAGE_H
#define DAMAGE_H

#include <stdint.h>

#include "CHealthKitStoreFileSystem.h"

// The last damage that this thread found, since SQLite has only one code for all damage.

// Notes where a checksum failed, or what else is wrong, and returns the code for it.
int report_damage(uint32_t page, uint32_t frame);
int report_page(store_damage_kind kind, uint32_t page);
int report_kind(store_damage_kind kind);
store_damage_kind last_damage_kind(void);

#endif
