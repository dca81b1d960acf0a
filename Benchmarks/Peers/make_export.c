/* Writes an invented person's Apple Health export: an iPhone, an Apple Watch, a scale, a cuff and two other apps.
   The same options give the same bytes on every machine: whole numbers only, no clock, no locale.

   Use: make_export --records N [--seed S] [--days D] [--xml PATH] [--samples PATH]

   N counts the records at top level; correlations, workouts and activity summaries come on top. The days are N / 450,
   from 14 to 3650, unless D says otherwise. */
#include "calendar.h"
#include "samples.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Random numbers: splitmix64 */

static uint64_t state;

static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}
static uint64_t next(void) { return mix(state += 0x9E3779B97F4A7C15u); }
static long below(long n) { return n <= 1 ? 0 : (long)(((unsigned __int128)next() * (uint64_t)n) >> 64); }
static long between(long low, long high) { return low + below(high - low + 1); }
static long bell(long low, long high)
{
    long sum = between(low, high);
    sum += between(low, high);
    return (sum + between(low, high)) / 3;
}

/* ---- Output */

static FILE *xml, *samples;
static char buffer[1 << 20];
static size_t used;

static void flush(void)
{
    if (xml != NULL && used > 0 && fwrite(buffer, 1, used, xml) != used) {
        perror("make_export");
        exit(1);
    }
    used = 0;
}
static void put_bytes(const char *bytes, size_t count)
{
    if (used + count > sizeof buffer) flush();
    memcpy(buffer + used, bytes, count);
    used += count;
}
static void put(const char *text) { put_bytes(text, strlen(text)); }
static void put_number(long number, int width)
{
    char digits[24];
    int first = sizeof digits;
    do {
        digits[--first] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0 || (int)sizeof digits - first < width);
    put_bytes(digits + first, sizeof digits - (size_t)first);
}
static long power_of_ten(int exponent) { return exponent == 0 ? 1 : 10 * power_of_ten(exponent - 1); }

/* number / 10^decimals without trailing zeros. */
static void put_decimal(long number, int decimals)
{
    while (decimals > 0 && number % 10 == 0) {
        number /= 10;
        decimals--;
    }
    put_number(number / power_of_ten(decimals), 1);
    if (decimals == 0) return;
    put(".");
    put_number(number % power_of_ten(decimals), decimals);
}
static void put_day(struct civil date)
{
    put_number(date.year, 4); put("-"); put_number(date.month, 2); put("-"); put_number(date.day, 2);
}
static void put_date(long time)
{
    static struct civil date;
    static long known = -1;
    long day = (time - 8 * 3600) / 86400;
    if (day != known) date = civil_of(known = day);
    long lag = clock_lag(time, date.year), second = (time - lag) % 86400;
    if ((time - lag) / 86400 == day) put_day(date); else put_day(civil_of((time - lag) / 86400));
    put(" "); put_number(second / 3600, 2);
    put(":"); put_number(second / 60 % 60, 2);
    put(":"); put_number(second % 60, 2);
    put(lag == 7 * 3600 ? " -0700" : " -0800");
}
static void put_entry(const char *indent, const char *key, const char *value)
{
    put(indent); put("<MetadataEntry key=\""); put(key); put("\" value=\""); put(value); put("\"/>\n");
}

/* ---- The period, its days and what happens on them */

static uint64_t seed = 1;
static long records = 100000, days, first_day;
static long *weights; /* up to each day */

static void begin_section(int section) { state = mix(seed * 0x9E3779B97F4A7C15u + (uint64_t)section); }

/* The share of a day in a total; the shares of all days make the total. */
static long share(long total, long day)
{
    return total * weights[day + 1] / weights[days] - total * weights[day] / weights[days];
}

static const char *const sports[] = { "Running", "Walking", "Cycling", "TraditionalStrengthTraining", "Swimming" };

/* The sport of a day, or -1. */
static int workout_on(long day, long *start, long *length)
{
    uint64_t kept = state;
    state = mix(seed + 77u * (uint64_t)(first_day + day));
    int sport = below(100) < 15 || is_sunday(first_day + day) ? (int)below(5) : -1;
    *start = midnight(first_day + day) + between(6 * 3600, 18 * 3600);
    *length = between(900, 5400);
    state = kept;
    return sport;
}

