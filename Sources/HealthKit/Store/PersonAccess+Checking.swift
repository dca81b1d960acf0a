import Foundation
import HealthStore

/// What a check of the whole store found.
package struct StoreCheck: Sendable, Hashable {
    /// How many types have data.
    package var types = 0
    /// How many samples were read.
    package var samples = 0
    /// What is wrong; empty for a store that is whole.
    package var problems: [String] = []
}

extension PersonAccess {
    /// Reads everything in the store and holds it against its own counts and dictionaries.
    ///
    /// Every batch is decoded, which verifies its checksums; every type, unit, source, device and metadata set that a
    /// sample names must be there; each type must have as many samples as the store says.
    ///
    /// - Parameter progress: Called with the samples read so far, now and then.
    /// - Returns: What was found.
    /// - Throws: `errorDatabaseInaccessible` when the store cannot be read at all.
    package func check(progress: (Int) -> Void = { _ in }) throws -> StoreCheck {
        try read { reader in
            var check = StoreCheck()
            var expected: [DictionaryID: Int] = [:]
            for group in try reader.store.summaries() { expected[group.type, default: 0] += group.count }
            for (type, count) in expected.sorted(by: { $0.key < $1.key }) where count != 0 {
                var walk = CheckWalk(reader)
                var name = "type \(type)"
                do {
                    name = try reader.typeIdentifier(type)
                    try walk.run(type) { progress(check.samples + $0) }
                } catch {
                    walk.problems.insert("\(error)")
                }
                check.types += 1
                check.samples += walk.count
                if walk.problems.isEmpty, walk.count != count {
                    walk.problems.insert("\(walk.count) samples can be read, \(count) are counted")
                }
                check.problems += walk.problems.sorted().map { "\(name): \($0)" }
            }
            return check
        }
    }
}

/// Reads all samples of one type.
private struct CheckWalk {
    let reader: ObjectReader
    var count = 0
    var problems: Set<String> = []
    private var seen: Set<Reference> = []

    private enum Reference: Hashable {
        case revision(DictionaryID)
        case device(DictionaryID)
        case metadata(DictionaryID)
    }

    init(_ reader: ObjectReader) { self.reader = reader }

    mutating func run(_ type: DictionaryID, progress: (Int) -> Void) throws {
        var scan = ScanRequest(type: type)
        scan.columns = .all
        try reader.store.scan(scan) { block in
            try check(block)
            progress(count)
            return .continue
        }
        for record in try reader.store.records(RecordRequest(type: type)) {
            count += 1
            check(start: record.start, end: record.end)
            try check(record.revision, record.device, record.metadata)
            if try reader.type(type) != nil, try reader.object(record) == nil {
                problems.insert("the content of \(record.uuid) cannot be read")
            }
        }
    }

    private mutating func check(_ block: SampleBlock) throws {
        if try reader.type(block.type) is HKQuantityType { _ = try reader.unit(block.unit) }
        for row in 0..<block.count {
            check(start: block.starts[row], end: block.ends[row])
            try check(block.revisions[row], block.devices[row], block.metadata[row])
        }
        // One row a batch is looked up by its UUID: that is what the index of identities is for.
        if block.count > 0 {
            let uuid = block.uuid(at: block.count - 1)
            if try reader.store.sample(uuid: uuid) == nil { problems.insert("\(uuid) is not found by its UUID") }
        }
        count += block.count
    }

    private mutating func check(start: Double, end: Double) {
        if !(start.isFinite && start <= end) { problems.insert("a sample ends before it starts") }
    }

    private mutating func check(_ revision: DictionaryID, _ device: DictionaryID, _ metadata: DictionaryID) throws {
        if seen.insert(.revision(revision)).inserted { _ = try reader.revision(revision) }
        if device != 0, seen.insert(.device(device)).inserted, try reader.device(device) == nil {
            problems.insert("device \(device) cannot be read")
        }
        if metadata != 0, seen.insert(.metadata(metadata)).inserted, try reader.metadata(metadata) == nil {
            problems.insert("metadata \(metadata) cannot be read")
        }
    }
}
