import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// A page of samples with the contents of their health records: FHIR is parsed outside the event loop.
package struct SampleTableRows: Sendable {
    let samples: [HKSample]
    let results: [UUID: ClinicalResult]

    /// Reads the contents of a page of samples.
    ///
    /// - Parameters:
    ///   - samples: The samples.
    ///   - person: Whose they are: ranges for her sex count.
    /// - Throws: `HKError` when the store cannot be read.
    init(_ samples: [HKSample], _ person: PersonAccess) throws {
        self.samples = samples
        let records = samples.compactMap { $0 as? HKClinicalRecord }
        let sex = records.isEmpty ? .notSet : try Caller.person(person).referenceSex
        results = Dictionary(
            records.compactMap { record in record.fhirResource.map { (record.uuid, ClinicalResult($0.data, sex: sex)) }
            },
            uniquingKeysWith: { first, _ in first }
        )
    }
}

/// The columns and rows of a list of samples.
struct SampleTable {
    /// The content of a column.
    enum Column: Int, Hashable, Sendable {
        case value
        /// The position of the value among the others.
        case bar
        case when
        case source
        case device
        /// Other details of the sample, such as whether the person moved.
        case details
        case record
        case result
        case range
    }

    private let type: HKSampleType
    private let environment: ConsoleEnvironment
    /// From the least to the greatest of the values; nil where they are not known.
    private let spread: ClosedRange<Double>?

    /// The width of a bar.
    private static let barWidth = 22

    init(_ type: HKSampleType, _ environment: ConsoleEnvironment, spread: ClosedRange<Double>? = nil) {
        self.type = type
        self.environment = environment
        self.spread = spread
    }

    /// Whether the samples have values that are numbers.
    var hasNumbers: Bool { type is HKQuantityType || isPressure }

    private var isPressure: Bool { type.identifier == BloodPressure.type?.identifier }

    /// The visible columns, from the left.
    private var shown: [Column] {
        if hasNumbers {
            return spread == nil
                ? [.value, .when, .source, .device, .details] : [.value, .bar, .when, .source, .device, .details]
        }
        return hasResults ? [.record, .result, .range, .when, .source] : [.value, .when, .source]
    }

    /// The columns that can be sorted by.
    var sortColumns: [ListSort.Column] { shown.filter { $0 != .bar }.map(Self.sortColumn) }

    /// The column that is sorted by when a heading is pressed.
    func sortColumn(at index: Int) -> ListSort.Column? {
        guard shown.indices.contains(index), shown[index] != .bar else { return nil }
        return Self.sortColumn(shown[index])
    }

    /// The sort order, with the table's own column index.
    func shown(_ sort: TableSort?) -> TableSort? {
        guard let sort, let column = Column(rawValue: sort.column), let index = shown.firstIndex(of: column) else {
            return nil
        }
        return TableSort(column: index, isDescending: sort.isDescending)
    }

    private static func sortColumn(_ column: Column) -> ListSort.Column {
        switch column {
        case .source, .device, .details, .record: .words(column.rawValue)
        default: .numbers(column.rawValue)
        }
    }

    /// The sort key of a sample in a column.
    ///
    /// - Parameters:
    ///   - column: The column.
    ///   - sex: The sex whose ranges count for the person.
    /// - Returns: The key that the sample is compared by.
    func sortKey(_ column: Column, sex: HKReferenceSex) -> SampleOrdering.Key {
        switch column {
        case .when: return { .number($0.startDate.timeIntervalSinceReferenceDate) }
        case .source: return { .text($0.sourceRevision.source.name + " " + ($0.sourceRevision.version ?? "")) }
        case .device: return { .text(DevicePhrase.name($0.device)) }
        case .details:
            let dates = environment.dates
            return { .text(Self.details($0, dates)) }
        case .record: return { .text(($0 as? HKClinicalRecord)?.displayName ?? "") }
        case .result, .range:
            let isOfRange = column == .range
            return { sample in
                let data = (sample as? HKClinicalRecord)?.fhirResource?.data
                let result = data.map { ClinicalResult($0, sex: sex) }
                return .optional(isOfRange ? result?.scaled.map(Self.place) : result?.main?.number)
            }
        case .value, .bar: return valueKey
        }
    }

    /// The position of a number in its usual range: 0 at the lower end, 1 at the upper.
    private static func place(_ number: Double, in range: ReferenceRange) -> Double {
        let (low, high) = (range.low ?? 0, range.high ?? range.low.map { $0 * 2 } ?? 1)
        return high > low ? (number - low) / (high - low) : number - low
    }

    /// The first row of the metadata that HealthKit knows, in words; that the person typed the sample, its source says.
    private static func details(_ sample: HKSample, _ dates: DateText) -> String {
        let row = MetadataLine.rows(sample, dates: dates)
            .first { $0.raw.map { !$0.hasPrefix(HKMetadataKeyWasUserEntered) } ?? false }
        return row.map { $0.value == SharedStrings.yes ? $0.label : $0.value } ?? ""
    }

