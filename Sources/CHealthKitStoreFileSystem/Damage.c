#include "Damage.h"

#include <sqlite3.h>

static _Thread_local store_damage last_damage;

int report_damage(uint32_t page, uint32_t frame) {
    last_damage.kind = page ? STORE_DAMAGED_PAGE : STORE_DAMAGED_FRAME;
    last_damage.page = page;
    last_damage.frame = frame;
    return SQLITE_IOERR_DATA;
}

int report_page(store_damage_kind kind, uint32_t page) {
    last_damage = (store_damage){.kind = kind, .page = page};
    return SQLITE_IOERR_DATA;
}

int report_kind(store_damage_kind kind) {
    last_damage = (store_damage){.kind = kind};
    return SQLITE_IOERR_DATA;
}

store_damage_kind last_damage_kind(void) { return last_damage.kind; }

store_damage store_file_system_last_damage(void) { return last_damage; }

store_damage store_file_system_take_damage(void) {
    store_damage damage = last_damage;
    last_damage = (store_damage){.kind = STORE_SOUND};
    return damage;
}
