import Foundation

/// What a caller wants of the store, as a value.
///
/// A call can be counted, repeated in a test, written down and sent to another process; in the same process it is passed
/// on as it is. It carries neither who asks nor a clock nor a place in the store's order of changes: the gate knows these.
package protocol StoreCall: Codable, Sendable {
    /// What comes back.
    associatedtype Answer

    /// What the call is called where it is written down.
    static var name: String { get }

    /// Raised when the call comes to mean something else without a new name: a reader that knows lower levels only keeps it.
    static var level: UInt64 { get }

    /// Checks what reading a call cannot: counts and numbers within reason.
    ///
    /// - Throws: `errorInvalidArgument` with a text that says what is out of reason.
    func check() throws

    /// The call as it is written down: what `Codable` makes of it.
    ///
    /// - Throws: `EncodingError` for a call that holds an app's own closure, `errorInvalidArgument` for objects that aren't
    ///   samples.
    var callValue: CallValue { get throws }

    /// Reads what ``callValue`` wrote.
    ///
    /// - Parameters:
    ///   - value: What was written.
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

/// How large a call may be, whoever makes it; the gate refuses larger ones with `errorInvalidArgument`.
package enum CallBounds {
    /// The most bytes of one call that is written down, and of the texts in one filter.
    package static let bytes = 16 << 20
    /// The most bytes of one call that is sent to another process: a save of as many objects as one may have fits.
    package static let sentBytes = 256 << 20
    /// The most types that one call names.
    package static let types = 1_000
    /// The most comparisons of one filter.
    package static let comparisons = 100_000
    /// The most objects that are saved or deleted at once.
    package static let objects = 1_000_000
    /// The most sort descriptors.
    package static let rules = 100

    static func check(_ count: Int, _ most: Int, _ what: String) throws {
        guard count <= most else { throw HKError.invalid("A call has at most \(most) \(what), not \(count)") }
    }
}

/// A type of samples and which of them.
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

/// A type that is written down as its identifier.
@propertyWrapper
package struct ByIdentifier<Kind: HKObjectType>: Codable, Hashable, Sendable {
    package var wrappedValue: Kind

    /// Says that a call is the person's, who may name types that HealthKit doesn't know.
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

/// Samples that are written down as a batch; the secure archives of earlier versions are read as well.
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

    /// The objects of an archive of an earlier version; `nil` for what is none.
    private static func unarchived(_ data: Data) -> [HKObject]? {
        // Foundation stops the program at many a corrupt archive: only whole ones are read, and others are none.
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

/// One sample that is written down as a batch of one.
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
                // Of others the size is that of their number, and a text costs no more to measure than to compare.
                if case .text? = members.first { size += members.reduce(0) { $0 + $1.textSize } }
            case let value: size += value.textSize
            }
        }
        try CallBounds.check(count, CallBounds.comparisons, "comparisons in a filter")
        try CallBounds.check(size, CallBounds.bytes, "bytes of text in a filter")
    }
}

extension FilterValue {
    /// The bytes of a text; nothing for other values.
    fileprivate var textSize: Int {
        if case .text(let text) = self { text.utf8.count } else { 0 }
    }
}
