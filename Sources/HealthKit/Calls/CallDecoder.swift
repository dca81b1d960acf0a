import Foundation

/// Decodes `Codable` types from values of calls.
///
/// Every field must be read: an unread one comes from a newer version, to which it has a meaning.
enum CallDecoder {
    /// - Throws: ``CallCodingError``.
    static func value<T: Decodable>(_ type: T.Type, from value: CallValue, isOwners: Bool = false) throws -> T {
        let reading = CallFieldReading(isOwners: isOwners)
        let result: T
        do {
            result = try CallValueDecoder(value, reading).decode(type)
        } catch let error as CallCodingError {
            throw error
        } catch {
            // A name, a case or a type of a newer version looks the same.
            throw CallCodingError.newer("\(error)".count < 400 ? "\(error)" : "invalid fields")
        }
        if let unread = reading.unread { throw CallCodingError.newer("unknown field “\(unread.prefix(64))”") }
        return result
    }
}

/// The fields that were read.
private final class CallFieldReading {
    let userInfo: [CodingUserInfoKey: Any]
    private var opened: [CallFieldSet] = []

    init(isOwners: Bool) {
        var info: [CodingUserInfoKey: Any] = [:]
        if isOwners, let key = ByIdentifier<HKSampleType>.readsStoredTypes { info[key] = true }
        userInfo = info
    }

    func open(_ fields: CallFields) -> CallFieldSet {
        let set = CallFieldSet(fields)
        opened.append(set)
        return set
    }

    /// The name of an unread field.
    var unread: String? { opened.lazy.compactMap(\.unread).first }
}

private final class CallFieldSet {
    let fields: CallFields
    private var isRead: [Bool]

    init(_ fields: CallFields) {
        self.fields = fields
        isRead = [Bool](repeating: false, count: fields.count)
    }

    func value(_ name: String) -> CallValue? {
        guard let place = fields.place(of: name) else { return nil }
        isRead[place] = true
        return fields.fields[place].value
    }

    /// The first unread field.
    var unread: String? { isRead.firstIndex(of: false).map { fields.fields[$0].name } }
}

private final class CallValueDecoder: Decoder, SingleValueDecodingContainer {
    private let value: CallValue
    private let reading: CallFieldReading
    private let parent: CallValueDecoder?
    private let key: (any CodingKey)?
    private var fieldSet: CallFieldSet?
    var userInfo: [CodingUserInfoKey: Any] { reading.userInfo }
    /// Computed only for errors.
    var codingPath: [any CodingKey] { (parent?.codingPath ?? []) + (key.map { [$0] } ?? []) }

