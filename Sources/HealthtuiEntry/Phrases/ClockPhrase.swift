import Foundation

/// A range of the clock, which may go over midnight: its end does not belong to it.
package struct ClockSpan: Hashable, Sendable {
    /// Seconds since midnight, from 0 to 86,399.
    package let start: Int
    /// Seconds since midnight, from 1 to 86,400.
    package let end: Int

    package init(start: Int, end: Int) {
        self.start = start
        self.end = end
    }

    /// Whether a time of day lies within.
    ///
    /// - Parameter second: Seconds since midnight.
    /// - Returns: Whether it does.
    package func contains(_ second: Int) -> Bool {
        start < end ? start <= second && second < end : start <= second || second < end
    }
}

/// Reads times of day: `22:00-06:00`, `9am to 5pm`, `before 8am`, `morning`.
package enum ClockPhrase {
    /// The times of day that a text names; `nil` when it names none.
    package static func span(_ text: String) -> ClockSpan? {
        guard text.utf8.count <= 60 else { return nil }
        var words = TypedText.words(text)[...]
        if words.count > 1, let first = words.first, let time = second(words.dropFirst().joined()) {
            return span(first, time)
        }
        while words.count > 1, let first = words.first,
            TimeWord.on.isMeant(by: first) || TimeWord.article.isMeant(by: first)
        {
            words = words.dropFirst()
        }
        if words.count == 1, let word = words.first, let part = partsOfDay.first(where: { $0.word.isMeant(by: word) }) {
            return part.span
        }
        guard let range = range(text), range.start != range.end % 86_400 else { return nil }
        return range
    }

    /// `before 8am`, `after 22:00`.
    private static func span(_ word: String, _ time: Int) -> ClockSpan? {
        if TimeWord.before.isMeant(by: word) || TimeWord.until.isMeant(by: word) {
            return time > 0 ? ClockSpan(start: 0, end: time) : nil
        }
        guard TimeWord.after.isMeant(by: word) || TimeWord.from.isMeant(by: word), time < 86_400 else { return nil }
        return ClockSpan(start: time, end: 86_400)
    }

    private static let partsOfDay: [(word: TimeWord, span: ClockSpan)] = [
        (.morning, hours(5, 12)), (.afternoon, hours(12, 17)), (.evening, hours(17, 22)), (.night, hours(22, 5)),
    ]

    private static func hours(_ start: Int, _ end: Int) -> ClockSpan {
        ClockSpan(start: start * 3_600, end: end * 3_600)
    }

    /// The times between two that a text such as `22:00-06:00` names; both may be the same.
    static func range(_ text: String) -> ClockSpan? {
        var words = TypedText.words(text)
        if words.count > 2, TimeWord.from.isMeant(by: words[0]) { words.removeFirst() }
        let dashes = words.map { TimeWord.to.isMeant(by: $0) ? "-" : $0 }.joined().replacing("..", with: "-")
        let halves = dashes.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard halves.count == 2, let start = second(halves[0]), let end = second(halves[1]), start < 86_400 else {
            return nil
        }
        return ClockSpan(start: start, end: end == 0 ? 86_400 : end)
    }

    /// Seconds since midnight of a text without blanks.
    ///
    /// A bare number is none: it may be of the morning or of the evening.
    static func second(_ text: String) -> Int? {
        let body = text.prefix { $0.isASCII && ($0.isNumber || $0 == ":") }
        let suffix = text.dropFirst(body.count)
        let isTwelveHours = suffix == "am" || suffix == "pm"
        guard suffix.isEmpty || isTwelveHours || suffix == TimeWord.germanClock else { return nil }
        let parts = body.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || (parts.count == 1 && !suffix.isEmpty), (1...2).contains(parts[0].count),
            var hour = Int(parts[0]), parts.count == 1 || parts[1].count == 2,
            let minute = parts.count == 1 ? 0 : Int(parts[1]), minute < 60
        else { return nil }
        if isTwelveHours {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (suffix == "pm" ? 12 : 0)
        }
        guard hour < 24 || (hour == 24 && minute == 0) else { return nil }
        return (hour * 60 + minute) * 60
    }
}
