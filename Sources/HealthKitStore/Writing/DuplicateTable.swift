/// The rows at one start, by content: for many of them, where comparing each with each would take too long.
///
/// Duplicates are rows that say exactly the same and are both kept; a duplicate is a row that the store has already.
final class DuplicateTable {
    /// The place whose rows a table holds.
    struct Place: Hashable {
        var group: Int64
        var start: UInt64
        /// Whether rows are only recognised here, and stored in another group.
        var isSibling: Bool
    }

    /// The content of a row, apart from its start.
    struct Content: Hashable {
        var end: UInt64
        var value: UInt64
        var creation: UInt64
        var revision: RevisionID
        var device: DeviceID
        var metadata: MetadataID

        init(_ rows: BatchRows, _ row: Int) {
            end = rows.ends[row].bitPattern
            value = rows.values[row].bitPattern
            creation = rows.creations[row].bitPattern
            revision = rows.revisions[row]
            device = rows.devices[row]
            metadata = rows.metadata[row]
        }

        func with(metadata: MetadataID) -> Content {
            var content = self
            content.metadata = metadata
            return content
        }
    }

    /// The ordinals that equal rows have, and the smallest that none has.
    private struct Ordinals {
        var taken: [Int32] = []
        var isSorted = true
        var first = 0
        var next: Int32 = 0

        mutating func add(_ ordinal: Int32) {
            guard ordinal >= 0 else { return }
            isSorted = isSorted && ordinal >= taken.last ?? 0
            taken.append(ordinal)
        }

        mutating func takeSmallest() -> Int32 {
            if !isSorted {
                taken.sort()
                isSorted = true
            }
            while first < taken.count, taken[first] <= next {
                if taken[first] == next { next += 1 }
                first += 1
            }
            if first == taken.count {
                taken = []
                first = 0
            }
            next += 1
            return next - 1
        }
    }

    /// The anchors of rows that the import may mean, and how many of them were met.
    private struct Candidates {
        var anchors: [Int64] = []
        var first = 0
    }

    private var ordinals: [Content: Ordinals] = [:]
    private var candidates: [Content: Candidates] = [:]
    private var known: Set<Content> = []

    /// The number of rows examined to make it.
    private(set) var rowCount = 0

    /// Adds a stored row.
    func add(_ rows: BatchRows, _ row: Int, class metadataClass: MetadataID, keepsAnchors: Bool) {
        let content = Content(rows, row)
        rowCount += 1
        ordinals[content, default: Ordinals()].add(rows.ordinals[row])
        if keepsAnchors {
            candidates[content.with(metadata: metadataClass), default: Candidates()].anchors.append(rows.anchors[row])
        }
        known.insert(content.with(metadata: 0))
    }

    /// Takes a stored row for one of the import.
    func match(_ content: Content, class metadataClass: MetadataID, takes: (Int64) -> Bool) -> Bool {
        let key = content.with(metadata: metadataClass)
        guard let index = candidates.index(forKey: key) else { return false }
        while candidates.values[index].first < candidates.values[index].anchors.count {
            let anchor = candidates.values[index].anchors[candidates.values[index].first]
            candidates.values[index].first += 1
            if takes(anchor) { return true }
        }
        return false
    }

    /// The ordinal for a new row.
    func ordinal(of content: Content) -> Int32 {
        ordinals[content, default: Ordinals()].takeSmallest()
    }

    /// Whether a new row is equal to an earlier one, apart from its metadata.
    func isDuplicate(_ content: Content) -> Bool {
        !known.insert(content.with(metadata: 0)).inserted
    }
}
