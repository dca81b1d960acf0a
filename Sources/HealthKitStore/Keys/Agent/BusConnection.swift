import Foundation

/// A conversation with a bus (D-Bus) over its socket, in which nothing waits.
///
/// For one thread.
final class BusConnection {
    let descriptor: Int32
    private var input: [UInt8] = []
    private var files: [HeldFile] = []
    /// Bytes to send once the bus has accepted the process.
    private var output: [UInt8] = []
    private var isLetIn = false
    private var isOver = false
    private var lastSerial: UInt32 = 0

    /// More than can be pending.
    private static let mostBytes = 1 << 18
    private static let mostFiles = 16

    /// Connects, and asks to be let in as the user that the process runs as; nil if there is no listener.
    ///
    /// - Parameter path: The bus's socket.
    init?(_ path: String) {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { return nil }
        guard AgentAddress.withAddress(path, { Glibc.connect(descriptor, $0, $1) }) == 0 else { return nil }
        let user = String(geteuid()).utf8.map { String($0, radix: 16) }.joined()
        write(Array("\0AUTH EXTERNAL \(user)\r\nNEGOTIATE_UNIX_FD\r\nBEGIN\r\n".utf8))
        if isOver { return nil }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Sends a message, as soon as the bus has let the process in.
    /// - Returns: Its number, which the answer names.
    func send(_ message: BusMessage) -> UInt32 {
        lastSerial &+= 1
        let bytes = message.bytes(serial: lastSerial)
        if isLetIn { write(bytes) } else { output += bytes }
        return lastSerial
    }

    /// Messages are short: a bus that doesn't take one at once has failed.
    private func write(_ bytes: [UInt8]) {
        let count = bytes.withUnsafeBytes { bytes in
            Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
        }
        if count != bytes.count { isOver = true }
    }

    /// Reads the received data.
    /// - Returns: The messages; nil when the conversation is over.
    func receive() -> [BusMessage]? {
        fill()
        var messages: [BusMessage] = []
        if !isLetIn, !readWelcome() { return isOver ? nil : [] }
        while true {
            switch BusMessage.read(input) {
            case .part: return isOver && messages.isEmpty ? nil : messages
            case .nonsense:
                isOver = true
                return nil
            case .message(var message, let size):
                input.removeFirst(size)
                guard message.fileCount <= files.count else {
                    isOver = true
                    return nil
                }
                message.files = Array(files.prefix(Int(message.fileCount)))
                files.removeFirst(message.files.count)
                messages.append(message)
            }
        }
    }

    /// Whether the bus has let the process in: "OK", and whether it hands over files.
    private func readWelcome() -> Bool {
        let lines = input.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
        guard lines.count == 3 else {
            if let first = lines.first, lines.count == 2, !first.starts(with: Array("OK".utf8)) { isOver = true }
            return false
        }
        guard lines[0].starts(with: Array("OK".utf8)) else {
            isOver = true
            return false
        }
        input = Array(lines[2])
        isLetIn = true
        write(output)
        output = []
        return true
    }

    private func fill() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        // Space for more files than one message contains.
        var control = [UInt8](repeating: 0, count: 1152)
        while !isOver {
            let (count, controlCount, flags) = bytes.withUnsafeMutableBytes { bytes in
                control.withUnsafeMutableBytes { control in
                    var piece = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                    return withUnsafeMutablePointer(to: &piece) { piece in
                        var header = msghdr()
                        header.msg_iov = piece
                        header.msg_iovlen = 1
                        header.msg_control = control.baseAddress
                        header.msg_controllen = control.count
                        let count = recvmsg(descriptor, &header, Int32(MSG_DONTWAIT) | Int32(MSG_CMSG_CLOEXEC))
                        return (count, header.msg_controllen, header.msg_flags)
                    }
                }
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { return }
            guard count > 0 else {
                isOver = true
                return
            }
            control.withUnsafeBytes { takeFiles(UnsafeRawBufferPointer(rebasing: $0[..<Int(controlCount)])) }
            input += bytes[..<count]
            let isTooMuch = input.count > Self.mostBytes || files.count > Self.mostFiles
            if isTooMuch || flags & Int32(MSG_CTRUNC) != 0 { isOver = true }
        }
    }

    /// Extracts the open files from the ancillary data of a message (`struct cmsghdr`).
    private func takeFiles(_ control: UnsafeRawBufferPointer) {
        let head = 16
        var place = 0
        while place + head <= control.count {
            let length = control.loadUnaligned(fromByteOffset: place, as: Int.self)
            let level = control.loadUnaligned(fromByteOffset: place + 8, as: Int32.self)
            let type = control.loadUnaligned(fromByteOffset: place + 12, as: Int32.self)
            guard length >= head, length <= control.count - place else { return }
            if level == SOL_SOCKET, type == Int32(SCM_RIGHTS) {
                for number in 0..<((length - head) / 4) {
                    files.append(
                        HeldFile(control.loadUnaligned(fromByteOffset: place + head + 4 * number, as: Int32.self))
                    )
                }
            }
            place += (length + 7) & ~7
        }
    }
}
