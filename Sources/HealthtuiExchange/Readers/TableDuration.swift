import Foundation
import HealthKit

/// A duration as tables write it.
package enum TableDuration: Equatable {
    /// The meaning of two numbers around a colon.
    package enum Format: String, Sendable, Hashable, CaseIterable {
        case hours = "h:mm"
        case minutes = "m:ss"

        /// The seconds of two numbers.
        func seconds(_ first: Double, _ second: Double) -> Double {
            self == .hours ? first * 3_600 + second * 60 : first * 60 + second
        }

        /// The format that a header or a person names: `h:mm`, `hh:mm`, `m:ss` or `mm:ss`.
        package init?(named text: String) {
            switch text.lowercased() {
            case "h:mm", "hh:mm": self = .hours
            case "m:ss", "mm:ss": self = .minutes
            default: return nil
            }
        }
    }

    /// An unambiguous duration.
    case seconds(Double)
    /// Two numbers around a colon: hours and minutes, or minutes and seconds.
    case pair(Double, Double)
    /// A number in the unit of its column.
    case number(String)

    /// Reads a duration; returns `nil` if the text isn't one.
    init?(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        guard !text.isEmpty, text.utf8.count <= 64 else { return nil }
        if text.hasPrefix("p") {
            guard let seconds = Self.iso(text) else { return nil }
            self = .seconds(seconds)
        } else if text.contains(":") {
            guard let found = Self.clock(text) else { return nil }
            self = found
        } else if NumberReading(text) != .none {
            self = .number(text)
        } else {
            guard let seconds = Self.words(text) else { return nil }
            self = .seconds(seconds)
        }
    }

    /// The seconds, or `nil` if neither the text nor its column settles the reading.
    ///
    /// - Parameters:
    ///   - format: The meaning of two numbers around a colon.
    ///   - numbers: The format of plain numbers.
    ///   - unit: The number of seconds in one unit.
    /// - Returns: The seconds.
    func seconds(_ format: Format?, _ numbers: TableNumbers, unit: Double?) -> Double? {
        switch self {
        case .seconds(let seconds): seconds
        case .pair(0, 0): 0
        case .pair(let first, let second): format?.seconds(first, second)
        case .number(let text):
            if let number = numbers.number(text), number >= 0 { unit.map { number * $0 } } else { nil }
        }
    }

    /// The largest first number of a pair that can be hours.
    static let mostHours = 23.0

    // MARK: Forms

    private static let units: [(seconds: Double, words: Set<String>)] = [
        (86_400, ["d", "day", "days", "tag", "tage"]),
        (3_600, ["h", "hr", "hrs", "hour", "hours", "std", "stunde", "stunden"]),
        (60, ["m", "min", "mins", "minute", "minutes", "minuten"]),
        (1, ["s", "sec", "secs", "second", "seconds", "sek", "sekunde", "sekunden"]),
    ]

    private static func unit(_ word: some StringProtocol) -> Double? {
        let word = String(word)
        return units.first { $0.words.contains(word) }?.seconds
    }

    /// An unambiguous number: decimals of an hour or a second have one or two digits, or a leading 0.
    private static func certain(_ text: some StringProtocol) -> Double? {
        switch NumberReading(text) {
        case .whole(let value), .certain(let value, _): value >= 0 ? value : nil
        case .none, .either: nil
        }
    }

    /// `1:05`, `1:05:10`, `45:10.5`, `1:05 h`, `45:10 min`.
    private static func clock(_ text: String) -> TableDuration? {
        let digits = text.prefix { $0.isASCII && $0.isNumber || ":.,".contains($0) }
        let word = text.dropFirst(digits.count).trimmingCharacters(in: .whitespaces).filter { $0 != "." }
        let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let last = parts.last, word.isEmpty || unit(word) != nil else {
            return nil
        }
        let fraction = last.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        guard fraction.count <= 2, fraction[0].count == 2,
            fraction.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) }),
            parts.dropLast().allSatisfy({ !$0.isEmpty && $0.count <= 6 && $0.allSatisfy(\.isNumber) })
        else { return nil }
        let numbers = parts.dropLast().compactMap { Double($0) } + [Double(fraction.joined(separator: ".")) ?? 60]
        guard numbers.count == parts.count, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
        if parts.count == 3 {
            guard parts[1].count <= 2, word.isEmpty || unit(word) == 3_600 else { return nil }
            return .seconds(numbers.reduce(0) { $0 * 60 + $1 })
        }
        switch unit(word) {
        case 3_600: return .seconds(Format.hours.seconds(numbers[0], numbers[1]))
        case 60: return .seconds(Format.minutes.seconds(numbers[0], numbers[1]))
        case nil where word.isEmpty:
            // Only seconds have decimals here.
            return fraction.count == 2
                ? .seconds(Format.minutes.seconds(numbers[0], numbers[1])) : .pair(numbers[0], numbers[1])
        default: return nil
        }
    }

    /// `1h 5m`, `1 h 5 min 30 s`, `45 min`, `1,5 h`, `1h05`.
    private static func words(_ text: String) -> Double? {
        var rest = Substring(text)
        var total = 0.0
        var smallest = Double.infinity
        while !rest.isEmpty {
            let number = rest.prefix { $0.isASCII && $0.isNumber || ".,".contains($0) }
            guard let value = certain(number) else { return nil }
            rest = rest.dropFirst(number.count).drop { $0 == " " || $0 == "\u{A0}" || $0 == "\u{202F}" }
            let word = rest.prefix(while: \.isLetter)
            rest = rest.dropFirst(word.count)
            let seconds: Double
            if word.isEmpty {
                // `1h05` and `5m30`: the trailing number is in the next smaller unit.
                guard rest.isEmpty, smallest == 3_600 || smallest == 60, value < 60 else { return nil }
                seconds = smallest / 60
            } else {
                guard let known = unit(word) else { return nil }
                seconds = known
            }
            guard seconds < smallest else { return nil }
            total += value * seconds
            smallest = seconds
            rest = rest.drop { " .,\u{A0}\u{202F}".contains($0) }
            for joint in ["and ", "und "] where rest.hasPrefix(joint) { rest = rest.dropFirst(joint.count) }
        }
        return smallest == .infinity ? nil : total
    }

    /// `PT1H5M`, `P1DT2H`, `PT90.5S`.
    private static func iso(_ text: String) -> Double? {
        var rest = text.dropFirst()
        var total = 0.0
        var smallest = Double.infinity
        var isTime = false
        while let first = rest.first {
            if first == "t" {
                guard !isTime else { return nil }
                isTime = true
                rest = rest.dropFirst()
                guard !rest.isEmpty else { return nil }
                continue
            }
            let number = rest.prefix { $0.isASCII && $0.isNumber || ".,".contains($0) }
            guard let value = Double(number.map { $0 == "," ? "." : $0 }.reduce(into: "") { $0.append($1) }) else {
                return nil
            }
            rest = rest.dropFirst(number.count)
            guard let letter = rest.first else { return nil }
            rest = rest.dropFirst()
            let seconds: Double
            switch (letter, isTime) {
            case ("w", false): seconds = 604_800
            case ("d", false): seconds = 86_400
            case ("h", true): seconds = 3_600
            case ("m", true): seconds = 60
            case ("s", true): seconds = 1
            // Years and months have no fixed length.
            default: return nil
            }
            guard seconds < smallest else { return nil }
            total += value * seconds
            smallest = seconds
        }
        return smallest == .infinity || !total.isFinite ? nil : total
    }
}

