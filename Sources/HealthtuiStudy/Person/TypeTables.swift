import Foundation
import HealthKit

/// A table of one type and month, as it goes out.
package struct PreparedTable: Hashable, Sendable {
    package let key: ContributionManifest.Key
    package let rows: Int
    package let bytes: [UInt8]
    package let digest: String

    init(_ key: ContributionManifest.Key, rows: Int, bytes: [UInt8]) {
        self.key = key
        self.rows = rows
        self.bytes = bytes
        digest = StudyDigest.of(bytes)
    }
}

/// Counts of a person's data that a study can't take, by reason.
package struct LeftOut: Codable, Hashable, Sendable {
    /// Values beyond a thousand million, and totals beyond what 18 digits hold.
    package var tooLarge = 0
    /// Samples longer than four days.
    package var tooLong = 0
    /// Samples of sources beyond the 62nd.
    package var beyondSources = 0

    package var isNothing: Bool { self == LeftOut() }
    /// The total count.
    package var count: Int { tooLarge + tooLong + beyondSources }

    static func += (left: inout LeftOut, right: LeftOut) {
        left.tooLarge += right.tooLarge
        left.tooLong += right.tooLong
        left.beyondSources += right.beyondSources
    }
}

/// Makes the tables of a type of one person: rows of text, month by month.
package struct TypeTables {
    private let type: StudyType
    private let form: StudyForm
    private let cut: DayCut
    /// The number of days by which dates are moved; `nil` for real dates.
    private let shift: Int?
    package private(set) var tables: [PreparedTable] = []
    package private(set) var leftOut = LeftOut()

    /// Makes the tables of samples.
    ///
    /// - Parameters:
    ///   - samples: The samples of sources that count.
    ///   - type: Their type, a quantity.
    ///   - form: How finely the study asks.
    ///   - cut: The person's days.
    ///   - shift: By how many days dates are moved; `nil` for real dates.
    package init(_ samples: [StudySample], of type: StudyType, _ form: StudyForm, cut: DayCut, shift: Int?) {
        self.type = type
        self.form = form
        self.cut = cut
        self.shift = shift
        guard let style = type.style else { return }
        addDays(samples, style)
        if form != .days { addHours(samples, style) }
        if form == .samples { addSamples(samples) }
    }

    private mutating func addDays(_ samples: [StudySample], _ style: StudyStyle) {
        var rows = MonthRows(.days, type.identifier)
        let values = IntervalValues(samples, style, in: cut.days.map(\.interval))
        for (day, fields) in zip(cut.days, values.fields) {
            guard let fields else { continue }
            guard fields.isSmallEnough else {
                leftOut.tooLarge += 1
                continue
            }
            let date = day.day.adding(shift ?? 0)
            rows.begin(date.month)
            rows.add(date.text)
            addTimes(day.interval, to: &rows)
            rows.add(shift == nil ? cut.zone.identifier : "")
            fields.add(to: &rows, withCovered: shift == nil)
            rows.end()
        }
        tables += rows.tables
    }

    private mutating func addHours(_ samples: [StudySample], _ style: StudyStyle) {
        var rows = MonthRows(.hours, type.identifier)
        let hours = shift == nil ? cut.hours : cut.clockHours
        let values = IntervalValues(samples, style, in: hours.map(\.interval))
        for (hour, fields) in zip(hours, values.fields) {
            guard let fields else { continue }
            guard fields.isSmallEnough else {
                leftOut.tooLarge += 1
                continue
            }
            let date = hour.day.adding(shift ?? 0)
            rows.begin(date.month)
            rows.add(date.text)
            rows.add(Int64(hour.hour))
            addTimes(hour.interval, to: &rows)
            fields.add(to: &rows, withCovered: shift == nil)
            rows.end()
        }
        tables += rows.tables
    }

    private func addTimes(_ interval: StudyInterval, to rows: inout MonthRows) {
        // A day of 23 hours would tell when clocks were changed, and so the shift.
        rows.add(shift == nil ? interval.start : nil)
        rows.add(shift == nil ? interval.end : nil)
    }

    private mutating func addSamples(_ samples: [StudySample]) {
        guard let first = cut.days.first, let last = cut.days.last else { return }
        var rows = MonthRows(.samples, type.identifier)
        var day = 0
        let ordered = samples.sorted {
            ($0.start, $0.end, $0.priority, $0.value) < ($1.start, $1.end, $1.priority, $1.value)
        }
        let span = StudyInterval(start: first.interval.start, end: last.interval.end)
        for sample in ordered where sample.touches(span) {
            // A sample that began before the study belongs to its first month.
            while day + 1 < cut.days.count, cut.days[day].interval.end <= sample.start { day += 1 }
            rows.begin(cut.days[day].day.month)
            rows.add(Int64(sample.priority))
            rows.add(sample.start)
            rows.add(sample.end)
            rows.add(micros: sample.value)
            rows.end()
        }
        tables += rows.tables
    }
}

