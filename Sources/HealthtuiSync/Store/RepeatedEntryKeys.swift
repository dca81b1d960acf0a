import HealthKit
import HealthKitStore

/// The keys of which a store itself speaks more than once.
///
/// They are all that has to be known to tell a store's objects to a group that has none yet. Samples that say the same lie side
/// by side in the store, so that nothing else has to be kept of the others.
struct RepeatedEntryKeys {
    private var entryKeys = EntryKeyNumbers()
    private let contents: StoreContents
    private let most: Int
    /// The content of samples that begin at the same time.
    private var together: [UInt64] = []
    private var start = Double.nan

    /// Looks at all objects of a store.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - edits: Samples that were edited and their first versions, which speak of each other.
    ///   - most: How many keys stay in memory.
    /// - Returns: The keys; `nil` where there are more than may stay in memory.
    /// - Throws: ``StoreError``.
    static func common(in store: StoreReader, edits: [(SyncID, SyncID)], most: Int) throws -> CommonEntryKeys? {
        var search = RepeatedEntryKeys(contents: StoreContents(store), most: most)
        for (version, first) in edits {
            for id in [version, first] { search.add(repeated: .sample(id)) }
        }
        let isComplete = try search.addSamples(store) && search.addRecords(store)
        return isComplete ? CommonEntryKeys(repeatedIn: search.entryKeys) : nil
    }

    private init(contents: StoreContents, most: Int) {
        (self.contents, self.most) = (contents, most)
    }

    private var isFull: Bool { entryKeys.count + together.count > most }

    private mutating func add(repeated entryKey: EntryKey) {
        entryKeys.add(entryKey)
        entryKeys.add(entryKey)
    }

    private mutating func addSamples(_ store: StoreReader) throws -> Bool {
        for type in Set(try store.summaries().map(\.type)).sorted() {
            var group: (SourceID, UnitID)?
            let request = ScanRequest(type: type, columns: [.times, .values, .provenance])
            try store.scan(request) { block in
                let isSame = group.map { $0 == (block.source, block.unit) } ?? false
                if !isSame { endTogether() }
                group = (block.source, block.unit)
                try add(block)
                return isFull ? .stop : .continue
            }
            endTogether()
            if isFull { return false }
        }
        return true
    }

    private mutating func add(_ block: SampleBlock) throws {
        let (starts, ends, values) = (block.starts, block.ends, block.values)
        for row in 0..<block.count {
            // A sample with an app's identifier is found by that.
            if block.metadata[row] != 0, let identifier = try contents.identifier(of: block, row) {
                entryKeys.add(.identifier(identifier.key))
                continue
            }
            if starts[row] != start {
                endTogether()
                start = starts[row]
            }
            together.append(SampleContent.outline(start, ends[row], value: values[row]))
        }
    }

    /// Adds what those say that began together, where several say it.
    private mutating func endTogether() {
        if together.count > 1 {
            together.sort()
            for (place, outline) in together.enumerated().dropFirst() where outline == together[place - 1] {
                add(repeated: .outline(outline))
            }
        }
        together.removeAll(keepingCapacity: true)
        start = .nan
    }

    private mutating func addRecords(_ store: StoreReader) throws -> Bool {
        try store.forEachRecordByAnchor { record in
            let outline = SampleContent.outline(record.start, record.end, value: nil)
            entryKeys.add(.shared(outline, try contents.identifier(of: record)))
            return isFull ? .stop : .continue
        }
        return !isFull
    }
}
