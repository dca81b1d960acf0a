import Foundation
import HealthConsole
import HealthKit

/// Turns samples of one type into rows of a list.
struct SampleRows {
    let type: HKSampleType
    let timestamps: Timestamps
    /// The unit that quantities are told in; `nil` for the unit in which each is stored.
    let unit: HKUnit?
    private let values = ValueText()
    private let facts: [SampleFact]

    /// Rows of samples.
    ///
    /// - Parameters:
    ///   - type: The type of the samples.
    ///   - timestamps: How times are written.
    ///   - unit: The unit that quantities are told in; `nil` for the unit in which each is stored.
    init(_ type: HKSampleType, timestamps: Timestamps, unit: HKUnit? = nil) {
        self.type = type
        self.timestamps = timestamps
        self.unit = unit
        facts = SampleFact.facts(of: type)
    }

    /// The names of the facts that every sample has, and what they say.
    static let common: [(key: String, meaning: String)] = [
        ("uuid", "the sample's identity"),
        ("type", "the identifier of its type"),
        ("start", "when it began"),
        ("end", "when it ended; null while it goes on"),
        ("value", "the number: a quantity, a category's value, a workout's duration; null where there is none"),
        ("unit", "the unit of the number, as HealthKit writes units; null for a bare number"),
        ("source", "the name of the app or device that saved it"),
        ("bundle", "the identifier of that app"),
        ("sourceVersion", "the version of that app"),
        ("device", "what is known of the device that measured it"),
        ("metadata", "its metadata by key"),
    ]

    /// The names of all facts, in the order of CSV's columns; the same for all samples of a kind.
    var keys: [String] { Self.common.map(\.key) + facts.map(\.key) }

    static let columns: [ListColumn] = [
        .left("Start"), .left("End"), .right("Value"), .flexible("Source"), .flexible("Device"),
    ]

    /// The row of a sample.
    ///
    /// - Parameter sample: A sample of the type.
    /// - Returns: Its facts and what a table shows of them.
    /// - Throws: `HKError` when the sample cannot be told in the unit.
    func row(_ sample: HKSample) throws -> ListRow {
        let revision = sample.sourceRevision
        let content = try SampleContent(sample, in: unit)
        let fields: [(key: String, value: JSONValue)] = [
            ("uuid", .text(sample.uuid.uuidString)),
            ("type", .text(sample.sampleType.identifier)),
            ("start", timestamps.json(sample.startDate)),
            ("end", timestamps.json(sample.endDate)),
            ("value", content.value),
            ("unit", content.unit),
            ("source", .text(revision.source.name)),
            ("bundle", .text(revision.source.bundleIdentifier)),
            ("sourceVersion", .text(revision.version)),
            ("device", sample.device.map(Self.device) ?? .null),
            ("metadata", metadata(sample)),
        ]
        return ListRow(
            fields: fields + facts.map { ($0.key, $0.value(sample, timestamps)) },
            cells: cells(sample)
        )
    }

    private func cells(_ sample: HKSample) -> [String] {
        let end = sample.endDate == sample.startDate ? "" : timestamps.minute(sample.endDate)
        let text =
            if let unit, let sample = sample as? HKQuantitySample {
                values.quantity(sample.quantity, sample.quantityType, unit: unit)
            } else {
                values.sample(sample)
            }
        let source = sample.sourceRevision.source.name
        return [timestamps.minute(sample.startDate), end, text, source, sample.device?.name ?? ""]
    }

    private func metadata(_ sample: HKSample) -> JSONValue { Self.json(sample.metadataValues, timestamps) }

    /// Metadata by key, without what belongs to the store.
    static func json(_ metadata: Metadata?, _ timestamps: Timestamps) -> JSONValue {
        let entries = metadata?.entries.filter { !$0.key.hasPrefix(Metadata.privatePrefix) } ?? []
        return .object(entries.map { (key: $0.key, value: json($0.value, timestamps)) })
    }

    private static func json(_ value: MetadataValue, _ timestamps: Timestamps) -> JSONValue {
        switch value {
        case .text(let text): .text(text)
        case .flag(let flag): .bool(flag)
        case .integer(let number): .integer(number)
        case .decimal(let number): .number(number)
        case .date(let date): timestamps.json(date)
        case .quantity(let number, let unit): .text(HKQuantity(unit: unit, doubleValue: number).description)
        }
    }

    /// The known facts of a device.
    static func device(_ device: HKDevice) -> JSONValue {
        let labels = [
            "name", "manufacturer", "model", "hardware", "firmware", "software", "localIdentifier", "udi",
        ]
        return .object(zip(labels, device.fields).compactMap { label, field in field.map { (label, .text($0)) } })
    }
}

/// The number that a sample is about, and its unit.
struct SampleContent {
    let value: JSONValue
    let unit: JSONValue

    private init(_ value: JSONValue, _ unit: JSONValue) {
        self.value = value
        self.unit = unit
    }

    /// The number in the unit in which it is stored.
    init(_ sample: HKSample) {
        switch sample {
        case let sample as HKQuantitySample: self.init(.number(sample.value), .text(sample.unit.unitString))
        case let sample as HKCategorySample: self.init(.integer(sample.value), .null)
        case let workout as HKWorkout: self.init(.number(workout.duration), .text("s"))
        default: self.init(.null, .null)
        }
    }

    /// The number in a unit; in that in which it is stored without one.
    ///
    /// - Throws: `HKError` for a quantity that cannot be told in the unit.
    init(_ sample: HKSample, in unit: HKUnit?) throws {
        guard let unit, let sample = sample as? HKQuantitySample else {
            self.init(sample)
            return
        }
        self.init(.number(try sample.quantity.doubleValue(validating: unit)), .text(unit.unitString))
    }
}
