import Foundation

/// The rows that were imported once and deleted since: the identities that tombstones hold, and which of them an import has met.
///
/// Only identities that are computed from content can be met again, so only those are kept: sixteen bytes each, and
/// thirty-two of a deletion that keeps nothing out.
final class ImportTombstones {
    /// The deleted identities that stay out of the import, in order.
    private var identifiers: [Identifier] = []
    /// The deleted identities that may come again, in order: one that does is no longer deleted.
    private var lifted: [Lifted] = []
    /// The types and sources that lost something.
    private var origins: Set<TombstoneOrigin> = []
    private var liftedOrigins: Set<TombstoneOrigin> = []
    private var met: Set<Identifier> = []
    private var journal: [Identifier] = []
    /// For content that was met, the ordinal to try next: equal rows that were all deleted are not tried from the first.
    private var resume: [Identifier: Int32] = [:]
    private var lastAnchor: Int64 = 0
    private let restoresDeleted: Bool
    private let heeds: (UnsafeRawBufferPointer) -> Bool

    /// The most live duplicates between two deleted ones before the search is given up.
    private static let longestGap: Int32 = 64

    /// A deletion that keeps nothing out, and its change number.
    private struct Lifted {
        var identifier: Identifier
        var anchor: Int64
        /// Whether it would keep its object out of an import that doesn't restore deleted objects.
        var isHeeded: Bool
    }

    /// Begins with no deletion.
    ///
    /// - Parameters:
    ///   - restoresDeleted: whether no deletion keeps anything out; restored objects are then no longer deleted.
    ///   - heeds: Whether a deletion does, by the kept data of the object.
    init(restoresDeleted: Bool, heeds: @escaping (UnsafeRawBufferPointer) -> Bool) {
        self.restoresDeleted = restoresDeleted
        self.heeds = heeds
    }

    var isEmpty: Bool { identifiers.isEmpty }

    /// Whether something of a type and source was deleted that stays so.
    func concerns(type: TypeID, source: SourceID) -> Bool {
        !identifiers.isEmpty && origins.contains(TombstoneOrigin(type: type, source: source))
    }

    /// Whether something of a type and source was deleted that comes again when it is imported.
    func hasLifted(type: TypeID, source: SourceID) -> Bool {
        !lifted.isEmpty && liftedOrigins.contains(TombstoneOrigin(type: type, source: source))
    }

    /// Takes in the deletions since the last call.
    func refresh(_ reader: StoreReader) throws {
        let before = (identifiers.count, lifted.count)
        var last = lastAnchor
        try reader.forEachTombstone(after: lastAnchor) { rows, row, origin in
            last = max(last, rows.anchors[row])
            let identifier = rows.identifiers[row]
            guard DerivedIdentity.mayBeDerived(identifier) else { return }
            let isHeeded = heeds(rows.payload(row))
            if isHeeded, !restoresDeleted {
                identifiers.append(identifier)
                origins.insert(origin)
            } else {
                lifted.append(Lifted(identifier: identifier, anchor: rows.anchors[row], isHeeded: isHeeded))
                liftedOrigins.insert(origin)
            }
        }
        lastAnchor = last
        if identifiers.count > before.0 { identifiers.sort() }
        if lifted.count > before.1 { lifted.sort { ($0.identifier, $0.anchor) < ($1.identifier, $1.anchor) } }
    }

    /// Whether anything of a type that starts in the second of `start` was deleted.
    func mayHold(typeHash: UInt64, start: Double) -> Bool {
        let low = DerivedIdentity.lowest(typeHash: typeHash, start: start)
        let index = firstIndex(notBefore: low)
        return index < identifiers.count && identifiers[index].high >> 16 == low.high >> 16
    }

    /// Takes a deleted object for one of the import.
    ///
    /// - Parameters:
    ///   - first: the smallest ordinal that it may have had.
    ///   - identity: its identity by ordinal.
    /// - Returns: false when none was deleted, or each that was is met already.
    func match(from first: Int32, _ identity: (Int32) -> Identifier) -> Bool {
        let content = identity(0)
        var ordinal = max(first, resume[content] ?? 0)
        var gap: Int32 = 0
        while gap < ImportTombstones.longestGap {
            let identifier = identity(ordinal)
            if holds(identifier) {
                if met.insert(identifier).inserted {
                    journal.append(identifier)
                    resume[content] = ordinal + 1
                    return true
                }
                gap = 0
            } else {
                gap += 1
            }
            ordinal += 1
        }
        return false
    }

    /// Begins another file, which may repeat objects of earlier ones.
    func beginFile() {
        met.removeAll()
        journal.removeAll(keepingCapacity: true)
        resume.removeAll()
    }

    /// Begins a transaction: identities met from here on may be undone.
    func begin() { journal.removeAll(keepingCapacity: true) }

    /// Undoes what happened since the transaction began.
    func undo() {
        for identifier in journal { met.remove(identifier) }
        journal.removeAll()
        resume.removeAll()
    }

    /// Whether an object with this identity was deleted and stays so.
    func holds(_ identifier: Identifier) -> Bool {
        let index = firstIndex(notBefore: identifier)
        return index < identifiers.count && identifiers[index] == identifier
    }

    /// Whether an object with this identity was deleted, and comes again when it is imported.
    func hasLifted(_ identifier: Identifier) -> Bool {
        let index = firstLifted(of: identifier)
        return index < lifted.count && lifted[index].identifier == identifier && !holds(identifier)
    }

    /// Removes the tombstones of an object that the import has restored: it is no longer deleted.
    func takeOut(_ identifier: Identifier, _ writer: StoreWriter) throws {
        var index = firstLifted(of: identifier)
        while index < lifted.count, lifted[index].identifier == identifier {
            if lifted[index].isHeeded { try writer.noteRevived(identifier.uuid) }
            try writer.removeTombstones(lifted[index].anchor...lifted[index].anchor)
            index += 1
        }
    }

    private func firstLifted(of identifier: Identifier) -> Int {
        var (low, high) = (0, lifted.count)
        while low < high {
            let middle = (low + high) / 2
            if lifted[middle].identifier < identifier { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func firstIndex(notBefore identifier: Identifier) -> Int {
        var (low, high) = (0, identifiers.count)
        while low < high {
            let middle = (low + high) / 2
            if identifiers[middle] < identifier { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
