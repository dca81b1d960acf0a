import Foundation
import HealthKitStore

/// The handling of objects of an import that files identify by name.
struct ImportNames {
    /// The relation of an object to the stored one of the same name.
    enum Standing {
        /// None is stored.
        case new
        /// The stored one is equal.
        case same
        /// The stored one is of an earlier file.
        case replaces(UUID)
        /// The stored one is from a later file, or may not be replaced now.
        case outdated
        /// The person deleted it.
        case deleted
    }

    /// An object that may still receive dependent objects.
    private struct Open {
        var key: String
        var entry: BucketEntry
        var replaced: UUID?
    }

    /// Dependents of an object that isn't stored are skipped, and counted like that object.
    enum LeftOut {
        case duplicate
        case deleted
    }

    private var open: [ImportNumber.Owner: Open] = [:]
    private var leftOut: [ImportNumber.Owner: LeftOut] = [:]

    /// Whether an object has a name.
    func isNamed(_ owner: ImportNumber.Owner) -> Bool { open[owner] != nil }

    /// How dependents of an object are skipped; `nil` if they are stored.
    func leavesOut(_ owner: ImportNumber.Owner) -> LeftOut? { leftOut[owner] }

    /// Stores an object under its name, unless the store has a later one, or it was deleted.
    ///
    /// - Parameters:
    ///   - record: The object.
    ///   - identity: Its name.
    ///   - owner: The number by which dependents refer to it; `nil` if there are none.
    ///   - rules: Whether deleted objects come back, and whether stored ones are replaced.
    ///   - transaction: The transaction.
    ///   - writer: Its writer.
    /// - Returns: The outcome.
    /// - Throws: The store's errors.
    mutating func store(
        _ record: NewRecord,
        _ identity: ImportedIdentity,
        _ owner: ImportNumber.Owner?,
        _ rules: (restoresDeleted: Bool, replaces: Bool),
        _ transaction: ImportTransaction,
        _ writer: ObjectWriter
    ) throws -> ImportedRecord {
        let bundle = try writer.source(record.source).bundleIdentifier
        let key = [bundle, try writer.typeIdentifier(record.type), identity.identifier].joined(separator: "\u{1F}")
        let text = identity.text(bundleIdentifier: bundle)
        let uuid = try transaction.uuid(of: record.type, namedBy: text)
        let stored: ImportedRecord
        var replaced: UUID?
        switch try standing(of: identity, as: uuid, at: key, rules, transaction, writer) {
        case .new: stored = try transaction.add(record, namedBy: text)
        case .same: stored = .duplicate(uuid)
        case .replaces(let old):
            // An interrupted import may have stored it already.
            stored = try transaction.add(record, namedBy: text).storedUUID.map { .added($0) } ?? .deleted
            replaced = old
        case .outdated:
            if let owner { leftOut[owner] = .duplicate }
            return .duplicate(uuid)
        case .deleted: stored = .deleted
        }
        guard let known = stored.storedUUID else {
            if let owner { leftOut[owner] = .deleted }
            return .deleted
        }
        let entry = BucketEntry(uuid: known, version: identity.version)
        if let owner {
            open[owner] = Open(key: key, entry: entry, replaced: replaced)
        } else {
            try close(Open(key: key, entry: entry, replaced: replaced), transaction, writer)
        }
        return stored
    }

    /// Completes an object with all its dependents: only now the one that it replaces is deleted.
    mutating func complete(
        _ owner: ImportNumber.Owner,
        _ transaction: ImportTransaction,
        _ writer: ObjectWriter
    ) throws {
        leftOut[owner] = nil
        guard let open = open.removeValue(forKey: owner) else { return }
        try close(open, transaction, writer)
    }

    private func close(_ open: Open, _ transaction: ImportTransaction, _ writer: ObjectWriter) throws {
        if let old = open.replaced {
            try writer.replaceImported(old, with: open.entry.uuid)
            transaction.noteReplaced()
        } else if try writer.bucketEntry(open.key)?.uuid == open.entry.uuid {
            return
        }
        try writer.remember(open.entry, open.key)
    }

    private func standing(
        of identity: ImportedIdentity,
        as uuid: UUID,
        at key: String,
        _ rules: (restoresDeleted: Bool, replaces: Bool),
        _ transaction: ImportTransaction,
        _ writer: ObjectWriter
    ) throws -> Standing {
        guard let entry = try writer.bucketEntry(key) else { return .new }
        guard try writer.writer.record(uuid: entry.uuid) != nil else {
            // Another machine of the group may have replaced it.
            if try writer.writer.record(uuid: uuid) != nil { return .same }
            return rules.restoresDeleted || transaction.comesAgain(entry.uuid) ? .new : .deleted
        }
        if entry.uuid == uuid { return .same }
        // Of equal dates the greater identity stays, so that it's the same one on every machine.
        let isLater =
            identity.version == entry.version
            ? uuid.uuidString > entry.uuid.uuidString : identity.version > entry.version
        return isLater && rules.replaces ? .replaces(entry.uuid) : .outdated
    }
}

extension ObjectWriter {
    /// Deletes an imported object that a later file replaces, with the earlier file's data about it.
    ///
    /// Data that others added to it moves to the new one. Importing the earlier file may add it again, since the person
    /// didn't delete it.
    fileprivate func replaceImported(_ old: UUID, with new: UUID) throws {
        guard let record = try store.record(uuid: old) else { return }
        let kept = Set(try store.children(of: new).map(\.child))
        var gone = [old]
        for link in try store.children(of: old) where !kept.contains(link.child) {
            guard let child = try store.object(uuid: link.child) else { continue }
            if child.source != record.source {
                try writer.link(parent: new, child: link.child, role: link.role)
                if link.role == LinkRole.workoutEffort.rawValue { try noteEffort(ofWorkout: new, through: child) }
            } else if try store.parents(of: link.child).allSatisfy({ $0.parent == old }) {
                gone.append(link.child)
            }
        }
        try writer.replaceChild(old, with: new)
        try delete(gone, isUndo: true)
    }
}

extension ImportedRecord {
    /// The UUID under which the store holds the record; `nil` for one that stays deleted.
    var storedUUID: UUID? {
        switch self {
        case .added(let uuid), .duplicate(let uuid): uuid
        case .deleted: nil
        }
    }
}
