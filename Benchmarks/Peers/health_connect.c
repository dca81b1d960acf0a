/* Reads the columns of a Health Connect database that an import reads and adds them up: the reader's yardstick.

   Use: health_connect health_connect_export.db */
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

static const char *const statements[] = {
    "SELECT row_id, uuid, app_info_id, device_info_id, recording_method, client_record_id, last_modified_time, start_time, end_time,"
    " start_zone_offset, end_zone_offset, count FROM steps_record_table",
    "SELECT row_id, uuid, app_info_id, device_info_id, recording_method, client_record_id, last_modified_time, start_time, end_time,"
    " start_zone_offset, end_zone_offset, distance FROM distance_record_table",
    "SELECT row_id, uuid, app_info_id, device_info_id, recording_method, client_record_id, last_modified_time, start_time, end_time,"
    " start_zone_offset, end_zone_offset FROM heart_rate_record_table",
    "SELECT parent_key, epoch_millis, beats_per_minute FROM heart_rate_record_series_table",
};

static double cell(sqlite3_stmt *statement, int column)
{
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER: return (double)sqlite3_column_int64(statement, column);
    case SQLITE_FLOAT: return sqlite3_column_double(statement, column);
    case SQLITE_TEXT: return (double)strlen((const char *)sqlite3_column_text(statement, column));
    case SQLITE_BLOB: return sqlite3_column_blob(statement, column) == NULL ? 0 : sqlite3_column_bytes(statement, column);
    default: return 0;
    }
}

int main(int argc, char **argv)
{
    sqlite3 *database;
    if (argc != 2 || sqlite3_open_v2(argv[1], &database, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK) {
        fprintf(stderr, "usage: health_connect health_connect_export.db\n");
        return 64;
    }
    long rows = 0;
    double sum = 0;
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
        sqlite3_stmt *statement;
        if (sqlite3_prepare_v2(database, statements[i], -1, &statement, NULL) != SQLITE_OK) {
            fprintf(stderr, "%s\n", sqlite3_errmsg(database));
            return 1;
        }
        int columns = sqlite3_column_count(statement);
        for (; sqlite3_step(statement) == SQLITE_ROW; rows++)
            for (int column = 0; column < columns; column++) sum += cell(statement, column);
        sqlite3_finalize(statement);
    }
    printf("%ld %.17g\n", rows, sum);
    return sqlite3_close(database) != SQLITE_OK;
}
