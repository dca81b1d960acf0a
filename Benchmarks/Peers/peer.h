/* A peer holds its data ready and answers requests, so that the runner can ask all peers in turn.

   A request is a line: how often to repeat, a tab, what to do. The answer is a line: the median time in seconds, then
   the numbers that the work found, which are the same from every peer. `error` and a text mean that it failed. */
#ifndef PEER_H
#define PEER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct answer { int count; double numbers[16]; };

static inline double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static inline int ascending(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Does the work once: gives the seconds it took, or a negative number after it has printed what is wrong. */
typedef double work_function(const char *request, struct answer *answer);

static inline void serve(work_function *work)
{
    static char line[1 << 20];
    static double times[1 << 16];
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("ready\n");
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = 0;
        char *request = strchr(line, '\t');
        long repeat = atol(line);
        if (request == NULL || repeat < 1 || repeat > 1 << 16) {
            printf("error no request: %s\n", line);
            continue;
        }
        struct answer answer = { 0, { 0 } };
        int is_done = 1;
        for (long i = 0; i < repeat && is_done; i++) is_done = (times[i] = work(request + 1, &answer)) >= 0;
        if (!is_done) continue;
        qsort(times, (size_t)repeat, sizeof *times, ascending);
        printf("%.9f", times[repeat / 2]);
        for (int i = 0; i < answer.count; i++) printf(" %.17g", answer.numbers[i]);
        printf("\n");
    }
}

#endif