/* ---- Sources and devices */

static const char *const source_names[SOURCES] = {
    "Alex\xE2\x80\x99s iPhone", "Alex\xE2\x80\x99s Apple\xC2\xA0Watch", "Body Scale", "Cuff Connect",
    "Food &amp; Drink &quot;Diary&quot;", "Chest Strap",
};
static const char *const watch_versions[] = {
    "6.1", "6.2.8", "7.1", "7.6.2", "8.3", "8.7", "9.1", "9.6", "10.2", "10.6.1", "11.2", "11.5",
};
static const char *const phone_versions[] = {
    "13.3", "13.7", "14.3", "14.8", "15.2", "15.7", "16.1.1", "16.6", "17.2.1", "17.7", "18.2.1", "18.5",
};
static const char *const watch_models[] = { "Watch4,4", "Watch6,1", "Watch7,5" };
static const char *const phone_models[] = { "iPhone11,8", "iPhone13,2", "iPhone15,4" };

/* The same device is written with another address from time to time. */
static void put_address(int source)
{
    static uint64_t addresses[SOURCES];
    static long left[SOURCES];
    if (left[source]-- <= 0) {
        addresses[source] = 0x280000000u + ((uint64_t)below(1 << 24) << 4);
        left[source] = between(500, 8000);
    }
    char text[24];
    snprintf(text, sizeof text, "0x%llx", (unsigned long long)addresses[source]);
    put(text);
}
static void put_source(int source, long time)
{
    long day = (time - 8 * 3600) / 86400 - first_day;
    day = day < 0 ? 0 : day >= days ? days - 1 : day;
    long version = day * 12 / days, model = day * 3 / days;
    static const char *const others[SOURCES] = { [SCALE] = "50300", [CUFF] = "7.4", [DRINKS] = "212", [STRAP] = "3.5.6" };
    const char *software = source == WATCH ? watch_versions[version] : source == PHONE ? phone_versions[version] : others[source];
    put(" sourceName=\""); put(source_names[source]);
    put("\" sourceVersion=\""); put(software); put("\"");
    if (source > SCALE) return;
    put(" device=\"&lt;&lt;HKDevice: "); put_address(source);
    if (source == SCALE) {
        put("&gt;, name:Body+, manufacturer:Scales, model:WBS05, hardware:5, software:2251&gt;\"");
        return;
    }
    put(source == WATCH ? "&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:"
                        : "&gt;, name:iPhone, manufacturer:Apple Inc., model:iPhone, hardware:");
    put(source == WATCH ? watch_models[model] : phone_models[model]);
    put(", software:"); put(software); put("&gt;\"");
}
static void put_dates(long created, long start, long end)
{
    put(" creationDate=\""); put_date(created);
    put("\" startDate=\""); put_date(start);
    put("\" endDate=\""); put_date(end); put("\"");
}

/* ---- The types */

enum shape { ALL_DAY, WAKING, NIGHT, PULSE, TWO_SOURCES, SLEEP, STAND_HOURS, BEATS, MORNING, PRESSURE, WHOLE_DAY };

struct kind {
    const char *name, *unit;
    int share; /* of 10,000 records */
    enum shape shape;
    int decimals;
    long low, high, longest;
    int source;
};

