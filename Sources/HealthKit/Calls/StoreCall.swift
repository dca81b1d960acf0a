import Foundation

/// A caller's request to the store, as a value.
///
/// A call can be counted, repeated in a test, encoded and sent to another process; within the same process it is passed
/// unchanged. It carries neither the caller nor a clock nor a change number of the store: the gate knows these.
package protocol StoreCall: Codable, Sendable {
    /// The type of the answer.
    associatedtype Answer

    /// The encoded name of the call.
    static var name: String { get }

    /// The level of the call's meaning, raised when that changes without a new name: a reader that knows only lower levels keeps
    /// the call.
    static var level: UInt64 { get }

    /// Checks the properties that decoding can't: whether counts and numbers are within bounds.
    ///
    /// - Throws: `errorInvalidArgument` with a message that names the value out of bounds.
    func check() throws

    /// The encoded form of the call, by default the result of `Codable`.
    ///
    /// - Throws: `EncodingError` for a call that holds an app's own closure, `errorInvalidArgument` for objects that aren't
    ///   samples.
    var callValue: CallValue { get throws }

    /// Decodes the result of ``callValue``.
    ///
    /// - Parameters:
    ///   - value: The encoded call.
    ///   - isOwners: Whether the owner made the call, who may name types that HealthKit doesn't know.
    /// - Returns: The call; its bounds aren't checked yet.
    /// - Throws: ``CallCodingError``.
    static func call(from value: CallValue, isOwners: Bool) throws -> Self
}

extension StoreCall {
    package static var level: UInt64 { 1 }

    package var callValue: CallValue { get throws { try CallEncoder.value(of: self) } }

    package func check() throws {}
}

/// The maximum size of a call from any caller; the gate refuses larger ones with `errorInvalidArgument`.
package enum CallBounds {
    /// The maximum number of bytes of one encoded call, and of the texts in one filter.
    package static let bytes = 16 << 20
    /// The maximum number of bytes of one call sent to another process; a save of the maximum number of objects fits.
    package static let sentBytes = 256 << 20
    /// The maximum number of types that one call names.
    package static let types = 1_000
    /// The maximum number of comparisons in one filter.
    package static let comparisons = 100_000
    /// The maximum number of objects saved or deleted at once.
    package static let objects = 1_000_000
    /// The maximum number of sort descriptors.
    package static let rules = 100

    static func check(_ count: Int, _ most: Int, _ what: String) throws {
        guard count <= most else { throw HKError.invalid("A call has at most \(most) \(what), not \(count)") }
    }
}

/// A type of samples and a filter for them.
package struct SampleSelection: Hashable, Sendable {
    package var type: HKSampleType
    package var filter: SampleFilter

    package init(_ type: HKSampleType, _ filter: SampleFilter = .everything) {
        self.type = type
        self.filter = filter
    }

    /// One sample of a type.
    package init(_ type: HKSampleType, uuid: UUID) {
        self.init(type, .compare(FilterComparison(.uuid, .equal, .uuid(uuid))))
    }

    func check() throws { try filter.checkSize() }
}

extension SampleSelection: Codable {
    private enum CodingKeys: CodingKey { case type, filter }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        type = try values.decode(ByIdentifier<HKSampleType>.self, forKey: .type).wrappedValue
        filter = try values.decode(SampleFilter.self, forKey: .filter)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(ByIdentifier(wrappedValue: type), forKey: .type)
        try values.encode(filter, forKey: .filter)
    }
}

extension [SampleSelection] {
    func check() throws {
        try CallBounds.check(count, CallBounds.types, "types")
        for selection in self { try selection.check() }
    }
}

