import Foundation
import Glibc

/// The controlling terminal of a program that acts for the person, passed by the program.
///
/// For a window or an ssh login, only a reference is passed (`O_PATH`), which doesn't hold the terminal open: otherwise
/// the window or sshd wouldn't notice when its last program ends.
final class OwnerTerminal: Sendable {
    /// The identity of a user's terminal among the open ones.
    struct Key: Hashable {
        var user: uid_t
        var device: UInt32
    }

    /// The terminal's device number, as reported by the system.
    let device: UInt32
    private let descriptor: Int32
    /// Whether the descriptor refers to the terminal without having it open.
    private let isReference: Bool

    /// The request for a descriptor's terminal number; the system's header has this as a macro.
    private static let numberRequest: UInt = 0x8004_5432
    /// The major numbers of pseudoterminals.
    private static let majors: ClosedRange<UInt32> = 136...143
    /// The flag for referring to a file without opening it (O_PATH), which the C library's module omits.
    static let referring: Int32 = 0o10_000_000

    /// The terminal of a descriptor; fails for a descriptor that isn't a terminal.
    ///
    /// - Parameter descriptor: The descriptor, which is closed in the end.
    init?(_ descriptor: Int32) {
        var number: UInt32 = 0
        if isatty(descriptor) == 1, ioctl(descriptor, Self.numberRequest, &number) == 0 {
            (device, isReference) = (number, false)
        } else if let number = Self.pseudoterminal(descriptor) {
            (device, isReference) = (number, true)
        } else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Whether it still exists: its window wasn't closed, its connection didn't end and its user didn't log out.
    var isOpen: Bool {
        if isReference {
            // The system removes its file when the window closes; the next one with the same number is another file.
            var status = stat()
            return fstat(descriptor, &status) == 0 && status.st_nlink > 0
        }
        var polled = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&polled, 1, 0) >= 0 && polled.revents & Int16(POLLHUP | POLLERR | POLLNVAL) == 0
    }

    /// The number of the pseudoterminal that a descriptor refers to; `nil` for anything else.
    private static func pseudoterminal(_ descriptor: Int32) -> UInt32? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return nil }
        let number = UInt32(truncatingIfNeeded: status.st_rdev)
        return majors.contains(number >> 8 & 0xFFF) ? number : nil
    }

    /// The controlling terminal of this process, to be passed and closed, or `nil` if it has none.
    ///
    /// The receiver can't read what the person types: it is a reference, or open only for writing.
    @Sendable static func ofProcess() -> Int32? {
        let terminal = open("/dev/tty", O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        guard let reference = Self.reference(to: terminal, isControlling: true) else { return terminal }
        close(terminal)
        return reference
    }

    /// A reference to a pseudoterminal.
    ///
    /// - Parameters:
    ///   - terminal: The terminal.
    ///   - isControlling: Whether only the controlling terminal of this process will do.
    /// - Returns: The reference, to be closed; `nil` for other terminals, and for one that can't be found by its name.
    static func reference(to terminal: Int32, isControlling: Bool) -> Int32? {
        var number: UInt32 = 0
        guard ioctl(terminal, numberRequest, &number) == 0, majors.contains(number >> 8 & 0xFFF) else { return nil }
        let path = "/dev/pts/\(number & 0xFF | number >> 12 & 0xFFF00)"
        let reference = open(path, referring | O_NOFOLLOW | O_CLOEXEC)
        guard reference >= 0 else { return nil }
        // In a container the name may be that of another terminal, whose session the system doesn't reveal to this one.
        let same = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        defer { if same >= 0 { close(same) } }
        var (named, opened) = (stat(), stat())
        guard same >= 0, fstat(reference, &named) == 0, fstat(same, &opened) == 0,
            named.st_ino == opened.st_ino, named.st_dev == opened.st_dev, pseudoterminal(reference) == number,
            !isControlling || tcgetsid(same) >= 0
        else {
            close(reference)
            return nil
        }
        return reference
    }
}
