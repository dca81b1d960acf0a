import Foundation

/// The members of one type, source and unit, ordered by content, with the rows that may be equal.
///
/// All in flat arrays: a workout has a hundred thousand members.
struct MemberContents {
    /// The common properties of members.
    struct Group: Hashable {
        var type: TypeID
        var source: SourceID
        var unit: UnitID

        init(_ sample: NewSample) { (type, source, unit) = (sample.type, sample.source, sample.unit) }
    }

    /// A member: its start, what else it says with the class of its metadata, and its place among all members.
    struct Entry {
        fileprivate var start: Double
        fileprivate var content: DuplicateTable.Content
        fileprivate(set) var place: Int

        /// Whether two members say the same, by bits.
        fileprivate func saysTheSame(as other: Entry) -> Bool {
            start.bitPattern == other.start.bitPattern && content == other.content
        }

        fileprivate static func isBefore(_ left: Entry, _ right: Entry) -> Bool {
            if left.start != right.start { return left.start < right.start }
            if left.start.bitPattern != right.start.bitPattern { return left.start.bitPattern < right.start.bitPattern }
            if left.content != right.content { return left.content < right.content }
            return left.place < right.place
        }
    }

    /// A row that a content may mean.
    struct Row {
        fileprivate var content: Int
        var anchor: Int64
        var identifier: Identifier
        /// Whether it was stored for a member.
        var isNew: Bool

        fileprivate static func isBefore(_ left: Row, _ right: Row) -> Bool {
            left.content == right.content ? left.anchor < right.anchor : left.content < right.content
        }
    }

    let group: Group
    private var entries: [Entry] = []
    /// For each content, the place of its first member in `entries`; and one past the last.
    private var firsts: [Int] = []
    private(set) var rows: [Row] = []

    init(_ group: Group) { self.group = group }

    // MARK: Members

    /// Adds a member.
    ///
    /// - Parameters:
    ///   - sample: the member.
    ///   - metadataClass: what its metadata shares with metadata that is spelled differently.
    ///   - place: its place among all members.
    mutating func add(_ sample: NewSample, class metadataClass: MetadataID, place: Int) {
        let content = DuplicateTable.Content(sample, class: metadataClass)
        entries.append(Entry(start: sample.start, content: content, place: place))
    }

    /// Orders the members, once all are added.
    mutating func order() {
        let isOrdered = zip(entries, entries.dropFirst()).allSatisfy { Entry.isBefore($0, $1) }
        if !isOrdered { entries.sort(by: Entry.isBefore) }
        firsts.reserveCapacity(entries.count + 1)
        for (index, entry) in entries.enumerated() where index == 0 || !entry.saysTheSame(as: entries[index - 1]) {
            firsts.append(index)
        }
        firsts.append(entries.count)
    }

    private var contentCount: Int { firsts.count - 1 }

    private func start(ofContent content: Int) -> Double { entries[firsts[content]].start }

    /// The index among all members of the first member of each content without a row.
    func placesWithoutRow() -> [Int] {
        var places: [Int] = []
        var next = 0
        for content in 0..<contentCount {
            if next < rows.count, rows[next].content == content {
                while next < rows.count, rows[next].content == content { next += 1 }
            } else {
                places.append(entries[firsts[content]].place)
            }
        }
        return places
    }

    /// Visits the members of each content that has rows.
    ///
    /// - Parameter body: gets a content's rows in the order of anchors, and its members in the order of their places.
    func forEachContent(_ body: (ArraySlice<Row>, ArraySlice<Entry>) throws -> Void) rethrows {
        var first = 0
        while first < rows.count {
            var next = first + 1
            while next < rows.count, rows[next].content == rows[first].content { next += 1 }
            let members = entries[firsts[rows[first].content]..<firsts[rows[first].content + 1]]
            try body(rows[first..<next], members)
            first = next
        }
    }

    // MARK: Rows

