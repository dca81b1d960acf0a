import Foundation
import HealthKitStore

/// Checks, repairs and copies the file of a store; works on files that are too damaged to open.
package struct StoreDoctor: Sendable {
    package let path: String

    package init(path: String) {
        self.path = path
        KeyHolder.install()
    }

    /// Links whose parent may be a workout's activity, which isn't an object of the store.
    private static let looseRoles: Set<Int> = [LinkRole.workoutEffort.rawValue]

    /// Links to members of a correlation, which can't have members themselves (R2.14).
    private static let flatRoles: Set<Int> = [LinkRole.correlationMember.rawValue]

    /// Reads everything in the store and verifies its checksums, counts, dictionaries, links and index.
    ///
    /// - Parameter progress: Called from time to time with the number of samples read so far.
    /// - Returns: The result of the check.
    /// - Throws: `errorDatabaseInaccessible` for a file that isn't a store.
    package func check(progress: @escaping (Int) -> Void = { _ in }) throws -> StoreCheck {
        var options = InspectionOptions()
        options.looseRoles = Self.looseRoles
        options.flatRoles = Self.flatRoles
        SampleStore.removeAbandonedFiles(beside: path)
        let inspection = try HKError.translating { try SampleStore.inspect(path: path, options, progress: progress) }
        var check = StoreCheck(types: inspection.types, samples: inspection.samples)
        if let commits = inspection.commits, let seen = inspection.commitsSeen {
            check.missingChanges = Int(seen - commits)
        }
        check.problems = inspection.findings.map { StoreProblem($0, inspection.names) }
        if try StorePassphrase(path: path).isReplaced {
            let text =
                "an encrypted store was here, and this file isn't encrypted: someone replaced it. If you did, run:"
            check.problems.append(StoreProblem(kind: "file", text + " healthtui passphrase accept", count: 1))
            return check
        }
        if inspection.findings.contains(where: { $0.kind == .file || $0.kind == .table }) { return check }
        do {
            check.problems += try DatabaseHandle.shared(path: path, isReadOnly: true)
                .read { try Self.checkContents($0) }
        } catch {
            // Unreadable parts are among the problems already.
            if check.problems.isEmpty { throw error }
        }
        return check
    }

    /// Finds entries and records that are stored intact but that HealthKit can't read.
    private static func checkContents(_ reader: ObjectReader) throws -> [StoreProblem] {
        var problems: [StoreProblem] = []
        func check(_ kind: DictionaryKind, _ name: String, _ isReadable: ([UInt8]) -> Bool) throws {
            var mute = 0
            try reader.store.forEachDictionaryEntry(of: kind) { _, bytes in
                // Gaps filled by a repair are marked, and nothing refers to them.
                if !isReadable(bytes), !DictionaryCoding.text(bytes).hasPrefix("lost entry ") { mute += 1 }
            }
            if mute == 0 { return }
            problems.append(
                StoreProblem(kind: "dictionary", "\(mute) \(name) can't be decoded", count: mute)
            )
        }
        try check(.source, "names of sources") { DictionaryCoding.source($0) != nil }
        try check(.revision, "versions of sources") { DictionaryCoding.revision($0) != nil }
        try check(.device, "devices") { DictionaryCoding.device($0) != nil }
        try check(.metadata, "sets of metadata") { Metadata(bytes: $0) != nil }
        var unreadable = 0
        try reader.store.forEachRecordByAnchor { record in
            if let type = try reader.type(record.type), try !isSound(copy record, type, reader) { unreadable += 1 }
            return .continue
        }
        if unreadable > 0 {
            let text = "the content of \(unreadable) workouts, series, correlations or other records can't be decoded"
            problems.append(StoreProblem(kind: "records", text, count: unreadable))
        }
        return try problems + unreadableCategories(reader) + unreadableValues(reader)
    }

    private static func isSound(_ record: StoredRecord, _ type: HKObjectType, _ reader: ObjectReader) throws -> Bool {
        // The person's list of medications is stored among the records, but its entries aren't samples.
        if type == HKObjectType.userAnnotatedMedicationType() {
            return AnnotatedMedicationContent(bytes: record.payload) != nil
        }
        return try reader.object(record) != nil
    }

    /// Saves everything recoverable of the store into a new one; this one is only read.
    ///
    /// - Parameters:
    ///   - target: The path of the new store.
    ///   - replaces: Whether it may replace an existing file.
    ///   - progress: Called from time to time with the number of samples read and written.
    /// - Returns: The saved and the lost data.
    /// - Throws: `errorDatabaseInaccessible`; then there is no new store.
    package func repair(
        to target: String,
        replacing replaces: Bool,
        progress: @escaping (_ read: Int, _ written: Int) -> Void = { _, _ in }
    ) throws -> StoreRepairSummary {
        let aids = RepairAids(
            candidates: { Self.candidates($0) },
            substitute: { kind, id in
                guard kind == .source else { return nil }
                let source = HKSource(name: "Unknown Source \(id)", bundleIdentifier: "unknown.source.\(id)")
                return DictionaryCoding.bytes(source: source)
            },
            looseRoles: Self.looseRoles,
            flatRoles: Self.flatRoles
        )
        let report = try HKError.translating {
            try SampleStore.repair(path, to: target, replacing: replaces, aids: aids, progress: progress)
        }
        func named(_ findings: [StoreFinding]) -> [StoreProblem] { findings.map { StoreProblem($0, report.names) } }
        return StoreRepairSummary(
            samples: report.samples + report.records,
            deletions: report.tombstones,
            settings: report.values,
            problems: named(report.findings),
            lost: named(report.lost),
            changed: named(report.changed),
            remaining: named(report.remaining)
        )
    }

    /// Entries that may have been lost: every type, every unit, and the sources named by versions of sources.
    private static func candidates(
        _ known: [(kind: DictionaryKind, bytes: [UInt8])]
    ) -> [(kind: DictionaryKind, bytes: [UInt8])] {
        var candidates: [(kind: DictionaryKind, bytes: [UInt8])] = []
        var units: Set<String> = ["count", "count/min", "kg", "lb", "mi", "km", "m", "kcal", "Cal", "%", "min", "hr"]
        for entry in TypeCatalogue.shared.entries {
            candidates.append((.type, DictionaryCoding.bytes(type: entry.identifier)))
            units.formUnion([entry.unit, entry.displayUnit].compactMap { $0 })
        }
        candidates += units.map { (.unit, DictionaryCoding.bytes(unit: $0)) }
        for entry in known where entry.kind == .revision {
            guard let revision = DictionaryCoding.revision(entry.bytes) else { continue }
            candidates.append((.source, DictionaryCoding.bytes(source: revision.source)))
        }
        return candidates
    }
}

