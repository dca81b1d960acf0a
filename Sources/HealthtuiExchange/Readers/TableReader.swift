import Foundation
import HealthKit

/// Reads the tables of a file by a mapping that was guessed and shown to the person.
package struct TableReader: Reader {
    package let file: TableFile
    /// The zone of times that name none.
    private let zone: TimeZone
    /// The source of rows that name none.
    private let source: String

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - file: The meaning of the columns of the file's tables.
    ///   - zone: The zone of times that name none.
    ///   - source: The source of rows that name none.
    package init(_ file: TableFile, zone: TimeZone, source: String) {
        self.file = file
        self.zone = zone
        self.source = source
    }

    package var name: String { "CSV" }
    package var endings: Set<String> { TableFile.endings }

    package func recognizes(_ beginning: [UInt8], fileName: String) -> Bool { TableFile.isNamedTable(fileName) }

    package func read(_ bytes: [UInt8], into sink: inout ReaderSink) throws {
        if let problem = file.problem { throw ImportError(problem) }
        let text = SeparatedText(SeparatedText.decoded(bytes))
        for mapping in file.tables {
            if let problem = mapping.problem {
                sink.leaveOut(mapping.name, mapping.rowCount, line: mapping.firstLine, because: problem)
                continue
            }
            var rows = TableRows(mapping, zone: zone, source: source)
            try rows.read(text, into: &sink)
        }
    }
}

/// The rows of one table on their way to the sink.
private struct TableRows {
    private let mapping: TableMapping
    private let times: TableTimes
    private let source: ReadSource
    private let columns: Columns
    /// The span of each row, if all rows are of days, or all of hours.
    private var grain: TableGrain?
    /// The rows by the mapping of their maker; `nil` without one.
    private var mapped: MappedTable?
    private var types = TableTypes()
    private var halves = PressureHalves()

    /// The positions of the columns that belong to others.
    private struct Columns {
        let type, unit, source, activity: Int?
        /// Systolic and diastolic values.
        let pressures: [(systolic: Int, diastolic: Int)]
        /// The columns whose values are stored individually.
        let values: [Int]

        init(_ mapping: TableMapping) {
            (type, unit, source) = (mapping.place(.type), mapping.place(.unit), mapping.place(.source))
            activity = mapping.place(.activity)
            let places = mapping.pressures
            pressures = zip(places.systolic, places.diastolic).map { (systolic: $0, diastolic: $1) }
            values = mapping.columns.indices.filter { index in
                switch mapping.columns[index].role {
                case .measure: !places.systolic.contains(index) && !places.diastolic.contains(index)
                case .value: true
                default: false
                }
            }
        }
    }

    /// The measure of a column, or of a row with the name of a type.
    private struct Measure {
        let identifier: String
        let type: HKObjectType?
        /// The unit of numbers without one.
        let unit: String
    }

    init(_ mapping: TableMapping, zone: TimeZone, source: String) {
        self.mapping = mapping
        self.source = ReadSource(name: source)
        times = TableTimes(mapping, zone: zone)
        mapped = MappedTable(mapping)
        columns = Columns(mapping)
    }

    mutating func read(_ text: SeparatedText, into sink: inout ReaderSink) throws {
        var text = text
        while text.line < mapping.headerLine, text.next() != nil {}
        let isMidnightUsed = times.startAtMidnight(text)
        grain = mapping.rules?.isOfDays == true ? .day : mapping.grain(text)
        var repeated = 0
        var ofOthers = 0
        while let row = text.next() {
            if let end = mapping.endLine, text.line >= end { break }
            if mapping.persons?.has(row) == false {
                ofOthers += 1
                continue
            }
            if mapped?.reads(row) == false { continue }
            let place = "line \(text.line)"
            let moment = times.moment(row)
            // A row without a number has nothing to store.
            if case .failure = moment, TableHead.isWords(row) || TableHead.isBlank(row) { continue }
            guard row.dropFirst(mapping.columns.count).allSatisfy({ $0.allSatisfy(\.isWhitespace) }) else {
                sink.refuse(
                    "more fields than the header has columns; a field that holds the separator needs quotes",
                    at: place
                )
                continue
            }
            switch moment {
            case .success(let moment):
                if moment.isRepeated { repeated += 1 }
                try take(row, moment, isMidnightUsed, place, &sink)
            case .failure(let reason): sink.refuse(reason.text, at: place)
            }
        }
        for half in halves.alone {
            sink.refuse(Self.lonely(isSystolic: half.isSystolic), at: half.place, as: .correlations)
        }
        sink.passOver("measurements of other people", ofOthers, isData: false)
        report(repeated, &sink)
    }

    /// Reports the rows that are read in one of two ways, or not at all.
    private func report(_ repeated: Int, _ sink: inout ReaderSink) {
        if repeated > 0 {
            let rows = repeated == 1 ? "a row has a time" : "\(repeated) rows have times"
            sink.note("\(rows) that the clocks show twice; the first of the two is taken")
        }
        guard let mapped else { return }
        if mapped.skipped > 0 { sink.passOver("rows that aren't measurements", mapped.skipped, isData: false) }
        if mapped.unread > 0 { sink.passOver("rows of a kind that isn't read", mapped.unread) }
    }

