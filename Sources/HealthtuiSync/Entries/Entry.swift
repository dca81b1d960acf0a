import HealthKit

/// A deletion.
///
/// Until it is canceled it covers every version of the samples that it names, unseen ones too.
package struct Deletion: Hashable, Sendable {
    /// Its own identity, so that it can be canceled and no other.
    package var id: SyncID
    /// The samples, by the identities of their first versions.
    package var roots: Set<SyncID>
    /// The versions of them that its device had.
    package var versions: Set<VersionName>
    /// Sync identifiers: covers saves of one where neither version nor incarnation is higher.
    package var floors: Set<SyncedIdentifier>

    /// Whether an undo removed it, so that an import adds it again; that is part of its identity.
    package var isUndo: Bool { id.isOfUndo }

    /// Creates a deletion.
    package init(id: SyncID, roots: Set<SyncID>, versions: Set<VersionName>, floors: Set<SyncedIdentifier> = []) {
        self.id = id
        self.roots = roots
        self.versions = versions
        self.floors = floors
    }
}

/// The undo of a deletion: cancels only that one, and contains its objects.
package struct Restore: Hashable, Sendable {
    package var deletion: SyncID
    package var versions: [SyncedVersion]
    package var links: [SyncedLink]

    /// Creates a restore.
    package init(deletion: SyncID, versions: [SyncedVersion], links: [SyncedLink] = []) {
        self.deletion = deletion
        self.versions = versions
        self.links = links
    }
}

/// Whether one object is part of another, as it was last said.
package struct SyncedLink: Hashable, Sendable {
    /// The two linked objects, and the role of the link.
    package struct Name: Hashable, Comparable, Sendable {
        package var parent: SyncID
        package var child: SyncID
        /// The child's role, as the store has it.
        package var role: UInt32

        /// Creates a name.
        package init(parent: SyncID, child: SyncID, role: UInt32) {
            self.parent = parent
            self.child = child
            self.role = role
        }

        package static func < (left: Name, right: Name) -> Bool {
            (left.parent, left.child, left.role) < (right.parent, right.child, right.role)
        }
    }

    package var name: Name
    package var isPresent: Bool
    package var stamp: Stamp

    /// Creates a link.
    package init(name: Name, isPresent: Bool, stamp: Stamp) {
        self.name = name
        self.isPresent = isPresent
        self.stamp = stamp
    }
}

/// A setting's value, as it was last set.
package struct Register: Hashable, Sendable {
    /// The separator in its key between the namespace of the store's values and the key there.
    static let separator: UInt8 = 0x1F

    /// The key of the register in which earlier versions sent all personal details.
    static let profile = Array(StoreNamespace.characteristics.utf8) + [separator] + Array(CharacteristicValues.key.utf8)

    /// The key of the register of one personal detail.
    static func key(of field: CharacteristicValues.Field) -> [UInt8] { profile + [separator] + Array(field.name.utf8) }

    /// The keys of the registers that have to be known along with one.
    static func related(to key: [UInt8]) -> [[UInt8]] {
        guard key.starts(with: profile) else { return [] }
        return key == profile ? CharacteristicValues.fields.map { Self.key(of: $0) } : [profile]
    }

    package var key: [UInt8]
    /// The value; `nil` when it was removed.
    package var value: [UInt8]?
    package var stamp: Stamp

    /// Creates a register.
    package init(key: [UInt8], value: [UInt8]?, stamp: Stamp) {
        self.key = key
        self.value = value
        self.stamp = stamp
    }
}

/// One sample says the same as another: the first isn't shown.
package struct Duplicate: Hashable, Sendable {
    package var hidden: SyncID
    package var shown: SyncID

    /// Creates a pair.
    package init(hidden: SyncID, shown: SyncID) {
        self.hidden = hidden
        self.shown = shown
    }
}

/// The position up to which a device has read another's log.
package struct LogPosition: Hashable, Sendable {
    package var device: SyncID
    package var number: UInt64
    package var hash: Digest

    /// Creates a position.
    package init(device: SyncID, number: UInt64, hash: Digest) {
        self.device = device
        self.number = number
        self.hash = hash
    }
}

/// A part of a payload too large for one segment, named by the hash of the whole.
package struct Piece: Hashable, Sendable {
    package var whole: Digest
    package var index: UInt32
    package var count: UInt32
    package var bytes: [UInt8]

    /// Creates a piece.
    package init(whole: Digest, index: UInt32, count: UInt32, bytes: [UInt8]) {
        self.whole = whole
        self.index = index
        self.count = count
        self.bytes = bytes
    }
}

/// One change that a device sends to the others.
///
/// The state of a group is a set of them.
package enum Entry: Hashable, Sendable {
    case sample(SyncedVersion)
    /// Many samples at once, which are sent first and read first.
    case rows(SampleRows)
    case deletion(Deletion)
    case restore(Restore)
    case link(SyncedLink)
    case register(Register)
    case duplicate(Duplicate)
    case piece(Piece)
    case heads([LogPosition])
    /// The segments that a folded file replaces, all but the last: the first eight bytes of each one's hash.
    case replaced([UInt64])
}
