import Foundation

/// Encodes `Codable` types as values of calls.
enum CallEncoder {
    /// - Throws: Any error of encoding the value.
    static func value(of value: some Encodable) throws -> CallValue {
        let slot = CallSlot()
        return try slot.value(of: value)
    }
}

/// The destination of one value's encoding: a value, or values in it.
private final class CallSlot {
    /// A value, or one that is still open.
    enum Content {
        case value(CallValue)
        case slot(CallSlot)

        var value: CallValue {
            switch self {
            case .value(let value): value
            case .slot(let slot): slot.value
            }
        }
    }

    private var content: CallValue?
    private var list: [Content]?
    private var fields: [(name: String, content: Content)]?

    var value: CallValue {
        if let content { return content }
        if let list { return .list(list.map(\.value)) }
        // A type that encodes nothing has no fields.
        return .fields(CallFields((fields ?? []).map { CallFields.Field(name: $0.name, value: $0.content.value) }))
    }

    /// The encoded value.
    ///
    /// - Throws: Any error of encoding.
    func value<T: Encodable>(of value: T) throws -> CallValue {
        if let plain = try Self.plain(value) { return plain }
        try value.encode(to: CallSlotEncoder(self))
        return self.value
    }

    /// The content of an encoded value.
    ///
    /// - Throws: Any error of encoding.
    static func content<T: Encodable>(of value: T) throws -> Content {
        if let plain = try plain(value) { return .value(plain) }
        let slot = CallSlot()
        try value.encode(to: CallSlotEncoder(slot))
        // Only code that requested its own encoder can still write into it.
        return .slot(slot)
    }

    /// The value of a type that is encoded directly, or `nil` for all others.
    @inline(__always)
    private static func plain<T: Encodable>(_ value: T) throws -> CallValue? {
        func cast<Kind>(_ kind: Kind.Type) -> Kind { unsafeBitCast(value, to: Kind.self) }
        // Types are compared, not cast to: casting takes longer than all else here.
        if T.self == String.self { return .text(cast(String.self)) }
        if T.self == Int.self { return try number(cast(Int.self)) }
        if T.self == Double.self { return .decimal(cast(Double.self)) }
        if T.self == Bool.self { return .flag(cast(Bool.self)) }
        if T.self == UUID.self { return .uuid(cast(UUID.self)) }
        if T.self == Date.self { return .decimal(cast(Date.self).timeIntervalSinceReferenceDate) }
        if T.self == Data.self { return .bytes([UInt8](cast(Data.self))) }
        if T.self == [UInt8].self { return .bytes(cast([UInt8].self)) }
        if T.self == Float.self { return .decimal(Double(cast(Float.self))) }
        if T.self == Int64.self { return try number(cast(Int64.self)) }
        if T.self == UInt64.self { return try number(cast(UInt64.self)) }
        guard let value = value as? any FixedWidthInteger else { return nil }
        return try number(value)
    }

    private static func number(_ number: some FixedWidthInteger) throws -> CallValue {
        if let number = UInt64(exactly: number) { return .number(number) }
        if let number = Int64(exactly: number) { return .negative(number) }
        throw EncodingError.invalidValue(
            number,
            .init(codingPath: [], debugDescription: "\(number) doesn't fit into 64 bits")
        )
    }

    func set(_ value: CallValue) { content = value }

    func append(_ value: Content) { list?.append(value) }

    func add(_ name: String, _ value: Content) { fields?.append((name, value)) }

    var count: Int { list?.count ?? 0 }

    func beginList() { if list == nil { list = [] } }

    func beginFields() { if fields == nil { fields = [] } }
}

private struct CallSlotEncoder: Encoder, SingleValueEncodingContainer {
    let slot: CallSlot
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ slot: CallSlot) { self.slot = slot }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(CallFieldsEncoder(slot))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { CallListEncoder(slot) }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() throws { slot.set(.null) }

    func encode<T: Encodable>(_ value: T) throws { slot.set(try slot.value(of: value)) }
}

private struct CallFieldsEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let slot: CallSlot
    var codingPath: [any CodingKey] { [] }

    init(_ slot: CallSlot) {
        self.slot = slot
        slot.beginFields()
    }

    func encodeNil(forKey key: Key) throws { slot.add(key.stringValue, .value(.null)) }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        slot.add(key.stringValue, try CallSlot.content(of: value))
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { KeyedEncodingContainer(CallFieldsEncoder<Nested>(open(key.stringValue))) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        CallListEncoder(open(key.stringValue))
    }

    func superEncoder() -> any Encoder { CallSlotEncoder(open("super")) }

    func superEncoder(forKey key: Key) -> any Encoder { CallSlotEncoder(open(key.stringValue)) }

    private func open(_ name: String) -> CallSlot {
        let nested = CallSlot()
        slot.add(name, .slot(nested))
        return nested
    }
}

private struct CallListEncoder: UnkeyedEncodingContainer {
    let slot: CallSlot
    var codingPath: [any CodingKey] { [] }
    var count: Int { slot.count }

    init(_ slot: CallSlot) {
        self.slot = slot
        slot.beginList()
    }

    func encodeNil() throws { slot.append(.value(.null)) }

    func encode<T: Encodable>(_ value: T) throws { slot.append(try CallSlot.content(of: value)) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(CallFieldsEncoder<Nested>(open()))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { CallListEncoder(open()) }

    func superEncoder() -> any Encoder { CallSlotEncoder(open()) }

    private func open() -> CallSlot {
        let nested = CallSlot()
        slot.append(.slot(nested))
        return nested
    }
}
