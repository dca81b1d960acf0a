import Foundation
import HealthKitStore

/// Everything that a store says of what it holds, read through every kind of query, to be compared as a whole.
struct StoreContents: Equatable {
    var changes: [StoreChanges.Item]
    var samples: [[StoredSample]]
    var records: [StoredRecord]
    var links: Set<StoreLink>
    var values: [String: [UInt8]]
    var summaries: Set<GroupSummary>
    var provenance: Set<ProvenanceCount>
    var dictionaries: [[[UInt8]]]
    var anchor: Int64

    /// Reads everything.
    ///
    /// - Parameters:
    ///   - store: which store.
    ///   - namespaces: the namespaces whose values are read.
    /// - Throws: what reading throws.
    init(_ store: SampleStore, namespaces: [String]) throws {
        self = try store.read { try StoreContents($0, namespaces: namespaces) }
    }

    init(_ reader: StoreReader, namespaces: [String]) throws {
        anchor = try reader.currentAnchor
        changes = try reader.changes(after: 0).items
        dictionaries = try DictionaryKind.allCases.map { try reader.dictionaryEntries(of: $0).map(\.bytes) }
        samples = try reader.dictionaryEntries(.type).map { try reader.all($0.id) }
        records = try reader.records(RecordRequest())
        links = Set(try records.flatMap { try reader.children(of: $0.uuid) })
        values = [:]
        for namespace in namespaces {
            for (key, bytes) in try reader.values(namespace) { values["\(namespace)/\(key)"] = bytes }
        }
        summaries = Set(try reader.summaries())
        provenance = Set(try reader.provenance())
    }

    /// What contradicts itself: each sample is found in the log of changes and under its UUID, and nothing else is.
    /// - Throws: what reading throws.
    func contradictions(_ reader: StoreReader) throws -> [String] {
        var found: [String] = []
        let all = samples.flatMap { $0 }
        var logged: Set<StoredSample> = []
        for case .sample(let sample) in changes { logged.insert(sample) }
        if logged != Set(all) || logged.count != all.count { found.append("the log and the samples differ") }
        for sample in all where try reader.sample(uuid: sample.uuid) != sample {
            found.append("a sample is not found under its UUID")
        }
        for record in records where try reader.record(uuid: record.uuid) != record {
            found.append("a record is not found under its UUID")
        }
        if summaries.reduce(0, { $0 + $1.count }) != all.count + records.count { found.append("the counts are wrong") }
        if (changes.last?.anchor ?? 0) > anchor { found.append("an anchor is beyond the last") }
        if Set(changes.map(\.anchor)).count != changes.count { found.append("an anchor was given twice") }
        return found
    }
}
