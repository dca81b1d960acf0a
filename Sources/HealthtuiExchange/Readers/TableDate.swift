import Foundation

/// A date of a table as it is written: a day, a time of day, both, or seconds since 1970.
struct TableMoment: Equatable {
    var day: CivilDay?
    /// Seconds since midnight.
    var clock: Double?
    /// The stated offset from UTC, in seconds.
    var offset: Int?
    /// Seconds since the reference date, if the text is a count of seconds.
    var absolute: Double?
    /// The abbreviation of a time zone in the text, such as `CEST`.
    var zoneName: String?

    /// A time of day in a zone, where clocks may skip it or repeat it.
    struct ZonedTime: Equatable {
        /// The time; of a repeated one the first, of a skipped one what the clocks show when they have gone on.
        let first: Date
        /// The second time, if the clocks repeat it.
        var second: Date?
        var isSkipped = false
    }

    /// The time in a zone, or `nil` without a day, or with an abbreviation that isn't the zone's.
    ///
    /// - Parameters:
    ///   - zone: The zone if the text names none; the text may use its abbreviations.
    ///   - laterDays: The number of days to add, keeping the time of day.
    /// - Returns: The time.
    func zonedTime(_ zone: TimeZone, laterDays: Int = 0) -> ZonedTime? {
        if let absolute { return ZonedTime(first: Date(timeIntervalSinceReferenceDate: absolute)) }
        guard let day else { return nil }
        let seconds = Double(day.daysSinceReferenceDate + laterDays) * 86_400 + (clock ?? 0)
        var offset = offset
        if let abbreviation = zoneName {
            guard let known = ZoneAbbreviations.offset(abbreviation, in: zone) else { return nil }
            offset = known
        }
        if let offset { return ZonedTime(first: Date(timeIntervalSinceReferenceDate: seconds - Double(offset))) }
        // No zone is a day from UTC, so the clocks change between these two at most.
        func offsetFromUTC(_ seconds: Double) -> Double {
            Double(zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: seconds)))
        }
        let (before, after) = (offsetFromUTC(seconds - 86_400), offsetFromUTC(seconds + 86_400))
        let early = Date(timeIntervalSinceReferenceDate: seconds - max(before, after))
        if before == after { return ZonedTime(first: early) }
        let late = Date(timeIntervalSinceReferenceDate: seconds - min(before, after))
        let isEarly = offsetFromUTC(seconds - max(before, after)) == max(before, after)
        let isLate = offsetFromUTC(seconds - min(before, after)) == min(before, after)
        switch (isEarly, isLate) {
        case (true, true): return ZonedTime(first: early, second: late)
        case (true, false): return ZonedTime(first: early)
        case (false, true): return ZonedTime(first: late)
        // A date without a time begins after the clock change.
        case (false, false):
            return ZonedTime(first: Date(timeIntervalSinceReferenceDate: seconds - before), isSkipped: clock != nil)
        }
    }
}

/// Dates of tables.
enum TableDate {
    /// Whether a text is a date or a point in time, in any order.
    static func isTime(_ text: String) -> Bool {
        TableMapping.DateOrder.allCases.contains {
            guard let moment = moment(text, $0) else { return false }
            return moment.day != nil || moment.absolute != nil
        }
    }

