import HealthStore

extension HealthDatabase {
    /// Takes samples whose case no earlier version knew for what they are.
    func takeKnownCases() throws {
        let known = try read { try $0.storedCases() }
        if !known.isEmpty { try write { writer in for each in known { try writer.take(each) } } }
    }
}

extension ObjectReader {
    /// The cases that this version knows, and of which there are samples that an earlier one did not know.
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
    /// Stores the samples of a case under their category, as an import that knows the case does.
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