extension StoreDoctor {
    /// Replaces the store with a copy of a backup.
    ///
    /// - Parameters:
    ///   - backup: The file of the backup, which is only read.
    ///   - progress: Called from time to time with the number of bytes copied and the total.
    ///   - confirm: Called when the backup was read and is intact, before a store is replaced; an error that it throws ends the
    ///     restore.
    /// - Returns: The path at which the previous store is kept, or `nil` when there was none.
    /// - Throws: `errorDatabaseInaccessible`, also while another program has the store open; it is then unchanged.
    package func restore(
        from backup: String,
        progress: @escaping (_ copied: Int, _ total: Int) -> Void = { _, _ in },
        confirm: () throws -> Void = {}
    ) throws -> String? {
        let known = KeyHolder.address.known
        let kept = try HKError.translating {
            do {
                // If the process is killed from here on, it leaves a store that isn't mistaken for another one.
                let expect = { (identity: [UInt8]) in known.expect(identity, at: path) }
                return try SampleStore.restore(
                    backup,
                    to: path,
                    progress: progress,
                    confirm: confirm,
                    willReplace: expect
                )
            } catch {
                known.expect(nil, at: path)
                throw error
            }
        }
        // The person put it there.
        if let lock = try HKError.translating({ try StoreLock.read(at: path) }) {
            known.remember(path, store: lock.storeID, slots: lock.slots)
        } else {
            known.forget(path)
        }
        return kept
    }
}
