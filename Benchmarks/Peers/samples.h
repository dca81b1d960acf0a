/* What make_export writes beside the export, for peers that read no XML: one row a record, by type and start. */
#ifndef SAMPLES_H
#define SAMPLES_H

#include <stdint.h>

/* Times are seconds since 2001-01-01T00:00:00Z. `type` is the place in make_export's table. */
struct sample { double start, end, value, created; int32_t type, source; };

enum { PHONE, WATCH, SCALE, CUFF, DRINKS, STRAP, SOURCES };
enum { HEART_RATE = 1, STEP_COUNT = 6 };

/* The period of every export ends with 2025-06-30 in Los Angeles. */
#define PERIOD_END 773046000L

#endif
