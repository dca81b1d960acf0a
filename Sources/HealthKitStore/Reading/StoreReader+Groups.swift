extension StoreReader {
    /// The contents of the store, by type, source and unit.
    ///
    /// Records count under unit 0.
    /// - Throws: ``StoreError``.
    package func summaries() throws -> [GroupSummary] {
        try groups(.groups)
            .compactMap { group in
                guard group.count > 0 else { return nil }
                return GroupSummary(
                    type: group.type,
                    source: group.source,
                    unit: group.unit,
                    count: group.count,
                    firstStart: group.firstStart,
                    lastStart: group.lastStart,
                    lastEnd: group.lastEnd
                )
            }
    }

    /// The number of samples and records from each source, version and device, by type.
    ///
    /// - Parameter type: the type; nil for all.
    /// - Returns: the counts that are not zero.
    /// - Throws: ``StoreError``.
    package func provenance(ofType type: TypeID? = nil) throws -> [ProvenanceCount] {
        let query = try connection.query(type == nil ? .provenance : .provenanceOfType)
        defer { query.reset() }
        if let type { query.bind(type, at: 1) }
        var counts: [ProvenanceCount] = []
        while try query.step() {
            counts.append(
                ProvenanceCount(
                    type: query.entryID(0),
                    source: query.entryID(1),
                    revision: query.entryID(2),
                    device: query.entryID(3),
                    count: query.int(4)
                )
            )
        }
        return counts
    }

    /// The sources that have samples or records of a type, in order.
    /// - Throws: ``StoreError``.
    package func sources(ofType type: TypeID) throws -> [SourceID] {
        try groups(ofType: type).filter { $0.count > 0 }.map(\.source)
    }

    /// The groups of a type that a request may touch, by source and unit.
    func groups(for request: ScanRequest) throws -> [SampleGroup] {
        try groups(ofType: request.type)
            .filter { group in
                group.count > 0 && request.sources?.contains(group.source) != false
            }
    }

    func groups(ofType type: TypeID) throws -> [SampleGroup] {
        try groups(.groupsOfType) { $0.bind(type, at: 1) }
    }

    func group(id: Int64) throws -> SampleGroup {
        guard let group = try groups(.groupByID, { $0.bind(id, at: 1) }).first else {
            throw StoreError.damaged("group \(id) is missing")
        }
        return group
    }

    func group(type: TypeID, source: SourceID, unit: UnitID) throws -> SampleGroup? {
        let found = try groups(.groupByKey) { query in
            query.bind(type, at: 1)
            query.bind(source, at: 2)
            query.bind(unit, at: 3)
        }
        return found.first
    }

    private func groups(_ statement: StoreStatement, _ bind: (Query) -> Void = { _ in }) throws -> [SampleGroup] {
        let query = try connection.query(statement)
        defer { query.reset() }
        bind(query)
        var groups: [SampleGroup] = []
        while try query.step() { groups.append(SampleGroup(query)) }
        return groups
    }
}
