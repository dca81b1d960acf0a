/* Days, civil dates and the clock of Los Angeles; times are seconds since 2001-01-01T00:00:00Z.
   Summer time by the rules of 2007 and later. */
#ifndef CALENDAR_H
#define CALENDAR_H

struct civil { int year, month, day; };

static inline int is_leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

static inline int month_length(int year, int month)
{
    static const int length[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    return month == 2 && is_leap(year) ? 29 : length[month - 1];
}

/* Days from 2001-01-01, a Monday. */
static inline long day_of(struct civil date)
{
    long days = date.day - 1;
    for (int month = 1; month < date.month; month++) days += month_length(date.year, month);
    for (int year = 2001; year < date.year; year++) days += 365 + is_leap(year);
    return days;
}

static inline struct civil civil_of(long day)
{
    struct civil date = { 2001, 1, 1 };
    while (day >= 365 + is_leap(date.year)) day -= 365 + is_leap(date.year++);
    while (day >= month_length(date.year, date.month)) day -= month_length(date.year, date.month++);
    date.day = (int)day + 1;
    return date;
}

static inline int is_sunday(long day) { return day % 7 == 6; }

static inline long nth_sunday(int year, int month, int n)
{
    long day = day_of((struct civil){ year, month, 1 });
    while (!is_sunday(day)) day++;
    return day + 7 * (n - 1);
}

/* When summer time begins and ends in a year. */
struct summer { long begin, end; };

static inline struct summer summer_of(int year)
{
    static struct summer known[128];
    struct summer *summer = &known[year - 2001];
    if (summer->end == 0) {
        summer->begin = nth_sunday(year, 3, 2) * 86400 + 10 * 3600;
        summer->end = nth_sunday(year, 11, 1) * 86400 + 9 * 3600;
    }
    return *summer;
}

/* Seconds that the clocks are behind UTC at a time; `year` is the local one. */
static inline long clock_lag(long time, int year)
{
    struct summer summer = summer_of(year);
    return (time >= summer.begin && time < summer.end ? 7 : 8) * 3600L;
}

/* When a local day begins. */
static inline long midnight(long day)
{
    long standard = day * 86400 + 8 * 3600;
    struct summer summer = summer_of(civil_of(day).year);
    return standard > summer.begin && standard - 3600 < summer.end ? standard - 3600 : standard;
}

#endif
