#include "Studies.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char engine[] = {
#embed "Studies/study_engine.py"
};
static const unsigned char totals[] = {
#embed "Studies/totals.sql"
};
static const unsigned char measures[] = {
#embed "Studies/measures.sql"
};
static const unsigned char daily[] = {
#embed "Studies/daily.sql"
};
static const unsigned char hourly[] = {
#embed "Studies/hourly.sql"
};
static const unsigned char summary[] = {
#embed "Studies/summary.sql"
};
static const unsigned char cells[] = {
#embed "Studies/cells.sql"
};
static const unsigned char overlaps[] = {
#embed "Studies/overlaps.sql"
};

const struct resource_study_file resource_study_files[] = {
    {"study_engine.py", engine, sizeof engine},
    {"totals.sql", totals, sizeof totals},
    {"measures.sql", measures, sizeof measures},
    {"daily.sql", daily, sizeof daily},
    {"hourly.sql", hourly, sizeof hourly},
    {"summary.sql", summary, sizeof summary},
    {"cells.sql", cells, sizeof cells},
    {"overlaps.sql", overlaps, sizeof overlaps},
};
const unsigned long resource_study_files_count = sizeof resource_study_files / sizeof resource_study_files[0];

const struct resource_study_file *resource_study_files_start(void) { return resource_study_files; }
