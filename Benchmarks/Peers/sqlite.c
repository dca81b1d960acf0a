/* SQLite the obvious way: a table with one row a sample, an index by type and start, and one by UUID.

   Use: sqlite DATABASE [SAMPLES]      With SAMPLES the database is made anew from them, and that is all.

   A request is SQL; its answer is the number of rows and the sum of each column. `insert N` saves N rows of an
   application in one transaction; `delete N` takes away N rows by UUID, and its time is that of one of them
   before the commit: what there is beside the sync. */
#include "peer.h"
#include "samples.h"
#include <sqlite3.h>
#include <sys/random.h>

static sqlite3 *database;

static void run(const char *sql)
{
    if (sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK) return;
    fprintf(stderr, "sqlite: %s\n", sqlite3_errmsg(database));
    exit(1);
}

static sqlite3_stmt *prepared(const char *sql)
{
    sqlite3_stmt *statement = NULL;
    sqlite3_prepare_v2(database, sql, -1, &statement, NULL);
    return statement;
}

static void insert(sqlite3_stmt *statement, const struct sample *sample)
{
    unsigned char uuid[16];
    if (getrandom(uuid, sizeof uuid, 0) != sizeof uuid) exit(1);
    sqlite3_bind_blob(statement, 1, uuid, sizeof uuid, SQLITE_TRANSIENT);
    sqlite3_bind_int(statement, 2, sample->type);
    sqlite3_bind_int(statement, 3, sample->source);
    sqlite3_bind_double(statement, 4, sample->start);
    sqlite3_bind_double(statement, 5, sample->end);
    sqlite3_bind_double(statement, 6, sample->value);
    sqlite3_bind_double(statement, 7, sample->created);
    sqlite3_step(statement);
    sqlite3_reset(statement);
}

static const char insertion[] =
    "INSERT INTO sample(uuid, type, source, start, \"end\", value, created) VALUES (?, ?, ?, ?, ?, ?, ?)";

static void make(const char *samples)
{
    FILE *file = fopen(samples, "rb");
    if (file == NULL) {
        perror(samples);
        exit(1);
    }
    run("CREATE TABLE sample(id INTEGER PRIMARY KEY, uuid BLOB NOT NULL, type INTEGER NOT NULL, source INTEGER NOT NULL,"
        " start REAL NOT NULL, \"end\" REAL NOT NULL, value REAL NOT NULL, created REAL NOT NULL);"
        "CREATE TABLE day(start REAL PRIMARY KEY, next REAL NOT NULL) WITHOUT ROWID;"
        "PRAGMA synchronous = OFF; BEGIN");
    sqlite3_stmt *statement = prepared(insertion);
    for (struct sample sample; fread(&sample, sizeof sample, 1, file) == 1;) insert(statement, &sample);
    sqlite3_finalize(statement);
    run("COMMIT; CREATE INDEX sample_by_time ON sample(type, start); CREATE UNIQUE INDEX sample_by_uuid ON sample(uuid);"
        "ANALYZE; PRAGMA journal_mode = WAL; PRAGMA wal_checkpoint(TRUNCATE)");
    fclose(file);
}

/* Saves what an application has as values, newer than all there is. */
static double save(long count)
{
    static long saved;
    double began = now();
    run("BEGIN IMMEDIATE");
    sqlite3_stmt *statement = prepared(insertion);
    for (long i = 0; i < count; i++, saved++) {
        double time = (double)(PERIOD_END + 60 * saved);
        struct sample sample = { time, time, (double)(60 + i % 40), time, HEART_RATE, WATCH };
        insert(statement, &sample);
    }
    sqlite3_finalize(statement);
    run("COMMIT");
    return now() - began;
}

static double take_away(long count, struct answer *answer)
{
    static unsigned char uuids[1024][16];
    long found = 0;
    sqlite3_stmt *choice = prepared("SELECT uuid FROM sample WHERE id = abs(random()) % (SELECT max(id) FROM sample) + 1");
    while (found < count && found < 1024) {
        if (sqlite3_step(choice) == SQLITE_ROW) memcpy(uuids[found++], sqlite3_column_blob(choice, 0), 16);
        sqlite3_reset(choice);
    }
    sqlite3_finalize(choice);
    int before = sqlite3_total_changes(database);
    run("BEGIN IMMEDIATE");
    double began = now();
    sqlite3_stmt *statement = prepared("DELETE FROM sample WHERE uuid = ?");
    for (long i = 0; i < found; i++) {
        sqlite3_bind_blob(statement, 1, uuids[i], 16, SQLITE_STATIC);
        sqlite3_step(statement);
        sqlite3_reset(statement);
    }
    sqlite3_finalize(statement);
    double time = now() - began;
    run("COMMIT");
    *answer = (struct answer){ 1, { sqlite3_total_changes(database) - before } };
    return time / (double)found;
}

static double query(const char *sql, struct answer *answer)
{
    sqlite3_stmt *statement = prepared(sql);
    *answer = (struct answer){ 1 + sqlite3_column_count(statement), { 0 } };
    double began = now();
    int result;
    while ((result = sqlite3_step(statement)) == SQLITE_ROW) {
        answer->numbers[0]++;
        for (int i = 1; i < answer->count; i++) answer->numbers[i] += sqlite3_column_double(statement, i - 1);
    }
    double time = now() - began;
    sqlite3_finalize(statement);
    if (result == SQLITE_DONE) return time;
    printf("error %s\n", sqlite3_errmsg(database));
    return -1;
}

static double work(const char *request, struct answer *answer)
{
    if (strncmp(request, "insert ", 7) == 0) return save(atol(request + 7));
    if (strncmp(request, "delete ", 7) == 0) return take_away(atol(request + 7), answer);
    return query(request, answer);
}

int main(int argc, char **argv)
{
    if (argc < 2 || sqlite3_open(argv[1], &database) != SQLITE_OK) {
        fprintf(stderr, "usage: sqlite DATABASE [SAMPLES]\n");
        return 64;
    }
    if (argc == 3) {
        make(argv[2]);
        sqlite3_close(database);
        return 0;
    }
    run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -262144; PRAGMA mmap_size = 4294967296");
    serve(work);
    sqlite3_close(database);
    return 0;
}
