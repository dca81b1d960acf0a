import Foundation

/// Walks over JSON without creating values, so that large files can be processed piece by piece.
///
/// It only finds where values begin and end: a piece is validated when ``value(_:)`` parses it.
struct JSONWalk {
    /// Invalid JSON, and its line.
    struct Failure: Error {
        let line: Int
    }

    /// The maximum nesting depth.
    private static let deepest = 512

    private let bytes: UnsafeBufferPointer<UInt8>

    /// Makes a walk.
    ///
    /// - Parameter bytes: The text, which must not change during the walk.
    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// The single value of the text, with its brackets and quotes balanced.
    ///
    /// - Returns: Its range.
    /// - Throws: ``Failure`` for a text that is truncated or continues after its value.
    func root() throws -> Range<Int> {
        let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let range = try value(at: isMarked ? 3 : 0)
        guard passed(range.upperBound) == bytes.count else { throw failure(range.upperBound) }
        return range
    }

    /// Visits the members of an object; does nothing for other values.
    ///
    /// - Parameters:
    ///   - range: The object's range.
    ///   - body: Receives each name, as it is spelled, and the range of its value.
    /// - Throws: ``Failure``, and any error that `body` throws.
    func forEachMember(of range: Range<Int>, _ body: (String, Range<Int>) throws -> Void) throws {
        guard isObject(range) else { return }
        try forEachPart(of: range) { position in
            let name = try value(at: position)
            let colon = passed(name.upperBound)
            guard bytes[name.lowerBound] == Byte.quote, colon < range.upperBound, bytes[colon] == Byte.colon else {
                throw failure(name.lowerBound)
            }
            let member = try value(at: colon + 1)
            try body(String(decoding: bytes[(name.lowerBound + 1)..<(name.upperBound - 1)], as: UTF8.self), member)
            return member.upperBound
        }
    }

    /// Visits the elements of a list; does nothing for other values.
    ///
    /// - Parameters:
    ///   - range: The list's range.
    ///   - body: Receives each element's index in the list and its range in the text.
    /// - Throws: ``Failure``, and any error that `body` throws.
    func forEachElement(of range: Range<Int>, _ body: (Int, Range<Int>) throws -> Void) throws {
        guard isList(range) else { return }
        var index = 0
        try forEachPart(of: range) { position in
            let element = try value(at: position)
            try body(index, element)
            index += 1
            return element.upperBound
        }
    }

    /// Whether the value at a range is an object.
    func isObject(_ range: Range<Int>) -> Bool { bytes[range.lowerBound] == UInt8(ascii: "{") }

    /// Whether the value at a range is a list.
    func isList(_ range: Range<Int>) -> Bool { bytes[range.lowerBound] == UInt8(ascii: "[") }

    /// The value at a range, or `nil` for invalid JSON.
    func value(_ range: Range<Int>) -> Any? {
        guard let base = bytes.baseAddress else { return nil }
        let start = UnsafeMutableRawPointer(mutating: base + range.lowerBound)
        let data = Data(bytesNoCopy: start, count: range.count, deallocator: .none)
        // An invalid part yields no value, and the reader counts it.
        return try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    }

    /// The object at a range, with only some of its members.
    ///
    /// - Parameters:
    ///   - range: Its range.
    ///   - names: The members that are wanted.
    /// - Returns: Those that exist and are valid JSON, or `nil` if it isn't an object.
    /// - Throws: ``Failure``.
    func object(_ range: Range<Int>, only names: Set<String>) throws -> [String: Any]? {
        guard isObject(range) else { return nil }
        var found: [String: Any] = [:]
        try forEachMember(of: range) { name, place in
            if names.contains(name) { found[name] = value(place) }
        }
        return found
    }

    /// The text at a range, or `nil` for another value.
    func text(_ range: Range<Int>) -> String? {
        guard range.count >= 2, bytes[range.lowerBound] == Byte.quote else { return nil }
        let inside = UnsafeBufferPointer(rebasing: bytes[(range.lowerBound + 1)..<(range.upperBound - 1)])
        if inside.contains(UInt8(ascii: "\\")) { return value(range) as? String }
        return String(decoding: inside, as: UTF8.self)
    }

