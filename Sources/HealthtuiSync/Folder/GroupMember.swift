import HealthKitStore

/// A device in a group: its keys, the statements and keys that it knows, and its copy of the entries.
///
/// Each method that changes it is one transaction of what holds it; files are written after it, by ``write(to:)``.
package struct GroupMember: Sendable {
    package let group: SyncID
    package internal(set) var keys: DeviceKeys
    /// The secret that the keys are derived from; it is kept with the store.
    package internal(set) var secret: SecretBytes
    package internal(set) var replica: Replica
    package internal(set) var statements = StatementLog()
    package internal(set) var membership: Membership
    /// The keys of the epochs that this device can open.
    package internal(set) var epochs: [SyncID: SecretBytes] = [:]
    /// Files that are made and may not be written: a crash between the transaction and the file loses none.
    package internal(set) var unwritten: [WrittenFile] = []
    /// Files that are folded into others, to be removed when those are written.
    package internal(set) var superfluous: [WrittenFile] = []
    /// The files of removed devices that still count, for devices that join later.
    package internal(set) var keptFiles: [WrittenFile] = []
    /// The memory of the folder's files.
    package internal(set) var ledger = FolderLedger()
    /// The known files that are there and damaged, as far as ``inspect(_:now:readsAll:)`` found.
    var damaged: Set<Digest> = []
    /// The files of others that nobody has written again for a day.
    var overdue: [WrittenFile] = []
    /// The statements that the folder has; `nil` until it was read.
    var presentStatements: Set<Digest>?
    /// The codes of this device's invitations that several devices answered: they are invalid for all.
    package internal(set) var deadCodes: Set<[UInt8]> = []
    /// When the invitation ends that this device has just answered, by the inviter's clock in milliseconds since 1970.
    var answeredEnd: Int64?
    /// The answers that were refused, as they share a code.
    package internal(set) var refusedAnswers: [Problem] = []
    /// The kept files of which entries are left out, by hash, and why.
    package internal(set) var flaws: [Digest: EntryCheck.Flaws] = [:]
    /// The files that hold the segments of this device's log.
    var ownFiles: [Digest: [UInt8]] = [:]
    /// Files of entries that the store has to keep before they are written; of a member that keeps its files itself there are
    /// none.
    var made: [KeptFile] = []

    /// A file, with where it goes.
    package struct WrittenFile: Hashable, Sendable {
        package var device: SyncID
        package var name: FileName
        package var bytes: [UInt8]

        /// Creates a file.
        package init(device: SyncID, name: FileName, bytes: [UInt8]) {
            self.device = device
            self.name = name
            self.bytes = bytes
        }
    }

    /// A file of entries, with them.
    struct KeptFile: Sendable {
        var segment: Segment
        var bytes: [UInt8]
        /// The keys of its entries, if they are known already.
        var entryKeys: EntryKeyList?
        /// The flaws of entries that were left out.
        var flaws: EntryCheck.Flaws?
    }

    /// Creates a member.
    ///
    /// - Parameters:
    ///   - group: The group.
    ///   - secret: What its keys come from.
    ///   - isPartial: Whether a store keeps its files, and it works on parts of them.
    /// - Throws: ``StoreError`` without memory for keys.
    init(group: SyncID, secret: SecretBytes, isPartial: Bool = false) throws {
        self.group = group
        self.secret = secret
        keys = try DeviceKeys(secret: secret)
        replica = Replica(device: keys.device, isPartial: isPartial)
        membership = Membership([], group: group)
    }

    package var device: SyncID { keys.device }

    /// Records a change made here: merges entries, and lets the others know.
    /// - Throws: ``SyncError`` with code `invalidArgument` for an entry that no file can hold; nothing is done then.
    package mutating func record(_ entries: [Entry]) throws {
        guard entries.allSatisfy(\.fits) else {
            throw SyncError(.invalidArgument, "A value is too large for the group's files.")
        }
        replica.record(entries)
    }

    /// Pairs shown samples that say the same, for all devices.
    ///
    /// - Parameters:
    ///   - forms: Recognizes samples with the same content.
    ///   - senders: In whose logs imported samples stand, as far as that is known.
    package mutating func findPairs(_ forms: some SampleForms, _ senders: [SyncID: Set<SyncID>] = [:]) {
        replica.findPairs(forms, senders)
    }

    /// Takes statements in, and learns what they say of removals and keys.
    mutating func learn() throws {
        membership = Membership(statements.verified, group: group)
        for device in replica.removals.keys where membership.removals[device] == nil { replica.reinstate(device) }
        for (device, removal) in membership.removals { replica.learn(removal, of: device) }
        try openEpochs()
    }

    private mutating func openEpochs() throws {
        for statement in membership.counted {
            guard case .epoch(let id, let sealed) = statement.body, epochs[id] == nil else { continue }
            for key in sealed where key.recipient == device {
                // A key that differs from the one announced isn't trusted.
                guard let opened = try? keys.receiving.open(key.sealed), GroupIdentity.epoch(opened) == id else {
                    continue
                }
                epochs[id] = opened
            }
        }
    }

    @discardableResult
    mutating func say(_ body: StatementBody, as signer: DeviceKeys? = nil) throws -> Statement {
        let signer = signer ?? keys
        let last = statements.end(of: signer.device)
        let (file, statement) = StatementCoding.sign(
            body,
            group: group,
            number: (last?.number ?? 0) + 1,
            previous: last?.hash,
            signer: signer.signing
        )
        try statements.keep(file, group: group)
        let name = FileName(.statement, first: statement.number, last: 0, hash: statement.hash.description)
        unwritten.append(WrittenFile(device: signer.device, name: name, bytes: file))
        return statement
    }

    static let noMember = SyncError(.notPermitted, "This machine isn't a member of the group.")
}