    /// Finds the rows of a stored group with the members' contents.
    ///
    /// - Parameters:
    ///   - stored: the group: of the members' unit, or one that is spelled differently.
    ///   - isWanted: for each of all members, whether it is looked for, and was stored for them; nil for all that were there.
    ///   - writer: the transaction.
    ///   - metadataClass: gives what metadata shares with metadata that is spelled differently.
    /// - Throws: ``StoreError``.
    mutating func find(
        in stored: SampleGroup,
        storedFor isWanted: [Bool]?,
        _ writer: StoreWriter,
        metadataClass: (MetadataID) throws -> MetadataID
    ) throws {
        let wanted = (0..<contentCount).filter { isWanted?[entries[firsts[$0]].place] ?? true }
        guard let first = wanted.first, let last = wanted.last else { return }
        let bounds = (start(ofContent: first), start(ofContent: last))
        var found: [Row] = []
        var next = 0
        for header in try writer.headers(stored.id, startLower: bounds.0, startUpper: bounds.1) {
            while next < wanted.count, start(ofContent: wanted[next]) < header.startMin { next += 1 }
            guard next < wanted.count, start(ofContent: wanted[next]) <= header.startMax else { continue }
            try writer.withBatchReader { batch in
                try batch.load(header, of: stored)
                try batch.require(.all)
                try match(wanted[next...], batch, isNew: isWanted != nil, metadataClass, into: &found)
            }
        }
        rows += found
        if !zip(rows, rows.dropFirst()).allSatisfy({ Row.isBefore($0, $1) }) { rows.sort(by: Row.isBefore) }
    }

    /// Adds the rows of a batch that match some contents.
    private func match(
        _ wanted: ArraySlice<Int>,
        _ batch: BatchReader,
        isNew: Bool,
        _ metadataClass: (MetadataID) throws -> MetadataID,
        into found: inout [Row]
    ) throws {
        let stored = batch.rows
        guard let first = wanted.first else { return }
        var index = wanted.startIndex
        for row in stored.lowerBound(start(ofContent: first))..<stored.count {
            let start = stored.starts[row]
            while index < wanted.endIndex, self.start(ofContent: wanted[index]) < start { index += 1 }
            guard index < wanted.endIndex else { return }
            if self.start(ofContent: wanted[index]) != start { continue }
            var content = DuplicateTable.Content(stored, row)
            content.metadata = try metadataClass(content.metadata)
            guard let match = self.content(of: Entry(start: start, content: content, place: 0), in: wanted[index...])
            else { continue }
            let identifier = try batch.identifier(row)
            found.append(Row(content: match, anchor: stored.anchors[row], identifier: identifier, isNew: isNew))
        }
    }

    /// The content among ordered ones that is equal to an entry's.
    private func content(of entry: Entry, in wanted: ArraySlice<Int>) -> Int? {
        // Most starts have one content.
        if let first = wanted.first, entries[firsts[first]].saysTheSame(as: entry) { return first }
        var (low, high) = (wanted.startIndex, wanted.endIndex)
        while low < high {
            let middle = (low + high) / 2
            let other = entries[firsts[wanted[middle]]]
            if other.saysTheSame(as: entry) { return wanted[middle] }
            if Entry.isBefore(other, entry) { low = middle + 1 } else { high = middle }
        }
        return nil
    }
}

extension DuplicateTable.Content: Comparable {
    fileprivate init(_ sample: NewSample, class metadataClass: MetadataID) {
        end = sample.end.bitPattern
        value = sample.value.bitPattern
        creation = sample.creation.bitPattern
        revision = sample.revision
        device = sample.device
        metadata = metadataClass
    }

    /// Compares bits: a total order, but not a numeric one.
    static func < (left: DuplicateTable.Content, right: DuplicateTable.Content) -> Bool {
        (left.end, left.value, left.creation, left.revision, left.device, left.metadata)
            < (right.end, right.value, right.creation, right.revision, right.device, right.metadata)
    }
}
