#include "PageList.h"

#include <string.h>

#include "Breath.h"
#include "Damage.h"
#include "DatabaseHeader.h"
#include "StoreFile.h"

enum { VERSION_SIZE = 8, CODE_SIZE = STORE_ROOT_SIZE, COPIES = 2 };

// A block in memory.
typedef struct {
    // The code of the block in the header on the disk, or in the index that it refers to; the last bit is the copy that
    // was written first.
    uint8_t code[CODE_SIZE];
    // The code in a header that may or may not have been written.
    uint8_t next[CODE_SIZE];
    bool has_next;
    bool is_dirty;
    uint8_t bytes[];
} list_block;

struct page_list {
    uint32_t leaf_count;
    list_block **leaves;
    list_block *indexes[STORE_ROOTS];
    bool is_dirty;
    // The header's codes of the indexes when the first change was noted, and those last tried to write.
    uint8_t base[STORE_ROOTS * CODE_SIZE];
    uint8_t tried[STORE_ROOTS * CODE_SIZE];
    bool has_tried;
};

static uint32_t pages_of_leaf(uint32_t size) { return size / VERSION_SIZE; }

static uint32_t leaves_of_index(uint32_t size) { return size / CODE_SIZE; }

// How many blocks one leaf and its pages take, and one index and its leaves.
static int64_t leaf_blocks(uint32_t size) { return COPIES + (int64_t)pages_of_leaf(size); }

static int64_t index_blocks(uint32_t size) { return COPIES + leaves_of_index(size) * leaf_blocks(size); }

static sqlite3_int64 index_place(uint32_t size, uint32_t index, int copy) {
    return STORE_HEADER + (index * index_blocks(size) + copy) * size;
}

static sqlite3_int64 leaf_place(uint32_t size, uint32_t leaf, int copy) {
    uint32_t count = leaves_of_index(size);
    return index_place(size, leaf / count, COPIES) + (leaf % count * leaf_blocks(size) + copy) * size;
}

sqlite3_int64 listed_page_place(uint32_t size, uint32_t number) {
    uint32_t page = number - 1, count = pages_of_leaf(size);
    return leaf_place(size, page / count, COPIES) + (sqlite3_int64)(page % count) * size;
}

sqlite3_int64 listed_end(uint32_t page_size, sqlite3_int64 size) {
    if (size <= 0) return 0;
    sqlite3_int64 last = (size - 1) / page_size;
    return listed_page_place(page_size, (uint32_t)last + 1) + (size - last * page_size);
}

sqlite3_int64 listed_size(uint32_t page_size, sqlite3_int64 end) {
    if (end <= STORE_HEADER) return 0;
    int64_t blocks = (end - STORE_HEADER) / page_size, rest = (end - STORE_HEADER) % page_size;
    int64_t pages = blocks / index_blocks(page_size) * leaves_of_index(page_size) * pages_of_leaf(page_size);
    int64_t inner = blocks % index_blocks(page_size) - COPIES;
    if (inner < 0) return pages * page_size;
    pages += inner / leaf_blocks(page_size) * pages_of_leaf(page_size);
    inner = inner % leaf_blocks(page_size) - COPIES;
    return inner < 0 ? pages * page_size : (pages + inner) * page_size + rest;
}

enum { LEVEL_LEAF = 0, LEVEL_INDEX = 1 };

static sqlite3_int64 block_place(uint32_t size, int level, uint32_t number, int copy) {
    return level == LEVEL_LEAF ? leaf_place(size, number, copy) : index_place(size, number, copy);
}

static bool is_nothing(const uint8_t *code) {
    static const uint8_t nothing[CODE_SIZE];
    return memcmp(code, nothing, CODE_SIZE) == 0;
}

static int first_copy(const uint8_t *code) { return code[CODE_SIZE - 1] & 1; }

// The code of a block that is written first to one of its copies.
static int make_code(store_file *file, int level, uint32_t number, const uint8_t *bytes, int copy, uint8_t *code) {
    uint8_t about[16] = "page list";
    about[11] = (uint8_t)level;
    for (int byte = 0; byte < 4; byte++) about[12 + byte] = (uint8_t)(number >> (24 - 8 * byte));
    if (!keys_authenticate_block(file->keys, about, bytes, file->page_size, code, CODE_SIZE)) {
        return report_kind(STORE_LOCKED);
    }
    code[CODE_SIZE - 1] = (uint8_t)((code[CODE_SIZE - 1] & ~1) | copy);
    return SQLITE_OK;
}

