/// The name of a file in a device's folder.
///
/// Files with other names aren't read.
package struct FileName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The kind of file, given by the end of its name.
    package enum Kind: String, Sendable {
        /// Entries.
        case segment = "seg"
        /// A statement about members.
        case statement = "mem"
        /// The answer to an invitation.
        case answer = "join"
    }

    package var kind: Kind
    package var first: UInt64
    package var last: UInt64
    /// The first 16 hexadecimal digits of the file's hash.
    package var hash: String

    private static let largestNumber: UInt64 = 9_999_999_999

    /// The name of a file of entries.
    package init(_ segment: Segment) {
        self.init(.segment, first: segment.header.first, last: segment.header.last, hash: segment.hash.description)
    }

    init(_ kind: Kind, first: UInt64, last: UInt64, hash: String) {
        self.kind = kind
        self.first = first
        self.last = last
        self.hash = hash
    }

    /// Reads a name; `nil` for one that no device gives a file.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = Kind(rawValue: String(parts[1])) else { return nil }
        let words = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        let numbers = words.dropLast().map { UInt64($0) ?? 0 }
        guard let hash = words.last, numbers.count == (kind == .segment ? 2 : 1) else { return nil }
        self.init(kind, first: numbers[0], last: numbers[numbers.count - 1], hash: String(hash))
        guard description == text, hash.utf8.count == 16, first > 0 || kind == .answer,
            hash.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
        else {
            return nil
        }
    }

    package var description: String {
        let numbers = kind == .segment ? "\(Self.digits(first))-\(Self.digits(last))" : Self.digits(first)
        return "\(numbers)-\(hash).\(kind.rawValue)"
    }

    private static func digits(_ number: UInt64) -> String {
        let digits = String(min(number, largestNumber))
        return String(repeating: "0", count: 10 - digits.count) + digits
    }

    package static func < (left: FileName, right: FileName) -> Bool {
        (left.first, left.last, left.description) < (right.first, right.last, right.description)
    }
}
