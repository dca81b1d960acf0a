/// A piece of the conversation between a program and the service that has a store open.
///
/// Twelve bytes, the lowest of each number first, and a body:
///
/// |bytes||
/// |-|-|
/// |4|the bytes that follow|
/// |1|the kind|
/// |1|flags; unknown bits are refused|
/// |2|0|
/// |8|the call that it belongs to, numbered by the program; 0 for the hello|
///
/// What is larger than a frame may be goes on in frames of the kind ``Kind/part``, with nothing else in between.
package struct ServiceFrame: Hashable, Sendable {
    /// What a frame is.
    package enum Kind: UInt8, Sendable, CaseIterable {
        /// Who the program is, and which versions it speaks; the first frame of a connection.
        case hello = 1
        /// A call with one answer.
        case call
        /// A call that may have more than one.
        case open
        /// Which changes a program wants to hear of.
        case listen
        /// The answer to a call, or why there is none.
        case answer
        /// One of the answers to a call that goes on.
        case item
        /// Something changed that the program listens for; or the first answers of a call that goes on were told.
        case event
        /// Nothing more comes of a call that goes on.
        case end
        /// How many more bytes of answers to a call that goes on the program takes.
        case credit
        /// The program wants no more of a call.
        case cancel
        /// A request that the program brings before the person.
        case ask
        /// What became of that.
        case reply
        /// More of the frame before.
        case part
        /// The service lives, and works on what the program waits for.
        case pulse
        /// A program is done with what an observer was told.
        case acknowledge = 20
        /// A launcher is to start a program, whose connection comes with the frame as a descriptor.
        case start
        /// A launcher is to end a program that it started.
        case signal
        /// What became of a program that a launcher was to start.
        case report
    }

    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A frame of the kind ``Kind/part`` follows.
        package static let continues = Flags(rawValue: 1)
        /// The first answer of a call that goes on.
        package static let first = Flags(rawValue: 2)
        /// The last answer of a call that goes on.
        package static let last = Flags(rawValue: 4)
        /// More than the first answer is wanted.
        package static let goesOn = Flags(rawValue: 8)
        /// The key of a change stands in front of the call: see ``ChangeKey``.
        package static let keyed = Flags(rawValue: 16)
        /// The change was asked for before, and its answer was lost.
        package static let again = Flags(rawValue: 32)

        static let known: Flags = [.continues, .first, .last, .goesOn, .keyed, .again]
    }

    package var kind: Kind
    package var flags: Flags
    package var call: UInt64
    package var body: [UInt8]

    package init(_ kind: Kind, _ flags: Flags = [], call: UInt64, _ body: [UInt8] = []) {
        self.kind = kind
        self.flags = flags
        self.call = call
        self.body = body
    }

    /// The bytes of a frame before its body.
    static let headerSize = 16

    /// The frame as bytes: one frame, or more where the body is longer than one may be.
    ///
    /// - Parameter limit: The longest that a frame may be, without its first four bytes.
    /// - Returns: The bytes.
    package func bytes(limit: Int) -> [UInt8] {
        let room = limit - (Self.headerSize - 4)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(body.count + (body.count / room + 1) * Self.headerSize)
        var start = 0
        repeat {
            let end = min(start + room, body.count)
            var flags = start == 0 ? self.flags : []
            if end < body.count { flags.insert(.continues) }
            Self.append(UInt64(end - start + Self.headerSize - 4), 4, &bytes)
            bytes.append(start == 0 ? kind.rawValue : Kind.part.rawValue)
            bytes.append(flags.rawValue)
            Self.append(0, 2, &bytes)
            Self.append(call, 8, &bytes)
            bytes.append(contentsOf: body[start..<end])
            start = end
        } while start < body.count
        return bytes
    }

    private static func append(_ value: UInt64, _ count: Int, _ bytes: inout [UInt8]) {
        for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * UInt64(place)))) }
    }
}

