import Foundation
import Glibc

/// One connection of a program that wants to hand something over: a request and its answer.
///
/// This ends in bounded time and takes bounded memory, regardless of the other side.
struct HTTPConnection {
    /// The other side went away.
    struct Gone: Error {}

    /// The time limits for the parts of a request, in seconds.
    struct Patience: Sendable {
        var head = 10.0
        var body = 120.0
    }

    private let descriptor: Int32
    private var transport: any Transport
    private let patience: Patience
    /// The body's share of the memory for bodies, until this ends.
    private let room: BodyRoom.Part
    private var buffer: [UInt8] = []
    private var deadline: Double

    /// The most bytes that a body may have.
    static let largestBody = 32 << 20

    /// - Parameters:
    ///   - descriptor: The connection, which stays open.
    ///   - transport: How its bytes travel.
    ///   - patience: How long everything may take.
    ///   - room: The memory for bodies.
    init(_ descriptor: Int32, _ transport: any Transport, patience: Patience, room: BodyRoom) {
        self.descriptor = descriptor
        self.transport = transport
        self.patience = patience
        self.room = room.part()
        deadline = Self.now + patience.head
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    // MARK: Reading

    /// Agrees with the other side on how bytes travel.
    ///
    /// - Throws: ``HandshakeFailure``, and ``HTTPRefusal`` for a request that should be encrypted and isn't.
    mutating func begin() throws {
        do {
            while case .waits(let event) = try transport.begin() { try wait(for: event) }
        } catch let failure as HandshakeFailure where failure.isPlain {
            transport = PlainTransport(descriptor)
            throw HTTPRefusal(400, "the request wasn't encrypted: use https://, and a new token if it had one")
        } catch is HTTPRefusal {
            throw HandshakeFailure(reason: "it took too long")
        }
    }

    /// Waits for the head of the request.
    ///
    /// - Throws: ``HTTPRefusal`` and ``Gone``.
    mutating func head() throws -> HTTPHead {
        var searched = 0
        while true {
            if let end = Self.headEnd(buffer, from: max(0, searched - 3)) {
                let head = try HTTPHead(Array(buffer[..<end]))
                buffer.removeFirst(end)
                return head
            }
            searched = buffer.count
            guard buffer.count < HTTPHead.largest else { throw HTTPRefusal(431, "the head is too large") }
            try fill(upTo: HTTPHead.largest - buffer.count)
        }
    }

    private static func headEnd(_ bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count >= 4 else { return nil }
        for place in start...(bytes.count - 4) where bytes[place] == 13 {
            if bytes[place + 1] == 10, bytes[place + 2] == 13, bytes[place + 3] == 10 { return place + 4 }
        }
        return nil
    }

    /// Waits for the body.
    ///
    /// - Parameter head: The request's headers about it.
    /// - Returns: The complete body.
    /// - Throws: ``HTTPRefusal`` and ``Gone``.
    mutating func body(of head: HTTPHead) throws -> [UInt8] {
        let kind = try head.body(atMost: Self.largestBody)
        if case .length(let length) = kind { try makeRoom(length) }
        deadline = Self.now + patience.body
        if kind != .none, head["expect"]?.lowercased() == "100-continue" {
            try send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
        switch kind {
        case .none: throw HTTPRefusal(411, "the request has no body, or does not say how long it is")
        case .length(let length):
            buffer.reserveCapacity(length)
            return try take(length)
        case .chunked: return try chunks()
        }
    }

    private mutating func take(_ count: Int) throws -> [UInt8] {
        while buffer.count < count { try fill(upTo: count - buffer.count) }
        if buffer.count == count {
            // Moved rather than copied, since it may be large.
            defer { buffer = [] }
            return buffer
        }
        defer { buffer.removeFirst(count) }
        return Array(buffer[..<count])
    }

    private func makeRoom(_ count: Int) throws {
        guard room.grow(by: count, within: patience.body) else {
            throw HTTPRefusal(503, "too much comes at once; try again in a moment")
        }
    }

    private mutating func chunks() throws -> [UInt8] {
        var body: [UInt8] = []
        while true {
            let digits = try line().prefix { $0 != UInt8(ascii: ";") }
            let text = String(decoding: digits, as: UTF8.self).trimmingCharacters(in: .whitespaces)
            guard !text.isEmpty, text.utf8.count <= 8, text.allSatisfy(\.isHexDigit), let size = Int(text, radix: 16)
            else {
                throw HTTPRefusal(400, "the size of a piece of the body makes no sense")
            }
            if size == 0 { break }
            guard body.count + size <= Self.largestBody else {
                throw HTTPRefusal(413, "a body may have \(Self.largestBody >> 20) MiB")
            }
            try makeRoom(size)
            body += try take(size)
            guard try line().isEmpty else { throw HTTPRefusal(400, "a piece of the body is longer than it says") }
        }
        // Fields behind the body, which say nothing here.
        for _ in 0..<100 {
            if try line().isEmpty { return body }
        }
        throw HTTPRefusal(431, "there are too many fields behind the body")
    }

    private mutating func line() throws -> [UInt8] {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                defer { buffer.removeFirst(end + 1) }
                guard end > 0, buffer[end - 1] == UInt8(ascii: "\r") else {
                    throw HTTPRefusal(400, "a line ends wrongly")
                }
                return Array(buffer[..<(end - 1)])
            }
            guard buffer.count < 1_024 else { throw HTTPRefusal(400, "a line is too long") }
            try fill(upTo: 1_024)
        }
    }

