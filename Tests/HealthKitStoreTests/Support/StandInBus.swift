import Foundation
import Synchronization

@testable import HealthKitStore

/// Stands in for the system's bus with logind on it: lets one program in, answers it, and says what a test has it say.
final class StandInBus: Sendable {
    private struct State: Sendable {
        var calls: [String] = []
        var user = "active"
        /// Whose sessions are, and whether their screens are locked.
        var name = ""
        var isLocked = false
        /// The locks that keep the machine awake: the ends of pipes whose other ends the program has.
        var locks: [Int32] = []
        var program: Int32 = -1
    }

    let path: String
    private let listener: Int32
    private let state = Mutex(State())
    private let refusesFiles: Bool

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - path: Where.
    ///   - refusesFiles: Whether it hands over no files.
    /// - Throws: When it cannot listen there.
    init(_ path: String, refusesFiles: Bool = false) throws {
        self.path = path
        self.refusesFiles = refusesFiles
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard AgentAddress.withAddress(path, { bind(listener, $0, $1) }) == 0, listen(listener, 4) == 0 else {
            throw Child.Failure(description: "no bus at \(path)")
        }
        Thread.detachNewThread { [self] in
            while let program = accepted() {
                state.withLock { $0.program = program }
                converse(program)
                // Its number may be reused from now on.
                state.withLock { state in
                    close(program)
                    if state.program == program { state.program = -1 }
                }
            }
        }
    }

    deinit { for file in [listener] + state.withLock({ $0.locks }) { close(file) } }

    /// Ends, and lets the program go.
    func end() {
        shutdown(listener, Int32(SHUT_RDWR))
        hangUp()
    }

    /// Ends the conversation; the program may begin another.
    func hangUp() { state.withLock { _ = shutdown($0.program, Int32(SHUT_RDWR)) } }

    private func accepted() -> Int32? {
        let program = accept(listener, nil, nil)
        return program >= 0 ? program : nil
    }

    /// The methods that were called so far.
    var calls: [String] { state.withLock { $0.calls } }

    /// What logind says of the user's sessions from now on.
    func setUser(_ text: String) { state.withLock { $0.user = text } }

    /// What logind says of sessions from now on: whose they are, and whether their screens are locked.
    func setSession(of name: String, isLocked: Bool) {
        state.withLock { ($0.name, $0.isLocked) = (name, isLocked) }
    }

    /// Has logind ask a session to lock its screen.
    func reportLock() {
        var signal = BusMessage(.signal)
        (signal.path, signal.member) = ("/org/freedesktop/login1/session/_37", "Lock")
        signal.interface = "org.freedesktop.login1.Session"
        send(signal)
    }

    /// Has logind say that something of a session changed.
    func reportChange() {
        var signal = BusMessage(.signal)
        (signal.path, signal.member) = ("/org/freedesktop/login1/session/_37", "PropertiesChanged")
        signal.interface = "org.freedesktop.DBus.Properties"
        // Of what is in it nothing is read: a text, nothing of a dictionary, no texts.
        signal.signature = "sa{sv}as"
        var writer = BusWriter()
        writer.text("org.freedesktop.login1.Session")
        writer.number(0)
        writer.align(8)
        writer.number(0)
        signal.body = writer.bytes
        send(signal)
    }

    /// How many of those who were handed a lock hold it still.
    var held: Int {
        let locks = state.withLock { $0.locks }
        return locks.count { end in
            var polled = pollfd(fd: end, events: 0, revents: 0)
            return poll(&polled, 1, 0) == 0
        }
    }

    /// Has logind tell something to whoever listens.
    func report(_ member: String, sleeps: Bool? = nil) {
        var signal = BusMessage(.signal)
        (signal.path, signal.interface) = ("/org/freedesktop/login1", "org.freedesktop.login1.Manager")
        signal.member = member
        var writer = BusWriter()
        if let sleeps {
            signal.signature = "b"
            writer.number(sleeps ? 1 : 0)
        } else {
            signal.signature = "so"
            writer.text("7")
            writer.text("/org/freedesktop/login1/session/_37")
        }
        signal.body = writer.bytes
        send(signal)
    }

