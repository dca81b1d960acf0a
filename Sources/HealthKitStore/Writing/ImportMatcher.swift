/// The stored rows that an import has met again, so that each stored row stands for one row of the import and no more.
///
/// The k-th row of some content is a duplicate exactly when the store holds k rows of that content that this import did
/// not add: those from before it began, and those that others, such as another import of the same file, stored since.
/// That takes only one bit of memory for each of their anchors.
final class ImportMatcher {
    /// Options for comparing texts, and for rows that were deleted.
    let options: ImportOptions
    /// The deleted rows; empty if those are to come back.
    let tombstones: ImportTombstones

    /// The last anchor when the import began.
    private let beginning: Int64
    /// The anchors that this import took since, in order.
    private var own: [ClosedRange<Int64>] = []
    private var transactionStart: Int64 = .max
    private var met: UnsafeMutablePointer<UInt64>
    private var metWords: Int
    /// Rows that this import stored as members of something, and that may yet come at top level.
    private var members = MemberAnchors()
    /// Those of them that were counted as added when they were stored.
    private var countedMembers = MemberAnchors()
    /// Where members of earlier files of the import stand that weren't counted.
    private var earlierMembers = AnchorRanges()
    /// The words of the bits that the current file set; `nil` once there are too many to list.
    private var metInFile: Set<Int>? = []
    private var journal: [Claim] = []
    private var lastAnchor: Int64?
    /// Whether the transaction deleted replaced objects.
    private var hasReplaced = false

    /// For metadata sets of one form, the number of the first one.
    private var metadataForms: [[UInt8]: MetadataID] = [:]
    private var metadataClasses: [MetadataID: MetadataID] = [:]
    /// For each unit, the other units of its form.
    private var unitSiblings: [UnitID: [UnitID]]?
    private var lastUnit: UnitID = 0

    private var tables: [(place: DuplicateTable.Place, table: DuplicateTable)] = []
    private var recordTables: [RecordTable.Place: RecordTable] = [:]

    /// The most metadata sets that are compared before their forms are forgotten: a bound on memory.
    private static let formLimit = 1 << 16
    private static let tableLimit = 4
    private static let recordTableLimit = 4_096
    /// The most words that are cleared one by one when a file ends.
    private static let metLimit = 1 << 16

    /// A change of an anchor's state since the transaction began.
    private enum Claim {
        case met(Int64)
        case member(Int64)
        case newMembers(ClosedRange<Int64>)
        case resolved(Identifier, Int?)
    }

    /// The number of rows recognised as members stored by this import.
    private(set) var recognisedMembers = 0

    /// The number of rows stored that equal another row, apart from their metadata.
    private(set) var duplicates = 0

    /// The number of rows and records left out because they were deleted.
    private(set) var deleted = 0

    /// The number of members of some content that were resolved.
    private var resolved: [Identifier: Int] = [:]
    /// For records of some content, the ordinal to try next.
    private var ordinals: [Identifier: Int32] = [:]

    init(beginning: Int64, options: ImportOptions) {
        self.beginning = beginning
        self.options = options
        tombstones = ImportTombstones(restoresDeleted: options.restoresDeleted, heeds: options.heedsDeletion)
        metWords = Int(beginning >> 6) + 1
        met = .allocate(capacity: metWords)
        met.initialize(repeating: 0, count: metWords)
    }

    deinit { met.deallocate() }

    /// The members stored by this import that were not met at top level.
    var pendingMembers: Int { members.count }

    /// The change numbers of the uncounted ones.
    var uncountedMembers: AnchorRanges {
        var places = earlierMembers
        for anchor in members.places(outside: countedMembers) { places.insert(anchor...anchor) }
        return places
    }

