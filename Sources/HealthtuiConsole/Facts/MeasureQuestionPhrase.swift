import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// Parses a question about measures in one line.
struct MeasureQuestionPhrase {
    let names: MeasureNames
    let times: TimeRangePhrase

    /// The most bytes that are read.
    private static let limit = 2_000
    /// The most questions that are offered.
    private static let mostOffered = 12

    /// The questions that a line may mean.
    ///
    /// - Parameter text: The user's text.
    /// - Returns: One question; several where a name means several measures; none for any other text.
    /// - Throws: ``EntryError`` for a time that makes no sense or is still to come, behind a measure's name.
    func questions(_ text: String) throws -> [MeasureQuestion] {
        guard text.utf8.count <= Self.limit else { return [] }
        var words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        if words.count > 1, let command = words.first.flatMap({ ShellWord($0) }) {
            words.removeFirst()
            if command == .compare { return try compared(words) }
            let found = try questions(words)
            return command == .change ? found.map(\.asChange) : found
        }
        return try questions(words)
    }

    /// A command of the shell before the question itself.
    private enum ShellWord: String {
        case stats, chart, change, compare

        init?(_ word: String) { self.init(rawValue: word.lowercased()) }
    }

    /// Whether a line begins with a command of the shell, so that it isn't just a name.
    static func isCommand(_ text: String) -> Bool {
        text.split(maxSplits: 1, whereSeparator: \.isWhitespace).first.flatMap { ShellWord(String($0)) } != nil
    }

    private func questions(_ words: [String]) throws -> [MeasureQuestion] {
        let middle = words.indices.dropFirst().dropLast()
            .first { PaletteStrings.versus.contains(words[$0].lowercased()) }
        if let middle { return try comparisons(Array(words[..<middle]), Array(words[(middle + 1)...])) }
        do {
            return try parts(words).questions(names)
        } catch {
            // Only behind a name is it a time at all.
            guard (1..<max(2, words.count)).contains(where: { !measures(words.prefix($0)).isEmpty }) else { return [] }
            throw error
        }
    }

    private func measures(_ words: some Sequence<String>) -> [Measure] {
        names.measures(named: words.joined(separator: " "))
    }

    // MARK: One measure

    /// A line in its parts.
    private struct Parts {
        var name: [String] = []
        var condition: String?
        var order: MeasureTable.Order?
        var grouping: TimeRangePhrase.Grouping?
        var range: TimeRange?

        mutating func take(_ line: TimeRangePhrase.Line) {
            range = range ?? line.range
            grouping = grouping ?? line.grouping
        }

        mutating func takeOrder(_ words: inout [String]) {
            guard order == nil, words.count > 1, let last = words.last?.lowercased() else { return }
            order =
                PaletteStrings.least.contains(last) ? .least : PaletteStrings.most.contains(last) ? .most : nil
            if order != nil { words.removeLast() }
        }

        func questions(_ names: MeasureNames) -> [MeasureQuestion] {
            let isSince = range?.start != nil && range?.end == nil
            let hasMore = condition != nil || order != nil || grouping != nil
            let form: MeasureQuestion.Form =
                isSince && !hasMore ? .change : .rows(by: period, condition: condition, order: order)
            return names.measures(named: name.joined(separator: " ")).prefix(MeasureQuestionPhrase.mostOffered)
                .map { MeasureQuestion(measure: $0, form: form, range: range) }
        }

        /// Hours have no separate value here.
        private var period: StatisticsPeriod {
            switch grouping {
            case .hour, .day, nil: .day
            case .week: .week
            case .month: .month
            case .year: .year
            case .all: .all
            }
        }
    }

    private func parts(_ words: [String]) throws -> Parts {
        var parts = Parts()
        var words = words
        parts.takeOrder(&words)
        let line = words.joined(separator: " ")
        guard let sign = line.firstIndex(where: { "<>=≤≥".contains($0) }), sign > line.startIndex else {
            try read(line, into: &parts)
            return parts
        }
        let tail = line[sign...]
        let hasNumber = tail.prefix { !$0.isWhitespace }.contains(where: \.isNumber)
        let behind = try times.line(String(tail), least: hasNumber ? 1 : 2)
        parts.take(behind)
        var condition = behind.words
        parts.takeOrder(&condition)
        parts.condition = condition.joined(separator: " ")
        try read(String(line[..<sign]), into: &parts)
        return parts
    }

    private func read(_ text: String, into parts: inout Parts) throws {
        let line = try times.line(text)
        parts.take(line)
        var name = line.words
        parts.takeOrder(&name)
        parts.name = name
    }

    // MARK: Two measures

    /// Two names one after the other, wherever one ends and the other begins.
    private func compared(_ words: [String]) throws -> [MeasureQuestion] {
        let joining = PaletteStrings.versus + PaletteStrings.and
        let middle = words.indices.dropFirst().dropLast().first { joining.contains(words[$0].lowercased()) }
        if let middle { return try comparisons(Array(words[..<middle]), Array(words[(middle + 1)...])) }
        let line = try times.line(words.joined(separator: " "), least: 2)
        return line.words.indices.dropFirst()
            .flatMap { pairs(measures(line.words[..<$0]), measures(line.words[$0...]), line.range) }
            .prefix(Self.mostOffered).map { $0 }
    }

    private func pairs(_ ones: [Measure], _ others: [Measure], _ range: TimeRange?) -> [MeasureQuestion] {
        ones.flatMap { one in
            others.filter { $0 != one }.map { MeasureQuestion(measure: one, form: .comparison($0), range: range) }
        }
    }

    /// Both sides are written out; the time may follow the second.
    private func comparisons(_ first: [String], _ second: [String]) throws -> [MeasureQuestion] {
        let found = measures(first)
        guard !found.isEmpty else { return [] }
        let line = try times.line(second.joined(separator: " "))
        return pairs(found, measures(line.words), line.range).prefix(Self.mostOffered).map { $0 }
    }
}
