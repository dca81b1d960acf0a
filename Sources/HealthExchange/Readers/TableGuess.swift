import Foundation
import HealthKit

/// Finds out what the columns of a table mean, from their names and from what stands in them.
struct TableGuess {
    private let header: [String]
    private let headerLine: Int
    private let preamble: String
    private let separator: UInt8
    private let stated: [String: TableMapping.Role]
    /// What stands in each column, without fields that say that there is no value.
    private var cells: [[String]]
    /// The names of the types in a column of types.
    private var rows: [[String]] = []

    /// The type of a distance that the person says is the activity's.
    static let activityDistance = "distance"

    /// How many rows are looked at.
    private static let mostRows = 20_000
    /// How many lines may stand before the header.
    private static let mostPreamble = 40

    /// Reads the beginning of a table.
    ///
    /// - Parameters:
    ///   - bytes: The table in UTF-8.
    ///   - stated: What the person says of columns, by their names.
    init?(_ bytes: [UInt8], stated: [String: TableMapping.Role]) {
        var text = SeparatedText(bytes)
        separator = text.separator
        self.stated = stated
        var first: [(line: Int, row: [String])] = []
        while first.count < Self.mostPreamble, let row = text.next() { first.append((text.line, row)) }
        guard let place = Self.header(of: first.map(\.row), stated) else { return nil }
        header = first[place].row.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        headerLine = first[place].line
        preamble = first.prefix(place).first?.row.first ?? ""
        cells = Array(repeating: [], count: header.count)
        for row in first.dropFirst(place + 1) {
            if Self.beginsTable(row.row, header.count) { return }
            take(row.row)
        }
        while rows.count < Self.mostRows, let row = text.next(), !Self.beginsTable(row, header.count) { take(row) }
    }

    /// Whether a row is the title of another table in the same file.
    static func beginsTable(_ row: [String], _ width: Int) -> Bool {
        row.count == 1 && width > 2 && !row[0].allSatisfy(\.isWhitespace)
    }

    private mutating func take(_ row: [String]) {
        rows.append(row)
        for (index, cell) in row.enumerated() where index < cells.count && !TableNumbers.isMissing(cell) {
            cells[index].append(cell)
        }
    }

    /// Which record is the header: the one whose names say most, else the first that is as wide as the rest.
    private static func header(of rows: [[String]], _ stated: [String: TableMapping.Role]) -> Int? {
        let scores = rows.map { row -> Int in
            guard row.count > 1 else { return 0 }
            let all = Set(row.map { TableNames.folded(TableNames.parts($0).name) })
            return row.count { name in
                if stated[name] != nil { return true }
                if name.isEmpty || TableDate.isDate(name) || Double(name) != nil { return false }
                let meaning = TableNames.meaning(name, among: all)
                return meaning.role != .ignored || meaning.note != nil
            }
        }
        if let best = scores.max(), best > 1 { return scores.firstIndex(of: best) }
        let widths = Dictionary(grouping: rows.map(\.count).filter { $0 > 1 }) { $0 }.mapValues(\.count)
        guard let width = widths.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key else { return nil }
        // A line may end with one separator more than its header.
        return rows.firstIndex { $0.count == width || $0.count == width - 1 && $0.count > 1 }
    }

    // MARK: The whole

    private typealias Role = TableMapping.Role

    /// What the table means.
    ///
    /// - Parameters:
    ///   - dateOrder: The order of dates that the person says.
    ///   - decimal: What the person says stands before decimals.
    /// - Returns: The mapping, with what it leaves open.
    func mapping(dateOrder: TableMapping.DateOrder?, decimal: TableNumbers.Decimal?) -> TableMapping {
        let all = Set(header.map { TableNames.folded(TableNames.parts($0).name) })
        let meanings = header.map { name in
            stated[name].map { Self.meaning($0) } ?? TableNames.meaning(name, among: all)
        }
        var mapping = TableMapping(
            columns: zip(header, meanings).map { TableMapping.Column(name: $0, role: $1.role, note: $1.note) }
        )
        mapping.headerLine = headerLine
        mapping.isInUTC = preamble.hasPrefix("com.samsung") || header.contains { $0.hasPrefix("com.samsung") }
        for role in [Role.type, .unit, .source, .activity, .zone] { keepFirst(role, &mapping) }
        settleTimes(&mapping, dateOrder)
        settleNumbers(&mapping, decimal)
        for (index, meaning) in meanings.enumerated() { settle(index, meaning, &mapping) }
        settleValues(&mapping)
        return mapping
    }

