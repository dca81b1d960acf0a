import Foundation
import HealthStore

/// What was added and deleted after an anchor.
package struct ObjectChanges {
    package var added: [HKSample] = []
    package var deleted: [HKDeletedObject] = []
    /// Where to go on from.
    package var anchor: Int64
}

extension ObjectReader {
    /// How many changes are looked at in one go.
    private static let pageSize = 5_000

    /// What was added and deleted after an anchor, at most `limit` of both together (R4.7 to R4.9).
    ///
    /// Deleted objects are reported whatever the filter, as their data is gone; those of sources that the asker may not
    /// see are left out (R4.6).
    package func changes(_ requests: [FetchRequest], after start: Int64, limit: Int?) throws -> ObjectChanges {
        var byType: [DictionaryID: [FetchRequest]] = [:]
        for request in requests {
            if let id = try typeID(request.type.identifier) { byType[id, default: []].append(request) }
        }
        var result = ObjectChanges(anchor: start)
        guard !byType.isEmpty else {
            result.anchor = max(start, try store.currentAnchor)
            return result
        }
        let types = Array(byType.keys)
        while true {
            try checkpoint?()
            let page = try store.changes(after: result.anchor, types: types, limit: Self.pageSize)
            for item in page.items {
                if let limit, result.added.count + result.deleted.count >= limit { return result }
                try add(item, byType, to: &result)
            }
            if page.items.count < Self.pageSize {
                result.anchor = max(result.anchor, page.lastAnchor)
                return result
            }
        }
    }

    private func add(
        _ item: StoreChanges.Item,
        _ requests: [DictionaryID: [FetchRequest]],
        to result: inout ObjectChanges
    ) throws {
        switch item {
        case .sample(let row):
            result.anchor = row.anchor
            let matches = requests[row.type]?
                .contains { request in
                    isVisible(row.source, request) && request.matches(StoredRow(row, self, kind: request.type))
                }
            if matches ?? false, let sample = try object(row) { result.added.append(sample) }
        case .record(let record):
            result.anchor = record.anchor
            let matches = requests[record.type]?
                .contains { request in
                    isVisible(record.source, request) && request.matches(StoredRow(record, self, kind: request.type))
                }
            if matches ?? false, let sample = try object(record) { result.added.append(sample) }
        case .tombstone(let tombstone):
            result.anchor = tombstone.anchor
            guard requests[tombstone.type]?.contains(where: { isVisible(tombstone.source, $0) }) ?? false else {
                return
            }
            let metadata = TombstonePayload(bytes: tombstone.payload)?.metadata
            result.deleted.append(HKDeletedObject(uuid: tombstone.uuid, metadata: metadata))
        }
    }

    /// Whether the asker may see data of a source.
    func isVisible(_ source: DictionaryID, _ request: FetchRequest) -> Bool {
        switch request.scope {
        case .everything: true
        case .nothing: false
        case .only(let bundle): (try? self.source(source).bundleIdentifier) == bundle
        }
    }
}
