import Foundation
import HealthKit

// Days, weeks, months and years by their words.
extension TimeRangePhrase {
    /// A range of the calendar.
    ///
    /// - Parameters:
    ///   - words: The folded words.
    ///   - today: The day that `today` means, and up to which `nov` and `mon` are looked for.
    /// - Returns: The range; `nil` for other words.
    /// - Throws: ``EntryError`` for a range that is in no calendar.
    func simple(_ words: ArraySlice<String>, at today: Int) throws -> Found? {
        guard let first = words.first else { return nil }
        let rest = words.dropFirst()
        if TimeWord.this.isMeant(by: first) { return try this(rest, today) }
        if TimeWord.last.isMeant(by: first), !rest.isEmpty { return try last(words, today) }
        if words.count == 1, let found = try single(first, today) { return found }
        return try numberedWeek(words, today) ?? month(words, today) ?? written(words, today)
    }

    private func found(_ range: Range<Int>, _ unit: TimeRange.Unit?, _ words: ArraySlice<String>) throws -> Found {
        let text = words.joined(separator: " ")
        guard range.lowerBound >= Self.earliest else { throw EntryError(EntryStrings.isBefore1900(text)) }
        let (start, end) = (days.date(range.lowerBound), days.date(range.upperBound))
        // A zone may leave out a day.
        guard start < end else { throw EntryError(EntryStrings.isInNoCalendar(text)) }
        return Found(start: start, end: end, unit: unit)
    }

    /// 1 January 1900, by its distance from the reference date.
    static let earliest = -36_890

    private func unit(_ word: String) -> (component: Calendar.Component, unit: TimeRange.Unit)? {
        if TimeWord.day.isMeant(by: word) { return (.day, .day) }
        if TimeWord.week.isMeant(by: word) { return (.weekOfYear, .week) }
        if TimeWord.month.isMeant(by: word) { return (.month, .month) }
        return TimeWord.year.isMeant(by: word) ? (.year, .year) : nil
    }

    // MARK: This and last

    private func this(_ rest: ArraySlice<String>, _ today: Int) throws -> Found? {
        guard rest.count == 1, let word = rest.first else { return nil }
        if let (component, unit) = unit(word) { return try found(days.unit(component, of: today), unit, rest) }
        return try single(word, today)
    }

    private func last(_ words: ArraySlice<String>, _ today: Int) throws -> Found? {
        let rest = words.dropFirst()
        guard let word = rest.first else { return nil }
        if rest.count == 2, let length = rest.last, let (component, unit) = unit(length) {
            return try counted(word, component, unit, words, today)
        }
        guard rest.count == 1 else { return nil }
        if let (component, unit) = unit(word) {
            let this = days.unit(component, of: today)
            return try found(days.unit(component, of: this.lowerBound - 1), unit, rest)
        }
        if let month = DatePhrase.month(word) { return try latest(month, today, isBeforeThis: true, rest) }
        return try weekday(word, today)
    }

    /// `last 7 days`, `last 3 months`: they end today.
    private func counted(
        _ number: String,
        _ component: Calendar.Component,
        _ unit: TimeRange.Unit,
        _ words: ArraySlice<String>,
        _ today: Int
    ) throws -> Found? {
        guard number.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        let text = words.joined(separator: " ")
        guard let count = Int(number), count < 100_000 else { throw EntryError(EntryStrings.isBefore1900(text)) }
        guard count > 0 else { throw EntryError(EntryStrings.hasNoDays(text)) }
        guard let first = days.adding(-count, component, to: today + 1) else { return nil }
        return try found(first..<today + 1, unit == .day && count == 1 ? .day : nil, words)
    }

    // MARK: One word