    /// The number at a range, also one that is written as a text; `nil` for another value, and for more digits than any
    /// program writes.
    func number(_ range: Range<Int>) -> Double? {
        guard let digits = digits(range), let base = digits.baseAddress,
            let number = ByteSlice(start: base, count: digits.count).decimal, number.isFinite
        else { return nil }
        return number
    }

    /// The whole number at a range, also one that is written as a text.
    func integer(_ range: Range<Int>) -> Int64? {
        digits(range).flatMap { Int64(String(decoding: $0, as: UTF8.self)) }
    }

    /// The most bytes of a number.
    private static let longestNumber = 64

    private func digits(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8>? {
        var digits = UnsafeBufferPointer(rebasing: bytes[range])
        if digits.first == Byte.quote, digits.count >= 2 { digits = .init(rebasing: digits[1..<(digits.count - 1)]) }
        guard let first = digits.first, first == Byte.minus || Byte.digit(first) <= 9,
            digits.count <= Self.longestNumber, digits.allSatisfy(Self.isOfNumber)
        else { return nil }
        return digits
    }

    private static func isOfNumber(_ byte: UInt8) -> Bool {
        Byte.digit(byte) <= 9 || byte == Byte.minus || byte == Byte.plus || byte == Byte.period
            || byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E")
    }

    // MARK: Steps

    /// Visits the parts between the brackets, which are separated by commas.
    private func forEachPart(of range: Range<Int>, _ body: (Int) throws -> Int) throws {
        let last = range.upperBound - 1
        var position = passed(range.lowerBound + 1)
        while position < last {
            position = passed(try body(position))
            if position == last { return }
            guard position < last, bytes[position] == Byte.comma else { throw failure(position) }
            position = passed(position + 1)
        }
    }

    /// The range of the value that begins at a position or after the white space there.
    private func value(at place: Int) throws -> Range<Int> {
        let start = passed(place)
        guard start < bytes.count else { throw failure(start) }
        switch bytes[start] {
        case Byte.quote: return start..<(try text(at: start))
        case UInt8(ascii: "{"), UInt8(ascii: "["): return start..<(try nest(at: start))
        default:
            var end = start
            while end < bytes.count, !Self.endsWord(bytes[end]) { end += 1 }
            guard end > start else { throw failure(start) }
            return start..<end
        }
    }

    /// The position after the closing bracket that matches the one at a position.
    private func nest(at start: Int) throws -> Int {
        var open: [UInt8] = []
        var position = start
        while position < bytes.count {
            switch bytes[position] {
            case Byte.quote:
                position = try text(at: position)
                continue
            case UInt8(ascii: "{"): open.append(UInt8(ascii: "}"))
            case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard open.popLast() == bytes[position] else { throw failure(position) }
                if open.isEmpty { return position + 1 }
            default: break
            }
            guard open.count <= Self.deepest else { throw failure(position) }
            position += 1
        }
        throw failure(position)
    }

    /// The end of the quoted text that begins at a position.
    private func text(at start: Int) throws -> Int {
        var position = start + 1
        while position < bytes.count {
            switch bytes[position] {
            case Byte.quote: return position + 1
            case UInt8(ascii: "\\"): position += 2
            default: position += 1
            }
        }
        throw failure(position)
    }

    /// The first position from a given one on that isn't white space.
    private func passed(_ place: Int) -> Int {
        var position = place
        while position < bytes.count, Byte.isSpace(bytes[position]) { position += 1 }
        return position
    }

    private static func endsWord(_ byte: UInt8) -> Bool {
        Byte.isSpace(byte) || byte == Byte.comma || byte == Byte.colon || byte == Byte.quote
            || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "{")
            || byte == UInt8(ascii: "[")
    }

    private func failure(_ position: Int) -> Failure {
        Failure(line: 1 + bytes[..<min(position, bytes.count)].count { $0 == Byte.newline })
    }
}
