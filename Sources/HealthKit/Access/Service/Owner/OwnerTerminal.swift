import Foundation
import Glibc

/// The controlling terminal of a program that speaks for the person, which the program handed over.
final class OwnerTerminal: Sendable {
    /// Which terminal of a user's, among those that are open.
    struct Key: Hashable {
        var user: uid_t
        var device: UInt32
    }

    /// The terminal's number, as the system says it.
    let device: UInt32
    private let descriptor: Int32

    /// Asks the system which terminal a descriptor is of; its header has this as a macro.
    private static let numberRequest: UInt = 0x8004_5432

    /// The terminal of a descriptor; `nil` for what is no terminal.
    ///
    /// - Parameter descriptor: The descriptor, which is closed in the end.
    init?(_ descriptor: Int32) {
        var number: UInt32 = 0
        guard isatty(descriptor) == 1, ioctl(descriptor, Self.numberRequest, &number) == 0 else {
            close(descriptor)
            return nil
        }
        (device, self.descriptor) = (number, descriptor)
    }

    deinit { close(descriptor) }

    /// Whether it is still there: not once its window was closed, its connection ended or who was logged in there has left.
    var isOpen: Bool {
        var polled = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&polled, 1, 0) >= 0 && polled.revents & Int16(POLLHUP | POLLERR | POLLNVAL) == 0
    }

    /// The controlling terminal of this process, to be handed over and closed; `nil` where it has none.
    ///
    /// It is open for writing alone: who gets it can't read what the person types.
    @Sendable static func ofProcess() -> Int32? {
        let descriptor = open("/dev/tty", O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        return descriptor >= 0 ? descriptor : nil
    }
}
