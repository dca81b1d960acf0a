import Foundation

/// A value in the fields of a call: the form of `Codable` values before they are bytes.
package enum CallValue: Hashable, Sendable {
    case null
    case flag(Bool)
    /// A whole number that isn't negative.
    case number(UInt64)
    /// A negative whole number.
    case negative(Int64)
    case decimal(Double)
    case text(String)
    case bytes([UInt8])
    case uuid(UUID)
    indirect case list([CallValue])
    /// Values by name.
    indirect case fields(CallFields)
}

/// Values by name, in the order of the names' bytes.
///
/// Calls have a handful of fields: they are found without hashing, and written in their stored order.
package struct CallFields: Hashable, Sendable {
    package struct Field: Hashable, Sendable {
        package var name: String
        package var value: CallValue
    }

    package private(set) var fields: [Field] = []

    package init() {}

    /// - Parameter fields: The fields in any order; if names repeat, the last one counts.
    package init(_ fields: consuming [Field]) {
        var isSorted = true
        for place in fields.indices.dropFirst()
        where !Self.precedes(fields[place - 1].name, fields[place].name) {
            isSorted = false
            break
        }
        if isSorted {
            self.fields = fields
            return
        }
        // The sort is stable, so that equal names keep their order.
        fields.sort { Self.precedes($0.name, $1.name) }
        self.fields.reserveCapacity(fields.count)
        for field in fields {
            if let last = self.fields.last, Self.isSame(last.name, field.name) { self.fields.removeLast() }
            self.fields.append(field)
        }
    }

    package var count: Int { fields.count }

    package subscript(name: String) -> CallValue? { place(of: name).map { fields[$0].value } }

    /// The index of a field, or `nil` if there is none.
    func place(of name: String) -> Int? {
        var (low, high) = (0, fields.count)
        while low < high {
            let middle = (low + high) / 2
            if Self.precedes(fields[middle].name, name) { low = middle + 1 } else { high = middle }
        }
        return low < fields.count && Self.isSame(fields[low].name, name) ? low : nil
    }

    /// Adds a field whose name comes after all others.
    mutating func append(_ name: String, _ value: CallValue) { fields.append(Field(name: name, value: value)) }

    /// Whether a name comes before another.
    static func precedes(_ name: String, _ other: String) -> Bool { order(name, other) < 0 }

    /// A negative number for a name that comes before another, 0 for equal names; names are compared as bytes.
    private static func order(_ name: String, _ other: String) -> Int {
        var (name, other) = (name, other)
        return name.withUTF8 { name in
            other.withUTF8 { other in
                // An empty buffer may have no address.
                guard let start = name.baseAddress, let otherStart = other.baseAddress else {
                    return name.count - other.count
                }
                let order = Int(memcmp(start, otherStart, min(name.count, other.count)))
                return order == 0 ? name.count - other.count : order
            }
        }
    }

    /// Whether two names are equal.
    static func isSame(_ name: String, _ other: String) -> Bool { order(name, other) == 0 }
}

extension CallFields: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, CallValue)...) {
        self.init(elements.map { Field(name: $0, value: $1) })
    }
}

/// The reason that bytes can't be decoded as a call.
package enum CallCodingError: Error, Hashable {
    /// They are invalid; the text describes the problem.
    case damaged(String)
    /// A newer version wrote the bytes; the text describes the unknown part.
    case newer(String)
}

/// The byte before each value, which identifies its kind.
private enum CallTag: UInt8 {
    case null = 0
    case no, yes, number, negative, decimal, text, bytes, uuid, list, fields
    /// Lists of one kind, without a tag for each element.
    case uuids, decimals
}

/// Writes values.
struct CallByteWriter {
    private var writer = ByteWriter()
    /// The names of fields, in byte order.
    private let names: [String]

    /// - Parameter names: The names of all fields that are written, in byte order.
    init(names: [String] = []) { self.names = names }

    /// - Parameter count: The number of bytes to reserve.
    init(reserving count: Int) {
        names = []
        writer = ByteWriter(reserving: count)
    }

    var bytes: [UInt8] { writer.bytes }

    mutating func byte(_ value: UInt8) { writer.byte(value) }

    mutating func append(_ more: some Sequence<UInt8>) { writer.append(more) }

