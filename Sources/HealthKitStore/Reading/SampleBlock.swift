import Foundation

/// The samples of one batch, column by column, while a scan looks at it.
///
/// The columns stay where they are only until the closure that got the block returns. Columns that weren't asked for
/// are empty. Rows are in the order of start; some may be outside the bounds of the scan.
package struct SampleBlock {
    private let batch: BatchReader
    private let columns: ColumnSet
    private let header: BatchHeader

    init(_ batch: BatchReader, _ header: BatchHeader, columns: ColumnSet) {
        self.batch = batch
        self.columns = columns
        self.header = header
    }

    package var type: TypeID { batch.group.type }
    package var source: SourceID { batch.group.source }
    package var unit: UnitID { batch.group.unit }
    package var count: Int { header.count }

    /// The first and last start of the batch; known without any column.
    package var startRange: ClosedRange<Double> { header.startMin...header.startMax }

    /// The latest end of the batch; known without any column.
    package var lastEnd: Double { header.endMax }

    /// The sum of the batch's values; known without any column.
    package var valueSum: Double { header.valueSum }

    package var starts: UnsafeBufferPointer<Double> { buffer(.times, batch.rows.starts) }
    package var ends: UnsafeBufferPointer<Double> { buffer(.times, batch.rows.ends) }
    package var values: UnsafeBufferPointer<Double> { buffer(.values, batch.rows.values) }
    package var revisions: UnsafeBufferPointer<RevisionID> { buffer(.provenance, batch.rows.revisions) }
    package var devices: UnsafeBufferPointer<DeviceID> { buffer(.provenance, batch.rows.devices) }
    package var metadata: UnsafeBufferPointer<MetadataID> { buffer(.provenance, batch.rows.metadata) }
    package var creations: UnsafeBufferPointer<Double> { buffer(.creation, batch.rows.creations) }
    package var anchors: UnsafeBufferPointer<Int64> { buffer(.anchor, batch.rows.anchors) }

    private func buffer<T>(_ column: ColumnSet, _ base: UnsafeMutablePointer<T>) -> UnsafeBufferPointer<T> {
        let isDecoded = columns.contains(column) || columns.contains(.identity)
        return UnsafeBufferPointer(start: base, count: isDecoded ? header.count : 0)
    }

    /// The UUID of a row.
    ///
    /// Decodes what it needs if it wasn't asked for. If the batch turns out to be damaged, the scan throws when the
    /// closure returns, and this result is ignored.
    package func uuid(at row: Int) -> UUID {
        do {
            try batch.require(.identity)
            return try batch.identifier(row).uuid
        } catch {
            batch.failure = error
            return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        }
    }

    /// The identity of a row, as another store needs it to give the row the same UUID.
    ///
    /// Only the first of several equal rows is reported as derived: the number of equal rows may differ there. As for
    /// ``uuid(at:)``, damage makes the scan throw.
    package func identity(at row: Int) -> SampleIdentity {
        do {
            try batch.require(.identity)
        } catch {
            batch.failure = error
            return .derived
        }
        // The UUID itself takes longer to compute than everything else about a row, and isn't needed.
        return batch.rows.ordinals[row] == 0 ? .derived : .uuid(uuid(at: row))
    }

    /// A row as a new sample for another store; all columns must have been requested.
    package func newSample(at row: Int) -> NewSample {
        NewSample(
            type: type,
            source: source,
            unit: unit,
            revision: revisions[row],
            device: devices[row],
            metadata: metadata[row],
            start: starts[row],
            end: ends[row],
            value: values[row],
            creation: creations[row],
            identity: identity(at: row)
        )
    }

    /// A row as a value; as for ``uuid(at:)``, damage makes the scan throw.
    package func sample(at row: Int) -> StoredSample {
        do {
            try batch.require(.all)
            return try batch.sample(row)
        } catch {
            batch.failure = error
            return StoredSample(
                start: 0,
                end: 0,
                value: 0,
                creation: 0,
                type: type,
                source: source,
                unit: unit,
                revision: 0,
                device: 0,
                metadata: 0,
                anchor: 0,
                uuid: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
            )
        }
    }
}