    /// Waits for some bytes.
    private mutating func fill(upTo count: Int) throws {
        var piece = [UInt8](repeating: 0, count: min(count, 1 << 16))
        while true {
            try checkTime()
            switch piece.withUnsafeMutableBytes({ transport.receive(into: $0) }) {
            case .moved(let read):
                buffer += piece.prefix(read)
                return
            case .waits(let event): try wait(for: event)
            case .ended: throw Gone()
            }
        }
    }

    /// - Returns: How many seconds there are.
    @discardableResult private func checkTime() throws -> Double {
        let left = deadline - Self.now
        guard left > 0 else { throw HTTPRefusal(408, "it took too long") }
        return left
    }

    private func wait(for event: Int32) throws {
        while true {
            let left = try checkTime()
            var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
            let count = poll(&entry, 1, Int32(min(left * 1_000 + 1, 1e6)))
            if count > 0 { return }
            guard count == 0 || errno == EINTR else { throw Gone() }
        }
    }

    // MARK: Answering

    /// Answers, and waits a moment for the other side to have read it.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - json: The body.
    mutating func answer(_ status: Int, _ json: String) {
        let body = Array((json + "\n").utf8)
        var lines = [
            "HTTP/1.1 \(status) \(HTTPRefusal.name(status))", "Content-Type: application/json",
            "Content-Length: \(body.count)", "Cache-Control: no-store", "Connection: close",
        ]
        if status == 401 { lines.append("WWW-Authenticate: Bearer") }
        if status == 405 { lines.append("Allow: POST") }
        deadline = Self.now + 10
        // A client that has disconnected needs no response.
        guard (try? send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)) != nil else { return }
        transport.finish()
        // Closing with bytes unread would take the answer away from who still sends.
        shutdown(descriptor, Int32(SHUT_WR))
        deadline = Self.now + 1
        transport = PlainTransport(descriptor)
        buffer = []
        for _ in 0..<256 {
            guard (try? fill(upTo: 1 << 16)) != nil else { return }
            buffer = []
        }
    }

    private func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            try checkTime()
            switch bytes.withUnsafeBytes({ transport.send(UnsafeRawBufferPointer(rebasing: $0[sent...])) }) {
            case .moved(let count): sent += count
            case .waits(let event): try wait(for: event)
            case .ended: throw Gone()
            }
        }
    }
}