    /// What the person says of a column.
    private static func meaning(_ role: Role) -> TableNames.Meaning {
        guard case .measure(activityDistance, let unit) = role else { return TableNames.Meaning(role: role) }
        let type = HKQuantityTypeIdentifier.distanceWalkingRunning.rawValue
        return TableNames.Meaning(role: .measure(type: type, unit: unit), isDistance: true)
    }

    private func keepFirst(_ role: Role, _ mapping: inout TableMapping) {
        let places = mapping.columns.indices.filter { mapping.columns[$0].role == role }
        let first = places.first { stated[header[$0]] != nil } ?? places.first
        for place in places where place != first { mapping.columns[place].role = .ignored }
    }

    // MARK: Times

    /// What the times of a column are.
    private enum Times {
        case date
        case dateTime
        case seconds(isMilliseconds: Bool)
        case clock
    }

    private func times(_ place: Int) -> Times? {
        var counts = (date: 0, dateTime: 0, seconds: 0, clock: 0)
        for cell in cells[place].prefix(200) {
            let moments = TableMapping.DateOrder.allCases.lazy.compactMap { TableDate.moment(cell, $0) }
            guard let moment = moments.first(where: { $0.day != nil }) ?? moments.first else { continue }
            if moment.absolute != nil {
                counts.seconds += 1
            } else if moment.day == nil {
                counts.clock += 1
            } else if moment.clock == nil {
                counts.date += 1
            } else {
                counts.dateTime += 1
            }
        }
        let known = counts.date + counts.dateTime + counts.seconds + counts.clock
        guard known > 0, 2 * known >= min(cells[place].count, 200) else { return nil }
        if counts.dateTime > 0 { return .dateTime }
        if counts.seconds > max(counts.date, counts.clock) {
            let digits = cells[place].first.map { $0.prefix { $0.isNumber }.count } ?? 0
            return .seconds(isMilliseconds: digits > 10)
        }
        return counts.date >= counts.clock ? .date : .clock
    }

    private func settleTimes(_ mapping: inout TableMapping, _ dateOrder: TableMapping.DateOrder?) {
        let named = mapping.columns.indices.filter { mapping.columns[$0].role == .start }
        let kinds = Dictionary(uniqueKeysWithValues: named.map { ($0, times($0)) })
        func isDay(_ place: Int) -> Bool { if case .date? = kinds[place] ?? nil { true } else { false } }
        func isClock(_ place: Int) -> Bool { if case .clock? = kinds[place] ?? nil { true } else { false } }
        var start = named.first { stated[header[$0]] == .start }
        start = start ?? named.first { !isDay($0) && !isClock($0) && (kinds[$0] ?? nil) != nil }
        start = start ?? named.first { isDay($0) }
        if start == nil || start.map({ isClock($0) }) == true {
            // In whatever language it is named, the first column of dates says when something was.
            let found = mapping.columns.indices.first { place in
                guard mapping.columns[place].role == .ignored, stated[header[place]] == nil, let kind = times(place)
                else {
                    return false
                }
                if case .date = kind { return true }
                if case .dateTime = kind { return true }
                return false
            }
            start = found ?? start ?? named.first
        }
        guard let start else { return }
        let kind = times(start)
        for place in named where place != start { mapping.columns[place].role = .ignored }
        mapping.columns[start].role = .start
        if case .seconds(let isMilliseconds)? = kind {
            mapping.columns[start].note = isMilliseconds ? "milliseconds since 1970" : "seconds since 1970"
        }
        var dayAlone = false
        if case .date? = kind { dayAlone = true }
        settleClocks(&mapping, named.filter { $0 != start && isClock($0) }, dayAlone)
        settleEnds(&mapping)
        settleOrder(&mapping, start, dateOrder)
    }

    /// The columns that hold a time of day, or how long something lasted.
    private func settleClocks(_ mapping: inout TableMapping, _ named: [Int], _ dayAlone: Bool) {
        guard !mapping.columns.contains(where: { $0.role == .time }) else { return }
        if dayAlone {
            let others = mapping.columns.indices.filter { place in
                guard mapping.columns[place].role == .ignored, stated[header[place]] == nil,
                    case .clock? = times(place)
                else { return false }
                return true
            }
            guard let place = named.first ?? others.first else { return }
            mapping.columns[place].role = .time
            let isSport = mapping.columns.contains { $0.role == .activity }
            if isSport, TableNames.folded(header[place]) == "time" {
                ask(
                    &mapping,
                    place,
                    "a time of day or a duration is not said",
                    ["time", "duration"]
                )
            }
        } else if let place = named.first(where: { TableNames.folded(header[$0]) == "time" }),
            !mapping.columns.contains(where: { if case .duration = $0.role { true } else { false } })
        {
            // Beside a date with its time, a column of times says how long something lasted.
            mapping.columns[place].role = .duration(unit: nil)
        }
    }

