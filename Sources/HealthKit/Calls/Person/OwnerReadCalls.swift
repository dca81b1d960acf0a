import Foundation

/// What the person can ask and decide.
package enum OwnerReadCalls {
    /// All kinds of questions, and the calls that decide and change.
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

/// What the person decided about an app, by type identifier.
package struct OwnerGrantsCall: OwnerReadCall {
    package typealias Answer = [String: Grant]
    package static let name = "grants"

    package var app: String
}

/// Which program of an app is approved, where a service told its programs apart.
package struct OwnerApprovalCall: OwnerReadCall {
    package typealias Answer = ApprovedProgram?
    package static let name = "approval"

    /// The app's account.
    package var app: String
}

/// The programs that may be two of one app, and what the person decided about them.
package struct OwnerCompanionPairsCall: OwnerReadCall {
    package typealias Answer = [KnownPair]
    package static let name = "companionPairs"
}

/// Two programs that may share workout sessions, or could ask for it.
package struct KnownPair: Codable, Hashable, Sendable {
    package enum State: String, Codable, Sendable {
        case undecided, allowed, refused
        /// It was allowed, and one of the two is another program since.
        case changed
    }

    /// The bundle identifiers, in order.
    package var apps: [String]
    /// The paths of the two programs as they are known now, by bundle identifier.
    package var programs: [String: String]
    package var state: State
    /// When the person decided, in seconds since the reference date; `nil` for nothing decided.
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

/// What the person chose for an app, for a type whose objects are permitted one by one.
package struct OwnerObjectChoiceCall: OwnerReadCall {
    package typealias Answer = ObjectChoice
    package static let name = "singleObjects"

    package var app: String
    /// The type's identifier.
    package var type: String
}

/// The sources of a type in the order in which they count, and those left out.
package struct OwnerSourceOrderCall: OwnerReadCall {
    package typealias Answer = (order: [HKSource], excluded: Set<String>)
    package static let name = "sourcePriority"

    /// The type's identifier.
    package var type: String
}

/// The order of sources that the person set for a type, and those left out; an empty one where none is set.
package struct OwnerChosenSourcesCall: OwnerReadCall {
    package typealias Answer = SourcePriority
    package static let name = "chosenSources"

    /// The type's identifier.
    package var type: String
}

/// What is known of the person.
package struct OwnerCharacteristicsCall: OwnerReadCall {
    package typealias Answer = CharacteristicValues
    package static let name = "characteristics"
}

/// The types that the person pinned to the summary, in order; `nil` as long as the person chose none.
package struct OwnerPinsCall: OwnerReadCall {
    package typealias Answer = [String]?
    package static let name = "pins"
}

/// The cards of the summary, in order; `nil` as long as none was moved.
package struct OwnerCardsCall: OwnerReadCall {
    package typealias Answer = [String]?
    package static let name = "cards"
}

/// The goals of types, by the type's identifier.
package struct OwnerTypeGoalsCall: OwnerReadCall {
    package typealias Answer = [String: TypeGoal]
    package static let name = "typeGoals"
}

/// The types for which an app registered, and how often it wants to be woken at most.
package struct OwnerDeliveriesCall: OwnerReadCall {
    package typealias Answer = [String: HKUpdateFrequency]
    package static let name = "deliveries"

    package var app: String
}

/// Which apps are woken for changes, and what became of it.
package struct OwnerWakesCall: OwnerReadCall {
    package typealias Answer = WakeReport
    package static let name = "wakes"
}

/// The ledger of wakes.
package struct WakeReport: Codable, Hashable, Sendable {
    package var ledger: WakeLedger
    /// Whether a service runs that wakes apps; while none does, what stands in the way of a row is as it was last.
    package var isServed: Bool

    /// What stands in the way of a start, by what is decided now: the service looks at decisions a moment later.
    ///
    /// - Parameter row: The app and the type.
    /// - Returns: What it is; `nil` where the service hasn't looked yet.
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
    /// Where the page begins; `nil` for the beginning of the list.
    package var position: SampleListPosition?
    package var ascending: Bool
    /// The most samples.
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

/// How many samples there are.
package struct OwnerCountCall: OwnerReadCall {
    package typealias Answer = Int
    package static let name = "count"

    package var selection: SampleSelection

    package func check() throws { try selection.check() }
}

/// Which source counted for what in statistics (R5.13 to R5.17).
package struct OwnerExplanationCall: OwnerReadCall {
    package typealias Answer = [StatisticsExplanation]
    package static let name = "explanation"

    package var selection: SampleSelection
    /// The intervals; `nil` for one that holds all of time.
    package var intervals: IntervalCalendar?

    package func check() throws { try selection.check() }
}

/// The step that is turned next; `nil` when there is none.
package struct OwnerNextOperationCall: OwnerReadCall {
    package typealias Answer = OwnerOperation?
    package static let name = "nextStep"

    /// Whether it is the one that is done again.
    package var isRedo: Bool
}

/// What turning a step would do; `nil` when there is none.
package struct OwnerOperationPreviewCall: OwnerReadCall {
    package typealias Answer = OperationPreview?
    package static let name = "stepPreview"

    /// Whether it is the one that is done again.
    package var isRedo: Bool
    /// The step, which is taken back where it stands and done again where it was taken back; `nil` for the next one.
    package var number: Int?
}

/// The steps that the log has, the newest first.
package struct OwnerOperationsCall: OwnerReadCall {
    package typealias Answer = [OwnerOperation]
    package static let name = "steps"

    /// The most steps; `nil` for all.
    package var limit: Int?

    package func check() throws {
        if let limit, limit < 0 { throw HKError.invalid("A log has no \(limit) steps") }
    }
}

/// The sample that an edited one has become; `nil` when there is none.
package struct OwnerSuccessorCall: OwnerReadCall {
    package typealias Answer = HKSample?
    package static let name = "successor"

    package var uuid: UUID
}

/// What a sample said before, the oldest first.
package struct OwnerVersionsCall: OwnerReadCall {
    package typealias Answer = [SampleVersion]
    package static let name = "versions"

    package var uuid: UUID
}
