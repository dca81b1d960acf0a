import Foundation
import HealthKitLocalization

/// Reads dates as people write them where they are: `21.11.2026`, `11/21`, `3 Nov`, `Nov 3, 2026`.
///
/// The place decides what `3/4` is; without one only dates with a month's name are read here.
struct DatePhrase {
    let now: Date
    let calendar: Calendar
    let region = TextLocale.current.region

    /// A date at the beginning of a text.
    struct Found {
        var date: DateComponents
        /// Whether its year was typed.
        var hasYear: Bool
        /// The text that follows.
        var rest: String
    }

    /// The date at the beginning of a text.
    ///
    /// - Parameter text: In lower case, with single blanks.
    /// - Returns: The date; nil when the text does not begin with one.
    /// - Throws: ``EntryError`` for digits that aren't a date in the locale's order.
    func found(in text: String) throws -> Found? {
        if region.dateSeparator != nil,
            let match = text.prefixMatch(of: /(\d{1,4})([.\/-]) ?(\d{1,2})(?:\2(?: ?(\d{4}|\d\d)|(\d))?)?(?![\d:.\/-])/)
        {
            let parts = [match.1, match.3] + [match.4, match.5].compactMap { $0 }
            return try numeric(parts, String(match.0), String(text[match.range.upperBound...]))
        }
        return named(text)
    }

    /// A date with its year that a text is.
    func wholeDate(_ text: String) -> DateComponents? {
        // Text that isn't a date may be another phrase.
        guard let found = try? found(in: text), found.hasYear, found.rest.isEmpty else { return nil }
        return found.date
    }

    private func numeric(_ parts: [Substring], _ text: String, _ rest: String) throws -> Found {
        let problem = EntryError(EntryStrings.isNoDateHere(text.trimmingCharacters(in: .whitespaces)))
        let order: RegionFormat.DateOrder = parts[0].count > 2 ? .yearMonthDay : region.numericDateOrder
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == parts.count else { throw problem }
        guard parts.count == 3 else {
            let (first, second) = (numbers[0], numbers[1])
            let isDayFirst = order == .dayMonthYear
            let date = DateComponents(month: isDayFirst ? second : first, day: isDayFirst ? first : second)
            guard parts[0].count <= 2, let found = latest(date, rest) else { throw problem }
            return found
        }
        let (year, month, day) =
            switch order {
            case .dayMonthYear: (2, 1, 0)
            case .monthDayYear: (2, 0, 1)
            case .yearMonthDay: (0, 1, 2)
            }
        guard [2, 4].contains(parts[year].count), parts[month].count <= 2, parts[day].count <= 2 else { throw problem }
        let date = DateComponents(
            year: parts[year].count == 4 ? numbers[year] : century(numbers[year]),
            month: numbers[month],
            day: numbers[day]
        )
        guard isInCalendar(date) else { throw problem }
        return Found(date: date, hasYear: true, rest: rest)
    }

    /// `3 nov`, `3. november 2026`, `nov 3, 2026`, `2026 nov 3`.
    private func named(_ text: String) -> Found? {
        let words = text.split(separator: " ")
        guard words.count > 1 else { return nil }
        var date = DateComponents()
        var count = 2
        if let day = Self.day(words[0]), let month = Self.month(words[1]) {
            (date.day, date.month) = (day, month)
        } else if let month = Self.month(words[0]), let day = Self.day(words[1]) {
            (date.day, date.month) = (day, month)
        } else if words.count > 2, let year = Self.year(words[0]), let month = Self.month(words[1]),
            let day = Self.day(words[2])
        {
            (date.year, date.month, date.day) = (year, month, day)
            count = 3
        } else {
            return nil
        }
        if date.year == nil, words.count > 2, let year = Self.year(words[2]) {
            date.year = year
            count = 3
        }
        let rest = words[count...].joined(separator: " ")
        guard date.year != nil else { return latest(date, rest) }
        return isInCalendar(date) ? Found(date: date, hasYear: true, rest: rest) : nil
    }

    /// A day of a month: `3`, `3.`, `3rd`, `1er`, each with a comma behind it or none.
    private static func day(_ word: Substring) -> Int? {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        let rest = word.dropFirst(digits.count)
        guard (1...2).contains(digits.count), ["", ".", ",", "st", "nd", "rd", "th", "er"].contains(rest) else {
            return nil
        }
        return Int(digits)
    }

    private static func year(_ word: Substring) -> Int? {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        return digits.count == 4 && ["", ","].contains(word.dropFirst(4)) ? Int(digits) : nil
    }

    /// The last such day that has begun, as weekdays and months without a year are.
    private func latest(_ date: DateComponents, _ rest: String) -> Found? {
        let today = calendar.dateComponents([.year, .month, .day], from: now)
        guard let year = today.year, let month = date.month, let day = date.day else { return nil }
        let isToCome = (month, day) > (today.month ?? 0, today.day ?? 0)
        // The 29th of February may be eight years ago.
        for back in (isToCome ? 1 : 0)...9 {
            let date = DateComponents(year: year - back, month: month, day: day)
            if isInCalendar(date) { return Found(date: date, hasYear: false, rest: rest) }
        }
        return nil
    }

    /// The year of two digits that is nearest to now without being far ahead.
    private func century(_ year: Int) -> Int {
        let this = calendar.component(.year, from: now)
        let sameCentury = this / 100 * 100 + year
        return sameCentury <= this + 10 ? sameCentury : sameCentury - 100
    }

    private func isInCalendar(_ date: DateComponents) -> Bool {
        guard let month = date.month, let day = date.day, (1...12).contains(month), (1...31).contains(day),
            let noon = calendar.date(from: DateComponents(year: date.year, month: month, day: day, hour: 12))
        else { return false }
        return calendar.component(.day, from: noon) == day
    }

    private static let english = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    /// The names of months in English, in the person's language, whole or three letters of it, and in German.
    private static let months = LanguageCache {
        (
            typed: [TypedNames(english), TypedNames(DateStrings.typedMonths)],
            short: DateStrings.months.map { $0.lowercased().filter { $0 != "." } },
            german: TypedNames(TimeWord.germanMonths)
        )
    }

    /// The month of a word, from 1: a name in English or in the person's language, or three letters of it.
    static func month(_ word: some StringProtocol) -> Int? {
        guard word.contains(where: \.isLetter) else { return nil }
        let word = String(word.filter { $0 != "." && $0 != "," } as [Character])
        let months = months.value
        for names in months.typed {
            if let index = names.index(of: word, least: 3) { return index + 1 }
        }
        let index = months.short.firstIndex(of: word) ?? months.german.index(of: word, least: .max)
        return index.map { $0 + 1 }
    }
}

extension DateText {
    /// Whether a word is the month of a date, in English or the person's language, whole or three letters of it.
    package func isMonth(_ word: some StringProtocol, of date: Date) -> Bool {
        DatePhrase.month(word.lowercased()) == calendar.component(.month, from: date)
    }
}
