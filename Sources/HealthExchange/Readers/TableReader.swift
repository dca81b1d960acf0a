import Foundation
import HealthKit

/// Reads tables of comma separated values by a mapping, which was guessed and which the person has seen.
package struct TableReader: Reader {
    package let mapping: TableMapping
    /// The zone of times that name none.
    private let zone: TimeZone
    /// The source of rows that name none.
    private let source: String

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - mapping: What the columns mean.
    ///   - zone: The zone of times that name none.
    ///   - source: The source of rows that name none.
    package init(_ mapping: TableMapping, zone: TimeZone, source: String) {
        self.mapping = mapping
        self.zone = zone
        self.source = source
    }

    package var name: String { "CSV" }

    package func recognizes(_ beginning: [UInt8], fileName: String) -> Bool {
        fileName.lowercased().hasSuffix(".csv") || fileName.lowercased().hasSuffix(".tsv")
    }

    package func read(_ bytes: [UInt8], into sink: inout ReaderSink) throws {
        if let problem = mapping.problem { throw ImportError(problem) }
        var text = SeparatedText(SeparatedText.decoded(bytes))
        while text.next() != nil, text.line < mapping.headerLine {}
        let columns = Columns(mapping)
        let isMidnightUsed = try startsAtMidnight(text, columns)
        while let row = text.next() {
            let place = "line \(text.line)"
            if TableGuess.beginsTable(row, mapping.columns.count) {
                sink.note("\(place): another table begins; save it as a file of its own. Skipped")
                return
            }
            guard let times = times(row, columns) else {
                sink.refuse("no time, or none that can be read", at: place)
                continue
            }
            for (index, column) in mapping.columns.enumerated() where index < row.count {
                guard !TableNumbers.isMissing(row[index]), var sample = sample(row, index, columns, place, &sink) else {
                    continue
                }
                (sample.start, sample.end) = (times.start, max(times.start, times.end))
                if times.end < times.start {
                    sink.refuse("it ends before it starts", at: place)
                    continue
                }
                let scale = scale(of: sample, column)
                let raw = sample.value
                sample.value *= scale
                // Version 0.2.0 took hundredths for parts of one, and left a time of day in a column of its own out.
                if scale != 1 { sample.superseded.append(.init(start: times.start, values: raw...raw)) }
                if !isMidnightUsed, let day = times.day, day != times.start {
                    sample.superseded.append(.init(start: day, values: min(raw, sample.value)...max(raw, sample.value)))
                }
                try sink.take(sample, at: place)
            }
        }
    }

    // MARK: Rows

    /// Where the columns stand that belong to others.
    private struct Columns {
        let start, time, end, endTime, type, unit, source, activity, zone: Int?
        let duration: (place: Int, seconds: Double)?

        init(_ mapping: TableMapping) {
            func place(_ role: TableMapping.Role) -> Int? { mapping.columns.firstIndex { $0.role == role } }
            (start, time, end, endTime) = (place(.start), place(.time), place(.end), place(.endTime))
            (type, unit, source) = (place(.type), place(.unit), place(.source))
            (activity, zone) = (place(.activity), place(.zone))
            var duration: (Int, Double)?
            for (index, column) in mapping.columns.enumerated() {
                guard case .duration(let unit) = column.role else { continue }
                let scale = unit.flatMap { TableUnits.unit($0)?.conversion(to: .second())?.scale }
                duration = (index, scale ?? 1)
            }
            self.duration = duration
        }
    }

    private func field(_ place: Int?, _ row: [String]) -> String? {
        guard let place, place < row.count, !TableNumbers.isMissing(row[place]) else { return nil }
        return row[place]
    }

    /// When a row was; `day` is the midnight of its date, where the time of day stands in a column of its own.
    private func times(_ row: [String], _ columns: Columns) -> (start: Date, end: Date, day: Date?)? {
        guard let text = field(columns.start, row), var moment = TableDate.moment(text, mapping.dateOrder) else {
            return nil
        }
        let zone = self.zone(field(columns.zone, row))
        var day: Date?
        if let clock = columns.time {
            day = moment.date(self.zone)
            guard let text = field(clock, row), let time = TableDate.moment(text, nil)?.clock else { return nil }
            moment.clock = time
        }
        guard let start = moment.date(zone) else { return nil }
        var end = start
        if let text = field(columns.end, row) {
            guard let reported = TableDate.moment(text, mapping.dateOrder)?.date(zone) else { return nil }
            end = reported
        } else if let text = field(columns.endTime, row), let clock = TableDate.moment(text, nil)?.clock {
            var last = moment
            last.clock = clock
            // What ends at an earlier hour ended on the next day.
            end = last.date(zone) ?? start
            if end < start { end += 86_400 }
        } else if let duration = columns.duration, let text = field(duration.place, row) {
            end = start + (seconds(text, duration.seconds) ?? 0)
        }
        return (start, end, day)
    }

    /// The zone of a row's times: what the row says, unless the table's times are those of UTC.
    private func zone(_ text: String?) -> TimeZone {
        if mapping.isInUTC { return .gmt }
        guard let text else { return zone }
        if let named = TimeZone(identifier: text) { return named }
        var digits = text.uppercased()
        for word in ["UTC", "GMT"] { digits = digits.replacing(word, with: "") }
        if digits == "Z" || digits.isEmpty { return .gmt }
        let numbers = digits.filter(\.isNumber)
        guard let number = Int(numbers), numbers.count <= 4 else { return zone }
        let minutes = numbers.count > 2 ? number / 100 * 60 + number % 100 : number * 60
        let isWest = digits.hasPrefix("-") || digits.hasPrefix("−")
        return TimeZone(secondsFromGMT: (isWest ? -minutes : minutes) * 60) ?? zone
    }

    /// A duration: hours, minutes and seconds, minutes and seconds, or a number.
    private func seconds(_ text: String, _ scale: Double) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count) else {
            return mapping.numbers.number(text).flatMap { $0 >= 0 ? $0 * scale : nil }
        }
        let numbers = parts.compactMap { Double($0.replacing(",", with: ".")) }
        guard numbers.count == parts.count, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
        return numbers.reduce(0) { $0 * 60 + $1 }
    }

    /// Whether a row with its time in a column of its own is at midnight.
    private func startsAtMidnight(_ text: SeparatedText, _ columns: Columns) throws -> Bool {
        guard let clock = columns.time else { return true }
        var text = text
        while let row = text.next() {
            if let field = field(clock, row), TableDate.moment(field, nil)?.clock == 0 { return true }
        }
        return false
    }

    // MARK: Values

    /// What stands in a field, without its times; `nil` for what is no value, or was refused.
    private func sample(
        _ row: [String],
        _ index: Int,
        _ columns: Columns,
        _ place: String,
        _ sink: inout ReaderSink
    ) -> ReadSample? {
        let column = mapping.columns[index]
        var type: String
        let unit: String
        switch column.role {
        case .measure(let known, let named): (type, unit) = (known, named)
        case .value(let named):
            guard let name = field(columns.type, row) else {
                sink.refuse("a value without a type", at: place)
                return nil
            }
            let known = TypeCatalogue.resolve(name)?.type as? HKSampleType
            type = known?.identifier ?? name
            let reported = named ?? field(columns.unit, row)
            if let known = known as? HKQuantityType {
                unit = reported.map { TableUnits.unit($0)?.unitString ?? $0 } ?? known.displayUnit.unitString
            } else {
                unit = ""
            }
        default: return nil
        }
        guard let number = mapping.numbers.number(row[index]) else {
            sink.refuse("\(column.name): no number", at: place)
            return nil
        }
        if column.followsActivity {
            guard let distance = TableActivity.distance(field(columns.activity, row) ?? "") else {
                if number != 0 {
                    sink.refuse("\(column.name): HealthKit has no type for the distance of this activity", at: place)
                }
                return nil
            }
            type = distance.rawValue
        }
        let source = field(columns.source, row) ?? self.source
        return ReadSample(type: type, unit: unit, value: number, start: .distantPast, end: .distantPast, source: source)
    }

    private func scale(of sample: ReadSample, _ column: TableMapping.Column) -> Double {
        guard case .value = column.role else { return column.scale }
        return sample.unit == HKUnit.percent().unitString && mapping.percentTypes.contains(sample.type) ? 0.01 : 1
    }
}