// Reads a block with a code into memory; one without is empty. Of the two copies either will do.
static int load_block(store_file *file, int level, uint32_t number, const uint8_t *code, list_block **block) {
    uint32_t size = file->page_size;
    if (!*block) {
        *block = sqlite3_malloc64(sizeof(list_block) + size);
        if (!*block) return SQLITE_IOERR_NOMEM;
    }
    list_block *loaded = *block;
    memset(loaded, 0, sizeof(list_block));
    memset(loaded->bytes, 0, size);
    if (is_nothing(code)) return SQLITE_OK;
    for (int attempt = 0; attempt < COPIES; attempt++) {
        uint8_t found[CODE_SIZE];
        int copy = first_copy(code) ^ attempt;
        sqlite3_int64 place = block_place(size, level, number, copy);
        int result = methods_below(file)->xRead(file->below, loaded->bytes, (int)size, place);
        if (result == SQLITE_IOERR_SHORT_READ) continue;
        if (result != SQLITE_OK) return result;
        result = make_code(file, level, number, loaded->bytes, first_copy(code), found);
        if (result != SQLITE_OK) return result;
        if (memcmp(found, code, CODE_SIZE) == 0) {
            memcpy(loaded->code, code, CODE_SIZE);
            return SQLITE_OK;
        }
    }
    memset(loaded->bytes, 0, size);
    // It isn't this block: the next look reads it again.
    memset(loaded->code, 0xFF, CODE_SIZE);
    return report_kind(STORE_DAMAGED_LIST);
}

static struct page_list *list_of(store_file *file) {
    if (!file->pages) {
        file->pages = sqlite3_malloc64(sizeof(struct page_list));
        if (file->pages) memset(file->pages, 0, sizeof(struct page_list));
    }
    return file->pages;
}

static int find_index(store_file *file, uint32_t number, list_block **index) {
    struct page_list *list = list_of(file);
    if (!list) return SQLITE_IOERR_NOMEM;
    if (number >= STORE_ROOTS) return SQLITE_FULL;
    const uint8_t *code = file->head.roots + number * CODE_SIZE;
    list_block **place = &list->indexes[number];
    bool is_known = *place && ((*place)->is_dirty || memcmp((*place)->code, code, CODE_SIZE) == 0);
    int result = is_known ? SQLITE_OK : load_block(file, LEVEL_INDEX, number, code, place);
    *index = *place;
    return result;
}

static int find_leaf(store_file *file, uint32_t number, list_block **leaf) {
    struct page_list *list = list_of(file);
    if (!list) return SQLITE_IOERR_NOMEM;
    if (number >= list->leaf_count) {
        uint32_t count = number + 1 > 2 * list->leaf_count ? number + 1 : 2 * list->leaf_count;
        list_block **leaves = sqlite3_realloc64(list->leaves, count * sizeof(list_block *));
        if (!leaves) return SQLITE_IOERR_NOMEM;
        for (uint32_t place = list->leaf_count; place < count; place++) leaves[place] = NULL;
        list->leaves = leaves;
        list->leaf_count = count;
    }
    list_block **place = &list->leaves[number], *index;
    *leaf = *place;
    if (*place && (*place)->is_dirty) return SQLITE_OK;
    uint32_t count = leaves_of_index(file->page_size);
    int result = find_index(file, number / count, &index);
    if (result != SQLITE_OK) return result;
    const uint8_t *code = index->bytes + number % count * CODE_SIZE;
    bool is_known = *place && memcmp((*place)->code, code, CODE_SIZE) == 0;
    if (!is_known) result = load_block(file, LEVEL_LEAF, number, code, place);
    *leaf = *place;
    return result;
}

static uint8_t *version_in(store_file *file, list_block *leaf, uint32_t number) {
    return leaf->bytes + (number - 1) % pages_of_leaf(file->page_size) * VERSION_SIZE;
}

// A header that others write again and again would keep a reader from ever holding a page against it.
enum { MOST_HEADERS = 1000 };

