import Foundation

/// The owner's calls.
package enum OwnerReadCalls {
    /// All kinds of read calls, and the calls that decide and change.
    package static let kinds: [any StoreCall.Type] = [
        OwnerCall.self, OwnerAppsCall.self, OwnerGrantsCall.self, OwnerApprovalCall.self, OwnerRequestsCall.self,
        OwnerRequestCall.self,
        OwnerObjectChoiceCall.self, OwnerCompanionPairsCall.self,
        OwnerSourceOrderCall.self, OwnerChosenSourcesCall.self, OwnerCharacteristicsCall.self, OwnerPinsCall.self,
        OwnerCardsCall.self,
        OwnerDeliveriesCall.self, OwnerWakesCall.self,
        OwnerChosenUnitCall.self, OwnerTypesCall.self, OwnerSourcesCall.self, OwnerDevicesCall.self, OwnerPageCall.self,
        OwnerSampleCall.self, OwnerOwnersCall.self, OwnerCountCall.self, OwnerExplanationCall.self,
        OwnerOperationsCall.self,
        UndoOperationCall.self, OwnerNextOperationCall.self, OwnerOperationPreviewCall.self,
        ForgetOperationsCall.self, EditCall.self,
        EditSamplesCall.self,
        OwnerVersionsCall.self,
        OwnerSuccessorCall.self, OwnerAuditCall.self, OwnerGuestCall.self, OwnerStudiesCall.self,
        OwnerDaySummariesCall.self, OwnerUnknownSamplesCall.self, OwnerUnknownSampleCall.self,
        OwnerMedicationsCall.self,
        SaveMedicationCall.self, LogDoseCall.self, OwnerBeginningCall.self, OwnerRecalibrationCall.self,
        OwnerTypeGoalsCall.self, OwnerGoalsCall.self, OwnerChosenGoalsCall.self, OwnerRingPauseCall.self,
        OwnerRingsCall.self,
        OwnerReadingsCall.self, OwnerRoutesCall.self, OwnerMemberCountsCall.self, OwnerEffortCall.self,
        OwnerChosenZonesCall.self, ImportCall.self, ExportCall.self, BackUpCall.self, MergeCall.self,
    ]
}

/// The apps that asked for access, by name.
package struct OwnerAppsCall: OwnerReadCall {
    package typealias Answer = [AppRecord]
    package static let name = "apps"
}

/// The person's decisions about an app, by type identifier.
package struct OwnerGrantsCall: OwnerReadCall {
    package typealias Answer = [String: Grant]
    package static let name = "grants"

    package var app: String
}

/// The approved program of an app, if a service has identified its programs.
package struct OwnerApprovalCall: OwnerReadCall {
    package typealias Answer = ApprovedProgram?
    package static let name = "approval"

    /// The app's account.
    package var app: String
}

/// The programs that may be two of one app, and the person's decisions about them.
package struct OwnerCompanionPairsCall: OwnerReadCall {
    package typealias Answer = [KnownPair]
    package static let name = "companionPairs"
}

/// Two programs that may share workout sessions, or could ask for it.
package struct KnownPair: Codable, Hashable, Sendable {
    package enum State: String, Codable, Sendable {
        case undecided, allowed, refused
        /// It was allowed, and one of the two programs has changed since.
        case changed
    }

    /// The bundle identifiers, in order.
    package var apps: [String]
    /// The current paths of the two programs, by bundle identifier.
    package var programs: [String: String]
    package var state: State
    /// The time of the person's decision, in seconds since the reference date, or `nil` for none.
    package var decided: Double?
}

/// The requests that wait for an answer, the oldest first.
package struct OwnerRequestsCall: OwnerReadCall {
    package typealias Answer = [AuthorizationRequest]
    package static let name = "requests"
}

/// The request with a number; `nil` when there is none.
package struct OwnerRequestCall: OwnerReadCall {
    package typealias Answer = AuthorizationRequest?
    package static let name = "request"

    package var number: Int
}

/// The person's choice for an app, for a type whose objects are permitted one by one.
package struct OwnerObjectChoiceCall: OwnerReadCall {
    package typealias Answer = ObjectChoice
    package static let name = "singleObjects"

    package var app: String
    /// The type's identifier.
    package var type: String
}

/// The sources of a type in order of priority, and the excluded ones.
package struct OwnerSourceOrderCall: OwnerReadCall {
    package typealias Answer = (order: [HKSource], excluded: Set<String>)
    package static let name = "sourcePriority"

    /// The type's identifier.
    package var type: String
}

/// The person's order of sources for a type and the excluded ones, or an empty one if none is set.
package struct OwnerChosenSourcesCall: OwnerReadCall {
    package typealias Answer = SourcePriority
    package static let name = "chosenSources"

    /// The type's identifier.
    package var type: String
}

/// The person's characteristics.
package struct OwnerCharacteristicsCall: OwnerReadCall {
    package typealias Answer = CharacteristicValues
    package static let name = "characteristics"
}

/// The types that the person pinned to the summary, in order, or `nil` until the person chooses some.
package struct OwnerPinsCall: OwnerReadCall {
    package typealias Answer = [String]?
    package static let name = "pins"
}

/// The cards of the summary, in order, or `nil` until one is moved.
package struct OwnerCardsCall: OwnerReadCall {
    package typealias Answer = [String]?
    package static let name = "cards"
}

