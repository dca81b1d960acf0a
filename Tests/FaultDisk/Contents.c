#include <string.h>

#include "Disk.h"

static uint64_t mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * 0x9FB21C651E98DF25;
    return hash << 29 | hash >> 35;
}

static uint64_t mix_bytes(uint64_t hash, const uint8_t *bytes, int count) {
    int offset = 0;
    for (; offset + 8 <= count; offset += 8) {
        uint64_t word;
        memcpy(&word, bytes + offset, 8);
        hash = mix(hash, word);
    }
    uint64_t last = (uint64_t)count << 56;
    for (int shift = 0; offset < count; offset++, shift += 8) last |= (uint64_t)bytes[offset] << shift;
    return mix(hash, last);
}

static int add_rows(sqlite3 *database, const char *sql, uint64_t *hash) {
    sqlite3_stmt *statement = NULL;
    int result = sqlite3_prepare_v2(database, sql, -1, &statement, NULL);
    while (result == SQLITE_OK && (result = sqlite3_step(statement)) == SQLITE_ROW) {
        result = SQLITE_OK;
        int columns = sqlite3_column_count(statement);
        for (int column = 0; column < columns; column++) {
            int type = sqlite3_column_type(statement, column);
            *hash = mix(*hash, (uint64_t)type);
            if (type == SQLITE_INTEGER) {
                *hash = mix(*hash, (uint64_t)sqlite3_column_int64(statement, column));
            } else if (type == SQLITE_FLOAT) {
                double number = sqlite3_column_double(statement, column);
                uint64_t bits;
                memcpy(&bits, &number, 8);
                *hash = mix(*hash, bits);
            } else if (type != SQLITE_NULL) {
                const uint8_t *bytes = sqlite3_column_blob(statement, column);
                *hash = mix_bytes(*hash, bytes, sqlite3_column_bytes(statement, column));
            }
        }
    }
    sqlite3_finalize(statement);
    return result == SQLITE_DONE ? SQLITE_OK : result;
}

static int add_tables(sqlite3 *database, uint64_t *hash) {
    sqlite3_stmt *tables = NULL;
    const char *sql = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name";
    int result = sqlite3_prepare_v2(database, sql, -1, &tables, NULL);
    while (result == SQLITE_OK && (result = sqlite3_step(tables)) == SQLITE_ROW) {
        char *select = sqlite3_mprintf("SELECT * FROM \"%w\"", sqlite3_column_text(tables, 0));
        *hash = mix(*hash, 17);
        result = add_rows(database, select, hash);
        sqlite3_free(select);
    }
    int end = sqlite3_finalize(tables);
    return result == SQLITE_DONE ? SQLITE_OK : result != SQLITE_OK ? result : end;
}

static int check(sqlite3 *database) {
    sqlite3_stmt *statement = NULL;
    int result = sqlite3_prepare_v2(database, "PRAGMA integrity_check(1)", -1, &statement, NULL);
    if (result == SQLITE_OK) {
        result = sqlite3_step(statement);
        const char *text = result == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
        if (text) result = strcmp(text, "ok") == 0 ? SQLITE_OK : SQLITE_CORRUPT;
    }
    sqlite3_finalize(statement);
    return result;
}

int fault_contents(const char *uri, bool checks_integrity, uint64_t *hash) {
    sqlite3 *database = NULL;
    *hash = 0;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
    int result = sqlite3_open_v2(uri, &database, flags, NULL);
    if (result == SQLITE_OK) {
        sqlite3_extended_result_codes(database, 1);
        sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        result = sqlite3_exec(database, "BEGIN", NULL, NULL, NULL);
    }
    if (result == SQLITE_OK) result = add_rows(database, "PRAGMA application_id", hash);
    if (result == SQLITE_OK) result = add_rows(database, "PRAGMA user_version", hash);
    if (result == SQLITE_OK) result = add_rows(database, "SELECT * FROM sqlite_master ORDER BY name", hash);
    if (result == SQLITE_OK) result = add_tables(database, hash);
    if (result == SQLITE_OK && checks_integrity) result = check(database);
    int end = sqlite3_close(database);
    return result == SQLITE_OK ? end : result;
}
