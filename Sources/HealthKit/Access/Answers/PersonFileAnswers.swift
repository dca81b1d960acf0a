import Foundation
import HealthKitStore

extension Gate {
    /// Copies the store into memory for dry runs of imports; the copy is locked with the store.
    ///
    /// - Parameter isCancelled: Checked from time to time.
    /// - Returns: The copy.
    /// - Throws: `errorAuthorizationDenied` for an app, `CancellationError`, and what opening the store throws.
    func scratchStore(isCancelled: @escaping () -> Bool) throws -> SampleStore {
        let database = try personsDatabase()
        return try HKError.translating {
            let copy = try database.store.scratchCopy(isCancelled: isCancelled)
            try database.adopt(copy)
            return copy
        }
    }

    /// Begins a bulk import.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - forms: How the import recognizes values that are spelled differently.
    ///   - keepsBack: Whether modifications wait until the person has given the secret.
    ///   - scratch: The copy to write to in place of the store; the outcome then lists the result for each type and
    ///     source.
    /// - Returns: The object that receives the imported objects.
    /// - Throws: `errorAuthorizationDenied` for an app, and what opening the store throws.
    func answer(
        _ call: ImportCall,
        _ forms: ImportForms,
        keepsBack: Bool = false,
        into scratch: SampleStore? = nil
    ) throws -> ObjectImport {
        try call.check()
        let database = try personsDatabase()
        let waiting = keepsBack ? WaitingImports(file: call.file, restoresDeleted: call.restoresDeleted) : nil
        let step = ImportStep(
            call.file,
            restoresDeleted: call.restoresDeleted && waiting == nil,
            clock: clock
        )
        let throttle = ImportThrottle(storePath: database.path)
        return try HKError.translating {
            try ObjectImport(
                scratch ?? database.store,
                forms,
                restoresDeleted: call.restoresDeleted,
                countsParts: scratch != nil,
                throttle: throttle.giveWay,
                waiting: waiting,
                ended: scratch == nil ? { try step.end($0, in: database) } : nil
            ) { try step.record($0, $1) }
        }
    }

    /// Reads the data of an export.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - body: Receives the snapshot, which is valid until it returns.
    /// - Returns: The result of `body`.
    /// - Throws: `errorAuthorizationDenied` for an app, `errorInvalidArgument` for arguments out of bounds, any error of opening
    ///   the store, and any error thrown by `body`.
    func answer<T>(_ call: ExportCall, _ body: (any StoreSnapshot) throws -> T) throws -> T {
        try call.check()
        return try personsDatabase()
            .read { reader in
                try reader.store.keepingLittle { try body(LocalSnapshot(reader, call.selection)) }
            }
    }

    /// Reads a copy of this store.
    ///
    /// - Parameters:
    ///   - copy: The copy.
    ///   - body: Receives the snapshot, which is valid until it returns.
    /// - Returns: The result of `body`.
    /// - Throws: `errorAuthorizationDenied` for an app, any error of opening the copy, and any error thrown by `body`.
    func answer<T>(from copy: StoreCopy, _ body: (any StoreSnapshot) throws -> T) throws -> T {
        try copy.snapshot(of: personsDatabase(), body)
    }

    /// Writes a copy of the store.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - progress: Called from time to time with the number of bytes copied and the total; an error that it throws ends the
    ///     copy.
    /// - Returns: The size of the copy in bytes.
    /// - Throws: `errorAuthorizationDenied` for an app, any error of opening the store, and any error thrown by `progress`; then
    ///   there is no copy.
    func answer(_ call: BackUpCall, progress: @escaping (_ copied: Int, _ total: Int) throws -> Void) throws -> Int {
        try call.check()
        let store = try HKError.translating { try personsDatabase().store }
        defer { FreedMemory.giveBack() }
        return try HKError.translating {
            try store.backUp(
                to: call.path,
                replacing: call.replaces,
                leavingOut: call.leavesSteps ? StoreNamespace.ownNamespaces : [],
                progress: progress
            )
        }
    }

