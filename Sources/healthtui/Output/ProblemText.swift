import Foundation
import HealthKit
import HealthtuiFacts

/// Describes the problems of a store, or the result of its repair, for people and for programs.
struct ProblemText: Sendable {
    let timeZone: TimeZone

    /// One problem as a sentence: “35 heart rate samples from Watch, 3–9 May 2023, cannot be read: …”.
    func sentence(_ problem: StoreProblem) -> String {
        guard problem.isAboutSamples else { return problem.text }
        return "\(subject(problem)) \(problem.text)"
    }

    /// One loss as a line: “35 heart rate samples from Watch, 3–9 May 2023: the block fails its checksum”.
    func loss(_ problem: StoreProblem) -> String {
        guard problem.isAboutSamples else { return problem.text }
        var subject = subject(problem)
        if subject.hasSuffix(",") { subject.removeLast() }
        return "\(subject): \(problem.text)"
    }

    private func subject(_ problem: StoreProblem) -> String {
        let noun = [problem.typePhrase, problem.count == 1 ? "sample" : "samples"].compactMap { $0 }
            .joined(separator: " ")
        var text = problem.count.map { "\($0.grouped) \(noun)" } ?? noun
        if problem.type == nil { text += " of an unknown type" }
        if let source = problem.source { text += " from \(source)" }
        if let first = problem.first, let last = problem.last { text += ", \(period(first, last))," }
        return text
    }

    /// The days between two times: “3–9 May 2023”, “30 Apr – 2 May 2023”, “3 May 2023”.
    func period(_ first: Date, _ last: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        func parts(_ date: Date) -> (day: String, month: String, year: String) {
            let found = calendar.dateComponents([.day, .month, .year], from: date)
            let month = Self.months[max(0, min(11, (found.month ?? 1) - 1))]
            return (String(found.day ?? 0), month, String(found.year ?? 0))
        }
        let (from, to) = (parts(first), parts(last))
        if from.year != to.year {
            return "\(from.day) \(from.month) \(from.year) – \(to.day) \(to.month) \(to.year)"
        }
        if from.month != to.month { return "\(from.day) \(from.month) – \(to.day) \(to.month) \(to.year)" }
        return from.day == to.day
            ? "\(to.day) \(to.month) \(to.year)" : "\(from.day)–\(to.day) \(to.month) \(to.year)"
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// A problem for programs.
    func json(_ problem: StoreProblem) -> JSONValue {
        let times = Timestamps(timeZone: timeZone)
        return .object([
            ("kind", .text(problem.kind)), ("text", .text(sentence(problem))),
            ("count", problem.count.map { .integer($0) } ?? .null), ("type", .text(problem.type)),
            ("source", .text(problem.source)), ("start", problem.first.map { times.json($0) } ?? .null),
            ("end", problem.last.map { times.json($0) } ?? .null),
        ])
    }

    /// Lines of a list, broken at words to the width of the terminal.
    static func list(_ items: [String], columns: Int?) -> [String] {
        items.flatMap { wrapped($0.printable, first: "  ", rest: "    ", columns: columns) }
    }

    private static func wrapped(_ text: String, first: String, rest: String, columns: Int?) -> [String] {
        guard let columns, columns > 20 else { return [first + text] }
        var lines: [String] = []
        var line = first
        var isEmpty = true
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            if !isEmpty, line.count + 1 + word.count > columns {
                lines.append(line)
                (line, isEmpty) = (rest, true)
            }
            line += isEmpty ? String(word) : " " + word
            isEmpty = false
        }
        return lines + [line]
    }
}
