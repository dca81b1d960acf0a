/// A sample as a study counts it: whole microseconds, whole millionths of the study's unit.
package struct StudySample: Hashable, Sendable {
    /// The most sources of a type that count.
    package static let mostSources = 62

    /// The place of its source, 1 for the first.
    package var priority: Int
    /// Microseconds since 1970.
    package var start: Int64
    package var end: Int64
    /// Millionths.
    package var value: Int64

    package init(priority: Int, start: Int64, end: Int64, value: Int64) {
        self.priority = priority
        self.start = start
        self.end = end
        self.value = value
    }

    /// Whether it has time in an interval; an instant has it in the interval that begins with it or holds it.
    func touches(_ interval: StudyInterval) -> Bool {
        start == end
            ? interval.start <= start && start < interval.end : interval.start < end && start < interval.end
    }
}

/// A day or an hour, half open, in microseconds since 1970.
package struct StudyInterval: Hashable, Sendable {
    package var start: Int64
    package var end: Int64

    package init(start: Int64, end: Int64) {
        self.start = start
        self.end = end
    }
}