/// Evidence of how a table's durations are read.
struct DurationEvidence {
    /// The formats that fit every pair so far.
    private(set) var possible: Set<TableDuration.Format> = Set(TableDuration.Format.allCases)
    /// The first pair that can be read in two ways.
    private(set) var open: NumberEvidence.Place?
    private(set) var hasPlainNumbers = false
    /// The number of fields that are durations.
    private(set) var count = 0

    /// The only format that fits all pairs, or `nil` if both or neither do.
    var format: TableDuration.Format? { possible.count == 1 ? possible.first : nil }

    /// Adds a field to the evidence.
    ///
    /// - Parameters:
    ///   - text: The field.
    ///   - line: Its line.
    ///   - meters: The distance of the row's activity, or `nil` if it isn't known.
    ///   - type: The type of the distance.
    mutating func take(_ text: String, line: Int, meters: Double?, of type: HKQuantityTypeIdentifier?) {
        guard let duration = TableDuration(text) else { return }
        count += 1
        switch duration {
        case .seconds: break
        case .number(let text):
            if NumberReading(text) != .whole(0) { hasPlainNumbers = true }
        case .pair(let first, let second):
            guard first > 0 || second > 0 else { return }
            var own: Set<TableDuration.Format> = []
            if first <= TableDuration.mostHours { own.insert(.hours) }
            let seconds = TableDuration.Format.minutes.seconds(first, second)
            if meters.map({ $0 / seconds <= Self.fastest(type) }) ?? true { own.insert(.minutes) }
            if own.count == 2, open == nil { open = .init(line: line, text: text) }
            possible.formIntersection(own)
            if possible.isEmpty, open == nil { open = .init(line: line, text: text) }
        }
    }

    /// A human-powered speed that no one has sustained, in meters per second, with a margin.
    private static func fastest(_ type: HKQuantityTypeIdentifier?) -> Double {
        switch type {
        case .distanceWalkingRunning: 13
        case .distanceSwimming: 4
        case .distanceRowing, .distancePaddleSports: 15
        case .distanceSkatingSports, .distanceCrossCountrySkiing, .distanceWheelchair: 30
        default: 60
        }
    }
}
