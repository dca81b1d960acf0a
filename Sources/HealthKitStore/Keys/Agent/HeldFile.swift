import Foundation

/// An open file that is closed with the last reference to it.
final class HeldFile: Sendable {
    let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }
}
