import Foundation
import HealthKit

/// What the columns of a table mean.
package struct TableMapping: Sendable, Hashable {
    /// What one column means.
    package enum Role: Sendable, Hashable {
        case start
        case end
        case type
        case value(unit: String?)
        case unit
        case source
        /// Values of one type.
        case measure(type: String, unit: String)
        case ignored

        /// The role in words.
        package var words: String {
            switch self {
            case .start: "when it began"
            case .end: "when it ended"
            case .type: "the type"
            case .value(let unit): "the value" + (unit.map { " in \($0)" } ?? "")
            case .unit: "the unit"
            case .source: "the source"
            case .measure(let type, let unit): "\(type) in \(unit)"
            case .ignored: "nothing; left out"
            }
        }
    }

    /// How dates with slashes or dots are read.
    package enum DateOrder: String, Sendable, Hashable, CaseIterable {
        /// 31/12/2024.
        case dayFirst = "dmy"
        /// 12/31/2024.
        case monthFirst = "mdy"
    }

    /// A column and its role.
    package struct Column: Sendable, Hashable {
        package var name: String
        package var role: Role
    }

    package var columns: [Column]
    /// The order of dates; `nil` where the table's own dates do not tell.
    package var dateOrder: DateOrder?

    /// What keeps the table from being read so; `nil` when nothing does.
    package var problem: String? {
        let roles = columns.map(\.role)
        if !roles.contains(.start) { return "no column says when something was" }
        let measures = roles.contains { if case .measure = $0 { true } else { false } }
        let values = roles.contains { if case .value = $0 { true } else { false } }
        if measures { return nil }
        guard values else { return "no column contains values of a known type" }
        return roles.contains(.type) ? nil : "no column says of what type the values are"
    }

    /// Guesses what the columns mean from their names and the first rows.
    ///
    /// - Parameter bytes: The table.
    /// - Returns: The guess; `nil` for a table without a header.
    package static func guess(_ bytes: [UInt8]) -> TableMapping? {
        var text = SeparatedText(bytes)
        guard let header = text.next(), header.count > 1 else { return nil }
        var columns = header.map { Column(name: $0, role: role($0)) }
        // One time of each kind; the first is the one.
        for role in [Role.start, .end, .type, .unit, .source] {
            let places = columns.indices.filter { columns[$0].role == role }
            for place in places.dropFirst() { columns[place].role = .ignored }
        }
        var first = text.next()
        // In whatever language it is named, the first column of dates says when something was.
        if !columns.contains(where: { $0.role == .start }), let first,
            let place = columns.indices.first(where: { place in
                columns[place].role == .ignored && place < first.count && TableDate.isDate(first[place])
            })
        {
            columns[place].role = .start
        }
        var dates: [String] = []
        let place = columns.firstIndex { $0.role == .start }
        while let place, dates.count < 5_000, let row = first {
            if place < row.count { dates.append(row[place]) }
            first = text.next()
        }
        return TableMapping(columns: columns, dateOrder: TableDate.order(of: dates))
    }

    private static let names: [Role: Set<String>] = [
        .start: [
            "start", "startdate", "starttime", "begin", "date", "time", "datetime", "timestamp", "day", "recorded",
        ],
        .end: ["end", "enddate", "endtime", "until"],
        .type: ["type", "metric", "measurement", "identifier"],
        .unit: ["unit", "units"],
        .source: ["source", "sourcename", "app"],
        .value(unit: nil): ["value", "qty", "quantity"],
    ]

    private static func role(_ header: String) -> Role {
        let (name, unit) = parts(header)
        let folded = name.lowercased().filter { $0.isLetter || $0.isNumber }
        if let known = names.first(where: { $0.value.contains(folded) })?.key {
            if case .value = known { return .value(unit: unit) }
            return known
        }
        guard let type = TypeCatalogue.resolve(name)?.type as? HKQuantityType else { return .ignored }
        let shown = unit ?? type.displayUnit.unitString
        guard let known = HKUnit.named(shown), type.is(compatibleWith: known) else { return .ignored }
        return .measure(type: type.identifier, unit: known.unitString)
    }

    /// A header without the unit in parentheses or brackets behind it, and the unit.
    private static func parts(_ header: String) -> (name: String, unit: String?) {
        let text = header.trimmingCharacters(in: .whitespaces)
        for (open, close) in [("(", ")"), ("[", "]")] {
            guard text.hasSuffix(close), let start = text.range(of: open, options: .backwards) else { continue }
            let unit = text[start.upperBound...].dropLast().trimmingCharacters(in: .whitespaces)
            return (text[..<start.lowerBound].trimmingCharacters(in: .whitespaces), unit)
        }
        return (text, nil)
    }
}