#define QUANTITY(name) "HKQuantityTypeIdentifier" name
static const struct kind kinds[] = {
    { QUANTITY("BodyMass"), "lb", 8, MORNING, 1, 1580, 1760, 0, SCALE },
    { QUANTITY("HeartRate"), "count/min", 4500, PULSE, 0, 46, 122, 0, WATCH },
    { QUANTITY("OxygenSaturation"), "%", 120, NIGHT, 2, 92, 100, 15, WATCH },
    { QUANTITY("BloodPressureSystolic"), "mmHg", 5, PRESSURE, 0, 106, 141, 0, CUFF },
    { QUANTITY("BloodPressureDiastolic"), "mmHg", 5, PRESSURE, 0, 64, 91, 0, CUFF },
    { QUANTITY("RespiratoryRate"), "count/min", 150, NIGHT, 1, 110, 200, 0, WATCH },
    { QUANTITY("StepCount"), "count", 1000, TWO_SOURCES, 0, 4, 720, 600, PHONE },
    { QUANTITY("DistanceWalkingRunning"), "mi", 800, TWO_SOURCES, 7, 12345, 3456789, 600, PHONE },
    { QUANTITY("BasalEnergyBurned"), "Cal", 1000, ALL_DAY, 3, 150, 36000, 900, WATCH },
    { QUANTITY("ActiveEnergyBurned"), "Cal", 1500, WAKING, 3, 40, 9000, 120, WATCH },
    { QUANTITY("FlightsClimbed"), "count", 40, WAKING, 0, 1, 4, 200, PHONE },
    { QUANTITY("DietaryWater"), "fl_oz_us", 10, WAKING, 1, 40, 240, 1, DRINKS },
    { QUANTITY("AppleExerciseTime"), "min", 80, WAKING, 0, 1, 1, 60, WATCH },
    { QUANTITY("RestingHeartRate"), "count/min", 10, WHOLE_DAY, 0, 48, 67, 0, WATCH },
    { QUANTITY("VO2Max"), "mL/min\xC2\xB7kg", 2, MORNING, 2, 3300, 4700, 0, WATCH },
    { QUANTITY("EnvironmentalAudioExposure"), "dBASPL", 250, WAKING, 4, 420000, 930000, 1800, WATCH },
    { QUANTITY("HeadphoneAudioExposure"), "dBASPL", 50, WAKING, 4, 500000, 890000, 1800, PHONE },
    { QUANTITY("WalkingSpeed"), "mi/hr", 40, WAKING, 4, 15000, 41000, 90, PHONE },
    { QUANTITY("WalkingStepLength"), "in", 40, WAKING, 4, 180000, 320000, 90, PHONE },
    { QUANTITY("AppleStandTime"), "min", 150, WAKING, 0, 1, 5, 300, WATCH },
    { "HKCategoryTypeIdentifierSleepAnalysis", NULL, 120, SLEEP, 0, 0, 0, 0, WATCH },
    { "HKCategoryTypeIdentifierAppleStandHour", NULL, 100, STAND_HOURS, 0, 0, 0, 0, WATCH },
    { QUANTITY("HeartRateVariabilitySDNN"), "ms", 20, BEATS, 4, 180000, 980000, 60, WATCH },
};
enum { KINDS = sizeof kinds / sizeof *kinds, SYSTOLIC = 3, DIASTOLIC = 4 };

static const char *const stages[] = { "AsleepCore", "AsleepCore", "AsleepCore", "AsleepDeep", "AsleepREM", "Awake" };
static const int stage_values[] = { 3, 3, 3, 4, 5, 2 };

struct draft { long start, end, value; int source; };

/* `count` spans that follow each other, one in each part of the time; of length 0 when `longest` is 0. */
static void spread(struct draft *drafts, long count, long from, long to, const struct kind *kind)
{
    for (long i = 0; i < count; i++) {
        long begin = from + (to - from) * i / count, room = from + (to - from) * (i + 1) / count - begin;
        long length = kind->longest == 0 ? 0 : 1 + below(room - 1 < kind->longest ? room - 1 : kind->longest);
        long start = begin + below(room - length);
        drafts[i] = (struct draft){ start, start + length, bell(kind->low, kind->high), kind->source };
    }
}

/* Walks as the phone saw them, and most of them as the watch did, slightly shifted. */
static void walk_with_two(struct draft *drafts, long count, long from, long to, const struct kind *kind)
{
    long on_watch = count * 9 / 20, on_phone = count - on_watch;
    for (long i = 0; i < on_phone; i++) {
        long begin = from + (to - from) * i / on_phone, end = from + (to - from) * (i + 1) / on_phone;
        struct draft phone;
        spread(&phone, 1, begin, end, kind);
        struct draft watch = { phone.start + between(-90, 60), phone.end + between(-60, 90), 0, WATCH };
        if (watch.start < begin) watch.start = begin;
        if (watch.end > end) watch.end = end;
        if (watch.end <= watch.start) { watch.start = phone.start; watch.end = phone.end; }
        watch.value = 1 + phone.value * between(90, 112) / 100;
        int is_seen = (i + 1) * on_watch / on_phone > i * on_watch / on_phone;
        if (is_seen && watch.start < phone.start) *drafts++ = watch;
        *drafts++ = phone;
        if (is_seen && watch.start >= phone.start) *drafts++ = watch;
    }
}

