import HealthStore

/// The store's numbers of dictionary entries by the numbers that an import gave them.
struct ImportEntries {
    private var types: [TypeID] = []
    private var units: [UnitID] = []
    private var sources: [SourceID] = []
    private var revisions: [RevisionID] = []
    /// The first stands for none, here and for metadata.
    private var devices: [DeviceID] = [0]
    private var metadata: [MetadataID] = [0]

    /// Gives what is new its numbers.
    mutating func define(_ new: ImportChunk.Definitions, in writer: ObjectWriter) throws {
        for series in new.series {
            types.append(try writer.intern(type: series.type))
            units.append(
                series.unit.isEmpty
                    ? 0 : try writer.writer.intern(.unit, DictionaryCoding.bytes(unit: series.unit))
            )
        }
        for revision in new.revisions {
            let ids = try writer.intern(revision)
            revisions.append(ids.revision)
            sources.append(ids.source)
        }
        for device in new.devices { devices.append(try writer.intern(device: device)) }
        for set in new.metadata { metadata.append(try writer.intern(metadata: ImportGate.storable(set))) }
    }

    /// How many numbers of each kind there are.
    struct Counts {
        fileprivate var types, units, sources, revisions, devices, metadata: Int
    }

    /// How many numbers there are now: an export may have many, so that a copy of them all would cost more.
    var counts: Counts {
        Counts(
            types: types.count,
            units: units.count,
            sources: sources.count,
            revisions: revisions.count,
            devices: devices.count,
            metadata: metadata.count
        )
    }

    /// Forgets the numbers that came since there were so many.
    mutating func forget(after counts: Counts) {
        types.removeSubrange(counts.types...)
        units.removeSubrange(counts.units...)
        sources.removeSubrange(counts.sources...)
        revisions.removeSubrange(counts.revisions...)
        devices.removeSubrange(counts.devices...)
        metadata.removeSubrange(counts.metadata...)
    }

    /// The rows as the store takes them.
    ///
    /// - Parameters:
    ///   - rows: The rows of the import.
    ///   - stored: Where they go, in place of what is there.
    func translate(_ rows: [ImportedRow], into stored: inout [NewSample]) {
        stored.removeAll(keepingCapacity: true)
        stored.reserveCapacity(rows.count)
        for row in rows { stored.append(sample(row)) }
    }

    @inline(__always)
    private func sample(_ row: ImportedRow) -> NewSample {
        let series = Int(row.series.place)
        let revision = Int(row.header.revision.place)
        return NewSample(
            type: types[series],
            source: sources[revision],
            unit: units[series],
            revision: revisions[revision],
            device: devices[Int(row.header.device.place)],
            metadata: metadata[Int(row.header.metadata.place)],
            start: row.header.start,
            end: row.header.end,
            value: row.value,
            creation: row.header.creation
        )
    }

    /// A record of a type as the store takes it.
    func record(_ header: ImportedHeader, type: TypeID, payload: [UInt8] = []) -> NewRecord {
        let revision = Int(header.revision.place)
        return NewRecord(
            type: type,
            source: sources[revision],
            revision: revisions[revision],
            device: devices[Int(header.device.place)],
            metadata: metadata[Int(header.metadata.place)],
            start: header.start,
            end: header.end,
            creation: header.creation,
            payload: payload
        )
    }

    /// The type of a series.
    func type(_ series: ImportNumber.Series) -> TypeID { types[Int(series.place)] }
}