    /// Begins another file of the import, at the beginning of a transaction: rows of earlier files count as stored
    /// before.
    ///
    /// So two files that say the same store it once, as if they were imported one after the other.
    func beginFile() {
        earlierMembers = uncountedMembers
        (members, countedMembers, own, resolved) = (MemberAnchors(), MemberAnchors(), [], [:])
        if let words = metInFile {
            for word in words { met[word] = 0 }
        } else {
            met.update(repeating: 0, count: metWords)
        }
        metInFile = []
        journal.removeAll(keepingCapacity: true)
        tombstones.beginFile()
        forgetTables()
    }

    // MARK: Anchors

    private func isOwn(_ anchor: Int64) -> Bool {
        if anchor > transactionStart { return true }
        if anchor <= beginning { return false }
        var (low, high) = (0, own.count)
        while low < high {
            let middle = (low + high) / 2
            if own[middle].upperBound < anchor { low = middle + 1 } else { high = middle }
        }
        return low < own.count && own[low].contains(anchor)
    }

    /// Matches a stored row with one of the import.
    ///
    /// - Returns: Whether it could be matched: each row is matched once, and rows of this import never are.
    func match(_ anchor: Int64) -> Bool {
        guard anchor > 0, !isOwn(anchor) else {
            if members.isEmpty || !members.remove(anchor) { return false }
            journal.append(.member(anchor))
            if !countedMembers.contains(anchor) { recognisedMembers += 1 }
            return true
        }
        let (word, bit) = (Int(anchor >> 6), UInt64(1) << UInt64(anchor & 63))
        if word >= metWords { grow(to: word + 1) }
        if met[word] & bit != 0 { return false }
        if met[word] == 0, let count = metInFile?.count {
            if count < Self.metLimit { metInFile?.insert(word) } else { metInFile = nil }
        }
        met[word] |= bit
        journal.append(.met(anchor))
        return true
    }

