import Foundation
import HealthKit
import HealthKitStore

/// Edits of one sample on two machines at once.
extension DeviceSync {
    /// An edit that isn't shown, because another machine's of the same sample is later.
    package struct Conflict: Sendable {
        /// The identity of the version that isn't shown.
        package var version: UUID
        /// When it was made, by the clock of its machine.
        package var edited: Date
        /// The name of the machine that made it.
        package var device: String
        /// The sample that isn't shown.
        package var sample: HKSample
        /// The sample shown instead, and the machine that made it.
        package var shown: HKSample
        package var shownDevice: String
    }

    /// The edits that aren't shown because another machine's is later, and that the person hasn't decided on.
    ///
    /// - Returns: The edits, the latest last.
    /// - Throws: ``SyncError``, `HKError`.
    package func conflicts() throws -> [Conflict] {
        let group = try load()
        return try database.read { reader in
            let losing = try Self.losingVersions(group, reader.store)
            let settled = Set(try reader.store.valueKeys(StoreNamespace.deviceConflicts))
            return
                try losing.compactMap { losing in
                    let uuid = losing.version.id.uuid
                    guard !settled.contains(uuid.uuidString), let sample = Self.sample(losing.version),
                        let shown = try reader.sample(uuid: losing.shown.id.uuid)
                    else {
                        return nil
                    }
                    return Conflict(
                        version: uuid,
                        edited: Date(timeIntervalSince1970: Double(losing.version.stamp.clock) / 1_000),
                        device: Self.name(losing.version.stamp.device, group.member),
                        sample: sample,
                        shown: shown,
                        shownDevice: Self.name(losing.shown.stamp.device, group.member)
                    )
                }
                .sorted { ($0.edited, $0.version.uuidString) < ($1.edited, $1.version.uuidString) }
        }
    }

    /// The versions of samples that lost to edits which didn't know of them.
    static func losingVersions(_ roots: Set<SyncID>, _ segments: StoredSegments) throws -> [LosingVersion] {
        if roots.isEmpty { return [] }
        var working = WorkingState()
        try working.load(roots.map(EntryKey.sample), segments)
        return working.state.losingVersions(MergedView(working.state)).filter { roots.contains($0.version.root) }
    }

    static func losingVersions(_ group: LocalGroup, _ store: StoreReader) throws -> [LosingVersion] {
        let roots = Set((group.record.edited ?? []).compactMap { Base32.bytes($0).flatMap { SyncID($0) } })
        return try losingVersions(roots, StoredSegments(store, of: group.member))
    }

    /// The number of conflicts without a decision.
    static func countConflicts(_ losing: [LosingVersion], _ reader: StoreReader) throws -> Int {
        if losing.isEmpty { return 0 }
        let settled = Set(try reader.valueKeys(StoreNamespace.deviceConflicts))
        return losing.count { !settled.contains($0.version.id.uuid.uuidString) && sample($0.version) != nil }
    }

    /// Decides on an edit that isn't shown.
    ///
    /// - Parameters:
    ///   - version: The beginning of its identity.
    ///   - takes: Whether it is to be shown, as an edit that the others get and that can be undone; else what is shown stays.
    /// - Returns: The edit.
    /// - Throws: ``SyncError`` with code `invalidArgument` where there is none or are several, `HKError`.
    package func settle(_ version: String, takes: Bool) throws -> Conflict {
        let found = try conflicts().filter { $0.version.uuidString.hasPrefix(version.uppercased()) }
        guard let conflict = found.first, !version.isEmpty else {
            throw SyncError(
                .invalidArgument,
                "No edit that another machine's replaced begins with “\(version)”. healthtui sync conflicts lists them."
            )
        }
        guard found.count == 1 else {
            throw SyncError(.invalidArgument, "\(found.count) edits begin with “\(version)”. Type more of one.")
        }
        if takes { try person.edit(conflict.shown.uuid, to: conflict.sample) }
        let now = clock()
        try database.write { writer in
            try writer.setValue(now, StoreNamespace.deviceConflicts, conflict.version.uuidString)
        }
        return conflict
    }

    /// A version's content as a new sample; `nil` if it can't be edited.
    private static func sample(_ version: SyncedVersion) -> HKSample? {
        let content = version.content
        guard case .value(let value) = content.body else { return nil }
        let start = Date(timeIntervalSinceReferenceDate: content.start)
        let end = Date(timeIntervalSinceReferenceDate: content.end)
        let metadata = Metadata(bytes: content.texts[5])?.dictionary
        let device = content.texts[4].isEmpty ? nil : DictionaryCoding.device(content.texts[4])
        switch HKObjectType.type(identifier: DictionaryCoding.text(content.texts[0])) {
        case let type as HKQuantityType:
            // A unit of a later version can't be edited here; the edit isn't listed.
            guard let unit = try? HKUnit(validating: DictionaryCoding.text(content.texts[1])) else { return nil }
            let quantity = HKQuantity(unit: unit, doubleValue: value)
            return HKQuantitySample(
                type: type,
                quantity: quantity,
                start: start,
                end: end,
                device: device,
                metadata: metadata
            )
        case let type as HKCategoryType:
            return HKCategorySample(
                type: type,
                value: Int(exactly: value) ?? 0,
                start: start,
                end: end,
                device: device,
                metadata: metadata
            )
        default: return nil
        }
    }
}
