import Foundation
import HealthKitLocalization

extension RegionFormat {
    /// A locale's format; the neutral one if there is no locale.
    ///
    /// - Parameters:
    ///   - numbers: The locale for numbers, from `LC_NUMERIC`.
    ///   - times: The locale for dates and times of day, from `LC_TIME`.
    package init(numbers: Locale, times: Locale) {
        self.init()
        if !numbers.isNowhere { self.numbers = NumberStyle(numbers) }
        guard !times.isNowhere else { return }
        func pattern(_ template: String) -> String {
            let pattern = DateFormatter.dateFormat(fromTemplate: template, options: 0, locale: times) ?? ""
            // Words of the language stand between quotes.
            return pattern.split(separator: "'", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 0 }.map(\.element).joined()
        }
        let digits = pattern("yMd")
        dateOrder = DateOrder(pattern: pattern("yMMMd"))
        numericDateOrder = DateOrder(pattern: digits)
        dateSeparator = digits.first { "./-".contains($0) } ?? "/"
        hasTwelveHours = [.zeroToEleven, .oneToTwelve].contains(times.hourCycle)
    }
}

extension RegionFormat.DateOrder {
    /// The order of a pattern of Unicode's, such as `d.M.y`.
    fileprivate init(pattern: String) {
        func place(_ letters: String) -> Int {
            pattern.firstIndex { letters.contains($0) }.map { pattern.distance(from: pattern.startIndex, to: $0) }
                ?? .max
        }
        let (year, month, day) = (place("yu"), place("ML"), place("d"))
        self = year < min(month, day) ? .yearMonthDay : month < day ? .monthDayYear : .dayMonthYear
    }
}

extension NumberStyle {
    /// The number style of a locale.
    ///
    /// - Parameter locale: The place; its digits are shown as 0 to 9.
    package init(_ locale: Locale) {
        self.init(decimalSeparator: locale.decimalSeparator == "," ? "," : ".", groupSeparator: nil)
        func pieces(_ number: Int) -> [Substring] {
            number.formatted(IntegerFormatStyle<Int>(locale: locale)).split { !$0.isNumber }
        }
        let text = 12_345_678.formatted(IntegerFormatStyle<Int>(locale: locale))
        let groups = pieces(12_345_678).map(\.count)
        let marks = text.filter { !$0.isNumber && $0 != "\u{200F}" }
        guard groups.count > 1, let last = groups.last, let mark = marks.first else { return }
        groupSize = last
        nextGroupSize = groups.count > 2 ? groups[groups.count - 2] : last
        leastGroupedDigits = pieces(1_234).count > 1 ? 4 : 5
        switch mark {
        // Not every terminal and font has the narrow blank.
        case "\u{202F}", " ": groupSeparator = "\u{A0}"
        case "٬": groupSeparator = decimalSeparator == "," ? "." : ","
        case decimalSeparator: groupSeparator = nil
        default: groupSeparator = mark
        }
    }

    /// The number style for input without a preview of how it's parsed: a point is always the decimal separator.
    ///
    /// - Parameter locale: The user's locale, from `LC_NUMERIC`.
    package init(typedIn locale: Locale) {
        let hasComma = locale.decimalSeparator == ","
        self.init(decimalSeparator: hasComma ? "," : ".", groupSeparator: hasComma ? nil : ",")
    }
}

extension Locale {
    /// Whether it represents the C locale.
    fileprivate var isNowhere: Bool { identifier == Locale.nowhere }
}
