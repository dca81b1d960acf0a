import Foundation

/// Closes file descriptors, through a name that none of our types shadows.
enum CDescriptor {
    /// Closes a descriptor.
    ///
    /// - Parameter descriptor: The descriptor, not to be used again.
    static func close(_ descriptor: Int32) {
        _ = Foundation.close(descriptor)
    }
}
