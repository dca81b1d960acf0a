import Foundation
import HealthKitStore

/// The additions and deletions after a change number.
package struct ObjectChanges {
    package var added: [HKSample] = []
    package var deleted: [HKDeletedObject] = []
    /// The change number to continue from: the last change that the caller may know of, requested or not.
    package var changeNumber: Int64
}

extension ObjectReader {
    /// The maximum number of changes examined at once.
    private static let pageSize = 5_000

    /// The additions and deletions after a change number up to another, at most `limit` in total (R4.7 to R4.9).
    ///
    /// Deleted objects are reported regardless of the filter, because their data is gone; those that the caller can't see are
    /// omitted (R4.6). Changes that the caller can't see never advance the number.
    package func changes(
        _ requests: [FetchRequest],
        after start: Int64,
        through end: Int64 = .max,
        limit: Int?
    ) throws -> ObjectChanges {
        var result = ObjectChanges(changeNumber: start)
        try forEachChange(VisibleRequests(requests, self), after: start) { item, requests in
            if item.anchor > end { return false }
            if let limit, result.added.count + result.deleted.count >= limit { return false }
            let verdict = try verdict(item, requests)
            if verdict == .hidden { return true }
            result.changeNumber = item.anchor
            if verdict == .wanted { try add(item, to: &result) }
            return true
        }
        return result
    }

    /// The types for which the caller may know that a matching sample was saved, or any sample deleted, after a change number.
    func changedTypes(_ requests: [FetchRequest], after start: Int64) throws -> Set<String> {
        let visible = try VisibleRequests(requests, self)
        var waiting = visible.names
        var found: Set<String> = []
        try forEachChange(visible, after: start) { item, requests in
            guard let name = requests.first?.request.type.identifier, waiting.contains(name) else { return true }
            if try verdict(item, requests) == .wanted {
                found.insert(name)
                waiting.remove(name)
            }
            return !waiting.isEmpty
        }
        return found
    }

    /// Calls a closure with each change to the requested types, in order, until it returns false.
    private func forEachChange(
        _ visible: VisibleRequests,
        after start: Int64,
        _ body: (StoreChanges.Item, [VisibleRequest]) throws -> Bool
    ) throws {
        guard !visible.byType.isEmpty else { return }
        let types = Array(visible.byType.keys)
        var reached = start
        while true {
            try checkpoint?()
            let page = try store.changes(
                after: reached,
                types: types,
                sources: visible.sources,
                limit: Self.pageSize
            )
            // Consecutive changes mostly have the same type.
            var type: TypeID?
            var requests: [VisibleRequest] = []
            for item in page.items {
                if item.type != type {
                    type = item.type
                    requests = visible.byType[item.type] ?? []
                }
                guard try body(item, requests) else { return }
            }
            if page.items.count < Self.pageSize { return }
            reached = page.lastAnchor
        }
    }

    private enum Verdict {
        /// The caller can't see it.
        case hidden
        case unwanted, wanted
    }

    private func verdict(_ item: StoreChanges.Item, _ requests: [VisibleRequest]) throws -> Verdict {
        var verdict = Verdict.hidden
        for visible in requests {
            if case .sample(let row) = item, let times = visible.times {
                guard visible.shows(row.source, { isVisible($0, visible.request) }),
                    visible.bounds.matches(start: row.start, end: row.end)
                else { continue }
                if times.matches(start: row.start, end: row.end) { return .wanted }
                verdict = .unwanted
                continue
            }
            let request = visible.request
            switch item {
            case .sample(let row):
                guard visible.shows(row.source, { isVisible($0, request) }) else { continue }
                let row = StoredSubject(row, self, kind: request.type)
                guard request.admits(row) else { continue }
                if request.filter.matches(row) { return .wanted }
            case .record(let record):
                guard isVisible(record.source, request) else { continue }
                let row = StoredSubject(record, self, kind: request.type)
                guard request.admits(row) else { continue }
                if request.filter.matches(row) { return .wanted }
            case .tombstone(let tombstone):
                if try sees(tombstone, TombstonePayload(bytes: tombstone.payload), request) { return .wanted }
                continue
            }
            verdict = .unwanted
        }
        return verdict
    }

    private func add(_ item: StoreChanges.Item, to result: inout ObjectChanges) throws {
        switch item {
        case .sample(let row): if let sample = try object(row) { result.added.append(sample) }
        case .record(let record): if let sample = try object(record) { result.added.append(sample) }
        case .tombstone(let tombstone):
            let payload = TombstonePayload(bytes: tombstone.payload)
            let uuid = try payload?.knownAs.flatMap { try isOwn(tombstone.source) ? $0 : nil } ?? tombstone.uuid
            result.deleted.append(HKDeletedObject(uuid: uuid, metadata: payload?.metadata))
        }
    }

    /// Whether the caller can see data of a source.
    func isVisible(_ source: SourceID, _ request: FetchRequest) -> Bool {
        looked { try isWithin(request.scope, source) } ?? false
    }
}

/// A request with the times that decide it on their own.
private final class VisibleRequest {
    let request: FetchRequest
    /// The times of matching samples; `nil` if the filter or visibility depends on more than a sample's times.
    let times: TimeClauses?
    /// The times outside of which nothing is visible.
    let bounds: TimeBounds
    /// The last source checked, and whether its data is visible: consecutive changes mostly have the same source.
    private var last: (source: SourceID, isShown: Bool)?

    /// Whether data of a source is visible.
    func shows(_ source: SourceID, _ find: (SourceID) -> Bool) -> Bool {
        if let last, last.source == source { return last.isShown }
        let isShown = find(source)
        last = (source, isShown)
        return isShown
    }

    init(_ request: FetchRequest) {
        self.request = request
        bounds = request.bounds
        let isPlain = request.choice == nil && !request.judgesObjects
        times = isPlain ? request.filter.timeClauses : nil
    }
}

/// The requests of a caller that can match anything; the others are skipped entirely.
private struct VisibleRequests {
    let byType: [TypeID: [VisibleRequest]]
    /// The only visible sources; `nil` for all.
    let sources: Set<SourceID>?

    init(_ requests: [FetchRequest], _ reader: ObjectReader) throws {
        var byType: [TypeID: [VisibleRequest]] = [:]
        var bundles: Set<String>? = []
        for request in requests where request.scope != .nothing {
            guard let id = try reader.typeID(request.type.identifier) else { continue }
            byType[id, default: []].append(VisibleRequest(request))
            if case .only(let bundle) = request.scope { bundles?.insert(bundle) } else { bundles = nil }
        }
        self.byType = byType
        // Deletions by other apps are searched for only if the check of deletions is skipped.
        sources = reader.makes(.tombstones) ? try bundles.map { try reader.sourceIDs($0) } : nil
    }

    var names: Set<String> { Set(byType.values.compactMap { $0.first?.request.type.identifier }) }
}

extension StoreChanges.Item {
    fileprivate var type: TypeID {
        switch self {
        case .sample(let row): row.type
        case .record(let record): record.type
        case .tombstone(let tombstone): tombstone.type
        }
    }
}