    private func single(_ word: String, _ today: Int) throws -> Found? {
        if word.first?.isNumber == true {
            if let match = word.wholeMatch(of: /([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2}))?)?/) {
                return try numbered(word, match.1, match.2, match.3)
            }
            if let match = word.wholeMatch(of: /([0-9]{4})-?w([0-9]{1,2})/), let year = Int(match.1),
                let week = Int(match.2)
            {
                return try self.week(week, year, [word])
            }
        }
        if let month = DatePhrase.month(word) { return try latest(month, today, isBeforeThis: false, [word]) }
        return try weekday(word, today)
    }

    /// `2026`, `2026-11`, `2026-11-21`.
    private func numbered(_ word: String, _ year: Substring, _ month: Substring?, _ day: Substring?) throws -> Found? {
        guard let year = Int(year) else { return nil }
        if let month = month.flatMap({ Int($0) }), let day = day.flatMap({ Int($0) }) {
            guard let number = days.day(year, month, day) else { throw EntryError(EntryStrings.isInNoCalendar(word)) }
            return try typed(number..<number + 1, .day, [word])
        }
        // Digits that look like a year may be a number or a code.
        guard year >= 1900, let first = days.day(year, month.flatMap { Int($0) } ?? 1, 1) else { return nil }
        let (component, unit): (Calendar.Component, TimeRange.Unit) = month == nil ? (.year, .year) : (.month, .month)
        return try typed(days.unit(component, of: first), unit, [word])
    }

    /// A range of which the year was typed.
    private func typed(_ range: Range<Int>, _ unit: TimeRange.Unit, _ words: ArraySlice<String>) throws -> Found {
        var found = try found(range, unit, words)
        found.hasYear = true
        return found
    }

    /// `today`, `yesterday`, or a weekday, which is the last one that has begun.
    private func weekday(_ word: String, _ today: Int) throws -> Found? {
        let name = word.last == "." ? String(word.dropLast()) : word
        let phrase = TimePhrase(now: days.date(today), timeZone: calendar.timeZone)
        guard let named = phrase.namedDay(name), named.length == name.count else { return nil }
        let day = today + named.offset
        var found = try found(day..<day + 1, .day, [word])
        if named.isWeekday { found.cycle = .week }
        return found
    }

    // MARK: Months and weeks

    private func latest(
        _ month: Int,
        _ today: Int,
        isBeforeThis: Bool,
        _ words: ArraySlice<String>
    ) throws -> Found? {
        let parts = days.components(today)
        guard let year = parts.year, let current = parts.month else { return nil }
        let hasBegun = isBeforeThis ? month < current : month <= current
        guard let first = days.day(hasBegun ? year : year - 1, month, 1) else { return nil }
        var found = try found(days.unit(.month, of: first), .month, words)
        if !isBeforeThis { found.cycle = .year }
        return found
    }

    /// `nov 2025`, `2025 nov`.
    private func month(_ words: ArraySlice<String>, _ today: Int) throws -> Found? {
        guard words.count == 2, let first = words.first, let last = words.last else { return nil }
        for (month, year) in [(first, last), (last, first)] {
            guard let month = DatePhrase.month(month), let year = Self.year(year) else { continue }
            guard let day = days.day(year, month, 1) else { return nil }
            return try typed(days.unit(.month, of: day), .month, words)
        }
        return nil
    }

    /// `24` or `24.`.
    static func dayNumber(_ word: String) -> Int? {
        let digits = word.last == "." ? word.dropLast() : word[...]
        guard (1...2).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(digits)
    }

    private static func year(_ word: String) -> Int? {
        word.utf8.count == 4 && word.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(word) : nil
    }

    /// `week 47`, `week 47 2025`.
    private func numberedWeek(_ words: ArraySlice<String>, _ today: Int) throws -> Found? {
        guard (2...3).contains(words.count), let first = words.first, TimeWord.week.isMeant(by: first) else {
            return nil
        }
        let numbers = words.dropFirst()
        guard let word = numbers.first, let number = Self.dayNumber(word) else { return nil }
        if words.count == 3 {
            guard let year = words.last.flatMap({ Self.year($0) }) else { return nil }
            return try week(number, year, words)
        }
        guard let year = days.components(today).yearForWeekOfYear else { return nil }
        // Only some years have a week 53.
        for year in stride(from: year, through: year - 9, by: -1) {
            guard let range = days.week(number, of: year), range.lowerBound <= today else { continue }
            var found = try found(range, .week, words)
            found.cycle = .year
            return found
        }
        throw EntryError(EntryStrings.isInNoCalendar(words.joined(separator: " ")))
    }

    private func week(_ week: Int, _ year: Int, _ words: ArraySlice<String>) throws -> Found {
        guard let range = days.week(week, of: year) else {
            throw EntryError(EntryStrings.isInNoCalendar(words.joined(separator: " ")))
        }
        return try typed(range, .week, words)
    }

    // MARK: Dates and moments

    /// A date as it is written where the person is, with or without its weekday.
    private func written(_ words: ArraySlice<String>, _ today: Int) throws -> Found? {
        let dates = DatePhrase(now: days.date(today), calendar: calendar)
        func date(_ words: ArraySlice<String>) -> DatePhrase.Found? {
            let text = words.joined(separator: " ")
            // Text that isn't a date may be another phrase.
            guard let found = try? dates.found(in: text), found.rest.isEmpty else { return nil }
            // Two numbers alone may be a value.
            return found.hasYear || text.last == "." || text.contains(where: \.isLetter) ? found : nil
        }
        var written = date(words)
        if written == nil, words.count > 1, let first = words.first, try weekday(first, today)?.cycle != nil {
            written = date(words.dropFirst())
        }
        guard let written, let year = written.date.year, let month = written.date.month, let day = written.date.day,
            let number = days.day(year, month, day)
        else { return nil }
        var found = try found(number..<number + 1, .day, words)
        found.hasYear = written.hasYear
        if !written.hasYear { found.cycle = .year }
        return found
    }

    /// A day with a time, `now`, or a time counted from now.
    func moment(_ words: ArraySlice<String>) throws -> Found? {
        let text = words.joined(separator: " ")
        let isCounted = text.hasPrefix("-") || text.hasPrefix("+")
        let hasClock =
            text.contains(":") || text.hasSuffix("am") || text.hasSuffix("pm") || text.hasSuffix(TimeWord.germanClock)
        let phrase = TimePhrase(now: now, timeZone: calendar.timeZone)
        guard isCounted || hasClock || phrase.isNow(text), ClockPhrase.second(words.joined()) == nil,
            let date = try? phrase.date(text)
        else { return nil }
        guard days.day(of: date) >= Self.earliest else { throw EntryError(EntryStrings.isBefore1900(text)) }
        return Found(start: date, end: date, hasYear: true)
    }
}