    init(
        _ value: CallValue,
        _ reading: CallFieldReading,
        in parent: CallValueDecoder? = nil,
        _ key: (any CodingKey)? = nil
    ) {
        self.value = value
        self.reading = reading
        self.parent = parent
        self.key = key
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .fields(let fields) = value else { throw mismatch([String: CallValue].self) }
        let fieldSet = self.fieldSet ?? reading.open(fields)
        self.fieldSet = fieldSet
        return KeyedDecodingContainer(CallFieldsDecoder(fieldSet, self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .list(let values) = value else { throw mismatch([CallValue].self) }
        return CallListDecoder(values, self)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { if case .null = value { true } else { false } }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try plain(type, from: value) ?? type.init(from: self)
    }

    /// A decoder for a value in this one.
    func decoder(_ value: CallValue, _ key: (any CodingKey)? = nil) -> CallValueDecoder {
        CallValueDecoder(value, reading, in: self, key)
    }

    /// A value decoded from this one.
    func decode<T: Decodable>(_ type: T.Type, from value: CallValue, _ key: (any CodingKey)? = nil) throws -> T {
        try plain(type, from: value, key) ?? type.init(from: decoder(value, key))
    }

    /// A value that is decoded directly, or `nil` for all others.
    ///
    /// - Throws: `DecodingError` where the value isn't of the type.
    @inline(__always)
    private func plain<T: Decodable>(_ type: T.Type, from value: CallValue, _ key: (any CodingKey)? = nil) throws -> T?
    {
        func cast<Kind>(_ value: Kind) -> T { unsafeBitCast(value, to: T.self) }
        // Types are compared, not cast to: casting takes longer than all else here.
        if T.self == String.self {
            if case .text(let text) = value { return cast(text) }
        } else if T.self == Int.self {
            if let number = Self.integer(Int.self, value) { return cast(number) }
        } else if T.self == Double.self {
            if case .decimal(let number) = value { return cast(number) }
        } else if T.self == Bool.self {
            if case .flag(let flag) = value { return cast(flag) }
        } else if T.self == UUID.self {
            if case .uuid(let uuid) = value { return cast(uuid) }
        } else if T.self == Date.self {
            if case .decimal(let number) = value { return cast(Date(timeIntervalSinceReferenceDate: number)) }
        } else if T.self == Data.self {
            if case .bytes(let bytes) = value { return cast(Data(bytes)) }
        } else if T.self == [UInt8].self {
            if case .bytes(let bytes) = value { return cast(bytes) }
        } else if T.self == Float.self {
            if case .decimal(let number) = value { return cast(Float(number)) }
        } else if let kind = type as? any FixedWidthInteger.Type {
            if let number = Self.integer(kind, value) as? T { return number }
        } else {
            return nil
        }
        throw decoder(value, key).mismatch(type)
    }

    private static func integer<Number: FixedWidthInteger>(_ type: Number.Type, _ value: CallValue) -> Number? {
        switch value {
        case .number(let number): Number(exactly: number)
        case .negative(let number): Number(exactly: number)
        default: nil
        }
    }

    private func mismatch(_ type: Any.Type) -> DecodingError {
        .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "no \(type)"))
    }
}

private struct CallFieldsDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let known: CallFieldSet
    private let owner: CallValueDecoder
    var codingPath: [any CodingKey] { owner.codingPath }

    init(_ known: CallFieldSet, _ owner: CallValueDecoder) {
        self.known = known
        self.owner = owner
    }

    var allKeys: [Key] { known.fields.fields.compactMap { Key(stringValue: $0.name) } }

    func contains(_ key: Key) -> Bool { known.fields.place(of: key.stringValue) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { if case .null = try value(key) { true } else { false } }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try owner.decode(type, from: value(key), key)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try decoder(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { owner.decoder(try value("super", nil)) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

    private func decoder(_ key: Key) throws -> CallValueDecoder { owner.decoder(try value(key), key) }

    private func value(_ key: Key) throws -> CallValue { try value(key.stringValue, key) }

    private func value(_ name: String, _ key: Key?) throws -> CallValue {
        if let value = known.value(name) { return value }
        throw DecodingError.valueNotFound(
            CallValue.self,
            .init(codingPath: codingPath + (key.map { [$0] } ?? []), debugDescription: "no field “\(name)”")
        )
    }
}

private struct CallListDecoder: UnkeyedDecodingContainer {
    private let values: [CallValue]
    private let owner: CallValueDecoder
    private(set) var currentIndex = 0
    var codingPath: [any CodingKey] { owner.codingPath }

    init(_ values: [CallValue], _ owner: CallValueDecoder) {
        self.values = values
        self.owner = owner
    }

    var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex >= values.count }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, case .null = values[currentIndex] else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try owner.decode(type, from: next()) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested>
    { try owner.decoder(next()).container(keyedBy: type) }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try owner.decoder(next()).unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { owner.decoder(try next()) }

    private mutating func next() throws -> CallValue {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                CallValue.self,
                .init(codingPath: codingPath, debugDescription: "the list ends too soon")
            )
        }
        defer { currentIndex += 1 }
        return values[currentIndex]
    }
}
