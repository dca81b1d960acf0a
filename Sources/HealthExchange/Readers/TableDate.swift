import Foundation

/// A date of a table as it is written: a day, a time of day, both, or seconds since 1970.
struct TableMoment: Equatable {
    var day: CivilDay?
    /// Seconds since midnight.
    var clock: Double?
    /// What the text says of the offset from UTC, in seconds.
    var offset: Int?
    /// Seconds since the reference date, where the text is a count of seconds.
    var absolute: Double?

    /// The time in a zone; `nil` without a day.
    ///
    /// - Parameter zone: The zone where the text names none.
    /// - Returns: The time.
    func date(_ zone: TimeZone) -> Date? {
        if let absolute { return Date(timeIntervalSinceReferenceDate: absolute) }
        guard let day else { return nil }
        let seconds = Double(day.daysSinceReferenceDate) * 86_400 + (clock ?? 0)
        if let offset { return Date(timeIntervalSinceReferenceDate: seconds - Double(offset)) }
        let guess = Date(timeIntervalSinceReferenceDate: seconds - Double(zone.secondsFromGMT()))
        let better = Date(timeIntervalSinceReferenceDate: seconds - Double(zone.secondsFromGMT(for: guess)))
        return Date(timeIntervalSinceReferenceDate: seconds - Double(zone.secondsFromGMT(for: better)))
    }
}

/// Dates of tables.
enum TableDate {
    /// Whether a text is a date, in whatever order.
    static func isDate(_ text: String) -> Bool {
        TableMapping.DateOrder.allCases.contains { moment(text, $0)?.day != nil }
    }