    private var valueKey: SampleOrdering.Key {
        if let type = type as? HKQuantityType {
            let unit = environment.unit(type)
            return { .optional(($0 as? HKQuantitySample).flatMap { unit.number($0.quantity) }) }
        }
        if isPressure {
            return { .optional(($0 as? HKCorrelation).flatMap { BloodPressure($0)?.systolic }) }
        }
        let texts = environment.samples
        let hasNames = (type as? HKCategoryType)?.entry.values != "HKCategoryValue"
        return { sample in
            if sample is HKCategorySample, !hasNames {
                return .number(sample.endDate.timeIntervalSince(sample.startDate))
            }
            return .text(texts.value(sample).value)
        }
    }

    var columns: [TableColumn] {
        let unit = (type as? HKQuantityType).map { environment.unit($0).label } ?? SharedStrings.value
        return shown.map { column in
            switch column {
            case .value where hasNumbers:
                .figures(unit, minimum: 7, maximum: max(10, unit.displayWidth), importance: 9)
            case .value: TableColumn(unit, minimum: 14, maximum: 40, importance: 9)
            case .bar: TableColumn("", width: Self.barWidth, importance: 1)
            case .when where hasNumbers: .dates(SharedStrings.when, minimum: 18, maximum: 31, importance: 8)
            case .when where hasResults: .dates(SharedStrings.when, minimum: 17, maximum: 40, importance: 6)
            case .when: .dates(SharedStrings.when, minimum: 21, maximum: 40, importance: 8)
            case .source: TableColumn(SharedStrings.source, minimum: 10, maximum: 40, importance: hasResults ? 5 : 6)
            case .device: TableColumn(SharedStrings.device, minimum: 8, maximum: 24, importance: 2)
            case .details: TableColumn(SampleStrings.details, minimum: 10, maximum: 24, importance: 1)
            case .record: TableColumn(RecordStrings.record, minimum: 14, maximum: 44, importance: 9)
            case .result: TableColumn(SharedStrings.value, minimum: 8, maximum: 16, importance: 8)
            case .range:
                TableColumn(RecordStrings.usualRange, minimum: RangeBar.width, maximum: RangeBar.width, importance: 7)
            }
        }
    }

    /// Whether samples have results with ranges.
    private var hasResults: Bool {
        type is HKClinicalType
            && [HKClinicalTypeIdentifier.labResultRecord, .vitalSignRecord].map(\.rawValue).contains(type.identifier)
    }

    /// The row of a sample.
    func row(_ sample: HKSample, _ result: ClinicalResult?, isMarked: Bool) -> TableRow {
        let isInstant = sample.startDate == sample.endDate
        let dates = environment.dates
        let shorter = dates.shorterSpans(sample.startDate, sample.endDate, seconds: isInstant).map { Line($0) }
        let when = shown.firstIndex(of: .when).map { [$0: shorter] } ?? [:]
        let result = hasResults ? result ?? ClinicalResult(Data(), sex: .notSet) : nil
        return TableRow(shown.map { cell($0, sample, result) }, isMarked: isMarked, shorter: when)
    }

    private func cell(_ column: Column, _ sample: HKSample, _ result: ClinicalResult?) -> Line {
        let theme = environment.theme
        switch column {
        case .value, .record: return Line(environment.samples.value(sample).value)
        case .bar: return bar(sample)
        case .when:
            let isInstant = sample.startDate == sample.endDate
            return Line(environment.dates.span(sample.startDate, sample.endDate, seconds: isInstant))
        case .source: return Line(sourceName(sample))
        case .device: return Line(DevicePhrase.name(sample.device))
        case .details: return Line(Self.details(sample, environment.dates), theme.dim)
        case .result:
            guard let result else { return .empty }
            return ClinicalLine.value(result.text(), result, theme)
        case .range: return result.map { ClinicalLine.bar($0, theme) } ?? .empty
        }
    }

    /// The value between the least and the greatest: it ranks the rows and does not measure them.
    private func bar(_ sample: HKSample) -> Line {
        guard let spread, let number = valueKey(sample).value else { return .empty }
        let width = spread.upperBound - spread.lowerBound
        let share = width > 0 ? (number - spread.lowerBound) / width : 1
        let style = environment.theme.style(Hue.of(type))
        return Gauge.line(share, width: Self.barWidth, style: style, theme: environment.theme, showsRest: false)
    }

    private func sourceName(_ sample: HKSample) -> String {
        let revision = sample.sourceRevision
        return revision.version.map { revision.source.shownName + " " + $0 } ?? revision.source.shownName
    }
}
