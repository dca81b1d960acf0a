import Foundation
import RandomTesting

/// Keeps what an object writes to an archive, field by field.
final class RecordingCoder: NSCoder {
    private(set) var fields: [String: Any] = [:]

    override var allowsKeyedCoding: Bool { true }
    override func encode(_ object: Any?, forKey key: String) { fields[key] = object }
    override func encodeConditionalObject(_ object: Any?, forKey key: String) { fields[key] = object }
    override func encode(_ value: Bool, forKey key: String) { fields[key] = value }
    override func encode(_ value: Int, forKey key: String) { fields[key] = value }
    override func encode(_ value: Int32, forKey key: String) { fields[key] = Int(value) }
    override func encode(_ value: Int64, forKey key: String) { fields[key] = Int(value) }
    override func encode(_ value: Float, forKey key: String) { fields[key] = Double(value) }
    override func encode(_ value: Double, forKey key: String) { fields[key] = value }
}

/// Gives fields to an object that is made from an archive.
final class FieldCoder: NSCoder {
    private let fields: [String: Any]

    init(_ fields: [String: Any]) { self.fields = fields }

    private func number(_ key: String) -> Double { (fields[key] as? Double) ?? Double((fields[key] as? Int) ?? 0) }

    private func integer(_ key: String) -> Int {
        (fields[key] as? Int) ?? (fields[key] as? Double).flatMap { Int(exactly: $0.rounded()) } ?? 0
    }

    override var allowsKeyedCoding: Bool { true }
    override func containsValue(forKey key: String) -> Bool { fields[key] != nil }
    override func decodeObject(forKey key: String) -> Any? { fields[key] }
    override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? { fields[key] }
    override func decodeBool(forKey key: String) -> Bool { (fields[key] as? Bool) ?? false }
    override func decodeInteger(forKey key: String) -> Int { integer(key) }
    override func decodeInt64(forKey key: String) -> Int64 { Int64(integer(key)) }
    override func decodeInt32(forKey key: String) -> Int32 { Int32(truncatingIfNeeded: integer(key)) }
    override func decodeDouble(forKey key: String) -> Double { number(key) }
}

/// Changes fields of archives: classes swapped, dates that are none, counts that are huge, bytes flipped.
struct FieldMutator {
    var random: SeededGenerator
    /// Objects that may stand in the place of others.
    let pool: [Any]

    mutating func mutated(_ fields: [String: Any]) -> [String: Any] {
        var result = fields
        let keys = fields.keys.sorted()
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            guard let key = keys.randomElement(using: &random), let value = result[key] else { continue }
            result[key] = Int.random(in: 0..<12, using: &random) == 0 ? nil : mutated(value)
        }
        return result
    }

    private mutating func mutated(_ value: Any) -> Any {
        if Int.random(in: 0..<8, using: &random) == 0, let other = pool.randomElement(using: &random) { return other }
        switch value {
        case let data as NSData: return NSData(data: bytes(data as Data))
        case let text as NSString:
            return NSString(string: String(decoding: bytes(Data((text as String).utf8)), as: UTF8.self))
        case let list as [Any]:
            var list = list
            if let other = pool.randomElement(using: &random) { list.append(other) }
            if Bool.random(using: &random), let first = list.first { list.append(first) }
            return Bool.random(using: &random) ? list : Array(list.dropFirst())
        case is Bool: return Bool.random(using: &random)
        case let number as Int:
            return [0, -1, 1, .max, .min, number &+ 1, number &- 1, 1 << 40].randomElement(using: &random) ?? 0
        case is Double:
            let odd: [Double] = [.nan, .infinity, -.infinity, 0, -1, 1e300, -1e300, 1e15, .leastNonzeroMagnitude]
            return odd.randomElement(using: &random) ?? 0
        default: return value
        }
    }

    private mutating func bytes(_ data: Data) -> Data {
        var bytes = [UInt8](data)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
        case 1:
            bytes += (0..<Int.random(in: 1...9, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        default:
            for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                // Digits change JSON's numbers; other bytes change lengths and counts.
                bytes[place] =
                    Bool.random(using: &random)
                    ? UInt8.random(in: 0x2D...0x39, using: &random) : UInt8.random(in: 0...255, using: &random)
            }
        }
        return Data(bytes)
    }
}
