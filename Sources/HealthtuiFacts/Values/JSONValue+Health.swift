import HealthKit

extension JSONValue {
    /// A quantity's number in a unit, or null without a quantity or for an incompatible unit.
    package static func number(_ quantity: HKQuantity?, _ unit: HKUnit) -> JSONValue {
        .number(quantity?.converted(to: unit))
    }

    /// The Swift name of an enumeration's case, such as `momentaryEmotion`, or the number if it isn't known.
    package static func name(_ value: Int, of enumeration: String) -> JSONValue {
        TypeCatalogue.shared.enumeration(enumeration)?.case(value: value).map { .text($0.name) } ?? .integer(value)
    }

    /// Metadata by key, without the store's own entries.
    package static func metadata(_ metadata: Metadata?, _ timestamps: Timestamps) -> JSONValue {
        .object((metadata?.named ?? []).map { (key: $0.key, value: json($0.value, timestamps)) })
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

    /// The names of the facts of a device, in the order of its fields.
    package static let deviceKeys = [
        "name", "manufacturer", "model", "hardware", "firmware", "software", "localIdentifier", "udi",
    ]

    /// The known facts of a device; null without one.
    package static func device(_ device: HKDevice?) -> JSONValue {
        guard let device else { return .null }
        return .object(zip(deviceKeys, device.fields).compactMap { key, field in field.map { (key, .text($0)) } })
    }
}
