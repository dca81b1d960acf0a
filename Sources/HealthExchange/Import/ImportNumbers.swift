import HealthStore

/// The store's numbers of dictionary entries by the numbers an import gave them.
struct ImportNumbers {
    var types: [DictionaryID] = []
    var units: [DictionaryID] = []
    var sources: [DictionaryID] = []
    var revisions: [DictionaryID] = []
    /// The first stands for none, here and for metadata.
    var devices: [DictionaryID] = [0]
    var metadata: [DictionaryID] = [0]

    /// Puts the store's numbers in the place of the import's.
    func translate(_ rows: inout [NewSample]) {
        rows.withUnsafeMutableBufferPointer { rows in
            for index in rows.indices {
                let series = Int(rows[index].type)
                let revision = Int(rows[index].revision)
                rows[index].type = types[series]
                rows[index].unit = units[series]
                rows[index].revision = revisions[revision]
                rows[index].source = sources[revision]
                rows[index].device = devices[Int(rows[index].device)]
                rows[index].metadata = metadata[Int(rows[index].metadata)]
            }
        }
    }

    /// A record with the store's numbers in the place of the import's.
    func translated(_ record: NewRecord) -> NewRecord {
        var record = record
        let revision = Int(record.revision)
        record.type = types[Int(record.type)]
        record.revision = revisions[revision]
        record.source = sources[revision]
        record.device = devices[Int(record.device)]
        record.metadata = metadata[Int(record.metadata)]
        return record
    }
}