/// Why what came is no conversation: the text says what is wrong.
package struct ServiceFrameError: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// Puts frames together from the bytes of a connection, as they come.
package struct ServiceFrameReader: Sendable {
    /// The longest that a frame may be, without its first four bytes.
    private let limit: Int
    /// The longest that the body of frames which belong together may be.
    private let bodyLimit: Int
    private var bytes: [UInt8] = []
    private var start = 0
    private var incomplete: ServiceFrame?

    /// - Parameters:
    ///   - limit: The longest that a frame may be, without its first four bytes.
    ///   - bodyLimit: The longest that the body of frames which belong together may be.
    package init(limit: Int, bodyLimit: Int) {
        self.limit = limit
        self.bodyLimit = bodyLimit
    }

    /// Whether a frame has begun that is not here whole.
    package var isWithinFrame: Bool { start < bytes.count || incomplete != nil }

    /// The bytes of whole frames that belong to a call which is not here whole.
    package var wholeBytes: Int { incomplete?.body.count ?? 0 }

    /// The bytes that are kept of what is not here whole.
    package var heldBytes: Int { bytes.count - start + (incomplete?.body.count ?? 0) }

    /// Takes bytes that came.
    package mutating func append(_ more: some Sequence<UInt8>) {
        if start > 0, start == bytes.count || start > 1 << 20 {
            bytes.removeSubrange(0..<start)
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// The next frame, with all that belongs to it.
    ///
    /// - Returns: The frame; `nil` until more bytes came.
    /// - Throws: ``ServiceFrameError``: nothing that follows can be read.
    package mutating func next() throws -> ServiceFrame? {
        while let frame = try nextAlone() {
            var whole: ServiceFrame
            if frame.kind == .part {
                guard var begun = incomplete, begun.call == frame.call else {
                    throw ServiceFrameError("a part of nothing")
                }
                incomplete = nil
                guard frame.flags.subtracting(.continues).isEmpty else {
                    throw ServiceFrameError("a part with flags \(frame.flags.rawValue)")
                }
                guard begun.body.count + frame.body.count <= bodyLimit else {
                    throw ServiceFrameError("more than \(bodyLimit) bytes in one call")
                }
                begun.body += frame.body
                begun.flags = begun.flags.subtracting(.continues).union(frame.flags)
                whole = begun
            } else {
                guard incomplete == nil else { throw ServiceFrameError("a frame between parts of another") }
                whole = frame
            }
            if whole.flags.contains(.continues) {
                incomplete = whole
                continue
            }
            return whole
        }
        return nil
    }

    private mutating func nextAlone() throws -> ServiceFrame? {
        guard bytes.count - start >= 4 else { return nil }
        let length = Int(number(start, 4))
        guard length >= ServiceFrame.headerSize - 4, length <= limit else {
            throw ServiceFrameError("a frame of \(length) bytes; at most \(limit)")
        }
        // What the head says wrong is told before its body has come.
        guard bytes.count - start >= ServiceFrame.headerSize else { return nil }
        guard let kind = ServiceFrame.Kind(rawValue: bytes[start + 4]) else {
            throw ServiceFrameError("a frame of unknown kind \(bytes[start + 4])")
        }
        let flags = ServiceFrame.Flags(rawValue: bytes[start + 5])
        guard flags.subtracting(.known).isEmpty else {
            throw ServiceFrameError("a frame with unknown flags \(flags.rawValue)")
        }
        guard number(start + 6, 2) == 0 else { throw ServiceFrameError("a frame with bytes set that are to be 0") }
        guard bytes.count - start >= 4 + length else { return nil }
        let body = Array(bytes[(start + ServiceFrame.headerSize)..<(start + 4 + length)])
        let call = number(start + 8, 8)
        start += 4 + length
        return ServiceFrame(kind, flags, call: call, body)
    }

    private func number(_ place: Int, _ count: Int) -> UInt64 {
        var value: UInt64 = 0
        for index in 0..<count { value |= UInt64(bytes[place + index]) << UInt64(8 * index) }
        return value
    }
}

extension ServiceFrame {
    /// Says that a program will say hello which is only being started: the service waits for it.
    ///
    /// A service of before passes over it, as over any call that is cancelled and isn't known.
    package static let willGreet = ServiceFrame(.cancel, call: 0)

    /// How long frames of a program may be, without their first four bytes.
    package static let programLimit = 256 << 10
    /// How long frames of the service may be, without their first four bytes.
    package static let serviceLimit = 1 << 20
}
