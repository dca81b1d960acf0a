import Foundation
import Glibc
import Testing
import WaitTesting

/// A pseudo-terminal: a program opens one end as its terminal, the test plays keyboard and screen at the other.
final class PseudoTerminal {
    /// The test's end.
    let keyboard: Int32
    /// The path of the program's end.
    let path: String
    private let ownCopy: Int32

    struct Failure: Error {
        let call: String
        let code: Int32
    }

    init(width: Int, height: Int) throws {
        // The functions of stdlib.h for this are hidden from Swift; these are the requests they make.
        keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var isLocked: Int32 = 0
        var number: UInt32 = 0
        let unlock: UInt = 0x4004_5431
        let getNumber: UInt = 0x8004_5430
        guard keyboard >= 0, ioctl(keyboard, unlock, &isLocked) == 0, ioctl(keyboard, getNumber, &number) == 0 else {
            throw Failure(call: "open", code: errno)
        }
        path = "/dev/pts/\(number)"
        // Held open, so that the screen can be read after the program has closed its end.
        ownCopy = open(path, O_RDWR | O_NOCTTY)
        guard ownCopy >= 0 else { throw Failure(call: "open", code: errno) }
        _ = fcntl(keyboard, F_SETFL, O_NONBLOCK)
        resize(width: width, height: height)
    }

    deinit {
        close(keyboard)
        close(ownCopy)
    }

    /// Opens the program's end once more.
    func openEnd() -> Int32 {
        open(path, O_RDWR | O_NOCTTY)
    }

    func resize(width: Int, height: Int) {
        var size: (rows: UInt16, columns: UInt16, UInt16, UInt16) = (UInt16(height), UInt16(width), 0, 0)
        _ = ioctl(keyboard, UInt(TIOCSWINSZ), &size)
    }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(keyboard, bytes, bytes.count)
    }

    /// Types more than the terminal holds at once, as fast as the program takes it.
    func type(all bytes: [UInt8]) async {
        var rest = bytes[...]
        await eventually("the program to take what was typed", seconds: 300, every: .milliseconds(1)) {
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(keyboard, $0.baseAddress, min($0.count, 4_000)) }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    /// The program's output since the last call.
    func read() -> String {
        var bytes: [UInt8] = []
        var chunk = Array(repeating: UInt8(0), count: 65_536)
        while true {
            let count = Glibc.read(keyboard, &chunk, chunk.count)
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether the terminal's modes are those of a shell: lines, echo, and signals from keys.
    var isCooked: Bool {
        var modes = termios()
        tcgetattr(ownCopy, &modes)
        let wanted = UInt32(ICANON | ECHO | ISIG)
        return modes.c_lflag & wanted == wanted
    }
}
