import Foundation
import HealthKit

/// Guesses the meaning of the columns of one table, from their names and all their values.
struct TableGuess {
    let header: [String]
    let answers: ReaderAnswers
    private let headerLine: Int
    private let firstLine: Int
    private let title: String?
    private let preamble: String
    private var endLine: Int?
    private var rowCount = 0
    /// The first rows, with their lines.
    private var rows: [(line: Int, fields: [String])] = []
    /// The text after the first rows, if there is more.
    private var rest: SeparatedText?
    /// Each column's values in the first rows, without fields that mark a missing value.
    private(set) var cells: [[String]]

    /// The type name for a distance that the person says is the activity's.
    static let activityDistance = "distance"

    /// The note of a column that has only zeros.
    private static let unmeasured = "not measured: 0 in every row"
    /// The number of rows kept; later rows are read again.
    private static let mostRows = 20_000
    /// Whether rows of words belong to the table too.
    private let isWhole: Bool
    /// The largest number of lines before the header.
    private static let mostPreamble = 40

    typealias Role = TableMapping.Role

    /// Reads a table up to the row that begins another one.
    ///
    /// - Parameters:
    ///   - text: The file, from this table on; on return, from the next table on.
    ///   - answers: The person's answers about columns.
    ///   - isFirst: Whether it is the first table, which other lines may precede.
    init?(_ text: inout SeparatedText, _ answers: ReaderAnswers, isFirst: Bool) {
        self.answers = answers
        var ahead = text
        var first: [(line: Int, fields: [String])] = []
        while first.count < Self.mostPreamble, let row = ahead.next() { first.append((ahead.line, row)) }
        guard !first.isEmpty else { return nil }
        let found = TableHead(first.map(\.fields), answers.roles, isFirst: isFirst)
        if isFirst, found == nil { return nil }
        let place = found?.header
        header = place.map { first[$0].fields.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) } } ?? []
        let title = found?.title ?? (place == nil ? 0 : nil)
        isWhole = false
        self.title = title.flatMap { TableHead.words(of: first[$0].fields).first }
        headerLine = first[place ?? 0].line
        firstLine = first[title ?? place ?? 0].line
        preamble = first.prefix(place ?? 0).first?.fields.first ?? ""
        cells = Array(repeating: [], count: header.count)
        for _ in 0...(place ?? 0) { _ = text.next() }
        readRows(&text)
    }

    /// Reads a table that is all of a file, with the names of its columns in a known row.
    ///
    /// - Parameters:
    ///   - text: The file; on return, its end.
    ///   - answers: The answers about columns.
    ///   - place: The row with the names, counted from 0.
    init?(_ text: inout SeparatedText, _ answers: ReaderAnswers, headerAt place: Int) {
        self.answers = answers
        isWhole = true
        var first: [(line: Int, fields: [String])] = []
        while first.count <= place, let row = text.next() { first.append((text.line, row)) }
        guard let last = first.last, first.count == place + 1 else { return nil }
        header = last.fields.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        title = nil
        headerLine = last.line
        firstLine = last.line
        preamble = first.first?.fields.first ?? ""
        cells = Array(repeating: [], count: header.count)
        readRows(&text)
    }

    /// Whether the table has more than words.
    var hasRows: Bool { rowCount > 0 }

    private mutating func readRows(_ text: inout SeparatedText) {
        var start: Int??
        while true {
            let before = text
            guard let row = text.next() else { return }
            if TableHead.isWords(row) {
                // Unit names right below the header are words too.
                if !isWhole, rowCount > 0 || header.isEmpty {
                    let place = start ?? self.mapping().columns.firstIndex { $0.role == .start }
                    start = place
                    if begins(row, place) {
                        endLine = text.line
                        text = before
                        return
                    }
                }
            } else if !TableHead.isBlank(row) {
                rowCount += 1
            }
            guard rows.count < Self.mostRows else {
                if rest == nil { rest = before }
                continue
            }
            rows.append((text.line, row))
            for (index, cell) in row.enumerated() where index < cells.count && !TableNumbers.isMissing(cell) {
                cells[index].append(cell)
            }
        }
    }

    /// Whether a row of words begins another table: it has a word in the time column, or is alone in its line.
    private func begins(_ row: [String], _ start: Int?) -> Bool {
        guard let start else { return TableHead.score(row, answers.roles) > 1 || row.count == 1 || header.isEmpty }
        return start < row.count && !TableNumbers.isMissing(row[start]) || row.count == 1 && header.count > 2
    }

    /// Visits all rows of the table.
    func visit(_ body: (_ line: Int, _ fields: [String]) -> Void) {
        for row in rows { body(row.line, row.fields) }
        guard var rest else { return }
        while let row = rest.next() {
            if let endLine, rest.line >= endLine { return }
            body(rest.line, row)
        }
    }

    // MARK: The whole

    /// The meaning of the table, with its open questions.
    func mapping() -> TableMapping {
        let all = Set(header.map { FoldedName.of(TableNames.parts($0).name) })
        let meanings = header.map { name in
            answers.roles[name].map { Self.meaning($0) } ?? TableNames.meaning(name, among: all)
        }
        var mapping = TableMapping(
            columns: zip(header, meanings).map { TableMapping.Column(name: $0, role: $1.role, note: $1.note) }
        )
        mapping.title = title
        mapping.firstLine = firstLine
        mapping.headerLine = headerLine
        mapping.endLine = endLine
        mapping.rowCount = rowCount
        mapping.isInUTC = preamble.hasPrefix("com.samsung") || header.contains { $0.hasPrefix("com.samsung") }
        for index in mapping.columns.indices where mapping.columns[index].role == .activity && !isStated(index) {
            // Upper-arm monitors give the activity level as a number.
            if !cells[index].contains(where: { $0.contains(where: \.isLetter) }) {
                mapping.columns[index].role = .ignored
            }
        }
        for role in [Role.type, .unit, .source, .activity, .zone] { keepFirst(role, &mapping) }
        settleTimes(&mapping)
        settlePairs(&mapping)
        let evidence = numbers(&mapping)
        for index in mapping.columns.indices { settle(index, meanings[index], evidence[index], &mapping) }
        settleDuration(&mapping)
        settleValues(&mapping)
        settlePressures(&mapping)
        for index in mapping.columns.indices { settlePlace(index, meanings[index], evidence[index], &mapping) }
        settlePersons(&mapping)
        return mapping
    }

    /// The meaning of a column as the person stated it.
    private static func meaning(_ role: Role) -> TableNames.Meaning {
        guard case .measure(activityDistance, let unit) = role else { return TableNames.Meaning(role: role) }
        let type = HKQuantityTypeIdentifier.distanceWalkingRunning.rawValue
        return TableNames.Meaning(role: .measure(type: type, unit: unit), isDistance: true)
    }

    func isStated(_ place: Int) -> Bool { answers.roles[header[place]] != nil }

    func keepFirst(_ role: Role, _ mapping: inout TableMapping) {
        let places = mapping.columns.indices.filter { mapping.columns[$0].role == role }
        let first = places.first { isStated($0) } ?? places.first
        for place in places where place != first { mapping.columns[place].role = .ignored }
    }

    // MARK: Numbers

    /// The evidence of each column's numbers, over all rows; also determines each column's number format and the order
    /// of dates.
    private func numbers(_ mapping: inout TableMapping) -> [NumberEvidence] {
        let roles = mapping.columns.map(\.role)
        let isNumber = roles.indices.map { place in
            switch roles[place] {
            case .measure, .value, .duration: true
            case .ignored: !isStated(place)
            default: false
            }
        }
        let isDate = roles.map { $0 == .start || $0 == .end }
        var evidence = header.map { _ in NumberEvidence() }
        var order = TableDate.OrderEvidence()
        visit { line, row in
            for index in 0..<min(row.count, roles.count) {
                if isNumber[index] { evidence[index].take(row[index], line: line) }
                if isDate[index] { order.take(row[index], line: line) }
            }
        }
        settleOrder(&mapping, order)
        let telling = evidence.indices.filter { index in
            switch roles[index] {
            case .measure, .value: true
            default: evidence[index].isNumeric
            }
        }
        let marks = Set(telling.compactMap { evidence[$0].decimal })
        let isDivided = telling.contains { evidence[$0].isDivided }
        let common = marks.count == 1 && !isDivided ? marks.first : nil
        var isAsked = false
        for index in evidence.indices {
            let own = evidence[index]
            mapping.columns[index].numbers = TableNumbers(
                stated: answers.decimal,
                usual: own.isDivided ? nil : own.decimal ?? common
            )
            guard let open = own.open, roles[index].isRead, !isAsked,
                answers.decimal ?? mapping.columns[index].numbers.usual == nil
            else { continue }
            isAsked = true
            mapping.questions.append(Self.question(header[index], open))
        }
        return evidence
    }

    private static func question(_ column: String, _ open: NumberEvidence.Place) -> ReaderQuestion {
        let number = TableCell(open.text)?.number ?? Substring(open.text)
        func text(_ mark: TableNumbers.Decimal) -> String {
            let shown = number.filter { $0 != "," && $0 != "." || $0 == (mark == .point ? "." : ",") }
            return shown.replacing(",", with: ".")
        }
        let first: TableNumbers.Decimal = number.contains(",") ? .point : .comma
        let marks = [first, first == .point ? .comma : .point]
        return ReaderQuestion(
            text: "line \(open.line): \(column.printableName): \(open.text.printableName) could be "
                + marks.map(text).joined(separator: " or "),
            choices: TableNumbers.Decimal.allCases.map { .init(answer: .decimal($0), meaning: text($0)) }
        )
    }

    // MARK: Units

    private func settle(
        _ place: Int,
        _ meaning: TableNames.Meaning,
        _ evidence: NumberEvidence,
        _ mapping: inout TableMapping
    ) {
        guard case .measure(let identifier, let unit) = mapping.columns[place].role,
            let type = Self.quantityType(identifier)
        else { return }
        let numbers = mapping.columns[place].numbers
        let plain = cells[place]
            .compactMap { text in
                TableCell(text).flatMap { $0.unit.isEmpty ? numbers.number($0.number) : nil }
            }
        let values = TableUnits.Values(
            plain,
            evidence.extent(numbers.stated ?? numbers.usual),
            haveUnits: evidence.plain == 0 && evidence.numbers > 0,
            type
        )
        if values.isEmpty, !plain.isEmpty, evidence.plain == evidence.numbers, unit.isEmpty {
            mapping.columns[place].role = .ignored
            mapping.columns[place].note = Self.unmeasured
            return
        }
        guard let choice = TableUnits.choose(type, unit, values) else {
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
            ask(&mapping, place, question.text, question.units.map { ("\(name):\($0)", "in \($0)") })
        }
        if let question = meaning.question {
            ask(&mapping, place, question.text, question.roles.map { ($0, $0) })
        }
        let isDaily = header.contains { ["steps", "stepcount", "schritte"].contains(FoldedName.of($0)) }
        if meaning.isDistance, !hasActivity, !isDaily, choice.question == nil, !isStated(place) {
            ask(
                &mapping,
                place,
                "the distance of which activity is not said",
                ["distanceWalkingRunning", "distanceCycling"].map { ("\($0):\(choice.unit)", $0) }
            )
        }
    }

    /// The quantity type of a column's values; for blood pressures in one cell, that of both members.
    static func quantityType(_ identifier: String) -> HKQuantityType? {
        if identifier == HKCorrelationTypeIdentifier.bloodPressure.rawValue {
            return HKQuantityType(.bloodPressureSystolic)
        }
        return HKObjectType.type(identifier: identifier) as? HKQuantityType
    }

    // MARK: Durations

    /// Determines how the table's durations are read: by its unit, by the first numbers, or by the activity's distance.
    private func settleDuration(_ mapping: inout TableMapping) {
        guard
            let place = mapping.columns.firstIndex(where: { if case .duration = $0.role { true } else { false } }),
            case .duration(let unit) = mapping.columns[place].role
        else { return }
        let named = unit.flatMap { TableDuration.Format(named: $0) } ?? Self.format(unit)
        mapping.columns[place].pairs = named
        let distance = mapping.columns.firstIndex {
            if case .measure(let type, let unit) = $0.role {
                type.contains("IdentifierDistance") && !unit.isEmpty
            } else {
                false
            }
        }
        let columns = mapping.columns
        let activity = columns.firstIndex { $0.role == .activity }
        // A distance whose own unit is unclear proves nothing.
        let isKnown = distance.map { place in !mapping.questions.contains { $0.column == header[place] } } ?? false
        var evidence = DurationEvidence()
        visit { line, row in
            guard place < row.count, !TableNumbers.isMissing(row[place]) else { return }
            var way: (meters: Double, type: HKQuantityTypeIdentifier?)?
            if isKnown, let distance, distance < row.count {
                way = Self.way(row[distance], columns[distance], activity.flatMap { $0 < row.count ? row[$0] : nil })
            }
            evidence.take(row[place], line: line, meters: way?.meters, of: way?.type)
        }
        let name = header[place]
        if evidence.hasPlainNumbers, unit.flatMap({ TableUnits.unit($0)?.conversion(to: .second()) }) == nil {
            ask(
                &mapping,
                place,
                "the unit of the duration is not said",
                ["min", "s", "hr"].map { ("duration:\($0)", "in \($0)") }
            )
        }
        guard named == nil, let open = evidence.open else {
            if named == nil { mapping.columns[place].pairs = evidence.format }
            return
        }
        if let format = evidence.format {
            mapping.columns[place].pairs = format
            return
        }
        guard case .pair(let first, let second)? = TableDuration(open.text) else { return }
        let meanings = ["\(Int(first)) h \(Int(second)) min", "\(Int(first)) min \(Int(second)) s"]
        mapping.questions.append(
            ReaderQuestion(
                text: "line \(open.line): \(name.printableName): \(open.text.printableName) could be "
                    + meanings.joined(separator: " or "),
                column: name,
                choices: zip(TableDuration.Format.allCases, meanings)
                    .map {
                        ReaderQuestion.Choice(answer: .column(name, role: "duration:\($0.rawValue)"), meaning: $1)
                    }
            )
        )
    }

    /// The format of pairs in a column whose plain numbers have a unit.
    private static func format(_ unit: String?) -> TableDuration.Format? {
        switch unit.flatMap({ TableUnits.unit($0) }) {
        case .hour(): .hours
        case .minute(): .minutes
        default: nil
        }
    }

    /// The distance of a row's activity, and its type.
    private static func way(
        _ text: String,
        _ column: TableMapping.Column,
        _ activity: String?
    ) -> (meters: Double, type: HKQuantityTypeIdentifier?)? {
        guard case .measure(let type, let unit) = column.role, let cell = TableCell(text),
            let number = column.numbers.number(cell.number),
            let factor = (cell.unit.isEmpty ? HKUnit.named(unit) : TableUnits.unit(String(cell.unit)))?
                .conversion(to: .meter())?
                .scale
        else { return nil }
        let own =
            column.followsActivity
            ? activity.flatMap { TableActivity.distance($0) } : HKQuantityTypeIdentifier(rawValue: type)
        return (number * factor, own)
    }

    // MARK: Types in rows

    /// Determines percentages and units from the rows of a table with a column of types.
    private func settleValues(_ mapping: inout TableMapping) {
        guard let place = mapping.columns.firstIndex(where: { if case .value = $0.role { true } else { false } }),
            case .value(let unit) = mapping.columns[place].role,
            let typePlace = mapping.columns.firstIndex(where: { $0.role == .type })
        else { return }
        let unitPlace = mapping.columns.firstIndex { $0.role == .unit }
        let numbers = mapping.columns[place].numbers
        var names = TableTypes()
        var percentTypes: Set<String> = []
        var open: NumberEvidence.Place?
        visit { line, row in
            guard typePlace < row.count, place < row.count, let type = names.type(row[typePlace]) as? HKQuantityType,
                let cell = TableCell(row[place]), cell.unit.isEmpty, let number = numbers.number(cell.number)
            else { return }
            if type.canonicalUnit == .percent(), number > 1.000_001 { percentTypes.insert(type.identifier) }
            let own = unitPlace.map { $0 < row.count && !TableNumbers.isMissing(row[$0]) } ?? false
            if unit == nil, !own, number != 0, type.canonicalUnit != .count(), open == nil {
                open = .init(line: line, text: row[typePlace])
            }
        }
        mapping.percentTypes = percentTypes
        guard let open else { return }
        mapping.columns[place].note = "in the usual unit of each type"
        let name = header[place]
        mapping.questions.append(
            ReaderQuestion(
                text: "line \(open.line): \(name.printableName): the unit of \(open.text.printableName) is not said",
                column: name,
                choices: [],
                hint: "--map \"\(name.printableName)=value:UNIT\""
            )
        )
    }

    // MARK: Columns without a place

    /// Leaves out columns named blood pressure whose cells don't have both values.
    private func settlePairs(_ mapping: inout TableMapping) {
        for place in mapping.columns.indices where !isStated(place) && !cells[place].isEmpty {
            guard case .measure(HKCorrelationTypeIdentifier.bloodPressure.rawValue, _) = mapping.columns[place].role,
                !cells[place].prefix(200).contains(where: { PressureCell($0, TableNumbers()) != nil })
            else { continue }
            mapping.columns[place].role = .ignored
            mapping.columns[place].note = "a blood pressure is two numbers with a slash between them, or two columns"
        }
    }

    /// Matches blood pressures in two columns, or with both values in one.
    private func settlePressures(_ mapping: inout TableMapping) {
        let pairs = mapping.pressures
        guard pairs.systolic.count != pairs.diastolic.count else { return }
        let (more, fewer) =
            pairs.systolic.count > pairs.diastolic.count
            ? (pairs.systolic, pairs.diastolic) : (pairs.diastolic, pairs.systolic)
        let isSystolic = more == pairs.systolic
        for place in more.dropFirst(fewer.count) {
            let name = header[place]
            mapping.columns[place].role = .ignored
            let other = isSystolic ? "diastolic" : "systolic"
            mapping.questions.append(
                ReaderQuestion(
                    text:
                        "line \(headerLine): \(name.printableName): a blood pressure needs a column of \(other) values too",
                    column: name,
                    choices: [.init(answer: .column(name, role: ""), meaning: "leave the column out")],
                    hint: "--map \"COLUMN=bloodPressure\(other.capitalized):mmHg\""
                )
            )
        }
    }

    /// Asks about a numeric column that is left out although its name or unit is that of a HealthKit type.
    private func settlePlace(
        _ place: Int,
        _ meaning: TableNames.Meaning,
        _ evidence: NumberEvidence,
        _ mapping: inout TableMapping
    ) {
        let name = header[place]
        guard mapping.columns[place].role == .ignored, !isStated(place), !meaning.isNone, meaning.isMeasure,
            mapping.columns[place].note != Self.unmeasured, !mapping.questions.contains(where: { $0.column == name })
        else { return }
        if evidence.numbers == 0 {
            askAboutPairs(place, &mapping)
            return
        }
        let unit = meaning.unit ?? evidence.units.first { TableUnits.isMeasured($0) }
        let text: String
        if let type = meaning.type {
            text = mapping.columns[place].note ?? "\(type.name) can't be read from one number"
        } else if let unit, TableUnits.isMeasured(unit) {
            text = "it is in \(unit.printableName), but what it measures isn't known"
        } else {
            return
        }
        var roles: [(String, String)] = []
        if let unit {
            roles = TableUnits.types(in: unit).filter { $0.prominence != nil }.prefix(3)
                .map {
                    ("\($0.shortName):\(unit)", $0.name)
                }
        }
        ask(&mapping, place, text, roles + [("", "leave the column out")])
    }

    /// Asks about a column of texts such as `128/82` that no name explains.
    private func askAboutPairs(_ place: Int, _ mapping: inout TableMapping) {
        let texts = cells[place].prefix(200)
        let pairs = texts.compactMap { PressureCell($0, TableNumbers()) }
        guard pairs.count > texts.count / 2, pairs.allSatisfy(\.isUsual) else { return }
        ask(
            &mapping,
            place,
            "it looks like blood pressure",
            [("bloodPressure:mmHg", "Blood Pressure"), ("", "leave the column out")]
        )
    }

    func ask(_ mapping: inout TableMapping, _ place: Int, _ what: String, _ roles: [(role: String, meaning: String)]) {
        let name = header[place]
        mapping.questions.append(
            ReaderQuestion(
                text: "line \(headerLine): \(name.printableName): \(what)",
                column: name,
                choices: roles.map { .init(answer: .column(name, role: $0.role), meaning: $0.meaning) }
            )
        )
    }

    private static func short(_ identifier: String) -> String {
        if let entry = TypeCatalogue.shared.entry(identifier: identifier) { return entry.shortName }
        return identifier
    }
}

extension TableMapping.Role {
    /// Whether numbers of such a column are stored, or mark an end time.
    fileprivate var isRead: Bool {
        switch self {
        case .measure, .value, .duration: true
        default: false
        }
    }
}

extension TableMapping {
    /// The columns of systolic and of diastolic values, in order: the first pairs with the first.
    var pressures: (systolic: [Int], diastolic: [Int]) {
        func places(_ type: HKQuantityTypeIdentifier) -> [Int] {
            columns.indices.filter {
                if case .measure(type.rawValue, _) = columns[$0].role { true } else { false }
            }
        }
        return (places(.bloodPressureSystolic), places(.bloodPressureDiastolic))
    }

    /// The type name of a measure for the distance of the activity that another column names.
    package static let activityDistance = TableGuess.activityDistance

    /// A unit as tables write it, or `nil` for an unknown one.
    ///
    /// - Parameter text: The unit, such as `lbs`, `bpm` or `mmol/L`.
    /// - Returns: The unit.
    package static func unit(_ text: String) -> HKUnit? { TableUnits.unit(text) }

    /// The unit to pass for percentages that are fractions of one: `0.97` is 97 %.
    package static let partsOfOne = TableUnits.partsOfOne
}