    private func send(_ message: BusMessage) {
        let (program, bytes) = (state.withLock { $0.program }, message.bytes(serial: 77))
        guard let file = message.files.first else {
            _ = bytes.withUnsafeBytes { Glibc.send(program, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            return
        }
        var bytesToSend = bytes
        var control = [UInt8](repeating: 0, count: 24)
        control.withUnsafeMutableBytes { control in
            control.storeBytes(of: 20, as: Int.self)
            control.storeBytes(of: SOL_SOCKET, toByteOffset: 8, as: Int32.self)
            control.storeBytes(of: Int32(SCM_RIGHTS), toByteOffset: 12, as: Int32.self)
            control.storeBytes(of: file.descriptor, toByteOffset: 16, as: Int32.self)
        }
        bytesToSend.withUnsafeMutableBytes { bytes in
            control.withUnsafeMutableBytes { control in
                var piece = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                withUnsafeMutablePointer(to: &piece) { piece in
                    var header = msghdr()
                    (header.msg_iov, header.msg_iovlen) = (piece, 1)
                    (header.msg_control, header.msg_controllen) = (control.baseAddress, control.count)
                    _ = sendmsg(program, &header, Int32(MSG_NOSIGNAL))
                }
            }
        }
    }

    private func converse(_ program: Int32) {
        var input: [UInt8] = []
        var (bytes, isLetIn) = ([UInt8](repeating: 0, count: 4096), false)
        while true {
            let count = recv(program, &bytes, bytes.count, 0)
            guard count > 0 else { return }
            input += bytes[..<count]
            if !isLetIn {
                guard let end = Data(input).range(of: Data("BEGIN\r\n".utf8)) else { continue }
                let user = String(geteuid()).utf8.map { String($0, radix: 16) }.joined()
                let asked = String(decoding: input[..<end.lowerBound], as: UTF8.self)
                guard asked == "\0AUTH EXTERNAL \(user)\r\nNEGOTIATE_UNIX_FD\r\n" else { return }
                let answer =
                    "OK 0123456789abcdef0123456789abcdef\r\n" + (refusesFiles ? "ERROR\r\n" : "AGREE_UNIX_FD\r\n")
                // In two bits, as a stream may come.
                for bit in [answer.prefix(20), answer.dropFirst(20)] {
                    let bit = Array(bit.utf8)
                    _ = Glibc.send(program, bit, bit.count, Int32(MSG_NOSIGNAL))
                }
                input.removeFirst(end.upperBound)
                isLetIn = true
            }
            while case .message(let message, let size) = BusMessage.read(input) {
                input.removeFirst(size)
                answer(message)
            }
        }
    }

    /// The property that a call asks for.
    private static func property(_ call: BusMessage) -> String? {
        var reader = BusReader(call.body[...], call.isBigEndian)
        _ = reader.text()
        return reader.text()
    }

    private func answer(_ call: BusMessage) {
        var answer = BusMessage(.answer)
        answer.answered = call.serial
        var writer = BusWriter()
        switch call.member {
        case "Inhibit" where refusesFiles:
            answer.kind = .error
            answer.error = "org.freedesktop.DBus.Error.NotSupported"
        case "Inhibit":
            var ends: [Int32] = [-1, -1]
            _ = pipe(&ends)
            answer.signature = "h"
            writer.number(0)
            answer.files = [HeldFile(ends[0])]
            // The end that can be written to hears when the other is closed.
            state.withLock { $0.locks.append(ends[1]) }
        case "Get" where Self.property(call) == "LockedHint":
            answer.signature = "v"
            writer.signature("b")
            writer.number(state.withLock { $0.isLocked } ? 1 : 0)
        case "Get" where Self.property(call) == "Name":
            answer.signature = "v"
            writer.signature("s")
            writer.text(state.withLock { $0.name })
        case "Get" where state.withLock({ $0.user.isEmpty }):
            answer.kind = .error
            answer.error = "org.freedesktop.DBus.Error.UnknownObject"
        case "Get":
            answer.signature = "v"
            writer.signature("s")
            writer.text(state.withLock { $0.user })
        default: break
        }
        answer.body = writer.bytes
        send(answer)
        // The call is done when it is answered.
        state.withLock { $0.calls.append(call.member) }
    }
}