    private func grow(to needed: Int) {
        let words = max(needed, metWords * 2)
        let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: words)
        larger.moveInitialize(from: met, count: metWords)
        (larger + metWords).initialize(repeating: 0, count: words - metWords)
        met.deallocate()
        (met, metWords) = (larger, words)
    }

    /// Notes rows that were stored as members of something.
    ///
    /// - Parameters:
    ///   - anchors: their places in the order of changes, which follow each other.
    ///   - isCounted: whether they were counted as added, so that one is a duplicate when it comes at top level too.
    func addMembers(_ anchors: ClosedRange<Int64>, isCounted: Bool) {
        members.insert(anchors)
        if isCounted { countedMembers.insert(anchors) }
        journal.append(.newMembers(anchors))
    }

    /// The ordinal to try first for a new record of some content.
    func nextOrdinal(of content: Identifier) -> Int32 { ordinals[content] ?? 0 }

    /// Notes that the ordinals of some content up to one are taken.
    func setNextOrdinal(_ ordinal: Int32, of content: Identifier) {
        if ordinals.count >= ImportMatcher.formLimit { ordinals.removeAll(keepingCapacity: true) }
        ordinals[content] = ordinal
    }

    /// The row of some content that a member stands for, counted from zero.
    func turn(of content: Identifier) -> Int {
        let turn = resolved[content]
        journal.append(.resolved(content, turn))
        resolved[content] = (turn ?? 0) + 1
        return turn ?? 0
    }

    /// Counts a duplicate row.
    func noteDuplicate() { duplicates += 1 }

    /// Notes rows or records that stay deleted.
    func noteDeleted(_ count: Int) { deleted += count }

    // MARK: Transactions

    /// Begins a transaction, whose changes may be undone.
    func begin(_ writer: StoreWriter) throws {
        journal.removeAll(keepingCapacity: true)
        tombstones.begin()
        duplicates = 0
        deleted = 0
        recognisedMembers = 0
        transactionStart = writer.currentAnchor
        guard transactionStart != lastAnchor else { return }
        // Somebody else wrote, so earlier reads may be out of date.
        forgetTables()
        ordinals.removeAll()
        try tombstones.refresh(writer)
    }

    /// Ends a transaction that was committed.
    ///
    /// - Parameter anchor: the last anchor it took.
    func commit(_ anchor: Int64) {
        if anchor > transactionStart {
            let first = transactionStart + 1
            if let last = own.last, last.upperBound + 1 == first {
                own[own.count - 1] = last.lowerBound...anchor
            } else {
                own.append(first...anchor)
            }
        }
        transactionStart = .max
        lastAnchor = hasReplaced ? nil : anchor
        hasReplaced = false
    }

    /// Records that the transaction deleted stored objects, so that cached rows and deletions are outdated.
    func noteReplaced() {
        hasReplaced = true
        forgetTables()
    }

    /// Undoes what happened since the transaction began.
    func undo() {
        for claim in journal.reversed() {
            switch claim {
            case .met(let anchor): met[Int(anchor >> 6)] &= ~(UInt64(1) << UInt64(anchor & 63))
            case .member(let anchor): members.insert(anchor)
            case .newMembers(let anchors):
                members.remove(anchors)
                countedMembers.remove(anchors)
            case .resolved(let content, let turn): resolved[content] = turn
            }
        }
        journal.removeAll(keepingCapacity: true)
        tombstones.undo()
        forgetTables()
        metadataForms.removeAll()
        metadataClasses.removeAll()
        unitSiblings = nil
        ordinals.removeAll()
        transactionStart = .max
        lastAnchor = nil
        hasReplaced = false
    }

    // MARK: Forms

    /// The number that all metadata sets of one form share.
    func metadataClass(_ id: MetadataID, _ reader: StoreReader) throws -> MetadataID {
        if id == 0 { return 0 }
        if let known = metadataClasses[id] { return known }
        if metadataClasses.count >= ImportMatcher.formLimit {
            metadataClasses.removeAll(keepingCapacity: true)
            metadataForms.removeAll(keepingCapacity: true)
            forgetTables()
        }
        let form = options.spelling.metadata(try reader.dictionaryBytes(.metadata, id))
        // A form that distinguishes nothing counts as no metadata.
        let known = form.isEmpty ? 0 : metadataForms[form] ?? id
        metadataForms[form] = known
        metadataClasses[id] = known
        return known
    }

    /// The other units that a unit is spelled as.
    func siblings(ofUnit unit: UnitID, _ writer: StoreWriter) throws -> [UnitID] {
        if unit == 0 { return [] }
        let last = try writer.lastEntry(.unit)
        if unitSiblings == nil || last != lastUnit {
            var byForm: [[UInt8]: [UnitID]] = [:]
            for (id, bytes) in try writer.dictionaryEntries(.unit) {
                byForm[options.spelling.unit(bytes), default: []].append(id)
            }
            var siblings: [UnitID: [UnitID]] = [:]
            for units in byForm.values where units.count > 1 {
                for id in units { siblings[id] = units.filter { $0 != id } }
            }
            unitSiblings = siblings
            lastUnit = last
        }
        return unitSiblings?[unit] ?? []
    }

    // MARK: Cached tables

    /// Whether any table is kept.
    var hasTables: Bool { !tables.isEmpty }

    /// The table of the rows at one start, when there is one.
    func table(_ place: DuplicateTable.Place) -> DuplicateTable? { tables.first { $0.place == place }?.table }

    /// Keeps a table for the rows that come next.
    func keep(_ table: DuplicateTable, _ place: DuplicateTable.Place) {
        tables.removeAll { $0.place == place }
        if tables.count >= ImportMatcher.tableLimit { tables.removeFirst() }
        tables.append((place, table))
    }

    /// The records of one type, source and start.
    func records(_ place: RecordTable.Place, make: () throws -> RecordTable) rethrows -> RecordTable {
        if let known = recordTables[place] { return known }
        if recordTables.count >= ImportMatcher.recordTableLimit { recordTables.removeAll(keepingCapacity: true) }
        let table = try make()
        recordTables[place] = table
        return table
    }

    /// Discards cached tables.
    func forgetTables() {
        tables.removeAll()
        recordTables.removeAll()
    }
}