    /// Reads a date: ISO 8601 with or without a zone, numbers in a given order, month names, or seconds since 1970.
    ///
    /// - Parameters:
    ///   - text: The date.
    ///   - order: The order of numbers, unless the date begins with a four-digit year.
    /// - Returns: The date; `nil` if it isn't one.
    static func moment(_ text: String, _ order: TableMapping.DateOrder?) -> TableMoment? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !text.isEmpty, text.utf8.count <= 64 else { return nil }
        if let count = count(text) ?? compact(text) { return count }
        guard let parts = Parts(text) else { return nil }
        return parts.moment(order)
    }

    /// Days and times without separators and with a letter between them, `20260520T230300Z`.
    private static func compact(_ text: String) -> TableMoment? {
        let letters = Array(text.uppercased().utf8)
        guard letters.count >= 13, letters[8] == UInt8(ascii: "T"), letters.prefix(8).allSatisfy(isDigit) else {
            return nil
        }
        let digits = letters.dropFirst(9).prefix(while: isDigit)
        guard digits.count == 4 || digits.count == 6 else { return nil }
        let seconds = digits.count == 4 ? "00" : ""
        let plain = String(decoding: letters.prefix(8) + Array(digits), as: UTF8.self) + seconds
        guard var moment = count(plain) else { return nil }
        var rest = letters.dropFirst(9 + digits.count)
        if let mark = rest.first, mark == Byte.comma || mark == UInt8(ascii: ".") {
            let fraction = rest.dropFirst().prefix(while: isDigit)
            guard digits.count == 6, !fraction.isEmpty else { return nil }
            moment.clock? += Double("0." + String(decoding: fraction, as: UTF8.self)) ?? 0
            rest = rest.dropFirst(1 + fraction.count)
        }
        switch rest.first {
        case nil: return moment
        case UInt8(ascii: "Z") where rest.count == 1: moment.offset = 0
        default:
            let behind = Array(String(decoding: rest, as: UTF8.self))
            guard let found = offset(behind[...]), found.length == behind.count else { return nil }
            moment.offset = found.seconds
        }
        return moment
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// An offset from UTC at the beginning of a text, in seconds, with its length in characters: `+02:00`, `-0700`,
    /// `+2`.
    fileprivate static func offset(_ text: ArraySlice<Character>) -> (seconds: Int, length: Int)? {
        guard let sign = text.first, "+-\u{2212}".contains(sign) else { return nil }
        func digits(_ text: ArraySlice<Character>) -> ArraySlice<Character> {
            text.prefix { $0.isASCII && $0.isNumber }
        }
        let first = digits(text.dropFirst())
        var (hours, minutes) = (0, 0)
        var length = 1 + first.count
        switch first.count {
        case 1, 2:
            hours = Int(String(first)) ?? 0
            let rest = text.dropFirst(length)
            let second = digits(rest.dropFirst())
            if rest.first == ":" {
                guard second.count == 2 else { return nil }
                minutes = Int(String(second)) ?? 60
                length += 3
            }
        case 4:
            hours = Int(String(first.prefix(2))) ?? 99
            minutes = Int(String(first.suffix(2))) ?? 60
        default: return nil
        }
        // Text that continues like a date isn't an offset.
        if let next = text.dropFirst(length).first, next.isNumber || next.isLetter || "-/.,:".contains(next) {
            return nil
        }
        guard hours <= 14, minutes < 60 else { return nil }
        let seconds = (hours * 60 + minutes) * 60
        return (sign == "+" ? seconds : -seconds, length)
    }

    /// Seconds or milliseconds since 1970, and days and times without separators.
    private static func count(_ text: String) -> TableMoment? {
        let whole = text.prefix { $0 != "." }
        guard whole.allSatisfy({ $0.isASCII && $0.isNumber }), text.dropFirst(whole.count + 1).allSatisfy(\.isNumber)
        else { return nil }
        switch whole.count {
        case 12 where whole.count == text.count && ("1900"..."2099").contains(String(whole.prefix(4))):
            // It begins with a year, so it isn't a count of milliseconds from the last century.
            return Self.count(text + "00")
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
            let seconds = hour * 3_600 + minute * 60 + second
            guard hour < 24 || seconds == 86_400, minute < 60, second < 60 else { return nil }
            return TableMoment(day: day, clock: Double(seconds))
        default: return nil
        }
    }

    /// Evidence of the number order of a table's dates.
    struct OrderEvidence {
        private var possible = Set(TableMapping.DateOrder.allCases)
        private var hasDots = false
        private var isNeeded = false
        /// The first date that could be read in several ways.
        private(set) var open: NumberEvidence.Place?
        private(set) var hasShortYear = false

        /// The order, or `nil` if several fit all dates or none is needed.
        var order: TableMapping.DateOrder? {
            guard isNeeded else { return nil }
            if hasDots, possible.contains(.dayFirst) { return .dayFirst }
            return possible.count == 1 ? possible.first : nil
        }

        /// Adds a date to the evidence.
        mutating func take(_ date: String, line: Int) {
            let text = date.trimmingCharacters(in: .whitespacesAndNewlines)
            guard !TableDate.beginsWithYear(text), TableDate.count(text) == nil, let parts = Parts(text) else { return }
            if parts.hasShortYear { hasShortYear = true }
            guard parts.needsOrder else { return }
            let fitting = TableMapping.DateOrder.allCases.filter { parts.moment($0)?.day != nil }
            if fitting.isEmpty { return }
            isNeeded = true
            possible.formIntersection(fitting)
            if parts.hasDots { hasDots = true }
            if fitting.count > 1, open == nil { open = .init(line: line, text: text) }
        }
    }

    /// Whether a date begins with a four-digit year and a separator, and so needs no order.
    static func beginsWithYear(_ text: String) -> Bool {
        let bytes = Array(text.utf8.prefix(6))
        return bytes.count == 6 && bytes[..<4].allSatisfy(isDigit) && bytes[4] == Byte.minus && isDigit(bytes[5])
    }

    /// The numbers and words of a date, in any order.
    private struct Parts {
        private var date: [String] = []
        private var clock: [String] = []
        private var fraction = ""
        private var month: Int?
        private var half: String?
        private var offset: Int?
        private var zoneName: String?
        /// Whether the following numbers are the minutes and seconds after hours without a colon.
        private var isClockOpen = false
        /// Whether there is a point between the numbers of the date.
        private(set) var hasDots = false

        init?(_ text: String) {
            var rest = Array(text)[...]
            while let first = rest.first {
                if first.isASCII, first.isNumber {
                    guard takeNumber(&rest) else { return nil }
                } else if first.isLetter {
                    let word = rest.prefix { $0.isLetter || $0 == "." }
                    rest = rest.dropFirst(word.count)
                    guard take(String(word).lowercased().filter { $0 != "." }, &rest) else { return nil }
                } else {
                    guard " -/.,:\u{202F}\u{A0}()".contains(first) else { return nil }
                    if first == ".", !date.isEmpty, date.count < 3, clock.isEmpty { hasDots = true }
                    rest = rest.dropFirst()
                }
            }
            guard !date.isEmpty || clock.count > 1 else { return nil }
        }

        private static func digits(_ text: ArraySlice<Character>) -> ArraySlice<Character> {
            text.prefix { $0.isASCII && $0.isNumber }
        }

        /// Takes a number of the date, or a whole time of day, which has colons or follows a complete date.
        private mutating func takeNumber(_ rest: inout ArraySlice<Character>) -> Bool {
            let number = Self.digits(rest)
            rest = rest.dropFirst(number.count)
            let isBehindDate = !date.isEmpty && date.count == (month == nil ? 3 : 2) && clock.isEmpty
            if clock.isEmpty, rest.first == ":", rest.dropFirst().first.map({ $0.isASCII && $0.isNumber }) ?? false {
                clock.append(String(number))
                takeClock(&rest)
                return clock.count <= 3
            }
            if isBehindDate || isClockOpen && clock.count < 3 {
                clock.append(String(number))
                isClockOpen = true
                takeOffset(&rest)
                return true
            }
            date.append(String(number))
            return date.count <= 3
        }

        /// Takes the rest of a time of day with colons: minutes, seconds, their decimals, and the offset from UTC.
        private mutating func takeClock(_ rest: inout ArraySlice<Character>) {
            while let mark = rest.first, mark == ":" || mark == "." || mark == "," {
                let number = Self.digits(rest.dropFirst())
                guard !number.isEmpty else { break }
                if clock.count == 3 {
                    guard fraction.isEmpty else { break }
                    fraction = String(number)
                } else {
                    // A date may follow a time of day without seconds.
                    guard mark == ":" || number.count == 2 else { break }
                    clock.append(String(number))
                }
                rest = rest.dropFirst(1 + number.count)
            }
            takeOffset(&rest)
        }

        private mutating func takeOffset(_ rest: inout ArraySlice<Character>) {
            let behind = rest.drop { $0 == " " || $0 == "\u{A0}" }
            guard offset == nil || offset == 0, let found = TableDate.offset(behind) else { return }
            offset = found.seconds
            rest = behind.dropFirst(found.length)
        }

        private mutating func take(_ word: String, _ rest: inout ArraySlice<Character>) -> Bool {
            if let known = MonthNames.months[word] {
                guard month == nil else { return false }
                month = known
                return true
            }
            if ["am", "pm", "a", "p"].contains(word), !clock.isEmpty {
                half = String(word.prefix(1)) + "m"
                takeOffset(&rest)
                return true
            }
            if ["utc", "gmt", "z"].contains(word) {
                offset = offset ?? 0
                takeOffset(&rest)
                return word != "z" || !clock.isEmpty
            }
            if ["t", "at", "um", "uhr", "st", "nd", "rd", "th", "de", "h"].contains(word)
                || MonthNames.weekdays.contains(word)
            {
                return true
            }
            // An abbreviation of a zone, which counts if it is one of the person's own.
            guard !clock.isEmpty, zoneName == nil, (3...5).contains(word.count), word.allSatisfy(\.isASCII) else {
                return false
            }
            zoneName = word.uppercased()
            return true
        }

        /// Whether a year has two digits.
        var hasShortYear: Bool { date.count == (month == nil ? 3 : 2) && date.allSatisfy { $0.count <= 2 } }

        /// Whether the order of the numbers determines which is the day and which the month.
        var needsOrder: Bool { month == nil && date.count == 3 && date[0].count != 4 }

        func moment(_ order: TableMapping.DateOrder?) -> TableMoment? {
            guard let seconds else { return nil }
            let time = clock.isEmpty ? nil : seconds
            // An offset is more precise than the abbreviation next to it.
            let name = offset == nil ? zoneName : nil
            if date.isEmpty { return TableMoment(clock: time, offset: offset, zoneName: name) }
            guard let day = day(order) else { return nil }
            return TableMoment(day: day, clock: time, offset: offset, zoneName: name)
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
            let seconds = hour * 3_600 + minute * 60 + second
            // 24:00 is the end of the day.
            guard hour < 24 || seconds == 86_400 && half == nil, minute < 60, second < 60 else { return nil }
            return Double(seconds) + (Double("0." + fraction) ?? 0)
        }

        private func day(_ order: TableMapping.DateOrder?) -> CivilDay? {
            if let month {
                guard date.count == 2, let first = Int(date[0]) else { return nil }
                if date[0].count == 4 {
                    return Int(date[1]).flatMap { CivilDay(year: first, month: month, day: $0) }
                }
                return year(date[1]).flatMap { CivilDay(year: $0, month: month, day: first) }
            }
            if date.count == 1, date[0].count == 8, let moment = TableDate.count(date[0]) { return moment.day }
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
        private func year(_ text: String) -> Int? {
            guard text.count == 4 || text.count == 2, let number = Int(text) else { return nil }
            return text.count == 4 ? number : number < 70 ? 2_000 + number : 1_900 + number
        }
    }
}

/// The names of months and days of the week in the most common languages of tables.
private enum MonthNames {
    private static let locales = ["en", "de", "fr", "es", "it", "nl", "pt", "sv", "da", "nb"]

    /// Months by their full and short names, lowercase and without points.
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