    private func settleEnds(_ mapping: inout TableMapping) {
        keepFirst(.end, &mapping)
        if let end = mapping.columns.firstIndex(where: { $0.role == .end }), case .clock? = times(end) {
            mapping.columns[end].role = .endTime
        }
        let hasEnd = mapping.columns.contains { $0.role == .end || $0.role == .endTime }
        var durations = mapping.columns.indices.filter {
            if case .duration = mapping.columns[$0].role { true } else { false }
        }
        // The time that passed, not that without pauses.
        durations.sort { left, _ in TableNames.folded(header[left]).hasPrefix("elapsed") }
        for (index, place) in durations.enumerated() {
            guard case .duration(let unit) = mapping.columns[place].role else { continue }
            let isPlain = cells[place].contains { !$0.contains(":") }
            let isKnown = unit.flatMap { TableUnits.unit($0)?.conversion(to: .second()) } != nil
            if index > 0 || hasEnd || isPlain && !isKnown {
                mapping.columns[place].role = .ignored
                if index == 0, !hasEnd { mapping.columns[place].note = "the unit of the duration is not said" }
            }
        }
    }

    private func settleOrder(_ mapping: inout TableMapping, _ start: Int, _ stated: TableMapping.DateOrder?) {
        var dates = cells[start]
        if let end = mapping.columns.firstIndex(where: { $0.role == .end }) { dates += cells[end] }
        mapping.dateOrder = stated ?? TableDate.order(of: dates)
        if dates.contains(where: Self.hasShortYear) {
            mapping.columns[start].note = "years of two digits are those from 1970 to 2069"
        }
        guard mapping.dateOrder == nil, let text = TableDate.ambiguous(dates) else { return }
        mapping.questions.append(
            "\(header[start].printableName): \(text.printableName) could have the day or the month first; "
                + "pass --dates dmy or --dates mdy"
        )
    }

    private static func hasShortYear(_ text: String) -> Bool {
        let numbers = text.prefix { $0 != ":" && $0 != "T" }.split { !$0.isNumber }
        return numbers.count >= 2 && !numbers.contains { $0.count > 2 } && TableDate.isDate(text)
    }

    // MARK: Numbers and units

    private func settleNumbers(_ mapping: inout TableMapping, _ decimal: TableNumbers.Decimal?) {
        let places = mapping.columns.indices.filter {
            switch mapping.columns[$0].role {
            case .measure, .value: true
            default: false
            }
        }
        let columns = places.map { place -> (texts: [String], isWhole: Bool) in
            var isWhole = false
            if case .measure(let type, _) = mapping.columns[place].role,
                let known = HKObjectType.type(identifier: type) as? HKQuantityType
            {
                isWhole = known.canonicalUnit == .count() && known.aggregationStyle == .cumulative
            }
            return (cells[place], isWhole)
        }
        let (numbers, ambiguous) = TableNumbers.guess(columns, separator: separator)
        mapping.numbers = decimal.map { TableNumbers(decimal: $0) } ?? numbers
        guard decimal == nil, let ambiguous else { return }
        let plain = ambiguous.text.filter { $0 != "," && $0 != "." }
        let parts = ambiguous.text.split { $0 == "," || $0 == "." }.joined(separator: ".")
        mapping.questions.append(
            "\(header[places[ambiguous.column]].printableName): \(ambiguous.text.printableName) could be "
                + "\(plain.printableName) or \(parts.printableName); pass --decimal point or --decimal comma"
        )
    }

