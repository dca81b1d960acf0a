/// What the header of a part says, and whether the part is whole.
package struct FITPart: Hashable, Sendable {
    /// The states of a part.
    package enum State: Hashable, Sendable {
        /// All of it is there, and its sums are right.
        case whole
        /// It is read in spite of what is wrong with it.
        case forced(FITError)
        /// The file ends before it does, or its header doesn't say a size.
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

/// A part that ends before its header says.
package struct FITCut: Hashable, Sendable, CustomStringConvertible {
    package let part: Int
    /// The end of its last whole message.
    package let offset: Int
    /// The bytes behind it that were not read.
    package let unread: Int

    package var description: String {
        "FIT part \(part) is cut off: read up to byte \(offset), the last \(unread) bytes are incomplete"
    }
}
