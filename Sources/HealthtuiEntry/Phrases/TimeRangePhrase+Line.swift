import Foundation

// A line that ends in a time: `sleep last week`, `runs this year by week`.
extension TimeRangePhrase {
    /// How the days of an answer are grouped.
    package enum Grouping: String, Sendable, CaseIterable {
        case hour, day, week, month, year, all
    }

    /// A line in its parts.
    package struct Line: Sendable, Hashable {
        /// The words before the time, as typed.
        package var words: [String]
        /// The words of the time, as they were typed; empty for none.
        package var time: String
        package var range: TimeRange?
        /// The unit behind `by`.
        package var grouping: Grouping?

        /// The text before the time.
        package var text: String { words.joined(separator: " ") }
    }

    /// Takes a line apart: the words before, the longest range at its end, and the unit behind `by`.
    ///
    /// The range may stand before `by week` or behind it.
    ///
    /// - Parameters:
    ///   - line: The user's text.
    ///   - least: The fewest words before the range.
    /// - Returns: The parts; without a range where the line ends in none.
    /// - Throws: ``EntryError`` for a range that makes no sense or is still to come, and for `since` and `until` with
    ///   anything else behind them.
    package func line(_ line: String, least: Int = 1) throws -> Line {
        var words = Self.typedWords(line)
        var grouping = Self.takeGrouping(&words, least: least)
        for start in words.indices.dropFirst(least) {
            let text = words[start...].joined(separator: " ")
            guard Self.isShort(text) else { continue }
            guard let range = try reading(text) else { continue }
            try refuseFuture(range, text)
            var before = Array(words[..<start])
            if grouping == nil { grouping = Self.takeGrouping(&before, least: least) }
            return Line(words: before, time: text, range: range, grouping: grouping)
        }
        try refuseOpenEnd(words, least)
        return Line(words: words, time: "", grouping: grouping)
    }

    /// `since` or `until` with something behind it that is no time.
    private func refuseOpenEnd(_ words: [String], _ least: Int) throws {
        let open = words.indices.dropFirst(least).dropLast()
            .last { index in
                let word = TypedText.folded(words[index])
                return word == "since" || word == "until" || word == TimeWord.since.offered
            }
        guard let open else { return }
        throw EntryError(EntryStrings.isNoRange(words[(open + 1)...].joined(separator: " ")))
    }

    /// The words of a line as they were typed, in which a long dash stands alone.
    private static func typedWords(_ line: String) -> [String] {
        line.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    private static func takeGrouping(_ words: inout [String], least: Int) -> Grouping? {
        guard words.count >= least + 2 else { return nil }
        let folded = words.suffix(2).map { TypedText.folded($0) }
        guard let by = folded.first, TimeWord.by.isMeant(by: by), let unit = folded.last, let grouping = grouping(unit)
        else { return nil }
        words.removeLast(2)
        return grouping
    }

    private static func grouping(_ word: String) -> Grouping? {
        let words: [(TimeWord, Grouping)] = [
            (.hour, .hour), (.day, .day), (.week, .week), (.month, .month), (.year, .year), (.all, .all),
        ]
        return words.first { $0.0.isMeant(by: word) }?.1
    }

    /// Takes a line apart that ends in a moment, such as `weight 75.2 yesterday 7:30`.
    ///
    /// - Parameters:
    ///   - line: The user's text.
    ///   - least: The fewest words before the moment.
    /// - Returns: What stands before, and the moment that the longest possible words at the end name; `nil` for none.
    package func moment(_ line: String, least: Int = 1) -> (words: [String], date: Date?) {
        let words = Self.typedWords(line)
        let phrase = TimePhrase(now: now, timeZone: calendar.timeZone)
        for start in words.indices.dropFirst(least) {
            let text = words[start...].joined(separator: " ")
            // Words that are no moment belong to the value; fewer of them may be one.
            guard Self.isShort(text), isSafeMoment(text), let date = try? phrase.date(text) else { continue }
            return (Array(words[..<start]), date)
        }
        return (words, nil)
    }

    /// Whether a text can't be a value: two numbers with a point or a slash between them can.
    private func isSafeMoment(_ text: String) -> Bool {
        text.contains(where: { $0.isLetter || $0 == ":" }) || text.wholeMatch(of: /[-\d]{7,10}/) != nil
            || text.split(whereSeparator: { !$0.isNumber }).count == 3
    }

    // MARK: Completion

    /// The times that some words at the end of a line begin, the likeliest first.
    ///
    /// - Parameter text: What was typed of the time; empty for everything that may be meant.
    /// - Returns: Whole times, and `since ` and its like with a blank behind them.
    package func completions(of text: String) -> [String] {
        guard Self.isShort(text) else { return [] }
        let typed = text.drop { $0.isWhitespace }
        let parts = typed.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, let first = parts.first, isOpening(TypedText.folded(first)) {
            return offers(operands, beginning: parts[1]).map { first + " " + $0 }
        }
        return offers(operands + openings, beginning: typed)
    }

    private func isOpening(_ word: String) -> Bool {
        [TimeWord.since, .before, .until, .after, .from].contains { $0.isMeant(by: word) }
    }

    private func offers(_ candidates: [String], beginning text: some StringProtocol) -> [String] {
        let stem = TypedText.folded(text)
        var seen: Set<String> = []
        return candidates.filter {
            let folded = TypedText.folded($0)
            return folded.hasPrefix(stem) && folded != stem && seen.insert(folded).inserted
        }
    }

    private var openings: [String] {
        [TimeWord.since, .before, .until].flatMap { [$0.offered, "\($0)"] }.map { $0 + " " }
    }

    /// Everything that can stand alone.
    private var operands: [String] {
        let dates = DateText(calendar: calendar, now: now)
        let this = days.unit(.month, of: days.day(of: now)).lowerBound
        let months = (0..<12).compactMap { days.adding(-$0, .month, to: this) }
            .map { dates.monthAndYear(days.date($0)).lowercased() }
        return TimeForm.offered + [DateStrings.today, DateStrings.yesterday]
            + DateStrings.typedWeekdays.flatMap {
                $0.split(separator: " ").prefix(1).map(String.init)
            } + months + marks.all.prefix(Self.mostMarks).map(\.name)
    }

    /// More marks than anybody looks through; others are found by the first letters of their names.
    private static let mostMarks = 1_000
}
