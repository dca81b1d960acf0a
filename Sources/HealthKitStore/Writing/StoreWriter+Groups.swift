extension StoreWriter {
    /// A group, made when the store doesn't have it.
    func makeGroup(type: TypeID, source: SourceID, unit: UnitID) throws -> SampleGroup {
        if let known = try group(type: type, source: source, unit: unit) { return known }
        let query = try connection.query(.insertGroup)
        query.bind(type, at: 1)
        query.bind(source, at: 2)
        query.bind(unit, at: 3)
        guard try query.step() else { throw StoreError.damaged("a group could not be made") }
        let id = query.int64(0)
        try query.run()
        return SampleGroup(id: id, type: type, source: source, unit: unit)
    }

    /// Writes a group that this transaction changed.
    func save(_ group: inout SampleGroup) throws {
        group.commits = state.commits
        try noteCount(of: group)
        try group.save(connection)
        touch(type: group.type)
    }

    /// Adds to (or with a negative number subtracts from) the counts by source, version and device.
    func count(_ tally: ProvenanceTally, type: TypeID, source: SourceID) throws {
        for (key, change) in tally.counts where change != 0 {
            let query = try connection.query(.addProvenance)
            query.bind(type, at: 1)
            query.bind(source, at: 2)
            query.bind(key.revision, at: 3)
            query.bind(key.device, at: 4)
            query.bind(change, at: 5)
            try query.run()
            noteProvenance(change, type: type, source: source)
        }
    }
}
