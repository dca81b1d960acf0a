#include "FileNames.h"

#include <sqlite3.h>
#include <string.h>

static bool ends_with(const char *name, size_t length, const char *end) {
    size_t count = strlen(end);
    return length > count && strcmp(name + length - count, end) == 0;
}

bool is_log_name(const char *name) { return ends_with(name, strlen(name), "-wal"); }

// Under SQLite's own names another SQLite program would look for a log and a journal, and delete what it finds.
char *store_name_below(const char *name) {
    size_t length = name ? strlen(name) : 0;
    const char *end = NULL;
    if (ends_with(name, length, "-wal")) {
        length -= 4;
        end = "-log";
    } else if (ends_with(name, length, "-journal")) {
        length -= 8;
        end = "-undo";
    }
    char *path = end ? sqlite3_mprintf("%.*s%s", (int)length, name, end) : NULL;
    char *below = path ? (char *)sqlite3_create_filename(path, "", "", 0, NULL) : NULL;
    sqlite3_free(path);
    return below;
}

char *log_mark_name(const char *log_name) {
    size_t length = strlen(log_name);
    if (length < 4 || strcmp(log_name + length - 4, "-wal") != 0) return NULL;
    return sqlite3_mprintf("%.*s-mark", (int)(length - 4), log_name);
}
