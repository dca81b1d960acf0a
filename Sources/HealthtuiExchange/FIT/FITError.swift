/// What is wrong with a FIT file, and where.
package struct FITError: Error, Hashable, Sendable {
    /// The kinds of flaws.
    package enum Problem: Hashable, Sendable {
        /// There is no header where a part must begin.
        case noHeader
        /// The header has an invalid size.
        case headerSize(UInt8)
        /// The file ends within the header.
        case headerCut
        /// The sum of the header is wrong.
        case headerSum(found: UInt16, expected: UInt16)
        /// The major version of the protocol isn't supported.
        case protocolVersion(Int)
        /// The sum of the part is wrong.
        case sum(found: UInt16, expected: UInt16)
        /// A definition has an invalid byte order.
        case byteOrder(UInt8)
        /// A message has a local type without a definition.
        case undefined(localType: Int)
        /// A definition or a message extends past the end of its part.
        case tooLong
    }

    /// The part of the file, counted from 1.
    package let part: Int
    /// Where in the file it is, in bytes.
    package let offset: Int
    package let problem: Problem
}

extension FITError: CustomStringConvertible {
    package var description: String { "FIT part \(part), byte \(offset): \(problem)" }
}

extension FITError.Problem: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noHeader: "not a FIT header"
        case .headerSize(let size): "a header of \(size) bytes; FIT headers have 12, 14 or more"
        case .headerCut: "the file ends within the FIT header"
        case .headerSum(let found, let expected): "the header's checksum is \(found), expected \(expected)"
        case .protocolVersion(let version): "FIT protocol version \(version) isn't supported"
        case .sum(let found, let expected): "the checksum is \(found), expected \(expected)"
        case .byteOrder(let code): "a definition with the byte order \(code), which must be 0 or 1"
        case .undefined(let localType): "a message of local type \(localType), which isn't defined"
        case .tooLong: "a message extends past the end of the part"
        }
    }
}
