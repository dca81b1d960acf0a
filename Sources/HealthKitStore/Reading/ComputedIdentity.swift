import Foundation

/// The identity of samples identified by their content: the same in every store, and outside of stores.
package struct ComputedIdentity {
    private let prefix: DerivedIdentity.Prefix

    /// Prepares the part that samples have in common.
    ///
    /// - Parameter texts: The entries of the dictionaries, in the order of ``DictionaryKind``; empty for missing ones.
    package init(texts: [[UInt8]]) {
        let hashes = DictionaryKind.allCases.enumerated()
            .map { place, kind -> UInt64 in
                // A missing text has no entry, and 0 for its hash.
                let text = place < texts.count ? texts[place] : []
                return text.isEmpty ? 0 : DictionaryKey.hash(kind, text)
            }
        prefix = DerivedIdentity.Prefix(
            type: hashes[0],
            source: hashes[2],
            unit: hashes[1],
            revision: hashes[3],
            device: hashes[4],
            metadata: hashes[5]
        )
    }

    /// The UUID of a sample.
    ///
    /// - Parameters:
    ///   - start: Seconds since 2001-01-01T00:00:00Z.
    ///   - end: Seconds since 2001-01-01T00:00:00Z.
    ///   - value: The value, in its own unit.
    ///   - creation: When the source made it.
    ///   - ordinal: Which of several equal samples it is, from 0.
    /// - Returns: A UUID of version 8.
    package func uuid(start: Double, end: Double, value: Double, creation: Double, ordinal: UInt32) -> UUID {
        DerivedIdentity.identifier(
            prefix,
            start: start,
            end: end,
            value: value,
            creation: creation,
            ordinal: Int32(bitPattern: ordinal)
        )
        .uuid
    }
}
