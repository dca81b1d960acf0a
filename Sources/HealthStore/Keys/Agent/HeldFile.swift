import Foundation

/// An open file that is closed when nobody holds it any more.
final class HeldFile: Sendable {
    let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }
}