    private func settle(_ place: Int, _ meaning: TableNames.Meaning, _ mapping: inout TableMapping) {
        guard case .measure(let identifier, let unit) = mapping.columns[place].role,
            let type = HKObjectType.type(identifier: identifier) as? HKQuantityType
        else { return }
        let numbers = mapping.numbers
        guard
            let choice = TableUnits.choose(
                type,
                unit,
                cells[place].compactMap { numbers.number($0) },
                hasPercentSigns: cells[place].contains { $0.hasSuffix("%") }
            )
        else {
            mapping.columns[place].role = .ignored
            mapping.columns[place].note = "\(unit.printableName) isn't a unit of \(type.entry.name)"
            return
        }
        mapping.columns[place].role = .measure(type: identifier, unit: choice.unit)
        mapping.columns[place].scale = choice.scale
        let notes = [meaning.note, choice.note].compactMap { $0 }
        mapping.columns[place].note = notes.isEmpty ? nil : notes.joined(separator: "; ")
        var name = Self.short(identifier)
        let hasActivity = mapping.columns.contains { $0.role == .activity }
        if meaning.isDistance, hasActivity {
            mapping.columns[place].followsActivity = true
            name = Self.activityDistance
        }
        if let question = choice.question {
            ask(&mapping, place, question.text, question.units.map { "\(name):\($0)" })
        }
        if let question = meaning.question { ask(&mapping, place, question.text, [question.pass]) }
        let isDaily = header.contains { ["steps", "stepcount", "schritte"].contains(TableNames.folded($0)) }
        if meaning.isDistance, !hasActivity, !isDaily, choice.question == nil, stated[header[place]] == nil {
            ask(
                &mapping,
                place,
                "the distance of which activity is not said",
                ["distanceWalkingRunning:\(choice.unit)", "distanceCycling:\(choice.unit)"]
            )
        }
    }

    /// What the rows of a table with a column of types say of percentages and units.
    private func settleValues(_ mapping: inout TableMapping) {
        guard let place = mapping.columns.firstIndex(where: { if case .value = $0.role { true } else { false } }),
            case .value(let unit) = mapping.columns[place].role,
            let typePlace = mapping.columns.firstIndex(where: { $0.role == .type })
        else { return }
        let hasUnits = unit != nil || mapping.columns.contains { $0.role == .unit }
        var isAsked = false
        for row in rows where typePlace < row.count && place < row.count {
            guard let type = TypeCatalogue.resolve(row[typePlace])?.type as? HKQuantityType,
                let number = mapping.numbers.number(row[place])
            else { continue }
            if type.canonicalUnit == .percent(), number > 1.000_001 { mapping.percentTypes.insert(type.identifier) }
            if !hasUnits, type.canonicalUnit != .count(), !isAsked {
                isAsked = true
                mapping.columns[place].note = "in the usual unit of each type"
                ask(&mapping, place, "the unit is not said", ["value:UNIT"])
            }
        }
    }

    private func ask(_ mapping: inout TableMapping, _ place: Int, _ what: String, _ roles: [String]) {
        let name = header[place].printableName
        let passes = roles.map { "--map \"\(name)=\($0)\"" }.joined(separator: " or ")
        mapping.questions.append("\(name): \(what); pass \(passes)")
    }

    private static func short(_ identifier: String) -> String {
        let name = identifier.replacing("HKQuantityTypeIdentifier", with: "", maxReplacements: 1)
        return name.prefix(1).lowercased() + name.dropFirst()
    }
}

extension TableMapping {
    /// The type of a measure that stands for the distance of the activity that another column names.
    package static let activityDistance = TableGuess.activityDistance

    /// A unit as tables write it; `nil` for one that is not known.
    ///
    /// - Parameter text: The unit, such as `lbs`, `bpm` or `mmol/L`.
    /// - Returns: The unit.
    package static func unit(_ text: String) -> HKUnit? { TableUnits.unit(text) }

    /// Guesses what the columns mean from their names and their first rows.
    ///
    /// - Parameters:
    ///   - bytes: The table.
    ///   - stated: What the person says of columns, by their names.
    ///   - dateOrder: The order of dates that the person says.
    ///   - decimal: What the person says stands before decimals.
    /// - Returns: The guess; `nil` for a table without a header.
    package static func guess(
        _ bytes: [UInt8],
        stated: [String: Role] = [:],
        dateOrder: DateOrder? = nil,
        decimal: TableNumbers.Decimal? = nil
    ) -> TableMapping? {
        TableGuess(SeparatedText.decoded(bytes), stated: stated)?.mapping(dateOrder: dateOrder, decimal: decimal)
    }
}

extension String {
    /// A name of a table as a message shows it: on one line, and short.
    fileprivate var printableName: String {
        let plain = String(
            String.UnicodeScalarView(unicodeScalars.filter { !CharacterSet.controlCharacters.contains($0) })
        )
        return plain.count > 60 ? plain.prefix(60) + "…" : plain
    }
}
