import HealthKit
import HealthKitStore

/// A store's samples without entries of other devices, as rows of similar ones.
struct NewRows {
    /// The properties that the rows of one block share.
    private struct Kind: Hashable {
        var type: Int32
        var unit: Int32
        var source: Int32
        var isImported: Bool
    }

    private var open: [SampleRows] = []
    private var places: [Kind: Int] = [:]
    private var last: (kind: Kind, place: Int)?
    /// Rows of which no more fit into an entry.
    private var full: [SampleRows] = []

    private(set) var count = 0

    /// All rows, as entries.
    var entries: [Entry] { (full + open).map(Entry.rows) }

    /// Adds a sample.
    ///
    /// - Parameters:
    ///   - sample: A sample that was never edited.
    ///   - contents: The store that has it.
    ///   - stamp: The stamp of a sample that was saved.
    /// - Returns: Whether it is one of those that can stand in rows.
    /// - Throws: ``StoreError``.
    mutating func add(_ sample: StoredSample, _ contents: StoreContents, stamp: (StoredSample) -> Stamp) throws -> Bool
    {
        guard let row = try contents.row(sample) else { return false }
        let kind = Kind(
            type: sample.type.number,
            unit: sample.unit.number,
            source: sample.source.number,
            isImported: row.flags.contains(.imported)
        )
        var place = last.flatMap { $0.kind == kind ? $0.place : nil } ?? places[kind] ?? open.count
        if place < open.count, open[place].weight > Entry.largest - SampleRows.rowWeight - row.texts.byteCount {
            full.append(open[place])
            open[place] = SampleRows()
        }
        if place == open.count {
            open.append(SampleRows())
            place = open.count - 1
            places[kind] = place
        }
        last = (kind, place)
        let textPlace = open[place].place(of: row.texts)
        open[place]
            .add(
                SyncID(sample.uuid),
                row.flags,
                place: textPlace,
                start: sample.start,
                end: sample.end,
                creation: sample.creation,
                value: sample.value,
                ordinal: row.ordinal,
                stamp: row.flags.contains(.imported) ? .imported : stamp(sample)
            )
        count += 1
        return true
    }
}
