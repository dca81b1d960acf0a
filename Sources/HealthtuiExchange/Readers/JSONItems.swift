import Foundation

/// Reads JSON piece by piece, so that the size of a file doesn't matter.
///
/// Down to a depth it enters objects and lists; what is inside them there comes as one value after another.
final class JSONItems {
    /// A value of the file.
    struct Item {
        /// The name of the member that it is or that its list is; empty where there is none.
        let name: String
        /// Its position in its list, or `nil` for a member of an object.
        let index: Int?
        /// Finds the parts of the value.
        let walk: JSONWalk
        /// The range of the value, for the walk.
        let range: Range<Int>
    }

    /// An object or list that was entered.
    private struct Level {
        let isObject: Bool
        let name: String
        var count = 0

        var end: UInt8 { isObject ? UInt8(ascii: "}") : Byte.closingBracket }
    }

    /// The most bytes of one value.
    private static let largest = 4 << 20
    private static let pieceSize = 128 << 10

    private let stream: MemberStream
    private let depth: Int
    private var bytes: [UInt8] = []
    private var position = 0
    private var droppedLines = 0
    private var levels: [Level] = []

    /// Makes a reading.
    ///
    /// - Parameters:
    ///   - stream: The file, at its start.
    ///   - depth: The number of objects and lists inside each other that are entered.
    init(_ stream: MemberStream, depth: Int) {
        self.stream = stream
        self.depth = depth
    }

    /// Visits the values of the file.
    ///
    /// - Parameter body: Gets each value, which is valid during the call.
    /// - Throws: ``ImportError`` for invalid JSON, and what the body throws.
    func visit(_ body: (Item) throws -> Void) throws {
        while bytes.count < 3, try fill() {}
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        try value("", nil, body)
        while !levels.isEmpty { try step(body) }
        guard try next() == nil else { throw failure() }
    }

    private func step(_ body: (Item) throws -> Void) throws {
        guard let level = levels.last, var byte = try next() else { throw failure() }
        if byte == level.end {
            position += 1
            levels.removeLast()
            return
        }
        if level.count > 0 {
            guard byte == Byte.comma else { throw failure() }
            position += 1
            guard let following = try next() else { throw failure() }
            byte = following
        }
        levels[levels.count - 1].count += 1
        guard level.isObject else { return try value(level.name, level.count, body) }
        guard byte == Byte.quote else { throw failure() }
        let end = try end()
        let name = String(decoding: bytes[(position + 1)..<max(position + 1, end - 1)], as: UTF8.self)
        position = end
        guard try next() == Byte.colon else { throw failure() }
        position += 1
        try value(name, nil, body)
    }

    private func value(_ name: String, _ index: Int?, _ body: (Item) throws -> Void) throws {
        guard let byte = try next() else { throw failure() }
        let isObject = byte == UInt8(ascii: "{")
        if levels.count < depth, isObject || byte == UInt8(ascii: "[") {
            position += 1
            levels.append(Level(isObject: isObject, name: name))
            return
        }
        let end = try end()
        try bytes.withUnsafeBufferPointer { buffer in
            let value = UnsafeBufferPointer(rebasing: buffer[position..<end])
            try body(Item(name: name, index: index, walk: JSONWalk(value), range: 0..<value.count))
        }
        position = end
    }

    /// The next byte that isn't white space, or `nil` at the end.
    private func next() throws -> UInt8? {
        while true {
            while position < bytes.count {
                let byte = bytes[position]
                if !Byte.isSpace(byte) { return byte }
                position += 1
            }
            guard try fill() else { return nil }
        }
    }

    /// The position after the value that begins at the current one; all of it is in memory then.
    private func end() throws -> Int {
        var scan = JSONScan(enclosing: levels.count)
        while true {
            let end: Int?
            do {
                end = try bytes.withUnsafeBufferPointer { try scan.end(in: $0, from: position) }
            } catch is JSONScan.Failure {
                throw failure()
            }
            if let end { return end }
            guard bytes.count - position <= Self.largest else {
                throw ImportError("line \(line): a value of more than \(Self.largest >> 20) MiB")
            }
            guard try fill() else {
                if scan.isWord { return bytes.count }
                throw failure()
            }
        }
    }

    /// Reads more, and discards data before the current position.
    private func fill() throws -> Bool {
        let more = try stream.next(atMost: Self.pieceSize)
        if more.isEmpty { return false }
        droppedLines += bytes[..<position].count { $0 == Byte.newline }
        bytes.removeFirst(position)
        position = 0
        bytes += more
        return true
    }

    /// The line of the current position.
    private var line: Int { 1 + droppedLines + bytes[..<position].count { $0 == Byte.newline } }

    private func failure() -> ImportError {
        ImportError("line \(line): invalid JSON, or the file is cut short")
    }
}

/// Finds the end of a value that comes in pieces.
private struct JSONScan {
    struct Failure: Error {}

    /// The most objects and lists inside each other.
    private static let deepest = 64

    private let enclosing: Int
    private var open: [UInt8] = []
    private var length = 0
    private var isText = false
    private var isEscaped = false

    init(enclosing: Int) { self.enclosing = enclosing }

    /// Whether it is a number or a word, which the end of the file ends.
    var isWord: Bool { length > 0 && open.isEmpty && !isText }

    /// Finds the end of the value.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, which have more at the end each time.
    ///   - start: The position of the value in them.
    /// - Returns: The position after the value, or `nil` if it isn't complete.
    /// - Throws: ``Failure``.
    mutating func end(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) throws -> Int? {
        while start + length < bytes.count {
            let place = start + length
            let byte = bytes[place]
            if isText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == Byte.quote {
                    isText = false
                    if open.isEmpty { return place + 1 }
                }
            } else {
                switch try step(byte) {
                case .inside: break
                case .before: return place
                case .after: return place + 1
                }
            }
            length += 1
        }
        return nil
    }

    /// Where a value ends, seen from a byte.
    private enum Step {
        case inside, before, after
    }

    /// How a byte outside of texts counts towards the end of the value.
    private mutating func step(_ byte: UInt8) throws -> Step {
        switch byte {
        case Byte.quote:
            if open.isEmpty, length > 0 { throw Failure() }
            isText = true
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if open.isEmpty, length > 0 { throw Failure() }
            guard enclosing + open.count < Self.deepest else { throw Failure() }
            open.append(byte == UInt8(ascii: "{") ? UInt8(ascii: "}") : Byte.closingBracket)
        case UInt8(ascii: "}"), Byte.closingBracket:
            guard let last = open.popLast() else {
                if length == 0 { throw Failure() }
                return .before
            }
            guard last == byte else { throw Failure() }
            return open.isEmpty ? .after : .inside
        case Byte.comma, Byte.colon:
            if open.isEmpty, length == 0 { throw Failure() }
            return open.isEmpty ? .before : .inside
        default: return open.isEmpty && Byte.isSpace(byte) ? .before : .inside
        }
        return .inside
    }
}