/// Rows of text, month by month.
struct MonthRows {
    private let table: StudyTable
    private let type: String
    private var month = ""
    private var bytes: [UInt8] = []
    private var rows = 0
    private var isFirst = true
    private var finished: [PreparedTable] = []

    init(_ table: StudyTable, _ type: String) {
        self.table = table
        self.type = type
    }

    /// All tables.
    var tables: [PreparedTable] {
        var copy = self
        copy.close()
        return copy.finished
    }

    private mutating func close() {
        guard rows > 0 else { return }
        finished.append(PreparedTable(.init(table: table, type: type, month: month), rows: rows, bytes: bytes))
        bytes = []
        rows = 0
    }

    /// Begins a row of a month; none may come after one of a later month.
    mutating func begin(_ month: String) {
        if month != self.month { close() }
        self.month = month
        isFirst = true
    }

    mutating func end() {
        bytes.append(UInt8(ascii: "\n"))
        rows += 1
    }

    private mutating func next() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
    }

    mutating func add(_ text: String) {
        next()
        bytes += text.utf8
    }

    mutating func add(_ number: Int64?) {
        next()
        if let number { bytes += String(number).utf8 }
    }

    mutating func add(micros value: Int64?) {
        next()
        if let value { Micros.append(value, to: &bytes) }
    }
}

/// The values of each interval of a type.
struct IntervalValues {
    /// The values of a row.
    struct Fields {
        /// Total, or minimum, maximum, average and latest.
        var total: Int128?
        var measure: StudyMeasures.Measure?
        var covered: Int64?
        var count: Int

        var isSmallEnough: Bool { (total ?? 0).magnitude <= Micros.largestTotal }

        func add(to rows: inout MonthRows, withCovered: Bool) {
            rows.add(micros: total.map { Int64($0) })
            rows.add(micros: measure?.minimum)
            rows.add(micros: measure?.maximum)
            rows.add(micros: measure.map { Int64($0.average) })
            rows.add(micros: measure?.latest)
            rows.add(withCovered ? covered : nil)
            rows.add(Int64(count))
        }
    }

    /// In the order of the intervals; `nil` where no sample touches.
    let fields: [Fields?]

    init(_ samples: [StudySample], _ style: StudyStyle, in intervals: [StudyInterval]) {
        switch style {
        case .total:
            fields = StudyMerge.totals(of: samples, in: intervals)
                .map { $0.count == 0 ? nil : Fields(total: $0.total, covered: $0.covered, count: $0.count) }
        case .plain, .byTime:
            fields = StudyMeasures.of(samples, style, in: intervals)
                .map { $0.map { Fields(measure: $0, count: $0.count) } }
        case .sound: fields = Self.sound(samples, in: intervals)
        }
    }

    /// Levels of sound are powers and logarithms: the store's own arithmetic, rounded once.
    private static func sound(_ samples: [StudySample], in intervals: [StudyInterval]) -> [Fields?] {
        guard let first = intervals.first else { return [] }
        let measures = StudyMeasures.of(samples, .plain, in: intervals)
        func seconds(_ time: Int64) -> Double { Double(time - first.start) / Double(Microseconds.second) }
        var columns = SourceColumns()
        for sample in samples.sorted(by: { $0.start < $1.start }) {
            columns.append(
                start: seconds(sample.start),
                end: seconds(sample.end),
                value: Double(sample.value) / 1_000_000
            )
        }
        let edges = intervals.map { seconds($0.start) } + [seconds(intervals[intervals.count - 1].end)]
        let values = DiscreteAggregation.values(
            of: columns,
            style: .discreteEquivalentContinuousLevel,
            wanted: .average,
            buckets: BucketEdges(edges)
        )
        return zip(measures, values)
            .map { measure, values in
                guard var measure, let average = values.average.flatMap({ Micros.rounded($0) }) else { return nil }
                measure.average = Int128(average)
                return Fields(measure: measure, count: measure.count)
            }
    }
}
