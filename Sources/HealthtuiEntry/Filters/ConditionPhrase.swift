import Foundation
import HealthKit
import HealthKitLocalization

/// A condition on a value, as a person types it: `< 6 h`, `>=8000`, `150..180`.
package struct ConditionPhrase: Sendable, Hashable {
    private enum Test: Sendable, Hashable {
        case less(Double)
        case atMost(Double)
        case more(Double)
        case atLeast(Double)
        case equal(Double)
        case other(Double)
        case between(Double, Double)
    }

    private let test: Test

    /// Reads a condition.
    ///
    /// - Parameters:
    ///   - text: The user's text: `<`, `<=`, `>`, `>=`, `=` or `!=` and an amount, or two amounts with `..` between them.
    ///   - amount: The number of an amount, in the unit of the values; it refuses a unit that the measure doesn't have.
    /// - Throws: ``EntryError`` that says what isn't understood; what `amount` throws.
    package init(_ text: String, amount: (String) throws -> Double) throws {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty else { throw EntryError(FilterStrings.conditionIsMissing) }
        if let sign = FilterSign(at: text) {
            let number = String(text.dropFirst(sign.text.count)).trimmingCharacters(in: .whitespaces)
            guard let test = try Self.test(sign.relation, amount(number)) else {
                throw EntryError(FilterStrings.isNoCondition(text))
            }
            self.test = test
        } else if let dots = text.firstRange(of: "..") {
            let last = text[dots.upperBound...].drop { $0 == "." }.trimmingCharacters(in: .whitespaces)
            let first = Self.withUnit(text[..<dots.lowerBound].trimmingCharacters(in: .whitespaces), of: last)
            test = .between(try amount(first), try amount(last))
        } else {
            throw EntryError(FilterStrings.isNoCondition(text))
        }
    }

    /// Whether a value meets the condition.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - shown: Rounds a number as the screen shows it, so that what is read as the limit counts as the limit.
    /// - Returns: Whether it does; nothing that isn't finite does.
    package func holds(_ value: Double, shown: (Double) -> Double = { $0 }) -> Bool {
        guard value.isFinite else { return false }
        let seen = shown(value)
        return switch test {
        case .less(let limit): seen < shown(limit)
        case .atMost(let limit): seen <= shown(limit)
        case .more(let limit): seen > shown(limit)
        case .atLeast(let limit): seen >= shown(limit)
        case .equal(let limit): seen == shown(limit)
        case .other(let limit): seen != shown(limit)
        case .between(let low, let high): seen >= shown(low) && seen <= shown(high)
        }
    }

    /// Whether a time of day meets the condition: `< 23:00` is up to half a day before, `22:00..1:00` goes over midnight.
    ///
    /// - Parameters:
    ///   - time: Seconds since midnight.
    ///   - shown: Rounds a time as the screen shows it.
    /// - Returns: Whether it does.
    package func holds(clock time: Double, shown: (Double) -> Double = { $0 }) -> Bool {
        guard time.isFinite else { return false }
        func later(_ limit: Double) -> Double { Self.wrapped(shown(time) - shown(limit) + Self.day / 2) - Self.day / 2 }
        return switch test {
        case .less(let limit): later(limit) < 0
        case .atMost(let limit): later(limit) <= 0
        case .more(let limit): later(limit) > 0
        case .atLeast(let limit): later(limit) >= 0
        case .equal(let limit): later(limit) == 0
        case .other(let limit): later(limit) != 0
        case .between(let low, let high):
            Self.wrapped(shown(time) - shown(low)) <= Self.wrapped(shown(high) - shown(low))
        }
    }

    private static let day = 86_400.0

    private static func wrapped(_ seconds: Double) -> Double {
        let rest = seconds.truncatingRemainder(dividingBy: day)
        return rest < 0 ? rest + day : rest
    }

    private static func test(_ relation: FilterRelation, _ limit: Double) -> Test? {
        switch relation {
        case .less: .less(limit)
        case .lessOrEqual: .atMost(limit)
        case .greater: .more(limit)
        case .greaterOrEqual: .atLeast(limit)
        case .equal: .equal(limit)
        case .notEqual: .other(limit)
        default: nil
        }
    }

    /// The first amount of a range; a unit behind the second is that of both.
    private static func withUnit(_ first: String, of last: String) -> String {
        let isBare = first.allSatisfy { !$0.isLetter && $0 != "%" && $0 != ":" }
        let unit = last[NumberPhrase.prefix(of: last[...]).endIndex...]
        return isBare && !unit.hasPrefix(":") ? first + unit : first
    }
}

extension ConditionPhrase {
    /// The seconds of a length of time: `6 h`, `6h30m`, `90 min`.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - bare: The seconds of the unit of a number without one.
    ///   - style: The user's number style.
    /// - Returns: The seconds.
    /// - Throws: ``EntryError``, also for any other unit.
    package static func duration(_ text: String, bare: Double, style: NumberStyle) throws -> Double {
        if let seconds = DurationPhrase.seconds(text, style: style) { return seconds }
        guard NumberPhrase.prefix(of: text[...]).endIndex == text.endIndex else {
            throw EntryError(FilterStrings.isNoLength(text))
        }
        return try NumberPhrase.number(text, style: style) * bare
    }

    /// The seconds since midnight of a time of day: `23:30`, `7`.
    ///
    /// - Parameter text: The text.
    /// - Returns: Seconds from 0 up to 86,400.
    /// - Throws: ``EntryError`` for anything else.
    package static func clock(_ text: String) throws -> Double {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.map { $0.count <= 2 && $0.allSatisfy(\.isASCII) ? Int($0) : nil }
        guard (1...2).contains(parts.count), let hour = numbers.first.flatMap({ $0 }), (0...24).contains(hour),
            let minute = parts.count == 2 ? numbers[1] : 0, (0..<60).contains(minute), hour < 24 || minute == 0
        else { throw EntryError(FilterStrings.isNoTimeOfDay(text)) }
        return Double((hour % 24) * 3_600 + minute * 60)
    }

    /// The number of an amount in one of a measure's own units.
    ///
    /// - Parameters:
    ///   - text: The text, such as `12`, `80 %` or `5 km`.
    ///   - units: The names of the units, and what one is in the unit of the values; a number without a unit is in that.
    ///   - style: The user's number style.
    /// - Returns: The number.
    /// - Throws: ``EntryError``, also for a unit that isn't among them.
    package static func amount(_ text: String, units: [String: Double], style: NumberStyle) throws -> Double {
        let digits = NumberPhrase.prefix(of: text[...])
        let number = try NumberPhrase.number(String(digits), style: style)
        let unit = text[digits.endIndex...].trimmingCharacters(in: .whitespaces)
        guard !unit.isEmpty else { return number }
        let factor = units[unit] ?? units.first { $0.key.lowercased() == unit.lowercased() }?.value
        guard let factor else { throw EntryError(FilterStrings.hasNoUnit(unit, units.keys.sorted())) }
        return number * factor
    }
}