    mutating func varint(_ value: UInt64) { writer.varint(value) }

    /// Writes the length and the bytes.
    mutating func block(_ block: some Collection<UInt8>) {
        varint(UInt64(block.count))
        append(block)
    }

    mutating func text(_ text: String) { block(text.utf8) }

    mutating func word(_ value: UInt64) { writer.word(value) }

    mutating func double(_ value: Double) { writer.double(value) }

    mutating func uuid(_ value: UUID) {
        withUnsafeBytes(of: value.uuid) { bytes in
            for place in [0, 8] {
                word(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
            }
        }
    }

    mutating func value(_ value: CallValue) {
        switch value {
        case .null: tag(.null)
        case .flag(let flag): tag(flag ? .yes : .no)
        case .number(let number):
            tag(.number)
            varint(number)
        case .negative(let number):
            tag(.negative)
            varint(UInt64(bitPattern: ~number))
        case .decimal(let number):
            tag(.decimal)
            double(number)
        case .text(let text):
            tag(.text)
            self.text(text)
        case .bytes(let bytes):
            tag(.bytes)
            block(bytes)
        case .uuid(let uuid):
            tag(.uuid)
            self.uuid(uuid)
        case .list(let values): list(values)
        case .fields(let fields):
            tag(.fields)
            varint(UInt64(fields.count))
            var place = 0
            for field in fields.fields {
                place = self.place(of: field.name, from: place)
                varint(UInt64(place))
                self.value(field.value)
            }
        }
    }

    /// The index of the first name that doesn't come before another.
    private func place(of name: String, from start: Int) -> Int {
        var (low, high) = (start, names.count)
        while low < high {
            let middle = (low + high) / 2
            if CallFields.precedes(names[middle], name) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func list(_ values: [CallValue]) {
        switch values.first {
        case .uuid? where values.allSatisfy({ if case .uuid = $0 { true } else { false } }):
            tag(.uuids)
            varint(UInt64(values.count))
            for case .uuid(let uuid) in values { self.uuid(uuid) }
        case .decimal? where values.allSatisfy({ if case .decimal = $0 { true } else { false } }):
            tag(.decimals)
            varint(UInt64(values.count))
            for case .decimal(let number) in values { double(number) }
        default:
            tag(.list)
            varint(UInt64(values.count))
            for value in values { self.value(value) }
        }
    }

    private mutating func tag(_ tag: CallTag) { byte(tag.rawValue) }
}

/// Reads the output of ``CallByteWriter``.
///
/// Each method throws ``CallCodingError`` for truncated or invalid bytes.
struct CallByteReader {
    /// The maximum nesting depth of values.
    private static let depthLimit = 32
    /// The maximum number of values in one call: each takes more room in memory than in the bytes.
    private let valueLimit: Int

    private var reader: ByteReader
    private var valueCount = 0
    /// The names of fields, by number.
    var keys: [String] = []

    init(_ bytes: [UInt8], isBounded: Bool = true) {
        reader = ByteReader(bytes)
        valueLimit = isBounded ? 2_100_000 : .max
    }

    var remaining: Int { reader.remaining }

    mutating func byte() throws -> UInt8 { try Self.whole(reader.byte()) }

    /// A number in the writer's form: equal calls are equal bytes, so no other form is accepted.
    mutating func varint() throws -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 7) {
            let next = try byte()
            // The tenth byte holds one bit, and no last byte but the first is 0.
            guard shift < 63 || next <= 1, next != 0 || shift == 0 else { break }
            value |= UInt64(next & 0x7F) << shift
            if next < 0x80 { return value }
        }
        throw CallCodingError.damaged("a number of too many bytes")
    }

    /// A count of elements that take at least a number of bytes each.
    mutating func count(of size: Int) throws -> Int {
        let count = try varint()
        guard count <= UInt64(remaining / max(size, 1)) else { throw Self.ended }
        return Int(count)
    }

    mutating func take(_ count: Int) throws -> ArraySlice<UInt8> { try Self.whole(reader.take(count)) }

    mutating func block() throws -> ArraySlice<UInt8> { try take(try count(of: 1)) }

    mutating func text() throws -> String {
        guard let text = String(validating: try block(), as: UTF8.self) else {
            throw CallCodingError.damaged("a text that isn't UTF-8")
        }
        return text
    }

    mutating func word() throws -> UInt64 { try Self.whole(reader.word()) }

    mutating func double() throws -> Double { try Self.whole(reader.double()) }

    mutating func uuid() throws -> UUID {
        let words = (try word().littleEndian, try word().littleEndian)
        return UUID(uuid: withUnsafeBytes(of: words) { $0.loadUnaligned(as: uuid_t.self) })
    }

    /// Numbers of one kind, which have the same layout in the bytes as in memory: little-endian.
    mutating func values<Value: BitwiseCopyable>(_ count: Int, of kind: Value.Type) throws -> [Value] {
        let size = MemoryLayout<Value>.stride
        guard count <= remaining / size else { throw Self.ended }
        let bytes = try take(count * size)
        return [Value](unsafeUninitializedCapacity: count) { values, filled in
            bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(values).copyMemory(from: $0) }
            filled = count
        }
    }

