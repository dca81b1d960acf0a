import Foundation
import HealthConsole
import HealthKit

/// Turns samples into rows of a list.
struct SampleRows {
    let timestamps: Timestamps
    /// The unit that quantities are told in; `nil` for the unit in which each is stored.
    var unit: HKUnit?
    var values = ValueText()

    static let keys = [
        "uuid", "type", "start", "end", "value", "unit", "source", "bundle", "sourceVersion", "device", "metadata",
    ]

    static let columns: [ListColumn] = [
        .left("Start"), .left("End"), .right("Value"), .flexible("Source"), .flexible("Device"),
    ]

    /// The row of a sample.
    ///
    /// - Parameter sample: Any sample.
    /// - Returns: Its facts and what a table shows of them.
    /// - Throws: `HKError` when the sample cannot be told in the unit.
    func row(_ sample: HKSample) throws -> ListRow {
        let revision = sample.sourceRevision
        let (value, unit, more) = try content(sample)
        let fields: [(key: String, value: JSONValue)] = [
            ("uuid", .text(sample.uuid.uuidString)),
            ("type", .text(sample.sampleType.identifier)),
            ("start", timestamps.json(sample.startDate)),
            ("end", timestamps.json(sample.endDate)),
            ("value", value),
            ("unit", unit),
            ("source", .text(revision.source.name)),
            ("bundle", .text(revision.source.bundleIdentifier)),
            ("sourceVersion", .text(revision.version)),
            ("device", sample.device.map(Self.device) ?? .null),
            ("metadata", metadata(sample)),
        ]
        let end = sample.endDate == sample.startDate ? "" : timestamps.minute(sample.endDate)
        let text =
            if let unit = self.unit, let sample = sample as? HKQuantitySample {
                values.quantity(sample.quantity, sample.quantityType, unit: unit)
            } else {
                values.sample(sample)
            }
        return ListRow(
            fields: fields + more,
            cells: [timestamps.minute(sample.startDate), end, text, revision.source.name, sample.device?.name ?? ""]
        )
    }

    private func content(_ sample: HKSample) throws -> (JSONValue, JSONValue, [(key: String, value: JSONValue)]) {
        switch sample {
        case let sample as HKQuantitySample:
            let unit = unit ?? sample.unit
            return (.number(try sample.quantity.doubleValue(validating: unit)), .text(unit.unitString), [])
        case let sample as HKCategorySample:
            let name = sample.categoryType.enumeration?.case(value: sample.value)
            return (.integer(sample.value), .null, [("valueName", .text(name?.constant))])
        case let sample as HKCorrelation:
            let members = try sample.objects.sorted { $0.sampleType.identifier < $1.sampleType.identifier }
                .map { member -> JSONValue in
                    let (value, unit, _) = try SampleRows(timestamps: timestamps).content(member)
                    return .object([
                        ("uuid", .text(member.uuid.uuidString)), ("type", .text(member.sampleType.identifier)),
                        ("value", value), ("unit", unit),
                    ])
                }
            return (.null, .null, [("objects", .array(members))])
        case let workout as HKWorkout:
            return (.number(workout.duration), .text("s"), workoutFields(workout))
        default:
            return (.null, .null, [])
        }
    }

    private func workoutFields(_ workout: HKWorkout) -> [(key: String, value: JSONValue)] {
        let statistics = workout.allStatistics.values.sorted { $0.quantityType.identifier < $1.quantityType.identifier }
        let totals = statistics.map { each -> (key: String, value: JSONValue) in
            let numbers: [(key: String, value: JSONValue)] = [
                ("sum", .number(each.values.sum)), ("average", .number(each.values.average)),
                ("minimum", .number(each.values.minimum)), ("maximum", .number(each.values.maximum)),
            ]
            let known = numbers.filter { if case .null = $0.value { false } else { true } }
            return (
                each.quantityType.identifier,
                .object(known + [("unit", .text(each.quantityType.canonicalUnit.unitString))])
            )
        }
        return [
            ("activity", .text(ValueText.activity(workout.workoutActivityType))),
            ("activityType", .integer(Int(workout.workoutActivityType.rawValue))),
            ("events", .integer(workout.workoutEvents?.count ?? 0)),
            ("statistics", .object(totals)),
        ]
    }

    private func metadata(_ sample: HKSample) -> JSONValue {
        let entries = sample.metadataValues?.entries.filter { !$0.key.hasPrefix(Metadata.privatePrefix) } ?? []
        return .object(entries.map { (key: $0.key, value: metadata($0.value)) })
    }

    private func metadata(_ value: MetadataValue) -> JSONValue {
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
