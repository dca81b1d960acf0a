import Foundation

/// Makes what is `Codable` from values of calls.
///
/// Every field must be read by somebody: one that nobody reads is of a newer version, which meant something by it.
enum CallDecoder {
    /// - Throws: ``CallCodingError``.
    static func value<T: Decodable>(_ type: T.Type, from value: CallValue, isOwners: Bool = false) throws -> T {
        let reading = CallFieldReading(isOwners: isOwners)
        let result: T
        do {
            result = try CallValueDecoder(value, [], reading).decode(type)
        } catch let error as CallCodingError {
            throw error
        } catch {
            // A name, a case or a type that a newer version has looks the same.
            throw CallCodingError.newer("\(error)".count < 400 ? "\(error)" : "invalid fields")
        }
        if let unread = reading.unread { throw CallCodingError.newer("unknown field “\(unread.prefix(64))”") }
        return result
    }
}

/// Which fields were read.
private final class CallFieldReading {
    let userInfo: [CodingUserInfoKey: Any]
    private var opened: [CallFieldSet] = []

    init(isOwners: Bool) {
        var info: [CodingUserInfoKey: Any] = [:]
        if isOwners, let key = ByIdentifier<HKSampleType>.readsStoredTypes { info[key] = true }
        userInfo = info
    }

    func open(_ fields: [String: CallValue]) -> CallFieldSet {
        let set = CallFieldSet(fields)
        opened.append(set)
        return set
    }

    /// The name of a field that nobody read.
    var unread: String? {
        for set in opened where set.read.count < set.fields.count {
            return set.fields.keys.filter { !set.read.contains($0) }.min()
        }
        return nil
    }
}

private final class CallFieldSet {
    let fields: [String: CallValue]
    private(set) var read: Set<String> = []

    init(_ fields: [String: CallValue]) { self.fields = fields }

    func value(_ name: String) -> CallValue? {
        guard let value = fields[name] else { return nil }
        read.insert(name)
        return value
    }
}

private final class CallValueDecoder: Decoder, SingleValueDecodingContainer {
    private let value: CallValue
    let codingPath: [any CodingKey]
    private let reading: CallFieldReading
    private var fieldSet: CallFieldSet?
    var userInfo: [CodingUserInfoKey: Any] { reading.userInfo }

    init(_ value: CallValue, _ path: [any CodingKey], _ reading: CallFieldReading) {
        self.value = value
        codingPath = path
        self.reading = reading
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .fields(let fields) = value else { throw mismatch([String: CallValue].self) }
        let fieldSet = self.fieldSet ?? reading.open(fields)
        self.fieldSet = fieldSet
        return KeyedDecodingContainer(CallFieldsDecoder(fieldSet, codingPath, reading))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .list(let values) = value else { throw mismatch([CallValue].self) }
        return CallListDecoder(values, codingPath, reading)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { value == .null }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let plain: Any?
        switch value {
        case .flag(let flag) where type == Bool.self: plain = flag
        case .text(let text) where type == String.self: plain = text
        case .decimal(let number) where type == Double.self: plain = number
        case .decimal(let number) where type == Float.self: plain = Float(number)
        case .decimal(let number) where type == Date.self: plain = Date(timeIntervalSinceReferenceDate: number)
        case .uuid(let uuid) where type == UUID.self: plain = uuid
        case .bytes(let bytes) where type == Data.self: plain = Data(bytes)
        case .bytes(let bytes) where type == [UInt8].self: plain = bytes
        default:
            if let kind = type as? any FixedWidthInteger.Type {
                plain = integer(kind)
            } else if Self.isPlain(type) {
                plain = nil
            } else {
                return try type.init(from: self)
            }
        }
        guard let result = plain as? T else { throw mismatch(type) }
        return result
    }

    /// What is never taken apart.
    private static func isPlain(_ type: any Decodable.Type) -> Bool {
        type == Bool.self || type == String.self || type == Double.self || type == Float.self || type == Date.self
            || type == UUID.self || type == Data.self || type == [UInt8].self
    }

    private func integer<Number: FixedWidthInteger>(_ type: Number.Type) -> Any? {
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
    let codingPath: [any CodingKey]
    private let reading: CallFieldReading

    init(_ known: CallFieldSet, _ path: [any CodingKey], _ reading: CallFieldReading) {
        self.known = known
        codingPath = path
        self.reading = reading
    }

    var allKeys: [Key] { known.fields.keys.sorted().compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { known.fields[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).decodeNil() }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try decoder(key).decode(type) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try decoder(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try decoder("super", codingPath) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

    private func decoder(_ key: Key) throws -> CallValueDecoder { try decoder(key.stringValue, codingPath + [key]) }

    private func decoder(_ name: String, _ path: [any CodingKey]) throws -> CallValueDecoder {
        guard let value = known.value(name) else {
            throw DecodingError.valueNotFound(
                CallValue.self,
                .init(codingPath: path, debugDescription: "no field “\(name)”")
            )
        }
        return CallValueDecoder(value, path, reading)
    }
}

private struct CallListDecoder: UnkeyedDecodingContainer {
    private let values: [CallValue]
    let codingPath: [any CodingKey]
    private let reading: CallFieldReading
    private(set) var currentIndex = 0

    init(_ values: [CallValue], _ path: [any CodingKey], _ reading: CallFieldReading) {
        self.values = values
        codingPath = path
        self.reading = reading
    }

    var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex >= values.count }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd, values[currentIndex] == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next().decode(type) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested>
    { try next().container(keyedBy: type) }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }

    mutating func superDecoder() throws -> any Decoder { try next() }

    private mutating func next() throws -> CallValueDecoder {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                CallValue.self,
                .init(codingPath: codingPath, debugDescription: "the list ends too soon")
            )
        }
        defer { currentIndex += 1 }
        return CallValueDecoder(values[currentIndex], codingPath, reading)
    }
}
