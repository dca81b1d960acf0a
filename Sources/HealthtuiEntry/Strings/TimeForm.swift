import Foundation

/// A way to write a time, with an example of it: the rows of the table in Documentation/Filters.md.
package struct TimeForm: Sendable {
    /// The kind of a form's value.
    package enum Kind: Sendable {
        /// A range that has begun somewhere.
        case range
        /// Everything before something.
        case open
        /// Times of day.
        case clock
    }

    package let kind: Kind
    /// Examples, each of which can be typed.
    package let examples: [String]
    /// Its meaning, in English.
    package let meaning: String

    private init(_ kind: Kind, _ examples: String, _ meaning: String) {
        self.kind = kind
        self.examples = examples.components(separatedBy: ", ")
        self.meaning = meaning
    }

    /// All of them.
    package static let all: [TimeForm] = [
        TimeForm(.range, "today, yesterday", "that day"),
        TimeForm(.range, "mon, tuesday", "the last such day that has begun"),
        TimeForm(.range, "this week, last month, this year", "a week, month or year of the calendar"),
        TimeForm(.range, "last 7 days, last 2 weeks, last 3 months, last 5 years", "that long, ending today"),
        TimeForm(.range, "nov, last march", "the last such month that has begun; `last`, before this month"),
        TimeForm(.range, "nov 2025, 2025-11", "that month"),
        TimeForm(.range, "2025", "that year"),
        TimeForm(.range, "week 47, week 47 2025", "that week of the calendar, of this year or else the last"),
        TimeForm(.range, "21 nov, 1 sep, sep 1", "the last such day that has begun"),
        TimeForm(.range, "21 nov 2025, 2025-11-21", "that day; also in the order of your locale, such as 21.11.2025"),
        TimeForm(
            .range,
            "21 nov to 23 nov, mon to wed, 21-23 nov",
            "from the beginning of one to the end of the other"
        ),
        TimeForm(.range, "since 1 sep, since last month", "from its beginning on"),
        TimeForm(.range, "after 1 sep", "from its end on"),
        TimeForm(.open, "before 1 sep", "up to its beginning"),
        TimeForm(.open, "until 1 sep, until last month", "up to its end"),
        TimeForm(.clock, "5:00-12:00, 22:00 to 6:00, 9am-5pm", "between two times of day, the second not included"),
        TimeForm(.clock, "before 8am, after 22:00", "a part of the day"),
        TimeForm(.clock, "morning", "5:00-12:00"),
        TimeForm(.clock, "afternoon", "12:00-17:00"),
        TimeForm(.clock, "evening", "17:00-22:00"),
        TimeForm(.clock, "night", "22:00-5:00"),
    ]

    /// The suggestions before anything is typed.
    static let offered = [
        "today", "yesterday", "this week", "last week", "this month", "last month", "this year", "last year",
        "last 7 days", "last 30 days", "last 3 months", "last 12 months",
    ]
}