/// Dates of tables.
enum TableDate {
    /// Whether a text is a date, in whatever order.
    static func isDate(_ text: String) -> Bool {
        TableMapping.DateOrder.allCases.contains { date(text, $0, .gmt) != nil }
    }

    /// The order of dates with slashes or dots; `nil` where all could be either, or where there are none.
    static func order(of dates: [String]) -> TableMapping.DateOrder? {
        var isDayFirst = false
        var isMonthFirst = false
        for date in dates {
            if date.contains("."), date.first?.isNumber == true, date.prefix(3).contains(".") { isDayFirst = true }
            let parts = date.split { !$0.isNumber }.compactMap { Int($0) }
            guard parts.count >= 3, parts[0] <= 31, parts[2] > 31 else { continue }
            if parts[0] > 12 { isDayFirst = true }
            if parts[1] > 12 { isMonthFirst = true }
        }
        return isDayFirst == isMonthFirst ? nil : isDayFirst ? .dayFirst : .monthFirst
    }

    /// Reads a date: ISO 8601 with or without a zone, or numbers in an order.
    ///
    /// - Parameters:
    ///   - text: The date.
    ///   - order: The order of numbers when the year is last.
    ///   - zone: The zone of dates that name none.
    /// - Returns: The date; `nil` for what is none.
    static func date(_ text: String, _ order: TableMapping.DateOrder?, _ zone: TimeZone) -> Date? {
        let text = text.trimmingCharacters(in: .whitespaces)
        var body = Substring(text)
        var offset: Int?
        if body.hasSuffix("Z") {
            offset = 0
            body = body.dropLast()
        } else if let sign = body.dropFirst(10).lastIndex(where: { $0 == "+" || $0 == "-" }) {
            let digits = body[body.index(after: sign)...].filter(\.isNumber)
            guard digits.count == 4 || digits.count == 2, let number = Int(digits) else { return nil }
            let minutes = digits.count == 4 ? number / 100 * 60 + number % 100 : number * 60
            offset = (body[sign] == "-" ? -minutes : minutes) * 60
            body = body[..<sign]
        }
        let parts = body.split { !$0.isNumber }.map(String.init)
        var numbers = parts.compactMap { Int($0) }
        guard parts.count == numbers.count, (3...7).contains(numbers.count) else { return nil }
        if parts[0].count != 4 {
            guard parts[2].count == 4, let order else { return nil }
            let (first, second, year) = (numbers[0], numbers[1], numbers[2])
            numbers.replaceSubrange(0..<3, with: order == .dayFirst ? [year, second, first] : [year, first, second])
        }
        guard let day = CivilDay(year: numbers[0], month: numbers[1], day: numbers[2]) else { return nil }
        var seconds = Double(day.daysSinceReferenceDate) * 86_400
        if numbers.count > 3 {
            var hour = numbers[3]
            let half = body.lowercased()
            if half.hasSuffix("pm"), hour < 12 { hour += 12 }
            if half.hasSuffix("am"), hour == 12 { hour = 0 }
            let minute = numbers.count > 4 ? numbers[4] : 0
            let second = numbers.count > 5 ? numbers[5] : 0
            guard hour < 24, minute < 60, second < 60 else { return nil }
            seconds += Double(hour * 3_600 + minute * 60 + second)
            if numbers.count > 6 { seconds += Double("0." + parts[6]) ?? 0 }
        }
        if let offset { return Date(timeIntervalSinceReferenceDate: seconds - Double(offset)) }
        let guess = Date(timeIntervalSinceReferenceDate: seconds - Double(zone.secondsFromGMT()))
        let there = zone.secondsFromGMT(for: guess)
        let better = Date(timeIntervalSinceReferenceDate: seconds - Double(there))
        return Date(timeIntervalSinceReferenceDate: seconds - Double(zone.secondsFromGMT(for: better)))
    }
}
