import Foundation
import HealthKit

/// The name by which files know an object.
///
/// A later file with the same name replaces the object, one that says the same adds nothing, and an object that the
/// person deleted stays deleted.
package struct ReadIdentity: Hashable, Sendable {
    private let parts: [String]
    private let changed: Date

    /// Makes an identity.
    ///
    /// - Parameters:
    ///   - parts: The values that distinguish the object from all others of its source and type: a device's serial
    ///     number and the time, or the format's own identifier. Never a file's name, or a position in a file.
    ///   - changed: When the file was last changed, as it says itself, else ``ReaderHints/posted``.
    package init(_ parts: [String], changed: Date) {
        self.parts = parts
        self.changed = changed
    }

    /// The identity as the store has it.
    var imported: ImportedIdentity {
        ImportedIdentity(parts, version: (changed.timeIntervalSince1970 * 1_000).rounded(.down))
    }
}

extension ImportedIdentity {
    /// The metadata that apps see of it.
    var metadata: [Metadata.Entry] {
        [
            Metadata.Entry(key: HKMetadataKeySyncIdentifier, value: .text(identifier)),
            Metadata.Entry(
                key: HKMetadataKeySyncVersion,
                value: Int(exactly: version).map { .integer($0) } ?? .decimal(version)
            ),
        ]
    }
}