    /// Reads a date: ISO 8601 with or without a zone, numbers in an order, names of months, or seconds since 1970.
    ///
    /// - Parameters:
    ///   - text: The date.
    ///   - order: The order of numbers where the year is not the first of four digits.
    /// - Returns: The date; `nil` for what is none.
    static func moment(_ text: String, _ order: TableMapping.DateOrder?) -> TableMoment? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty, text.utf8.count <= 64 else { return nil }
        if let count = count(text) { return count }
        guard let parts = Parts(text) else { return nil }
        return parts.moment(order)
    }

    /// Seconds or milliseconds since 1970, and days and times without separators.
    private static func count(_ text: String) -> TableMoment? {
        let whole = text.prefix { $0 != "." }
        guard whole.allSatisfy({ $0.isASCII && $0.isNumber }), text.dropFirst(whole.count + 1).allSatisfy(\.isNumber)
        else { return nil }
        switch whole.count {
        case 9, 10:
            return Double(text).map { TableMoment(absolute: $0 - Date.timeIntervalBetween1970AndReferenceDate) }
        case 12, 13:
            return Double(text).map { TableMoment(absolute: $0 / 1_000 - Date.timeIntervalBetween1970AndReferenceDate) }
        case 8 where whole.count == text.count, 14 where whole.count == text.count:
            let digits = whole.compactMap(\.wholeNumberValue)
            func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
            guard let day = CivilDay(year: number(0..<4), month: number(4..<6), day: number(6..<8)) else { return nil }
            guard digits.count == 14 else { return TableMoment(day: day) }
            let (hour, minute, second) = (number(8..<10), number(10..<12), number(12..<14))
            guard hour < 24, minute < 60, second < 60 else { return nil }
            return TableMoment(day: day, clock: Double(hour * 3_600 + minute * 60 + second))
        default: return nil
        }
    }

    /// The order of dates that need one; `nil` where several fit all of them, or where there are none.
    static func order(of dates: [String]) -> TableMapping.DateOrder? {
        var possible = Set(TableMapping.DateOrder.allCases)
        var hasDots = false
        var isNeeded = false
        for date in dates {
            let text = date.trimmingCharacters(in: .whitespacesAndNewlines)
            guard count(text) == nil, let parts = Parts(text), parts.needsOrder else { continue }
            let fitting = TableMapping.DateOrder.allCases.filter { parts.moment($0)?.day != nil }
            if fitting.isEmpty { continue }
            isNeeded = true
            possible.formIntersection(fitting)
            if text.prefix(3).contains(".") { hasDots = true }
        }
        guard isNeeded else { return nil }
        if hasDots, possible.contains(.dayFirst) { return .dayFirst }
        return possible.count == 1 ? possible.first : nil
    }

    /// The first of some dates that could be read in several ways.
    static func ambiguous(_ dates: [String]) -> String? {
        dates.first { date in
            let text = date.trimmingCharacters(in: .whitespacesAndNewlines)
            guard count(text) == nil, let parts = Parts(text), parts.needsOrder else { return false }
            return TableMapping.DateOrder.allCases.count { parts.moment($0)?.day != nil } > 1
        }
    }

    /// The numbers and words of a date.
    private struct Parts {
        private var date: [Substring] = []
        private var clock: [Substring] = []
        private var month: Int?
        private var isMonthFirst = false
        private var half: String?
        private var offset: Int?

        init?(_ text: String) {
            var body = Substring(text)
            if body.last == "Z" || body.last == "z", body.contains(":") {
                offset = 0
                body = body.dropLast()
            } else if let colon = body.firstIndex(of: ":"),
                let sign = body[colon...].lastIndex(where: { $0 == "+" || $0 == "-" || $0 == "−" })
            {
                let digits = body[body.index(after: sign)...].filter(\.isNumber)
                guard digits.count == 4 || digits.count == 2 || digits.count == 1, let number = Int(digits) else {
                    return nil
                }
                let minutes = digits.count == 4 ? number / 100 * 60 + number % 100 : number * 60
                offset = (body[sign] == "+" ? minutes : -minutes) * 60
                body = body[..<sign]
            }
            guard read(body) else { return nil }
        }

        /// Divides a text into numbers and words.
        private mutating func read(_ body: Substring) -> Bool {
            var rest = body
            while let first = rest.first {
                if first.isASCII, first.isNumber {
                    let number = rest.prefix { $0.isASCII && $0.isNumber }
                    rest = rest.dropFirst(number.count)
                    let isClock =
                        rest.first == ":" || !clock.isEmpty
                        || (date.count == (month == nil ? 3 : 2) && !date.isEmpty)
                    if isClock { clock.append(number) } else { date.append(number) }
                    guard date.count <= 3, clock.count <= 4 else { return false }
                } else if first.isLetter {
                    let word = rest.prefix { $0.isLetter || $0 == "." }
                    rest = rest.dropFirst(word.count)
                    guard take(word.lowercased().filter { $0 != "." }) else { return false }
                } else {
                    guard " -/.,:\u{202F}\u{A0}()".contains(first) else { return false }
                    rest = rest.dropFirst()
                }
            }
            return !date.isEmpty || clock.count > 1
        }

        private mutating func take(_ word: String) -> Bool {
            if let known = MonthNames.months[word] {
                guard month == nil, clock.isEmpty else { return false }
                month = known
                isMonthFirst = date.isEmpty
                return true
            }
            if ["am", "pm", "a", "p"].contains(word), !clock.isEmpty {
                half = String(word.prefix(1)) + "m"
                return true
            }
            if ["utc", "gmt"].contains(word) {
                offset = offset ?? 0
                return true
            }
            return ["t", "at", "um", "uhr", "st", "nd", "rd", "th", "de", "h"].contains(word)
                || MonthNames.weekdays.contains(word)
        }

        /// Whether the order of the numbers says which is the day and which the month.
        var needsOrder: Bool { month == nil && date.count == 3 && date[0].count != 4 }

        func moment(_ order: TableMapping.DateOrder?) -> TableMoment? {
            guard let seconds else { return nil }
            let time = clock.isEmpty ? nil : seconds
            if date.isEmpty { return TableMoment(clock: time, offset: offset) }
            guard let day = day(order) else { return nil }
            return TableMoment(day: day, clock: time, offset: offset)
        }

        private var seconds: Double? {
            let numbers = clock.compactMap { Int($0) }
            guard numbers.count == clock.count else { return nil }
            guard var hour = numbers.first else { return 0 }
            if let half {
                guard (1...12).contains(hour) else { return half == "am" && hour == 0 ? minutes(0, numbers) : nil }
                hour = hour % 12 + (half == "pm" ? 12 : 0)
            }
            return minutes(hour, numbers)
        }

        private func minutes(_ hour: Int, _ numbers: [Int]) -> Double? {
            let minute = numbers.count > 1 ? numbers[1] : 0
            let second = numbers.count > 2 ? numbers[2] : 0
            guard hour < 24, minute < 60, second < 60 else { return nil }
            let fraction = clock.count > 3 ? Double("0." + clock[3]) ?? 0 : 0
            return Double(hour * 3_600 + minute * 60 + second) + fraction
        }

        private func day(_ order: TableMapping.DateOrder?) -> CivilDay? {
            if let month {
                guard date.count == 2, let first = Int(date[0]) else { return nil }
                if date[0].count == 4 {
                    return Int(date[1]).flatMap { CivilDay(year: first, month: month, day: $0) }
                }
                return year(date[1]).flatMap { CivilDay(year: $0, month: month, day: first) }
            }
            guard date.count == 3 else { return nil }
            if date[0].count == 4 { return make(0, 1, 2) }
            guard date[0].count <= 2, date[1].count <= 2 else { return nil }
            switch order {
            case .dayFirst: return make(2, 1, 0)
            case .monthFirst: return make(2, 0, 1)
            case .yearFirst: return date[2].count <= 2 ? make(0, 1, 2) : nil
            case nil: return nil
            }
        }

        private func make(_ yearPlace: Int, _ monthPlace: Int, _ dayPlace: Int) -> CivilDay? {
            guard let year = year(date[yearPlace]), let month = Int(date[monthPlace]), let day = Int(date[dayPlace])
            else { return nil }
            return CivilDay(year: year, month: month, day: day)
        }

        /// A year of four digits, or of two: from 1970 to 2069.
        private func year(_ text: Substring) -> Int? {
            guard text.count == 4 || text.count == 2, let number = Int(text) else { return nil }
            return text.count == 4 ? number : number < 70 ? 2_000 + number : 1_900 + number
        }
    }
}

/// The names of months and days of the week in the languages that tables are most often in.
private enum MonthNames {
    private static let locales = ["en", "de", "fr", "es", "it", "nl", "pt", "sv", "da", "nb"]

    /// Months by their names and short names, without points, in small letters.
    static let months: [String: Int] = {
        var found: [String: Int] = [:]
        var contradicted: Set<String> = []
        for names in symbols({ [$0.monthSymbols, $0.shortMonthSymbols, $0.shortStandaloneMonthSymbols] }) {
            for (index, name) in names.enumerated() where index < 12 {
                if let known = found[name], known != index + 1 { contradicted.insert(name) }
                found[name] = index + 1
            }
        }
        found["sept"] = 9
        for name in contradicted { found[name] = nil }
        return found
    }()

    static let weekdays = Set(symbols { [$0.weekdaySymbols, $0.shortWeekdaySymbols] }.joined())

    private static func symbols(_ kinds: (DateFormatter) -> [[String]?]) -> [[String]] {
        locales.flatMap { locale in
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: locale)
            return kinds(formatter).compactMap { $0?.map { $0.lowercased().filter { $0 != "." } } }
        }
    }
}