    private static func lonely(isSystolic: Bool) -> String {
        isSystolic ? "a systolic value without a diastolic one" : "a diastolic value without a systolic one"
    }

    // MARK: Values

    private mutating func take(
        _ row: [String],
        _ moment: TableTimes.Moment,
        _ isMidnightUsed: Bool,
        _ place: String,
        _ sink: inout ReaderSink
    ) throws {
        let source = field(columns.source, row).map { ReadSource(name: $0) } ?? mapped?.source(row) ?? self.source
        let device = mapped?.device(row)
        for pair in columns.pressures {
            let systolic = member(pair.systolic, row, place, &sink)
            let diastolic = member(pair.diastolic, row, place, &sink)
            switch (systolic, diastolic) {
            case (.value(let upper), .value(let lower)):
                try take(upper, lower, moment, source, device, place, &sink)
            case (.value, .none): sink.refuse(Self.lonely(isSystolic: true), at: place, as: .correlations)
            case (.none, .value): sink.refuse(Self.lonely(isSystolic: false), at: place, as: .correlations)
            default: break
            }
        }
        for index in columns.values {
            guard mapped?.reads(index, of: row) ?? true, let text = field(index, row),
                let measure = measure(row, index, place, &sink)
            else { continue }
            let column = mapping.columns[index]
            if measure.identifier == HKCorrelationTypeIdentifier.bloodPressure.rawValue {
                guard let cell = PressureCell(text, column.numbers) else {
                    sink.refuse(
                        "\(column.name): not two numbers with a slash between them",
                        at: place,
                        as: .correlations
                    )
                    continue
                }
                let unit = cell.unit.isEmpty ? (measure.unit.isEmpty ? "mmHg" : measure.unit) : cell.unit
                guard let known = pressureUnit(unit) else {
                    sink.refuse("\(column.name): not a unit of blood pressure", at: place, as: .correlations)
                    continue
                }
                if cell.systolic == 0, cell.diastolic == 0 { continue }
                let (upper, lower) = (TableQuantity(cell.systolic, known), TableQuantity(cell.diastolic, known))
                try take(upper, lower, moment, source, device, place, &sink)
                continue
            }
            guard case .value(var quantity) = cell(text, index, measure, place, &sink) else { continue }
            if let isSystolic = Self.isSystolic(measure.identifier) {
                let half = PressureHalves.Half(quantity: quantity, isSystolic: isSystolic, place: place)
                guard let other = halves.partner(of: half, at: moment, source) else { continue }
                let pair = isSystolic ? (quantity, other.quantity) : (other.quantity, quantity)
                try take(pair.0, pair.1, moment, source, device, place, &sink)
                continue
            }
            if case .value = column.role { quantity.scale *= valueScale(quantity, measure) }
            var identifier = measure.identifier
            if column.followsActivity {
                guard let distance = TableActivity.distance(field(columns.activity, row) ?? "") else {
                    if quantity.value != 0 {
                        sink.refuse(
                            "\(column.name): HealthKit has no type for the distance of this activity",
                            at: place
                        )
                    }
                    continue
                }
                identifier = distance.rawValue
            }
            var sample = ReadSample(
                type: identifier,
                unit: quantity.unit,
                value: quantity.value * quantity.scale,
                start: moment.start,
                end: moment.end,
                source: source
            )
            sample.device = device
            if let mapped {
                sample.metadata = mapped.metadata(index, row)
                if let key = quantity.clampKey { sample.metadata[key] = "1" }
                if let key = MappedTable.missingKey(sample) {
                    sink.refuse("\(column.name): \(key) isn't known, which the type needs", at: place)
                    continue
                }
                // Without a mapping all makers had one source.
                let (least, most) = (min(quantity.value, sample.value), max(quantity.value, sample.value))
                sample.superseded.append(.init(start: moment.start, values: least...most, source: "CSV"))
            }
            // Version 0.2.0 read hundredths as fractions of one, and ignored a time of day in a separate column.
            let raw = quantity.value
            if quantity.scale != 1 { sample.superseded.append(.init(start: moment.start, values: raw...raw)) }
            if !isMidnightUsed, let day = moment.day, day != moment.start {
                sample.superseded.append(.init(start: day, values: min(raw, sample.value)...max(raw, sample.value)))
            }
            sample.markSum(of: grain, moment, namesSource: columns.source != nil, posted: sink.hints.posted)
            try sink.take(sample, at: place)
        }
        try mapped?.take(row, moment, times, place, &sink)
    }

