/// The header of a part and its state.
package struct FITPart: Hashable, Sendable {
    /// The states of a part.
    package enum State: Hashable, Sendable {
        /// Complete, with the right checksums.
        case whole
        /// Read despite this error.
        case forced(FITError)
        /// The file ends before the part does, or the header has no size.
        case cut
    }

    /// Its number in the file, counted from 1.
    package let number: Int
    /// Where it begins in the file.
    package let offset: Int
    package let protocolVersion: UInt8
    package let profileVersion: UInt16
    package let state: State
}

/// A part that ends before the end that its header gives.
package struct FITCut: Hashable, Sendable, CustomStringConvertible {
    package let part: Int
    /// The end of its last whole message.
    package let offset: Int
    /// The number of bytes after it, which were not read.
    package let unread: Int

    package var description: String {
        unread == 0
            ? "FIT part \(part) is cut off after byte \(offset): its end is missing"
            : "FIT part \(part) is cut off: read up to byte \(offset), the last \(unread) bytes are incomplete"
    }
}
