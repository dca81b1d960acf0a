import Foundation

extension UUID {
    /// Whether it is of the form that imported samples have, version 8: such a UUID is a function of the sample's
    /// contents, so that whoever guesses the content knows the UUID.
    package var isOfContent: Bool { uuid.6 >> 4 == 8 && uuid.8 >> 6 == 2 }

    /// A new random UUID, of version 4.
    ///
    /// Foundation's initializer on Linux opens the system's random source for each UUID, which takes as long as all
    /// other work of creating a sample.
    static func random() -> UUID {
        var bytes: (UInt64, UInt64) = (0, 0)
        // Each UUID is one system call: a buffer of random bytes would be the same in two copies of a running machine.
        if getentropy(&bytes, 16) != 0 {
            var generator = SystemRandomNumberGenerator()
            bytes = (generator.next(), generator.next())
        }
        return withUnsafeMutableBytes(of: &bytes) { bytes in
            bytes[6] = bytes[6] & 0x0F | 0x40
            bytes[8] = bytes[8] & 0x3F | 0x80
            return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
        }
    }
}
