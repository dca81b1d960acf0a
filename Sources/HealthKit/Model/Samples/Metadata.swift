import Foundation

/// One metadata value, of the classes that HealthKit allows.
package enum MetadataValue: Hashable, Sendable {
    case text(String)
    case flag(Bool)
    case integer(Int)
    case decimal(Double)
    case date(Date)
    case quantity(Double, HKUnit)

    /// Converts a value from an app; `nil` if its class is not allowed.
    package init?(_ value: Any) {
        switch value {
        case let value as HKQuantity: self = .quantity(value.doubleValue(for: value.unit), value.unit)
        case let value as Date: self = .date(value)
        case let value as String: self = .text(value)
        case let value as NSNumber: self.init(number: value)
        default: return nil
        }
    }

    private init(number: NSNumber) {
        switch String(cString: number.objCType) {
        case "B", "c": self = .flag(number.boolValue)
        case "d", "f": self = .decimal(number.doubleValue)
        default: self = .integer(number.intValue)
        }
    }

    /// The value as an app gets it: `String`, `NSNumber`, `Date` or `HKQuantity`.
    package var object: Any {
        switch self {
        case .text(let text): text
        case .flag(let flag): NSNumber(value: flag)
        case .integer(let number): NSNumber(value: number)
        case .decimal(let number): NSNumber(value: number)
        case .date(let date): date
        case .quantity(let value, let unit): HKQuantity(unit: unit, doubleValue: value)
        }
    }

    /// The value as a number, with 0 and 1 for flags; `nil` for everything else.
    package var number: Double? {
        switch self {
        case .flag(let flag): flag ? 1 : 0
        case .integer(let number): Double(number)
        case .decimal(let number): number
        default: nil
        }
    }
}

extension NSNumber {
    /// Whether the number is a whole one that 64 bits with a sign do not hold, as `UInt64.max`.
    fileprivate var isBeyondInteger: Bool {
        String(cString: objCType) == "Q" && uint64Value > UInt64(Int64.max)
    }
}

/// The metadata of an object: values by key, ordered by key.
package final class Metadata: Hashable, Sendable {
    /// One key and its value.
    package struct Entry: Hashable, Sendable {
        package let key: String
        package let value: MetadataValue

        package init(key: String, value: MetadataValue) {
            self.key = key
            self.value = value
        }
    }

    /// The entries as the store keeps them; ``named`` contains those that the object was created with.
    package let entries: [Entry]

    /// Orders the entries by key; of two with the same key the first is kept.
    package init(_ entries: [Entry]) {
        var seen: Set<String> = []
        self.entries = entries.filter { seen.insert($0.key).inserted }.sorted { $0.key < $1.key }
    }

    /// Converts metadata from an app; `nil` for none.
    ///
    /// - Throws: `errorInvalidArgument` for a value of a class that HealthKit doesn't allow.
    package convenience init?(_ dictionary: [String: Any]?) throws {
        guard let dictionary, !dictionary.isEmpty else { return nil }
        try self.init(
            dictionary.map { key, value in
                if let number = value as? NSNumber, !(value is Bool), number.isBeyondInteger {
                    throw HKError.invalid("Value \(number) for metadata key: \(key) is beyond the largest, \(Int.max).")
                }
                guard let converted = MetadataValue(value) else {
                    throw HKError.invalid(
                        "Invalid class \(type(of: value)) for metadata key: \(key). "
                            + "Expected String, NSNumber, Date or HKQuantity."
                    )
                }
                return Entry(key: Self.stored(key), value: converted)
            }
        )
    }

    package subscript(key: String) -> MetadataValue? { entries.first { $0.key == key }?.value }

    /// The entries that apps see, as apps get them (R2.28).
    package var dictionary: [String: Any]? { Self.dictionary(named.filter { !Self.isHidden($0.key) }) }

    /// The entries that the person sees, as apps get theirs.
    package var personDictionary: [String: Any]? { Self.dictionary(named) }

    private static func dictionary(_ entries: [Entry]) -> [String: Any]? {
        guard !entries.isEmpty else { return nil }
        return Dictionary(entries.map { ($0.key, $0.value.object) }, uniquingKeysWith: { first, _ in first })
    }

    /// The metadata with some entries set.
    package func merging(_ others: [Entry]) -> Metadata { Metadata(others + entries) }

    package static func == (left: Metadata, right: Metadata) -> Bool { left.entries == right.entries }

    package func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}

extension Metadata {
    private enum Tag: UInt8 {
        case text = 1
        case flag, integer, decimal, date, quantity
    }

    /// The metadata as bytes, the same for equal metadata.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.varint(UInt64(entries.count))
        for entry in entries {
            writer.text(entry.key)
            switch entry.value {
            case .text(let text):
                writer.byte(Tag.text.rawValue)
                writer.text(text)
            case .flag(let flag):
                writer.byte(Tag.flag.rawValue)
                writer.byte(flag ? 1 : 0)
            case .integer(let number):
                writer.byte(Tag.integer.rawValue)
                writer.varint(UInt64(bitPattern: Int64(number)))
            case .decimal(let number):
                writer.byte(Tag.decimal.rawValue)
                writer.double(number)
            case .date(let date):
                writer.byte(Tag.date.rawValue)
                writer.double(date.timeIntervalSinceReferenceDate)
            case .quantity(let value, let unit):
                writer.byte(Tag.quantity.rawValue)
                writer.double(value)
                writer.text(unit.unitString)
            }
        }
        return writer.bytes
    }

    /// Decodes ``bytes``; `nil` if the bytes are not metadata.
    package convenience init?(bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        guard let count = reader.varint(), count <= UInt64(reader.remaining) else { return nil }
        var entries: [Entry] = []
        for _ in 0..<count {
            guard let key = reader.text() ?? nil, let tag = reader.byte().flatMap(Tag.init),
                let value = Self.value(tag, &reader)
            else { return nil }
            entries.append(Entry(key: key, value: value))
        }
        self.init(entries)
    }

    private static func value(_ tag: Tag, _ reader: inout ByteReader) -> MetadataValue? {
        switch tag {
        case .text: (reader.text() ?? nil).map { .text($0) }
        case .flag: reader.byte().map { .flag($0 != 0) }
        case .integer: reader.varint().map { .integer(Int(Int64(bitPattern: $0))) }
        case .decimal: reader.double().map { .decimal($0) }
        case .date: reader.double().map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
        case .quantity: quantity(&reader)
        }
    }

    private static func quantity(_ reader: inout ByteReader) -> MetadataValue? {
        // Metadata that make no sense are reported as a whole.
        guard let value = reader.double(), let text = reader.text() ?? nil, let unit = try? HKUnit(validating: text)
        else {
            return nil
        }
        return .quantity(value, unit)
    }
}