// Looks a page up. When the list has another version than the tag, it may be another list by now.
static int look_up(store_file *file, uint32_t number, const uint8_t *tag, bool *is_known) {
    int result = SQLITE_OK;
    for (int attempt = 0; attempt < MOST_HEADERS; attempt++) {
        static const uint8_t nothing[VERSION_SIZE];
        list_block *leaf;
        uint64_t sequence = file->head.sequence;
        result = find_leaf(file, (number - 1) / pages_of_leaf(file->page_size), &leaf);
        if (result == SQLITE_OK) {
            const uint8_t *version = version_in(file, leaf, number);
            if (tag && memcmp(version, tag, VERSION_SIZE) == 0) return SQLITE_OK;
            if (is_known) *is_known = memcmp(version, nothing, VERSION_SIZE) != 0;
        } else if (result != SQLITE_IOERR_DATA || last_damage_kind() != STORE_DAMAGED_LIST) {
            return result;
        }
        int learned = database_learn(file);
        if (learned != SQLITE_OK) return learned;
        if (!file->has_header) return report_kind(STORE_DAMAGED_HEADER);
        if (attempt > 0 && file->head.sequence == sequence) break;
    }
    if (result != SQLITE_OK) return report_page(STORE_DAMAGED_LIST, number);
    return tag ? report_page(STORE_OLD_PAGE, number) : SQLITE_OK;
}

int page_list_check(store_file *file, uint32_t number, const uint8_t *tag) {
    return look_up(file, number, tag, NULL);
}

int page_list_knows(store_file *file, uint32_t number, bool *is_known) {
    *is_known = false;
    return look_up(file, number, NULL, is_known);
}

bool page_list_is_dirty(store_file *file) { return file->pages && file->pages->is_dirty; }

// Finds a leaf that is to be changed.
static int change_leaf(store_file *file, uint32_t number, list_block **leaf) {
    struct page_list *list = list_of(file);
    if (!list) return SQLITE_IOERR_NOMEM;
    if (!list->is_dirty) {
        int result = database_learn(file);
        if (result != SQLITE_OK) return result;
        if (!file->has_header) return report_kind(STORE_DAMAGED_HEADER);
        memcpy(list->base, file->head.roots, sizeof(list->base));
        list->has_tried = false;
    }
    int result = find_leaf(file, number, leaf);
    bool is_lost = result == SQLITE_IOERR_DATA && last_damage_kind() == STORE_DAMAGED_LIST;
    // For reading without verification, the list starts empty.
    if (result != SQLITE_OK && !(is_lost && !file->verifies && *leaf)) return result;
    (*leaf)->is_dirty = true;
    list->is_dirty = true;
    return SQLITE_OK;
}

int page_list_note(store_file *file, uint32_t number, const uint8_t *tag) {
    list_block *leaf;
    int result = change_leaf(file, (number - 1) / pages_of_leaf(file->page_size), &leaf);
    if (result == SQLITE_OK) memcpy(version_in(file, leaf, number), tag, VERSION_SIZE);
    return result;
}

int page_list_cut(store_file *file, uint32_t number, uint32_t end) {
    uint32_t count = pages_of_leaf(file->page_size);
    for (uint32_t page = number; page < end; page += count - (page - 1) % count) {
        list_block *leaf;
        int result = change_leaf(file, (page - 1) / count, &leaf);
        if (result != SQLITE_OK) return result;
        memset(version_in(file, leaf, page), 0, (count - (page - 1) % count) * VERSION_SIZE);
    }
    return SQLITE_OK;
}

static void forget_block(list_block **block) {
    if (*block && (*block)->is_dirty) {
        sqlite3_free(*block);
        *block = NULL;
    }
}

void page_list_discard(store_file *file) {
    struct page_list *list = file->pages;
    if (!list || !list->is_dirty) return;
    for (uint32_t leaf = 0; leaf < list->leaf_count; leaf++) forget_block(&list->leaves[leaf]);
    for (uint32_t index = 0; index < STORE_ROOTS; index++) forget_block(&list->indexes[index]);
    list->is_dirty = false;
    list->has_tried = false;
}

void page_list_free(store_file *file) {
    struct page_list *list = file->pages;
    if (!list) return;
    for (uint32_t leaf = 0; leaf < list->leaf_count; leaf++) sqlite3_free(list->leaves[leaf]);
    for (uint32_t index = 0; index < STORE_ROOTS; index++) sqlite3_free(list->indexes[index]);
    sqlite3_free(list->leaves);
    sqlite3_free(list);
    file->pages = NULL;
}