static int by_start(const void *left, const void *right)
{
    const struct draft *a = left, *b = right;
    return a->start != b->start ? (a->start > b->start) - (a->start < b->start) : (a->value > b->value) - (a->value < b->value);
}

/* The pulse all day, every five seconds within a workout. */
static void beat(struct draft *drafts, long count, long day, long from, long to, const struct kind *kind)
{
    long start, length, dense = 0;
    if (workout_on(day, &start, &length) >= 0) dense = length / 5 < count / 2 ? length / 5 : count / 2;
    for (long i = 0; i < dense; i++) drafts[i] = (struct draft){ start + 5 * i, start + 5 * i, bell(108, 178), WATCH };
    spread(drafts + dense, count - dense, from, to, kind);
    for (long i = dense; i < count; i++)
        if (below(200) == 0) drafts[i].source = STRAP;
    qsort(drafts, (size_t)count, sizeof *drafts, by_start);
}

static void fill(struct draft *drafts, long count, long day, const struct kind *kind)
{
    long from = midnight(first_day + day), to = midnight(first_day + day + 1), hour = 3600;
    switch (kind->shape) {
    case ALL_DAY: spread(drafts, count, from, to, kind); break;
    case WAKING: spread(drafts, count, from + 6 * hour, from + 22 * hour, kind); break;
    case NIGHT: case BEATS: spread(drafts, count, from, from + 7 * hour, kind); break;
    case MORNING: case PRESSURE: spread(drafts, count, from + 6 * hour, from + 9 * hour, kind); break;
    case PULSE: beat(drafts, count, day, from, to, kind); break;
    case TWO_SOURCES: walk_with_two(drafts, count, from + 6 * hour, from + 22 * hour, kind); break;
    case SLEEP:
        for (long i = 0, time = from; i < count; i++) {
            long length = 7 * hour / (2 * count) + below(7 * hour / count) + 1;
            drafts[i] = (struct draft){ time, time + length, below(6), WATCH };
            time += length;
        }
        break;
    case STAND_HOURS:
        for (long i = 0; i < count; i++) {
            long start = from + i * (to - from - hour) / count;
            drafts[i] = (struct draft){ start, start + hour, below(5) == 0, WATCH };
        }
        break;
    case WHOLE_DAY:
        for (long i = 0; i < count; i++) drafts[i] = (struct draft){ from + i, to - 60, bell(kind->low, kind->high), WATCH };
        break;
    }
}

/* ---- Records */

/* Seconds to minutes after the end, now and then hours. */
static long created_after(long end)
{
    long chance = below(1000);
    return end + (chance < 3 ? between(3600, 40000) : chance < 500 ? between(0, 30) : between(30, 700));
}
static void put_record(const struct kind *kind, const struct draft *draft, long created)
{
    put("<Record type=\""); put(kind->name); put("\"");
    put_source(draft->source, draft->start);
    if (kind->unit != NULL) { put(" unit=\""); put(kind->unit); put("\""); }
    put_dates(created, draft->start, draft->end);
    put(" value=\"");
    if (kind->shape == SLEEP) { put("HKCategoryValueSleepAnalysis"); put(stages[draft->value]); }
    else if (kind->shape == STAND_HOURS) put(draft->value ? "HKCategoryValueAppleStandHourIdle" : "HKCategoryValueAppleStandHourStood");
    else put_decimal(draft->value, kind->decimals);
    put("\"");
}
static void put_beats(long start)
{
    put("  <HeartRateVariabilityMetadataList>\n");
    long hundredths = (start % 86400) * 100;
    for (long i = between(14, 60); i > 0; i--) {
        long second = hundredths / 100 % 86400, hour = second / 3600;
        put("   <InstantaneousBeatsPerMinute bpm=\""); put_number(between(49, 81), 1);
        put("\" time=\""); put_number(hour % 12 == 0 ? 12 : hour % 12, 1);
        put(":"); put_number(second / 60 % 60, 2); put(":"); put_number(second % 60, 2);
        put("."); put_number(hundredths % 100, 2); put(hour < 12 ? "\xE2\x80\xAF" "AM\"/>\n" : "\xE2\x80\xAF" "PM\"/>\n");
        hundredths += between(80, 120);
    }
    put("  </HeartRateVariabilityMetadataList>\n");
}

