import Foundation
import HealthKitStore

/// Stored values that only HealthKit can check.
private struct CheckedValues {
    let namespace: String
    /// The plural name of the values.
    let name: String
    /// Whether a value can be read.
    let isReadable: (_ bytes: [UInt8]) -> Bool

    init(_ namespace: String, _ name: String, _ isReadable: @escaping (_ bytes: [UInt8]) -> Bool) {
        self.namespace = namespace
        self.name = name
        self.isReadable = isReadable
    }

    /// Values stored as JSON.
    init<T: Decodable>(
        _ namespace: String,
        _ name: String,
        as type: T.Type,
        _ makesSense: @escaping (T) -> Bool = { _ in true }
    ) {
        self.init(namespace, name) { bytes in
            // A decoding error is the answer.
            guard let value = try? JSONDecoder().decode(type, from: Data(bytes)) else { return false }
            return makesSense(value)
        }
    }

    static var all: [CheckedValues] {
        [
            CheckedValues(StoreNamespace.apps, "apps that asked for access", as: AppRecord.self),
            CheckedValues(StoreNamespace.grants, "permissions of apps", as: Grant.self),
            CheckedValues(StoreNamespace.approvals, "approved programs", as: ApprovedProgram.self),
            CheckedValues(StoreNamespace.assistants, "decisions about assistants", as: AssistantGrant.self) { grant in
                // Out of bounds it isn't followed.
                (try? grant.check()) != nil
            },
            CheckedValues(StoreNamespace.assistantCalls, "counts of calls of assistants", as: AssistantCount.self),
            CheckedValues(StoreNamespace.drafts, "drafts of assistants", as: AssistantDraft.self),
            CheckedValues(StoreNamespace.objectGrants, "permissions for single objects", as: Bool.self),
            CheckedValues(StoreNamespace.requests, "requests for access", as: AuthorizationRequest.self),
            CheckedValues(StoreNamespace.companionPairs, "decisions about companions", as: CompanionPair.self),
            CheckedValues(StoreNamespace.workoutCompanions, "companions of apps", as: CompanionProgram.self),
            CheckedValues(StoreNamespace.backgroundDelivery, "background deliveries", as: Int.self) {
                HKUpdateFrequency(rawValue: $0) != nil
            },
            CheckedValues(StoreNamespace.wakes, "rows of the ledger of wakes", as: WakeRecord.self),
            CheckedValues(StoreNamespace.wakePrograms, "programs of apps that are woken", as: WakeProgram.self),
            CheckedValues(StoreNamespace.wakeDecisions, "decisions about starting apps", as: WakeDecision.self),
            CheckedValues(StoreNamespace.wakeStarts, "lists of starts of apps", as: [WakeStart].self),
            CheckedValues(StoreNamespace.sourceOrder, "orders of sources", as: SourcePriority.self),
            CheckedValues(StoreNamespace.sourcesSeen, "times of sources", as: Double.self) { $0.isFinite },
            CheckedValues(StoreNamespace.sourceArrivals, "arrivals of sources", as: SourceArrival.self),
            CheckedValues(StoreNamespace.dayTotals, "digests of totals", as: DayTotals.self),
            CheckedValues(StoreNamespace.characteristics, "characteristics", as: CharacteristicValues.self),
            CheckedValues(StoreNamespace.preferredUnits, "preferred units", as: String.self) {
                QuantityText(value: 0, unit: $0).quantity != nil
            },
            CheckedValues(StoreNamespace.workoutZones, "workout zones", as: [QuantityText].self) {
                $0.allSatisfy { $0.quantity != nil }
            },
            CheckedValues(StoreNamespace.pins, "lists of pinned types", as: [String].self),
            CheckedValues(StoreNamespace.studies, "studies", as: StudyRecord.self),
            CheckedValues(StoreNamespace.recalibrations, "recalibrations", as: Double.self),
            CheckedValues(StoreNamespace.activityGoals, "activity goals", as: ActivityGoals.self),
            CheckedValues(StoreNamespace.typeGoals, "goals of types", as: TypeGoal.self) {
                $0.amount.quantity != nil && $0.second.map { $0.quantity != nil } ?? true
            },
            CheckedValues(StoreNamespace.dayMarks, "marks of days", as: DayMark.Content.self) { $0.isReadable },
            CheckedValues(StoreNamespace.ringPauses, "pauses of the rings", as: RingPause.self),
            CheckedValues(StoreNamespace.activitySummaries, "activity summaries", as: ActivitySummaryContent.self),
            CheckedValues(StoreNamespace.workoutSessions, "workout sessions") { bytes in
                // The name of the primary session is among them.
                let content = try? JSONDecoder().decode(WorkoutSessionContent.self, from: Data(bytes))
                return content != nil || (try? JSONDecoder().decode(String.self, from: Data(bytes))) != nil
            },
            CheckedValues(AttachmentKey.contents, "attachments", as: AttachmentContent.self),
            CheckedValues(StoreNamespace.versions, "earlier versions of edited samples", as: [SampleVersion].self),
            CheckedValues(SyncKey.namespace, "sync identifiers", as: SyncEntry.self),
            CheckedValues(StoreNamespace.buckets, "sums of apps") { BucketEntry(bytes: $0) != nil },
            CheckedValues(StoreNamespace.waitingImports, "parts of imports that wait") { bytes in
                // The names of complete imports are among them.
                let part = try? JSONDecoder().decode(WaitingImport.self, from: Data(bytes))
                return (try? part?.objects()) != nil
                    || (try? JSONDecoder().decode(String.self, from: Data(bytes))) != nil
            },
            CheckedValues(AnchorKey.namespace, "keys of anchors", as: AnchorKey.self),
            CheckedValues(OperationNamespace.steps, "steps of the log", as: OwnerOperation.self),
            CheckedValues(OperationNamespace.tally, "tallies of the log", as: OperationTally.self),
        ] + AuditNamespace.all.map { CheckedValues($0, "entries of the audit", AuditNamespace.isReadable) }
    }
}

extension StoreDoctor {
    /// Whether HealthKit can read a setting, or another value of a namespace; unchecked ones count as readable.
    static func isReadable(_ bytes: [UInt8], in namespace: String) -> Bool {
        CheckedValues.all.first { $0.namespace == namespace }?.isReadable(bytes) ?? true
    }

    /// Finds settings and other values that are stored intact but that HealthKit can't read.
    static func unreadableValues(_ reader: ObjectReader) throws -> [StoreProblem] {
        try CheckedValues.all.compactMap { checked in
            let count = try reader.store.values(checked.namespace).count { !checked.isReadable($0.bytes) }
            guard count > 0 else { return nil }
            return StoreProblem(kind: "settings", "\(count) \(checked.name) can't be decoded", count: count)
        }
    }

    /// Finds values of category samples that aren't whole numbers.
    static func unreadableCategories(_ reader: ObjectReader) throws -> [StoreProblem] {
        var count = 0
        for type in Set(try reader.store.provenance().map(\.type)) {
            guard try reader.type(type) is HKCategoryType else { continue }
            try reader.store.forEachSample(ScanRequest(type: type)) { row in
                if Int(exactly: row.value) == nil { count += 1 }
                return .continue
            }
        }
        guard count > 0 else { return [] }
        let text = "the values of \(count) category samples aren't whole numbers"
        return [StoreProblem(kind: "records", text, count: count)]
    }
}
