#ifndef CARCHIVE_H
#define CARCHIVE_H

#include <archive.h>
#include <archive_entry.h>

// libarchive is loaded at the first call.

/// Why it can't be loaded; NULL where it is.
const char *archive_problem(void);

#endif
