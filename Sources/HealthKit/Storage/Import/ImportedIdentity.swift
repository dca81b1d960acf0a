import HealthKitStore

/// The name by which files know an object, so that a later file replaces it.
package struct ImportedIdentity: Codable, Hashable, Sendable {
    /// The identifier among the objects of the same source and type, which is also the object's sync identifier.
    package let identifier: String
    /// When the file was last changed, in milliseconds since 1970, which is also the object's sync version.
    package let version: Double
    /// The digest of the file's data about the object and its dependents.
    package var digest: [UInt8] = []

    /// The number of bytes of identifiers and digests.
    private static let size = 16

    /// Makes the identity of an object.
    ///
    /// - Parameters:
    ///   - parts: What the file knows the object by, such as a device's serial number and a time.
    ///   - version: When the file was last changed, in milliseconds since 1970.
    package init(_ parts: [String], version: Double) {
        // Each part with its length, so that no two lists are equal.
        let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
        identifier = Blake2b.hash(Array(text.utf8), count: Self.size).hexadecimal
        self.version = version
    }

    /// The input for the object's UUID in addition to its type.
    ///
    /// - Parameter bundleIdentifier: The identifier of its source.
    /// - Returns: The text, which the date of the file isn't part of.
    func text(bundleIdentifier: String) -> [UInt8] {
        Array("named 1\u{1F}\(bundleIdentifier)\u{1F}\(identifier)\u{1F}".utf8) + digest
    }

    /// Computes the digest of data that comes in pieces.
    package struct Digest: Sendable {
        private var sum: [UInt8] = []
        private var rest: [UInt8] = []

        private static let pieceSize = 1 << 16

        package init() {}

        /// Adds bytes.
        ///
        /// - Parameter bytes: Any number of bytes.
        package mutating func add(_ bytes: some Sequence<UInt8>) {
            rest.append(contentsOf: bytes)
            if rest.count >= Self.pieceSize { close() }
        }

        /// Adds many numbers, with the same result as if each were added by itself.
        ///
        /// - Parameter words: The bytes of the numbers, eight each, the lowest first.
        package mutating func add(words: UnsafeRawBufferPointer) {
            var start = 0
            while start < words.count {
                let end = min(words.count, start + (Self.pieceSize - rest.count + 7) / 8 * 8)
                rest.append(contentsOf: UnsafeRawBufferPointer(rebasing: words[start..<end]))
                if rest.count >= Self.pieceSize { close() }
                start = end
            }
        }

        private mutating func close() {
            sum = Blake2b.hash(sum + rest, count: ImportedIdentity.size)
            rest.removeAll(keepingCapacity: true)
        }

        /// The digest of everything added.
        package var value: [UInt8] {
            var whole = self
            whole.close()
            return whole.sum
        }
    }
}

extension [UInt8] {
    /// The bytes as digits of base 16.
    fileprivate var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