/* What stands between the tags of a record; 0 when nothing does. */
static int put_content(const struct kind *kind, const struct draft *draft)
{
    if (kind->shape == PULSE && draft->source == WATCH) {
        put(">\n"); put_entry("  ", "HKMetadataKeyHeartRateMotionContext", draft->value > 105 ? "2" : below(4) ? "1" : "0");
    } else if (kind->shape == NIGHT && kind->longest > 0) {
        put(">\n  <MetadataEntry key=\"HKMetadataKeyBarometricPressure\" value=\"");
        put_decimal(between(990000, 1024000), 4); put(" kPa\"/>\n");
    } else if (kind->shape == BEATS) {
        put(">\n"); put_entry("  ", "HKAlgorithmVersion", "2"); put_beats(draft->start);
    } else if (kind->shape == SLEEP) {
        put(">\n"); put_entry("  ", "HKTimeZone", "America/Los_Angeles");
    } else if (draft->source == CUFF || draft->source == SCALE || draft->source == DRINKS) {
        put(">\n"); put_entry("  ", "HKWasUserEntered", draft->source == DRINKS ? "1" : "0");
        if (draft->source == SCALE) put_entry("  ", "Scale App Version", "5.3.0 (b&amp;w)");
        if (draft->source == DRINKS) put_entry("  ", "HKFoodType", "Water, &lt;plain&gt;");
    } else {
        return 0;
    }
    return 1;
}

static void add_sample(const struct kind *kind, const struct draft *draft, long created)
{
    if (samples == NULL) return;
    double value = (double)draft->value / (double)power_of_ten(kind->decimals);
    if (kind->shape == SLEEP) value = stage_values[draft->value];
    struct sample sample = { (double)draft->start, (double)draft->end, value, (double)created,
                             (int32_t)(kind - kinds), draft->source };
    if (fwrite(&sample, sizeof sample, 1, samples) != 1) {
        perror("make_export");
        exit(1);
    }
}

static void write_kind(const struct kind *kind, long total)
{
    struct draft *drafts = malloc((size_t)(total / days * 3 + 16) * sizeof *drafts);
    for (long day = 0; day < days; day++) {
        long count = share(total, day);
        if (count == 0) continue;
        /* A reading of blood pressure has the same time in both types and in its correlation. */
        if (kind->shape == PRESSURE) begin_section(100000 + (int)day);
        fill(drafts, count, day, kind);
        for (long i = 0; i < count; i++) {
            long created = kind->shape == PRESSURE ? drafts[i].end + 30 : created_after(drafts[i].end);
            put(" ");
            put_record(kind, &drafts[i], created);
            put(put_content(kind, &drafts[i]) ? " </Record>\n" : "/>\n");
            add_sample(kind, &drafts[i], created);
        }
    }
    free(drafts);
}

static void write_correlations(long total)
{
    struct draft drafts[2][512];
    for (long day = 0; day < days; day++) {
        long count = share(total, day);
        for (int member = 0; member < 2; member++) {
            begin_section(100000 + (int)day);
            fill(drafts[member], count, day, &kinds[SYSTOLIC + member]);
        }
        for (long i = 0; i < count; i++) {
            long time = drafts[0][i].start;
            put(" <Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\"");
            put_source(CUFF, time); put_dates(time + 30, time, time); put(">\n");
            put_entry("  ", "HKWasUserEntered", "0");
            for (int member = 0; member < 2; member++) {
                put("  "); put_record(&kinds[SYSTOLIC + member], &drafts[member][i], time + 30); put(">\n");
                put_entry("   ", "HKWasUserEntered", "0"); put("  </Record>\n");
            }
            put(" </Correlation>\n");
        }
    }
}