    /// - Throws: ``CallCodingError`` when bytes are left.
    func checkEnd() throws {
        guard remaining == 0 else { throw CallCodingError.damaged("\(remaining) bytes too many") }
    }

    mutating func value(depth: Int = 0) throws -> CallValue {
        guard depth < Self.depthLimit else { throw CallCodingError.damaged("values too deep within each other") }
        try note(1)
        let tag = try byte()
        // A newer format gets its own version for a new tag.
        guard let tag = CallTag(rawValue: tag) else { throw CallCodingError.damaged("no value begins with \(tag)") }
        switch tag {
        case .null: return .null
        case .no: return .flag(false)
        case .yes: return .flag(true)
        case .number: return .number(try varint())
        case .negative:
            let number = try varint()
            guard number <= UInt64(Int64.max) else { throw CallCodingError.damaged("a number below the least") }
            return .negative(~Int64(number))
        case .decimal: return .decimal(try double())
        case .text: return .text(try text())
        case .bytes: return .bytes(Array(try block()))
        case .uuid: return .uuid(try uuid())
        case .list:
            let count = try count(of: 1)
            try note(count)
            return .list(try (0..<count).map { _ in try value(depth: depth + 1) })
        case .uuids:
            let count = try count(of: 16)
            try note(count)
            return .list(try (0..<count).map { _ in .uuid(try uuid()) })
        case .decimals:
            let count = try count(of: 8)
            try note(count)
            return .list(try (0..<count).map { _ in .decimal(try double()) })
        case .fields: return .fields(try fields(depth))
        }
    }

    private mutating func fields(_ depth: Int) throws -> CallFields {
        let count = try count(of: 2)
        try note(count)
        var fields = CallFields()
        var least: UInt64 = 0
        for _ in 0..<count {
            let key = try varint()
            guard key >= least, key < UInt64(keys.count) else {
                throw CallCodingError.damaged("a field out of order, or without a name")
            }
            least = key + 1
            fields.append(keys[Int(key)], try value(depth: depth + 1))
        }
        return fields
    }

    private mutating func note(_ count: Int) throws {
        valueCount += count
        guard valueCount <= valueLimit else { throw CallCodingError.damaged("too many values") }
    }

    private static func whole<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw ended }
        return value
    }

    private static let ended = CallCodingError.damaged("the bytes end too soon")
}

extension CallValue {
    /// The names of all fields in the value, in byte order.
    var fieldNames: [String] {
        var names = FieldNames()
        names.collect(from: self)
        return names.known.sorted(by: CallFields.precedes)
    }
}

/// Collects names of fields.
private struct FieldNames {
    private(set) var known: [String] = []
    /// The same names, once there are many.
    private var set: Set<[UInt8]> = []
    private static let few = 32

    mutating func collect(from value: CallValue) {
        switch value {
        case .list(let values): for value in values { collect(from: value) }
        case .fields(let fields):
            for field in fields.fields {
                add(field.name)
                collect(from: field.value)
            }
        default: break
        }
    }

    private mutating func add(_ name: String) {
        if known.count <= Self.few {
            // Most belong to a few kinds of values that were seen before.
            if !known.contains(where: { CallFields.isSame($0, name) }) { known.append(name) }
            return
        }
        if set.isEmpty { set = Set(known.map { Array($0.utf8) }) }
        if set.insert(Array(name.utf8)).inserted { known.append(name) }
    }
}