    private func take(
        _ systolic: TableQuantity,
        _ diastolic: TableQuantity,
        _ moment: TableTimes.Moment,
        _ source: ReadSource,
        _ device: HKDevice?,
        _ place: String,
        _ sink: inout ReaderSink
    ) throws {
        guard let upper = HKUnit.named(systolic.unit), let lower = HKUnit.named(diastolic.unit),
            let value = lower == upper
                ? diastolic.value : HKQuantity(unit: lower, doubleValue: diastolic.value).converted(to: upper)
        else { return sink.refuse("the units of the two values don't go together", at: place, as: .correlations) }
        let pressure = ReadPressure(
            systolic: systolic.value,
            diastolic: value,
            unit: systolic.unit,
            start: moment.start,
            end: moment.end,
            source: source,
            device: device
        )
        try sink.take(pressure, at: place)
    }

    private func field(_ place: Int?, _ row: [String]) -> String? { TableTimes.field(place, row) }

    private static func isSystolic(_ identifier: String) -> Bool? {
        switch identifier {
        case HKQuantityTypeIdentifier.bloodPressureSystolic.rawValue: true
        case HKQuantityTypeIdentifier.bloodPressureDiastolic.rawValue: false
        default: nil
        }
    }

    private func pressureUnit(_ text: String) -> String? {
        guard let unit = TableUnits.unit(text), HKQuantityType(.bloodPressureSystolic).is(compatibleWith: unit) else {
            return nil
        }
        return unit.unitString
    }

    /// The measure of a column in a row.
    private mutating func measure(
        _ row: [String],
        _ index: Int,
        _ place: String,
        _ sink: inout ReaderSink
    ) -> Measure? {
        switch mapping.columns[index].role {
        case .measure(let identifier, let unit):
            return Measure(identifier: identifier, type: HKObjectType.type(identifier: identifier), unit: unit)
        case .value(let named):
            guard let name = field(columns.type, row) else {
                sink.refuse("a value without a type", at: place)
                return nil
            }
            let known = types.type(name)
            let reported = named ?? field(columns.unit, row)
            var unit = ""
            if let known = known as? HKQuantityType {
                unit = reported.map { TableUnits.unit($0)?.unitString ?? $0 } ?? known.displayUnit.unitString
            } else if known is HKCorrelationType {
                unit = reported ?? ""
            }
            let isSample = known is HKSampleType
            return Measure(
                identifier: isSample ? known?.identifier ?? name : name,
                type: isSample ? known : nil,
                unit: unit
            )
        default: return nil
        }
    }

    /// The content of a cell.
    private enum Cell {
        case none
        case refused
        case value(TableQuantity)
    }

    /// One value of a blood pressure in two columns.
    private mutating func member(_ index: Int, _ row: [String], _ place: String, _ sink: inout ReaderSink) -> Cell {
        guard mapped?.reads(index, of: row) ?? true, let text = field(index, row),
            let measure = measure(row, index, place, &sink)
        else { return .none }
        return cell(text, index, measure, place, &sink)
    }

    /// The value of a cell by the mapping's words and by its number.
    private func cell(
        _ text: String,
        _ index: Int,
        _ measure: Measure,
        _ place: String,
        _ sink: inout ReaderSink
    ) -> Cell {
        if let clamped = mapped?.clamped(text, index) { return .value(clamped) }
        let cell = quantity(text, mapping.columns[index], measure, place, &sink)
        if case .value(let quantity) = cell, mapped?.isNone(quantity.value, index) ?? false { return .none }
        return cell
    }

    /// The number of a cell in its own unit, or in the column's.
    private func quantity(
        _ text: String,
        _ column: TableMapping.Column,
        _ measure: Measure,
        _ place: String,
        _ sink: inout ReaderSink
    ) -> Cell {
        let cell = TableCell(text)
        guard let cell, let number = column.numbers.number(cell.number) else {
            let reason = cell.map { column.numbers.refusal($0.number) } ?? "not a number"
            sink.refuse("\(column.name): \(reason)", at: place)
            return .refused
        }
        let type = measure.type as? HKQuantityType
        // Scales and watches write 0 for a value that they didn't measure.
        if number == 0, let type, TableUnits.isUnmeasuredAtZero(type) { return .none }
        guard !cell.unit.isEmpty else { return .value(TableQuantity(number, measure.unit, scale: column.scale)) }
        guard let unit = TableUnits.unit(String(cell.unit)), type?.is(compatibleWith: unit) ?? true else {
            sink.refuse(
                "\(column.name): the unit behind the number isn't one of \(type?.entry.name ?? "it")",
                at: place
            )
            return .refused
        }
        let scale = type?.canonicalUnit == .percent() && unit == .percent() ? 0.01 : 1
        return .value(TableQuantity(number, unit.unitString, scale: scale))
    }

    /// The factor for a value whose type is named by its row.
    private func valueScale(_ quantity: TableQuantity, _ measure: Measure) -> Double {
        let isPercent = quantity.unit == HKUnit.percent().unitString && quantity.scale == 1
        return isPercent && mapping.percentTypes.contains(measure.identifier) ? 0.01 : 1
    }
}
