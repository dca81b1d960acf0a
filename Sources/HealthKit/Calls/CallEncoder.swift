import Foundation

/// Makes values of calls from what is `Codable`.
enum CallEncoder {
    /// - Throws: What the value throws.
    static func value(of value: some Encodable) throws -> CallValue {
        let slot = CallSlot()
        try slot.set(value, [])
        return slot.value
    }
}

/// Where one value goes.
private final class CallSlot {
    enum Content {
        case none
        case value(CallValue)
        case list([CallSlot])
        case fields([String: CallSlot])
    }

    var content = Content.none

    var value: CallValue {
        switch content {
        // What encodes nothing has no fields.
        case .none: .fields([:])
        case .value(let value): value
        case .list(let slots): .list(slots.map(\.value))
        case .fields(let slots): .fields(slots.mapValues(\.value))
        }
    }

    func set<T: Encodable>(_ value: T, _ path: [any CodingKey]) throws {
        switch value {
        case let value as Bool: content = .value(.flag(value))
        case let value as String: content = .value(.text(value))
        case let value as Double: content = .value(.decimal(value))
        case let value as Float: content = .value(.decimal(Double(value)))
        case let value as any FixedWidthInteger: content = .value(try Self.integer(value, path))
        case let value as UUID: content = .value(.uuid(value))
        case let value as Date: content = .value(.decimal(value.timeIntervalSinceReferenceDate))
        case let value as Data: content = .value(.bytes([UInt8](value)))
        // Every empty array can be cast to one of bytes.
        case let value as [UInt8] where T.self == [UInt8].self: content = .value(.bytes(value))
        default: try value.encode(to: CallSlotEncoder(self, path))
        }
    }

    private static func integer(_ number: some FixedWidthInteger, _ path: [any CodingKey]) throws -> CallValue {
        if let number = UInt64(exactly: number) { return .number(number) }
        if let number = Int64(exactly: number) { return .negative(number) }
        throw EncodingError.invalidValue(
            number,
            .init(codingPath: path, debugDescription: "\(number) doesn't fit into 64 bits")
        )
    }

    func slot(_ key: String) -> CallSlot {
        let slot = CallSlot()
        guard case .fields(var slots) = content else {
            content = .fields([key: slot])
            return slot
        }
        content = .none
        slots[key] = slot
        content = .fields(slots)
        return slot
    }

    func append() -> CallSlot {
        let slot = CallSlot()
        guard case .list(var slots) = content else {
            content = .list([slot])
            return slot
        }
        content = .none
        slots.append(slot)
        content = .list(slots)
        return slot
    }

    var count: Int { if case .list(let slots) = content { slots.count } else { 0 } }

    func beginList() { if case .list = content {} else { content = .list([]) } }

    func beginFields() { if case .fields = content {} else { content = .fields([:]) } }
}

private struct CallSlotEncoder: Encoder, SingleValueEncodingContainer {
    let slot: CallSlot
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ slot: CallSlot, _ path: [any CodingKey]) {
        self.slot = slot
        codingPath = path
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(CallFieldsEncoder(slot, codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { CallListEncoder(slot, codingPath) }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() throws { slot.content = .value(.null) }

    func encode<T: Encodable>(_ value: T) throws { try slot.set(value, codingPath) }
}

private struct CallFieldsEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let slot: CallSlot
    let codingPath: [any CodingKey]

    init(_ slot: CallSlot, _ path: [any CodingKey]) {
        self.slot = slot
        codingPath = path
        slot.beginFields()
    }

    func encodeNil(forKey key: Key) throws { slot.slot(key.stringValue).content = .value(.null) }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try slot.slot(key.stringValue).set(value, codingPath + [key])
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(CallFieldsEncoder<Nested>(slot.slot(key.stringValue), codingPath + [key]))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        CallListEncoder(slot.slot(key.stringValue), codingPath + [key])
    }

    func superEncoder() -> any Encoder { CallSlotEncoder(slot.slot("super"), codingPath) }

    func superEncoder(forKey key: Key) -> any Encoder {
        CallSlotEncoder(slot.slot(key.stringValue), codingPath + [key])
    }
}

private struct CallListEncoder: UnkeyedEncodingContainer {
    let slot: CallSlot
    let codingPath: [any CodingKey]
    var count: Int { slot.count }

    init(_ slot: CallSlot, _ path: [any CodingKey]) {
        self.slot = slot
        codingPath = path
        slot.beginList()
    }

    func encodeNil() throws { slot.append().content = .value(.null) }

    func encode<T: Encodable>(_ value: T) throws { try slot.append().set(value, codingPath) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(CallFieldsEncoder<Nested>(slot.append(), codingPath))
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { CallListEncoder(slot.append(), codingPath) }

    func superEncoder() -> any Encoder { CallSlotEncoder(slot.append(), codingPath) }
}
