import Foundation
import HealthStore

/// What a store took over of a copy of another, or of itself.
package struct StoreMergeSummary: Sendable, Hashable {
    /// What became of the objects of each kind; samples of the kinds that exports do not have count as records.
    package var counts = ImportTallies()
    /// How many types the objects have.
    package var types = 0
    /// Members of correlations, samples of workouts and the like that were put in their place.
    package var links = 0
    /// Days with a summary that were not there, attachments, and what is known of the person.
    package var values = 0
    /// Deletions that were taken over, so that what was deleted stays deleted.
    package var deletions = 0
    /// Whether apps' rights, the order of sources and other settings came along.
    package var hasSettings = false
}

extension PersonAccess {
    /// What says something of the person's health, rather than how the person wants the store to be.
    private static let healthNamespaces: Set<String> = [
        StoreNamespace.activitySummaries, StoreNamespace.characteristics, "attachments", "attachments.data",
    ]

    /// Takes over what a copy of a store holds and this store does not: objects with their UUIDs, what belongs to
    /// them, and deletions.
    ///
    /// Rights of apps, the order of sources and other settings are taken over too by a store in which nothing was ever
    /// stored. A copy is read whole before anything is taken over.
    ///
    /// - Parameters:
    ///   - path: The copy's file.
    ///   - name: What the log of steps calls it.
    ///   - forms: How objects are recognised that this store has under other UUIDs.
    ///   - restoresDeleted: Whether what was imported before and deleted since comes back.
    ///   - isCancelled: Asked now and then.
    ///   - progress: Told the objects looked at and how many there are.
    /// - Returns: What was taken over.
    /// - Throws: `errorDatabaseInaccessible` for a copy that is damaged or no store, and for this store; then what was
    ///   taken over is whole, and going on later takes over the rest. `CancellationError`.
    package func merge(
        copyAt path: String,
        named name: String,
        _ forms: ImportForms,
        restoresDeleted: Bool,
        isCancelled: @escaping () -> Bool = { false },
        progress: @escaping (_ objects: Int, _ total: Int) -> Void = { _, _ in }
    ) throws -> StoreMergeSummary {
        let findings = try HKError.translating { try SampleStore.inspect(path: path).findings }
        if let first = findings.first {
            throw HKError.error(.errorDatabaseInaccessible, "The copy of the store is damaged: \(first.text).")
        }
        let copy = try Self.open(path)
        defer { copy.close() }
        let isNew = try read { try $0.store.currentAnchor == 0 }
        let target = try store.database().store
        let step = ImportStep(StepDraft(.import, note: name), clock: store.gate.clock)
        return try HealthDatabase(copy)
            .read { reader in
                let types = try reader.store.summaries().filter { $0.count > 0 }
                let total = types.reduce(0) { $0 + $1.count }
                let merging = MergeOptions(
                    importing: ImportOptions(
                        spelling: forms.spelling,
                        restoresDeleted: restoresDeleted,
                        around: { try step.record($0, $1) }
                    ),
                    looseRoles: [LinkRole.workoutEffort.rawValue],
                    takesValues: { namespace in
                        // Places in the order of changes, which the workouts get anew.
                        if namespace == StoreNamespace.workoutEffort { return false }
                        if StoreNamespace.ownNamespaces.contains(namespace) { return false }
                        return isNew || Self.healthNamespaces.contains(namespace)
                    }
                )
                let counts = try target.merge(reader.store, merging) { looked in
                    progress(looked, total)
                    if isCancelled() { throw CancellationError() }
                }
                var summary = StoreMergeSummary(counts)
                summary.types = Set(types.map(\.type)).count
                summary.hasSettings = isNew
                return summary
            }
    }
}

extension StoreMergeSummary {
    fileprivate init(_ merged: MergeCounts) {
        counts[.records].add(merged.samples)
        for (type, part) in merged.records {
            counts[ImportKind(ofSamplesOf: HKObjectType.type(identifier: DictionaryCoding.text(type)))].add(part)
        }
        links = merged.links
        values = merged.values
        deletions = merged.tombstones
    }
}

extension ImportKind {
    /// What samples of a type count as; those that exports do not have count as records.
    package init(ofSamplesOf type: HKObjectType?) {
        switch type {
        case is HKCorrelationType: self = .correlations
        case is HKWorkoutType: self = .workouts
        case is HKElectrocardiogramType: self = .electrocardiograms
        case is HKAudiogramSampleType: self = .audiograms
        case is HKPrescriptionType: self = .visionPrescriptions
        case is HKClinicalType: self = .clinicalRecords
        case is HKDocumentType: self = .clinicalDocuments
        case let type as HKSeriesType where type.identifier == HKDataTypeIdentifierHeartbeatSeries:
            self = .heartbeatSeries
        case is HKSeriesType: self = .workoutRoutes
        default: self = .records
        }
    }
}

extension ImportTally {
    fileprivate mutating func add(_ counts: ImportCounts) {
        read += counts.added + counts.duplicate + counts.deleted
        added += counts.added
        duplicate += counts.duplicate
        deleted += counts.deleted
    }
}
