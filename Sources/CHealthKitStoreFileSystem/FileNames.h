#ifndef FILE_NAMES_H
#define FILE_NAMES_H

#include <stdbool.h>

// The names of the files next to a database.

// Whether a name is one of SQLite's for a log.
bool is_log_name(const char *name);

// The name below of a log or a journal, to be freed as a name of SQLite's; null for any other file.
char *store_name_below(const char *name);

// The name of the mark of a log, to be freed; null when the name isn't a log's.
char *log_mark_name(const char *log_name);

#endif