/// What tables call activities.
enum TableActivity {
    /// Beginnings of words and whose distance they are, the more exact first.
    private static let words: [(String, HKQuantityTypeIdentifier)] = [
        ("wheelchair", .distanceWheelchair), ("cross country", .distanceCrossCountrySkiing),
        ("cross_country", .distanceCrossCountrySkiing), ("nordic", .distanceCrossCountrySkiing),
        ("langlauf", .distanceCrossCountrySkiing), ("snowboard", .distanceDownhillSnowSports),
        ("ski", .distanceDownhillSnowSports), ("skat", .distanceSkatingSports), ("inline", .distanceSkatingSports),
        ("cycl", .distanceCycling), ("bik", .distanceCycling), ("ride", .distanceCycling), ("rad", .distanceCycling),
        ("mtb", .distanceCycling), ("swim", .distanceSwimming), ("schwimm", .distanceSwimming),
        ("row", .distanceRowing), ("ruder", .distanceRowing), ("kayak", .distancePaddleSports),
        ("cano", .distancePaddleSports), ("paddl", .distancePaddleSports), ("run", .distanceWalkingRunning),
        ("jog", .distanceWalkingRunning), ("walk", .distanceWalkingRunning), ("hik", .distanceWalkingRunning),
        ("treadmill", .distanceWalkingRunning), ("track", .distanceWalkingRunning),
        ("trail", .distanceWalkingRunning), ("ruck", .distanceWalkingRunning), ("lauf", .distanceWalkingRunning),
        ("geh", .distanceWalkingRunning), ("wander", .distanceWalkingRunning),
    ]

    /// The type of an activity's distance; `nil` for one that has none.
    static func distance(_ activity: String) -> HKQuantityTypeIdentifier? {
        let text = activity.lowercased()
        let parts = text.split { !$0.isLetter }
        for (word, type) in words {
            let isPhrase = word.contains { !$0.isLetter }
            if isPhrase
                ? text.contains(word) : parts.contains(where: { $0.hasPrefix(word) || $0.hasSuffix(word + "ing") })
            {
                return type
            }
        }
        return nil
    }
}
