import HealthKitStore

/// The store's numbers of dictionary entries by their numbers in an import.
struct ImportEntries {
    private var types: [TypeID] = []
    private var units: [UnitID] = []
    private var sources: [SourceID] = []
    private var revisions: [RevisionID] = []
    /// The first number means none, for both devices and metadata.
    private var devices: [DeviceID] = [0]
    private var metadata: [MetadataID] = [0]

    /// Assigns numbers to new entries.
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

    /// The number of entries of each kind.
    struct Counts {
        fileprivate var types, units, sources, revisions, devices, metadata: Int
    }

    /// The current number of entries: an export may have many, so copying them all would cost more.
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

    /// Discards the entries added since these counts were taken.
    mutating func forget(after counts: Counts) {
        types.removeSubrange(counts.types...)
        units.removeSubrange(counts.units...)
        sources.removeSubrange(counts.sources...)
        revisions.removeSubrange(counts.revisions...)
        devices.removeSubrange(counts.devices...)
        metadata.removeSubrange(counts.metadata...)
    }

    /// Converts rows to the store's form.
    ///
    /// - Parameters:
    ///   - rows: The rows of the import.
    ///   - stored: The array to fill, whose contents are replaced.
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

    /// Converts a record of a type to the store's form.
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