/* ---- Workouts and activity summaries */

static void put_statistics(const char *type, long start, long end, const char *values, const char *unit)
{
    put("  <WorkoutStatistics type=\"HKQuantityTypeIdentifier"); put(type);
    put("\" startDate=\""); put_date(start); put("\" endDate=\""); put_date(end);
    put("\" "); put(values); put(" unit=\""); put(unit); put("\"/>\n");
}
static void put_sum(const char *type, long start, long end, long thousandths, const char *unit)
{
    char text[64];
    snprintf(text, sizeof text, "sum=\"%ld.%03ld\"", thousandths / 1000, thousandths % 1000);
    put_statistics(type, start, end, text, unit);
}
static void put_activity(long start, long end)
{
    char uuid[40];
    uint64_t high = next(), low = next();
    snprintf(uuid, sizeof uuid, "%08X-%04X-4%03X-A%03X-%012llX", (unsigned)(high >> 32), (unsigned)(high >> 16) & 0xFFFF,
             (unsigned)high & 0xFFF, (unsigned)(low >> 52), (unsigned long long)(low & 0xFFFFFFFFFFFFu));
    put("  <WorkoutActivity uuid=\""); put(uuid);
    put("\" startDate=\""); put_date(start); put("\" endDate=\""); put_date(end);
    put("\" duration=\""); put_decimal((end - start) * 1000000 / 60, 6); put("\" durationUnit=\"min\">\n ");
    put_statistics("HeartRate", start, end, "average=\"141.5\" minimum=\"98\" maximum=\"177\"", "count/min");
    put("  </WorkoutActivity>\n");
}
static void put_route(long start, long end)
{
    put("  <WorkoutRoute"); put_source(WATCH, start); put_dates(end + 2, start, end);
    put(">\n"); put_entry("   ", "HKMetadataKeySyncVersion", "2");
    put("   <FileReference path=\"/workout-routes/route_"); put_day(civil_of((start - 8 * 3600) / 86400));
    put("_"); put_number(1 + start / 3600 % 12, 1); put(".07am.gpx\"/>\n  </WorkoutRoute>\n");
}
static void put_workout(int sport, long start, long length)
{
    long end = start + length;
    put(" <Workout workoutActivityType=\"HKWorkoutActivityType"); put(sports[sport]);
    put("\" duration=\""); put_decimal(length * 1000000 / 60, 6); put("\" durationUnit=\"min\"");
    put_source(WATCH, start); put_dates(end + between(5, 90), start, end); put(">\n");
    put_entry("  ", "HKIndoorWorkout", sport == 3 ? "1" : "0");
    put_entry("  ", "HKTimeZone", "America/Los_Angeles");
    put("  <MetadataEntry key=\"HKWeatherTemperature\" value=\""); put_number(between(41, 92), 1); put(" degF\"/>\n");
    put("  <MetadataEntry key=\"HKWeatherHumidity\" value=\""); put_number(between(20, 95) * 100, 1); put(" %\"/>\n");
    put("  <MetadataEntry key=\"HKAverageMETs\" value=\""); put_decimal(between(21000, 98000), 4); put(" kcal/hr\xC2\xB7kg\"/>\n");
    for (long time = start; time + 600 <= end; time += 600) {
        put("  <WorkoutEvent type=\"HKWorkoutEventTypeSegment\" date=\""); put_date(time);
        put("\" duration=\"10\" durationUnit=\"min\"/>\n");
    }
    put_activity(start, end);
    put_sum("BasalEnergyBurned", start, end, length * 27, "Cal");
    put_sum("ActiveEnergyBurned", start, end, length * between(80, 190), "Cal");
    put_statistics("HeartRate", start, end, "average=\"138.25\" minimum=\"96\" maximum=\"179\"", "count/min");
    if (sport <= 2) put_sum(sport == 2 ? "DistanceCycling" : "DistanceWalkingRunning", start, end, length * between(1, 4), "mi");
    if (sport < 2) put_route(start, end);
    put(" </Workout>\n");
}
static void write_workouts(void)
{
    for (long day = 0; day < days; day++) {
        long start, length;
        int sport = workout_on(day, &start, &length);
        if (sport >= 0) put_workout(sport, start, length);
    }
}
static void write_summaries(void)
{
    for (long day = 0; day < days; day++) {
        put(" <ActivitySummary dateComponents=\""); put_day(civil_of(first_day + day));
        put("\" activeEnergyBurned=\""); put_decimal(bell(120000, 1100000), 3);
        put("\" activeEnergyBurnedGoal=\"600\" activeEnergyBurnedUnit=\"Cal\" appleMoveTime=\"0\" appleMoveTimeGoal=\"0\"");
        put(" appleExerciseTime=\""); put_number(between(0, 90), 1);
        put("\" appleExerciseTimeGoal=\"30\" appleStandHours=\""); put_number(between(4, 16), 1);
        put("\" appleStandHoursGoal=\"12\"/>\n");
    }
}

