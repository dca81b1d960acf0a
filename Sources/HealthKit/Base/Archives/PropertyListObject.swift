/// An object of a binary property list; containers name their objects by number.
enum PropertyListObject: Equatable {
    case constant
    case number
    case text(String)
    case data
    case reference(Int)
    case array([Int])
    case dictionary([String: Int])
}

/// The objects of a binary property list, read with a check of every length and place.
struct PropertyListObjects {
    let objects: [PropertyListObject]
    let top: Int

    private let bytes: [UInt8]
    private let referenceSize: Int

    /// Reads the objects; `nil` if the bytes aren't a complete binary property list.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 40, bytes.starts(with: Array("bplist00".utf8)) else { return nil }
        let trailer = bytes.count - 32
        let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
            let count = Self.integer(bytes, trailer + 8, 8), let top = Self.integer(bytes, trailer + 16, 8),
            let table = Self.integer(bytes, trailer + 24, 8),
            count > 0, count <= bytes.count, top < count, table >= 8, table <= trailer,
            count <= (trailer - table) / offsetSize
        else { return nil }
        self.bytes = bytes
        self.referenceSize = referenceSize
        self.top = top
        var objects: [PropertyListObject] = []
        var keys: [Int: [(key: Int, value: Int)]] = [:]
        for index in 0..<count {
            guard let offset = Self.integer(bytes, table + index * offsetSize, offsetSize), offset >= 8, offset < table,
                let object = Self.object(bytes, at: offset, until: table, referenceSize, count)
            else { return nil }
            if case .pairs(let pairs) = object { keys[index] = pairs }
            objects.append(object.plain)
        }
        for (index, pairs) in keys {
            var dictionary: [String: Int] = [:]
            for pair in pairs {
                guard case .text(let key) = objects[pair.key], dictionary.updateValue(pair.value, forKey: key) == nil
                else { return nil }
            }
            objects[index] = .dictionary(dictionary)
        }
        self.objects = objects
    }

    /// The content at a position; dictionary keys are not looked up yet.
    private enum Found {
        case plain(PropertyListObject)
        case pairs([(key: Int, value: Int)])

        var plain: PropertyListObject {
            if case .plain(let object) = self { return object }
            return .dictionary([:])
        }
    }

    private static func object(
        _ bytes: [UInt8],
        at offset: Int,
        until end: Int,
        _ referenceSize: Int,
        _ count: Int
    ) -> Found? {
        let (kind, low) = (bytes[offset] >> 4, Int(bytes[offset] & 0xF))
        switch kind {
        case 0x0: return [0x0, 0x8, 0x9].contains(low) ? .plain(.constant) : nil
        case 0x1, 0x2: return low <= 4 && offset + 1 + (1 << low) <= end ? .plain(.number) : nil
        case 0x3: return low == 3 && offset + 9 <= end ? .plain(.number) : nil
        case 0x8:
            guard low < 8, offset + 2 + low <= end, let value = integer(bytes, offset + 1, low + 1) else { return nil }
            return .plain(.reference(value))
        default: break
        }
        guard let (length, start) = length(bytes, offset, low, end) else { return nil }
        switch kind {
        case 0x4: return length <= end - start ? .plain(.data) : nil
        case 0x5:
            guard length <= end - start, bytes[start..<(start + length)].allSatisfy({ $0 < 0x80 }) else { return nil }
            return .plain(.text(String(decoding: bytes[start..<(start + length)], as: UTF8.self)))
        case 0x6:
            guard length <= (end - start) / 2 else { return nil }
            let units = (0..<length).map { UInt16(bytes[start + 2 * $0]) << 8 | UInt16(bytes[start + 2 * $0 + 1]) }
            return .plain(.text(String(decoding: units, as: UTF16.self)))
        case 0xA:
            return references(bytes, start, length, end, referenceSize, count).map { .plain(.array($0)) }
        case 0xD:
            guard let both = references(bytes, start, 2 * length, end, referenceSize, count) else { return nil }
            return .pairs((0..<length).map { (both[$0], both[length + $0]) })
        default: return nil
        }
    }

    /// A length and the offset of the content.
    ///
    /// The length is in four bits, or in a separate number.
    private static func length(_ bytes: [UInt8], _ offset: Int, _ low: Int, _ end: Int) -> (Int, Int)? {
        guard low == 0xF else { return (low, offset + 1) }
        guard offset + 1 < end, bytes[offset + 1] >> 4 == 0x1, bytes[offset + 1] & 0xF <= 3 else { return nil }
        let size = 1 << Int(bytes[offset + 1] & 0xF)
        guard offset + 2 + size <= end, let length = integer(bytes, offset + 2, size), length <= bytes.count else {
            return nil
        }
        return (length, offset + 2 + size)
    }

    private static func references(
        _ bytes: [UInt8],
        _ start: Int,
        _ length: Int,
        _ end: Int,
        _ size: Int,
        _ count: Int
    ) -> [Int]? {
        guard length <= (end - start) / size else { return nil }
        var found: [Int] = []
        for index in 0..<length {
            guard let reference = integer(bytes, start + index * size, size), reference < count else { return nil }
            found.append(reference)
        }
        return found
    }

    /// A big-endian number; `nil` if it is too large to be an offset.
    private static func integer(_ bytes: [UInt8], _ start: Int, _ size: Int) -> Int? {
        guard start >= 0, start + size <= bytes.count else { return nil }
        var value: UInt64 = 0
        for byte in bytes[start..<(start + size)] { value = value << 8 | UInt64(byte) }
        return value <= UInt64(Int32.max) ? Int(value) : nil
    }
}