    /// Merges contents of a store's copy that this store does not have.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - forms: How objects that this store has under other UUIDs are recognized.
    ///   - keepsBack: Whether the person has not given the secret. If so, objects are merged, but deletions and
    ///     settings are not, and the outcome reveals nothing about the store's earlier contents.
    ///   - scratch: The copy of this store to write to in its place.
    ///   - isCancelled: Checked from time to time.
    ///   - progress: Called with the number of objects examined and the total.
    /// - Returns: The merged objects.
    /// - Throws: `errorAuthorizationDenied` for an app and for anything that needs the secret, `errorDatabaseInaccessible` for a
    ///   copy that is damaged or not a store, and for this store, `CancellationError`.
    func answer(
        _ call: MergeCall,
        _ forms: ImportForms,
        keepsBack: Bool = false,
        into scratch: SampleStore? = nil,
        isCancelled: @escaping () -> Bool,
        progress: @escaping (_ objects: Int, _ total: Int) -> Void
    ) throws -> StoreMergeSummary {
        try call.check()
        if keepsBack, call.restoresDeleted {
            throw HKError.error(
                .errorAuthorizationDenied,
                "What you deleted comes back from the copy of the store only once you have given your PIN or passphrase."
            )
        }
        let database = try scratch.map { HealthDatabase($0) } ?? personsDatabase()
        let findings = try HKError.translating { try SampleStore.inspect(path: call.path).findings }
        if let first = findings.first {
            throw HKError.error(.errorDatabaseInaccessible, "The copy of the store is damaged: \(first.text).")
        }
        FreedMemory.giveBack()
        let copy = try StoreCopy.open(call.path)
        defer { copy.close() }
        let isNew = try !keepsBack && database.read { try $0.store.currentAnchor == 0 }
        let target = try HKError.translating { try database.store }
        let step = ImportStep(call.file, restoresDeleted: call.restoresDeleted, clock: clock)
        return try HealthDatabase(copy)
            .read { reader in
                let types = try reader.store.summaries().filter { $0.count > 0 }
                let total = types.reduce(0) { $0 + $1.count }
                let merging = MergeOptions(
                    importing: ImportOptions(
                        spelling: forms.spelling,
                        restoresDeleted: call.restoresDeleted,
                        heedsDeletion: { !TombstonePayload.isUndo($0) },
                        syncsAtEnd: true,
                        around: { try step.record($0, $1) }
                    ),
                    looseRoles: [LinkRole.workoutEffort.rawValue],
                    takesDeletions: !keepsBack,
                    takesValues: { namespace in
                        // These are change numbers, so workouts get new ones.
                        if namespace == StoreNamespace.workoutEffort { return false }
                        if StoreNamespace.ownNamespaces.contains(namespace) { return false }
                        // An import grants no rights that the person didn't see on a sheet of this store.
                        if StoreNamespace.assistantNamespaces.contains(namespace) { return false }
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
                if scratch == nil {
                    try step.end(ImportEnd(objects: summary.counts.total(\.added), countsValues: false), in: database)
                }
                return keepsBack ? summary.unseen : summary
            }
    }

    /// The namespaces that describe the person's health rather than the person's settings.
    private static let healthNamespaces: Set<String> = [
        StoreNamespace.activitySummaries, StoreNamespace.characteristics, "attachments", "attachments.data",
        StoredDocument.namespace, StoreNamespace.dayMarks,
    ]
}

extension StoreMergeSummary {
    fileprivate init(_ merged: MergeCounts) {
        counts[.records].add(merged.samples)
        for (type, part) in merged.records {
            counts[ImportKind(ofRecordsOf: DictionaryCoding.text(type))].add(part)
        }
        links = merged.links
        values = merged.values
        deletions = merged.tombstones
    }
}

extension ImportKind {
    /// The export group of records of a type, including health records of a kind that HealthKit has no type for.
    package init(ofRecordsOf identifier: String) {
        let type = HKObjectType.type(identifier: identifier)
        let isForeign = type == nil && identifier.hasPrefix("HKClinicalTypeIdentifier")
        self = isForeign ? .clinicalRecords : ImportKind(ofSamplesOf: type)
    }

    /// The export group of samples of a type; types that exports don't have count as records.
    package init(ofSamplesOf type: HKObjectType?) {
        switch type {
        case is HKCorrelationType: self = .correlations
        case is HKWorkoutType: self = .workouts
        case is HKElectrocardiogramType: self = .electrocardiograms
        case is HKAudiogramSampleType: self = .audiograms
        case is HKPrescriptionType: self = .visionPrescriptions
        case is HKClinicalType: self = .clinicalRecords
        case is HKDocumentType: self = .clinicalDocuments
        case is VerifiableRecordType: self = .verifiableRecords
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