/* ---- The document */

static void write_prolog(void)
{
    put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE HealthData [\n<!-- HealthKit Export Version: 14 -->\n"
        "<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary)*)>\n"
        "<!ATTLIST HealthData\n  locale CDATA #REQUIRED\n>\n"
        "<!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)>\n"
        "<!ATTLIST Record\n  type CDATA #REQUIRED\n  unit CDATA #IMPLIED\n  value CDATA #IMPLIED\n"
        "  sourceName CDATA #REQUIRED\n  sourceVersion CDATA #IMPLIED\n  device CDATA #IMPLIED\n"
        "  creationDate CDATA #IMPLIED\n  startDate CDATA #REQUIRED\n  endDate CDATA #REQUIRED\n>\n]>\n"
        "<HealthData locale=\"en_US\">\n <ExportDate value=\"");
    put_date(PERIOD_END + 9 * 3600);
    put("\"/>\n <Me HKCharacteristicTypeIdentifierDateOfBirth=\"1984-03-09\""
        " HKCharacteristicTypeIdentifierBiologicalSex=\"HKBiologicalSexFemale\""
        " HKCharacteristicTypeIdentifierBloodType=\"HKBloodTypeOPositive\""
        " HKCharacteristicTypeIdentifierFitzpatrickSkinType=\"HKFitzpatrickSkinTypeNotSet\""
        " HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse=\"None\"/>\n");
}
static void write_export(void)
{
    long totals[KINDS], left = records;
    for (int i = 0; i < KINDS; i++) left -= totals[i] = records * kinds[i].share / 10000;
    totals[HEART_RATE] += left;
    write_prolog();
    for (int i = 0; i < KINDS; i++) {
        begin_section(i);
        write_kind(&kinds[i], totals[i]);
    }
    write_correlations(totals[SYSTOLIC]);
    begin_section(KINDS);
    write_workouts();
    write_summaries();
    put("</HealthData>\n");
    flush();
}

static FILE *open_output(const char *path)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    setvbuf(file, NULL, _IOFBF, 1 << 20);
    return file;
}

int main(int argc, char **argv)
{
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--records") == 0) records = atol(argv[i + 1]);
        else if (strcmp(argv[i], "--seed") == 0) seed = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--days") == 0) days = atol(argv[i + 1]);
        else if (strcmp(argv[i], "--xml") == 0) xml = open_output(argv[i + 1]);
        else if (strcmp(argv[i], "--samples") == 0) samples = open_output(argv[i + 1]);
        else argc = 0;
    }
    if (argc % 2 == 0 || records < 1 || days < 0 || days > 6000) {
        fprintf(stderr, "usage: make_export --records N [--seed S] [--days D] [--xml PATH] [--samples PATH]\n");
        return 64;
    }
    if (days == 0) days = records / 450 < 14 ? 14 : records / 450 > 3650 ? 3650 : records / 450;
    first_day = (PERIOD_END - 7 * 3600) / 86400 - days;
    weights = calloc((size_t)days + 1, sizeof *weights);
    begin_section(-1);
    for (long day = 0; day < days; day++) weights[day + 1] = weights[day] + between(60, 140);
    write_export();
    if ((xml != NULL && fclose(xml) != 0) || (samples != NULL && fclose(samples) != 0)) {
        perror("make_export");
        return 1;
    }
    return 0;
}
