import Foundation

/// File descriptors, closed by a name that no type of ours shadows.
enum CDescriptor {
    /// Closes a descriptor.
    ///
    /// - Parameter descriptor: The descriptor, not to be used again.
    static func close(_ descriptor: Int32) {
        _ = Foundation.close(descriptor)
    }
}
