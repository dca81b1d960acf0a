import Foundation

/// An object other than a sample, evaluated by its keys: a source, a revision, a device, or a dictionary.
///
/// A filter compares keys as it compares metadata: ``SampleFilter/byKey`` turns every field into a key.
struct KeyedSubject: FilterSubject {
    let metadata: Metadata?

    var uuid: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
    var start: Double { 0 }
    var end: Double { 0 }
    var revision: HKSourceRevision { .current }
    var device: HKDevice? { nil }
    var quantity: (value: Double, unit: HKUnit)? { nil }
    var categoryValue: Int? { nil }
    var object: HKSample? { nil }
    var isInCorrelation: Bool { false }

    func isAssociated(withWorkout workout: UUID) -> Bool { false }

    /// Reads the keys that a filter uses.
    ///
    /// - Throws: `errorInvalidArgument`, in the words of Apple's exception, for a key that the object does not have.
    init(_ object: Any, asked filter: SampleFilter) throws {
        var entries: [Metadata.Entry] = []
        try filter.forEachComparison { comparison, _ in
            guard case .metadata(let path) = comparison.field else { return }
            guard let value = try Self.value(path, of: object) else { return }
            guard let known = MetadataValue(value) else {
                throw HKError.invalid("The value for the key \(path) cannot be compared: it is a \(type(of: value))")
            }
            entries.append(Metadata.Entry(key: Metadata.stored(path), value: known))
        }
        metadata = entries.isEmpty ? nil : Metadata(entries)
    }

    /// The value at a key path; `nil` if there is none.
    private static func value(_ path: String, of object: Any) throws -> Any? {
        var current: Any? = object
        for key in path.split(separator: ".") {
            guard let owner = current else { return nil }
            current = try value(key: String(key), of: owner)
        }
        return current
    }

    private static func value(key: String, of object: Any) throws -> Any? {
        switch object {
        case let values as [String: Any]: return values[key]
        case let object as any KeyedValues:
            if let value = object.value(ofKey: key) { return value.value }
        default: break
        }
        throw HKError.invalid(
            "[<\(type(of: object))> valueForUndefinedKey:]: "
                + "this class is not key value coding-compliant for the key \(key)."
        )
    }
}

/// A value under a key, or the fact that there is none.
struct KeyedValue {
    let value: Any?

    init(_ value: Any?) { self.value = value }
}

/// An object whose properties predicates may name.
protocol KeyedValues {
    /// The value of a property; `nil` when the class has none of that name.
    func value(ofKey key: String) -> KeyedValue?
}

extension HKSource: KeyedValues {
    func value(ofKey key: String) -> KeyedValue? {
        switch key {
        case "name": KeyedValue(name)
        case "bundleIdentifier": KeyedValue(bundleIdentifier)
        default: nil
        }
    }
}

extension HKSourceRevision: KeyedValues {
    func value(ofKey key: String) -> KeyedValue? {
        switch key {
        case "source": KeyedValue(source)
        case "version": KeyedValue(version)
        case "productType": KeyedValue(productType)
        default: nil
        }
    }
}

extension HKDevice: KeyedValues {
    func value(ofKey key: String) -> KeyedValue? {
        switch key {
        case "name": KeyedValue(name)
        case "manufacturer": KeyedValue(manufacturer)
        case "model": KeyedValue(model)
        case "hardwareVersion": KeyedValue(hardwareVersion)
        case "firmwareVersion": KeyedValue(firmwareVersion)
        case "softwareVersion": KeyedValue(softwareVersion)
        case "localIdentifier": KeyedValue(localIdentifier)
        case "UDIDeviceIdentifier": KeyedValue(udiDeviceIdentifier)
        default: nil
        }
    }
}

extension SampleFilter {
    /// The same filter over an object's keys, which are in the place of metadata keys.
    var byKey: SampleFilter {
        switch self {
        case .everything, .nothing: self
        case .all(let parts): .all(parts.map(\.byKey))
        case .any(let parts): .any(parts.map(\.byKey))
        case .not(let part): .not(part.byKey)
        case .activity(let part): .activity(part.byKey)
        case .compare(let comparison):
            if case .metadata = comparison.field {
                self
            } else {
                .compare(
                    FilterComparison(
                        .metadata(comparison.field.keyPath),
                        comparison.relation,
                        comparison.value,
                        folding: comparison.folding
                    )
                )
            }
        }
    }
}
