import HealthKitStore

extension HealthDatabase {
    /// Converts samples with a category value that earlier versions didn't know.
    func takeKnownCases() throws {
        let known = try read { try $0.storedCases() }
        if !known.isEmpty { try write { writer in for each in known { try writer.take(each) } } }
    }
}

extension ObjectReader {
    /// The category values that this version knows and that an earlier version stored as unknown.
    fileprivate func storedCases() throws -> [UnknownCase] {
        try store.dictionaryEntries(.type)
            .compactMap { entry -> UnknownCase? in
                guard let found = UnknownCase(identifier: DictionaryCoding.text(entry.bytes)), found.value != nil,
                    let type = HKSampleType.ofStored(found.identifier)
                else { return nil }
                var isThere = false
                try forEachRow(FetchRequest(type: type)) { _ in
                    isThere = true
                    return false
                }
                return isThere ? found : nil
            }
    }
}

extension ObjectWriter {
    /// Stores the samples of a category value under their type, as an import that knows the value does.
    fileprivate func take(_ known: UnknownCase) throws {
        guard let value = known.value, let type = HKSampleType.ofStored(known.identifier) else { return }
        var rows: [StoredSample] = []
        try forEachRow(FetchRequest(type: type)) { row in
            rows.append(row)
            return true
        }
        let category = try intern(type: known.type)
        let taken = try rows.map { row in
            let entries = try metadata(row.metadata)?.entries.filter { $0.key != OwnMetadataKey.value.rawValue } ?? []
            return NewSample(
                type: category,
                source: row.source,
                revision: row.revision,
                device: row.device,
                metadata: try intern(metadata: entries.isEmpty ? nil : Metadata(entries)),
                start: row.start,
                end: row.end,
                value: Double(value),
                creation: row.creation
            )
        }
        _ = try writer.delete(samples: rows)
        try writer.insert(taken)
    }
}
