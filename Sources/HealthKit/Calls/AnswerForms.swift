import Foundation

/// The form of samples in an answer.
struct SamplesForm: Codable {
    @Archived var samples: [HKSample]

    init(_ samples: [HKSample]) { self.samples = samples }

    /// Samples as a value, equal to the result of `Codable` but faster.
    static func value(of samples: [HKSample]) throws -> CallValue {
        value(ofBatch: try SampleBatch.bytes(of: samples))
    }

    /// The bytes of samples as a value.
    static func value(ofBatch bytes: [UInt8]) -> CallValue { .fields(["samples": .bytes(bytes)]) }

    /// The samples that a value holds.
    ///
    /// - Parameters:
    ///   - value: The encoded value.
    ///   - isOwners: Whether to accept types that HealthKit doesn't know, which the owner's data may have.
    /// - Returns: The samples.
    /// - Throws: ``CallCodingError``.
    static func samples(_ value: CallValue, isOwners: Bool = false) throws -> [HKSample] {
        try SampleBatch.samples(bytes(value), isOwners: isOwners)
    }

    /// The batch of samples that a value holds.
    ///
    /// - Throws: ``CallCodingError``.
    static func bytes(_ value: CallValue) throws -> [UInt8] {
        guard case .fields(let fields) = value, fields.count == 1, case .bytes(let bytes)? = fields["samples"] else {
            throw CallCodingError.newer("samples in an unknown form")
        }
        return bytes
    }

    /// The samples, of a class.
    ///
    /// - Parameters:
    ///   - kind: The class.
    ///   - value: The encoded value.
    ///   - isOwners: Whether to accept types that HealthKit doesn't know, which the owner's data may have.
    /// - Returns: The samples.
    /// - Throws: ``CallCodingError``.
    static func of<Sample: HKSample>(
        _ kind: Sample.Type,
        _ value: CallValue,
        isOwners: Bool = false
    ) throws -> [Sample] {
        guard let samples = try samples(value, isOwners: isOwners) as? [Sample] else {
            throw CallCodingError.newer("samples that aren't all \(kind)")
        }
        return samples
    }

    /// One sample of a class.
    static func one<Sample: HKSample>(
        _ kind: Sample.Type,
        _ value: CallValue,
        isOwners: Bool = false
    ) throws -> Sample {
        let samples = try of(kind, value, isOwners: isOwners)
        guard samples.count == 1 else { throw CallCodingError.damaged("\(samples.count) samples, not 1") }
        return samples[0]
    }
}

/// The form of a source in an answer.
struct SourceForm: Codable {
    var bundleIdentifier: String
    var name: String

    init(_ source: HKSource) { (bundleIdentifier, name) = (source.bundleIdentifier, source.name) }

    var source: HKSource { HKSource(name: name, bundleIdentifier: bundleIdentifier) }
}

extension HKUnit {
    /// The unit named in an answer.
    ///
    /// - Throws: ``CallCodingError/newer(_:)`` for one that this version doesn't know.
    static func ofAnswer(_ text: String) throws -> HKUnit {
        // Its only error is that the unit is unknown, which is thrown as the coding's own.
        guard let unit = try? HKUnit(validating: text) else { throw CallCodingError.newer("an unknown unit") }
        return unit
    }
}

/// The values of an answer that has one for each type.
///
/// - Parameters:
///   - values: The values by the identifier of their type.
///   - read: Reads a value.
/// - Returns: The values by type.
/// - Throws: ``CallCodingError/newer(_:)`` for a type that this version doesn't know, and any error thrown by `read`.
func valuesByObjectType<Kind: HKObjectType, Text, Value>(
    _ values: [String: Text],
    _ read: (Text) throws -> Value
) throws -> [Kind: Value] {
    var result: [Kind: Value] = [:]
    for (identifier, value) in values {
        guard let type = HKObjectType.type(identifier: identifier) as? Kind else {
            throw CallCodingError.newer("unknown type “\(identifier.prefix(64))”")
        }
        result[type] = try read(value)
    }
    return result
}