/// The goals of types, by the type's identifier.
package struct OwnerTypeGoalsCall: OwnerReadCall {
    package typealias Answer = [String: TypeGoal]
    package static let name = "typeGoals"
}

/// The types for which an app registered, with the maximum frequency of wakes.
package struct OwnerDeliveriesCall: OwnerReadCall {
    package typealias Answer = [String: HKUpdateFrequency]
    package static let name = "deliveries"

    package var app: String
}

/// The apps that are woken for changes, and the outcomes.
package struct OwnerWakesCall: OwnerReadCall {
    package typealias Answer = WakeReport
    package static let name = "wakes"
}

/// The ledger of wakes.
package struct WakeReport: Codable, Hashable, Sendable {
    package var ledger: WakeLedger
    /// Whether a service that wakes apps is running; without one, a row's obstacle is the last known one.
    package var isServed: Bool

    /// The obstacle to a start by the current decisions, which the service examines a moment later.
    ///
    /// - Parameter row: The app and the type.
    /// - Returns: The obstacle, or `nil` if the service hasn't examined it yet.
    package func obstacle(of row: WakeLedger.Row) -> WakeObstacle? {
        guard isServed else { return .noService }
        if row.record.obstacle == .neverChanges { return .neverChanges }
        if let obstacle = ledger.decisionObstacle(row.key.app) { return obstacle }
        switch row.record.obstacle {
        case .notApproved, .refused, .programChanged: return nil
        case let obstacle: return obstacle
        }
    }
}

/// The unit that the person chose for a type; `nil` for none.
package struct OwnerChosenUnitCall: OwnerReadCall {
    package typealias Answer = HKUnit?
    package static let name = "chosenUnit"

    @ByIdentifier package var type: HKQuantityType
}

/// The types that have data, by identifier.
package struct OwnerTypesCall: OwnerReadCall {
    package typealias Answer = [TypeSummary]
    package static let name = "types"
}

/// The sources that have data, by name.
package struct OwnerSourcesCall: OwnerReadCall {
    package typealias Answer = [SourceSummary]
    package static let name = "allSources"
}

/// The devices that have data, by name.
package struct OwnerDevicesCall: OwnerReadCall {
    package typealias Answer = [DeviceSummary]
    package static let name = "devices"
}

/// A page of samples by start, from a position on.
package struct OwnerPageCall: OwnerReadCall {
    package typealias Answer = [HKSample]
    package static let name = "page"

    package var selection: SampleSelection
    /// The position where the page begins, or `nil` for the beginning of the list.
    package var position: SampleListPosition?
    package var ascending: Bool
    /// The maximum number of samples.
    package var limit: Int

    package func check() throws {
        try selection.check()
        guard limit >= 0 else { throw HKError.invalid("A page has no \(limit) samples") }
    }
}

/// The sample with a UUID; `nil` when there is none.
package struct OwnerSampleCall: OwnerReadCall {
    package typealias Answer = HKSample?
    package static let name = "sample"

    package var uuid: UUID
}

/// The correlations and workouts that a sample belongs to.
package struct OwnerOwnersCall: OwnerReadCall {
    package typealias Answer = [HKSample]
    package static let name = "owners"

    package var uuid: UUID
}

/// The number of samples.
package struct OwnerCountCall: OwnerReadCall {
    package typealias Answer = Int
    package static let name = "count"

    package var selection: SampleSelection

    package func check() throws { try selection.check() }
}

/// The contribution of each source to statistics (R5.13 to R5.17).
package struct OwnerExplanationCall: OwnerReadCall {
    package typealias Answer = [StatisticsExplanation]
    package static let name = "explanation"

    package var selection: SampleSelection
    /// The intervals; `nil` for one that holds all of time.
    package var intervals: IntervalCalendar?

    package func check() throws { try selection.check() }
}

/// The operation that is undone or redone next, or `nil` when there is none.
package struct OwnerNextOperationCall: OwnerReadCall {
    package typealias Answer = OwnerOperation?
    package static let name = "nextStep"

    /// Whether to return the next redo.
    package var isRedo: Bool
}

/// A preview of undoing or redoing an operation, or `nil` when there is none.
package struct OwnerOperationPreviewCall: OwnerReadCall {
    package typealias Answer = OperationPreview?
    package static let name = "stepPreview"

    /// Whether to preview a redo.
    package var isRedo: Bool
    /// The operation, which is undone if it is done and redone if it is undone; `nil` for the next one.
    package var number: Int?
}

/// The logged operations, newest first.
package struct OwnerOperationsCall: OwnerReadCall {
    package typealias Answer = [OwnerOperation]
    package static let name = "steps"

    /// The maximum number of operations, or `nil` for all.
    package var limit: Int?

    package func check() throws {
        if let limit, limit < 0 { throw HKError.invalid("A log has no \(limit) steps") }
    }
}

/// The sample that replaced an edited one, or `nil` when there is none.
package struct OwnerSuccessorCall: OwnerReadCall {
    package typealias Answer = HKSample?
    package static let name = "successor"

    package var uuid: UUID
}

/// The earlier versions of a sample, oldest first.
package struct OwnerVersionsCall: OwnerReadCall {
    package typealias Answer = [SampleVersion]
    package static let name = "versions"

    package var uuid: UUID
}
