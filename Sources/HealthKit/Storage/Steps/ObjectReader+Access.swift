import Foundation
import HealthKitStore

/// The access changes that operations make for apps, derived from the values that they changed.
extension ObjectReader {
    /// Reads the recorded changes of an operation, in order.
    func forEachChange(of step: OwnerOperation, _ body: (RecordedChange) throws -> Void) throws {
        for key in try store.valueKeys(OperationNamespace.parts) where key.hasPrefix(step.partsPrefix) {
            guard let part = try store.value(OperationNamespace.parts, key) else { continue }
            try RecordedChange.forEach(in: part, body)
        }
    }

    /// The access changes that an operation, just done, undone or redone, has made.
    func accessChanges(by step: OwnerOperation) throws -> [AccessChange] {
        var before: [AccessKey: [UInt8]?] = [:]
        try forEachChange(of: step) { change in
            if case .value(let namespace, let key, let bytes) = change, let key = AccessKey(namespace, key) {
                before[key] = .some(bytes)
            }
        }
        let after = try before.keys.map { ($0, try store.value($0.namespace, $0.key)) }
        return try changes(from: before, to: Dictionary(uniqueKeysWithValues: after))
    }

    /// The access changes that undoing or redoing an operation would make, limited to values that are still as it left them.
    func accessChanges(whenTurned step: OwnerOperation) throws -> [AccessChange] {
        var after: [AccessKey: [UInt8]?] = [:]
        var marks: [AccessKey: RecordedMark] = [:]
        try forEachChange(of: step) { change in
            switch change {
            case .value(let namespace, let key, let bytes): AccessKey(namespace, key).map { after[$0] = .some(bytes) }
            case .valueAfter(let namespace, let key, let mark): AccessKey(namespace, key).map { marks[$0] = mark }
            default: break
            }
        }
        var before: [AccessKey: [UInt8]?] = [:]
        for key in after.keys {
            let bytes = try store.value(key.namespace, key.key)
            if RecordedMark(bytes) == marks[key] { before[key] = .some(bytes) } else { after[key] = nil }
        }
        return try changes(from: before, to: after)
    }

    /// The location of a value that determines an app's access.
    private struct AccessKey: Hashable {
        var namespace: String
        var key: String

        /// Creates a key; `nil` for values that don't determine access.
        init?(_ namespace: String, _ key: String) {
            let deciding: Set<String> = [
                StoreNamespace.grants, StoreNamespace.objectGrants, StoreNamespace.approvals,
                StoreNamespace.deviceApps, StoreNamespace.wakeDecisions, StoreNamespace.apps,
            ]
            guard deciding.contains(namespace) else { return nil }
            (self.namespace, self.key) = (namespace, key)
        }

        /// The app's account, the type and the object in the key.
        var parts: [String] { key.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init) }
    }

    private func changes(
        from before: [AccessKey: [UInt8]?],
        to after: [AccessKey: [UInt8]?]
    ) throws -> [AccessChange] {
        var found: [AccessChange] = []
        var objects: [[String]: (before: Int, after: Int)] = [:]
        var known: [String: String?] = [:]
        func name(_ app: String) throws -> String? {
            if let name = known[app] { return name }
            let key = AccessKey(StoreNamespace.apps, app)
            // An app that is removed or restored is named by the removed or restored value.
            let bytes = key.map { [after[$0], before[$0]].compactMap { $0 ?? nil } } ?? []
            let record =
                try value(AppRecord.self, StoreNamespace.apps, app)
                ?? bytes.lazy.compactMap { Self.decoded(AppRecord.self, $0, StoreNamespace.apps) }.first
            known[app] = .some(record?.name)
            return record?.name
        }
        for (key, old) in before {
            let new = after[key] ?? nil
            let parts = key.parts
            func add(_ way: AccessChange.Way, _ before: AccessChange.Extent, _ after: AccessChange.Extent) throws {
                guard before != after, let app = parts.first else { return }
                let type = parts.count > 1 ? parts[1] : nil
                let change = AccessChange(
                    app: app,
                    name: try name(app),
                    way: way,
                    type: type,
                    before: before,
                    after: after
                )
                found.append(change)
            }
            switch key.namespace {
            case StoreNamespace.grants:
                let (old, new) = (old.flatMap(Grant.decoded) ?? Grant(), new.flatMap(Grant.decoded) ?? Grant())
                try add(.read, .reading(old), .reading(new))
                try add(.save, .init(isAllowed: old.share == true), .init(isAllowed: new.share == true))
            case StoreNamespace.objectGrants where parts.count == 3:
                let isAllowed = [old, new].map { $0.flatMap { Self.decoded(Bool.self, $0, key.namespace) } == true }
                var counts = objects[Array(parts.prefix(2))] ?? (0, 0)
                if isAllowed[0] != isAllowed[1] {
                    if isAllowed[0] { counts.before += 1 } else { counts.after += 1 }
                    objects[Array(parts.prefix(2))] = counts
                }
            case StoreNamespace.approvals:
                // An app whose approved program changes keeps its rights under the new program.
                guard old != new else { continue }
                let isApproved = try new != nil && !grants(app: key.key).isEmpty
                try add(.program, .nothing, .init(isAllowed: isApproved))
            case StoreNamespace.deviceApps:
                try add(.otherDevice, .init(isAllowed: old != nil), .init(isAllowed: new != nil))
            case StoreNamespace.wakeDecisions:
                let isAllowed = [old, new]
                    .map { $0.flatMap { Self.decoded(WakeDecision.self, $0, key.namespace) }?.isAllowed == true }
                try add(.wake, .init(isAllowed: isAllowed[0]), .init(isAllowed: isAllowed[1]))
            default: break
            }
        }
        for (place, counts) in objects {
            found.append(
                AccessChange(
                    app: place[0],
                    name: try name(place[0]),
                    way: .objects,
                    type: place[1],
                    before: .init(isAllowed: counts.before > 0, objects: counts.before),
                    after: .init(isAllowed: counts.after > 0, objects: counts.after)
                )
            )
        }
        return found.sorted {
            ($0.app, $0.type ?? "", $0.way.rawValue) < ($1.app, $1.type ?? "", $1.way.rawValue)
        }
    }
}

extension AccessChange.Extent {
    fileprivate static func reading(_ grant: Grant) -> AccessChange.Extent {
        .init(isAllowed: grant.read == true, since: grant.read == true ? grant.since : nil)
    }
}