/// A type that is encoded as its identifier.
@propertyWrapper
package struct ByIdentifier<Kind: HKObjectType>: Codable, Hashable, Sendable {
    package var wrappedValue: Kind

    /// The key for decoding an owner's call, which may name types that HealthKit doesn't know.
    static var readsStoredTypes: CodingUserInfoKey? { CodingUserInfoKey(rawValue: "HealthKit.readsStoredTypes") }

    package init(wrappedValue: Kind) { self.wrappedValue = wrappedValue }

    package init(from decoder: any Decoder) throws {
        let identifier = try decoder.singleValueContainer().decode(String.self)
        let isPersons = Self.readsStoredTypes.flatMap { decoder.userInfo[$0] as? Bool } ?? false
        let stored = isPersons ? HKSampleType.ofStored(identifier) as? Kind : nil
        guard let type = HKObjectType.type(identifier: identifier) as? Kind ?? stored else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "“\(identifier)” isn't a \(Kind.self)")
            )
        }
        wrappedValue = type
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue.identifier)
    }
}

/// Samples that are encoded as a batch; the secure archives of earlier versions can be read as well.
@propertyWrapper
package struct Archived<Object: HKObject>: Codable, Sendable {
    package var wrappedValue: [Object]

    package init(wrappedValue: [Object]) { self.wrappedValue = wrappedValue }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let data = try container.decode(Data.self)
        let objects =
            data.first == UInt8(ascii: "b")
            ? Self.unarchived(data)
            : try SampleBatch.samples([UInt8](data), isOwners: Self.isOwners(decoder)) as [HKObject]
        guard let objects = objects as? [Object] else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no samples of \(Object.self)")
        }
        wrappedValue = objects
    }

    /// The objects of an earlier version's archive, or `nil` for invalid data.
    private static func unarchived(_ data: Data) -> [HKObject]? {
        // Foundation stops the program at many corrupt archives: only intact ones are read, and others count as invalid.
        let coder = KeyedArchiveCheck.isWhole(data) ? try? NSKeyedUnarchiver(forReadingFrom: data) : nil
        coder?.requiresSecureCoding = true
        coder?.decodingFailurePolicy = .setErrorAndReturn
        return coder?.decodedArray(of: HKObject.self, forKey: "objects")
    }

    private static func isOwners(_ decoder: any Decoder) -> Bool {
        ByIdentifier<HKSampleType>.readsStoredTypes.flatMap { decoder.userInfo[$0] as? Bool } ?? false
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Data(SampleBatch.bytes(of: wrappedValue)))
    }
}

/// One sample that is encoded as a batch of one.
@propertyWrapper
package struct ArchivedOne<Object: HKObject>: Codable, Sendable {
    package var wrappedValue: Object

    package init(wrappedValue: Object) { self.wrappedValue = wrappedValue }

    package init(from decoder: any Decoder) throws {
        let objects = try Archived<Object>(from: decoder).wrappedValue
        guard objects.count == 1 else { throw CallCodingError.damaged("\(objects.count) samples instead of one") }
        wrappedValue = objects[0]
    }

    package func encode(to encoder: any Encoder) throws {
        try Archived(wrappedValue: [wrappedValue]).encode(to: encoder)
    }
}

extension SampleFilter: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let bytes = [UInt8](try container.decode(Data.self))
        guard case .filter(let filter)? = FilterPredicate.Content(bytes: bytes) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no filter")
        }
        self = filter.simplified()
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Data(FilterPredicate.Content.filter(self).bytes))
    }

    func checkSize() throws {
        var (count, size) = (0, 0)
        forEachComparison { comparison, _ in
            count += 1
            switch comparison.value {
            case .set(let members):
                count += members.count
                // For other values the size is their number, and measuring a text costs no more than comparing it.
                if case .text? = members.first { size += members.reduce(0) { $0 + $1.textSize } }
            case let value: size += value.textSize
            }
        }
        try CallBounds.check(count, CallBounds.comparisons, "comparisons in a filter")
        try CallBounds.check(size, CallBounds.bytes, "bytes of text in a filter")
    }
}

extension FilterValue {
    /// The bytes of a text, or 0 for other values.
    fileprivate var textSize: Int {
        if case .text(let text) = self { text.utf8.count } else { 0 }
    }
}
