/* The least work that a question needs: loops over plain arrays in memory, sorted by start.

   Use: arrays SAMPLES */
#include "calendar.h"
#include "peer.h"
#include "samples.h"

struct series { long count; double *start, *end, *value; };

static struct series phone, watch, pulse;
static double *edges; /* of the local days, from the first to the one after the last */
static long day_count;

static void append(struct series *series, const struct sample *sample)
{
    if ((series->count & (series->count - 1)) == 0) { /* full at each power of two */
        size_t size = (size_t)(series->count == 0 ? 1 : series->count * 2) * sizeof(double);
        series->start = realloc(series->start, size);
        series->end = realloc(series->end, size);
        series->value = realloc(series->value, size);
    }
    series->start[series->count] = sample->start;
    series->end[series->count] = sample->end;
    series->value[series->count++] = sample->value;
}

static int load(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        perror(path);
        return 0;
    }
    double first = PERIOD_END;
    for (struct sample sample; fread(&sample, sizeof sample, 1, file) == 1;) {
        if (sample.type == HEART_RATE) append(&pulse, &sample);
        if (sample.type == STEP_COUNT) append(sample.source == PHONE ? &phone : &watch, &sample);
        if (sample.start < first) first = sample.start;
    }
    fclose(file);
    long from = (long)first / 86400 - 1, last = PERIOD_END / 86400;
    edges = malloc((size_t)(last - from + 2) * sizeof *edges);
    for (long day = from; day <= last + 1; day++) edges[day - from] = (double)midnight(day);
    day_count = last - from + 1;
    return 1;
}

/* Buckets that hold something, the sum of their sums, and of their squares: a value in a wrong bucket shows. */
static void tell_sums(const double *sums, struct answer *answer)
{
    *answer = (struct answer){ 3, { 0 } };
    for (long day = 0; day < day_count; day++) {
        if (sums[day] == 0) continue;
        answer->numbers[0]++;
        answer->numbers[1] += sums[day];
        answer->numbers[2] += sums[day] * sums[day];
    }
}

static void sum_phone(double *sums)
{
    long day = 0;
    for (long i = 0; i < phone.count; i++) {
        while (phone.start[i] >= edges[day + 1]) day++;
        sums[day] += phone.value[i];
    }
}

/* The watch counts whole; the phone counts with the part of its time that the watch did not see. */
static void sum_merged(double *sums)
{
    long day = 0, other = 0;
    for (long i = 0; i < watch.count; i++) {
        while (watch.start[i] >= edges[day + 1]) day++;
        sums[day] += watch.value[i];
    }
    day = 0;
    for (long i = 0; i < phone.count; i++) {
        double start = phone.start[i], end = phone.end[i], seen = 0;
        while (start >= edges[day + 1]) day++;
        while (other < watch.count && watch.end[other] <= start) other++;
        for (long j = other; j < watch.count && watch.start[j] < end; j++) {
            double from = watch.start[j] > start ? watch.start[j] : start;
            seen += (watch.end[j] < end ? watch.end[j] : end) - from;
        }
        if (seen < end - start) sums[day] += phone.value[i] * ((end - start - seen) / (end - start));
    }
}

static long first_at(const struct series *series, double time)
{
    long low = 0, high = series->count;
    while (low < high) {
        long middle = (low + high) / 2;
        if (series->start[middle] < time) low = middle + 1; else high = middle;
    }
    return low;
}

/* Minimum, maximum and average by hour; a beat's value holds until the next one of its hour. */
static void pulse_by_hour(struct answer *answer)
{
    *answer = (struct answer){ 4, { 0 } };
    long i = first_at(&pulse, PERIOD_END - 365 * 86400);
    while (i < pulse.count) {
        double next_hour = ((double)(long)(pulse.start[i] / 3600) + 1) * 3600;
        double low = pulse.value[i], high = low, weighted = 0, total = 0;
        long first = i, group = i; /* the beats of one time share what it holds */
        double group_total = 0;
        for (; i < pulse.count && pulse.start[i] < next_hour; i++) {
            double value = pulse.value[i];
            if (pulse.start[i] > pulse.start[group]) {
                weighted += group_total / (double)(i - group) * (pulse.start[i] - pulse.start[group]);
                group = i;
                group_total = 0;
            }
            group_total += value;
            total += value;
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
        double time = pulse.start[i - 1] - pulse.start[first];
        answer->numbers[0]++;
        answer->numbers[1] += low;
        answer->numbers[2] += high;
        answer->numbers[3] += time > 0 ? weighted / time : total / (double)(i - first);
    }
}

static double work(const char *request, struct answer *answer)
{
    double began = now();
    if (strcmp(request, "heart rate by hour") == 0) {
        pulse_by_hour(answer);
        return now() - began;
    }
    int is_merged = strcmp(request, "steps of two sources") == 0;
    if (!is_merged && strcmp(request, "steps of one source") != 0) {
        printf("error no such work: %s\n", request);
        return -1;
    }
    double *sums = calloc((size_t)day_count, sizeof *sums);
    if (is_merged) sum_merged(sums); else sum_phone(sums);
    double time = now() - began;
    tell_sums(sums, answer);
    free(sums);
    return time;
}

int main(int argc, char **argv)
{
    if (argc != 2 || !load(argv[1])) return 64;
    serve(work);
    return 0;
}
