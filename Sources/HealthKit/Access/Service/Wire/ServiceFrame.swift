/// A message between a program and the service that has a store open.
///
/// A 16-byte header of little-endian numbers, and a body:
///
/// |bytes||
/// |-|-|
/// |4|the bytes that follow|
/// |1|the kind|
/// |1|flags; unknown bits are refused|
/// |2|0|
/// |8|the call that it belongs to, numbered by the program; 0 for the hello|
///
/// A larger message continues in frames of the kind ``Kind/part``, with nothing else in between.
package struct ServiceFrame: Hashable, Sendable {
    /// The kind of a frame.
    package enum Kind: UInt8, Sendable, CaseIterable {
        /// The program's identity and supported versions; the first frame of a connection.
        case hello = 1
        /// A call with one answer.
        case call
        /// A call that may have more than one answer.
        case open
        /// A program's request to observe changes.
        case listen
        /// The answer to a call, or the reason that there is none.
        case answer
        /// One of the answers to a live call.
        case item
        /// An observed change, or the end of a live call's first answers.
        case event
        /// The end of a live call.
        case end
        /// The number of further answer bytes of a live call that the program accepts.
        case credit
        /// The program cancels a call.
        case cancel
        /// A request that the program has to present to the person.
        case ask
        /// The outcome of such a request.
        case reply
        /// A continuation of the frame before.
        case part
        /// The service is alive, and works on the call that the program waits for.
        case pulse
        /// A program acknowledges an observer's update.
        case acknowledge = 20
        /// An order to a launcher to start a program, whose connection is passed with the frame as a descriptor.
        case start
        /// An order to a launcher to end a program that it started.
        case signal
        /// A launcher's report of a program that it was asked to start.
        case report
    }

    package struct Flags: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A frame of the kind ``Kind/part`` follows.
        package static let continues = Flags(rawValue: 1)
        /// The first answer of a live call.
        package static let first = Flags(rawValue: 2)
        /// The last answer of a live call.
        package static let last = Flags(rawValue: 4)
        /// More than the first answer is wanted.
        package static let goesOn = Flags(rawValue: 8)
        /// The key of a change precedes the call: see ``ChangeKey``.
        package static let keyed = Flags(rawValue: 16)
        /// The change is a repetition whose first answer was lost.
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

    /// The frame as bytes: one frame, or more if the body exceeds the limit.
    ///
    /// - Parameter limit: The maximum length of a frame, without its first four bytes.
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

/// An error in the received bytes; the text describes the problem.
package struct ServiceFrameError: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// Assembles frames from the bytes of a connection as they arrive.
package struct ServiceFrameReader: Sendable {
    /// The maximum length of a frame, without its first four bytes.
    private let limit: Int
    /// The maximum length of the body of frames that belong together.
    private let bodyLimit: Int
    private var bytes: [UInt8] = []
    private var start = 0
    private var incomplete: ServiceFrame?

    /// - Parameters:
    ///   - limit: The maximum length of a frame, without its first four bytes.
    ///   - bodyLimit: The maximum length of the body of frames that belong together.
    package init(limit: Int, bodyLimit: Int) {
        self.limit = limit
        self.bodyLimit = bodyLimit
    }

    /// Whether an incomplete frame has begun.
    package var isWithinFrame: Bool { start < bytes.count || incomplete != nil }

    /// The number of bytes in complete frames of an incomplete call.
    package var wholeBytes: Int { incomplete?.body.count ?? 0 }

    /// The number of bytes kept of incomplete frames and calls.
    package var heldBytes: Int { bytes.count - start + (incomplete?.body.count ?? 0) }

    /// Adds received bytes.
    package mutating func append(_ more: some Sequence<UInt8>) {
        if start > 0, start == bytes.count || start > 1 << 20 {
            bytes.removeSubrange(0..<start)
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// The next frame, with all of its continuations.
    ///
    /// - Returns: The frame, or `nil` until more bytes arrive.
    /// - Throws: ``ServiceFrameError``, after which nothing can be read.
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
        // Errors in the header are reported before its body has arrived.
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
    /// Announces the hello of a program that is only being started, so that the service waits for it.
    ///
    /// An older service ignores it, like any cancellation of an unknown call.
    package static let willGreet = ServiceFrame(.cancel, call: 0)

    /// The maximum length of a program's frames, without their first four bytes.
    package static let programLimit = 256 << 10
    /// The maximum length of the service's frames, without their first four bytes.
    package static let serviceLimit = 1 << 20
}