// Calls `body` for every block that is changed, leaves first.
static int each_dirty(
    store_file *file, int (*body)(store_file *file, int level, uint32_t number, list_block *block)
) {
    struct page_list *list = file->pages;
    int result = SQLITE_OK;
    for (uint32_t leaf = 0; leaf < list->leaf_count && result == SQLITE_OK; leaf++) {
        list_block *block = list->leaves[leaf];
        if (block && block->is_dirty) result = body(file, LEVEL_LEAF, leaf, block);
    }
    for (uint32_t index = 0; index < STORE_ROOTS && result == SQLITE_OK; index++) {
        list_block *block = list->indexes[index];
        if (block && block->is_dirty) result = body(file, LEVEL_INDEX, index, block);
    }
    return result;
}

static int write_copy(store_file *file, int level, uint32_t number, list_block *block, int copy) {
    sqlite3_int64 place = block_place(file->page_size, level, number, copy);
    throttle_write();
    return methods_below(file)->xWrite(file->below, block->bytes, (int)file->page_size, place);
}

// Writes a changed block over the copy that the header on the disk doesn't need, and has its parent say so.
static int write_first(store_file *file, int level, uint32_t number, list_block *block) {
    int copy = is_nothing(block->code) ? 0 : 1 - first_copy(block->code);
    int result = make_code(file, level, number, block->bytes, copy, block->next);
    if (result != SQLITE_OK) return result;
    block->has_next = true;
    if (level == LEVEL_INDEX) {
        memcpy(file->pages->tried + number * CODE_SIZE, block->next, CODE_SIZE);
    } else {
        list_block *index;
        uint32_t count = leaves_of_index(file->page_size);
        result = find_index(file, number / count, &index);
        if (result != SQLITE_OK) return result;
        index->is_dirty = true;
        memcpy(index->bytes + number % count * CODE_SIZE, block->next, CODE_SIZE);
    }
    return write_copy(file, level, number, block, copy);
}

static int write_second(store_file *file, int level, uint32_t number, list_block *block) {
    return write_copy(file, level, number, block, 1 - first_copy(block->next));
}

// A header is on the disk that speaks of the block as it was last written.
static int adopt_next(store_file *file, int level, uint32_t number, list_block *block) {
    (void)file, (void)level, (void)number;
    if (block->has_next) memcpy(block->code, block->next, CODE_SIZE);
    block->has_next = false;
    return SQLITE_OK;
}

static int clean(store_file *file, int level, uint32_t number, list_block *block) {
    block->is_dirty = false;
    return adopt_next(file, level, number, block);
}

static int sync_if(store_file *file, bool syncs) { return syncs ? sync_below(file, SQLITE_SYNC_NORMAL) : SQLITE_OK; }

int page_list_flush(store_file *file, bool syncs) {
    struct page_list *list = file->pages;
    if (!list || !list->is_dirty) return SQLITE_OK;
    int result = database_learn(file);
    if (result != SQLITE_OK) return result;
    if (!file->has_header) return report_kind(STORE_DAMAGED_HEADER);
    if (list->has_tried && memcmp(file->head.roots, list->tried, sizeof(list->tried)) == 0) {
        // The last attempt failed after its header had been written.
        (void)each_dirty(file, adopt_next);
        memcpy(list->base, list->tried, sizeof(list->base));
    }
    list->has_tried = false;
    if (memcmp(file->head.roots, list->base, sizeof(list->base)) != 0) {
        page_list_discard(file);
        return SQLITE_IOERR_WRITE;
    }
    memcpy(list->tried, list->base, sizeof(list->tried));
    result = each_dirty(file, write_first);
    if (result == SQLITE_OK) result = sync_if(file, syncs);
    if (result != SQLITE_OK) return result;
    list->has_tried = true;
    memcpy(file->head.roots, list->tried, sizeof(file->head.roots));
    result = database_write_listed_header(file);
    if (result == SQLITE_OK) result = sync_if(file, syncs);
    if (result == SQLITE_OK) result = each_dirty(file, write_second);
    if (result == SQLITE_OK) result = database_write_header_again(file);
    if (result == SQLITE_OK) result = sync_if(file, syncs);
    if (result != SQLITE_OK) {
        // Which header is on the disk is found out the next time.
        file->is_stale = true;
        return result;
    }
    (void)each_dirty(file, clean);
    list->is_dirty = false;
    list->has_tried = false;
    file->is_settled = syncs;
    return SQLITE_OK;
}
